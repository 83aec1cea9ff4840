"""What the clients of a table are sent when it goes on: from the table before and the table after to an update.

What is public is compared and written once for all viewers; each one's own is added to it. That lasts for one step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from handful.observe import SPECTATOR, changed, own_changed
from handful.table import pictures
from handful.table.entries import Actor, AnyEntry
from handful.table.pictures import ViewData
from handful.table.proposal import Change
from handful.table.table import Table

Parts = dict[str, Any]
EventData = Annotated[Parts, Meta(extra={"type": "Event"})]
PictureParts = Annotated[Parts, Meta(extra={"type": "Partial<Picture>"})]
_encode = msgspec.json.Encoder().encode


class Told(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One entry of the log as a viewer may know it: its number, its kind, and what happened."""

    number: int
    entry: str
    events: list[EventData]
    """Each with its name in `event`, and its values. The game has the words for it in every language."""
    seat: int | None = None
    """Whose entry it is, if it is a seat's."""
    by: Actor = "player"
    """Who acted for the seat: `clock` if its time was up, `bot` if a bot plays there, `before` if it is the beginning
    of a game that is played on from its middle."""


class Update(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="update", omit_defaults=True):
    """Something happened: the fields of the picture, and of its view, that are different now."""

    number: int
    told: list[Told]
    picture: PictureParts
    view: ViewData = {}
    """Fields of `picture.view`; those that are given replace the earlier ones."""


def told(changes: Iterable[Change], viewer: int) -> list[Told]:
    """Some entries as a viewer may know them."""
    return [
        Told(
            number=number,
            entry=_kind(entry),
            events=[event.seen_by(viewer).json() for event in events],
            seat=getattr(entry, "seat", None),
            by=by,
        )
        for number, entry, events, by in changes
    ]


def _kind(entry: AnyEntry) -> str:
    return str(entry.__struct_config__.tag)


class Step:
    """One step of a table, for all who look on."""

    def __init__(self, before: Table, changes: Sequence[Change], after: Table) -> None:
        self.before = before
        self.changes = changes
        self.after = after
        self._insiders = {event.insider for change in changes for event in change.events} - {SPECTATOR}
        self._public = _picture_changed(before, after)
        was, now = before.position, after.position
        self._public_view = changed(was.state, now.state, self.after.game.words) if was and now else {}
        self._written: tuple[bytes, bytes, bytes] | None = None
        """The JSON of what is public: what is told, and the inside of picture and view."""
        self._common = b""
        """The frame of those for whom nothing of their own is in it."""

    def update(self, viewer: int, knows: bool = True) -> Update:
        """What a viewer is sent who has the picture of this seat before the step, or had another's until now."""
        if knows:
            own, view = self._own(viewer)
            picture, view = {**self._public, **own}, {**self._public_view, **view}
        else:
            picture, view = msgspec.structs.asdict(pictures.picture(self.after, viewer)), {}
        return Update(number=self.after.number, told=told(self.changes, viewer), picture=picture, view=view)

    def frame(self, viewer: int, knows: bool = True) -> bytes:
        """The update as JSON. What is public is written once for all viewers."""
        if not knows:
            return _encode(self.update(viewer, knows))
        own, view = self._own(viewer)
        if own or view or viewer in self._insiders:
            return self._spliced(viewer, own, view)
        if not self._common:
            self._common = self._spliced(SPECTATOR, {}, {})
        return self._common

    def _spliced(self, viewer: int, own: Parts, own_view: Parts) -> bytes:
        """The JSON of an update: what is public, which is written already, and what is the viewer's own."""
        if self._written is None:
            parts = _inside(self._public), _inside(self._public_view)
            self._written = _encode(told(self.changes, SPECTATOR)), *parts
        story, picture, view = self._written
        if viewer in self._insiders:
            story = _encode(told(self.changes, viewer))
        picture, view = _joined(picture, own), _joined(view, own_view)
        view = b',"view":{%b}' % view if view else b""
        return b'{"type":"update","number":%d,"told":%b,"picture":{%b}%b}' % (self.after.number, story, picture, view)

    def _own(self, viewer: int) -> tuple[Parts, Parts]:
        """The fields of a viewer's own, in the picture and in its view, that are different now."""
        old, new = self.before, self.after
        parts: Parts = {}
        if viewer != SPECTATOR:
            if old.asked[viewer] != new.asked[viewer]:
                parts["decision"] = new.asked[viewer] or None
            if old.legal(viewer) != new.legal(viewer):
                parts["legal"] = new.legal(viewer)
        if new.position is None or old.position is new.position:
            return parts, {}
        if old.position is None:  # the view is new as a whole
            return {**parts, "view": new.position.view(viewer).json(new.game.words)}, {}
        return parts, own_changed(old.position.state, new.position.state, viewer, new.game.words)


def _picture_changed(old: Table, new: Table) -> Parts:
    """The fields of everybody's picture that are different now; the view apart."""
    parts: Parts = {"number": new.number}
    if old.status != new.status:
        parts["status"] = new.status
    if old.rematch != new.rematch:
        parts["rematch"] = new.rematch
    if old.seats is not new.seats or old.opened is not new.opened or old.status != new.status:
        parts |= _different(_setting(old), _setting(new))
    if old.stops != new.stops:
        parts["stops"] = list(new.stops)
    if old.position is not new.position:
        parts |= _different(_standing(old), _standing(new))
    if old.acting != new.acting:
        parts["actors"] = new.actors()
    if old.deadlines() != new.deadlines():
        parts["deadlines"] = new.deadlines()
    if old.status != new.status == "over":
        parts["result"] = pictures.result(new)
    return parts


def _setting(table: Table) -> Parts:
    """Who sits there, and what is played."""
    opened = table.opened
    return {
        "seats": pictures.seats(table),
        "arrangers": pictures.arrangers(table),
        "full": table.full,
        "options": opened.options,
        "clock": table.clock,
        "draw_seats": opened.draw_seats,
    }


def _standing(table: Table) -> Parts:
    """What everybody knows of how the game stands, in the game's own words."""
    return {"phase": table.phase, "partners": table.partners}


def _different(before: Parts, after: Parts) -> Parts:
    return {key: value for key, value in after.items() if before.get(key) != value}


def _inside(parts: Parts) -> bytes:
    """The JSON of some fields without the braces around them."""
    return _encode(parts)[1:-1]


def _joined(public: bytes, own: Parts) -> bytes:
    """Fields that are JSON already, and others."""
    return b",".join((public, _inside(own))) if public and own else public or _inside(own)
