"""The written games of Top-Suit together show all that can happen; that each plays again, `test_golden` tests."""

from __future__ import annotations

from pathlib import Path

from handful.cards import STANDARD
from handful.games.top_suit import GAME
from handful.games.top_suit.patterns import DRAW, EXTEND, PAIR, QUAD, RUN, SINGLE, TRIPLE, pattern_of
from handful.referee import Replay
from handful.transcript import read

GAMES = sorted(Path(__file__).parent.glob("*.game"))


def kind_of(action: int) -> int | str:
    """What sort of action it is: a type of hand, or a word."""
    if action == DRAW:
        return "draw"
    cards = action & STANDARD
    return f"extend by {cards.bit_count()}" if action >= EXTEND else pattern_of(cards)


def test_6_1_6_2_r7_r8_the_written_games_show_every_action_event_and_end():
    actions, events, ends = set(), set(), set()
    for path in GAMES:
        replay = Replay(read(path.read_text()))
        acted = 0
        for move in replay:
            told = [event.name for event in move.events]
            events |= set(told)
            last = acted == replay.position.seats - 1
            acted = replay.position.state.acted
            ends |= {(name, last) for name in told if name in ("went_out", "deck_empty")}
            if move.text:
                actions.add(kind_of(GAME.words.read_action(move.text)))
        assert replay.position.over
    assert actions == {"draw", SINGLE, PAIR, TRIPLE, QUAD, RUN, "extend by 1", "extend by 2"}
    assert events == {kind.name for kind in GAME.rules.EVENTS.kinds}
    assert ends == {("went_out", False), ("went_out", True), ("deck_empty", False), ("deck_empty", True)}
