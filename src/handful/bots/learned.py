"""How the bots that learned answer: instinct by its network alone, expert by what comes of its best ideas.

A room's files of weights are read when somebody first asks for them. Where none was trained for a table, the level
that stands beside answers instead, and says so.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from handful.bots import Answer, Question
from handful.columns import view_columns
from handful.game import Game
from handful.games import find
from handful.observe import View
from handful.policy import INSTEAD, LONGEST_REASON

if TYPE_CHECKING:
    import numpy as np

    from handful.bots.network import Network

SPOKEN = 2
"""How many actions a reason names."""
HARDLY = 0.05
"""An action that is played less often than this is not named."""


@cache
def networks(files: tuple[Path, ...]) -> tuple[Network, ...]:
    """The networks of some files; read once."""
    from handful.bots.network import Network

    return tuple(Network.read(file) for file in files)


def network_for(view: View, game: Game, level: str) -> Network | None:
    """The network of a room with which a level plays at the table of a view."""
    fitting = (one for one in networks(game.trained) if one.fits(game, view))
    return next((one for one in fitting if level in one.about.levels), None)


def instinct(question: Question, view: View, network: Network) -> Answer:
    """What the network plays most often here."""
    game = find(question.game)
    chances, expected = network.chances(game, view_columns(view), question.legal, view.seat)
    best = int(chances.argmax())
    return Answer(question.legal[best], habit(game, question.legal, chances, expected))


def habit(game: Game, actions: list[int], chances: np.ndarray[tuple[int], np.dtype[np.float32]], value: float) -> str:
    """The reason of instinct: how often it would play the best actions, and what it expects.

    >>> import numpy as np
    >>> habit(find("spar"), [44, 45], np.array([0.7, 0.3], np.float32), 0.42)
    'Of 100 times I would play Ks 70 and Kc 30; I expect 42 of 100 here.'
    """
    if len(actions) == 1:
        return f"I had no choice; I expect {round(100 * value)} of 100 here."
    order = sorted(range(len(actions)), key=lambda one: -chances[one])[:SPOKEN]
    told = [one for one in order if chances[one] >= HARDLY] or order[:1]
    often = " and ".join(f"{game.words.write_action(actions[one])} {round(100 * chances[one])}" for one in told)
    return shortened(f"Of 100 times I would play {often}; I expect {round(100 * value)} of 100 here.")


def comparison(game: Game, means: dict[int, float], worlds: int) -> str:
    """The reason of expert: what the best actions brought in the deals that it tried.

    >>> comparison(find("spar"), {44: 0.42, 45: 0.47}, 64)
    'In 64 deals that I tried, Kc brought 47 of 100 and Ks 42.'
    """
    order = sorted(means, key=lambda action: -means[action])[:SPOKEN]
    first, *others = ((game.words.write_action(action), round(100 * means[action])) for action in order)
    more = "".join(f" and {text} {value}" for text, value in others)
    deals = f"{worlds:,} deals" if worlds > 1 else "the one deal"
    return shortened(f"In {deals} that I tried, {first[0]} brought {first[1]} of 100{more}.")


def instead(level: str, answer: Answer) -> Answer:
    """The answer of the level beside, where nothing was trained for this table."""
    said = shortened(f"I was not trained for such a table and play as {INSTEAD[level]} does. {answer.reason}")
    return Answer(answer.action, said, answer.prepares)


def shortened(reason: str) -> str:
    """A reason that is not too long to be told."""
    return reason if len(reason) <= LONGEST_REASON else reason[: LONGEST_REASON - 1] + "…"
