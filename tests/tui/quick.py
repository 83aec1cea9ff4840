"""A bot that takes what its dice say, so that screens do not change when real bots learn to play better."""

from __future__ import annotations

from handful.bots import Answer, Question


def prepare() -> None:
    """There is nothing to get ready."""


def choose(question: Question) -> Answer:
    """One of the legal actions."""
    return Answer(question.legal[question.seed % len(question.legal)], "My dice said so.")
