"""Draws the icons that must be pictures from those that are drawn: `scripts/icons`."""

from __future__ import annotations

from playwright.sync_api import sync_playwright

from tests.web.conftest import ROOT, chromium

PUBLIC = ROOT / "web" / "public"
ICONS = {
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "apple-touch-icon.png": ("icon-maskable.svg", 180),
}
"""By file: what it is drawn from, and how wide it is. A phone cuts the corners itself."""


def main() -> None:
    """Draw them all."""
    with sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=chromium())
        for name, (source, width) in ICONS.items():
            page = browser.new_page(viewport={"width": width, "height": width})
            drawing = (PUBLIC / source).read_text(encoding="utf-8")
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: {width}px }}</style>{drawing}")
            page.screenshot(path=PUBLIC / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
