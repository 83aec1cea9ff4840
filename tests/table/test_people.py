"""People who leave, are away, resign, stop, come again; who they are, and who of the cast plays with them."""

from __future__ import annotations

import random

import msgspec
import pytest

from handful.bots.cast import CAST
from handful.games import ROOMS
from handful.observe import SPECTATOR
from handful.policy import LEVELS
from handful.table import commands
from handful.table.entries import Acted, BotSat, decode, encode
from handful.table.pictures import picture
from handful.table.portraits import COLOURS, SIGNS, Portrait
from handful.table.refusals import Refused
from handful.table.table import Table
from handful.table.transcript import transcript
from handful.table.updates import Step, told
from handful.table.verification import Unverified, verify
from handful.transcript import BadLine, read
from tests.table.evening import Evening, shown
from tests.table.test_updates import follow, follow_all

NAMES = {level: [one.name for one in CAST if one.level == level] for level in LEVELS}


def turn(evening: Evening) -> int:
    return evening.table.actors()[0]


def kinds(evening: Evening) -> list[str]:
    return [type(decode(body)).__name__ for body in evening.log]


# ---------------------------------------------------------------- away, and back


def test_who_leaves_a_game_is_stood_in_for_until_they_are_back():
    evening = Evening("spar", 2).seated(2)
    seat = turn(evening)
    evening.command("leave", f"p{seat}")
    assert evening.table.seats[seat].away
    assert evening.table.seat_of(f"p{seat}") == seat
    assert evening.table.bots_due() == [seat]
    assert evening.command("leave", f"p{seat}") == []
    evening.bot(seat, random.Random(1))
    assert evening.table.seats[seat].given_away
    evening.command("come_back", f"p{seat}")
    assert not evening.table.seats[seat].by_bot
    assert shown(evening.again()) == shown(evening.table)
    assert "StoodIn" in kinds(evening)


def test_only_somebody_who_is_away_is_stood_in_for_by_another_person():
    evening = Evening("spar", 3).seated(2)
    assert evening.refusal("stand_in", "p0", 1, False) == "Player 1 is here, or has not been away for long."
    assert evening.refusal("stand_in", "p0", 0, True) == "Seat 0 is not the seat of another person."
    assert evening.refusal("stand_in", "p0", 2, True) == "Seat 2 is not the seat of another person."
    assert evening.refusal("stand_in", "p0", 9, True).startswith("There is no seat 9")
    assert evening.refusal("stand_in", "nobody", 1, True) == "You have no seat at this table."
    (change,) = evening.command("stand_in", "p0", 1, True)
    assert (change.entry.seat, change.entry.by) == (1, 0)
    assert evening.command("stand_in", "p0", 1, True) == []
    assert evening.picture(SPECTATOR).seats[1].away


def test_before_the_start_the_host_makes_the_seat_of_somebody_away_free():
    evening = Evening("spar", 2).seated(2, start=False)
    assert evening.refusal("stand_in", "p1", 0, True) == "Only who opened the table can do that."
    assert evening.refusal("stand_in", "p0", 1, False) == "Player 1 is here, or has not been away for long."
    evening.command("stand_in", "p0", 1, True)
    assert evening.table.seats[1].free


def test_after_time_outs_the_seat_is_not_given_back_by_coming_alone():
    evening = Evening("spar", 2, clock="fast").seated(2)
    while not any(info.away for info in evening.table.seats):
        evening.run_out(random.Random(1))
    assert not any(info.given_away for info in evening.table.seats)


def test_it_is_told_for_whom_the_clock_acted():
    evening = Evening("spar", 2, clock="fast").seated(2)
    seat = turn(evening)
    evening.now = evening.table.next_deadline()
    (late,) = told(evening.bot(seat, random.Random(1)), SPECTATOR)
    assert (late.entry, late.seat, late.by) == ("acted", seat, "clock")
    other = turn(evening)
    (own,) = told(evening.act(other, evening.table.legal(other)[0]), SPECTATOR)
    assert (own.seat, own.by) == (other, "player")
    bots = Evening("spar", 2).seated(1)
    while bots.table.actors() != [1]:
        bots.act(0, bots.table.legal(0)[0])
    (move,) = told(bots.bot(1, random.Random(1)), SPECTATOR)
    assert move.by == "bot"


