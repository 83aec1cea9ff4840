"""`handful arena`: bots play each other; a bar shows how it goes, and tables what came out."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console

from handful.arena.contest import Contest, setting_of, usual_file
from handful.arena.entrants import enter, names
from handful.arena.game import Played, Setting, try_out
from handful.arena.nodes import play_on_nodes
from handful.arena.report import points, report, show
from handful.arena.svg import draw
from handful.arena.workers import CannotPlay, Crew, Task
from handful.cli.output import MISUSED, fail, show_json
from handful.cli.progress import progress_bar
from handful.game import BadText, Game
from handful.simulation import cores

INTERRUPTED = 130
WIDTH = 120


def arena(
    game: Game,
    bots: list[str],
    games: int,
    seats: int,
    options: dict[str, str],
    seed: int,
    milliseconds: int,
    iterations: int,
    even: bool,
    strict: bool,
    patience: float,
    jobs: int,
    out: Path | None,
    anew: bool,
    svg: Path | None,
    as_json: bool,
    quiet: bool,
    far: bool,
) -> int:
    """Play and show; the status to end with."""
    try:
        setting = setting_of(
            game, seats, options, enter(bots, milliseconds, iterations), seed,
            even=even, strict=strict, patience=patience,
        )  # fmt: skip
        file = out or usual_file(setting)
        if anew:
            file.unlink(missing_ok=True)
        contest = Contest(setting, file)
        try_out(setting)
    except (BadText, OSError) as error:
        raise fail(str(error), MISUSED) from None
    status = play(game, contest, games, jobs, quiet, far)
    found = report(contest)
    if as_json:
        show_json(found.json() | {"complete": status == 0, "file": str(file)})
    else:
        show(Console(width=None if sys.stdout.isatty() else WIDTH), found)
    if svg:
        svg.write_text(draw(found), encoding="utf-8")
    return status


def play(game: Game, contest: Contest, games: int, jobs: int, quiet: bool, far: bool) -> int:
    """Play what is not played yet, on all cores or all nodes; Ctrl-C ends it, and what was played stays."""
    blocks = contest.blocks(games)
    total = contest.size(blocks)
    before = sum(block < blocks for block, _ in contest.played)
    score = Interim(contest)
    console = Console(stderr=True)
    if before and not quiet:
        console.print(f"{before:,} of these games were played before: {contest.file}", highlight=False)
    left = total - before
    if not left:
        return 0
    with progress_bar(console, quiet) as bar:
        shown = bar.add_task("getting ready", total=total, completed=before, speed="", more=score.text())

        def give() -> Task | None:
            found = contest.next(blocks)
            return Task(contest.setting, *found) if found else None

        def heard(task: Task, played: Played) -> None:
            contest.add(played)
            score.add(played)
            elapsed = bar.tasks[0].elapsed or 0.001
            done = len(contest.played) - before
            bar.update(
                shown, advance=1, description=game.title, speed=f"{done / elapsed:,.2g} games/s", more=score.text()
            )

        try:
            if far:
                play_on_nodes(give, heard, left, jobs)
            else:
                with Crew(min(jobs or cores(), left)) as crew:
                    crew.play(give, heard)
        except KeyboardInterrupt:
            return INTERRUPTED
        except (CannotPlay, BadText) as error:
            raise fail(str(error)) from None
    return 0


class Interim:
    """Who is ahead so far: the points of every bot against all others, a game."""

    def __init__(self, contest: Contest) -> None:
        self.setting: Setting = contest.setting
        self.names = names(contest.setting.bots)
        self.won = [0.0] * len(self.names)
        self.met = [0.0] * len(self.names)
        for game in contest.played.values():
            self.add(game)

    def add(self, game: Played) -> None:
        """Count a game in."""
        table = points(game, len(self.names))
        for bot, row in enumerate(table):
            self.won[bot] += sum(row)
            self.met[bot] += sum(row) + sum(other[bot] for other in table)

    def text(self) -> str:
        """Every bot's points in percent of what it could have."""
        shares = zip(self.names, self.won, self.met, strict=True)
        return " · ".join(f"{name} {won / met:.0%}" for name, won, met in shares if met)
