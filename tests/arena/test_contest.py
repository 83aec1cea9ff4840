"""Whole contests: the same games again, stopped and gone on with, written down and read back."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from handful.arena.contest import Contest, setting_of
from handful.arena.entrants import enter, names
from handful.arena.game import Bench
from handful.arena.report import report
from handful.arena.workers import Crew, Task
from handful.figures import Watch
from handful.game import BadText
from handful.games import ROOMS, find
from handful.referee import Replay
from handful.transcript import read

SHORT = {
    "half_suit": {},
    "spar": {"target": "4"},
    "thirteam": {"threshold": "3"},
    "claim": {"deals": "2"},
    "top_suit": {},
}


def setting(game, bots, seats=None, seed=5, **more):
    found = find(game)
    return setting_of(found, seats or found.seats[-1], SHORT[game], enter(bots), seed, **more)


def play(contest, games, jobs=1, stop=10_000):
    """Play a contest to its end, or stop after some games as Ctrl-C does."""
    blocks, done = contest.blocks(games), 0

    def give():
        task = contest.next(blocks)
        return Task(contest.setting, *task) if task else None

    def heard(_, played):
        nonlocal done
        contest.add(played)
        done += 1
        if done == stop:
            raise KeyboardInterrupt

    with Crew(jobs) as crew:
        crew.play(give, heard)


def timeless(contest):
    """What was played, without the times that it took."""
    return {
        key: msgspec.structs.replace(
            game, seconds=0.0, showings=[msgspec.structs.replace(one, times={}) for one in game.showings]
        )
        for key, game in contest.played.items()
    }


@pytest.mark.parametrize("game", ROOMS)
def test_the_same_contest_again_is_the_same_move_by_move(game):
    wanted = setting(game, ["normal", "random"])
    one, again = Bench(wanted), Bench(wanted)
    for number in range(2):
        first, second = one.play(0, number), again.play(0, number)
        assert first.scores == second.scores
        assert first.winners == second.winners
        assert [showing.sense for showing in first.showings] == [showing.sense for showing in second.showings]
        assert first.showings[0].decisions == second.showings[0].decisions > 0


def test_the_games_of_a_block_are_dealt_the_same_cards():
    wanted = setting("spar", ["random", "random"], 2)
    bench = Bench(wanted)
    first, second = bench.play(3, 0), bench.play(3, 1)
    assert first.seating == second.seating[::-1]
    assert bench.play(4, 0).scores != first.scores or bench.play(5, 0).scores != first.scores


def test_a_search_with_iterations_plays_the_same_in_every_process(tmp_path):
    wanted = setting("spar", ["hard@20i", "random"], 2)
    there, here = Contest(wanted, tmp_path / "a.jsonl"), Contest(wanted)
    play(there, 4, jobs=2)
    bench = Bench(wanted)
    for block, number in there.played:
        here.add(bench.play(block, number))
    assert timeless(there) == timeless(here)


def test_a_contest_that_was_stopped_goes_on_and_ends_the_same(tmp_path):
    wanted = setting("top_suit", ["normal", "easy", "random"], 3)
    whole, file = Contest(wanted), tmp_path / "stopped.jsonl"
    play(whole, 12, jobs=2)
    with pytest.raises(KeyboardInterrupt):
        play(Contest(wanted, file), 12, jobs=2, stop=5)
    with file.open("ab") as out:
        out.write(b'{"block": 3, "ga')  # it was killed while it wrote
    again = Contest(wanted, file)
    assert len(again.played) == 5
    play(again, 12)
    assert timeless(again) == timeless(whole)
    assert timeless(Contest(wanted, file)) == timeless(whole)
    assert report(again).json()["against"] == report(whole).json()["against"]
    assert again.next(again.blocks(12)) is None


def test_without_a_clock_the_file_is_the_same_however_it_was_played(tmp_path):
    """By one worker or two, stopped or not: games stand in the order of the plan, and no time is in them."""
    wanted = setting("spar", ["hard@5i", "random"], 2)
    files = [tmp_path / name for name in ("one.jsonl", "two.jsonl", "stopped.jsonl")]
    play(Contest(wanted, files[0]), 8)
    play(Contest(wanted, files[1]), 8, jobs=2)
    with pytest.raises(KeyboardInterrupt):
        play(Contest(wanted, files[2]), 8, jobs=2, stop=5)
    play(Contest(wanted, files[2]), 8, jobs=2)
    assert files[0].read_bytes() == files[1].read_bytes() == files[2].read_bytes()
    read = Contest(wanted, files[0])
    assert list(read.played) == [(block, game) for block in range(4) for game in range(2)]
    assert all(not showing.times for game in read.played.values() for showing in game.showings)


def test_a_file_of_another_contest_is_refused_and_left_as_it_is(tmp_path):
    file = tmp_path / "spar.jsonl"
    Contest(setting("spar", ["easy", "random"], 2), file)
    before = file.read_bytes()
    with pytest.raises(BadText, match=r"another contest \(bots, seed differ\)"):
        Contest(setting("spar", ["normal", "random"], 2, seed=6), file)
    assert file.read_bytes() == before


def test_a_file_that_is_none_is_refused(tmp_path):
    file = tmp_path / "poem.txt"
    file.write_text("roses are red\n")
    with pytest.raises(BadText, match="no file of a contest"):
        Contest(setting("spar", ["easy", "random"], 2), file)


def test_a_block_that_is_not_whole_does_not_count():
    contest = Contest(setting("spar", ["easy", "random"], 2))
    bench = Bench(contest.setting)
    for block, number in ((0, 0), (0, 1), (1, 0)):
        contest.add(bench.play(block, number))
    found = report(contest)
    assert (found.games, found.blocks) == (2, 1)


def test_a_level_against_itself_is_even():
    contest = Contest(setting("top_suit", ["random", "random"], 3))
    assert names(contest.setting.bots) == ["random", "random#2"]
    bench = Bench(contest.setting)
    while len(contest.played) < 360:
        block, number = contest.next()
        contest.add(bench.play(block, number))
    found = report(contest)
    assert found.against[0][1].low < 0.5 < found.against[0][1].high
    assert found.bots[0].score_share.low < 1 / 3 < found.bots[0].score_share.high
    assert sum(line.score_share.value for line in found.bots) == pytest.approx(2 / 3)


@pytest.mark.parametrize("game", ROOMS)
def test_good_sense_is_read_off_the_events(game):
    contest = Contest(setting(game, ["normal", "random"]))
    bench = Bench(contest.setting)
    for number in range(2):
        contest.add(bench.play(0, number))
    shown = [played.showings for played in contest.played.values()]
    names = set(find(game).face.watch.figures)
    assert names
    found = {name for showings in shown for showing in showings for name in showing.sense}
    assert found <= names
    assert len(found) >= min(2, len(names))
    for showings in shown:
        for showing in showings:
            assert all(times > 0 for _, times in showing.sense.values())


def test_half_suit_asks_hit_and_miss_as_the_log_says():
    bench = Bench(setting("half_suit", ["normal", "random"]))
    one = bench.play(0, 0)
    normal, random = one.showings
    hits, asks = normal.sense["asks that hit"]
    assert asks > hits > 0
    assert random.sense["asks that hit"][0] / random.sense["asks that hit"][1] < hits / asks
    ends = ("claims right", "counter-claims right")
    claims = [showing.sense.get(end, [0, 0]) for showing in (normal, random) for end in ends]
    assert sum(times for _, times in claims) == 9 == sum(one.scores[:2])
    assert all(right <= times for right, times in claims)


def test_5_3_a_claim_that_forces_a_counter_claim_is_neither_right_nor_wrong():
    watch = find("half_suit").face.watch(6)
    game = Path(__file__).parents[1] / "games/half_suit/five_points.game"
    for move in Replay(read(game.read_text(encoding="utf-8"))):
        for event in move.events:
            watch.see(event)
    forced = [watch.found[seat].get("forced counters paid", [0, 0]) for seat in range(6)]
    countered = [watch.found[seat].get("counter-claims right", [0, 0]) for seat in range(6)]
    assert sum(times for _, times in forced) == 2 == sum(times for _, times in countered)
    assert sum(paid for paid, _ in forced) == 2 - sum(right for right, _ in countered)
    judged = sum(watch.found[seat].get("claims right", [0, 0])[1] for seat in range(6))
    assert judged == game.read_text(encoding="utf-8").count(": claim ") - 2


def test_a_game_without_figures_of_its_own_has_none():
    assert Watch(4).found == [{}, {}, {}, {}]
