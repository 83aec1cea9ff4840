"""What came out of a contest, as data and as tables for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from handful.arena.contest import Contest
from handful.arena.entrants import names
from handful.arena.game import Played, percentile
from handful.arena.seatings import Sides
from handful.arena.statistics import Rating, Share, ratings, share
from handful.figures import FigureKind, Figures
from handful.games import find

BAR = 48
MOST_TROUBLES = 5


class Line(msgspec.Struct):
    """One bot's figures."""

    name: str
    games: int
    won: Share | None
    """Of the games that were decided (all winners were one bot's), those that it won."""
    win_share: Share | None
    """Of all wins, shared ones in parts: a seat of this bot."""
    score_share: Share | None
    """Of all comparisons of two seats at the end of a game (by who won, then by points), those that a seat wins."""
    mean_score: float
    """Points at the end of a game, a seat."""
    rating: Rating | None
    decisions: int
    think_ms: float
    think_ms_95: float
    troubles: dict[str, int]
    """What went wrong, and how often."""
    sense: dict[str, Sense]
    """Figures of good sense, where its game has some."""


class Sense(msgspec.Struct):
    """A figure of good sense."""

    value: float
    times: int
    kind: str


class Report(msgspec.Struct):
    """All that came out."""

    game: str
    seats: int
    options: dict[str, str]
    seed: int
    games: int
    blocks: int
    decided: int
    """Games in which all winners were one bot's."""
    equal_share: float
    """What a seat would have if all were equally good."""
    bots: list[Line]
    against: list[list[Share | None]]
    """By bot and bot: the part of the comparisons between their seats that the first has for it."""

    def json(self) -> dict[str, Any]:
        """The report as plain data, rounded to what can be known."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        rounded: dict[str, Any] = _rounded(data)
        return rounded


def _rounded(data: Any) -> Any:
    if isinstance(data, float):
        return float(f"{data:.5g}")
    if isinstance(data, dict):
        return {key: _rounded(value) for key, value in data.items()}
    return [_rounded(value) for value in data] if isinstance(data, list) else data


# ---------------------------------------------------------------- one game in figures


def points(game: Played, bots: int) -> list[list[float]]:
    """By bot and bot: which part of the comparisons between their seats the first wins; a tie is half of one."""
    order = [(seat in game.winners, score) for seat, score in enumerate(game.scores)]
    table = [[0.0] * bots for _ in range(bots)]
    pairs = [[0] * bots for _ in range(bots)]
    for one, other in product(range(len(order)), repeat=2):
        mine, theirs = game.seating[one], game.seating[other]
        if mine != theirs:
            table[mine][theirs] += (order[one] > order[other]) + (order[one] == order[other]) / 2
            pairs[mine][theirs] += 1
    return [[part / max(1, n) for part, n in zip(*row, strict=True)] for row in zip(table, pairs, strict=True)]


def score_shares(game: Played, sides: Sides) -> list[float]:
    """By seat: its part of all comparisons of two seats that do not play together. They sum up to 1."""
    order = [(seat in game.winners, score) for seat, score in enumerate(game.scores)]
    shares = [0.0] * len(order)
    pairs = [(one, other) for mine, theirs in combinations(sides, 2) for one in mine for other in theirs]
    for one, other in pairs:
        better = (order[one] > order[other]) + (order[one] == order[other]) / 2
        shares[one] += better / len(pairs)
        shares[other] += (1 - better) / len(pairs)
    return shares


def decided_by(game: Played) -> int:
    """The bot to which all winners belong, -1 if there are several, or if it played alone."""
    bots = {game.seating[seat] for seat in game.winners}
    return bots.pop() if len(bots) == 1 and len(set(game.seating)) > 1 else -1


# ---------------------------------------------------------------- all games in figures


def report(contest: Contest) -> Report:
    """What came out of the blocks that were played to their end."""
    setting, blocks = contest.setting, list(contest.whole_blocks())
    bots = len(setting.bots)
    tables = [[points(game, bots) for game in block] for block in blocks]
    summed = [[[sum(game[x][y] for game in block) for y in range(bots)] for x in range(bots)] for block in tables]
    rated: Sequence[Rating | None] = ratings(summed) if blocks else [None] * bots
    games = [game for block in blocks for game in block]
    return Report(
        setting.game,
        setting.seats,
        setting.options,
        setting.seed,
        len(games),
        len(blocks),
        sum(decided_by(game) >= 0 for game in games),
        1 / setting.seats,
        [_line(contest, blocks, bot, name, rated[bot]) for bot, name in enumerate(names(setting.bots))],
        [[_against(summed, x, y) for y in range(bots)] for x in range(bots)],
    )


def _against(summed: Sequence[Sequence[Sequence[float]]], one: int, other: int) -> Share | None:
    if one == other:
        return None
    wholes = [block[one][other] + block[other][one] for block in summed]
    return share([block[one][other] for block in summed], wholes)


def _line(contest: Contest, blocks: list[list[Played]], bot: int, name: str, rating: Rating | None) -> Line:
    there = [[game for game in block if bot in game.seating] for block in blocks]
    games = [game for block in there for game in block]
    seated = [[(game, seat) for game in block for seat in _seats(game, bot)] for block in there]
    decided = [[decided_by(game) for game in block if decided_by(game) >= 0] for block in there]
    counts = [len(block) for block in seated]
    shares = {(game.block, game.game): score_shares(game, contest.plan.sides) for game in games}
    top = 2 / contest.setting.seats
    scores = [game.scores[seat] for block in seated for game, seat in block]
    shown = [game.showings[bot] for game in games]
    times: Counter[int] = sum((Counter(one.times) for one in shown), Counter())
    troubles: Counter[str] = sum((Counter(one.troubles) for one in shown), Counter())
    return Line(
        name,
        len(games),
        share([block.count(bot) for block in decided], [len(block) for block in decided]),
        share([sum(_win(game, seat) for game, seat in block) for block in seated], counts),
        share([sum(shares[game.block, game.game][seat] for game, seat in block) for block in seated], counts, top),
        sum(scores) / max(1, len(scores)),
        rating,
        sum(one.decisions for one in shown),
        1000 * percentile(times, 0.5),
        1000 * percentile(times, 0.95),
        dict(troubles),
        _sense(contest.setting.game, [one.sense for one in shown]),
    )


def _seats(game: Played, bot: int) -> list[int]:
    return [seat for seat, sitting in enumerate(game.seating) if sitting == bot]


def _win(game: Played, seat: int) -> float:
    """The part of the win that a seat has."""
    return (seat in game.winners) / len(game.winners)


def _sense(game: str, shown: Sequence[Figures]) -> dict[str, Sense]:
    found = {}
    for name, kind in find(game).face.watch.figures.items():
        total = sum(figures[name][0] for figures in shown if name in figures)
        times = int(sum(figures[name][1] for figures in shown if name in figures))
        if times:
            found[name] = Sense(total / times, times, kind)
    return found


# ---------------------------------------------------------------- for a terminal


def percent(found: Share | None) -> str:
    """A share in percent and half of its interval, in a cell."""
    return f"{100 * found.value:.1f} [dim]± {50 * (found.high - found.low):.1f}[/]" if found else ""


def points_of(found: Rating | None) -> str:
    """A rating and half of its interval, in a cell."""
    return f"{found.value:.0f} [dim]± {(found.high - found.low) / 2:.0f}[/]" if found else ""


def milliseconds(time: float) -> str:
    """A think time in a cell."""
    return f"{time:,.0f}" if time >= 10 else f"{time:.1f}" if time >= 0.1 else f"{time:.2f}"


def show(console: Console, found: Report) -> None:
    """Print it all."""
    title = find(found.game).title
    options = "".join(f", {name}={value}" for name, value in found.options.items())
    console.print(
        f"[bold]{title}[/], {found.seats} seats{options}: {found.games:,} games on {found.blocks:,} deals, "
        f"{found.decided:,} decided.",
        highlight=False,
    )
    if not found.games:
        return
    console.print(standings(found))
    for drawn in chart(found):
        console.print(drawn, highlight=False)
    console.print(cross_table(found))
    if any(line.sense for line in found.bots):
        console.print(sense_table(found))
    for line in found.bots:
        for sentence in troubles(line):
            console.print(sentence, style="red", highlight=False, markup=False)


def ranked(found: Report) -> list[Line]:
    """The bots, the best first."""
    return sorted(found.bots, key=lambda line: -(line.rating.value if line.rating else 0))


def table_of(title: str, *columns: str) -> Table:
    """An empty table; the first column has names, the others have numbers."""
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(columns[0], no_wrap=True)
    for column in columns[1:]:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def standings(found: Report) -> Table:
    """Every bot's own figures, the best first."""
    title = (
        f"Standings (± 95 %); an equal score share is {100 * found.equal_share:.1f} %; think time in ms, median and p95"
    )
    table = table_of(title, "bot", "games", "won %", "share %", "score", "rating", "ms", "p95")
    for line in ranked(found):
        table.add_row(
            line.name,
            f"{line.games:,}",
            percent(line.won),
            percent(line.score_share),
            f"{line.mean_score:,.1f}",
            points_of(line.rating),
            milliseconds(line.think_ms),
            milliseconds(line.think_ms_95),
        )
    return table


