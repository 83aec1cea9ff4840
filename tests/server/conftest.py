"""One real server for all tests that do not need one of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.clients import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without limits, whose bots answer at once."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running
