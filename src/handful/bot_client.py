"""Bots of others at tables: in the place of the house's own bots, or in a seat of a server's table.

What they are asked is what the arena asks them: see docs/bots.md.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Collection
from typing import Any

from handful.arena.entrants import Player, entrant
from handful.arena.process import Failed
from handful.bots import Answer, Question
from handful.bots.pool import fallback
from handful.client import Client
from handful.games import find
from handful.observe import read_view
from handful.table.refusals import Refused

PATIENCE = 10.0
"""Seconds that a bot has for an answer."""
LOOK_SECONDS = 2.0
"""How often an account looks for tables that wait."""
SEED_BITS = 62

Say = Callable[[str], None]


class PluginBots:
    """A bot of somebody else in all the seats of bots, asked as a pool is asked: every question is answered."""

    def __init__(self, name: str, game: str, milliseconds: int = 300) -> None:
        """The bot of a name, as the arena has them; BadText if there is none."""
        self.player: Player = entrant(name, milliseconds).player(game, PATIENCE)
        self.trouble = ""
        """What went wrong the last time, if something did."""
        self._one_at_a_time = asyncio.Lock()

    async def ask(self, question: Question, _: float) -> Answer:
        """What the bot chooses; any legal action if it fails."""
        async with self._one_at_a_time:
            try:
                return await asyncio.to_thread(answer_of, self.player, question)
            except Failed as error:
                self.trouble = str(error)
                return fallback(question)

    async def close(self) -> None:
        """End the bot's process."""
        async with self._one_at_a_time:
            await asyncio.to_thread(self.player.close)


def answer_of(player: Player, question: Question) -> Answer:
    """What a bot chooses; Failed if that is nothing legal."""
    answer = player.answer(question)
    if answer.action not in question.legal:
        raise Failed("it chose an illegal action")
    return answer


def question_at(picture: dict[str, Any], milliseconds: int) -> Question:
    """What is asked of the seat that this picture is seen from: nothing but what the server tells it."""
    game = find(picture["game"]).version(picture["rules"])
    view = read_view(game.rules.State, picture["view"], game.words)
    legal = [game.words.read_action(text) for text in picture["legal"]]
    return Question(
        game.name, "hard", view.seat, dict(view.known), legal, secrets.randbits(SEED_BITS), milliseconds=milliseconds
    )


async def play(client: Client, player: Player, milliseconds: int, say: Say) -> None:
    """Sit at the client's table and act, until the game is over or the connection is gone."""
    async for sentences in client:
        for sentence in sentences:
            say(sentence)
        if client.picture["status"] == "over":
            return
        if client.legal:
            await act(client, player, milliseconds, say)


async def act(client: Client, player: Player, milliseconds: int, say: Say) -> None:
    """Do what the bot chooses; what it fails to choose is chosen by chance."""
    question = question_at(client.picture, milliseconds)
    try:
        answer = await asyncio.to_thread(answer_of, player, question)
    except Failed as error:
        say(f"! {error}; chance chooses.")
        answer = fallback(question)
    text = find(question.game).words.write_action(answer.action)
    with contextlib.suppress(Refused):  # a partner was quicker: the next question comes with the news
        await client.act(text)


async def play_at(client: Client, table: str, name: str, milliseconds: int, say: Say) -> None:
    """Take a free seat at a table, or one's own again, and play there to the end."""
    await client.join(table)
    if client.seat is None:
        await client.sit()
    game = client.picture["game"]
    player = entrant(name, milliseconds).player(game, PATIENCE)
    say(f"{client.link}: {find(game).title}, seat {client.seat}")
    try:
        await play(client, player, milliseconds, say)
        if ended := client.picture.get("result"):
            say(f"{client.link}: won by {', '.join(map(str, ended['winners'])) or 'nobody'}; scores {ended['scores']}")
    finally:
        await asyncio.to_thread(player.close)


async def serve_account(
    client: Client, name: str, games: Collection[str], wait: float, milliseconds: int, say: Say
) -> None:
    """Play one game after the other: at public tables where somebody has waited for so many seconds."""
    while True:
        waiting = await waiting_tables(client, games, wait)
        if not waiting:
            await asyncio.sleep(LOOK_SECONDS)
            continue
        try:
            await play_at(client, waiting[0], name, milliseconds, say)
        except Refused as error:  # others were quicker, or the table is gone
            say(f"! {error}")
            await asyncio.sleep(LOOK_SECONDS)


async def waiting_tables(client: Client, games: Collection[str], wait: float) -> list[str]:
    """The open public tables of these games at which a person has waited so long for somebody; the oldest first."""
    now, listed = await client.lobby()
    return [
        one["table"]
        for one in sorted(listed, key=lambda one: int(one["opened"]))
        if one["status"] == "open" and one["game"] in games and now - one["opened"] >= 1000 * wait
        if any(seat["free"] for seat in one["seats"]) and any(seat["name"] and not seat["bot"] for seat in one["seats"])
    ]
