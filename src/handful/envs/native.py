"""The loops of a batch on a CPU: machine code that runs without the interpreter's lock, on some of the games."""

from __future__ import annotations

from functools import cache
from typing import Any

from handful.columns import deduced_by, one_hot
from handful.envs import loops
from handful.game import Game
from handful.kernel import compiler


@cache
def compiled_loops(game: Game, seats: int, kind: str) -> loops.Loops:
    """The loops of one game; `kind` of observations is packed, floats or none."""
    rules, made = game.rules, loops.loops(game, seats if kind != "none" else 0, kind)
    compiler.learn_rules()
    verbs = (rules.start, rules.actors, rules.check, rules.legal, rules.apply, rules.score, rules.winners, rules.lapse)
    with compiler.cached(*verbs, *deduced_by(rules.State), loops.slot_of, one_hot):
        return loops.Loops(*(compiler.compiled(loop) for loop in made))


@cache
def compiled_features(game: Game, seats: int, packed: bool) -> Any:
    """The loop that fills the features of legal actions."""
    made = loops.feature_loop(game, seats, packed)
    compiler.learn_rules()
    moves = (game.moves.kind,) if game.moves else ()
    with compiler.cached(*moves, loops.slot_of, one_hot):
        return compiler.compiled(made)
