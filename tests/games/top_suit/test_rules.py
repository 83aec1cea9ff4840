"""The rules of Top-Suit, number by number."""

from __future__ import annotations

import pytest

from handful.cards import HEARTS, STANDARD, card_number, cards_set, cards_text, of_rank, of_suit
from handful.game import Illegal, Position
from handful.games.top_suit import GAME
from handful.games.top_suit.rules import (
    DRAW,
    EXTEND,
    MOST_LEGAL,
    PAIR,
    QUAD,
    RUN,
    SINGLE,
    TRIPLE,
    hand_with,
    pattern_of,
)
from handful.kernel import BOT
from handful.kernel.dice import SeededDice
from handful.observe import SPECTATOR
from tests.games.top_suit.table import act, allowed, legal, names, points, refusal, sit

WEAK = "Your hand does not beat the one on the table."
WRONG_TYPE = "Your hand must be of the same type as the hand to beat."


# ---------------------------------------------------------------- 1 setup


def test_1_1_a_standard_deck_for_3_or_4_players():
    assert GAME.seats == (3, 4)
    for seats in GAME.seats:
        s = Position.begin(GAME, seats, SeededDice(5)).state
        everything = sum(s.hands) + sum(1 << card for card in s.deck if card >= 0)
        assert everything == STANDARD


@pytest.mark.parametrize(("seats", "each", "left"), [(3, 10, 22), (4, 8, 20)])
def test_1_2_1_3_1_4_the_deal_and_the_draw_deck(seats, each, left):
    position = Position.begin(GAME, seats, SeededDice(5))
    view = position.view(SPECTATOR)
    assert view.hands_size == [each] * seats
    assert view.left == left
    assert names(position.begun) == ["game_began"] + ["dealt"] * seats
    seen = position.begun[1].seen_by(1)
    assert seen.values == {"seat": 0, "cards": None}
    assert seen.sentence() == "Seat 0 is dealt a hand."


def test_r1_the_first_leader_is_drawn():
    leaders = [Position.begin(GAME, 4, SeededDice(seed)) for seed in range(40)]
    assert {position.state.turn for position in leaders} == {0, 1, 2, 3}
    assert all(position.begun[0].values["leader"] == position.state.turn for position in leaders)


def test_r1_the_winner_of_a_trick_leads_the_next():
    position = sit("4c 9s", "5d 9c", "6h 9h")
    act(position, "0: play 4c", "1: play 5d", "2: draw")
    assert position.actors() == [1]
    assert allowed(position, "1: play 9c")


# ---------------------------------------------------------------- 2 suit hierarchy


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param("2d", "Ah", id="2_1"),
        pytest.param("2d", "As", id="2_1"),
        pytest.param("2d", "Ac", id="2_1"),
        pytest.param("2h", "As", id="2_2"),
        pytest.param("2s", "Ac", id="2_3"),
        pytest.param("2c", "Ah", id="2_4"),
    ],
)
def test_2_1_2_2_2_3_2_4_r2_between_suits_the_hierarchy_decides_whatever_the_ranks(better, worse):
    assert allowed(sit_with_lead(worse, better), f"1: play {better}")
    assert refusal(sit_with_lead(better, worse), f"1: play {worse}") == WEAK


def sit_with_lead(first, second, **options):
    """Seat 0 has led a single card, seat 1 holds another."""
    spare = [card for card in ("7s", "8s", "9s") if card not in (first, second)]
    position = sit(f"{first} {spare[0]}", f"{second} {spare[1]}", spare[2], **options)
    act(position, f"0: play {first}")
    return position


@pytest.mark.parametrize("suit", "scdh")
def test_4_5_r2_within_a_suit_the_higher_rank_wins(suit):
    assert allowed(sit_with_lead(f"4{suit}", f"5{suit}"), f"1: play 5{suit}")
    assert refusal(sit_with_lead(f"5{suit}", f"4{suit}"), f"1: play 4{suit}") == WEAK


