"""A finished game, or one under way, to step through: forward, back, to the beginning and to the end."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, Static

from handful.cards import CARD_NUMBERS, pretty
from handful.observe import EVERYTHING
from handful.referee import Replay
from handful.tui.app import HandfulApp
from handful.tui.cards import coloured
from handful.tui.drawing import picture_of
from handful.tui.felt import Felt
from handful.tui.picture import Picture, facts, game_of, hand, in_lines, names, status
from handful.tui.widgets import Record

PLAY_SECONDS = 1.2


class Step(NamedTuple):
    """A point of the game: what is seen there, and what happened just before."""

    picture: Picture
    told: list[str]


def steps_of(replay: Replay, seat: int | None) -> list[Step]:
    """All points of a transcript, as one seat saw them, or with all hands."""
    eyes, ears = (EVERYTHING, EVERYTHING) if seat is None else (seat, seat)
    return [
        Step(picture_of(replay.position, eyes), [event.seen_by(ears).sentence() for event in move.events])
        for move in replay
    ]


class ReplayApp(HandfulApp):
    """A game, step by step."""

    CSS = """
    #top { height: 1; background: $panel; color: $text; padding: 0 1; }
    #middle { height: 1fr; }
    #left { width: 1fr; }
    #right { width: 44; }
    #all-hands { height: auto; border: round $primary 40%; border-title-color: $text-muted; padding: 0 1; }
    #record {
        height: 1fr; border: round $primary 40%; border-title-color: $text-muted; background: transparent; padding: 0 1;
        scrollbar-size-vertical: 1; scrollbar-background: $background; scrollbar-color: $panel;
    }
    """
    BINDINGS: ClassVar = [
        Binding("right,space,n", "go(1)", "Next", key_display="→"),
        Binding("left,b", "go(-1)", "Back", key_display="←"),
        Binding("pagedown", "go(10)", "10 on", show=False),
        Binding("pageup", "go(-10)", "10 back", show=False),
        Binding("home", "end(0)", "Beginning"),
        Binding("end", "end(1)", "End"),
        Binding("p", "play", "Play"),
        Binding("f", "colours", "Colours"),
        Binding("T", "theme", "Theme", key_display="T"),
        Binding("q,escape", "quit", "Quit", key_display="q"),
    ]

    def __init__(self, steps: list[Step]) -> None:
        super().__init__()
        self.steps = steps
        self.at = 0
        self.plays = False

    def compose(self) -> ComposeResult:
        yield Static(id="top", markup=False)
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield Felt(self.colours)
            with Vertical(id="right"):
                yield Static(id="all-hands", markup=False)
                yield Record()
        yield Footer()

    def on_mount(self) -> None:
        """Show the beginning."""
        self.query_one("#all-hands").border_title = "Hands"
        self.set_interval(PLAY_SECONDS, self.tick)
        self.call_after_refresh(self.show_step)

    def on_resize(self) -> None:
        """Break the lines anew."""
        self.call_after_refresh(self.show_step)

    def show_step(self) -> None:
        """Show where one is."""
        step = self.steps[self.at]
        picture, felt, record = step.picture, self.query_one(Felt), self.query_one(Record)
        plays = "playing, p stops" if self.plays else "p plays"
        where = f"step {self.at} of {len(self.steps) - 1}, {plays}"
        self.query_one("#top", Static).update(f"{game_of(picture).title} · {where} · {status(picture)}")
        felt.colours = self.colours
        felt.show(picture)
        told = in_lines(facts(picture, brief=True, drawn=True, marked=True), max(40, felt.size.width - 4))
        felt.border_title = told[0] if told else ""
        self.query_one("#all-hands", Static).update(self._hands(picture))
        record.clear()
        record.told.clear()
        for number, earlier in enumerate(self.steps[: self.at + 1]):
            for sentence in earlier.told:
                line = coloured(sentence, self.colours)
                record.note(line if number < self.at else Text("▶ ", "bold").append_text(line))

    def _hands(self, picture: Picture) -> Text:
        """All hands that are seen here."""
        lines = []
        for seat, name in enumerate(names(picture)):
            if (cards := hand(picture, seat)) is not None:
                texts = " ".join(pretty(CARD_NUMBERS[card]) for card in cards)
                lines.append(Text(f"{name} ", "bold").append_text(coloured(texts, self.colours)))
        return Text("\n").join(lines) if lines else Text("not seen from here", "dim")

    def action_go(self, by: int) -> None:
        """Some steps on, or back."""
        self.at = max(0, min(self.at + by, len(self.steps) - 1))
        self.show_step()

    def action_end(self, last: int) -> None:
        """To the beginning, or to the end."""
        self.at = (len(self.steps) - 1) * last
        self.show_step()

    def action_play(self) -> None:
        """Let it run by itself, or stop it."""
        self.plays = not self.plays
        self.show_step()

    def action_colours(self) -> None:
        """Two colours or four."""
        self.four_colours = not self.four_colours
        self.show_step()

    def action_theme(self) -> None:
        """The next theme."""
        super().action_theme()
        self.show_step()

    def tick(self) -> None:
        """One step on, while it runs."""
        if self.plays and self.at < len(self.steps) - 1:
            self.action_go(1)
