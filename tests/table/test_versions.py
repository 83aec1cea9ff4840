"""Games of an earlier rules version still replay: a room keeps it, and a table knows what it was played under."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import random
from types import SimpleNamespace

import msgspec
import pytest

from handful import games
from handful.game import BadText
from handful.games import find, open_room
from handful.games.spar import rules
from handful.referee import Replay
from handful.table.table import Table
from handful.table.transcript import transcript
from handful.table.verification import verify
from handful.transcript import BadLine, read, write
from tests.table.evening import Evening, shown

FIRST = find("spar")


def newer() -> object:
    """Spar's rules as they could be one day: nobody is allowed to lead."""

    def check(s, seat, action):
        return rules.NOT_YOUR_CARD

    return SimpleNamespace(**{**vars(rules), "VERSION": 2, "check": check})


@pytest.fixture
def second():
    """Version 2 of Spar, in a room that keeps version 1."""
    game = dataclasses.replace(FIRST, rules=newer(), earlier=(FIRST,))
    open_room(game)
    yield game
    games._open["spar"] = FIRST


def played() -> Evening:
    evening = Evening("spar", 2, {"target": "1"}).seated(2)
    evening.play_on(random.Random(4))
    return evening


def test_an_old_table_folds_and_its_transcript_replays(request):
    evening = played()
    text, pictures = transcript(evening.table), shown(evening.table)
    second = request.getfixturevalue("second")
    assert find("spar") is second
    assert shown(evening.again()) == pictures
    assert evening.again().game is FIRST
    assert read(text).game is FIRST
    assert write(read(text)) == text
    assert verify(text).outcome == evening.table.position.outcome()
    Replay(read(text)).run()


def test_a_new_table_is_of_the_newest_version(second):
    evening = Evening("spar", 2)
    assert evening.table.opened.rules == 2
    assert evening.table.game is second
    evening.seated(2)
    (seat,) = evening.table.actors()
    assert evening.refusal("act", f"p{seat}", ["Kd"], "", evening.table.number) == "You do not hold that card."


def test_a_version_that_is_not_kept_is_named(second):
    with pytest.raises(BadText, match="expected rules version 1 or 2 of Spar, found '3'"):
        second.version(3)
    with pytest.raises(BadLine, match="line 2: expected rules version 1 or 2 of Spar, found '7'"):
        read("game: spar\nrules: 7\nseats: 2\n")
    with pytest.raises(BadLine, match="line 2: expected rules version 2 of Spar, found '01'"):
        read("game: spar\nrules: 01\nseats: 2\n")
    first = Evening("spar", 2).table.opened
    evening = Evening("spar", 2)
    with pytest.raises(BadText, match="found '9'"):
        Table.begin("t", evening.secret, msgspec.structs.replace(first, rules=9))


def test_a_version_goes_to_another_process_as_itself(second):
    assert pickle.loads(pickle.dumps(second)) is second
    assert pickle.loads(pickle.dumps(second.version(1))) is FIRST
    assert copy.deepcopy(second.version(1)) is FIRST
