"""The parts of the table on the screen: players, the hand, the list of actions."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from handful.tui.faces import Colours, by_suit, cards_in, coloured, fan, said, step_of
from handful.tui.showing import Picture, before, names, score

DIGITS = "123456789"


class Player(Static):
    """A player: the name, how many cards, the points, and what lies before them."""

    DEFAULT_CSS = """
    Player {
        width: 1fr; height: 4; border: round $surface-lighten-3; padding: 0 0;
        border-title-color: $text; border-subtitle-color: $text-muted;
    }
    Player.-acts { border: round $warning; border-title-color: $warning; border-title-style: bold; }
    Player.-own { border-title-style: bold underline; }
    Player.-won { border: round $success; border-title-color: $success; }
    """

    def __init__(self, seat: int) -> None:
        super().__init__(id=f"seat-{seat}", markup=False)
        self.seat = seat

    def show(self, picture: Picture, colours: Colours) -> None:
        """Show the player as the picture has it."""
        acts = self.seat in picture["actors"]
        info, view, points = picture["seats"][self.seat], picture["view"], score(picture, self.seat)
        own = self.seat == picture["seat"] and len(picture["seats"]) < 5
        self.set_class(acts, "-acts")
        self.set_class(self.seat == picture["seat"], "-own")
        self.set_class(bool(picture["result"]) and self.seat in picture["result"]["winners"], "-won")
        self.border_title = Text(f"{'▶ ' if acts else ''}{names(picture)[self.seat]}{' (you)' if own else ''}").markup
        self.border_subtitle = points
        cards = f"{view['hands_size'][self.seat]} cards" if view else "free" if info["free"] else info["bot"]
        first = f"{cards} away" if info["away"] else cards
        self.update(Text(f"{first}\n", no_wrap=True).append_text(coloured(before(picture, self.seat), colours)))


class Hand(Static, can_focus=False):
    """Your cards. A click, or space at the cursor, chooses one: the actions then are those with the chosen cards."""

    DEFAULT_CSS = """
    Hand { height: 4; width: 100%; padding: 0 1; }
    """

    class Chosen(Message):
        """The chosen cards are others now."""

    cards: reactive[tuple[str, ...]] = reactive(())
    chosen: reactive[frozenset[str]] = reactive(frozenset())
    cursor: reactive[int] = reactive(-1)
    sorted_by_suit: reactive[bool] = reactive(False)

    def __init__(self, colours: Colours) -> None:
        super().__init__(id="hand", markup=False)
        self.colours = colours
        self.held: tuple[str, ...] = ()

    def show(self, cards: Sequence[str]) -> None:
        """Hold these cards, which come by rank."""
        self.held = tuple(cards)
        self.cards = tuple(sorted(cards, key=by_suit)) if self.sorted_by_suit else self.held
        self.chosen = self.chosen & set(cards)
        self.cursor = min(self.cursor, len(self.cards) - 1)

    def render(self) -> Text:
        if not self.cards:
            return Text("")
        return fan(self.cards, self.size.width, self.colours, self.chosen, self.cursor)

    def move(self, by: int) -> None:
        """Move the cursor along the cards."""
        if self.cards:
            self.cursor = (
                (self.cursor + by) % len(self.cards) if self.cursor >= 0 else (0 if by > 0 else -1) % len(self.cards)
            )

    def toggle(self, place: int) -> None:
        """Choose a card, or put it back."""
        if 0 <= place < len(self.cards):
            self.chosen = self.chosen ^ {self.cards[place]}
            self.post_message(self.Chosen())

    def clear(self) -> None:
        """Put all cards back."""
        self.chosen, self.cursor = frozenset(), -1
        self.post_message(self.Chosen())

    def on_click(self, event: events.Click) -> None:
        """Choose the card under the mouse."""
        offset = event.get_content_offset(self)
        if offset and self.cards:
            step = step_of(len(self.cards), self.size.width)
            place = min(offset.x // step, len(self.cards) - 1)
            if offset.x < step * len(self.cards) + 2:
                self.toggle(place)


class Actions(OptionList):
    """What you may do: with arrows and enter, by number, or with the mouse."""

    def __init__(self) -> None:
        super().__init__(id="actions", markup=False)
        self.texts: list[str] = []

    def show(
        self, offers: Sequence[str], chosen: frozenset[str], typed: str, who: Sequence[str], colours: Colours
    ) -> None:
        """List the offers that fit: with all the chosen cards, those with no others first, and with what is typed."""
        part = typed.strip().lower()
        fitting = [
            text
            for text in offers
            if chosen <= set(cards_in(text)) and (part in text.lower() or part in said(text, who).lower())
        ]
        if chosen:
            fitting.sort(key=lambda text: len(set(cards_in(text))))
        if fitting == self.texts and self.option_count:
            return
        self.texts = fitting
        self.clear_options()
        self.add_options([Option(self._line(place, text, who, colours)) for place, text in enumerate(fitting)])
        self.highlighted = 0 if fitting else None

    def _line(self, place: int, text: str, who: Sequence[str], colours: Colours) -> Text:
        key = DIGITS[place] if place < len(DIGITS) else " "
        return Text().append(f"{key} ", "dim").append_text(coloured(said(text, who), colours))

    def text_at(self, place: int) -> str | None:
        """The action in a place of the list."""
        return self.texts[place] if 0 <= place < len(self.texts) else None

    def point_at(self, text: str) -> None:
        """Put the cursor on an action."""
        if text in self.texts:
            self.highlighted = self.texts.index(text)
