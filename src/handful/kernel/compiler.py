"""What Numba must know to compile the dialect: every rule, the bit instructions, dice, and where to keep its cache."""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload, register_jitable

from handful.kernel import bits, dialect, dice, grammar, memory
from handful.kernel.events import Events
from handful.kernel.rules import Rules
from handful.kernel.state import BYTES, State

config: Any = numba.config

DICE = np.dtype([("key", np.int64), ("salt", np.int64), ("drawn", np.int64)])
"""The record of a seeded generator."""

PICK = np.dtype([("wanted", np.int64), ("found", np.int64)])
"""A listener for legal actions that keeps only one of them: the one whose index is wanted."""

UNTOUCHED = -(1 << 63)
"""No action has this number."""

_known: list[Callable[..., object]] = []
_declaring = threading.RLock()
"""Held while rules are made known and while the cache's folder is another: that one setting is for all threads."""


def learn_rules(*held: Callable[..., object], events: Events | None = None) -> None:
    """Tell Numba of every rule declared since the last time; those that are named must keep to the dialect."""
    grammar.hold(held, events)
    with _declaring:
        for function in dialect.RULES[len(_known) :]:
            register_jitable(error_model="numpy")(function)
            _known.append(function)


def listing(rules: Rules) -> np.ndarray[Any, Any]:
    """Room for legal actions, and one place more: what does not fit is written there, instead of UNTOUCHED."""
    buffer = np.zeros(rules.MOST_LEGAL + 1, np.int64)
    buffer[-1] = UNTOUCHED
    return buffer


def record_type(state: type[State]) -> np.dtype[Any]:
    """The NumPy record with the layout of a state."""
    layout = state.layout
    formats = []
    for field in layout.order:
        letter = f"<i{BYTES[field.stored_as]}"
        formats.append((letter, (field.size,)) if field.size else letter)
    return np.dtype(
        {
            "names": [field.name for field in layout.order],
            "formats": formats,
            "offsets": [layout.offsets[field.name] for field in layout.order],
            "itemsize": layout.size,
        }
    )


def reached(functions: Iterable[Callable[..., object]]) -> set[Callable[..., object]]:
    """These rules, all rules they call, and so on."""
    rules, found, rest = set(dialect.RULES), set(), list(functions)
    while rest:
        function = rest.pop()
        if function not in found:
            found.add(function)
            names = [function.__globals__.get(name) for name in function.__code__.co_names]
            rest += [rule for rule in names if callable(rule) and rule in rules]
    return found


def with_imports(modules: Iterable[Path]) -> set[Path]:
    """These modules and those beside them that they import, and so on: what constants and rules can come from."""
    found: set[Path] = set()
    rest = list(modules)
    while rest:
        module = rest.pop()
        if module not in found:
            found.add(module)
            imports = [node for node in ast.walk(ast.parse(module.read_bytes())) if isinstance(node, ast.ImportFrom)]
            names = {node.module.rpartition(".")[2] for node in imports if node.module}
            names |= {alias.name for node in imports for alias in node.names}
            rest += [beside for beside in (module.with_name(f"{name}.py") for name in names) if beside.is_file()]
    return found


