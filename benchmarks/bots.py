"""`python -m benchmarks.bots`: every level against the one below it, in every game and at every number of seats.

The time is shared out among the steps, and all cores are busy until it is over. Games are remembered: another run goes
on where this one stopped. The result is kept as JSON, as a table and as a picture.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from benchmarks.ladder_chart import draw
from handful.arena.contest import Contest, code_digest, setting_of, usual_file
from handful.arena.entrants import enter
from handful.arena.game import Played
from handful.arena.report import Line, Report, percent, report
from handful.arena.statistics import Share
from handful.arena.workers import CannotPlay, Crew, Task
from handful.bots.network import Network
from handful.game import Position
from handful.games import ROOMS, find
from handful.kernel.dice import SeededDice
from handful.policy import INSTEAD
from handful.simulation import cores

RESULTS = Path(__file__).with_name("results")
WIDTH = 200
TEAM_GOAL, SUM_GOAL, CLAIMS_GOAL = 0.65, 0.95, 0.97
"""Of decided team games a level wins so many against the next, of Half Suit hard so many against random; so many of
hard's claims in Half Suit are right."""

CASES: tuple[tuple[str, int, dict[str, str]], ...] = (
    ("half_suit", 6, {}),
    *(("spar", seats, {"target": "5"}) for seats in (2, 3, 4, 5, 6)),
    ("thirteam", 4, {"threshold": "4"}),
    ("thirteam", 6, {"threshold": "4"}),
    ("thirteam", 6, {"teams": "yes"}),
    ("claim", 4, {"deals": "3"}),
    ("top_suit", 3, {}),
    ("top_suit", 4, {}),
)
"""Matches are short ones: the same time then has more of them, and the better player wins a short one less often. With
teams they have their usual length: partners change after every round, so that a short match hardly tells who is better.
"""
YARDSTICK = "benchmarks.yardstick:Ismcts"
LADDER = (("hard", "normal"), ("normal", "easy"), ("easy", "random"))
LEARNED = (("instinct", "normal"), ("instinct", "hard"), ("expert", "hard"))
"""With --learned: the levels that have learned, beside those that they stand beside."""
SEARCHERS = ("hard", "expert")
WON, SHARE, POINTS = "won", "share", "points"
"""Goals: a part of the decided games; a score share that is above an equal one for certain; points against another
searcher that are not below half for certain."""
HEAVY, LIGHT = 6.0, 1.0
"""What part of the time a step gets, with hard in it and without."""
GUESS_S = 5.0
"""How long a game is expected to last before any was played."""
SAY_S = 60.0
"""How often a run says how far it is where there is no terminal for a bar."""


@dataclass
class Step:
    """One level against another in one game."""

    contest: Contest
    better: str
    worse: str
    kind: str
    """What the goal is about: WON, SHARE or POINTS."""
    goal: float
    weight: float
    most_blocks: int | None
    """No more blocks than this."""
    spent: float = 0.0
    """Seconds of play so far, and those that are expected of the games under way."""

    @property
    def title(self) -> str:
        """The step in words."""
        setting = self.contest.setting
        options = "".join(f", {name}={value}" for name, value in setting.options.items())
        return f"{find(setting.game).title}, {setting.seats} seats{options}"

    @property
    def words(self) -> str:
        """Who plays whom."""
        return f"{self.better} – {'ISMCTS' if self.worse == YARDSTICK else self.worse}"

    @property
    def mean(self) -> float:
        """How long a game lasts."""
        games = len(self.contest.played)
        return self.contest.seconds / games if games else GUESS_S


def steps(asked: argparse.Namespace) -> list[Step]:
    """All steps that were asked for."""
    found = []
    for game, seats, options in CASES:
        if (asked.game and asked.game != game) or (asked.seats and asked.seats != seats):
            continue
        wanted = {name: value for name, value in options.items() if name == "teams" or not asked.whole}
        pairs = [*LADDER, *([("hard", "random")] if game == "half_suit" else [])]
        if asked.yardstick:
            pairs = [("hard", YARDSTICK)]
        if asked.learned:
            file = weights(game, seats, wanted)
            offered = Network.read(file).about.levels if file else ()
            pairs = [pair for pair in LEARNED if pair[0] in offered]
        for better, worse in pairs:
            if not asked.step or asked.step == f"{better}-{worse}":
                found.append(step(asked, game, seats, wanted, better, worse))
    return found


