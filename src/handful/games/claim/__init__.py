"""CLAIM: declare a suit, build sequences from the floor, or face the Reckoning."""

from pathlib import Path

from handful.game import Game
from handful.games.claim import rules
from handful.games.claim.face import FACE
from handful.games.claim.knowledge import knowledge
from handful.games.claim.moves import MOVES
from handful.games.claim.policy import POLICY
from handful.games.claim.words import WORDS

GAME = Game(
    name="claim",
    title="CLAIM",
    summary="Declare a suit, gather its sequences from the floor, and call the showdown in time.",
    rules=rules,
    words=WORDS,
    face=FACE,
    knowledge=knowledge,
    page=Path(__file__).with_name("RULES.md"),
    moves=MOVES,
    midway=rules.midway,
    policy=POLICY,
)