def cache_folder(*functions: Callable[..., object]) -> Path:
    """A folder named by a digest of the rules: Numba's own cache does not notice a change in a rule that is called."""
    modules = with_imports({Path(function.__code__.co_filename) for function in reached(functions)})
    modules |= set(Path(__file__).parent.glob("*.py"))
    sources = {module.name + module.read_text(encoding="utf-8") for module in modules}
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(sources):
        digest.update(source.encode())
    home = os.environ.get("HANDFUL_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "handful" / digest.hexdigest()[:16]


def forget_old(folder: Path) -> None:
    """Remove the machine code of rules that nobody has used for a month."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.touch()
    for other in folder.parent.iterdir():
        if time.time() - other.stat().st_mtime > 30 * 24 * 3600:
            shutil.rmtree(other, ignore_errors=True)


@contextmanager
def cached(*functions: Callable[..., object]) -> Iterator[None]:
    """While this lasts, what is declared with `cache=True` keeps its machine code in a folder of these rules."""
    folder = cache_folder(*functions)
    with suppress(OSError):
        forget_old(folder)
    with _declaring:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder)
        try:
            yield
        finally:
            config.CACHE_DIR = before


def compiled(function: Callable[..., Any]) -> Any:
    """A function compiled to machine code that runs without the interpreter's lock."""
    return numba.njit(nogil=True, cache=True, error_model="numpy")(function)


def _bit_instruction(emit: Callable[[Any, Any], Any]) -> Any:
    def typed(typing: Any, bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return emit(builder, arguments[0])

        return types.int64(types.int64), generate

    return intrinsic(typed)


_NO = ir.Constant(ir.IntType(1), 0)
_popcount = _bit_instruction(lambda builder, x: builder.ctpop(x))
_trailing = _bit_instruction(lambda builder, x: builder.cttz(x, _NO))
_leading = _bit_instruction(lambda builder, x: builder.ctlz(x, _NO))


@intrinsic
def _pointer(typing: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

    return types.CPointer(types.uint8)(types.int64), generate


@register_jitable
def bytes_at(address: int, size: int) -> Any:
    """The bytes at an address, as an array."""
    return numba.carray(_pointer(address), (size,))  # type: ignore[attr-defined, call-arg]


@register_jitable
def integers_at(address: int, size: int) -> Any:
    """The 64-bit integers at an address, as an array."""
    return bytes_at(address, 8 * size).view(np.int64)


@overload(bits.count, strict=False)
def _count(bits: Any) -> Any:
    return lambda bits: _popcount(bits)  # noqa: PLW0108 (Numba wants a function of these very arguments)


@overload(bits.lowest, strict=False)
def _lowest(bits: Any) -> Any:
    return lambda bits: _trailing(bits)  # noqa: PLW0108


@overload(bits.highest, strict=False)
def _highest(bits: Any) -> Any:
    return lambda bits: 63 - _leading(bits)


@overload(dialect.throw, strict=False)
def _throw(dice: Any, n: Any) -> Any:
    return lambda dice, n: below(dice, n)  # noqa: PLW0108


@overload(dialect.shuffle, strict=False)
def _shuffle(deck: Any, n: Any, dice: Any) -> Any:
    return lambda deck, n, dice: fisher_yates(deck, n, dice)  # noqa: PLW0108


@overload(dialect.add, strict=False)
def _add(actions: Any, n: Any, action: Any) -> Any:
    if isinstance(actions, types.Record):
        return keep_if_wanted
    return keep


@overload(dialect.tell, strict=False)
def _tell(s: Any, event: Any, *values: Any) -> Any:
    if isinstance(s, types.Record) and memory.HEARD in s.fields:
        return remembering(len(values))
    return lambda s, event, *values: None  # noqa: ARG005


below = dice.below
fisher_yates = dice.fisher_yates


def remembering(values: int) -> Any:
    """`tell`, with so many values, for a record with a memory; written out, because they are not all of one type."""
    lines = [f" s.heard[at + {n + 1}] = values[{n}]" for n in range(values)]
    begin = f" at = s.heard_count % (len(s.heard) // {memory.WIDTH}) * {memory.WIDTH}\n s.heard[at] = event"
    names: dict[str, Any] = {}
    exec("\n".join(["def tell(s, event, *values):", begin, *lines, " s.heard_count += 1"]), names)
    return names["tell"]


def keep(actions: Any, n: Any, action: Any) -> Any:
    actions[np.uint64(min(n, len(actions) - 1))] = action  # what does not fit is only counted
    return n + 1


def keep_if_wanted(actions: Any, n: Any, action: Any) -> Any:
    if n == actions.wanted:
        actions.found = action
    return n + 1
