"""A pool of bots in worker processes. Whatever a bot does, every question gets a legal answer.

A worker is a fresh interpreter (never a fork of the server) with one socket and a bare environment: it is told the
question and nothing else. One that crashes, takes too long or answers nonsense is killed, and a fresh one is asked.
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from handful.bots import Answer, Question, levels
from handful.bots.worker import LARGEST_REPLY, LENGTH_BYTES, AnyReply, Trouble, framed
from handful.policy import LONGEST_REASON
from handful.simulation import cores

TRIES = 2
"""How many workers a question is put to before it is answered without any."""
START_SECONDS = 30.0
PATIENCE_SECONDS = 10.0
"""How long a question waits for a free worker before it is answered without one."""

ENVIRONMENT = (
    "HANDFUL_CACHE",
    "HANDFUL_GAMES",
    "HOME",
    "LANG",
    "LC_ALL",
    "PATH",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONHASHSEED",
    "TMPDIR",
    "XDG_CACHE_HOME",
)
"""What a worker inherits: nothing that could hold a password."""


class PoolClosed(Exception):
    """The pool was closed before it came to the question."""


class Failed(Exception):
    """A worker crashed, was too slow, or answered nonsense: it cannot be trusted with another question."""


class Late(Failed):
    """A worker took longer than it was given."""


HASTY = "normal"
"""The level of an answer without a worker: the judgement of the game's policy, which takes milliseconds."""


def fallback(question: Question) -> Answer:
    """What the game's policy judges best at once; any legal action only if the policy itself goes wrong."""
    try:
        answer = levels.choose(msgspec.structs.replace(question, level=HASTY))
    except Exception:  # whatever it was: the table must go on
        answer = None
    if answer is None or answer.action not in question.legal:
        return Answer(question.legal[question.seed % len(question.legal)], "I had to act at once.")
    return answer


def checked(question: Question, body: bytes) -> Answer:
    """The answer in a worker's reply, if it is one: a legal action and a short printable sentence."""
    try:
        reply = _decoder.decode(body)
    except msgspec.MsgspecError as error:
        raise Failed("it answered nonsense") from error
    if isinstance(reply, Trouble):
        raise Failed(reply.where[:LONGEST_REASON])
    answer = reply.answer
    if answer.action not in question.legal:
        raise Failed("it chose an illegal action")
    if len(answer.reason) > LONGEST_REASON or not answer.reason.isprintable():
        raise Failed("its reason is no sentence")
    return answer


_decoder: msgspec.msgpack.Decoder[AnyReply] = msgspec.msgpack.Decoder(AnyReply)
_encoder = msgspec.msgpack.Encoder()


class Worker:
    """One worker process and the socket to it."""

    def __init__(self, process: subprocess.Popen[bytes], channel: socket.socket) -> None:
        self.process = process
        self.channel = channel

    @classmethod
    async def start(cls, module: str) -> Worker:
        """A new worker that is ready; Failed if it does not get so far."""
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        try:
            with theirs:
                worker = cls(await asyncio.to_thread(_launch, module, theirs), ours)
        except OSError as error:
            ours.close()
            raise Failed("it could not be started") from error
        try:
            async with asyncio.timeout(START_SECONDS):
                await worker.receive()
        except (Failed, TimeoutError) as error:
            await worker.stop()
            raise Failed("it did not start") from error
        except asyncio.CancelledError:
            await worker.stop()
            raise
        return worker

    async def think(self, job: Job) -> Answer:
        """Its answer, within the time that the question allows."""
        try:
            async with asyncio.timeout(job.seconds):
                await self.send(job.body)
                body = await self.receive()
        except TimeoutError:
            raise Late("it took too long") from None
        return checked(job.question, body)

    async def send(self, body: bytes) -> None:
        """Send a message."""
        try:
            await asyncio.get_running_loop().sock_sendall(self.channel, framed(body))
        except OSError as error:
            raise Failed("it is gone") from error

    async def receive(self) -> bytes:
        """The next message."""
        length = int.from_bytes(await self._exactly(LENGTH_BYTES), "big")
        if length > LARGEST_REPLY:
            raise Failed("it answered too much")
        return await self._exactly(length)

    async def _exactly(self, n: int) -> bytes:
        loop, got = asyncio.get_running_loop(), b""
        while len(got) < n:
            try:
                more = await loop.sock_recv(self.channel, n - len(got))
            except OSError as error:
                raise Failed("it is gone") from error
            if not more:
                raise Failed("it is gone")
            got += more
        return got

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    async def stop(self) -> None:
        """End the process, and wait until it is gone."""
        self.process.kill()
        self.channel.close()
        await asyncio.to_thread(self.process.wait)


def _launch(module: str, channel: socket.socket) -> subprocess.Popen[bytes]:
    """Start an interpreter with the socket as its standard input, and the same import path as ours."""
    environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    environment["PYTHONPATH"] = os.pathsep.join(path or os.getcwd() for path in sys.path)
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "handful.bots.worker", module],
        stdin=channel.fileno(),
        stdout=subprocess.DEVNULL,
        env=environment,
    )


