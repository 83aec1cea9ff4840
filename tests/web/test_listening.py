"""A whole game by ear: everything is found by its role and its name, and everything that happens is said."""

from __future__ import annotations

import random
import re
import time

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from tests.patience import PATIENCE_S
from tests.server.clients import Server
from tests.web.driving import GAMES, SHORT, TEXTS, text

pytestmark = pytest.mark.xdist_group(__name__)
HEARD = """() => {
  window.heard = [];
  const log = document.querySelector("[role=log]");
  new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) window.heard.push(node.textContent);
  }).observe(log, {childList: true});
}"""
"""Notes what a screen reader would say: whatever is added to the log."""


def words(key: str) -> re.Pattern[str]:
    """A text of the page with anything for its values."""
    parts = re.split(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", TEXTS[key])
    return re.compile(".*".join(re.escape(part) for part in parts))


class Listener:
    """Somebody who sees nothing."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.dice = random.Random(seed)

    def press(self, role: str, name: str | re.Pattern[str]) -> None:
        found = self.page.get_by_role(role, name=name, exact=isinstance(name, str))  # type: ignore[arg-type]
        found.first.focus()
        self.page.keyboard.press("Enter")

    def begin(self, address: str, game: str) -> None:
        page = self.page
        page.goto(address)
        page.get_by_role("textbox", name=text("home.name")).fill("Ada")
        self.press("button", text("home.open"))
        form = page.get_by_role("dialog")
        self.choose(form.get_by_role("radiogroup", name=text("open.game"), exact=True), text(f"{game}:title"))
        for option, value in SHORT[game].items():
            label = text("open.seats") if option == "seats" else text(f"{game}:option.{option}")
            field = form.get_by_label(label, exact=True)
            if field.get_attribute("type") == "number":
                field.fill(value)
            elif field.get_attribute("role") == "switch":
                field.set_checked(value == "yes")
            else:
                self.choose(field, value)
        self.press("button", text("open.submit"))
        start = page.get_by_role("button", name=re.compile(r"\bstart$"))
        expect(start).to_be_visible()
        page.evaluate(HEARD)
        start.focus()
        page.keyboard.press("Enter")

    def choose(self, group: Locator, name: str) -> None:
        """Choose one of several, by the arrow keys."""
        wanted = group.get_by_role("radio", name=name, exact=True)
        group.get_by_role("radio", checked=True).focus()
        for _ in range(group.get_by_role("radio").count()):
            if wanted.is_checked():
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"{name} cannot be chosen")

    def over(self) -> bool:
        return self.page.get_by_role("button", name=text("result.rematch"), exact=True).count() > 0

    def offers(self) -> list[Locator]:
        """What is said to be possible: actions, cards that can be played, cards that can be asked for."""
        page = self.page
        acts = page.get_by_role("group", name=text("actions.label"), exact=True).get_by_role("button", disabled=False)
        hand = page.get_by_role("group", name=words("hand.label")).get_by_role("button", name=words("hand.playable"))
        asks = page.get_by_role("group", name=text("half_suit/board"), exact=True)
        board = asks.get_by_role("button", name=words("half_suit/card_ask"))
        go_on = page.get_by_role("button", name=text("claim/go_on"), exact=True)
        weights = [(acts, 3), (hand, 1), (board, 1), (go_on, 2)]
        return [one for found, often in weights for one in found.all() for _ in range(often)]

    def step(self) -> None:
        """Do one thing of those that are possible."""
        skip = (text("half_suit/claim"), text("half_suit/counter"), text("half_suit/place"))
        try:
            found = self.offers()
            if found:
                chosen = self.dice.choice(found)
                if chosen.inner_text(timeout=500) in skip:
                    return
                chosen.focus(timeout=500)
                self.page.keyboard.press("Enter")
        except Error:  # it went away before it could be used
            pass


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_ear(game: str, site: Server, page: Page) -> None:
    listener = Listener(page, seed=11)
    listener.begin(site.address, game)
    end = time.monotonic() + PATIENCE_S
    while not listener.over():
        assert time.monotonic() < end, "the game is not over"
        listener.step()
    assert page.evaluate("document.activeElement !== document.body"), "the focus is lost"
    heard = page.evaluate("window.heard")
    record = page.get_by_role("list", name=text("record.title"), exact=True).get_by_role("listitem").all_inner_texts()
    assert len(record) > 10
    assert any(line.startswith("You ") for line in record)
    assert [line for line in record if "Ada" in line] == []
    assert [line.strip() for line in heard][-len(record) :] == [line.strip() for line in record]