def chart(found: Report) -> list[str]:
    """The score shares as bars: full at twice the equal share, the interval hatched, a line where shares are equal."""
    width = max(len(line.name) for line in found.bots)
    return [
        f"{line.name:<{width}}  {bar(line.score_share, 2 * found.equal_share)} {line.score_share.value:.1%}"
        for line in ranked(found)
        if line.score_share
    ]


def bar(found: Share, full: float) -> str:
    """A share as a bar."""
    low, high = round(BAR * found.low / full), round(BAR * found.high / full)
    cells = [
        "█" if cell < low else "▒" if cell < max(high, low + 1) else " " if cell != BAR // 2 else "┊"
        for cell in range(BAR + 1)
    ]
    return "".join(cells)


def cross_table(found: Report) -> Table:
    """Who does how well against whom."""
    names = [line.name for line in found.bots]
    table = table_of("Cross-table: points in % against …", "", *names)
    for line, row in zip(found.bots, found.against, strict=True):
        table.add_row(line.name, *(percent(cell) or "–" for cell in row))
    return table


def sense_table(found: Report) -> Table:
    """Figures of good sense."""
    table = table_of("Good sense", "", *(line.name for line in found.bots))
    figures = dict.fromkeys(name for line in found.bots for name in line.sense)
    for name in figures:
        table.add_row(name, *(figure(line.sense.get(name)) for line in found.bots))
    return table


def figure(found: Sense | None) -> str:
    """A figure of good sense in a cell."""
    if not found:
        return "–"
    value = f"{found.value:.1%}" if found.kind == FigureKind.PERCENT else f"{found.value:.2f}"
    return f"{value} [dim]of {found.times:,}[/]"


def troubles(line: Line) -> list[str]:
    """What went wrong with a bot, in sentences."""
    if not line.troubles:
        return []
    total = sum(line.troubles.values())
    found = [f"{line.name} failed {total:,} times in {line.decisions:,} decisions; chance chose for it then."]
    worst = sorted(line.troubles.items(), key=lambda item: -item[1])
    found += [f"  {times:,} × {sentence}" for sentence, times in worst[:MOST_TROUBLES]]
    if len(worst) > MOST_TROUBLES:
        found.append(f"  … and {len(worst) - MOST_TROUBLES} more kinds")
    return found
