"""What many tests of hosting need: a server for all, and PostgreSQL."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hosting.machines import ROOT, copy_of_the_sources, run, uv, without_node
from tests.server.conftest import server  # noqa: F401
from tests.store.postgres import Postgres, postgres


@pytest.fixture(scope="session")
def database() -> Iterator[Postgres]:
    """A PostgreSQL server."""
    with postgres() as running:
        yield running


CONSTRAINTS = "--build-constraints", str(ROOT / "locks" / "dev.lock")
"""The builds take the same Node as this checkout, which is on the machine already."""


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sources, packed where there is no Node, from a clone in which nobody has built the client."""
    folder = tmp_path_factory.mktemp("dist")
    clone = copy_of_the_sources(folder, built=False)
    bare = without_node(folder)
    run(uv(), "build", "--sdist", "--quiet", *CONSTRAINTS, "--out-dir", folder, clone, environment=bare)
    return folder


@pytest.fixture(scope="session")
def wheel(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that is made from the sources where there is no Node, and no npm."""
    (sources,) = dist.glob("handful-*.tar.gz")
    bare = without_node(tmp_path_factory.mktemp("bare"))
    said = subprocess.run(
        [uv(), "build", "--wheel", "--out-dir", dist, sources], env=bare, capture_output=True, text=True, check=False
    )
    assert said.returncode == 0, said.stderr
    assert "browser client" not in said.stderr  # it was not built a second time
    (built,) = dist.glob("handful-*.whl")
    return built
