"""A process that is told things and answers, a line of JSON each: a worker of the arena, or a bot of somebody else."""

from __future__ import annotations

import math
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, BinaryIO

LONGEST_LINE = 1 << 20


class Failed(Exception):
    """A process did not answer as it should; the message says how."""


def own_output() -> BinaryIO:
    """In such a process: where answers go. What a bot prints is no answer, and goes to standard error from now on."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return out


class Process:
    """A process with this one's import path, and the lines to and from it."""

    def __init__(self, command: Sequence[str], who: str = "it", leads: bool = False) -> None:
        """Start it; `who` it is in sentences. One that leads is ended with all that it has started itself."""
        self.who = who
        self.leads = leads
        self._rest = b""
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (it is closed with the process)
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                env=environment,
                start_new_session=leads,  # Ctrl-C is for this process, which then ends the others
            )
        except OSError as error:
            self._errors.close()
            raise Failed(f"{who} cannot be started: {error.strerror}") from None
        assert self._process.stdin
        assert self._process.stdout
        self._in, self._out = self._process.stdin, self._process.stdout

    def fileno(self) -> int:
        """What to wait for until it answers."""
        return self._out.fileno()

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def tell(self, line: bytes) -> None:
        """Send a line; one that is gone is noticed when it should answer."""
        with suppress(BrokenPipeError):
            self._in.write(line + b"\n")
            self._in.flush()

    def line(self, seconds: float = math.inf) -> bytes:
        """The one line that it answers, within some time; if there is none, Failed, and the process is ended."""
        try:
            return self._line(seconds)
        except Failed:
            self.stop()
            raise

    def _line(self, seconds: float) -> bytes:
        until = time.monotonic() + seconds
        with selectors.DefaultSelector() as waiting:
            waiting.register(self, selectors.EVENT_READ)
            while b"\n" not in self._rest:
                if not waiting.select(None if until == math.inf else max(0.0, until - time.monotonic())):
                    raise Failed(f"{self.who} took longer than {seconds:g} s")
                more = os.read(self.fileno(), 1 << 16)
                if not more:
                    raise Failed(self._ended())
                self._rest += more
                if len(self._rest) > LONGEST_LINE:
                    raise Failed(f"{self.who} answered too much")
        line, _, self._rest = self._rest.partition(b"\n")
        if self._rest:
            raise Failed(f"{self.who} answered more than one line")
        return line

    def _ended(self) -> str:
        """What to say of a process that is gone: the last that it wrote about it."""
        self._process.wait()
        self._errors.seek(0)
        last = self._errors.read()[-2000:].strip().rpartition(b"\n")[2][:200].decode(errors="replace")
        return f"{self.who} ended" + (f": {last}" if last else " without an answer")

    def stop(self) -> None:
        """End it; once is enough."""
        if self.leads:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        self._process.wait()
        for stream in (self._in, self._out, self._errors):
            with suppress(BrokenPipeError):  # what was not sent need not be
                stream.close()
