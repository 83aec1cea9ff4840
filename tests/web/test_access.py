"""axe finds nothing serious on any page, light or dark."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.clients import Server
from tests.web.conftest import NewPage
from tests.web.driving import GAMES, WEB, Driver, text

pytestmark = pytest.mark.xdist_group("browser")
AXE = (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
SERIOUS = ("serious", "critical")
DRAWN = ("data-card=", "data-cell=", "small-card")
"""Cards: the index in their corner is a part of the drawing, and no label that the name would have to repeat."""


def troubles(page: Page) -> str:
    """What axe finds on the page as it is."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found: list[dict[str, Any]] = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
    nodes = [(one["id"], node) for one in found if one["impact"] in SERIOUS for node in one["nodes"]]
    return "".join(f"{rule}: {node['target'][0]}\n" for rule, node in nodes if not is_drawing(rule, node["html"]))


def is_drawing(rule: str, html: str) -> bool:
    return rule == "label-content-name-mismatch" and any(mark in html for mark in DRAWN)


@pytest.fixture(params=["light", "dark"])
def driver(request: pytest.FixtureRequest, new_page: NewPage) -> Driver:
    """Somebody who likes it light, or dark."""
    return Driver(new_page(color_scheme=request.param))


def test_the_first_page_and_its_windows(site: Server, driver: Driver) -> None:
    page = driver.page
    driver.home(site.address)
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    found = troubles(page)
    driver.use(text("settings.title"))
    found += troubles(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    driver.use(text("home.open_game", game=text("title.spar")))
    assert found + troubles(page) == ""


@pytest.mark.parametrize("path", ["/rules/half_suit", "/t/nothing"])
def test_other_pages(path: str, site: Server, driver: Driver) -> None:
    driver.page.goto(site.address + path)
    expect(driver.page.get_by_role("heading", level=2).first).to_be_visible()
    assert troubles(driver.page) == ""


@pytest.mark.parametrize("game", GAMES)
def test_a_game_from_its_seats_to_its_replay(game: str, site: Server, driver: Driver) -> None:
    page = driver.page
    driver.open(site.address, game)
    found = troubles(page)
    driver.start()
    expect(page.get_by_test_id("table")).to_have_attribute("data-turn", "true")
    found += troubles(page)
    driver.play(until=lambda: driver.done > 8)
    found += troubles(page)
    if game == "spar":
        driver.play()
        driver.result()
        page.get_by_text(text("rounds.title"), exact=True).first.click()
        found += troubles(page)
        page.get_by_role("link", name=text("replay.title")).click()
        page.get_by_test_id("replay").wait_for()
        found += troubles(page)
    assert found == ""
