"""What a terminal shows before a game: the games, and the one that was left."""

from __future__ import annotations

from textwrap import fill
from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from handful.game import one_of
from handful.games import find, rooms
from handful.policy import ALL_LEVELS
from handful.tui.app import STOPPED, HandfulApp
from handful.tui.canvas import MIDDLE, Canvas, width_of
from handful.tui.cards import TWO_COLOURS
from handful.tui.left_games import Kept
from handful.tui.widgets import DIGITS

SUMMARY, ROOMY = 68, 30
"""The columns of a summary; the lines that a screen needs for the emblem."""
GO_ON = ""
"""What is chosen if one goes on with the game that was left."""


class Front(HandfulApp):
    """The list of games; it ends with the name of one, or with GO_ON."""

    CSS = """
    #front { align: center middle; height: 1fr; }
    #games { width: 76; max-width: 100%; height: auto; max-height: 100%; border: round $primary; background: $felt; }
    #games > .option-list--option-highlighted { background: $panel; color: $text; text-style: bold; }
    #title { width: 76; max-width: 100%; height: auto; text-align: center; margin-bottom: 1; }
    Screen.-low #title { display: none; }
    #level { width: 76; max-width: 100%; height: 1; text-align: center; margin-top: 1; color: $text-muted; }
    """
    BINDINGS: ClassVar = [
        Binding("l", "level", "Level"),
        Binding("T", "theme", "Theme", key_display="T"),
        Binding("q,escape", "quit", "Quit", key_display="q"),
        Binding("ctrl+c", "stop", "Stop", show=False, priority=True),
        *(Binding(digit, f"go({int(digit) - 1})", show=False) for digit in DIGITS),
    ]

    def __init__(self, level: str, left: Kept | None) -> None:
        super().__init__()
        self.level = level
        self.left = left
        self.names = [*([GO_ON] if left else []), *rooms()]

    def compose(self) -> ComposeResult:
        with Vertical(id="front"):
            yield Static(self._emblem(), id="title")
            games = OptionList(*(Option(self._line(place, name)) for place, name in enumerate(self.names)), id="games")
            games.border_title = "Which game?"
            yield games
            yield Static(self._level_line(), id="level", markup=False)
        yield Footer()

    def on_resize(self, event: events.Resize) -> None:
        """Leave the emblem out where there is no room for it."""
        self.screen.set_class(event.size.height < ROOMY, "-low")

    def _emblem(self) -> Text:
        cards = ["6d", "Qs", "Ah", "Kc", "2s"]
        canvas = Canvas(width_of(cards, MIDDLE), MIDDLE.height)
        canvas.cards(0, 0, cards, MIDDLE, TWO_COLOURS)
        return canvas.text()

    def _line(self, place: int, name: str) -> Text:
        key = DIGITS[place] if place < len(DIGITS) else " "
        if name == GO_ON and self.left:
            game = find(self.left.game)
            return Text().append(f"{key} ", "dim").append("Go on ", "bold").append(f"with your game of {game.title}")
        game = find(name)
        text = Text().append(f"{key} ", "dim").append(f"{game.title:<10}", "bold")
        about = fill(game.summary, SUMMARY, initial_indent="  ", subsequent_indent="  ")
        return text.append(f" {one_of(game.seats)} players", "dim").append(f"\n{about}")

    def _level_line(self) -> str:
        return f"The bots play at level {self.level}: l changes it."

    @on(OptionList.OptionSelected)
    def selected(self, event: OptionList.OptionSelected) -> None:
        """A game was clicked, or enter pressed on it."""
        self.action_go(event.option_index)

    def action_go(self, place: int) -> None:
        """Take the game in a place of the list."""
        if 0 <= place < len(self.names):
            self.exit(f"game {self.names[place]}")

    def action_level(self) -> None:
        """The next level."""
        levels = [
            level for level in ALL_LEVELS if any(level in find(name).levels for name in self.names if name != GO_ON)
        ]
        self.level = levels[(levels.index(self.level) + 1) % len(levels)] if self.level in levels else levels[0]
        self.query_one("#level", Static).update(self._level_line())

    def action_stop(self) -> None:
        """Go at once."""
        self.exit(STOPPED)
