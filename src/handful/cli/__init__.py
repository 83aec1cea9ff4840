"""The command `handful`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from typer.core import TyperCommand

from handful.cli import completion
from handful.cli.output import FAILED, MISUSED, fail, show_json, the_game
from handful.game import BadText, Game, one_of, suggest
from handful.games import OUTSIDE, ROOMS, find, games_at, rooms
from handful.policy import ALL_LEVELS

if TYPE_CHECKING:
    from handful.server.settings import Settings


def examples(*lines: str) -> str:
    """What stands below the help of a command, one example a line."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


Function = TypeVar("Function", bound=Callable[..., Any])


class Command(TyperCommand):
    """A command whose usage line names what it needs as it is, and in brackets what may be left away."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The words of the usage line."""
        pieces = [piece.replace("{", "").replace("}", "") for piece in super().collect_usage_pieces(ctx)]
        return [piece.replace("…...", "…") for piece in pieces]


class Commands(typer.Typer):
    """The commands of handful."""

    def command(
        self, name: str | None = None, *, cls: type[TyperCommand] | None = Command, **how: Any
    ) -> Callable[[Function], Function]:
        """Declare a command."""
        return super().command(name, cls=cls, **how)


app = Commands(
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

GAMES = f"One of {', '.join(ROOMS)}; or the file or folder of another, such as ./prizes."
GameName = Annotated[str, typer.Argument(metavar="GAME", help=GAMES, autocompletion=completion.games)]
MaybeGame = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help=GAMES, autocompletion=completion.games),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a script.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="A table option; may be repeated. `handful games` lists them.",
        autocompletion=completion.options,
    ),
]
LanguageName = Annotated[
    str, typer.Option("--lang", metavar="LANGUAGE", help="The language: en, fr or vi, if the game has it.")
]
Seats = Annotated[int | None, typer.Option("--seats", metavar="K", help="The number of players.")]
On = Annotated[
    str,
    typer.Option("--on", metavar="PLACE", help="here, or ray for a Ray cluster.", autocompletion=completion.places),
]
Transcript = Annotated[Path, typer.Argument(metavar="FILE", help="A transcript; - reads standard input.")]
Host = Annotated[str, typer.Option(metavar="ADDRESS", envvar="HANDFUL_HOST", help="The address to listen on.")]
Port = Annotated[
    int,
    typer.Option(metavar="PORT", envvar="HANDFUL_PORT", min=0, max=65535, help="The port; 0 takes a free one."),
]
StoreAddress = Annotated[
    str,
    typer.Option(
        "--store", metavar="ADDRESS", envvar="HANDFUL_STORE", help="A file, or postgresql://… for many nodes."
    ),
]
BusAddress = Annotated[
    str, typer.Option("--bus", metavar="ADDRESS", envvar="HANDFUL_BUS", help="nats://… between many nodes.")
]
Origins = Annotated[
    list[str] | None,
    typer.Option(
        "--origin", metavar="URL", envvar="HANDFUL_ORIGIN", help="An address that pages may come from; may be repeated."
    ),
]
Proxies = Annotated[
    list[str] | None,
    typer.Option(
        "--proxy",
        metavar="ADDRESS",
        envvar="HANDFUL_PROXY",
        help="A proxy trusted to say where visitors come from; may be repeated. Without it: those on this machine.",
    ),
]
OutsideGames = Annotated[
    str,
    typer.Option(
        "--games",
        metavar="PATHS",
        envvar=OUTSIDE,
        help="Games of your own: Python files, folders, or folders of games, separated as in PATH.",
    ),
]
Workers = Annotated[
    int,
    typer.Option(
        "--bots",
        metavar="N",
        envvar="HANDFUL_BOTS",
        min=0,
        help="Worker processes for bots; 0: one fewer than there are cores.",
    ),
]
BotPace = Annotated[
    str,
    typer.Option(
        "--bot-pace",
        metavar="PACE",
        envvar="HANDFUL_BOT_PACE",
        help="How long bots take for a move: quick, normal or slow.",
    ),
]
LimitTexts = Annotated[
    list[str] | None,
    typer.Option(
        "--limit",
        metavar="NAME=VALUE",
        envvar="HANDFUL_LIMIT",
        help="How much a guest may do, such as tables_burst=50; may be repeated.",
    ),
]
RatedTexts = Annotated[
    list[str] | None,
    typer.Option(
        "--rated",
        metavar="NAME=VALUE",
        envvar="HANDFUL_RATED",
        help="Which games are rated, such as same_address=yes; may be repeated.",
    ),
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", min=0, max=(1 << 63) - 1, help="The same seed deals the same cards."),
]