# ---------------------------------------------------------------- resigning and stopping


def test_who_resigns_watches_and_somebody_of_the_cast_has_the_seat():
    evening = Evening("spar", 3).seated(2)
    evening.command("resign", "p1")
    seat = evening.picture(SPECTATOR).seats[1]
    assert (seat.bot, seat.left, seat.page) == ("normal", "Player 1", "")
    assert seat.name in NAMES["normal"]
    assert seat.name != evening.table.seats[2].name
    assert evening.table.seat_of("p1") == SPECTATOR
    assert evening.refusal("resign", "p1") == "You have no seat at this table."
    assert Evening("spar", 2).seated(2, start=False).refusal("resign", "p0") == "The game has not begun yet."


def test_a_game_stops_when_all_people_agree():
    evening = Evening("spar", 3).seated(3)
    evening.command("stop", "p0", True)
    assert evening.picture(2).stops == [0]
    assert evening.command("stop", "p0", True) == []
    evening.command("stop", "p1", False)
    assert evening.picture(2).stops == []
    assert evening.command("stop", "p1", False) == []
    evening.command("stop", "p2", True)
    evening.command("stop", "p0", True)
    assert evening.table.status == "playing"
    wished, stopped = evening.command("stop", "p1", True)
    assert (wished.entry.seat, type(stopped.entry).__name__) == (1, "Stopped")
    table = evening.table
    assert (table.status, table.actors(), table.bots_due(), table.stops) == ("stopped", [], [], ())
    assert table.deadlines() == [None] * 3
    last = evening.picture(0)
    assert (last.result, last.legal, last.decision) == (None, [], None)
    for command in (("stop", "p0", True), ("leave", "p0"), ("resign", "p0"), ("act", "p0", ["Kd"], "", table.number)):
        assert evening.refusal(*command) == "The game is over."
    assert shown(evening.again()) == shown(table)
    evening.command("go_on", "p0", "bbbb")


def test_alone_with_bots_a_game_stops_at_once_and_who_is_away_is_not_asked():
    alone = Evening("thirteam", 4).seated(1)
    alone.command("stop", "p0", True)
    assert alone.table.status == "stopped"
    two = Evening("spar", 3).seated(2)
    two.command("stop", "p0", True)
    two.command("stand_in", "p0", 1, True)
    assert two.table.status == "stopped"
    three = Evening("spar", 3).seated(3)
    three.command("stop", "p0", True)
    three.command("resign", "p1")
    assert three.table.status == "playing"
    three.command("leave", "p2")
    assert three.table.status == "stopped"


@pytest.mark.parametrize("name", ROOMS)
def test_a_stopped_game_is_a_transcript_that_is_verified(name):
    evening = Evening(name, {"half_suit": 6}.get(name, 4)).seated(2)
    evening.play_on(random.Random(3), 12)
    evening.command("stop", "p0", True)
    evening.command("stop", "p1", True)
    text = transcript(evening.table)
    verified = verify(text)
    assert verified.outcome is None
    assert verified.transcript.stopped == verified.moves > 0
    cut = "".join(text.splitlines(keepends=True)[:-1])
    with pytest.raises(Unverified, match="the game was stopped after"):
        verify(cut)
    with pytest.raises(Unverified, match="the game is not finished"):
        verify("".join(line for line in text.splitlines(keepends=True) if not line.startswith("stopped")))
    with pytest.raises(BadLine, match="expected the number of moves"):
        read(text.replace("stopped: ", "stopped: x"))


# ---------------------------------------------------------------- what is played


def test_the_host_sets_anew_what_is_played_and_everybody_is_told():
    evening = Evening("spar", 3).seated(2, start=False)
    before = evening.table
    changes = evening.command("set_options", "p0", {"target": "7"}, "fast", True)
    step = Step(before, changes, evening.table)
    follow(step, {viewer: picture(before, viewer) for viewer in (SPECTATOR, 0, 1)})
    assert step.update(1).picture == {"number": 5, "options": {"target": "7"}, "clock": "fast", "draw_seats": True}
    assert evening.command("set_options", "p0", {"target": "7"}, None, None) == []
    assert evening.refusal("set_options", "p1", {}, None, None) == "Only who opened the table can do that."
    assert "target" in evening.refusal("set_options", "p0", {"target": "x"}, None, None)
    assert evening.refusal("set_options", "p0", None, "odd", None).startswith("There is no clock 'odd'")
    evening.command("start", "p0")
    assert evening.table.position.state.target == 7
    assert evening.refusal("set_options", "p0", {}, None, None) == "The game has begun already."
    assert shown(evening.again()) == shown(evening.table)


