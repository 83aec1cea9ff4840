"""The HTTP part: who you are, what can be played, opening tables, and what a finished game leaves."""

from __future__ import annotations

import asyncio
from functools import cache
from importlib.resources.abc import Traversable
from typing import Annotated, Any, cast

from litestar import MediaType, Request, Response, get, post
from litestar.datastructures import Cookie, State
from litestar.openapi import ResponseSpec
from litestar.params import Parameter
from msgspec.structs import replace

from handful.bots.cast import CAST
from handful.game import BadText
from handful.games import find, rooms
from handful.observe import SPECTATOR
from handful.policy import ALL_LEVELS
from handful.server import lessons, profiles
from handful.server import messages as m
from handful.server.commands import row_of
from handful.server.faces import CastMember, Games, face_of, words_of, words_version
from handful.server.health import health
from handful.server.identity import COOKIE, TABLE_ID, clean_name, code_mark, new_code, player_of, sign
from handful.server.live_table import LiveTable
from handful.server.new_tables import open_table, play_on
from handful.server.node import Node
from handful.server.replay import Replay, story
from handful.server.security import FOREVER, address_of
from handful.server.services import now
from handful.store import PlayerRow, RatingRow
from handful.table import commands
from handful.table.clock import SECONDS
from handful.table.pictures import Listing, Picture, picture
from handful.table.portraits import COLOURS, SIGNS
from handful.table.refusals import STORE_TROUBLES, Refused, sentence
from handful.table.table import new_player
from handful.table.transcript import transcript
from handful.table.updates import Told

YEAR_S = 365 * 24 * 3600
CODE_MS = 10 * 60 * 1000
HEAVY = 10
"""A game that is told again counts as so many requests."""
MOST_TOLD = 200
"""Entries on one page of a story."""
Visit = Request[Any, Any, State]
PageId = Annotated[str, Parameter(description="The id of a public page.", max_length=64)]
TableId = Annotated[str, Parameter(description="The id of a table, as in its link.", max_length=64)]


def visitor(request: Visit, node: Node) -> str:
    """The player of the request's cookie; empty for nobody."""
    return player_of(request.cookies.get(COOKIE), node.key, node.generations)


def somebody(request: Visit, node: Node) -> str:
    """The player of the request's cookie, who must be one."""
    if player := visitor(request, node):
        return player
    raise Refused("no_name")


def weigh(request: Visit, node: Node) -> None:
    """Count a request that gives the server much to do as several; Refused if they are too many."""
    if not node.requests.take(address_of(request), HEAVY - 1):  # it was counted as one before
        node.metrics.turned_away.labels("stories").inc()
        raise Refused("many_stories")


async def table_at(node: Node, table: str) -> LiveTable:
    """A table that must exist."""
    try:
        live = await node.tables.current(table) if TABLE_ID.fullmatch(table) else None
    except BadText as error:
        raise Refused("unknown_rules", why=sentence(str(error))) from None
    if live is None:
        raise Refused("no_table")
    return live


async def finished(node: Node, table: str) -> LiveTable:
    """A table whose game must be over."""
    live = await table_at(node, table)
    if not live.table.ended:
        raise Refused("after_the_game")
    return live


# ------------------------------------------------------------ who you are


@post("/api/me", status_code=200)
async def name_me(data: m.NameMe, request: Visit, state: State) -> Response[m.Me]:
    """Take a name; a guest without an identity gets one, in a signed cookie."""
    node: Node = state.node
    name = clean_name(data.name)
    player = visitor(request, node)
    if not player and not node.identities.take(address_of(request)):
        raise Refused("many_guests")
    row = await node.store.player(player) if player else None
    if row and row.name != name and not node.names.take(player):
        raise Refused("many_names")
    row = row or PlayerRow(player or new_player(), name, now(), *profiles.any_portrait())
    row = await kept(node, replace(row, name=name))
    return Response(me(row), cookies=[cookie_of(row.id, request, node)])


async def kept(node: Node, row: PlayerRow) -> PlayerRow:
    """Keep a player, who has a public page from now on; the row as it is then."""
    await node.store.save_player(replace(row, page=row.page or profiles.new_page()))
    return await row_of(node, row.id)


