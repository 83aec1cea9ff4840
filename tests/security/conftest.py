"""One real server without limits, for all tests here that do not need one of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.clients import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots answer at once; at the end its log has no error of ours."""
    with Server(tmp_path_factory.mktemp("security")) as running:
        yield running
        assert '"level": "error"' not in running.logs()
