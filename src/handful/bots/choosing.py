"""How a bot answers: by the judgement that its game's room holds. Workers import this page unless told otherwise."""

from __future__ import annotations

import random
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from handful.bots import Answer, Question
from handful.bots.questions import view_of
from handful.games import ROOMS


def judgement_of(game: str) -> Any:
    """The page of a game's room on how to play it well, or None: a new room may not have one yet."""
    name = f"handful.games.{game}.judgement"
    return import_module(name) if game in ROOMS and find_spec(name) else None


def choose(question: Question) -> Answer:
    """Choose one of the legal actions; the same question always gets the same answer."""
    rng = random.Random(question.seed)
    judgement = judgement_of(question.game)
    if judgement is None:
        return Answer(rng.choice(question.legal), "I know only the rules of this game.")
    action, reason = judgement.choose(view_of(question), question.legal, question.level, rng)
    return Answer(action, reason)


def prepare() -> None:
    """Import every game's judgement, so that the first question is not the slow one."""
    for game in ROOMS:
        judgement_of(game)