def me(row: PlayerRow) -> m.Me:
    """What a player is told of themselves."""
    face = profiles.portrait_of(row)
    return m.Me(id=row.id, name=row.name, sign=face.sign, colour=face.colour, page=row.page)


@post("/api/me/face", status_code=200)
async def face_me(data: m.FaceMe, request: Visit, state: State) -> m.Me:
    """Choose a face. At a table where somebody has the same, yours gets another colour."""
    node: Node = state.node
    row = await row_of(node, somebody(request, node))
    return me(await kept(node, replace(row, sign=data.sign, colour=data.colour)))


def cookie_of(player: str, request: Visit, node: Node) -> Cookie:
    """The signed cookie of a player."""
    return Cookie(
        key=COOKIE,
        value=sign(player, node.key, node.generations.get(player, 0)),
        path="/",
        max_age=YEAR_S,
        httponly=True,
        samesite="lax",
        secure=request.scope.get("scheme") == "https",
    )


@get("/api/me")
async def who_am_i(request: Visit, state: State) -> m.Me:
    """Who the cookie says you are."""
    player = visitor(request, state.node)
    row = await state.node.store.player(player) if player else None
    if row and not row.page:  # came before there were public pages
        row = await kept(state.node, row)
    return me(row) if row else m.Me(id="", name="")


@post("/api/me/code", status_code=200)
async def my_code(request: Visit, state: State) -> m.DeviceCode:
    """A code with which another device of yours becomes the same player, once, within ten minutes."""
    node: Node = state.node
    player, code = somebody(request, node), new_code()
    await node.store.save_code(code_mark(code, node.key), player, CODE_MS)
    return m.DeviceCode(code=code)


@post("/api/me/device", status_code=200)
async def use_code(data: m.UseCode, request: Visit, state: State) -> Response[m.Me]:
    """Become the player whose other device showed this code; a device that is somebody already must say so."""
    node: Node = state.node
    mark, here = code_mark(data.code, node.key), visitor(request, node)
    held = await node.store.player(here) if here else None
    found = await node.store.peek_code(mark)
    if found and held and held.id != found and not data.replace:
        raise Refused("other_guest", name=held.name)  # the code stays good for whoever says yes
    player = await node.store.use_code(mark) if found else ""
    row = await node.store.player(player) if player else None
    if row is None:
        raise Refused("bad_code")
    return Response(me(row), cookies=[cookie_of(row.id, request, node)])


@get("/api/me/games")
async def my_games(request: Visit, state: State) -> list[m.OwnGame]:
    """Your games that wait or are being played; those where it is your turn first."""
    node: Node = state.node
    player = somebody(request, node)
    if not node.connects.take(address_of(request)):  # as dear as a welcome
        raise Refused("many_stories")
    return await node.own_games.of(player)


@post("/api/me/log-out", status_code=200)
async def log_out(data: m.LogOut, request: Visit, state: State) -> Response[m.Me]:
    """End your cookies on all devices. This one gets a new one, unless it is to be forgotten as well."""
    node: Node = state.node
    player = somebody(request, node)
    row = await node.store.player(player)
    await node.log_out(player)
    if data.here or row is None:
        return Response(
            m.Me(id="", name=""), cookies=[Cookie(key=COOKIE, path="/", max_age=0, httponly=True, samesite="lax")]
        )
    return Response(me(row), cookies=[cookie_of(player, request, node)])


@get("/api/players/me/history")
async def my_history(
    request: Visit,
    state: State,
    before: Annotated[int | None, Parameter(ge=0, le=m.LARGEST)] = None,
    limit: Annotated[int, Parameter(ge=1, le=200)] = 50,
) -> list[dict[str, Any]]:
    """Your finished games, the newest first."""
    node: Node = state.node
    rows = await node.store.history(somebody(request, node), limit, before)
    return [
        {
            "table": r.table,
            "game": r.game,
            "ended": r.ended,
            "seat": r.seat,
            "score": r.score,
            "won": r.won,
            "rated": r.rated,
        }
        for r in rows
    ]


