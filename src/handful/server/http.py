"""The HTTP part: who you are, what can be played, opening tables, and what a finished game leaves."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, cast

from litestar import MediaType, Request, Response, get, post
from litestar.datastructures import Cookie, State
from litestar.exceptions import HTTPException
from litestar.openapi import ResponseSpec
from litestar.params import Parameter

from handful.game import SPECTATOR, BadText
from handful.games import ROOMS, find
from handful.server import messages as m
from handful.server.commands import name_of
from handful.server.house import House
from handful.server.identity import COOKIE, TABLE_ID, BadName, clean_name, device_code, player_of, player_of_code, sign
from handful.server.opening import TooMany, open_table, play_now
from handful.server.replay import replay, story
from handful.server.room import Room
from handful.server.security import address_of
from handful.store import PlayerRow
from handful.table.clock import SECONDS
from handful.table.table import Refused, new_player, sentence

YEAR_S = 365 * 24 * 3600
CODE_MS = 10 * 60 * 1000
MOST_TOLD = 200
"""Entries on one page of a story."""
Visit = Request[Any, Any, State]
TableId = Annotated[str, Parameter(description="The id of a table, as in its link.", max_length=64)]


def refuse(status: int, sentence: str) -> HTTPException:
    """An answer that says why not."""
    return HTTPException(detail=sentence, status_code=status)


def visitor(request: Visit, house: House) -> str:
    """The player of the request's cookie; empty for nobody."""
    return player_of(request.cookies.get(COOKIE), house.key)


def somebody(request: Visit, house: House) -> str:
    """The player of the request's cookie, who must be one."""
    if player := visitor(request, house):
        return player
    raise refuse(401, "Say your name first.")


async def the_room(house: House, table: str) -> Room:
    """The room of a table that must exist."""
    try:
        room = await house.hub.current(table) if TABLE_ID.fullmatch(table) else None
    except BadText as error:
        raise refuse(409, sentence(str(error))) from None
    if room is None:
        raise refuse(404, "There is no such table; check the link.")
    return room


async def finished(house: House, table: str) -> Room:
    """The room of a table whose game must be over."""
    room = await the_room(house, table)
    if room.table.status != "over":
        raise refuse(409, "This is there when the game is over.")
    return room


# ------------------------------------------------------------ who you are


@post("/api/me", status_code=200)
async def name_me(data: m.NameMe, request: Visit, state: State) -> Response[m.Me]:
    """Take a name; a guest without an identity gets one, in a signed cookie."""
    house: House = state.house
    try:
        name = clean_name(data.name)
    except BadName as error:
        raise refuse(400, str(error)) from None
    player = visitor(request, house)
    if not player and not house.identities.take(address_of(request)):
        raise refuse(429, "Many guests have come from your address; wait a moment.")
    player = player or new_player()
    await house.store.save_player(PlayerRow(player, name, house.now()))
    return Response(m.Me(id=player, name=name), cookies=[cookie_of(player, request, house)])


def cookie_of(player: str, request: Visit, house: House) -> Cookie:
    """The signed cookie of a player."""
    return Cookie(
        key=COOKIE,
        value=sign(player, house.key),
        path="/",
        max_age=YEAR_S,
        httponly=True,
        samesite="lax",
        secure=request.scope.get("scheme") == "https",
    )


@get("/api/me")
async def who_am_i(request: Visit, state: State) -> m.Me:
    """Who the cookie says you are."""
    player = visitor(request, state.house)
    row = await state.house.store.player(player) if player else None
    return m.Me(id=row.id, name=row.name) if row else m.Me(id="", name="")


@post("/api/me/code", status_code=200)
async def my_code(request: Visit, state: State) -> m.DeviceCode:
    """A code with which another device of yours becomes the same player, for ten minutes."""
    house: House = state.house
    player = somebody(request, house)
    return m.DeviceCode(code=device_code(player, house.now() + CODE_MS, house.key))


