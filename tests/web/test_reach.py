"""Everything needed to act is in sight: at every size, for every decision of whole games, in all five games.

For each legal action the controls that lead to it must lie in the window, be large enough, and be covered by nothing.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.server.clients import Server
from tests.web.conftest import NewPage
from tests.web.driving import text
from tests.web.reaching import REACHING, SIZES, press, unpressable, unreachable
from tests.web.staging import LISTEN, Player, Stage

pytestmark = pytest.mark.xdist_group(__name__)
TABLES: dict[str, dict[str, Any]] = {
    "half_suit": {"options": {"stop_at_5": "yes"}},
    "spar": {"seats": 6, "options": {"target": "2", "honour": "yes"}},
    "thirteam": {"seats": 4, "options": {"threshold": "1"}},
    "claim": {"options": {"deals": "2", "floor_rounds": "4"}},
    "top_suit": {"seats": 4},
}
CLOSE_LOOKS = 4
"""So many decisions of a game are also looked at when something has been chosen; so is the first of every kind."""
ALONE = """() => {
  localStorage.setItem("handful-settings", JSON.stringify({forced: false, language: "en"}));
}"""
"""Nothing is done by itself while we look."""
PUT_AWAY = [text("hint.got_it"), text("claim/go_on")]
PHONES = ((390, 844), (844, 390), (320, 568), (720, 450))


def with_cards(page: Page, player: Player, dice: random.Random) -> list[str]:
    """What cannot be reached when the cards of an action are chosen: the button that does it."""
    able = [one for one in player.legal if any(card in one.split() for card in player.hand)]
    able = [one for one in able if not one.startswith(("declare", "take")) and " with " not in one]
    if not able:
        return []
    action = dice.choice(able)
    cards = [word for word in action.split(" top ")[0].split() if word in player.hand]
    press(page, *(f"[data-card='{card}']" for card in cards))
    found = [fault for size in SIZES for fault in unpressable(page, size, [action], PUT_AWAY)]
    press(page, *(f"[data-card='{card}'][aria-pressed=true]" for card in cards))
    return [f"cards chosen, {fault}" for fault in found]


def asking(page: Page) -> list[str]:
    """Half Suit on phones: what cannot be reached after a half suit is pressed, and after a card of it."""
    found = []
    for size in PHONES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        press(page, "[data-half]:not([data-aside])")
        cells = "all => all.map((one) => one.dataset.cell)"
        cards = page.locator("[data-cell][data-playable=true]").evaluate_all(cells)
        found += unreachable(page, size, [f"ask 0 {card}" for card in cards], PUT_AWAY)
        press(page, "[data-cell][data-playable=true]")
        acts = page.locator("[data-act^='ask']").evaluate_all("all => all.map((one) => one.dataset.act)")
        found += unpressable(page, size, acts, PUT_AWAY) if acts else [f"at {size}: nobody can be asked"]
        press(page, "[data-testid=scene] .actions [data-back]", "[data-testid=scene] .six [data-back]")
        press(page, "[data-half][aria-pressed=true]")
    return found


def kind_of(legal: list[str]) -> str:
    """What kinds of actions there are."""
    first = {one.split()[0] for one in legal}
    return " ".join(sorted({"play" if one[-1] in "shdc" else one for one in first}))


@pytest.mark.parametrize("game", TABLES)
def test_every_legal_action_can_be_reached_at_every_size(game: str, site: Server, new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1440, "height": 900})
    for script in (LISTEN, REACHING, f"({ALONE})()"):
        page.add_init_script(script)
    stage = Stage(site, page, game, **TABLES[game]).start()
    ada, dice = stage.ada, random.Random(game)
    found: list[str] = []
    kinds: set[str] = set()
    decisions = close = 0
    while True:
        ada.wait(lambda: ada.legal or ada.picture["result"])
        if ada.picture["result"]:
            break
        ada.wait(lambda: stage.number() == ada.picture["number"])
        decisions += 1
        kind, number = kind_of(ada.legal), ada.picture["number"]
        seen = [fault for size in SIZES for fault in unreachable(page, size, ada.legal, PUT_AWAY)]
        if kind not in kinds or (close < CLOSE_LOOKS and decisions % 3 == 1):
            kinds.add(kind)
            close += 1
            seen += with_cards(page, ada, dice)
            if game == "half_suit" and any(one.startswith("ask") for one in ada.legal):
                seen += asking(page)
        ada.listen()
        if ada.picture["number"] == number:  # a teammate may have acted while we looked
            found += [f"decision {decisions} ({kind}) {fault}" for fault in seen]
        assert len(found) < 40, "\n".join(found)
        soon = [one for one in ada.legal if not one.startswith("ask")] if decisions > 12 else []
        if ada.legal:
            ada.attempt(dice.choice(soon or ada.legal))
    assert decisions > 2
    assert found == [], "\n".join(found)


COVER = """() => {
  const hand = document.querySelector("[data-testid=scene] .hand").getBoundingClientRect();
  const cover = document.body.appendChild(document.createElement("div"));
  cover.style.cssText = `position: fixed; z-index: 99; left: 0; right: 0; top: ${hand.top - 20}px; bottom: 0`;
}"""


def test_what_lies_over_a_control_is_noticed(site: Server, new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1440, "height": 900})
    for script in (LISTEN, REACHING, f"({ALONE})()"):
        page.add_init_script(script)
    stage = Stage(site, page, "spar", seats=2).start()
    ada = stage.ada
    ada.wait(lambda: ada.legal and stage.number() == ada.picture["number"])
    assert unreachable(page, (1440, 900), ada.legal, PUT_AWAY) == []
    page.evaluate(COVER)
    found = unreachable(page, (1440, 900), ada.legal, PUT_AWAY)
    assert len(found) == len(ada.legal), found
    assert unreachable(page, (1440, 900), ["dance"], PUT_AWAY) == [
        'at 1440 x 900: dance: there is no [data-act="dance"]'
    ]
