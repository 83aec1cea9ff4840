"""The HTTP part against its own schema: no error of ours, no answer that is not declared, whatever is asked."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.schemas import APIOperation

from tests.server.clients import Guest, Server

pytestmark = pytest.mark.xdist_group("security")
EXAMPLES = 60
UNSAYABLE = ("positive_data_acceptance",)
"""A schema cannot say which names can be seen or which options a game has; those are refused with a sentence."""


def finished_game(guest: Guest) -> str:
    """The table of a game that is over."""

    async def play() -> str:
        table = str(guest.post("/api/play-now", game="spar", seats=2, options={"target": "1"}).json()["id"])
        async with guest.at(table) as client:
            await client.play(random.Random(1))
        return table

    return asyncio.run(play())


def ask(
    operation: APIOperation[Any, Any, Any, Any], mode: GenerationMode, server: Server, ada: Guest, tables: list[str]
) -> None:
    """Ask for one thing in many ways, as Ada and as nobody, about tables that are there and such that are not."""
    excluded = CHECKS.get_by_names(list(UNSAYABLE))

    @given(case=operation.as_strategy(generation_mode=mode), table=st.sampled_from([*tables, ""]), named=st.booleans())
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def one(case: schemathesis.Case[Any], table: str, named: bool) -> None:
        if table and mode is GenerationMode.POSITIVE and "table" in case.path_parameters:
            case.path_parameters["table"] = table
        answer = case.call(base_url=server.address, headers={"Cookie": f"handful={ada.cookie}"} if named else {})
        assert answer.status_code < 500
        case.validate_response(answer, excluded_checks=excluded)

    one()


def test_every_operation_answers_as_its_schema_says(server: Server) -> None:
    ada = Guest(server, "Ada").introduce()
    tables = [ada.open("claim"), finished_game(ada), ada.post("/api/play-now", game="half_suit").json()["id"]]
    load_all_checks()
    schema = schemathesis.openapi.from_dict(ada.get("/schema/openapi.json").json())
    asked = 0
    for result in schema.get_all_operations():
        assert isinstance(result, Ok)
        operation = result.ok()
        asked += 1
        ask(operation, GenerationMode.POSITIVE, server, ada, tables)
        if operation.body or operation.query:  # any text is a path that can be
            ask(operation, GenerationMode.NEGATIVE, server, ada, tables)
    assert asked >= 15
