"""Storms, floods, lines on which nobody speaks or reads: each is cut, nothing is left of it, the others play on."""

from __future__ import annotations

import asyncio
import itertools
import random
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import httpx
import msgspec
import pytest
from benchmarks.server import wire
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.patience import PATIENCE_S, SOCKET, until
from tests.security.fuzz import memory
from tests.server.clients import GENEROUS, Guest, Server
from tests.server.games import gather, play_a_while
from tests.server.test_abuse import connections, is_cut, masked, raw_socket, read_all

pytestmark = pytest.mark.xdist_group("security")


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where many may come."""
    limits = msgspec.structs.replace(GENEROUS, connections_per_address=3000)
    with Server(tmp_path_factory.mktemp("calm"), limits=limits) as running:
        yield running
        assert '"level": "error"' not in running.logs()


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits for a request for less than a second."""
    with Server(tmp_path_factory.mktemp("hasty"), request_ms=700) as running:
        yield running
        assert '"level": "error"' not in running.logs()


def is_well(server: Server) -> bool:
    """Whether it says so. A hasty one may cut a question that was held up by a busy machine: then it is asked again."""
    with suppress(httpx.TransportError):
        return bool(Guest(server, "Ada").get("/healthz").json()["status"] == "well")
    return False


def files(server: Server) -> int:
    """How many files and sockets a server has open."""
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


def line(server: Server) -> socket.socket:
    """A line to the server, on which nothing was said."""
    return socket.create_connection(("127.0.0.1", server.settings.port), PATIENCE_S)


def test_a_thousand_connections_opened_and_dropped(calm: Server) -> None:
    """Some say hello, some nothing, some are cut in the middle of a word; a game at the same server goes on."""
    before, used = files(calm), memory(calm)

    async def visit(address: str, way: int) -> None:
        try:
            client = await connect(address, compression=None, **SOCKET)
            if way % 3:
                await client.send('{"type":"hello"}' if way % 3 == 1 else '{"type":')
            client.transport.abort()
        except (OSError, ConnectionClosed, InvalidHandshake):
            pass

    async def storm(table: str) -> None:
        sockets = calm.address.replace("http", "ws")
        for start in range(0, 1000, 50):
            paths = [f"/ws/tables/{table}", "/ws/lobby", "/ws/tables/aaaaaaaaaaaaaaaa"]
            visits = [visit(sockets + paths[way % len(paths)], way) for way in range(start, start + 50)]
            await asyncio.gather(*visits)

    async def play() -> int:
        async with AsyncExitStack() as stack:
            party = await gather(calm, stack, "spar", options={"target": "40"})
            blowing = asyncio.create_task(storm(party.table))
            playing = [asyncio.create_task(one.play(random.Random(seat))) for seat, one in enumerate(party.clients)]
            await blowing
            for one in playing:
                one.cancel()
            ends = await asyncio.gather(*playing, return_exceptions=True)
            assert not [end for end in ends if isinstance(end, ConnectionClosed)]
            return int(party.clients[0].picture["number"])

    assert asyncio.run(play()) > 30
    guest = Guest(calm, "x")
    until(lambda: connections(guest) == 0)
    until(lambda: files(calm) <= before + 5)
    assert memory(calm) < used + 60


def test_more_clients_than_the_usual_number_of_files(tmp_path: Path) -> None:
    """A shell gives a process 1,024 open files, here 200; the server takes more if the system allows it."""
    few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    limits = msgspec.structs.replace(GENEROUS, connections_per_address=3000)
    resource.setrlimit(resource.RLIMIT_NOFILE, (200, most))
    try:
        server = Server(tmp_path, limits=limits)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (few, most))

    async def crowd() -> None:
        table = Guest(server, "Ada").introduce().open("spar")
        async with AsyncExitStack() as stack:
            # A client with a full queue would not see the server's goodbye, and wait for it.
            crowd = [await stack.enter_async_context(Guest(server, "").at(table, max_queue=None)) for _ in range(300)]
            assert all(client.picture["table"] == table for client in crowd)

    with server:
        asyncio.run(crowd())


def test_a_player_who_reconnects_without_end_has_the_seat_at_the_end(calm: Server) -> None:
    async def storm() -> None:
        ada = Guest(calm, "Ada").introduce()
        table = ada.open("spar")
        async with ada.at(table) as client:
            await client.do("sit", seat=1)
        async with AsyncExitStack() as stack:
            tabs = [await stack.enter_async_context(ada.at(table, seen=2)) for _ in range(150)]
            assert tabs[-1].picture["seat"] == 1
            assert (await tabs[0].closed())[0] == 4001
            assert (await tabs[-2].closed())[0] == 4001
            await tabs[-1].do("leave")
            assert connections(ada) == 1

    asyncio.run(storm())


