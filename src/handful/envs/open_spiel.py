"""The games for OpenSpiel: `register()` makes them known as `handful_spar` and so on; and its bots for our arena.

A game begins with one chance node that draws the number of the deal; everything after that follows from it, so that a
game is told again by its history. Of several who may act at once one after the other is asked, and nobody sees what is
sealed. Returns are the shares of the win. The observation tensor is the columns of the view, with the parameter
`knowledge` also of what follows from it. The information state is the public story and the view: what a seat is told,
and what the rules keep for it to see.
"""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

import numpy as np
import pyspiel

from handful.bots import Answer, Question
from handful.bots.questions import view_of
from handful.bots.worlds import Worlds
from handful.cards import BadText
from handful.columns import columns
from handful.envs.actions import table_of
from handful.envs.imagination import imagination, other_seed
from handful.game import Game, Position, knowing
from handful.games import ROOMS, find
from handful.kernel.dice import SeededDice
from handful.kernel.movers import first_mover
from handful.observe import SPECTATOR, View

DEALS = 1 << 12
"""How many deals the chance node draws from, unless the parameter `deals` says otherwise."""
MOST_LENGTH = 100_000


@cache
def mover_of(game: Game) -> Any:
    """Who of several is asked first."""
    return first_mover(game.rules.lapse)


class Held:
    """A game under way and its public story; quick to copy."""

    def __init__(self, position: Position, story: list[str]) -> None:
        self.position, self.story = position, story

    def __deepcopy__(self, _: Any) -> Held:
        old = self.position
        return Held(Position(old.game, old.state.copy(), copy.copy(old.dice)), self.story[:])


def read_options(text: str) -> dict[str, str]:
    """Options as one text: `target:5 honour:yes`."""
    return dict(one.split(":", 1) for one in text.split())


