"""What all tests share."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterator

import pytest
from hypothesis import settings

from tests import scripted_model, servers
from tests.offline import stay_here
from tests.scripted_model import ScriptedModel
from tests.servers import Neo4jUnderTest, StartNeo4j, one_neo4j, own_neo4j

stay_here()

# What a script runs beside itself ignores Ctrl-C, and so would all that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# `make test` must give one answer; HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile("gate", max_examples=50, deadline=None, derandomize=True)
settings.register_profile("explore", max_examples=2000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))


@pytest.hookimpl(tryfirst=True)  # before pytest picks by marker
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what asks for a Neo4j server, so that `-m neo4j` finds it."""
    for item in items:
        if {"neo4j_server", "start_neo4j"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.neo4j)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let all that is skipped for want of a server be one line of the summary, not hundreds."""
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple):
        why = report.longrepr[2]
        if servers.NONE in why:
            report.longrepr = (servers.__file__, 1, why)
    return report


@pytest.fixture
def scripted() -> Iterator[ScriptedModel]:
    """A model that says what the test tells it to."""
    with scripted_model.running() as model:
        yield model


@pytest.fixture(scope="session")
def neo4j_server() -> Iterator[Neo4jUnderTest]:
    """The one Neo4j server of the run, with whatever was left in it."""
    with one_neo4j() as server:
        yield server


@pytest.fixture
def neo4j(neo4j_server: Neo4jUnderTest) -> Neo4jUnderTest:
    """The same, emptied."""
    neo4j_server.empty()
    return neo4j_server


@pytest.fixture
def start_neo4j() -> Iterator[StartNeo4j]:
    """Starts servers for this test alone, and ends them: `server = start_neo4j()`.

    A database that is read-only from its first start is never made: start once,
    stop or kill, set `settings["server.databases.read_only"] = "neo4j"`, start.
    """
    with own_neo4j() as start:
        yield start
