"""The lines on which requests come: how many may wait for their answers, and how long a line may take."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack
from pathlib import Path

import msgspec

from tests.patience import PATIENCE_S
from tests.security.fuzz import memory
from tests.server.clients import GENEROUS, Server

ASKED = b"GET /api/me HTTP/1.1\r\nHost: x\r\n\r\n"
EVEN = b"GET /api/lobby HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 23 + b"\r\n\r\n"
"""64 bytes: a piece of the flood is a number of whole requests."""


def line(server: Server) -> socket.socket:
    """A line to the server, on which nothing was said."""
    return socket.create_connection(("127.0.0.1", server.settings.port), PATIENCE_S)


def read_all(raw: socket.socket) -> bytes:
    """What comes until the line is closed."""
    found = b""
    while more := raw.recv(1 << 16):
        found += more
    return found


def read_until(raw: socket.socket, end: bytes) -> bytes:
    """What comes up to some words."""
    found = b""
    while end not in found:
        more = raw.recv(1 << 16)
        assert more, found
        found += more
    return found


def test_a_flood_of_requests_whose_answers_nobody_reads_is_cut(server: Server) -> None:
    """Where all of them were kept, 26 MB of requests took a gigabyte."""
    used = memory(server)
    cut = False
    with line(server) as flood:
        try:
            for _ in range(800):
                flood.sendall(EVEN * 512)
                time.sleep(0.001)  # piece by piece: the more of them the server reads, the more it could keep
        except ConnectionError:
            cut = True
        held = memory(server) - used
    assert held < 20
    assert cut


def test_requests_that_come_together_are_answered_in_order_up_to_a_limit(server: Server) -> None:
    last = b"GET /api/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with line(server) as few:
        few.sendall(ASKED * 15 + last)
        answers = read_all(few)
    assert answers.count(b"HTTP/1.1 200 OK\r\n") == 16
    assert answers.rindex(b'"spar"') > answers.rindex(b"HTTP/1.1 200 OK\r\n")
    with line(server) as many:
        many.sendall(ASKED * 16 + last)
        answers = read_all(many)
    assert answers.startswith(b"HTTP/1.1 429 ")
    assert answers.endswith(b'"sentence":"Wait for an answer before you ask for more."}')


def test_a_line_that_was_used_for_requests_may_become_a_socket(server: Server) -> None:
    """Proxies use their lines again."""
    upgrade = (
        b"GET /ws/lobby HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    with line(server) as used:
        used.sendall(ASKED)
        assert read_until(used, b'"page":""}').startswith(b"HTTP/1.1 200 OK\r\n")
        used.sendall(upgrade)
        assert read_until(used, b'"type":"lobby"').startswith(b"HTTP/1.1 101 ")


def test_the_lines_of_an_address_are_counted(tmp_path: Path) -> None:
    """Not those of a proxy, on which everybody comes."""
    limits = msgspec.structs.replace(GENEROUS, lines_per_address=5)
    with Server(tmp_path, limits=limits, proxies=("10.1.2.3",)) as server, ExitStack() as stack:
        lines = [stack.enter_context(line(server)) for _ in range(5)]
        for one in lines:
            one.sendall(ASKED)
            assert read_until(one, b'"page":""}').startswith(b"HTTP/1.1 200 OK\r\n")
        with line(server) as more:
            answer = read_all(more)
        assert answer.startswith(b"HTTP/1.1 429 ")
        assert b"many_connections" in answer
        lines[0].close()
        lines[1].sendall(b"GET /api/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        read_all(lines[1])  # and by now the server knows that the other has gone
        with line(server) as more:
            more.sendall(ASKED)
            assert read_until(more, b'"page":""}').startswith(b"HTTP/1.1 200 OK\r\n")
    with Server(tmp_path, limits=limits) as server, ExitStack() as stack:
        for one in [stack.enter_context(line(server)) for _ in range(9)]:
            one.sendall(ASKED)
            assert read_until(one, b'"page":""}').startswith(b"HTTP/1.1 200 OK\r\n")
