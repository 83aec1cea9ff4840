"""A finished game of a live table is a text from which everything can be checked again."""

from __future__ import annotations

import functools
import json
import random
import re

import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st

from handful.cli.verify import verify as say
from handful.games import ROOMS
from handful.referee import Replay
from handful.table.transcript import transcript
from handful.table.verification import Unverified, verify
from handful.transcript import BadLine, read, write
from tests.table.evening import Evening, some_evening

ONE_ROUND = {"spar": {"target": "1"}, "thirteam": {"threshold": "1"}, "claim": {"deals": "1"}}


@functools.cache
def finished(name: str, seed: int = 1) -> Evening:
    """A game that people, bots and the clock have played to its end."""
    seats = {"half_suit": 6, "spar": 3, "thirteam": 4, "claim": 4, "top_suit": 3}[name]
    evening = Evening(name, seats, ONE_ROUND.get(name), "fast", seed).seated(2)
    evening.play_on(random.Random(seed))
    return evening


@pytest.mark.parametrize("name", ROOMS)
def test_a_live_game_reads_back_replays_and_verifies(name):
    evening = finished(name)
    text = transcript(evening.table)
    assert write(read(text)) == text
    replay = Replay(read(text))
    replay.run()
    assert replay.position.state == evening.table.position.state
    verified = verify(text)
    assert verified.outcome == evening.table.position.outcome()
    assert verified.shuffle == evening.table.shuffle
    assert verified.moves == sum(len(act.actions) for act in evening.table.acts)


@pytest.mark.parametrize("name", ROOMS)
def test_any_setting_verifies(name):
    for seed in range(3):
        evening, rng = some_evening(name, seed + 20, clock="fast")
        evening.seated(2)
        evening.play_on(rng)
        assert verify(transcript(evening.table)).outcome == evening.table.position.outcome()


def drawn(seed: int = 3) -> Evening:
    """A finished game of Half Suit whose seats, and so teams, were drawn."""
    evening = Evening("half_suit", 6, {"stop_at_5": "yes"}, "fast", seed, draw_seats=True).seated(4)
    evening.play_on(random.Random(seed))
    return evening


def test_drawn_seats_are_verified():
    """Half Suit R1: nobody can choose who plays with whom."""
    evening = drawn()
    text = transcript(evening.table)
    assert write(read(text)) == text
    verified = verify(text)
    seating = verified.shuffle.seating
    assert sorted(seating) == list(range(6))
    taken = ["p0", "p1", "p2", "p3", "", ""]
    assert [info.player for info in evening.table.seats] == [taken[before] for before in seating]
    line = f"seating: {' '.join(map(str, seating))}"
    other = f"seating: {' '.join(map(str, seating[::-1]))}"
    with pytest.raises(Unverified, match="the seats are not those that follow from secret, table and nonces"):
        verify(text.replace(line, other))


@pytest.mark.parametrize("seats", ["0 1 2 3 4", "0 1 2 3 4 4", "0 1 2 3 4 6", "0  1 2 3 4 5", "a b c d e f"])
def test_a_seating_names_every_seat_once(seats):
    text = re.sub("seating: .*", f"seating: {seats}", transcript(drawn().table))
    with pytest.raises(BadLine, match="expected the seats 0 to 5 in the order in which they were drawn"):
        read(text)


def test_the_header_says_all_that_the_shuffle_follows_from():
    evening = finished("spar")
    lines = transcript(evening.table).splitlines()
    assert lines[:13] == [
        "game: spar",
        "rules: 1",
        "seats: 3",
        "option: target=1",
        "table: aaaaaaaaaaaaaaaa",
        f"commitment: {evening.table.opened.commitment}",
        f"secret: {evening.secret.hex()}",
        "nonce 0: nonce0",
        "nonce 1: nonce1",
        "# seat 0: Player 0",
        "# seat 1: Player 1",
        "# seat 2: Quill – bot, normal",
        "",
    ]
    assert any(re.fullmatch(r"\d: \w\w  # bot: One of \d\.", line) for line in lines)


def test_a_clock_is_named_behind_its_move():
    assert "declare nothing  # clock\n" in "".join(transcript(finished("claim", seed).table) for seed in range(4))


def changed(name: str, old: str, new: str) -> str:
    """A transcript with one change."""
    text = transcript(finished(name).table)
    assert re.search(old, text), old
    return re.sub(old, new, text, count=1)


