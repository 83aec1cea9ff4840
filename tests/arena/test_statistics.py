"""The arithmetic: intervals that hold what they promise, ratings that order bots rightly."""

from __future__ import annotations

import random

import pytest

from handful.arena.game import Played, Showing, percentile, time_class
from handful.arena.report import decided_by, points, score_shares
from handful.arena.statistics import ratings, share, student


def played(seating, scores, winners):
    return Played(0, 0, seating, scores, winners, 0.0, [Showing() for _ in set(seating)])


def test_student_is_student():
    table = {1: 12.706, 2: 4.303, 4: 2.776, 5: 2.571, 8: 2.306, 20: 2.086, 60: 2.000, 1000: 1.962}
    for freedom, value in table.items():
        assert student(freedom) == pytest.approx(value, abs=0.002)


def test_a_share_of_independent_games_has_wilsons_interval():
    found = share([1.0] * 60 + [0.0] * 40, [1.0] * 100)
    assert found.value == 0.6
    assert found.low == pytest.approx(0.5020, abs=0.002)  # Wilson, 60 of 100
    assert found.high == pytest.approx(0.6906, abs=0.002)


def test_games_of_a_block_are_not_counted_as_independent():
    wide = share([10.0, 0.0] * 10, [10.0] * 20)
    narrow = share([5.0, 5.0] * 10, [10.0] * 20)
    assert wide.value == narrow.value == 0.5
    assert wide.high - wide.low > 2.5 * (narrow.high - narrow.low)


def test_winning_everything_is_no_certainty():
    found = share([2.0] * 20, [2.0] * 20)
    assert found.value == found.high == 1.0
    assert 0.8 < found.low < 0.85


def test_one_block_tells_nothing_and_no_block_even_less():
    assert (share([1.0], [1.0]).low, share([1.0], [1.0]).high) == (0.0, 1.0)
    assert share([], []) is None
    assert share([0.0], [0.0]) is None


@pytest.mark.parametrize(("chance", "blocks"), [(0.5, 8), (0.5, 60), (0.8, 25), (0.95, 40)])
def test_an_interval_covers_the_truth_as_often_as_it_says(chance, blocks):
    rng, covered, times = random.Random(f"{chance} {blocks}"), 0, 1500
    for _ in range(times):
        parts = []
        for _ in range(blocks):
            lucky = rng.random()  # the deal: games of a block go the same way more often than not
            parts.append(sum((lucky if rng.random() < 0.5 else rng.random()) < chance for _ in range(4)))
        found = share(parts, [4.0] * blocks)
        covered += found.low <= chance <= found.high
    assert 0.925 < covered / times < 0.985


def test_ratings_follow_the_points():
    rng = random.Random(3)
    strength = [0.0, 200.0, 400.0]
    blocks = []
    for _ in range(200):
        block = [[0.0] * 3 for _ in range(3)]
        for one in range(3):
            for other in range(one):
                better = 1 / (1 + 10 ** ((strength[other] - strength[one]) / 400))
                won = sum(rng.random() < better for _ in range(6))
                block[one][other], block[other][one] = won, 6 - won
        blocks.append(block)
    found = ratings(blocks)
    assert sum(one.value for one in found) / 3 == pytest.approx(1500)
    for one, truth in zip(found, strength, strict=True):
        assert one.low <= truth + 1300 <= one.high
        assert one.high - one.low < 60


def test_a_bot_that_wins_all_has_a_rating_with_a_wide_interval():
    found = ratings([[[0, 2], [0, 0]]] * 10)
    assert found[0].value > 1650
    assert found[0].low < found[0].value - 30
    assert found[0].value - 1500 == pytest.approx(1500 - found[1].value)


def test_points_and_shares_of_a_game():
    game = played([0, 0, 1, 1], [7, 3, 5, 3], [0])
    assert points(game, 2) == [[0.0, 2.5 / 4], [1.5 / 4, 0.0]]
    alone = ((0,), (1,), (2,), (3,))
    assert score_shares(game, alone) == pytest.approx([3 / 6, 0.5 / 6, 2 / 6, 0.5 / 6])
    assert score_shares(game, ((0, 2), (1, 3))) == pytest.approx([2 / 4, 0, 2 / 4, 0])


def test_who_won_goes_before_the_points():
    assert points(played([0, 1], [3, 9], [0]), 2)[0][1] == 1.0


def test_a_game_is_decided_if_all_winners_are_one_bots():
    assert decided_by(played([0, 1, 0], [1, 0, 1], [0, 2])) == 0
    assert decided_by(played([0, 1, 0], [1, 1, 0], [0, 1])) == -1


def test_percentiles_of_think_times():
    times = {time_class(0.001): 90, time_class(0.5): 10}
    assert percentile(times, 0.5) == pytest.approx(0.001, rel=0.03)
    assert percentile(times, 0.95) == pytest.approx(0.5, rel=0.03)
    assert percentile({}, 0.5) == 0.0
