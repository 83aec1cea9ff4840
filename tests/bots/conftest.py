"""What several tests of bots need."""

from __future__ import annotations

from dataclasses import replace

import pytest

from handful import games
from handful.game import Game


@pytest.fixture
def sixth(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game without a policy: Spar by another name, known for one test."""
    game = replace(games.find("spar"), name="sixth", policy=None)
    monkeypatch.setitem(games._open, game.name, game)
    return game
