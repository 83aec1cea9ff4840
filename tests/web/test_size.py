"""The client is small: all script together, compressed, before any card art."""

from __future__ import annotations

import gzip
from pathlib import Path

from tests.web.conftest import BUILT

LARGEST = 200_000


def test_all_script_of_all_pages_and_games_is_under_200_kilobytes_compressed():
    scripts = list(Path(BUILT).rglob("*.js"))
    assert scripts
    assert sum(len(gzip.compress(script.read_bytes())) for script in scripts) < LARGEST
