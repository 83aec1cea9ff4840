"""The full-screen table."""

from __future__ import annotations

import os
from pathlib import Path
from typing import ClassVar

from rich.markdown import Markdown
from rich.text import Text
from textual import on, work
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.suggester import SuggestFromList
from textual.widgets import Footer, Input, OptionList, RichLog, Static

from handful.game import suggest
from handful.games import find
from handful.table.table import Refused
from handful.tui.faces import FOUR_COLOURS, TWO_COLOURS, coloured, said
from handful.tui.screens import KEYS, Ended, Page
from handful.tui.showing import Picture, hand, middle, names, result, status
from handful.tui.sitting import PACES, Sitting, save
from handful.tui.widgets import DIGITS, Actions, Hand, Player

STOPPED = "stopped"
"""What comes of a table that was left with Ctrl-C."""


class TableApp(App[str]):
    """One table, from one seat."""

    TITLE = "Handful"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #top { height: 1; background: $primary-darken-2; color: $text; padding: 0 1; }
    #players { height: 4; }
    #middle { height: 1fr; min-height: 5; }
    #story { width: 1fr; border: round $surface-lighten-3; }
    #facts { height: auto; max-height: 4; padding: 0 1; color: $text-muted; }
    #record {
        height: 1fr; padding: 0 1; background: transparent;
        scrollbar-size-vertical: 1; scrollbar-background: $background; scrollbar-color: $surface-lighten-3;
    }
    #actions {
        width: 32; height: 100%; border: round $surface-lighten-3; background: transparent; padding: 0;
        scrollbar-size-vertical: 1; scrollbar-background: $background; scrollbar-color: $surface-lighten-3;
    }
    #actions > .option-list--option-highlighted { background: $surface-lighten-2; color: $text; text-style: bold; }
    #actions:focus { border: round $warning; }
    #actions:nocolor > .option-list--option-highlighted { text-style: bold underline; }
    #line { height: 1; }
    #entry { width: 34; height: 1; border: none; padding: 0 1; background: $surface; }
    #entry:focus { background: $surface-lighten-2; border: none; }
    #says { width: 1fr; height: 1; padding: 0 1; }
    """
    BINDINGS: ClassVar = [
        Binding("question_mark", "keys", "Help", key_display="?"),
        Binding("r", "rules", "Rules"),
        Binding("h", "hint", "Hint"),
        Binding("t", "type", "Type"),
        Binding("w", "let_others", "Wait", show=False),
        Binding("o", "sort", "Order"),
        Binding("f", "colours", "Colours"),
        Binding("p", "pace", "Pace"),
        Binding("s", "save", "Save"),
        Binding("q", "quit", "Quit"),
        Binding("ctrl+c", "stop", "Stop", show=False, priority=True),
        Binding("left", "cursor(-1)", "Card", show=False, priority=False),
        Binding("right", "cursor(1)", "Card", show=False),
        Binding("space", "choose_card", "Choose", show=False),
        Binding("escape", "clear", "Clear", show=False),
        *(Binding(digit, f"do({int(digit) - 1})", show=False) for digit in DIGITS),
    ]

    def __init__(self, sitting: Sitting, four_colours: bool = False) -> None:
        super().__init__(ansi_color=bool(os.environ.get("NO_COLOR")) or None)  # or colours would become greys
        self.sitting = sitting
        self.colours = FOUR_COLOURS if four_colours else TWO_COLOURS
        self.shown_end = False

    @property
    def picture(self) -> Picture:
        return self.sitting.picture

    def compose(self) -> ComposeResult:
        yield Static(id="top", markup=False)
        with Horizontal(id="players"):
            for seat in range(len(self.picture["seats"])):
                yield Player(seat)
        with Horizontal(id="middle"):
            with Vertical(id="story") as story:
                story.border_title = "Table"
                yield Static(id="facts", markup=False)
                yield RichLog(id="record", wrap=True, max_lines=2000, min_width=20)
            yield Actions()
        yield Hand(self.colours)
        with Horizontal(id="line"):
            yield Input(id="entry", placeholder="t: type an action", select_on_focus=False)
            yield Static(id="says", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Show the table and listen to it."""
        self.query_one("#record", RichLog).can_focus = False
        self.query_one(Actions).focus()
        self.refresh_table()
        self.follow()

    @work
    async def follow(self) -> None:
        """Tell what happens, and show it."""
        async for sentences in self.sitting.news():
            record = self.query_one("#record", RichLog)
            for sentence in sentences:
                record.write(coloured(sentence, self.colours))
            record.scroll_end(animate=False, immediate=True)  # at once: a window may open over it now
            self.refresh_table()

    def refresh_table(self) -> None:
        """Show everything as the picture has it."""
        picture = self.picture
        for player in self.query(Player):
            player.show(picture, self.colours)
        game = find(picture["game"])
        options = ", ".join(f"{name} {value}" for name, value in picture["options"].items())
        parts = [game.title, options, self.sitting.link, status(picture)]
        self.query_one("#top", Static).update(" · ".join(part for part in parts if part))
        self.query_one("#facts", Static).update(coloured("  ·  ".join(middle(picture)), self.colours))
        self.query_one(Hand).show(hand(picture))
        self.refresh_actions()
        if picture["status"] == "over" and not self.shown_end:
            self.shown_end = True
            self.push_screen(Ended(result(picture)), self.after_end)

    def refresh_actions(self) -> None:
        """Show what can be done with the chosen cards."""
        offers, actions, entry = self.sitting.offers(), self.query_one(Actions), self.query_one("#entry", Input)
        actions.show(offers, self.query_one(Hand).chosen, entry.value, names(self.picture), self.colours)
        few = len(actions.texts) != len(offers)
        count = f"{len(actions.texts)} of {len(offers)}" if few else str(len(offers))
        actions.border_title = f"Your move: {count}" if offers else "Not your move"
        entry.suggester = SuggestFromList(offers)

    def say(self, sentence: str) -> None:
        """Show a sentence beside the entry, or in the record if it is too long."""
        says, told = self.query_one("#says", Static), coloured(sentence, self.colours)
        fits = len(sentence) <= says.content_size.width
        says.update(told if fits else "")
        if not fits:
            self.query_one("#record", RichLog).write(Text("! ", "bold").append_text(told))

    # ------------------------------------------------------------ acting

    @on(OptionList.OptionSelected, "#actions")
    async def selected(self, event: OptionList.OptionSelected) -> None:
        """An action was clicked, or enter pressed on it."""
        await self.action_do(event.option_index)

    async def action_do(self, place: int) -> None:
        """Do the action in a place of the list."""
        if text := self.query_one(Actions).text_at(place):
            await self.do_text(text)

    @on(Input.Submitted, "#entry")
    async def typed(self, event: Input.Submitted) -> None:
        """An action was typed, or a part that only one has."""
        text, actions = event.value.strip(), self.query_one(Actions)
        if len(actions.texts) == 1 and text:
            text = actions.texts[0]
        if await self.do_text(text):
            event.input.value = ""
            actions.focus()

    @on(Input.Changed, "#entry")
    def typing(self) -> None:
        """List what fits."""
        self.refresh_actions()

    async def do_text(self, text: str) -> bool:
        """Do an action; whether it was done."""
        if not text:
            return False
        try:
            await self.sitting.act(text)
        except Refused as error:
            self.say(f"{error}{suggest(text, self.sitting.offers())}")
            return False
        self.say("")
        self.query_one(Hand).clear()
        return True

    @on(Hand.Chosen)
    def cards_chosen(self) -> None:
        """Other cards are chosen."""
        self.refresh_actions()
        none = self.sitting.offers() and not self.query_one(Actions).texts
        self.say("No action has these cards." if none else "")

    def action_cursor(self, by: int) -> None:
        """Point at the next card."""
        self.query_one(Hand).move(by)

    def action_choose_card(self) -> None:
        """Choose the card under the cursor, or put it back."""
        cards = self.query_one(Hand)
        cards.toggle(cards.cursor)

    def action_clear(self) -> None:
        """Put all cards back and leave the entry."""
        self.query_one("#entry", Input).value = ""
        self.query_one(Hand).clear()
        self.query_one(Actions).focus()

    def action_type(self) -> None:
        """Type an action."""
        self.query_one("#entry").focus()

    def action_let_others(self) -> None:
        """Let partners act first."""
        self.say(self.sitting.let_others())

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Show what a strong bot would do."""
        try:
            text, reason = await self.sitting.hint()
        except Refused as error:
            self.say(str(error))
            return
        self.query_one(Hand).clear()
        self.query_one(Actions).point_at(text)
        told = Text("Hint: ", "italic").append_text(
            coloured(f"{said(text, names(self.picture))}. {reason}", self.colours)
        )
        self.query_one("#record", RichLog).write(told)

    # ------------------------------------------------------------ reading, settings, the end

    def action_rules(self) -> None:
        """Show the rules of this game."""
        game = find(self.picture["game"])
        self.push_screen(Page(f"The rules of {game.title}", Markdown(game.page.read_text(encoding="utf-8"))))

    def action_keys(self) -> None:
        """Show the keys."""
        self.push_screen(Page("Help", Text(KEYS)))

    def action_sort(self) -> None:
        """Sort the hand by rank or by suit."""
        cards = self.query_one(Hand)
        cards.sorted_by_suit = not cards.sorted_by_suit
        cards.show(cards.held)
        self.say(f"Your hand is sorted by {'suit' if cards.sorted_by_suit else 'rank'}.")

    def action_colours(self) -> None:
        """Two colours or four."""
        four = self.colours is TWO_COLOURS
        self.colours = FOUR_COLOURS if four else TWO_COLOURS
        cards, actions = self.query_one(Hand), self.query_one(Actions)
        cards.colours, actions.texts = self.colours, []
        cards.refresh()
        self.refresh_table()
        self.say(f"{'Four colours' if four else 'Two colours'} for the suits.")

    def action_pace(self) -> None:
        """The next pace of the bots."""
        paces = list(PACES)
        self.sitting.pace = paces[(paces.index(self.sitting.pace) + 1) % len(paces)]
        self.say(f"The pace of the bots: {self.sitting.pace}.")

    @work(exclusive=True, group="save")
    async def action_save(self) -> None:
        """Save the transcript in the folder that one is in."""
        file = free_name(self.picture)
        try:
            self.say(await save(self.sitting, file))
        except Refused as error:
            self.say(str(error))

    def action_stop(self) -> None:
        """Go at once."""
        self.exit(STOPPED)

    def after_end(self, what: str | None) -> None:
        """Do what was chosen at the end."""
        if what == "save":
            self.action_save()
        elif what in ("again", "quit"):
            self.exit(what)


def free_name(picture: Picture) -> Path:
    """The name of a file that is not there yet."""
    number = 1
    while (file := Path(f"{picture['game']}-{number}.game")).exists():
        number += 1
    return file
