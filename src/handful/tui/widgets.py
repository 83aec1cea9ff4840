"""The parts of the table on the screen: the hand, the list of actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import OptionList, RichLog, Static
from textual.widgets.option_list import Option

from handful.tui.canvas import LARGE, MIDDLE, Canvas, CardSize
from handful.tui.cards import Colours, by_suit, cards_in, coloured, fan, step_of
from handful.tui.menu import Row, rows
from handful.tui.picture import Picture

DIGITS = "123456789"


class Record(RichLog, can_focus=False):
    """What was told, line by line; the lines are broken anew when it becomes wider or narrower."""

    def __init__(self) -> None:
        super().__init__(id="record", wrap=True, max_lines=2000, min_width=20)
        self.told: list[Text] = []
        self.border_title = "Record"

    def note(self, line: Text) -> None:
        """Tell one more line, and show it."""
        self.told.append(line)
        self.write(line)
        self.scroll_end(animate=False, immediate=True)  # at once: a window may open over it now

    def on_resize(self, event: events.Resize) -> None:
        """Write everything again, as wide as it is now."""
        super().on_resize(event)
        self.clear()
        for line in self.told:
            self.write(line)
        self.scroll_end(animate=False, immediate=True)


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
        self.card_size: CardSize | None = None
        """How large the cards are where there is room for more than their upper edge."""

    def show(self, cards: Sequence[str]) -> None:
        """Hold these cards, which come by rank."""
        self.held = tuple(cards)
        self.cards = tuple(sorted(cards, key=by_suit)) if self.sorted_by_suit else self.held
        self.chosen = self.chosen & set(cards)
        self.cursor = min(self.cursor, len(self.cards) - 1)

    def render(self) -> Text:
        if not self.cards:
            return Text("")
        if self.card_size:
            return self._large(self.card_size)
        return fan(self.cards, self.size.width, self.colours, self.chosen, self.cursor)

    def _large(self, size: CardSize) -> Text:
        """Whole cards, one over the other; chosen ones are raised."""
        canvas, step = Canvas(self.size.width, size.height + 1), self.step
        for place, card in enumerate(self.cards):
            lit = place == self.cursor
            canvas.card(place * step, 0 if card in self.chosen else 1, card, size, self.colours, lit)
        return canvas.text()

    @property
    def step(self) -> int:
        """How far one card is from the next."""
        if not self.card_size:
            return step_of(len(self.cards), self.size.width)
        room = (self.size.width - self.card_size.width) // max(1, len(self.cards) - 1)
        return max(2, min(self.card_size.width, room))

    def fit(self, height: int) -> None:
        """Draw larger cards on a higher screen."""
        self.card_size = LARGE if height >= 50 else MIDDLE if height >= 34 else None
        self.styles.height = self.card_size.height + 1 if self.card_size else 4
        self.refresh(layout=True)

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
            step = self.step
            place = min(offset.x // step, len(self.cards) - 1)
            if offset.x < step * (len(self.cards) - 1) + (self.card_size.width if self.card_size else step + 2):
                self.toggle(place)


class Actions(OptionList):
    """What you may do: with arrows and enter, by number, or with the mouse; long lists open step by step."""

    def __init__(self) -> None:
        super().__init__(id="actions", markup=False)
        self.texts: list[str] = []
        """The actions that fit what is typed and chosen."""
        self.shown: list[Row] = []
        self.path: tuple[str, ...] = ()
        """What was opened, from the whole list on."""

    def show(
        self,
        picture: Picture,
        offers: Sequence[str],
        chosen: frozenset[str],
        typed: str,
        say: Callable[[str], str],
        colours: Colours,
    ) -> None:
        """List the offers that fit: with all the chosen cards, those with no others first, and with what is typed."""
        part = typed.strip().lower()
        said = {text: say(text) for text in offers}
        fitting = [
            text
            for text in offers
            if chosen <= set(cards_in(text)) and (part in text.lower() or part in said[text].lower())
        ]
        if chosen:
            fitting.sort(key=lambda text: len(set(cards_in(text))))
        self.texts = fitting
        filtered = bool(chosen or part)
        lines = [Row(said[text], (text,)) for text in fitting] if filtered else self._opened(picture, fitting, said)
        if lines == self.shown and self.option_count:
            return
        self.shown = lines
        self.clear_options()
        self.add_options([Option(self._line(place, row, colours)) for place, row in enumerate(lines)])
        self.highlighted = 0 if lines else None

    def _opened(self, picture: Picture, offers: Sequence[str], said: dict[str, str]) -> list[Row]:
        """The lines behind what was opened; the whole list again if that is no longer there."""
        lines = rows(picture, offers, said)
        for name in self.path:
            row = next((row for row in lines if row.opens and row.said == name), None)
            if row is None:
                self.path = ()
                return rows(picture, offers, said)
            lines = rows(picture, row.offers, said)
        return lines

    def _line(self, place: int, row: Row, colours: Colours) -> Text:
        key = DIGITS[place] if place < len(DIGITS) else " "
        text = Text().append(f"{key} ", "dim").append_text(coloured(row.said, colours))
        return text.append(f" … {len(row.offers)}", "dim") if row.opens else text

    def heading(self, offers: int, waiting: bool) -> str:
        """What stands over the list."""
        if waiting:
            return "Before the start" if offers else "The table waits"
        if self.path:
            return f"← {' · '.join(self.path)}"
        few = f"{len(self.texts)} of {offers}" if len(self.texts) != offers else str(offers)
        return f"Your move: {few}" if offers else "Not your move"

    def open(self, place: int) -> bool:
        """Open what is behind a line; whether something is."""
        if not 0 <= place < len(self.shown) or not self.shown[place].opens:
            return False
        self.path += (self.shown[place].said,)
        return True

    def close(self) -> None:
        """Back to the list before."""
        self.path = self.path[:-1]

    def text_at(self, place: int) -> str | None:
        """The action in a place of the list."""
        return self.shown[place].offers[0] if 0 <= place < len(self.shown) and not self.shown[place].opens else None

    def point_at(self, text: str) -> None:
        """Put the cursor on an action, or on what it is behind."""
        self.highlighted = next((place for place, row in enumerate(self.shown) if text in row.offers), self.highlighted)
