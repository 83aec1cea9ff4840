"""`handful check`: whether a game keeps all that games must keep."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import typer

from handful import examination, kit
from handful.cli.output import FAILED, show_json
from handful.game import Game

BESIDE = "conserved"


def check(game: Game, games: int, as_json: bool) -> int:
    """Examine a game and tell what was found; the exit status."""
    found = []
    if not as_json:
        typer.echo(f"{game.title}, {games} random games at {len(kit.settings(game))} kinds of tables:")
    for finding in examination.examine(game, games, conserved_of(game)):
        found.append(finding)
        if not as_json:
            told = f"    {finding.wrong}" if finding.wrong else f"    {finding.seen}"
            typer.echo(f"{'FAILED' if finding.wrong else 'ok':<7} {finding.what}\n{told}")
    wrong = [finding for finding in found if finding.wrong]
    if as_json:
        show_json({"game": game.name, "sound": not wrong, "checks": [finding._asdict() for finding in found]})
    else:
        typer.echo(f"{len(wrong)} of {len(found)} checks failed." if wrong else f"All {len(found)} checks passed.")
    return FAILED if wrong else 0


def conserved_of(game: Game) -> kit.Conserved | None:
    """The rule `conserved` of the module of that name beside the rules, if there is one."""
    file = Path(str(game.rules.start.__code__.co_filename)).with_name(f"{BESIDE}.py")
    if not file.is_file():
        return None
    spec = spec_from_file_location(f"{game.name}_{BESIDE}", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    found: kit.Conserved = module.conserved
    return found
