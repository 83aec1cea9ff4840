"""What the scenes of the games show and do, in a real browser, at moments that are reached on purpose."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.clients import Server
from tests.web.conftest import NewPage
from tests.web.driving import Driver, text
from tests.web.staging import HALF_SUITS, LISTEN, Player, Stage, claims, gather

pytestmark = pytest.mark.xdist_group(__name__)
FIVE = ("Ben", "Cleo", "Dan", "Eve", "Finn")
Staged = Callable[..., Stage]


@pytest.fixture
def staged(site: Server, new_page: NewPage) -> Iterator[Staged]:
    """Makes tables with a page at them; the friends leave at the end."""
    made: list[Stage] = []

    def make(game: str, friends: tuple[str, ...] = (), page: dict[str, Any] | None = None, **wish: Any) -> Stage:
        shown = new_page(**(page or {}))
        shown.add_init_script(LISTEN)
        made.append(Stage(site, shown, game, friends, **wish).start())
        return made[-1]

    yield make
    for stage in made:
        stage.close()


def first(player: Player) -> str:
    return player.legal[0]


def at_its_turn(stage: Stage) -> None:
    """Wait until the page's player may act; the others do what comes first."""
    stage.play(lambda player: None if player is stage.ada else first(player), lambda: stage.ada.legal)


# ------------------------------------------------------------ CLAIM


def shown_worth(page: Page) -> dict[str, int]:
    texts = page.locator("[data-worth]").evaluate_all(
        "all => all.map((one) => [one.dataset.worth, one.querySelector('b').textContent])"
    )
    return {suit: int(points.replace("−", "-").replace(",", "")) for suit, points in texts}


def test_the_own_hand_is_worth_what_the_rules_count(staged: Staged) -> None:
    stage = staged("claim", options={"deals": "2", "floor_rounds": "3"})
    ada, page = stage.ada, stage.page
    looked = previews = 0
    while not ada.picture["result"]:
        ada.wait(lambda: ada.legal or ada.picture["result"])
        ada.wait(lambda: stage.number() == ada.picture["number"])
        told = {one["suit"]: one for one in ada.view["worth"]["suits"]}
        assert shown_worth(page) == {suit: one["score"] for suit, one in told.items()}
        for suit, one in told.items():
            points = " + ".join(str(run["points"]) for run in one["sequences"])
            expect(page.locator(f"[data-worth={suit}]")).to_contain_text(points)
        if taking := ada.view["worth"]["taking"]:
            makes = f"{taking[0]['makes']['score']:,}".replace("-", "−")
            expect(page.locator("[data-act=take]")).to_contain_text(f"→ {makes}")
            previews += 1
        looked += 1
        best = max((one["score"], suit) for suit, one in told.items())[1]
        wishes = ("take", f"declare {best}", "hold", "pass")
        if ada.legal:
            ada.act(next((one for one in wishes if one in ada.legal), ada.legal[0]))
    assert looked > 3
    assert previews > 0


def test_the_last_settlement_is_seen_before_the_result(staged: Staged) -> None:
    stage = staged("claim", options={"deals": "1", "floor_rounds": "1"})
    stage.play(
        lambda player: "pass" if "pass" in player.legal else player.legal[0], lambda: stage.ada.picture["result"]
    )
    driver = Driver(stage.page)
    expect(driver.button(text("claim/go_on"))).to_be_visible()
    expect(stage.page.locator(".result")).to_have_count(0)
    driver.use(text("claim/go_on"))
    expect(stage.page.locator(".result")).to_be_visible()
    assert stage.page.evaluate("document.activeElement !== document.body"), "the focus is lost"
    driver.use(text("result.see_table"))
    expect(stage.page.locator(".result ol")).to_have_count(0)
    driver.use(text("claim/settlement_short"))
    expect(driver.button(text("claim/go_on"))).to_be_visible()


# ------------------------------------------------------------ Half Suit


def place(page: Page, holders: dict[str, str]) -> None:
    """Say on the board who holds each card: by the names that a screen reader gives."""
    for row in page.get_by_role("radiogroup").all():
        name = str(row.get_attribute("aria-label"))
        holder = next(holder for card, holder in holders.items() if card in name)
        row.get_by_role("radio", name=re.compile(rf"^{holder}\b")).check(force=True)


def card_name(card: str) -> str:
    ranks = {rank: text(f"rank.{rank}") for rank in "JQKA"} | {"T": "10"}
    if card[0] == "X":
        return text("card.red_joker" if card == "Xr" else "card.black_joker")
    return text("card.of", rank=ranks.get(card[0], card[0]), suit=text(f"suit.{card[1]}"))


