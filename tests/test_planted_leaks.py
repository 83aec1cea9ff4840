"""The no-leak test is worth something only if it catches leaks: here some are planted, one of each kind."""

from __future__ import annotations

import dataclasses
import itertools
import random
from types import SimpleNamespace

import pytest

from handful import kit, observe
from handful.cards import of_suit
from handful.game import Game
from handful.games import find
from handful.games.spar import rules
from handful.kernel import EVERYBODY, Events, Kind, Reasons, card, cards, number, per_seat, row, tell
from handful.kernel.events import Reason
from handful.table import updates
from tests.table.test_secrecy import compare_moves

SPAR = find("spar")


def spoiled(**changes) -> Game:
    """Spar with some of its rules exchanged for leaking ones."""
    return dataclasses.replace(SPAR, rules=SimpleNamespace(**{**vars(rules), **changes}))


def hunt(game: Game, seats: int = 4, **options: str) -> None:
    """Look for a leak as the real test does."""
    rng = random.Random(1)
    for seed in range(4):
        for place in itertools.islice(kit.walk(game, kit.Setting(seats, options), seed), 60):
            kit.check_no_leak(game, place, rng)
            kit.check_sealed(game, place, rng)


def test_the_real_game_passes():
    hunt(SPAR)
    hunt(SPAR, honour="yes")


def test_a_hand_that_everybody_sees_is_caught():
    class State(rules.State, seats=6):
        hands: list[int] = per_seat(cards(EVERYBODY, counted=True))

    with pytest.raises(AssertionError, match="depends on cards it cannot see"):
        hunt(spoiled(State=State))


def test_a_deck_that_everybody_sees_is_caught():
    class State(rules.State, seats=6):
        deck: list[int] = row(rules.DECK_SIZE, card(EVERYBODY))

    with pytest.raises(AssertionError, match="depends on cards it cannot see"):
        hunt(spoiled(State=State))


def test_a_public_number_made_from_hidden_cards_is_caught():
    class State(rules.State, seats=6):
        high: int = number(EVERYBODY, letter="q")

    def apply(s, seat, action, dice):
        rules.apply(s, seat, action, dice)
        s.high = max(s.hands).bit_length()

    with pytest.raises(AssertionError):
        hunt(spoiled(State=State, apply=apply))


def test_a_list_of_legal_actions_that_knows_too_much_is_caught():
    def legal(s, seat, out):
        n = rules.legal(s, seat, out)
        beaten = s.hands[(seat + 1) % s.seats] & of_suit(0)
        return max(1, n - 1) if beaten else n

    with pytest.raises(AssertionError):
        hunt(spoiled(legal=legal))


def test_a_refusal_that_knows_too_much_is_caught():
    reasons = Reasons()
    reasons.kinds = [*rules.REASONS.kinds, Reason("elsewhere", "Another player holds that card.")]

    def check(s, seat, action):
        reason = rules.check(s, seat, action)
        elsewhere = any((hand >> action) & 1 for hand in s.hands) if 0 <= action < 63 else False
        return len(reasons.kinds) - 1 if reason == rules.NOT_YOUR_CARD and elsewhere else reason

    with pytest.raises(AssertionError, match="depends on cards it cannot see"):
        hunt(spoiled(check=check, REASONS=reasons))


def test_a_public_event_that_tells_of_hidden_cards_is_caught():
    events = Events()
    events.kinds = list(rules.EVENTS.kinds)
    sighed = events.add("sighed", "{seat} sighs {times} times.", seat=Kind.SEAT, times=Kind.NUMBER)

    def apply(s, seat, action, dice):
        tell(s, sighed, seat, (s.hands[seat] & of_suit(0)).bit_count())
        rules.apply(s, seat, action, dice)

    with pytest.raises(AssertionError, match="hears of something"):
        hunt(spoiled(apply=apply, EVENTS=events))


def test_a_sealed_choice_that_shows_is_caught():
    class State(rules.State, seats=6):
        answers: list[int] = per_seat(number(EVERYBODY))

    with pytest.raises(AssertionError, match="sealed choice can be seen"):
        hunt(spoiled(State=State), honour="yes")


def test_a_sealed_choice_that_is_told_later_is_caught():
    def apply(s, seat, action, dice):
        if s.answering and any(answer > rules.ACCEPT for answer in s.answers):
            tell(s, rules.TOOK_CONTROL, seat)
        rules.apply(s, seat, action, dice)

    with pytest.raises(AssertionError, match="an earlier sealed choice was told"):
        hunt(spoiled(apply=apply), honour="yes")


def test_a_sealed_choice_that_is_told_is_caught():
    def apply(s, seat, action, dice):
        if s.answering and action != rules.ACCEPT:
            tell(s, rules.TOOK_CONTROL, seat)
        rules.apply(s, seat, action, dice)

    with pytest.raises(AssertionError, match="sealed choice was told"):
        hunt(spoiled(apply=apply), honour="yes")


def test_an_observer_that_shows_everybody_s_own_is_caught(monkeypatch):
    seen = observe.seen
    monkeypatch.setattr(observe, "seen", lambda s, sight, _: seen(s, sight, observe.EVERYTHING))
    with pytest.raises(AssertionError, match="depends on cards it cannot see"):
        hunt(SPAR)


def test_an_observer_that_shows_every_field_whole_is_caught(monkeypatch):
    """By the declaration alone: nobody says beforehand which fields lie face down."""
    monkeypatch.setattr(kit, "FACE_DOWN", {})
    whole = [observe.Sight(name, field, observe.Shows.WHOLE) for name, field in SPAR.rules.State.fields.items()]
    monkeypatch.setattr(observe, "sights", lambda _: whole)
    with pytest.raises(AssertionError, match="depends on cards it cannot see"):
        hunt(SPAR)


def test_an_observer_that_tells_secrets_of_events_is_caught(monkeypatch):
    monkeypatch.setattr(observe.Event, "seen_by", lambda event, _: event)
    with pytest.raises(AssertionError, match=r"hears of something|was told"):
        hunt(find("thirteam"), seats=6, teams="yes")


def test_an_update_that_carries_another_seat_s_own_is_caught(monkeypatch):
    own_changed = updates.own_changed
    monkeypatch.setattr(updates, "own_changed", lambda was, now, _, words: own_changed(was, now, 0, words))
    with pytest.raises(AssertionError, match="the update depends on cards"):
        compare_moves("spar")


def test_an_update_that_tells_of_all_hands_is_caught(monkeypatch):
    parts = updates._picture_changed

    def leaking(before, after):
        hands = [after.position.legal(seat) for seat in range(len(after.seats))] if after.position else []
        return {**parts(before, after), "actors": [len(legal) for legal in hands]}

    monkeypatch.setattr(updates, "_picture_changed", leaking)
    with pytest.raises(AssertionError, match="the update depends on cards"):
        compare_moves("thirteam")
