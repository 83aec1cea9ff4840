"""`handful sim`: random games with a progress bar and a table of what came out."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table

from handful.cards import BadText
from handful.cli.output import fail, show_json
from handful.cli.progress import progress_bar
from handful.cluster import Lost
from handful.game import Game
from handful.simulation import Result, simulate


def sim(
    game: Game, n: int, seats: int, options: dict[str, str], device: str, seed: int, far: bool, as_json: bool
) -> None:
    """Play and show."""
    if device == "cuda":
        need_cuda()
    screen = Console(stderr=True)
    with progress_bar(screen, not screen.is_terminal) as bar:
        task = bar.add_task("compiling", total=n, speed="", more="")

        def advance(done: int) -> None:
            seconds = bar.tasks[0].elapsed or 0.001
            bar.update(task, description=game.title, completed=done, speed=f"{done / seconds:,.0f} games/s")

        try:
            result = simulate(game, n, seats, options, device, seed, advance, far)
        except (BadText, Lost) as error:
            raise fail(str(error)) from None
    if as_json:
        show_json(result.json())
    else:
        show(game, result)


def save_games(
    game: Game,
    n: int,
    seats: int,
    options: dict[str, str],
    seed: int,
    bots: list[str],
    file: Path,
    far: bool,
    as_json: bool,
) -> None:
    """Play, and keep every decision."""
    from handful.arena.dataset import dataset_of, here, on_nodes, write

    screen = Console(stderr=True)
    try:
        what = dataset_of(game, seats, options, n, seed, bots)
        with progress_bar(screen, not screen.is_terminal) as bar:
            task = bar.add_task(game.title, total=n, speed="", more="")
            kept = write(what, file, lambda done: bar.update(task, completed=done), on_nodes if far else here)
    except (BadText, Lost) as error:
        raise fail(str(error)) from None
    except KeyboardInterrupt:
        raise fail("interrupted: the same command goes on where it was") from None
    if as_json:
        show_json(kept)
    else:
        print(f"{kept['games']:,} games with {kept['decisions']:,} decisions are in {file}")


def need_cuda() -> None:
    """Say what is missing where there is no GPU."""
    try:
        from handful.kernel.cuda import available
    except ImportError:
        raise fail("--device cuda needs the extra: pip install 'handful[cuda]'") from None
    if not available():
        raise fail("--device cuda needs an NVIDIA GPU and its driver; none was found")


def show(game: Game, result: Result) -> None:
    """A table a person likes to read."""
    data, console = result.json(), Console()
    options = "".join(f", {name}={value}" for name, value in result.options.items())
    console.print(f"[bold]{game.title}[/bold], {result.seats} seats{options}: {result.games:,} random games")
    console.print(
        f"{data['games_per_s']:,.0f} games/s, {data['decisions_per_s']:,.0f} decisions/s on {result.device}; "
        f"mean length {data['mean_length']:,.1f} decisions, longest {data['longest']:,}"
    )
    table = Table("seat", "mean score", "win share", "")
    most = max(data["win_share"]) or 1.0
    for seat, (score, share) in enumerate(zip(data["mean_score"], data["win_share"], strict=True)):
        table.add_row(str(seat), f"{score:.3f}", f"{share:.2%}", "█" * round(24 * share / most))
    console.print(table)
