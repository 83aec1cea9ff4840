"""Nothing hidden leaves a table: what a viewer is shown stays the same when the cards it cannot see are exchanged."""

from __future__ import annotations

import copy
import random

import msgspec
import pytest

from handful import kit
from handful.bots import Question
from handful.game import Position
from handful.games import ROOMS
from handful.observe import SPECTATOR
from handful.table import pictures
from handful.table.commands import act
from handful.table.pictures import listing, picture
from handful.table.proposal import propose
from handful.table.refusals import Refused
from handful.table.table import Table
from handful.table.updates import Step
from tests.table.evening import Evening, some_evening


def twin(table: Table, state) -> Table:
    """The same table with another state."""
    return msgspec.structs.replace(table, position=Position(table.game, state, copy.copy(table.position.dice)))


def refusals(table: Table, viewer: int, texts: list[list[str]]) -> list[object]:
    """How a table answers a player's actions."""
    said: list[object] = []
    for steps in texts:
        try:
            act(table, table.seats[viewer].player, steps, "", table.number, 0)
            said.append("")
        except Refused as refused:
            said.append([refused.code, refused.values, str(refused)])
    return said


def told(table: Table, viewer: int, texts: list[list[str]]) -> str:
    """Everything that a viewer can find out about a table."""
    seated = viewer >= 0
    asked = seated and viewer in table.actors()
    question = table.question(viewer) if asked else Question("", "", 0, {}, [], 0)
    return msgspec.json.encode(
        [
            picture(table, viewer),
            listing(table),
            [table.next_deadline(), *(table.deadlines()[seat] for seat in range(len(table.seats)))],
            table.bots_due(10**15),
            [question.view, question.legal, question.seed],
            refusals(table, viewer, texts) if seated and table.seats[viewer].player else [],
        ]
    ).decode()


def some_texts(table: Table, rng: random.Random) -> list[list[str]]:
    """Actions of all seats, alone and two together."""
    words, position = table.game.words, table.position
    everybody = [action for seat in range(position.seats) for action in position.legal(seat)]
    some = [words.write_action(action) for action in rng.sample(everybody, min(6, len(everybody)))]
    return [[text] for text in some] + [[text, other] for text in some for other in some[:3]]


@pytest.mark.parametrize("name", ROOMS)
def test_what_a_viewer_is_shown_does_not_depend_on_what_it_cannot_see(name):
    compared = 0
    for seed in range(14):
        evening, rng = some_evening(name, seed)
        evening.seated(rng.randrange(len(evening.table.seats) + 1))
        for _ in range(25):
            evening.play_on(rng, rng.choice((1, 2, 7)))
            table = evening.table
            if table.status == "over":
                break
            for viewer in (SPECTATOR, *range(len(table.seats))):
                texts = some_texts(table, rng)
                other = twin(table, kit.exchanged(table.position.state, viewer, rng))
                assert told(table, viewer, texts) == told(other, viewer, texts), f"seat {viewer}"
                compared += 1
    assert compared > 200


@pytest.mark.parametrize("name", ROOMS)
def test_what_a_viewer_is_told_of_a_move_does_not_depend_on_what_it_cannot_see(name):
    """As the kit does for the rules: the hidden cards that the move itself shows stay where they are."""
    assert compare_moves(name) > 100


def compare_moves(name: str) -> int:
    """Play games and compare what is told of every move; how often two could be compared."""
    compared = 0
    for seed in range(10):
        evening, rng = some_evening(name, seed)
        evening.seated(len(evening.table.seats))
        while evening.table.status == "playing" and evening.table.number < 60:
            table = evening.table
            before = table.position.state
            evening.play_on(rng, 1)
            entry = evening.table.acts[-1]
            for viewer in (SPECTATOR, *range(len(table.seats))):
                compared += same_story(evening, before, entry, viewer, rng)
    return compared


def same_story(evening, before, entry, viewer: int, rng: random.Random) -> int:
    """Play the last entry again on exchanged cards; 1 if the viewer could not tell the two apart, and cannot now."""
    real = evening.table
    log, evening.log = evening.log, evening.log[: real.number - 1]
    old = evening.again()
    evening.log = log
    assert old.position.state == before
    (change,), new = propose(old, entry)
    before_that = twin(old, kit.exchanged(before, viewer, rng, fixed=kit.named_cards(change.events, viewer)))
    if any(table.position.refusal(entry.seat, entry.actions[0]) for table in (old, before_that)):
        return 0
    (story,), other = propose(before_that, entry)
    if not kit.agrees(real.game.knowledge(real.position.view(viewer)), other.position.state):
        return 0
    assert kit.events_shown(change.events, viewer) == kit.events_shown(story.events, viewer)
    if real.status != "over":
        assert picture(real, viewer) == picture(other, viewer)
        sent = Step(old, [change], new).frame(viewer), Step(before_that, [story], other).frame(viewer)
        assert sent[0] == sent[1], "the update depends on cards that the viewer cannot see"
    assert listing(real) == listing(other)
    return 1


def test_only_a_seat_itself_is_shown_what_it_may_do():
    for name in ROOMS:
        evening, rng = some_evening(name, 3)
        evening.seated(len(evening.table.seats))
        for _ in range(20):
            evening.play_on(rng, 1)
            if evening.table.status == "over":
                break
            able = evening.table.actors()
            for viewer in (SPECTATOR, *range(len(evening.table.seats))):
                shown = evening.picture(viewer)
                assert bool(shown.legal) == (viewer in able)
                assert (shown.decision is None) == (viewer not in able)


def test_the_secret_is_not_shown_before_the_end():
    evening, rng = some_evening("top_suit", 4)
    evening.seated(3)
    while evening.table.status == "playing":
        pictures = str([evening.picture(viewer) for viewer in (-1, 0, 1, 2)])
        assert evening.secret.hex() not in pictures
        evening.play_on(rng, 1)
    assert evening.secret.hex() in str(evening.picture(0))


def test_a_leak_is_caught(monkeypatch):
    """The comparison above is worth something only if it notices: here the length of others' lists is shown."""

    def leaking(table):
        return [len(table.position.legal(seat)) for seat in range(len(table.seats))]

    caught, rng = 0, random.Random(2)
    evening = Evening("thirteam", 4).seated(4)
    monkeypatch.setattr(pictures, "arrangers", leaking)
    for _ in range(40):
        evening.play_on(rng, 1)
        other = twin(evening.table, kit.exchanged(evening.table.position.state, SPECTATOR, rng))
        caught += told(evening.table, SPECTATOR, []) != told(other, SPECTATOR, [])
    assert caught > 5
