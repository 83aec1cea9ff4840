"""What each game declares, in TypeScript: `python -m handful.server.game_types` writes it beside the game's scene."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from textwrap import wrap
from typing import get_type_hints, is_typeddict

from msgspec import inspect as types

from handful.game import Game
from handful.games import ROOMS, find
from handful.kernel import Kind
from handful.kernel.events import EventKind
from handful.kernel.state import Field, Option
from handful.observe import Shows, Sight, secrets_of, sights
from handful.server.protocol import type_text

GAMES = Path(__file__).parents[3] / "web" / "src" / "games"

VALUES = {
    Kind.NUMBER: "number",
    Kind.YES: "boolean",
    Kind.SEAT: "number",
    Kind.SEATS: "number[]",
    Kind.CARD: "CardText",
    Kind.CARDS: "CardText[]",
    Kind.SUIT: "Suit",
    Kind.ACTION: "string",
    Kind.OPTION: "number",
}
"""What stands for a value of a kind, as `handful.values` writes it."""
SCENE_WORDS = ("action", "field", "phase", "prompt")
MAY_BE_NONE = (Kind.CARD, Kind.SUIT, Kind.SEAT, Kind.ACTION)


def typescript(game: Game) -> str:
    """The whole file of a game."""
    declarations = "\n\n".join(blocks(game))
    imported = ", ".join(name for name in ("CardText", "Suit") if name in declarations)
    return f'{head(game)}\nimport type {{ {imported} }} from "../../lib/cards";\n\n{declarations}\n'


def head(game: Game) -> str:
    """What stands above."""
    return f"// Made by `python -m handful.server.game_types` from the declarations of {game.title}. Do not edit."


def blocks(game: Game) -> Iterator[str]:
    """The pieces of the file."""
    state = game.rules.State
    yield from map(constants, (field for field in state.fields.values() if field.words))
    own = own_entries(game.words.own)
    entries = [("seat", "number | null"), *((sight.name, entry(sight)) for sight in sights(state))]
    rows = [*(f"{name}: {kind}" for name, kind in entries), *(f"{name}?: {kind}" for name, kind in own.items())]
    yield declared("View", "What a viewer sees of the game; hidden values are null.", rows)
    told = "".join(f"\n  | {event(kind)}" for kind in game.rules.EVENTS.kinds)
    yield f"/** What may happen; a value that is hidden from a viewer is null. */\nexport type Event ={told};"
    choices = [f"{name}?: {choice(option)}" for name, option in game.options.items()]
    yield declared("Options", "What a table may choose, as texts; what is not there has its default.", choices)
    yield union("Refusal", "Why an action is refused.", (reason.code for reason in game.rules.REASONS.kinds[1:]))
    said = (key for key in game.texts("en") if key.partition(".")[0] in SCENE_WORDS)
    yield union("Word", "The keys of the words that a scene may say.", said)


def declared(name: str, note: str, rows: Iterable[str]) -> str:
    """An object type. An alias, not an interface: it then is a `View` of any game as well."""
    return "\n".join([f"/** {note} */", f"export type {name} = {{", *(f"  {row};" for row in rows), "};"])


def union(name: str, note: str, texts: Iterable[str]) -> str:
    """A type that is one of some texts, as many on a line as it takes."""
    lines = wrap(" | ".join(quoted(text).replace(" ", "\0") for text in texts), 116, break_on_hyphens=False)
    return (
        "\n".join([f"/** {note} */", f"export type {name} =", *(f"  {line}" for line in lines)]).replace("\0", " ")
        + ";"
    )


def quoted(text: str) -> str:
    """A text as a type."""
    return f'"{text}"'


def constants(field: Field) -> str:
    """The numbers of a field that holds one of some words, by word."""
    name, words = word_type(field), ", ".join(f"{word}: {at}" for at, word in enumerate(field.words))
    return f"export const {name} = {{ {words} }} as const;\nexport type {name} = (typeof {name})[keyof typeof {name}];"


def word_type(field: Field) -> str:
    """The name of the type of a word."""
    return "".join(part.capitalize() for part in field.name.split("_"))


def entry(sight: Sight) -> str:
    """The type of an entry of a view."""
    field = sight.field
    if sight.shows is Shows.COUNT:
        return "number[]" if field.size else "number"
    one = value(field)
    if sight.shows is Shows.OWN:
        one = f"{one.removesuffix(' | null')} | null"
    return f"({one})[]" if field.size and " " in one else f"{one}[]" if field.size else one


def value(field: Field) -> str:
    """The type of one value of a field."""
    if field.option and field.option.words:
        return choice(field.option)
    if field.words:
        return word_type(field)
    return VALUES[field.kind] + (" | null" if field.kind in MAY_BE_NONE else "")


def choice(option: Option) -> str:
    """The texts that an option can be."""
    return " | ".join(map(quoted, option.words)) or "`${number}`"


def event(kind: EventKind) -> str:
    """The type of an event."""
    values = [
        f"{key}: {VALUES[one]}" + (" | null" if key in secrets_of(kind) else "") for key, one in kind.values.items()
    ]
    return "{ " + "; ".join([f"event: {quoted(kind.name)}", *values]) + " }"


def own_entries(own: Callable[..., object]) -> dict[str, str]:
    """The types of the entries that follow for the own seat, as the function that works them out says."""
    returned = get_type_hints(own)["return"]
    info = types.type_info(returned) if is_typeddict(returned) else None
    return {field.name: nested(field.type) for field in info.fields} if isinstance(info, types.TypedDictType) else {}


def nested(kind: types.Type) -> str:
    """A type with all that is inside it written out."""
    if isinstance(kind, types.TypedDictType):
        return "{ " + "; ".join(f"{field.name}: {nested(field.type)}" for field in kind.fields) + " }"
    if isinstance(kind, types.ListType):
        return f"{nested(kind.item_type)}[]"
    return type_text(kind)


def files() -> dict[Path, str]:
    """The files of all rooms that have a folder in the browser, and what is to stand in them."""
    return {GAMES / name / "declared.ts": typescript(find(name)) for name in ROOMS if (GAMES / name).is_dir()}


if __name__ == "__main__":
    for file, text in files().items():
        file.write_text(text, encoding="utf-8")
