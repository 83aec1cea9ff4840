"""What a table promises to whoever sits at it: nobody waits for ever, the felt is true, refusals stand at one's hand.

Bots have the pace that they have for people, and things move: what is promised is promised there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.clients import Server
from tests.web.conftest import BUILT, NewPage
from tests.web.driving import Driver, text
from tests.web.staging import LISTEN, Friend, Player, Stage

pytestmark = pytest.mark.xdist_group(__name__)
MOVING = {"reduced_motion": "no-preference"}
PHONE = {"viewport": {"width": 390, "height": 844}}


@pytest.fixture(scope="module")
def paced(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots take the time that they take for people."""
    with Server(tmp_path_factory.mktemp("paced"), web=BUILT, bot_floor_ms=None) as running:
        yield running


@pytest.fixture(scope="module")
def brisk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which a minute is over soon."""
    with Server(tmp_path_factory.mktemp("brisk"), web=BUILT, away_ms=300, clock_scale=0.05) as running:
        yield running


def seated(
    server: Server,
    page: Page,
    game: str,
    friends: tuple[str, ...] = (),
    chosen: dict[str, Any] | None = None,
    **wish: Any,
) -> Stage:
    """A table that has begun, with a page at it whose player has chosen some settings."""
    page.add_init_script(LISTEN)
    kept = json.dumps({"language": "en", **(chosen or {})})
    page.add_init_script(f"localStorage['handful-settings'] ??= {kept!r}")
    return Stage(server, page, game, friends, **wish).start()


def at_its_turn(stage: Stage) -> None:
    """The page's player is asked, and the page shows it; friends do what comes first."""
    stage.ada.listen()  # what was asked before is not what is asked now
    stage.play(lambda player: None if player is stage.ada else player.legal[0], lambda: stage.ada.legal)
    expect(stage.page.get_by_test_id("table")).to_have_attribute("data-turn", "true")


def on_felt(page: Page) -> list[str]:
    """The cards that lie on the stage."""
    cards = page.locator(".ring > .pile [data-face]")
    return sorted(str(one) for one in cards.evaluate_all("all => all.map((one) => one.dataset.face)"))


def plate(page: Page, name: str) -> Any:
    return page.get_by_role("group", name=re.compile(rf"^{name}\b"))


# ------------------------------------------------------------ never lost


def test_an_absent_player_is_stood_in_for_and_comes_back(brisk: Server, new_page: NewPage) -> None:
    page = new_page()
    stage = seated(brisk, page, "spar", ("Ben",), seats=2, clock="off", options={"target": "9"})
    (ben,) = stage.friends
    assert isinstance(ben, Friend)
    stage.play(lambda player: player.legal[0] if player is stage.ada else None, lambda: ben.legal)
    expect(plate(page, "Ben")).not_to_have_attribute("aria-label", re.compile("away"))
    ben.leave()
    expect(plate(page, "Ben")).to_have_attribute("aria-label", re.compile(r"away since \d"))
    Driver(page).use(text("table.stand_in", name="Ben"))
    expect(plate(page, "Ben")).to_have_attribute("aria-label", re.compile(re.escape(text("seat.stood_in"))))
    stage.ada.wait(lambda: stage.ada.legal)
    ben.join()
    expect(plate(page, "Ben")).not_to_have_attribute("aria-label", re.compile("away"))
    ben.leave()


def test_leaving_hands_the_seat_to_a_bot_and_takes_it_back(brisk: Server, new_page: NewPage) -> None:
    page = new_page()
    stage = seated(brisk, page, "spar", ("Ben",), seats=2, clock="off", options={"target": "9"})
    driver = Driver(page)
    driver.use(text("table.menu"))
    page.get_by_role("button", name=text("table.leave")).click()
    back = page.get_by_role("button", name=text("table.come_back"))
    expect(back).to_be_visible()
    back.click()
    expect(back).to_have_count(0)
    at_its_turn(stage)
    stage.close()


