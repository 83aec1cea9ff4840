"""What the documentation shows is true: its games can be played, its examples print what they say, its links lead."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from handful.games import ROOMS
from handful.referee import Replay
from handful.transcript import TranscriptError, read, write

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
NOTATION = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")

FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
ERROR = re.compile(r"^\| `([^|]+)` \| (line (\d+): [^|]+) \|$", re.MULTILINE)

GAMES = [text for kind, text in FENCE.findall(NOTATION) if kind == "game"]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def slug(heading: str) -> str:
    """The anchor that a heading gets."""
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())


def anchors(page: Path) -> set[str]:
    """Where one can link to on a page: its headings, and the numbers of a rules page."""
    text = page.read_text(encoding="utf-8")
    outside = FENCE.sub("", text)
    return {slug(heading) for heading in re.findall(r"^#+ (.+)$", outside, re.MULTILINE)} | set(
        re.findall(r"^(?:> )?\*\*(\d+\.\d+|R\d+)\*\*", outside, re.MULTILINE)
    )


def target(page: Path, link: str) -> Path:
    """The file behind a link. The pages rules/<game>.md are the rules pages of the rooms."""
    path = (page.parent / link).resolve() if link else page
    rules = ROOT / "docs" / "rules"
    return ROOT / "src" / "handful" / "games" / path.stem / "RULES.md" if path.parent == rules else path


@pytest.mark.parametrize("text", GAMES, ids=lambda text: re.search(r"game: (\w+)", text)[1])
def test_a_written_game_reads_back_and_plays_to_its_end(text):
    transcript = read(text)
    assert write(transcript) == text
    replay = Replay(transcript)
    replay.run()
    assert replay.position.over
    assert any(line.comment for line in transcript.lines), "an example has comments"


def test_there_is_an_example_of_every_game():
    assert {read(text).game.name for text in GAMES} == set(ROOMS)


def test_the_errors_are_the_real_ones():
    spar = next(text for text in GAMES if "game: spar" in text)
    shown = ERROR.findall(NOTATION)
    assert len(shown) == 7
    for line, message, number in shown:
        lines = spar.split("\n")
        lines[int(number) - 1] = line
        with pytest.raises(TranscriptError) as caught:
            Replay(read("\n".join(lines))).run()
        assert str(caught.value) == message


def test_every_action_of_the_table_is_read():
    table = NOTATION.split("## Actions")[1].split("## Transcripts")[0]
    title, read_so_far = "", 0
    titles = {read(text).game.title: read(text).game for text in GAMES}
    for first, actions in re.findall(r"^\| ([\w -]*?) ?\| (`[^|]+`) \|", table, re.MULTILINE):
        title = first.strip() or title
        for text in re.findall(r"`([^`]+)`", actions):
            words = titles[title].words
            assert words.write_action(words.read_action(text)) == text
            read_so_far += 1
    assert read_so_far > 25


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_examples_print_what_they_say(page):
    text = page.read_text(encoding="utf-8")
    blocks = "\n".join(code for kind, code in FENCE.findall(text) if kind == "python" and ">>>" in code)
    test = doctest.DocTestParser().get_doctest(blocks, {}, name_of(page), name_of(page), 0)
    said: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    assert result.failed == 0, "".join(said)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page):
    for link in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        path, _, anchor = link.partition("#")
        assert "//" not in link, f"{link}: the pages link only to each other"
        assert target(page, path).is_file(), f"{link}: there is no such page"
        assert not anchor or anchor in anchors(target(page, path)), f"{link}: there is no such place on the page"
