"""The full-screen table, driven as a person would: with keys and with the mouse, all five games."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Input

from handful.cards import CARD_NUMBERS, card_text
from handful.games import ROOMS, find
from handful.referee import Replay
from handful.transcript import read
from handful.tui import themes
from handful.tui.cards import FOUR_COLOURS, TWO_COLOURS, corner, step_of
from handful.tui.picture import verdict
from handful.tui.screens import Ended, Reader
from tests.tui.table import SCREENS, SHORT, desk, first_screen

LONGER = {"claim": {"deals": "9"}}
"""Options for at least four decisions, where the short form has fewer."""


def test_every_game_has_a_short_form():
    assert set(SHORT) == set(ROOMS)


@pytest.mark.parametrize("game", ROOMS)
def test_the_screen_is_as_it_was_kept(game):
    """At 80 × 24. If it is meant to be different now: `python -m tests.tui.golden`."""
    screen = asyncio.run(first_screen(game))
    assert screen == (SCREENS / f"{game}.txt").read_text(encoding="utf-8")
    assert max(map(len, screen.splitlines())) <= 80
    assert len(screen.splitlines()) == 24


@pytest.mark.parametrize("game", ROOMS)
def test_moves_by_keys_by_mouse_and_by_typing(game):
    async def play():
        async with desk(game, options=LONGER.get(game)) as at:
            await at.until_asked()
            await at.act("1")
            assert at.own_acts == 1
            await at.until_asked()
            await at.pilot.click("#actions", offset=(6, 1))
            await at.pilot.pause()
            await at.act()
            assert at.own_acts == 2
            await at.until_asked()
            await at.act("down", "enter")
            assert at.own_acts == 3
            await at.until_asked()
            text = at.own.offers()[-1]
            await at.press("t", *(letter if letter != " " else "space" for letter in text))
            assert at.app.query_one("#entry", Input).value == text
            await at.press("enter")
            assert at.own_acts == 4
            assert at.app.query_one("#entry", Input).value == ""
            assert "You " in at.record()
            assert "Ada" not in at.record()

    asyncio.run(play())


@pytest.mark.parametrize("game", ROOMS)
def test_rules_and_help_open_over_the_table(game):
    async def look():
        async with desk(game) as at:
            await at.until_asked()
            await at.press("r")
            assert isinstance(at.app.screen, Reader)
            await at.pilot.pause(0.2)
            assert "The rules of" in at.screen()
            assert "1.1" in at.screen()
            await at.press("escape", "question_mark")
            assert isinstance(at.app.screen, Reader)
            assert "a hint: what a strong bot would do" in at.screen()
            assert "q            quit" in at.screen()
            await at.press("q")
            assert not isinstance(at.app.screen, Reader)
            assert at.own_acts == 0

    asyncio.run(look())


@pytest.mark.parametrize("game", ROOMS)
def test_a_game_to_the_end_by_keys_and_its_transcript(game, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    async def play():
        async with desk(game) as at:
            await at.play_out()
            await at.pilot.pause(0.1)
            assert isinstance(at.app.screen, Ended)
            assert verdict(at.own.picture) in " ".join(at.screen().split())
            await at.press("s")
            await at.pilot.pause(0.1)
            assert at.says() == f"Transcript: {game}-1.game"
            assert at.actions.border_title == "Not your move"
            return at.own.picture["result"]

    result = asyncio.run(play())
    replay = Replay(read(Path(f"{game}-1.game").read_text(encoding="utf-8")))
    replay.run()
    outcome = replay.position.outcome()
    assert (list(outcome.scores), list(outcome.winners)) == (result["scores"], result["winners"])


def test_a_chosen_card_leaves_the_actions_with_it():
    async def choose():
        async with desk("thirteam", seed=3) as at:
            await at.until_asked()
            while len(at.own.offers()) < 4:
                await at.press("1")
                await at.until_asked()
            offers = at.own.offers()
            card = next(card for card in at.hand.cards if any(card in text for text in offers))
            place = at.hand.cards.index(card)
            await at.pilot.click("#hand", offset=(1 + 4 * place + 1, 2))
            await at.pilot.pause()
            assert at.hand.chosen == {card}
            assert at.actions.texts == sorted(
                (text for text in offers if card in text), key=lambda text: len(text.split())
            )
            await at.press("escape")
            assert at.actions.texts == offers
            await at.press(*["right"] * (place + 1), "space")
            assert at.hand.chosen == {card}
            await at.press("space")
            assert not at.hand.chosen

    asyncio.run(choose())


def test_what_is_not_allowed_is_said_and_not_done():
    async def wrong():
        async with desk("spar") as at:
            await at.until_asked()
            await at.press("t", *"Zz", "enter")
            assert at.own_acts == 0
            assert "no action of Spar" in at.record().replace("\n", " ")
            await at.press("escape", "s")
            await at.pilot.pause(0.05)
            assert "when the game is over" in at.record().replace("\n", " ")

    asyncio.run(wrong())


def test_typing_a_part_lists_what_fits():
    async def type_a_part():
        async with desk("half_suit") as at:
            await at.until_asked()
            await at.press("t", *"bramble")
            assert at.actions.texts
            assert all(text.startswith("ask 3 ") for text in at.actions.texts)
            await at.press("escape")
            assert at.actions.texts == at.own.offers()

    asyncio.run(type_a_part())


def test_colours_order_and_pace_can_be_changed():
    async def change():
        async with desk("top_suit") as at:
            await at.until_asked()
            before = at.hand.cards
            await at.press("f")
            assert at.app.colours is FOUR_COLOURS
            await at.press("f")
            assert at.app.colours is TWO_COLOURS
            suits = [card[1] for card in before]
            assert suits == sorted(suits, key="shcd".index)
            await at.press("o")
            assert list(at.hand.cards) == sorted(before, key=CARD_NUMBERS.get)
            await at.press("o")
            assert at.hand.cards == before
            await at.press("p")
            assert at.own.pace == "slow"
            assert "slow" in at.says()

    asyncio.run(change())


def test_a_hint_points_at_what_a_real_bot_would_do():
    async def ask():
        async with desk("spar", quick=False) as at:
            await at.until_asked()
            text, reason = await at.own.hint()
            await at.press("h")
            await at.until(lambda: "Hint:" in at.record())
            assert reason[:20] in at.record().replace("\n", " ")
            assert text in at.actions.shown[at.actions.highlighted].offers

    asyncio.run(ask())


def test_without_colours_one_still_sees_what_is_chosen(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")

    def underlined(at):
        segments = [segment for strip in at.app.screen._compositor.render_strips() for segment in strip]
        assert all(segment.style.color is None or segment.style.color.is_default for segment in segments)
        return "".join(segment.text for segment in segments if segment.style.underline)

    async def look():
        async with desk("claim") as at:
            await at.until_asked()
            assert "declare nothing" in underlined(at)
            await at.press("down", "right")
            assert "declare nothing" not in underlined(at)
            assert corner(at.hand.cards[0])[0] in underlined(at)

    asyncio.run(look())


@pytest.mark.parametrize("count", [19, 25, 26, 31])
def test_a_large_hand_is_shown_whole_and_can_be_clicked(count):
    """In Top-Suit a hand can grow to 31 cards; 80 columns are enough."""

    async def look():
        async with desk("top_suit") as at:
            await at.until_asked()
            cards = [card_text(card) for card in range(52 - count, 52)]
            at.hand.show(cards)
            await at.pilot.pause()
            screen = at.screen()
            step = step_of(count, at.hand.content_size.width)
            for card in cards:
                assert corner(card, step)[0] in screen
            assert max(map(len, screen.splitlines())) <= 80
            for place in (0, count // 2, count - 1):
                await at.pilot.click("#hand", offset=(1 + step * place + 1, 2))
                await at.pilot.pause()
                assert at.hand.chosen == {at.hand.cards[place]}
                await at.press("escape")

    asyncio.run(look())


def test_it_fits_a_small_and_a_large_terminal():
    async def look(size):
        async with desk("thirteam", size=size, four_colours=True) as at:
            await at.until_asked()
            await at.pilot.pause()
            return at.screen().splitlines()

    for size in ((80, 24), (120, 40), (200, 60)):
        lines = asyncio.run(look(size))
        assert len(lines) == size[1]
        assert "Your move" in "".join(lines)
        assert "Quit" in lines[-1]


def test_a_screen_that_is_too_small_says_so_and_a_larger_one_shows_the_table_again():
    async def look():
        async with desk("spar", size=(70, 20)) as at:
            await at.until(lambda: "The table needs 80 × 24 characters; this screen has 70 × 20." in at.screen())
            assert "YOUR TURN" not in at.screen()
            await at.pilot.resize_terminal(80, 24)
            await at.until_asked()
            await at.until(lambda: "YOUR TURN: play a card." in at.screen())

    asyncio.run(look())


def test_the_record_is_broken_anew_when_the_screen_changes():
    async def look():
        async with desk("claim", size=(120, 40)) as at:
            await at.until_asked()
            told = at.record().replace("\n", " ")
            before = at.record().count("\n")
            await at.pilot.resize_terminal(80, 24)
            await at.until(lambda: at.record().count("\n") > before)
            assert at.record().replace("\n", " ").split() == told.split()
            assert max(map(len, at.record().splitlines())) <= 28

    asyncio.run(look())


def test_cards_are_larger_on_a_larger_screen_and_can_be_clicked():
    async def look(size):
        async with desk("spar", size=size) as at:
            await at.until_asked()
            await at.pilot.pause(0.05)
            high = at.hand.size.height
            await at.pilot.click("#hand", offset=(1 + at.hand.step + 1, 2))
            await at.pilot.pause()
            assert at.hand.chosen == {at.hand.cards[1]}
            return high

    assert [asyncio.run(look(size)) for size in ((80, 24), (120, 40), (200, 60))] == [4, 6, 8]


def test_a_long_list_opens_step_by_step_whom_then_which_set_then_which_card():
    async def ask():
        async with desk("half_suit") as at:
            await at.until_asked()
            assert [row.said for row in at.actions.shown] == ["ask Quill", "ask Bramble", "ask Otto 2", "claim"]
            await at.press("2")
            assert at.actions.border_title == "← ask Bramble"
            sets = [row.said for row in at.actions.shown]
            assert set(sets) <= set(find("half_suit").face.sets)
            await at.press("1")
            texts = [row.offers for row in at.actions.shown]
            assert all(len(one) == 1 and one[0].startswith("ask 3 ") for one in texts)
            await at.press("backspace")
            assert [row.said for row in at.actions.shown] == sets
            await at.press("1", "1")
            assert at.own_acts == 1
            assert at.own.table.acts[-1].seat in (0, 1, 2, 3, 4, 5)

    asyncio.run(ask())


def test_my_turn_is_unmistakable_without_colours():
    async def look():
        async with desk("spar") as at:
            await at.until_asked()
            first = at.screen().splitlines()[0]
            assert "YOUR TURN: play a card." in first
            assert "▶ Ada (you)" in at.screen()
            assert "┏━" in at.screen()

    asyncio.run(look())


def test_themes_follow_each_other_and_are_remembered(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    async def change():
        async with desk("spar") as at:
            await at.until_asked()
            seen = []
            for _ in range(4):
                seen.append(at.app.theme)
                await at.press("T")
            assert at.app.theme == seen[0]
            await at.press("T")
            return seen

    assert asyncio.run(change()) == list(themes.NAMES)
    assert themes.chosen() == themes.NAMES[1]
