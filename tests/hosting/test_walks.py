"""A stranger's four walks, from the installed package in a clean environment, as the pages describe them."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

import handful
from tests.hosting.machines import ROOT, install, run, serving, without_node
from tests.patience import PATIENCE_S
from tests.tui.test_terminal import Terminal
from tests.web.conftest import chromium
from tests.web.driving import START, Driver

pytestmark = pytest.mark.xdist_group("wheel")

BOT = """\
from handful.bots import Answer, Question


class Last:
    def choose(self, question: Question) -> Answer:
        return Answer(question.legal[-1], "I take what comes last.")
"""
POSITION = """\
import handful

match = handful.set_up("spar", seats=3, hands={0: "6s Kd", 2: "Kh"}, turn=0, scores=[18, 0, 5])
print(match)
assert "Kh" not in str(match)
assert match._repr_svg_().startswith("<svg")
while not match.over:
    seat = match.actors()[0]
    choice = handful.choose(match, seat)
    assert choice.action in match.legal(seat)
    match.act(seat, choice.action)
open("written.game", "w").write(match.text())
print(handful.__version__)
"""


class Machine:
    """A clean environment with the package in it, and an empty folder."""

    def __init__(self, place: Path, folder: Path) -> None:
        self.place = place
        self.folder = folder
        bare = without_node(folder)
        self.environment = bare | {"PATH": f"{place / 'bin'}{os.pathsep}{bare['PATH']}", "HOME": str(folder)}
        self.environment["PYTHONDONTWRITEBYTECODE"] = "1"  # two quick edits of one length look alike

    def handful(self, *words: str) -> str:
        """Run the command; what it printed."""
        return run(self.place / "bin" / "handful", *words, folder=self.folder, environment=self.environment)

    def fails(self, *words: str) -> str:
        """Run the command, which must fail; what it said."""
        done = subprocess.run(
            [self.place / "bin" / "handful", *words],
            cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode, done.stdout
        return done.stdout + done.stderr

    def write(self, name: str, text: str) -> None:
        """Write a file into the folder."""
        (self.folder / name).write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def machine(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    place = tmp_path_factory.mktemp("walks") / "environment"
    install(wheel, place, sys.executable)
    return Machine(place, tmp_path_factory.mktemp("stranger"))


def terminal(machine: Machine, *words: str) -> Terminal:
    """The installed command in a pseudo-terminal."""
    program = Terminal.program
    Terminal.program = (str(machine.place / "bin" / "python"), "-m", "handful")
    try:
        return Terminal(*words, XDG_STATE_HOME=str(machine.folder / "state"), HOME=str(machine.folder))
    finally:
        Terminal.program = program


def test_a_game_in_the_terminal_by_keys_and_line_by_line(machine: Machine) -> None:
    screen = terminal(machine, "play", "spar", "--seats", "2", "-o", "target=1", "--pace", "fast", "--seed", "4")
    while "The game is over" not in screen.screen():
        screen.press("1")
        screen.read(0.2)
    screen.press("q")
    assert screen.status() == 0
    piped = "yes 1 | handful play top_suit --plain --pace fast --seed 3 --save plain.game"
    everyday = machine.environment | {"PATH": f"{machine.environment['PATH']}:/usr/bin:/bin"}
    played = run("/bin/sh", "-c", piped, folder=machine.folder, environment=everyday)
    assert "Transcript: plain.game" in played
    assert "verified" in machine.handful("verify", "plain.game")


def test_a_position_is_scripted_drawn_played_saved_and_refereed(machine: Machine) -> None:
    machine.write("position.py", POSITION)
    said = run(machine.place / "bin" / "python", "position.py", folder=machine.folder, environment=machine.environment)
    assert "To act: Seat 0." in said
    assert said.splitlines()[-1] == handful.__version__
    assert "won" in machine.handful("replay", "written.game").lower()
    assert machine.handful("draw", "written.game", "--svg").startswith("<svg")


def test_a_bot_as_a_class_and_as_a_program_in_the_arena_and_at_a_table(machine: Machine) -> None:
    machine.write("mine.py", BOT)
    machine.write("lowest.py", (ROOT / "examples" / "lowest.py").read_text(encoding="utf-8"))
    program = f"exec:{machine.place / 'bin' / 'python'} lowest.py"
    arena = machine.handful("arena", "spar", "mine:Last", program, "--games", "4", "-o", "target=1", "--quiet")
    assert "mine:Last" in arena
    with serving(machine.place / "bin" / "handful", machine.folder, machine.environment) as address:
        told = asyncio.run(asyncio.wait_for(against(machine, address, program, "Low (bot)"), PATIENCE_S))
        assert told == "Low (bot)"
        with browser_page() as page, ThreadPoolExecutor() as beside:
            driver = Driver(page)
            link = driver.open(address, "spar")
            bot = beside.submit(machine.handful, "bot", "--join", link, "mine:Last", "--name", "Last")
            expect(page.get_by_text("Last (bot)").first).to_be_visible()
            expect(page.locator(START)).to_be_enabled()
            driver.start()
            driver.play()
            expect(driver.result()).to_contain_text("Last (bot)")
            bot.result()


@contextmanager
def browser_page() -> Iterator[Page]:
    """A page of a real browser."""
    with sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=chromium())
        context = browser.new_context(locale="en-GB", reduced_motion="reduce")
        yield context.new_page()
        browser.close()


async def against(machine: Machine, address: str, what: str, name: str) -> str:
    """A person opens a table; the bot comes by its link and plays to the end. The name that the person saw."""
    async with handful.connect(address, "Ada") as client:
        await client.open("spar", 2, {"target": "1"})
        await client.sit()
        bot = asyncio.create_task(
            asyncio.to_thread(machine.handful, "bot", "--join", client.link, what, "--name", name)
        )
        async for _ in client:
            if client.picture["status"] == "open" and client.picture["full"]:
                await client.start()
            if client.picture["status"] == "over":
                break
            if client.legal:
                await client.act(client.legal[0])
        await bot
        return str(client.picture["seats"][1]["name"])


MISTAKES = (
    ("s.choosing &= ~(1 << seat)", "s.choosing &= ~(1 << {1: 2}[seat])", "uses a dict"),
    ("s.choosing &= ~(1 << seat)", "s.choosing &= ~(1 << [seat][0])", "uses a list"),
    ("s.points[best] += 1", "s.points[best] += 0.5", "uses a fraction"),
    ("s.points[best] += 1", "s.points[best] += len(f'{best}')", "uses an f-string"),
    ("s.points[best] += 1", "s.points[best] += 1\n    show(s)", "which calls it again: a circle"),
    ("@rule\ndef show(s)", "def show(s)", "which is neither a rule nor a verb of rules"),
    ("@rule\ndef apply", "def apply", "is not declared: write @rule above it"),
    ("tell(s, WON, best)", "tell(s, WON)", "tells `won` with 0 values; it is declared with 1"),
    ("MOST_LEGAL = 6", "MOST_LEGAL = 2", "make it"),
)


def test_a_small_game_from_its_folder_to_a_finished_match(machine: Machine) -> None:
    machine.handful("new-game", "prizes")
    assert "All 9 checks passed." in machine.handful("check", "./prizes", "-n", "3")
    rules = machine.folder / "prizes" / "rules.py"
    sound = rules.read_text(encoding="utf-8")
    for old, new, sentence in MISTAKES:
        assert sound.count(old) == 1
        rules.write_text(sound.replace(old, new), encoding="utf-8")
        said = machine.fails("check", "./prizes", "-n", "3")
        assert sentence in said, said
        assert "Traceback" not in said
    rules.write_text(sound, encoding="utf-8")
    screen = terminal(machine, "play", str(machine.folder / "prizes"), "--seats", "2", "--pace", "fast", "--seed", "4")
    while "The game is over" not in screen.screen():
        screen.press("1")
        screen.read(0.2)
    screen.press("q")
    assert screen.status() == 0
    folder = str(machine.folder / "prizes")
    with serving(machine.place / "bin" / "handful", machine.folder, machine.environment, "--games", folder) as address:
        text = evening(address)
    machine.write("prizes.game", text)
    environment = machine.environment | {"HANDFUL_GAMES": folder}
    assert "verified" in run(
        machine.place / "bin" / "handful", "verify", "prizes.game", folder=machine.folder, environment=environment
    )


def evening(address: str) -> str:
    """A whole game of Prizes against bots in a browser; the transcript."""
    with browser_page() as page:
        page.goto(address)
        expect(page.get_by_text("Prizes", exact=True).first).to_be_visible()
        request, origin = page.context.request, {"origin": address}
        assert request.post(f"{address}/api/me", data={"name": "Ada"}, headers=origin).ok
        opened = request.post(f"{address}/api/play-now", data={"game": "prizes", "seats": 3}, headers=origin)
        page.goto(f"{address}/t/{opened.json()['id']}")
        driver = Driver(page)
        driver.play()
        assert driver.done > 0
        expect(driver.result()).to_be_visible()
        return request.get(f"{address}/api/tables/{opened.json()['id']}/transcript").text()
