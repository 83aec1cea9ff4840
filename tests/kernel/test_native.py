"""Compiled play and interpreted play are the same play."""

import pickle
import subprocess
import sys

import pytest

from handful.games import ROOMS, find
from handful.kernel.compiler import cache_folder
from handful.kernel.random_games import Interpreted
from handful.simulation import simulate


@pytest.mark.parametrize("name", ROOMS)
def test_whole_simulations_agree(name):
    game = find(name)
    for seats in game.seats:
        fresh = game.fresh(seats)
        assert Interpreted(game.rules).simulate(fresh, 9, 5, 4) == game.compiled.simulate(fresh, 9, 5, 4).tolist()


def test_a_copy_goes_its_own_way():
    game = find("spar")
    state = game.compiled.begin(game.fresh(3), 4)
    other = state.copy()
    seat = state.actors().bit_length() - 1
    state.apply(seat, state.legal(seat)[0])
    assert other.legal(seat) != state.legal(seat)
    assert other.state() != state.state()
    assert other.check(seat, other.legal(seat)[0]) == 0


def test_a_simulation_does_not_depend_on_how_it_is_divided():
    game = find("spar")
    whole = simulate(game, 500, 3, {}, seed=2).tally
    parts = [game.compiled.simulate(game.fresh(3), 2, first, 100) for first in range(0, 500, 100)]
    assert whole[0] == 500
    assert whole[1] == sum(int(part[1]) for part in parts)
    assert whole[4:] == [int(sum(part[i] for part in parts)) for i in range(4, 16)]


def test_the_cache_is_named_by_the_rules(tmp_path, monkeypatch):
    monkeypatch.setenv("HANDFUL_CACHE", str(tmp_path))
    spar, claim = (find(name).rules for name in ("spar", "claim"))
    assert cache_folder(spar.start).parent == tmp_path / "handful"
    assert cache_folder(spar.start) == cache_folder(spar.start) != cache_folder(claim.start)


def test_a_changed_rule_is_compiled_anew(tmp_path, monkeypatch):
    """Numba alone would play the old rule: the one that changed is called by the one that is cached."""
    monkeypatch.setenv("HANDFUL_CACHE", str(tmp_path / "cache"))
    script = "import room; from handful.kernel import compiler as c; c.learn_rules()\n"
    script += "with c.cached(room.outer): print(c.compiled(lambda: room.outer())())"
    answers = []
    for inner in (1, 2):
        code = (
            f"from handful.kernel import rule\n@rule\ndef inner(): return {inner}\n@rule\ndef outer(): return inner()\n"
        )
        (tmp_path / "room.py").write_text(code)
        (tmp_path / "go.py").write_text(script)
        done = subprocess.run([sys.executable, "-B", tmp_path / "go.py"], capture_output=True, text=True, check=True)
        answers.append(done.stdout.strip())
    assert answers == ["1", "2"]


IMPORTS = (
    "import sys, handful, handful.games, handful.game, handful.transcript, handful.cli; print(sorted(sys.modules))"
)


def test_importing_handful_imports_no_compiler():
    modules = subprocess.run([sys.executable, "-c", IMPORTS], capture_output=True, text=True, check=True).stdout
    for heavy in ("'numba'", "'numpy'", "'llvmlite'"):
        assert heavy not in modules


def test_games_can_go_to_another_process():
    assert pickle.loads(pickle.dumps(find("spar"))).name == "spar"
