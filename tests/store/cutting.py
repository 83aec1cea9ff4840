"""A way to PostgreSQL that can be cut at the worst moment: a commit is done, and its answer never arrives."""

from __future__ import annotations

import asyncio
from urllib.parse import parse_qs, urlsplit


class Cutter:
    """A relay on the loopback before the socket file of a server."""

    def __init__(self, address: str) -> None:
        folder = parse_qs(urlsplit(address).query)["host"][0]
        self.socket = f"{folder}/.s.PGSQL.5432"
        self.address = address.replace(f"host={folder}&", "")
        self.cuts = 0
        """How many answers to commits are still to be cut off."""
        self.done = 0

    async def begin(self) -> None:
        """Listen on a free port."""
        self.server = await asyncio.start_server(self._relay, "127.0.0.1", 0)
        port = self.server.sockets[0].getsockname()[1]
        self.address = self.address.replace("@/", f"@127.0.0.1:{port}/")

    async def end(self) -> None:
        """Stop listening."""
        self.server.close()
        await self.server.wait_closed()

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        behind_reader, behind_writer = await asyncio.open_unix_connection(self.socket)
        answers = asyncio.create_task(self._pass_on(behind_reader, writer))
        while asked := await reader.read(65536):
            if self.cuts and b"COMMIT;" in asked:
                self.cuts -= 1
                self.done += 1
                answers.cancel()
                await asyncio.wait([answers])
                behind_writer.write(asked)
                assert b"COMMIT" in await behind_reader.read(65536)
                break
            behind_writer.write(asked)
        for one in (behind_writer, writer):
            one.close()
        await asyncio.wait([answers])

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while answer := await reader.read(65536):
            writer.write(answer)
        writer.close()
