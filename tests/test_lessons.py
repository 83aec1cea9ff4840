"""Every lesson of every game, in every language: played through by the rules, with right and with wrong answers."""

from __future__ import annotations

import random
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from handful.cards import card_text, members, set_of
from handful.game import BadText, Game
from handful.games import ROOMS, find, open_room
from handful.lesson import BadLesson, Lesson, lesson, lessons
from handful.observe import EVERYTHING
from handful.primer import line_text, primer, read_primer
from handful.table.lessons import table_of, updates
from handful.table.pictures import picture

LANGUAGES = ("en", "fr", "vi")
ALL = [(name, number) for name in ROOMS for number in lessons(find(name))]
each_lesson = pytest.mark.parametrize(("name", "number"), ALL, ids=str)
each_language = pytest.mark.parametrize("language", LANGUAGES)

CARD = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]")


@pytest.mark.parametrize("name", ROOMS)
def test_a_game_has_a_first_hand_and_what_good_players_do(name):
    assert lessons(find(name)) == [1, 2]


@each_lesson
def test_a_lesson_has_six_to_eight_steps_and_ends_with_a_game(name, number):
    taught = lesson(find(name), number)
    assert 6 <= len(taught.steps) <= 8
    assert sum(bool(step.task) for step in taught.steps) >= 3
    assert [bool(step.practice) for step in taught.steps] == [False] * (len(taught.steps) - 1) + [True]


@each_lesson
def test_the_languages_have_the_same_steps_answers_cards_and_figures(name, number):
    taught = lesson(find(name), number)
    assert taught.languages == LANGUAGES
    english = taught.words("en")
    for language in ("fr", "vi"):
        other = taught.words(language)
        assert other.title != english.title
        for ours, theirs in zip(english.steps, other.steps, strict=True):
            assert list(theirs.wrong) == list(ours.wrong)
            assert bool(theirs.task) == bool(ours.task)
            for one, another in ((ours.text, theirs.text), (ours.right, theirs.right)):
                assert sorted(CARD.findall(another)) == sorted(CARD.findall(one)), f"{one}\n\nis not\n\n{another}"
            for key, sentence in ours.wrong.items():
                assert sorted(CARD.findall(theirs.wrong[key])) == sorted(CARD.findall(sentence)), sentence


def answers(taught: Lesson):
    """Every place at which the learner answers: the step, the moves of its task that are done, and the right one."""
    for place, step in enumerate(taught.steps):
        for done, move in enumerate(step.task):
            yield place, done, move.text


@each_language
@each_lesson
def test_the_right_answer_is_right_and_every_other_is_answered_in_words(name, number, language):
    taught = lesson(find(name), number)
    write = taught.game.words.write_action
    for place, done, right in answers(taught):
        said = taught.judge(place, done, [right], language)
        last = done + 1 == len(taught.steps[place].task)
        assert said.right
        assert bool(said.sentence) == last
        position = taught.before(place, done)
        for action in position.legal(taught.you):
            if (text := write(action)) != right:
                said = taught.judge(place, done, [text], language)
                assert not said.right
                assert said.sentence
                assert said.rule == ""
        for text, sentence in taught.words(language).steps[place].wrong.items():
            if text and position.reason(taught.you, taught.game.words.read_action(text)):
                said = taught.judge(place, done, [text], language)
                assert (said.sentence, bool(said.rule)) == (sentence, True)
        assert not taught.judge(place, done, ["nonsense"], language).right


@each_lesson
def test_an_answer_of_several_moves_may_come_at_once(name, number):
    taught = lesson(find(name), number)
    tasks = [(place, step) for place, step in enumerate(taught.steps) if step.task]
    assert tasks
    for place, step in tasks:
        assert taught.judge(place, 0, [move.text for move in step.task]).right
        assert not taught.judge(place, 0, [*(move.text for move in step.task), step.task[0].text]).right


@each_lesson
def test_lit_cards_are_cards_that_the_learner_sees(name, number):
    taught = lesson(find(name), number)
    table = table_of(taught)
    for step in taught.steps:
        for later, _ in updates(table, step.before, taught.you):
            table = later
        seen = str(picture(table, taught.you).view)
        assert [card for card in step.lit if f"'{card}'" not in seen] == [], step.name
        for later, _ in updates(table, (*step.task, *step.after), taught.you):
            table = later


@each_lesson
def test_a_learner_is_shown_no_hidden_card(name, number):
    """What a lesson sends is the same after hidden cards of two others have changed places."""
    taught = lesson(find(name), number)
    position, hand = taught.begin.position, taught.game.face.hand
    shown = str(picture(table_of(taught), taught.you))
    one, other = [seat for seat in range(taught.transcript.seats) if seat != taught.you][:2]
    swapped = position.state.copy()
    hands = getattr(swapped, hand)
    cards = [
        next(card for card in members(hands[seat]) if f"'{card_text(card)}'" not in shown) for seat in (one, other)
    ]
    for seat in (one, other):
        hands[seat] ^= set_of(cards)
    assert [held.bit_count() for held in hands] == [held.bit_count() for held in getattr(position.state, hand)]
    moved = replace(taught, begin=replace(taught.begin, position=replace(position, state=swapped)))
    assert str(picture(table_of(moved), taught.you)) == shown
    assert position.view(EVERYTHING) != moved.begin.position.view(EVERYTHING)


