"""The same work on many machines: an actor on every node of a Ray cluster, which feeds the workers of its node.

Work is done in chunks. A worker, an actor or a whole node that is lost loses only the chunk that it had, and that one
is done again. Ray is an extra, and every node has the same Handful.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from handful.cards import BadText

TRIES = 5
"""How often a chunk is tried before the work is given up."""

Chunk = Any
Found = Any


class Lost(Exception):
    """A worker is gone; what it had can be done again by another."""


class Workers(Protocol):
    """Those who work on a node."""

    def do(self, chunk: Chunk) -> Found:
        """Do a chunk; Lost if somebody is gone, and then these workers are not asked again."""

    def close(self) -> None:
        """End them."""


Hire = Callable[[int], Workers]
"""Workers for so many cores."""


class Node:
    """On a node: its workers, and what they are given."""

    def __init__(self, hire: Hire, cores: int) -> None:
        self.hire, self.cores = hire, cores
        self.workers: Workers | None = None

    def do(self, chunk: Chunk) -> tuple[Found, Exception | None]:
        """What was found, or what went wrong."""
        try:
            self.workers = self.workers or self.hire(self.cores)
            return self.workers.do(chunk), None
        except Lost as lost:
            if self.workers:
                self.workers.close()
            self.workers = None
            return None, lost
        except Exception as error:
            return None, error


@dataclass(eq=False)
class Job:
    """A chunk, and how often it was lost."""

    chunk: Chunk
    losses: int = 0


@dataclass(eq=False)
class Place:
    """Where an actor is."""

    node: str
    cores: int
    actor: Any


def the_ray() -> Any:
    """Ray, connected to the cluster that RAY_ADDRESS or this machine knows, or else on this machine alone."""
    try:
        import ray
    except ImportError:
        raise BadText("--on ray needs the extra: pip install 'handful[ray]'") from None
    if not ray.is_initialized():
        ray.init(log_to_driver=False, logging_level=logging.ERROR, include_dashboard=False)
    return ray


class Cluster:
    """The nodes of a cluster, while some work is done."""

    def __init__(self, hire: Hire, each_core: bool = False) -> None:
        """An actor on every node, or on every core for workers that use one core only."""
        self.ray, self.hire, self.each_core = the_ray(), hire, each_core
        self.places: list[Place] = []

    def nodes(self) -> dict[str, int]:
        """The nodes that are there, with their cores."""
        there = [node for node in self.ray.nodes() if node["Alive"]]
        return {node["NodeID"]: int(node["Resources"].get("CPU", 0)) for node in there if node["Resources"].get("CPU")}

    def settle(self) -> list[Place]:
        """Put actors where there are none yet; the new ones."""
        known = {place.node for place in self.places}
        new = []
        for node, cores in self.nodes().items():
            if node not in known:
                new += [self._place(node, 1) for _ in range(cores)] if self.each_core else [self._place(node, cores)]
        self.places += new
        return new

    def _place(self, node: str, cores: int) -> Place:
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        here = NodeAffinitySchedulingStrategy(node, soft=False)
        actor = self.ray.remote(Node).options(num_cpus=1, scheduling_strategy=here)
        return Place(node, cores, actor.remote(self.hire, cores))

    def work(self, chunks: Iterator[Chunk]) -> Iterator[tuple[Chunk, Found]]:
        """Do all chunks, and give what was found as it comes; Lost if no node is left or a chunk is lost every time."""
        jobs, again = (Job(chunk) for chunk in chunks), deque[Job]()
        waiting: dict[Any, tuple[Place, Job]] = {}
        free = deque(self.settle())
        try:
            while True:
                while free and (job := again.popleft() if again else next(jobs, None)):
                    place = free.popleft()
                    waiting[place.actor.do.remote(job.chunk)] = place, job
                if not waiting and not free:
                    raise Lost("the cluster has no node that could do it; what was done is kept")
                if not waiting:
                    return
                ready, _ = self.ray.wait(list(waiting), num_returns=1)
                place, job = waiting.pop(ready[0])
                found, error = self._heard(ready[0])
                if error is None:
                    free.append(place)
                    yield job.chunk, found
                    continue
                job.losses += 1
                if not isinstance(error, Lost) or job.losses == TRIES:
                    raise error
                again.append(job)
                free.extend(self._renewed(place))
        finally:
            self.close()

    def _heard(self, answer: Any) -> tuple[Found, Exception | None]:
        """What an actor answers; one that is gone is lost."""
        try:
            found, error = self.ray.get(answer)
        except self.ray.exceptions.RayTaskError:
            raise
        except self.ray.exceptions.RayError as gone:
            return None, Lost(f"a node was lost: {gone}")
        return found, error

    def _renewed(self, place: Place) -> list[Place]:
        """Instead of one that lost something: another on its node if that is there, and others on new nodes."""
        self._end(place)
        self.places.remove(place)
        new = [self._place(place.node, place.cores)] if place.node in self.nodes() else []
        self.places += new
        return [*new, *self.settle()]

    def _end(self, place: Place) -> None:
        with suppress(Exception):  # it is gone already
            self.ray.kill(place.actor)

    def close(self) -> None:
        """End all actors; their workers end with them."""
        for place in self.places:
            self._end(place)
        self.places = []
