"""`python -m benchmarks.web`: how soon a newcomer sees a table in a real browser, and how much script that takes.

The browser has nothing in its cache and no identity. The time goes from the click on *play now* to the first card of
the own hand, and from opening a table's link to the same; the server is one on this machine.
"""

from __future__ import annotations

import gzip
import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import cast

from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.table import Table
from tests.server.clients import Server

from handful.games import ROOMS, find

ROOT = Path(__file__).parents[1]
BUILT = ROOT / "src" / "handful" / "server" / "static"
RESULT = Path(__file__).with_name("results") / "web.json"
TIMES = 5
GOAL_MS, GOAL_BYTES = 1000, 200_000
OWN_CARD = "[data-card]"


def script_bytes(folder: Path = BUILT) -> int:
    """All script of the client, of every page and every game, compressed."""
    return sum(len(gzip.compress(file.read_bytes(), 9)) for file in folder.rglob("*.js"))


def newcomer(browser: Browser) -> Page:
    """A page in a browser that was never here."""
    return browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB").new_page()


def wait_for_cards(page: Page, began: float) -> float:
    """The milliseconds until the first own card is there."""
    page.locator(OWN_CARD).first.wait_for(state="visible")
    return (time.perf_counter() - began) * 1000


def play_now(browser: Browser, address: str, title: str) -> tuple[float, float]:
    """Milliseconds from the click to the table, and from opening the table's link again with nothing kept."""
    page = newcomer(browser)
    page.goto(address)
    button = page.get_by_role("button", name=f"Play now: {title}")
    button.wait_for()
    began = time.perf_counter()
    button.click()
    clicked = wait_for_cards(page, began)
    link, cookies = page.url, page.context.cookies()
    page.context.close()
    again = newcomer(browser)
    again.context.add_cookies(cookies)  # type: ignore[arg-type]
    began = time.perf_counter()
    again.goto(link)
    opened = wait_for_cards(again, began)
    again.context.close()
    return clicked, opened


def measure() -> dict[str, object]:
    """The medians by game."""
    chromium = subprocess.run([ROOT / "scripts/browser"], capture_output=True, text=True, check=True).stdout.strip()
    games = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder), web=str(BUILT)) as server,
        sync_playwright() as browsers,
    ):
        browser = browsers.chromium.launch(executable_path=chromium)
        for name in ROOMS:
            pairs = [play_now(browser, server.address, find(name).title) for _ in range(TIMES)]
            clicked, opened = (round(statistics.median(times), 1) for times in zip(*pairs, strict=True))
            games[name] = {"play_now_ms": clicked, "link_ms": opened}
    return {"script_bytes": script_bytes(), "times": TIMES, "games": games}


def main() -> None:
    """Measure, show, keep."""
    found = measure()
    RESULT.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    table = Table(title="The first table view, milliseconds (median)")
    for heading in ("game", "play now", "a table's link", "goal"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for name, times in found["games"].items():  # type: ignore[attr-defined]
        good = "met" if max(times.values()) < GOAL_MS else "missed"
        table.add_row(find(name).title, f"{times['play_now_ms']:.0f}", f"{times['link_ms']:.0f}", good)
    console = Console()
    console.print(table)
    size = cast(int, found["script_bytes"])
    console.print(
        f"Script: {size:,} bytes compressed, goal {GOAL_BYTES:,}: {'met' if size < GOAL_BYTES else 'missed'}."
    )


if __name__ == "__main__":
    main()
