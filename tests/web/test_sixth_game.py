"""The sixth game of docs/add-a-game.md in a real browser: a file outside the package, which no page was written for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.clients import Server
from tests.test_tutorial import files
from tests.web.conftest import BUILT, NewPage
from tests.web.driving import WEB, Driver, messages

pytestmark = pytest.mark.xdist_group(__name__)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that knows the game by its file."""
    (tmp_path / "higher.py").write_text(files()["higher.py"], encoding="utf-8")
    monkeypatch.setenv("HANDFUL_GAMES", str(tmp_path / "higher.py"))
    with Server(tmp_path, web=BUILT) as running:
        yield running


def test_the_table_says_that_hard_bots_are_being_prepared(
    house: Server, new_page: NewPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine that has compiled nothing yet: to the player and to those who watch, each in their language."""
    house.stop()
    monkeypatch.setenv("HANDFUL_CACHE", str(tmp_path / "cache"))
    house.start()
    page = new_page()
    request, origin = page.context.request, {"origin": house.address}
    assert request.post(f"{house.address}/api/me", data={"name": "Ada"}, headers=origin).ok
    wish = {"game": "higher", "seats": 3, "level": "hard"}
    opened = request.post(f"{house.address}/api/play-now", data=wish, headers=origin)
    table = f"{house.address}/t/{opened.json()['id']}"
    page.goto(table)
    for language, where in (("en", page), ("fr", new_page(locale="fr-FR")), ("vi", new_page(locale="vi-VN"))):
        if where is not page:
            where.goto(table)
        said = messages(WEB / "messages" / f"{language}.json")["table.prepares"]
        expect(where.get_by_text(said).first).to_be_visible()


def test_it_is_offered_shown_and_played_to_its_end(house: Server, page: Page) -> None:
    page.goto(house.address)
    expect(page.get_by_text("Higher", exact=True).first).to_be_visible()
    request, origin = page.context.request, {"origin": house.address}
    assert request.post(f"{house.address}/api/me", data={"name": "Ada"}, headers=origin).ok
    opened = request.post(f"{house.address}/api/play-now", data={"game": "higher", "seats": 3}, headers=origin)
    page.goto(f"{house.address}/t/{opened.json()['id']}")
    scene = page.get_by_test_id("scene")
    for label in ("remaining", "choosing"):  # public fields, by their declarations; my seat is the first, number 0
        expect(scene.locator("dl > div").filter(has_text=label)).to_contain_text("Ada")
    driver = Driver(page)
    driver.play()
    assert driver.done > 0
    expect(page.get_by_text("is out.").first).to_be_visible()
