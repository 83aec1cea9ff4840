"""A table of Thirteam set up for a test: written hands and deals, and moves in the words of the game."""

from __future__ import annotations

from handful.cards import STANDARD, WITH_JOKERS, cards_set, cards_text, members
from handful.game import Position
from handful.games.thirteam import GAME
from handful.games.thirteam.patterns import pattern_of
from handful.kernel.bits import count
from handful.kernel.dice import SeededDice
from handful.observe import Event


class WrittenDeals(SeededDice):
    """Dice that deal what is written, and at random when that is used up."""

    __slots__ = ("deals",)

    def __init__(self, *deals: list[str]) -> None:
        super().__init__(1)
        self.deals = list(deals)

    def shuffle(self, deck: list[int], n: int) -> None:
        """Bring the deck into the order in which the next written hands are dealt."""
        if not self.deals:
            super().shuffle(deck, n)
            return
        hands = filled(self.deals.pop(0), n)
        deck[:n] = [card for hand in reversed(hands) for card in members(hand)]


def filled(hands: list[str], n: int) -> list[int]:
    """Written hands, filled up with the lowest cards that nobody holds."""
    seats = 4 if n == 52 else 6
    sets = [cards_set(hand) for hand in hands] + [0] * (seats - len(hands))
    rest = list(members((STANDARD if n == 52 else WITH_JOKERS) & ~sum(sets)))
    for seat in range(seats):
        while count(sets[seat]) < n // seats:
            sets[seat] |= 1 << rest.pop(0)
    return sets


def dealt(seats: int, *deals: list[str], **options: str) -> Position:
    """A new game in which these hands are dealt, round by round."""
    return Position.begin(GAME, seats, WrittenDeals(*deals), options)


def sit(*hands: str, leader: int = 0, trick: str = "", by: int = -1, turn: int = -1, **options: str) -> Position:
    """A game in the middle of a round: these hands are left, and a seat leads or a trick of somebody lies on the table.

    Who has no cards went out before, in the order of the seats.
    """
    position = Position.begin(GAME, len(hands), SeededDice(1), {"teams": "no"} | options)
    s = position.state
    s.memorising = 0
    for seat, hand in enumerate(hands):
        s.hands[seat] = cards_set(hand)
    out = [seat for seat in range(s.seats) if not s.hands[seat]]
    s.placed = out + [-1] * (6 - len(out))
    s.holding = sum(1 << seat for seat in range(s.seats) if s.hands[seat])
    s.played = (STANDARD if s.seats == 4 else WITH_JOKERS) & ~sum(s.hands)
    s.turn = leader if turn < 0 else turn
    s.opener = 0
    if trick:
        s.trick, s.by = cards_set(trick), by
        s.pattern = pattern_of(s.trick)
    return position


def act(position: Position, *moves: str) -> list[Event]:
    """Make moves such as `0: play Kd`; what happened in all of them."""
    events = []
    for move in moves:
        seat, _, text = move.partition(": ")
        events += position.act(int(seat), GAME.words.read_action(text))
    return events


def all_ready(position: Position) -> list[Event]:
    """Everybody says ready."""
    return act(position, *(f"{seat}: ready" for seat in range(6)))


def refusal(position: Position, move: str) -> str:
    """Why a move is refused; empty if it is allowed."""
    seat, _, text = move.partition(": ")
    action = GAME.words.read_action(text)
    reason = position.refusal(int(seat), action)
    assert (reason == "") == (action in position.legal(int(seat)))
    return reason


def allowed(position: Position, move: str) -> bool:
    """Whether a move is legal, by the list of legal actions and by the check alike."""
    return refusal(position, move) == ""


def legal(position: Position, seat: int) -> set[str]:
    """The legal actions of a seat, in words."""
    return {GAME.words.write_action(action) for action in position.legal(seat)}


def names(events: list[Event]) -> list[str]:
    """What happened, by name."""
    return [event.name for event in events]


def told(events: list[Event], name: str) -> list[list[int | None]]:
    """The values of all events of a name."""
    return [list(event.values.values()) for event in events if event.name == name]


def hands(position: Position) -> list[str]:
    """All hands, in words."""
    return [cards_text(hand) for hand in position.state.hands[: position.seats]]
