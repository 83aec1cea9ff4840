"""The real command in a real pseudo-terminal of 80 × 24."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

COLUMNS, ROWS = 80, 24
PIECE = re.compile(r"\x1b\[([0-9;?<>=]*)[ -/]*([@-~])|\x1b[\]P_][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b.|([^\x1b])", re.DOTALL)


class Terminal:
    """A command in a pseudo-terminal, and what its screen shows: places and letters, no colours."""

    def __init__(self, *words: str) -> None:
        self.pid, self.end = pty.fork()
        if not self.pid:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
            os.execv(sys.executable, [sys.executable, "-m", "handful", *words])
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.cells = [[" "] * COLUMNS for _ in range(ROWS)]
        self.row = self.column = 0
        self.raw = ""

    def read(self, seconds: float) -> bool:
        """Take in what comes within some time; False when the command is gone."""
        if not select.select([self.end], [], [], seconds)[0]:
            return True
        try:
            some = os.read(self.end, 65536)
        except OSError:
            return False
        self.raw += some.decode(errors="replace")
        *_, last = [match.end() for match in PIECE.finditer(self.raw)] or [0]
        for match in PIECE.finditer(self.raw[:last]):
            self._draw(match)
        self.raw = self.raw[last:]
        return bool(some)

    def _draw(self, piece: re.Match[str]) -> None:
        numbers, final, letter = piece.groups()
        if final == "H":
            row, column = ([int(number or 1) for number in numbers.split(";")] + [1, 1])[:2] if numbers else (1, 1)
            self.row, self.column = row - 1, column - 1
        elif letter == "\n":
            self.row += 1
        elif letter == "\r":
            self.column = 0
        elif letter and letter >= " " and self.row < ROWS and self.column < COLUMNS:
            self.cells[self.row][self.column] = letter
            self.column += 1

    def screen(self) -> str:
        return "\n".join("".join(row).rstrip() for row in self.cells)

    def until(self, wanted: str, seconds: float = 20) -> None:
        """Wait until the screen shows something."""
        end = time.monotonic() + seconds
        while wanted not in self.screen():
            assert time.monotonic() < end, f"no {wanted!r} on:\n{self.screen()}"
            assert self.read(0.2), f"the command is gone:\n{self.screen()}"

    def press(self, keys: str) -> None:
        os.write(self.end, keys.encode())

    def status(self, seconds: float = 20) -> int:
        """The exit status of the command."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.read(0.05)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self.end)
                return os.waitstatus_to_exitcode(status)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        raise AssertionError("the command does not end")


def test_the_command_in_a_terminal():
    terminal = Terminal("play", "spar", "--seed", "1", "--name", "Ada", "--pace", "fast", "--seats", "3")
    terminal.until("Your move:")
    first, *_, last = terminal.screen().split("\n")
    assert "Spar" in first
    assert "Ada (you)" in terminal.screen()
    assert "╭───╭───" in terminal.screen()
    assert "Quit" in last
    terminal.press("1")
    terminal.until("Ada plays")
    terminal.press("?")
    terminal.until("a hint: what a strong bot would do")
    terminal.press("q")
    terminal.until("Your move:")
    terminal.press("r")
    terminal.until("The rules of Spar")
    terminal.press("\x1b")
    terminal.until("Your move:")
    terminal.press("q")
    assert terminal.status() == 0