def weights(game: str, seats: int, options: dict[str, str]) -> Path | None:
    """The weights in a room that were trained for a table."""
    found = find(game)
    shown = Position.begin(found, seats, SeededDice(0), options).view(0)
    return next((file for file in found.trained if Network.read(file).fits(found, shown)), None)


def spec_of(asked: argparse.Namespace, game: str, seats: int, options: dict[str, str], level: str) -> str:
    """What the arena calls a level; one that learned by its weights."""
    if level not in INSTEAD:
        return level
    file = os.path.relpath(weights(game, seats, options) or "")
    return f"{file}@{asked.milliseconds}" if level == "expert" else file


def step(asked: argparse.Namespace, game: str, seats: int, options: dict[str, str], better: str, worse: str) -> Step:
    """One step, with what was played of it before."""
    team = game == "half_suit" or options.get("teams") == "yes"
    kind = POINTS if worse == YARDSTICK else WON if team else SHARE
    bots = enter([spec_of(asked, game, seats, options, better), worse], asked.milliseconds)
    setting = setting_of(find(game), seats, options, bots, asked.seed, even=True, patience=60.0)
    file = usual_file(setting)
    contest = Contest(setting, asked.log / file.name if asked.log else file)
    hard, in_sum = {better, worse} & {*SEARCHERS} != set(), (better, worse) == ("hard", "random")
    goal = SUM_GOAL if in_sum else {POINTS: 0.5, WON: TEAM_GOAL, SHARE: 1 / seats}[kind]
    weight = (HEAVY if hard else LIGHT) * (2.0 if team and hard and not in_sum else 0.5 if in_sum else 1.0)
    most = asked.games or (None if hard else asked.light)
    return Step(contest, better, worse, kind, goal, weight, contest.blocks(most) if most else None, contest.seconds)


# ---------------------------------------------------------------- playing


def warm_up(wanted: list[Step], jobs: int) -> None:
    """Let one process of each game compile what hard needs, before all others would do the same."""
    asking = [step for step in wanted if "hard" in (step.better, step.worse)]
    games = {step.contest.setting.game: step.contest.setting.seats for step in asking}
    tasks = [
        Task(setting_of(find(game), seats, {}, enter(["hard@1i", "random"])), 0, 0) for game, seats in games.items()
    ]
    with Crew(min(jobs, max(1, len(tasks)))) as crew:
        crew.play(lambda: tasks.pop() if tasks else None, lambda _, __: None)


class Schedule:
    """Gives games out: always of the step that is furthest behind its share of the time."""

    def __init__(self, wanted: list[Step], until: float) -> None:
        self.steps = {id(step.contest.setting): step for step in wanted}
        self.until = until
        self.games = 0
        self._open = list(wanted)
        self._expected: dict[tuple[int, int, int], float] = {}

    def next(self) -> Task | None:
        """The next game: one that makes a block whole, else the first of a new block, if there is time for it."""
        now = time.monotonic()
        ordered = sorted(self._open, key=lambda step: step.spent / step.weight)
        choices: list[tuple[Step, int | None]] = [(step, step.contest.begun) for step in ordered]
        choices += [(step, step.most_blocks) for step in ordered if now + step.mean < self.until]
        for step, blocks in choices:
            found = step.contest.next(blocks)
            if found:
                return self._given(step, *found)
        return None

    def _given(self, step: Step, block: int, game: int) -> Task:
        mean = step.mean
        self._expected[id(step.contest.setting), block, game] = mean
        step.spent += mean
        return Task(step.contest.setting, block, game)

    def heard(self, task: Task, played: Played) -> None:
        """Write a game down."""
        step = self.steps[id(task.setting)]
        step.contest.add(played)
        step.spent += played.seconds - self._expected.pop((id(task.setting), task.block, task.game))
        self.games += 1


