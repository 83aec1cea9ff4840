"""The pages around the table: your games, open tables, the waiting room, you, history, a server that is away."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, StorageState, ViewportSize, expect

from handful.games import find
from tests.server.clients import Guest, Server
from tests.web.conftest import BUILT, NewPage
from tests.web.driving import GAMES, Driver, text
from tests.web.staging import LISTEN, Stage

pytestmark = pytest.mark.xdist_group(__name__)
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
LONGEST = "W" * 24


def mine(page: Page) -> Locator:
    """The games of one's own on the first page."""
    return page.get_by_role("region", name=text("mine.title"), exact=True)


def play_now(page: Page, address: str, game: str) -> None:
    """Begin a game against bots."""
    page.goto(address)
    Driver(page).use(text("home.play_now_game", game=text(f"{game}:title")))
    page.wait_for_url("**/t/*")


def is_on_screen(what: Locator, size: ViewportSize, foot: int = 0) -> bool:
    box = what.bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= size["height"] - foot


# ------------------------------------------------------------ never lost


def test_your_games_lead_back_to_the_table(site: Server, page: Page) -> None:
    play_now(page, site.address, "spar")
    table = page.url
    expect(page.get_by_test_id("table")).to_have_attribute("data-turn", "true")
    page.get_by_role("link", name=text("nav.home"), exact=True).first.click()
    game = mine(page).get_by_role("article")
    expect(game).to_contain_text(text("mine.your_turn"))
    game.get_by_role("link", name=text("mine.back_to", game=text("spar:title"))).click()
    expect(page).to_have_url(table)
    expect(page.get_by_test_id("table")).to_have_attribute("data-turn", "true")


@pytest.mark.parametrize("path", ["/", "/learn", "/history", "/you", "/rules/spar"])
def test_the_title_of_every_page_says_that_you_are_awaited(path: str, site: Server, page: Page) -> None:
    page.goto(f"{site.address}{path}")
    expect(page).to_have_title(re.compile(r"^(?!●).*Handful"))
    play_now(page, site.address, "spar")
    expect(page).to_have_title(re.compile(r"^● Your turn"))
    page.goto(f"{site.address}{path}")
    expect(page).to_have_title(re.compile(r"^● Your turn.*Handful"))
    assert page.locator("link[rel=icon]").get_attribute("href") == "/icon-turn.svg"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("games", [0, 2])
def test_open_tables_are_on_the_first_screen(games: int, size: ViewportSize, site: Server, new_page: NewPage) -> None:
    Guest(site, "Ann").introduce().open("thirteam", seats=6)
    page = new_page(viewport=size)
    for _ in range(games):
        play_now(page, site.address, "spar")
        expect(page.get_by_test_id("table")).to_have_attribute("data-turn", "true")
    page.goto(site.address)
    if games:
        expect(mine(page).get_by_role("article")).to_have_count(games)
    tables = page.get_by_role("list", name=text("lobby.title"))
    expect(tables.get_by_role("listitem").first).to_be_visible()
    foot = 60 if size is PHONE else 0
    assert is_on_screen(page.get_by_role("heading", name=text("lobby.title")), size, foot)
    assert is_on_screen(tables.get_by_role("link").first, size, foot)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_your_own_table_is_not_to_be_watched(site: Server, page: Page) -> None:
    driver = Driver(page)
    driver.open(site.address, "spar")
    table = page.url.rpartition("/")[2]
    page.goto(site.address)
    tables = page.get_by_role("list", name=text("lobby.title"))
    own = tables.get_by_role("listitem").filter(has=page.locator(f"a[href$='{table}']"))
    expect(own).to_contain_text(text("lobby.yours"))
    expect(own.get_by_role("link")).to_have_text(text("lobby.go_in"))


def test_tables_with_a_free_seat_come_before_those_to_watch(site: Server, page: Page) -> None:
    stage = Stage(site, with_ears(page), "spar", public=True).start()
    Guest(site, "Ann").introduce().open("spar", seats=2)
    page.context.clear_cookies()
    page.goto(site.address)
    links = page.get_by_role("list", name=text("lobby.title")).get_by_role("link")
    expect(links.first).to_have_text(text("lobby.join"))
    more = page.get_by_role("button", name=re.compile("^Show "))
    if more.count():
        more.click()
    ways = links.all_inner_texts()
    assert ways.index(text("lobby.watch")) > max(at for at, way in enumerate(ways) if way == text("lobby.join"))
    stage.close()


