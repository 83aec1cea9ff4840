"""The full-screen table, driven as a person would: with keys and with the mouse, all five games."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Input

from handful.cards import card_text
from handful.games import ROOMS
from handful.referee import Replay
from handful.transcript import read
from handful.tui.faces import FOUR_COLOURS, TWO_COLOURS, corner, step_of
from handful.tui.screens import Ended, Page
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
            await at.press("1")
            assert at.own_acts == 1
            await at.until_asked()
            await at.pilot.click("#actions", offset=(6, 1))
            await at.pilot.pause()
            assert at.own_acts == 2
            await at.until_asked()
            await at.press("down", "enter")
            assert at.own_acts == 3
            await at.until_asked()
            text = at.sitting.offers()[-1]
            await at.press("t", *(letter if letter != " " else "space" for letter in text))
            assert at.app.query_one("#entry", Input).value == text
            await at.press("enter")
            assert at.own_acts == 4
            assert at.app.query_one("#entry", Input).value == ""
            assert "Ada" in at.record()

    asyncio.run(play())


@pytest.mark.parametrize("game", ROOMS)
def test_rules_and_help_open_over_the_table(game):
    async def look():
        async with desk(game) as at:
            await at.until_asked()
            await at.press("r")
            assert isinstance(at.app.screen, Page)
            await at.pilot.pause(0.2)
            assert "The rules of" in at.screen()
            assert "1.1" in at.screen()
            await at.press("escape", "question_mark")
            assert isinstance(at.app.screen, Page)
            assert "a hint: what a strong bot would do" in at.screen()
            assert "q            quit" in at.screen()
            await at.press("q")
            assert not isinstance(at.app.screen, Page)
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
            assert "Won by" in at.screen()
            await at.press("s")
            await at.pilot.pause(0.1)
            assert at.says() == f"Transcript: {game}-1.game"
            assert "Not your move" in at.screen()
            return at.sitting.picture["result"]

    result = asyncio.run(play())
    replay = Replay(read(Path(f"{game}-1.game").read_text(encoding="utf-8")))
    replay.run()
    outcome = replay.position.outcome()
    assert (list(outcome.scores), list(outcome.winners)) == (result["scores"], result["winners"])


def test_a_chosen_card_leaves_the_actions_with_it():
    async def choose():
        async with desk("thirteam", seed=3) as at:
            await at.until_asked()
            while len(at.sitting.offers()) < 4:
                await at.press("1")
                await at.until_asked()
            offers = at.sitting.offers()
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
            await at.press("t", *"bot", "space", "3")
            assert at.actions.texts
            assert all(text.startswith("ask 3 ") for text in at.actions.texts)
            await at.press("escape")
            assert at.actions.texts == at.sitting.offers()

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
            await at.press("o")
            assert sorted(at.hand.cards) == sorted(before)
            suits = [card[1] for card in at.hand.cards]
            assert suits == sorted(suits, key="shcd".index)
            await at.press("p")
            assert at.sitting.pace == "slow"
            assert "slow" in at.says()

    asyncio.run(change())


def test_a_hint_points_at_what_a_real_bot_would_do():
    async def ask():
        async with desk("spar", quick=False) as at:
            await at.until_asked()
            text, reason = await at.sitting.hint()
            await at.press("h")
            for _ in range(200):
                await at.pilot.pause(0.01)
                if "Hint:" in at.record():
                    break
            assert reason[:20] in at.record()
            assert at.actions.text_at(at.actions.highlighted) == text

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
                assert at.hand.chosen == {cards[place]}
                await at.press("escape")

    asyncio.run(look())


def test_it_fits_a_small_and_a_large_terminal():
    async def look(size):
        async with desk("thirteam", size=size, four_colours=True) as at:
            await at.until_asked()
            await at.pilot.pause()
            return at.screen().splitlines()

    for size in ((80, 24), (120, 40)):
        lines = asyncio.run(look(size))
        assert len(lines) == size[1]
        assert "Your move" in "".join(lines)
        assert "Quit" in lines[-1]
