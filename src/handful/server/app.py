"""The application: routes, limits, headers, and the pages of the browser client."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import structlog
from litestar import Litestar, MediaType, Response, get
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

from handful.game import BadText
from handful.server import previews, security
from handful.server.health import refusal
from handful.server.http import ROUTES, STATUSES, Visit
from handful.server.identity import TABLE_ID
from handful.server.messages import FRAME_BYTES, Problem, problem
from handful.server.node import Node
from handful.server.settings import Settings
from handful.server.sockets import lobby_socket, table_socket
from handful.store import Unavailable, open_store
from handful.table.refusals import Refused

log = structlog.get_logger()
PLACEHOLDER = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Handful</title>
<h1>Handful</h1>
<p>The table server is running. The browser client is not part of this installation.</p>
<ul>
{links}
</ul>
</html>
"""
LINKS = ("/api/games", "/api/lobby", "/schema/openapi.json", "/healthz", "/metrics")


def denied(why: Refused, status: int | None = None, headers: dict[str, str] | None = None) -> Response[Problem]:
    """The answer that says why not."""
    found = status or STATUSES.get(why.code, 400)
    return Response(problem(why), status_code=found, headers=headers, media_type=MediaType.JSON)


def turn_away(request: Visit) -> Response[Problem] | None:
    """Refuse a request that comes too soon after others, or from another site."""
    node: Node = request.app.state.node
    if node.stopping:
        return denied(Refused("restarting"))
    if not node.requests.take(security.address_of(request)):
        node.metrics.turned_away.labels("requests").inc()
        return denied(Refused("many_requests"))
    if "\0" in request.scope["path"]:  # no file system takes such a name
        return denied(Refused("no_page"))
    if request.method != "GET" and not security.same_site(request, node.settings.origins):
        node.metrics.turned_away.labels("origin").inc()
        return denied(Refused("other_site"))
    return None


def failed(request: Visit, error: Exception) -> Response[Any]:
    """The answer to a request that failed. Of an error of ours nothing is told."""
    match error:
        case Refused():
            return denied(error)
        case HTTPException() if "route_handler" not in request.scope:  # it leads nowhere, but counts
            return turn_away(request) or lost(request) or denied(unfit(error), error.status_code, error.headers)
        case HTTPException():  # a request that Litestar does not take
            return denied(unfit(error), error.status_code, error.headers)
        case RecursionError():
            return denied(Refused("bad_request", why="it is nested too deeply"))
        case UnicodeDecodeError():
            return denied(Refused("bad_request", why="it is not UTF-8"))
        case Unavailable():
            log.error("request failed", error=type(error).__name__, reason=str(error))
            return denied(refusal(error))
    log.error("request failed", error=type(error).__name__)
    return denied(Refused("broken"))


def lost(request: Visit) -> Response[str] | None:
    """The browser client, which says kindly that an address leads nowhere, for whoever reads pages."""
    page = request.app.state.get("page")
    reads = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    return Response(page, status_code=404, media_type=MediaType.HTML) if page and reads else None


def unfit(error: HTTPException) -> Refused:
    """Why a request is not taken."""
    if not isinstance(error, ValidationException) or not isinstance(error.extra, list):
        return Refused("http", why=(error.detail or "That did not work.")[:300])
    said = [f"{one.get('key', '')} {one.get('message', '')}".strip() for one in error.extra if isinstance(one, dict)]
    return Refused("bad_request", why=("; ".join(said) or error.detail)[:250].rstrip("."))


def client_page(folder: Path) -> str:
    """The one page of the browser client; empty: there is none."""
    index = folder / "index.html"
    return index.read_text(encoding="utf-8") if index.is_file() else ""


def pages(folder: Path) -> list[ControllerRouterHandler]:
    """The browser client, where there is one; else a page that says where things are."""
    text = client_page(folder)
    if text:

        @get(
            ["/t/{about:str}", "/replay/{about:str}", "/rules/{about:str}"],
            media_type=MediaType.HTML,
            include_in_schema=False,
        )
        async def client(about: str, request: Visit) -> str:
            return await shared(text, about, request)

        # Where an address goes on with a value, the shorter one is not found among the files any more.
        @get(
            ["/learn", "/learn/{game:str}", "/learn/{game:str}/{lesson:str}", "/rules"],
            media_type=MediaType.HTML,
            include_in_schema=False,
        )
        async def learning(game: str = "", lesson: str = "") -> str:
            return text

        @get("/players/{player:str}", media_type=MediaType.HTML, include_in_schema=False)
        async def player_page(player: str) -> str:
            return text

        files = create_static_files_router("/", [folder], html_mode=True, include_in_schema=False)
        return [client, learning, player_page, files]

    @get(["/", "/t/{table:str}"], media_type=MediaType.HTML, include_in_schema=False)
    async def placeholder(table: str = "") -> str:
        return PLACEHOLDER.format(links="\n".join(f'<li><a href="{link}">{link}</a></li>' for link in LINKS))

    return [placeholder]


async def shared(page: str, about: str, request: Visit) -> str:
    """The page of a link that people share, with a preview for where they share it."""
    node: Node = request.app.state.node
    path = request.url.path
    kind = path.split("/")[1]
    preview = previews.HOME
    if kind == "rules" or TABLE_ID.fullmatch(about):
        with contextlib.suppress(Unavailable, BadText):  # the page itself says what is wrong
            preview = await previews.of_link(kind, about, node.look_at)
    return previews.with_preview(page, preview, str(request.base_url).rstrip("/"), path)


class Site(Litestar):
    """The application. A HEAD is answered as a GET is: uvicorn, which still knows it as a HEAD, leaves the body out."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request."""
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
        await super().__call__(scope, receive, send)


def make_app(settings: Settings) -> Litestar:
    """The application of some settings. It opens its store when it starts."""

    @contextlib.asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        try:
            store = await open_store(settings.store)
            node = Node(settings, store, await store.key("cookie"))
            app.state.node = node
            await node.start()
        except Unavailable as error:
            app.state.trouble = str(error)
            raise
        log.info("started", bus=node.bus.shared, tables=len(node.tables.live))
        try:
            yield
        finally:
            await node.stop()
            log.info("stopped")

    folder = Path(settings.web) if settings.web else Path(__file__).parent / "static"
    return Site(
        [*ROUTES, table_socket, lobby_socket, *pages(folder)],
        lifespan=[running],
        state=State({"page": client_page(folder)}),
        before_request=turn_away,
        before_send=[security.add_headers],
        exception_handlers={HTTPException: failed, Exception: failed},
        openapi_config=OpenAPIConfig(title="Handful", version="1", path="/schema", render_plugins=[JsonRenderPlugin()]),
        request_max_body_size=FRAME_BYTES,
        logging_config=None,
    )
