"""axe finds nothing serious on any page, light or dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.clients import Server
from tests.web.conftest import NewPage
from tests.web.driving import GAMES, WEB, Driver, text
from tests.web.staging import LISTEN, Player, Stage

pytestmark = pytest.mark.xdist_group(__name__)
AXE = (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
SERIOUS = ("serious", "critical")
DRAWN = ("data-card=", "data-cell=", "data-suit=", "small-card")
"""Cards and suits: the index in the corner is a part of the drawing, and no label that the name must repeat."""


SHORTEST: dict[str, dict[str, Any]] = {
    "claim": {"options": {"deals": "1", "floor_rounds": "1"}},
    "thirteam": {"seats": 4, "options": {"threshold": "1"}},
    "half_suit": {"options": {"stop_at_5": "yes"}},
    "top_suit": {"seats": 3},
}


def soon(player: Player) -> str:
    """What brings the end near: claims rather than asks."""
    return next((one for one in player.legal if not one.startswith("ask")), player.legal[0])


SETTLED = """() => Promise.all(document.getAnimations().filter((one) => one instanceof CSSTransition)
    .map((one) => one.finished.catch(() => 0))).then(() => 0)"""
"""The colours of a theme come by and by."""


def troubles(page: Page) -> str:
    """What axe finds on the page as it is, in the light; and in the dark, where nothing but colours differs."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = violations(page, "light", "{resultTypes: ['violations']}")
    return found + violations(page, "dark", "{resultTypes: ['violations'], runOnly: ['color-contrast']}")


def violations(page: Page, theme: Literal["light", "dark"], what: str) -> str:
    page.emulate_media(color_scheme=theme)
    page.evaluate(SETTLED)
    found: list[dict[str, Any]] = page.evaluate(f"axe.run({what})")["violations"]
    nodes = [(one["id"], node) for one in found if one["impact"] in SERIOUS for node in one["nodes"]]
    bad = [(rule, node) for rule, node in nodes if not is_drawing(rule, node["html"])]
    return "".join(f"{theme}, {rule}: {node['target'][0]}\n" for rule, node in bad)


def is_drawing(rule: str, html: str) -> bool:
    return rule == "label-content-name-mismatch" and any(mark in html for mark in DRAWN)


@pytest.fixture
def driver(new_page: NewPage) -> Driver:
    """Somebody at a new page."""
    return Driver(new_page())


def test_the_first_page_and_its_windows(site: Server, driver: Driver) -> None:
    page = driver.page
    driver.home(site.address)
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    found = troubles(page)
    driver.use(text("settings.title"))
    found += troubles(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    driver.begin_table("spar")
    assert found + troubles(page) == ""


@pytest.mark.parametrize(
    "path", ["/rules/half_suit", "/t/nothing", "/device", "/learn", "/history", "/you", "/players/bot-easy"]
)
def test_other_pages(path: str, site: Server, driver: Driver) -> None:
    driver.page.goto(site.address + path)
    expect(driver.page.get_by_role("heading").nth(1)).to_be_attached()
    assert troubles(driver.page) == ""


@pytest.mark.parametrize("game", ["spar", "half_suit"])
def test_a_lesson(game: str, site: Server, driver: Driver) -> None:
    driver.page.goto(f"{site.address}/learn/{game}/1")
    expect(driver.page.locator("[data-testid=lesson] h1")).to_be_visible()
    expect(driver.page.get_by_test_id("scene").get_by_role("button").first).to_be_visible()
    assert troubles(driver.page) == ""


@pytest.mark.parametrize("path", ["/nowhere/at/all", "/t", "/replay", "/players", "/players/a/b", "/learn/a/b/c"])
def test_an_address_that_leads_nowhere(path: str, site: Server, browser: Browser) -> None:
    page = browser.new_page(locale="en-GB")
    answer = page.goto(site.address + path)
    assert answer
    assert answer.status == 404
    expect(page.get_by_role("heading", name=text("not_found.title"))).to_be_visible()
    found = troubles(page)
    page.close()
    assert found == ""


def test_the_code_for_another_device(site: Server, driver: Driver) -> None:
    driver.page.goto(f"{site.address}/device")
    driver.use(text("device.show"))
    expect(driver.page.get_by_role("img", name=text("device.picture"))).to_be_visible()
    assert troubles(driver.page) == ""


def test_the_windows_over_a_table(site: Server, driver: Driver) -> None:
    driver.page.add_init_script(LISTEN)
    stage = Stage(site, driver.page, "half_suit").start()
    stage.ada.wait(lambda: [one for one in stage.ada.legal if one.startswith("ask")])
    found = ""
    windows: tuple[Callable[[], object], ...] = (
        lambda: driver.page.keyboard.press("r"),
        lambda: driver.page.keyboard.press("l"),
        lambda: driver.use(text("half_suit/asks_short")),
        lambda: driver.use(text("half_suit/claim")),
        lambda: driver.use(text("table.menu")),
    )
    for open_it in windows:
        open_it()
        expect(driver.page.get_by_role("dialog")).to_be_visible()
        found += troubles(driver.page)
        driver.page.keyboard.press("Escape")
        expect(driver.page.get_by_role("dialog")).to_have_count(0)
        assert driver.page.evaluate("document.activeElement !== document.body"), "the focus is lost"
    for card in driver.page.locator("[data-cell][data-playable=true]").all()[:12]:
        card.dispatch_event("click")
        found += troubles(driver.page)
    driver.page.context.set_offline(True)
    expect(driver.page.get_by_role("alert")).to_be_visible()
    assert found + troubles(driver.page) == ""


@pytest.mark.parametrize("game", ["claim", "thirteam", "half_suit", "top_suit"])
def test_the_result_and_the_replay(game: str, site: Server, driver: Driver) -> None:
    page = driver.page
    page.add_init_script(LISTEN)
    stage = Stage(site, page, game, **SHORTEST[game]).start()
    stage.play(soon, lambda: stage.ada.picture["result"])
    found = ""
    if game == "claim":
        expect(driver.button(text("claim/go_on"))).to_be_visible()
        found += troubles(page)
    driver.result()
    driver.use(text("shuffle.check"))
    expect(page.get_by_text(text("shuffle.deal_right"))).to_be_visible()
    found += troubles(page)
    page.get_by_role("link", name=text("replay.title")).click()
    page.get_by_role("slider").wait_for()
    assert found + troubles(page) == ""


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
