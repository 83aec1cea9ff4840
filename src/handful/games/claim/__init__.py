"""CLAIM: declare a suit, build sequences from the floor, or face the Reckoning."""

from pathlib import Path

from handful.game import Game
from handful.games.claim import rules, words
from handful.games.claim.knowledge import knowledge

GAME = Game(
    name="claim",
    title="CLAIM",
    summary="Declare a suit, gather its sequences from the floor, and call the showdown in time.",
    rules=rules,
    words=words,
    knowledge=knowledge,
    page=Path(__file__).with_name("RULES.md"),
)