def last_line_cut(text: str) -> str:
    return "".join(text.splitlines(keepends=True)[:-1])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (r"secret: \w{4}", "secret: 0000", "the commitment is not kept: the SHA-256 of the secret is"),
        (r"commitment: \w{4}", "commitment: 0000", "the commitment is not kept"),
        (r"nonce 0: nonce0", "nonce 0: nonce9", "The cards are those that follow from secret, table and nonces."),
        (r"nonce 1: nonce1\n", "", "follow from secret"),
        (r"table: a{16}", "table: aaaaaaaaaaaaaaab", "follow from secret"),
        (r"(?s)table: .*?\n#", "seed: 3\n#", "there is no secret in the header"),
    ],
)
def test_what_does_not_hold_is_said(old, new, said):
    with pytest.raises(Unverified, match=re.escape(said)):
        verify(changed("half_suit", old, new))


def test_another_move_is_against_the_rules():
    text = transcript(finished("half_suit").table)
    ask = next(line for line in text.splitlines() if ": ask" in line)
    with pytest.raises(Unverified, match=r"line \d+: "):
        verify(text.replace(ask, "0: ask 3 2h\n1: ask 0 2h", 1))


def test_a_game_whose_end_is_missing_is_not_verified():
    with pytest.raises(Unverified, match="not finished"):
        verify(last_line_cut(transcript(finished("spar").table)))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (r"secret: \w{4}", "secret: ", "expected the secret of the shuffle, as 64 hex digits, found"),
        (r"secret: \w", "secret: G", "expected the secret of the shuffle"),
        (r"secret: .*\n", "", "expected `secret: …` here: the secret of the shuffle"),
        (r"commitment: .*\n", "", "expected `commitment: …` here: the SHA-256 of the secret"),
        (r"(?s)commitment: .*", "", "line 5: expected `commitment: …` here"),
        (r"table: \w+", "table: A/B", "expected the id of a table, found 'A/B'"),
        (r"table: .*\n", "", "line 5: `commitment` is out of place; the header's order is game, rules"),
        (r"table:", "seed: 1\ntable:", "line 6: `table` is out of place"),
        (r"nonce 1:", "nonce 0:", "`nonce 0` is out of place; the seats are 0 to 2, in order, each once"),
        (r"nonce 1:", "nonce 3:", "`nonce 3` is out of place"),
        (r"nonce 1: \w+", "nonce 1: two words", "expected 1 to 64 visible ASCII characters without spaces"),
        (r"nonce 1: \w+", "nonce 1: " + "x" * 65, "expected 1 to 64 visible ASCII"),
        (r"nonce 1: \w+", "nonce 1: ", "expected a header line"),
        (r"\n\n", "\n\ndraw: 1\n", "chance follows from the secret; leave this line out"),
    ],
)
def test_a_header_that_cannot_be_read_names_its_line(old, new, said):
    with pytest.raises(BadLine) as error:
        read(changed("spar", old, new))
    assert said in str(error.value)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 700), st.characters())
def test_any_single_change_is_read_exactly_or_refused(at, letter):
    whole = transcript(finished("spar").table)
    text = whole[:at] + letter + whole[at + 1 :]
    try:
        assert write(read(text)) == text
        verify(text)
    except (BadLine, Unverified) as error:
        assert str(error)  # noqa: PT017


def test_the_command_says_what_holds(tmp_path, capsys):
    file = tmp_path / "evening.game"
    file.write_text(transcript(finished("spar").table), encoding="utf-8")
    say(file, as_json=False)
    told = capsys.readouterr().out
    assert told.startswith("Spar, 3 seats, table aaaaaaaaaaaaaaaa: verified.")
    assert finished("spar").table.opened.commitment in told
    assert "Seat 1 added the nonce nonce1" in told
    assert "Result: seat 0" in told
    say(file, as_json=True)
    data = json.loads(capsys.readouterr().out)
    assert data["verified"] is True
    assert data["nonces"] == ["nonce0", "nonce1", ""]
    assert data["result"]["scores"] == list(finished("spar").table.position.outcome().scores)


@pytest.mark.parametrize(("old", "new"), [(r"secret: \w{4}", "secret: 0000"), (r"game: spar", "game: sparr")])
def test_the_command_fails_with_a_sentence(tmp_path, capsys, old, new):
    file = tmp_path / "evening.game"
    file.write_text(changed("spar", old, new), encoding="utf-8")
    with pytest.raises(typer.Exit) as left:
        say(file, as_json=False)
    assert left.value.exit_code == 1
    assert "not verified: " in capsys.readouterr().err