@pytest.mark.parametrize("beats", ["suit", "either", "rank"])
def test_2_5_nothing_beats_the_ace_of_diamonds(beats):
    rest = cards_text(STANDARD & ~cards_set("Ad 2c 3c 2s"))
    position = sit("Ad 2c", rest, "3c", deck="2s", beats=beats)
    act(position, "0: play Ad")
    assert legal(position) == ["draw"]


def test_r2_the_order_is_a_circle_and_the_last_hand_played_wins():
    position = sit("Kh 2s", "Kc 3s", "Ks 4s", "Qh 5s")
    act(position, "0: play Kh", "1: play Kc", "2: play Ks")
    assert allowed(position, "3: play Qh")  # weaker than the K♥ that began the trick, but it beats the K♠
    events = act(position, "3: play Qh")
    assert events[-1].values == {"seat": 3}
    assert points(position) == [0, 0, 0, 1]


# ---------------------------------------------------------------- 3 allowed hands


@pytest.mark.parametrize(
    ("cards", "pattern"),
    [
        ("9h", SINGLE),
        ("9h 9d", PAIR),
        ("9s 9h 9d", TRIPLE),
        ("9s 9c 9h 9d", QUAD),
        ("4c 5c 6c", RUN),
        ("Qd Kd Ad", RUN),
        ("2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah", RUN),
        ("4c 5c", 0),
        ("4c 5c 6d", 0),
        ("4c 5c 7c", 0),
        ("Ac 2c 3c", 0),
        ("Kh Ah 2s", 0),
        ("9h 8h 9d", 0),
        ("9s 9c 9h 9d 8s", 0),
    ],
)
def test_3_1_3_2_3_3_3_4_3_5_r4_the_types_of_hands(cards, pattern):
    assert pattern_of(cards_set(cards)) == pattern
    position = sit(f"{cards} 2d", "3d", "4d")
    action = GAME.words.read_action(f"play {cards_text(cards_set(cards))}{top_words(cards, pattern)}")
    assert (action in position.legal(0)) == (pattern > 0)
    if not pattern:
        with pytest.raises(Illegal, match=r"^That is no hand: play a single card, two, three or four of one rank"):
            position.act(0, action)


def top_words(cards, pattern):
    """The end of the text of a pair or a triple."""
    return f" top {cards[:2]}" if pattern in (PAIR, TRIPLE) else ""


def test_3_5_a_run_is_of_one_suit_and_two_cards_are_none():
    position = sit("4c 5c 6d 7c", "2s", "3s")
    assert legal(position) == ["draw", "play 4c", "play 5c", "play 6d", "play 7c"]


def test_3_6_the_suit_of_the_top_card_is_compared():
    position = sit("Kc Ks 2s", "Qh Qd 3s", "4s")
    act(position, "0: play Ks Kc top Ks")
    assert position.state.top == card_number("Ks")
    assert allowed(position, "1: play Qd Qh top Qd")
    assert allowed(position, "1: play Qd Qh top Qh")  # hearts beat spades


def test_r3_the_player_chooses_the_top_card_of_a_pair_or_triple():
    position = sit("Kd Kc 2s", "Ah Ac 3s", "4s")
    assert [text for text in legal(position) if "top" in text] == ["play Kc Kd top Kc", "play Kc Kd top Kd"]
    with_diamond = sit("Kd Kc 2s", "Ah Ac 3s", "4s")
    events = act(with_diamond, "0: play Kc Kd top Kd")
    assert [event.sentence() for event in events] == ["Seat 0 plays K♣ K♦.", "Seat 0 puts K♦ on top."]
    assert legal(with_diamond) == ["draw"]
    act(position, "0: play Kc Kd top Kc")
    assert legal(position) == ["draw", "play Ac Ah top Ac"]  # hearts do not beat clubs


