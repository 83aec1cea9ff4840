"""What a viewer is told: pictures, the parts of them that changed, and events in words. Nothing hidden gets here."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from handful.game import SPECTATOR
from handful.server.messages import Told, Welcome
from handful.table.picture import MOVING
from handful.table.table import Change, Table

Picture = dict[str, Any]
NOTHING = object()
_encode = msgspec.json.Encoder().encode


def told(change: Change, viewer: int, names: Sequence[str]) -> Told:
    """An entry as a viewer may know it."""
    seen = [event.seen_by(viewer) for event in change.events]
    events = [{**event.json(), "sentence": event.sentence(names)} for event in seen]
    return Told(number=change.number, entry=change.entry.__struct_config__.tag, events=events)  # type: ignore[arg-type]


def names_of(table: Table) -> list[str]:
    """The names at the table, by seat."""
    return [info.name or (f"Bot {seat}" if info.bot else f"Seat {seat}") for seat, info in enumerate(table.seats)]


def different(before: Picture, after: Picture, but: Collection[str] = ()) -> Picture:
    """What of a picture was not there, or not so. Most values are the very same object: that is quicker to see."""
    get = before.get
    return {
        key: value
        for key, value in after.items()
        if (old := get(key, NOTHING)) is not value and old != value and key not in but
    }


def inside(parts: Picture) -> bytes:
    """The JSON of some fields without the braces around them."""
    return _encode(parts)[1:-1]


def braced(*parts: bytes) -> bytes:
    """Fields of several parts as one JSON object."""
    return b"{" + b",".join(filter(None, parts)) + b"}"


class Story:
    """Some changes, as each viewer may know them: one telling for all to whom nothing in them is secret."""

    def __init__(self, table: Table, changes: Sequence[Change]) -> None:
        self.names = names_of(table)
        self.changes = changes
        self._insiders = {
            event.values["seat"] for change in changes for event in change.events if event.kind.secret
        }  # to everybody else an event with a secret is the same
        self._written: dict[int, bytes] = {}

    def told_to(self, viewer: int) -> list[Told]:
        """What a viewer is told."""
        return [told(change, viewer, self.names) for change in self.changes]

    def eyes(self, viewer: int) -> int:
        """Through whose eyes a viewer sees these changes: its own, or a spectator's."""
        return viewer if viewer in self._insiders else SPECTATOR

    def written_for(self, viewer: int) -> bytes:
        """The same as JSON."""
        eyes = self.eyes(viewer)
        if eyes not in self._written:
            self._written[eyes] = _encode(self.told_to(eyes))
        return self._written[eyes]


class Teller:
    """What the viewers of one table have before their eyes, to be able to send them no more than what is new."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.public: Picture = {}
        """What everybody has."""
        self.own: dict[int, Picture] = {}
        """By seat: what only this one has."""

    def show(self, viewer: int) -> Picture:
        """The whole picture for a viewer, who is told what changes from now on."""
        self.public = self.table.pictures.public(self.table)
        if viewer != SPECTATOR:
            self.own[viewer] = self.table.pictures.own(self.table, viewer)
        return self.table.picture(viewer)

    def step(self, changes: Sequence[Change]) -> Step:
        """The table has gone on: the step from what the viewers have to what is now."""
        before = self.public, self.own
        self.public, self.own = self.table.pictures.public(self.table), {}
        return Step(self, Story(self.table, changes), *before)


class Step:
    """One step of a table. What is public is compared and written once for all, and each viewer's own added to it."""

    def __init__(self, teller: Teller, story: Story, before: Picture, own_before: Mapping[int, Picture]) -> None:
        after = teller.public
        self._teller = teller
        self._story = story
        self._own_before = own_before
        self._frames: dict[tuple[int, bool], bytes] = {}
        self._common: dict[int, bytes] = {}
        self._begins = before.get("view") is None  # the view, if there is one now, is new as a whole
        self._picture = inside(
            {key: after[key] for key in MOVING if (old := before[key]) is not after[key] and old != after[key]}
        )
        self._view = b"" if self._begins else inside(teller.table.pictures.news(before["view"]))

    def frame(self, viewer: int, knows: bool) -> bytes:
        """The update for a viewer who knows this seat's picture before the step, or has had another's until now."""
        key = viewer, knows and (viewer == SPECTATOR or viewer in self._own_before)
        if key not in self._frames:
            self._frames[key] = self._for(viewer) if key[1] else self._for_a_stranger(viewer)
        return self._frames[key]

    def _for(self, viewer: int) -> bytes:
        before, after = (self._own_before[viewer], self._look(viewer)) if viewer != SPECTATOR else (None, None)
        if self._begins:
            return self._first(viewer, before, after)
        if before is None or after is None or before is after or before == after:
            return self._for_all(viewer)
        own, view = different(before, after, ("view",)), different(before["view"], after["view"])
        return self._written(viewer, braced(self._picture, inside(own)), braced(self._view, inside(view)))

    def _first(self, viewer: int, before: Picture | None, after: Picture | None) -> bytes:
        """Before the game there is no view, and its first comes as a whole."""
        own = different(before, after, ("view",)) if before and after else {}
        if self._teller.public["view"] is not None:
            own["view"] = self._teller.table.picture(viewer)["view"]
        return self._written(viewer, braced(self._picture, inside(own)), b"{}")

    def _for_all(self, viewer: int) -> bytes:
        """The update of those for whom nothing of their own has changed."""
        eyes = self._story.eyes(viewer)
        if eyes not in self._common:
            self._common[eyes] = self._written(viewer, braced(self._picture), braced(self._view))
        return self._common[eyes]

    def _for_a_stranger(self, viewer: int) -> bytes:
        if viewer != SPECTATOR:
            self._look(viewer)
        return self._written(viewer, _encode(self._teller.table.picture(viewer)), b"{}")

    def _look(self, viewer: int) -> Picture:
        """What only this seat sees now."""
        table = self._teller.table
        own = self._teller.own[viewer] = table.pictures.own(table, viewer)
        return own

    def _written(self, viewer: int, picture: bytes, view: bytes) -> bytes:
        """The JSON of an `Update`, from parts that are JSON already."""
        told, number = self._story.written_for(viewer), self._teller.table.number
        shown = b"" if view == b"{}" else b',"view":' + view
        return b'{"type":"update","number":%d,"told":%b,"picture":%b%b}' % (number, told, picture, shown)


def welcome(table: Table, viewer: int, missed: Sequence[Change], complete: bool, picture: Picture) -> Welcome:
    """The first picture of a client, and the story of what it missed."""
    return Welcome(picture=picture, missed=Story(table, missed).told_to(viewer), complete=complete)
