"""A game as text: a header, then a line for everything that chance or a player decided. See docs/notation.md.

Reading is strict: what `read` accepts, `write` gives back letter by letter, comments included. Every error names its
line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from handful.cards import card_text, cards_list
from handful.game import BadText, Game, Illegal, one_of
from handful.games import find
from handful.kernel import Dice
from handful.kernel.dice import SeededDice
from handful.kernel.fair_shuffle import SECRET_BYTES, Shuffle, is_nonce

LARGEST_SEED = (1 << 63) - 1
HEADER = ("game", "rules", "seats", "option", "scores", "seed", "table", "commitment", "secret", "nonce", "seating",
          "stopped")  # fmt: skip
KEY = re.compile(
    r"(game|rules|seats|option|scores|seed|table|commitment|secret|nonce [0-9]|seating|stopped"
    r"|draw|deal [0-9]|deal rest|[0-9]): (.*)"
)
Value = TypeVar("Value")
COMMENT = re.compile(r"(.*?)(?:^|  )# (.*)")


SHUFFLE_LINES = (
    ("table", r"[a-z0-9_-]{1,64}", "the id of a table"),
    ("commitment", r"[0-9a-f]{64}", "the SHA-256 of the secret, as 64 hex digits"),
    ("secret", rf"[0-9a-f]{{{2 * SECRET_BYTES}}}", "the secret of the shuffle, as 64 hex digits"),
)
"""The lines that say what a live table's chance follows from: key, pattern, and what is expected, in words."""


class TranscriptError(ValueError):
    """Something is wrong with a line of a transcript."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class BadLine(TranscriptError, BadText):
    """A line that means nothing."""


class IllegalLine(TranscriptError, Illegal):
    """A line that is clear, but against the rules."""


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """While this lasts, a bad text becomes the error of a line."""
    try:
        yield
    except BadLine:
        raise
    except BadText as error:
        raise BadLine(number, str(error)) from None


@dataclass(frozen=True)
class Line:
    """One line: a key and its value (both empty on a blank line or one that is only a comment), and a comment."""

    key: str = ""
    value: str = ""
    comment: str | None = None

    def __str__(self) -> str:
        text = f"{self.key}: {self.value}" if self.key else ""
        if self.comment is None:
            return text
        return f"{text}  # {self.comment}" if text else f"# {self.comment}"

    @property
    def is_header(self) -> bool:
        return self.key in HEADER or self.key.startswith("nonce ")

    @property
    def is_chance(self) -> bool:
        return self.key == "draw" or self.key.startswith("deal ")


@dataclass(frozen=True)
class Transcript:
    """A whole game as it is written down."""

    game: Game
    seats: int
    options: Mapping[str, str]
    """The options that differ from their defaults."""
    seed: tuple[int, int] | None
    """The seed and the number of the game, where chance is not written out."""
    lines: tuple[Line, ...]
    """Every line of the text, the header's included."""
    shuffle: Shuffle | None = None
    """What the chance of a live table's game follows from."""
    commitment: str = ""
    """What the table showed of its secret before play, as it is written: `handful verify` checks it."""
    stopped: int | None = None
    """After how many moves everybody agreed to stop, if they did: the game has no result then."""
    scores: tuple[int, ...] = ()
    """The points with which a position that was set up begins, by seat."""

    @property
    def dice(self) -> Dice | None:
        """The dice that all chance follows from, where it is not written out."""
        if self.shuffle:
            return self.shuffle.dice()
        return SeededDice(*self.seed) if self.seed else None


def header(
    game: Game,
    seats: int,
    options: Mapping[str, str],
    seed: tuple[int, int] | None = None,
    shuffle: Shuffle | None = None,
    stopped: int | None = None,
    scores: Sequence[int] = (),
) -> list[Line]:
    """The first lines of a transcript. Options that have their default value are left out, and so are empty nonces."""
    values = game.read_options(seats, options)
    lines = [Line("game", game.name), Line("rules", str(game.rules.VERSION)), Line("seats", str(seats))]
    for name, option in game.options.items():
        if values[name] != option.default:
            lines.append(Line("option", f"{name}={option.write(values[name])}"))
    if scores:
        lines.append(Line("scores", " ".join(map(str, scores))))
    if seed:
        lines.append(Line("seed", f"{seed[0]} {seed[1]}" if seed[1] else str(seed[0])))
    if shuffle:
        lines += [Line("table", shuffle.table), Line("commitment", shuffle.commitment)]
        lines.append(Line("secret", shuffle.secret.hex()))
        lines += [Line(f"nonce {seat}", nonce) for seat, nonce in enumerate(shuffle.nonces) if nonce]
        if shuffle.seating:
            lines.append(Line("seating", " ".join(map(str, shuffle.seating))))
    if stopped is not None:
        lines.append(Line("stopped", str(stopped)))
    return lines


