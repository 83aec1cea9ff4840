"""What can be seen of a table: by a seat, by a spectator, and from the lobby."""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from typing import Any

from handful.game import SPECTATOR, Position, derived, view, writer
from handful.kernel import NOBODY, OWNER, State
from handful.table.fold import Fold

NOTHING_LEGAL: list[str] = []
MOVING = ("number", "status", "rematch", "seats", "arrangers", "actors", "deadlines", "result")
"""What of a public picture can change, its view apart."""
MOST_TEXTS = 1 << 16
"""So many texts of actions are kept for a game; then they are forgotten."""


class Pictures:
    """The pictures of one table, for its viewers.

    A table is shown to many after every action, and little of it is new then: what has not changed is the same object
    as before, so that it is neither written again nor compared at length.
    """

    def __init__(self, table: Fold) -> None:
        opened = table.opened
        self._settled = {
            **setting(table),
            "public": opened.public,
            "commitment": opened.commitment,
            "before": opened.before,
            "draw_seats": opened.draw_seats,
        }
        self._people: tuple[list[tuple[str, str, str, str, bool, int]], dict[str, Any]] = [], {}
        self._public_view: dict[str, Any] = {}
        self._view_before: dict[str, Any] = {}
        self._view_news: dict[str, Any] = {}
        """The last view of everybody, the one before it, and what is new in it."""
        self._own: dict[int, tuple[list[int], dict[str, Any]]] = {}
        self._idle: dict[int, dict[str, Any]] = {}
        """By seat: what it has while it has nothing to do."""
        words, fields = table.game.words, table.game.rules.State.fields
        self._shown = [(name, field) for name, field in fields.items() if field.sees is not NOBODY or field.counted]
        """The fields of which something can be in a view."""
        self._values = attrgetter(*(name for name, _ in self._shown))
        self._seen: tuple[Any, ...] = (None,) * len(self._shown)
        """Their values when the table was last looked at."""
        self._owned = [
            (name, writer(field.kind, words)) for name, field in fields.items() if field.sees is OWNER and field.seated
        ]
        self.own_fields = frozenset(("seat", *(name for name, _ in self._owned)))
        """The fields of a view that are each seat's own; to everybody else they are always the same, hidden."""
        self._now: tuple[int, State | None] | None = None
        self._public: dict[str, Any] = {}

    def of(self, table: Fold, viewer: int) -> dict[str, Any]:
        """Everything that a seat, or a SPECTATOR, may know now: what is public, and what only that seat sees."""
        public = self.public(table)
        if viewer < 0:
            return dict(public)
        own = self.own(table, viewer)
        view = public["view"] if own["view"] is None else {**public["view"], **own["view"]}
        return {**public, **own, "view": view}

    def public(self, table: Fold) -> dict[str, Any]:
        """What everybody may know now: the picture of a spectator."""
        now = table.number, table.position.state if table.position else None
        if self._now is None or self._now[0] != now[0] or self._now[1] is not now[1]:
            self._now, self._public = now, self._of_everybody(table)
        return self._public

    def own(self, table: Fold, viewer: int) -> dict[str, Any]:
        """The fields that a seat's picture has in place of a spectator's; of its view, those that only it sees."""
        seen = self._own_view(table.position, viewer) if table.position else None
        asked = table.asked[viewer]
        if asked:
            return {"seat": viewer, "view": seen, "decision": asked, "legal": legal(table, viewer)}
        idle = self._idle.get(viewer)
        if idle is None or idle["view"] is not seen:
            idle = self._idle[viewer] = {"seat": viewer, "view": seen, "decision": None, "legal": NOTHING_LEGAL}
        return idle

    def _of_everybody(self, table: Fold) -> dict[str, Any]:
        """What everybody may know now: the picture of a spectator."""
        return {
            "table": table.id,
            "number": table.number,
            "status": table.status,
            **self._settled,
            "rematch": table.rematch,
            "seat": None,
            **self._of_people(table),
            "view": self._view_of_everybody(table.position) if table.position else None,
            "actors": [at for at, asked in enumerate(table.asked) if asked],
            "deadlines": table.deadlines(),
            "decision": None,
            "legal": NOTHING_LEGAL,
            "result": result(table) if table.status == "over" else None,
        }

    def _of_people(self, table: Fold) -> dict[str, Any]:
        """Who sits where, and who may arrange the seats."""
        who = [(info.player, info.name, info.nonce, info.bot, info.away, info.timeouts) for info in table.seats]
        if who != self._people[0]:
            seats = [
                {**seat(table, at), "nonce": info.nonce, "timeouts": info.timeouts}
                for at, info in enumerate(table.seats)
            ]
            able = [at for at, info in enumerate(table.seats) if info.player and table.may_arrange(info.player)]
            self._people = who, {"seats": seats, "arrangers": able}
        return self._people[1]

    def _view_of_everybody(self, position: Position) -> dict[str, Any]:
        """The view of a spectator, as `View.json` has it."""
        now = self._values(position.state)
        fields = {
            shown[0]: shown[1]
            for shown, old, new in zip(self._shown, self._seen, now, strict=True)
            if old is not new and old != new
        }
        self._view_news = view(position.state, SPECTATOR, fields).json(position.game.words)
        self._view_before = self._public_view
        self._seen, self._public_view = now, {**self._view_before, **self._view_news}
        return self._public_view

    def news(self, before: dict[str, Any]) -> dict[str, Any]:
        """What is new in the view of everybody, for those who have another one before their eyes."""
        parts = self._view_news if before is self._view_before else self._public_view
        # The fields that only their owner sees are each viewer's own: to everybody they never change.
        return {key: value for key, value in parts.items() if key not in self.own_fields and before.get(key) != value}

    def _own_view(self, position: Position, viewer: int) -> dict[str, Any]:
        """The fields of a seat's view that only it sees, as `View.json` has them."""
        state = position.state
        values = [getattr(state, name)[viewer] for name, _ in self._owned]
        known = self._own.get(viewer)
        if known is None or known[0] != values:
            view: dict[str, Any] = {"seat": viewer}
            for (name, write), value in zip(self._owned, values, strict=True):
                view[name] = [None] * position.seats
                view[name][viewer] = write(value)
            if hasattr(position.game.words, "own"):  # it follows from what only the seat sees, and so stays as long
                view |= derived(position.view(viewer), position.game.words)
            known = self._own[viewer] = values, view
        return known[1]


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
    texts = action_texts(table.game.words)
    return [texts[action] for action in table.position.legal(at)]


class ActionTexts(dict[int, str]):
    """The texts of a game's actions: the same ones are legal again and again."""

    def __init__(self, words: Any) -> None:
        super().__init__()
        self.write = words.write_action

    def __missing__(self, action: int) -> str:
        if len(self) >= MOST_TEXTS:
            self.clear()
        text: str = self.write(action)
        self[action] = text
        return text


action_texts = cache(ActionTexts)


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
