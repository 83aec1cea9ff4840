"""What a shared link shows before it is opened: title, words and a picture, in the head of the page."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from html import escape
from typing import NamedTuple

from handful.games import find, rooms
from handful.table.clock import SECONDS
from handful.table.table import Table

NO_SIGN_UP = "Opens in your browser, no sign-up."
DESCRIPTION = re.compile(r'<meta name="description"[^>]*>')
TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)


class Preview(NamedTuple):
    """What a link is about; everything in it may be known to whoever has the link."""

    title: str
    words: str
    game: str = ""
    """Whose picture it shows; empty: the picture of the house."""


HOME = Preview("Handful", f"Five card games to play with friends and with bots. {NO_SIGN_UP}")


def of_table(table: Table) -> Preview:
    """The link to a table: who invites, how many are there, how quick it is."""
    title = f"{table.game.title} · Handful"
    if table.ended:
        return Preview(title, f"This game is over. {NO_SIGN_UP}", table.game.name)
    if table.status == "playing":
        return Preview(title, f"Being played: {_people(table)}. You can watch. {NO_SIGN_UP}", table.game.name)
    taken, seats = sum(not info.free for info in table.seats), len(table.seats)
    host = next((info.name for info in table.seats if info.player == table.opened.by), "")
    invited = f"{host} keeps a seat for you." if host and not table.full else "Take a seat."
    if table.full:
        invited = "All seats are taken; you can watch."
    pace = f"{SECONDS[table.clock]} seconds a move." if table.clock in SECONDS else "No clock."
    return Preview(title, f"{invited} {taken} of {seats} are here. {pace} {NO_SIGN_UP}", table.game.name)


def of_replay(table: Table) -> Preview:
    """The link to a replay: of a game that is over, who played."""
    if not table.ended:
        return of_table(table)
    return Preview(f"A game of {table.game.title} · Handful", f"Move by move: {_people(table)}.", table.game.name)


def of_rules(game: str) -> Preview:
    """The link to the rules of a game."""
    if game not in rooms():
        return HOME
    found = find(game)
    return Preview(f"{found.title}: the rules · Handful", found.summary, game)


def _people(table: Table) -> str:
    return ", ".join(info.name for info in table.seats if info.name)


async def of_link(kind: str, about: str, look_at: Callable[[str], Awaitable[Table | None]]) -> Preview:
    """What a link of a kind is about."""
    if kind == "rules":
        return of_rules(about)
    table = await look_at(about)
    if table is None:
        return HOME
    return of_replay(table) if kind == "replay" else of_table(table)


def with_preview(page: str, preview: Preview, site: str, path: str) -> str:
    """A page with a preview in its head."""
    title, words = escape(preview.title), escape(preview.words)
    image = f"{site}/api/games/{preview.game}/preview.png" if preview.game else f"{site}/icon-512.png"
    tags = {
        "og:type": "website",
        "og:site_name": "Handful",
        "og:title": title,
        "og:description": words,
        "og:url": escape(site + path),
        "og:image": escape(image),
    }
    head = [f'<meta name="description" content="{words}" />']
    head += [f'<meta property="{name}" content="{value}" />' for name, value in tags.items()]
    head.append(f'<meta name="twitter:card" content="{"summary_large_image" if preview.game else "summary"}" />')
    page = TITLE.sub(lambda _: f"<title>{title}</title>", page, count=1)
    return DESCRIPTION.sub(lambda _: "\n    ".join(head), page, count=1)
