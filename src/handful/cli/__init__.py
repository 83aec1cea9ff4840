"""The command `handful`."""

from __future__ import annotations

import json
import os
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer

from handful.bots import LEVELS
from handful.cli import naming
from handful.game import BadText, Game, one_of, suggest
from handful.games import ROOMS, find

FAILED, MISUSED = 1, 2
"""The exit statuses besides 0: it could not be done or does not hold; the command line asks for what is not there."""


def examples(*lines: str) -> str:
    """What stands below the help of a command, one example a line."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


app = typer.Typer(
    name="handful",
    help="Five card games: play them, read their rules, referee, replay and check games, or play them by the million.",
    epilog=examples(
        "handful play spar                       against bots, in this terminal",
        "handful serve                           for a browser, with friends and bots",
        "handful rules claim                     how it is played",
        "handful sim thirteam -n 100000          what random games come to",
        "handful verify game.game                whether a finished game was fair",
        "handful --install-completion            the tab key completes games and options",
    )
    + "\n\nExit status: 0 done, 1 it could not be done or does not hold, 2 the command line is wrong, 130 Ctrl-C.",
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help=f"One of {', '.join(ROOMS)}.", autocompletion=naming.games)
]
MaybeGame = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help=f"One of {', '.join(ROOMS)}.", autocompletion=naming.games),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a script.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="A table option; may be repeated. `handful games` lists them.",
        autocompletion=naming.options,
    ),
]
Seats = Annotated[int | None, typer.Option("--seats", metavar="K", help="The number of players.")]
Transcript = Annotated[Path, typer.Argument(metavar="FILE", help="A transcript; - reads standard input.")]
Seed = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", min=0, max=(1 << 63) - 1, help="A shuffle that can be repeated."),
]


def fail(message: str, status: int = FAILED) -> typer.Exit:
    """Say what is wrong, and how the command ends."""
    typer.echo(f"handful: {message}", err=True)
    return typer.Exit(status)


def the_game(name: str) -> Game:
    """The game of a name, or an error that suggests one."""
    try:
        return find(name)
    except BadText as error:
        raise fail(str(error), MISUSED) from None


def one_of_words(kind: str, word: str, words: tuple[str, ...]) -> None:
    """Make sure that a word is one of those that are there, or suggest one."""
    if word not in words:
        known = ", ".join(words)
        raise fail(f"there is no {kind} {word!r}.{suggest(word, words)} It is one of {known}.", MISUSED)


def show_version(wanted: bool) -> None:
    """Say which version this is, and end."""
    if wanted:
        typer.echo(f"handful {version('handful')}")
        raise typer.Exit


@app.callback()
def handful(
    ctx: typer.Context,
    show: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=show_version)
    ] = False,
) -> None:
    """What holds for all commands; the text of the help is that of `app`."""
    if os.environ.get("NO_COLOR"):
        ctx.color = False
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help(), err=True)
        raise typer.Exit(MISUSED)


def the_setting(game: Game, seats: int | None, options: list[str] | None) -> tuple[int, dict[str, str]]:
    """Seats and options as a person gave them; with no seats, the number that `default_seats` says."""
    texts: dict[str, str] = {}
    for option in options or []:
        name, equals, value = option.partition("=")
        if not equals:
            raise fail(f"expected an option such as name=value, found {option!r}", MISUSED)
        texts[name] = value
    count = seats if seats is not None else default_seats(game, texts)
    try:
        game.read_options(count, texts)
    except BadText as error:
        raise fail(str(error), MISUSED) from None
    return count, texts


def default_seats(game: Game, texts: dict[str, str]) -> int:
    """Four seats where the game allows it, else its smallest table; a seat count that the options need wins."""
    needed = [game.options[name].seats for name in texts if name in game.options and game.options[name].seats]
    allowed = [seats for seats in game.seats if all(seats in able for able in needed)] or list(game.seats)
    return 4 if 4 in allowed else allowed[0]


def show_json(data: Any) -> None:
    """Print data as JSON."""
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))


@app.command(
    epilog=examples(
        "handful play spar",
        "handful play thirteam --seats 6 -o teams=yes --level hard",
        "handful play --join http://localhost:8000/t/abcdefghijklmnop",
        "yes 1 | handful play top_suit --plain --pace fast --save played.game",
    )
)
def play(
    game: MaybeGame = None,
    seats: Seats = None,
    option: Options = None,
    level: Annotated[
        str,
        typer.Option(
            metavar="LEVEL", help="How well the bots play: easy, normal or hard.", autocompletion=naming.levels
        ),
    ] = "normal",
    join: Annotated[
        str, typer.Option(metavar="URL", help="A table's link, or a server's address to open a table there.")
    ] = "",
    name: Annotated[str, typer.Option(metavar="NAME", help="Your name at the table.")] = "",
    plain: Annotated[bool, typer.Option("--plain", help="Line by line, for a screen reader or a pipe.")] = False,
    pace: Annotated[
        str,
        typer.Option(metavar="PACE", help="How quickly bots act: slow, normal or fast.", autocompletion=naming.paces),
    ] = "normal",
    four_colours: Annotated[bool, typer.Option("--four-colours", help="A colour for each suit.")] = False,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the transcript here at the end.")] = None,
    seed: Seed = None,
) -> None:
    """Play in this terminal: against bots, or at a server's table.

    GAME is not needed with the link of a table.
    """
    from handful.cli import playing

    one_of_words("level", level, LEVELS)
    one_of_words("pace", pace, naming.PACES)
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
        raise fail("expected a game, such as handful play spar, or --join and the link of a table", MISUSED)


@app.command(
    short_help="Serve tables to browsers and other clients.",
    epilog=examples(
        "handful serve",
        "handful serve --host 0.0.0.0 --port 80",
        "handful serve --store postgresql://db/handful --bus nats://bus:4222",
    ),
)
def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORT", min=0, max=65535, help="The port; 0 takes a free one.")] = 8000,
    store: Annotated[
        str, typer.Option(metavar="ADDRESS", help="A file, or postgresql://… for many nodes.")
    ] = "handful.db",
    bus: Annotated[str, typer.Option(metavar="ADDRESS", help="nats://… between many nodes.")] = "",
    origin: Annotated[
        list[str] | None, typer.Option(metavar="URL", help="An address that pages may come from; may be repeated.")
    ] = None,
    bots: Annotated[
        int, typer.Option(metavar="N", min=0, help="Worker processes for bots; 0: one less than there are cores.")
    ] = 0,
    bot_pace: Annotated[
        str, typer.Option(metavar="PACE", help="How long bots take for a move: quick, normal or slow.")
    ] = "normal",
) -> None:
    """Serve tables: people and bots play over the network. Prints the address; Ctrl-C ends it gracefully."""
    from handful.cli import serving

    one_of_words("pace", bot_pace, serving.PACES)
    serving.serve(host, port, store, bus, tuple(origin or ()), bots, bot_pace=bot_pace)  # type: ignore[arg-type]


@app.command(epilog=examples("handful rules spar", "handful rules spar 4.3", "handful rules claim --json"))
def rules(
    game: GameName,
    number: Annotated[str, typer.Argument(metavar="[NUMBER]", help="One paragraph, such as 4.3 or R4.")] = "",
    as_json: AsJson = False,
) -> None:
    """Show the rules of a game: the text, numbered, with our rulings."""
    from handful.cli import reading

    reading.rules(the_game(game), number, as_json)


@app.command(epilog=examples("handful games", "handful games --json | jq '.[].name'"))
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


@app.command(
    short_help="Referee a game of people at this terminal.",
    epilog=examples("handful referee spar --seats 3", "handful referee claim -o deals=3 --save evening.game"),
)
def referee(
    game: MaybeGame = None,
    seats: Seats = None,
    option: Options = None,
    seed: Seed = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the transcript here.")] = None,
) -> None:
    """Referee a game at this terminal: players share the keyboard, one hand is shown at a time.

    Without a GAME it asks for one.
    """
    from handful.cli import refereeing

    chosen = the_game(game) if game else refereeing.ask_game()
    count, texts = the_setting(chosen, seats, option)
    refereeing.referee(chosen, count, texts, seed, save)


@app.command(
    short_help="Referee a transcript: tell what happened, and the result.",
    epilog=examples(
        "handful replay game.game",
        "handful replay game.game --seat 2        as seat 2 saw it",
        "handful replay --json - < game.game",
    ),
)
def replay(
    file: Transcript,
    as_json: AsJson = False,
    seat: Annotated[int | None, typer.Option("--seat", metavar="N", help="Show only what this seat saw.")] = None,
) -> None:
    """Referee a transcript: print everything that happened and the result.

    Ends with status 1 and the line's number if a line is wrong or against the rules.
    """
    from handful.cli import telling

    telling.replay(file, as_json, seat)


@app.command(
    short_help="Draw the position at the end of a transcript.",
    epilog=examples(
        "handful draw game.game",
        "handful draw game.game --seat 2           as seat 2 sees it",
        "handful draw game.game --svg > game.svg",
    ),
)
def draw(
    file: Transcript,
    seat: Annotated[int | None, typer.Option("--seat", metavar="N", help="Show only what this seat sees.")] = None,
    svg: Annotated[bool, typer.Option("--svg", help="Print a picture instead of text.")] = False,
    as_json: AsJson = False,
) -> None:
    """Draw the position at the end of a transcript: every hand, or what one seat sees."""
    from handful.cli import drawing

    drawing.draw(file, seat, svg, as_json)


@app.command(
    short_help="Check a finished game: its shuffle and every move.",
    epilog=examples("handful verify game.game", "handful verify --json - < game.game"),
)
def verify(file: Transcript, as_json: AsJson = False) -> None:
    """Check a finished game from its transcript alone: the shuffle was committed to, and every move is legal.

    Ends with status 1 if anything does not hold.
    """
    from handful.cli import verifying

    verifying.verify(file, as_json)


@app.command(
    short_help="Play random games, compiled, and count.",
    epilog=examples(
        "handful sim spar -n 100000 --seats 4",
        "handful sim thirteam --seats 6 -o teams=yes",
        "handful sim half_suit --device cuda -n 10000000 --json",
    ),
)
def sim(
    game: GameName,
    n: Annotated[int, typer.Option("-n", metavar="N", min=1, help="How many games.")] = 10_000,
    seats: Seats = None,
    option: Options = None,
    device: Annotated[
        str, typer.Option(metavar="DEVICE", help="cpu, or cuda for a GPU.", autocompletion=naming.devices)
    ] = "cpu",
    seed: Annotated[int, typer.Option(metavar="N", min=0, max=(1 << 63) - 1, help="Same seed, same games.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Play random games, compiled, and count: speed, length, scores and wins by seat.

    Ctrl-C ends it early and shows what was played.
    """
    from handful.cli import counting

    chosen = the_game(game)
    one_of_words("device", device, naming.DEVICES)
    counting.sim(chosen, n, *the_setting(chosen, seats, option), device, seed, as_json)