def test_a_claim_from_its_board_to_the_server(staged: Staged) -> None:
    stage = staged("half_suit", FIVE)
    at_its_turn(stage)
    page, driver = stage.page, Driver(stage.page)
    driver.use(text("half_suit/claim"))
    page.get_by_role("radio", name=text("half_suit:action.low-hearts")).check(force=True)
    page.get_by_label(text("half_suit/claim_more")).check()
    holders = {player.seat: player.picture["seats"][player.seat]["name"] for player in stage.players}
    where = {card: holders[next(p.seat for p in stage.players if card in p.hand)] for card in HALF_SUITS["low-hearts"]}
    place(page, {card_name(card): name for card, name in where.items()})
    driver.use(text("half_suit/claim_check"))
    before = stage.ada.picture["number"]
    driver.use(text("half_suit/claim_send", half_suit=text("half_suit:action.low-hearts")))
    stage.ada.wait(lambda: stage.ada.picture["number"] > before)
    expect(page.get_by_role("dialog")).to_have_count(0)
    entry = stage.ada.view["won"], stage.ada.view["claimed"]
    assert any("2h" in cards for cards in (*entry[0], entry[1]))


def test_a_claim_offers_only_whom_it_can_be_about(staged: Staged) -> None:
    stage = staged("half_suit", FIVE)
    at_its_turn(stage)
    page, driver, ada = stage.page, Driver(stage.page), stage.ada
    driver.use(text("half_suit/claim"))
    page.get_by_role("radio", name=text("half_suit:action.low-spades")).check(force=True)
    names = {player.picture["seats"][player.seat]["name"]: player.seat for player in stage.players}
    mates = [name for name, seat in names.items() if seat % 2 == ada.seat % 2 and seat != ada.seat]

    def offered(card: str) -> list[str]:
        row = page.get_by_role("radiogroup", name=text("half_suit/claim_holder", card=card_name(card)))
        radios = row.get_by_role("radio").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
        return sorted(str(one).partition(",")[0] for one in radios)

    for card in HALF_SUITS["low-spades"]:
        assert offered(card) == (["Ada"] if card in ada.hand else sorted(mates))
    page.get_by_label(text("half_suit/claim_more")).check()
    unseen = next(card for card in HALF_SUITS["low-spades"] if card not in ada.hand)
    assert offered(unseen) == sorted(name for name in names if name != "Ada")
    page.get_by_role("radio", name=text("half_suit/claim_for_other")).check(force=True)
    opponents = sorted(name for name, seat in names.items() if seat % 2 != ada.seat % 2)
    assert all(offered(card) == opponents for card in HALF_SUITS["low-spades"])


def test_the_server_says_why_a_claim_is_refused(staged: Staged) -> None:
    """A claim that was sent while the line was down, and that a teammate made in the meantime."""
    stage = staged("half_suit", FIVE, clock="off")
    at_its_turn(stage)
    page, driver, ada = stage.page, Driver(stage.page), stage.ada
    driver.use(text("half_suit/claim"))
    page.get_by_role("radio", name=text("half_suit:action.low-spades")).check(force=True)
    page.get_by_role("radio", name=text("half_suit/claim_for_other")).check(force=True)
    opponent = next(player for player in stage.friends if player.seat % 2 != ada.seat % 2)
    name = opponent.picture["seats"][opponent.seat]["name"]
    place(page, {card_name(card): name for card in HALF_SUITS["low-spades"]})
    driver.use(text("half_suit/claim_check"))
    page.context.set_offline(True)
    expect(page.locator(".banner")).to_be_visible()
    driver.use(text("half_suit/claim_send", half_suit=text("half_suit:action.low-spades")))
    mate = next(player for player in stage.friends if player.seat % 2 == ada.seat % 2)
    mate.listen()
    others = [f"{card} with {opponent.seat}" for card in HALF_SUITS["low-spades"]]
    mate.act("claim low-spades for-other-team", *others)
    page.context.set_offline(False)
    expect(page.get_by_role("dialog").get_by_role("alert")).not_to_be_empty()


