"""How a bot answers: by the judgement of its game's room; at level hard by search, with the judgement as first guess.

Workers import this page unless told otherwise. The searcher is machine code, and a fresh machine needs time to make
it: so a worker makes it behind the first hard question of a game, and answers with the judgement until it is there.
"""

from __future__ import annotations

import random
import threading
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from handful.bots import Answer, Question
from handful.bots.questions import view_of
from handful.game import View
from handful.games import ROOMS

_being_made: dict[str, threading.Thread] = {}
"""By game: who makes its searcher, in a process that must not wait for it."""
_serving = threading.Event()
"""Set in a process that must not wait."""


def judgement_of(game: str) -> Any:
    """The page of a game's room on how to play it well, or None: a new room may not have one yet."""
    name = f"handful.games.{game}.judgement"
    return import_module(name) if game in ROOMS and find_spec(name) else None


def choose(question: Question) -> Answer:
    """Choose one of the legal actions; the same question gets the same answer if it has a number of iterations."""
    rng = random.Random(question.seed)
    judgement = judgement_of(question.game)
    if judgement is None:
        return Answer(rng.choice(question.legal), "I know only the rules of this game.")
    view = view_of(question)
    action, reason = judgement.choose(view, question.legal, question.level, rng)
    if question.level != "hard" or len(question.legal) == 1:
        return Answer(action, reason)
    return searched(question, view, judgement, Answer(action, reason))


def searched(question: Question, view: View, judgement: Any, guess: Answer) -> Answer:
    """What search makes of a first guess."""
    thinker = thinker_for(question)
    if thinker is None:
        return guess
    thought = thinker.think(
        view,
        question.legal,
        guess.action,
        seed=question.seed,
        iterations=question.iterations,
        milliseconds=question.milliseconds,
        threads=question.threads,
    )
    if thought.action == guess.action:
        return guess
    if hasattr(judgement, "explain"):
        return Answer(thought.action, judgement.explain(view, thought.action, thought.chance))
    return Answer(thought.action, "I tried it in many deals that are possible, and it did best.")


def thinker_for(question: Question) -> Any:
    """The searcher of a game; None if there is none, or not yet, and the question cannot wait."""
    if not find_spec(f"handful.games.{question.game}.thinking"):
        return None
    if _serving.is_set() and not question.iterations:
        maker = _being_made.get(question.game)
        if maker is None:
            maker = threading.Thread(target=make_thinker, args=(question.game,), daemon=True)
            _being_made[question.game] = maker
            maker.start()
        if maker.is_alive():
            return None
    return make_thinker(question.game)


def make_thinker(game: str) -> Any:
    """The searcher of a game, ready to be used. Only this imports the compiler."""
    from handful.bots.search import thinker_of

    return thinker_of(game)


def prepare() -> None:
    """Get ready to serve: import every game's judgement, so that the first question is not the slow one."""
    _serving.set()
    for game in ROOMS:
        judgement_of(game)
