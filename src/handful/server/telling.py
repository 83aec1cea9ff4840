"""What a viewer is told: pictures, the parts of them that changed, and events in words. Nothing hidden gets here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from handful.game import SPECTATOR
from handful.server.messages import Told, Update, Welcome
from handful.table.table import Change, Table

Picture = dict[str, Any]
NOTHING = object()


def told(change: Change, viewer: int, names: Sequence[str]) -> Told:
    """An entry as a viewer may know it."""
    seen = [event.seen_by(viewer) for event in change.events]
    events = [{**event.json(), "sentence": event.sentence(names)} for event in seen]
    return Told(number=change.number, entry=change.entry.__struct_config__.tag, events=events)  # type: ignore[arg-type]


def names_of(table: Table) -> list[str]:
    """The names at the table, by seat."""
    return [info.name or (f"Bot {seat}" if info.bot else f"Seat {seat}") for seat, info in enumerate(table.seats)]


def changed(before: Picture, after: Picture) -> tuple[Picture, Picture]:
    """The fields of a picture that are different now, and those of its view apart."""
    parts = different(before, after)
    old, new = before.get("view"), after.get("view")
    if "view" in parts and isinstance(old, dict) and isinstance(new, dict):
        del parts["view"]
        return parts, different(old, new)
    return parts, {}


def different(before: Picture, after: Picture) -> Picture:
    """What of a picture was not there, or not so. Most values are the very same object: that is quicker to see."""
    get = before.get
    return {key: value for key, value in after.items() if (old := get(key, NOTHING)) is not value and old != value}


class Story:
    """Some changes, as each viewer may know them; written once for all where nothing in them is secret."""

    def __init__(self, table: Table, changes: Sequence[Change]) -> None:
        self.names = names_of(table)
        self.changes = changes
        self._secret = any(event.kind.secret for change in changes for event in change.events)
        self._public: list[Told] | None = None

    def told_to(self, viewer: int) -> list[Told]:
        """What a viewer is told."""
        if self._secret:
            return [told(change, viewer, self.names) for change in self.changes]
        if self._public is None:
            self._public = [told(change, SPECTATOR, self.names) for change in self.changes]
        return self._public


def update(number: int, story: Story, viewer: int, before: Picture, after: Picture) -> Update:
    """What a viewer who had one picture needs for the other."""
    picture, view = changed(before, after)
    return Update(number=number, told=story.told_to(viewer), picture=picture, view=view)


def welcome(table: Table, viewer: int, missed: Sequence[Change], complete: bool, picture: Picture) -> Welcome:
    """The first picture of a client, and the story of what it missed."""
    return Welcome(picture=picture, missed=Story(table, missed).told_to(viewer), complete=complete)
