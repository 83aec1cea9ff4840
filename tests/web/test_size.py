"""The client is small: all script together, compressed, before any card art."""

from __future__ import annotations

from pathlib import Path

from benchmarks.web import script_bytes

from tests.web.conftest import BUILT

LARGEST = 200_000


def test_all_script_of_all_pages_and_games_is_under_200_kilobytes_compressed():
    assert 0 < script_bytes(Path(BUILT)) < LARGEST
