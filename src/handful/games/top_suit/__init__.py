"""Top-Suit: short tricks with singles, sets and runs, and suits that beat each other in a circle."""

from pathlib import Path

from handful.game import Game
from handful.games.top_suit import rules
from handful.games.top_suit.face import FACE
from handful.games.top_suit.knowledge import knowledge
from handful.games.top_suit.moves import MOVES
from handful.games.top_suit.policy import POLICY
from handful.games.top_suit.words import WORDS

GAME = Game(
    name="top_suit",
    title="Top-Suit",
    summary="Win tricks with singles, sets and runs; diamonds beat all, the other suits beat each other in a circle.",
    rules=rules,
    words=WORDS,
    face=FACE,
    knowledge=knowledge,
    page=Path(__file__).with_name("RULES.md"),
    moves=MOVES,
    policy=POLICY,
)
