"""What every answer carries against misuse, and where a visitor comes from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.types import Message, Scope

CSP = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
FOR_A_YEAR = b"max-age=31536000"
FOREVER = b"max-age=31536000, immutable"


async def add_headers(message: Message, scope: Scope) -> None:
    """Put the security headers on every answer, errors included."""
    if message["type"] != "http.response.start":
        return
    headers = list(message.get("headers", ()))
    present = {name.lower() for name, _ in headers}
    headers += [(name, value) for name, value in HEADERS if name not in present]
    if b"cache-control" not in present:
        headers.append((b"cache-control", FOREVER if is_hashed(message, scope) else b"no-store"))
    if scope.get("scheme") == "https":
        headers.append((b"strict-transport-security", FOR_A_YEAR))
    message["headers"] = headers


def is_hashed(message: Message, scope: Scope) -> bool:
    """Whether the answer is a file of the browser client whose name changes with its content."""
    return message.get("status") in (200, 304) and str(scope.get("path", "")).startswith("/assets/")


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The network address of a visitor."""
    return connection.client.host if connection.client else ""


def same_site(connection: ASGIConnection[Any, Any, Any, Any], allowed: Sequence[str]) -> bool:
    """Whether a request comes from our own pages, an allowed origin, or no browser at all."""
    origin = connection.headers.get("origin")
    if origin is None or origin in allowed:
        return True
    try:
        site = urlsplit(origin).netloc
    except ValueError:  # such as http://[
        return False
    return site.lower() == connection.headers.get("host", "").lower()
