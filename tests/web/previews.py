"""Draws the pictures that shared links show, one a game, from its title, summary and emblem: `scripts/icons`."""

from __future__ import annotations

from html import escape

from playwright.sync_api import sync_playwright

from handful.cards import CARD_NUMBERS, pretty
from handful.games import ROOMS, find
from tests.web.conftest import ROOT, chromium

WIDTH, HEIGHT = 1200, 630
STYLE = """
body { margin: 0; width: 1200px; height: 630px; overflow: hidden; background: #1d5c47 }
body { color: #fdfcf8; font-family: system-ui, sans-serif }
main { position: absolute; left: 64px; top: 56px; width: 560px }
h1 { font: bold 92px/1.05 Georgia, serif; margin: 24px 0 20px }
p { font-size: 32px; line-height: 1.35; margin: 0; color: #e3efe9 }
.house { position: absolute; left: 64px; bottom: 48px; display: flex; align-items: center; gap: 18px;
  font: bold 36px system-ui, sans-serif }
.house svg { width: 64px; height: 64px }
.card { position: absolute; width: 200px; height: 286px; border-radius: 20px; background: #fdfcf8; color: #1f2328;
  border: 2px solid #b9b3a5; transform-origin: 50% 130%; left: 800px; top: 210px; font: bold 58px/1 Georgia, serif }
.card.red { color: #b3232f }
.card b { position: absolute; left: 18px; top: 16px; text-align: center }
.card i { position: absolute; right: 24px; bottom: 18px; font: 120px/1 Georgia, serif }
"""


def card(name: str, turn: float) -> str:
    """A card of the fan, turned by some degrees."""
    rank, suit = pretty(CARD_NUMBERS[name])[:-1], pretty(CARD_NUMBERS[name])[-1]
    red = " red" if suit in "♦♥" else ""
    return f'<div class="card{red}" style="transform: rotate({turn}deg)"><b>{rank}<br>{suit}</b><i>{suit}</i></div>'


def page(room: str, icon: str) -> str:
    """The picture as a page."""
    game = find(room)
    emblem = game.face.emblem
    step = 60 / len(emblem)
    fan = "".join(card(name, round((at - (len(emblem) - 1) / 2) * step, 1)) for at, name in enumerate(emblem))
    words = f"<main><h1>{escape(game.title)}</h1><p>{escape(game.summary)}</p></main>"
    return f'<style>{STYLE}</style>{words}{fan}<div class="house">{icon}Handful</div>'


def main() -> None:
    """Draw them all."""
    icon = (ROOT / "web" / "public" / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=chromium())
        for room in ROOMS:
            shown = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            shown.set_content(page(room, icon))
            shown.screenshot(path=find(room).page.with_name("preview.png"))
            shown.close()
        browser.close()


if __name__ == "__main__":
    main()
