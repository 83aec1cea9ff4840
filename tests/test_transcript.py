"""Transcripts are read strictly: every error names its line and says what was expected."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handful import games, kit
from handful.game import BadText, Face, Illegal
from handful.games import find
from handful.kernel.dice import SeededDice
from handful.match import Match
from handful.referee import Replay
from handful.transcript import BadLine, IllegalLine, Line, Transcript, header, read, write

WHOLE = """\
# A whole game of one round.
game: spar
rules: 1
seats: 2
option: target=1

draw: 0
deal 0: 6s 7s 8s 9s Ts
deal 1: 6c 7c 8c 9c Tc
deal rest: Js Qs Ks Jc Qc Kc 6d 7d 8d 9d Td Jd Qd Kd 6h 7h 8h 9h Th Jh Qh Kh
1: 6c  # the player on the dealer's right leads
0: 6s
1: 7c
0: 7s
1: 8c
0: 8s
1: 9c
0: 9s
1: Tc
0: Ts
"""


def replayed(text):
    replay = Replay(read(text))
    replay.run()
    return replay.position


def wrong(old, new, kind=BadLine):
    """The message for a text with one change."""
    assert WHOLE.count(old) >= 1
    with pytest.raises(kind) as error:
        replayed(WHOLE.replace(old, new, 1))
    return str(error.value)


def test_a_written_deal_sets_up_a_position_by_hand():
    position = replayed(WHOLE)
    assert position.outcome().winners == (1,)
    assert position.outcome().scores == (0, 1)


def test_reading_and_writing_are_exact_inverses():
    assert write(read(WHOLE)) == WHOLE
    assert read(write(read(WHOLE))) == read(WHOLE)


def test_a_seed_replaces_the_written_chance():
    game = find("spar")
    lines = header(game, 3, {"first": "left"}, (42, 7))
    transcript = Transcript(game, 3, {"first": "left"}, (42, 7), tuple(lines))
    assert write(transcript).endswith("seed: 42 7\n")
    assert read(write(transcript)) == transcript
    match = Match.begin(game, 3, SeededDice(42, 7), {"first": "left"})
    assert replayed(write(transcript)).state == match.position.state


def test_a_game_without_hands_has_a_transcript_with_the_whole_deck(monkeypatch):
    game = replace(find("spar"), name="handless", face=Face(goal="Be in control."))
    monkeypatch.setitem(games._open, game.name, game)
    kit.check_transcript(game, kit.Setting(2, {}), 1)
    text = Match.begin(game, 2, SeededDice(1)).text()
    (dealt,) = re.findall(r"^deal (.*): (.*)$", text, re.MULTILINE)
    assert dealt[0] == "rest"
    assert len(dealt[1].split()) == 32


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("game: spar", "game: sparr", "line 2: there is no game 'sparr'. Did you mean spar?"),
        ("game: spar\n", "", "line 2: expected `game: …` as line 1 of the header"),
        ("rules: 1\n", "", "line 3: expected `rules: …` as line 2 of the header"),
        ("rules: 1", "rules: 9", "line 3: expected rules version 1 of Spar, found '9'"),
        ("seats: 2", "seats: 7", "line 4: expected 2, 3, 4, 5 or 6 seats for Spar, found '7'"),
        ("seats: 2", "seats: two", "line 4: expected 2, 3, 4, 5 or 6 seats for Spar, found 'two'"),
        ("target=1", "target", "line 5: expected an option such as name=value, found 'target'"),
        ("target=1", "taget=1", "line 5: Spar has no option 'taget'. Did you mean target?"),
        ("target=1", "target=100", "line 5: option target cannot be '100'; it is a number from 1 to 99"),
        ("target=1", "target=20", "line 5: option target is 20 anyway; leave the line out"),
        ("target=1", "honour=yes\noption: target=1", "line 6: option target is out of place"),
        ("target=1", "target=1\noption: target=2", "line 6: option target is out of place"),
        ("option: target=1", "seed: 1\noption: target=1", "line 6: `option` is out of place"),
        ("seats: 2", "0: 6s\nseats: 2", "line 4: expected a header line"),
        ("option: target=1", "option: target=1\nseed: x", "line 6: expected a seed such as 42"),
        ("option: target=1", "option: target=1\nseed: 9999999999999999999", "line 6: expected a seed such as 42"),
        ("option: target=1", "option: target=1\nseed: 3", "line 8: chance follows from the seed"),
        ("draw: 0\n", "", "line 7: expected `draw: …` with a number from 0 to 1 before this deal"),
        ("draw: 0", "draw: 2", "line 7: expected `draw: …` with a number from 0 to 1"),
        ("draw: 0", "draw: x", "line 7: expected a number such as 2, found 'x'"),
        ("6s 7s 8s 9s Ts", "6s 7s 8s 9s", "line 8: expected 5 cards for seat 0 in this deal, found 4"),
        ("6s 7s 8s 9s Ts", "6s 7s 8s 9s 10s", "line 8: '10s' is no card"),
        ("6s 7s 8s 9s Ts", "6s 7s 8s 9s 9s", "line 8: 9s is there twice"),
        ("6s 7s 8s 9s Ts", "6s 7s 8s 9s 6c", "line 8: expected every card of the deck once; missing here: Ts"),
        ("6s 7s 8s 9s Ts", "6s  7s 8s 9s Ts", "line 8: expected exactly '6s 7s 8s 9s Ts'"),
        ("deal 1:", "deal 2:", "line 8: expected 5 cards for seat 1 in this deal, found 0"),
        ("\n1: 6c", "\n2: 6c", "line 11: there is no seat 2; the seats are 0 to 1"),
        ("\n1: 6c", "\n1: 6 c", "line 11: '6 c' is no action of Spar; expected a card such as Kd"),
        ("\n1: 6c  #", "\n1:  6c  #", "line 11: expected exactly"),
        ("\n1: 6c", "\n1; 6c", "line 11: expected a header line"),
        ("1: 7c\n", "draw: 1\n1: 7c\n", "line 13: nothing is left to chance here; expected a move"),
        ("0: Ts\n", "0: Ts", "line 20: expected a line break at the end"),
        ("rules: 1\n", "rules: 1\r\n", "line 3: expected exactly"),
    ],
)
def test_an_error_names_its_line_and_what_was_expected(old, new, message):
    assert wrong(old, new).startswith(message)


def test_a_missing_deal_is_named():
    start = WHOLE.index("draw: 0\n")
    with pytest.raises(BadLine, match="line 5: the rules leave something to chance here"):
        replayed(WHOLE[:start])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("\n1: 6c", "\n0: 6s", "line 11: 0: 6s: It is not your turn."),
        ("\n1: 6c", "\n1: Ks", "line 11: 1: Ks: You do not hold that card."),
        ("0: Ts\n", "0: Ts\n1: Tc\n", "line 21: 1: Tc: The game is over."),
    ],
)
def test_a_move_against_the_rules_is_another_error(old, new, message):
    assert wrong(old, new, IllegalLine) == message
    assert issubclass(IllegalLine, Illegal)
    assert not issubclass(IllegalLine, BadText)


@given(st.text())
def test_any_text_is_read_or_refused(text):
    try:
        assert write(read(text)) == text
    except BadLine as error:
        assert str(error).startswith("line ")  # noqa: PT017


@given(st.integers(0, len(WHOLE) - 1), st.characters())
def test_any_single_change_is_read_exactly_or_refused(at, letter):
    text = WHOLE[:at] + letter + WHOLE[at + 1 :]
    try:
        transcript = read(text)
    except BadLine:
        return
    assert write(transcript) == text
    try:
        Replay(transcript).run()
    except (BadLine, IllegalLine) as error:
        assert str(error).startswith("line ")  # noqa: PT017


def test_lines_show_themselves():
    assert str(Line("0", "6s", "why not")) == "0: 6s  # why not"
    assert str(Line(comment="only a comment")) == "# only a comment"
    assert str(Line()) == ""
