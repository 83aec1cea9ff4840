"""A worker process: it reads questions from its one socket and answers them. It knows nothing else of the server.

A message is its length in four bytes, then MessagePack. The first one from a worker is empty: it is ready.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import socket
import sys
import threading
import traceback
from importlib import import_module
from typing import BinaryIO

import msgspec

from handful.bots import Answer, Question

LENGTH_BYTES = 4
LARGEST_REPLY = 4096


class Trouble(msgspec.Struct, frozen=True, tag="trouble"):
    """A bot raised an error. Where, but not with which values: those may be cards."""

    where: str


class Reply(msgspec.Struct, frozen=True, tag="reply"):
    """A bot's answer."""

    answer: Answer


AnyReply = Reply | Trouble


def framed(body: bytes) -> bytes:
    """A message as it goes over the socket."""
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


def listen(stream: BinaryIO, heard: queue.SimpleQueue[bytes]) -> None:
    """Hear questions until the server is gone; then this process ends, whatever its bot is doing."""
    with contextlib.suppress(OSError):  # a server that was killed resets the line instead of closing it
        while length := stream.read(LENGTH_BYTES):
            heard.put(stream.read(int.from_bytes(length, "big")))
    os._exit(0)


def where(error: Exception) -> str:
    """The kind of an error and the line it came from."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {os.path.basename(last.filename)}, line {last.lineno}"


def serve(channel: socket.socket, module: str) -> None:
    """Answer questions with a module's `choose`, one after the other, after its `prepare`."""
    bot = import_module(module)
    bot.prepare()
    heard: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(channel.makefile("rb"), heard), daemon=True).start()
    decoder, encoder = msgspec.msgpack.Decoder(Question), msgspec.msgpack.Encoder()
    channel.sendall(framed(b""))
    while True:
        question = decoder.decode(heard.get())
        try:
            reply: AnyReply = Reply(bot.choose(question))
        except Exception as error:
            reply = Trouble(where(error))
        channel.sendall(framed(encoder.encode(reply)))


def main() -> None:
    """Serve on standard input, which is a socket; Ctrl-C is for the server, which then closes it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)  # the server's own loop comes first
    serve(socket.socket(fileno=os.dup(0)), sys.argv[1])


if __name__ == "__main__":
    main()
