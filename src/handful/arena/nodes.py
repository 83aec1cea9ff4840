"""Contests on a Ray cluster: on every node a crew of the same workers, which is given some games at a time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from handful.arena.contest import code_digest
from handful.arena.game import Played
from handful.arena.workers import CannotPlay, Crew, Gone, Heard, Source, Task
from handful.cluster import Cluster, Lost

MOST_AT_ONCE = 32
"""Games that are given to a node together."""


class NodeCrew:
    """The workers of one node."""

    def __init__(self, jobs: int, cores: int) -> None:
        self.crew = Crew(jobs or cores)

    def do(self, tasks: list[Task]) -> list[tuple[Task, Played]]:
        """Play some games, each worker one at a time."""
        setting = tasks[0].setting
        if setting.code != code_digest(setting.game):
            raise CannotPlay("a node has other bots or games than this machine: install the same Handful there")
        left, played = iter(tasks), []
        try:
            self.crew.play(lambda: next(left, None), lambda task, game: played.append((task, game)))
        except Gone as gone:
            raise Lost(str(gone)) from None
        return played

    def close(self) -> None:
        """End the workers."""
        self.crew.close()


def play_on_nodes(source: Source, heard: Heard, games: int, jobs: int) -> None:
    """Play all games that there are on the nodes of a cluster; CannotPlay if something went wrong."""
    cluster = Cluster(partial(NodeCrew, jobs))
    most = max(1, min(MOST_AT_ONCE, games // (4 * max(1, len(cluster.nodes())))))
    try:
        for _, played in cluster.work(chunks(source, most)):
            for task, game in played:
                heard(task, game)
    except Lost as lost:
        raise CannotPlay(str(lost)) from None


def chunks(source: Source, most: int) -> Iterator[list[Task]]:
    """Games, some at a time."""
    while some := [task for task in (source() for _ in range(most)) if task]:
        yield some