@post("/api/me/device", status_code=200)
async def use_code(data: m.UseCode, request: Visit, state: State) -> Response[m.Me]:
    """Become the player whose other device showed this code."""
    house: House = state.house
    player = player_of_code(data.code, house.now(), house.key)
    row = await house.store.player(player) if player else None
    if row is None:
        raise refuse(400, "This code is not good, or no longer; ask your other device for a new one.")
    return Response(m.Me(id=row.id, name=row.name), cookies=[cookie_of(row.id, request, house)])


@get("/api/players/me/history")
async def my_history(
    request: Visit,
    state: State,
    before: Annotated[int | None, Parameter(ge=0, le=m.LARGEST)] = None,
    limit: Annotated[int, Parameter(ge=1, le=200)] = 50,
) -> list[dict[str, Any]]:
    """Your finished games, the newest first."""
    house: House = state.house
    rows = await house.store.history(somebody(request, house), limit, before)
    return [
        {"table": r.table, "game": r.game, "ended": r.ended, "seat": r.seat, "score": r.score, "won": r.won}
        for r in rows
    ]


@get("/api/players/me/ratings")
async def my_ratings(request: Visit, state: State) -> dict[str, dict[str, float]]:
    """Your ratings, by game."""
    house: House = state.house
    player = somebody(request, house)
    found = {name: (await house.store.ratings(name, [player])).get(player) for name in ROOMS}
    return {name: {"mu": r.mu, "sigma": r.sigma, "games": r.games} for name, r in found.items() if r}


# ------------------------------------------------------------ what can be played


@get("/api/games", cache_control=None)
async def games() -> dict[str, Any]:
    """The games with their seats and options, the clocks, the reactions."""
    return {
        "games": [_described(name) for name in ROOMS],
        "clocks": {"off": None, **SECONDS},
        "levels": ["easy", "normal", "hard"],
        "reactions": list(m.REACTIONS),
    }


def _described(name: str) -> dict[str, Any]:
    game = find(name)
    options = {
        key: {"default": option.write(option.default), "values": option.values, "seats": list(option.seats or ())}
        for key, option in game.options.items()
    }
    described = {"name": name, "title": game.title, "summary": game.summary, "seats": list(game.seats)}
    return {**described, "rules": game.rules.VERSION, "options": options}


@get("/api/rules/{game:str}", media_type="text/markdown; charset=utf-8")
async def rules(game: str, language: str = "en") -> str:
    """The rules of a game, as people read them; in English where there are none in the language asked for."""
    if game not in ROOMS:
        raise refuse(404, f"There is no such game. The games are {', '.join(ROOMS)}.")
    pages = find(game).pages
    return await asyncio.to_thread(pages.get(language, pages["en"]).read_text, encoding="utf-8")


@get("/api/lobby")
async def lobby(state: State) -> list[dict[str, Any]]:
    """Public tables that are open or being played."""
    return cast(House, state.house).lobby.now().tables


# ------------------------------------------------------------ tables


async def opened(house: House, by: str, wish: m.OpenTable | m.PlayNow) -> Room:
    """Open a table as somebody wishes."""
    public = isinstance(wish, m.OpenTable) and wish.public
    draw = wish.draw_seats if isinstance(wish, m.OpenTable) else False  # among bots any seat is as good as another
    try:
        return await open_table(
            house, by, wish.game, wish.seats, dict(wish.options), wish.clock, public, draw_seats=draw
        )
    except Refused as error:
        raise refuse(400, str(error)) from None
    except TooMany as error:
        raise refuse(429, str(error)) from None


@post("/api/tables")
async def new(data: m.OpenTable, request: Visit, state: State) -> m.Opened:
    """Open a table."""
    house: House = state.house
    room = await opened(house, somebody(request, house), data)
    return m.Opened(id=room.id)