def test_the_usual_clock_runs_only_where_people_play_together():
    alone, two = Evening("spar", 3, clock="").seated(1), Evening("spar", 3, clock="").seated(2)
    assert alone.table.opened.clock == two.table.opened.clock == "normal"
    assert (alone.picture(0).clock, alone.table.next_deadline()) == ("off", None)
    assert two.picture(0).clock == "normal"
    assert two.table.next_deadline()
    before = two.table
    changes = two.command("resign", "p1")
    assert Step(before, changes, two.table).update(0).picture["clock"] == "off"
    assert two.table.next_deadline() is None
    chosen = Evening("spar", 3, clock="fast").seated(1)
    assert chosen.picture(0).clock == "fast"
    assert Evening("half_suit", 6, clock="").table.clock == "relaxed"


def test_phase_and_partners_are_told_as_they_change():
    evening = Evening("thirteam", 6, {"teams": "yes"}).seated(6)
    first, seen = evening.table, set()
    for _ in range(60):
        seen.add(evening.picture(SPECTATOR).phase)
        seat = evening.table.actors()[0]
        evening.act(seat, evening.table.legal(seat)[0])
    assert 1 < len(seen) <= len(evening.table.game.face.phases)
    assert seen <= set(evening.table.game.face.phases)
    assert len(evening.picture(0).partners) == 3
    assert first.partners == evening.table.partners
    assert Evening("half_suit", 6).picture(SPECTATOR).partners == [[0, 2, 4], [1, 3, 5]]
    assert Evening("spar", 3).seated(1).picture(0).partners == []


# ---------------------------------------------------------------- who is who


def test_no_two_bots_at_a_table_are_the_same():
    evening = Evening("spar", 5).seated(1, start=False)
    names = [info.name for info in evening.table.seats[1:]]
    assert len(set(names)) == 4
    assert sorted(name.split()[0] for name in names[:3]) == sorted(NAMES["normal"])
    assert names[3].endswith(" 2")
    assert {seat.character for seat in evening.picture(0).seats[1:]} <= {one.id for one in CAST}
    evening.command("remove_bot", "p0", 2)
    evening.command("seat_bot", "p0", 2, "hard")
    assert evening.table.seats[2].name in NAMES["hard"]
    named = Evening("spar", 4)
    named.command("sit", "p0", NAMES["easy"][0], 0, "")
    for seat in (1, 2, 3):
        named.command("seat_bot", "p0", seat, "easy")
    assert sum(info.name == NAMES["easy"][0] for info in named.table.seats) == 1


def test_bots_of_old_logs_have_names_too():
    evening = Evening("spar", 3).seated(1)
    evening.log = [
        encode(BotSat(at=entry.at, seat=entry.seat)) if isinstance(entry, BotSat) else body
        for body in evening.log
        for entry in [decode(body)]
    ]
    names = [info.name for info in evening.again().seats]
    assert len({*names}) == 3
    assert {*names[1:]} <= {*NAMES["normal"]}


def test_no_two_people_at_a_table_have_the_same_face():
    evening = Evening("spar", 5)
    wished = Portrait("kite", "gold")
    for player in range(5):
        evening.do(
            commands.sit(evening.table, f"p{player}", f"P{player}", None, "", evening.now, wished, f"page{player}")
        )
    faces = [(seat.sign, seat.colour) for seat in evening.picture(SPECTATOR).seats]
    assert faces[0] == ("kite", "gold")
    assert len(set(faces)) == 5
    assert {sign for sign, _ in faces} == {"kite"}
    assert [seat.page for seat in evening.picture(SPECTATOR).seats] == [f"page{player}" for player in range(5)]
    assert (len(SIGNS), len(COLOURS)) == (12, 8)


