"""What can be counted and measured of a running server, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The numbers of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        registry = self.registry
        self.tables = Gauge("handful_tables", "Tables that are loaded", registry=registry)
        self.duties = Gauge("handful_duties", "Tables whose clock and bots are this node's", registry=registry)
        self.connections = Gauge("handful_connections", "Open sockets", registry=registry)
        self.commands = Counter(
            "handful_commands", "Commands, by kind and answer", ["kind", "answer"], registry=registry
        )
        self.entries = Counter("handful_entries", "Entries appended to logs", registry=registry)
        self.conflicts = Counter("handful_conflicts", "Appends for which another was quicker", registry=registry)
        self.deliveries = Counter("handful_deliveries", "Updates sent to clients", registry=registry)
        self.turned_away = Counter("handful_turned_away", "Visitors refused by a limit", ["why"], registry=registry)
        self.bots = Gauge("handful_bots", "What became of the questions to bots", ["what"], registry=registry)
        self.append_seconds = Histogram(
            "handful_append_seconds", "Until an entry is durable", buckets=SECONDS, registry=registry
        )
        self.command_seconds = Histogram(
            "handful_command_seconds", "From a command to its answer", buckets=SECONDS, registry=registry
        )

    def text(self) -> bytes:
        """All numbers, as Prometheus reads them."""
        return generate_latest(self.registry)
