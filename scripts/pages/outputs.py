"""What commands print, as the pages show it: ```console fences with `$ ` before each command.

`…` stands for whatever differs from run to run, in a line or as lines of their own. A fence ```console slow is run only
when the pages are written anew.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from . import FENCE, ROOT

SHOWN = ("docs", "src", "tests", "benchmarks", "scripts", "pyproject.toml")
"""What of the repository is there for the commands; what they write goes into a folder that is thrown away."""


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a block, each with what it prints."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)
    assert not parts[0], "a console block begins with a command"
    return list(zip(parts[1::2], parts[2::2], strict=True))


def run(block: str) -> str:
    """The block with what its commands really print, one after the other in one shell."""
    asked = [command for command, _ in commands(block)]
    script = "\n".join(f"{{ {command}\n}} 2>&1; s=$?; printf '\\0'; (exit $s)" for command in asked)
    with tempfile.TemporaryDirectory() as folder:
        for name in SHOWN:
            (Path(folder) / name).symlink_to(ROOT / name)
        done = subprocess.run(
            ["bash", "-c", script], cwd=folder, env=surroundings(folder), stdout=subprocess.PIPE, check=False
        )
    printed = done.stdout.decode().split("\0")
    return "".join(f"$ {command}\n{told}" for command, told in zip(asked, printed, strict=False))


def surroundings(folder: str) -> dict[str, str]:
    """The environment of the commands: this Python's commands first, 80 columns, no colours, nobody's own settings."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    kept = {name: value for name, value in os.environ.items() if name in ("HANDFUL_CACHE", "LANG")}
    home = os.environ.get("HOME", folder)  # what was compiled is kept there
    return {"LANG": "C.UTF-8", "HOME": home, "COLUMNS": "80", "NO_COLOR": "1", "PATH": path} | kept


def agrees(shown: str, real: str) -> bool:
    r"""Whether a block shows what is really printed.

    >>> agrees("$ date\n… 2026\n", "$ date\n1 May 2026\n"), agrees("a\nb\n", "a\nc\n")
    (True, False)
    """
    pattern = "".join(
        "(?:.*\\n)*" if line.strip() == "…" else ".*".join(map(re.escape, line.split("…"))) + "\\n"
        for line in shown.splitlines()
    )
    return re.fullmatch(pattern, real) is not None


def blocks(text: str, slow: bool = False) -> list[str]:
    """The console blocks of a page: those that any test may run, or those that take their time."""
    return [inside for kind, said, inside in FENCE.findall(text) if kind == "console" and ("slow" in said) == slow]


def refreshed(text: str, slow: bool) -> str:
    """The page with its outputs as they are now; a block that still agrees stays as it is."""

    def anew(fence: re.Match[str]) -> str:
        kind, said, inside = fence.groups()
        if kind != "console" or ("slow" in said and not slow):
            return fence[0]
        real = run(inside)
        return fence[0] if agrees(inside, real) else f"```console{said}\n{real}```"

    return FENCE.sub(anew, text)