@get("/api/players/me/ratings")
async def my_ratings(request: Visit, state: State) -> dict[str, dict[str, float]]:
    """Your ratings with their doubt, by game."""
    node: Node = state.node
    player = somebody(request, node)
    found = {name: (await node.store.ratings(name, [player])).get(player) for name in rooms()}
    return {name: with_doubt(row) for name, row in found.items() if row}


def with_doubt(row: RatingRow) -> dict[str, float]:
    """A rating with its doubt: the truth is between low and high nineteen times out of twenty."""
    low, high = row.mu - 2 * row.sigma, row.mu + 2 * row.sigma
    return {"mu": row.mu, "sigma": row.sigma, "games": row.games, "low": low, "high": high}


@get("/api/players/{page:str}")
async def player_page(page: PageId, state: State) -> profiles.Profile:
    """The public page of a player, or of the bots of a level (`bot-easy`, `bot-normal`, `bot-hard`)."""
    store = cast(Node, state.node).store
    return await profiles.profile(store, await profiles.found(store, page))


@get("/api/players/{page:str}/games")
async def player_games(
    page: PageId,
    state: State,
    game: Annotated[str, Parameter(max_length=40)] = "",
    before: Annotated[int | None, Parameter(ge=0, le=m.LARGEST)] = None,
    limit: Annotated[int, Parameter(ge=1, le=100)] = 20,
) -> list[profiles.PlayedGame]:
    """A player's finished games, the newest first; the next page is asked for with the last one's `ended`."""
    store = cast(Node, state.node).store
    row = await profiles.found(store, page)
    return await profiles.played(store, row.id, game, before, limit)


@get("/api/players/{page:str}/ratings/{game:str}")
async def player_course(page: PageId, game: str, state: State) -> list[profiles.RatingPoint]:
    """The course of a player's rating in a game, the oldest first."""
    store = cast(Node, state.node).store
    row = await profiles.found(store, page)
    return await profiles.course(store, row.id, game)


@get("/api/bots")
async def bots(state: State) -> dict[str, dict[str, profiles.Rating]]:
    """The bots' own ratings, by level and game, as far as they have played with people."""
    store = cast(Node, state.node).store
    return {level: await profiles.ratings(store, f"bot:{level}") for level in ALL_LEVELS}


# ------------------------------------------------------------ what can be played


@get("/api/games", cache_control=None)
async def games(state: State) -> Games:
    """The games with their seats, options and faces, the clocks, the reactions."""
    faces = [face_of(name) for name in rooms()]
    levels = [level for level in ALL_LEVELS if any(level in face.levels for face in faces)]
    return Games(
        games=faces,
        clocks={"off": None, **SECONDS},
        levels=levels,
        cast=[CastMember(id=one.id, name=one.name, level=one.level) for one in CAST if one.level in levels],
        signs=list(SIGNS),
        colours=list(COLOURS),
        away_ms=cast(Node, state.node).settings.away_ms,
        reactions=list(m.REACTIONS),
        rated=state.node.settings.rated,
    )


@get("/api/games/{game:str}/words/{language:str}")
async def words(game: str, language: str, version: str = "") -> Response[dict[str, str]]:
    """All that a game says, by key; English where it has no such language. With their version they are kept forever."""
    if game not in rooms():
        raise Refused("no_game", games=", ".join(rooms()))
    said = words_of(game, language if language in find(game).languages else "en")
    return Response(said, headers={"cache-control": FOREVER.decode() if version == words_version(game) else "no-cache"})


@get("/api/games/{game:str}/preview.png", media_type="image/png")
async def preview(game: str) -> Response[bytes]:
    """A picture of a game, for links that people share."""
    if game not in rooms():
        raise Refused("no_game", games=", ".join(rooms()))
    if not (picture := find(game).preview):
        raise Refused("no_page")
    return Response(await asyncio.to_thread(picture.read_bytes), headers={"cache-control": "max-age=86400"})


@get("/api/rules/{game:str}", media_type="text/markdown; charset=utf-8")
async def rules(game: str, language: str = "en") -> str:
    """The rules of a game, as people read them; in English where there are none in the language asked for."""
    if game not in rooms():
        raise Refused("no_game", games=", ".join(rooms()))
    pages = find(game).pages
    return page(pages.get(language, pages["en"]))


