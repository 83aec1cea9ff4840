"""The page and the TypeScript types are the code's own; names, cookies and limits in the small."""

from __future__ import annotations

import json

import msgspec
import pytest

from handful.server import messages as m
from handful.server.identity import clean_name, player_of, sign
from handful.server.limits import Bucket, Buckets, Places
from handful.server.protocol import FROM_CLIENT, TO_CLIENT, TO_LOBBY, tag_of, with_messages
from handful.server.typescript import typescript
from handful.table.refusals import Refused
from tests.server.clients import ROOT


def test_the_page_is_up_to_date() -> None:
    page = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    assert with_messages(page) == page, "run python -m handful.server.protocol docs/protocol.md"
    for struct in (*FROM_CLIENT, *TO_CLIENT, *TO_LOBBY):
        assert f"#### `{tag_of(struct)}`" in page


def test_the_typescript_types_are_up_to_date() -> None:
    kept = (ROOT / "web/src/protocol.ts").read_text(encoding="utf-8")
    assert typescript() == kept, "run python -m handful.server.typescript > web/src/protocol.ts"


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "act", "id": "1", "actions": [], "seen": 1},
        {"type": "act", "id": "1", "actions": ["x"] * 17, "seen": 1},
        {"type": "act", "id": "1", "actions": ["x" * 121], "seen": 1},
        {"type": "act", "id": "1", "actions": ["x"], "seen": -1},
        {"type": "act", "id": "1", "actions": ["x"], "seen": 1e300},
        {"type": "act", "id": "", "actions": ["x"], "seen": 1},
        {"type": "act", "id": "a\nb", "actions": ["x"], "seen": 1},
        {"type": "act", "id": "1", "actions": ["x"], "seen": 1, "seat": 3},
        {"type": "sit", "id": "1", "nonce": "with space"},
        {"type": "sit", "id": "1", "seat": True},
        {"type": "sit", "id": "1", "seat": "1"},
        {"type": "hello", "seen": 1 << 80},
        {"type": "unknown", "id": "1"},
        {"id": "1"},
        [],
        None,
    ],
)
def test_decoding_is_strict(frame: object) -> None:
    with pytest.raises(msgspec.DecodeError):
        m.decode(json.dumps(frame))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("<script>alert(1)", "<script>alert(1)"),
        ("Zoë\u0000\u0007", "Zoë"),
        ("\u202eevil\u200b", "evil"),
        ("🃏", "🃏"),
        ("👨\u200d👩\u200d👧 Ngọc", "👨\u200d👩\u200d👧 Ngọc"),
        ("A\u200da \u200d🃏", "Aa 🃏"),
        ("a\r\nb", "a b"),
    ],
)
def test_names_are_cleaned(name: str, shown: str) -> None:
    assert clean_name(name) == shown


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "\u202e\u0000", "x" * 25, "\ud800", "\u0301"])
def test_names_that_cannot_be_shown_are_refused(name: str) -> None:
    with pytest.raises(Refused):
        clean_name(name)


def test_forged_cookies_are_nobodys() -> None:
    key, player = b"k" * 32, "a" * 26
    good = sign(player, key)
    assert player_of(good, key) == player
    for bad in (None, "", "x", good[:-1], good + "0", good.replace("a", "b", 1), player, f"{player}.é", "." + good):
        assert player_of(bad, key) == ""


def test_a_bucket_empties_and_places_end() -> None:
    bucket = Bucket(rate=0.001, burst=3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    buckets = Buckets(0.001, 1, most=2)
    assert [buckets.take(one) for one in "abab"] == [True, True, False, False]
    assert buckets.take("c")
    assert buckets.take("a")  # forgotten, as the longest unseen
    places = Places(3, 2)
    assert [places.enter(one) for one in "aaabb"] == [True, True, False, True, False]
    places.leave("a")
    assert places.enter("b")
