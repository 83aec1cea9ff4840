"""What opens over the table: the rules, the keys, the result."""

from __future__ import annotations

from typing import ClassVar

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

KEYS = """\
1 – 9        do that action of the list
↑ ↓ enter    choose an action and do it
← → space    point at a card, and choose it or put it back: the list
             then has the actions with the chosen cards
escape       put all cards back; back to the whole list
backspace    one list back, where a long list opens step by step
t or tab     type an action, or a part of it: the list has what fits;
             → completes it, enter does it
h            a hint: what a strong bot would do with your cards
w            let your partners act first, where they can
o            the order of the hand: by rank or by suit
f            two colours or four
T            the next theme: felt, night, wine, paper
p            how quickly the bots act
r            the rules of this game
s            save the transcript of the finished game
q            quit; a game with bots is kept: handful play --continue

The mouse works as well: click an action to do it, a card to choose it.
▶ marks who may act; a heavy yellow frame says that it is your turn.
"""


class Reader(ModalScreen[None]):
    """A text to read over the table."""

    BINDINGS: ClassVar = [
        Binding("escape,q,r,question_mark", "close", "Back to the table", key_display="esc"),
        Binding("down,j", "down", "Down", show=False),
        Binding("up,k", "up", "Up", show=False),
    ]
    DEFAULT_CSS = """
    Reader { align: center middle; }
    Reader Static { padding: 0 1; }
    Reader > Vertical { width: 78; max-width: 100%; height: 94%; border: round $primary; background: $surface; }
    """

    def __init__(self, title: str, text: RenderableType) -> None:
        super().__init__()
        self.heading = title
        self.text = text

    def compose(self) -> ComposeResult:
        with Vertical() as frame:
            frame.border_title = self.heading
            with VerticalScroll(id="reading"):
                yield Static(self.text)
        yield Footer()

    def on_mount(self) -> None:
        """Let the arrows and the page keys move the text."""
        self.query_one("#reading").focus()

    def action_close(self) -> None:
        """Back to the table."""
        self.dismiss()

    def action_down(self) -> None:
        """One line further."""
        self.query_one("#reading").scroll_down()

    def action_up(self) -> None:
        """One line back."""
        self.query_one("#reading").scroll_up()


class Ended(ModalScreen[str]):
    """How the game ended."""

    BINDINGS: ClassVar = [
        Binding("escape,enter", "choose('')", "Look at the table", key_display="esc"),
        Binding("n", "choose('again')", "Play again"),
        Binding("s", "choose('save')", "Save"),
        Binding("q", "choose('quit')", "Quit"),
    ]
    DEFAULT_CSS = """
    Ended { align: center middle; }
    Ended > Vertical { width: 46; height: auto; border: double $success; background: $surface; padding: 1 2; }
    Ended #won { text-style: bold; color: $success; margin-bottom: 1; }
    """

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self.lines = lines

    def compose(self) -> ComposeResult:
        with Vertical() as frame:
            frame.border_title = "The game is over"
            yield Static(self.lines[0], id="won", markup=False)
            yield Static("\n".join(self.lines[1:]), id="scores", markup=False)
        yield Footer()

    def action_choose(self, what: str) -> None:
        """Go on with what was chosen."""
        self.dismiss(what)
