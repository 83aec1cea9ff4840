"""The full-screen table."""

from __future__ import annotations

import os
from pathlib import Path
from typing import ClassVar

from rich.markdown import Markdown
from rich.text import Text
from textual import events, on, work
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.suggester import SuggestFromList
from textual.widgets import Footer, Input, OptionList, Static

from handful.game import suggest
from handful.table.refusals import Refused
from handful.table.table import ENDED
from handful.tui import themes
from handful.tui.cards import Colours, coloured, palette
from handful.tui.felt import Felt
from handful.tui.picture import Picture, aim, ending, facts, game_of, hand, in_lines, phase, result, spoken, status
from handful.tui.screens import KEYS, Ended, Reader
from handful.tui.tables import PACES, AnyTable, save
from handful.tui.widgets import DIGITS, Actions, Hand, Record

STOPPED = "stopped"
"""What comes of a table that was left with Ctrl-C."""
LEAST = (80, 24)
"""The smallest screen that a table fits on."""


def called(picture: Picture) -> str:
    """That it is one's turn, loudly, and what for."""
    whose, apart, asked = status(picture).partition("turn: ")
    if not apart:
        whose, asked = "Your ", status(picture)
    return f"{whose.upper()}TURN: {asked[0].lower()}{asked[1:]}"


class HandfulApp(App[str]):
    """What all full-screen apps share: the themes."""

    TITLE = "Handful"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self) -> None:
        super().__init__(ansi_color=bool(os.environ.get("NO_COLOR")) or None)  # or colours would become greys
        for theme in themes.THEMES:
            self.register_theme(theme)
        self.theme = themes.chosen()
        self.four_colours = False

    @property
    def colours(self) -> Colours:
        """The colours of suits and teams, as the theme needs them."""
        return palette(self.four_colours, self.current_theme.dark)

    def get_css_variables(self) -> dict[str, str]:
        """With the colour of the felt, which themes of others do not have."""
        return {"felt": "#14382b", **super().get_css_variables()}

    def action_theme(self) -> None:
        """The next theme."""
        self.theme = themes.NAMES[(themes.NAMES.index(self.theme) + 1) % len(themes.NAMES)]
        themes.choose(self.theme)


