"""Fields are declared once; record, object and view follow."""

import pytest

from handful.cards import cards_set
from handful.kernel import (
    EVERYBODY,
    NOBODY,
    OWNER,
    State,
    amount,
    card,
    cards,
    choice,
    flag,
    number,
    per_seat,
    row,
    seat,
)
from handful.observe import SPECTATOR, view


class Toy(State, seats=3):
    pace: int = choice("slow", "quick")
    goal: int = amount(7, 1, 9)
    odd: int = flag(seats=(3,))
    turn: int = seat(EVERYBODY)
    hands: list[int] = per_seat(cards(OWNER, counted=True))
    deck: list[int] = row(5, card(NOBODY))
    secret: int = number()
    points: list[int] = per_seat(number(EVERYBODY))


def test_nothing_is_visible_by_default():
    assert number().sees is NOBODY
    assert "secret" not in view(Toy(3), 0).known
    with pytest.raises(AttributeError, match="no field secret"):
        view(Toy(3), 0).secret  # noqa: B018


def test_owners_see_their_own_and_everybody_sees_how_many():
    s = Toy(2)
    s.hands[:2] = [cards_set("As Kd"), cards_set("2h")]
    assert view(s, 0).hands == [cards_set("As Kd"), None]
    assert view(s, SPECTATOR).hands == [None, None]
    assert view(s, 1).hands_size == [2, 1]


def test_a_view_is_no_window_into_the_state():
    s = Toy(2)
    seen = view(s, 0)
    s.points[0] = 5
    assert seen.points == [0, 0]


def test_the_record_is_an_exact_copy():
    s = Toy(3, goal=4)
    s.deck[:] = [3, -1, 0, 51, 53]
    s.hands[1] = 1 << 53
    s.points[2] = -(1 << 30)
    assert Toy.unpack(s.pack()) == s
    assert len(s.pack()) == Toy.layout.size
    assert Toy.layout.size % 8 == 0


def test_a_value_that_does_not_fit_is_an_error():
    s = Toy(3)
    s.turn = 1000
    with pytest.raises(Exception, match=r"byte format|format requires"):
        s.pack()


def test_a_field_that_a_view_could_not_show_is_an_error():
    with pytest.raises(TypeError, match="cannot be called known"):

        class Hiding(State, seats=2):
            known: int = number(EVERYBODY)


def test_a_copy_is_independent():
    s = Toy(3)
    other = s.copy()
    other.deck[0] = 9
    assert s.deck[0] == -1
    assert s != other


@pytest.mark.parametrize(("text", "value"), [("quick", 1), ("slow", 0), ("Quick", None), ("", None)])
def test_word_options(text, value):
    assert Toy.fields["pace"].option.read(text) == value


@pytest.mark.parametrize(("text", "value"), [("1", 1), ("9", 9), ("0", None), ("10", None), ("07", None), ("٣", None)])
def test_number_options(text, value):
    assert Toy.fields["goal"].option.read(text) == value


def test_options_say_their_values():
    assert Toy.fields["pace"].option.values == "slow, quick"
    assert Toy.fields["goal"].option.values == "7 (1–9)"
