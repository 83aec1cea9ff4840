"""What tests of installing need: uv, fresh environments, and a PATH without Node."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[2]


def uv() -> str:
    """The uv that set this checkout up."""
    found = shutil.which("uv") or str(ROOT / ".tool" / "bin" / "uv")
    assert Path(found).exists(), "scripts/setup brings uv"
    return found


def without_node(folder: Path) -> dict[str, str]:
    """An environment in which no program is found but a few that every machine has, and no setting of ours is made."""
    programs = folder / "programs"
    programs.mkdir(exist_ok=True)
    for name in ("env", "sh", "uname", "git"):
        if (found := shutil.which(name)) and not (programs / name).exists():
            (programs / name).symlink_to(found)
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("HANDFUL_", "PYTHON", "VIRTUAL_"))
    }
    return {**kept, "PATH": str(programs)}


def run(*command: str | Path, folder: Path = ROOT, environment: dict[str, str] | None = None) -> str:
    """Run a command that must succeed; what it printed."""
    done = subprocess.run(
        list(map(str, command)), cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def copy_of_the_sources(folder: Path, built: bool) -> Path:
    """A copy of what a clone has, with the installed node_modules if there are some, and perhaps the built client."""
    copy = folder / "clone"
    files = run("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z").split("\0")
    for name in filter(None, files):
        if (ROOT / name).is_file() and not name.startswith("benchmarks/results"):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    if (ROOT / "web" / "node_modules").is_dir():
        (copy / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    if built:
        shutil.copytree(ROOT / "src" / "handful" / "server" / "static", copy / "src" / "handful" / "server" / "static")
    return copy


def install(wheel: Path, place: Path, python: str) -> None:
    """A fresh environment with the package in it, and what it needs, and nothing else."""
    run(uv(), "venv", "--quiet", "--python", python, place)
    run(uv(), "pip", "install", "--quiet", "--python", place, "--constraint", ROOT / "locks" / "dev.lock", wheel)


@contextmanager
def serving(command: Path, folder: Path, environment: dict[str, str], *more: str) -> Iterator[str]:
    """A server of an installed command, in a folder of its own; its address."""
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            [command, "serve", "--port", "0", *more],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    assert server.stdout
    try:
        line = server.stdout.readline()
        assert line.startswith("Handful is at http://"), (folder / "log").read_text()
        yield line.split()[3]
    finally:
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE_S) == 0
        server.stdout.close()
