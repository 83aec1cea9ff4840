"""The table seen from above: hands face down or open, the grid of sets, and colours that can be read on every theme."""

from __future__ import annotations

import asyncio

import pytest
from rich.color import Color

import handful
from handful.games import ROOMS
from handful.observe import EVERYTHING
from handful.tui.cards import palette
from handful.tui.drawing import picture_of
from handful.tui.felt import drawn
from handful.tui.front import Front
from handful.tui.themes import THEMES


def felt(game: str, viewer: int, width: int, height: int) -> str:
    """The table of a game that has just begun."""
    match = handful.begin(game, seed=1)
    return drawn(picture_of(match.position, viewer), width, height).plain


@pytest.mark.parametrize("game", ROOMS)
def test_the_hands_of_others_lie_face_down_with_a_card_for_each(game):
    match = handful.begin(game, seed=1)
    hands = getattr(match.position.state, match.game.face.hand)
    lines = felt(game, 0, 76, 29).splitlines()
    assert sum(line.count("▏") for line in lines) == 2 * sum(hand.bit_count() for hand in hands[1:])
    assert "▏" not in felt(game, 0, 48, 16)


def test_hands_that_may_be_seen_lie_open():
    spar = felt("spar", EVERYTHING, 76, 29)
    assert "▏" not in spar
    match = handful.begin("spar", seed=1)
    for seat in range(match.seats):
        cards = match.view(seat).json(match.game.words)["hands"][seat]
        signs = {"s": "♠", "c": "♣", "d": "♦", "h": "♥"}
        for card in cards:
            assert f"{card[0].replace('T', '10')}{signs[card[1]]}" in spar


def test_the_grid_of_sets_grows_with_the_screen():
    low, apart, cards = (felt("half_suit", 0, *size) for size in ((48, 16), (76, 29), (138, 47)))
    assert "low spades" not in low
    for line in low.splitlines():
        if "2♠" in line:
            assert "7♠" in line
    rows = [number for number, line in enumerate(apart.splitlines()) if "2♠" in line or "9♠" in line]
    assert rows[1] - rows[0] == 2
    assert "low spades" in cards
    assert cards.count("╭───╮") == 54


def test_a_set_that_is_won_has_the_name_of_its_team_s_colour_and_no_cards():
    match = handful.begin("half_suit", seed=1)
    picture = picture_of(match.position, 0)
    piles = [["2s", "3s", "4s", "5s", "6s", "7s"], []]
    name = next(key for key, value in picture["view"].items() if isinstance(value, list) and value == [[], []])
    text = drawn(picture | {"view": picture["view"] | {name: piles}}, 138, 47)
    assert "★ low spades" in text.plain
    assert text.plain.count("╭───╮") == 48


def contrast(one: str, other: str) -> float:
    """How well one colour can be read on another, as WCAG counts it."""

    def light(colour: str) -> float:
        parts = [part / 255 for part in Color.parse(colour).get_truecolor()]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_suits_and_teams_can_be_read_on_every_theme(theme):
    for four in (False, True):
        colours = palette(four, theme.dark)
        inks = [style.removeprefix("bold").strip() or theme.foreground for style in colours.text.values()]
        for ground in (theme.background, theme.variables["felt"]):
            for ink in (*inks, *colours.teams, theme.foreground):
                assert contrast(ink, ground) >= 4.5, (ink, ground)
        assert contrast(theme.background, theme.warning) >= 4.5


def test_the_list_of_games_fits_the_smallest_screen():
    async def look(height):
        app = Front("normal", None)
        async with app.run_test(size=(80, height)) as pilot:
            await pilot.pause()
            return "\n".join(strip.text for strip in app.screen._compositor.render_strips())

    small, large = asyncio.run(look(24)), asyncio.run(look(40))
    for screen in (small, large):
        assert all(title in screen for title in ("Half Suit", "Top-Suit", "beat each other in a circle."))
        assert "The bots play at level normal: l changes it." in screen
    assert "╭──" not in small.replace("╭─ Which", "")
    assert large.count("╭──") > 0