def test_lines_on_which_nothing_comes_are_cut(hasty: Server) -> None:
    before = files(hasty)
    lines = [line(hasty) for _ in range(300)]
    words = (b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{")
    for number, one in enumerate(lines):
        with suppress(OSError):  # on a busy machine the first are cut before the last have come
            one.sendall(words[number % 3])
    until(lambda: is_well(hasty))
    until(lambda: files(hasty) <= before + 5)
    for one in lines:
        one.close()


def test_a_request_that_comes_letter_by_letter_is_cut(hasty: Server) -> None:
    with line(hasty) as slow:
        letters = itertools.chain(b"GET /api/games HTTP/1.1\r\nHost: example\r\nX-Slow: ", itertools.repeat(b"z"[0]))

        def is_cut_off() -> bool:
            time.sleep(0.03)
            try:
                slow.sendall(bytes([next(letters)]))
            except OSError:
                return True
            return False

        until(is_cut_off)


def test_a_kept_line_serves_many_requests_for_longer_than_one_may_take(hasty: Server) -> None:
    ada = Guest(hasty, "Ada")
    for _ in range(6):
        assert ada.get("/api/lobby").status_code == 200
        time.sleep(0.2)


@pytest.mark.parametrize("piece", [b"X-%d: " + b"y" * 2000 + b"\r\n", b"y" * 2000])
def test_an_endless_head_is_refused(calm: Server, piece: bytes) -> None:
    used = memory(calm)
    with line(calm) as endless:
        endless.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ")
        answer = b""
        try:
            for number in range(5000):
                endless.sendall(piece % number if b"%d" in piece else piece)
        except OSError:
            pass
        with suppress(OSError):  # the line may be cut before the answer is read
            answer = endless.recv(2000)
        assert number < 4999
        assert not answer or answer.startswith(b"HTTP/1.1 431 ")
    assert memory(calm) < used + 10


def test_what_is_no_http_gets_a_sentence_with_all_headers(calm: Server) -> None:
    for words in (b"\x00\x01\x02\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", "GET /é HTTP/1.1\r\nHost: x\r\n\r\n".encode()):
        with line(calm) as odd:
            odd.sendall(words)
            answer = odd.recv(3000)
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b"content-security-policy: default-src 'none'" in answer
        assert answer.endswith(b'{"code":"no_http","values":{},"sentence":"This is no HTTP request that can be read."}')


@pytest.mark.parametrize(
    ("first", "frame"),
    [
        (b"", bytes([0x89, 0x80 | 125, 0, 0, 0, 0]) + b"p" * 125),
        (bytes([0x01, 0x80, 0, 0, 0, 0]), bytes([0x00, 0x80, 0, 0, 0, 0])),
    ],
    ids=["pings", "pieces of a message"],
)
def test_floods_below_the_application_are_cut(calm: Server, first: bytes, frame: bytes) -> None:
    """Pings and empty pieces never reach the application, which counts messages: they are counted apart."""
    ada, used = Guest(calm, "Ada").introduce(), memory(calm)
    with raw_socket(calm, ada.open("spar")) as raw:
        cut = False
        try:
            raw.sendall(first)
            for _ in range(200):
                raw.sendall(frame * 20_000)
        except OSError:
            cut = True
        assert cut
    assert memory(calm) < used + 25
    with raw_socket(calm, ada.open("spar")) as raw:
        raw.sendall(first + frame * 200)
        assert (4429).to_bytes(2) + b"too many messages or connections" in read_all(raw)


def test_pings_as_browsers_and_proxies_send_them_are_answered(calm: Server) -> None:
    async def ping() -> None:
        ada = Guest(calm, "Ada").introduce()
        async with ada.at(ada.open("spar")) as client:
            for _ in range(20):
                await asyncio.wait_for(await client.socket.ping(), PATIENCE_S)

    asyncio.run(ping())


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (bytes([0x81, 0x02]) + b"{}", 1002),  # not masked
        (bytes([0xC1, 0x80, 0, 0, 0, 0]), 1002),  # a reserved bit
        (bytes([0x83, 0x80, 0, 0, 0, 0]), 1002),  # no such kind of frame
        (bytes([0x80, 0x80, 0, 0, 0, 0]), 1002),  # the end of a message that never began
        (bytes([0x09, 0x80, 0, 0, 0, 0]), 1002),  # a ping in pieces
        (bytes([0x81, 0x80 | 127]) + (1 << 62).to_bytes(8) + b"\0\0\0\0", 1009),  # four exabytes
        (bytes([0x81, 0x80 | 126]) + (17_000).to_bytes(2) + b"\0\0\0\0", 1009),
        (bytes([0x81, 0x82, 0, 0, 0, 0]) + b"\xff\xfe", 1007),  # text that is none
        (bytes([0x88, 0x81, 0, 0, 0, 0]) + b"\x03", 1002),  # half a code
    ],
)
def test_broken_frames_close_the_line_with_the_fitting_code(calm: Server, frame: bytes, code: int) -> None:
    ada = Guest(calm, "Ada").introduce()
    with raw_socket(calm, ada.open("spar")) as raw:
        raw.sendall(frame)
        assert bytes([0x88]) in (told := read_all(raw))
        assert code.to_bytes(2) in told


