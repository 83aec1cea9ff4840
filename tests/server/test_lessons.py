"""Lessons and primers over HTTP: ready to be shown, for the learner's eyes, and wrong answers judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from handful.games import ROOMS, find
from handful.lesson import lesson
from handful.primer import primer
from tests.server.clients import Guest, Server

pytestmark = pytest.mark.xdist_group("server")


@pytest.mark.parametrize("name", ROOMS)
def test_the_lessons_of_a_game_in_the_reader_s_language(server: Server, name: str) -> None:
    guest = Guest(server, "x")
    for language in ("en", "fr", "vi"):
        titles = guest.get(f"/api/games/{name}/lessons?language={language}").json()
        assert [one["number"] for one in titles] == [1, 2]
        for one in titles:
            words = lesson(find(name), one["number"]).words(language)
            assert (one["title"], one["summary"], one["steps"]) == (words.title, words.summary, len(words.steps))
    other = guest.get(f"/api/games/{name}/lessons?language=xx").json()
    assert other == guest.get(f"/api/games/{name}/lessons").json()
    assert guest.get("/api/games").json()["games"][ROOMS.index(name)]["lessons"] == [1, 2]


@pytest.mark.parametrize("name", ROOMS)
def test_a_lesson_is_a_picture_and_updates_that_lead_through_it(server: Server, name: str) -> None:
    taught = lesson(find(name), 1)
    page = Guest(server, "x").get(f"/api/games/{name}/lessons/1").json()
    assert page["next"] == 2
    shown = page["begin"]
    assert shown["seat"] == taught.you
    for step, script in zip(page["steps"], taught.steps, strict=True):
        assert [move["action"] for move in step["own"]] == [move.text for move in script.task]
        for update in (*step["before"], *(move["update"] for move in step["own"]), *step["after"]):
            own = step["own"] and update is step["own"][0]["update"]
            assert not own or step["own"][0]["action"] in shown["legal"]
            shown = {**shown, **update["picture"], "view": {**shown["view"], **update.get("view", {})}}
    last = [moment for step in taught.steps for moment in (*step.before, *step.task, *step.after)][-1]
    assert shown["view"] == last.position.view(taught.you).json(taught.game.words)
    assert (shown["result"] is not None) == last.position.over


def test_answers_are_judged(server: Server) -> None:
    def said(step: int, *actions: str, **more: object) -> dict[str, object]:
        asked = "&".join(
            [*(f"action={action}" for action in actions), *(f"{key}={value}" for key, value in more.items())]
        )
        answer = Guest(server, "x").get(f"/api/games/spar/lessons/1/steps/{step}/verdict?{asked}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    assert said(2, "Qh")["right"] is True
    assert said(2, "Kc")["rule"] == "2.3"
    assert said(2, "Ks") == {"right": False, "sentence": "You do not hold that card.", "rule": "2.2"}
    assert said(2, "Ks", language="fr")["sentence"] == "Vous n'avez pas cette carte."
    assert said(2, "7h", language="vi")["sentence"].startswith("**Otto vẫn giữ quyền.**")
    assert "no action of Spar" in said(2, "<b>")["sentence"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/games/spar/lessons/9", 404),
        ("/api/games/spat/lessons", 404),
        ("/api/games/spar/lessons/1/steps/99/verdict?action=Qh", 404),
        ("/api/games/spar/lessons/1/steps/2/verdict", 400),
        ("/api/games/spar/lessons/1/steps/2/verdict?action=Qh&done=5", 404),
        ("/api/games/spat/primer", 404),
    ],
)
def test_what_is_not_there_is_refused_with_a_sentence(server: Server, path: str, status: int) -> None:
    answer = Guest(server, "x").get(path)
    assert answer.status_code == status
    assert answer.json()["sentence"]


@pytest.mark.parametrize("name", ROOMS)
def test_the_primer_of_a_game(server: Server, name: str) -> None:
    page = Guest(server, "x").get(f"/api/games/{name}/primer?language=fr").json()
    short = primer(find(name), "fr")
    assert short is not None
    assert (page["title"], page["text"]) == (short.title, short.text)
    assert [one["text"] for one in page["examples"]] == [one.text for one in short.examples]
    assert page["examples"][0]["items"][0]["cards"][0]["card"]


def test_the_pages_of_lessons_are_the_browser_client(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html><title>Handful</title>", encoding="utf-8")
    with Server(tmp_path, web=str(tmp_path)) as site:
        for path in ("/learn", "/learn/", "/learn/spar", "/learn/spar/1"):
            answer = Guest(site, "x").get(path)
            assert (answer.status_code, answer.text.startswith("<!doctype html>")) == (200, True), path
