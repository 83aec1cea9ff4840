"""Who sits where: fair to every bot and every seat."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from handful.arena.seatings import Plan
from handful.games import find

ALONE = {seats: tuple((seat,) for seat in range(seats)) for seats in range(2, 7)}
TEAMS = find("half_suit").face.teams


@pytest.mark.parametrize("seats", ALONE)
@pytest.mark.parametrize("bots", [2, 3, 4])
def test_in_every_block_every_bot_has_every_seat_equally_often(bots, seats):
    plan = Plan(bots, ALONE[seats])
    for number in range(12):
        block = plan.block(number)
        assert len(set(block)) == len(block)
        by_seat = [Counter(seating[seat] for seating in block) for seat in range(seats)]
        assert all(by_seat[seat] == by_seat[0] for seat in range(seats))
        assert set(by_seat[0]) == set(range(bots))
        assert len(set(by_seat[0].values())) == 1


def test_two_bots_at_four_seats_meet_evenly_and_one_against_three():
    plan = Plan(2, ALONE[4])
    splits = [sorted(Counter(plan.block(number)[0]).values()) for number in range(4)]
    assert splits == [[2, 2], [1, 3], [2, 2], [1, 3]]
    assert {plan.block(0), plan.block(2)} == {
        ((0, 0, 1, 1), (0, 1, 1, 0), (1, 1, 0, 0), (1, 0, 0, 1)),
        ((0, 1, 0, 1), (1, 0, 1, 0)),
    }
    assert len(plan.block(1)) == 8


def test_even_contests_have_no_lonely_bot():
    plan = Plan(2, ALONE[6], even=True)
    for number in range(10):
        assert all(seating.count(0) == 3 for seating in plan.block(number))
    assert len({plan.block(number) for number in range(10)}) == 3


def test_two_bots_change_sides_in_a_team_game():
    plan = Plan(2, TEAMS)
    assert plan.block(0) == plan.block(7) == ((0, 1, 0, 1, 0, 1), (1, 0, 1, 0, 1, 0))


def test_more_bots_than_teams_all_meet():
    block = Plan(4, TEAMS).block(0)
    assert Counter(frozenset(seating) for seating in block) == {
        frozenset(pair): 2 for pair in combinations(range(4), 2)
    }
    assert all(seating[0] == seating[2] == seating[4] for seating in block)


def test_neighbours_change_from_block_to_block():
    plan = Plan(4, ALONE[4])
    assert len({frozenset(plan.block(number)) for number in range(6)}) == 6


def test_only_fixed_teams_play_together():
    assert find("half_suit").face.sides(6) == ((0, 2, 4), (1, 3, 5))
    assert find("thirteam").face.sides(4) == ((0,), (1,), (2,), (3,))


def test_one_bot_is_no_contest():
    with pytest.raises(ValueError, match="two bots"):
        Plan(1, ALONE[4])
