"""Deals of the unseen cards: counted and drawn exactly as if all of them had been written down one by one."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from handful.bots.deals import Deals
from handful.cards import WITH_JOKERS, members
from handful.policy import Hidden

Deal = tuple[int, ...]


def every_deal(hidden: Hidden) -> list[Deal]:
    """All deals, found by trying every place for every card."""
    cards, places = list(members(hidden.cards)), range(len(hidden.sizes))
    found = []
    for where in itertools.product(places, repeat=len(cards)):
        deal = tuple(sum(1 << card for card, at in zip(cards, where, strict=True) if at == place) for place in places)
        if fits(hidden, deal):
            found.append(deal)
    return found


def fits(hidden: Hidden, deal: Deal) -> bool:
    """Whether a deal agrees with all that is known."""
    return all(
        cards.bit_count() == hidden.sizes[place]
        and not cards & ~hidden.may_hold[place]
        and all(cards & some for some in hidden.some_of[place])
        for place, cards in enumerate(deal)
    )


@st.composite
def puzzles(draw, most_cards: int = 7) -> Hidden:
    """Few cards, some places, and any knowledge of them; perhaps no deal fits."""
    size, places = draw(st.integers(1, most_cards)), draw(st.integers(2, 4))
    cards = draw(st.lists(st.integers(0, 53), min_size=size, max_size=size, unique=True))
    subsets = st.lists(st.sampled_from(cards), unique=True).map(lambda some: sum(1 << card for card in some))
    where = draw(st.lists(st.integers(0, places - 1), min_size=size, max_size=size))
    room = tuple(where.count(place) for place in range(places))
    whole = sum(1 << card for card in cards)
    may_hold = tuple(whole & ~(draw(subsets) & draw(subsets)) for _ in range(places))
    sets = tuple(tuple(draw(st.lists(subsets.filter(bool), max_size=2))) for _ in range(places))
    return Hidden(whole, room, may_hold, sets)


@settings(max_examples=150, deadline=None)
@given(puzzles())
def test_ways_and_odds_are_those_of_all_deals(hidden):
    deals = every_deal(hidden)
    if not deals:
        with pytest.raises(ValueError, match="no deal"):
            Deals(hidden)
        return
    counted = Deals(hidden)
    assert counted.ways == pytest.approx(len(deals))
    odds = counted.odds()
    for card in members(hidden.cards):
        for place in range(len(hidden.sizes)):
            there = sum((deal[place] >> card) & 1 for deal in deals)
            assert odds[card][place] == pytest.approx(there / len(deals))


@settings(max_examples=60, deadline=None)
@given(puzzles(), st.data())
def test_weights_make_deals_likelier(hidden, data):
    deals = every_deal(hidden)
    assume(deals)
    weights = [[1.0] * len(hidden.sizes) for _ in range(54)]
    for card in members(hidden.cards):
        weights[card] = [data.draw(st.sampled_from([0.5, 1.0, 3.0])) for _ in hidden.sizes]
    weighed = [
        math.prod(weights[card][place] for place, cards in enumerate(deal) for card in members(cards)) for deal in deals
    ]
    odds = Deals(hidden, weights).odds()
    for card in members(hidden.cards):
        for place in range(len(hidden.sizes)):
            there = sum(weight for deal, weight in zip(deals, weighed, strict=True) if (deal[place] >> card) & 1)
            assert odds[card][place] == pytest.approx(there / sum(weighed))


@settings(max_examples=60, deadline=None)
@given(puzzles(), st.integers(0, 2**63 - 1))
def test_every_deal_that_is_drawn_fits(hidden, seed):
    assume(every_deal(hidden))
    deals = Deals(hidden)
    drawn = deals.sample(20, seed)
    assert all(fits(hidden, tuple(deal)) for deal in drawn.tolist())
    assert np.array_equal(drawn, deals.sample(20, seed))


PUZZLES = {
    "nothing known": Hidden(0b111111, (0, 2, 2, 2), (0, 63, 63, 63), ((), (), (), ())),
    "cards that lie elsewhere": Hidden(0b111111, (0, 3, 2, 1), (0, 0b001111, 0b111110, 63), ((), (), (), ())),
    "one of some": Hidden(
        0b111111, (0, 2, 2, 2), (0, 63, 63, 63), ((), (0b000111,), (0b000110, 0b111000), (0b110000,))
    ),
    "all at once": Hidden(0b1111111, (1, 2, 0, 4), (127, 0b1011111, 0, 0b1110111), ((0b11,), (0b110,), (), (0b11100,))),
}


@pytest.mark.parametrize("name", PUZZLES)
def test_every_deal_is_drawn_equally_often(name):
    """Chi-square against the list of all deals stays below what one fair sampler in a thousand exceeds."""
    hidden = PUZZLES[name]
    deals = every_deal(hidden)
    assert chi_square(deals, Deals(hidden)) < beyond(len(deals) - 1, 3.09)


def chi_square(deals: list[Deal], sampler: Deals) -> float:
    """How far a thousand draws for each deal are from a thousand of each."""
    drawn = Counter(map(tuple, sampler.sample(1000 * len(deals), 2026).tolist()))
    assert set(drawn) == set(deals)
    return sum((drawn[deal] - 1000) ** 2 / 1000 for deal in deals)


def beyond(freedom: int, deviations: float) -> float:
    """What chi-square exceeds as seldom as a normal variable exceeds so many deviations (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + deviations * math.sqrt(part)) ** 3


