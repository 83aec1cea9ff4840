"""What a finished game leaves: a result for each seat, and new ratings. Bots are rated like players."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping

from openskill.models import PlackettLuce

from handful.game import Game
from handful.store import Conflict, RatingRow, ResultRow, Store
from handful.table.table import Table

_model = PlackettLuce()
HESITATION_S = 0.05


def who(table: Table, seat: int) -> str:
    """Who a seat's result belongs to: the player, also one who left; or the bot, by its level."""
    info = table.seats[seat]
    return info.player or info.left_by or f"bot:{info.bot}"


def results(table: Table, ended: int) -> list[ResultRow]:
    """The results of a finished game, by seat."""
    outcome = table.position.outcome() if table.position else None
    assert outcome is not None
    return [
        ResultRow(table.id, table.opened.game, ended, seat, who(table, seat), score, seat in outcome.winners)
        for seat, score in enumerate(outcome.scores)
    ]


def sides(game: Game, seats: int) -> list[tuple[int, ...]]:
    """Who plays together from the first card to the last: the teams of the rules, else everybody alone."""
    teams: tuple[tuple[int, ...], ...] = getattr(game.rules, "TEAMS", ())
    return list(teams) or [(seat,) for seat in range(seats)]


def rated(game: Game, rows: list[ResultRow], before: Mapping[str, RatingRow]) -> list[RatingRow]:
    """The ratings after a game. Who sat in several seats, as bots do, is rated by the mean of them."""
    teams = [[rows[seat] for seat in side] for side in sides(game, len(rows))]
    known = {row.player: before.get(row.player) for row in rows}
    old = {
        player: _model.rating(mu=row.mu, sigma=row.sigma) if row else _model.rating() for player, row in known.items()
    }
    order = sorted({(row.won, row.score) for row in rows}, reverse=True)
    places = [float(min(order.index((row.won, row.score)) for row in team)) for team in teams]
    rated = _model.rate([[old[row.player] for row in team] for team in teams], ranks=places)
    new: dict[str, list[tuple[float, float]]] = {}
    for team, ratings in zip(teams, rated, strict=True):
        for row, rating in zip(team, ratings, strict=True):
            new.setdefault(row.player, []).append((rating.mu, rating.sigma))
    return [_mean(player, game.name, values, known[player]) for player, values in new.items()]


def _mean(player: str, game: str, values: list[tuple[float, float]], before: RatingRow | None) -> RatingRow:
    mu = sum(value[0] for value in values) / len(values)
    sigma = sum(value[1] for value in values) / len(values)
    return RatingRow(player, game, mu, sigma, (before.games if before else 0) + 1)


async def save(store: Store, table: Table, ended: int) -> bool:
    """Keep what a finished game leaves, once; where another game is rated at the same moment, after that one."""
    rows = results(table, ended)
    players = sorted({row.player for row in rows})
    while True:
        before = await store.ratings(table.opened.game, players)
        try:
            return await store.save_results(rows, rated(table.game, rows, before))
        except Conflict:
            await asyncio.sleep(random.uniform(0.0, HESITATION_S))
