"""Before the game: opening a table, taking, leaving and swapping seats, bots, and the start."""

from __future__ import annotations

import pytest

from handful.observe import SPECTATOR
from handful.table.commands import opening
from handful.table.entries import Opened, Sat, decode, encode
from handful.table.refusals import Refused
from handful.table.table import Table, new_player, new_table
from tests.table.evening import Evening, secret_of, shown


def test_a_table_is_opened_with_its_options_and_a_commitment():
    evening = Evening("spar", 3, {"target": "5", "first": "right"}, clock="fast")
    table = evening.table
    assert (table.number, table.status, len(table.seats)) == (1, "open", 3)
    assert table.opened.options == {"target": "5"}  # what is the default is left out
    assert table.opened.commitment == evening.picture(SPECTATOR).commitment
    assert evening.picture(SPECTATOR).view is None
    assert table.opened.rules == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "sparr"}, "There is no game 'sparr'. Did you mean spar?"),
        ({"seats": 9}, "Spar is for 2, 3, 4, 5 or 6 seats, not 9."),
        ({"options": {"taget": "3"}}, "Spar has no option 'taget'. Did you mean target?"),
        ({"options": {"target": "0"}}, "Option target cannot be '0'; it is a number from 1 to 99."),
        ({"clock": "bullet"}, "There is no clock 'bullet'; it is one of off, relaxed, normal, fast."),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_sentence(change, said):
    wanted = {"by": "p", "game": "spar", "seats": 2, "options": {}, "clock": "off", "public": True}
    with pytest.raises(Refused) as refused:
        opening(**(wanted | change), secret=secret_of(1), now=1)
    assert str(refused.value).startswith(said)


def test_another_secret_than_the_committed_one_is_an_error():
    first = Evening().table.opened
    with pytest.raises(ValueError, match="committed"):
        Table.begin("t", secret_of("another"), first)


def test_entries_are_kept_as_json():
    entry = Sat(at=5, seat=1, player="p", name="Ann")
    assert encode(entry) == b'{"kind":"sat","at":5,"seat":1,"player":"p","name":"Ann"}'
    assert decode(encode(entry)) == entry
    assert isinstance(decode(encode(Evening().table.opened)), Opened)


def test_ids_are_long_and_random():
    assert len(new_table()) == 16
    assert len(new_player()) == 26
    assert new_table() != new_table()
    assert set(new_player()) <= set("abcdefghijklmnopqrstuvwxyz234567")


def test_sitting():
    evening = Evening("spar", 3)
    evening.command("sit", "p0", "Ann", None, "n0")
    evening.command("sit", "p1", "Ann", 2, "")
    assert [seat.player for seat in evening.table.seats] == ["p0", "", "p1"]
    assert evening.table.seat_of("p1") == 2
    assert evening.table.seat_of("p9") == evening.table.seat_of("") == SPECTATOR
    assert evening.command("sit", "p0", "Ann", None, "n0") == []  # a retry
    assert evening.command("sit", "p1", "Ann", 2, "") == []
    assert evening.refusal("sit", "p0", "Ann", 1, "") == "You have a seat already; swap to move to another."
    assert evening.refusal("sit", "p2", "Bob", 0, "") == "Seat 0 is taken."
    assert evening.refusal("sit", "p2", "Bob", 3, "") == "There is no seat 3; the seats are 0 to 2."
    assert evening.refusal("sit", "p2", "", 1, "").startswith("A name has")
    assert evening.refusal("sit", "p2", "a\u202eb", 1, "").startswith("A name has")
    assert evening.refusal("sit", "p2", "Bob", 1, "two words").startswith("A nonce has")
    evening.command("sit", "p2", "Bob", None, "")
    assert evening.refusal("sit", "p3", "Cid", None, "") == "All seats are taken."


def test_no_player_id_is_shown():
    evening = Evening("spar", 3, by="id-ann")
    evening.command("sit", "id-ann", "Ann", None, "n0")
    evening.command("sit", "id-bob", "Bob", None, "n1")
    assert "id-" not in shown(evening.table)


