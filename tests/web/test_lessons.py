"""Lessons and the rules page in a real browser: one lesson of every game is played through at its table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from handful.cards import CARD_NUMBERS
from handful.games import find
from handful.lesson import Lesson, lesson
from handful.primer import primer
from tests.server.clients import Server
from tests.web.conftest import NewPage
from tests.web.driving import GAMES, click, text
from tests.web.reaching import REACHING, unreachable

pytestmark = pytest.mark.xdist_group(__name__)

BY_HAND = {"spar": 5, "thirteam": 4, "top_suit": 2}
"""How many tasks at least are done with cards of the hand alone, at the table of a game."""


def button(page: Page, key: str):
    return page.get_by_test_id("lesson").get_by_role("button", name=text(key), exact=True)


def at_step(page: Page, place: int, asks: bool) -> None:
    expect(page.locator(f"[data-testid=lesson][data-step='{place}'][data-asks='{str(asks).lower()}']")).to_be_visible()


def play_by_hand(page: Page, action: str) -> bool:
    """Do an action with the cards of the hand, if that can be: tap them, and press what is offered then."""
    cards = [word for word in action.split() if word in CARD_NUMBERS]
    if len(set(cards)) < len(cards):  # which card is on top is another choice
        return False
    held = [page.locator(f"[data-testid=scene] .hand [data-card='{card}']") for card in dict.fromkeys(cards)]
    if not held or any(card.count() != 1 for card in held) or action.split(maxsplit=1)[0] not in (*cards, "play"):
        return False
    for card in held:
        click(page, card)
    done = page.locator("[data-testid=lesson][data-asks='false']")
    offered = page.locator("[data-testid=scene] button.primary:visible")
    expect(done.or_(offered).first).to_be_visible()
    if not done.count():
        click(page, offered.first)
    return True


def learn(page: Page, taught: Lesson) -> int:
    """Go through a lesson: by hand where that can be, else by being shown; how many tasks were done by hand."""
    by_hand = 0
    words = taught.words().steps
    for place, step in enumerate(taught.steps):
        asks = bool(step.task)
        at_step(page, place, asks)
        expect(page.get_by_role("heading", level=1)).to_have_text(words[place].title)
        if step.task:
            task = page.locator(".task")
            if len(step.task) == 1 and play_by_hand(page, step.task[0].text):
                by_hand += 1
            else:
                button(page, "lesson.show_me").click()
            expect(task).to_have_class(re.compile("right"))
            at_step(page, place, False)
        if place < len(taught.steps) - 1:
            button(page, "lesson.next").click()
    return by_hand


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_through_at_the_table(site: Server, page: Page, game: str) -> None:
    page.goto(f"{site.address}/learn/{game}/1")
    assert learn(page, lesson(find(game), 1)) >= BY_HAND.get(game, 0)
    button(page, "lesson.short_game").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("[data-testid=table][data-status=playing]")).to_be_visible()


def test_wrong_answers_are_answered_and_the_place_is_kept(site: Server, page: Page) -> None:
    words = lesson(find("spar"), 1).words().steps[2]
    page.goto(f"{site.address}/learn/spar/1")
    for place in (0, 1):
        at_step(page, place, False)
        button(page, "lesson.next").click()
    at_step(page, 2, True)
    task, hand = page.locator(".task"), page.locator("[data-testid=scene] .hand")
    click(page, hand.locator("[data-card='Kc']"))
    expect(task).to_contain_text("has to wait.")
    rule = task.get_by_role("link", name=text("lesson.rule", rule="2.3"))
    expect(rule).to_have_attribute("href", "/rules/spar#2.3")
    expect(button(page, "lesson.show_me")).not_to_have_class(re.compile("pulse"))
    for _ in range(2):  # the first tap chooses, the second plays
        click(page, hand.locator("[data-card='7h']"))
    expect(task).to_contain_text("Otto keeps control.")
    expect(rule).to_have_count(0)
    expect(button(page, "lesson.show_me")).to_have_class(re.compile("pulse"))
    lit = page.evaluate(
        "document.adoptedStyleSheets.map((sheet) => [...sheet.cssRules].map((one) => one.cssText)).join()"
    )
    assert "Qh" in lit
    page.reload()
    at_step(page, 2, True)
    button(page, "lesson.show_me").click()
    expect(task).to_contain_text(words.right.split("**")[1])
    expect(button(page, "lesson.next")).to_be_focused()


@pytest.mark.parametrize("game", GAMES)
def test_the_hand_and_what_is_asked_are_in_reach_on_the_smallest_phone(
    site: Server, new_page: NewPage, game: str
) -> None:
    small = (320, 568)
    page = new_page(viewport={"width": small[0], "height": small[1]})
    page.add_init_script(REACHING)
    page.goto(f"{site.address}/learn/{game}/1")
    for place, step in enumerate(lesson(find(game), 1).steps):
        at_step(page, place, bool(step.task))
        if step.task:
            break
        button(page, "lesson.next").click()
    for card in page.locator("[data-testid=scene] .hand [data-card]").all():
        expect(card).to_be_in_viewport(ratio=1)
    assert unreachable(page, small, [step.task[0].text]) == []


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (320, 568), (820, 1180), (1440, 900)], ids=str)
def test_text_task_and_hand_are_in_sight(site: Server, new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    page.goto(f"{site.address}/learn/spar/1")
    for place in (0, 1):
        at_step(page, place, False)
        button(page, "lesson.next").click()
    at_step(page, 2, True)
    for what in (page.locator("h1"), page.locator(".task"), button(page, "lesson.show_me")):
        expect(what).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_lesson_waits_for_its_learner_and_speaks_to_them(site: Server, page: Page) -> None:
    page.clock.install()
    page.goto(f"{site.address}/learn/spar/2")
    at_step(page, 0, False)
    button(page, "lesson.next").click()
    at_step(page, 1, True)
    button(page, "lesson.show_me").click()
    at_step(page, 1, False)
    button(page, "lesson.next").click()
    at_step(page, 2, True)  # one card alone may be played
    page.clock.run_for(10_000)
    at_step(page, 2, True)
    button(page, "lesson.show_me").click()
    at_step(page, 2, False)
    scene = page.get_by_test_id("scene")
    expect(scene.get_by_text(re.compile("You play 9♠"))).to_be_visible()
    expect(scene.get_by_text(text("table.waiting_for", names=text("lesson.you")))).to_have_count(0)


def test_another_language_goes_on_at_the_same_step(site: Server, new_page: NewPage) -> None:
    page = new_page(locale="fr-FR")
    page.goto(f"{site.address}/learn/claim/1")
    expect(page.get_by_role("heading", level=1)).to_have_text(lesson(find("claim"), 1).words("fr").steps[0].title)


def test_what_is_not_there_is_told(site: Server, browser: Browser) -> None:
    page = browser.new_page(locale="en-GB")
    page.goto(f"{site.address}/learn/spar/9")
    expect(page.get_by_role("alert")).to_contain_text("Spar has no lesson 9.")
    page.close()


# ------------------------------------------------------------ the rules page


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_begin_with_the_short_version_and_its_examples(site: Server, page: Page, game: str) -> None:
    page.goto(f"{site.address}/rules/{game}")
    short = primer(find(game))
    assert short is not None
    examples = page.locator(".primer li")
    expect(examples).to_have_count(6)
    for place, example in enumerate(short.examples):
        cards = sum(one.card != "--" for item in example.items for one in item.cards)
        expect(examples.nth(place).locator("[data-face]")).to_have_count(cards)
    expect(page.locator("[id='1.1']")).to_be_visible()


def test_an_address_leads_to_a_rule_and_languages_change_it(site: Server, page: Page) -> None:
    page.goto(f"{site.address}/rules/spar#4.3")
    rule = page.locator("[id='4.3']")
    expect(rule).to_be_in_viewport()
    expect(rule).to_have_class(re.compile("asked"))
    expect(rule).to_contain_text("Same suit")
    page.get_by_role("button", name="Français").click()
    expect(page.locator("[id='4.3']")).to_contain_text("couleur")
    expect(page.get_by_role("heading", level=1)).to_have_text("Spar, en bref")


def test_the_rules_are_searched_with_or_without_rulings(site: Server, page: Page) -> None:
    page.goto(f"{site.address}/rules/spar")
    rulings = page.locator("blockquote")
    expect(rulings).to_have_count(7)
    page.get_by_label(text("rules.rulings"), exact=True).uncheck()
    expect(rulings).to_have_count(0)
    page.get_by_role("searchbox").fill("control reset")
    expect(page.locator(".rules p.numbered")).to_have_count(1)
    expect(page.locator(".rules mark").first).to_be_visible()
    expect(page.get_by_text("1 place", exact=True)).to_be_visible()
    page.get_by_role("searchbox").fill("no such words")
    expect(page.get_by_role("heading", name=text("rules.nothing", words="no such words"))).to_be_visible()
    expect(page.get_by_text(text("rules.nowhere"))).to_be_visible()


def test_what_these_rules_do_not_have_is_looked_for_in_those_of_the_other_games(site: Server, page: Page) -> None:
    page.goto(f"{site.address}/rules/spar")
    page.get_by_role("searchbox").fill("spotlight")
    page.get_by_text(text("rules.elsewhere")).wait_for()
    page.get_by_role("main").get_by_role("link", name=re.compile("Half Suit.*place")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(text("rules.short", game="Half Suit"))
    expect(page.get_by_role("searchbox")).to_have_value("spotlight")
    expect(page.locator(".rules mark").first).to_have_text(re.compile("spotlight", re.IGNORECASE))