def test_r3_every_choice_of_a_top_is_its_own_action():
    position = sit("Ks Kc Kd Kh", "2s", "3s")
    listed = legal(position)
    assert len(listed) == len(set(listed)) == 1 + 4 + 6 * 2 + 4 * 3 + 1
    assert listed[-1] == "play Ks Kc Kd Kh"


def test_3_3_a_triple_is_beaten_by_a_triple():
    position = sit("9s 9c 9h 2s", "4s 4c 4d 4h", "3s")
    act(position, "0: play 9s 9c 9h top 9h")
    assert set(legal(position)) == {
        "draw",
        "play 4s 4c 4h top 4c",
        "play 4c 4d 4h top 4c",
        "play 4s 4c 4d top 4c",
        "play 4c 4d 4h top 4d",
        "play 4s 4d 4h top 4d",
        "play 4s 4c 4d top 4d",
    }


# ---------------------------------------------------------------- 4 gameplay


def test_4_1_players_take_turns_clockwise():
    position = sit("4c 9s", "5c 9c", "6c 9h", "7c 9d", leader=2)
    for seat, move in ((2, "play 6c"), (3, "play 7c"), (0, "draw"), (1, "draw")):
        assert position.actors() == [seat]
        act(position, f"{seat}: {move}")
    assert refusal(position, "1: draw") == "It is not your turn."


def test_4_2_a_player_beats_the_hand_or_draws():
    position = sit("8c 2s", "7c 9c 3d Th 9d", "3s")
    act(position, "0: play 8c")
    assert legal(position) == ["draw", "play 3d", "play 9c", "play 9d"]
    assert refusal(position, "1: play 7c") == WEAK
    assert refusal(position, "1: play Th") == WEAK
    assert refusal(position, "1: play As") == "You do not hold all of those cards."


def test_4_3_r6_a_drawn_card_is_not_played_this_turn():
    position = sit("8c 2s", "7c 9c", "3s 4s", deck="Ad Kd Qd")
    act(position, "0: play 8c")
    events = act(position, "1: draw")
    assert [event.sentence() for event in events] == ["Seat 1 draws A♦ and passes."]
    assert cards_text(position.state.hands[1]) == "7c 9c Ad"
    assert position.state.left == 2
    assert position.actors() == [2]


@pytest.mark.parametrize(
    ("lead", "other"),
    [
        ("4c", "9c 9d top 9d"),
        ("4c", "8d 9d Td"),
        ("4s 4c top 4c", "9d"),
        ("4s 4c top 4c", "9s 9c 9d top 9d"),
        ("4s 4c 4h top 4c", "9c 9d top 9d"),
        ("4s 4c 4h top 4c", "9s 9c 9d 9h"),
        ("4c 5c 6c", "9d"),
        ("4c 5c 6c", "9s 9c 9d top 9d"),
        ("4c", "9s 9c 9d 9h"),
    ],
)
def test_4_4_a_hand_must_match_the_type(lead, other):
    position = sit("4s 4c 4h 5c 6c 2s", "9s 9c 9d 9h 8d Td", "3s")
    act(position, f"0: play {lead}")
    assert refusal(position, f"1: play {other}") == WRONG_TYPE
    assert not allowed(position, f"1: play {other}")


@pytest.mark.parametrize("beats", ["suit", "either", "rank"])
def test_4_6_r3_quads_are_beaten_only_by_higher_quads(beats):
    position = sit("7s 7c 7d 7h 2s", "8s 8c 8d 8h 6s 6c 6d 6h Ac Ad As", "9s 9c 9d 9h Td Jd Qd", beats=beats)
    act(position, "0: play 7s 7c 7d 7h")
    assert legal(position) == ["draw", "play 8s 8c 8d 8h"]
    assert refusal(position, "1: play 6s 6c 6d 6h") == WEAK
    act(position, "1: play 8s 8c 8d 8h")
    assert legal(position) == ["draw", "play 9s 9c 9d 9h"]


