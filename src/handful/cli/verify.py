"""`handful verify`: the check of a finished game's shuffle and moves, in words or as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from handful.cli.output import fail, show_json
from handful.cli.replay import read_text, tell_result
from handful.table.verification import Unverified, Verified
from handful.table.verification import verify as check
from handful.transcript import TranscriptError


def verify(file: Path, as_json: bool) -> None:
    """Verify a transcript and say what holds; status 1 and a sentence if something does not."""
    text = read_text(file)
    try:
        verified = check(text)
    except (TranscriptError, Unverified) as error:
        raise fail(f"{file}: not verified: {error}") from None
    if as_json:
        show_json(as_data(verified))
    else:
        tell(verified)


def tell(verified: Verified) -> None:
    """Print what holds, and what only a player can compare."""
    told, shuffle = verified.transcript, verified.shuffle
    typer.echo(typer.style(f"{told.game.title}, {told.seats} seats, table {shuffle.table}: verified.", bold=True))
    typer.echo(f"   The secret is the one committed to: {shuffle.commitment}")
    for seat, nonce in enumerate(shuffle.nonces):
        if nonce:
            typer.echo(f"   Seat {seat} added the nonce {nonce}")
    if shuffle.seating:
        typer.echo(
            "   The seats were drawn by them: "
            + ", ".join(f"{before} → {seat}" for seat, before in enumerate(shuffle.seating))
        )
    nonces, moves = any(shuffle.nonces), f"all {verified.moves} moves are legal"
    secrets = "the secret and the nonces" if nonces else "the secret alone"
    typer.echo(f"   The cards follow from {secrets}, and {moves}.")
    own = "the commitment and your own nonce" if nonces else "the commitment"
    typer.echo(f"   Compare {own} with what you saw at the table.")
    tell_result(verified.position, None)


def as_data(verified: Verified) -> dict[str, Any]:
    """What holds, as plain data."""
    told, shuffle, outcome = verified.transcript, verified.shuffle, verified.outcome
    return {
        "verified": True,
        "game": told.game.name,
        "rules": told.game.rules.VERSION,
        "seats": told.seats,
        "options": dict(told.options),
        "table": shuffle.table,
        "commitment": shuffle.commitment,
        "nonces": list(shuffle.nonces),
        "seating": list(shuffle.seating),
        "moves": verified.moves,
        "result": {"scores": outcome.scores, "winners": outcome.winners} if outcome else None,
    }
