"""A table of Top-Suit set up for a test: written hands, and moves in the words of the game."""

from __future__ import annotations

from handful.cards import NO_CARD, STANDARD, cards_list, cards_set, members
from handful.game import Position
from handful.games.top_suit import GAME
from handful.games.top_suit.rules import DECK_SIZE
from handful.kernel.dice import SeededDice
from handful.observe import Event


def sit(*hands: str, deck: str = "", leader: int = 0, **options: str) -> Position:
    """A game in which these hands are held and a seat leads. The deck is what is written, or all the other cards."""
    position = Position.begin(GAME, len(hands), SeededDice(1), options)
    s = position.state
    held = [cards_set(hand) for hand in hands]
    others = STANDARD & ~cards_set(" ".join(hands))
    pile = cards_list(deck) or list(members(others))
    s.hands = held + [0] * (4 - len(held))
    s.deck = [NO_CARD] * (DECK_SIZE - len(pile)) + pile
    s.left = len(pile)
    s.seen = others & ~sum(1 << card for card in pile)
    s.leader = s.turn = leader
    return position


def act(position: Position, *moves: str) -> list[Event]:
    """Make moves such as `0: play Kd`; what happened in all of them."""
    events = []
    for move in moves:
        seat, _, text = move.partition(": ")
        events += position.act(int(seat), GAME.words.read_action(text))
    return events


def refusal(position: Position, move: str) -> str:
    """Why a move is refused; empty if it is allowed."""
    seat, _, text = move.partition(": ")
    return position.refusal(int(seat), GAME.words.read_action(text))


def allowed(position: Position, move: str) -> bool:
    """Whether a move is legal, by the list of legal actions and by the check alike."""
    seat, _, text = move.partition(": ")
    listed = GAME.words.read_action(text) in position.legal(int(seat))
    assert listed == (refusal(position, move) == "")
    return listed


def legal(position: Position) -> list[str]:
    """The legal actions of the seat on turn, in words."""
    return [GAME.words.write_action(action) for action in position.legal(position.state.turn)]


def names(events: list[Event]) -> list[str]:
    """What happened, by name."""
    return [event.name for event in events]


def points(position: Position) -> list[int]:
    """The points by seat."""
    return position.state.points[: position.seats]
