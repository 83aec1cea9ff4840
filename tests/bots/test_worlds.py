"""The worlds that a bot imagines: none of them can be told from the true one by its seat."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np
import pytest

from handful import kit
from handful.bots.deals import Deals
from handful.bots.search import thinker_of
from handful.bots.tree import IMAGINED
from handful.bots.worlds import Worlds
from handful.game import Game
from handful.games import ROOMS, find
from handful.kernel import State, compiler
from handful.kernel.dice import SeededDice, reseed
from handful.observe import View, eyes, known_state, view
from handful.policy import Policy, as_seen
from tests.bots.tables import decisions


@pytest.fixture(params=ROOMS)
def game(request) -> Game:
    return find(request.param)


def policy_of(game: Game) -> Policy:
    """How a game is played well."""
    assert game.policy
    return game.policy


def imagined(game: Game, shown: View, n: int, seed: int) -> list[State]:
    """Some worlds of a view, by the rules of the policy as Python runs them."""
    policy, worlds = policy_of(game), []
    for w, dealt in enumerate(Deals(policy.hidden(shown), policy.weights(shown)).sample(n, seed).tolist()):
        s = known_state(shown, game.rules.State)
        for seat in range(shown.seats):
            if seat != shown.seat:
                s.hands[seat] = dealt[seat]  # type: ignore[attr-defined]
        policy.imagine(s, shown.seat, dealt[-1], SeededDice(seed, w, IMAGINED))
        worlds.append(s)
    return worlds


def random_positions(game: Game, every: int) -> Iterator[tuple[State, int]]:
    """Positions of random games at all kinds of tables, with the seat that acts."""
    for seed, setting in enumerate(kit.settings(game)[::5]):
        for place in itertools.islice(kit.walk(game, setting, seed), seed % every, 600, every):
            yield place.state, place.seat


def sensible_positions(game: Game, every: int) -> Iterator[tuple[State, int]]:
    """Positions of games between bots, with the seat that acts."""
    for seed, seats in enumerate(2 * game.seats):
        table = decisions(game, kit.Setting(seats, {}), ["normal"] * seats, seed)
        for decision in itertools.islice(table, seed % every, 600, every):
            yield decision.position.state, decision.question.seat


@pytest.mark.parametrize("positions", [random_positions, sensible_positions])
def test_a_seat_sees_in_every_world_what_it_sees_in_truth(game, positions):
    looked = 0
    for s, seat in positions(game, 19):
        shown = view(s, seat)
        for world in imagined(game, shown, 2, looked):
            assert view(world, seat).known == shown.known
            assert kit.legal(game, world, seat) == kit.legal(game, s, seat)
            assert kit.agrees(game.knowledge(shown), world)
            looked += 1
    assert looked > 15


def test_worlds_differ_where_something_is_hidden_and_their_packs_are_whole(game):
    different = 0
    for s, seat in random_positions(game, 61):
        one, other = imagined(game, view(s, seat), 2, 7)
        different += one != other
        assert cards_of(one) == cards_of(other) == cards_of(s)
    assert different > 5


def cards_of(s: State) -> list[int]:
    """The cards in hands and piles, each as often as it is there."""
    places = [kit.in_place(s, *place) for place in kit.hidden_values(s, -1) if place[0] in kit.FACE_DOWN]
    return sorted(card for cards in places for card in range(54) if (cards >> card) & 1)


def test_the_playing_on_of_a_world_breaks_no_rule(game):
    """In imagined worlds every actor has a legal action, and playouts come to rest."""
    policy, rules = policy_of(game), game.rules
    for n, (s, seat) in enumerate(itertools.islice(sensible_positions(game, 37), 12)):
        for world in imagined(game, view(s, seat), 2, n):
            dice, begun = SeededDice(n), policy.mark(world)
            rules.apply(world, seat, kit.legal(game, world, seat)[0], dice)
            while rules.actors(world) and not policy.resting(world, begun):
                actor = next(p for p in range(world.seats) if (rules.actors(world) >> p) & 1)
                actions = kit.legal(game, world, actor)
                pick = policy.likely(world, actor, actions, len(actions), dice) if len(actions) > 1 else 0
                assert rules.check(world, actor, actions[pick]) == 0
                rules.apply(world, actor, actions[pick], dice)
            for p in range(world.seats):
                assert 0 <= policy.weigh(world, s, p) <= 1000


def test_compiled_and_interpreted_rules_imagine_the_same_worlds():
    game, thinker = find("spar"), thinker_of("spar")
    for s, seat in random_positions(game, 61):
        shown = view(s, seat)
        compiled = Worlds(shown, thinker).some(3, 99)
        assert [record.tobytes() for record in compiled] == [s.pack() for s in imagined(game, shown, 3, 99)]


@pytest.mark.parametrize("game", ["spar", "half_suit"], indirect=True)
def test_the_policy_chooses_the_same_compiled_on_a_record_and_interpreted_on_what_the_seat_knows(game):
    likely, record, compared = policy_of(game).likely, compiler.record_type(game.rules.State), 0

    def choose(states, seat, out, n, dices):  # type: ignore[no-untyped-def]
        reseed(dices[0], 9, 0, IMAGINED)
        return out[likely(states[0], seat, out, n, dices[0])]

    compiler.learn_rules()
    with compiler.cached(likely):
        compiled = compiler.compiled(choose)
    dices = np.zeros(1, compiler.DICE)
    for s, seat in itertools.chain(random_positions(game, 61), sensible_positions(game, 29)):
        legal = kit.legal(game, s, seat)
        if len(legal) > 1:
            states, out = np.frombuffer(bytearray(s.pack()), record), np.array(legal)
            known = as_seen(view(s, seat), game.rules.State)
            pick = likely(known, seat, legal, len(legal), SeededDice(9, 0, IMAGINED))
            assert compiled(states, seat, out, len(out), dices) == legal[pick]
            compared += 1
    assert compared > 15


def test_a_state_made_from_a_view_holds_nothing_else(game):
    for s, seat in random_positions(game, 61):
        known = known_state(view(s, seat), game.rules.State)
        assert all(not known.hands[p] for p in range(s.seats) if p != seat)
        assert known == known_state(view(kit.exchanged(s, seat, SimpleNamespace(sample=backwards)), seat), type(s))


def backwards(cards: list[int], _: int) -> list[int]:
    return cards[::-1]


def test_eyes_see_a_record_as_a_view_shows_it(game):
    """Two records look the same through the mask of a seat if, and only if, the views are the same."""
    for s, seat in random_positions(game, 61):
        mask = np.frombuffer(eyes(type(s), seat), np.int64)
        seen = [
            np.frombuffer(record, np.int64) & mask for record in (s.pack(), known_state(view(s, seat), type(s)).pack())
        ]
        assert seen[0].tobytes() == seen[1].tobytes()
        assert (np.frombuffer(with_another_card(s).pack(), np.int64) & mask).tobytes() != seen[0].tobytes()


def with_another_card(s: State) -> State:
    """The same state with one more card in everybody's hand."""
    other = s.copy()
    for seat in range(s.seats):
        other.hands[seat] ^= 1 << 20  # type: ignore[attr-defined]
    return other