def play(wanted: list[Step], minutes: float, grace: float, jobs: int, console: Console) -> bool:
    """Play for some minutes; whether nobody interrupted it."""
    columns = (BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        shown = bar.add_task("compiling", total=60 * minutes)
        try:
            warm_up(wanted, jobs)
            began = said = time.monotonic()
            schedule = Schedule(wanted, began + 60 * minutes)

            def heard(task: Task, played: Played) -> None:
                nonlocal said
                schedule.heard(task, played)
                now = time.monotonic()
                bar.update(shown, completed=now - began, description=f"{schedule.games:,} games")
                if not console.is_terminal and now - said > SAY_S:
                    said = now
                    console.print(f"{(now - began) / 60:.1f} minutes: {schedule.games:,} games")

            with Crew(jobs) as crew:
                if not crew.play(schedule.next, heard, schedule.until + 60 * grace):
                    console.print("Some games were not finished: another run plays them.")
        except KeyboardInterrupt:
            return False
    return True


# ---------------------------------------------------------------- what came out


@dataclass(frozen=True)
class Verdict:
    """A step, what came out of it, and whether that is what was aimed at."""

    step: Step
    found: Report

    @property
    def line(self) -> Line:
        """The figures of the better bot."""
        return self.found.bots[0]

    @property
    def measure(self) -> Share | None:
        """What the goal is about."""
        return {WON: self.line.won, SHARE: self.line.score_share, POINTS: self.found.against[0][1]}[self.step.kind]

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None if nothing was played."""
        if self.measure is None:
            return None
        goal = self.step.goal
        if self.step.kind == POINTS:  # the other one does not beat it
            return self.measure.high >= goal
        return self.measure.low > goal if self.step.kind == SHARE else self.measure.value >= goal

    @property
    def goal(self) -> str:
        """The goal in words."""
        sign = {SHARE: ">", WON: "≥", POINTS: "not clear below"}[self.step.kind]
        return f"{self.step.kind} {sign} {100 * self.step.goal:.3g} %"

    def json(self) -> dict[str, Any]:
        """All of it as plain data."""
        step = self.step
        return {
            "step": f"{step.better}-{step.worse}",
            "title": step.title,
            "goal": self.goal,
            "met": self.met,
            "core_seconds": round(step.spent, 1),
        } | self.found.json()


def table(verdicts: list[Verdict]) -> Table:
    """The ladder as a table."""
    title = "Every level against the one below (± 95 %): decided games won, score share, points, think time in ms"
    shown = empty(title, ("", "step"))
    for column in ("games", "deals", "won %", "share %", "equal", "points %", "ms", "p95", "goal", "met"):
        shown.add_column(column, justify="right", no_wrap=True)
    for verdict in verdicts:
        found, line = verdict.found, verdict.line
        mark = {True: "[green]✓[/]", False: "[red]✗[/]", None: ""}[verdict.met]
        shown.add_row(
            verdict.step.title, verdict.step.words, f"{found.games:,}", f"{found.blocks:,}",
            percent(line.won), percent(line.score_share), f"{100 * found.equal_share:.1f}",
            percent(found.against[0][1]), f"{line.think_ms:.3g}", f"{line.think_ms_95:.3g}", verdict.goal, mark,
        )  # fmt: skip
    return shown


def sense_table(verdicts: list[Verdict]) -> Table:
    """Figures of good sense, by level."""
    shown = empty("Good sense", ("", "step", "level", "figures"))
    for verdict in verdicts:
        for line in verdict.found.bots:
            words = ", ".join(
                f"{name} {told(one.value, one.kind)} of {one.times:,}" for name, one in line.sense.items()
            )
            if words:
                shown.add_row(verdict.step.title, verdict.step.words, line.name, words)
    return shown


def empty(title: str, columns: tuple[str, ...]) -> Table:
    """A table that has no lines yet."""
    shown = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    for column in columns:
        shown.add_column(column, no_wrap=True)
    return shown


def told(value: float, kind: str) -> str:
    """A figure of good sense."""
    return f"{value:.1%}" if kind == "%" else f"{value:.2f}"


def sentences(verdicts: list[Verdict]) -> list[str]:
    """How it stands with the goals, and with bots that failed."""
    judged = [verdict for verdict in verdicts if verdict.met is not None]
    found = [f"{sum(bool(one.met) for one in judged)} of {len(judged)} goals met; {len(verdicts)} were asked for."]
    for verdict in judged:
        claims = verdict.line.sense.get("claims right")
        if claims and verdict.step.better == "hard":
            good = "met" if claims.value >= CLAIMS_GOAL else "missed"
            name = f"Half Suit, hard against {verdict.step.worse}"
            found.append(
                f"{name}: {claims.value:.1%} of {claims.times:,} claims right, goal {CLAIMS_GOAL:.0%}: {good}."
            )
        found += [
            f"{verdict.step.title}: {line.name} failed {sum(line.troubles.values())} times."
            for line in verdict.found.bots
            if line.troubles
        ]
    return found


def show(console: Console, verdicts: list[Verdict]) -> None:
    """Print it all."""
    console.print(table(verdicts))
    console.print(sense_table(verdicts))
    for sentence in sentences(verdicts):
        console.print(sentence, highlight=False)


def keep(folder: Path, verdicts: list[Verdict], asked: argparse.Namespace, complete: bool) -> None:
    """Write the result: data, table and picture."""
    folder.mkdir(parents=True, exist_ok=True)
    data = {
        "date": datetime.now(UTC).date().isoformat(),
        "python": platform.python_version(),
        "cores": asked.jobs,
        "milliseconds": asked.milliseconds,
        "seed": asked.seed,
        "code": {game: code_digest(game) for game in ROOMS},
        "complete": complete,
        "summary": sentences(verdicts),
        "steps": [verdict.json() for verdict in verdicts],
    }
    name = "yardstick" if asked.yardstick else "learned" if asked.learned else "arena"
    (folder / f"{name}.json").write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    text = StringIO()
    show(Console(file=text, width=WIDTH), verdicts)
    (folder / f"{name}.txt").write_text("\n".join(line.rstrip() for line in text.getvalue().splitlines()) + "\n")
    bars = [(one.step.title, one.step.words, one.found.against[0][1]) for one in verdicts]
    below = (
        "Points of those who learned, against others" if asked.learned else "Points of each level against the one below"
    )
    who = "Hard against OpenSpiel's ISMCTS, points" if asked.yardstick else below
    each = "each has" if asked.yardstick or asked.learned else "hard has"
    (folder / f"{name}.svg").write_text(draw(bars, f"{who}; {each} {asked.milliseconds} ms a move"))


def arguments() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bots", description="How much better each level plays.")
    parser.add_argument("--minutes", metavar="M", type=float, default=8.0, help="how long to play; 0 only reports")
    parser.add_argument("--quick", action="store_true", help="one minute, and 30 ms a move for hard")
    parser.add_argument("--milliseconds", metavar="N", type=int, default=300, help="how long hard may think")
    parser.add_argument("--games", metavar="N", type=int, default=0, help="no more games than this in a step")
    parser.add_argument("--light", metavar="N", type=int, default=600, help="the same for steps without hard")
    parser.add_argument("--grace", metavar="M", type=float, default=1.0, help="minutes to finish what was begun")
    parser.add_argument("--whole", action="store_true", help="whole matches, as people play them")
    parser.add_argument("--game", choices=ROOMS, help="one game only")
    parser.add_argument("--seats", metavar="N", type=int, default=0, help="one number of seats only")
    parser.add_argument("--step", metavar="A-B", help="one step only, such as hard-normal")
    parser.add_argument("--yardstick", action="store_true", help="hard against OpenSpiel's ISMCTS instead")
    parser.add_argument("--learned", action="store_true", help="those who learned against normal and hard instead")
    parser.add_argument("--seed", metavar="N", type=int, default=0)
    parser.add_argument("--jobs", metavar="N", type=int, default=cores(), help="worker processes")
    parser.add_argument("--log", metavar="FOLDER", type=Path, help="where the games are remembered")
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=RESULTS, help="where the results are kept")
    asked = parser.parse_args()
    if asked.quick:
        asked.minutes, asked.milliseconds = min(asked.minutes, 1.0), min(asked.milliseconds, 30)
    return asked


def main() -> int:
    """Play, report, and keep the result."""
    asked = arguments()
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    wanted = steps(asked)
    complete = True
    try:
        if asked.minutes > 0:
            complete = play(wanted, asked.minutes, asked.grace, asked.jobs, console)
    except CannotPlay as error:
        console.print(str(error), style="red", highlight=False)
        complete = False
    verdicts = [Verdict(step, report(step.contest)) for step in wanted]
    show(console, verdicts)
    keep(asked.out, verdicts, asked, complete)
    return 0 if complete else 130


if __name__ == "__main__":
    sys.exit(main())
