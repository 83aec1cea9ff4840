"""Spar: the Ghanaian last-trick game with 6 to K."""

from pathlib import Path

from handful.game import Game
from handful.games.spar import rules, words
from handful.games.spar.knowledge import knowledge

GAME = Game(
    name="spar",
    title="Spar",
    summary="Hold control to the last of five tricks; low cards that hold it are worth most.",
    rules=rules,
    words=words,
    knowledge=knowledge,
    page=Path(__file__).with_name("RULES.md"),
)