def one_of_words(kind: str, word: str, words: tuple[str, ...]) -> None:
    """Make sure that a word is one of those that are there, or suggest one."""
    if word not in words:
        known = ", ".join(words)
        raise fail(f"there is no {kind} {word!r}.{suggest(word, words)} It is one of {known}.", MISUSED)


def the_level(level: str) -> None:
    """Make sure that a level, or a bot of somebody else, is there, or suggest one."""
    if ":" not in level and "/" not in level and "@" not in level:
        one_of_words("level", level, ALL_LEVELS)
        return
    from handful.arena.entrants import entrant

    try:
        entrant(level)
    except BadText as error:
        raise fail(str(error), MISUSED) from None


def is_far(on: str) -> bool:
    """Whether the work is done on a cluster."""
    one_of_words("place", on, completion.PLACES)
    return on == "ray"


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
    """Seats and options as a person gave them; with no seats, as many as are usual."""
    texts: dict[str, str] = {}
    for option in options or []:
        name, equals, value = option.partition("=")
        if not equals:
            raise fail(f"expected an option such as name=value, found {option!r}", MISUSED)
        texts[name] = value
    count = seats if seats is not None else game.usual_seats(texts)
    try:
        game.read_options(count, texts)
    except BadText as error:
        raise fail(str(error), MISUSED) from None
    return count, texts


@app.command(
    epilog=examples(
        "handful play",
        "handful play spar",
        "handful play --continue",
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
            metavar="LEVEL",
            help=f"How well the bots play: {', '.join(ALL_LEVELS)}; or a bot of yours: module:Class, ./program.",
            autocompletion=completion.levels,
        ),
    ] = "normal",
    join: Annotated[
        str, typer.Option(metavar="URL", help="A table's link, or a server's address to open a table there.")
    ] = "",
    name: Annotated[str, typer.Option(metavar="NAME", help="Your name at the table.")] = "",
    plain: Annotated[bool, typer.Option("--plain", help="Line by line, for a screen reader or a pipe.")] = False,
    pace: Annotated[
        str,
        typer.Option(
            metavar="PACE", help="How quickly bots act: slow, normal or fast.", autocompletion=completion.paces
        ),
    ] = "normal",
    four_colours: Annotated[bool, typer.Option("--four-colours", help="A colour for each suit.")] = False,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the transcript here at the end.")] = None,
    go_on: Annotated[bool, typer.Option("--continue", help="Go on with the game that you left last.")] = False,
    seed: Seed = None,
) -> None:
    """Play in this terminal: against bots, or at a server's table.

    Without a GAME it offers a list, with the game that you left on top. The link of a table needs no GAME.
    """
    from handful.cli.play import ask_what, left_game, play_alone, play_on, play_there

    the_level(level)
    one_of_words("pace", pace, completion.PACES)
    chosen = the_game(game) if game else None
    if chosen and level in ALL_LEVELS:
        one_of_words("level", level, chosen.levels)
    if not chosen and not join and not go_on:
        chosen, level = ask_what(level, plain)
        go_on = chosen is None
    if go_on:
        play_on(left_game(chosen.name if chosen else ""), plain, four_colours, save)
    elif join:
        wish: dict[str, Any] = {}
        if chosen:
            count, texts = the_setting(chosen, seats, option)
            wish = {"game": chosen.name, "seats": count, "options": texts}
        play_there(join, name, plain, four_colours, save, **wish)
    elif chosen:
        count, texts = the_setting(chosen, seats, option)
        play_alone(chosen, count, texts, name, level, seed, pace, plain, four_colours, save)


