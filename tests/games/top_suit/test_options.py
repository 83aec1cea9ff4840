"""The options of Top-Suit: `beats`, `quads`, `runs` and `best_of`."""

from __future__ import annotations

import pytest

from handful.game import BadText, Position
from handful.games.top_suit import GAME
from handful.kernel.dice import SeededDice
from tests.games.top_suit.table import act, allowed, legal, names, refusal, sit

SINGLES = "2s Ks 2c Kc 2d Kd 2h Kh"


@pytest.mark.parametrize(
    ("beats", "lead", "beaten_by"),
    [
        ("suit", "9s", "2d 2h Ks Kd Kh"),
        ("suit", "9c", "2s 2d Ks Kc Kd"),
        ("suit", "9d", "Kd"),
        ("suit", "9h", "2c 2d Kc Kd Kh"),
        ("either", "9s", "2d 2h Ks Kc Kd Kh"),
        ("either", "9c", "2s 2d Ks Kc Kd Kh"),
        ("either", "9d", "Ks Kc Kd Kh"),
        ("either", "9h", "2c 2d Ks Kc Kd Kh"),
        ("rank", "9s", "9d 9h Ks Kc Kd Kh"),
        ("rank", "9c", "9s 9d Ks Kc Kd Kh"),
        ("rank", "9d", "Ks Kc Kd Kh"),
        ("rank", "9h", "9c 9d Ks Kc Kd Kh"),
    ],
)
def test_4_5_r2_what_beats_a_single_under_each_option(beats, lead, beaten_by):
    nines = " ".join(card for card in ("9s", "9c", "9d", "9h") if card != lead and beats == "rank")
    position = sit(f"{lead} 3s", f"{SINGLES} {nines}", "4s", beats=beats)
    act(position, f"0: play {lead}")
    assert legal(position) == ["draw", *(f"play {card}" for card in beaten_by.split())]


@pytest.mark.parametrize(("beats", "wins"), [("suit", True), ("either", True), ("rank", False)])
def test_r2_a_low_diamond_pair_on_high_clubs(beats, wins):
    position = sit("Kc Kh 2s", "3d 3s", "4s", beats=beats)
    act(position, "0: play Kc Kh top Kc")
    assert allowed(position, "1: play 3s 3d top 3d") == wins


@pytest.mark.parametrize("lead", ["Ad", "Ac Ad top Ad", "As Ac Ad top Ad", "Qd Kd Ad"])
def test_r3_a_bomb_beats_all_that_is_no_quad(lead):
    for quads in ("match", "bomb"):
        position = sit("As Ac Ad Qd Kd 2s", "3s 3c 3d 3h 5s", "4s 4c 4d 4h 6s 2d 2c 2h", quads=quads)
        act(position, f"0: play {lead}")
        assert legal(position) == (["draw", "play 3s 3c 3d 3h"] if quads == "bomb" else ["draw"])
    act(position, "1: play 3s 3c 3d 3h")
    assert legal(position) == ["draw", "play 4s 4c 4d 4h"]


def test_r3_a_bomb_on_a_quad_must_still_be_higher():
    position = sit("7s 7c 7d 7h 2s", "6s 6c 6d 6h 5s", "8s 8c 8d 8h 4s", quads="bomb")
    act(position, "0: play 7s 7c 7d 7h")
    assert refusal(position, "1: play 6s 6c 6d 6h") == "Your hand does not beat the one on the table."


def test_r4_a_stronger_run_may_have_any_length():
    position = sit("4c 5c 6c 7c 2h", "2d 3d 4d 8c 9c Tc Jc Qc", "3s")
    act(position, "0: play 4c 5c 6c 7c")
    assert legal(position) == [
        "draw",
        "play 2d 3d 4d",
        "play 8c 9c Tc",
        "play 9c Tc Jc",
        "play 8c 9c Tc Jc",
        "play Tc Jc Qc",
        "play 9c Tc Jc Qc",
        "play 8c 9c Tc Jc Qc",
        "extend 8c",
        "extend 8c 9c",
    ]


