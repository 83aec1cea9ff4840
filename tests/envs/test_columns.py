"""A view as numbers: what the columns mean, that both forms say the same, and that none of them leaks."""

from __future__ import annotations

import dataclasses
import itertools
import random
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from handful import kernel, kit
from handful.bots.features import action_columns
from handful.cards import BadText, card_texts, cards_set
from handful.columns import ACTION_BITS, Columns, Group, columns, groups, unpacked, view_columns
from handful.game import Position, knowing, remembering
from handful.games import ROOMS, find
from handful.games.half_suit import state as half_suit
from handful.games.spar import rules as spar
from handful.games.spar.knowledge import knowledge as spar_known
from handful.kernel import EVERYBODY, OWNER, cards, number, per_seat, seats
from handful.knowledge import HOLDS, WIDTH, Deduction
from handful.observe import SPECTATOR, view

pytestmark = pytest.mark.xdist_group("envs")  # compiled in one process, once


@pytest.fixture(params=ROOMS)
def game(request):
    return find(request.param)


def places(game, step=9, most=300):
    """Positions of a game in several settings."""
    found = kit.settings(game)
    for n, setting in enumerate(found[:: max(1, len(found) // 5)]):
        yield from itertools.islice(kit.walk(game, setting, n), 0, most, step)


def hunt(game, made):
    """Look for a leak in the columns of some positions."""
    for place in itertools.islice(kit.walk(game, kit.Setting(4, {}), 1), 30):
        kit.check_columns(game, place.state, made, random.Random(1))


def by_name(made, row):
    """What is not 0, by what the columns are called."""
    return {
        (column.name, column.of, column.meaning): row[column.place] for column in made.describe() if row[column.place]
    }


def test_a_position_of_spar_reads_as_a_person_would():
    s = spar.State(3)
    s.hands[0], s.hands[1], s.hands[2] = cards_set("6s 7h"), cards_set("Kd"), cards_set("8c 9c")
    s.turn, s.leader, s.control, s.dealer, s.called, s.best = 1, 0, 0, 2, 3, 47
    s.table[0] = 47
    s.scores[1], s.round, s.left, s.voids[2] = 113, 300, 16, 0b1001
    made = columns(spar.State, 3)
    seen = by_name(made, made.of(s, 1))
    assert seen[("hands", "seat +0", "Kd")] == 1
    assert not [key for key in seen if key[0] == "hands" and key[1:] != ("seat +0", "Kd")]
    assert seen[("turn", "", "seat +0")] == seen[("dealer", "", "seat +1")] == seen[("leader", "", "seat +2")] == 1
    assert seen[("hands_size", "seat +0", "0 … 32")] == 1 / 32
    assert seen[("hands_size", "seat +1", "0 … 32")] == seen[("hands_size", "seat +2", "0 … 32")] == 2 / 32
    assert seen[("table", "seat +2", "Kh")] == seen[("best", "", "Kh")] == seen[("called", "", "hearts")] == 1
    assert seen[("scores", "seat +0", "0 … 113")] == 1
    assert seen[("round", "", "0 … 600")] == 0.5
    assert {key[2] for key in seen if key[:2] == ("voids", "seat +1")} == {"0", "3"}
    assert seen[("first", "", "right")] == 1
    assert ("honour", "", "yes") not in seen


def test_the_columns_follow_from_the_view_alone(game):
    for place in places(game, step=31):
        for seat in range(place.state.seats):
            for packed in (False, True):
                made = columns(game.rules.State, place.state.seats, packed)
                assert view_columns(view(place.state, seat), packed) == made.of(place.state, seat)


def test_every_column_has_a_name_of_its_own(game):
    for count in game.seats:
        for packed in (False, True):
            made = columns(game.rules.State, count, packed)
            described = made.describe()
            assert [column.place for column in described] == list(range(made.width))
            assert len({column[1:] for column in described}) == made.width
            assert {column.name for column in described} == {"seat", *view(game.fresh(count), SPECTATOR).known}


def test_the_page_says_how_many_columns_and_actions_there_are(game):
    page = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
    seats, most = game.usual_seats(), game.rules.MOST_LEGAL
    states = (game.rules.State, knowing(game).rules.State)
    widths = [f"{columns(state, seats, packed).width:,}" for state in states for packed in (False, True)]
    table = f"{len(game.moves.every(seats)):,}" if game.moves.every else "none"
    assert f"| {game.title} | {seats} | {' | '.join(widths)} | {most} | {table}" in page


def test_floats_lie_from_0_to_1_and_packed_bits_are_the_same_values(game):
    """Every set is equal in both forms; every number in bits is the number that is scaled."""
    for place in places(game, 23):
        s = place.state
        plain, packed = columns(game.rules.State, s.seats), columns(game.rules.State, s.seats, packed=True)
        floats = plain.of(s, place.seat)
        bits = unpacked(np.array(packed.of(s, place.seat), np.uint32), packed.width).tolist()
        assert all(0 <= value <= 1 for value in floats)
        at, bit = 0, 0
        for group in plain.groups:
            width, long = group.width(False), group.width(True)
            if group.span:
                value = sum(one << n for n, one in enumerate(bits[bit : bit + long]))
                assert floats[at] == value / group.span
            else:
                assert floats[at : at + width] == bits[bit : bit + long]
            at, bit = at + width, bit + long
        assert (at, bit) == (plain.width, packed.width)


def test_numbers_stay_in_the_range_that_they_declare(game):
    for place in places(game, 1, 3000):
        kit.check_ranges(place.state)


def test_the_ranges_are_checked():
    s = spar.State(2)
    s.accumulated = 16
    with pytest.raises(AssertionError, match="accumulated is 16, and declared to be 0 to 15"):
        kit.check_ranges(s)


def test_no_column_depends_on_what_a_seat_cannot_see(game):
    rng = random.Random(5)
    for place in places(game):
        for packed in (False, True):
            kit.check_columns(game, place.state, columns(game.rules.State, place.state.seats, packed), rng)


def test_a_planted_leak_is_caught():
    """The hand of the next seat, and the number of its spades: both are found."""
    game = find("spar")
    for source in ("s.hands[p1] >> 16", "count(s.hands[p1] & 0x1111111111111)"):
        leak = Group("peek", "seat +1", tuple(str(n) for n in range(32)), source)
        made = Columns("a leak", [*groups(spar.State, 4), leak], 4, packed=False)
        with pytest.raises(AssertionError, match="depend on cards it cannot see"):
            hunt(game, made)


def test_a_field_that_leaks_in_its_declaration_is_caught():
    class State(spar.State, seats=6):
        hands: list[int] = per_seat(cards(EVERYBODY, counted=True))

    game, made = find("spar"), columns(State, 4)
    with pytest.raises(AssertionError, match="depend on cards it cannot see"):
        hunt(game, made)


@cache
def told_walk(name):
    """Positions of a game that keeps its last events in mind, each with all events until then."""
    game = remembering(find(name), 5)
    found = []
    for n, setting in enumerate(kit.settings(game)[::4]):
        position = Position.begin(game, setting.seats, kit.SeededDice(n), setting.options)
        heard = list(position.begun)
        for place in itertools.islice(kit.walk(game, setting, n), 120):
            assert position.state == place.state
            found.append((place.state, tuple(heard)))
            heard += position.act(place.seat, place.action)
    return game, found[::7]


def test_the_last_events_read_as_a_person_would_tell_them():
    game = remembering(find("spar"), 3)
    s = game.fresh(3)
    kernel.tell(s, spar.SHUFFLED)
    kernel.tell(s, spar.DEALT, 1, cards_set("6s 7h"))
    kernel.tell(s, spar.DEALT, 2, cards_set("Kd"))
    kernel.tell(s, spar.HELD, 0, 9)
    made = columns(game.rules.State, 3)
    seen = {key: value for key, value in by_name(made, made.of(s, 1)).items() if key[0].startswith("event")}
    assert seen == {
        ("event -1", "kind", "held"): 1,
        ("event -1", "seat", "seat +2"): 1,
        ("event -1", "points", "0 … 15"): 9 / 15,
        ("event -2", "kind", "dealt"): 1,
        ("event -2", "seat", "seat +1"): 1,
        ("event -3", "kind", "dealt"): 1,
        ("event -3", "seat", "seat +0"): 1,
        ("event -3", "cards", "6s"): 1,
        ("event -3", "cards", "7h"): 1,
    }


@pytest.mark.parametrize("name", ROOMS)
def test_the_columns_of_events_follow_from_what_a_seat_is_told(name):
    """The same from a view and the events as its seat hears them; several kinds of events are met."""
    game, found = told_walk(name)
    met = set()
    for s, heard in found:
        for seat, packed in itertools.product(range(s.seats), (False, True)):
            made = columns(game.rules.State, s.seats, packed)
            told = [event.seen_by(seat) for event in heard]
            assert view_columns(view(s, seat), packed, told) == made.of(s, seat)
            assert view_columns(view(s, seat), packed, told[-5:]) == made.of(s, seat)
        met |= {event.name for event in heard}
    assert len(met) > 5


@pytest.mark.parametrize("name", ROOMS)
def test_no_column_of_an_event_tells_what_its_seat_was_not_told(name):
    game, found = told_walk(name)
    for s, _ in found:
        kit.check_columns(game, s, columns(game.rules.State, s.seats), random.Random(5))


def test_a_secret_of_an_event_that_is_shown_to_all_is_caught(monkeypatch):
    monkeypatch.setattr("handful.columns.insiders", lambda kinds, key: (0,) * len(kinds))
    game = remembering(find("spar"), 5)
    with pytest.raises(AssertionError, match="depend on cards it cannot see"):
        hunt(game, Columns("a leak", groups(game.rules.State, 4), 4, packed=False))


@pytest.mark.parametrize("name", ROOMS)
def test_numbers_of_events_lie_in_the_range_that_they_declare(name):
    for event in {id(event): event for _, heard in told_walk(name)[1] for event in heard}.values():
        for key, lies in event.kind.ranges.items():
            assert lies.low <= event.values[key] <= lies.high, event


def test_a_number_without_a_range_and_one_of_every_kind():
    """What the columns do with fields that none of the games has."""

    class State(kernel.State, seats=2):
        hands: list[int] = per_seat(cards(OWNER))
        free: int = number(EVERYBODY, letter="b")
        wide: int = number(EVERYBODY)
        some: int = seats(EVERYBODY)
        chosen: list[int] = per_seat(kernel.action(OWNER))

    s = State(2)
    s.free, s.wide, s.some, s.chosen[1] = 127, -1_000_000, 0b01, 5
    made = columns(State, 2)
    seen = by_name(made, made.of(s, 1))
    assert seen[("free", "", "-128 … 127")] == 1
    assert ("wide", "", "-32768 … 32767") not in seen  # clipped to the low end
    assert seen[("some", "", "seat +1")] == 1
    assert {key[2] for key in seen if key[0] == "chosen"} == {
        "there is one",
        "bit 0 of the action",
        "bit 2 of the action",
    }


def test_actions_are_told_apart_by_their_features(game):
    """No two legal actions of a position have the same features, and the features say what the text says."""
    for place in places(game, 17):
        made = action_columns(game, place.state.seats)
        legal = kit.legal(game, place.state, place.seat)
        rows = {tuple(made.of(action, place.seat)) for action in legal}
        assert len(rows) == len(legal)
        for action in legal:
            seen = by_name(made, made.of(action, place.seat))
            text = game.words.write_action(action)
            assert [key[2] for key in seen if key[0] == "kind"] == [game.moves.kinds[game.moves.kind(action)]]
            for name, _, meaning in seen:
                if name == "card":
                    assert meaning in text
                if name == "cards" and "claim " not in text:
                    assert meaning in text
                if name == "whom":
                    assert str((place.seat + int(meaning[-1])) % place.state.seats) in text


def test_a_game_that_says_nothing_of_its_actions_is_learned_by_their_bits():
    game = dataclasses.replace(find("top_suit"), moves=None)
    made = action_columns(game, 3)
    assert made.width == ACTION_BITS
    assert made.of(0b101, 0)[:4] == [1, 0, 1, 0]


def test_knowledge_reads_as_a_person_would_say_it():
    """Half Suit: seat 1 was seen to take the 4s from seat 2, and asked for the 5s in vain; seat 0 looks on."""
    game = knowing(find("half_suit"))
    s = half_suit.State(6)
    s.hands[:] = [cards_set(text) for text in ("2s 9c", "4s 3s", "6s 5s", "7s 9s", "Th Jh Qh", "")]
    s.won[1] = cards_set("2h 3h 4h 5h 6h 7h")
    s.taken[1], s.some[1] = cards_set("4s"), half_suit.HALF_SUITS[0]
    for seat in range(6):
        s.lacks[seat] = cards_set("" if seat == 1 else "4s") | cards_set("5s" if seat in (1, 3) else "")
    made = columns(knowing(game).rules.State, 6)
    seen = by_name(made, made.of(_with_room(s, game), 0))
    assert {key[2] for key in seen if key[:2] == ("certainly holds", "seat +1")} == {"4s"}
    assert {key[2] for key in seen if key[:2] == ("some of", "seat +1")} == {"3s", "6s", "7s"}
    assert {key[2] for key in seen if key[0] == "gone"} == {"2h", "3h", "4h", "5h", "6h", "7h"}
    assert ("may hold", "seat +2", "5s") in seen
    assert ("may hold", "seat +3", "5s") not in seen
    assert ("may hold", "seat +2", "2s") not in seen  # it is mine
    assert not [key for key in seen if key[0] in ("may hold", "unknown cards") and key[1] == "seat +5"]  # no cards left
    assert seen[("unknown cards", "seat +1", "0 … 54")] == 1 / 54
    assert seen[("unknown cards", "seat +4", "0 … 54")] == 3 / 54


def _with_room(s, game):
    """A state with room for what is known."""
    return game.rules.State.unpack(s.pack() + bytes(8 * WIDTH))


def test_knowledge_as_columns_is_what_the_view_tells(game):
    """The columns are the room's knowledge, from the view of the seat alone, card by card; and true."""
    knower = knowing(game)
    for place in places(knower, 41):
        s, seat = place.state, place.seat
        made = columns(knower.rules.State, s.seats)
        row, known = made.of(s, seat), game.knowledge(view(s, seat))
        assert row == view_columns(view(s, seat))
        sets = {"certainly holds": known.holds, "may hold": known.may_hold, "some of": [sum(x) for x in known.some_of]}
        others = [(seat + n) % s.seats for n in range(1, s.seats)]
        expected = {
            (name, f"seat +{n}", text)
            for name, found in sets.items()
            for n, other in enumerate(others, 1)
            for text in card_texts(found[other])
        } | {("gone", "", text) for text in card_texts(known.gone)}
        seen = by_name(made, row)
        assert {key for key in seen if key[0] in (*sets, "gone")} == expected
        counts = [seen.get(("unknown cards", f"seat +{n}", made.groups[-1].meanings[0]), 0) for n in range(1, s.seats)]
        size = made.groups[-1].span
        assert counts == [(s.hands[other] & ~known.holds[other]).bit_count() / size for other in others]
        assert kit.agrees(known, s)


def test_no_column_of_knowledge_leaks(game):
    rng, knower = random.Random(3), knowing(game)
    for place in places(knower, 29):
        for packed in (False, True):
            kit.check_columns(knower, place.state, columns(knower.rules.State, place.state.seats, packed), rng)


@kernel.rule
def peek(s, me, known):
    """What is known in Spar, and one card more: the highest of the next hand."""
    spar_known.deduce(s, me, known)
    known[HOLDS + (me + 1) % s.seats] |= 1 << kernel.highest(s.hands[(me + 1) % s.seats])


def test_knowledge_that_looks_into_a_hand_is_caught():
    """By the columns, by all that a seat is told, and by what is known on the state and from the view."""
    game = dataclasses.replace(find("spar"), knowledge=Deduction(peek))
    knower = knowing(game)
    with pytest.raises(AssertionError, match="the columns of seat 0 depend on cards it cannot see"):
        hunt(knower, columns(knower.rules.State, 4))
    place = next(kit.walk(knower, kit.Setting(4, {}), 1))
    with pytest.raises(kit.Broken, match="is told something that depends on cards it cannot see: `columns`"):
        kit.check_no_leak(knower, place, random.Random(1))
    with pytest.raises(kit.Broken, match="seat 0 is certain of something"):
        kit.check_knowledge(game, place.state)


def test_a_game_whose_knowledge_is_no_rule_says_so():
    game = dataclasses.replace(find("spar"), knowledge=spar_known.__call__)
    with pytest.raises(BadText, match="what is known in Spar is not worked out by a rule"):
        knowing(game)
