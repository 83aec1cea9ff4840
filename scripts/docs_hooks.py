"""What MkDocs is told beyond mkdocs.yml.

The rules page of every room is a page, figures come from the results of the benchmarks, and no page loads anything from
another machine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
RULES = sorted(ROOT.glob("src/handful/games/*/RULES.md"))
RESULTS = ROOT / "benchmarks" / "results"

NUMBER = re.compile(r"^((?:> )?)\*\*(\d+\.\d+|R\d+)\*\*", re.MULTILINE)
ELSEWHERE = re.compile(r"<(?:script|link|img|iframe|source)\b[^>]*?(?:src|href)=\"?(?:https?:)?//[^>]*>")
FIGURES = "<!-- figures -->"


def address(rules: Path) -> str:
    """Where a rules page stands among the others."""
    return f"rules/{rules.parent.name}.md"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the rules pages into the navigation, and watch what the pages are made from."""
    if config.nav is not None:
        config.nav.insert(1, {"Rules": [address(rules) for rules in RULES]})
    config.watch += [str(path) for path in (*RULES, RESULTS)]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the rules pages; every numbered rule can be linked to: rules/spar.md#4.3. And the picture of the speeds."""
    for rules in RULES:
        text = NUMBER.sub(r'\1<a id="\2"></a>**\2**', rules.read_text(encoding="utf-8"))
        files.append(File.generated(config, address(rules), content=text))
    if (RESULTS / "bench.svg").exists():
        files.append(File.generated(config, "bench.svg", abs_src_path=str(RESULTS / "bench.svg")))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Fill in the figures."""
    return markdown.replace(FIGURES, "\n".join(figures()))


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Refuse a page that loads anything from another machine."""
    if found := ELSEWHERE.search(output):
        raise PluginError(f"{page.file.src_uri} loads something from elsewhere: {found[0]}")
    return output


def figures() -> Iterator[str]:
    """The kept results as tables, one a section; or a line that says there are none."""
    kept = {name: RESULTS / f"{name}.json" for name in ("bench", "cuda")}
    found = {name: json.loads(file.read_text(encoding="utf-8")) for name, file in kept.items() if file.exists()}
    if "bench" in found:
        yield from measured(found["bench"])
    if "cuda" in found:
        yield from measured_on_a_gpu(found["cuda"])
    if not found:
        yield "No results are kept yet."


def measured(bench: dict[str, Any]) -> Iterator[str]:
    """The tables of `make bench`."""
    quick = " A quick pass." if bench["quick"] else ""
    yield f"Measured on {bench['date']} with Python {bench['python']}, {bench['cpu']}, {bench['cores']} cores.{quick}"
    if (RESULTS / "bench.svg").exists():
        yield "\n![Decisions a second, by game](bench.svg)"
    for section in dict.fromkeys(line["section"] for line in bench["lines"]):
        yield f"\n### {section}\n"
        yield "| | ours | beside | theirs | ratio | goal | met |\n| --- | ---: | --- | ---: | ---: | --- | --- |"
        for line in bench["lines"]:
            if line["section"] == section:
                yield row(line)


def row(line: dict[str, Any]) -> str:
    """One measured value as a row of a table."""
    unit = "/s" if line["unit"] == "decisions/s" else f" {line['unit']}"
    theirs = "" if line["theirs"] is None else short(line["theirs"]) + unit
    ratio = "" if line["ratio"] is None else f"{line['ratio']:.3g} ×"
    met = {True: "yes", False: "**no**", None: ""}[line["met"]]
    cells = (line["what"], short(line["ours"]) + unit, line["beside"], theirs, ratio, line["goal"] or line["note"], met)
    return "| " + " | ".join(cells) + " |"


def measured_on_a_gpu(cuda: dict[str, Any]) -> Iterator[str]:
    """The table of `python -m benchmarks.cuda`, and what its proof compared."""
    yield f"\n### On a GPU\n\nMeasured on {cuda['date']}, {cuda['gpu']}.\n"
    yield "| | decisions/s | goal | met |\n| --- | ---: | --- | --- |"
    for speed in cuda["speeds"]:
        met = "yes" if speed["met"] else "**no**"
        yield f"| {speed['case']} | {short(speed['decisions_per_s'])} | ≥ {short(speed['goal'])} | {met} |"
    total = cuda["totals"]
    yield (
        f"\nCompared with the CPU: {total['settings']} settings, {total['games']:,} games, {total['decisions']:,} "
        f"decisions; {total['settings_that_differ']} settings differ."
    )


def short(value: float) -> str:
    """A number as a table shows it."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"