class TableApp(HandfulApp):
    """One table, from one seat."""

    CSS = """
    #top { height: 1; background: $panel; color: $text; padding: 0 1; }
    #top.-mine { background: $warning; color: $background; text-style: bold; }
    #top.-trouble { background: $error; color: $text; text-style: bold; }
    #middle { height: 1fr; min-height: 5; }
    #left { width: 1fr; }
    #right { width: 32; }
    #facts { height: auto; max-height: 1; padding: 0 1; color: $text-muted; }
    #record {
        height: 1fr; padding: 0 1; background: transparent; border: round $primary 40%;
        border-title-color: $text-muted;
        scrollbar-size-vertical: 1; scrollbar-background: $background; scrollbar-color: $panel;
    }
    #actions {
        height: auto; max-height: 11; border: round $primary 40%; background: transparent; padding: 0;
        border-title-color: $text-muted;
        scrollbar-size-vertical: 1; scrollbar-background: $background; scrollbar-color: $panel;
    }
    #actions > .option-list--option-highlighted { background: $panel; color: $text; text-style: bold; }
    #actions.-mine { border: round $warning; border-title-color: $warning; border-title-style: bold; }
    #actions:nocolor > .option-list--option-highlighted { text-style: bold underline; }
    #line { height: 1; }
    #entry { width: 34; height: 1; border: none; padding: 0 1; background: $surface; }
    #entry:focus { background: $panel; border: none; }
    #says { width: 1fr; height: 1; padding: 0 1; }
    #small { display: none; width: 100%; height: 100%; content-align: center middle; text-align: center; }
    Screen.-small > * { display: none; }
    Screen.-small > #small { display: block; }
    Screen.-wide #right { width: 44; }
    Screen.-wide #actions { max-height: 20; }
    Screen.-huge #right { width: 60; }
    """
    BINDINGS: ClassVar = [
        Binding("question_mark", "keys", "Help", key_display="?"),
        Binding("r", "rules", "Rules"),
        Binding("h", "hint", "Hint"),
        Binding("t", "type", "Type"),
        Binding("w", "let_others", "Wait", show=False),
        Binding("o", "sort", "Order"),
        Binding("f", "colours", "Colours"),
        Binding("T", "theme", "Theme", show=False),
        Binding("p", "pace", "Pace"),
        Binding("s", "save", "Save"),
        Binding("q", "quit", "Quit"),
        Binding("ctrl+c", "stop", "Stop", show=False, priority=True),
        Binding("left", "cursor(-1)", "Card", show=False, priority=False),
        Binding("right", "cursor(1)", "Card", show=False),
        Binding("space", "choose_card", "Choose", show=False),
        Binding("escape", "clear", "Clear", show=False),
        Binding("backspace", "close_list", "Back", show=False),
        *(Binding(digit, f"do({int(digit) - 1})", show=False) for digit in DIGITS),
    ]

    def __init__(self, table: AnyTable, four_colours: bool = False) -> None:
        super().__init__()
        self.table = table
        self.four_colours = four_colours
        self.shown_end = False

    @property
    def picture(self) -> Picture:
        return self.table.picture

    def compose(self) -> ComposeResult:
        yield Static(id="small", markup=False)
        yield Static(id="top", markup=False)
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield Static(id="facts", markup=False)
                yield Felt(self.colours)
            with Vertical(id="right"):
                yield Actions()
                yield Record()
        yield Hand(self.colours)
        with Horizontal(id="line"):
            yield Input(id="entry", placeholder="t: type an action", select_on_focus=False)
            yield Static(id="says", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Show the table and listen to it."""
        self.note(Text(" ".join(aim(self.picture)), "italic"))
        self.query_one(Actions).focus()
        self.query_one(Hand).sorted_by_suit = game_of(self.picture).face.sort == "suit"
        self.refresh_table()
        self.follow()
        self.set_interval(1.0, self.tick)

    def on_resize(self, event: events.Resize) -> None:
        """Break the lines anew, and say so if the screen is too small."""
        width, height = event.size
        small = width < LEAST[0] or height < LEAST[1]
        self.screen_stack[0].set_class(small, "-small")
        self.screen_stack[0].set_class(width >= 110, "-wide")
        self.screen_stack[0].set_class(width >= 170, "-huge")
        needs = f"The table needs {LEAST[0]} × {LEAST[1]} characters; this screen has {width} × {height}."
        self.base("#small", Static).update(f"{needs}\nMake it larger, or play line by line: handful play --plain")
        self.screen_stack[0].query_one(Hand).fit(height)
        self.call_after_refresh(self.refresh_table)

    def base(self, selector: str, kind: type[Static]) -> Static:
        """A part of the table, whatever lies over it."""
        return self.screen_stack[0].query_one(selector, kind)

    def tick(self) -> None:
        """Let clocks run on."""
        if any(self.picture.get("deadlines") or ()):
            self.screen_stack[0].query_one(Felt).refresh()

    # ------------------------------------------------------------ showing

    def note(self, line: Text) -> None:
        """Put a line into the record."""
        self.screen_stack[0].query_one(Record).note(line)

    @work
    async def follow(self) -> None:
        """Tell what happens, and show it."""
        async for sentences in self.table.news():
            for sentence in sentences:
                self.note(coloured(sentence, self.colours))
            self.refresh_table()

    def refresh_table(self) -> None:
        """Show everything as the picture has it."""
        picture, table = self.picture, self.screen_stack[0]
        mine, trouble = picture["seat"] in picture["actors"], self.table.trouble
        top = table.query_one("#top", Static)
        top.set_class(mine and not trouble, "-mine")
        top.set_class(bool(trouble), "-trouble")
        told = [game_of(picture).title, phase(picture), called(picture) if mine else status(picture)]
        top.update(trouble or " · ".join(part for part in told if part))
        felt = table.query_one(Felt)
        felt.colours, felt.late_ms = self.colours, self.table.ahead_ms
        felt.show(picture, self.table.absent)
        felt.border_subtitle = self.table.link or ending(picture)
        told_below = table.query_one("#facts", Static)
        told = in_lines(facts(picture, brief=True, drawn=True, marked=True), max(40, felt.size.width - 4))
        felt.border_title = coloured(told[0], self.colours).markup if told else ""
        told_below.update(coloured("\n".join(told[1:]), self.colours))
        told_below.display = len(told) > 1
        table.query_one(Hand).show(hand(picture, picture["seat"]) or ())
        self.refresh_actions()
        if picture["status"] in ENDED and not self.shown_end:
            self.shown_end = True
            self.push_screen(Ended(result(picture) or [status(picture)]), self.after_end)

    def refresh_actions(self) -> None:
        """Show what can be done with the chosen cards."""
        table = self.screen_stack[0]
        offers, actions, entry = self.table.offers(), table.query_one(Actions), table.query_one("#entry", Input)
        actions.show(self.picture, offers, table.query_one(Hand).chosen, entry.value, self.spoken, self.colours)
        actions.set_class(bool(offers), "-mine")
        actions.border_title = actions.heading(len(offers), self.picture["status"] == "open")
        entry.suggester = SuggestFromList(offers)

    def spoken(self, text: str) -> str:
        """The text of an action as people say it."""
        return spoken(self.picture, text)

    def say(self, sentence: str) -> None:
        """Show a sentence beside the entry, or in the record if it is too long."""
        says, told = self.base("#says", Static), coloured(sentence, self.colours)
        fits = len(sentence) <= says.content_size.width
        says.update(told if fits else "")
        if not fits:
            self.note(Text("! ", "bold").append_text(told))

    # ------------------------------------------------------------ acting

    @on(OptionList.OptionSelected, "#actions")
    async def selected(self, event: OptionList.OptionSelected) -> None:
        """An action was clicked, or enter pressed on it."""
        await self.action_do(event.option_index)

    async def action_do(self, place: int) -> None:
        """Do the action in a place of the list, or open what is behind it."""
        actions = self.query_one(Actions)
        if actions.open(place):
            self.refresh_actions()
        elif text := actions.text_at(place):
            await self.do_text(text)

    def action_close_list(self) -> None:
        """Back to the list from which this one was opened."""
        self.query_one(Actions).close()
        self.refresh_actions()

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
            await self.table.choose(text)
        except Refused as error:
            self.say(f"{error}{suggest(text, self.table.offers())}")
            return False
        self.say("")
        self.query_one(Actions).close()
        self.query_one(Hand).clear()
        return True

    @on(Hand.Chosen)
    def cards_chosen(self) -> None:
        """Other cards are chosen."""
        self.refresh_actions()
        none = self.table.offers() and not self.query_one(Actions).texts
        self.say("No action has these cards." if none else "")

    def action_cursor(self, by: int) -> None:
        """Point at the next card."""
        self.query_one(Hand).move(by)

    def action_choose_card(self) -> None:
        """Choose the card under the cursor, or put it back."""
        cards = self.query_one(Hand)
        cards.toggle(cards.cursor)

    def action_clear(self) -> None:
        """Put all cards back, leave the entry, and go back to the whole list."""
        self.query_one("#entry", Input).value = ""
        self.query_one(Actions).close()
        self.query_one(Hand).clear()
        self.query_one(Actions).focus()

    def action_type(self) -> None:
        """Type an action."""
        self.query_one("#entry").focus()

    def action_let_others(self) -> None:
        """Let partners act first."""
        self.say(self.table.let_others())

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Show what a strong bot would do."""
        try:
            text, reason = await self.table.hint()
        except Refused as error:
            self.say(str(error))
            return
        self.query_one(Hand).clear()
        self.query_one(Actions).point_at(text)
        self.note(Text("Hint: ", "italic").append_text(coloured(f"{self.spoken(text)}. {reason}", self.colours)))

    # ------------------------------------------------------------ reading, settings, the end

    def action_rules(self) -> None:
        """Show the rules of this game."""
        game = game_of(self.picture)
        self.push_screen(Reader(f"The rules of {game.title}", Markdown(game.page.read_text(encoding="utf-8"))))

    def action_keys(self) -> None:
        """Show the keys."""
        self.push_screen(Reader("Help", Text(KEYS)))

    def action_sort(self) -> None:
        """Sort the hand by rank or by suit."""
        cards = self.query_one(Hand)
        cards.sorted_by_suit = not cards.sorted_by_suit
        cards.show(cards.held)
        self.say(f"Your hand is sorted by {'suit' if cards.sorted_by_suit else 'rank'}.")

    def action_colours(self) -> None:
        """Two colours or four."""
        self.four_colours = not self.four_colours
        self.recolour()
        self.say(f"{'Four colours' if self.four_colours else 'Two colours'} for the suits.")

    def recolour(self) -> None:
        """Show everything in the colours that are chosen now."""
        cards, actions = self.query_one(Hand), self.query_one(Actions)
        cards.colours, actions.shown = self.colours, []
        cards.refresh()
        self.refresh_table()

    def action_theme(self) -> None:
        """The next theme."""
        super().action_theme()
        self.recolour()
        self.say(f"Theme: {self.theme}.")

    def action_pace(self) -> None:
        """The next pace of the bots."""
        paces = list(PACES)
        self.table.pace = paces[(paces.index(self.table.pace) + 1) % len(paces)]
        self.say(f"The pace of the bots: {self.table.pace}.")

    @work(exclusive=True, group="save")
    async def action_save(self) -> None:
        """Save the transcript in the folder that one is in."""
        file = free_name(self.picture)
        try:
            self.say(await save(self.table, file))
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
