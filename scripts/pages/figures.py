"""Measured figures as tables, from benchmarks/results alone, each with the command that measures it again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from . import ROOT

RESULTS = ROOT / "benchmarks" / "results"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
ONE_CORE = "Compiled, one core, whole random games"
INTERPRETED = "Interpreted, whole random games"
HEADLINES = ("Half Suit, 6 seats", "Spar, 4 seats", "Thirteam, 4 seats", "CLAIM, 4 seats", "Top-Suit, 4 seats")

Data = dict[str, Any]


def kept(name: str) -> Data | None:
    """A kept result."""
    file = RESULTS / f"{name}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else None


def table(name: str) -> str:
    """The tables of a kept result."""
    found = kept(name)
    return "\n".join(TABLES[name](found)) if found else "No result is kept."


def measured(bench: Data) -> Iterator[str]:
    """The tables of `make bench`."""
    quick = " A quick pass." if bench["quick"] else ""
    yield f"`make bench`, {bench['date']}, Python {bench['python']}, {bench['cpu']}, {bench['cores']} cores.{quick}"
    if (RESULTS / "bench.svg").exists():
        yield "\n![Decisions a second, by game](../benchmarks/results/bench.svg)"
    for section in dict.fromkeys(line["section"] for line in bench["lines"]):
        yield f"\n### {section}\n"
        yield "| | ours | beside | theirs | ratio | goal | met |\n| --- | ---: | --- | ---: | ---: | --- | --- |"
        for line in bench["lines"]:
            if line["section"] == section:
                yield row(line)


def row(line: Data) -> str:
    """One measured value as a row of a table."""
    unit = "/s" if line["unit"] == "decisions/s" else f" {line['unit']}"
    theirs = "" if line["theirs"] is None else short(line["theirs"]) + unit
    ratio = "" if line["ratio"] is None else f"{line['ratio']:.3g} ×"
    cells = (line["what"], short(line["ours"]) + unit, line["beside"], theirs, ratio, line["goal"] or line["note"])
    return "| " + " | ".join((*cells, met(line["met"]))) + " |"


def met(reached: bool | None) -> str:
    """Whether a goal is met, in a word."""
    return {True: "yes", False: "**no**", None: ""}[reached]


def on_a_gpu(cuda: Data) -> Iterator[str]:
    """The table of `python -m benchmarks.cuda`, and what its proof compared."""
    yield f"`python -m benchmarks.cuda`, {cuda['date']}, {cuda['gpu']}.\n"
    yield "| | decisions/s | goal | met |\n| --- | ---: | --- | --- |"
    for speed in cuda["speeds"]:
        goal = short(speed["goal"])
        yield f"| {speed['case']} | {short(speed['decisions_per_s'])} | ≥ {goal} | {met(speed['met'])} |"
    total = cuda["totals"]
    yield (
        f"\nCompared with the CPU: {total['settings']} settings, {total['games']:,} games, {total['decisions']:,} "
        f"decisions; {total['settings_that_differ']} settings differ."
    )


def served(server: Data) -> Iterator[str]:
    """The tables of `make bench-server`."""
    yield (
        f"`make bench-server`, {server['date']}, Python {server['python']}, {server['cpu']}, {server['cores']} cores, "
        "clients on the same machine."
    )
    yield from (f"\n{note}" for note in server["notes"])
    yield "\n| aim | found | met |\n| --- | --- | --- |"
    for aim in server["aims"]:
        yield f"| {aim['what']} | {aim['found']} | {met(aim['met'])} |"
    columns = ("tables", "sockets", "moves/s", "p50, ms", "p99, ms", "p99 to the slowest viewer, ms")
    yield f"\n| | {' | '.join((*columns, 'processor a move, ms'))} |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    for line in server["lines"]:
        counts = f"{line['tables']:,} | {line['sockets']:,} | {line['moves']:,.0f}"
        times = f"{line['ack50']:.3g} | {line['ack99']:.3g} | {line['slow99']:.3g} | {line['cost']:.2g}"
        yield f"| {line['what']} | {counts} | {times} |"


def stored(store: Data) -> Iterator[str]:
    """The table of `python -m benchmarks.store`."""
    yield f"`python -m benchmarks.store`, {store['cpu']}, SQLite {store['sqlite']}.\n"
    yield "| | tables | entries/s | p50, ms | p99, ms |\n| --- | ---: | ---: | ---: | ---: |"
    for line in store["lines"]:
        what = f"{line['store']}, {line['pace']}"
        yield f"| {what} | {line['tables']:,} | {line['appends']:,.0f} | {line['p50']:.3g} | {line['p99']:.3g} |"


def contested(arena: Data) -> Iterator[str]:
    """The table of `python -m benchmarks.bots`: each step with the 95 % interval of what its goal is about."""
    whole = "" if arena["milliseconds"] == USUAL_MS else f" Hard had {arena['milliseconds']} ms a move here."
    yield f"{arena['date']}, Python {arena['python']}, {arena['cores']} at a time.{whole}\n"
    yield "| | step | games | decided games won | score share | equal | points | think time, ms | goal | met |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |"
    for step in [step for step in arena["steps"] if step["games"]]:
        better, other = step["bots"][0], step["bots"][1]["name"]
        cells = (
            step["title"],
            f"{step['step'].partition('-')[0]} – {other.partition(':')[2] or other}",
            f"{step['games']:,}",
            interval(better["won"]),
            interval(better["score_share"]),
            f"{step['equal_share']:.1%}",
            interval(step["against"][0][1]),
            f"{better['think_ms']:.3g}",
            step["goal"],
            met(step["met"]),
        )
        yield "| " + " | ".join(cells) + " |"


def interval(share: Data) -> str:
    """A share with its 95 % interval."""
    return f"{share['value']:.1%} ({share['low']:.1%}–{share['high']:.1%})"


def trained(training: Data) -> Iterator[str]:
    """The table of `python -m benchmarks.training`: what was trained, for how long, on what, and whether it ships."""
    yield f"`python -m benchmarks.training`, {training['date']}."
    if (RESULTS / "training.svg").exists():
        yield "\n![Points against normal while it learns](../benchmarks/results/training.svg)"
    facts = "| | from | minutes | decisions | a second | on"
    yield f"\n{facts} | points against easy | against normal | against hard, 20 ms | ships |"
    yield "| --- | --- | ---: | ---: | ---: | --- | ---: | ---: | ---: | --- |"
    for one in training["trainings"]:
        against = " | ".join(interval(share) for share in one["against"].values())
        facts = f"{one['minutes']:.0f} | {short(one['decisions'])} | {short(one['speed'])} | {one['on']}"
        yield f"| {one['title']} | {one['begin']} | {facts} | {against} | {met(one['ships'])} |"


def seen_first(web: Data) -> Iterator[str]:
    """The table of `python -m benchmarks.web`."""
    yield f"`python -m benchmarks.web`; all script together has {web['script_bytes']:,} bytes, compressed.\n"
    yield "| first table view, ms | from *play now* | from a table's link |\n| --- | ---: | ---: |"
    for name, times in web["games"].items():
        yield f"| {name} | {times['play_now_ms']:.0f} | {times['link_ms']:.0f} |"


def in_step_on_a_gpu(envs: Data) -> Iterator[str]:
    """The table of `python -m benchmarks.envs_cuda`: the largest batches, and what the step costs as they grow."""
    yield f"`python -m benchmarks.envs_cuda`, {envs['date']}, {envs['gpu']}.\n"
    yield "| game | games | step | steps/s | goal | met | ns a step | bytes a game |"
    yield "| --- | ---: | --- | ---: | --- | --- | ---: | ---: |"
    for line in (line for report in envs["reports"] for line in report["rates"]):
        goal = f"≥ {short(line['goal'])} | {met(line['steps_per_s'] >= line['goal'])}" if line["goal"] else " | "
        known = ", knowledge and two events" if line.get("knowledge") else ""
        what = f"{line['game']} | {line['games']:,} | {STEPS[line['observations']]}{known}"
        cost = f"{line['nanoseconds_a_step']:.3g} | {line['bytes_a_game']:,.0f}"
        yield f"| {what} | {short(line['steps_per_s'])} | {goal} | {cost} |"
    wrong = [one["game"] for one in envs["reports"] if any(one["different"].values())]
    yield (
        "\nEvery array and record was compared with the CPU's after every step: "
        f"{len(wrong)} of {len(envs['reports'])} games differ."
    )
    tried = {way: found is True for one in envs["reports"] for way, found in one.get("sharing", {}).items()}
    yield "\nTried there, without a copy: " + ", ".join(f"{way} ({met(right)})" for way, right in tried.items()) + "."


def in_step(envs: Data) -> Iterator[str]:
    """The table of `python -m benchmarks.envs`."""
    quick = " A quick pass." if envs["quick"] else ""
    yield f"`python -m benchmarks.envs`, {envs['date']}, Python {envs['python']}, one core of {envs['cores']}.{quick}\n"
    yield "| | | a second | goal | met | beside a peer (goal met) |\n| --- | --- | ---: | --- | --- | --- |"
    for line in envs["lines"]:
        goal = f"≥ {short(line['goal'])}" if "goal" in line else ""
        beside = f"{line['times']:,} × {line['peer']} ({met(line['times_met'])})" if "times" in line else ""
        cells = (line["case"], line["what"], short(line["per_s"]), goal, met(line.get("met")), beside)
        yield "| " + " | ".join(cells) + " |"
    given = [line["cores"] for line in envs["lines"] if "cores" in line]
    if given and min(given) < WHOLE_CORE:
        yield f"\nThe machine was busy: in their best rounds these had {min(given)} to {max(given)} of a core."
    if envs["missing"]:
        yield f"\nNot installed, and so left out: {', '.join(envs['missing'])}."


def learned(spar: Data) -> Iterator[str]:
    """The table of `python -m benchmarks.learn_spar`."""
    yield f"`python -m benchmarks.learn_spar`, {spar['date']}, Python {spar['python']}, {spar['cores']} cores.\n"
    yield "| | |\n| --- | ---: |"
    yield f"| decisions in training | {short(spar['decisions'])} |"
    yield f"| seconds of training | {spar['seconds']:.0f} |"
    yield f"| games against easy | {spar['games']:,} |"
    yield f"| of them won | {interval(spar['won'])} |"
    yield f"| better than easy with certainty | {met(spar['met'])} |"


STEPS = {"none": "bare", "packed": "with packed observations and masks", "floats": "with floats and masks"}
"""What a step includes, by the kind of observations."""
WHOLE_CORE = 0.9
"""Who had less of a core was measured beside others."""
USUAL_MS = 300
"""What hard has for a move at a table."""
TABLES = {
    "bench": measured,
    "cuda": on_a_gpu,
    "server": served,
    "store": stored,
    "arena": contested,
    "learned": contested,
    "training": trained,
    "yardstick": contested,
    "web": seen_first,
    "envs": in_step,
    "envs_cuda": in_step_on_a_gpu,
    "learn_spar": learned,
}
"""By kept result: the tables that are made of it."""


def short(value: float) -> str:
    """A number as a table shows it."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


