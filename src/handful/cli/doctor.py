"""`handful doctor`: what is missing or misconfigured on this machine, each with what to do about it."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import re
import shutil
import socket
import sqlite3
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from importlib import metadata
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit
from urllib.request import urlopen

import typer

import handful
from handful.cli.output import many, show_json
from handful.game import suggest
from handful.games import ROOMS, find
from handful.server.settings import Settings
from handful.store import Unavailable, schema
from handful.store.backup import CannotCopy, connected, is_postgresql, opened, path_of

Status = Literal["ok", "warning", "error"]
SIGNS: dict[Status, str] = {"ok": "✓", "warning": "!", "error": "✗"}
COLOURS: dict[Status, str] = {"ok": "green", "warning": "yellow", "error": "red"}
MB = 1_000_000
LITTLE, TOO_LITTLE = 1_000 * MB, 100 * MB
"""Bytes on a disk."""
OFF, FAR_OFF = 0.5, 5.0
"""By how many seconds clocks may differ."""
SECONDS = 5.0
"""How long an answer of another program may take."""
LOOPBACK = ("127.0.0.1", "::1", "localhost")
OURS = "HANDFUL_"
OTHERS = ("HANDFUL_CACHE", "HANDFUL_SITE", "HANDFUL_NODES")
"""Names in the environment that are no options: where compiled bots are, and what deploy/Caddyfile goes by."""
NETWORK_DISKS = {"nfs", "nfs4", "cifs", "smb3", "9p", "afs", "fuse.sshfs", "glusterfs", "ceph"}


class Line(NamedTuple):
    """One thing that was looked at."""

    status: Status
    what: str
    sentence: str


Check = Callable[[Settings], Iterator[Line]]


def examine(settings: Settings, variables: Sequence[str], as_json: bool) -> int:
    """Look at everything and tell; 1 if something is wrong. Such variables of the environment set something."""
    lines = []
    for check in (*CHECKS, environment(variables)):
        for line in checked(check, settings):
            lines.append(line)
            if not as_json:
                sign = typer.style(SIGNS[line.status], fg=COLOURS[line.status], bold=True)
                typer.echo(f"{sign} {line.what:<8} {line.sentence}")
    counts = {status: sum(line.status == status for line in lines) for status in SIGNS}
    if as_json:
        show_json({**counts, "lines": [line._asdict() for line in lines]})
    else:
        typer.echo(f"{counts['ok']} ok, {many(counts['warning'], 'warning')}, {many(counts['error'], 'error')}")
    return int(counts["error"] > 0)


def checked(check: Check, settings: Settings) -> Iterator[Line]:
    """What a check finds; one that fails itself is an error like others, and the next are made all the same."""
    try:
        yield from check(settings)
    except Exception as error:
        yield Line("error", check.__name__.rstrip("_"), f"This cannot be examined: {type(error).__name__}: {error}.")


# ------------------------------------------------------------ the installation


def python(settings: Settings) -> Iterator[Line]:
    """The interpreter and the packages."""
    extra = is_postgresql(settings.store) or settings.bus
    missing, found = [], 0
    for requirement in metadata.requires("handful") or []:
        if "extra ==" in requirement and not (extra and re.search(r"extra == ['\"]cluster['\"]", requirement)):
            continue
        name = re.split(r"[^\w.-]", requirement, maxsplit=1)[0]
        try:
            metadata.version(name)
            found += 1
        except metadata.PackageNotFoundError:
            missing.append(name)
    versions = f"Handful {metadata.version('handful')} with Python {sys.version.split()[0]}"
    if missing:
        install = "handful[cluster]" if extra else "handful"
        yield Line("error", "python", f"{versions} lacks {', '.join(missing)}: install {install} again.")
    else:
        yield Line("ok", "python", f"{versions}; all {found} packages are there.")


def client(settings: Settings) -> Iterator[Line]:
    """The browser client."""
    folder = Path(settings.web) if settings.web else Path(handful.__file__).parent / "server" / "static"
    index = folder / "index.html"
    if not index.is_file():
        yield Line(
            "error",
            "client",
            f"There is no browser client in {folder}: run scripts/build-web in a checkout, or install the wheel again.",
        )
        return
    named = re.findall(r'(?:src|href)="/([^"]+)"', index.read_text(encoding="utf-8"))
    missing = [name for name in named if not (folder / name).is_file()]
    if missing:
        yield Line("error", "client", f"The browser client lacks {missing[0]}: install or build it again.")
    else:
        yield Line("ok", "client", f"The browser client is there, with all {len(named)} files that its page names.")


def bots(settings: Settings) -> Iterator[Line]:
    """Where compiled bots are kept, and whether they are."""
    from handful.bots import warmup
    from handful.bots.search import Thinker
    from handful.kernel import compiler

    folder = compiler.cache_folder().parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        yield Line(
            "warning",
            "bots",
            f"{folder} cannot be written ({error.strerror}): hard bots are compiled again at every start. "
            "Set HANDFUL_CACHE to a folder that can.",
        )
        return
    games = [find(name) for name in ROOMS]
    thinkers = {game.name: Thinker(game, game.policy) for game in games if game.policy}
    kept = f"*.search-*.py{sys.version_info.major}{sys.version_info.minor}.nbi"
    cold = [game for game, thinker in thinkers.items() if not any(Path(thinker.search.stats.cache_path).glob(kept))]
    if cold:
        yield Line(
            "warning",
            "bots",
            f"The hard bots of {', '.join(cold)} are not compiled yet, and will be at their first move. "
            f"`{sys.executable} -m {warmup.__name__}` does it now.",
        )
    else:
        yield Line("ok", "bots", f"The hard bots of all {len(thinkers)} games are compiled, in {folder}.")


def environment(variables: Sequence[str]) -> Check:
    """A look at the settings in the environment: a misspelt one would be passed over in silence."""
    known = [*variables, *OTHERS]

    def misspelt(_: Settings) -> Iterator[Line]:
        ours = sorted(name for name in os.environ if name.startswith(OURS))
        unknown = [name for name in ours if name not in known]
        for name in unknown:
            said = f"{name} in the environment sets nothing.{suggest(name, known)}"
            yield Line("warning", "settings", f"{said} docs/hosting.md lists the settings.")
        if not unknown:
            yield Line("ok", "settings", f"{many(len(ours), 'setting')} in the environment, and no misspelt name.")

    return misspelt


# ------------------------------------------------------------ what it works with


def store(settings: Settings) -> Iterator[Line]:
    """The database."""
    yield from (on_a_server if is_postgresql(settings.store) else in_a_file)(settings)


def in_a_file(settings: Settings) -> Iterator[Line]:
    """A store in a file, and its disk."""
    path = path_of(settings.store).absolute()
    if not path.parent.is_dir():
        yield Line("error", "store", f"There is no folder {path.parent} for the store: make it first.")
        return
    yield from disk(path.parent)
    if not path.exists():
        if os.access(path.parent, os.W_OK | os.X_OK):
            yield Line("ok", "store", f"{path} will be made when the server starts.")
        else:
            yield Line("error", "store", f"{path} cannot be made: the folder is not ours to write to.")
        return
    if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield Line("warning", "store", f"Others can read {path}, and the shuffles in it: chmod 600 it.")
    try:
        with closing(opened(path)) as connection:
            yield from layout(connection.execute("SELECT max(version) FROM schema").fetchone()[0])
            found = " ".join(connection.execute("PRAGMA quick_check(1)").fetchone()[0].split())
            if found != "ok":
                yield Line("error", "store", f"{path} is damaged ({found}): restore a backup.")
                return
            (newest,) = connection.execute("SELECT coalesce(max(changed), 0) FROM tables").fetchone()
            yield from from_the_future(newest)
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
    except CannotCopy as error:
        yield Line("error", "store", str(error))
    except sqlite3.OperationalError as error:
        yield Line("error", "store", f"{path} cannot be written: {error}.")
    except sqlite3.DatabaseError as error:
        yield Line("error", "store", f"{path} is damaged ({error}): restore a backup.")
    else:
        yield Line("ok", "store", f"{path} is whole and can be written.")


def disk(folder: Path) -> Iterator[Line]:
    """The space on a disk, and whether it is one for SQLite."""
    free = shutil.disk_usage(folder).free
    status: Status = "error" if free < TOO_LITTLE else "warning" if free < LITTLE else "ok"
    advice = "" if status == "ok" else ": make room, or no move can be kept when it is full"
    yield Line(status, "disk", f"{free // MB:,} MB are free in {folder}{advice}.")
    if (kind := kind_of_disk(folder)) in NETWORK_DISKS:
        yield Line("error", "disk", f"{folder} is on a network disk ({kind}), where SQLite's log does not work.")


def kind_of_disk(folder: Path) -> str:
    """The kind of file system on which a folder lies; empty where the system does not tell."""
    found, best = "", -1
    with suppress(OSError):
        for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines():
            _, place, kind, *_ = line.split()
            place = place.replace("\\040", " ")
            if folder.is_relative_to(place) and len(place) > best:
                found, best = kind, len(place)
    return found


def layout(version: int) -> Iterator[Line]:
    """Whether a store's layout fits this version."""
    try:
        behind = bool(schema.missing(version, schema.STEPS, schema.SQLITE))
    except Unavailable as error:
        yield Line("error", "store", str(error))
        return
    if behind:
        yield Line(
            "ok", "store", f"Its layout is {version}; the server brings it to {len(schema.STEPS)}. Make a backup first."
        )


