"""Bots of others, each in a process of its own: a question goes in as a line of JSON, an answer comes out as one.

The process is told a view, never a state. One that ends, answers nonsense or takes too long is killed; for the next
question it is started anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from handful.arena.process import Failed, Process
from handful.bots import Answer, Question
from handful.bots.questions import view_of
from handful.game import BadText
from handful.games import find

START_SECONDS = 120.0
"""How long a class has to get ready: it may have something to compile."""


class Tongue(Protocol):
    """How questions and answers are written."""

    greets: bool
    """Whether the process says that it is ready, with a first line."""

    def ask(self, question: Question) -> bytes:
        """The question as a line."""

    def hear(self, question: Question, line: bytes, /) -> Answer:
        """The answer in a line, or Failed."""


class Asked(msgspec.Struct):
    """What a program is asked: all in words, as people write cards and actions."""

    game: str
    seat: int
    view: dict[str, Any]
    """The fields that this seat may see; hidden values are null."""
    legal: list[str]
    """Every action that is allowed now."""
    seed: int
    milliseconds: int


class Said(msgspec.Struct):
    """What a program answers: one of the legal actions, and why, if it likes."""

    action: str
    reason: str = ""


class Raw:
    """Questions as they are: for Python classes, whose host makes them what they were."""

    greets = True

    def ask(self, question: Question) -> bytes:
        """The question, field by field."""
        return _encode(question)

    def hear(self, _: Question, line: bytes) -> Answer:
        """An answer, or what the class raised."""
        try:
            reply = _raw(line)
        except msgspec.MsgspecError:
            raise Failed(f"it answered nonsense: {short(line)}") from None
        if reply.trouble:
            raise Failed(reply.trouble)
        return Answer(reply.action, reply.reason)


class Reply(msgspec.Struct):
    """What the host of a class says."""

    action: int = -1
    reason: str = ""
    trouble: str = ""


class Spoken:
    """Questions in words: for programs in any language."""

    greets = False

    def ask(self, question: Question) -> bytes:
        """The view as its seat would read it, and the texts of the legal actions."""
        words = find(question.game).words
        view = view_of(question).json(words)
        texts = [words.write_action(action) for action in question.legal]
        return _encode(Asked(question.game, question.seat, view, texts, question.seed, question.milliseconds))

    def hear(self, question: Question, line: bytes) -> Answer:
        """The action of the text."""
        try:
            said = _said(line)
        except msgspec.MsgspecError:
            raise Failed(f"it answered nonsense: {short(line)}") from None
        try:
            return Answer(find(question.game).words.read_action(said.action), said.reason)
        except BadText as error:
            raise Failed(str(error)) from None


_encode = msgspec.json.Encoder().encode
_said = msgspec.json.Decoder(Said).decode
_raw = msgspec.json.Decoder(Reply).decode


def short(line: bytes) -> str:
    """The beginning of a line that cannot be read."""
    return repr(line[:60].decode(errors="replace"))


class Plugin:
    """A bot of somebody else, in another process."""

    def __init__(self, command: Sequence[str], tongue: Tongue, milliseconds: int, patience: float) -> None:
        self.command = command
        self.tongue = tongue
        self.milliseconds = milliseconds
        self.patience = patience
        self._process: Process | None = None

    def warm(self, _: Question) -> None:
        """Start the process."""
        self._running()

    def answer(self, question: Question) -> Answer:
        """Ask, and wait for the answer; Failed if none comes that can be read."""
        asked = msgspec.structs.replace(question, milliseconds=self.milliseconds)
        process = self._running()
        process.tell(self.tongue.ask(asked))
        return self.tongue.hear(question, process.line(self.patience))

    def _running(self) -> Process:
        """The process, started if it is not there."""
        if self._process and self._process.alive:
            return self._process
        self.close()
        self._process = Process(self.command)
        if self.tongue.greets:
            reply = _raw(self._process.line(START_SECONDS))
            if reply.trouble:
                self.close()
                raise Failed(reply.trouble)
        return self._process

    def close(self) -> None:
        """End the process."""
        if self._process:
            self._process.stop()
            self._process = None
