"""One real server and one real browser for all browser tests; a page of its own for every test."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, StorageState, expect, sync_playwright

from tests.patience import PATIENCE_MS
from tests.server.clients import Server
from tests.web.driving import Driver

ROOT = Path(__file__).parents[2]
BUILT = os.environ.get("HANDFUL_WEB_OUT") or str(ROOT / "src" / "handful" / "server" / "static")
NewPage = Callable[..., Page]
expect.set_options(timeout=PATIENCE_MS)


def chromium() -> str:
    """The path of a Chromium."""
    return subprocess.run([ROOT / "scripts" / "browser"], capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the browser client, whose bots answer at once."""
    assert (Path(BUILT) / "index.html").is_file(), "scripts/build-web builds the browser client"
    with Server(tmp_path_factory.mktemp("site"), web=BUILT) as running:
        yield running


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A Chromium. It is closed before other tests go on: they run event loops of their own."""
    with sync_playwright() as browsers:
        running = browsers.chromium.launch(executable_path=chromium())
        yield running
        running.close()


@pytest.fixture(scope="package")
def played(site: Server, browser: Browser) -> tuple[str, StorageState]:
    """A game of Spar that is over: its address, and what the browser of its player keeps."""
    page = browser.new_page(reduced_motion="reduce", locale="en-GB")
    driver = Driver(page)
    address = driver.open(site.address, "spar")
    driver.start()
    driver.play()
    kept = address, page.context.storage_state()
    page.close()
    return kept


@pytest.fixture
def new_page(browser: Browser) -> Iterator[NewPage]:
    """Makes pages, each in a browser of its own; none may report an error."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def made(**wishes: Any) -> Page:
        chosen = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "reduced_motion": "reduce"}
        context = browser.new_context(**{**chosen, **wishes})
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if is_error(said.type, said.text) else None)
        return page

    yield made
    for context in contexts:
        context.close()
    assert errors == []


def is_error(kind: str, text: str) -> bool:
    """Whether a line of the console is an error of ours: a lost connection, or a server that restarts, is not."""
    outside = ("ERR_CONNECTION", "ERR_INTERNET", "ERR_FAILED", "WebSocket", "status of 503")
    return kind == "error" and not any(one in text for one in outside)


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """A page on a desktop."""
    return new_page()
