"""Whether what leads to an action can be hit: it lies in the window, is large enough, and is covered by nothing.

All of it is measured in the page, when the page is at rest: a whole frame has passed in which nothing changed.
"""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

SIZES = ((390, 844), (844, 390), (320, 568), (667, 375), (820, 1180), (1440, 900), (2560, 1440), (720, 450), (410, 590))
"""Width and height; the last two are 1440 x 900 and 820 x 1180 at 200 % zoom."""

REACHING = """window.reaching = (() => {
  const all = (selector) => [...document.querySelectorAll(`[data-testid=scene] ${selector}`)];
  const halves = {s: "spades", h: "hearts", c: "clubs", d: "diamonds"};
  const halfOf = (card) => card[0] === "8" || card[0] === "X" ? "eights"
    : `${"234567".includes(card[0]) ? "low" : "high"}-${halves[card[1]]}`;
  const isCard = (word) => /^(?:[2-9TJQKA][shdc]|X[rb])$/.test(word);
  const large = () => innerWidth >= 1000 && innerHeight >= 500 ? 40 : 44;
  const isPutAway = (words) => (one) => words.includes(one.textContent.trim()) && one.checkVisibility();

  let changes = 0;
  const watch = new MutationObserver(() => (changes += 1));
  const begin = () =>
    watch.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
  if (document.documentElement) begin();
  else addEventListener("DOMContentLoaded", begin);

  /** A frame has been laid out and drawn. */
  const frame = () => new Promise((done) => requestAnimationFrame(() => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(0);
  }));

  /** A whole frame passes in which nothing changes, so often. */
  async function rest(quiet = 1) {
    for (let still = 0; still < quiet; ) {
      const before = changes;
      await frame();
      still = changes === before ? still + 1 : 0;
    }
  }

  /** Whether the window is as large as it was made. */
  async function sized([width, height]) {
    while (innerWidth !== width || innerHeight !== height) await frame();
    await rest();
  }

  /** Hints and settlements are read and put away, as one would. */
  async function tidy(words) {
    for (let open; (open = [...document.querySelectorAll("button")].find(isPutAway(words))); await rest()) open.click();
  }

  /** What must be pressed first for each of these actions. */
  function needed(legal) {
    const wanted = new Map();
    for (const action of legal) {
      const words = action.split(" ");
      const cards = words.filter(isCard);
      if (words[0] === "ask") {
        const cell = `[data-cell="${words[2]}"][data-playable=true]`;
        wanted.set(words[2], all(cell).length ? cell : `[data-half="${halfOf(words[2])}"]`);
      } else if (words[0] === "claim") wanted.set("claim", "[data-act=claim]");
      else if (words[1] === "with") wanted.set("with", "[data-act=with]");
      else if (words[0] === "declare")
        wanted.set(words[1], all("[data-suit]").length ? `[data-suit="${words[1]}"]` : "[data-act=declare]");
      else if (cards.length) for (const card of cards) wanted.set(card, `[data-card="${card}"][data-playable=true]`);
      else wanted.set(action, `[data-act="${action}"]`);
    }
    return [...wanted];
  }

  /** What is wrong with the controls that these selectors find. */
  function faults(controls) {
    return controls.flatMap(([what, selector]) => {
      const found = all(selector);
      if (!found.length) return [`${what}: there is no ${selector}`];
      const wrong = found.map(fault);
      return wrong.includes("") ? [] : [`${what}: ${wrong[0]}`];
    });
  }

  /** What is wrong with a control; empty if it can be hit on a piece that is large enough. */
  function fault(one) {
    const box = one.getBoundingClientRect();
    const [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)];
    const [right, bottom] = [Math.min(box.right, innerWidth), Math.min(box.bottom, innerHeight)];
    const hit = (x, y) => one.contains(document.elementFromPoint(x, y));
    const least = large() - 2;
    let best = {run: 0, down: 0};
    for (let k = 1; k < 8; k += 1) {
      const {run, middle} = longest(left, right, (x) => hit(x, top + ((bottom - top) * k) / 8));
      if (run < least && run <= best.run) continue;
      const down = longest(top, bottom, (y) => hit(middle, y)).run;
      if (run >= least && down >= least) return "";
      if (run > best.run) best = {run, down};
    }
    return `only ${Math.round(best.run)} x ${Math.round(best.down)} of it can be hit`;
  }

  /** The longest piece of a line on which something is so, to two pixels. */
  function longest(from, to, is) {
    let [best, begun] = [{run: 0, middle: 0}, null];
    for (let at = from + 1; at <= to; at += 2) {
      if (is(at)) {
        begun ??= at;
        if (at - begun + 2 > best.run) best = {run: at - begun + 2, middle: (begun + at) / 2};
      } else begun = null;
    }
    return best;
  }

  function scrolls() {
    const page = document.documentElement;
    return page.scrollWidth > innerWidth || page.scrollHeight > innerHeight ? ["the page scrolls"] : [];
  }

  const LONG_QUIET = 60;
  /** The faults that are there when the page has long been at rest: what is put right in time is none. */
  async function lasting(measure, words) {
    await tidy(words);
    if (!measure().length) return [];
    for (let quiet = 0; quiet < LONG_QUIET; quiet += 1) {
      const before = changes;
      await frame();
      if (changes === before) continue;
      await tidy(words);
      if (!measure().length) return [];
      quiet = 0;
    }
    return measure();
  }

  return {
    needed: async (size, legal, words) => {
      await sized(size);
      return lasting(() => [...faults(needed(legal)), ...scrolls()], words);
    },
    acts: async (size, acts, words) => {
      await sized(size);
      return lasting(() => faults(acts.map((one) => [one, `[data-act="${one}"]`])), words);
    },
    press: async (...selectors) => {
      for (const selector of selectors) {
        document.querySelector(selector)?.click();
        await rest();
      }
    },
    rest,
  };
})()"""
"""What a page is given before it begins."""


def unreachable(page: Page, size: tuple[int, int], legal: Sequence[str], put_away: Sequence[str] = ()) -> list[str]:
    """What must be pressed for these actions and cannot be, in a window of this size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return _said(size, page.evaluate("(how) => reaching.needed(...how)", [size, legal, put_away]))


def unpressable(page: Page, size: tuple[int, int], acts: Sequence[str], put_away: Sequence[str] = ()) -> list[str]:
    """The buttons that do these actions with one press and cannot be pressed, in a window of this size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return _said(size, page.evaluate("(how) => reaching.acts(...how)", [size, acts, put_away]))


def press(page: Page, *selectors: str) -> None:
    """Press what is found first of each, if it is there, and wait until the page is at rest."""
    page.evaluate("(selectors) => reaching.press(...selectors)", list(selectors))


def _said(size: tuple[int, int], faults: Sequence[str]) -> list[str]:
    return [f"at {size[0]} x {size[1]}: {one}" for one in faults]
