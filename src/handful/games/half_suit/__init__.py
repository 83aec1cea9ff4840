"""Half Suit: the team game of asking, remembering and claiming."""

from pathlib import Path

from handful.game import Game
from handful.games.half_suit import rules, words
from handful.games.half_suit.knowledge import knowledge

GAME = Game(
    name="half_suit",
    title="Half Suit",
    summary="Two teams of three ask each other for cards, and claim half suits by saying who holds what.",
    rules=rules,
    words=words,
    knowledge=knowledge,
    page=Path(__file__).with_name("RULES.md"),
)
