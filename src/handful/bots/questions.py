"""From a view to a question, and from a question back to a view."""

from __future__ import annotations

from collections.abc import Sequence

from handful.bots import Question
from handful.game import Game
from handful.games import find
from handful.observe import View


def question_for(game: Game, view: View, legal: Sequence[int], level: str, seed: int, iterations: int = 0) -> Question:
    """What a bot is asked: nothing but what its seat may know."""
    return Question(game.name, level, view.seat, dict(view.known), list(legal), seed, iterations=iterations)


def view_of(question: Question) -> View:
    """The view that a question was made from."""
    return View(question.seat, find(question.game).rules.State, question.view)