@app.command(
    short_help="Serve tables to browsers and other clients.",
    epilog=examples(
        "handful serve",
        "handful serve --host 0.0.0.0 --port 80",
        "handful serve --store postgresql://db/handful --bus nats://bus:4222",
    ),
)
def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    store: StoreAddress = "handful.db",
    bus: BusAddress = "",
    origin: Origins = None,
    proxy: Proxies = None,
    games: OutsideGames = "",
    bots: Workers = 0,
    bot_pace: BotPace = "normal",
    limit: LimitTexts = None,
    rated: RatedTexts = None,
) -> None:
    """Serve tables: people and bots play over the network. Prints the address; Ctrl-C ends it gracefully.

    Every option can also be set in the environment; the command line wins.
    """
    from handful.cli.serve import serve

    serve(the_settings(host, port, store, bus, origin, proxy, games, bots, bot_pace, limit, rated))


def the_settings(
    host: str,
    port: int,
    store: str,
    bus: str,
    origin: list[str] | None,
    proxy: list[str] | None,
    games: str,
    bots: int,
    bot_pace: str,
    limit: list[str] | None,
    rated: list[str] | None,
) -> Settings:
    """The settings of a server, by its options; what is wrong in them is said, and ends the program."""
    from handful.server.settings import PACES, Limits, RatedGames, Settings, chosen

    one_of_words("pace", bot_pace, tuple(PACES))
    try:
        limits, ratings = chosen(Limits, limit or ()), chosen(RatedGames, rated or ())
    except BadText as error:
        raise fail(str(error), MISUSED) from None
    for path in filter(None, games.split(os.pathsep)):
        for one in games_at(Path(path).resolve()):
            the_game(str(one))
    return Settings(
        host=host,
        port=port,
        store=store,
        bus=bus,
        origins=tuple(origin or ()),
        proxies=tuple(proxy or ()),
        bots=bots,
        bot_pace=bot_pace,  # type: ignore[arg-type]
        limits=limits,
        rated=ratings,
    )


@app.command(
    short_help="Let a bot of your own play at a server's tables.",
    epilog=examples(
        "handful bot --join http://localhost:8000/t/abcdefghijklmnop mybots:Careful",
        "handful bot --join http://localhost:8000 ./program --name Lowest --game spar",
    ),
)
def bot(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="module:Class, ./program, or a level such as hard@50.")],
    join: Annotated[
        str,
        typer.Option(metavar="URL", help="A table's link; or a server's address, to play wherever somebody waits."),
    ],
    name: Annotated[str, typer.Option(metavar="NAME", help="Its name; (bot) is added to it.")] = "",
    game: Annotated[
        list[str] | None,
        typer.Option("--game", metavar="GAME", help="A game that it plays; may be repeated. Without it: all."),
    ] = None,
    wait: Annotated[
        float, typer.Option(metavar="S", min=0, help="How long a table must have waited before it sits down.")
    ] = 30,
    milliseconds: Annotated[int, typer.Option(metavar="N", min=1, help="How long it is asked to think.")] = 300,
) -> None:
    """Let a bot of your own sit at a server's table, or be there as an account that plays where somebody waits.

    It is remembered as you are: started again with the same name, it has its seat, its history and its rating.
    """
    from handful.cli.bot import bot as play_there

    play_there(join, bot, name, [the_game(one).name for one in game or rooms()], wait, milliseconds)