def test_a_seat_is_given_up_for_good_only_after_a_second_word(brisk: Server, new_page: NewPage) -> None:
    page = new_page()
    stage = seated(brisk, page, "spar", ("Ben",), seats=2, clock="off", options={"target": "9"})
    driver = Driver(page)
    driver.use(text("table.menu"))
    page.get_by_role("button", name=text("table.resign")).click()
    expect(page.get_by_text(text("table.watching"))).to_have_count(0)
    page.get_by_role("button", name=text("table.resign_sure")).click()
    expect(page.get_by_text(text("table.watching"))).to_be_visible()
    stage.close()


def test_a_game_is_stopped_when_both_agree(brisk: Server, new_page: NewPage) -> None:
    page = new_page()
    stage = seated(brisk, page, "spar", ("Ben",), seats=2, clock="off", options={"target": "9"})
    stage.friends[0].do("stop", agree=True)
    expect(page.locator(".deck .word").get_by_role("alert")).to_contain_text(text("table.stop_wished", name="Ben"))
    Driver(page).use(text("table.menu"))
    page.get_by_role("button", name=text("table.stop_agree")).click()
    expect(page.get_by_role("heading", name=text("table.stopped"))).to_be_visible()
    stage.close()


def test_a_rematch_keeps_the_seats(site: Server, new_page: NewPage) -> None:
    page = new_page()
    stage = seated(site, page, "spar", ("Ben", "Cleo"), seats=3, options={"target": "1"})
    own, before = stage.ada.seat, [seat["name"] for seat in stage.ada.picture["seats"]]
    stage.play(lambda player: player.legal[0], lambda: stage.ada.picture["result"])
    driver = Driver(page)
    driver.result()
    for friend in stage.friends:
        friend.wait(lambda friend=friend: friend.picture["result"])  # type: ignore[misc]
    stage.friends[1].do("rematch", nonce="")
    driver.touch(page.locator(".result button.gold"))
    page.wait_for_url(lambda url: stage.table not in url)
    stage.friends[0].do("rematch", nonce="")
    ada = stage.ada
    ada.wait(lambda: ada.picture["table"] != stage.table and ada.picture["status"] == "playing")
    assert ada.seat == own
    assert [seat["name"] for seat in ada.picture["seats"]] == before
    stage.close()


# ------------------------------------------------------------ always clear


@pytest.mark.parametrize("game", ["spar", "top_suit"])
def test_the_felt_shows_what_is_asked_about(game: str, paced: Server, new_page: NewPage) -> None:
    page = new_page(**MOVING)
    stage = seated(paced, page, game, seats=3, options={"target": "1"} if game == "spar" else {})
    ada, asked = stage.ada, 0
    while asked < 6 and not ada.picture["result"]:
        ada.wait(lambda: ada.legal or ada.picture["result"])
        if ada.picture["result"]:
            break
        page.wait_for_function(
            "(number) => { const table = document.querySelector('[data-testid=table]');"
            " return Number(table.dataset.number) >= number && table.dataset.turn === 'true' }",
            arg=ada.picture["number"],
        )
        lies = [one for pile in ada.view["table"] for one in ([pile] if isinstance(pile, str) else pile or [])]
        expect(page.locator(".ring > .pile [data-face]")).to_have_count(len(lies))
        assert on_felt(page) == sorted(lies)
        asked += 1
        ada.act(ada.legal[0])
    assert asked > 2


