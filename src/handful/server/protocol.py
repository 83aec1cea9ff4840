"""The protocol's types as a page and as TypeScript: what is common to both.

`python -m handful.server.protocol FILE` writes the messages into a page, between its two marks.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect as types

from handful.server import messages as m
from handful.server.faces import CastMember, GameFace, Games, OptionFace, ShownField
from handful.server.lessons import (
    DrawnCard,
    DrawnExample,
    DrawnItem,
    LessonMove,
    LessonPage,
    LessonStep,
    LessonTitle,
    Practice,
    PrimerPage,
    Verdict,
)
from handful.server.profiles import GameProfile, PlayedGame, PlayedSeat, Profile, Rating, RatingPoint, SeatStatistics
from handful.server.replay import Move, Reason, Replay
from handful.server.settings import RatedGames
from handful.table.entries import Origin
from handful.table.pictures import ListedSeat, Listing, Picture, Result, SeatPicture, Visitor
from handful.table.refusals import SENTENCES
from handful.table.updates import Told

BEGIN = "<!-- messages: made from src/handful/server/messages.py by `python -m handful.server.protocol` -->"
END = "<!-- end of the messages -->"
Struct = type[msgspec.Struct]

FROM_CLIENT: tuple[Struct, ...] = get_args(m.FromPlayer)
TO_CLIENT: tuple[Struct, ...] = get_args(m.ToPlayer)
TO_LOBBY: tuple[Struct, ...] = get_args(m.ToLobby)
DATA: tuple[Struct, ...] = (
    Told,
    Picture,
    SeatPicture,
    Result,
    Origin,
    Visitor,
    Listing,
    ListedSeat,
    m.OwnGame,
)
FACES: tuple[Struct, ...] = (Games, GameFace, OptionFace, ShownField, CastMember, RatedGames)
PROFILES: tuple[Struct, ...] = (Profile, GameProfile, Rating, SeatStatistics, PlayedGame, PlayedSeat, RatingPoint)
LESSONS: tuple[Struct, ...] = (
    LessonTitle, LessonPage, LessonStep, LessonMove, Practice, Verdict, PrimerPage, DrawnExample, DrawnItem, DrawnCard,
)  # fmt: skip
HTTP: tuple[Struct, ...] = (
    m.NameMe,
    m.FaceMe,
    m.Me,
    m.UseCode,
    m.LogOut,
    m.OpenTable,
    m.PlayNow,
    m.PlayOn,
    m.Opened,
    m.Problem,
    Replay,
    Move,
    Reason,
    *FACES,
    *PROFILES,
    *LESSONS,
)


def tag_of(struct: Struct) -> str:
    """The `type` of a message; empty for other data."""
    tag = struct.__struct_config__.tag
    return str(tag) if tag else ""


def summary(struct: Struct) -> str:
    """The docstring, in one line."""
    return " ".join((struct.__doc__ or "").split())


def field_notes(struct: Struct) -> dict[str, str]:
    """The notes that stand after fields, by field."""
    notes: dict[str, str] = {}
    for base in reversed(struct.__mro__):
        if not base.__module__.startswith("handful."):
            continue
        body = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, note in zip(body.body, body.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(note, ast.Expr):
                notes[ast.unparse(field.target)] = str(ast.literal_eval(note.value))
    return notes


def fields(struct: Struct) -> list[types.Field]:
    """The fields of a struct, as msgspec sees them."""
    info = types.type_info(struct)
    assert isinstance(info, types.StructType)
    return list(info.fields)


def is_required(struct: Struct, field: types.Field) -> bool:
    """Whether a field is always there."""
    return field.required or not (
        issubclass(struct, m.FromClient | m.HttpBody) or struct.__struct_config__.omit_defaults
    )


def type_text(kind: types.Type) -> str:
    """A type, in TypeScript's words."""
    match kind:
        case types.Metadata():
            named = (kind.extra or {}).get("type")
            return str(named) if named else type_text(kind.type)
        case types.UnionType():
            return " | ".join(type_text(one) for one in kind.types)
        case types.LiteralType():
            return " | ".join(f'"{value}"' for value in kind.values)
        case types.ListType():
            return _list(type_text(kind.item_type))
        case types.DictType():
            return f"Record<{type_text(kind.key_type)}, {type_text(kind.value_type)}>"
        case types.StructType():
            return kind.cls.__name__
    return SIMPLE[type(kind)]


def _list(item: str) -> str:
    return f"({item})[]" if " | " in item else f"{item}[]"


SIMPLE: dict[Any, str] = {
    types.StrType: "string",
    types.IntType: "number",
    types.FloatType: "number",
    types.BoolType: "boolean",
    types.NoneType: "null",
    types.AnyType: "unknown",
}


def limits_text(kind: types.Type) -> str:
    """What is asked of a value beyond its type."""
    if isinstance(kind, types.Metadata):
        return limits_text(kind.type)
    if isinstance(kind, types.UnionType):
        return ", ".join(filter(None, map(limits_text, kind.types)))
    if isinstance(kind, types.IntType) and kind.ge is not None:
        return f"{kind.ge} to {'2^53' if kind.le == m.LARGEST else kind.le}"
    if isinstance(kind, types.StrType) and kind.max_length is not None:
        return f"{kind.min_length or 0} to {kind.max_length} characters{', visible ASCII' if kind.pattern else ''}"
    if isinstance(kind, types.ListType) and kind.max_length is not None:
        each = limits_text(kind.item_type)
        return f"{kind.min_length or 0} to {kind.max_length} items{f', each {each}' if each else ''}"
    return ""


def described(struct: Struct) -> Iterator[str]:
    """A struct as a piece of the page."""
    yield f"#### `{tag_of(struct) or struct.__name__}`"
    yield summary(struct)
    notes = field_notes(struct)
    rows = []
    for field in fields(struct):
        kind = type_text(field.type).replace("|", "\\|")
        more = [
            "" if is_required(struct, field) else "may be left out",
            limits_text(field.type),
            notes.get(field.name, ""),
        ]
        rows.append(f"| `{field.encode_name}` | `{kind}` | {'; '.join(filter(None, more))} |")
    if rows:
        yield "\n".join(["| field | type | |", "| --- | --- | --- |", *rows])


def page() -> str:
    """All messages, as Markdown."""
    parts = [BEGIN]
    for title, structs in (
        ("### From a client at a table", FROM_CLIENT),
        ("### To a client at a table", TO_CLIENT),
        ("### To a client in the lobby", TO_LOBBY),
        ("### What they carry", DATA),
        ("### HTTP bodies", HTTP),
    ):
        parts.append(title)
        for struct in structs:
            parts += described(struct)
    codes = [f"| {one.code} | {one.meaning} |" for one in m.CLOSE_CODES]
    parts += ["### Close codes", "\n".join(["| code | meaning |", "| --- | --- |", *codes])]
    refusals = [f"| `{code}` | {sentence} |" for code, sentence in SENTENCES.items()]
    parts += ["### Refusals", "\n".join(["| code | sentence |", "| --- | --- |", *refusals]), END]
    return "\n\n".join(parts)


def with_messages(text: str) -> str:
    """A page with the messages between its marks made anew."""
    before, _, rest = text.partition(BEGIN)
    return before + page() + rest.partition(END)[2]


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text(with_messages(file.read_text(encoding="utf-8")), encoding="utf-8")
