"""The table as it is seen from above: players around it, what was played before them, the rest in the middle."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.text import Text
from textual.widgets import Static

from handful.cards import CARD_NUMBERS, pretty
from handful.face import Place
from handful.tui.canvas import LARGE, MIDDLE, SMALL, Canvas, CardSize, cut, width_of
from handful.tui.cards import TWO_COLOURS, Colours, coloured
from handful.tui.picture import (
    Entry,
    Picture,
    by_team,
    entries,
    face_of,
    hand,
    hand_size,
    lies_in_middle,
    lying,
    marks_seats,
    names,
    score,
    teams,
)

PLATE, ROOM = 3, 14
"""The lines and the columns that a player needs."""
ACTS = "bold black on #ffd866"
GRID_APART, GRID_OF_CARDS, LABEL = 26, (96, 42), 16
"""From which height on the rows of sets are apart; which width and height rows of cards need; how wide a name is."""
SIZES = ((LARGE, 34, 76), (MIDDLE, 23, 56), (SMALL, 0, 0))
"""Sizes of cards, with the height and the width that a felt must have for them."""


def size_for(width: int, height: int) -> CardSize:
    """How large cards are on a felt of this size."""
    return next(size for size, high, wide in SIZES if height >= high and width >= wide)


def around(picture: Picture) -> list[int]:
    """The seats as they sit, clockwise, one's own first: that one sits at the bottom."""
    count = len(picture["seats"])
    field = face_of(picture).clockwise
    sitting = [seat for seat in picture["view"][field] if seat is not None] if picture["view"] and field else []
    seats = sitting if len(sitting) == count else list(range(count))
    first = seats.index(picture["seat"]) if picture["seat"] in seats else 0
    return seats[first:] + seats[:first]


class Spot(NamedTuple):
    """Where a player sits: the middle column and the first line of the plate, and the way there from the middle."""

    x: int
    y: int
    across: float
    down: float


def spots(count: int, width: int, height: int) -> list[Spot]:
    """The places of so many players, from the bottom on, clockwise."""
    found = []
    for place in range(count):
        angle = math.pi / 2 + place * 2 * math.pi / count
        across, down = round(math.cos(angle), 6), round(math.sin(angle), 6)
        aside = max(-1.0, min(1.0, 1.2 * across))
        x = width / 2 + (width / 2 - ROOM / 2 - 1) * aside
        y = (height - PLATE) * (1 + down) / 2
        found.append(Spot(int(x + 0.5), int(y + 0.5), across, down))
    return found


class Felt(Static):
    """The table, drawn anew whenever the picture has changed."""

    DEFAULT_CSS = """
    Felt { width: 1fr; height: 1fr; border: round $primary; background: $felt; padding: 0; }
    Felt.-mine { border: heavy $warning; border-title-color: $warning; border-title-style: bold; }
    """

    def __init__(self, colours: Colours) -> None:
        super().__init__(id="felt", markup=False)
        self.colours = colours
        self.picture: Picture | None = None
        self.absent: Sequence[int | None] = ()
        """By seat: since when its player is not here, where the server tells that."""
        self.late_ms = 0
        """By how much the server's clock is ahead of ours."""

    def show(self, picture: Picture, absent: Sequence[int | None] = ()) -> None:
        """Show a picture."""
        self.picture, self.absent = picture, absent
        self.set_class(picture["seat"] in picture["actors"], "-mine")
        self.refresh()

    def render(self) -> Text:
        if self.picture is None or self.size.width < 30 or self.size.height < 8:
            return Text("")
        return drawn(self.picture, self.size.width, self.size.height, self.colours, self.absent, self.late_ms + _now())


def _now() -> int:
    return round(time.time() * 1000)


def drawn(
    picture: Picture,
    width: int,
    height: int,
    colours: Colours = TWO_COLOURS,
    absent: Sequence[int | None] = (),
    now: int = 0,
) -> Text:
    """The table as lines of so many characters."""
    canvas, size = Canvas(width, height), size_for(width, height)
    seats = around(picture)
    by_seat = [entry for entry in entries(picture) if entry.by_seat and entry.drawn and in_middle(entry)]
    if picture["view"]:
        _middle(canvas, picture, size, colours)
    for seat, spot in zip(seats, spots(len(seats), width, height), strict=True):
        for entry in by_seat if picture["view"] else ():
            _played(canvas, picture, entry, seat, spot, size, colours)
        _plate(canvas, picture, seat, spot, colours, absent, now)
        if size is not SMALL and seat != picture["seat"]:
            _hand(canvas, picture, seat, spot, size, colours)
    return canvas.text()


def in_middle(entry: Entry) -> bool:
    """Whether an entry lies in the middle of the table."""
    return entry.shown.place is Place.MIDDLE


