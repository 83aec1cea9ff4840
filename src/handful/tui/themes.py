"""How the full-screen table can look: four sets of colours, and which of them was chosen last."""

from __future__ import annotations

import contextlib

from textual.theme import Theme

from handful.tui.left_games import state_folder

DARK = {"footer-background": "#00000000", "footer-key-foreground": "#ffd866"}
THEMES = (
    Theme(
        "felt", primary="#3f8f6b", secondary="#7fbf9f", warning="#ffd866", success="#7fdf9f", accent="#ffd866",
        foreground="#e8efe9", background="#10201a", surface="#173026", panel="#1d3b2f",
        variables={"felt": "#14382b", **DARK},
    ),
    Theme(
        "night", primary="#5f7fd7", secondary="#8faaff", warning="#ffd866", success="#7fdf9f", accent="#ffd866",
        foreground="#dfe5f2", background="#0e1220", surface="#171d30", panel="#1d2540",
        variables={"felt": "#141b33", **DARK},
    ),
    Theme(
        "wine", primary="#b0566b", secondary="#d98f9f", warning="#ffd866", success="#8fdfaf", accent="#ffd866",
        foreground="#f2e5e2", background="#1f1216", surface="#301a20", panel="#3c2028",
        variables={"felt": "#331720", **DARK},
    ),
    Theme(
        "paper", primary="#2f6f55", secondary="#4f8f75", warning="#8f5200", success="#1f6f3a", accent="#8f5200",
        foreground="#20241f", background="#e6e1d3", surface="#dcd6c4", panel="#d1cab5", dark=False,
        variables={"felt": "#cfe0d2", "footer-key-foreground": "#8f5200"},
    ),
)  # fmt: skip
NAMES = tuple(theme.name for theme in THEMES)


def chosen() -> str:
    """The theme that was chosen the last time; the first if none was."""
    file = state_folder() / "theme"
    name = file.read_text(encoding="utf-8").strip() if file.is_file() else ""
    return name if name in NAMES else NAMES[0]


def choose(name: str) -> None:
    """Remember a theme for the next time."""
    with contextlib.suppress(OSError):
        state_folder().mkdir(parents=True, exist_ok=True, mode=0o700)
        (state_folder() / "theme").write_text(f"{name}\n", encoding="utf-8")