# ------------------------------------------------------------ opening a table


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_has_its_sentence(game: str, site: Server, page: Page) -> None:
    driver = Driver(page)
    driver.home(site.address)
    driver.begin_table(game)
    fields = page.locator("#open-table .field")
    expect(page.locator("#draw")).to_be_visible()
    silent = [
        field.locator("b").first.inner_text() for field in fields.all() if not field.locator("small").all_inner_texts()
    ]
    assert silent in ([], [text("open.seats")])
    assert fields.count() >= len(find(game).options) - 1


# ------------------------------------------------------------ the waiting room


OVERLAPS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const seats = [...document.querySelectorAll("ol > li[aria-label]")];
  const parts = [...seats, document.querySelector("#seating")];
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return parts.flatMap((one, k) => parts.slice(k + 1).filter((other) => over(box(one), box(other)))
    .map((other) => `${one.innerText} / ${other.innerText}`));
}"""
"""Seats that lie over each other, or over the words in the middle."""


@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "vi-VN"])
def test_seats_lie_side_by_side_at_every_size(language: str, site: Server, new_page: NewPage) -> None:
    page = new_page(locale=language)
    stage = Stage(site, with_ears(page), "thirteam", ("Ben", LONGEST), seats=6, options={"teams": "yes"})
    stage.ada.do("seat_bot", seat=4, level="normal")
    expect(page.locator("li .bot button").first).to_be_visible()
    found = []
    for width, height in ((320, 568), (360, 740), (390, 844), (844, 390), (820, 1180), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width} x {height}: {one}" for one in page.evaluate(OVERLAPS)]
    assert found == []
    stage.close()


def test_whoever_has_played_a_game_is_not_asked_to_learn_it(
    played: tuple[str, StorageState], site: Server, new_page: NewPage
) -> None:
    table = Guest(site, "Ann").introduce().open("spar")
    new, known = new_page(), new_page(storage_state=played[1])
    for page in (new, known):
        page.goto(f"{site.address}/t/{table}")
        expect(page.get_by_role("heading", name=text("plan.title"))).to_be_visible()
    expect(new.get_by_role("heading", name=text("seating.never", game="Spar"))).to_be_visible()
    expect(known.get_by_role("heading", name=text("seating.never", game="Spar"))).to_have_count(0)


def test_a_full_table_says_so_and_offers_to_watch(site: Server, new_page: NewPage) -> None:
    ada, ben = Driver(new_page()), Driver(new_page())
    address = ada.open(site.address, "spar")
    ada.use(text("seating.bot_at", seat=2))
    ben.page.goto(address)
    expect(ben.page.get_by_role("heading", name=text("seating.full", count=2))).to_be_visible()
    ben.use(text("seating.same"))
    expect(ben.page.locator("#seats").get_by_role("radio", checked=True)).to_have_attribute("value", "2")
    expect(ben.page.locator("#option-target")).to_have_value("2")
    ben.page.keyboard.press("Escape")
    ben.use(text("seating.watch"))
    expect(ben.page.get_by_role("heading", name=text("seating.full", count=2))).to_have_count(0)
    ada.start()
    expect(ben.page.get_by_text(text("table.watching"))).to_be_visible()


def test_who_waits_for_a_seat_is_told_when_one_is_free(site: Server, new_page: NewPage) -> None:
    ada, ben = Driver(new_page()), Driver(new_page())
    address = ada.open(site.address, "spar")
    ada.use(text("seating.bot_at", seat=2))
    ben.page.goto(address)
    ben.use(text("seating.tell"))
    ada.use(text("seating.remove_at", seat=2))
    expect(ben.page.get_by_text(text("seating.is_free"))).to_be_visible()
    expect(ben.button(text("seating.sit_at", seat=2))).to_be_visible()


def test_the_host_changes_what_is_played(site: Server, new_page: NewPage) -> None:
    ada, ben = Driver(new_page()), Driver(new_page())
    address = ada.open(site.address, "spar")
    ben.page.goto(address)
    expect(ben.page.get_by_text(text("spar:ending", target=2))).to_be_visible()
    expect(ben.button(text("plan.change"))).to_have_count(0)
    ada.use(text("plan.change"))
    ada.write(ada.page.locator("#option-target"), "7")
    ada.write(ada.page.locator("#option-honour"), "yes")
    ada.write(ada.page.locator("#clock"), "fast")
    ada.use(text("plan.keep"))
    for page in (ada.page, ben.page):
        expect(page.get_by_text(text("spar:ending", target=7))).to_be_visible()
        expect(page.get_by_text(text("spar:option.honour.meaning"))).to_be_visible()
        expect(page.get_by_text(text("clock.a_move", seconds=15))).to_be_visible()


def test_bots_have_the_pace_that_was_chosen_at_tables_of_ones_own(site: Server, page: Page) -> None:
    page.goto(f"{site.address}/you")
    driver = Driver(page)
    driver.write(page.locator("#pace"), "slow")
    driver.open(site.address, "spar")
    expect(page.get_by_text(text("open.option", option=text("settings.pace"), value=text("pace.slow")))).to_be_visible()


def test_partners_sit_opposite_each_other_before_the_start(site: Server, page: Page) -> None:
    stage = Stage(site, with_ears(page), "thirteam", ("Ben", "Cleo"), seats=6, options={"teams": "yes"})
    stage.friends[1].do("swap", seat=3)
    seat = page.get_by_role("listitem", name=text("seating.seat", seat=4), exact=True)
    expect(seat).to_contain_text("Cleo")
    expect(seat).to_contain_text(text("seating.partner"))
    stage.close()


def with_ears(page: Page) -> Page:
    page.add_init_script(LISTEN)
    return page


@pytest.mark.parametrize("name", [LONGEST, "שלום עולם הגדול", "👨‍👩‍👧 Ngọc Ánh"])
def test_any_name_fits_a_phone(name: str, site: Server, new_page: NewPage) -> None:
    page = new_page(viewport=PHONE)
    Driver(page).open(site.address, "half_suit", name)
    expect(page.get_by_role("listitem", name=text("seating.seat", seat=1), exact=True)).to_contain_text(
        name.rsplit(maxsplit=1)[-1]
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


SQUEEZED = """() => {
  const cut = document.documentElement.scrollWidth > innerWidth ? ["the page is wider than its window"] : [];
  const shown = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility());
  const long = shown("main p, main small").filter((one) => one.innerText.length > 40);
  const words = shown("header .button, header button, header nav a");
  const lines = (one) => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).fontSize);
  return [
    ...cut,
    ...long.filter((one) => one.getBoundingClientRect().width < 120).map((one) => `narrow: ${one.innerText}`),
    ...words.filter((one) => lines(one) > 4.5).map((one) => `in lines: ${one.innerText}`),
  ];
}"""
"""Texts that have no room: columns of single words, buttons in two lines, a page that scrolls sideways."""


@pytest.mark.parametrize("language", ["en-GB", "fr-FR", "vi-VN"])
def test_words_have_room_in_every_language(language: str, site: Server, new_page: NewPage) -> None:
    page = new_page(locale=language)
    found = []
    for path in ("/", "/learn", "/rules/spar", "/you", "/device", "/t/nothing", "/players/bot-easy"):
        page.goto(site.address + path)
        expect(page.get_by_role("heading").first).to_be_attached()
        page.evaluate("document.fonts.ready")
        for width, height in ((390, 844), (844, 390), (820, 1180), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{path} at {width}: {one}" for one in page.evaluate(SQUEEZED)]
    assert found == []


# ------------------------------------------------------------ you


def test_a_name_that_is_too_long_is_known_at_once(site: Server, page: Page) -> None:
    page.goto(f"{site.address}/you")
    field = page.get_by_label(text("home.name"))
    field.fill(LONGEST)
    expect(field).to_have_attribute("aria-invalid", "false")
    field.fill(LONGEST + "!")
    expect(page.get_by_text("At most 24 characters")).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")


def test_a_face_is_kept_and_seen_at_the_table(site: Server, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{site.address}/you")
    driver = Driver(page)
    driver.write(page.get_by_label(text("home.name")), "Ada")
    page.get_by_role("radio", name=text("sign.star"), exact=True).check()
    page.get_by_role("radio", name=text("colour.rust"), exact=True).check()
    driver.use(text("face.keep"))
    expect(page.get_by_text(text("face.kept"))).to_be_visible()
    page.reload()
    expect(page.get_by_role("radio", name=text("sign.star"), exact=True)).to_be_checked()
    told = page.request.get(f"{site.address}/api/me").json()
    assert (told["sign"], told["colour"]) == ("star", "rust")
    address = driver.open(site.address, "spar", "")
    other = new_page()
    other.goto(address)
    seat = other.get_by_role("listitem", name=text("seating.seat", seat=1), exact=True)
    drawn = seat.locator(".face svg").first.inner_html()
    assert drawn == page.get_by_role("link", name=text("nav.you")).first.locator("svg").first.inner_html()


# ------------------------------------------------------------ history


def test_history_has_the_game_its_replay_and_a_page_to_share(site: Server, new_page: NewPage) -> None:
    page = new_page()
    driver = Driver(page)
    page.goto(f"{site.address}/history")
    expect(page.get_by_text(text("played.none"))).to_be_visible()
    driver.open(site.address, "spar")
    driver.start()
    driver.play()
    driver.result()
    page.goto(f"{site.address}/history")
    games = page.get_by_role("region", name=text("player.played"), exact=True)
    expect(games.get_by_role("listitem")).to_have_count(1)
    expect(games).to_contain_text(re.compile(f"{text('played.won')}|{text('played.lost')}"))
    expect(page.get_by_text(re.compile("more games to a number"))).to_be_visible()
    own = page.request.get(f"{site.address}/api/me").json()["page"]
    visitor = new_page()
    visitor.goto(f"{site.address}/players/{own}")
    expect(visitor.get_by_role("heading", name="Ada")).to_be_visible()
    visitor.get_by_role("link", name=re.compile(f"^{text('replay.title')}: ")).click()
    expect(visitor).to_have_url(re.compile("/replay/"))
    expect(visitor.get_by_test_id("replay")).to_be_visible()


@pytest.mark.parametrize("path", ["/t/nothing", "/rules/nothing", "/replay/nothing", "/learn/spar/9"])
def test_an_address_that_leads_to_nothing_keeps_the_ways_out(path: str, site: Server, browser: Browser) -> None:
    page = browser.new_page(locale="en-GB", viewport=PHONE)
    page.goto(site.address + path)
    expect(page.get_by_role("alert").get_by_role("heading")).to_be_visible()
    expect(page.get_by_role("navigation", name=text("nav.tabs")).get_by_role("link")).to_have_count(4)
    assert "half_suit" not in page.get_by_role("main").inner_text()
    page.close()


def test_the_page_can_be_installed(site: Server, page: Page) -> None:
    page.goto(site.address)
    link = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = page.request.get(f"{site.address}{link}").json()
    assert {"name", "start_url", "display", "icons"} <= manifest.keys()
    for icon in manifest["icons"]:
        answer = page.request.get(f"{site.address}{icon['src']}")
        assert answer.ok
        assert answer.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", answer.body()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert page.evaluate("navigator.serviceWorker.ready.then((one) => Boolean(one.active))")


# ------------------------------------------------------------ a server that is away


def test_a_server_that_is_away_is_told_kindly_and_comes_back_by_itself(tmp_path: Path, page: Page) -> None:
    with Server(tmp_path, web=BUILT) as site:
        play_now(page, site.address, "spar")
        expect(page.get_by_test_id("table")).to_have_attribute("data-turn", "true")
        page.goto(site.address)
        expect(mine(page)).to_be_visible()
        site.kill()
        expect(page.get_by_role("heading", name=text("away.title"))).to_be_visible()
        expect(page.get_by_text(text("mine.your_turn"))).to_be_visible()  # the games as they were
        expect(page.get_by_role("listitem").get_by_text(text("spar:title"), exact=True)).to_be_visible()
        expect(page.get_by_text("Failed to fetch")).to_have_count(0)
        site.start()
        expect(mine(page)).to_be_visible()
        expect(page.get_by_role("heading", name=text("away.title"))).to_have_count(0)


def test_the_page_opens_while_the_server_is_away(tmp_path: Path, page: Page) -> None:
    with Server(tmp_path, web=BUILT) as site:
        page.goto(site.address)
        page.evaluate("navigator.serviceWorker.ready")
        page.wait_for_function("caches.match('/').then(Boolean)")
        site.kill()
        page.goto(f"{site.address}/history")
        expect(page.get_by_role("heading", name=text("away.title"))).to_be_visible()
        site.start()
        expect(page.get_by_role("heading", name=text("away.title"))).to_have_count(0)


# ------------------------------------------------------------ being called


def test_whoever_waits_for_long_is_asked_once_whether_to_be_called(site: Server, page: Page) -> None:
    page.clock.install()
    stage = Stage(site, with_ears(page), "spar", ("Ben",), seats=2, clock="off").start()
    stage.play(lambda player: player.legal[0] if player is stage.ada else None, lambda: stage.friends[0].legal)
    asks = page.get_by_role("heading", name=text("calls.title", name="Ben"))
    expect(page.get_by_test_id("table")).to_have_attribute("data-turn", "false")
    expect(asks).to_have_count(0)
    page.clock.run_for(25_000)
    expect(asks).to_be_visible()
    Driver(page).use(text("calls.later"))
    expect(asks).to_have_count(0)
    page.reload()
    expect(page.get_by_test_id("table")).to_have_attribute("data-turn", "false")
    page.clock.run_for(25_000)
    expect(asks).to_have_count(0)
    stage.close()


ELSEWHERE = """
window.buzzed = [];
navigator.vibrate = (pattern) => window.buzzed.push(pattern) > 0;
let looked = true;
Object.defineProperty(document, "visibilityState", {get: () => (looked ? "visible" : "hidden")});
Object.defineProperty(document, "hidden", {get: () => !looked});
window.look = (now) => {
  looked = now;
  document.dispatchEvent(new Event("visibilitychange"));
};
"""
"""A browser whose window can be looked away from, and that keeps how it was asked to buzz."""
CALLED = """async () => {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker.getNotifications()).map((one) => [one.title, one.body, one.data]);
}"""


def test_my_turn_calls_me_when_i_look_elsewhere(site: Server, page: Page) -> None:
    page.context.grant_permissions(["notifications"], origin=site.address)
    page.add_init_script(ELSEWHERE)
    page.goto(f"{site.address}/you")
    Driver(page).write(page.locator("#calls"), "yes")
    expect(page.locator("#calls")).to_be_checked()
    page.evaluate("navigator.serviceWorker.ready")
    stage = Stage(site, with_ears(page), "spar", ("Ben",), seats=2, clock="off").start()
    (ben,) = stage.friends
    mine = page.get_by_test_id("table")

    def until_asked() -> None:
        stage.play(lambda player: player.legal[0] if player is ben else None, lambda: stage.ada.legal)
        expect(mine).to_have_attribute("data-turn", "true")

    until_asked()
    stage.play(lambda player: player.legal[0] if player is stage.ada else None, lambda: ben.legal)
    expect(mine).to_have_attribute("data-turn", "false")
    assert page.evaluate(CALLED) == [], "whoever looks is not called"
    page.evaluate("look(false)")
    until_asked()
    page.wait_for_function(f"async () => (await ({CALLED})()).length > 0")
    title = text("calls.turn_in", game=text("spar:title"))
    assert page.evaluate(CALLED) == [[title, text("spar:prompt"), f"/t/{stage.table}"]]
    assert page.evaluate("buzzed.length") == 1
    page.evaluate("look(true)")
    page.wait_for_function(f"async () => (await ({CALLED})()).length === 0")
    stage.close()
