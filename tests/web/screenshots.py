"""Pictures of every page and phase: `scripts/screenshots [FOLDER]`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page, sync_playwright

from tests.server.clients import Server
from tests.web.conftest import BUILT, ROOT, chromium
from tests.web.driving import GAMES, Driver, text

DOCS = ROOT / "docs" / "screenshots"
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True},
}
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
BEST = {
    "desktop-light-home": "home",
    "desktop-light-half_suit-middle": "half-suit",
    "desktop-light-claim-middle": "claim",
    "phone-dark-spar-middle": "spar-phone",
}
MIDDLE = {"half_suit": 10, "spar": 3, "thirteam": 12, "claim": 5, "top_suit": 6}
"""After how many presses the middle of a game is shown."""


class Camera:
    """Takes the pictures of one size and theme."""

    def __init__(self, browser: Browser, address: str, size: str, theme: Theme, folder: Path) -> None:
        context = browser.new_context(
            **SIZES[size], color_scheme=theme, locale="en-GB", reduced_motion="reduce", device_scale_factor=1
        )
        self.page: Page = context.new_page()
        self.driver = Driver(self.page, seed=7)
        self.address = address
        self.name = f"{size}-{theme}"
        self.folder = folder

    def take(self, what: str) -> None:
        """Take a picture, once nothing moves any more."""
        self.page.wait_for_timeout(150)
        picture = self.page.screenshot(animations="disabled")
        (self.folder / f"{self.name}-{what}.png").write_bytes(picture)
        if kept := BEST.get(f"{self.name}-{what}"):
            self.page.screenshot(animations="disabled", path=DOCS / f"{kept}.jpg", quality=80)  # felt is large as PNG

    def pages(self) -> None:
        """The pages without a table, and the windows over them."""
        self.driver.home(self.address)
        self.page.get_by_role("listitem").first.wait_for()
        self.take("home")
        self.driver.use(text("settings.title"))
        self.take("settings")
        self.page.keyboard.press("Escape")
        self.driver.use(text("home.open_game", game=text("title.claim")))
        self.take("open")
        for path, what in (("/rules/half_suit", "rules"), ("/t/nothing", "no-table")):
            self.page.goto(self.address + path)
            self.page.get_by_role("heading", level=2).first.wait_for()
            self.take(what)

    def game(self, game: str) -> None:
        """A game from its seats to its replay."""
        self.driver.open(self.address, game)
        self.take(f"{game}-seats")
        self.driver.start()
        self.driver.done = 0
        for phase in self.phases(game):
            self.take(f"{game}-{phase}")
        self.driver.close()
        self.driver.result()
        self.take(f"{game}-result")
        self.page.locator("summary", has_text=text("rounds.title")).click()
        self.page.locator(".result table").wait_for()
        self.take(f"{game}-points")
        self.page.get_by_role("link", name=text("replay.title")).click()
        self.page.get_by_role("slider").fill("30")
        self.take(f"{game}-replay")

    def phases(self, game: str) -> Iterator[str]:
        """Play, and stop where there is something to see: each kind of decision, and the middle of the game."""
        seen: set[str] = set()
        shown = False
        while (status := self.driver.step()) != "over":
            self.page.wait_for_timeout(4)
            kind = self.kind() if status == "playing" else ""
            if kind and kind not in seen:
                seen.add(kind)
                yield f"turn-{len(seen)}"
            if self.driver.done >= MIDDLE[game] and self.turn() and not shown:
                shown = True
                self.learn()
                yield "middle"

    def turn(self) -> bool:
        return self.page.get_by_test_id("table").get_attribute("data-turn") == "true"

    def kind(self) -> str:
        """What is being asked, in the words of the page."""
        prompts = self.page.locator("[data-testid=scene] [role=status]").all_inner_texts() if self.turn() else []
        return prompts[0] if prompts else ""

    def learn(self) -> None:
        """Put windows and hints away: they have been seen."""
        self.driver.close()
        while (known := self.driver.button(text("hint.got_it"))).count():
            known.first.dispatch_event("click")  # also where a card lies over it


def main(folder: Path) -> None:
    """Take them all."""
    folder.mkdir(parents=True, exist_ok=True)
    DOCS.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as kept,
        Server(Path(kept), web=BUILT) as site,
        sync_playwright() as browsers,
    ):
        browser = browsers.chromium.launch(executable_path=chromium())
        for size in SIZES:
            for theme in THEMES:
                camera = Camera(browser, site.address, size, theme, folder)
                camera.pages()
                for game in GAMES:
                    camera.game(game)
                camera.page.context.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS / "all")