def on_a_server(settings: Settings) -> Iterator[Line]:
    """A store on PostgreSQL."""
    try:
        yield from asyncio.run(asked(settings.store))
    except (CannotCopy, TimeoutError, ImportError) as error:
        said = str(error) or "it does not answer"
        yield Line("error", "store", f"PostgreSQL cannot be reached: {said.rstrip('.')}. Check --store and PGPASSWORD.")


async def asked(address: str) -> list[Line]:
    """What PostgreSQL says of itself."""
    lines: list[Line] = []
    async with asyncio.timeout(SECONDS), connected(address) as connection:
        before = time.time()
        theirs = float(await connection.fetchval("SELECT extract(epoch FROM clock_timestamp())"))
        lines += apart(theirs - (before + time.time()) / 2)
        if await connection.fetchval("SHOW transaction_read_only") == "on":
            lines.append(Line("error", "store", "This PostgreSQL takes no changes: it is a copy of another."))
        if await connection.fetchval("SELECT to_regclass('schema')") is None:
            lines.append(Line("ok", "store", "The database is empty; the first node makes its tables."))
        else:
            lines += layout(await connection.fetchval("SELECT max(version) FROM schema"))
            lines += from_the_future(await connection.fetchval("SELECT coalesce(max(changed), 0) FROM tables"))
        said = (await connection.fetchval("SHOW server_version")).split()[0]
        lines.append(Line("ok", "store", f"PostgreSQL {said} answers."))
    return lines