def write(transcript: Transcript) -> str:
    """The text of a transcript."""
    return "".join(f"{line}\n" for line in transcript.lines)


def read(text: str) -> Transcript:
    """The transcript of a text; BadLine says what is wrong in which line. Moves are read, not yet played."""
    lines = tuple(_read_lines(text))
    head = [(number, line) for number, line in enumerate(lines, 1) if line.is_header]
    transcript = _read_header(head, lines, len(lines))
    last_of_head = head[-1][0]
    for number, line in enumerate(lines, 1):
        if line.key and not line.is_header:
            if number < last_of_head:
                raise BadLine(number, f"expected a header line ({', '.join(HEADER)}); moves come after the header")
            _check_body(transcript, number, line)
    return transcript


def _read_lines(text: str) -> Iterator[Line]:
    if not text.endswith("\n"):
        raise BadLine(text.count("\n") + 1, "expected a line break at the end")
    for number, raw in enumerate(text[:-1].split("\n"), 1):
        line = _read_line(raw, number)
        if str(line) != raw:
            raise BadLine(number, f"expected exactly {str(line)!r}, found {raw!r}")
        yield line


def _read_line(raw: str, number: int) -> Line:
    body, comment = raw, None
    if match := COMMENT.fullmatch(raw):
        body, comment = match.groups()
    if not body.strip():
        return Line(comment=comment)
    match = KEY.fullmatch(body.strip())
    if not match:
        raise BadLine(
            number, f"expected a header line, `draw: …`, `deal 0: …`, `0: move` or `# comment`, found {raw!r}"
        )
    return Line(match[1], match[2].strip(), comment)


def _read_header(head: list[tuple[int, Line]], lines: tuple[Line, ...], end: int) -> Transcript:
    """Read the header's lines, which come in the order of HEADER.

    Options may be none or many; the seed is optional; so is a live table's shuffle, which stands in the seed's place.
    """
    for place, key in enumerate(("game", "rules", "seats")):
        if place >= len(head) or head[place][1].key != key:
            number = head[place][0] if place < len(head) else end
            raise BadLine(number, f"expected `{key}: …` as line {place + 1} of the header")
    newest = _at(head[0], find)
    game = _at(head[1], lambda text: _read_version(newest, text))
    seats = _at(head[2], lambda text: _read_seats(game, text))
    options: dict[str, str] = {}
    rest = head[3:]
    while rest and rest[0][1].key == "option":
        _at(rest.pop(0), lambda text: _read_option(game, seats, text, options))
    scores = _at(rest.pop(0), lambda text: _read_scores(seats, text)) if rest and rest[0][1].key == "scores" else ()
    seed = _at(rest.pop(0), read_seed) if rest and rest[0][1].key == "seed" else None
    live = bool(rest) and rest[0][1].key == "table"
    shuffle, commitment = _read_shuffle(rest, seats) if live and not seed and not scores else (None, "")
    stopped = _at(rest.pop(0), _read_stopped) if shuffle and rest and rest[0][1].key == "stopped" else None
    if rest:
        number, line = rest[0]
        raise BadLine(number, f"`{line.key}` is out of place; the header's order is {', '.join(HEADER)}")
    return Transcript(game, seats, options, seed, lines, shuffle, commitment, stopped, scores)


def _read_scores(seats: int, text: str) -> tuple[int, ...]:
    """The points of a position that was set up."""
    if not re.fullmatch(rf"(0|[1-9][0-9]{{0,3}})( (0|[1-9][0-9]{{0,3}})){{{seats - 1}}}", text):
        raise BadText(f"expected {seats} scores, one a seat, found {text!r}")
    return tuple(map(int, text.split(" ")))


