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

from tests.patience import PATIENCE_S

COLUMNS, ROWS = 80, 24
PLAY = ("--seed", "1", "--name", "Ada", "--pace", "fast", "--seats", "3")
PIECE = re.compile(
    r"\x1b\[([0-9;?<>=]*)[ -/]*([@-~])|\x1b[\]P_][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[^\[\]P_]|([^\x1b])", re.DOTALL
)


class Terminal:
    """A command in a pseudo-terminal, and what its screen shows: places and letters, no colours."""

    program: tuple[str, ...] = (sys.executable, "-m", "handful")

    def __init__(self, *words: str, **environment: str) -> None:
        self.pid, self.end = pty.fork()
        if not self.pid:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", **environment)
            os.execv(self.program[0], [*self.program, *words])
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.cells = [[" "] * COLUMNS for _ in range(ROWS)]
        self.row = self.column = 0
        self.raw = self.written = ""

    def read(self, seconds: float) -> bool:
        """Take in what comes within some time; False when the command is gone."""
        if not select.select([self.end], [], [], seconds)[0]:
            return True
        try:
            some = os.read(self.end, 65536)
        except OSError:
            return False
        self.raw += some.decode(errors="replace")
        self.written += some.decode(errors="replace")
        while match := PIECE.match(self.raw):  # what is not yet whole waits for the rest
            self._draw(match)
            self.raw = self.raw[match.end() :]
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

    def until(self, wanted: str, there: bool = True) -> None:
        """Wait until the screen shows something, or no longer does."""
        end = time.monotonic() + PATIENCE_S
        while (wanted in self.screen()) != there:
            assert time.monotonic() < end, f"{wanted!r} on:\n{self.screen()}"
            assert self.read(0.2), f"the command is gone:\n{self.screen()}"

    def press(self, keys: str) -> None:
        os.write(self.end, keys.encode())

    def click(self, wanted: str) -> None:
        """Click with the mouse on the first place of the screen that shows something."""
        row, line = next((row, line) for row, line in enumerate(self.screen().split("\n"), 1) if wanted in line)
        place = f"0;{line.index(wanted) + 1};{row}"
        self.press(f"\x1b[<{place}M\x1b[<{place}m")

    def status(self) -> int:
        """The exit status of the command."""
        end = time.monotonic() + PATIENCE_S
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
    terminal = Terminal("play", "spar", *PLAY)
    terminal.until("Your move:")
    terminal.until("q Quit")
    first, *_, last = terminal.screen().split("\n")
    assert "Spar" in first
    assert "Ada (you)" in terminal.screen()
    assert "╭───╭───" in terminal.screen()
    assert "Quit" in last
    terminal.press("1")
    terminal.until("You play")
    terminal.press("?")
    terminal.until("a hint: what a strong bot would do")
    terminal.press("q")
    terminal.until("Your move:")
    terminal.press("r")
    terminal.until("The rules of Spar")
    terminal.press("\x1b")
    terminal.until("The rules of Spar", there=False)  # a key just behind Escape would be another key
    terminal.until("Your move:")
    terminal.press("q")
    assert terminal.status() == 0


COLOUR = re.compile(r"\x1b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[\d;]*)?m")


def test_the_mouse_chooses_a_card_and_does_an_action():
    terminal = Terminal("play", "spar", *PLAY)
    terminal.until("Your move:")
    assert "\x1b[?1006h" in terminal.written, "the terminal was asked to tell of the mouse"
    face = re.search(r"│1 (\S+)", terminal.screen())[1]
    terminal.click(f"│{face}")
    terminal.until("Your move: 1 of")
    terminal.click(f"1 {face}")
    terminal.until(f"You play {face}.")
    terminal.press("q")
    assert terminal.status() == 0


def test_ctrl_c_ends_it_and_leaves_the_terminal_as_it_was():
    terminal = Terminal("play", "spar", *PLAY)
    terminal.until("Your move:")
    assert "\x1b[?1049h" in terminal.written
    terminal.press("\x03")
    assert terminal.status() == 130
    assert terminal.written.rindex("\x1b[?1049l") > terminal.written.rindex("\x1b[?1049h")
    assert "Traceback" not in terminal.written


def test_ctrl_c_ends_it_while_one_types_and_reads():
    for key in "rt":
        terminal = Terminal("play", "spar", *PLAY)
        terminal.until("q Quit")
        terminal.press(key)
        terminal.until("q Quit", there=False)
        terminal.press("\x03")
        assert terminal.status() == 130


def test_no_color_is_honoured_and_the_table_is_still_clear():
    coloured = Terminal("play", "spar", *PLAY)
    coloured.until("Your move:")
    coloured.press("q")
    assert coloured.status() == 0
    assert COLOUR.search(coloured.written)
    terminal = Terminal("play", "spar", *PLAY, NO_COLOR="1")
    terminal.until("▶ Ada (you)")
    terminal.press("r")
    terminal.until("The rules of Spar")
    terminal.press("\x1b")
    terminal.until("The rules of Spar", there=False)  # a key just behind Escape would be another key
    terminal.until("Your move:")
    terminal.press("q")
    assert terminal.status() == 0
    assert not COLOUR.search(terminal.written)
