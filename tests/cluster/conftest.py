"""One cluster for all tests; each begins with everything whole."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cluster.nodes import Cluster
from tests.cluster.nodes import cluster as running_cluster


@pytest.fixture(scope="session")
def the_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three nodes, with PostgreSQL and NATS."""
    with running_cluster(tmp_path_factory.mktemp("cluster")) as running:
        yield running


@pytest.fixture
def cluster(the_cluster: Cluster) -> Iterator[Cluster]:
    """The cluster, mended after the test."""
    yield the_cluster
    the_cluster.mend()