def test_a_press_skips_ahead_to_the_table_as_it_is(paced: Server, new_page: NewPage) -> None:
    page = new_page(**MOVING)
    page.clock.install()
    stage = seated(paced, page, "spar", ("Ben",), seats=2, clock="off", options={"target": "9"})
    (ben,), ada = stage.friends, stage.ada
    stage.play(lambda player: player.legal[0], lambda: sum(map(bool, ada.view["table"])) == 1)
    expect(page.locator(".ring > .pile [data-face]")).to_have_count(1)
    last = ada if ada.legal else ben
    last.wait(lambda: last.legal)
    trick = ada.view["trick"]
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 0.3"))
    last.act(last.legal[0])
    ada.wait(lambda: ada.view["trick"] != trick)
    expect(page.locator(".ring > .pile [data-face]")).to_have_count(2)
    expect(page.get_by_test_id("table")).to_have_attribute("data-turn", "false")
    page.keyboard.press("Shift")
    page.clock.resume()
    expect(page.get_by_test_id("table")).to_have_attribute("data-number", str(ada.picture["number"]))
    expect(page.locator(".ring > .pile [data-face]")).to_have_count(0)
    stage.close()


def test_a_move_that_the_clock_made_is_told(brisk: Server, new_page: NewPage) -> None:
    page = new_page()
    stage = seated(brisk, page, "spar", ("Ben",), seats=2, clock="fast", options={"target": "60"})
    expect(page.locator(".deck .word").get_by_role("alert")).to_have_text(text("table.lapsed"))
    stage.close()


def test_a_move_without_a_line_waits_and_says_so(site: Server, new_page: NewPage) -> None:
    page = new_page()
    stage = seated(site, page, "spar", ("Ben",), seats=2, clock="off", options={"target": "9"})
    at_its_turn(stage)
    card = page.locator("[data-card][data-playable=true]").first
    played = str(card.get_attribute("data-card"))
    page.context.set_offline(True)
    expect(page.locator(".banner")).to_be_visible()
    card.click()
    page.locator("[data-act]").first.click()
    expect(page.locator(".deck .word").get_by_role("alert")).to_have_text(text("table.waits"))
    page.context.set_offline(False)
    expect(page.locator(f".hand [data-card='{played}']")).to_have_count(0)
    expect(page.locator(".deck .word").get_by_role("alert")).to_have_count(0)
    stage.close()


REFUSED = """() => {
  const [word, alert] = [".deck .word", ".deck .word [role=alert]"].map((one) => document.querySelector(one));
  const box = word.getBoundingClientRect();
  const said = alert.getBoundingClientRect();
  const over = [...document.querySelectorAll(".plate, [data-card]")].map((one) => one.getBoundingClientRect());
  const meet = (one) =>
    one.left < box.right && box.left < one.right && one.top < box.bottom - 14 && box.top < one.bottom;
  return {
    inside: said.top >= box.top - 1 && said.bottom <= box.bottom + 1 && said.right <= box.right + 1,
    whole: alert.scrollHeight <= alert.clientHeight + 1,
    covers: over.filter(meet).length,
  };
}"""


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (320, 568), (1440, 900)])
def test_a_refusal_stands_at_the_hand_and_covers_nobody(size: tuple[int, int], site: Server, new_page: NewPage) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    stage = seated(site, page, "spar", ("Ben",), seats=2, clock="off", options={"target": "60"})
    ada = stage.ada

    def refused(player: Player) -> bool:
        return player is ada and bool(player.legal) and len(player.legal) < len(player.hand)

    stage.play(lambda player: player.legal[0], lambda: refused(ada))
    expect(page.get_by_test_id("table")).to_have_attribute("data-number", str(ada.picture["number"]))
    page.locator(".hand [data-card][data-playable=false]").first.click()
    expect(page.locator(".deck .word").get_by_role("alert").get_by_role("link")).to_have_text(re.compile(r"\d"))
    assert page.evaluate(REFUSED) == {"inside": True, "whole": True, "covers": 0}
    stage.close()


def test_the_hand_does_not_move_when_it_gets_short(site: Server, new_page: NewPage) -> None:
    page = new_page(**PHONE)
    stage = seated(site, page, "spar", ("Ben",), seats=2, clock="off", options={"target": "9"})
    ada, tops = stage.ada, set()
    while ada.view["round"] == 1 and len(ada.hand) > 1:
        at_its_turn(stage)
        tops.add(page.locator(".deck .word").evaluate("one => Math.round(one.getBoundingClientRect().top)"))
        ada.act(ada.legal[0])
        expect(page.locator(".hand [data-card]")).to_have_count(len(ada.hand))
    assert len(tops) == 1
    stage.close()