def test_random_bytes_instead_of_frames(calm: Server) -> None:
    dice, ada = random.Random(3), Guest(calm, "Ada").introduce()
    table = ada.open("spar")
    for _ in range(60):
        with raw_socket(calm, table) as raw, suppress(OSError):
            raw.sendall(dice.randbytes(dice.choice((1, 10, 300, 5000))))
    until(lambda: connections(ada) == 0)
    assert ada.get("/healthz").json()["status"] == "well"


def test_long_answers_that_nobody_reads_do_not_fill_the_memory(calm: Server) -> None:
    """A welcome with a long story has some forty thousand letters: not only how many wait is limited."""

    async def long_story() -> str:
        async with AsyncExitStack() as stack:
            party = await gather(calm, stack, "spar", options={"target": "40"})
            await play_a_while(party, 120)
            assert 100 < party.clients[0].picture["number"] < calm.settings.kept, "a longer story is not told"
            return party.table

    table = asyncio.run(asyncio.wait_for(long_story(), PATIENCE_S))
    used, watcher = memory(calm), Guest(calm, "x")
    with raw_socket(calm, table) as raw:
        raw.sendall(masked(b'{"type":"hello","seen":1}') * 400)
        until(lambda: connections(watcher) == 0, "256 frames would wait here")
        assert memory(calm) < used + 20


def test_saying_hello_again_counts_as_connecting_again(tmp_path: Path) -> None:
    """A welcome with a long story is dear: those of one address are limited over all its sockets."""
    limits = msgspec.structs.replace(GENEROUS, connects_rate=0.001, connects_burst=12)

    async def greet() -> None:
        table = Guest(server, "Ada").introduce().open("spar")
        async with AsyncExitStack() as stack:
            clients = [await stack.enter_async_context(Guest(server, "").at(table)) for _ in range(4)]
            for client in clients * 3:
                await client.send(type="hello", seen=1)
            answers = [await client.until("welcome", "refused") for client in clients * 3]
            assert [answer["type"] for answer in answers].count("welcome") == 8
            said = [answer["sentence"] for answer in answers if answer["type"] == "refused"]
            assert said == ["You said hello too often; wait a moment."] * 4

    with Server(tmp_path, limits=limits) as server:
        asyncio.run(greet())


def test_who_is_sent_away_and_does_not_read_is_cut(calm: Server) -> None:
    """The last words wait behind a full line: it must not stay open for ever."""
    ada = Guest(calm, "Ada").introduce()
    with raw_socket(calm, ada.open("half_suit")) as raw:
        with suppress(OSError):
            raw.sendall(masked(b'{"type":"hello"}') * 3000 + masked(b"{") * 10)
        until(lambda: is_cut(raw))


async def come_and_go(server: Server, table: str, cookie: str, times: int) -> None:
    """Many clients, one after another and some at once: each is welcomed and leaves."""
    address = ("127.0.0.1", server.settings.port)

    async def come(number: int) -> None:
        welcomed: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

        def hear(frame: bytes) -> None:  # what comes after the welcome tells who else is here
            if not welcomed.done():
                welcomed.set_result(frame)

        identity = cookie if number % 10 == 0 else ""
        client = await wire.connect(address, f"/ws/tables/{table}", identity, hear, lambda: None)
        client.send(b'{"type":"hello"}')
        assert b'"welcome"' in await welcomed
        client.close()

    for begin in range(0, times, 20):
        await asyncio.gather(*map(come, range(begin, begin + 20)))


def test_those_who_were_here_leave_nothing_in_memory(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ada = Guest(server, "Ada").introduce()
        table, cookie = ada.open("spar"), f"handful={ada.cookie}"
        asyncio.run(come_and_go(server, table, cookie, 500))
        used = memory(server)
        asyncio.run(come_and_go(server, table, cookie, 5_000))
        until(lambda: connections(ada) == 0)
        assert memory(server) < used + 5  # MiB: a thousandth of one for each is too much
