"""What a finished game leaves: a result for each seat, and new ratings. Bots are rated like players."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping

from msgspec.structs import replace
from openskill.models import PlackettLuce

from handful.game import Game
from handful.server.settings import RatedGames
from handful.store import Conflict, RatingRow, ResultRow, Store
from handful.table.table import Table

_model = PlackettLuce()
HESITATION_S = 0.05
DAY_MS = 24 * 3600 * 1000


def who(table: Table, seat: int) -> str:
    """Who a seat's result belongs to: the player, also one who left; or the bot, by its level."""
    info = table.seats[seat]
    return info.player or info.left_by or f"bot:{info.bot}"


def results(table: Table, ended: int) -> list[ResultRow]:
    """The results of a finished game, by seat."""
    outcome = table.position.outcome() if table.position else None
    assert outcome is not None
    reached = [(seat in outcome.winners, score) for seat, score in enumerate(outcome.scores)]
    return [
        ResultRow(
            table.id,
            table.opened.game,
            ended,
            seat,
            who(table, seat),
            score,
            won,
            name=table.seats[seat].left_name or table.seats[seat].name,
            seats=len(table.seats),
            place=1 + sum(other > (won, score) for other in reached),
        )
        for seat, (won, score) in enumerate(reached)
    ]


def rated(game: Game, rows: list[ResultRow], before: Mapping[str, RatingRow]) -> list[RatingRow]:
    """The ratings after a game. Who sat in several seats, as bots do, is rated by the mean of them."""
    teams = [[rows[seat] for seat in side] for side in game.face.sides(len(rows))]
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


def with_ratings(rows: list[ResultRow], ratings: list[RatingRow]) -> list[ResultRow]:
    """The results with everybody's rating after the game, where it was rated."""
    after = {rating.player: rating for rating in ratings}
    return [
        replace(row, mu=after[row.player].mu, sigma=after[row.player].sigma) if row.player in after else row
        for row in rows
    ]


async def deserves(store: Store, table: Table, rows: list[ResultRow], rule: RatedGames) -> bool:
    """Whether a finished game is rated: it was long enough, and one person alone could not easily make it up."""
    people = sorted({row.player for row in rows if not is_bot(row.player)})
    if not people or len(table.acts) < rule.moves * len(rows):
        return False
    arrivals = [await store.arrival(player) for player in people]
    sources = [source for _, source in arrivals if source]
    if not rule.same_address and len(sources) > len(set(sources)):
        return False
    if any(created > table.acts[0].at - rule.age_ms for created, _ in arrivals):
        return False
    others = {row.player for row in rows}
    for player in people:
        met = await store.met(player, rows[0].ended - DAY_MS)
        if any(met.get(other, 0) >= most_a_day(other, rule) for other in others - {player}):
            return False
    return True


def is_bot(player: str) -> bool:
    """Whether a result belongs to a bot."""
    return player.startswith("bot:")


def most_a_day(other: str, rule: RatedGames) -> int:
    """How many rated games with somebody count in a day."""
    return rule.bot_games_a_day if is_bot(other) else rule.games_a_day


async def save(store: Store, table: Table, ended: int, rule: RatedGames) -> bool:
    """Keep what a finished game leaves, once; where another game is rated at the same moment, after that one."""
    rows = results(table, ended)
    if not await deserves(store, table, rows, rule):
        return await store.save_results(rows, [])
    players = sorted({row.player for row in rows})
    while True:
        before = await store.ratings(table.opened.game, players)
        try:
            ratings = rated(table.game, rows, before)
            return await store.save_results(with_ratings(rows, ratings), ratings)
        except Conflict:
            await asyncio.sleep(random.uniform(0.0, HESITATION_S))
