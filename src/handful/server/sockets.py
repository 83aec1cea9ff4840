"""The two sockets: a table's and the lobby's."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator
from typing import Any, cast

import msgspec
import structlog
from litestar import WebSocket as LitestarSocket
from litestar import websocket
from litestar.datastructures import State

from handful.game import BadText
from handful.server import commands
from handful.server import messages as m
from handful.server.connection import Connection
from handful.server.health import refusal
from handful.server.identity import COOKIE, TABLE_ID, player_of
from handful.server.live_table import Busy, Closed, LiveTable
from handful.server.node import Node
from handful.server.security import address_of, same_site
from handful.server.websocket import EXTENSION, WRONG_ORIGIN, WebSocket
from handful.store import Unavailable
from handful.table.refusals import Refused, sentence

log = structlog.get_logger()
Socket = LitestarSocket[Any, Any, State]
LAST_WORDS_S = 5.0
"""How long the last messages to a client that is sent away may take."""


@contextlib.asynccontextmanager
async def connected(socket: Socket, node: Node) -> AsyncIterator[Connection | None]:
    """A connection with its writer, for as long as it lasts; None for one that was turned away."""
    address = address_of(socket)
    if not same_site(socket, node.settings.origins):
        node.metrics.turned_away.labels("origin").inc()
        await socket.close(WRONG_ORIGIN, "wrong origin")  # before it is accepted: the client gets status 403
        yield None
        return
    await socket.accept()
    line: WebSocket = cast(Any, socket.scope)["extensions"][EXTENSION]
    player = player_of(socket.cookies.get(COOKIE), node.key, node.generations)
    connection = Connection(line, player, address, node.settings.limits)
    entered = node.connects.take(address) and node.places.enter(address)
    try:
        yield connection if _admitted(node, connection, entered) else None
        if connection.ended:
            await connection.last_words(LAST_WORDS_S)
    finally:
        connection.forget()
        if entered:
            node.places.leave(address)
        node.connections.discard(connection)
        node.metrics.connections.set(len(node.connections))
        # Litestar's socket and its two ways know each other: such a circle would stay in memory for minutes.
        socket.receive = socket.send = cast(Any, None)


def _admitted(node: Node, connection: Connection, entered: bool) -> bool:
    """Whether a client may stay; one that may not is told why."""
    if node.stopping:
        connection.end(m.bye(Refused("restarting"), retry=True), m.GOING)
    elif not entered:
        node.metrics.turned_away.labels("connections").inc()
        connection.end(m.bye(Refused("many_connections")), m.TOO_MANY)
    else:
        node.connections.add(connection)
        node.metrics.connections.set(len(node.connections))
    return not connection.ended


@websocket("/ws/tables/{table:str}")
async def table_socket(socket: Socket, table: str, state: State) -> None:
    """A client at a table."""
    node: Node = state.node
    async with connected(socket, node) as connection:
        if connection is None:
            return
        try:
            live = await node.tables.get(table) if TABLE_ID.fullmatch(table) else None
        except BadText as error:
            connection.end(m.bye(Refused("unknown_rules", why=sentence(str(error)))), m.UNKNOWN_TABLE)
            return
        except Unavailable as error:
            connection.end(m.bye(refusal(error), retry=True), m.GOING)
            return
        if live is None:
            connection.end(m.bye(Refused("no_table")), m.UNKNOWN_TABLE)
            return
        try:
            # In a task of its own: else every message would wake all the layers that lie above this one.
            await asyncio.create_task(_serve(node, live, connection, address_of(socket)))
        finally:
            if at := node.tables.live.get(table):
                at.leave(connection)
            live.leave(connection)


async def _serve(node: Node, live: LiveTable, connection: Connection, address: str) -> None:
    """Hello first, then commands, until the client is gone."""
    try:
        async with asyncio.timeout(node.settings.hello_ms / 1000):
            hello = await _next(node, connection)
    except TimeoutError:
        connection.end(m.bye(Refused("hello_first")), m.NO_HELLO)
        return
    while hello is not None and not isinstance(hello, m.Hello):
        connection.send(m.refused(hello.id, Refused("hello_first")))
        hello = await _next(node, connection)
    if hello is None:
        return
    live = await _enter(node, live, connection, hello.seen)
    while (wish := await _next(node, connection)) is not None:
        if isinstance(wish, m.Hello):
            # A welcome with a long story is the dearest answer there is: it counts like another connection.
            if node.connects.take(address):
                live = await _enter(node, live, connection, wish.seen)
            else:
                node.metrics.turned_away.labels("hellos").inc()
                connection.send(m.refused("", Refused("many_hellos")))
            continue
        try:
            await commands.answer(node, live, connection, wish)
        except Closed:
            live = await _enter(node, live, connection, live.table.number)
            await commands.answer(node, live, connection, wish)


async def _enter(node: Node, live: LiveTable, connection: Connection, seen: int) -> LiveTable:
    """Be welcomed at the table, which may have been put away in the meantime."""
    while True:
        try:
            await live.do(functools.partial(live.enter, connection, seen))
        except Closed:
            again = await node.tables.get(live.id)
            assert again is not None
            live = again
        except Busy:
            await asyncio.sleep(0.1)
        except Unavailable as error:
            connection.end(m.bye(refusal(error), retry=True), m.GOING)
            return live
        else:
            node.came(live)
            return live


async def _next(node: Node, connection: Connection) -> m.FromPlayer | None:
    """The next message that can be read; None when the client is gone or was sent away."""
    limits = node.settings.limits
    while not connection.ended:
        frame = await connection.read()
        if frame is None or connection.ended:
            return None
        if not connection.bucket.take():
            node.metrics.turned_away.labels("messages").inc()
            connection.end(m.bye(Refused("many_messages"), retry=True), m.TOO_MANY)
            return None
        try:
            if isinstance(frame, bytes):
                raise msgspec.DecodeError("expected a text frame")
            return m.decode(frame)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            said = str(error)[:200] or "it is nested too deeply"
            connection.malformed += 1
            connection.send(m.refused("", Refused("bad_message", why=said)))
            if connection.malformed >= limits.malformed:
                node.metrics.turned_away.labels("malformed").inc()
                connection.end(m.bye(Refused("many_bad_messages")), m.MALFORMED)
    return None


@websocket("/ws/lobby")
async def lobby_socket(socket: Socket, state: State) -> None:
    """A client that looks at the lobby; what it sends is not read, but counted."""
    node: Node = state.node
    async with connected(socket, node) as connection:
        if connection is None:
            return
        connection.send(node.lobby.now(connection.player))
        node.lobby.watchers.add(connection)
        try:
            if connection.player:
                await node.own_games.enter(connection)
            while await connection.read() is not None:
                if not connection.bucket.take():
                    connection.end(m.bye(Refused("many_messages")), m.TOO_MANY)
                    return
        except Unavailable as error:
            connection.end(m.bye(refusal(error), retry=True), m.GOING)
        finally:
            node.lobby.watchers.discard(connection)
            await node.own_games.leave(connection)
