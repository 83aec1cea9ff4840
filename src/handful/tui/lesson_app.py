"""A lesson at the full-screen table: what is said above it, the task, and the keys to go on."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from handful.lesson import MISSES
from handful.table.refusals import Refused
from handful.tui.app import TableApp
from handful.tui.lessons import PLAY, LessonTable, styled
from handful.tui.widgets import Hand


class LessonApp(TableApp):
    """One lesson."""

    CSS = (
        TableApp.CSS
        + """
    #lesson { height: auto; max-height: 11; padding: 0 1; border: round $warning; }
    #lesson.-right { border: round $success; }
    """
    )
    BINDINGS: ClassVar = [
        Binding("n", "next", "Next"),
        Binding("b", "step_back", "Back"),
        Binding("m", "show_me", "Show me"),
        Binding("g", "practise", "Play"),
    ]
    table: LessonTable

    def __init__(self, table: LessonTable, four_colours: bool = False) -> None:
        super().__init__(table, four_colours)
        self.shown_end = True
        self.verdict = ""

    def compose(self) -> ComposeResult:
        yield Static(id="lesson", markup=False)
        yield from super().compose()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """What a lesson has no use for is not offered."""
        if action in ("hint", "pace", "save", "let_others"):
            return False
        if action == "practise":
            return self.table.at_end and self.table.lesson.steps[self.table.step].practice is not None
        if action == "show_me":
            return self.table.asks
        return True

    def refresh_table(self) -> None:
        """Show the table, and what the lesson says of it."""
        super().refresh_table()
        self.refresh_bindings()
        table, panel = self.table, self.query_one("#lesson", Static)
        words, count = table.said, len(table.lesson.steps)
        panel.border_title = f"{table.step + 1}/{count} {words.title}"
        panel.set_class(bool(table.lesson.steps[table.step].task) and not table.asks, "-right")
        said = styled(words.text.replace("\n\n", "\n"), self.colours)
        for line in (self.task_line(), styled(self.verdict, self.colours)):
            if line:
                said.append("\n").append_text(line)
        panel.update(said)

    def task_line(self) -> Text:
        """What is to be done, or how one goes on."""
        table = self.table
        if table.asks:
            way = Text("  (m shows it)", "dim") if table.misses >= MISSES else Text()
            return Text("▸ ", "bold").append_text(styled(f"**{table.said.task}**", self.colours)).append_text(way)
        if table.lesson.steps[table.step].task:
            return Text("✓ ", "bold green").append_text(styled(table.said.right, self.colours))
        return Text()

    async def do_text(self, text: str) -> bool:
        """Answer the task; whether it was right so far."""
        try:
            await self.table.choose(text)
        except Refused as error:
            self.verdict = f"✗ {error}"
            self.refresh_table()
            return False
        self._go_on()
        self.query_one(Hand).clear()
        return True

    def _go_on(self) -> None:
        self.verdict = ""
        self.refresh_table()

    def action_next(self) -> None:
        """The next step; at the end, the way out."""
        if self.table.at_end:
            self.exit("")
        elif self.table.next():
            self._go_on()
        else:
            self.say("First the task.")

    def action_step_back(self) -> None:
        """The step before."""
        self.table.back()
        self._go_on()

    def action_show_me(self) -> None:
        """Do what is right."""
        self.table.show_me()
        self._go_on()

    def action_practise(self) -> None:
        """A short game."""
        self.exit(PLAY)
