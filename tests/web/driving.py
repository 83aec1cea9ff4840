"""Plays whatever the page offers, through the page alone: by mouse, by touch, or by keys.

A scene may be drawn in any way. What counts is what web/README.md promises: the table page says in `data-status`,
`data-turn` and `data-number` how the game stands; buttons and rows of choices inside the scene act, except those in
`data-aside` (sorting, hints, filters); `data-back` undoes a choice; a card of the hand has `data-card` and
`data-playable`.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from playwright.sync_api import Error, Locator, Page, expect

from handful.games import find
from tests.patience import PATIENCE_S

WEB = Path(__file__).parents[2] / "web"
SHORT: Mapping[str, dict[str, str]] = {
    "half_suit": {"stop_at_5": "yes"},
    "spar": {"seats": "2", "target": "2"},
    "thirteam": {"seats": "4", "threshold": "1"},
    "claim": {"deals": "1", "floor_rounds": "2"},
    "top_suit": {"seats": "3"},
}
"""Options that make a game short."""
GAMES = tuple(SHORT)


def messages(file: Path) -> dict[str, str]:
    """The texts of a file."""
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return found


TEXTS = messages(WEB / "messages" / "en.json")
"""What the page says by key, what the scene of a game says by `game/key`, and what the game says by `game:key`."""
for _game in GAMES:
    _scene = messages(WEB / "src" / "games" / _game / "messages.en.json")
    TEXTS |= {f"{_game}/{key}": said for key, said in _scene.items()}
    TEXTS |= {f"{_game}:{key}": said for key, said in find(_game).texts("en").items()}

ABLE = ":not(:disabled, [data-aside] *, [data-aside], .result *)"
CONTROLS = f"[data-testid=scene] :is(button, select, label:has(> input[type=radio])){ABLE}"
FORWARD = {"button": 3, "primary": 12, "card": 6, "choice": 6, "chosen": 1, "back": 1}
"""How often each kind of control is used: what completes an action more than what undoes a choice."""
LOOK = """(selector) => {
  const page = document.querySelector("[data-testid=table]");
  if (!page || page.dataset.link !== "live") return {status: "", controls: []};
  const top = document.querySelector("dialog[open]");
  const pressed = (one) => one.getAttribute("aria-pressed") === "true";
  const card = (one) => pressed(one) ? "chosen" : one.dataset.playable === "true" ? "card" : "no";
  const choice = (one) => {
    const row = document.getElementsByName(one.querySelector("input").name);
    return [...row].some((other) => other.checked) ? "chosen" : "choice";
  };
  const kind = (one) =>
    one.tagName === "LABEL" ? choice(one) : one.dataset.card || one.dataset.cell ? card(one)
    : "back" in one.dataset ? "back" : one.classList.contains("primary") ? "primary" : "button";
  const all = [...document.querySelectorAll(selector)];
  const shown = (one) => one.checkVisibility({visibilityProperty: true}) && (!top || top.contains(one));
  return {
    status: page.dataset.status, number: page.dataset.number, turn: page.dataset.turn === "true",
    controls: all.flatMap((one, at) => kind(one) === "no" || !shown(one) ? [] : [[at, kind(one)]]),
  };
}"""
START = "button.start:visible"
"""Begins the game, with bots in the seats that are free."""
Press = Callable[[Page, Locator], None]


def text(key: str, **values: object) -> str:
    """A text of the page in English."""
    return TEXTS[key].format(**values)


POINT = """(one) => {
  one.scrollIntoView({block: "nearest", inline: "nearest"});
  const box = one.getBoundingClientRect();
  const parts = [0.5, 0.12, 0.3, 0.7, 0.88];
  const points = parts.flatMap((down) => parts.map((right) => [box.x + right * box.width, box.y + down * box.height]));
  return points.find(([x, y]) => one.contains(document.elementFromPoint(x, y))) ?? null;
}"""
"""Where a control can be hit: cards in a fan lie over each other."""


def place(what: Locator) -> tuple[float, float]:
    if point := what.evaluate(POINT, timeout=1_000):
        return float(point[0]), float(point[1])
    raise Error("it is covered")


def click(page: Page, what: Locator) -> None:
    page.mouse.click(*place(what))


def tap(page: Page, what: Locator) -> None:
    page.touchscreen.tap(*place(what))


WHERE = """(control) => {
  const at = document.activeElement;
  if (!control.isConnected || !control.checkVisibility()) return "gone";
  const wanted = control.tagName === "LABEL" ? control.querySelector("input") : control;
  if (at === wanted) return "here";
  if (["card", "cell"].some((name) => at.dataset?.[name] && wanted.dataset?.[name])) return "ArrowRight";
  if (at.type === "radio" && at.name === wanted.name) return "ArrowRight";
  return at.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING ? "Shift+Tab" : "Tab";
}"""


def keys(page: Page, what: Locator) -> None:
    """Go there by keys and press Enter, or Space to choose from a row."""
    wanted = what.element_handle(timeout=5_000)
    press = "Space" if wanted.evaluate("one => one.tagName") == "LABEL" else "Enter"
    for _ in range(120):
        key = wanted.evaluate(WHERE)
        if key == "here":
            page.keyboard.press(press)
        if key in ("here", "gone"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"the keys do not lead to {wanted}")


class Driver:
    """Somebody at a page."""

    def __init__(self, page: Page, press: Press = click, seed: int = 1) -> None:
        self.page = page
        self.press = press
        self.dice = random.Random(seed)
        self.done = 0
        self.number = ""
        """Of the picture that was seen last."""

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def use(self, name: str) -> None:
        """Press a button."""
        self.touch(self.button(name))

    def touch(self, button: Locator) -> None:
        """Press what is there, whatever it says."""
        if self.press is keys:
            keys(self.page, button)
        elif self.press is tap:
            button.tap()
        else:
            button.click()

    def home(self, address: str, name: str = "") -> None:
        """Go to the first page, and say a name."""
        self.page.goto(address)
        if name:
            self.write(self.page.get_by_label(text("home.name")), name)

    def write(self, field: Locator, value: str) -> None:
        """Fill a field in, or choose from it: a list, a row of choices, or a switch."""
        role = field.get_attribute("role")
        if role == "radiogroup":
            self._choose(field, value)
        elif role == "switch":
            if field.is_checked() != (value == "yes"):
                self._switch(field)
        elif self.press is keys:
            self._reach(field)
            self._type(field, value)
        elif field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)

    def _choose(self, field: Locator, value: str) -> None:
        wanted = field.locator(f"input[value='{value}']")
        if self.press is not keys:
            wanted.check()
            return
        self._reach(field.locator("input:checked"))
        for _ in range(field.locator("input").count()):
            if wanted.is_checked():
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"{value} cannot be chosen")

    def _switch(self, field: Locator) -> None:
        if self.press is not keys:
            field.click()
            return
        self._reach(field)
        self.page.keyboard.press("Space")

    def _reach(self, field: Locator) -> None:
        wanted = field.element_handle()
        for _ in range(120):
            key = wanted.evaluate(WHERE)
            if key == "here":
                return
            self.page.keyboard.press("Tab" if key == "ArrowRight" else key)
        raise AssertionError(f"the keys do not lead to {field}")

    def _type(self, field: Locator, value: str) -> None:
        if field.evaluate("one => one.tagName") != "SELECT":
            self.page.keyboard.press("Control+A")
            self.page.keyboard.type(value)
            return
        self.page.keyboard.press("Home")
        for _ in range(30):
            if field.input_value() == value:
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"{value} cannot be chosen")

    def open(self, address: str, game: str, name: str = "Ada") -> str:
        """Open a table of a short game; its address. Who opens it sits down."""
        self.home(address, name)
        self.begin_table(game)
        for option, value in SHORT[game].items():
            field = self.page.locator("#seats" if option == "seats" else f"#option-{option}")
            self.write(field, value)
        self.use(text("open.submit"))
        self.page.wait_for_url("**/t/*")
        expect(self.page.locator(START)).to_be_visible()
        return self.page.url

    def begin_table(self, game: str) -> None:
        """Go to the form for a table of a game."""
        ways = self.button(text("home.open")).or_(self.button(text("home.open_one")))
        expect(ways.first).to_be_visible()
        self.touch(ways.first)
        self.write(self.page.locator("#game"), game)

    def start(self) -> None:
        """Begin, with bots where nobody sits."""
        self.touch(self.page.locator(START))
        self.page.get_by_test_id("scene").wait_for()

    def status(self) -> str:
        return str(self.page.evaluate(LOOK, CONTROLS)["status"])

    def step(self) -> str:
        """Use one of the controls that are offered, if any; how the game stands."""
        seen = self.page.evaluate(LOOK, CONTROLS)
        self.number = seen.get("number", self.number)
        if seen["status"] != "playing" or not seen["turn"] or not seen["controls"]:
            return str(seen["status"])
        places, kinds = zip(*seen["controls"], strict=True)
        (at,) = self.dice.choices(places, [FORWARD[kind] for kind in kinds])
        try:
            self.press(self.page, self.page.locator(CONTROLS).nth(at))
            self.done += 1
        except Error:  # it went away before it could be used: somebody else was quicker
            pass
        return "playing"

    def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """Play to the end, or until something is so."""
        before, end = self.number, time.monotonic() + PATIENCE_S
        while self.step() != "over" and not until():
            if self.number != before:  # as long as somebody acts it goes on, however slowly
                before, end = self.number, time.monotonic() + PATIENCE_S
            assert time.monotonic() < end, f"nothing has happened since {before}, with {self.done} presses in all"
            self.page.wait_for_timeout(4)
        self.close()

    def close(self) -> None:
        """Close the windows that are open over the table."""
        for _ in range(self.page.locator("dialog[open]").count()):
            self.page.keyboard.press("Escape")

    def result(self) -> Locator:
        """The panel with the result; CLAIM first shows how its last deal was settled."""
        panel, settled = self.page.locator(".result"), self.button(text("claim/go_on"))
        expect(panel.or_(settled).first).to_be_visible()
        if settled.count():
            self.use(text("claim/go_on"))
        expect(panel).to_be_visible()
        return panel
