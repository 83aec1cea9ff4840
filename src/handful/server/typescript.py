"""The protocol's types in TypeScript: `python -m handful.server.typescript > web/src/protocol.ts`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from handful.policy import INSTEAD
from handful.server import messages as m
from handful.server.protocol import (
    DATA,
    FROM_CLIENT,
    HTTP,
    TO_CLIENT,
    TO_LOBBY,
    Struct,
    field_notes,
    fields,
    is_required,
    summary,
    tag_of,
    type_text,
)
from handful.table.portraits import COLOURS, SIGNS
from handful.table.refusals import SENTENCES
from handful.table.seats import LONGEST_NAME

HEAD = """// Made by `python -m handful.server.typescript` from src/handful/server/messages.py. Do not edit.

/** A value as JSON has it. */
export type Plain = null | boolean | number | string | Plain[] | { [name: string]: Plain };

/**
 * What a game shows to a seat, whichever game it is: the fields of its state, cards as texts, hidden values as null.
 * What a known game shows is declared in games/GAME/declared.ts.
 */
export type View = Record<string, Plain>;

/** Something that happened, by name, with its values. */
export type Event = { event: string; [value: string]: Plain };
"""


def interface(struct: Struct) -> str:
    """One type."""
    notes, tag = field_notes(struct), tag_of(struct)
    lines = [f"/** {summary(struct)} */", f"export interface {struct.__name__} {{"]
    if tag:
        lines.append(f'  type: "{tag}";')
    for field in fields(struct):
        if field.name in notes:
            lines.append(f"  /** {notes[field.name]} */")
        mark = "" if is_required(struct, field) else "?"
        lines.append(f"  {field.encode_name}{mark}: {type_text(field.type)};")
    return "\n".join([*lines, "}"])


def union(name: str, structs: Sequence[Struct]) -> str:
    """A type that is one of some."""
    return f"export type {name} = {' | '.join(struct.__name__ for struct in structs)};"


def blocks() -> Iterator[str]:
    """The pieces of the file."""
    yield HEAD.rstrip()
    yield from map(interface, dict.fromkeys((*FROM_CLIENT, *TO_CLIENT, *TO_LOBBY, *DATA, *HTTP)))
    yield union("FromPlayer", FROM_CLIENT)
    yield union("ToPlayer", TO_CLIENT)
    yield union("ToLobby", TO_LOBBY)
    refusals = " | ".join(f'"{code}"' for code in SENTENCES)
    yield f"export type RefusalCode = {refusals};"
    codes = ", ".join(f"{one.code}: {one.meaning!r}".replace("'", '"') for one in m.CLOSE_CODES)
    yield f"export const CLOSE_CODES: Record<number, string> = {{ {codes} }};"
    yield f"/** The most characters of a name. */\nexport const LONGEST_NAME = {LONGEST_NAME};"
    instead = ", ".join(f'{level}: "{other}"' for level, other in INSTEAD.items())
    yield (
        "/** The levels that have learned, and who plays instead where nothing was trained. */\n"
        f'export const INSTEAD: Partial<Record<Games["levels"][number], Games["levels"][number]>> = {{ {instead} }};'
    )
    yield f"export const SIGNS = {list(SIGNS)!r} as const;".replace("'", '"')
    yield f"export const COLOURS = {list(COLOURS)!r} as const;".replace("'", '"')
    yield f"export const REACTIONS = {list(m.REACTIONS)!r} as const;".replace("'", '"')


def typescript() -> str:
    """The whole file."""
    return "\n\n".join(blocks()) + "\n"


if __name__ == "__main__":
    print(typescript(), end="")