@app.command(
    short_help="Copy a store into a file, while people play.",
    epilog=examples(
        "handful backup tables-monday.db",
        "handful backup --store postgresql://handful@db/handful /var/backups/handful.db",
    ),
)
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes.")],
    store: StoreAddress = "handful.db",
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Copy all tables, players and ratings into a file, also while the server runs.

    The copy is from one moment, is checked, and can be restored into a file or into PostgreSQL.
    """
    from handful.cli.backup import back_up

    back_up(file, store, force)


@app.command(
    short_help="Put a backup into a store.",
    epilog=examples(
        "handful restore tables-monday.db",
        "handful restore tables-monday.db --store postgresql://handful@db/handful",
    ),
)
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `handful backup` made.")],
    store: StoreAddress = "handful.db",
    force: Annotated[bool, typer.Option("--force", help="Replace all that is in the store.")] = False,
) -> None:
    """Put a backup into a store, while no server uses it. Every game in it is played again to check it."""
    from handful.cli.backup import restore

    restore(file, store, force)


@app.command(
    short_help="Look for what is missing or misconfigured.",
    epilog=examples(
        "handful doctor",
        "handful doctor --store /var/lib/handful/tables.db --port 8001",
        "handful doctor --json",
    ),
)
def doctor(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    store: StoreAddress = "handful.db",
    bus: BusAddress = "",
    origin: Origins = None,
    proxy: Proxies = None,
    games: OutsideGames = "",
    bots: Workers = 0,
    bot_pace: BotPace = "normal",
    limit: LimitTexts = None,
    rated: RatedTexts = None,
    as_json: AsJson = False,
) -> None:
    """Look for what is missing or misconfigured, with the options or the environment of `handful serve`.

    Changes nothing. Ends with status 1 if something is wrong; a warning alone is 0.
    """
    from handful.cli.doctor import examine

    settings = the_settings(host, port, store, bus, origin, proxy, games, bots, bot_pace, limit, rated)
    commands: Any = typer.main.get_command(app)
    variables = [str(option.envvar) for option in commands.commands["serve"].params]
    if status := examine(settings, variables, as_json):
        raise typer.Exit(status)


@app.command(
    short_help="Learn a game at the table, step by step.",
    epilog=examples("handful learn spar", "handful learn spar 2 --lang fr", "handful learn claim --plain"),
)
def learn(
    game: GameName,
    number: Annotated[
        int | None,
        typer.Argument(
            metavar="NUMBER", help="Which lesson; without it, the first that is not done.", show_default=False
        ),
    ] = None,
    language: LanguageName = "en",
    plain: Annotated[bool, typer.Option("--plain", help="Line by line, for a screen reader or a pipe.")] = False,
    anew: Annotated[bool, typer.Option("--anew", help="From the first step, not where you stopped.")] = False,
    four_colours: Annotated[bool, typer.Option("--four-colours", help="A colour for each suit.")] = False,
) -> None:
    """Learn a game: a guided hand at the table, in five minutes. You make the moves; wrong ones are answered in words.

    Leaving keeps your place.
    """
    from handful.cli.learn import learn

    learn(the_game(game), number, language, plain, anew, four_colours)


@app.command(
    short_help="Show the rules of a game, the short version first.",
    epilog=examples("handful rules spar", "handful rules spar 4.3 --lang fr", "handful rules claim --json"),
)
def rules(
    game: GameName,
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="One paragraph, such as 4.3 or R4.")] = "",
    language: LanguageName = "en",
    as_json: AsJson = False,
) -> None:
    """Show the rules of a game: the short version, then the text, numbered, with our rulings."""
    from handful.cli.rules import rules

    rules(the_game(game), number, language, as_json)


def option_data(game: Game, name: str) -> dict[str, Any]:
    """A table option as data: its values, the default, and what each means."""
    option, words = game.options[name], game.face.options.get(name)
    data: dict[str, Any] = {"title": words.title if words else name, "meaning": words.meaning if words else ""}
    data["default"] = option.write(option.default)
    if option.words:
        data["values"] = {word: words.values.get(word, word) if words else word for word in option.words}
    else:
        data |= {"low": option.low, "high": option.high}
    return data | ({"seats": list(option.seats)} if option.seats else {})


@app.command(epilog=examples("handful games", "handful games --json | jq '.[].name'"))
def games(as_json: AsJson = False) -> None:
    """List the games, their seats and their options."""
    listed = [find(name) for name in rooms()]
    if as_json:
        show_json(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "summary": game.summary,
                    "seats": list(game.seats),
                    "rules_version": game.rules.VERSION,
                    "options": {name: option_data(game, name) for name in game.options},
                }
                for game in listed
            ]
        )
        return
    for game in listed:
        name = typer.style(f"{game.name:<10}", bold=True)
        typer.echo(f"{name} {game.title}, {one_of(game.seats)} players. {game.summary}")
        for name, option in game.options.items():
            typer.echo(f"    {name:<20} {option.values}")
            if words := game.face.options.get(name):
                typer.echo(f"    {'':<20} {words.meaning}")


@app.command(
    "new-game",
    short_help="Write a folder with a small game of your own.",
    epilog=examples("handful new-game prizes", "handful play ./prizes", "handful check ./prizes"),
)
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Small letters, digits and _, such as prizes.")],
    folder: Annotated[Path, typer.Option("--in", metavar="FOLDER", help="Where the new folder goes.")] = Path(),
) -> None:
    """Write a folder with a small game that can be played at once, to be made into your own.

    It has a sealed choice, an option, hidden hands, events, refusals, knowledge and numbered rules.
    """
    from handful.cli.new_game import new_game

    new_game(name, folder)


@app.command(
    short_help="Check that a game is sound: rules, secrecy, all speeds.",
    epilog=examples("handful check ./prizes", "handful check spar -n 100", "handful check ./prizes --json"),
)
def check(
    game: GameName,
    n: Annotated[int, typer.Option("-n", metavar="N", min=1, help="How many random games of each kind.")] = 30,
    as_json: AsJson = False,
) -> None:
    """Check a game: dialect, refusals, words, transcripts, secrecy, knowledge, and that all speeds play alike.

    Ends with status 1 if anything does not hold, with a sentence on each.
    """
    from handful.cli.check import check

    if status := check(the_game(game, held=False), n, as_json):
        raise typer.Exit(status)


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
    from handful.cli.referee import ask_game, referee

    chosen = the_game(game) if game else ask_game()
    count, texts = the_setting(chosen, seats, option)
    referee(chosen, count, texts, seed, save)


@app.command(
    short_help="Referee a transcript: tell what happened, and the result.",
    epilog=examples(
        "handful replay game.game",
        "handful replay game.game --seat 2        as seat 2 saw it",
        "handful replay game.game --watch         step by step, full screen",
        "handful replay --json - < game.game",
    ),
)
def replay(
    file: Transcript,
    as_json: AsJson = False,
    seat: Annotated[int | None, typer.Option("--seat", metavar="N", help="Show only what this seat saw.")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Step through it on a full-screen table.")] = False,
) -> None:
    """Referee a transcript: print everything that happened and the result.

    Ends with status 1 and the line's number if a line is wrong or against the rules.
    """
    from handful.cli.replay import replay as tell
    from handful.cli.replay import watch as step_through

    if watch:
        step_through(file, seat)
    else:
        tell(file, as_json, seat)


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
    from handful.cli.draw import draw

    draw(file, seat, svg, as_json)


@app.command(
    short_help="Check a finished game: its shuffle and every move.",
    epilog=examples("handful verify game.game", "handful verify --json - < game.game"),
)
def verify(file: Transcript, as_json: AsJson = False) -> None:
    """Check a finished game from its transcript alone: the shuffle was committed to, and every move is legal.

    Ends with status 1 if anything does not hold.
    """
    from handful.cli.verify import verify

    verify(file, as_json)


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
        str, typer.Option(metavar="DEVICE", help="cpu, or cuda for a GPU.", autocompletion=completion.devices)
    ] = "cpu",
    seed: Annotated[int, typer.Option(metavar="N", min=0, max=(1 << 63) - 1, help="Same seed, same games.")] = 0,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep every decision as data (npz).")] = None,
    bots: Annotated[
        str, typer.Option(metavar="BOT,…", help="With --save: who plays, one for all or by seat, as in the arena.")
    ] = "random",
    on: On = "here",
    as_json: AsJson = False,
) -> None:
    """Play random games, compiled, and count: speed, length, scores and wins by seat.

    Ctrl-C ends it early and shows what was played. With --save the games, by any bots, are kept as data for
    learning; interrupted, the same command goes on where it was.
    """
    from handful.cli.sim import save_games, sim

    chosen = the_game(game)
    one_of_words("device", device, completion.DEVICES)
    far = is_far(on)
    if far and device != "cpu":
        raise fail("--on ray plays on the processors of the nodes: leave --device away", MISUSED)
    if save:
        save_games(chosen, n, *the_setting(chosen, seats, option), seed, bots.split(","), save, far, as_json)
        return
    sim(chosen, n, *the_setting(chosen, seats, option), device, seed, far, as_json)


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
        typer.Argument(
            metavar="BOT…",
            help=f"random, {', '.join(ALL_LEVELS)}, hard@50, hard@200i, ./weights.npz, module:Class, ./program",
        ),
    ],
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="N", min=1, help="Play at least this many games.")
    ] = 100,
    seats: Seats = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, max=(1 << 63) - 1, help="Same seed, same deals.")] = 0,
    milliseconds: Annotated[int, typer.Option(metavar="N", min=1, help="How long bots may think about a move.")] = 300,
    iterations: Annotated[
        int,
        typer.Option(metavar="N", min=0, help="Search exactly this often for a move: the same games on every machine."),
    ] = 0,
    even: Annotated[bool, typer.Option("--even", help="Bots share the seats evenly in every game.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="A bot that fails ends the contest.")] = False,
    patience: Annotated[
        float, typer.Option(metavar="S", min=0.1, help="Seconds that outside bots have to answer.")
    ] = 10.0,
    jobs: Annotated[int, typer.Option(metavar="N", min=0, help="Worker processes; 0: one for each core.")] = 0,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the games here, and go on from them.")] = None,
    anew: Annotated[bool, typer.Option("--anew", help="Forget what was played before.")] = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the result as well.")] = None,
    as_json: AsJson = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
    on: On = "here",
) -> None:
    """Let bots play each other on common deals in all seatings, and print who is better.

    Ctrl-C ends it early and shows what was played; the same command goes on from there.
    """
    from handful.cli.arena import arena

    chosen = the_game(game)
    count, texts = the_setting(chosen, seats, option)
    status = arena(
        chosen, bots, games, count, texts, seed, milliseconds, iterations, even, strict, patience, jobs, out, anew, svg,
        as_json, quiet, is_far(on),
    )  # fmt: skip
    if status:
        raise typer.Exit(status)


@app.command(
    short_help="Let a bot learn a game by playing itself.",
    epilog=examples(
        "handful train spar --minutes 20 --out spar.npz",
        "handful train half_suit --from policy --minutes 60 --out half_suit.npz --device cuda",
        "handful train ./higher.py --out higher.npz     a game of your own",
        "handful arena spar ./spar.npz normal           how good it is",
    ),
)
def train(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where the weights go (npz).")],
    seats: Seats = None,
    option: Options = None,
    minutes: Annotated[float, typer.Option(metavar="M", min=0.0, help="How long it learns, in all.")] = 20.0,
    begin: Annotated[
        str, typer.Option("--from", metavar="POLICY|FILE", help="Begin from the room's policy, or from weights.")
    ] = "",
    against: Annotated[
        str, typer.Option(metavar="FILE", help="Learn to beat these weights alone: they play all other seats.")
    ] = "",
    device: Annotated[
        str, typer.Option(metavar="DEVICE", help="cpu, or cuda for a GPU.", autocompletion=completion.devices)
    ] = "cpu",
    seed: Annotated[int, typer.Option(metavar="N", min=0, max=(1 << 31) - 1, help="Same seed, same start.")] = 1,
    threads: Annotated[int, typer.Option(metavar="N", min=1, help="Threads of the network on a CPU.")] = 1,
    anew: Annotated[bool, typer.Option("--anew", help="Forget what was learned before.")] = False,
    as_json: AsJson = False,
) -> None:
    """Let a bot learn a game by playing itself, and keep what it learned as a file of weights.

    Ctrl-C ends it early and keeps everything; the same command goes on from there. The numbers of the training are
    in the game's training.toml. It needs PyTorch: pip install 'handful[train]'.
    """
    from handful.cli.train import train

    chosen = the_game(game)
    one_of_words("device", device, completion.DEVICES)
    setting = the_setting(chosen, seats, option)
    train(chosen, *setting, minutes, begin, against, out, device, seed, threads, anew, as_json)


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