def bus(settings: Settings) -> Iterator[Line]:
    """NATS, where there are several nodes."""
    shared = is_postgresql(settings.store)
    if settings.bus and not shared:
        yield Line("error", "bus", "A bus is for nodes that share PostgreSQL; this store is a file of one server.")
    elif shared and not settings.bus:
        yield Line("warning", "bus", "PostgreSQL without a bus is for one node only: give every node the same --bus.")
    elif not settings.bus:
        yield Line("ok", "bus", "One server alone needs no bus.")
    if settings.bus:
        try:
            said = asyncio.run(heard(settings.bus))
        except Exception as error:  # whatever nats-py has to say
            said = str(error) or type(error).__name__
            yield Line("error", "bus", f"NATS cannot be reached at {host_of(settings.bus)}: {said.rstrip('.')}.")
        else:
            yield Line("ok", "bus", f"NATS {said} answers.")


async def heard(address: str) -> str:
    """The version of a NATS server that answers."""
    import nats

    async def quietly(_: Exception) -> None:
        pass

    async with asyncio.timeout(SECONDS):
        connection = await nats.connect(
            address, allow_reconnect=False, connect_timeout=3, max_reconnect_attempts=0, error_cb=quietly
        )
        await connection.flush()
        version = connection.connected_server_version
        await connection.close()
    return f"{version.major}.{version.minor}.{version.patch}"


def host_of(address: str) -> str:
    """An address without the password that may be in it."""
    parts = urlsplit(address)
    return f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname)


# ------------------------------------------------------------ the machine


