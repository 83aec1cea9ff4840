"""What happens around a game in a real browser: lost connections, friends, spectators, replays, the check."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, StorageState, expect

from tests.server.clients import Server
from tests.web.conftest import BUILT, NewPage
from tests.web.driving import Driver, text

pytestmark = pytest.mark.xdist_group(__name__)


@pytest.fixture
def winner(played: tuple[str, StorageState], new_page: NewPage) -> Driver:
    """The player of the game that is over, at its table."""
    address, kept = played
    driver = Driver(new_page(storage_state=kept))
    driver.page.goto(address)
    driver.result()
    return driver


def hand(page: Page) -> list[str]:
    """The cards of one's own hand, as the page shows them."""
    cards = page.locator("[data-testid=scene] [data-card]")
    return sorted(str(card) for card in cards.evaluate_all("all => all.map((one) => one.dataset.card)"))


def test_a_server_that_dies_and_comes_back(tmp_path: Path, page: Page) -> None:
    with Server(tmp_path, web=BUILT) as site:
        driver = Driver(page)
        driver.open(site.address, "thirteam")
        driver.start()
        expect(page.get_by_test_id("table")).to_have_attribute("data-turn", "true")
        held = hand(page)
        site.kill()
        expect(page.get_by_role("alert")).to_be_visible()
        site.start()
        expect(page.get_by_test_id("table")).to_have_attribute("data-link", "live")
        expect(page.get_by_role("alert")).to_have_count(0)
        assert hand(page) == held
        driver.play()
        driver.result()


def test_a_network_that_goes_and_comes(site: Server, page: Page) -> None:
    driver = Driver(page)
    driver.open(site.address, "top_suit")
    driver.start()
    page.context.set_offline(True)
    expect(page.get_by_role("alert")).to_have_text(re.compile(re.escape(text("link.lost"))))
    page.context.set_offline(False)
    expect(page.get_by_test_id("table")).to_have_attribute("data-link", "live")
    driver.play()
    driver.result()


def test_a_second_tab_takes_over(site: Server, page: Page) -> None:
    driver = Driver(page)
    driver.open(site.address, "spar")
    driver.start()
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.get_by_test_id("table")).to_have_attribute("data-link", "live")
    expect(page.get_by_role("alert")).to_contain_text(text("link.taken"))
    driver.use(text("link.take_back"))
    expect(page.get_by_test_id("table")).to_have_attribute("data-link", "live")
    expect(other.get_by_role("alert")).to_contain_text(text("link.taken"))


def test_two_people_at_one_table(site: Server, new_page: NewPage) -> None:
    ada, ben = Driver(new_page(), seed=4), Driver(new_page(), seed=5)
    address = ada.open(site.address, "spar", "Ada")
    ben.page.goto(address)
    ben.write(ben.page.get_by_label(text("home.name")), "Ben")
    ben.use(text("seating.sit_at", seat=2))
    expect(ada.page.get_by_role("listitem", name=text("seating.seat", seat=2)).get_by_text("Ben")).to_be_visible()
    ada.start()
    ben.page.get_by_test_id("scene").wait_for()
    assert not set(hand(ada.page)) & set(hand(ben.page))
    for _ in range(2_000):
        if "over" in (ada.step(), ben.step()):
            break
    ada.result()
    ben.result()
    assert ada.done > 0 < ben.done
    ben.use(text("reaction.say"))
    ben.use(text("reaction.good_game"))
    expect(ada.page.get_by_text(f"Ben: {text('reaction.good_game')}")).to_be_visible()
    ada.use(text("result.rematch"))
    ada.page.wait_for_url(lambda url: url != address)
    ben.use(text("result.to_rematch"))
    ben.page.wait_for_url(ada.page.url)
    again = ada.page.url.rpartition("/")[2]
    for seat, driver in enumerate((ada, ben)):  # all have accepted, so it begins at once
        expect(driver.page.get_by_test_id("table")).to_have_attribute("data-status", "playing")
        assert driver.page.request.get(f"{site.address}/api/tables/{again}").json()["seat"] == seat


def test_a_rematch(winner: Driver) -> None:
    before = winner.page.url
    winner.use(text("result.rematch"))
    winner.page.wait_for_url(lambda url: url != before)
    expect(winner.page.get_by_test_id("table")).to_have_attribute("data-status", re.compile("open|playing"))


@pytest.mark.parametrize("game", ["half_suit", "claim"])
def test_a_spectator_sees_no_hand(game: str, site: Server, new_page: NewPage) -> None:
    driver = Driver(new_page())
    address = driver.open(site.address, game)
    driver.start()
    watching = new_page()
    frames: list[str] = []
    watching.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    watching.goto(address)
    expect(watching.get_by_text(text("table.watching"))).to_be_visible()
    driver.play(until=lambda: driver.done > 4)
    assert hand(watching) == []
    pictures = [found["picture"] for found in map(json.loads, frames) if found["type"] == "welcome"]
    assert pictures
    assert all(seen is None for picture in pictures for seen in picture["view"]["hands"])
    assert all(picture["legal"] == [] for picture in pictures)


