"""The two sockets: a table's and the lobby's."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator
from typing import Any, cast

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.datastructures import State

from handful.game import BadText
from handful.server import commands
from handful.server import messages as m
from handful.server.connection import Connection
from handful.server.house import House
from handful.server.identity import COOKIE, TABLE_ID, player_of
from handful.server.room import Busy, Closed, Room
from handful.server.security import address_of, same_site
from handful.server.wire import WRONG_ORIGIN
from handful.store import Unavailable
from handful.table.table import sentence

log = structlog.get_logger()
Socket = WebSocket[Any, Any, State]
UNREADABLE = "This message cannot be read"


@contextlib.asynccontextmanager
async def connected(socket: Socket, house: House) -> AsyncIterator[Connection | None]:
    """A connection with its writer, for as long as it lasts; None for one that was turned away."""
    address = address_of(socket)
    if not same_site(socket, house.settings.origins):
        house.metrics.turned_away.labels("origin").inc()
        await socket.close(WRONG_ORIGIN, "wrong origin")  # before it is accepted: the client gets status 403
        yield None
        return
    await socket.accept()
    connection = Connection(socket, player_of(socket.cookies.get(COOKIE), house.key), house.settings.limits)
    writer = asyncio.create_task(connection.write())
    entered = house.connects.take(address) and house.places.enter(address)
    try:
        yield connection if _admitted(house, connection, entered) else None
        if connection.closing:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(writer), 5)
    finally:
        writer.cancel()
        if entered:
            house.places.leave(address)
        house.connections.discard(connection)
        house.metrics.connections.set(len(house.connections))
        # Litestar's socket and its two ways know each other: such a circle would stay in memory for minutes.
        socket.receive = socket.send = cast(Any, None)


def _admitted(house: House, connection: Connection, entered: bool) -> bool:
    """Whether a client may stay; one that may not is told why."""
    if house.stopping:
        connection.end(m.Bye(sentence="The server is restarting.", retry=True), m.GOING)
    elif not entered:
        house.metrics.turned_away.labels("connections").inc()
        connection.end(m.Bye(sentence="Too many connections from your address; wait a moment."), m.TOO_MANY)
    else:
        house.connections.add(connection)
        house.metrics.connections.set(len(house.connections))
    return not connection.ended


@websocket("/ws/tables/{table:str}")
async def table_socket(socket: Socket, table: str, state: State) -> None:
    """A client at a table."""
    house: House = state.house
    async with connected(socket, house) as connection:
        if connection is None:
            return
        try:
            room = await house.hub.room(table) if TABLE_ID.fullmatch(table) else None
        except BadText as error:
            connection.end(m.Bye(sentence=sentence(str(error))), m.UNKNOWN_TABLE)
            return
        except Unavailable:
            connection.end(m.Bye(sentence="The tables cannot be read just now.", retry=True), m.GOING)
            return
        if room is None:
            connection.end(m.Bye(sentence="There is no such table; check the link."), m.UNKNOWN_TABLE)
            return
        try:
            # In a task of its own: else every message would wake all the layers that lie above this one.
            await asyncio.create_task(_serve(house, room, connection, address_of(socket)))
        finally:
            if at := house.hub.rooms.get(table):
                at.leave(connection)
            room.leave(connection)


async def _serve(house: House, room: Room, connection: Connection, address: str) -> None:
    """Hello first, then commands, until the client is gone."""
    try:
        async with asyncio.timeout(house.settings.hello_ms / 1000):
            hello = await _next(house, connection)
    except TimeoutError:
        connection.end(m.Bye(sentence="Say hello first."), m.NO_HELLO)
        return
    while hello is not None and not isinstance(hello, m.Hello):
        connection.send(m.RefusedMessage(id=hello.id, sentence="Say hello first."))
        hello = await _next(house, connection)
    if hello is None:
        return
    room = await _enter(house, room, connection, hello.seen)
    while (wish := await _next(house, connection)) is not None:
        if isinstance(wish, m.Hello):
            # A welcome with a long story is the dearest answer there is: it counts like another connection.
            if house.connects.take(address):
                room = await _enter(house, room, connection, wish.seen)
            else:
                house.metrics.turned_away.labels("hellos").inc()
                connection.send(m.RefusedMessage(id="", sentence="You said hello too often; wait a moment."))
            continue
        try:
            await commands.answer(house, room, connection, wish)
        except Closed:
            room = await _enter(house, room, connection, room.table.number)
            await commands.answer(house, room, connection, wish)


async def _enter(house: House, room: Room, connection: Connection, seen: int) -> Room:
    """Be welcomed at the table, which may have been put away in the meantime."""
    while True:
        try:
            await room.do(functools.partial(room.enter, connection, seen))
        except Closed:
            again = await house.hub.room(room.id)
            assert again is not None
            room = again
        except Busy:
            await asyncio.sleep(0.1)
        except Unavailable:
            connection.end(m.Bye(sentence="The tables cannot be read just now.", retry=True), m.GOING)
            return room
        else:
            return room


async def _next(house: House, connection: Connection) -> m.FromPlayer | None:
    """The next message that can be read; None when the client is gone or was sent away."""
    limits = house.settings.limits
    while not connection.ended:
        frame = await connection.read()
        if frame is None or connection.ended:
            return None
        if not connection.bucket.take():
            house.metrics.turned_away.labels("messages").inc()
            connection.end(m.Bye(sentence="That were too many messages at once.", retry=True), m.TOO_MANY)
            return None
        try:
            if isinstance(frame, bytes):
                raise msgspec.DecodeError("expected a text frame")
            return m.decode(frame)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            said = str(error)[:200] or "it is nested too deeply"
            connection.malformed += 1
            connection.send(m.RefusedMessage(id="", sentence=f"{UNREADABLE}: {said}."))
            if connection.malformed >= limits.malformed:
                house.metrics.turned_away.labels("malformed").inc()
                connection.end(m.Bye(sentence="Too many messages that cannot be read."), m.MALFORMED)
    return None


@websocket("/ws/lobby")
async def lobby_socket(socket: Socket, state: State) -> None:
    """A client that looks at the lobby; what it sends is not read, but counted."""
    house: House = state.house
    async with connected(socket, house) as connection:
        if connection is None:
            return
        connection.send(house.lobby.now())
        house.lobby.watchers.add(connection)
        try:
            while await connection.read() is not None:
                if not connection.bucket.take():
                    connection.end(m.Bye(sentence="That were too many messages at once."), m.TOO_MANY)
                    return
        finally:
            house.lobby.watchers.discard(connection)
