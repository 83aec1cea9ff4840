"""The verifiable shuffle: as docs/shuffle.md describes it, with the vectors for other implementations."""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handful.cards import cards_text
from handful.game import Position
from handful.games import ROOMS, find
from handful.kernel.fair_shuffle import Shuffle, drawn_seats, is_nonce

VECTORS = json.loads((Path(__file__).parents[2] / "docs" / "shuffle-vectors.json").read_text(encoding="utf-8"))
SHUFFLE = Shuffle("aaaaaaaaaaaaaaaa", bytes(range(32)), ("one", "", "three"))


def words(table, secret, nonces, scheme="handful shuffle 1"):
    """The stream, written again from the page."""
    message = f"{scheme}\n{table}\n" + "".join(f"{seat}:{nonce}\n" for seat, nonce in enumerate(nonces))
    block = 0
    while True:
        digest = hmac.new(bytes.fromhex(secret), (message + str(block)).encode("ascii"), hashlib.sha256).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def below(stream, n):
    """A draw, written again from the page."""
    end = 2**32 - 2**32 % n
    while (word := next(stream)) >= end:
        pass
    return word % n


def shuffled(stream, n):
    """A shuffled deck, written again from the page."""
    deck = list(range(n))
    for last in range(n - 1, 0, -1):
        other = below(stream, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def made_of(vector):
    return Shuffle(vector["table"], bytes.fromhex(vector["secret"]), tuple(vector["nonces"]))


@pytest.mark.parametrize("vector", VECTORS["streams"], ids=lambda vector: "-".join(vector["nonces"])[:40])
def test_the_vectors_hold(vector):
    key = vector["table"], vector["secret"], vector["nonces"]
    stream = words(*key)
    assert [f"{next(stream):08x}" for _ in vector["words"]] == vector["words"]
    stream = words(*key)
    assert [[n, below(stream, n)] for n, _ in vector["draws"]] == vector["draws"]
    assert shuffled(words(*key), 54) == vector["deck"]

    ours = made_of(vector)
    assert ours.commitment == vector["commitment"] == hashlib.sha256(bytes.fromhex(vector["secret"])).hexdigest()
    dice = ours.dice()
    assert [f"{dice.word():08x}" for _ in vector["words"]] == vector["words"]
    dice = ours.dice()
    assert [[n, dice.below(n)] for n, _ in vector["draws"]] == vector["draws"]
    deck = list(range(54))
    ours.dice().shuffle(deck, 54)
    assert deck == vector["deck"]


def test_a_vector_throws_words_away():
    """Else an implementation without rejection would pass."""
    for vector in VECTORS["streams"]:
        stream = words(vector["table"], vector["secret"], vector["nonces"])
        if [next(stream) % n for n, _ in vector["draws"]] != [drawn for _, drawn in vector["draws"]]:
            return
    raise AssertionError("no vector needs the rejection of words")


def hands_by_the_page(game, seats, stream):
    """The first deal of each game, written again from the table on the page."""
    if game == "half_suit":
        deck = shuffled(stream, 54)
        return [deck[9 * seat : 9 * seat + 9] for seat in range(seats)]
    if game == "thirteam":
        deck, each = shuffled(stream, 52 if seats == 4 else 54)[::-1], 13 if seats == 4 else 9
        return [deck[each * seat : each * (seat + 1)] for seat in range(seats)]
    drawn = below(stream, seats)
    if game == "spar":
        deck = [card + 16 for card in shuffled(stream, 32)][::-1]
        order = [(drawn - 1 + turn) % seats for turn in range(seats)]
        return [
            deck[3 * order.index(seat) :][:3] + deck[3 * seats + 2 * order.index(seat) :][:2] for seat in range(seats)
        ]
    deck = shuffled(stream, 52)
    if game == "claim":
        return [deck[::-1][3 * seat : 3 * seat + 3] for seat in range(seats)]
    each = 10 if seats == 3 else 8
    return [deck[each * seat : each * (seat + 1)] for seat in range(seats)]


@pytest.mark.parametrize("deal", VECTORS["deals"], ids=lambda deal: f"{deal['game']}-{deal['seats']}")
def test_the_first_deals_hold(deal):
    stream = words(deal["table"], deal["secret"], deal["nonces"])
    by_the_page = hands_by_the_page(deal["game"], deal["seats"], stream)
    assert [cards_text(sum(1 << card for card in hand)) for hand in by_the_page] == deal["hands"]
    position = Position.begin(find(deal["game"]), deal["seats"], made_of(deal).dice())
    assert [cards_text(hand) for hand in position.state.hands[: deal["seats"]]] == deal["hands"]


@pytest.mark.parametrize("vector", VECTORS["seatings"], ids=lambda vector: "-".join(vector["nonces"])[:40])
def test_the_drawn_seats_hold(vector):
    nonces = vector["nonces"]
    stream = words(vector["table"], vector["secret"], nonces, scheme="handful seats 1")
    assert shuffled(stream, len(nonces)) == vector["seating"]
    table, secret, seating = vector["table"], bytes.fromhex(vector["secret"]), tuple(vector["seating"])
    assert drawn_seats(table, secret, nonces) == seating
    played = tuple(nonces[before] for before in seating)
    assert Shuffle(table, secret, played, seating).seated_as_drawn()
    assert not Shuffle(table, secret, played, seating[::-1]).seated_as_drawn()


def test_there_is_a_deal_of_every_game():
    assert {deal["game"] for deal in VECTORS["deals"]} == set(ROOMS)


@given(st.integers(1, 2**32), st.binary(min_size=32, max_size=32))
def test_a_draw_is_in_its_range(n, secret):
    dice = Shuffle("t", secret, ("",)).dice()
    assert all(0 <= dice.below(n) < n for _ in range(5))


def test_draws_are_even():
    dice = SHUFFLE.dice()
    counted = Counter(dice.below(6) for _ in range(60_000))
    assert all(abs(counted[face] - 10_000) < 500 for face in range(6))


def test_everything_that_goes_in_changes_the_stream():
    other = [
        SHUFFLE._replace(table="aaaaaaaaaaaaaaab"),
        SHUFFLE._replace(secret=bytes(32)),
        SHUFFLE._replace(nonces=("one", "three", "")),
        SHUFFLE._replace(nonces=("one", "", "three", "")),
    ]
    firsts = {tuple(shuffle.dice().below(2**32) for _ in range(4)) for shuffle in (SHUFFLE, *other)}
    assert len(firsts) == 5


def test_a_copy_of_the_dice_goes_on_alone():
    dice = SHUFFLE.dice()
    [dice.below(6) for _ in range(13)]
    twin = copy.copy(dice)
    ahead = [twin.below(52) for _ in range(30)]
    assert [dice.below(52) for _ in range(30)] == ahead


@pytest.mark.parametrize("nonce", ["a b", "é", "a\nb", "x" * 65, "\x7f", "a\t"])
def test_what_is_no_nonce(nonce):
    assert not is_nonce(nonce)
    assert is_nonce("x" * 64)
    assert is_nonce("")
