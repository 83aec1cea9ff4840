"""What can happen to a file of SQLite under a running server, and how that is found and said.

SQLite goes on writing to a file that was deleted, and a damaged page is noticed only by whoever reads it. So every
commit is preceded by a look whether the file is still there, and all pages are looked through from time to time. A file
that is gone or damaged takes no more writes: what would be acknowledged then could be lost.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from handful.store import Unavailable

CODES = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_IOERR: "disk_failing",
    sqlite3.SQLITE_READONLY: "disk_failing",
    sqlite3.SQLITE_CANTOPEN: "disk_failing",
}
"""By the primary code of an error of SQLite: why nothing can be saved, as a code of `refusals`."""
PRIMARY = 0xFF
MORE = "`handful doctor` says more."


def code_of(error: BaseException) -> str:
    """Why SQLite failed; empty where it is nothing that a host has to see to."""
    return CODES.get(getattr(error, "sqlite_errorcode", 0) & PRIMARY, "")


def is_trouble(error: BaseException) -> bool:
    """Whether an error is the state of the file or the disk, and not something wrong with what was asked."""
    return isinstance(error, sqlite3.OperationalError) or bool(code_of(error))


def unavailable(error: BaseException) -> Unavailable:
    """What to say when the file cannot be read or written."""
    if (code := code_of(error)) == "damaged":
        return Unavailable(f"The store is damaged ({error}): restore a backup of it. {MORE}", code)
    return Unavailable(f"The store cannot be read or written now: {error}.", code)


class Watch:
    """Whether the file of a store is still the one that was opened, and whole."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._files: dict[str, tuple[int, int]] = {}
        self._damaged = False
        self._looking: sqlite3.Connection | None = None

    def begin(self) -> None:
        """Remember which files were opened."""
        for name in (self._path, f"{self._path}-wal"):
            with suppress(OSError):  # in memory there are none
                self._files[name] = identity(name)

    def refuse(self) -> None:
        """Unavailable if nothing may be written any more: what is written now might be lost."""
        if self._damaged:
            raise Unavailable(f"{self._path} is damaged: restore a backup of it. {MORE}", "damaged")
        for name, known in self._files.items():
            if not is_still(name, known):
                raise Unavailable(f"{name} was deleted or moved while it was in use. Put it back.", "file_gone")

    def note(self, answer: object) -> None:
        """Remember damage, if an answer tells of it."""
        if isinstance(answer, Unavailable) and answer.code == "damaged":
            self._damaged = True

    def look_through(self) -> None:
        """Look at every page of the file, on a connection of its own, which has none of them in memory."""
        if not self._files:
            return
        try:
            with closing(sqlite3.connect(f"{Path(self._path).absolute().as_uri()}?mode=ro", uri=True)) as connection:
                self._looking = connection
                (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.DatabaseError as error:
            self.note(unavailable(error))
        else:
            self._damaged = self._damaged or found != "ok"
        finally:
            self._looking = None

    def stop(self) -> None:
        """Look no further: a large file takes a while, and nobody should have to wait for that at the end."""
        if looking := self._looking:
            with suppress(sqlite3.ProgrammingError):  # closed just now
                looking.interrupt()


def identity(name: str) -> tuple[int, int]:
    """What tells a file from another of the same name."""
    found = os.stat(name)
    return found.st_dev, found.st_ino


def is_still(name: str, known: tuple[int, int]) -> bool:
    """Whether there is still the same file at a name."""
    try:
        return identity(name) == known
    except OSError:
        return False
