"""What every answer carries against misuse, and where a visitor comes from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
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


class Proxies:
    """Those who are believed where visitors come from: addresses and networks, or `*` for everybody.

    >>> proxies = Proxies("127.0.0.1, 10.1.0.0/16")
    >>> "10.1.2.3" in proxies, "10.2.0.1" in proxies
    (True, False)
    """

    def __init__(self, listed: str | Iterable[str]) -> None:
        self._listed = {one.strip() for one in (listed.split(",") if isinstance(listed, str) else listed)}
        self._networks = [found for one in self._listed if (found := _network(one))]

    def __contains__(self, host: str) -> bool:
        if "*" in self._listed or host in self._listed:
            return True
        try:
            address = ip_address(host)
        except ValueError:  # such as the path of a local socket
            return False
        return any(address in network for network in self._networks)


def _network(text: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(text)
    except ValueError:
        return None


@lru_cache(1 << 12)
def household(host: str) -> str:
    """Whom a visitor is counted with: those of the same address, or of the 2 to the 64 that one IPv6 line has.

    >>> household("203.0.113.7"), household("2001:db8::17:4")
    ('203.0.113.7', '2001:db8::/64')
    """
    if ":" not in host:
        return host
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 6 and address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address, 64), strict=False))


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The network address that a visitor is counted by."""
    return household(connection.client.host) if connection.client else ""


def same_site(connection: ASGIConnection[Any, Any, Any, Any], allowed: Sequence[str]) -> bool:
    """Whether a request comes from our own pages, an allowed origin, or no browser at all."""
    origin = connection.headers.get("origin")
    if origin is None or origin in allowed:
        return True
    try:
        site = urlsplit(origin).netloc
    except ValueError:  # such as http://[
        return False
    return bool(site) and site.lower() == connection.headers.get("host", "").lower()