def _played(
    canvas: Canvas, picture: Picture, entry: Entry, seat: int, spot: Spot, size: CardSize, colours: Colours
) -> None:
    """What a player has played lies in the middle, on the player's side."""
    value = picture["view"][entry.sight.name][seat]
    cards = [value] if isinstance(value, str) else value or []
    if not cards:
        return
    middle, aside = canvas.width // 2, abs(spot.across) > 0.3
    fitted = fit(cards, size, middle - ROOM - 6 if aside else canvas.width - 2 * ROOM - 6)
    wide = width_of(cards, fitted)
    left = middle - wide // 2
    if aside:
        gap = size.width // 2 + 1
        left = middle - gap - wide if spot.across < 0 else middle + gap
    top = int((canvas.height - size.height) / 2 + spot.down * size.height + 0.5)
    best = bool(entry.shown.best) and picture["view"].get(entry.shown.best) == seat
    canvas.cards(left, top, cards, fitted, colours, lit=best)


def fit(cards: Sequence[str], size: CardSize, room: int) -> CardSize:
    """Cards as close together as the room demands."""
    if width_of(cards, size) <= room:
        return size
    return size._replace(step=max(2, (room - size.width) // max(1, len(cards) - 1)))


def _plate(
    canvas: Canvas,
    picture: Picture,
    seat: int,
    spot: Spot,
    colours: Colours,
    absent: Sequence[int | None],
    now: int,
) -> None:
    """A player: who it is and whose turn, cards and points, and what else is true of the seat."""
    acts, own, (x, y, *_) = seat in picture["actors"], seat == picture["seat"], spot
    room = ROOM if abs(x - canvas.width // 2) > 4 and canvas.width < 70 else 24
    team = next((number for number, members in enumerate(teams(picture)) if seat in members), None)
    colour = "" if team is None else colours.teams[team % len(colours.teams)]
    won = bool(picture["result"]) and seat in picture["result"]["winners"]
    name = cut(names(picture)[seat], room - (6 if own else 0) - (4 if acts else 0)) + (" (you)" if own else "")
    style = ACTS if acts else f"bold {colour}"
    line = Text(" ▶ " if acts else "", style).append(name, style).append(" " if acts else "", style)
    line.append(" ★" if won else "")
    canvas.centred(x, y, line)
    has = _has(picture, seat)
    has = has if len(has) <= room else has.removesuffix(" pts")
    canvas.centred(x, y + 1, Text(cut(has, room), colour or "default"))
    canvas.centred(x, y + 2, coloured(cut(_about(picture, seat, absent, now), room), colours))


def _hand(canvas: Canvas, picture: Picture, seat: int, spot: Spot, size: CardSize, colours: Colours) -> None:
    """The cards of another below the plate, or above it at the lower edge: face up where they may be seen."""
    seen, count = hand(picture, seat), hand_size(picture, seat) or 0
    rows = SMALL.height if seen else size.height // 2
    top = spot.y + PLATE if spot.y + PLATE + rows <= canvas.height else spot.y - rows
    if seen:
        fitted = fit(seen, SMALL, canvas.width // 3)
        wide = width_of(seen, fitted)
        canvas.cards(max(0, min(spot.x - wide // 2, canvas.width - wide)), top, seen, fitted, colours)
    elif count:
        canvas.backs(spot.x, top, count, rows)


def _has(picture: Picture, seat: int) -> str:
    """How many cards, and how many points."""
    info, size, points = picture["seats"][seat], hand_size(picture, seat), score(picture, seat)
    if not picture["view"]:
        return "free" if info["free"] else "a bot" if info["bot"] else "is here"
    cards = "" if size is None else f"{size} card{'' if size == 1 else 's'}"
    return " · ".join(part for part in (cards, f"{points} pt{'' if points == '1' else 's'}" if points else "") if part)


def _about(picture: Picture, seat: int, absent: Sequence[int | None], now: int) -> str:
    """Clock, absence, and what lies before a seat and is not drawn."""
    info, who = picture["seats"][seat], names(picture)
    parts = []
    deadline = picture["deadlines"][seat] if seat < len(picture.get("deadlines") or ()) else None
    if deadline and now:
        left = max(0, deadline - now) // 1000
        parts.append(f"{left // 60}:{left % 60:02}")
    if info.get("away"):
        parts.append("a bot stands in")
    elif seat < len(absent) and absent[seat]:
        parts.append("not here")
    for entry, value in lying(picture, seat):
        if entry.drawn and in_middle(entry):
            continue
        words = entry.words(value, who)
        parts.append(words if entry.kind.name in ("CARD", "CARDS", "SUIT") else f"{entry.brief} {words}")
    marks = [entry.brief for entry in marked(picture, seat)]
    return " ".join([*parts, *marks])


def marked(picture: Picture, seat: int) -> list[Entry]:
    """The entries that hold a seat, and hold this one: the dealer, who is in control."""
    found = []
    for entry in entries(picture) if picture["view"] else ():
        value: Any = picture["view"][entry.sight.name]
        if marks_seats(entry) and seat in (value if isinstance(value, list) else [value]):
            found.append(entry)
    return found


def _middle(canvas: Canvas, picture: Picture, size: CardSize, colours: Colours) -> None:
    """What lies in the middle for all: a trick, a floor card, or the sets of a game that has them."""
    middle = [entry for entry in entries(picture) if lies_in_middle(entry)]
    there = [(entry, _cards(picture["view"][entry.sight.name])) for entry in middle]
    there = [(entry, cards) for entry, cards in there if cards]
    sets = face_of(picture).sets
    if sets and not there:
        _grid(canvas, picture, colours)
        return
    high = size.height + 1
    top = canvas.height // 2 - high * len(there) // 2
    for place, (entry, cards) in enumerate(there):
        fitted = fit(cards, size, canvas.width - 2 * ROOM - 6)
        y = top + place * high
        canvas.centred(canvas.width // 2, y, Text(entry.shown.label, "dim"))
        canvas.cards(canvas.width // 2 - width_of(cards, fitted) // 2, y + 1, cards, fitted, colours)


def _cards(value: Any) -> list[str]:
    return [] if not value else [value] if isinstance(value, str) else list(value)


def _grid(canvas: Canvas, picture: Picture, colours: Colours) -> None:
    """The sets of a game, a row each: one's own cards stand out, what is out of play is gone."""
    sets = face_of(picture).sets
    if canvas.height >= GRID_OF_CARDS[1] and canvas.width >= GRID_OF_CARDS[0]:
        _grid_of_cards(canvas, picture, colours)
        return
    wide, step = 5 if canvas.width >= 70 else 3, 2 if canvas.height >= GRID_APART else 1
    own, gone = set(hand(picture, picture["seat"]) or ()), out_of_play(picture)
    top = canvas.height // 2 - len(sets) * step // 2
    for row, (name, cards) in enumerate(sets.items()):
        line = Text()
        for card in cards:
            face = pretty(CARD_NUMBERS[card]) if not card.startswith("X") else ("R★" if card == "Xr" else "B★")
            style = "dim" if card in gone else "reverse" if card in own else ""
            line.append(" " * (wide - 3)).append("  ·" if card in gone else face.rjust(3), style)
        canvas.centred(canvas.width // 2, top + row * step, _inked(line, colours))
        if step > 1 and canvas.width >= GRID_OF_CARDS[0]:
            room = canvas.width // 2 - line.cell_len // 2
            canvas.put(room - LABEL, top + row * step, set_name(picture, name, cards, colours))


def _grid_of_cards(canvas: Canvas, picture: Picture, colours: Colours) -> None:
    """The sets as rows of cards: one's own on paper, the others as outlines, what is out of play not at all."""
    sets = face_of(picture).sets
    own, gone = set(hand(picture, picture["seat"]) or ()), out_of_play(picture)
    top = canvas.height // 2 - len(sets) * SMALL.height // 2
    left = canvas.width // 2 - SMALL.width * max(map(len, sets.values())) // 2
    for row, (name, cards) in enumerate(sets.items()):
        y = top + row * SMALL.height
        canvas.put(left - LABEL, y + 1, set_name(picture, name, cards, colours))
        for place, card in enumerate(cards):
            x = left + place * SMALL.width
            if card in own:
                canvas.card(x, y, card, SMALL, colours)
            elif card not in gone:
                canvas.ghost(x, y, card, SMALL, colours)


def set_name(picture: Picture, name: str, cards: Sequence[str], colours: Colours) -> Text:
    """What a set is called; in the colour of the team that has won it."""
    won = next((team for team, pile in enumerate(won_by(picture)) if cards[0] in pile), None)
    style = "dim" if won is None else f"bold {colours.teams[won % len(colours.teams)]}"
    return Text(cut(f"{'' if won is None else '★ '}{name}", LABEL - 1), style)


def won_by(picture: Picture) -> list[list[str]]:
    """By team: the cards of the sets that it has won, where the game has such piles."""
    entry = next((entry for entry in entries(picture) if entry.shown.unit > 1 and by_team(picture, entry)), None)
    return [list(pile) for pile in picture["view"][entry.sight.name]] if entry else []


def out_of_play(picture: Picture) -> set[str]:
    """The cards of sets that are won."""
    counted = [picture["view"][entry.sight.name] for entry in entries(picture) if entry.shown.unit > 1]
    return {card for piles in counted for pile in piles for card in pile}


def _inked(line: Text, colours: Colours) -> Text:
    """A line of cards in the colours of their suits."""
    for at, letter in enumerate(line.plain):
        if letter in colours.text:
            line.stylize(colours.text[letter], max(0, at - 2), at + 1)
    return line