def at(page: Page) -> int:
    return int(page.get_by_test_id("replay").get_attribute("data-move") or 0)


HIDDEN = """() => {
  const scene = document.querySelector("[data-testid=scene]").getBoundingClientRect();
  const boxes = (what) => [...document.querySelectorAll(what)].map((one) => [what, one.getBoundingClientRect()]);
  const hands = [...boxes("[role=group][aria-label^='Hand of'] svg"), ...boxes("[data-card]")];
  const over = [...boxes(".word"), ...boxes(".plate")];
  const outside = (box) => box.top < scene.top - 1 || box.bottom > scene.bottom + 1 || box.right > scene.right + 1;
  const meet = (one, other) =>
    one.left < other.right - 1 && other.left < one.right - 1 &&
    one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return hands.flatMap(([what, box]) => [
    ...(outside(box) ? [`${what} is outside`] : []),
    ...over.filter(([, other]) => meet(box, other)).map(([other]) => `${what} lies on ${other}`),
  ]);
}"""
"""What of the hands of a replay is not to be seen."""


def test_a_replay(winner: Driver, new_page: NewPage) -> None:
    page = winner.page
    page.get_by_role("link", name=text("replay.title")).click()
    expect(page.locator("[data-testid=replay] [data-testid=scene]")).to_be_visible()
    first = at(page)
    winner.use(text("replay.next"))
    assert at(page) == first + 1
    page.keyboard.press("ArrowLeft")
    assert at(page) == first
    expect(page.locator("[data-testid=scene] [data-card]")).to_have_count(5)
    expect(page.get_by_role("group", name=re.compile(r"^Hand of ")).get_by_role("img")).to_have_count(5)
    for width, height in ((390, 844), (844, 390), (820, 1180), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"({HIDDEN})().length === 0")
    page.get_by_label(text("replay.eyes")).select_option("0")
    expect(page.get_by_role("group", name=re.compile(r"^Hand of "))).to_have_count(0)
    expect(page.locator("[data-testid=scene] [data-card]")).to_have_count(5)
    winner.use(text("replay.last"))
    last = at(page)
    page.get_by_role("slider", name=text("replay.move")).fill(str(first + 2))
    assert at(page) == first + 2 < last
    expect(page).to_have_url(re.compile(rf"#move={first + 2}&seat=0$"))
    again = new_page()
    again.goto(page.url)
    expect(again.get_by_test_id("replay")).to_have_attribute("data-move", str(first + 2))
    expect(again.locator("[data-testid=scene] [data-card]").first).to_be_visible()
    assert hand(again) == hand(page)


def test_a_replay_tells_why_the_bots_did_it(winner: Driver, site: Server) -> None:
    page = winner.page
    page.get_by_role("link", name=text("replay.title")).click()
    page.get_by_role("slider").wait_for()
    table = page.url.rpartition("/")[2].partition("#")[0]
    moves = page.request.get(f"{site.address}/api/tables/{table}/replay").json()["moves"]
    number = next(at for at, move in enumerate(moves, 1) if "reason" in move)
    page.goto(f"{site.address}/replay/{table}#move={number}")
    expect(page.locator(".reason")).to_contain_text(moves[number - 1]["reason"]["sentence"])
    winner.use(text("replay.play"))
    expect(winner.button(text("replay.pause"))).to_be_visible()


def test_playing_on_from_a_move_of_a_replay(winner: Driver) -> None:
    page = winner.page
    page.get_by_role("link", name=text("replay.title")).click()
    page.get_by_role("slider").wait_for()
    winner.use(text("replay.next"))
    held = hand(page)
    winner.use(text("replay.play_on"))
    page.wait_for_url("**/t/*")
    expect(page.get_by_test_id("table")).to_have_attribute("data-status", "playing")
    expect(page.locator("[data-testid=scene] [data-card]").first).to_be_visible()
    assert set(hand(page)) <= set(held)


def test_the_points_by_round_add_up(winner: Driver) -> None:
    winner.page.locator("summary", has_text=text("rounds.title")).click()
    table = winner.page.locator(".result table")
    expect(table).to_be_visible()
    rows = table.locator("tbody tr").evaluate_all(
        "rows => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent) || 0))"
    )
    totals = table.locator("tfoot td").evaluate_all("cells => cells.map((cell) => Number(cell.textContent))")
    assert [sum(column) for column in zip(*rows, strict=True)] == totals


def test_hashed_files_are_kept_and_nothing_else(site: Server) -> None:
    page = site.http.get(site.address)
    assert page.headers["cache-control"] == "no-store"
    script = re.search(r'src="(/assets/[^"]+)"', page.text)
    assert script
    assert "immutable" in site.http.get(site.address + script[1]).headers["cache-control"]
    assert site.http.get(site.address + "/assets/none.js").headers["cache-control"] == "no-store"
