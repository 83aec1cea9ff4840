"""Draw the pictures of the terminal in the documentation anew: `python -m tests.tui.pictures`. Needs a browser."""

from __future__ import annotations

import asyncio
import re
import subprocess
import tempfile
from pathlib import Path

from tests.tui.table import desk

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs" / "screenshots"
SIZE = (120, 36)
SCENES = {"spar": 3, "half_suit": 2}
"""The games that are shown, and at which of one's turns."""


async def scene(game: str, turn: int) -> str:
    """The screen of a game as SVG, when it is one's turn for so many times."""
    async with desk(game, size=SIZE, seed=11, options={}, quick=False) as at:
        for left in reversed(range(turn)):
            await at.until_asked()
            if left:
                await at.act("1")
        await at.still()
        return at.app.export_screenshot(title=f"handful play {game}", simplify=True)


def draw(svg: str, file: Path) -> None:
    """Let a browser draw an SVG into a picture; the fonts are those of this machine."""
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL).replace("Fira Code", "DejaVu Sans Mono")
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert found
    browser = subprocess.run([ROOT / "scripts" / "browser"], capture_output=True, text=True, check=True).stdout.strip()
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(f"<style>body{{margin:0}}</style>{svg}", encoding="utf-8")
        size = f"--window-size={float(found[1]):.0f},{float(found[2]):.0f}"
        subprocess.run(
            [browser, "--headless", "--no-sandbox", "--hide-scrollbars", size, f"--screenshot={file}", str(page)],
            capture_output=True, check=True,
        )  # fmt: skip


if __name__ == "__main__":
    for game, turn in SCENES.items():
        draw(asyncio.run(scene(game, turn)), DOCS / f"terminal-{game.replace('_', '-')}.png")
