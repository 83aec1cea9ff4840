"""The dialect is held: each kind of mistake in a rule is told in one sentence, before anything is compiled."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import pytest

from handful.games import ROOMS, find
from handful.kernel import dialect, grammar
from handful.kernel.random_games import Interpreted

HEAD = """\
from handful.kernel import Events, Kind, rule, tell

EVENTS = Events()
MOVED = EVENTS.add("moved", "{seat} moves by {steps}.", seat=Kind.SEAT, steps=Kind.NUMBER)
TABLE = {1: 2}
ROW, RATE = [1, 2], 0.5


def helper(n):
    return n


"""


def mistake(tmp_path, body: str, *, before: str = "", first: str = "outer") -> tuple[str, str]:
    """What is said about a rule with this body: the line that is named, and the sentence after it."""
    path = tmp_path / "room.py"
    path.write_text(f"{HEAD}{before}@rule\ndef outer(s, n):\n    {body}\n", encoding="utf-8")
    spec = importlib.util.spec_from_file_location("room", path)
    room = importlib.util.module_from_spec(spec)
    known = len(dialect.RULES)
    spec.loader.exec_module(room)
    try:
        with pytest.raises(grammar.NotInDialect) as caught:
            grammar.hold([getattr(room, first)], room.EVENTS)
    finally:
        grammar.functions_in.cache_clear()
        del dialect.RULES[known:]
    place, _, sentence = str(caught.value).partition(": ")
    file, _, line = place.rpartition(", line ")
    assert file == str(path)
    return path.read_text(encoding="utf-8").splitlines()[int(line) - 1].strip(), sentence


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("x = {1: 2}", "uses a dict"),
        ("x = {i: 1 for i in range(n)}", "uses a dict"),
        ("x = [1, 2]", "uses a list"),
        ("x = [i for i in range(n)]", "uses a list"),
        ("x = {1, 2}", "uses a set; the bits of an integer are the sets of the rules"),
        ("x = max(i for i in range(n))", "uses a generator"),
        ("x = 0.5", "uses a fraction"),
        ("x = n / 2", "uses a division with /, which gives a fraction; // gives an integer"),
        ("n /= 2", "uses a division with /, which gives a fraction; // gives an integer"),
        ("x = n ** 2", "uses a power with **; a shift with << or a loop does it"),
        ("x = f'{n}'", "uses an f-string"),
        ("x = 'text'", "uses a text"),
        ("x = None", "uses None"),
        ("x = s.deck[1:]", "uses a slice"),
        ("return lambda: 1", "uses a function inside"),
        ("assert n", "uses `assert`"),
        ("import math", "uses an import; imports stand at the top of the file"),
        ("x = n is s", "uses `is`; == compares integers"),
        ("if (x := n): pass", "uses `:=`; assign in a line of its own"),
        ("for x in s.deck: pass", "uses a `for` that is not over a range"),
        ("return max(n, default=1)", "uses a value given by name; rules take their values by their places"),
        ("return helper(n)", "calls `helper`, which is neither a rule nor a verb of rules"),
        ("return sorted(n)", "calls `sorted`, which is neither a rule nor a verb of rules"),
        ("return s.deck.pop()", "calls `s.deck.pop`, which is neither a rule nor a verb of rules"),
        ("return n(1)", "calls `n`, which is neither a rule nor a verb of rules"),
        ("return TABLE(1)", "calls `TABLE`, which is neither a rule nor a verb of rules"),
        ("return TABLE[n]", "uses `TABLE`, which is a dict"),
        ("return ROW[n]", "uses `ROW`, which is a list; a tuple can be a table"),
        ("return n * RATE", "uses `RATE`, which is a fraction"),
        ("return n + unknown", "uses `unknown`, which is not defined"),
        ("return outer(s)", "calls `outer`, which calls it again: a circle"),
        ("return outer(s, n - 1)", "calls `outer`, which calls it again: a circle"),
        ("tell(s, MOVED, n)", "tells `moved` with 1 value; it is declared with 2 (seat, steps)"),
        ("tell(s, MOVED, n, 1, 2)", "tells `moved` with 3 values; it is declared with 2 (seat, steps)"),
    ],
)
def test_each_mistake_has_its_sentence_with_file_and_line(tmp_path, body, sentence):
    assert mistake(tmp_path, body) == (body, f"the rule `outer` {sentence}.")


def test_a_circle_of_two_rules_is_found(tmp_path):
    other = "@rule\ndef other(s, n):\n    return outer(s, n)\n\n\n"
    line, sentence = mistake(tmp_path, "return other(s, n)", before=other)
    assert line == "return outer(s, n)"
    assert sentence == "the rule `other` calls `outer`, which calls it again: a circle."


def test_a_mistake_in_a_rule_that_is_called_is_found(tmp_path):
    other = "@rule\ndef other(n):\n    return [n]\n\n\n"
    assert mistake(tmp_path, "return other(n)", before=other)[1] == "the rule `other` uses a list."


def test_a_rule_takes_a_fixed_number_of_values(tmp_path):
    other = "@rule\ndef other(n=1):\n    return n\n\n\n"
    sentence = "the rule `other` must take a fixed number of values, each by its place."
    assert mistake(tmp_path, "return other(n)", before=other)[1] == sentence


def test_a_rule_is_called_with_as_many_values_as_it_takes(tmp_path):
    other = "@rule\ndef other(n):\n    return n\n\n\n"
    sentence = "the rule `outer` calls `other` with 2 values; it takes 1."
    assert mistake(tmp_path, "return other(s, n)", before=other) == ("return other(s, n)", sentence)


def test_a_rule_answers_everywhere_or_nowhere(tmp_path):
    sentence = "the rule `outer` returns nothing here, and a number elsewhere."
    assert mistake(tmp_path, "if n: return 1\n    return")[1] == sentence


def test_a_function_that_is_not_declared_is_told(tmp_path):
    sentence = "the rule `helper` is not declared: write @rule above it."
    assert mistake(tmp_path, "return n", first="helper") == ("def helper(n):", sentence)


@pytest.mark.parametrize("name", ROOMS)
def test_the_five_games_and_their_policies_are_in_the_dialect(name):
    game = find(name)
    rules = game.rules
    Interpreted(rules)
    assert game.hold_dialect() == 9 + len(game.policy.rules) + 1, "the rules, the policy and what is known"
    for function in dialect.RULES:
        if (function.__module__ or "").startswith(("handful.games.", "handful.kernel.", "handful.policy")):
            grammar.calls_of(function)


GAME = """\
from handful.kernel import EVERYBODY, Events, State, add, number, rule
from handful.policy import Policy


