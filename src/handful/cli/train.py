"""`handful train`: a bot learns a game by playing itself, with a table of how it comes along."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.live import Live
from rich.table import Table

from handful.cards import BadText
from handful.cli.output import fail, show_json
from handful.game import Game

if TYPE_CHECKING:
    from handful.learning.training import Course, Training, Wish

SAY_S = 30.0
"""How often it is told how far a training is where there is no terminal."""


def train(
    game: Game,
    seats: int,
    options: dict[str, str],
    minutes: float,
    begin: str,
    against: str,
    out: Path,
    device: str,
    seed: int,
    threads: int,
    anew: bool,
    as_json: bool,
) -> None:
    """Train, show, and keep the weights."""
    if not find_spec("torch"):
        raise fail("training needs PyTorch: pip install 'handful[train]'")
    from handful.learning.plan import plan_of
    from handful.learning.training import Training, Wish

    check_device(device)
    try:
        plan = plan_of(game, seats, device)
        tables = (options,) if options else plan.tables
        for one in tables:
            game.read_options(seats, one)
        wish = Wish(game, seats, tables, plan, out, minutes, begin, against, device, seed, threads)
        if anew:
            forget(wish)
        training = Training(wish)
    except (BadText, OSError) as error:
        raise fail(str(error)) from None
    try:
        watched(training, Console(stderr=True))
    except KeyboardInterrupt:
        raise fail(f"interrupted; {out} has what was learned so far, and the same command goes on from there") from None
    if as_json:
        show_json(summary(training))
    else:
        print(f"{training.course.decisions:,} decisions in {training.course.seconds / 60:.1f} minutes: {out}")
        print(f"`handful arena {game.name} ./{out.name} normal --seats {seats}` says how good it is.")


def check_device(device: str) -> None:
    """Say what is missing where there is no GPU."""
    if device == "cuda":
        import torch

        if not torch.cuda.is_available():
            raise fail("--device cuda needs an NVIDIA GPU and a PyTorch that knows it; none was found")


def forget(wish: Wish) -> None:
    """Begin anew: what was kept of this training goes."""
    for file in (wish.checkpoint, wish.curve):
        file.unlink(missing_ok=True)


def watched(training: Training, screen: Console) -> None:
    """Train, with a table that changes, or with a line now and then."""
    if screen.is_terminal:
        with Live(table_of(training.course), console=screen, transient=True) as live:
            training.run(lambda course: live.update(table_of(course)))
        return
    said = -SAY_S

    def tell(course: Course) -> None:
        nonlocal said
        if course.seconds - said >= SAY_S:
            said = course.seconds
            screen.print(line_of(course), highlight=False)

    training.run(tell)


def table_of(course: Course) -> Table:
    """How it comes along."""
    shown = Table("minutes", "decisions", "a second", "entropy", "surprise", "against", "points", "95 %")
    row = (f"{course.seconds / 60:.1f}", f"{course.decisions:,}", f"{course.speed:,.0f}", f"{course.entropy:.3f}",
           f"{course.surprise:.2f}")  # fmt: skip
    for n, one in enumerate(course.strength or [None]):
        told = (one.level, f"{one.value:.1%}", f"{one.low:.1%}–{one.high:.1%}") if one else ("", "", "")
        shown.add_row(*(row if n == 0 else ("",) * len(row)), *told)
    return shown


def line_of(course: Course) -> str:
    """The same in one line."""
    against = "; ".join(f"{one.level} {one.value:.1%} ({one.low:.1%}–{one.high:.1%})" for one in course.strength)
    return (
        f"{course.seconds / 60:.1f} minutes: {course.decisions:,} decisions, {course.speed:,.0f}/s, "
        f"entropy {course.entropy:.3f}, surprise {course.surprise:.2f}{'; points against ' if against else ''}{against}"
    )


def summary(training: Training) -> dict[str, object]:
    """What came out, as data."""
    course, wish = training.course, training.wish
    return {
        "game": wish.game.name,
        "seats": wish.seats,
        "tables": list(wish.tables),
        "decisions": course.decisions,
        "seconds": round(course.seconds, 1),
        "file": str(wish.out),
        "strength": [{"level": one.level, "points": one.value, "low": one.low, "high": one.high, "games": one.games}
                     for one in course.strength],
    }  # fmt: skip
