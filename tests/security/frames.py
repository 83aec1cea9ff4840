"""Frames that no honest client sends: random, bent, huge, deep, of the wrong moment, of another's seat, sent again."""

from __future__ import annotations

import json
import random
import string
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from handful.server.messages import FRAME_BYTES, REACTIONS

Frame = str | bytes
ODD = "\x00\x01\x07\x1b\x7f\u0085\u200b\u202e\u2028\ufeff\ufffe😀é<>&\"'\\/{}[]"
LONE_SURROGATES = ('"\\ud800"', '"\\udfff\\ud800"', '"\\ud83d"')
NUMBERS = ("1e999", "-1e999", "NaN", "-Infinity", "-0", "1e-400", "0x10", "01", "9" * 400, "-" + "9" * 4000, "1" * 9000)
INTEGERS = (-1, 0, 1, 3, 15, 16, 2**31, 2**53, 2**53 + 1, 2**63 - 1, 2**63, 2**64, -(2**63) - 1, 10**60)


@dataclass
class Known:
    """What an attacker has picked up: actions of all seats and games, and ids that were used."""

    actions: list[str] = field(default_factory=lambda: ["pass", "skip", "call", "As", "ask 1 Kd", "claim LS"])
    ids: list[str] = field(default_factory=lambda: ["x"])
    legal: list[str] = field(default_factory=list)
    number: int = 0

    def learn(self, picture: dict[str, Any]) -> None:
        """Take in what a picture shows."""
        self.number = picture.get("number", self.number)
        self.legal = picture.get("legal", self.legal)
        self.actions = (self.actions + self.legal[:3])[-400:]


