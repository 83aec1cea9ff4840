"""Cards and positions as pictures: SVG that needs no font, script or file of any other machine."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from handful.cards import CARD_NUMBERS, pretty
from handful.primer import SIGNS, Example, line_text
from handful.tui.picture import (
    Entry,
    Picture,
    before,
    entries,
    facts,
    hand,
    hand_size,
    holds,
    in_lines,
    lies_in_middle,
    lying,
    names,
    score,
    status,
)

WIDTH, HIGH = 40, 56
"""A card."""
STEP, TIGHT = 44, 25
"""From one card to the next: side by side, and in a hand."""
ACROSS, ROW, LEFT, RIGHT = 700, 78, 96, 530
LINE, LONGEST_LINE = 18, 100
FONT = "font-family='system-ui,sans-serif'"
INK = {"♠": "#1a1a1a", "♣": "#1a1a1a", "♦": "#c4001d", "♥": "#c4001d", "": "#1a1a1a"}
SIGN = re.compile("[♦♥]")
MARK_INK = {"+": "#1f8f5f", "-": "#a32035", "*": "#b07d12"}


def card_svg(card: str, x: float, y: float, covered: bool = False) -> str:
    """One card, face up; `--` is one that cannot be seen. Of a covered card only the corner is drawn."""
    box = f"<rect x='{x:g}' y='{y:g}' width='{WIDTH}' height='{HIGH}' rx='5' stroke='#8a857a'"
    if card == "--":
        return f"{box} fill='#2c6e63'/><path d='M{x + 8:g} {y + 8:g}h24v40h-24z' fill='none' stroke='#cfe3de'/>"
    face = pretty(CARD_NUMBERS[card])
    if card.startswith("X"):
        ink = "#c4001d" if card == "Xr" else "#1a1a1a"
        inside = _letters("Jk", x + 12, y + 17, 14, ink)
        inside += "" if covered else _letters("★", x + 22, y + 44, 24, ink)
    else:
        ink = INK[face[-1]]
        inside = _letters(face[:-1], x + 12, y + 17, 15, ink) + _letters(face[-1], x + 12, y + 33, 16, ink)
        inside += "" if covered else _letters(face[-1], x + 27, y + 50, 20, ink)
    return f"{box} fill='#fdfcf8'/>{inside}"


def _letters(text: str, x: float, y: float, size: int, ink: str) -> str:
    return (
        f"<text x='{x:g}' y='{y:g}' font-size='{size}' font-weight='600' text-anchor='middle' fill='{ink}'>"
        f"{escape(text)}</text>"
    )


def row_of(cards: Sequence[str], x: float, y: float, room: float, step: int = STEP) -> str:
    """Some cards in a row, as close as the room demands."""
    apart = min(step, (room - WIDTH) / max(1, len(cards) - 1))
    last = len(cards) - 1
    return "".join(
        card_svg(card, x + place * apart, y, place != last and apart < WIDTH) for place, card in enumerate(cards)
    )


def drawing(height: float, says: str, parts: Sequence[str], across: float = ACROSS) -> str:
    """A picture, with what it shows in words for who cannot see it."""
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {across:g} {height:g}' width='{across:g}' role='img' "
        f"aria-label='{escape(says, quote=True)}' {FONT} style='max-width:100%;height:auto'>{''.join(parts)}</svg>"
    )


def cards_svg(cards: Sequence[str]) -> str:
    """A row of cards."""
    says = " ".join(pretty(CARD_NUMBERS[card]) for card in cards)
    across = STEP * (len(cards) - 1) + WIDTH + 4
    return drawing(HIGH + 4, says, [row_of(cards, 2, 2, across)], across)


def example_svg(example: Example) -> str:
    """The line of an example: cards with their marks below them, and the words between them."""
    parts, x = [], 2.0
    for item in example.items:
        if item.word:
            wide = 8.5 * len(item.word) + 8
            parts.append(_line(_bold(item.word), x + 4, HIGH / 2 + 7, 15))
            x += wide + 10
        for place, card in enumerate(item.cards):
            covered = place < len(item.cards) - 1
            parts.append(card_svg(card.card, x, 2, covered))
            if card.mark:
                ink = MARK_INK.get(card.mark, "currentColor")
                parts.append(_letters(SIGNS.get(card.mark, card.mark), x + WIDTH / 2, HIGH + 19, 13, ink))
            x += TIGHT if covered else WIDTH + 14
    return drawing(HIGH + 26, line_text(example), parts, x)


def position_svg(picture: Picture) -> str:
    """A position: the table above, then each player with the cards that can be seen and what lies before them."""
    drawn = _on_table(picture)
    lines = in_lines(facts(picture, drawn=True), LONGEST_LINE)
    said = f"{status(picture)} {', '.join(facts(picture))}"
    parts = [_line(_bold(status(picture)), 0, LINE)]
    parts += [_line(_inked(line), 0, LINE * (number + 2)) for number, line in enumerate(lines)]
    top = LINE * (len(lines) + 1) + 10
    if drawn:
        parts.append(_groups(drawn, top))
        top += ROW + 14
    for seat in range(len(names(picture))):
        parts.append(_player(picture, seat, top + seat * ROW))
    return drawing(top + len(names(picture)) * ROW, said, parts)


def _on_table(picture: Picture) -> list[tuple[str, list[str]]]:
    """The cards that lie in the middle, by label."""
    middle = [entry for entry in entries(picture) if lies_in_middle(entry)]
    return [
        (entry.shown.label, cards) for entry in middle if (cards := _cards(entry, picture["view"][entry.sight.name]))
    ]


def _cards(entry: Entry, value: str | list[str] | None) -> list[str]:
    if not entry.drawn or not value:
        return []
    return [value] if isinstance(value, str) else value


def _groups(groups: Sequence[tuple[str, list[str]]], y: float) -> str:
    parts, x = [], float(LEFT)
    for name, cards in groups:
        room = STEP * (len(cards) - 1) + WIDTH
        parts += [_line(_inked(name), x, y + 10, 13), row_of(cards, x, y + 16, room)]
        x += room + 24
    return "".join(parts)


def _player(picture: Picture, seat: int, y: float) -> str:
    """A player: name, points, hand, and what lies before them."""
    points, cards = score(picture, seat), hand(picture, seat)
    mark = "▶ " if seat in picture["actors"] else ""
    won = picture["result"] and seat in picture["result"]["winners"]
    parts = [_line(_bold(f"{mark}{names(picture)[seat]}{' ★' if won else ''}"), 0, y + 20)]
    parts.append(_line(holds(picture, seat), 0, y + 38, 13))
    parts.append(_line(f"{points} point{'' if points == '1' else 's'}" if points else "", 0, y + 54, 13))
    shown = ["--"] * (hand_size(picture, seat) or 0) if cards is None else cards
    step = 12 if cards is None else TIGHT
    parts.append(row_of(shown, LEFT, y + 4, RIGHT - LEFT - 30, step))
    return "".join([*parts, *_lying(picture, seat, y)])


def _lying(picture: Picture, seat: int, y: float) -> list[str]:
    """What lies before a player: each kind of cards with what it is, or all of it in words."""
    there = [(entry, value, _cards(entry, value)) for entry, value in lying(picture, seat)]
    if not any(cards for _, _, cards in there):
        return [_line(_inked(before(picture, seat)), RIGHT, y + 34)]
    parts, x = [], float(RIGHT)
    for entry, value, cards in there:
        words = entry.shown.label if cards else entry.words(value, names(picture))
        room = min(TIGHT * (len(cards) - 1) + WIDTH, ACROSS - x - 2)
        parts += [row_of(cards, x, y + 4, room, TIGHT), _line(_inked(words), x, y + 72, 12)]
        x += room + 12
    return parts


def _bold(text: str) -> str:
    return f"<tspan font-weight='600'>{escape(text)}</tspan>"


def _inked(text: str) -> str:
    return SIGN.sub(lambda sign: f"<tspan fill='#d7263d'>{sign[0]}</tspan>", escape(text))


def _line(inside: str, x: float, y: float, size: int = 14) -> str:
    return f"<text x='{x:g}' y='{y:g}' font-size='{size}' fill='currentColor'>{inside}</text>"
