"""`handful sim`: random games with a progress bar and a table of what came out."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from handful.cli import fail, show_json
from handful.game import Game
from handful.simulation import Result, simulate


def sim(game: Game, n: int, seats: int, options: dict[str, str], device: str, seed: int, as_json: bool) -> None:
    """Play and show."""
    if device == "cuda":
        need_cuda()
    screen = Console(stderr=True)
    bar = Progress(
        TextColumn("[progress.description]{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
        console=screen,
        transient=True,
        disable=not screen.is_terminal,
    )
    with bar:
        task = bar.add_task("compiling", total=n, speed="")

        def advance(done: int) -> None:
            seconds = bar.tasks[0].elapsed or 0.001
            bar.update(task, description=game.title, completed=done, speed=f"{done / seconds:,.0f} games/s")

        result = simulate(game, n, seats, options, device, seed, advance)
    if as_json:
        show_json(result.json())
    else:
        show(game, result)


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