@cache
def page(file: Traversable) -> str:
    """A page of rules; it is read once."""
    return file.read_text(encoding="utf-8")


def known(game: str, language: str) -> str:
    """A language that a game speaks: the one asked for, else English. The game must be one that is played here."""
    if game not in rooms():
        raise Refused("no_game", games=", ".join(rooms()))
    return language if language in find(game).languages else "en"


@get("/api/games/{game:str}/primer")
async def primer(game: str, language: str = "en") -> lessons.PrimerPage:
    """The short version of a game's rules, with drawn examples."""
    return lessons.primer_page(game, known(game, language))


@get("/api/games/{game:str}/lessons")
async def lesson_titles(game: str, language: str = "en") -> list[lessons.LessonTitle]:
    """The lessons of a game, in their order."""
    return await asyncio.to_thread(lessons.titles, game, known(game, language))


@get("/api/games/{game:str}/lessons/{number:int}")
async def lesson(game: str, number: int, language: str = "en") -> lessons.LessonPage:
    """A lesson, every step as its learner sees it: pictures and updates, ready to be shown."""
    return await asyncio.to_thread(lessons.page, game, number, known(game, language))


@get("/api/games/{game:str}/lessons/{number:int}/steps/{step:int}/verdict")
async def lesson_verdict(
    game: str,
    number: int,
    step: int,
    action: Annotated[list[str], Parameter(min_items=1, max_items=16)],
    done: Annotated[int, Parameter(ge=0, le=100)] = 0,
    language: str = "en",
) -> lessons.Verdict:
    """What a lesson says to an answer: actions in a step (from 0), after so many moves of its task."""
    return await asyncio.to_thread(lessons.verdict, game, number, step, done, action, known(game, language))


@get("/api/lobby")
async def lobby(request: Visit, state: State) -> list[Listing]:
    """Public tables that are open or being played."""
    node: Node = state.node
    return node.lobby.now(visitor(request, node)).tables


# ------------------------------------------------------------ tables


async def opened(node: Node, by: str, address: str, wish: m.OpenTable | m.PlayNow) -> LiveTable:
    """Open a table as somebody wishes."""
    public = isinstance(wish, m.OpenTable) and wish.public
    draw = wish.draw_seats if isinstance(wish, m.OpenTable) else False  # among bots any seat is as good as another
    options, clock = dict(wish.options), wish.clock or ""
    return await open_table(
        node, by, address, wish.game, wish.seats, options, clock, public, draw_seats=draw, pace=wish.pace
    )


@post("/api/tables")
async def open_one(data: m.OpenTable, request: Visit, state: State) -> m.Opened:
    """Open a table."""
    node: Node = state.node
    live = await opened(node, somebody(request, node), address_of(request), data)
    return m.Opened(id=live.id)


@post("/api/play-now")
async def play_now(data: m.PlayNow, request: Visit, state: State) -> m.Opened:
    """Open a table, sit down with bots, and start."""
    node: Node = state.node
    player = somebody(request, node)
    row, address = await row_of(node, player), address_of(request)
    face, page = profiles.portrait_of(row), row.page
    await node.sat_down(player, address)
    live = await opened(node, player, address, data)
    await live.command(
        lambda table, now: commands.play_now(table, player, row.name, data.nonce, data.level, now, face, page)
    )
    return m.Opened(id=live.id)


@post("/api/tables/{table:str}/play-on")
async def play_on_from(table: TableId, data: m.PlayOn, request: Visit, state: State) -> m.Opened:
    """Play on from the middle of a finished game, in one of its seats, against bots. It is not rated."""
    node: Node = state.node
    row = await row_of(node, somebody(request, node))
    old = (await finished(node, table)).table
    live = await play_on(node, old, row, address_of(request), data.number, data.seat, data.level, data.pace)
    return m.Opened(id=live.id)


@get("/api/tables/{table:str}")
async def see(table: TableId, request: Visit, state: State) -> Picture:
    """The table as you may see it now: as its player if you have a seat, else as a spectator."""
    node: Node = state.node
    now = (await table_at(node, table)).table
    return picture(now, now.seat_of(visitor(request, node)))


