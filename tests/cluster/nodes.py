"""Three real server processes that share a real PostgreSQL and a real NATS server, each through wires of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import asyncpg  # type: ignore[import-untyped]

from tests.cluster.wires import Exchange, Wire, exchange
from tests.server.clients import Guest, Server
from tests.server.nats import Nats
from tests.store.postgres import Postgres, postgres

NAMES = ("north", "east", "west")
LEASE_MS = 1500
FLOOR_MS = 30
IDLE_MS = 1500
SCALE = 0.04
"""A fast decision's 15 seconds last 0.6 s."""


class Node(Server):
    """A server process with its wires to the database and to the bus."""

    def __init__(self, name: str, folder: Path, store: str, database: Wire, news: Wire) -> None:
        self.name = name
        self.database = database
        self.news = news
        super().__init__(
            folder,
            store=store,
            bus=f"nats://127.0.0.1:{news.port}",
            node=name,
            lease_ms=LEASE_MS,
            bot_floor_ms=FLOOR_MS,
            clock_scale=SCALE,
            idle_ms=IDLE_MS,
        )

    @property
    def wires(self) -> tuple[Wire, Wire]:
        """All that connects it with the others."""
        return self.database, self.news

    def metric(self, name: str) -> float:
        """A number that it counts."""
        lines = Guest(self, "x").get("/metrics").text.splitlines()
        return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith((f"{name} ", f"{name}{{")))

    def hears(self) -> bool:
        """Whether it is connected with the bus."""
        return bool(Guest(self, "x").get("/healthz").json()["bus"] == "on")


class Cluster:
    """The three nodes, and what they share."""

    def __init__(self, database: Postgres, nats: Nats, wires: Exchange, folder: Path, stack: ExitStack) -> None:
        self.database = database
        self.nats = nats
        self.store = database.address()
        """The way of the tests to the store, which nothing cuts."""
        self.nodes = []
        for name in NAMES:
            (folder / name).mkdir()
            to_database, to_nats = wires.wire(self._to_database), wires.wire(self._to_nats)
            node = Node(name, folder / name, self._through(to_database), to_database, to_nats)
            self.nodes.append(stack.enter_context(node))

    @property
    def _folder(self) -> str:
        return parse_qs(urlsplit(self.store).query)["host"][0]

    async def _to_database(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_unix_connection(f"{self._folder}/.s.PGSQL.5432")

    async def _to_nats(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.nats.port)

    def _through(self, wire: Wire) -> str:
        return self.store.replace(f"host={self._folder}&", "").replace("@/", f"@127.0.0.1:{wire.port}/")

    def __getitem__(self, name: str) -> Node:
        return next(node for node in self.nodes if node.name == name)

    async def on_duty(self, table: str) -> str:
        """The name of the node that holds the lease of a table; empty if nobody does."""
        return str(await self.ask("SELECT node FROM tables WHERE id = $1", table))

    async def ask(self, statement: str, *values: object) -> object:
        """Ask the database something; the first value of the answer."""
        connection = await asyncpg.connect(self.store)
        try:
            return await connection.fetchval(statement, *values)
        finally:
            await connection.close()

    def mend(self) -> None:
        """Bring back whatever a test has broken."""
        for node in self.nodes:
            for wire in node.wires:
                wire.heal()
            if node.process.poll() is not None:
                node.start()


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """Three nodes, as long as they are needed."""
    with ExitStack() as stack:
        database = stack.enter_context(postgres())
        nats = Nats()
        stack.callback(nats.stop)
        wires = stack.enter_context(exchange())
        yield Cluster(database, nats, wires, folder, stack)
