"""The package as others get it: built from a clone, installed where there is no Node, and played with."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from scripts import browser_client

from handful.table.verification import verify
from tests.hosting.machines import ROOT, copy_of_the_sources, install, run, serving, uv, without_node

pytestmark = pytest.mark.xdist_group("wheel")

PYTHONS = [sys.executable, *os.environ.get("HANDFUL_PYTHONS", "").split()]
"""The interpreters with which the wheel is tried: this one, and others that are named."""


def test_the_sources_hold_the_built_client(dist: Path) -> None:
    (sources,) = dist.glob("handful-*.tar.gz")
    with tarfile.open(sources) as package:
        names = {name.partition("/")[2] for name in package.getnames()}
    assert {"src/handful/server/static/index.html", "web/package.json", "hatch_build.py", "LICENSE"} <= names
    assert not [name for name in names if "node_modules" in name]


def test_the_wheel_holds_the_client_and_nothing_but_the_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as package:
        names = package.namelist()
    assert "handful/server/static/index.html" in names
    assert any(name.startswith("handful/server/static/assets/") and name.endswith(".js") for name in names)
    assert {"handful/games/spar/RULES.md", "handful/py.typed"} <= set(names)
    assert {name.split("/")[0] for name in names} == {"handful", wheel.name.split("-py3")[0] + ".dist-info"}


@pytest.mark.parametrize("python", PYTHONS)
def test_an_installed_wheel_serves_and_plays_a_game(wheel: Path, tmp_path: Path, python: str) -> None:
    bare = without_node(tmp_path)
    place, folder = tmp_path / "environment", tmp_path / "elsewhere"
    folder.mkdir()
    install(wheel, place, python)
    environment = {**bare, "HANDFUL_STORE": str(folder / "own.db"), "HANDFUL_BOTS": "1"}
    with serving(place / "bin" / "handful", folder, environment) as address:
        evening = ROOT / "tests" / "hosting" / "evening.py"
        told = json.loads(run(place / "bin" / "python", evening, address, folder=folder, environment=bare))
    assert any(name.startswith("/assets/") for name in told["fetched"])
    assert verify(told["transcript"]).moves > 5
    assert (folder / "own.db").is_file()
    assert not (folder / "handful.db").exists()


def test_a_client_that_cannot_be_built_is_said_and_nothing_is_made(tmp_path: Path) -> None:
    clone = copy_of_the_sources(tmp_path, built=False)
    (clone / "web" / "src" / "main.ts").write_text("this is no program (", encoding="utf-8")
    failed = subprocess.run(
        [uv(), "build", "--sdist", "--out-dir", tmp_path / "out", clone], capture_output=True, text=True, check=False
    )
    assert failed.returncode != 0
    assert "The browser client cannot be built: its build failed" in failed.stderr
    assert "There is no package without its browser client." in failed.stderr
    assert not list((tmp_path / "out").glob("handful-*"))


def test_an_editable_install_builds_nothing(tmp_path: Path) -> None:
    clone = copy_of_the_sources(tmp_path, built=False)
    run(uv(), "venv", "--quiet", tmp_path / "environment")
    run(uv(), "pip", "install", "--quiet", "--python", tmp_path / "environment", "--no-deps", "--editable", clone)
    assert not (clone / "src" / "handful" / "server" / "static").exists()


def test_a_client_made_of_other_sources_is_not_current(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert browser_client.is_current(), "scripts/build-web builds the browser client"
    clone = copy_of_the_sources(tmp_path, built=True)
    monkeypatch.setattr(browser_client, "WEB", clone / "web")
    assert browser_client.is_current()
    (clone / "web" / "src" / "one-more.ts").write_text("", encoding="utf-8")
    assert not browser_client.is_current()
