"""What an action is made of, as numbers for a network."""

from __future__ import annotations

from functools import cache

from handful.columns import ACTION_BITS, Columns, Group, card_names, from_me
from handful.game import Game
from handful.kernel.bits import lowest


@cache
def action_columns(game: Game, seats: int, packed: bool = False) -> Columns:
    """The columns of a game's actions: kind, cards, the card pointed out, and whom; else the bits of the action."""
    moves, pack = game.moves, game.rules.State.pack_of_cards
    title = f"the actions of {game.name}"
    if moves is None:
        bits = tuple(f"bit {n} of the action" for n in range(ACTION_BITS))
        return Columns(title, [Group("action", "", bits, "s")], seats, packed)
    low, texts = lowest(pack), card_names(pack)
    rules = {"kind_of": moves.kind, "cards_in": moves.cards}
    found = [
        Group("kind", "", moves.kinds, "one_hot(kind_of(s), 0)"),
        Group("cards", "", texts, f"cards_in(s) >> {low}"),
    ]
    if moves.card:
        rules["card_in"] = moves.card
        found.append(Group("card", "", texts, f"one_hot(card_in(s), {low})"))
    if moves.whom:
        rules["whom"] = moves.whom
        found.append(Group("whom", "", from_me(seats), f"one_seat(whom(s), me, {seats})"))
    return Columns(title, found, seats, packed, tuple(rules.items()))
