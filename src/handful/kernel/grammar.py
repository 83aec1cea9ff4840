"""What a rule may consist of: the dialect, held by reading the syntax tree of every rule before it is compiled.

A mistake is told in one sentence with file and line, instead of in a compiler's words.
"""

from __future__ import annotations

import ast
import builtins
import linecache
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from handful.kernel import bits, dialect
from handful.kernel.events import Events

Rule = Callable[..., Any]

VERBS = frozenset(
    {bits.count, bits.lowest, bits.highest, dialect.throw, dialect.shuffle, dialect.add, dialect.tell}
    | {range, min, max, abs, int, len}
)
"""What a rule may call, beside other rules."""

ALLOWED = (
    ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return, ast.If, ast.While, ast.For, ast.Break, ast.Continue,
    ast.Pass, ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.Tuple, ast.BinOp, ast.BoolOp, ast.UnaryOp,
    ast.Compare, ast.IfExp, ast.expr_context, ast.boolop, ast.unaryop, ast.cmpop, ast.operator,
)  # fmt: skip
"""The syntax of the dialect; integers and truth values are looked at one by one."""

NOT_ALLOWED: dict[type[ast.AST], str] = {
    ast.Dict: "a dict",
    ast.DictComp: "a dict",
    ast.List: "a list",
    ast.ListComp: "a list",
    ast.Set: "a set; the bits of an integer are the sets of the rules",
    ast.SetComp: "a set; the bits of an integer are the sets of the rules",
    ast.GeneratorExp: "a generator",
    ast.JoinedStr: "an f-string",
    ast.Div: "a division with /, which gives a fraction; // gives an integer",
    ast.Pow: "a power with **; a shift with << or a loop does it",
    ast.MatMult: "a product of matrices",
    ast.Is: "`is`; == compares integers",
    ast.IsNot: "`is not`; != compares integers",
    ast.Slice: "a slice",
    ast.Starred: "a star before a value",
    ast.keyword: "a value given by name; rules take their values by their places",
    ast.Lambda: "a function inside",
    ast.FunctionDef: "a function inside",
    ast.ClassDef: "a class",
    ast.Try: "`try`",
    ast.With: "`with`",
    ast.Raise: "`raise`; a refusal is a reason that `check` returns",
    ast.Assert: "`assert`",
    ast.Global: "`global`; all that changes is in the state",
    ast.Nonlocal: "`nonlocal`; all that changes is in the state",
    ast.Import: "an import; imports stand at the top of the file",
    ast.ImportFrom: "an import; imports stand at the top of the file",
    ast.NamedExpr: "`:=`; assign in a line of its own",
    ast.Match: "`match`; `if` does it",
    ast.Delete: "`del`",
    ast.Yield: "`yield`",
    ast.YieldFrom: "`yield`",
}
CONSTANTS = {str: "a text", bytes: "a text", float: "a fraction", complex: "a fraction", type(None): "None"}
OUTSIDE = CONSTANTS | {dict: "a dict", list: "a list; a tuple can be a table", set: "a set", frozenset: "a set"}
"""What a rule may not find under a name of its module either."""
MISSING = object()


class NotInDialect(TypeError):
    """A rule says something that cannot be compiled; the message says where and what."""

    def __init__(self, rule: Rule, line: int, mistake: str) -> None:
        super().__init__(f"{rule.__code__.co_filename}, line {line}: the rule `{rule.__name__}` {mistake}.")


class Calls(NamedTuple):
    """A call in a rule: where, of what, and with how many values."""

    line: int
    called: Any
    values: list[ast.expr]


def hold(rules: Iterable[Rule], events: Events | None = None) -> None:
    """NotInDialect if one of these rules, or a rule that they call, is not in the dialect or tells an event wrongly."""
    checked: set[Rule] = set()
    for function in rules:
        if not any(function is one for one in dialect.RULES):
            raise NotInDialect(function, function.__code__.co_firstlineno, "is not declared: write @rule above it")
        _follow(function, (), checked, events)


def _follow(function: Rule, path: tuple[Rule, ...], checked: set[Rule], events: Events | None) -> None:
    """Check a rule and those that it calls; the path led here, and no rule on it may come again."""
    checked.add(function)
    for call in calls_of(function):
        if call.called is dialect.tell and events:
            _check_event(function, call, events)
        elif call.called in (function, *path):
            raise NotInDialect(function, call.line, f"calls `{call.called.__name__}`, which calls it again: a circle")
        elif call.called not in VERBS:
            _check_values(function, call)
            if call.called not in checked:
                _follow(call.called, (*path, function), checked, events)


def _check_values(function: Rule, call: Calls) -> None:
    """A rule is called with as many values as it takes."""
    found, wanted = len(call.values), call.called.__code__.co_argcount
    if found != wanted:
        mistake = f"calls `{call.called.__name__}` with {_values(found)}; it takes {wanted}"
        raise NotInDialect(function, call.line, mistake)


def _values(number: int) -> str:
    return f"{number} value{'' if number == 1 else 's'}"


