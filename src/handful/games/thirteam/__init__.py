"""Thirteam: the climbing game Thirteen, with teams that swap hands."""

from pathlib import Path

from handful.game import Game
from handful.games.thirteam import rules, words
from handful.games.thirteam.knowledge import knowledge

GAME = Game(
    name="thirteam",
    title="Thirteam",
    summary="Beat the trick on the table or skip; be rid of your cards before the others, in teams or alone.",
    rules=rules,
    words=words,
    knowledge=knowledge,
    page=Path(__file__).with_name("RULES.md"),
)