def clock(settings: Settings) -> Iterator[Line]:
    """The clock, by which players' time runs and cookies and entries are dated."""
    now = datetime.now(UTC)
    installed = Path(handful.__file__).stat().st_mtime
    if time.time() < installed - 60:
        yield Line("error", "clock", f"The clock says {now:%Y-%m-%d %H:%M} UTC, before this was installed: set it.")
    else:
        yield Line("ok", "clock", f"The clock says {now:%Y-%m-%d %H:%M} UTC.")


def from_the_future(newest: int) -> Iterator[Line]:
    """Whether a store has entries that are not yet to be."""
    ahead = newest / 1000 - time.time()
    if ahead > FAR_OFF:
        yield Line("error", "clock", f"The newest entry is {ahead:,.0f} seconds ahead of this machine's clock: set it.")


def apart(seconds: float) -> Iterator[Line]:
    """How far the database's clock is from ours."""
    status: Status = "error" if abs(seconds) > FAR_OFF else "warning" if abs(seconds) > OFF else "ok"
    advice = "" if status == "ok" else ": keep all machines' clocks right (NTP)"
    yield Line(status, "clock", f"The database's clock is {abs(seconds):.1f} seconds from this one{advice}.")


def port(settings: Settings) -> Iterator[Line]:
    """Whether the server can listen."""
    where = f"{settings.host}, port {settings.port}"
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as listening:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((settings.host, settings.port))
    except OSError as error:
        yield (
            running(settings)
            if error.errno == errno.EADDRINUSE
            else Line("error", "port", f"The server cannot listen on {where}: {error.strerror}.")
        )
    else:
        yield Line("ok", "port", f"The server can listen on {where}.")


def running(settings: Settings) -> Line:
    """Who listens on the address that was to be ours."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    address = f"http://[{host}]" if ":" in host else f"http://{host}"
    said: dict[str, Any] = {}
    with suppress(OSError, ValueError):
        try:
            with urlopen(f"{address}:{settings.port}/healthz", timeout=SECONDS) as answer:
                said = json.loads(answer.read())
        except OSError as error:  # a server that is not well says so with status 503
            said = json.loads(getattr(error, "read", bytes)())
    match said.get("status") if isinstance(said, dict) else None:
        case "well":
            return Line("ok", "port", f"A Handful is running on port {settings.port}, and is well.")
        case None:
            return Line("error", "port", f"Another program listens on port {settings.port}: choose another --port.")
        case reason:
            return Line("error", "port", f"A Handful is running on port {settings.port}, and says: {reason}")


def network(settings: Settings) -> Iterator[Line]:
    """Whether the addresses of the site and of its proxies fit each other."""
    good = True
    for origin in settings.origins:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path or parts.query:
            good = False
            said = f"{origin!r} is no origin, and no page will come from it: write it as https://cards.example"
            yield Line("error", "network", f"{said}, without a path.")
    everywhere = os.environ.get("FORWARDED_ALLOW_IPS", "").split(",") if not settings.proxies else settings.proxies
    for proxy in filter(None, everywhere):
        try:
            wide = proxy == "*" or ip_network(proxy.strip(), strict=False).prefixlen == 0
        except ValueError:
            good = False
            yield Line(
                "error", "network", f"The proxy {proxy!r} is no address or network, such as 10.0.0.1 or 10.0.0.0/24."
            )
            continue
        if wide:
            good = False
            said = "Everybody is believed where they come from, so nobody can be limited"
            yield Line("warning", "network", f"{said}: name the proxy's address instead of {proxy}.")
    outside = settings.host not in LOOPBACK
    believed = [proxy for proxy in everywhere if proxy and proxy not in LOOPBACK]
    if outside and not believed:
        good = False
        said = f"{settings.host} can be reached without encryption"
        yield Line("warning", "network", f"{said}. Behind a proxy on another machine, name it with --proxy.")
    if believed and not outside:
        good = False
        said = f"The server listens on {settings.host} only, where {believed[0]} cannot reach it"
        yield Line("warning", "network", f"{said}: give --host, or no --proxy if the proxy is on this machine.")
    if good:
        yield Line(
            "ok", "network", f"Listening on {settings.host}; visitors' addresses are believed from the proxy only."
        )


CHECKS: tuple[Check, ...] = (python, client, bots, store, bus, clock, port, network)