def test_bots_are_seated_by_who_opened_the_table():
    evening = Evening("spar", 3)
    evening.command("sit", "p0", "Ann", None, "")
    evening.command("sit", "p1", "Bob", None, "")
    assert evening.refusal("seat_bot", "p1", 2, "hard") == "Only who opened the table can do that."
    evening.command("seat_bot", "p0", 2, "hard")
    assert evening.command("seat_bot", "p0", 2, "hard") == []
    evening.command("seat_bot", "p0", 2, "easy")
    assert evening.table.seats[2].bot == "easy"
    assert evening.refusal("seat_bot", "p0", 1, "easy") == "Seat 1 is taken."
    assert evening.refusal("seat_bot", "p0", 2, "godlike").startswith("There is no level 'godlike'")
    assert evening.refusal("remove_bot", "p0", 1) == "There is no bot in seat 1."
    evening.command("remove_bot", "p0", 2)
    assert evening.table.seats[2].free


def test_when_the_opener_does_not_sit_the_seated_arrange():
    evening = Evening("spar", 2)
    evening.command("sit", "p1", "Bob", None, "")
    assert evening.table.may_arrange("p0")
    assert evening.table.may_arrange("p1")
    assert not evening.table.may_arrange("p2")
    evening.command("seat_bot", "p1", 1, "easy")
    evening.command("start", "p1")
    assert evening.table.status == "playing"


def test_swapping():
    evening = Evening("spar", 4).seated(2, start=False)
    evening.command("swap", "p1", 3)  # with a bot
    assert [seat.player for seat in evening.table.seats] == ["p0", "", "", "p1"]
    assert evening.table.seats[3].nonce == "nonce1"
    assert evening.refusal("swap", "p1", 0).startswith("Player 0 sits there;")
    evening.command("swap", "p0", 3)
    assert [seat.player for seat in evening.table.seats] == ["p1", "", "", "p0"]
    assert evening.command("swap", "p0", 3) == []
    assert evening.refusal("swap", "p7", 3) == "You have no seat at this table."


def test_the_start():
    evening = Evening("spar", 3).seated(2, start=False)
    evening.command("remove_bot", "p0", 2)
    assert evening.refusal("start", "p0").startswith("Free seats: 2.")
    evening.command("seat_bot", "p0", 2, "easy")
    assert evening.refusal("start", "p1") == "Only who opened the table can do that."
    assert evening.refusal("act", "p0", ["Kd"], "", 9) == "The game has not begun yet."
    (change,) = evening.command("start", "p0")
    assert evening.table.status == "playing"
    assert [event.name for event in change.events][:2] == ["shuffled", "round_began"]
    for command in (("sit", "p9", "Zed", None, ""), ("swap", "p0", 1), ("start", "p0"), ("remove_bot", "p0", 2)):
        assert evening.refusal(*command) == "The game has begun already."


def test_leaving_before_the_start_frees_the_seat():
    evening = Evening("spar", 2)
    evening.command("sit", "p0", "Ann", 1, "n")
    evening.command("leave", "p0")
    assert evening.table.seats[1].free
    assert evening.refusal("leave", "p0") == "You have no seat at this table."
    evening.command("sit", "p0", "Ann", 0, "m")
    assert evening.table.shuffle.nonces == ("m", "")


def test_seats_can_be_drawn_at_the_start():
    """Half Suit R1: the teams are drawn at random."""
    drawn = set()
    for seed in range(30):
        evening = Evening("half_suit", 6, seed=seed, draw_seats=True).seated(4)
        seats = evening.table.seats
        drawn.add(tuple(info.player for info in seats))
        assert sorted(info.player for info in seats) == ["", "", "p0", "p1", "p2", "p3"]
        assert all(info.nonce == info.player.replace("p", "nonce") for info in seats)
        assert shown(evening.again()) == shown(evening.table)
    assert len(drawn) > 25
