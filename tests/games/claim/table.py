"""A table of CLAIM set up for a test: written hands, and moves in the words of the game."""

from __future__ import annotations

from handful.cards import ACE, NO_CARD, STANDARD, SUIT_LETTERS, card_number, cards_list, cards_set, members
from handful.game import Position
from handful.games.claim import GAME
from handful.games.claim.state import BUDGET, DECK_SIZE, FLOOR
from handful.kernel.dice import SeededDice
from handful.observe import Event
from handful.referee import Written, WrittenDice

MIXED = ("2s 5c 9d", "3h 7s Jc", "4d 8c Qh", "6h Ts Kc")
"""Four hands without a sequence."""


def draws(*numbers: int) -> list[Written]:
    """What the dice give next."""
    return [Written(0, number) for number in numbers]


def begin(*hands: str, floor: str = "", dice: tuple[int, ...] = (), dealer: int = 0, **options: str) -> Position:
    """A game from its start, with written hands of three, the coming floor cards, and the draws after the dealer's."""
    dealt = [card for hand in reversed(hands) for card in reversed(cards_list(hand))]
    coming = cards_list(floor)
    others = members(STANDARD & ~cards_set(" ".join((*hands, floor))))
    deck = [*others, *reversed(coming), *dealt]
    return Position.begin(GAME, 4, WrittenDice([*draws(dealer), Written(0, deck), *draws(*dice)]), options)


def sit(*hands: str, suits: str = "----", floor: str = "", first: int = 0, **fields: object) -> Position:
    """A floor round: these hands, these declared suits, and a seat about to act as the first. Fields may be options."""
    options = {key: str(value) for key, value in fields.items() if key in GAME.options}
    s = GAME.fresh(4, options)
    s.hands = [cards_set(hand) for hand in hands]
    s.floor = card_number(floor) if floor else NO_CARD
    pile = list(members(STANDARD & ~cards_set(" ".join((*hands, floor)))))
    s.pile = pile + [NO_CARD] * (DECK_SIZE - len(pile))
    s.left, s.deal, s.floor_round, s.phase = len(pile), 1, 1, FLOOR
    s.budgets, s.ceilings, s.choices = [BUDGET] * 4, [ACE] * 4, [-1] * 4
    s.suits = [SUIT_LETTERS.find(letter) for letter in suits]
    s.declared = sum(1 << seat for seat in range(4) if s.suits[seat] >= 0)
    s.first = s.turn = first
    for key, value in fields.items():
        if key not in options:
            setattr(s, key, value)
    return Position(GAME, s, SeededDice(1))


def act(position: Position, *moves: str) -> list[Event]:
    """Make moves such as `0: take discard 5h`; what happened in all of them."""
    events = []
    for move in moves:
        seat, _, text = move.partition(": ")
        events += position.act(int(seat), GAME.words.read_action(text))
    return events


def refusal(position: Position, move: str) -> str:
    """Why a move is refused; empty if it is allowed, which the list of legal actions must confirm."""
    seat, _, text = move.partition(": ")
    action = GAME.words.read_action(text)
    sentence = position.refusal(int(seat), action)
    assert (action in position.legal(int(seat))) == (sentence == "")
    return sentence


def legal(position: Position, seat: int) -> list[str]:
    """The legal actions of a seat, in words."""
    return [GAME.words.write_action(action) for action in position.legal(seat)]


def names(events: list[Event]) -> list[str]:
    """What happened, by name."""
    return [event.name for event in events]


def told(events: list[Event], name: str) -> list[tuple[int | None, ...]]:
    """The values of all events of a name."""
    return [tuple(event.values.values()) for event in events if event.name == name]
