"""What clients are sent: the frames are the plain encoding of their updates, and lead from picture to picture."""

from __future__ import annotations

import msgspec
import pytest

from handful.games import ROOMS
from handful.observe import SPECTATOR, Event, sights
from handful.table.entries import decode
from handful.table.pictures import Picture, picture
from handful.table.proposal import fold
from handful.table.table import Table
from handful.table.updates import Step, Update
from tests.table.evening import Evening, some_evening


def laid_over(before: Picture, update: Update) -> Picture:
    """A picture with an update laid over it, as clients do."""
    view = {**(before.view or {}), **update.view} if update.view else before.view
    return msgspec.structs.replace(before, **{"view": view, **update.picture})


def follow(step: Step, shown: dict[int, Picture]) -> int:
    """Compare the frames of a step with its updates, and the updates with the pictures; the bytes for all viewers."""
    size = 0
    for viewer, before in shown.items():
        update, frame = step.update(viewer), step.frame(viewer)
        assert frame == msgspec.json.encode(update)
        assert laid_over(before, update) == picture(step.after, viewer)
        assert all(getattr(before, key) != value for key, value in update.picture.items())
        declared = {sight.name for sight in sights(step.after.game.rules.State)}
        assert all(before.view[key] != value for key, value in update.view.items() if key in declared)
        whole = step.update(viewer, knows=False)
        assert step.frame(viewer, knows=False) == msgspec.json.encode(whole)
        assert msgspec.convert(whole.picture, Picture, from_attributes=True) == picture(step.after, viewer)
        kinds, events = step.after.game.rules.EVENTS.kinds, [event for told in update.told for event in told.events]
        seen = [event.seen_by(viewer) for change in step.changes for event in change.events]
        assert [Event.read(event, kinds) for event in events] == seen
        shown[viewer] = picture(step.after, viewer)
        size += len(frame)
    return size


def follow_all(evening: Evening, first: Table) -> int:
    """Follow a table from its opening on, through the eyes of everybody; the bytes that were sent."""
    viewers = (SPECTATOR, *range(len(first.seats)))
    table, shown, size = first, {viewer: picture(first, viewer) for viewer in viewers}, 0
    for proposal in fold(first, map(decode, evening.log[1:])):
        size += follow(Step(table, proposal.changes, proposal.table), shown)
        table = proposal.table
    return size


@pytest.mark.parametrize("name", ROOMS)
def test_frames_are_the_encoded_updates_and_updates_lead_from_picture_to_picture(name):
    evening, rng = some_evening(name, 1)
    first = evening.table
    evening.seated(rng.randrange(1, len(first.seats) + 1))
    evening.play_on(rng)
    assert evening.table.status == "over"
    assert follow_all(evening, first) > 1000


def test_several_entries_make_one_update():
    evening = Evening("spar", 3)
    before, proposal = evening.table, evening.propose("play_now", "p0", "Ann", "n", "easy")
    step = Step(before, proposal.changes, proposal.table)
    follow(step, {viewer: picture(before, viewer) for viewer in (SPECTATOR, 0, 1, 2)})
    assert [told.entry for told in step.update(0).told] == ["sat", "bot_sat", "bot_sat", "started"]
    assert step.update(0).picture["view"]["hands"][1:] == [None, None]