@app.command(
    short_help="Let bots play each other, and see which is better.",
    epilog=examples(
        "handful arena spar hard normal --games 200 --seats 4",
        "handful arena thirteam easy normal random --svg places.svg",
        "handful arena half_suit normal mybots:Careful --games 50 --json",
        "handful arena claim hard@50 'exec:node bot.js'",
    ),
)
def arena(
    game: GameName,
    bots: Annotated[
        list[str],
        typer.Argument(metavar="BOT…", help="random, easy, normal, hard, hard@50, hard@200i, module:Class, ./program"),
    ],
    games: Annotated[int, typer.Option("--games", "-n", metavar="N", min=1, help="At least so many games.")] = 100,
    seats: Seats = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, max=(1 << 63) - 1, help="Same seed, same deals.")] = 0,
    milliseconds: Annotated[int, typer.Option(metavar="N", min=1, help="How long bots may think about a move.")] = 300,
    iterations: Annotated[
        int, typer.Option(metavar="N", min=0, help="Searches do exactly so many: the same games on every machine.")
    ] = 0,
    even: Annotated[bool, typer.Option("--even", help="Bots share the seats evenly in every game.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="A bot that fails ends the contest.")] = False,
    patience: Annotated[
        float, typer.Option(metavar="S", min=0.1, help="Seconds that bots of others have for an answer.")
    ] = 10.0,
    jobs: Annotated[int, typer.Option(metavar="N", min=0, help="Worker processes; 0: one for each core.")] = 0,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where games are kept and gone on with.")] = None,
    anew: Annotated[bool, typer.Option("--anew", help="Forget what was played before.")] = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the result as well.")] = None,
    as_json: AsJson = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Let bots play each other on common deals in all seatings, and print who is better.

    Ctrl-C ends it early and shows what was played; the same command goes on from there.
    """
    from handful.cli import contesting

    chosen = the_game(game)
    count, texts = the_setting(chosen, seats, option)
    status = contesting.arena(
        chosen, bots, games, count, texts, seed, milliseconds, iterations, even, strict, patience, jobs, out, anew, svg,
        as_json, quiet,
    )  # fmt: skip
    if status:
        raise typer.Exit(status)


def main() -> None:
    """Run the command; what is wrong with a command line is a sentence like every other error."""
    try:
        status = app(standalone_mode=False, prog_name="handful")
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "handful"
        said = error.format_message()
        end = "" if said.endswith((".", "?")) else "."
        typer.echo(f"handful: {said}{end} Try {command} --help.", err=True)
        sys.exit(MISUSED)
    except typer.Abort:
        sys.exit(FAILED)
    sys.exit(status or 0)
