"""Many games in step are the same games: as `handful sim` plays them, as the interpreted rules play them."""

from __future__ import annotations

import gc
import itertools
import weakref

import numpy as np
import pytest

from handful import kit
from handful.cards import BadText, members
from handful.columns import view_columns
from handful.envs import Batch, Saved, dlpack
from handful.envs.imagination import worlds
from handful.event_memory import kept
from handful.game import Illegal, Position
from handful.games import ROOMS, find
from handful.kernel.random_games import (
    DECISIONS,
    GAMES,
    LONGEST,
    SCORES,
    SHARES,
    TALLY_SIZE,
    WHOLE_WIN,
    Interpreted,
)
from handful.observe import view

pytestmark = pytest.mark.xdist_group("envs")  # compiled in one process, once


@pytest.fixture(params=ROOMS)
def game(request):
    return find(request.param)


def some_settings(game, most=4):
    """A few settings of a game: the first, the last, and some between."""
    found = kit.settings(game)
    return found[:: max(1, len(found) // most)]


def play_to_the_end(batch):
    """Random actions until every game is over; how many steps each took."""
    lengths = np.zeros(batch.n, int)
    while not batch.done.all():
        lengths += ~batch.done
        batch.step(batch.random_actions())
    return lengths


def test_the_same_seed_gives_the_games_of_the_simulation(game, monkeypatch):
    """Driven by the stream of choices, a batch has the tally of `handful sim`, and its games end in the same bytes."""
    monkeypatch.setattr("handful.envs.batch.LEAST_A_THREAD", 8)
    for setting in some_settings(game):
        batch = Batch(game, *setting, n=40, seed=11, several="drawn", autoreset=False, observations="none", threads=2)
        lengths = play_to_the_end(batch)
        tally = [0] * TALLY_SIZE
        tally[GAMES], tally[DECISIONS], tally[LONGEST] = batch.n, int(lengths.sum()), int(lengths.max())
        for i in range(batch.n):
            s = batch.state(i)
            winners = list(members(game.rules.winners(s)))
            for seat in range(s.seats):
                tally[SCORES + seat] += game.rules.score(s, seat)
                tally[SHARES + seat] += WHOLE_WIN // len(winners) if seat in winners else 0
        assert tally == game.compiled.simulate(game.fresh(*setting), 11, 0, 40).tolist(), setting
        for i in range(0, batch.n, 9):
            s = game.fresh(*setting)
            Interpreted(game.rules).play(s, 11, i, [0] * TALLY_SIZE)
            assert batch.state(i).pack() == s.pack(), f"game {i} of {setting}"


def test_games_that_begin_anew_have_the_numbers_that_follow(game):
    """With autoreset, place i plays the games i, i + n, i + 2n … of the seed, byte for byte."""
    n, seed = 6, 5
    batch = Batch(game, n=n, seed=seed, several="drawn", observations="none")
    steps = [0] * n
    ends = {}
    before = batch.save()
    while len(ends) < 2 * n:
        before = batch.save()
        batch.step(batch.random_actions())
        for i in range(n):
            steps[i] += 1
            if batch.done[i]:
                ends[int(before.facts["number"][i])] = steps[i]
                steps[i] = 0
    for number, length in ends.items():
        tally = game.compiled.simulate(game.fresh(batch.seats), seed, number, 1)
        assert tally[DECISIONS] == length, f"game {number}"


def test_the_arrays_say_what_the_interpreted_rules_say(game):
    """Step by step: bytes, whose turn, legal actions, masks, observations, rewards and the end."""
    rules = game.rules
    for setting in some_settings(game, 2):
        batch = Batch(game, *setting, n=3, seed=2, autoreset=False, observations="floats", rewards="points")
        dice = [kit.SeededDice(2, i) for i in range(3)]
        states = [game.fresh(*setting) for _ in range(3)]
        for s, d in zip(states, dice, strict=True):
            rules.start(s, d)
        for _ in range(60):
            scores = [[rules.score(s, seat) for seat in range(s.seats)] for s in states]
            actions = batch.random_actions().copy()
            turns = batch.turn.copy()
            for i, s in enumerate(states):
                check_row(game, batch, i, s)
                if turns[i] >= 0:
                    action = kit.legal(game, s, turns[i])[actions[i]]
                    rules.apply(s, int(turns[i]), action, dice[i])
            batch.step(actions)
            for i, s in enumerate(states):
                assert batch.state(i).pack() == s.pack()
                assert batch.done[i] == (rules.actors(s) == 0)
                now = [rules.score(s, seat) for seat in range(s.seats)]
                assert batch.rewards[i].tolist() == [a - b for a, b in zip(now, scores[i], strict=True)]


def test_the_last_events_are_kept_in_step_as_the_interpreted_rules_tell_them():
    """Bytes and observations, with the events of the games that begin anew; and imagined worlds tell no secret."""
    batch = Batch("spar", 3, {"target": "1"}, n=3, seed=2, observations="floats", events=5)
    game, begun = batch.game, 0
    positions = [Position.begin(game, 3, kit.SeededDice(2, i), {"target": "1"}) for i in range(3)]
    for step in range(60):
        actions, turns = batch.random_actions().copy(), batch.turn.copy()
        for i, position in enumerate(positions):
            check_row(game, batch, i, position.state)
            position.act(int(turns[i]), int(batch.legal[i, actions[i]]))
        batch.step(actions)
        for i in np.flatnonzero(batch.done):
            begun += 1
            number = int(batch.board.facts["number"][i])
            positions[i] = Position.begin(game, 3, kit.SeededDice(2, number), {"target": "1"})
        assert [batch.state(i).pack() for i in range(3)] == [position.state.pack() for position in positions], step
    assert begun > 3
    batch.reset()
    seat, s = int(batch.turn[0]), batch.state(0)
    for record in worlds(game, s, seat, 2, seed=1):
        world = game.rules.State.unpack(record.tobytes())
        assert batch.columns.of(world, seat) == batch.columns.of(s, seat)
        dealt = [event for _, event in kept(world) if event.name == "dealt"]
        assert [bool(event.values["cards"]) for event in dealt] == [event.values["seat"] == seat for event in dealt]
        assert len(dealt) == 3
    with pytest.raises(BadText, match="can keep 1 to 1,000 events in mind, not 2000"):
        Batch("spar", events=2000)


def check_row(game, batch, i, s):
    """One row of a batch beside the state that it is about."""
    able, seat = game.rules.actors(s), int(batch.turn[i])
    if not able:
        assert (seat, batch.counts[i], batch.mask[i].any(), batch.observations[i].any()) == (-1, 0, False, False)
        return
    assert (able >> seat) & 1
    legal = kit.legal(game, s, seat)
    assert batch.legal[i, : batch.counts[i]].tolist() == legal
    assert batch.mask[i].tolist() == [k < len(legal) for k in range(game.rules.MOST_LEGAL)]
    assert batch.observations[i].tolist() == pytest.approx(batch.columns.of(s, seat))


def test_a_win_is_shared(game):
    batch = Batch(game, n=50, seed=3, autoreset=False, observations="none")
    total = np.zeros(50)
    while not batch.done.all():
        batch.step(batch.random_actions())
        total += batch.rewards.sum(axis=1)
    assert total == pytest.approx(1.0)
    for i in range(50):
        winners = list(members(game.rules.winners(batch.state(i))))
        shares = [1 / len(winners) if seat in winners else 0 for seat in range(batch.seats)]
        # what a game that is over brings is given once
        assert not batch.rewards[i].any() or batch.rewards[i].tolist() == pytest.approx(shares)


def test_all_together_is_the_same_as_one_by_one_where_choices_are_sealed():
    """Declarations of CLAIM, trades of Thirteam, answers of Spar: made at once, they lead to the same bytes."""
    for name, seats, options in (
        ("claim", 4, {}),
        ("thirteam", 6, {"teams": "yes"}),
        ("spar", 4, {"honour": "yes"}),
    ):
        one = Batch(name, seats, options, n=1, seed=4, autoreset=False, actions="code")
        together = Batch(name, seats, options, n=1, seed=4, autoreset=False, actions="code", several="together")
        several = 0
        for _ in range(300):
            if together.done.all():
                break
            given = together.random_actions().copy()
            able = list(members(int(together.board.facts["able"][0])))
            several += len(able) > 1
            assert together.observations.shape[:2] == (1, seats)
            together.step(given)
            for seat in able:
                assert one.turn[0] == seat
                one.step([given[0, seat]])
            assert one.state(0).pack() == together.state(0).pack()
        assert several > 2


def test_of_a_team_that_acts_together_one_action_is_done():
    """Half Suit: all three of a team say what they would do; the one in the spotlight does it."""
    batch = Batch("half_suit", n=20, seed=4, several="together", actions="code")
    for _ in range(200):
        before, given = [batch.state(i) for i in range(20)], batch.random_actions().copy()
        turn = batch.turn.copy()
        batch.step(given)
        for i, s in enumerate(before):
            s.told = None
            batch.game.rules.apply(s, int(turn[i]), int(given[i, turn[i]]), kit.SeededDice(0))
            assert batch.done[i] or batch.state(i) == s


def test_an_action_that_is_not_legal_is_refused_and_nothing_moves():
    batch = Batch("spar", n=3, seed=1)
    before = [batch.state(i).pack() for i in range(3)]
    actions = batch.random_actions().copy()
    actions[1] = 99
    with pytest.raises(Illegal, match="in game 1 of the batch"):
        batch.step(actions)
    after = [batch.state(i).pack() for i in range(3)]
    assert after[1] == before[1]
    assert after[0] != before[0]
    assert batch.refused.tolist() == [False, True, False]
    assert not batch.done[1]


def test_actions_are_given_by_index_by_table_or_as_they_are(game):
    """The same games, however actions are given; texts lead to actions and back."""
    ways = ["index", "code"] + (["table"] if game.moves.every else [])
    batches = [Batch(game, n=30, seed=9, actions=way, autoreset=False) for way in ways]
    for _ in range(80):
        for batch in batches:
            batch.step(batch.random_actions())
    states = [[batch.state(i).pack() for i in range(30)] for batch in batches]
    assert all(some == states[0] for some in states)
    for i in range(30):
        for action in batches[0].legal[i, : batches[0].counts[i]]:
            assert batches[0].code(batches[0].text(action)) == action


def test_a_game_too_large_for_a_table_says_so():
    with pytest.raises(BadText, match="Thirteam has no table of all actions"):
        Batch("thirteam", n=1, actions="table")
    with pytest.raises(BadText, match="rewards cannot be 'money'; it is one of win, points"):
        Batch("thirteam", n=1, rewards="money")


def test_the_table_has_every_legal_action(game):
    """Over many games in many settings, the mask of the table is the list of legal actions."""
    if not game.moves.every:
        return
    for setting in some_settings(game):
        batch = Batch(game, *setting, n=64, seed=1, actions="table", observations="none")
        codes = batch.table.codes
        assert len(set(codes.tolist())) == len(codes)
        assert [batch.table.index(code) for code in codes.tolist()] == list(range(len(codes)))
        for _ in range(120):
            batch.step(batch.random_actions())
            for i in range(0, 64, 7):
                assert sorted(codes[batch.mask[i]]) == sorted(batch.legal[i, : batch.counts[i]])
    with pytest.raises(BadText):
        batch.table.index(-5)


def test_saved_games_go_on_as_they_would_have(game, tmp_path):
    batch = Batch(game, n=8, seed=6)
    for _ in range(40):
        batch.step(batch.random_actions())
    saved, other = batch.save(), batch.copy()
    saved.write(tmp_path / "games.npz")
    several = batch.copy([3, 3, 5])
    assert several.state(0) == several.state(1) == batch.state(3)
    for _ in range(40):
        batch.step(batch.random_actions())
    end = [batch.state(i).pack() for i in range(8)]
    again = Saved.read(tmp_path / "games.npz")
    batch.load(again)
    assert (batch.observations == other.observations).all()
    for _ in range(40):
        batch.step(batch.random_actions())
        other.step(other.random_actions())
    assert [batch.state(i).pack() for i in range(8)] == end == [other.state(i).pack() for i in range(8)]
    batch.load(Saved(again.states[[2]], again.dice[[2]], again.facts[[2]]), [7])
    assert batch.state(7) == game.rules.State.unpack(again.states[2].tobytes())


def test_some_games_are_begun_anew():
    batch = Batch("top_suit", n=4, seed=6, autoreset=False)
    first = [batch.state(i).pack() for i in range(4)]
    batch.reset([False, True, False, True])
    now = [batch.state(i).pack() for i in range(4)]
    assert [a == b for a, b in zip(first, now, strict=True)] == [True, False, True, False]
    batch.reset()
    assert batch.board.facts["number"].tolist() == [0, 5, 2, 7]


def test_a_game_that_is_too_long_is_cut():
    batch = Batch("spar", n=10, seed=6, limit=12, autoreset=False)
    for _ in range(12):
        assert not batch.cut.any()
        batch.step(batch.random_actions())
    assert batch.cut.all()
    assert not batch.done.any()
    assert (batch.turn == -1).all()


def test_rollouts_end_games_and_leave_them_where_they_are(game):
    batch = Batch(game, n=5, seed=6)
    before = [batch.state(i).pack() for i in range(5)]
    worth = batch.rollouts(6, seed=1)
    assert worth.shape == (5, 6, batch.seats)
    assert worth.sum(axis=2) == pytest.approx(1.0)
    assert (worth == batch.rollouts(6, seed=1)).all()
    assert (worth != batch.rollouts(6, seed=2)).any()
    assert [batch.state(i).pack() for i in range(5)] == before


def test_imagined_worlds_look_the_same_and_are_others(game):
    """Every world has the view of the seat; the hidden cards lie in many ways, and the future has other dice."""
    batch = Batch(game, n=4, seed=6)
    for _ in range(25):
        batch.step(batch.random_actions())
    worlds = batch.imagine(20, games=[0, 2], seed=3)
    assert worlds.n == 40
    for k, i in itertools.product(range(20), (0, 2)):
        seat = int(batch.turn[i])
        world = worlds.state(k + 20 * (i == 2))
        assert view(world, seat) == view(batch.state(i), seat)
    for i in (0, 1):
        assert len({worlds.state(k).pack() for k in range(20 * i, 20 * i + 20)}) > 1
    rewards = worlds.rollouts(3)
    assert rewards.sum(axis=2) == pytest.approx(1.0)
    true = {tuple(dice) for dice in batch.board.dice[:, 0].tolist()}
    assert not true & {tuple(dice) for dice in worlds.board.dice[:, 0].tolist()}


def test_it_works_without_the_lock_of_the_interpreter(game):
    """Two batches at once in two threads play what they play alone."""
    from concurrent.futures import ThreadPoolExecutor

    def play(seed):
        batch = Batch(game, n=200, seed=seed, threads=1)
        for _ in range(50):
            batch.step(batch.random_actions())
        return [batch.state(i).pack() for i in range(200)]

    alone = [play(1), play(2)]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(play, (1, 2))) == alone


def test_knowledge_is_worked_out_in_step_as_from_the_view(game):
    """Compiled, with the last events: at every step the columns of the view and of what was heard, and of no more."""
    for setting in some_settings(game, 2):
        batch = Batch(game, *setting, n=3, seed=8, observations="floats", events=2, knowledge=True)
        for _ in range(90):
            for i in range(3):
                seat, s = int(batch.turn[i]), batch.state(i)
                heard = [event.seen_by(seat) for _, event in kept(s)]
                assert batch.observations[i].tolist() == pytest.approx(view_columns(view(s, seat), heard=heard))
            batch.step(batch.random_actions())


def test_no_array_tells_a_world_from_the_true_one(game):
    """Re-deals that the view of the seat allows have the same observations, masks and legal actions, compiled."""
    batch = Batch(game, n=40, seed=9, events=3, knowledge=True)
    others = 0
    for _ in range(12):
        for _ in range(7):
            batch.step(batch.random_actions())
        chosen = [0, 17, 39]
        worlds = batch.imagine(4, games=chosen, seed=2)
        for k, i in enumerate(np.repeat(chosen, 4).tolist()):
            for name in ("turn", "counts", "legal", "mask", "observations"):
                one, other = getattr(worlds, name)[k], getattr(batch, name)[i]
                many = slice(int(batch.counts[i])) if name == "legal" else ...
                assert np.array_equal(np.asarray(one)[many], np.asarray(other)[many]), name
            others += worlds.state(k).hands != batch.state(i).hands
    assert others > 100


NAMES = ("turn", "rewards", "done", "cut", "refused", "counts", "legal", "mask", "observations")


@pytest.mark.parametrize("how", ["ours", "NumPy's"])
def test_every_array_is_handed_to_other_libraries_without_a_copy(how):
    """By DLPack, through our own capsules (which a GPU's arrays need) and NumPy's: the same memory."""
    batch = Batch("spar", seats=3, n=5, seed=2)
    taken = {name: np.from_dlpack(batch.shared(name) if how == "ours" else getattr(batch, name)) for name in NAMES}
    for _ in range(9):
        batch.step(batch.random_actions())
        for name, array in taken.items():
            assert np.shares_memory(array, getattr(batch, name))
            assert array.dtype == getattr(batch, name).dtype
            assert (array == getattr(batch, name)).all()
    with pytest.raises(BadText, match="there is no array 'hands'; it is one of turn, rewards"):
        batch.shared("hands")


def test_what_was_handed_over_lives_as_long_as_it_is_needed_and_no_longer():
    shared = Batch("spar", seats=3, n=5, seed=2).shared("legal")
    whole = weakref.ref(shared.array)
    for version in (None, (1, 0)):
        shared.__dlpack__(max_version=version)  # nobody takes it
    assert not dlpack._lent
    taken, expected = np.from_dlpack(shared), shared.array.tolist()
    del shared
    assert whole() is not None
    assert taken.tolist() == expected
    del taken
    gc.collect()
    assert whole() is None
    assert not dlpack._lent


def test_an_array_is_not_copied_for_a_library_that_asks_for_a_copy():
    shared = Batch("spar", seats=3, n=5, seed=2).shared("turn")
    assert shared.__dlpack_device__() == (dlpack.CPU, 0)
    for asked in ({"copy": True}, {"dl_device": (dlpack.CUDA, 0)}):
        with pytest.raises(BufferError, match="handed over as it is, where it is"):
            shared.__dlpack__(**asked)


@pytest.mark.parametrize("library", ["torch", "jax.numpy"])
def test_pytorch_and_jax_take_the_arrays(library):
    """Where they are installed: the observations, in both forms, by their own `from_dlpack`."""
    other = pytest.importorskip(library)
    for kind in ("floats", "packed"):
        batch = Batch("spar", seats=3, n=5, seed=2, observations=kind)
        for given in (batch.observations, batch.shared("observations")):
            assert np.asarray(other.from_dlpack(given)).tolist() == batch.observations.tolist()


def test_arrays_of_the_caller_are_filled():
    """They are the batch's own then, hold what ours hold, and must fit."""
    ours = Batch("spar", seats=3, n=5, seed=2)
    mine = {"observations": np.ones(ours.observations.shape, np.uint32), "mask": np.ones((5, 8), np.bool_)}
    theirs = Batch("spar", seats=3, n=5, seed=2, into=mine)
    for _ in range(30):
        for batch in (ours, theirs):
            batch.step(batch.random_actions())
        for name, array in mine.items():
            assert np.shares_memory(getattr(theirs, name), array)
            assert (array == getattr(ours, name)).all()
    with pytest.raises(BadText, match="mask needs 40 values of bool, not 15 of bool"):
        Batch("spar", seats=3, n=5, into={"mask": np.zeros((5, 3), np.bool_)})
    with pytest.raises(BadText, match="there is no array 'masks'"):
        Batch("spar", seats=3, n=5, into={"masks": mine["mask"]})