def test_draws_one_after_the_other_are_independent():
    hidden = PUZZLES["one of some"]
    deals = every_deal(hidden)
    rows = list(map(tuple, Deals(hidden).sample(100 * len(deals) ** 2, 7).tolist()))
    pairs = Counter(zip(rows[::2], rows[1::2], strict=True))
    expected = len(rows) / 2 / len(deals) ** 2
    square = sum((pairs[pair] - expected) ** 2 / expected for pair in itertools.product(deals, repeat=2))
    assert square < beyond(len(deals) ** 2 - 1, 3.09)


def test_a_sampler_that_prefers_some_deals_would_be_found_out():
    hidden = PUZZLES["one of some"]
    deals = every_deal(hidden)
    weights = [[1.0, 1.0, 1.2, 1.0] if card == 1 else [1.0] * 4 for card in range(54)]
    assert chi_square(deals, Deals(hidden, weights)) > beyond(len(deals) - 1, 3.09)


def test_a_whole_opening_of_five_hands():
    unseen = WITH_JOKERS & ~511
    hidden = Hidden(unseen, (0, 9, 9, 9, 9, 9, 0), (0, *[unseen] * 5, 0), ((),) * 7)
    deals = Deals(hidden)
    assert deals.ways == pytest.approx(math.factorial(45) / math.factorial(9) ** 5)
    assert deals.odds()[20] == pytest.approx([0, 0.2, 0.2, 0.2, 0.2, 0.2, 0])
    assert all(fits(hidden, tuple(deal)) for deal in deals.sample(50, 1).tolist())


@pytest.mark.parametrize(
    ("hidden", "why"),
    [
        (Hidden(0b11, (0, 1), (0, 0b11), ((), ())), "room"),
        (Hidden(0b11, (0, 1, 1), (0, 0b01, 0b01), ((), (), ())), "no deal"),
        (Hidden(0b111, (0, 1, 2), (0, 0b111, 0b111), ((), (0b001, 0b010), ())), "no deal"),
        (Hidden(0b11, (0, 1, 1), (0, 0b11, 0b11), ((), (0b100,), ())), "no deal"),
        (Hidden(0b1111, (0, 2, 2), (0, 15, 15), ((), (0b0011,), (0b0011, 0b1100, 0b0101))), None),
    ],
)
def test_what_cannot_be_dealt_is_refused(hidden, why):
    if why is None:
        assert Deals(hidden).ways == len(every_deal(hidden))
    else:
        assert not every_deal(hidden)
        with pytest.raises(ValueError, match=why):
            Deals(hidden)
