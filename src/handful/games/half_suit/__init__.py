"""Half Suit: the team game of asking, remembering and claiming."""

from pathlib import Path

from handful.game import Game
from handful.games.half_suit import rules
from handful.games.half_suit.face import FACE
from handful.games.half_suit.knowledge import knowledge
from handful.games.half_suit.moves import MOVES
from handful.games.half_suit.policy import POLICY
from handful.games.half_suit.words import WORDS

GAME = Game(
    name="half_suit",
    title="Half Suit",
    summary="Two teams of three ask each other for cards, and claim half suits by saying who holds what.",
    rules=rules,
    words=WORDS,
    face=FACE,
    knowledge=knowledge,
    page=Path(__file__).with_name("RULES.md"),
    moves=MOVES,
    midway=rules.midway,
    policy=POLICY,
)