def test_what_was_picked_is_forgotten_when_the_turn_is_over(site: Server, new_page: NewPage) -> None:
    page = new_page()
    stage = seated(site, page, "spar", ("Ben",), seats=2, clock="off", options={"target": "9"})
    at_its_turn(stage)
    page.locator(".hand [data-card][data-playable=true]").last.click()
    expect(page.locator(".hand [aria-pressed=true]")).to_have_count(1)
    stage.ada.act(stage.ada.legal[0])  # as the clock would
    expect(page.locator(".hand [aria-pressed=true]")).to_have_count(0)
    stage.close()


def test_nothing_is_offered_that_is_refused(site: Server, new_page: NewPage) -> None:
    page = new_page(**PHONE)
    stage = seated(site, page, "half_suit")
    stage.ada.wait(lambda: stage.ada.legal)
    expect(page.get_by_test_id("scene")).to_be_visible()
    expect(page.get_by_role("button", name=text("reaction.say"))).to_have_count(0)
    order = page.get_by_role("button", name=re.compile(re.escape(text("hand.sort_by", order="").strip())))
    expect(order).to_have_accessible_name(re.compile(text("half_suit/sort")))
    other = seated(site, new_page(**PHONE), "spar", seats=2)
    expect(other.page.get_by_role("button", name=text("reaction.say"))).to_be_visible()
    order = other.page.get_by_role("button", name=re.compile(re.escape(text("hand.sort_by", order="").strip())))
    for _ in range(3):
        expect(order).not_to_have_accessible_name(re.compile(text("half_suit/sort")))
        order.click()


def test_the_spotlight_alone_is_gold_in_a_teams_turn(site: Server, new_page: NewPage) -> None:
    page = new_page()
    stage = seated(site, page, "half_suit", ("Ben", "Cleo", "Dan", "Eve", "Finn"), clock="off")
    ada = stage.ada

    def mates_turn() -> bool:
        return any(one.startswith(("ask", "claim")) for one in ada.legal) and ada.view["spotlight"] != ada.seat

    stage.play(lambda player: player.legal[-1] if player.legal[0].startswith("ask") else player.legal[0], mates_turn)
    expect(page.get_by_test_id("table")).to_have_attribute("data-number", str(ada.picture["number"]))
    name = ada.picture["seats"][ada.view["spotlight"]]["name"]
    expect(page.locator(".plate.turn")).to_have_count(1)
    expect(page.locator(".plate.turn")).to_contain_text(name)
    expect(page.locator(".plate.turn")).to_contain_text(text("half_suit/spotlight"))
    stage.close()


def test_suits_have_their_colours_in_the_record(site: Server, new_page: NewPage) -> None:
    page = new_page()
    stage = seated(site, page, "spar", ("Ben",), seats=2, clock="off", options={"target": "60"})
    stage.play(lambda player: player.legal[0], lambda: stage.ada.picture["number"] > 60)
    record = page.get_by_role("list", name=text("record.title"))
    colours = {
        sign: record.locator("span", has_text=sign).last.evaluate("one => getComputedStyle(one).color") for sign in "♥♠"
    }
    assert colours["♥"] != colours["♠"]
    stage.close()


def test_the_result_tells_my_story_first(site: Server, new_page: NewPage) -> None:
    page = new_page()
    stage = seated(site, page, "half_suit", ("Ben", "Cleo", "Dan", "Eve", "Finn"), options={"stop_at_5": "yes"})
    ada = stage.ada
    stage.play(
        lambda player: next((one for one in player.legal if not one.startswith("ask")), player.legal[0]),
        lambda: ada.picture["result"],
    )
    scores, winners = ada.picture["result"]["scores"], ada.picture["result"]["winners"]
    said = "result.team_won" if ada.seat in winners else "result.team_lost"
    panel = Driver(page).result()
    expect(panel.get_by_role("heading", level=2)).to_have_text(
        text(said, ours=scores[ada.seat], theirs=scores[1 - ada.seat % 2])
    )
    expect(panel.locator("li.own")).to_contain_text(text("result.you"))
    expect(panel.locator("svg .line")).to_have_count(2)
    expect(panel.locator("svg text.own")).to_contain_text(text("rounds.your_team"))
    stage.close()


