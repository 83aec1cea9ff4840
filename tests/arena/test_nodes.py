"""`--on ray`: the same games on a cluster of several nodes, here all in one machine; who is killed loses a chunk."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial

import pytest
from typer.testing import CliRunner

from handful.arena import dataset
from handful.arena.contest import Contest, setting_of
from handful.arena.entrants import enter
from handful.arena.nodes import NodeCrew, chunks, play_on_nodes
from handful.arena.workers import CannotPlay, Crew, Task
from handful.cli import app
from handful.cluster import Cluster, Lost
from handful.games import find
from handful.simulation import simulate

SPAR = find("spar")
GAMES = 24


@pytest.fixture(scope="module")
def cluster():
    """Two nodes, the first of which is where the work is asked for."""
    ray = pytest.importorskip("ray", reason="Ray is an extra: pip install 'handful[ray]'")
    from ray.cluster_utils import Cluster

    found = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        found.add_node(num_cpus=1)
        ray.init(address=found.address, log_to_driver=False)
        yield found
    finally:
        ray.shutdown()
        found.shutdown()


def setting(bots=("easy", "random"), iterations=5):
    return setting_of(SPAR, 2, {"target": "2"}, enter(list(bots), iterations=iterations), seed=3)


def source(contest, games=GAMES):
    def give():
        found = contest.next(contest.blocks(games))
        return Task(contest.setting, *found) if found else None

    return give


@pytest.fixture(scope="module")
def local(tmp_path_factory):
    """The file of the contest as one machine plays it."""
    file = tmp_path_factory.mktemp("local") / "local.jsonl"
    contest = Contest(setting(), file)
    with Crew(2) as crew:
        crew.play(source(contest), lambda _, played: contest.add(played))
    return file.read_bytes()


def test_the_file_of_a_contest_is_the_local_one(cluster, local, tmp_path):
    contest = Contest(setting(), tmp_path / "far.jsonl")
    play_on_nodes(source(contest), lambda _, played: contest.add(played), GAMES, jobs=1)
    assert len(contest.played) == GAMES
    assert (tmp_path / "far.jsonl").read_bytes() == local


def test_a_worker_an_actor_and_a_node_that_are_killed_lose_only_their_chunk(cluster, local, tmp_path):
    """Everything that is lost is played again, and the file is the same."""
    more = cluster.add_node(num_cpus=1)
    contest, given = Contest(setting(), tmp_path / "far.jsonl"), []

    def give():
        task = source(contest)()
        given.append(task)
        return task

    cluster = Cluster(partial(Killed, tmp_path / "once"))
    for done, (_, played) in enumerate(cluster.work(chunks(give, 2))):
        for _, game in played:
            contest.add(game)
        if done == 0:
            cluster.ray.kill(cluster.places[0].actor)
        if done == 1:
            cluster.remove_node(more, allow_graceful=False)
    assert (tmp_path / "once").exists(), "a worker was killed"
    assert (tmp_path / "far.jsonl").read_bytes() == local
    assert len([task for task in given if task]) == GAMES, "no other game was given out again"


class Killed(NodeCrew):
    """A crew of which a worker is killed, once in the whole cluster, while it plays."""

    def __init__(self, once, cores):
        super().__init__(1, cores)
        self.once = once

    def do(self, tasks):
        try:
            self.once.touch(exist_ok=False)
        except FileExistsError:
            return super().do(tasks)
        os.kill(self.crew.workers[0]._process.pid, signal.SIGKILL)
        return super().do(tasks)


def test_what_is_lost_every_time_and_what_is_wrong_are_told(cluster):
    with pytest.raises(Lost, match="never here"):
        list(Cluster(Hopeless).work(iter([1, 2])))
    other = setting_of(SPAR, 2, {}, enter(["easy", "random"]), 3)
    other = type(other)(**{name: getattr(other, name) for name in other.__struct_fields__} | {"code": "another"})
    with pytest.raises(CannotPlay, match="install the same Handful"):
        play_on_nodes(iter([Task(other, 0, 0), None]).__next__, lambda *_: None, 1, jobs=1)


class Hopeless:
    """Workers that are gone before they begin."""

    def __init__(self, cores):
        """Nobody is hired."""

    def do(self, chunk):
        raise Lost("never here")

    def close(self):
        """Nobody is there."""


def test_random_games_and_data_are_the_same_as_here(cluster, tmp_path):
    far = simulate(SPAR, 500, 3, {}, seed=4, far=True)
    assert far.tally == simulate(SPAR, 500, 3, {}, seed=4).tally
    what = dataset.dataset_of(SPAR, 2, {"target": "1"}, 200, 5, ("easy", "random"))
    dataset.write(what, tmp_path / "here.npz", lambda _: None)
    dataset.write(what, tmp_path / "far.npz", lambda _: None, dataset.on_nodes)
    assert (tmp_path / "far.npz").read_bytes() == (tmp_path / "here.npz").read_bytes()


def test_the_command_finds_the_cluster(cluster, local, tmp_path):
    """As the page for researchers says: by RAY_ADDRESS, and into a file that goes on where it was."""
    file = tmp_path / "far.jsonl"
    file.write_bytes(b"".join(local.splitlines(keepends=True)[:5]))
    words = ("spar", "easy", "random", "--seats", "2", "-o", "target=2", "--iterations", "5", "--seed", "3")
    command = [sys.executable, "-m", "handful", "arena", *words, "-n", str(GAMES), "--on", "ray", "--out", str(file)]
    environment = os.environ | {"RAY_ADDRESS": cluster.address}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "4 of these games were played before" in done.stderr
    assert file.read_bytes() == local


def test_a_place_that_is_not_there_gets_a_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)  # as if it were not installed
    for words, sentence in (
        (("--on", "rya"), "there is no place 'rya'. Did you mean ray?"),
        (("--on", "ray", "--device", "cuda"), "leave --device away"),
        (("--on", "ray"), "--on ray needs the extra: pip install 'handful[ray]'"),
    ):
        refused = CliRunner().invoke(app, ["sim", "spar", "-n", "10", *words])
        assert refused.exit_code != 0
        assert sentence in refused.output
