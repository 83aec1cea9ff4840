"""Thirteam: the climbing game Thirteen, with teams that swap hands."""

from pathlib import Path

from handful.game import Game
from handful.games.thirteam import rules
from handful.games.thirteam.face import FACE
from handful.games.thirteam.knowledge import knowledge
from handful.games.thirteam.moves import MOVES
from handful.games.thirteam.policy import POLICY
from handful.games.thirteam.words import WORDS

GAME = Game(
    name="thirteam",
    title="Thirteam",
    summary="Beat the trick on the table or skip; be rid of your cards before the others, in teams or alone.",
    rules=rules,
    words=WORDS,
    face=FACE,
    knowledge=knowledge,
    page=Path(__file__).with_name("RULES.md"),
    moves=MOVES,
    policy=POLICY,
)
