"""How cards look in a terminal, and how they are read out."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from handful.cards import CARD_NUMBERS, RANK_LETTERS, SUIT_LETTERS, SUIT_NAMES, SUIT_SYMBOLS, pretty

OUTLINES = {0: ("╭", "─", "╮"), 3: ("╰", "─", "╯")}
"""The first and the last line of a card; the others have sides only."""
PAPER, LIT_PAPER, EDGE = "on #f2efe6", "on #ffd866", "#9a958a"
BACK = "#c8d4ee on #39548c"
"""The back of a card, and its edge."""


@dataclass(frozen=True)
class Colours:
    """The styles of the suit signs, in a text and on the white of a card, and the colours of teams."""

    text: dict[str, str]
    card: dict[str, str]
    teams: tuple[str, ...] = ("#5fd7af", "#ffaf5f", "#af87ff")


TWO_COLOURS = Colours(
    text={"♠": "bold", "♣": "bold", "♦": "bold #ff6e6e", "♥": "bold #ff6e6e"},
    card={"♠": "bold #111111", "♣": "bold #111111", "♦": "bold #c4001d", "♥": "bold #c4001d"},
)
FOUR_COLOURS = Colours(
    text={"♠": "bold", "♣": "bold #5fd75f", "♦": "bold #5fafff", "♥": "bold #ff6e6e"},
    card={"♠": "bold #111111", "♣": "bold #00701a", "♦": "bold #0046c7", "♥": "bold #c4001d"},
)


def palette(four: bool, dark: bool) -> Colours:
    """Two colours for the suits or four, for a dark screen or a light one: there a text has the colours of cards.

    >>> palette(False, True) is TWO_COLOURS
    True
    """
    colours = FOUR_COLOURS if four else TWO_COLOURS
    return colours if dark else Colours(colours.card, colours.card, ("#00664a", "#9a4a00", "#5b2db0"))


FACE = re.compile(r"(?<!\w)(10|[2-9JQKA])([♠♣♦♥])|(Black|Red) Joker")
BETWEEN = re.compile(r"(?:(?<=[♠♣♦♥])|(?<=Joker)) (?=(?:10|[2-9JQKA])[♠♣♦♥]|(?:Black|Red) Joker)")
CARD_TOKEN = re.compile(r"(?<!\w)(?:[2-9TJQKA][scdh]|X[br])(?!\w)")
RANK_NAMES = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}

WIDE, NARROW, TIGHT = 4, 3, 2
"""Columns from one card of a hand to the next: they lie over one another like cards in a hand; tight, without edges."""


def cards_in(action: str) -> list[str]:
    """The cards that the text of an action names.

    >>> cards_in("play Kc Kd top Kd")
    ['Kc', 'Kd', 'Kd']
    """
    return CARD_TOKEN.findall(action)


def said(action: str, names: Sequence[str], spoken: Mapping[str, str]) -> str:
    """The text of an action as people say it: cards with their signs, players by their names.

    >>> said("ask 1 5h", ["Ada", "Bo"], {"ask": "ask {1} for {2}"})
    'ask Bo for 5♥'
    """
    verb, *rest = action.split(" ")
    words = [_word(verb, names), *(_suit(word) or _word(word, names) for word in rest)]
    return spoken[verb].format(*words) if verb in spoken else " ".join(words)


def _suit(word: str) -> str:
    return SUIT_NAMES[SUIT_LETTERS.index(word)] if len(word) == 1 and word in SUIT_LETTERS else ""


def _word(word: str, names: Sequence[str]) -> str:
    if word in CARD_NUMBERS:
        return pretty(CARD_NUMBERS[word])
    if word.isdecimal() and int(word) < len(names):
        return names[int(word)]
    return word.replace("-", " ")


def spelled(sentence: str) -> str:
    """A sentence with its cards in words, for a voice to read.

    >>> spelled("Ada plays 10♦.")
    'Ada plays 10 of diamonds.'
    >>> spelled("Bo holds 2♣ A♠.")
    'Bo holds 2 of clubs, ace of spades.'
    """
    sentence = BETWEEN.sub(", ", sentence)
    return FACE.sub(lambda found: found[0] if found[3] else _in_words(found[1], found[2]), sentence)


def _in_words(rank: str, symbol: str) -> str:
    return f"{RANK_NAMES.get(rank, rank)} of {SUIT_NAMES[SUIT_SYMBOLS.index(symbol)]}"


def coloured(sentence: str, colours: Colours) -> Text:
    """A sentence with its cards, and signs of suits, in their colours."""
    text = Text(sentence)
    for found in FACE.finditer(sentence):
        style = colours.text[found[2] or ("♥" if found[3] == "Red" else "♠")]
        text.stylize(style, *found.span())
    for at, sign in enumerate(sentence):
        if sign in colours.text:
            text.stylize(colours.text[sign], at, at + 1)
    return text


def corner(card: str, step: int = WIDE) -> tuple[str, str]:
    """What the corner of a card shows, and the suit sign whose colour it has.

    >>> corner("Td"), corner("Xr")
    (('10♦', '♦'), ('Jkr', '♥'))
    """
    if card.startswith("X"):
        return "Jkr" if step == WIDE else "Jk", "♥" if card == "Xr" else "♠"
    rank = "10" if card[0] == "T" and step == WIDE else card[0]
    sign = SUIT_SYMBOLS[SUIT_LETTERS.index(card[1])]
    return rank + sign, sign


def by_rank(card: str, highest: str = "") -> tuple[bool, bool, int]:
    """The order of a hand by rank, then suit; one rank may be above all others, and jokers are last."""
    return card.startswith("X"), card[0] == highest, CARD_NUMBERS[card]


def by_suit(card: str) -> tuple[int, int]:
    """The order of a hand by suit, in alternating colours, then rank; jokers last."""
    if card.startswith("X"):
        return 4, CARD_NUMBERS[card]
    return "shcd".index(card[1]), RANK_LETTERS.index(card[0])


def step_of(count: int, width: int) -> int:
    """How far apart the cards of a hand lie so that all fit.

    >>> [step_of(count, 78) for count in (19, 25, 31)]
    [4, 3, 2]
    """
    return next((step for step in (WIDE, NARROW) if count * step + 2 <= width), TIGHT)


def fan(cards: Sequence[str], width: int, colours: Colours, raised: Collection[str] = (), cursor: int = -1) -> Text:
    """A hand of cards, four lines high; chosen cards are raised, and the one under the cursor is lit.

    >>> print(fan(["As", "Td"], 40, TWO_COLOURS, raised=["Td"]).plain)
        ╭────╮
    ╭───│10♦ │
    │A♠ │    │
    │   ╰────╯
    """
    step = step_of(len(cards), width)
    drawn = Text(no_wrap=True, end="")
    for line in range(4):
        for place, card in enumerate(cards):
            paper = LIT_PAPER if place == cursor else PAPER
            last = place == len(cards) - 1
            drawn.append_text(_slice(card, line - (card not in raised), step, last, colours, paper))
        drawn.append("\n" if line < 3 else "")
    return drawn


def _slice(card: str, line: int, step: int, last: bool, colours: Colours, paper: str) -> Text:
    """One line of one card, as much of it as the next card leaves free."""
    face, sign = corner(card, step)
    width, edge = step + (2 if last else 0), f"{EDGE} {paper}"
    inner = width - (2 if last else 1)
    if line < 0:
        return Text(" " * width)
    left, fill, right = OUTLINES.get(line, ("│", " ", "│"))
    if step == TIGHT:
        left, inner = "", step
    inside = fill * inner if line != 1 else face.ljust(inner)
    shown = f"{colours.card[sign]} {'underline ' if paper is LIT_PAPER else ''}{paper}"  # to be seen without colours
    text = Text().append(left, edge).append(inside, shown if line == 1 else edge)
    return text.append(right, edge) if last else text