def test_a_counter_claim(staged: Staged) -> None:
    stage = staged("half_suit", FIVE, clock="normal")
    page, driver = stage.page, Driver(stage.page)
    name = gather(stage)
    expect(page.get_by_role("timer").first).to_be_visible()
    driver.use(text("half_suit/counter"))
    rows = page.get_by_role("radiogroup")
    expect(rows).to_have_count(6)
    hand = stage.ada.hand
    for row, card in zip(rows.all(), HALF_SUITS[name], strict=True):
        expect(row.get_by_role("radio")).to_have_count(1 if card in hand else 2)
    names = {player.seat: player.picture["seats"][player.seat]["name"] for player in stage.players}
    where = {card: names[next(p.seat for p in stage.players if card in p.hand)] for card in HALF_SUITS[name]}
    place(page, {card_name(card): holder for card, holder in where.items()})
    driver.use(text("half_suit/claim_check"))
    driver.use(text("half_suit/claim_send", half_suit=text(f"half_suit:action.{name}")))
    team = stage.ada.seat % 2
    stage.ada.wait(lambda: stage.ada.view["won"][team])
    assert len(stage.ada.view["won"][team]) == 6
    expect(page.get_by_text(text("half_suit/point_for", team=text("half_suit/us")))).to_be_visible()


def test_notes_make_way_for_the_result_and_a_replay_has_the_whole_record(staged: Staged, new_page: NewPage) -> None:
    stage = staged("half_suit", FIVE, options={"stop_at_5": "yes"})
    page = stage.page

    def ask_first(player: Player) -> str:
        return claims(player) if stage.ada.picture["number"] > 30 else first(player)

    stage.play(ask_first, lambda: stage.ada.picture["number"] > 40)
    page.get_by_role("button", name=text("half_suit/asks_short"), exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    stage.play(ask_first, lambda: stage.ada.picture["result"])
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".result")).to_be_visible()
    again = new_page()
    again.goto(f"{stage.address.replace('/t/', '/replay/')}#move=25")
    again.get_by_role("button", name=text("half_suit/asks_short"), exact=True).click()
    assert again.get_by_role("dialog").get_by_role("listitem").count() > 5


# ------------------------------------------------------------ all games


PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def test_the_words_to_say_fit_a_phone(staged: Staged) -> None:
    stage = staged("spar", seats=2, page=PHONE)
    driver = Driver(stage.page)
    driver.use(text("reaction.say"))
    for one in stage.page.get_by_role("group", name=text("reaction.say")).get_by_role("button").all():
        box = one.bounding_box()
        assert box
        assert 0 <= box["x"] <= 360 - box["width"]
    driver.use(text("reaction.hello"))
    expect(driver.button(text("reaction.say"))).to_be_focused()


SEATS = {"half_suit": 6, "spar": 2, "thirteam": 4, "claim": 4, "top_suit": 3}


@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_deal_is_seen_moving_unless_stillness_is_asked_for(motion: str, game: str, staged: Staged) -> None:
    stage = staged(game, FIVE[: SEATS[game] - 1], page={"reduced_motion": motion}, seats=SEATS[game])
    flights = stage.page.locator("[data-flight]")
    if motion == "reduce":
        stage.page.get_by_test_id("scene").wait_for()
        assert flights.count() == 0
    else:
        expect(flights.first).to_be_attached()


def test_another_device_becomes_the_same_player(staged: Staged, new_page: NewPage, site: Server) -> None:
    stage = staged("spar", seats=2)
    page, driver = stage.page, Driver(stage.page)
    page.goto(f"{site.address}/device")
    driver.use(text("device.show"))
    expect(page.get_by_role("img", name=text("device.picture"))).to_be_visible()
    page.get_by_text(text("device.link")).click()
    link = page.locator("code").inner_text()
    assert link.startswith(f"{site.address}/device#")
    other = new_page()
    other.goto(link)
    Driver(other).use(text("device.use"))
    expect(other.get_by_text(text("device.done", name="Ada"))).to_be_visible()
    expect(other.get_by_label(text("home.name"))).to_have_value("Ada")
    other.goto(stage.address)
    expect(other.locator("[data-card]").first).to_be_visible()


def test_a_code_that_is_not_good_says_so(browser: Browser, site: Server) -> None:
    page = browser.new_page(locale="en-GB")
    page.goto(f"{site.address}/device#nonsense")
    Driver(page).use(text("device.use"))
    expect(page.get_by_role("alert")).to_contain_text("ask your other device for a new one")
    page.close()


def test_teams_are_drawn_unless_the_table_wishes_otherwise(page: Page, site: Server) -> None:
    driver = Driver(page)
    driver.open(site.address, "half_suit")
    expect(page.get_by_text(text("seating.drawn"))).to_be_visible()
    expect(page.get_by_text(text("seat.team", team=1))).to_have_count(0)
    driver.home(site.address)
    driver.begin_table("half_suit")
    driver.write(page.get_by_label(text("open.draw")), "no")
    driver.use(text("open.submit"))
    expect(page.get_by_text(text("seat.team", team=1)).first).to_be_visible()
    expect(page.get_by_text(text("seating.drawn"))).to_have_count(0)
