"""Whether a finished game of a live table was dealt and played as it should be, from its transcript alone."""

from __future__ import annotations

from dataclasses import dataclass

from handful.game import Outcome, Position
from handful.kernel.fair_shuffle import Shuffle
from handful.referee import Replay
from handful.transcript import BadLine, IllegalLine, Transcript, read


class Unverified(Exception):
    """Something does not hold: the message says what."""


@dataclass(frozen=True)
class Verified:
    """A game in which everything holds."""

    transcript: Transcript
    shuffle: Shuffle
    position: Position
    outcome: Outcome | None
    """None for a game that was stopped by agreement."""
    moves: int


def verify(text: str) -> Verified:
    """Check a transcript: the commitment, the seats, the dice, every move, and that the game is over or was stopped.

    Unverified says what does not hold; BadLine, what cannot be read.
    """
    transcript = read(text)
    shuffle = transcript.shuffle
    if shuffle is None:
        raise Unverified("there is no secret in the header: only the game of a live table can be verified")
    if shuffle.commitment != transcript.commitment:
        raise Unverified(
            f"the commitment is not kept: the SHA-256 of the secret is {shuffle.commitment}, "
            f"not the {transcript.commitment} that was shown before play"
        )
    if not shuffle.seated_as_drawn():
        raise Unverified("the seats are not those that follow from secret, table and nonces")
    replay = Replay(transcript)
    try:
        moves = replay.run()
    except (BadLine, IllegalLine) as error:
        said = str(error).rstrip(".")
        raise Unverified(f"{said}. The cards are those that follow from secret, table and nonces.") from None
    outcome, played = replay.position.outcome(), len(moves) - 1
    if transcript.stopped is not None and (outcome or played != transcript.stopped):
        raise Unverified(f"the game was stopped after {transcript.stopped} moves; here are {played}")
    if outcome is None and transcript.stopped is None:
        raise Unverified("the game is not finished: its last moves are missing")
    return Verified(transcript, shuffle, replay.position, outcome, played)
