"""What a good player can be certain of."""

from __future__ import annotations

from handful.cards import cards_set
from handful.observe import SPECTATOR
from tests.games.half_suit.positions import EIGHTS, LOW_SPADES, at, claim, do, known


def four_and_more(**options):
    """Low Spades all over, and Eights so that hands are not told by their sizes alone."""
    return at("2s 3s 8s", "4s 5s 8c", "6s 8d", "7s 8h", "Xb", "Xr", **options)


def test_4_5_a_card_that_was_given_is_known_where_it_went():
    position = four_and_more()
    do(position, "0: ask 1 4s")
    seen = known(position, SPECTATOR)
    assert seen.holds[0] & cards_set("4s")
    assert all(not seen.may_hold[seat] & cards_set("4s") for seat in range(1, 6))


def test_4_1_an_ask_shows_another_card_of_the_half_suit():
    position = four_and_more()
    do(position, "0: ask 1 4s")
    assert known(position, SPECTATOR).some_of[0] == (cards_set("2s 3s 5s 6s 7s"),)
    do(position, "0: ask 1 6s")  # seat 0 is known to hold the 4♠: this ask shows nothing more
    assert known(position, SPECTATOR).some_of[0] == (cards_set("2s 3s 5s 7s"),)


def test_4_4_a_miss_shows_two_hands_without_the_card():
    position = four_and_more()
    do(position, "0: ask 1 7s")
    seen = known(position, SPECTATOR)
    assert not (seen.may_hold[0] | seen.may_hold[1]) & cards_set("7s")


def test_4_1_what_an_ask_showed_survives_the_loss_of_a_known_card_only():
    position = four_and_more()
    do(position, "0: ask 1 4s", "0: ask 1 7s", "1: ask 0 4s")
    assert known(position, SPECTATOR).some_of[0] == (cards_set("2s 3s 5s 6s"),)
    do(position, "1: ask 0 2s")  # this may have been the one
    assert known(position, SPECTATOR).some_of[0] == ()


def test_5_8_a_claimed_half_suit_is_gone():
    position = four_and_more()
    claim(position, 0, "claim low-spades", LOW_SPADES, "0 0 0 0 0 0")
    seen = known(position, SPECTATOR)
    assert seen.gone & cards_set(LOW_SPADES) == cards_set(LOW_SPADES)
    assert all(may == cards_set(EIGHTS) for may in seen.may_hold)


def test_r14_hand_sizes_and_your_own_hand_tell_the_rest():
    position = at("2s 3s", "4s 5s", "6s 7s", "", "", "")
    do(position, "0: ask 1 6s", "1: ask 0 2s")
    seen = known(position, 1)
    assert seen.holds[1] == seen.may_hold[1] == cards_set("2s 4s 5s")
    assert seen.holds[3] == seen.may_hold[3] == 0
    assert seen.holds[2] == cards_set("6s")  # seat 0 asked for it, seats 3 to 5 have no cards
    assert seen.may_hold[0] == cards_set("3s 7s")
    do(position, "1: ask 0 3s")
    seen = known(position, SPECTATOR)
    assert seen.holds[1] & cards_set("2s 3s") == cards_set("2s 3s")


def test_r14_a_card_that_only_one_seat_can_hold_is_there():
    position = at("2s 3s", "4s 5s", "6s 7s", "", "", "")
    do(position, "0: ask 1 7s", "1: ask 2 2s", "2: ask 1 2s")
    seen = known(position, SPECTATOR)
    assert seen.holds[0] & cards_set("2s")
    assert seen.holds[2] & cards_set("7s")
