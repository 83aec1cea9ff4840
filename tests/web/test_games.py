"""Every game, to its end, in a real browser: by mouse, by keys alone, and on a phone's touch screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.server.clients import Server
from tests.web.conftest import NewPage
from tests.web.driving import GAMES, Driver, keys, tap, text

pytestmark = pytest.mark.xdist_group(__name__)
ANSWERS = 100
NOWHERE = """async () => {
  const nowhere = () => document.activeElement === document.body;
  if (!nowhere()) return false;
  await fetch("/api/me");
  await new Promise(requestAnimationFrame);
  return nowhere();
}"""
"""Whether the focus is nowhere, before and after one more answer of the server is here and shown."""
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_clicking(game: str, site: Server, page: Page) -> None:
    driver = Driver(page)
    driver.open(site.address, game)
    driver.start()
    driver.play()
    assert driver.done > 0
    result = driver.result()
    driver.use(text("shuffle.check"))
    expect(result.get_by_text(text("shuffle.promise_kept"))).to_be_visible()
    expect(result.get_by_text(text("shuffle.deal_right"))).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_keys_alone(game: str, site: Server, page: Page) -> None:
    driver = Driver(page, keys, seed=2)
    driver.open(site.address, game)
    driver.start()

    def stray() -> bool:
        """Whether the focus is nowhere, and stays there while the server answers again and again."""
        return all(page.evaluate(NOWHERE) for _ in range(ANSWERS))

    driver.play(until=stray)
    assert not stray(), f"the focus is lost after {driver.done} presses"
    driver.result()
    assert page.evaluate("document.activeElement !== document.body"), "the focus is lost"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_on_a_phone(game: str, site: Server, new_page: NewPage) -> None:
    page = new_page(**PHONE)
    driver = Driver(page, tap, seed=3)
    driver.open(site.address, game)
    driver.start()
    driver.play()
    driver.result()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360, "the page is wider than the phone"


@pytest.mark.parametrize("game", GAMES)
def test_one_click_begins_a_game(game: str, site: Server, page: Page) -> None:
    driver = Driver(page)
    driver.home(site.address)
    driver.use(text("home.play_now_game", game=text(f"{game}:title")))
    page.wait_for_url("**/t/*")
    expect(page.get_by_test_id("table")).to_have_attribute("data-status", "playing")
    expect(page.locator("[data-testid=scene] [data-card]").first).to_be_visible()
