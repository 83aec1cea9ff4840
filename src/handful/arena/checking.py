"""Making sure, before a contest begins, that every bot of others can be started."""

from __future__ import annotations

from handful.arena.playing import Setting, next_seat
from handful.arena.plugs import Failed, Plug
from handful.bots.questions import question_for
from handful.game import BadText, Position
from handful.games import find
from handful.kernel.dice import SeededDice


def try_out(setting: Setting) -> None:
    """Start every bot of others and end it again; BadText if one does not start."""
    game = find(setting.game)
    position = Position.begin(game, setting.seats, SeededDice(setting.seed), setting.options)
    seat = next_seat(position)
    question = question_for(game, position.view(seat), position.legal(seat), "normal", 0)
    for bot in setting.bots:
        player = bot.player(setting.game, setting.patience)
        if isinstance(player, Plug):
            try:
                player.warm(question)
            except Failed as error:
                raise BadText(f"{bot.spec}: {error}") from None
            finally:
                player.close()
