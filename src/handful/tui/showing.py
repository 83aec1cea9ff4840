"""What of a table's picture is shown, and where. A game that is not listed here shows what its fields declare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from handful.cards import CARD_NUMBERS, SUIT_LETTERS, SUIT_SYMBOLS, pretty
from handful.games import find
from handful.games.half_suit.state import HALF_SUIT_SIZE
from handful.kernel import EVERYBODY, Kind
from handful.kernel.state import Field
from handful.tui.faces import by_rank

Picture = Mapping[str, Any]


@dataclass(frozen=True)
class Shown:
    """The fields of a game's view that people look at."""

    score: str = ""
    """By seat: what is counted."""
    before: tuple[str, ...] = ()
    """By seat: what lies before a player."""
    middle: tuple[str, ...] = ()
    """What is true of the whole table."""
    played: tuple[str, ...] = ()
    """Those of them that count what has been played so far."""
    unit: tuple[str, int] = ("cards", 1)
    """In what the cards of a side are counted, and how many cards one of these has."""
    highest: str = ""
    """A rank that stands above the ace here."""


SHOWN = {
    "half_suit": Shown(
        "",
        ("taken", "placed"),
        ("won", "spotlight", "claimed", "placer", "unplaced"),
        unit=("half suits", HALF_SUIT_SIZE),
    ),
    "spar": Shown(
        "scores", ("table",), ("round", "trick", "called", "best", "control", "accumulated", "last_held"), ("trick",)
    ),
    "thirteam": Shown("scores", (), ("round", "trick", "by", "skipped", "placed"), highest="2"),
    "claim": Shown("budgets", ("suits", "shown", "accumulated"), ("deal", "floor_round", "floor", "left", "discards")),
    "top_suit": Shown("points", ("table",), ("game", "trick", "best", "top", "holder", "left"), ("trick",)),
}
BOOKKEEPING = ("seats", "over", "winners", "turn")


def shown_of(game: str) -> Shown:
    """What is shown of a game."""
    return SHOWN.get(game) or declared(find(game).rules.State.fields)


def declared(fields: Mapping[str, Field]) -> Shown:
    """What to show of a game by the declarations of its fields alone: all that everybody sees."""
    public = {
        name: field
        for name, field in fields.items()
        if field.sees is EVERYBODY and not field.option and name not in BOOKKEEPING
    }
    scores = [name for name in ("scores", "points") if name in public and public[name].seated]
    before = [name for name, field in public.items() if field.seated and field.kind in (Kind.CARD, Kind.CARDS)]
    middle = [name for name, field in public.items() if not field.size]
    return Shown(scores[0] if scores else "", tuple(before), tuple(middle))


def names(picture: Picture) -> list[str]:
    """Who sits where, by name."""
    return [
        info["name"] or (f"Bot {seat}" if info["bot"] else f"Seat {seat}") for seat, info in enumerate(picture["seats"])
    ]


def hand(picture: Picture) -> list[str]:
    """Your own cards, by rank."""
    view, seat = picture["view"], picture["seat"]
    cards = view["hands"][seat] or [] if view and seat is not None else []
    highest = shown_of(picture["game"]).highest
    return sorted(cards, key=lambda card: by_rank(card, highest))


def score(picture: Picture, seat: int) -> str:
    """The points of a seat, as far as the view has them."""
    if picture["result"]:
        return str(picture["result"]["scores"][seat])
    field = shown_of(picture["game"]).score
    return str(picture["view"][field][seat]) if picture["view"] and field else ""


def before(picture: Picture, seat: int) -> str:
    """What lies before a player."""
    view = picture["view"]
    if not view:
        return ""
    told = [(name, view[name][seat]) for name in shown_of(picture["game"]).before]
    words = [f"{label(name)} {value}" if isinstance(value, int) else in_words(value) for name, value in told if value]
    return " ".join(word for word in words if word)


def middle(picture: Picture) -> list[str]:
    """What is true of the whole table, as short texts such as `called ♣`."""
    view, who = picture["view"], names(picture)
    if not view:
        return []
    fields, shown, facts = find(picture["game"]).rules.State.fields, shown_of(picture["game"]), []
    for name in shown.middle:
        value, named = view[name], f"{label(name)}s played" if name in shown.played else label(name)
        if isinstance(value, list) and fields[name].kind is Kind.CARDS and fields[name].size:
            what, size = shown.unit
            facts.append(f"{what} {named} {' – '.join(str(len(cards) // size) for cards in value)}")
        elif text := of_kind(fields[name], value, who):
            facts.append(f"{named} {text}")
    return facts


def label(name: str) -> str:
    """The name of a field as people read it."""
    return name.replace("_", " ")


def of_kind(field: Field, value: Any, who: list[str]) -> str:
    """A value in words, by what its field holds."""
    if field.kind in (Kind.SEAT, Kind.SEATS):
        seats = value if isinstance(value, list) else [value]
        return ", ".join(who[seat] for seat in seats if seat is not None)
    return in_words(value)


def in_words(value: Any) -> str:
    """A value of a view in words; nothing for what is not there."""
    if isinstance(value, list):
        return " ".join(text for item in value if (text := in_words(item)))
    if value is None or value is False:
        return ""
    if value in CARD_NUMBERS:
        return pretty(CARD_NUMBERS[value])
    if isinstance(value, str) and value in SUIT_LETTERS:
        return SUIT_SYMBOLS[SUIT_LETTERS.index(value)]
    return "yes" if value is True else str(value)


def result(picture: Picture) -> list[str]:
    """How the game ended, a line each: who won, then the points."""
    ended, who = picture["result"], names(picture)
    if not ended:
        return []
    won = " and ".join(who[seat] for seat in ended["winners"]) or "Nobody"
    ranks = sorted(range(len(who)), key=lambda seat: (seat not in ended["winners"], -ended["scores"][seat]))
    return [f"Won by {won}.", *(f"{who[seat]}: {ended['scores'][seat]}" for seat in ranks)]


def status(picture: Picture) -> str:
    """What the table waits for, in a sentence."""
    if picture["status"] == "open":
        free = sum(info["free"] for info in picture["seats"])
        seats = "seats are" if free > 1 else "seat is"
        return f"The table waits: {free} {seats} free." if free else "All seats are taken: the game can start."
    if picture["result"]:
        return result(picture)[0]
    if picture["seat"] in picture["actors"]:
        return "It is your move."
    return f"To act: {', '.join(names(picture)[seat] for seat in picture['actors'])}."
