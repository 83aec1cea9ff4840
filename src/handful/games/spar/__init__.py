"""Spar: the Ghanaian last-trick game with 6 to K."""

from pathlib import Path

from handful.game import Game
from handful.games.spar import rules
from handful.games.spar.face import FACE
from handful.games.spar.knowledge import knowledge
from handful.games.spar.moves import MOVES
from handful.games.spar.policy import POLICY
from handful.games.spar.words import WORDS

GAME = Game(
    name="spar",
    title="Spar",
    summary="Hold control to the last of five tricks; low cards that hold it are worth most.",
    rules=rules,
    words=WORDS,
    face=FACE,
    knowledge=knowledge,
    page=Path(__file__).with_name("RULES.md"),
    moves=MOVES,
    policy=POLICY,
)