# ------------------------------------------------------------ a pleasure


def test_one_tap_plays_where_one_wants_it_so(site: Server, new_page: NewPage) -> None:
    for taps, left in (("two", 5), ("one", 4)):
        page = new_page()
        stage = seated(site, page, "spar", ("Ben",), {"taps": taps}, seats=2, clock="off", options={"target": "9"})
        at_its_turn(stage)
        page.locator(".hand [data-card][data-playable=true]").first.click()
        if taps == "two":
            expect(page.locator(".hand [aria-pressed=true]")).to_have_count(1)
        expect(page.locator(".hand [data-card]")).to_have_count(left)
        stage.close()


def test_a_forced_skip_is_done_by_itself(site: Server, new_page: NewPage) -> None:
    page = new_page()
    stage = seated(site, page, "thirteam", ("Ben", "Cleo", "Dan"), seats=4, clock="off", options={"threshold": "9"})
    ada = stage.ada

    def choose(player: Player) -> str | None:
        return None if player.legal == ["skip"] and player is ada else player.legal[-1]

    stage.play(choose, lambda: ada.legal == ["skip"])
    number = ada.picture["number"]
    ada.wait(lambda: ada.picture["number"] > number)
    assert ada.seat in ada.view["skipped"] or not ada.view["trick"]
    stage.close()


def test_cards_are_drawn_as_one_has_chosen(site: Server, new_page: NewPage) -> None:
    drawn = []
    for chosen in ({}, {"fourColours": True, "largeIndices": True}):
        page = new_page()
        stage = seated(site, page, "thirteam", ("Ben", "Cleo", "Dan"), chosen, seats=4, clock="off")
        page.locator(".hand [data-card]").first.wait_for()
        root = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--suit-d')")
        drawn.append((root, page.locator(".hand svg.card.large").count() > 0))
        stage.close()
    assert drawn[0][0] != drawn[1][0]
    assert [large for _, large in drawn] == [False, True]


def test_playing_on_from_a_move_of_a_replay(site: Server, new_page: NewPage) -> None:
    page = new_page()
    stage = seated(site, page, "spar", ("Ben",), seats=2, options={"target": "1"})
    stage.play(lambda player: player.legal[0], lambda: stage.ada.picture["result"])
    stage.close()
    page.goto(f"{site.address}/replay/{stage.table}#move=8")
    replay = page.get_by_test_id("replay")
    expect(replay).to_have_attribute("data-move", "8")
    expect(page.locator(".hand [data-card]").first).to_be_visible()
    held = page.locator(".hand [data-card]").evaluate_all("all => all.map((one) => one.dataset.card).sort()")
    Driver(page).use(text("replay.play_on"))
    page.wait_for_url("**/t/*")
    expect(page.get_by_test_id("table")).to_have_attribute("data-status", "playing")
    expect(page.locator(".hand [data-card]").first).to_be_visible()
    now = page.locator(".hand [data-card]").evaluate_all("all => all.map((one) => one.dataset.card).sort()")
    assert set(now) <= set(held)


def test_a_replay_marks_its_rounds(site: Server, new_page: NewPage) -> None:
    page = new_page()
    stage = seated(site, page, "spar", ("Ben",), seats=2, options={"target": "2"})
    stage.play(lambda player: player.legal[0], lambda: stage.ada.picture["result"])
    rounds = int(stage.ada.view["round"])
    stage.close()
    page.goto(f"{site.address}/replay/{stage.table}")
    expect(page.locator(".way i")).to_have_count(rounds)
