"""What can be seen of a table: by a seat, by a spectator, and from the lobby."""

from __future__ import annotations

from typing import Any

from handful.game import SPECTATOR, Position, plain
from handful.kernel import OWNER
from handful.table.fold import Fold


def picture(table: Fold, viewer: int, public: dict[str, Any]) -> dict[str, Any]:
    """Everything that a seat, or a SPECTATOR, may know now: what is public, and what only that seat sees."""
    if viewer < 0:
        return dict(public)
    own = {**public, "seat": viewer}
    if table.position:
        own["view"] = own_view(table.position, viewer, public["view"])
    if viewer in public["actors"]:
        own["decision"], own["legal"] = table.asked[viewer], legal(table, viewer)
    return own


def own_view(position: Position, viewer: int, public: dict[str, Any]) -> dict[str, Any]:
    """The view of a seat, as `View.json` has it: the public one, with the seat's own values where only it sees them.

    A table is shown to many viewers after every action, and most of the work is the same for all.
    """
    own, words = {**public, "seat": viewer}, position.game.words
    for name, field in position.state.fields.items():
        if field.sees is OWNER and field.seated:
            values = list(public[name])
            values[viewer] = plain(field.kind, getattr(position.state, name)[viewer], words)
            own[name] = values
    return own


def public_picture(table: Fold) -> dict[str, Any]:
    """What everybody may know now: the picture of a spectator."""
    opened = table.opened
    return {
        "table": table.id,
        "number": table.number,
        "status": table.status,
        **setting(table),
        "public": opened.public,
        "commitment": opened.commitment,
        "before": opened.before,
        "draw_seats": opened.draw_seats,
        "rematch": table.rematch,
        "seat": None,
        "seats": [
            {**seat(table, at), "nonce": info.nonce, "timeouts": info.timeouts} for at, info in enumerate(table.seats)
        ],
        "arrangers": [at for at, info in enumerate(table.seats) if info.player and table.may_arrange(info.player)],
        "view": table.position.view(SPECTATOR).json(table.game.words) if table.position else None,
        "actors": table.actors(),
        "deadlines": [table.deadline(at) for at in range(len(table.seats))],
        "decision": None,
        "legal": [],
        "result": result(table),
    }


def setting(table: Fold) -> dict[str, Any]:
    """What was chosen when the table was opened, as far as everybody may know it."""
    opened = table.opened
    return {"game": opened.game, "rules": opened.rules, "options": dict(opened.options), "clock": opened.clock}


def seat(table: Fold, at: int) -> dict[str, Any]:
    """Who sits in a seat. A player's id is not told."""
    info = table.seats[at]
    return {"name": info.name, "bot": info.bot, "away": info.away, "free": info.free}


def legal(table: Fold, at: int) -> list[str]:
    """The texts of all that a seat may do now: only for that seat, as even their number tells of its hand."""
    assert table.position is not None
    return [table.game.words.write_action(action) for action in table.position.legal(at)]


def result(table: Fold) -> dict[str, Any] | None:
    """How the game ended, and the secret of its shuffle."""
    outcome = table.position.outcome() if table.position else None
    if outcome is None:
        return None
    return {"scores": list(outcome.scores), "winners": list(outcome.winners), "secret": table.secret.hex()}


def listing(table: Fold) -> dict[str, Any]:
    """What the lobby shows of the table: who sits there and what is played, nothing of how the game stands."""
    return {
        "table": table.id,
        "status": table.status,
        **setting(table),
        "opened": table.opened.at,
        "seats": [seat(table, at) for at in range(len(table.seats))],
    }