def test_a_full_table_says_so():
    evening = Evening("spar", 2)
    assert not evening.picture(SPECTATOR).full
    evening.seated(2, start=False)
    assert evening.picture(SPECTATOR).full
    assert evening.refusal("sit", "p9", "Zed", None, "") == "All seats are taken."


# ---------------------------------------------------------------- a rematch, and playing on


def test_seats_are_kept_at_the_table_of_a_rematch():
    old = Evening("spar", 3, {"target": "1"}).seated(2)
    old.play_on(random.Random(1))
    new = Evening("spar", 3, {"target": "1"}, by="p1")
    first = msgspec.structs.replace(new.table.opened, kept=commands.kept_seats(old.table))
    new.table = Table.begin(new.table.id, new.secret, first)
    assert [seat.kept for seat in new.picture(SPECTATOR).seats] == ["Player 0", "Player 1", ""]
    assert new.refusal("sit", "p9", "Zed", 0, "") == "This seat is kept for Player 0."
    new.do(commands.sit_as_before(new.table, old.table, "p1", "Player 1", "n", new.now))
    assert [info.name for info in new.table.seats] == ["", "Player 1", old.table.seats[2].name]
    assert new.table.seats[2].character == old.table.seats[2].character
    assert new.refusal("sit", "p9", "Zed", None, "") == "All seats are taken."
    new.do(commands.sit_as_before(new.table, old.table, "p0", "Player 0", "m", new.now))
    assert new.table.status == "playing"
    assert [info.player for info in new.table.seats] == ["p0", "p1", ""]


@pytest.mark.parametrize("name", ROOMS)
def test_a_finished_game_goes_on_from_its_middle(name):
    old = Evening(name, {"half_suit": 6}.get(name, 4), draw_seats=name == "half_suit").seated(2)
    old.play_on(random.Random(5), 40)
    old.command("stop", "p0", True)
    old.command("stop", "p1", True)
    entries = [decode(body) for body in old.log]
    middle = [number for number, entry in enumerate(entries, 1) if isinstance(entry, Acted)][10]
    before = old.again_until(middle)
    acts = [entry for entry in entries[:middle] if isinstance(entry, Acted)]
    first = commands.opening_in_the_middle(old.table, "z", middle, old.now)
    new = Evening.of("bbbbbbbbbbbbbbbb", old.secret, first)
    new.do(commands.play_on(new.table, old.table, acts, "z", "Zed", 1, "easy", new.now))
    assert new.table.position.state.pack() == before.position.state.pack()
    assert new.table.position.dice.drawn == before.position.dice.drawn
    assert new.table.seat_of("z") == 1
    assert new.table.actors() == before.actors()
    assert all(info.bot == "easy" for seat, info in enumerate(new.table.seats) if seat != 1)
    origin = new.picture(1).origin
    assert (origin.table, origin.number) == (old.table.id, middle)
    follow_all(new, Table.begin(new.table.id, new.secret, first))
    new.play_on(random.Random(2), 6)
    new.command("stop", "z", True)
    text = transcript(new.table)
    assert f"# table {new.table.id}: goes on with table {old.table.id} after its entry {middle}\n" in text
    assert verify(text).moves == verify(text).transcript.stopped
    with pytest.raises(Refused, match="There is no seat 9"):
        commands.play_on(Table.begin("b", old.secret, first), old.table, acts, "z", "Zed", 9, "easy", 0)
    # and from there once more
    again = commands.opening_in_the_middle(new.table, "z", len(new.log), old.now)
    assert again.origin.table == new.table.id
    third = Evening.of("cccccccccccccccc", new.secret, again)
    third.do(commands.play_on(third.table, new.table, new.table.acts, "y", "Yan", 0, "hard", third.now))
    assert third.table.position.state.pack() == new.table.position.state.pack()


def test_there_is_nothing_to_play_at_the_end():
    old = Evening("spar", 2, {"target": "1"}).seated(2)
    old.play_on(random.Random(1))
    first = commands.opening_in_the_middle(old.table, "z", len(old.log), old.now)
    with pytest.raises(Refused, match="nothing to play on"):
        commands.play_on(Table.begin("b", old.secret, first), old.table, old.table.acts, "z", "Zed", 0, "easy", 0)
