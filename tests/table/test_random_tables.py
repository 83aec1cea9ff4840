"""Tables at which everything happens in random order: the fold of the log is always the table itself."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from handful.games import ROOMS
from handful.table.proposal import nothing
from handful.table.refusals import Refused
from handful.table.transcript import transcript
from tests.table.evening import LATER, Evening, facts, shown, some_evening

SEEDS = st.integers(0, 2**32)
ROOMY = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
PEOPLE = [f"p{number}" for number in range(8)]
CLOCKED = ("relaxed", "normal", "fast")


def some_text(evening, rng):
    """The text of an action, mostly one that somebody may do."""
    seats = evening.table.actors() or [0]
    legal = evening.table.legal(rng.choice(seats)) or ["pass", "Kd"]
    return rng.choice((*legal[:40], "nonsense", "play 3s", ""))


def some_command(evening, rng):
    """A command with its values; many cannot be done."""
    table = evening.table
    player, seat = rng.choice(PEOPLE), rng.randrange(-1, len(table.seats) + 1)
    texts = [some_text(evening, rng) for _ in range(rng.choice((1, 1, 1, 2, 0)))]
    able = [info.player for info in table.seats if info.player] or PEOPLE
    return rng.choice(
        (
            ("sit", player, "Somebody", rng.choice((None, seat)), rng.choice(("", "a-nonce", "no nonce"))),
            ("sit", player, "Somebody", None, "x"),
            ("seat_bot", rng.choice(("p0", player)), seat, rng.choice(("easy", "hard", "odd"))),
            ("seat_bot", "p0", seat, "normal"),
            ("remove_bot", "p0", seat),
            ("swap", player, seat),
            ("start", rng.choice(("p0", player))),
            ("leave", player if rng.random() < 0.1 else "nobody"),
            ("come_back", player),
            ("resign", player if rng.random() < 0.1 else "nobody"),
            ("stand_in", player, seat, rng.random() < 0.5),
            ("stop", player, rng.random() < 0.3),
            ("set_options", rng.choice(("p0", player)), None, rng.choice((None, "", "fast", "odd")), None),
            ("time_out", seat),
            ("go_on", player, "cccccccccccccccc"),
            *(("act", rng.choice(able), texts, str(rng.randrange(50)), table.number - rng.choice((0, 0, 0, 1, 5))),)
            * 5,
        )
    )


def whole(evening):
    """All that is true of a table, and all that is shown of it."""
    return facts(evening.table), shown(evening.table)


def give(evening, name, *values):
    """Give a command; it changes nothing by itself, and a refusal is a sentence."""
    before = whole(evening)
    try:
        proposal = evening.propose(name, *values)
    except Refused as refused:
        said = str(refused)
        assert said[0].isupper() or said[0] == "'", said
        assert said[-1] in ".!?", said
        proposal = nothing(evening.table)
    assert whole(evening) == before
    evening.do(proposal)


@pytest.mark.parametrize("name", ROOMS)
@ROOMY
@given(seed=SEEDS)
def test_the_fold_of_the_log_is_the_table(name, seed):
    evening, rng = some_evening(name, seed)
    for step in range(150):
        evening.now += rng.choice((0, 10, 3000, 20_000))
        if step == 40 and evening.table.status == "open":
            for seat, info in enumerate(evening.table.seats):
                if info.free:
                    evening.command("seat_bot", "p0", seat, "easy")
            evening.command("start", "p0")
        due = evening.table.bots_due(evening.now)
        if due and rng.random() < 0.7:
            evening.bot(rng.choice(due), rng)
        else:
            give(evening, *some_command(evening, rng))
        if rng.random() < 0.05:
            assert shown(evening.again()) == shown(evening.table)
            evening.table = evening.again()  # as after a restart
    assert evening.table.number == len(evening.log)
    live = whole(evening)
    evening.table = evening.again()
    assert whole(evening) == live


@pytest.mark.parametrize("name", ROOMS)
@pytest.mark.parametrize("seed", range(2))
def test_every_game_ends_when_all_clocks_run_out(name, seed):
    evening, rng = some_evening(name, seed, clock=CLOCKED[seed])
    evening.seated(len(evening.table.seats))
    steps = 0
    while evening.table.status == "playing":
        due = evening.table.bots_due(evening.now)
        if due:
            evening.bot(rng.choice(due), rng)
        else:
            evening.run_out(rng)
        steps += 1
        assert steps < 60_000
    assert all(seat.away for seat in evening.table.seats) or steps < 40
    assert evening.table.next_deadline() is None


@pytest.mark.parametrize("name", ROOMS)
@ROOMY
@given(seed=SEEDS)
def test_a_game_of_people_bots_and_clocks_ends_and_folds_again(name, seed):
    evening, rng = some_evening(name, seed)
    evening.seated(rng.randrange(1, len(evening.table.seats) + 1))
    evening.play_on(rng, 300)
    assert shown(evening.again()) == shown(evening.table)
    assert evening.table.next_deadline() is None or evening.table.next_deadline() <= evening.now + LATER


@pytest.mark.parametrize("name", ROOMS)
def test_somebody_can_always_go_on(name):
    """With the clock off a table waits for people, never for nobody."""
    for seed in range(6):
        evening, rng = some_evening(name, seed, clock="off")
        evening.seated(seed % 3)
        for _ in range(120):
            if evening.table.status == "over":
                break
            people = [seat for seat in evening.table.actors() if evening.table.seats[seat].player]
            assert people or evening.table.bots_due()
            evening.play_on(rng, 1)


def test_the_same_log_gives_the_same_table_whatever_happened_between():
    """A command that is checked but never written leaves no trace, not even in the dice."""
    evening, rng = Evening("spar", 2, {"target": "3"}).seated(2), random.Random(5)
    while evening.table.status == "playing":
        (seat,) = evening.table.actors()
        for text in evening.table.legal(seat):
            evening.propose("act", f"p{seat}", [text], "", evening.table.number)
        evening.play_on(rng, 1)
    assert transcript(evening.again()) == transcript(evening.table)
