"""How a bot answers: by the policy of its game's room; at level hard by search, from the policy's choice on.

Where something was learned, instinct answers by its network, and expert by search from the network's choice on.

Workers import this module unless told otherwise. The searcher is machine code, and a fresh machine needs time to make
it: so a worker makes it after the first hard question of a game, and answers with the first guess until it is there.
"""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from handful.bots import Answer, Question
from handful.bots.questions import view_of
from handful.games import find, rooms
from handful.observe import View
from handful.policy import INSTEAD, by_the_rules

if TYPE_CHECKING:
    from handful.bots.network import Network
    from handful.bots.search import Thinker, Thought

Maker = tuple[str, "Network | None"]
"""Whose searcher: that of a game, or that of a network."""

SILENT_SECONDS = 2.0
"""How long nothing is said of a search that is being made ready: what is in the cache is loaded in that time."""

_being_made: dict[Maker, threading.Thread] = {}
"""By searcher: who makes it, in a process that must not wait for it."""
_serving = threading.Event()
"""Set in a process that must not wait."""


def choose(question: Question) -> Answer:
    """Choose one of the legal actions; the same question gets the same answer if it has a number of iterations."""
    if question.level in INSTEAD:
        return learned_choice(question)
    rng = random.Random(question.seed)
    policy, view = find(question.game).policy, view_of(question)
    choose_first = policy.choose if policy else by_the_rules
    guess = Answer(*choose_first(view, question.legal, question.level, rng))
    if question.level != "hard" or len(question.legal) == 1:
        return guess
    if must_not_wait(question):
        return Answer(guess.action, guess.reason, prepares=True)
    thinker = ready_thinker(question)
    if thinker is None:
        return guess
    thought = searched(thinker, question, view, guess)
    if thought.action == guess.action:
        return guess
    return Answer(thought.action, thinker.policy.explain(view, thought.action, thought.chance))


def learned_choice(question: Question) -> Answer:
    """What a level that has learned chooses; where nothing was learned for this table, what the level beside does."""
    from handful.bots.learned import instead, network_for

    network = network_for(view_of(question), find(question.game), question.level)
    if network is not None:
        return choose_by(network, question)
    return instead(question.level, choose(msgspec.structs.replace(question, level=INSTEAD[question.level])))


def choose_by(network: Network, question: Question) -> Answer:
    """What instinct or expert chooses with a network."""
    from handful.bots.learned import comparison, instinct

    view = view_of(question)
    guess = instinct(question, view, network)
    if question.level != "expert" or len(question.legal) == 1:
        return guess
    if must_not_wait(question, network):
        return Answer(guess.action, guess.reason, prepares=True)
    thinker = ready_thinker(question, network)
    thought = searched(thinker, question, view, guess) if thinker else None
    if thought is None or not thought.worlds:
        return guess
    return Answer(thought.action, comparison(find(question.game), thought.means, thought.worlds))


def searched(thinker: Thinker, question: Question, view: View, guess: Answer) -> Thought:
    """What search makes of a first guess."""
    return thinker.think(
        view,
        question.legal,
        guess.action,
        seed=question.seed,
        iterations=question.iterations,
        milliseconds=question.milliseconds,
        threads=question.threads,
    )


def must_not_wait(question: Question, network: Network | None = None) -> bool:
    """Whether a searcher is still being made, and the question cannot wait for it."""
    if not _serving.is_set() or question.iterations:
        return False
    whose = (question.game, network)
    maker = _being_made.get(whose)
    if maker is None:
        maker = threading.Thread(target=make_thinker, args=whose, daemon=True)
        _being_made[whose] = maker
        maker.start()
    return maker.is_alive()


def ready_thinker(question: Question, network: Network | None = None) -> Thinker | None:
    """The searcher of a game or a network; None if there is none."""
    with patience_asked(question.game):
        return make_thinker(question.game, network)


def make_thinker(game: str, network: Network | None = None) -> Thinker | None:
    """A searcher, ready to be used. Only this imports the compiler."""
    if network is not None:
        from handful.bots.foresight import foreseer_of

        return foreseer_of(network)
    from handful.bots.search import thinker_of

    return thinker_of(game)


@contextmanager
def patience_asked(game: str) -> Iterator[None]:
    """If it takes a while to get ready, as it does once on every machine, say so on standard error."""
    if _serving.is_set():
        yield
        return
    said = f"handful: the search for {find(game).title} is being prepared, once on this machine: up to a minute …"
    asking = threading.Timer(SILENT_SECONDS, print, [said], {"file": sys.stderr, "flush": True})
    asking.daemon = True
    asking.start()
    try:
        yield
    finally:
        asking.cancel()


def prepare() -> None:
    """Get ready to serve: open every room, so that the first question is not the slow one."""
    _serving.set()
    for game in rooms():
        find(game)
