"""Pictures of every page and phase: `scripts/screenshots [FOLDER] [SCENE …]`.

Each moment is reached once and taken in every size, light and dark. A scene with a moment that does not come is named
at the end, and the others are taken all the same.
"""

from __future__ import annotations

import random
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.patience import PATIENCE_MS
from tests.server.clients import Server
from tests.web.conftest import BUILT, ROOT, chromium
from tests.web.driving import Driver, text
from tests.web.staging import LISTEN, Player, Stage, claims, gather

DOCS = ROOT / "docs" / "screenshots"
Theme = Literal["light", "dark"]
SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 360, "height": 640},
    "desktop": {"width": 1280, "height": 800},
    "large": {"width": 2560, "height": 1440},
}
THEMES: tuple[Theme, ...] = ("light", "dark")
BEST = {
    "home-desktop-light": "home",
    "half_suit-middle-desktop-light": "half-suit",
    "claim-floor-desktop-light": "claim",
    "spar-middle-phone-dark": "spar-phone",
}


class Camera:
    """A page that is looked at in every size and theme."""

    def __init__(self, browser: Browser, site: Server, folder: Path) -> None:
        self.browser = browser
        self.context = browser.new_context(locale="en-GB", viewport=SIZES["desktop"], reduced_motion="reduce")
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(LISTEN)
        self.page: Page = self.context.new_page()
        self.driver = Driver(self.page, seed=7)
        self.site = site
        self.folder = folder
        self.dice = random.Random(7)

    def take(self, what: str) -> None:
        """Take a picture in every size and theme."""
        for size, shape in SIZES.items():
            self.page.set_viewport_size(shape)
            for theme in THEMES:
                self.page.emulate_media(color_scheme=theme)
                self.page.wait_for_timeout(60)
                name = f"{what}-{size}-{theme}"
                picture = self.page.screenshot(type="jpeg", quality=80)  # felt is large as PNG
                (self.folder / f"{name}.jpg").write_bytes(picture)
                if kept := BEST.get(name):
                    (DOCS / f"{kept}.jpg").write_bytes(picture)
        self.page.set_viewport_size(SIZES["desktop"])

    @contextmanager
    def held(self) -> Iterator[None]:
        """Time stands still, so that what is shown for a moment can be taken in every size."""
        self.page.clock.pause_at(self.page.evaluate("Date.now() / 1000 + 0.3"))
        yield
        self.page.clock.resume()

    def stage(self, game: str, friends: tuple[str, ...] = (), **wish: Any) -> Stage:
        return Stage(self.site, self.page, game, friends, **wish)

    def chance(self, player: Player) -> str:
        """Any legal action."""
        return self.dice.choice(player.legal)

    def learn(self) -> None:
        """Put windows and hints away: they have been seen."""
        self.driver.close()
        while (known := self.driver.button(text("hint.got_it"))).count():
            known.first.dispatch_event("click")

    def end(self, stage: Stage, game: str, choose: Callable[[Player], Any] | None = None) -> None:
        """The result, the points, the check and the replay of a game that is played to its end."""
        stage.play(choose or self.chance, lambda: stage.ada.picture["status"] == "over")
        self.driver.close()
        self.driver.result()
        self.take(f"{game}-result")
        self.page.locator("summary", has_text=text("rounds.title")).click()
        self.page.locator(".result table").wait_for()
        self.driver.use(text("shuffle.check"))
        self.page.get_by_text(text("shuffle.deal_right")).wait_for()
        self.take(f"{game}-points")
        self.page.goto(f"{self.site.address}/replay/{stage.table}")
        slider = self.page.get_by_role("slider")
        slider.fill(str(int(slider.get_attribute("max") or 0) * 2 // 3))
        self.page.get_by_label(text("replay.eyes")).select_option("0")
        self.page.wait_for_timeout(200)
        self.take(f"{game}-replay")
        stage.close()


def pages(camera: Camera) -> None:
    """The pages without a table, and the windows over them."""
    page, driver, address = camera.page, camera.driver, camera.site.address
    driver.home(address)
    page.get_by_role("listitem").first.wait_for()
    camera.take("home")
    driver.use(text("settings.title"))
    camera.take("settings")
    page.keyboard.press("Escape")
    driver.begin_table("claim")
    camera.take("open")
    page.goto(f"{address}/rules/claim")
    page.get_by_role("heading", level=2).first.wait_for()
    camera.take("rules")
    page.get_by_role("searchbox").fill("penalty")
    camera.take("rules-search")
    page.goto(f"{address}/device")
    driver.use(text("device.show"))
    page.get_by_role("img", name=text("device.picture")).wait_for()
    camera.take("device")
    page.goto(f"{address}/t/nothing")
    page.get_by_role("heading", level=2).first.wait_for()
    camera.take("no-table")
    page.goto(f"{address}/nowhere/at/all")
    page.get_by_role("heading", level=1).first.wait_for()
    camera.take("not-found")


def around(camera: Camera) -> None:
    """What happens around a table: seats, a friend, a lost connection, another tab, a word to everybody, a refusal."""
    page = camera.page
    stage = camera.stage("spar", ("Ben",), seats=4)
    page.get_by_text("Ben", exact=True).wait_for()
    camera.take("seats")
    stage.start()
    page.get_by_test_id("scene").wait_for()
    stage.play(lambda player: camera.chance(player) if player is not stage.ada else None, lambda: stage.ada.legal)
    camera.learn()
    camera.driver.use(text("reaction.say"))
    camera.take("reactions")
    camera.driver.use(text("reaction.good_luck"))
    page.get_by_text(text("reaction.good_luck")).first.wait_for()
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("heading", level=2).first.wait_for()
    camera.take("rules-drawer")
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    page.keyboard.press("l")
    page.get_by_role("dialog").wait_for()
    camera.take("record")
    page.keyboard.press("Escape")
    camera.context.set_offline(True)
    page.get_by_role("alert").wait_for()
    camera.take("connection-lost")
    camera.context.set_offline(False)
    other = camera.context.new_page()
    other.goto(stage.address)
    page.get_by_role("alert").get_by_text(text("link.taken")).wait_for()
    camera.take("taken-over")
    other.close()
    stage.close()


def spar(camera: Camera) -> None:
    """Spar, on one's honour: a challenge after the fifth trick."""
    page = camera.page
    stage = camera.stage("spar", seats=4, options={"honour": "yes", "target": "4"}).start()
    page.get_by_test_id("scene").wait_for()
    stage.play(camera.chance, lambda: stage.ada.legal)
    camera.take("spar-first")
    camera.learn()
    stage.play(camera.chance, lambda: stage.ada.legal and stage.ada.view["trick"] == 2)
    camera.take("spar-middle")
    page.locator("[data-card]").first.dispatch_event("click")
    stage.play(camera.chance, lambda: "accept" in stage.ada.legal)
    camera.take("spar-honour")
    camera.end(stage, "spar", lambda player: "accept" if "accept" in player.legal else camera.chance(player))


def thirteam(camera: Camera) -> None:
    """Thirteam in teams: memorise, swap and trade, a trick to beat, the round's scores and the new pairs."""
    page = camera.page
    stage = camera.stage("thirteam", seats=6, clock="relaxed", options={"teams": "yes", "threshold": "9"}).start()
    page.get_by_test_id("scene").wait_for()
    camera.take("thirteam-memorise")
    camera.learn()
    stage.play(lambda player: "ready" if "ready" in player.legal else None, lambda: stage.ada.view["trading"])
    stage.ada.wait(lambda: stage.ada.legal)
    page.locator("[data-card]").nth(3).click()
    camera.take("thirteam-trade")
    stage.play(camera.chance, lambda: not stage.ada.view["trading"])
    stage.play(camera.chance, lambda: len(stage.ada.legal) > 2 and stage.ada.view["trick"])
    camera.learn()
    camera.take("thirteam-beat")
    stage.play(camera.chance, lambda: len(stage.ada.legal) > 4 and not stage.ada.view["trick"])
    page.locator("[data-card][data-playable=true]").last.click()
    camera.take("thirteam-lead")
    page.clock.install()
    stage.play(lambda player: player.legal[0], lambda: stage.ada.view["round"] == 2 or stage.ada.picture["result"])
    with camera.held():
        camera.take("thirteam-round")
    camera.end(stage, "thirteam", lambda player: player.legal[0])


def top_suit(camera: Camera) -> None:
    """Top-Suit: the choice of the top card, a run that can be extended, the end of a game of a match."""
    page = camera.page
    stage = camera.stage("top_suit", seats=4, options={"best_of": "3"}).start()
    page.get_by_test_id("scene").wait_for()
    stage.play(camera.chance, lambda: stage.ada.legal)
    camera.take("top_suit-first")
    camera.learn()

    def eager(player: Player) -> str:
        longest = max(len(one.split()) for one in player.legal)
        return camera.dice.choice([one for one in player.legal if len(one.split()) == longest])

    stage.play(eager, lambda: stage.ada.legal and any(" top " in one for one in stage.ada.legal))
    pair = next(one for one in stage.ada.legal if " top " in one).split(" top ")[0].split()[1:]
    for card in pair:
        page.locator(f"[data-card='{card}']").dispatch_event("click")
    camera.take("top_suit-top")
    page.clock.install()
    stage.play(camera.chance, lambda: stage.ada.view["game"] == 2)
    with camera.held():
        camera.take("top_suit-game-won")
    stage.play(eager, lambda: stage.ada.legal and stage.ada.view["best"])
    camera.take("top_suit-middle")
    camera.end(stage, "top_suit")


def claim(camera: Camera) -> None:
    """CLAIM: a sealed declaration, its opening, the blitz, the floor, a showdown and a Reckoning."""
    page = camera.page
    stage = camera.stage("claim", ("Ben", "Cleo", "Dan"), clock="normal", options={"deals": "2", "floor_rounds": "2"})
    stage.start()
    page.get_by_test_id("scene").wait_for()
    camera.take("claim-declare")
    camera.learn()
    page.locator("[data-card][data-playable=true]").first.click()
    camera.take("claim-declare-show")
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install()
    suits = iter("shd")
    stage.ada.act(next(one for one in stage.ada.legal if one.startswith(f"declare {stage.ada.hand[-1][1]}")))
    camera.take("claim-sealed")
    for friend in stage.friends[:2]:
        friend.listen()
        friend.act(f"declare {next(suits)}")
    stage.friends[2].listen()
    stage.friends[2].act("declare nothing")
    stage.ada.wait(lambda: stage.ada.view["phase"] == 1)
    with camera.held():
        camera.take("claim-reveal")
    page.emulate_media(reduced_motion="reduce")
    stage.ada.wait(lambda: stage.ada.legal)
    camera.take("claim-blitz")
    stage.play(lambda player: "hold" if "hold" in player.legal else None, lambda: stage.ada.view["phase"] == 2)
    stage.play(lambda player: "pass" if player is not stage.ada else None, lambda: stage.ada.legal)
    page.locator("[data-card][data-playable=true]").first.click()
    camera.take("claim-floor")
    stage.play(
        lambda player: next((one for one in ("take", "pass") if one in player.legal), None),
        lambda: stage.ada.view["deal"] == 2,
    )
    page.get_by_role("heading", name="1").first.wait_for()
    camera.take("claim-reckoning")

    def bold(player: Player) -> str:
        legal = player.legal
        for wish in ("showdown", "take", "hold", "pass"):
            if wish in legal:
                return wish
        worth = {one["suit"]: one["score"] for one in player.view["worth"]["suits"]}
        return max(
            (one for one in legal if one.startswith("declare") and " show" not in one and "nothing" not in one),
            key=lambda one: worth[one[-1]],
        )

    camera.end(stage, "claim", bold)


def half_suit(camera: Camera) -> None:
    """Half Suit: asking, notes, a claim and its last check, a counter-claim, a spectator."""
    page = camera.page
    names = ("Ben", "Cleo", "Dan", "Eve", "Finn")
    stage = camera.stage("half_suit", names, clock="normal").start()
    page.get_by_test_id("scene").wait_for()

    def ask(player: Player) -> str:
        return camera.dice.choice([one for one in player.legal if one.startswith("ask")] or player.legal)

    stage.play(ask, lambda: stage.ada.legal)
    camera.take("half_suit-first")
    camera.learn()
    stage.play(ask, lambda: stage.ada.picture["number"] > 40 and stage.ada.legal)
    camera.take("half_suit-middle")
    page.locator("[data-cell][data-playable=true]").first.click()
    camera.take("half_suit-ask")
    camera.driver.use(text("back"))
    camera.driver.use(text("half_suit/claim"))
    page.get_by_role("dialog").get_by_role("radio").first.dispatch_event("click")
    camera.take("half_suit-claim")
    for row in page.get_by_role("radiogroup").all():
        row.get_by_role("radio").first.dispatch_event("click")
    camera.driver.use(text("half_suit/claim_check"))
    camera.take("half_suit-claim-check")
    camera.driver.close()
    page.locator("[data-card]").first.click()
    camera.take("half_suit-notes")
    camera.driver.close()
    gather(stage)
    due = next(one for one in stage.ada.picture["deadlines"] if one)
    page.clock.install()
    page.clock.set_fixed_time(due / 1000 - 4)
    page.wait_for_timeout(300)
    camera.take("half_suit-counter")
    camera.driver.use(text("half_suit/counter"))
    camera.take("half_suit-counter-board")
    camera.driver.close()
    page.clock.resume()
    watching = camera.browser.new_context(locale="en-GB", reduced_motion="reduce")
    camera.page = watching.new_page()
    camera.page.goto(stage.address)
    camera.page.get_by_text(text("table.watching")).wait_for()
    camera.take("half_suit-spectator")
    watching.close()
    camera.page = page
    camera.end(stage, "half_suit", claims)


SCENES: dict[str, Callable[[Camera], None]] = {
    "pages": pages,
    "around": around,
    "spar": spar,
    "thirteam": thirteam,
    "claim": claim,
    "top_suit": top_suit,
    "half_suit": half_suit,
}


def main(folder: Path, wanted: list[str]) -> int:
    """Take them all; the exit status."""
    folder.mkdir(parents=True, exist_ok=True)
    DOCS.mkdir(parents=True, exist_ok=True)
    failed = []
    with (
        tempfile.TemporaryDirectory() as kept,
        Server(Path(kept), web=BUILT) as site,
        sync_playwright() as browsers,
    ):
        browser = browsers.chromium.launch(executable_path=chromium())
        for name, scene in SCENES.items():
            if wanted and name not in wanted:
                continue
            camera = Camera(browser, site, folder)
            try:
                scene(camera)
            except Exception:
                traceback.print_exc()
                camera.page.screenshot(path=folder / f"failed-{name}.jpg")
                failed.append(name)
            camera.context.close()
        browser.close()
    if failed:
        print("not all was taken of:", *failed, file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS / "all", sys.argv[2:]))
