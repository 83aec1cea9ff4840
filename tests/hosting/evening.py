"""A whole game of two people at a server, and what a browser fetches first: `python evening.py ADDRESS`.

It imports nothing of the tests, so that the Python of another environment can run it.
"""

import asyncio
import json
import random
import re
import sys
from collections.abc import Callable
from typing import Any
from urllib.request import urlopen

import handful


async def play(address: str, target: int = 1, during: Callable[[int], None] = lambda number: None) -> str:
    """Two players play legal moves at random to the end; the transcript. `during` is told the number of every entry."""
    dice = random.Random(7)
    async with handful.connect(address, "Ada") as ada, handful.connect(address, "Ben") as ben:
        table = await ada.open("spar", seats=2, options={"target": str(target)})
        await ben.join(table)
        await ada.sit()
        await ben.sit()
        await ada.start()
        await asyncio.gather(act(ada, dice, during), act(ben, dice, during))
        return str(await ada.transcript())


async def act(player: Any, dice: random.Random, during: Callable[[int], None]) -> None:
    """Act whenever it is one's turn."""
    async for _ in player:
        while player.legal:
            await player.act(dice.choice(player.legal))
            during(player.picture["number"])
        if player.picture["status"] == "over":
            return


def fetch_the_client(address: str) -> list[str]:
    """The first page and all that it names; what was fetched."""
    page = urlopen(address, timeout=300).read().decode()
    named = re.findall(r'(?:src|href)="(/[^"]+)"', page)
    for name in named:
        with urlopen(address + name, timeout=300) as answer:
            assert answer.status == 200, name
            assert answer.read(), name
    return named


if __name__ == "__main__":
    fetched = fetch_the_client(sys.argv[1])
    print(json.dumps({"version": sys.version, "fetched": fetched, "transcript": asyncio.run(play(sys.argv[1]))}))
