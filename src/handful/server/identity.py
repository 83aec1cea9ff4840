"""Who somebody is: a random id in a signed cookie, and a name that decides nothing."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import unicodedata
from base64 import b32encode
from collections.abc import Mapping
from itertools import compress

from handful.bots.cast import CAST
from handful.table.refusals import Refused
from handful.table.seats import JOINED, LONGEST_NAME

COOKIE = "handful"
PLAYER_ID = re.compile(r"[a-z2-7]{26}")
SIGNED = re.compile(r"(([a-z2-7]{26})(?:\.([1-9][0-9]{0,8}))?)\.([0-9a-f]{64})")
NOBODY: Mapping[str, int] = {}
TABLE_ID = re.compile(r"[a-z2-7]{16}")


def sign(player: str, key: bytes, generation: int = 0) -> str:
    """The cookie of a player. Those of a later generation are good after the player has logged out everywhere."""
    told = f"{player}.{generation}" if generation else player
    return f"{told}.{_mark(told, key)}"


def player_of(cookie: str | None, key: bytes, generations: Mapping[str, int] = NOBODY) -> str:
    """The player of a cookie; empty for none, for a forged one, and for one of an earlier generation.

    >>> key = b"k" * 32
    >>> player = "abcdefghijklmnopqrstuvwxyz"
    >>> player_of(sign(player, key), key) == player
    True
    >>> player_of(sign(player, key), b"x" * 32)
    ''
    >>> player_of(sign(player, key, 1), key, {player: 2})
    ''
    """
    match = SIGNED.fullmatch(cookie or "")
    if not match or not hmac.compare_digest(match[4], _mark(match[1], key)):
        return ""
    player, generation = match[2], int(match[3] or 0)
    return player if generation >= generations.get(player, 0) else ""


def _mark(told: str, key: bytes) -> str:
    return hmac.new(key, b"player " + told.encode(), hashlib.sha256).hexdigest()


def new_code() -> str:
    """A code with which another device becomes the same player: 80 random bits, and nothing of whose it is."""
    return b32encode(secrets.token_bytes(10)).decode("ascii").lower()


def code_mark(code: str, key: bytes) -> str:
    """What is kept of a code, until it is used."""
    return hmac.new(key, b"device " + code.strip().lower().encode(), hashlib.sha256).hexdigest()


def source_mark(address: str, key: bytes) -> str:
    """A mark by which two visitors of one address are known to be that, without the address; empty for none."""
    return hmac.new(key, b"address " + address.encode(), hashlib.sha256).hexdigest()[:16] if address else ""


UNSEEN = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters and signs that show nothing."""
LOOKS_LIKE = str.maketrans("аеорсухіјѕһԁԛԝвкмтнαονρτικ01|l", "aeopcyxijshdqwbkmthaovptikoiii")
"""Letters of other alphabets, and digits, that are taken for Latin ones; l, i and 1 are one."""


def is_bot_name(name: str) -> bool:
    """Whether a name belongs to a bot or to an empty seat, or looks as if it did.

    >>> [is_bot_name(name) for name in ("Bot 1", "B.o.t", "PIP", "Р\u0456р", "Ott\u00f6 2", "Otto K.", "Botticelli")]
    [True, True, True, True, True, False, False]
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = re.sub(r"[\W_]|[\u0300-\u036f]", "", plain)
    stem = letters.rstrip("0123456789")
    return any(look.translate(LOOKS_LIKE) in BOT_LOOKS for look in (letters, stem))


BOT_LOOKS = {name.casefold().translate(LOOKS_LIKE) for name in ("bot", "robot", "seat", *(one.name for one in CAST))}


def clean_name(name: str) -> str:
    r"""A name as it is shown: no control or invisible characters, single spaces. Refused if it is none.

    >>> clean_name("  Ada\n\u202e  L. ")
    'Ada L.'
    """
    spaced = re.sub(r"\s+", " ", unicodedata.normalize("NFC", name))
    # C*: control, format (direction marks, zero width), surrogate, private and unassigned characters; Z*: other spaces.
    seen = "".join(c for c in spaced if c not in UNSEEN)
    joins = {found.start() for found in JOINED.finditer(seen)}
    kept = (c == " " or at in joins or unicodedata.category(c)[0] not in "CZ" for at, c in enumerate(seen))
    visible = "".join(compress(seen, kept))
    visible = re.sub(r" +", " ", visible).strip()
    if not any(unicodedata.category(c)[0] in "LNPS" for c in visible):
        raise Refused("unseen_name")
    if len(visible) > LONGEST_NAME:
        raise Refused("long_name", most=LONGEST_NAME, length=len(visible))
    if is_bot_name(visible):
        raise Refused("bot_name")
    return visible