def test_4_7_r7_a_trick_is_one_action_each():
    position = sit("4c 9s", "5c 9c", "6c 9h", "7c 8c")
    events = act(position, "0: play 4c", "1: play 5c", "2: play 6c")
    assert names(events) == ["played"] * 3
    events = act(position, "3: play 7c")
    assert names(events) == ["played", "trick_won"]
    assert position.state.acted == 0
    assert position.state.table == [0, 0, 0, 0]
    assert position.state.trick == 1


def test_4_8_4_9_7_1_the_strongest_hand_wins_a_point():
    position = sit("4c 9s", "5d 9c", "6h 9h")
    events = act(position, "0: play 4c", "1: play 5d", "2: draw")
    assert events[-1].sentence() == "Seat 1 wins the trick and scores 1."
    assert points(position) == [0, 1, 0]
    assert GAME.rules.score(position.state, 1) == 1


def test_r6_the_leader_may_pass_and_the_next_player_leads():
    position = sit("4c 9s", "5d 5h 9c", "6h 9h")
    act(position, "0: draw")
    assert allowed(position, "1: play 5d 5h top 5d")
    assert not position.state.pattern
    act(position, "1: play 5d 5h top 5d", "2: draw")
    assert points(position) == [0, 1, 0]
    assert position.actors() == [1]


def test_r6_if_all_pass_nobody_scores_and_the_lead_moves_one_seat():
    position = sit("4c 9s", "5d 9c", "6h 9h", leader=2)
    events = act(position, "2: draw", "0: draw", "1: draw")
    assert names(events) == ["drew", "drew", "drew", "trick_passed"]
    assert points(position) == [0, 0, 0]
    assert position.actors() == [0]
    assert position.state.leader == 0
    assert position.state.trick == 1


# ---------------------------------------------------------------- 5 run extension


def run_of_a(*more: str, **options: str) -> Position:
    """Player A has played the text's 4♣ 5♣ 6♣."""
    hands = [*more, "2s", "3s"][:2]
    position = sit("4c 5c 6c 2h", *hands, **options)
    act(position, "0: play 4c 5c 6c")
    return position


def test_5_1_5_2_the_example_a_stronger_run_or_7_or_7_8_of_clubs():
    position = run_of_a("7c 8c 9c 2d 3d 4d")
    assert legal(position) == ["draw", "play 2d 3d 4d", "play 7c 8c 9c", "extend 7c", "extend 7c 8c"]


def test_5_1_5_2_extending_with_one_card():
    position = run_of_a("7c 8c")
    events = act(position, "1: extend 7c")
    assert [event.sentence() for event in events] == ["Seat 1 extends the run with 7♣."]
    assert cards_text(position.state.best) == "4c 5c 6c 7c"
    assert position.state.top == card_number("7c")
    assert position.state.holder == 1


def test_5_1_5_2_extending_with_two_cards_wins_the_trick():
    position = run_of_a("7c 8c 9s")
    act(position, "1: extend 7c 8c", "2: draw")
    assert points(position) == [0, 1, 0]
    assert position.actors() == [1]


def test_r5_an_extension_can_be_extended_or_beaten():
    position = run_of_a("7c 2s", "8c 9c 7s 8s 9s")
    act(position, "1: extend 7c")
    assert legal(position) == ["draw", "play 7s 8s 9s", "extend 8c", "extend 8c 9c"]


@pytest.mark.parametrize("cards", ["8c", "8c 9c", "7d", "7c 8d", "7c 9c", "7c 8c 9c", "3c"])
def test_r5_an_extension_is_one_or_two_cards_directly_above(cards):
    position = run_of_a("3c 7c 8c 9c 7d 8d")
    expected = "A run is extended with one or two cards of its suit directly above its top card."
    assert refusal(position, f"1: extend {cards}") == expected
    assert not allowed(position, f"1: extend {cards}")


def test_r5_not_past_the_ace():
    position = sit("Jh Qh Kh 2s", "Ah 2h 3d", "3s")
    act(position, "0: play Jh Qh Kh")
    assert legal(position) == ["draw", "extend Ah"]
    act(position, "1: extend Ah")
    assert legal(position) == ["draw"]


