"""Golden games are told today as they were told before, and together they show everything that can happen."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict

import pytest

from handful import kit
from handful.games import ROOMS, find
from handful.referee import Replay
from handful.transcript import read, write
from tests import golden

CARD = re.compile(r"\b(?:[2-9TJQKA][scdh]|X[rb])\b")


def action_kind(text: str) -> str:
    """The shape of an action's text: cards and numbers taken out."""
    return " ".join(dict.fromkeys(re.sub(r"\d", "#", CARD.sub("card", text)).split()))


def replays(name: str) -> list[Replay]:
    return [Replay(read(game.read_text(encoding="utf-8"))) for game in golden.GAMES if game.parent.name == name]


@pytest.mark.parametrize("game", golden.GAMES, ids=lambda game: f"{game.parent.name}/{game.stem}")
def test_golden_games_are_told_as_before(game):
    text = game.read_text(encoding="utf-8")
    assert write(read(text)) == text
    assert golden.tell(game) == golden.told_file(game).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ROOMS)
def test_golden_games_show_every_event_and_every_kind_of_action(name):
    game = find(name)
    events, kinds, finished = set(), set(), 0
    for replay in replays(name):
        for move in replay:
            events |= {event.name for event in move.events}
            kinds |= {action_kind(move.text)} if move.seat >= 0 else set()
        finished += replay.position.over
    assert finished >= 3
    assert {kind.name for kind in game.rules.EVENTS.kinds} - events == set()
    assert possible_kinds(game) - kinds == set()


def possible_kinds(game) -> set[str]:
    """The kinds of action that random games with every setting come upon."""
    found: dict[str, int] = defaultdict(int)
    for seed, setting in enumerate(kit.settings(game)):
        for place in itertools.islice(kit.walk(game, setting, seed), 0, 300, 3):
            for action in kit.legal(game, place.state, place.seat):
                found[action_kind(game.words.write_action(action))] += 1
    return set(found)


@pytest.mark.parametrize("name", ROOMS)
def test_whoever_an_event_tells_of_is_told_with_you(name):
    """Nobody reads the own name in a sentence to them; all others read the sentence that everybody reads."""
    names, told_of = [f"<{seat}>" for seat in range(6)], 0
    for event in [event for replay in replays(name) for move in replay for event in move.events]:
        for seat in range(6):
            seen = event.seen_by(seat)
            public, told = seen.sentence(names), seen.sentence(names, seat)
            if names[seat] in public:
                assert names[seat] not in told
                assert re.search(r"\byour?\b", told, re.IGNORECASE), told
                told_of += 1
            else:
                assert told == public
    assert told_of > 10
