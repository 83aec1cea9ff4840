"""A game is shown in the reader's language: what the page says, what the scene says, and what the game itself says."""

from __future__ import annotations

from playwright.sync_api import expect

from handful.games import find
from tests.server.clients import Server
from tests.web.conftest import NewPage
from tests.web.driving import START, WEB, messages


def test_a_game_is_told_in_the_language_of_the_reader(site: Server, new_page: NewPage) -> None:
    page = new_page(locale="fr-FR")
    french, vietnamese = (messages(WEB / "messages" / f"{one}.json") for one in ("fr", "vi"))
    told, told_too = (find("spar").texts(one) for one in ("fr", "vi"))
    page.goto(site.address)
    expect(page.get_by_text(told["summary"])).to_be_visible()
    page.get_by_role("button", name=french["home.open"], exact=True).click()
    page.get_by_role("radio", name=told["title"], exact=True).check()
    expect(page.get_by_text(told["option.honour.meaning"])).to_be_visible()
    page.get_by_label(told["option.target"], exact=True).fill("7")
    page.get_by_role("button", name=french["open.submit"], exact=True).click()
    expect(page.get_by_text(told["goal"])).to_be_visible()
    expect(page.get_by_text(told["ending"].format(target=7))).to_be_visible()
    page.locator(START).click()
    record = page.get_by_role("list", name=french["record.title"], exact=True)
    expect(record.get_by_text(told["event.shuffled"])).to_be_visible()
    scene = messages(WEB / "src" / "games" / "spar" / "messages.vi.json")
    page.get_by_role("button", name=french["table.menu"], exact=True).click()
    page.get_by_role("button", name=french["settings.title"], exact=True).click()
    page.get_by_role("radio", name="Tiếng Việt", exact=True).check()
    page.get_by_role("button", name=vietnamese["close"], exact=True).click()
    expect(
        page.get_by_role("list", name=vietnamese["record.title"]).get_by_text(told_too["event.shuffled"])
    ).to_be_visible()
    expect(page.get_by_test_id("scene").get_by_text(scene["trick"], exact=True).first).to_be_visible()