def test_r5_only_cards_of_your_own_hand():
    position = run_of_a("7c 2d")
    assert legal(position) == ["draw", "extend 7c"]
    assert refusal(position, "1: extend 7c 8c") == "You do not hold all of those cards."


def test_r5_only_a_run_is_extended():
    position = sit("6c 2s", "7c 3c", "3s")
    expected = "There is no run on the table to extend."
    assert refusal(position, "0: extend 6c") == expected
    act(position, "0: play 6c")
    assert refusal(position, "1: extend 7c") == expected


# ---------------------------------------------------------------- 6, 7 the end


def test_6_1_7_2_r8_an_empty_hand_ends_the_game_at_once_and_the_trick_is_not_scored():
    position = sit("4c", "Ad 9c", "6h 9h")
    events = act(position, "0: play 4c")
    assert names(events) == ["played", "went_out", "game_ended"]
    assert position.over
    assert points(position) == [1, 0, 0]
    assert position.outcome().winners == (0,)
    assert refusal(position, "1: draw") == "The game is over."
    assert position.legal(1) == []


def test_6_1_r7_the_trick_is_scored_first_when_its_last_action_empties_a_hand():
    position = sit("4c 9s", "5c 9c", "6c")
    events = act(position, "0: play 4c", "1: play 5c", "2: play 6c")
    assert names(events)[2:] == ["played", "trick_won", "went_out", "game_ended"]
    assert points(position) == [0, 0, 2]
    assert position.state.trick == 1


def test_6_1_an_extension_can_empty_a_hand():
    position = run_of_a("7c 8c")
    events = act(position, "1: extend 7c 8c")
    assert names(events) == ["extended", "went_out", "game_ended"]
    assert points(position) == [0, 1, 0]


def test_6_2_r8_the_last_draw_ends_the_game_at_once_and_the_trick_is_not_scored():
    position = sit("4c 9s", "5c 9c", "6c 9h", deck="2d")
    events = act(position, "0: play 4c", "1: draw")
    assert names(events) == ["played", "drew", "deck_empty", "game_ended"]
    assert position.over
    assert points(position) == [0, 0, 0]
    assert position.outcome().winners == (0, 1, 2)


def test_6_2_r7_the_trick_is_scored_first_when_its_last_action_is_the_last_draw():
    position = sit("4c 9s", "5c 9c", "6c 9h", deck="2d 3d")
    events = act(position, "0: play 4c", "1: draw", "2: draw")
    assert names(events)[3:] == ["trick_won", "deck_empty", "game_ended"]
    assert points(position) == [1, 0, 0]
    assert position.outcome().winners == (0,)


def test_6_2_r7_all_pass_and_the_deck_is_empty():
    position = sit("4c 9s", "5c 9c", "6c 9h", deck="2d 3d 4d")
    events = act(position, "0: draw", "1: draw", "2: draw")
    assert names(events)[3:] == ["trick_passed", "deck_empty", "game_ended"]
    assert events[-1].sentence() == "The game is over. Won by: Seat 0, Seat 1, Seat 2."


def test_7_3_the_highest_points_win_not_the_empty_hand():
    position = sit("4c", "5d 9c", "6h 9h")
    position.state.points = [0, 3, 2, 0]
    act(position, "0: play 4c")
    assert position.outcome().winners == (1,)
    assert position.outcome().scores == (1, 3, 2)


def test_7_3_r8_equal_points_share_the_win():
    position = sit("4c", "5d 9c", "6h 9h")
    position.state.points = [1, 2, 0, 0]
    assert GAME.rules.winners(position.state) == 0
    act(position, "0: play 4c")
    assert position.outcome().winners == (0, 1)


# ---------------------------------------------------------------- public and private