def test_r4_runs_of_equal_length():
    position = sit("4c 5c 6c 7c 2h", "2d 3d 4d 8c 9c Tc Jc Qc", "3s 3h", runs="equal")
    assert allowed(position, "0: play 5c 6c 7c")  # a leader chooses the length
    act(position, "0: play 4c 5c 6c 7c")
    assert legal(position) == ["draw", "play 8c 9c Tc Jc", "play 9c Tc Jc Qc", "extend 8c", "extend 8c 9c"]
    expected = "At this table a new run must have as many cards as the run to beat."
    assert refusal(position, "1: play 2d 3d 4d") == expected
    assert refusal(position, "1: play 8c 9c Tc Jc Qc") == expected


def test_r4_r5_extending_sets_a_new_length():
    position = sit("4c 5c 6c 2h", "7c 2s", "2d 3d 4d 5d 9s", runs="equal")
    act(position, "0: play 4c 5c 6c", "1: extend 7c")
    assert legal(position) == ["draw", "play 2d 3d 4d 5d"]


# ---------------------------------------------------------------- matches


def empty_hand(position: Position, seat: int) -> list[str]:
    """Let a seat win the game under way by playing its last card; the names of what happened."""
    s = position.state
    s.points = [0, 0, 0, 0]
    s.hands[seat] = 1
    s.turn, s.pattern, s.acted = seat, 0, 0
    return names(act(position, f"{seat}: play 2s"))


def test_r8_one_game_by_default():
    position = sit("2s", "3s 4s", "5s 6s")
    assert position.state.best_of == 1
    assert empty_hand(position, 0) == ["played", "went_out", "game_ended"]
    assert position.outcome().scores == (1, 0, 0)


def test_r8_a_match_is_over_when_somebody_has_won_more_than_half():
    position = Position.begin(GAME, 3, SeededDice(3), {"best_of": "3"})
    began = ["game_won", "game_began", "dealt", "dealt", "dealt"]
    assert empty_hand(position, 1) == ["played", "went_out", *began]
    assert position.state.game == 2
    assert GAME.rules.winners(position.state) == 0
    assert empty_hand(position, 2) == ["played", "went_out", *began]
    assert empty_hand(position, 1) == ["played", "went_out", "game_won", "game_ended"]
    assert position.outcome().scores == (0, 2, 1)
    assert position.outcome().winners == (1,)


def test_r8_a_match_is_decided_early():
    position = Position.begin(GAME, 4, SeededDice(3), {"best_of": "9"})
    for _ in range(4):
        empty_hand(position, 3)
        assert not position.over
    empty_hand(position, 3)
    assert position.over
    assert position.state.game == 5
    assert position.outcome().scores == (0, 0, 0, 5)


def test_r8_a_match_of_an_even_number_can_be_shared():
    position = Position.begin(GAME, 3, SeededDice(3), {"best_of": "2"})
    empty_hand(position, 0)
    empty_hand(position, 2)
    assert position.over
    assert position.outcome().winners == (0, 2)


def test_r8_a_shared_game_counts_for_each():
    position = sit("4c 9s", "5c 9c", "6c 9h", deck="2d", best_of="3")
    position.state.points = [2, 2, 1, 0]
    events = act(position, "0: draw")
    assert [event.sentence() for event in events[:3]] == [
        "Seat 0 draws 2♦ and passes.",
        "The last card of the deck is drawn.",
        "Game 1 is won by: Seat 0, Seat 1.",
    ]
    assert position.state.won[:3] == [1, 1, 0]


def test_r1_r8_every_game_is_dealt_anew_and_draws_a_new_first_leader():
    leaders = set()
    for seed in range(30):
        position = Position.begin(GAME, 4, SeededDice(seed), {"best_of": "9"})
        empty_hand(position, 0)
        s = position.state
        assert [hand.bit_count() for hand in s.hands] == [8, 8, 8, 8]
        assert (s.left, s.seen, s.trick, s.points) == (20, 0, 0, [0, 0, 0, 0])
        leaders.add(s.turn)
    assert leaders == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("name", "text"), [("best_of", "0"), ("best_of", "10"), ("beats", "both"), ("quads", "yes"), ("runs", "no")]
)
def test_options_that_do_not_exist(name, text):
    with pytest.raises(BadText, match=f"option {name} cannot be '{text}'"):
        GAME.fresh(3, {name: text})
