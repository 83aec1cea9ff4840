"""What can be counted and measured of a running server, for Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Times(Collector):
    """How long something took, counted in classes. Only the loop counts, so it needs no lock."""

    def __init__(self, name: str, meaning: str, registry: CollectorRegistry) -> None:
        self.name = name
        self.meaning = meaning
        self.counts = [0] * (len(SECONDS) + 1)
        self.sum = 0.0
        registry.register(self)

    def observe(self, seconds: float) -> None:
        """Count one."""
        self.counts[bisect_left(SECONDS, seconds)] += 1
        self.sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """The numbers, as Prometheus wants them: each class with all shorter ones."""
        buckets, total = [], 0
        for bound, count in zip((*map(str, SECONDS), "+Inf"), self.counts, strict=True):
            total += count
            buckets.append((bound, total))
        yield HistogramMetricFamily(self.name, self.meaning, buckets=buckets, sum_value=self.sum)


class Tally(Collector):
    """How often something happened, by some labels. Only the loop counts, so it needs no lock."""

    def __init__(self, name: str, meaning: str, labels: tuple[str, ...], registry: CollectorRegistry) -> None:
        self.name = name
        self.meaning = meaning
        self.labels = labels
        self.counts: dict[tuple[str, ...], int] = {} if labels else {(): 0}
        registry.register(self)

    def inc(self, amount: int = 1, labels: tuple[str, ...] = ()) -> None:
        """Count some more."""
        self.counts[labels] = self.counts.get(labels, 0) + amount

    def collect(self) -> Iterator[CounterMetricFamily]:
        """The numbers, as Prometheus wants them."""
        family = CounterMetricFamily(self.name, self.meaning, labels=self.labels)
        for labels, count in self.counts.items():
            family.add_metric(labels, count)
        yield family


class Metrics:
    """The numbers of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        registry = self.registry
        self.tables = Gauge("handful_tables", "Tables that are loaded", registry=registry)
        self.duties = Gauge("handful_duties", "Tables whose clock and bots are this node's", registry=registry)
        self.connections = Gauge("handful_connections", "Open sockets", registry=registry)
        self.commands = Tally("handful_commands", "Commands, by kind and answer", ("kind", "answer"), registry)
        self.entries = Tally("handful_entries", "Entries appended to logs", (), registry)
        self.conflicts = Counter("handful_conflicts", "Appends for which another was quicker", registry=registry)
        self.deliveries = Tally("handful_deliveries", "Updates sent to clients", (), registry)
        self.turned_away = Counter("handful_turned_away", "Visitors refused by a limit", ["why"], registry=registry)
        self.bots = Gauge("handful_bots", "What became of the questions to bots", ["what"], registry=registry)
        self.append_seconds = Times("handful_append_seconds", "Until an entry is durable", registry)
        self.command_seconds = Times("handful_command_seconds", "From a command to its answer", registry)
        self.bot_late_seconds = Times("handful_bot_late_seconds", "From a bot's planned move to its doing", registry)

    def answered(self, kind: str, answer: str) -> None:
        """Count a command of a kind, by the answer that it got."""
        self.commands.inc(labels=(kind, answer))

    def text(self) -> bytes:
        """All numbers, as Prometheus reads them."""
        return generate_latest(self.registry)
