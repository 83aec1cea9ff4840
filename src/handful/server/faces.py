"""The faces of the games as data, for clients: what can be chosen, what is shown and where, and their words."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Literal

import msgspec

from handful.face import shown_of
from handful.game import Game
from handful.games import find
from handful.kernel.state import Option
from handful.lesson import lessons
from handful.observe import Sight, sights
from handful.policy import Level
from handful.server.settings import RatedGames

KindName = Literal["number", "yes", "seat", "seats", "card", "cards", "suit", "action", "word", "option"]


class OptionFace(msgspec.Struct, frozen=True, kw_only=True):
    """A table option: one of some words, or a number in a range."""

    default: str
    words: list[str]
    """All that it can be, the default first; empty for a number."""
    low: int
    high: int
    """The range of a number."""
    seats: list[int]
    """The numbers of players at which it may differ from its default; empty: all."""


class ShownField(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the view that people look at; its label is the word `field.NAME`."""

    name: str
    place: Literal["middle", "seat", "side"]
    """On the felt, before a seat, or at the side."""
    kind: KindName
    seated: bool
    """One value a seat, in a list."""
    words: list[str]
    """Of a word: what its numbers stand for."""
    unit: int
    """Cards are counted in sets of so many, and shown as a number, if it is above 1."""
    best: str
    """For cards by seat: the entry that holds the seat whose cards are the best."""


class GameFace(msgspec.Struct, frozen=True, kw_only=True):
    """What a client needs to show a game that it has never heard of. Its sentences are in its words."""

    name: str
    title: str
    summary: str
    rules: int
    """The version of the rules."""
    words: str
    """The version of the words, in their address."""
    seats: list[int]
    usual_seats: int
    usual_clock: str
    """The clock of a table where two or more people play, if nobody chooses one."""
    options: dict[str, OptionFace]
    hand: str
    """The entry of the view with the cards that a seat holds; its count has `_size` after it. Empty: none."""
    score: str
    """The entry with the points of each seat."""
    clockwise: str
    """The entry with the seats as they sit; empty: by their numbers."""
    highest: str
    """A rank that stands above the ace."""
    sort: Literal["suit", "rank"]
    emblem: list[str]
    """A few cards that show what the game is about."""
    shown: list[ShownField]
    teams: list[list[int]]
    """Who wins and loses together from the first card to the last; empty: nobody."""
    phases: list[str]
    """The codes of its phases, which have words."""
    plays: list[str]
    """The events that put cards on the table."""
    round: str
    """The event with which a round begins."""
    events: dict[str, dict[str, KindName]]
    """By event: what each of its values stands for."""
    refusals: dict[str, str]
    """By the code of a refusal: the number of the rule behind it."""
    lessons: list[int]
    """The numbers of its lessons."""
    levels: list[Level]
    """How well bots can play it."""


class CastMember(msgspec.Struct, frozen=True, kw_only=True):
    """A character that bots play as."""

    id: str
    name: str
    level: Level


class Games(msgspec.Struct, frozen=True, kw_only=True):
    """What can be played, and how."""

    games: list[GameFace]
    clocks: dict[str, int | None]
    """The seconds of a turn."""
    levels: list[Level]
    """How well bots can play at least one of the games."""
    cast: list[CastMember]
    """The bots' characters, and at which level each of them plays."""
    signs: list[str]
    colours: list[str]
    """What a person's face can be made of."""
    away_ms: int
    """After so many milliseconds of absence the others can let a bot stand in for a player."""
    reactions: list[str]
    rated: RatedGames
    """Which games are rated."""


@cache
def face_of(name: str) -> GameFace:
    """The face of a game."""
    game = find(name)
    face = game.face
    return GameFace(
        name=name,
        title=game.title,
        summary=game.summary,
        rules=game.rules.VERSION,
        words=words_version(name),
        seats=list(game.seats),
        usual_seats=game.usual_seats(),
        usual_clock=face.clock,
        options={key: option_face(option) for key, option in game.options.items()},
        hand=face.hand,
        score=face.score,
        clockwise=face.clockwise,
        highest=face.highest,
        sort=face.sort,
        emblem=list(face.emblem),
        shown=shown_fields(game),
        teams=[list(team) for team in face.teams],
        phases=list(face.phases),
        plays=list(face.plays),
        round=face.round,
        events={
            event.name: {key: kind.value for key, kind in event.values.items()} for event in game.rules.EVENTS.kinds
        },
        refusals={reason.code: reason.rule for reason in game.rules.REASONS.kinds if reason.rule},
        lessons=lessons(game),
        levels=list(game.levels),
    )


def option_face(option: Option) -> OptionFace:
    """A table option as data."""
    return OptionFace(
        default=option.write(option.default),
        words=list(option.words),
        low=option.low,
        high=option.high,
        seats=list(option.seats),
    )


def shown_fields(game: Game) -> list[ShownField]:
    """The entries of a game's view that people look at."""
    by_name: dict[str, Sight] = {sight.name: sight for sight in sights(game.rules.State)}
    return [
        ShownField(
            name=name,
            place=shown.place.value,
            kind=by_name[name].field.kind.value,
            seated=by_name[name].field.seated,
            words=list(by_name[name].field.words),
            unit=shown.unit,
            best=shown.best,
        )
        for name, shown in shown_of(game.face, game.rules.State).items()
    ]


@cache
def words_of(name: str, language: str) -> dict[str, str]:
    """All that a game says in one of its languages, by key."""
    return find(name).texts(language)


@cache
def words_version(name: str) -> str:
    """A short digest that changes with any word of a game, in any language."""
    said = [words_of(name, language) for language in find(name).languages]
    return sha256(msgspec.json.encode(said)).hexdigest()[:12]