def headlines() -> str:
    """The figures of the README."""
    bench, cuda = kept("bench"), kept("cuda")
    if not bench or not cuda:
        return "No results are kept."
    gpu = {speed["case"]: short(speed["decisions_per_s"]) for speed in cuda["speeds"]}
    rows = [
        "| | compiled | × OpenSpiel in C++ | × OpenSpiel from Python | × RLCard | interpreted | on a GPU |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for what in HEADLINES:
        lines = [line for line in bench["lines"] if line["what"] == what]
        compiled = [line for line in lines if line["section"] == ONE_CORE]
        slow = next(line["ours"] for line in lines if line["section"] == INTERPRETED)
        ratios = (least(compiled, end) for end in ("C++ rollouts", "Python loop", ""))
        cells = (what, short(compiled[0]["ours"]), *ratios, short(slow), gpu[what])
        rows.append("| " + " | ".join(cells) + " |")
    return "\n".join(rows)


def least(lines: list[Data], end: str) -> str:
    """The smallest ratio to a peer: to those whose name ends so, or to RLCard."""
    theirs = [line for line in lines if (line["beside"].endswith(end) if end else line["beside"].startswith("RLCard"))]
    ratios = [line["ratio"] for line in theirs if line["ratio"] is not None]
    return f"{min(ratios):,.3g}" if ratios and min(ratios) < 1000 else f"{min(ratios):,.0f}" if ratios else "–"


def with_headlines(readme: str) -> str:
    """The README with the figures as they are kept now."""
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{headlines()}\n\n{END}{after}"
