"""The application: routes, limits, headers, and the pages of the browser client."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import structlog
from litestar import Litestar, MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

from handful.server import security
from handful.server.house import House
from handful.server.http import ROUTES
from handful.server.messages import FRAME_BYTES
from handful.server.settings import Settings
from handful.server.sockets import lobby_socket, table_socket
from handful.store import Unavailable, open_store

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


def turn_away(request: Request[Any, Any, State]) -> Response[dict[str, str]] | None:
    """Refuse a request that comes too soon after others, or from another site."""
    house: House = request.app.state.house
    if house.stopping:
        return Response({"sentence": "The server is restarting."}, status_code=503)
    if not house.requests.take(security.address_of(request)):
        house.metrics.turned_away.labels("requests").inc()
        return Response({"sentence": "That were too many requests; wait a moment."}, status_code=429)
    if "\0" in request.scope["path"]:  # no file system takes such a name
        return Response({"sentence": "There is no such page."}, status_code=404)
    if request.method != "GET" and not security.same_site(request, house.settings.origins):
        house.metrics.turned_away.labels("origin").inc()
        return Response({"sentence": "This request comes from another site."}, status_code=403)
    return None


def refused(request: Request[Any, Any, State], error: HTTPException) -> Response[dict[str, str]]:
    """An error as a sentence."""
    sentence = error.detail or "That did not work."
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        said = "; ".join(
            f"{one.get('key', '')} {one.get('message', '')}".strip() for one in error.extra if isinstance(one, dict)
        )
        sentence = f"This request cannot be read: {(said or error.detail)[:250].rstrip('.')}."
    return Response({"sentence": sentence[:300]}, status_code=error.status_code, headers=error.headers or {})


def too_deep(request: Request[Any, Any, State], error: RecursionError) -> Response[dict[str, str]]:
    """A body in brackets within brackets."""
    return Response({"sentence": "This request cannot be read: it is nested too deeply."}, status_code=400)


def not_text(request: Request[Any, Any, State], error: UnicodeDecodeError) -> Response[dict[str, str]]:
    """A body that says it is text, and is not."""
    return Response({"sentence": "This request cannot be read: it is not UTF-8."}, status_code=400)


def unavailable(request: Request[Any, Any, State], error: Unavailable) -> Response[dict[str, str]]:
    """The store does not answer."""
    return Response({"sentence": "The tables cannot be read just now; try again in a moment."}, status_code=503)


def broken(request: Request[Any, Any, State], error: Exception) -> Response[dict[str, str]]:
    """An error of ours: nothing of it is told."""
    log.error("request failed", error=type(error).__name__)
    return Response({"sentence": "Something is wrong on the server."}, status_code=500)


def pages(folder: Path) -> list[ControllerRouterHandler]:
    """The browser client, where there is one; else a page that says where things are."""
    index = folder / "index.html"
    if index.is_file():
        text = index.read_text(encoding="utf-8")

        @get(["/t/{table:str}", "/replay/{table:str}"], media_type=MediaType.HTML, include_in_schema=False)
        async def client(table: str) -> str:
            return text

        return [client, create_static_files_router("/", [folder], html_mode=True, include_in_schema=False)]

    @get(["/", "/t/{table:str}"], media_type=MediaType.HTML, include_in_schema=False)
    async def placeholder(table: str = "") -> str:
        return PLACEHOLDER.format(links="\n".join(f'<li><a href="{link}">{link}</a></li>' for link in LINKS))

    return [placeholder]


def make_app(settings: Settings) -> Litestar:
    """The application of some settings. It opens its store when it starts."""

    @contextlib.asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        try:
            store = await open_store(settings.store)
        except Unavailable as error:
            app.state.trouble = str(error)
            raise
        house = House(settings, store, await store.key("cookie"))
        app.state.house = house
        await house.start()
        log.info("started", bus=house.bus.shared, tables=len(house.hub.rooms))
        try:
            yield
        finally:
            await house.stop()
            log.info("stopped")

    folder = Path(settings.web) if settings.web else Path(__file__).parent / "static"
    return Litestar(
        [*ROUTES, table_socket, lobby_socket, *pages(folder)],
        lifespan=[running],
        before_request=turn_away,
        before_send=[security.add_headers],
        exception_handlers={
            HTTPException: refused,
            RecursionError: too_deep,
            UnicodeDecodeError: not_text,
            Unavailable: unavailable,
            Exception: broken,
        },
        openapi_config=OpenAPIConfig(title="Handful", version="1", path="/schema", render_plugins=[JsonRenderPlugin()]),
        request_max_body_size=FRAME_BYTES,
        logging_config=None,
    )
