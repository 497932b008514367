"""The Neo4j server of a test run: one that was given, or one that is started for it.

What may be set:

- `ARIA_TEST_NEO4J_URI`, and `ARIA_TEST_NEO4J_PASSWORD` of its user `neo4j`:
  a server with an empty database, which the tests fill and empty.
- `ARIA_TEST_NEO4J_VERSION`: which release to start when none was given.
- `ARIA_TEST_NEO4J=required`: a missing server fails the run, as in CI.
  `ARIA_TEST_NEO4J=off`: the tests that need one are skipped.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from typing import NoReturn

import pytest
from neo4j import Driver, GraphDatabase
from neo4j.exceptions import DriverError, Neo4jError

from tools.neo4j_server import LTS, Neo4jServer, why_not

# Read when the run begins: some tests clear every variable of the program.
_URI = os.environ.get("ARIA_TEST_NEO4J_URI")
_PASSWORD = os.environ.get("ARIA_TEST_NEO4J_PASSWORD", "")
_MODE = os.environ.get("ARIA_TEST_NEO4J", "")
NONE = "no Neo4j server"
VERSION = os.environ.get("ARIA_TEST_NEO4J_VERSION") or LTS

# Each test empties the database and fills it again: plans would be made anew all the time, which
# takes longer than all else. A test that looks at plans clears them first.
_STEADY = {"dbms.cypher.min_replan_interval": "1h"}
StartNeo4j = Callable[..., Neo4jServer]
_why_not = cache(why_not)  # Maven, if it is asked at all, is asked once


@dataclass(frozen=True)
class Neo4jUnderTest:
    """Where the server of this run is, and a connection of its own to look inside."""

    uri: str
    password: str
    driver: Driver
    browser: str | None = None
    user: str = "neo4j"
    database: str = "neo4j"

    def empty(self) -> None:
        """Delete all data; constraints, indexes and what says that they are there stay."""
        with self.driver.session(database=self.database) as session:
            # In parts: one large transaction takes more than a small heap, and the database down.
            session.run(
                "MATCH (n) WHERE NOT n:Migration "
                "CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 2000 ROWS"
            ).consume()

    def forget_plans(self) -> None:
        """Have plans made for the data that are there now; see `_STEADY`."""
        self.driver.execute_query("CALL db.clearQueryCaches()", database_=self.database)

    def count(self) -> int:
        """How many nodes there are that `empty` would delete."""
        found = self.driver.execute_query(
            "MATCH (n) WHERE NOT n:Migration RETURN count(n) AS n", database_=self.database
        )
        return int(found.records[0]["n"])


@contextmanager
def one_neo4j() -> Iterator[Neo4jUnderTest]:
    """The server of the run; skips what asks for it when there can be none."""
    with ExitStack() as stack:
        if _URI:
            uri, password, browser = _URI, _PASSWORD, None
        else:
            _look()
            server = stack.enter_context(Neo4jServer(VERSION, settings=_STEADY))
            uri, password, browser = server.uri, server.password, server.browser
        driver = stack.enter_context(GraphDatabase.driver(uri, auth=("neo4j", password)))
        found = Neo4jUnderTest(uri, password, driver, browser)
        if _URI:
            _check_given(found)
            stack.callback(found.empty)
        yield found


@contextmanager
def own_neo4j() -> Iterator[StartNeo4j]:
    """Starts servers that one test may stop, kill and set as it likes; ends them all."""
    _look()
    with ExitStack() as stack:

        def start(version: str = VERSION, **settings: str) -> Neo4jServer:
            dotted = {key.replace("__", "."): value for key, value in settings.items()}
            return stack.enter_context(Neo4jServer(version, settings=dotted, brief=True))

        yield start


def _look() -> None:
    """Go on only if a server can be started."""
    if _MODE == "off":
        pytest.skip(f"{NONE}: ARIA_TEST_NEO4J=off")
    why = _why_not(VERSION)
    if why is not None:
        if _MODE == "required":
            _end(why)
        pytest.skip(f"{NONE}: {why}")


def _check_given(given: Neo4jUnderTest) -> None:
    """Go on only if the given server answers and has nothing to lose."""
    try:
        n = given.count()
    except (DriverError, Neo4jError) as error:
        _end(f"{given.uri} (from ARIA_TEST_NEO4J_URI) cannot be used: {error}")
    if n:
        _end(f"{given.uri} (from ARIA_TEST_NEO4J_URI) holds {n} nodes, which tests would delete")


def _end(why: str) -> NoReturn:
    # One line instead of hundreds of errors that all say the same.
    pytest.exit(f"{NONE}: {why}", returncode=1)
