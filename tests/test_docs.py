"""What the documentation shows is true: its games can be played, its examples and commands print what they say."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from scripts.pages import DOCS, FENCE, ROOT, blocks, figures, games, outputs

from handful.cards import cards_list
from handful.cli.draw import end_of
from handful.games import ROOMS, find
from handful.observe import EVERYTHING
from handful.referee import Replay
from handful.transcript import TranscriptError, read, write
from handful.tui.drawing import picture_of

README = ROOT / "README.md"
PAGES = sorted(DOCS.rglob("*.md"))
NOTATION = (DOCS / "notation.md").read_text(encoding="utf-8")

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
ERROR = re.compile(r"^\| `([^|]+)` \| (line (\d+): [^|]+) \|$", re.MULTILINE)
CASE = re.compile(r"(tests/[\w/.]+\.py)::(\w+)")
PARTS = ["In short", "The rules", "Drawn examples", "Strategy", "Variants", "Notation", "How it is encoded"]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def fences(page: Path, wanted: str) -> list[tuple[str, str]]:
    """The fences of a kind on a page: what stands behind the kind, and what is inside."""
    return [(said, inside) for kind, said, inside in FENCE.findall(text_of(page)) if kind == wanted]


def page_of(game: str) -> Path:
    return DOCS / "games" / f"{game}.md"


def whole_game(game: str) -> str:
    """The annotated game on the page of a game."""
    (_, text), *_ = fences(page_of(game), "game")
    return text


def slug(heading: str) -> str:
    """The anchor that a heading gets."""
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())


def anchors(page: Path) -> set[str]:
    """Where one can link to on a page: its headings, and the numbers of a rules page."""
    text = text_of(page)
    if page.parent.name == "games":
        text += find(page.stem).page.read_text(encoding="utf-8")
    outside = FENCE.sub("", text)
    return {slug(heading) for heading in re.findall(r"^#+ (.+)$", outside, re.MULTILINE)} | set(
        re.findall(r"^(?:> )?\*\*(\d+\.\d+|R\d+)\*\*", outside, re.MULTILINE)
    )


# ------------------------------------------------------------ the games


@pytest.mark.parametrize("game", ROOMS)
def test_a_page_has_everything_that_a_page_of_a_game_has(game):
    assert re.findall(r"^## (.+)$", FENCE.sub("", text_of(page_of(game))), re.MULTILINE) == PARTS
    assert len(fences(page_of(game), "position")) >= 2
    assert fences(page_of(game), "cards")
    assert len(text_of(page_of(game)).split("## Strategy")[1].split("## Variants")[0].split()) > 200


@pytest.mark.parametrize("game", ROOMS)
def test_a_page_is_filled_in_from_the_room(game):
    page, room = games.filled(game), find(game)
    assert "<!--" not in page
    for line in room.page.read_text(encoding="utf-8").splitlines():
        assert not re.match(r"\*\*\d", line) or line.split("** ", 1)[1] in page
    for option in room.options:
        assert re.search(rf"^\| `{option}` \| .+ \| \[(R?[\d.]+)\]\(#\1\)", page, re.MULTILINE)
    layout, at = room.rules.State.layout, []
    for name, first in re.findall(r"^\| `(\w+)` \| [^|]+ \| [^|]+ \| (\d+)[–\d]* \|", page, re.MULTILINE):
        assert layout.offsets[name] == int(first)
        at.append(name)
    assert at == list(layout.offsets)
    assert f"a record of {layout.size} bytes" in page


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_page_has_in_its_file_what_the_program_says(page):
    """It reads as plain Markdown, with its pictures. If it is meant to be different now: `python -m scripts.pages`."""
    text, pictures = blocks.written(page, text_of(page))
    assert text == text_of(page)
    for file, picture in pictures.items():
        assert file.read_text(encoding="utf-8") == picture
    assert len(pictures) >= (3 if page.parent.name == "games" else 0)


def test_a_field_is_shown_with_who_sees_it_and_what_the_declaration_says():
    page = games.filled("spar")
    assert "| `hid` | set of seats, 8 bits | nobody | " in page
    assert "| `hands` | set of cards for each seat, 64 bits | its owner, its size by everybody | 0–47 |" in page
    assert "| Cards that were played since the last shuffle. |" in page


def test_a_game_without_a_page_gets_one(monkeypatch, tmp_path):
    monkeypatch.setattr(games, "DOCS", tmp_path)
    page = games.filled("spar")
    assert page.startswith("# Spar\n")
    assert '<a id="4.3"></a>**4.3** Same suit' in page
    assert "| `target` | 20 (1 to 99) | The first to have this many points wins. | [R7](#R7) |" in page


@pytest.mark.parametrize("game", ROOMS)
def test_positions_are_played_and_drawn(game):
    for said, text in fences(page_of(game), "position"):
        assert write(read(text)) == text
        position = end_of(text)
        assert position.game.name == game
        seat = int(said.removeprefix(" seat=")) if said else EVERYTHING
        hands = picture_of(position, seat)["view"]["hands"]
        hidden = [hand for hand in hands if hand is None]
        assert len(hidden) == (position.seats - 1 if said else 0)
        drawn = games.position(said, text)
        assert drawn.count("#2c6e63") == sum(
            size for size, hand in zip(position.view(0).hands_size, hands, strict=True) if hand is None
        )


@pytest.mark.parametrize("game", ROOMS)
def test_rows_of_cards_are_cards(game):
    for _, text in fences(page_of(game), "cards"):
        for line in text.splitlines():
            row, _, meaning = line.partition("  # ")
            assert cards_list(row)
            assert meaning


@pytest.mark.parametrize("game", ROOMS)
def test_every_action_of_the_table_is_read_and_has_its_number(game):
    (_, table), *_ = fences(page_of(game), "actions")
    words, page = find(game).words, games.filled(game)
    for line in table.splitlines():
        text, _, meaning = line.partition("  # ")
        number = words.read_action(text)
        assert words.write_action(number) == text
        assert f"| `{text}` | {games.number(number)} | {meaning} |" in page


@pytest.mark.parametrize("game", ROOMS)
def test_every_kind_of_action_is_in_the_table(game):
    (_, table), *_ = fences(page_of(game), "actions")
    shown = {kind(line.partition("  # ")[0]) for line in table.splitlines()}
    played = set()
    for file in (ROOT / "tests" / "games" / game).glob("*.game"):
        played |= {kind(line.value) for line in read(text_of(file)).lines if line.key.isdigit()}
    assert played <= shown


def kind(action: str) -> str:
    """An action without its cards, seats and suits."""
    short = re.sub(r"\b([2-9TJQKA][scdh]|X[br]|\d|[scdh]|(?:low|high)-\w+|eights)\b", "·", action)
    return re.sub(r"·(?: ·)+", "·", short)


@pytest.mark.parametrize("game", ROOMS)
def test_a_written_game_reads_back_and_plays_to_its_end(game):
    transcript = read(whole_game(game))
    assert write(transcript) == whole_game(game)
    assert transcript.game.name == game
    replay = Replay(transcript)
    replay.run()
    assert replay.position.over
    assert any(line.comment for line in transcript.lines), "an example has comments"


def test_the_errors_are_the_real_ones():
    shown = ERROR.findall(NOTATION)
    assert len(shown) == 7
    for line, message, number in shown:
        lines = whole_game("spar").split("\n")
        lines[int(number) - 1] = line
        with pytest.raises(TranscriptError) as caught:
            Replay(read("\n".join(lines))).run()
        assert str(caught.value) == message


def test_the_actions_of_the_notation_page_are_read():
    rows = re.findall(r"^\| [\w -]+ \| (`.+`) \| \[.+\]\(games/(\w+)\.md#notation\) \|$", NOTATION, re.MULTILINE)
    assert [game for _, game in rows] == list(ROOMS)
    for texts, game in rows:
        for text in re.findall(r"`([^`]+)`", texts):
            assert find(game).words.write_action(find(game).words.read_action(text)) == text


# ------------------------------------------------------------ what commands and examples print


@pytest.mark.parametrize("page", [README, *PAGES], ids=name_of)
def test_examples_print_what_they_say(page):
    blocks = "\n".join(code for _, code in fences(page, "python") if ">>>" in code)
    test = doctest.DocTestParser().get_doctest(blocks, {}, name_of(page), name_of(page), 0)
    said: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    assert result.failed == 0, "".join(said)


@pytest.mark.parametrize("page", [README, *PAGES], ids=name_of)
def test_commands_print_what_they_say(page):
    """If a command is meant to print something else now: `python -m scripts.pages`."""
    for block in outputs.blocks(text_of(page)):
        real = outputs.run(block)
        assert outputs.agrees(block, real), f"shown:\n{block}\nreal:\n{real}"


def test_a_wrong_output_would_be_noticed():
    block = "$ handful rules spar 1.2\n1.2 Shuffle the deck.\n$ (exit 3)\n$ echo $?\n3\n"
    assert outputs.run(block) == block
    assert outputs.agrees(block, block)
    assert not outputs.agrees(block.replace("deck", "desk"), block)
    assert not outputs.agrees(block.replace("3\n", "", 1), block)
    shown = f"```console\n{block.replace('deck', 'desk')}```\n"
    assert outputs.refreshed(shown, slow=False) == f"```console\n{block}```\n"
    slow = shown.replace("console", "console slow")
    assert outputs.refreshed(slow, slow=False) == slow


@pytest.mark.parametrize("page", [README, *PAGES], ids=name_of)
def test_the_tests_that_a_page_names_are_there(page):
    for path in re.findall(r"\btests/[\w/]+\.py\b", text_of(page)):
        assert (ROOT / path).exists(), path
    for path, name in CASE.findall(text_of(page)):
        assert f"def {name}(" in text_of(ROOT / path), name


def test_the_planted_leaks_are_all_named():
    leaks = re.findall(r"^def (test_\w+)", text_of(ROOT / "tests" / "test_planted_leaks.py"), re.MULTILINE)
    assert {name for _, name in CASE.findall(text_of(DOCS / "proofs.md"))} == set(leaks)


# ------------------------------------------------------------ figures


def test_the_figures_of_the_readme_are_the_kept_ones():
    """If they were measured anew: `python -m scripts.pages`."""
    assert figures.with_headlines(text_of(README)) == text_of(README)


MEASURED_BY = {
    "bench": ("speed.md", "make bench"),
    "cuda": ("speed.md", "python -m benchmarks.cuda"),
    "server": ("speed.md", "make bench-server"),
    "store": ("speed.md", "python -m benchmarks.store"),
    "web": ("speed.md", "python -m benchmarks.web"),
    "arena": ("bots.md", "python -m benchmarks.bots"),
    "yardstick": ("bots.md", "python -m benchmarks.bots --yardstick"),
    "envs": ("research.md", "python -m benchmarks.envs"),
    "envs_cuda": ("research.md", "python -m benchmarks.envs_cuda"),
    "learn_spar": ("research.md", "python -m benchmarks.learn_spar"),
    "training": ("learning.md", "python -m benchmarks.training"),
    "learned": ("learning.md", "python -m benchmarks.bots --learned"),
}


@pytest.mark.parametrize("name", figures.TABLES)
def test_figures_come_from_the_kept_results_with_the_command_that_measures_them(name):
    page, command = MEASURED_BY[name]
    filled = blocks.for_site(text_of(DOCS / page), "").replace(blocks.SITE_PICTURE, blocks.PLAIN_PICTURE)
    assert "<!--" not in filled
    assert f"`{command}`" in filled
    kept = figures.kept(name)
    lines = list(figures.TABLES[name](kept)) if kept else ["No result is kept."]
    assert len(lines) > 5 or not kept
    assert all(line in filled for line in lines)


def test_no_figure_of_the_speed_page_is_written_by_hand():
    """What stands there besides the tables are goals, sizes and commands: no measured rate."""
    prose = re.sub(r"^\|.*$", "", FENCE.sub("", blocks.bare(text_of(DOCS / "speed.md"))), flags=re.MULTILINE)
    assert not re.findall(r"\d ?(?:ms|M|k|G|%|million|billion)", prose)


# ------------------------------------------------------------ links


@pytest.mark.parametrize("page", [README, *PAGES], ids=name_of)
def test_links_lead_somewhere(page):
    for link in LINK.findall(FENCE.sub("", text_of(page))):
        path, _, anchor = link.partition("#")
        assert "//" not in link, f"{link}: the pages link only to each other"
        target = (page.parent / path).resolve() if path else page
        assert target.is_file(), f"{link}: there is no such page"
        assert not anchor or anchor in anchors(target), f"{link}: there is no such place on the page"


def test_the_first_page_leads_to_every_page_and_every_decision():
    reached = {(DOCS / link.partition("#")[0]).resolve() for link in LINK.findall(text_of(DOCS / "index.md"))}
    assert [name_of(page) for page in PAGES if page.resolve() not in reached and page.name != "index.md"] == []


def test_the_site_has_every_page_and_every_picture_of_the_results():
    """What `make docs` would refuse: a page that is in no list, a picture that is not there."""
    listed = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = [page for page in PAGES if page.parent.name != "games"]
    assert [name_of(page) for page in pages if f" {page.relative_to(DOCS)}\n" not in listed] == []
    for page in pages:
        for picture in re.findall(r"\]\(results/([\w-]+\.svg)\)", blocks.for_site(text_of(page), "")):
            assert (figures.RESULTS / picture).is_file(), picture
