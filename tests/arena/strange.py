"""Bots that do not do as they should."""

from __future__ import annotations

import os
import random
import time

from handful.bots import Answer, Question


class Raises:
    """Raises now and then."""

    def choose(self, question: Question) -> Answer:
        if question.seed % 3 == 0:
            raise LookupError("no idea")
        return Answer(question.legal[0])


class Hangs:
    """Never comes to an end."""

    def choose(self, question: Question) -> Answer:
        time.sleep(60)
        return Answer(question.legal[0])


class Cheats:
    """Chooses what is not legal."""

    def choose(self, question: Question) -> Answer:
        return Answer(-5)


class Dies:
    """Ends its process."""

    def choose(self, question: Question) -> Answer:
        os._exit(3)


class Silent:
    """Returns nothing."""

    def choose(self, question: Question) -> None:
        return None


class Broken:
    """Cannot even be made."""

    def __init__(self) -> None:
        raise RuntimeError("out of order")


class Chatty:
    """Prints, and plays at random by the question's seed."""

    def choose(self, question: Question) -> Answer:
        print("let me think")
        return Answer(random.Random(question.seed).choice(question.legal), "Why not.")


class Curious:
    """Looks at everything that it is told, and plays only if all of that is its own."""

    def choose(self, question: Question) -> Answer:
        hands = question.view["hands"]
        seen = [seat for seat, hand in enumerate(hands) if hand is not None]
        if seen != [question.seat]:
            raise AssertionError(f"seat {question.seat} was shown the hands of {seen}")
        return Answer(question.legal[-1])