class State(State, seats=2):
    left: int = number(EVERYBODY)


EVENTS, MOST_LEGAL = Events(), 5
LENGTH = 7


@rule
def start(s, dice): s.left = 40
@rule
def actors(s): return 1 if s.left else 0
@rule
def check(s, seat, action): return 0
@rule
def legal(s, seat, out):
    n = 0
    for i in range(LENGTH):
        n = add(out, n, i)
    return n
@rule
def apply(s, seat, action, dice): s.left -= 1
@rule
def score(s, seat): return 0
@rule
def winners(s): return 0
@rule
def lapse(s, seat): return 0
@rule
def pace(s): return 0
@rule
def likely(s, seat, out, n, dice): return n - 1
@rule
def hold_cards(s, seat, cards): s.left += 0
@rule
def imagine(s, me, rest, dice): s.left += 0
@rule
def mark(s): return s.left
@rule
def resting(s, begun): return 0
@rule
def weigh(s, before, seat): return 500
POLICY = Policy(likely, hold_cards, imagine, mark, resting, weigh, None, None, None)
"""

GO = """\
import room
from handful.kernel.native import Compiled
from handful.kernel.random_games import Interpreted

fresh = room.State(2)
def told(what):
    try:
        print(what())
    except ValueError as error:
        print(error)
def searched():
    from types import SimpleNamespace
    import numpy as np
    from handful.bots.search import Tally, Thinker
    from handful.kernel.dialect import hold_most_legal

    thinker = Thinker(SimpleNamespace(rules=room), room.POLICY)
    desk, tally = thinker.desk(), Tally.empty(1)
    worlds = np.frombuffer(bytearray(begun.pack()), thinker.record)
    limits = np.array([0, 5], np.int64)
    nothing = np.zeros(1, np.int64)
    thinker.search(worlds, nothing, 0, np.zeros(1, np.int64), 0, limits, 0.5, desk, tally.sums, tally.products)
    hold_most_legal(room.MOST_LEGAL, int(desk.out[-1]))
compiled = Compiled(room)
begun = compiled.begin(fresh, 1)
told(lambda: begun.legal(0))
told(lambda: compiled.simulate(fresh, 1, 0, 3))
told(lambda: Interpreted(room).simulate(fresh, 1, 0, 3))
told(searched)
room.MOST_LEGAL = 7
told(lambda: Compiled(room).begin(fresh, 1).legal(0))
"""


def test_a_list_that_is_longer_than_most_legal_is_an_error_that_says_how_long(tmp_path):
    (tmp_path / "room.py").write_text(GAME, encoding="utf-8")
    (tmp_path / "go.py").write_text(GO, encoding="utf-8")
    done = subprocess.run([sys.executable, tmp_path / "go.py"], capture_output=True, text=True, check=False)
    wrong = "MOST_LEGAL is 5, but 7 actions are legal here: make it 7 at least"
    assert done.stdout.splitlines() == [wrong, wrong, wrong, wrong, "[0, 1, 2, 3, 4, 5, 6]"], done.stderr


def test_a_mistake_is_told_before_anything_is_compiled(tmp_path):
    (tmp_path / "room.py").write_text(GAME.replace("n = 0", "n = len({})"), encoding="utf-8")
    (tmp_path / "go.py").write_text(GO, encoding="utf-8")
    done = subprocess.run([sys.executable, tmp_path / "go.py"], capture_output=True, text=True, check=False)
    last = done.stderr.splitlines()[-1]
    assert last.endswith("line 21: the rule `legal` uses a dict.")
