"""The searcher: it finds what wins, it spends what it was given, and it says the same again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest

from handful import kit
from handful.bots import Question
from handful.bots.levels import choose
from handful.bots.search import Tally, Thinker, Thought, thinker_of
from handful.cards import STANDARD, card_number, cards_set
from handful.games import ROOMS, find
from handful.games.spar import rules as spar
from handful.games.top_suit.patterns import DRAW
from handful.kernel import State
from handful.kernel.compiler import cache_folder
from handful.kernel.dice import SeededDice
from handful.observe import view
from handful.policy import Settings
from tests.bots.tables import decisions
from tests.bots.test_worlds import policy_of


def played(seats: int, hands: list[str], target: int = 20, **fields: object) -> spar.State:
    """A position of Spar in which each seat holds these cards; all others were played."""
    s = find("spar").fresh(seats, {"target": str(target)})
    s.round, s.dealer, s.out = 1, 0, 0
    for seat, cards in enumerate(hands):
        s.hands[seat] = cards_set(cards)
    held = cards_set(" ".join(hands))
    s.trick = spar.HAND_SIZE - max(len(cards.split()) for cards in hands)
    spar.lead(s, 0)
    s.seen = spar.PACK & ~held
    for name, value in fields.items():
        setattr(s, name, value)
    return s


def thought(game: str, s: State, seat: int, guess: str | int, iterations: int = 600, **rest: int) -> Thought:
    """What the searcher makes of a first guess."""
    found = find(game)
    action = guess if isinstance(guess, int) else found.words.read_action(guess)
    return thinker(game).think(view(s, seat), kit.legal(found, s, seat), action, seed=7, iterations=iterations, **rest)


def thinker(game: str) -> Thinker:
    """The searcher of a game."""
    found = thinker_of(game)
    assert found
    return found


def text(action: int) -> str:
    return find("spar").words.write_action(action)


# ---------------------------------------------------------------- it finds what wins


def test_a_sure_winner_is_led_first_and_the_six_last():
    """The K♣ holds in any case and the 6♦ is the last diamond: in this order they are worth 3, in the other 1."""
    s = played(2, ["6d Kc", "9c 9s"], target=3)
    found = thought("spar", s, 0, "6d")
    assert text(found.action) == "Kc"
    assert found.chance == 1.0


def test_control_is_taken_where_it_decides_the_round():
    """Seat 1 led the 9♠. The J♠ takes control for the K♥, which nothing beats; the 7♠ leaves control for good."""
    s = played(2, ["7s Js Kh", "9s 8c 8d"], target=1)
    spar.lead(s, 1)
    spar.apply(s, 1, card_number("9s"), SeededDice(0))
    found = thought("spar", s, 0, "7s")
    assert text(found.action) == "Js"


def test_a_blunder_that_is_suggested_is_refused_and_a_good_guess_stands():
    s = played(2, ["6d Kc", "9c 9s"], target=3)
    assert thought("spar", s, 0, "Kc").action == thought("spar", s, 0, "6d").action


def test_thirteam_who_can_go_out_goes_out():
    """The first guess is another action; going out is found."""
    for s, seat, legal in islice(chances("thirteam", 4, lambda s, seat, action: action == s.hands[seat]), 3):
        worst = next(action for action in legal if action != s.hands[seat])
        assert thought("thirteam", s, seat, worst).action == s.hands[seat]


def test_top_suit_who_can_win_the_game_with_the_last_cards_does():
    """The first guess is to draw; the cards that end the game are found."""

    def ends(s: Any, seat: int, action: int) -> bool:
        others = max(s.points[p] for p in range(s.seats) if p != seat)
        return action != DRAW and action & STANDARD == s.hands[seat] and s.points[seat] + 1 > others

    for s, seat, legal in islice(chances("top_suit", 3, ends), 3):
        worst = next(action for action in legal if not ends(s, seat, action))
        assert ends(s, seat, thought("top_suit", s, seat, worst).action)


def test_spar_on_honour_nobody_hides_a_card_or_challenges():
    for decision in decisions(find("spar"), kit.Setting(3, {"honour": "yes", "target": "3"}), ["hard"] * 3, 2):
        assert decision.position.state.hid == 0
        assert decision.answer.action <= spar.ACCEPT


Found = Callable[[Any, int, int], bool]


def chances(name: str, seats: int, found: Found) -> Iterator[tuple[State, int, list[int]]]:
    """Positions of games between bots in which some, but not all, actions of a seat are what is looked for."""
    for seed in range(400):
        for decision in decisions(find(name), kit.Setting(seats, {}), ["normal"] * seats, seed):
            s, seat, legal = decision.position.state, decision.question.seat, decision.question.legal
            if 0 < sum(found(s, seat, action) for action in legal) < len(legal):
                yield s, seat, legal


# ---------------------------------------------------------------- it spends what it was given


def opening(seats: int = 4) -> tuple[State, int]:
    """The first decision of a game of Spar."""
    s = find("spar").fresh(seats)
    spar.start(s, SeededDice(5))
    return s, s.turn


def test_a_search_does_as_many_iterations_as_it_is_asked_for():
    s, seat = opening()
    first = kit.legal(find("spar"), s, seat)[0]
    for asked in (1, 5, 37, 400):
        done = thought("spar", s, seat, first, asked)
        assert asked <= done.iterations < asked + 5
        assert done.worlds >= done.iterations / 5


def test_a_search_without_time_stays_with_the_guess():
    s, seat = opening()
    first = kit.legal(find("spar"), s, seat)[0]
    none = thought("spar", s, seat, first, 0, milliseconds=0)
    assert (none.action, none.iterations) == (first, 0)
    some = thought("spar", s, seat, first, 0, milliseconds=20)
    assert some.iterations > 100


def test_more_time_is_more_worlds_and_candidates_that_are_worse_are_dropped():
    s, seat = opening()
    legal = kit.legal(find("spar"), s, seat)
    few, many = (thought("spar", s, seat, legal[0], n) for n in (100, 60_000))
    assert many.worlds > few.worlds
    assert set(few.means) == set(legal)
    assert set(many.means) < set(legal)
    assert many.action in many.means


def test_threads_search_worlds_of_their_own_and_add_them_up():
    s, seat = opening()
    first = kit.legal(find("spar"), s, seat)[0]
    one, two = (thought("spar", s, seat, first, 120, threads=threads) for threads in (1, 2))
    assert one.worlds == two.worlds == 24
    assert one.means != two.means
    assert two == thought("spar", s, seat, first, 120, threads=2)


# ---------------------------------------------------------------- it says the same again


@pytest.mark.parametrize("name", ROOMS)
def test_the_same_question_with_iterations_gets_the_same_answer_whatever_was_asked_between(name):
    game = find(name)
    table = decisions(game, kit.Setting(game.seats[0], {}), ["normal"] * game.seats[0], 3)
    asked = [decision.question for decision in islice(table, 0, 60, 6)]
    hard = [Question(q.game, "hard", q.seat, q.view, q.legal, q.seed, iterations=48) for q in asked]
    assert [choose(q) for q in hard] == [choose(q) for q in reversed(hard)][::-1]


def test_another_seed_is_another_search():
    s, seat = opening()
    shown, legal = view(s, seat), kit.legal(find("spar"), s, seat)
    one, other = (thinker("spar").think(shown, legal, legal[0], seed=seed, iterations=100) for seed in (1, 2))
    assert one.means != other.means


# ---------------------------------------------------------------- it does not keep a table waiting


FRESH = """
import sys
from handful.bots import levels
from handful.bots.questions import question_for
from handful.game import Position
from handful.games import find
from handful.kernel.dice import SeededDice
from handful.policy import Settings
levels.prepare()
game = find("spar")
position = Position.begin(game, 2, SeededDice(3))
seat = position.actors()[0]
shown, legal = position.view(seat), position.legal(seat)
alone = levels.choose(question_for(game, shown, legal[:1], "hard", 1))
print(alone.action == legal[0], "numba" in sys.modules)
hard = question_for(game, shown, legal, "hard", 1)
normal = question_for(game, shown, legal, "normal", 1)
first = levels.choose(hard)
print(levels.must_not_wait(hard), first.action == levels.choose(normal).action, first.prepares)
levels._being_made["spar", None].join()
print(levels.must_not_wait(hard), levels.choose(hard).action in legal)
"""


def test_a_worker_answers_with_its_first_guess_until_the_searcher_is_made():
    done = subprocess.run([sys.executable, "-c", FRESH], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["True False", "True True True", "False True"]


def test_the_warm_up_tells_how_far_it_is_and_knows_the_games():
    run = [sys.executable, "-m", "handful.bots.warmup"]
    done = subprocess.run([*run, "spar"], capture_output=True, text=True, check=True)
    assert done.stderr.startswith("1/1 spar: ready (")
    wrong = subprocess.run([*run, "chess"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stderr) == (
        1,
        f"There is no game 'chess'; the games are {', '.join(ROOMS)}.\n",
    )


def test_machine_code_is_kept_apart_by_the_pages_that_it_came_from():
    """A search is made anew when the room's policy changes; the rules alone are not."""
    assert cache_folder(spar.apply) != cache_folder(spar.apply, policy_of(find("spar")).mark)