@dataclass(eq=False)
class Job:
    """A question that waits for its answer."""

    question: Question
    body: bytes
    """The question as a worker gets it."""
    seconds: float
    table: str
    watched: Callable[[], bool]
    """Whether people are at the table."""
    answer: asyncio.Future[Answer]
    taken: asyncio.Event
    """A lane has come to it."""


@dataclass(eq=False)
class Lane:
    """One worker at a time, and one question at a time for it."""

    worker: Worker | None = None


class Turns:
    """Questions that wait. Tables take turns, so that none fills the row; those with people come before all others."""

    def __init__(self) -> None:
        self._of: dict[str, deque[Job]] = {}
        """By table, the next one first: its questions, in the order in which they came."""
        self._ready = asyncio.Semaphore(0)

    def __len__(self) -> int:
        return sum(map(len, self._of.values()))

    def put(self, job: Job) -> None:
        """Let a question wait."""
        self._of.setdefault(job.table, deque()).append(job)
        self._ready.release()

    def end(self) -> None:
        """Let one who waits for a question go without."""
        self._ready.release()

    async def next(self) -> Job | None:
        """The question whose turn it is, when there is one; None at the end."""
        await self._ready.acquire()
        return self.take()

    def take(self) -> Job | None:
        """The question whose turn it is; None if none waits."""
        watched = (table for table, jobs in self._of.items() if jobs[0].watched())
        table = next(watched, next(iter(self._of), None))
        if table is None:
            return None
        jobs = self._of.pop(table)
        job = jobs.popleft()
        if jobs:
            self._of[table] = jobs  # after all others
        return job


class BotPool:
    """Some worker processes, and the questions that wait for them."""

    def __init__(
        self, workers: int | None = None, module: str = "handful.bots.levels", most_waiting: int = 2000
    ) -> None:
        self.size = workers or max(1, cores() - 1)
        self.module = module
        self.most_waiting = most_waiting
        self.asked = 0
        self.answered = 0
        """Answers that came from a bot."""
        self.fallbacks = 0
        """Answers that had to be given without one."""
        self.replaced = 0
        """Workers that were killed, or found dead."""
        self.late = 0
        """Workers that took too long, and questions to which no worker came in time."""
        self.troubles: Counter[str] = Counter()
        """What went wrong with workers, and how often."""
        self._waiting = Turns()
        self._lanes: list[asyncio.Task[None]] = []
        self._closed = False

    async def ask(
        self, question: Question, timeout_s: float, table: str = "", watched: Callable[[], bool] = lambda: True
    ) -> Answer:
        """A legal answer; a worker may think for this long. PoolClosed if the pool closes before it comes to it.

        Where people watch it does not wait for a worker for long; where nobody does, it waits after all others.
        """
        if not question.legal:
            raise ValueError("a bot is asked only when its seat has a legal action")
        if self._closed:
            raise PoolClosed
        body = _encoder.encode(question)
        self.asked += 1
        if len(self._waiting) >= self.most_waiting:
            return self._give_up(question)
        if not self._lanes:
            self._lanes = [asyncio.create_task(self._serve_lane()) for _ in range(self.size)]
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        job = Job(question, body, timeout_s, table, watched, answer, asyncio.Event())
        self._waiting.put(job)
        try:
            while not await self._is_taken(job):
                if watched():
                    self.late += 1
                    return self._give_up(question)
            return await answer
        finally:
            answer.cancel()  # nobody waits for it any more

    async def _is_taken(self, job: Job) -> bool:
        """Whether a lane comes to a question in time."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await job.taken.wait()
        except TimeoutError:
            return False

    async def close(self) -> None:
        """Let bots finish what they think about, turn other questions away, and end all workers."""
        self._closed = True
        while job := self._waiting.take():
            if not job.answer.done():
                job.taken.set()
                job.answer.set_exception(PoolClosed())
        for _ in self._lanes:
            self._waiting.end()
        await asyncio.gather(*self._lanes)

    async def _serve_lane(self) -> None:
        """Answer one question after the other until the pool is closed."""
        lane = Lane()
        try:
            while job := await self._waiting.next():
                if not job.answer.done():
                    job.taken.set()
                    answer = await self._settle(job, lane)
                    if not job.answer.done():
                        job.answer.set_result(answer)
        finally:
            if lane.worker:
                await lane.worker.stop()

    async def _settle(self, job: Job, lane: Lane) -> Answer:
        """The answer of the lane's worker or of a fresh one; at last one without a worker."""
        for _ in range(TRIES):
            try:
                if lane.worker and not lane.worker.alive:
                    await self._dismiss(lane)
                lane.worker = lane.worker or await Worker.start(self.module)
                answer = await lane.worker.think(job)
            except Exception as error:  # whatever it was: the lane must go on
                self.late += isinstance(error, Late)
                self.troubles[str(error) if isinstance(error, Failed) else type(error).__name__] += 1
                await self._dismiss(lane)
            else:
                self.answered += 1
                return answer
        return self._give_up(job.question)

    async def _dismiss(self, lane: Lane) -> None:
        """End a lane's worker, if it has one: it cannot be trusted."""
        worker, lane.worker = lane.worker, None
        if worker:
            self.replaced += 1
            await worker.stop()

    def _give_up(self, question: Question) -> Answer:
        """The answer to a question that no bot answered."""
        self.fallbacks += 1
        return fallback(question)