class Maker:
    """Makes frames, each of some kind; the same seed makes the same frames from the same knowledge."""

    def __init__(self, seed: int, known: Known, name: str) -> None:
        self.dice = random.Random(seed)
        self.known = known
        self.name = name
        self.made = 0
        self.kinds: list[tuple[Callable[[], Frame], int]] = [
            (self.random_text, 6),
            (self.random_bytes, 4),
            (self.random_json, 8),
            (self.deep, 3),
            (self.huge_number, 4),
            (self.long_string, 3),
            (self.lone_surrogate, 2),
            (self.bent, 16),
            (self.flipped, 10),
            (self.doubled_key, 2),
            (self.wrong_moment, 14),
            (self.strange_action, 14),
            (self.sent_again, 6),
            (self.hello, 2),
            (self.legal_action, 6),
        ]

    def make(self) -> tuple[str, Frame]:
        """A frame and the name of its kind."""
        kind = self.dice.choices([one for one, _ in self.kinds], [weight for _, weight in self.kinds])[0]
        return kind.__name__, kind()

    def id(self) -> str:
        """A new id."""
        self.made += 1
        return f"{self.name}-{self.made}"

    # ------------------------------------------------------------ what cannot be read

    def random_text(self) -> str:
        """Any characters."""
        letters = string.printable + ODD
        return "".join(self.dice.choice(letters) for _ in range(self.dice.choice((0, 1, 5, 40, 300))))

    def random_bytes(self) -> bytes:
        """Any bytes; they go as a binary frame."""
        return self.dice.randbytes(self.dice.choice((0, 1, 16, 200)))

    def random_json(self) -> str:
        """JSON of any shape."""
        return json.dumps(self.value(4))

    def value(self, depth: int) -> Any:
        """Any JSON value."""
        dice = self.dice
        if depth and dice.random() < 0.4:
            if dice.random() < 0.5:
                return [self.value(depth - 1) for _ in range(dice.randrange(4))]
            keys = ["type", "id", "seen", "actions", "seat", "nonce", "level", "", "__proto__", "ключ"]
            return {dice.choice(keys): self.value(depth - 1) for _ in range(dice.randrange(5))}
        simple = [None, True, False, 0.5, -1e300, "", "act", "sit", self.random_text()[:60], *INTEGERS]
        return dice.choice(simple)

    def deep(self) -> str:
        """Nested as deep as a frame is long."""
        depth = self.dice.choice((50, 900, 1100, 2600))
        inside = self.dice.choice(("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth, "[" * depth))
        around = '{"type":"act","id":"d","seen":0,"actions":%s}', '{"type":"hello","x":%s}', '{"type":%s}', "%s"
        return (self.dice.choice(around) % inside)[:FRAME_BYTES]

    def huge_number(self) -> str:
        """Numbers that no JavaScript holds, and some that are none."""
        around = '{"type":"hello","seen":%s}', '{"type":"sit","id":"n","seat":%s}', '{"type":"act","id":"n","seen":%s}'
        return self.dice.choice(around) % self.dice.choice(NUMBERS)

    def long_string(self) -> str:
        """As long as a frame can be."""
        long = self.dice.choice(("a", "é", "😀", "\\", '"')) * self.dice.choice((65, 121, 1500))
        message = self.message()
        message[self.dice.choice(("id", "nonce", "type", "reaction", "x"))] = long
        return json.dumps(message, ensure_ascii=False)

    def lone_surrogate(self) -> str:
        """Half a character."""
        half = self.dice.choice(LONE_SURROGATES)
        return self.dice.choice(('{"type":"sit","id":%s}', '{"type":"act","id":"s","seen":0,"actions":[%s]}')) % half

    def bent(self) -> str:
        """A message with one field too many, too few, or of another type."""
        message, way = self.message(), self.dice.randrange(3)
        key = self.dice.choice(list(message))
        if way == 0:
            message[key] = self.value(2)
        elif way == 1:
            del message[key]
        else:
            message[self.dice.choice(("x", "seat", "player", "who", "reason", "at", "table"))] = self.value(1)
        return json.dumps(message)

    def flipped(self) -> str:
        """A message with some characters exchanged."""
        text = list(json.dumps(self.message()))
        for _ in range(self.dice.choice((1, 1, 2, 6))):
            text[self.dice.randrange(len(text))] = self.dice.choice(string.printable + ODD)
        return "".join(text)

    def doubled_key(self) -> str:
        """A message that says something twice."""
        text = json.dumps(self.message())
        return text[:-1] + f', "id": "{self.id()}", "type": "{self.dice.choice(("act", "hello", "leave"))}"}}'

    # ------------------------------------------------------------ what can be read

    def message(self) -> dict[str, Any]:
        """A message of the protocol, with values as they come."""
        dice = self.dice
        own: dict[str, dict[str, Any]] = {
            "sit": {"seat": dice.choice((None, *range(16))), "nonce": dice.choice(("", "n", "~" * 64))},
            "leave": {},
            "swap": {"seat": dice.randrange(16)},
            "seat_bot": {"seat": dice.randrange(8), "level": dice.choice(("easy", "normal", "hard"))},
            "remove_bot": {"seat": dice.randrange(8)},
            "start": {},
            "act": {"actions": self.steps(), "seen": self.seen()},
            "come_back": {},
            "react": {"reaction": dice.choice(REACTIONS)},
            "rematch": {"nonce": ""},
            "resign": {},
            "stand_in": {"seat": dice.randrange(8)},
            "stop": {"agree": dice.random() < 0.7},
            "set_options": {"options": {"target": "5"}, "clock": dice.choice(("", "fast", "off", None))},
        }
        # Leaving ends an attacker's game, so it is rare.
        type = dice.choices(list(own), [4, 0.02, 4, 4, 4, 4, 8, 4, 2, 1, 0.02, 2, 2, 2])[0]
        return {"type": type, "id": self.id(), **own[type]}

    def steps(self) -> list[str]:
        """Actions that somebody may or might have done."""
        return [self.dice.choice(self.known.actions) for _ in range(self.dice.choice((1, 1, 1, 2, 6, 16)))]

    def seen(self) -> int:
        """A number of an entry, perhaps one that is not there yet."""
        number = self.known.number
        return self.dice.choice((number, number, number, max(0, number - 1), 0, number + 5, 2**53))

    def wrong_moment(self) -> str:
        """A message that may be right at another time."""
        return json.dumps(self.message())

    def strange_action(self) -> str:
        """An action of another seat or another game, or one with letters added or lost."""
        text = self.dice.choice(self.known.actions)
        way = self.dice.randrange(4)
        if way == 0:
            text = text[:-1] or "?"
        elif way == 1:
            at = self.dice.randrange(len(text) + 1)
            text = text[:at] + self.dice.choice(ODD + string.printable) + text[at:]
        elif way == 2:
            text = f"{text} {self.dice.choice(self.known.actions)}"[:120]
        return json.dumps({"type": "act", "id": self.id(), "actions": [text], "seen": self.seen()})

    def sent_again(self) -> str:
        """The id of something that was done or refused before, now with something else."""
        return json.dumps({**self.message(), "id": self.dice.choice(self.known.ids)})

    def hello(self) -> str:
        """Another hello."""
        return json.dumps({"type": "hello", "seen": self.seen()})

    def legal_action(self) -> str:
        """Now and then something that is allowed, so that the game goes on."""
        if not self.known.legal:
            return self.wrong_moment()
        id = self.id()
        self.known.ids = [*self.known.ids, id][-50:]
        action = self.dice.choice(self.known.legal)
        return json.dumps({"type": "act", "id": id, "actions": [action], "seen": self.known.number})
