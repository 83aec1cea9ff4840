"""boardgame.io's server and clients: installed by npm into a temporary folder, for as long as they are measured."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.server.players import Order
from benchmarks.server.processes import Session, session

FILES = Path(__file__).with_name("peer")
INSTALL = ("install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error")


class Missing(Exception):
    """The peer cannot be measured here; the message says why."""


@contextmanager
def installed() -> Iterator[Path]:
    """A folder with boardgame.io in it."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        raise Missing("node and npm are not on this machine")
    with tempfile.TemporaryDirectory(prefix="handful-peer-") as folder:
        shutil.copytree(FILES, folder, dirs_exist_ok=True)
        try:
            subprocess.run([npm, *INSTALL], cwd=folder, check=True, capture_output=True, text=True, timeout=300)
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            raise Missing("npm could not install it") from error
        yield Path(folder)


@contextmanager
def peer_session(folder: Path, order: Order) -> Iterator[Session]:
    """boardgame.io's server with its own clients."""
    with session(["node", "server.js"], ["node", "players.js"], folder, order, 1) as ready:
        yield ready