# ---------------------------------------------------------------- arithmetic


def test_a_lead_is_measured_on_the_same_worlds():
    """Worlds differ much, but one candidate is always a little better: a sure lead, in spite of the noise."""
    values = np.array([[100, 110], [900, 912], [500, 509], [20, 31]], float)
    tally = Tally(4, values.sum(axis=0), values.T @ values)
    assert tally.lead(1, 0) > 10
    assert tally.lead(0, 1) == -tally.lead(1, 0)
    assert tally.lead(0, 0) == 0
    assert tally.mean(0) == 0.38


def test_tallies_add_up_for_the_candidates_that_are_left():
    tally = Tally(2, np.array([10.0, 20.0, 30.0]), np.ones((3, 3)))
    tally.add(Tally(1, np.array([1.0, 2.0]), np.full((2, 2), 5.0)), [0, 2])
    assert tally.worlds == 3
    assert tally.sums.tolist() == [11.0, 20.0, 32.0]
    assert tally.products.tolist() == [[6, 1, 6], [1, 1, 1], [6, 1, 6]]


def test_a_room_chooses_the_numbers_of_its_search():
    """The depth of the tree, and the longest playout, are what the compiled part is told."""
    for name, limits in (("spar", [24, Settings.most_steps]), ("half_suit", [0, 1200]), ("thirteam", [0, 600])):
        assert thinker(name).limits.tolist() == limits


def test_a_game_without_a_policy_has_no_searcher(sixth):
    assert thinker_of(sixth.name) is None
