"""The command `handful`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from handful.game import BadText, Game, one_of, suggest
from handful.games import ROOMS, find

app = typer.Typer(
    name="handful",
    help="Five card games: read their rules, referee them, replay them, and play them by the million.",
    epilog="Examples:  handful games · handful rules spar · handful sim spar -n 100000 --seats 4",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(ROOMS)}.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a script.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="A table option; may be repeated.")
]
Seats = Annotated[int | None, typer.Option("--seats", metavar="K", help="The number of players.")]


def fail(message: str) -> typer.Exit:
    """Say what is wrong, and end with status 1."""
    typer.echo(f"handful: {message}", err=True)
    return typer.Exit(1)


def the_game(name: str) -> Game:
    """The game of a name, or an error that suggests one."""
    try:
        return find(name)
    except BadText as error:
        raise fail(str(error)) from None


def the_setting(game: Game, seats: int | None, options: list[str] | None) -> tuple[int, dict[str, str]]:
    """Seats and options as a person gave them; with no seats, the number that `default_seats` says."""
    texts: dict[str, str] = {}
    for option in options or []:
        name, equals, value = option.partition("=")
        if not equals:
            raise fail(f"expected an option such as name=value, found {option!r}")
        texts[name] = value
    count = seats if seats is not None else default_seats(game, texts)
    try:
        game.read_options(count, texts)
    except BadText as error:
        raise fail(str(error)) from None
    return count, texts


def default_seats(game: Game, texts: dict[str, str]) -> int:
    """Four seats where the game allows it, else its smallest table; a seat count that the options need wins."""
    needed = [game.options[name].seats for name in texts if name in game.options and game.options[name].seats]
    allowed = [seats for seats in game.seats if all(seats in able for able in needed)] or list(game.seats)
    return 4 if 4 in allowed else allowed[0]


def show_json(data: Any) -> None:
    """Print data as JSON."""
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games, their seats and their options."""
    rooms = [find(name) for name in ROOMS]
    if as_json:
        show_json(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "summary": game.summary,
                    "seats": list(game.seats),
                    "rules_version": game.rules.VERSION,
                    "options": {name: option.values for name, option in game.options.items()},
                }
                for game in rooms
            ]
        )
        return
    for game in rooms:
        name = typer.style(f"{game.name:<10}", bold=True)
        typer.echo(f"{name} {game.title}, {one_of(game.seats)} players. {game.summary}")
        for name, option in game.options.items():
            typer.echo(f"    {name:<20} {option.values}")


@app.command()
def rules(game: GameName) -> None:
    """Show the rules of a game: the text, numbered, with our rulings."""
    page = the_game(game).page.read_text(encoding="utf-8")
    if not sys.stdout.isatty():
        typer.echo(page, nl=False)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    os.environ.setdefault("LESS", "-R")  # or the pager shows the codes of colours instead of colours
    console = Console()
    with console.pager(styles=True):
        console.print(Markdown(page), width=min(console.width, 100))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A transcript; - reads standard input.")],
    as_json: AsJson = False,
    seat: Annotated[int | None, typer.Option("--seat", metavar="N", help="Show only what this seat saw.")] = None,
) -> None:
    """Referee a transcript: print everything that happened and the result.

    Ends with status 1 and the line's number if a line is wrong or against the rules.
    """
    from handful.cli import telling

    telling.replay(file, as_json, seat)


@app.command()
def verify(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The transcript of a finished game; - reads standard input.")
    ],
    as_json: AsJson = False,
) -> None:
    """Check a finished game from its transcript alone: the shuffle was committed to, and every move is legal.

    Ends with status 1 if anything does not hold.
    """
    from handful.cli import verifying

    verifying.verify(file, as_json)


@app.command()
def sim(
    game: GameName,
    n: Annotated[int, typer.Option("-n", metavar="N", min=1, help="How many games.")] = 10_000,
    seats: Seats = None,
    option: Options = None,
    device: Annotated[str, typer.Option(help="cpu, or cuda for a GPU.")] = "cpu",
    seed: Annotated[int, typer.Option(min=0, max=(1 << 63) - 1, help="Same seed, same games.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Play random games, compiled, and count: speed, length, scores and wins by seat.

    Ctrl-C ends it early and shows what was played.
    """
    from handful.cli import counting

    chosen = the_game(game)
    if device not in ("cpu", "cuda"):
        raise fail(f"there is no device {device!r}.{suggest(device, ('cpu', 'cuda'))} The devices are cpu and cuda.")
    counting.sim(chosen, n, *the_setting(chosen, seats, option), device, seed, as_json)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8000,
    store: Annotated[
        str, typer.Option(metavar="ADDRESS", help="A file, or postgresql://… for many nodes.")
    ] = "handful.db",
    bus: Annotated[str, typer.Option(metavar="ADDRESS", help="nats://… between many nodes.")] = "",
    origin: Annotated[
        list[str] | None, typer.Option(metavar="URL", help="An address that pages may come from; may be repeated.")
    ] = None,
    bots: Annotated[int, typer.Option(min=0, help="Worker processes for bots; 0: one less than there are cores.")] = 0,
) -> None:
    """Serve tables: people and bots play over the network. Prints the address; Ctrl-C ends it gracefully."""
    from handful.cli import serving

    serving.serve(host, port, store, bus, tuple(origin or ()), bots)


@app.command()
def referee(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Asked for if it is not given.")] = None,
    seats: Seats = None,
    option: Options = None,
    seed: Annotated[int | None, typer.Option(min=0, max=(1 << 63) - 1, help="A shuffle that can be repeated.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the transcript here.")] = None,
) -> None:
    """Referee a game at this terminal: players share the keyboard, one hand is shown at a time."""
    from handful.cli import refereeing

    chosen = the_game(game) if game else refereeing.ask_game()
    count, texts = the_setting(chosen, seats, option)
    refereeing.referee(chosen, count, texts, seed, save)


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Not needed with the link of a table.")] = None,
    seats: Seats = None,
    option: Options = None,
    level: Annotated[str, typer.Option(help="How well the bots play: easy, normal or hard.")] = "normal",
    join: Annotated[
        str, typer.Option(metavar="URL", help="A table's link, or a server's address to open a table there.")
    ] = "",
    name: Annotated[str, typer.Option(help="Your name at the table.")] = "",
    plain: Annotated[bool, typer.Option("--plain", help="Line by line, for a screen reader or a pipe.")] = False,
    pace: Annotated[str, typer.Option(help="How quickly bots act: slow, normal or fast.")] = "normal",
    four_colours: Annotated[bool, typer.Option("--four-colours", help="A colour for each suit.")] = False,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the transcript here at the end.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, max=(1 << 63) - 1, help="A shuffle that can be repeated.")] = None,
) -> None:
    """Play in this terminal: against bots, or at a server's table."""
    from handful.cli import playing

    playing.one_of_words("level", level, ("easy", "normal", "hard"))
    playing.one_of_words("pace", pace, ("slow", "normal", "fast"))
    chosen = the_game(game) if game else None
    if join:
        wish: dict[str, Any] = {}
        if chosen:
            count, texts = the_setting(chosen, seats, option)
            wish = {"game": chosen.name, "seats": count, "options": texts}
        playing.play_there(join, name, plain, four_colours, save, **wish)
    elif chosen:
        count, texts = the_setting(chosen, seats, option)
        playing.play_alone(chosen, count, texts, name, level, seed, pace, plain, four_colours, save)
    else:
        raise fail("expected a game, such as handful play spar, or --join and the link of a table")


def main() -> None:
    """Run the command."""
    app()
