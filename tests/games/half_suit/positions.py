"""Positions of Half Suit as tests write them: six hands, whose turn, and everything else out of play."""

from __future__ import annotations

from handful.cards import WITH_JOKERS, cards_set
from handful.game import Position
from handful.games import find
from handful.games.half_suit.state import HALF_SUITS
from handful.kernel.dice import SeededDice
from handful.observe import Event, view
from tests.games.half_suit.conserved import conserved

GAME = find("half_suit")

LOW_SPADES = "2s 3s 4s 5s 6s 7s"
LOW_HEARTS = "2h 3h 4h 5h 6h 7h"
HIGH_SPADES = "9s Ts Js Qs Ks As"
EIGHTS = "8s 8c 8d 8h Xb Xr"


def at(*hands: str, turn: int = 0, first_goes: int = 0, **options: str) -> Position:
    """A position with these hands. Half suits that nobody holds are out of play; teams won them in turns."""
    s = GAME.fresh(6, options)
    s.hands = [cards_set(hand) for hand in hands]
    s.team, s.spotlight, s.other_spotlight, s.claimer, s.placer = turn & 1, turn, -1, -1, -1
    gone = WITH_JOKERS & ~sum(s.hands)
    for half_suit in HALF_SUITS:
        if half_suit & gone:
            s.won[first_goes] |= half_suit
            first_goes = 1 - first_goes
    assert conserved(s) == 0
    return Position(GAME, s, SeededDice(0))


def do(position: Position, *lines: str) -> list[Event]:
    """Play lines such as "0: ask 3 5h"; what happened in the last one."""
    events: list[Event] = []
    for line in lines:
        seat, text = line.split(": ")
        events = position.act(int(seat), GAME.words.read_action(text))
        assert conserved(position.state) == 0
    return events


def claim(position: Position, seat: int, what: str, cards: str, holders: str) -> list[Event]:
    """Claim a half suit and say in one go who holds each card; what happened."""
    events = do(position, f"{seat}: {what}")
    for card, holder in zip(cards.split(), holders.split(), strict=True):
        events += do(position, f"{seat}: {card} with {holder}")
    return events


def refusal(position: Position, line: str) -> str:
    """Why a line is refused."""
    seat, text = line.split(": ")
    return position.refusal(int(seat), GAME.words.read_action(text))


def texts(position: Position, seat: int) -> list[str]:
    """The legal actions of a seat as texts."""
    return [GAME.words.write_action(action) for action in position.legal(seat)]


def asks(position: Position, seat: int) -> list[str]:
    """The legal asks of a seat."""
    return [text for text in texts(position, seat) if text.startswith("ask")]


def told(events: list[Event]) -> list[str]:
    """The names of events, in order."""
    return [event.name for event in events]


def values(events: list[Event], name: str) -> list[dict[str, object]]:
    """The values of all events of a name, as plain data."""
    return [{key: value for key, value in e.json().items() if key != "event"} for e in events if e.name == name]


def points(position: Position) -> tuple[int, int]:
    """The points of the two teams."""
    return GAME.rules.score(position.state, 0), GAME.rules.score(position.state, 1)


def known(position: Position, seat: int):
    """What a seat, or a spectator, can be certain of."""
    return GAME.knowledge(view(position.state, seat))
