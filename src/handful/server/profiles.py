"""What everybody may know of a player: name, face, ratings, statistics and finished games. Bots have pages too."""

from __future__ import annotations

import re
import secrets
from base64 import b32encode
from collections.abc import Sequence

import msgspec

from handful.bots.cast import called
from handful.games import rooms
from handful.policy import ALL_LEVELS
from handful.store import PlayerRow, RatingRow, ResultRow, Sitter, StatisticsRow, Store
from handful.table.portraits import ALL, COLOURS, SIGNS, Colour, Portrait, Sign
from handful.table.refusals import Refused

PAGE_ID = re.compile(r"[a-z2-7]{16}")
BOT_PAGE = re.compile(rf"bot-({'|'.join(ALL_LEVELS)})")
MOST_POINTS = 500
"""The last games of a rating's course."""
POINTS, MIDDLE = 40, 500
"""From the rating's own scale to the one that people are shown: who has not played yet has 1500."""


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """How well somebody plays a game: most likely within `deviation` of `rating`."""

    rating: int
    deviation: int
    games: int
    """Rated games."""


class SeatStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody's games with one number of seats come to."""

    seats: int
    games: int
    wins: int
    mean_place: float
    mean_points: float
    most_points: int


class GameProfile(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's games of one kind."""

    game: str
    games: int
    wins: int
    rating: Rating | None
    by_seats: list[SeatStatistics]


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """A player's public page. A bot's has a level, and no face of its own: its characters have."""

    page: str
    name: str
    bot: str
    """The level of a bot; empty for a person."""
    sign: Sign
    colour: Colour
    since: int
    """When the player first came, in milliseconds since 1970; 0 for a bot."""
    games: list[GameProfile]


class PlayedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in a finished game."""

    name: str
    page: str
    bot: str
    """The level of a bot; empty for a person."""
    character: str
    """A bot's, of the cast."""
    sign: Sign
    colour: Colour
    score: int
    place: int
    won: bool


class PlayedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game of a player."""

    table: str
    """Its replay is at /replay/TABLE."""
    game: str
    ended: int
    seat: int
    score: int
    place: int
    won: bool
    change: int | None
    """By how much the rating rose or fell; null if it was not rated."""
    seats: list[PlayedSeat]


class RatingPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A rating after a game."""

    ended: int
    table: str
    rating: int
    deviation: int


def portrait_of(row: PlayerRow) -> Portrait:
    """The face of a player, also of one who came when there were none."""
    return _portrait(row.sign, row.colour)


def _portrait(sign: str, colour: str) -> Portrait:
    return Portrait(
        next((one for one in SIGNS if one == sign), "initial"), next((one for one in COLOURS if one == colour), "green")
    )


def any_portrait() -> Portrait:
    """A face for a guest who has just come."""
    return secrets.choice([one for one in ALL if one.sign != "initial"])


def new_page() -> str:
    """The random id of a new public page, 80 bits."""
    return b32encode(secrets.token_bytes(10)).decode("ascii").lower()


def shown(mu: float, sigma: float, games: int = 0) -> Rating:
    """A rating as people are shown it.

    >>> shown(25.0, 25 / 3)
    Rating(rating=1500, deviation=333, games=0)
    """
    return Rating(rating=round(POINTS * mu + MIDDLE), deviation=round(POINTS * sigma), games=games)


async def found(store: Store, page: str) -> PlayerRow:
    """The player of a public page; a bot's level for a bot's."""
    if bot := BOT_PAGE.fullmatch(page):
        return PlayerRow(f"bot:{bot[1]}", bot[1], 0, page=page)
    row = await store.player_of_page(page) if PAGE_ID.fullmatch(page) else None
    if row is None:
        raise Refused("no_player")
    return row


def level_of(player: str) -> str:
    """The level of a bot, by what its results are kept under; empty for a person."""
    return player.removeprefix("bot:") if player.startswith("bot:") else ""


async def ratings(store: Store, player: str) -> dict[str, Rating]:
    """A player's ratings, by game."""
    rows = {name: (await store.ratings(name, [player])).get(player) for name in rooms()}
    return {name: _shown(row) for name, row in rows.items() if row}


def _shown(row: RatingRow) -> Rating:
    return shown(row.mu, row.sigma, row.games)


async def profile(store: Store, row: PlayerRow) -> Profile:
    """The public page of a player."""
    rated = await ratings(store, row.id)
    played: dict[str, list[StatisticsRow]] = {}
    for one in await store.statistics(row.id):
        played.setdefault(one.game, []).append(one)
    face = portrait_of(row)
    return Profile(
        page=row.page,
        name=row.name,
        bot=level_of(row.id),
        sign=face.sign,
        colour=face.colour,
        since=row.created,
        games=[_game(game, played.get(game, []), rated.get(game)) for game in rooms() if game in {*played, *rated}],
    )


def _game(game: str, rows: Sequence[StatisticsRow], rating: Rating | None) -> GameProfile:
    return GameProfile(
        game=game,
        games=sum(row.games for row in rows),
        wins=sum(row.wins for row in rows),
        rating=rating,
        by_seats=[
            SeatStatistics(
                seats=row.seats,
                games=row.games,
                wins=row.wins,
                mean_place=round(row.places / row.games, 2),
                mean_points=round(row.points / row.games, 2),
                most_points=row.best,
            )
            for row in rows
        ],
    )


async def played(store: Store, player: str, game: str, before: int | None, limit: int) -> list[PlayedGame]:
    """A page of a player's finished games, the newest first."""
    rows = await store.history(player, limit, before, game)
    sitters = await store.sitters(sorted({row.table for row in rows}))
    changes = {name: await _changes(store, player, name) for name in {row.game for row in rows}}
    return [
        PlayedGame(
            table=row.table,
            game=row.game,
            ended=row.ended,
            seat=row.seat,
            score=row.score,
            place=row.place,
            won=row.won,
            change=changes[row.game].get(row.table),
            seats=[_sitter(one) for one in sitters[row.table]],
        )
        for row in rows
    ]


def _sitter(one: Sitter) -> PlayedSeat:
    face = _portrait(one.sign, one.colour)
    level = level_of(one.result.player)
    return PlayedSeat(
        name=one.result.name,
        page=f"bot-{level}" if level else one.page,
        bot=level,
        character=called(one.result.name) if level else "",
        sign=face.sign,
        colour=face.colour,
        score=one.result.score,
        place=one.result.place,
        won=one.result.won,
    )


async def _changes(store: Store, player: str, game: str) -> dict[str, int]:
    """By table: how the rating changed with the game there."""
    rows = await store.course(player, game, MOST_POINTS)
    before = None if len(rows) == MOST_POINTS else shown(25.0, 25 / 3).rating  # there may be earlier ones
    changes = {}
    for row in _once(rows):
        after = shown(row.mu, row.sigma).rating
        if before is not None:
            changes[row.table] = after - before
        before = after
    return changes


def _once(rows: Sequence[ResultRow]) -> list[ResultRow]:
    """One result a table: a bot can sit in several seats."""
    return list({row.table: row for row in rows}.values())


async def course(store: Store, player: str, game: str) -> list[RatingPoint]:
    """How a rating went, the oldest game first."""
    points = []
    for row in _once(await store.course(player, game, MOST_POINTS)):
        now = shown(row.mu, row.sigma)
        points.append(RatingPoint(ended=row.ended, table=row.table, rating=now.rating, deviation=now.deviation))
    return points