def test_r9_a_drawn_card_is_known_to_its_drawer_alone():
    position = sit("4c 9s", "5d 9c", "6h 9h", deck="Ad 2c")
    (drew,) = act(position, "0: draw")
    assert drew.seen_by(0).json() == {"event": "drew", "seat": 0, "card": "Ad"}
    for viewer in (1, 2, SPECTATOR):
        assert drew.seen_by(viewer).json() == {"event": "drew", "seat": 0, "card": None}
        assert drew.seen_by(viewer).sentence() == "Seat 0 draws a card and passes."


def test_r9_hands_played_sizes_and_points_are_public_and_no_more():
    position = sit("4c 9s", "5d 9c", "6h 9h", deck="Ad 2c")
    act(position, "0: play 4c")
    view = position.view(SPECTATOR)
    assert view.hands == [None, None, None]
    assert view.hands_size == [1, 2, 2]
    assert view.left == 2
    assert view.points == [0, 0, 0]
    assert cards_text(view.table[0]) == cards_text(view.best) == "4c"
    assert "deck" not in view.known
    assert position.view(1).hands == [None, cards_set("5d 9c"), None]


def test_r9_what_a_player_can_know():
    position = sit("4c 9s", "5d 9c", "6h 9h")
    act(position, "0: play 4c", "1: play 5d")
    known = GAME.knowledge(position.view(1))
    played = cards_set("4c 5d")
    assert known.gone == played
    assert known.holds == (0, cards_set("9c"), 0)
    assert known.may_hold[0] == known.may_hold[2] == STANDARD & ~played & ~cards_set("9c")
    onlooker = GAME.knowledge(position.view(SPECTATOR))
    assert onlooker.holds == (0, 0, 0)
    assert onlooker.may_hold == (STANDARD & ~played,) * 3


# ---------------------------------------------------------------- actions as numbers

NO_ACTION = "That is no action of Top-Suit: play a hand, extend a run, or draw."
KC, KD = card_number("Kc"), card_number("Kd")


@pytest.mark.parametrize(
    "action",
    [
        -1,
        -(1 << 63),
        (1 << 63) - 1,
        1 << 52,  # a top without cards
        EXTEND,  # an extension without cards
        2 * EXTEND | hand_with(1 << KC, KC),  # a kind that does not exist
        hand_with(1 << KC, KD),  # a single under the suit of another card
        hand_with(cards_set("4c 5c 6c"), KD),  # a run likewise
        hand_with(cards_set("Kc Kd"), card_number("Kh")),  # a pair under a card that is not in it
        hand_with(of_rank(13), KD),  # a quad has one form
        EXTEND | hand_with(1 << KC, KD),
    ],
)
def test_every_action_has_one_number(action):
    position = sit("Ks Kc Kd Kh 4c 5c 6c", "2s", "3s")
    assert position.refusal(0, action) == NO_ACTION
    assert action not in position.legal(0)


def test_4_3_drawing_is_always_allowed():
    position = sit("Ks", "2s", "3s")
    assert position.legal(0)[0] == DRAW
    assert position.legal(1) == []
    assert GAME.rules.legal(position.state, -1, []) == 0


def test_the_longest_lists_of_legal_actions_keep_the_bound():
    """The bound's own example: 31 cards, with the most of each rank, or with the most in runs."""
    ranks = sum(of_rank(rank) for rank in range(2, 9)) | cards_set("9s 9c 9d")
    suits = of_suit(HEARTS) | of_suit(HEARTS - 1) | cards_set("2s 3s 4s 5s 6s")
    for hand, sets, runs in ((ranks, 215, 3 * 21 + 15), (suits, 5 * 12 + 8 * 4, 138)):
        assert hand.bit_count() == 31
        position = sit(cards_text(hand), "Ac", "Kc")
        assert len(position.legal(0)) == 1 + sets + runs <= MOST_LEGAL


def test_when_a_clock_runs_out_the_bot_acts():
    s = sit("Ks", "2s", "3s").state
    assert GAME.rules.lapse(s, 0) == BOT
    assert GAME.rules.pace(s) == 0
