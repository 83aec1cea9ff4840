"""Who somebody is: a random id in a signed cookie, and a name that decides nothing."""

from __future__ import annotations

import hashlib
import hmac
import re
import unicodedata

COOKIE = "handful"
LONGEST_NAME = 24
PLAYER_ID = re.compile(r"[a-z2-7]{26}")
DEVICE_CODE = re.compile(r"([a-z2-7]{26})\.([0-9]{1,15})\.([0-9a-f]{64})")
TABLE_ID = re.compile(r"[a-z2-7]{16}")


def sign(player: str, key: bytes) -> str:
    """The cookie of a player."""
    return f"{player}.{_mark(player, key)}"


def player_of(cookie: str | None, key: bytes) -> str:
    """The player of a cookie; empty for none and for a forged one.

    >>> key = b"k" * 32
    >>> player = "abcdefghijklmnopqrstuvwxyz"
    >>> player_of(sign(player, key), key) == player
    True
    >>> player_of(sign(player, key), b"x" * 32)
    ''
    """
    player, _, mark = (cookie or "").partition(".")
    if not PLAYER_ID.fullmatch(player) or not mark.isascii():
        return ""
    return player if hmac.compare_digest(mark, _mark(player, key)) else ""


def _mark(player: str, key: bytes) -> str:
    return hmac.new(key, b"player " + player.encode(), hashlib.sha256).hexdigest()


def device_code(player: str, until: int, key: bytes) -> str:
    """A code with which another device becomes the same player, until a time in milliseconds."""
    return f"{player}.{until}.{_device_mark(player, until, key)}"


def player_of_code(code: str, now: int, key: bytes) -> str:
    """The player of a code that is still good; empty for any other.

    >>> key = b"k" * 32
    >>> code = device_code("abcdefghijklmnopqrstuvwxyz", 2000, key)
    >>> player_of_code(code, 1999, key), player_of_code(code, 2001, key)
    ('abcdefghijklmnopqrstuvwxyz', '')
    """
    match = DEVICE_CODE.fullmatch(code)
    if not match or not hmac.compare_digest(match[3], _device_mark(match[1], int(match[2]), key)):
        return ""
    return match[1] if now <= int(match[2]) else ""


def _device_mark(player: str, until: int, key: bytes) -> str:
    return hmac.new(key, f"device {player} {until}".encode(), hashlib.sha256).hexdigest()


class BadName(ValueError):
    """A name that cannot be shown."""


def clean_name(name: str) -> str:
    r"""A name as it is shown: no control or invisible characters, single spaces, 1 to 24 characters.

    >>> clean_name("  Ada\n\u202e  L. ")
    'Ada L.'
    """
    spaced = re.sub(r"\s+", " ", unicodedata.normalize("NFC", name))
    # C*: control, format (direction marks, zero width), surrogate, private and unassigned characters; Z*: other spaces.
    visible = "".join(c for c in spaced if c == " " or unicodedata.category(c)[0] not in "CZ")
    visible = re.sub(r" +", " ", visible).strip()
    if not any(unicodedata.category(c)[0] in "LNPS" for c in visible):
        raise BadName("A name needs at least one character that can be seen.")
    if len(visible) > LONGEST_NAME:
        raise BadName(f"A name has at most {LONGEST_NAME} characters; this one has {len(visible)}.")
    return visible