@get("/api/tables/{table:str}/transcript", media_type=MediaType.TEXT)
async def written(table: TableId, request: Visit, state: State) -> str:
    """A finished game as text, from which `handful verify` checks everything."""
    node: Node = state.node
    weigh(request, node)
    live = await finished(node, table)
    return await node.replays.do(transcript, live.table)


@get("/api/tables/{table:str}/replay")
async def told_again(
    table: TableId, request: Visit, state: State, seat: Annotated[int, Parameter(ge=SPECTATOR, le=15)] = SPECTATOR
) -> Replay:
    """A finished game, move by move, from the eyes of a seat, or of a spectator (-1)."""
    node: Node = state.node
    weigh(request, node)
    live = await finished(node, table)
    if seat >= len(live.table.seats):
        raise Refused("no_seat", seat=seat, last=len(live.table.seats) - 1)
    return await node.replays.replay(table, live.table.secret, lambda: node.store.read(table), seat)


@get("/api/tables/{table:str}/story")
async def told_before(
    table: TableId,
    request: Visit,
    state: State,
    before: Annotated[int, Parameter(ge=1, le=m.LARGEST)] = m.LARGEST,
    limit: Annotated[int, Parameter(ge=1, le=MOST_TOLD)] = MOST_TOLD,
) -> list[Told]:
    """What you were told of a table, in order: the last entries before a number. The first is the opening, number 1."""
    node: Node = state.node
    weigh(request, node)
    live = await table_at(node, table)
    viewer = live.table.seat_of(visitor(request, node))
    entries = (await node.store.read(table))[: live.table.number]
    return await node.replays.do(story, table, live.table.secret, entries, viewer, before, limit)


@get("/api/tables/{table:str}/shuffle")
async def shuffle(table: TableId, state: State) -> dict[str, Any]:
    """What the shuffle follows from; its secret when the game is over."""
    at = (await table_at(state.node, table)).table
    return {
        "table": table,
        "status": at.status,
        "commitment": at.opened.commitment,
        "nonces": [info.nonce for info in at.seats],
        "secret": at.secret.hex() if at.ended else None,
    }


# ------------------------------------------------------------ how the server is


@get("/metrics", media_type="text/plain; version=0.0.4; charset=utf-8")
async def metrics(state: State) -> bytes:
    """The numbers for Prometheus."""
    return cast(Node, state.node).metrics.text()


ROUTES = [
    name_me, who_am_i, face_me, my_code, use_code, log_out, my_games, my_history, my_ratings,
    player_page, player_games, player_course, bots, games, words, preview, rules, lobby,
    primer, lesson_titles, lesson, lesson_verdict,
    open_one, play_now, play_on_from, see, written, told_again, told_before, shuffle, health, metrics,
]  # fmt: skip
STATUSES = {
    code: status
    for status, codes in {
        401: ("no_name",),
        403: ("other_site",),
        404: ("no_table", "no_game", "no_lesson", "no_page", "no_player"),
        409: ("unknown_rules", "after_the_game", "other_guest", "bad_lesson"),
        429: ("many_guests", "many_requests", "many_stories", "many_tables", "many_tables_here", "many_names"),
        500: ("broken",),
        503: ("busy", "restarting", "unavailable", "unsaved", *STORE_TROUBLES),
    }.items()
    for code in codes
}
"""The status of a refusal by its code; that of all others is 400."""
TELLS = {
    400: "The wish cannot be read, or cannot be.",
    401: "Nobody can do this without a name.",
    403: "The request comes from another site.",
    404: "There is no such thing.",
    409: "It is there only after the game, was played by rules that are not kept, or would replace another guest.",
    413: "The body is too large.",
    429: "Too often.",
    503: "The server is restarting, or the store does not answer.",
}
for _route in ROUTES:
    _posts = "POST" in _route.http_methods
    _route.responses = {
        status: ResponseSpec(m.Problem, generate_examples=False, description=told)
        for status, told in TELLS.items()
        if _posts or status not in (403, 413)
    }
