"""Write the kept screens anew: `python -m tests.tui.golden`. Look at what has changed before you keep it."""

from __future__ import annotations

import asyncio

from tests.tui.table import SCREENS, SHORT, first_screen

if __name__ == "__main__":
    SCREENS.mkdir(exist_ok=True)
    for game in SHORT:
        (SCREENS / f"{game}.txt").write_text(asyncio.run(first_screen(game)), encoding="utf-8")