def _read_shuffle(rest: list[tuple[int, Line]], seats: int) -> tuple[Shuffle, str]:
    """Take the lines of a live table's shuffle off the header."""
    last = rest[0][0]
    values = []
    for key, pattern, expected in SHUFFLE_LINES:
        if not rest or rest[0][1].key != key:
            raise BadLine(rest[0][0] if rest else last, f"expected `{key}: …` here: {expected}")
        last, line = rest.pop(0)
        if not re.fullmatch(pattern, line.value):
            raise BadLine(last, f"expected {expected}, found {line.value!r}")
        values.append(line.value)
    nonces = [""] * seats
    while rest and rest[0][1].key.startswith("nonce "):
        number, line = rest.pop(0)
        seat = int(line.key.removeprefix("nonce "))
        if seat >= seats or any(nonces[seat:]):
            raise BadLine(number, f"`{line.key}` is out of place; the seats are 0 to {seats - 1}, in order, each once")
        if not is_nonce(line.value):
            raise BadLine(number, f"expected 1 to 64 visible ASCII characters without spaces, found {line.value!r}")
        nonces[seat] = line.value
    seating = _at(rest.pop(0), lambda text: _read_seating(seats, text)) if rest and rest[0][1].key == "seating" else ()
    table, commitment, secret = values
    return Shuffle(table, bytes.fromhex(secret), tuple(nonces), seating), commitment


def _read_seating(seats: int, text: str) -> tuple[int, ...]:
    """Where the players had sat down before the seats were drawn."""
    if sorted(text.split(" ")) != [str(seat) for seat in range(seats)]:
        raise BadText(f"expected the seats 0 to {seats - 1} in the order in which they were drawn, found {text!r}")
    return tuple(map(int, text.split(" ")))


def _read_stopped(text: str) -> int:
    """After how many moves a game was stopped."""
    if not re.fullmatch(r"0|[1-9][0-9]{0,8}", text):
        raise BadText(f"expected the number of moves after which all agreed to stop, found {text!r}")
    return int(text)


def _at(numbered: tuple[int, Line], reading: Callable[[str], Value]) -> Value:
    """Read the value of a line; an error gets the line's number."""
    number, line = numbered
    with at_line(number):
        return reading(line.value)


def _read_version(game: Game, text: str) -> Game:
    if not re.fullmatch(r"[1-9][0-9]{0,8}", text):
        raise BadText(f"expected rules version {game.rules.VERSION} of {game.title}, found {text!r}")
    return game.version(int(text))


def _read_seats(game: Game, text: str) -> int:
    if text not in map(str, game.seats):
        raise BadText(f"expected {one_of(game.seats)} seats for {game.title}, found {text!r}")
    return int(text)


def _read_option(game: Game, seats: int, text: str, options: dict[str, str]) -> None:
    name, equals, value = text.partition("=")
    if not equals:
        raise BadText(f"expected an option such as name=value, found {text!r}")
    if game.read_options(seats, {name: value})[name] == game.options[name].default:
        raise BadText(f"option {name} is {value} anyway; leave the line out")
    names = list(game.options)
    if any(names.index(name) <= names.index(earlier) for earlier in options):
        raise BadText(f"option {name} is out of place; the order is {', '.join(names)}, each once")
    options[name] = value


def read_seed(text: str) -> tuple[int, int]:
    """A seed and the number of a game (0 if it is not given)."""
    match = re.fullmatch(r"(0|[1-9][0-9]{0,18})(?: ([1-9][0-9]{0,18}))?", text)
    numbers = [int(group or 0) for group in match.groups()] if match else [LARGEST_SEED + 1]
    if max(numbers) > LARGEST_SEED:
        raise BadText(f"expected a seed such as 42, or a seed and a game's number such as 42 7; found {text!r}")
    return numbers[0], numbers[1]


def _check_body(transcript: Transcript, number: int, line: Line) -> None:
    """Whether a line of the body can be read; whether it is allowed, only the game can tell."""
    if line.is_chance and transcript.dice:
        source = "seed" if transcript.seed else "secret"
        raise BadLine(number, f"chance follows from the {source}; leave this line out")
    if line.key.startswith("deal "):
        cards = _at((number, line), cards_list)
        expected = " ".join(map(card_text, cards))
        if expected != line.value:
            raise BadLine(number, f"expected exactly {expected!r}, found {line.value!r}")
    elif line.key == "draw":
        if not re.fullmatch(r"0|[1-9][0-9]?", line.value):
            raise BadLine(number, f"expected a number such as 2, found {line.value!r}")
    elif int(line.key) >= transcript.seats:
        raise BadLine(number, f"there is no seat {line.key}; the seats are 0 to {transcript.seats - 1}")
    else:
        action = _at((number, line), transcript.game.words.read_action)
        expected = transcript.game.words.write_action(action)
        if expected != line.value:
            raise BadLine(number, f"expected exactly {expected!r}, found {line.value!r}")