def _check_event(function: Rule, call: Calls, events: Events) -> None:
    """What is told must be an event of the game, with as many values as its declaration has."""
    number = value_of(call.values[1], function) if len(call.values) > 1 else None
    if not isinstance(number, int):
        return  # chosen while the game is played
    if not 0 <= number < len(events.kinds):
        raise NotInDialect(function, call.line, f"tells event {number}, which is not declared")
    event, found = events.kinds[number], len(call.values) - 2
    if found != len(event.values):
        wanted = ", ".join(event.values) or "none"
        mistake = f"tells `{event.name}` with {_values(found)}; it is declared with {len(event.values)} ({wanted})"
        raise NotInDialect(function, call.line, mistake)


@cache
def calls_of(function: Rule) -> tuple[Calls, ...]:
    """What a rule calls, after its syntax tree was read; NotInDialect if something in it is not allowed."""
    tree = syntax_of(function)
    if tree is None or function in dialect.ONLY_COMPILED:
        return ()
    _check_head(function, tree)
    calls = []
    for node in _nodes(tree):
        _check_node(function, node)
        if isinstance(node, ast.Name | ast.Attribute):
            _check_name(function, node)
        if isinstance(node, ast.Call):
            called = value_of(node.func, function)
            if not any(called is one for one in (*VERBS, *dialect.RULES)):
                name = ast.unparse(node.func)
                raise NotInDialect(
                    function, node.lineno, f"calls `{name}`, which is neither a rule nor a verb of rules"
                )
            calls.append(Calls(node.lineno, called, node.args))
    return tuple(calls)


def _check_head(function: Rule, tree: ast.FunctionDef) -> None:
    head = tree.args
    if head.vararg or head.kwarg or head.kwonlyargs or head.defaults:
        raise NotInDialect(function, tree.lineno, "must take a fixed number of values, each by its place")
    returns = [node for node in _nodes(tree) if isinstance(node, ast.Return)]
    bare = [node for node in returns if node.value is None]
    if bare and len(bare) < len(returns):
        raise NotInDialect(function, bare[0].lineno, "returns nothing here, and a number elsewhere")


def hold_answer(function: Rule) -> None:
    """NotInDialect if a rule that is asked something never answers."""
    tree = syntax_of(function)
    if tree and not any(isinstance(node, ast.Return) and node.value for node in _nodes(tree)):
        raise NotInDialect(function, tree.lineno, "must return a number")


def _nodes(tree: ast.FunctionDef) -> Iterator[ast.AST]:
    """All that a rule consists of, in the order of its lines, without docstring and annotations."""
    body: list[ast.AST] = [*(tree.body[1:] if ast.get_docstring(tree, clean=False) is not None else tree.body)]
    while body:
        node = body.pop(0)
        yield node
        inner = list(ast.iter_child_nodes(node))
        if isinstance(node, ast.AnnAssign):
            inner.remove(node.annotation)
        body[:0] = inner


def _check_node(function: Rule, node: ast.AST) -> None:
    mistake = NOT_ALLOWED.get(type(node), "")
    if isinstance(node, ast.Constant):
        mistake = CONSTANTS.get(type(node.value), "")
    elif not mistake and not isinstance(node, ALLOWED):
        mistake = f"`{type(node).__name__}`"
    if isinstance(node, (ast.BinOp, ast.AugAssign)):
        mistake = NOT_ALLOWED.get(type(node.op), mistake)
    elif isinstance(node, ast.Compare):
        mistake = next((NOT_ALLOWED[type(op)] for op in node.ops if type(op) in NOT_ALLOWED), mistake)
    elif isinstance(node, ast.For) and not (isinstance(node.iter, ast.Call) and ast.unparse(node.iter.func) == "range"):
        mistake = "a `for` that is not over a range"
    if mistake:
        raise NotInDialect(function, getattr(node, "lineno", function.__code__.co_firstlineno), f"uses {mistake}")


def _check_name(function: Rule, node: ast.Name | ast.Attribute) -> None:
    """What a rule finds outside of itself is there, and is something that it may use."""
    value = value_of(node, function)
    name = ast.unparse(node)
    if value is MISSING:
        raise NotInDialect(function, node.lineno, f"uses `{name}`, which is not defined")
    if value is not None and (kind := OUTSIDE.get(type(value))):
        raise NotInDialect(function, node.lineno, f"uses `{name}`, which is {kind}")


def value_of(node: ast.expr, function: Rule) -> Any:
    """What a name outside of a rule, or a name of a module there, stands for, or MISSING; None if it is no name."""
    if isinstance(node, ast.Attribute):
        module = value_of(node.value, function)
        return getattr(module, node.attr, MISSING) if isinstance(module, ModuleType) else None
    if not isinstance(node, ast.Name) or node.id in function.__code__.co_varnames:
        return None
    if node.id in function.__code__.co_freevars:
        return (function.__closure__ or ())[function.__code__.co_freevars.index(node.id)].cell_contents
    return function.__globals__.get(node.id, getattr(builtins, node.id, MISSING))


def syntax_of(function: Rule) -> ast.FunctionDef | None:
    """The syntax tree of a rule; None where there is no source to read."""
    return functions_in(function.__code__.co_filename).get(function.__code__.co_firstlineno)


@cache
def functions_in(file: str) -> dict[int, ast.FunctionDef]:
    """The functions of a file by the line where they begin, decorators included."""
    source = "".join(linecache.getlines(file))
    tree = ast.parse(source, Path(file).name)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {min([node.lineno, *(one.lineno for one in node.decorator_list)]): node for node in functions}