@pytest.mark.parametrize("name", ROOMS)
def test_what_good_players_do_is_what_the_room_calls_good(name):
    """The room's own first choice is the right answer; where it is not, the lesson has words for that very action."""
    taught = lesson(find(name), 2)
    for place, done, right in answers(taught):
        position = taught.before(place, done)
        policy, rng = taught.game.policy, random.Random(0)
        chosen, _ = policy.choose(position.view(taught.you), position.legal(taught.you), "hard", rng)
        assert taught.game.words.write_action(chosen) == right, taught.steps[place].name


# ------------------------------------------------------------ bad lessons


@pytest.fixture
def room(tmp_path):
    """The room of a game whose lessons can be spoiled."""
    game: Game = find("spar")
    shutil.copytree(game.page.parent / "lessons", tmp_path / "lessons")
    shutil.copy(game.page, tmp_path / "RULES.md")
    open_room(copied := replace(game, page=tmp_path / "RULES.md"))
    yield copied
    open_room(game)


def spoiled(room, file: str, old: str, new: str) -> None:
    page: Path = room.page.parent / "lessons" / file
    text = page.read_text(encoding="utf-8")
    assert old in text
    page.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("seats: 3", "seats: 9", "line 3: expected 2, 3, 4, 5 or 6 seats for Spar, found '9'"),
        ("0: Qh", "0: Kc", "line 24: 0: Kc: You hold a card of the called suit and must play one."),
        ("0: Qh", "0: Qx", "line 24: 'Qx' is no action of Spar; expected a card such as Kd"),
        ("light: 9h\n", "light: 9x\n", "line 19: '9x' is no card"),
        ("play: easy", "play: eazy", "line 51: expected `play: …` with a level, easy, normal, hard; found 'eazy'."),
        ("target=5", "targets=5", "line 51: Spar has no option 'targets'. Did you mean target?"),
        ("you: 0", "you: 7", "line 5: there is no such seat; the seats are 0 to 2"),
        ("deal 0: 6d", "deal 0: 6d 6c", "line 10: expected 5 cards for seat 0 in this deal, found 6"),
        ("player 1: Otto", "teacher 1: Otto", "line 6: expected a header line"),
        ("step: counting\n", "", "line 29: a step has one task: another player's move"),
    ],
)
def test_a_bad_script_is_told_by_file_and_line(room, old, new, says):
    spoiled(room, "1.lesson", old, new)
    with pytest.raises(BadLesson) as error:
        lesson(room, 1)
    assert str(error.value).startswith(f"1.lesson, {says}")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("# Your first round", "Your first round", "line 1: expected `# ` and the title"),
        ("## Leading\n", "", "line 62: expected 8 steps beginning with `## `, found 7"),
        ("Task: Take control", "Do: Take control", "line 14: step 'taking control' has a task"),
        ("## Leading\n", "## Leading\nTask: Lead.\n", "line 9: in the script nothing is to be done in step 'leading'"),
        ("Wrong: **That can", "Sad: **That can", "line 25: nothing is said to '6d', which is allowed: `Wrong: …`"),
        ("Wrong 7h:", "Wrong Qh:", "line 14: `Wrong Qh: …` is the right answer"),
        ("Wrong 7h:", "Wrong Qx:", "line 14: 'Qx' is no action of Spar"),
        ("Wrong Kc:", "Wrong 7h:", "line 21: `Wrong 7h: …` stands here twice"),
    ],
)
def test_bad_words_are_told_by_file_and_line(room, old, new, says):
    spoiled(room, "1.en.md", old, new)
    with pytest.raises(BadLesson) as error:
        lesson(room, 1).words("en")
    assert str(error.value).startswith(f"1.en.md, {says}")


def test_a_lesson_that_is_not_there():
    with pytest.raises(BadText, match="Spar has no lesson 9; it has 2"):
        lesson(find("spar"), 9)


def test_a_deal_may_be_written_partly_and_is_then_always_the_same():
    first, again = lesson(find("half_suit"), 1), lesson(find("half_suit"), 1)
    hands = first.begin.position.state.hands
    assert hands == again.begin.position.state.hands
    assert [hand.bit_count() for hand in hands] == [9] * 6


# ------------------------------------------------------------ primers


@pytest.mark.parametrize("name", ROOMS)
def test_a_primer_has_six_examples_which_are_the_same_cards_in_every_language(name):
    game = find(name)
    pages = [primer(game, language) for language in LANGUAGES]
    drawn = [[[card.card for item in one.items for card in item.cards] for one in page.examples] for page in pages]
    assert len(drawn[0]) == 6
    assert drawn[1] == drawn[2] == drawn[0]
    assert len({page.text for page in pages}) == 3
    assert all(one.text.startswith("**") and line_text(one) for page in pages for one in page.examples)


@pytest.mark.parametrize(
    ("page", "says"),
    [
        ("Spar\n", "expected `# ` and a title"),
        ("# Spar\n\n```cards\n9h\n", "expected after each ```cards one line of cards"),
        ("# Spar\n\n```cards\n9x(+)\n```\n\nText.\n", "'9x(+)' is no card of an example."),
    ],
)
def test_a_bad_primer_is_told(page, says):
    with pytest.raises(BadText) as error:
        read_primer(page)
    assert str(error.value).startswith(says)


@pytest.mark.parametrize("name", ROOMS)
def test_every_refusal_names_a_rule_that_is_on_the_page(name):
    game = find(name)
    numbers = set(re.findall(r"^(?:> )?\*\*(\d+\.\d+|R\d+)\*\*", game.page.read_text(encoding="utf-8"), re.MULTILINE))
    rules = {reason.code: reason.rule for reason in game.rules.REASONS.kinds if reason.code}
    assert {code: rule for code, rule in rules.items() if rule not in numbers} == {}