class SpielGame(pyspiel.Game):
    """One of the games, at a table with so many players and these options."""

    def __init__(self, room: str, kind: Any, parameters: Any = None) -> None:
        given = dict(parameters or {})
        self.game = knowing(find(room)) if given.get("knowledge") else find(room)
        self.options = read_options(given.get("options", ""))
        self.seats = given.get("players") or self.game.usual_seats(self.options)
        self.deals = given.get("deals") or DEALS
        self.game.read_options(self.seats, self.options)
        many = self.game.moves is not None and self.game.moves.every is not None
        self.table = table_of(self.game, self.seats) if many else None
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.table.codes) if self.table else self.game.rules.MOST_LEGAL,
            max_chance_outcomes=self.deals,
            num_players=self.seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=MOST_LENGTH,
        )
        super().__init__(kind, info, given)

    def new_initial_state(self) -> SpielState:
        """A game before the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """How states are observed."""
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def given(self, s: Any, seat: int) -> list[int]:
        """The legal actions of a seat by their numbers here, ascending."""
        legal: list[int] = []
        self.game.rules.legal(s, seat, legal)
        return sorted(self.table.numbers[action] for action in legal) if self.table else list(range(len(legal)))

    def meant(self, s: Any, seat: int, given: int) -> int:
        """The action of the game that has this number here."""
        if self.table:
            return int(self.table.codes[given])
        legal: list[int] = []
        self.game.rules.legal(s, seat, legal)
        return legal[given]


class SpielState(pyspiel.State):
    """A game under way."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.held: Held | None = None

    @property
    def spiel(self) -> SpielGame:
        """The game that this is a state of."""
        return self.get_game()  # type: ignore[no-any-return]

    def hold(self, state: Any, seed: int, number: int, story: list[str]) -> None:
        """Go on from a state of our own."""
        self.held = Held(Position(self.spiel.game, state, SeededDice(seed, number)), story)

    def current_player(self) -> int:
        """Who is asked: chance first, then who does not wait for another."""
        if self.held is None:
            return int(pyspiel.PlayerId.CHANCE)
        s = self.held.position.state
        able = self.spiel.game.rules.actors(s)
        return int(mover_of(self.spiel.game)(s, able, None)) if able else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.held is not None and self.held.position.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All deals, equally likely."""
        return [(deal, 1.0 / self.spiel.deals) for deal in range(self.spiel.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.spiel.given(self.held.position.state, player) if self.held else []

    def _apply_action(self, action: int) -> None:
        held = self.held
        if held is None:
            spiel = self.spiel
            position = Position.begin(spiel.game, spiel.seats, SeededDice(0, action), spiel.options)
            held = self.held = Held(position, [])
            events = position.begun
        else:
            seat = self.current_player()
            events = held.position.act(seat, self.spiel.meant(held.position.state, seat, action))
        held.story += [event.seen_by(SPECTATOR).sentence() for event in events]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.held is None:
            return f"deal {action}"
        return self.spiel.game.words.write_action(self.spiel.meant(self.held.position.state, player, action))

    def returns(self) -> list[float]:
        """The shares of the win."""
        outcome = self.held.position.outcome() if self.held else None
        won = outcome.winners if outcome else ()
        return [1.0 / len(won) if seat in won else 0.0 for seat in range(self.spiel.seats)]

    def __str__(self) -> str:
        return "\n".join(self.held.story) if self.held else "before the deal"


class SpielObserver:
    """What a player sees: the columns of the view as a tensor, and the view as a text, with the story to recall."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self.columns = columns(game.game.rules.State, game.seats)
        self.words, self.recalls = game.game.words, kind.perfect_recall
        self.tensor = np.zeros(0 if self.recalls else self.columns.size, np.float32)
        self.dict = {} if self.recalls else {"view": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor."""
        self.tensor.fill(0)
        if state.held and not self.recalls:
            self.columns.encode(state.held.position.state, player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """The view as text."""
        if state.held is None:
            return "before the deal"
        seen = json.dumps(state.held.position.view(player).json(self.words))
        return "\n".join([*state.held.story, seen]) if self.recalls else seen


class Resampler:
    """States that a player cannot tell from this one, for OpenSpiel's ISMCTS: `bot.set_resampler(Resampler())`."""

    def __init__(self, seed: int = 0) -> None:
        self.seed, self._drawn = seed, 0
        self._known: tuple[View, Worlds] | None = None

    def __call__(self, state: SpielState, player: int) -> SpielState:
        """Another state with the same information."""
        if state.held is None:
            raise BadText("nothing is dealt yet")
        self._drawn += 1
        view = state.held.position.view(player)
        if self._known is None or self._known[0] != view:
            self._known = (view, Worlds(view, imagination(state.spiel.game)))
        record = self._known[1].some(1, self.seed + self._drawn)
        new = state.clone()
        new.hold(type(state.held.position.state).unpack(record.tobytes()), other_seed(self.seed), self._drawn,
                 state.held.story[:])  # fmt: skip
        return new  # type: ignore[no-any-return]


def register() -> list[str]:
    """Make the games known to OpenSpiel; their names there."""
    known = set(pyspiel.registered_names())
    return [name_of(room) for room in ROOMS if name_of(room) in known or _register(room)]


def name_of(room: str) -> str:
    """What OpenSpiel calls a game of ours."""
    return f"handful_{room}"


def _register(room: str) -> bool:
    game = find(room)
    kind = pyspiel.GameType(
        short_name=name_of(room),
        long_name=f"{game.title} (Handful)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 0, "options": "", "deals": DEALS, "knowledge": False},
    )

    class Registered(SpielGame):
        """A game of this room, as OpenSpiel makes it."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(room, kind, params)

    pyspiel.register_game(kind, Registered)
    return True


def state_of(view: View, game: Game, seed: int) -> SpielState:
    """A state of OpenSpiel that the viewer cannot tell from the true one, made from nothing but the view."""
    register()
    options = " ".join(f"{name}:{option.write(view.known[name])}" for name, option in game.options.items())
    loaded = pyspiel.load_game(name_of(game.name), {"players": view.seats, "options": options})
    state = loaded.new_initial_state()
    record = Worlds(view, imagination(game)).some(1, seed)
    state.hold(game.rules.State.unpack(record.tobytes()), other_seed(seed), 0, [])
    return state  # type: ignore[no-any-return]


class Ismcts:
    """OpenSpiel's ISMCTS as a bot of our arena: `handful arena spar handful.envs.open_spiel:Ismcts easy`."""

    simulations = 20

    def choose(self, question: Question) -> Answer:
        """Search from worlds that the seat cannot tell from the true one."""
        from open_spiel.python.algorithms import ismcts, mcts

        game = find(question.game)
        state = state_of(view_of(question), game, question.seed)
        chance = np.random.RandomState(question.seed & 0xFFFFFFFF)
        rolls = mcts.RandomRolloutEvaluator(1, chance)
        bot = ismcts.ISMCTSBot(state.spiel, rolls, 1.4, self.simulations, random_state=chance)
        bot.set_resampler(Resampler(question.seed))
        chosen = bot.step(state)
        return Answer(state.spiel.meant(state.held.position.state, question.seat, chosen))  # type: ignore[union-attr]