@post("/api/play-now")
async def now(data: m.PlayNow, request: Visit, state: State) -> m.Opened:
    """Open a table, sit down with bots, and start."""
    house: House = state.house
    player = somebody(request, house)
    try:
        name = await name_of(house, player)
        room = await opened(house, player, data)
        await play_now(room, player, name, data.nonce, data.level)
    except Refused as error:
        raise refuse(400, str(error)) from None
    return m.Opened(id=room.id)


@get("/api/tables/{table:str}")
async def see(table: TableId, request: Visit, state: State) -> dict[str, Any]:
    """The table as you may see it now: as its player if you have a seat, else as a spectator."""
    house: House = state.house
    room = await the_room(house, table)
    return room.table.picture(room.table.seat_of(visitor(request, house)))


@get("/api/tables/{table:str}/transcript", media_type=MediaType.TEXT)
async def transcript(table: TableId, state: State) -> str:
    """A finished game as text, from which `handful verify` checks everything."""
    room = await finished(state.house, table)
    return await asyncio.to_thread(room.table.transcript)


@get("/api/tables/{table:str}/replay")
async def told_again(
    table: TableId, state: State, seat: Annotated[int, Parameter(ge=SPECTATOR, le=15)] = SPECTATOR
) -> dict[str, Any]:
    """A finished game, move by move, from the eyes of a seat, or of a spectator (-1)."""
    house: House = state.house
    room = await finished(house, table)
    if seat >= len(room.table.seats):
        raise refuse(400, f"There is no seat {seat}; the seats are 0 to {len(room.table.seats) - 1}.")
    entries = await house.store.read(table)
    return await asyncio.to_thread(replay, table, room.table.secret, entries, seat)


@get("/api/tables/{table:str}/story")
async def told_before(
    table: TableId,
    request: Visit,
    state: State,
    before: Annotated[int, Parameter(ge=1, le=m.LARGEST)] = m.LARGEST,
    limit: Annotated[int, Parameter(ge=1, le=MOST_TOLD)] = MOST_TOLD,
) -> list[m.Told]:
    """What you were told of a table, in order: the last entries before a number. The first is the opening, number 1."""
    house: House = state.house
    if not house.connects.take(address_of(request)):  # as dear as a welcome
        raise refuse(429, "You asked for long stories too often; wait a moment.")
    room = await the_room(house, table)
    viewer = room.table.seat_of(visitor(request, house))
    entries = (await house.store.read(table))[: room.table.number]
    return await asyncio.to_thread(story, table, room.table.secret, entries, viewer, before, limit)


@get("/api/tables/{table:str}/shuffle")
async def shuffle(table: TableId, state: State) -> dict[str, Any]:
    """What the shuffle follows from; its secret when the game is over."""
    room = await the_room(state.house, table)
    at = room.table
    return {
        "table": table,
        "status": at.status,
        "commitment": at.opened.commitment,
        "nonces": [info.nonce for info in at.seats],
        "secret": at.secret.hex() if at.status == "over" else None,
    }


# ------------------------------------------------------------ how the server is


@get("/healthz", include_in_schema=True)
async def health(state: State) -> Response[dict[str, str]]:
    """Whether the server can do its work."""
    house: House = state.house
    if house.stopping:
        return Response({"status": "stopping"}, status_code=503)
    well = await house.store.healthy()
    body = {"status": "well" if well else "the store does not answer", "bus": "on" if house.bus.connected else "lost"}
    return Response(body, status_code=200 if well else 503)


@get("/metrics", media_type="text/plain; version=0.0.4; charset=utf-8")
async def metrics(state: State) -> bytes:
    """The numbers for Prometheus."""
    return cast(House, state.house).metrics.text()


ROUTES = [
    name_me, who_am_i, my_code, use_code, my_history, my_ratings, games, rules, lobby,
    new, now, see, transcript, told_again, told_before, shuffle, health, metrics,
]  # fmt: skip
TELLS = {
    400: "The wish cannot be read, or cannot be.",
    401: "Nobody can do this without a name.",
    403: "The request comes from another site.",
    404: "There is no such thing.",
    409: "It is there only after the game, or was played by rules that are not kept.",
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
