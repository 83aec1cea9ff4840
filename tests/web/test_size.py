"""The client is small: all script together, compressed, before any card art."""

from __future__ import annotations

import gzip
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from benchmarks.web import script_bytes
from playwright.sync_api import Page, expect

from tests.server.clients import Server
from tests.web.conftest import BUILT
from tests.web.driving import GAMES

pytestmark = pytest.mark.xdist_group(__name__)
LARGEST = 240_000
LARGEST_TABLE = 150_000


def test_all_script_of_all_pages_and_games_is_under_240_kilobytes_compressed():
    assert 0 < script_bytes(Path(BUILT)) < LARGEST


@pytest.mark.parametrize("game", GAMES)
def test_the_first_view_of_a_table_takes_less_than_150_kilobytes_of_script(game: str, site: Server, page: Page) -> None:
    request, origin = page.context.request, {"origin": site.address}
    assert request.post(f"{site.address}/api/me", data={"name": "Ada"}, headers=origin).ok
    opened = request.post(f"{site.address}/api/play-now", data={"game": game}, headers=origin).json()
    scripts: set[str] = set()
    page.on("response", lambda answer: scripts.add(urlsplit(answer.url).path) if answer.url.endswith(".js") else None)
    page.goto(f"{site.address}/t/{opened['id']}")
    expect(page.get_by_test_id("table")).to_have_attribute("data-status", "playing")
    expect(page.locator("[data-testid=scene] [data-card]").first).to_be_visible()
    scripts.discard("/sw.js")  # it runs beside the page, after it
    sizes = [len(gzip.compress((Path(BUILT) / path.lstrip("/")).read_bytes(), 9)) for path in scripts]
    assert 0 < sum(sizes) < LARGEST_TABLE
