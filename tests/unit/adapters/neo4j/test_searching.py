from __future__ import annotations

from typing import Any, cast

import pytest
from neo4j.exceptions import Neo4jError

from graph_aria.adapters.neo4j import searching
from graph_aria.adapters.neo4j.engine import Address, Engine, Tx
from graph_aria.adapters.neo4j.searching import search
from graph_aria.errors import Unavailable

LACKING = "Neo.ClientError.Procedure.ProcedureCallFailed"


class Failing:
    """Stands for an engine; fails some times before it reads."""

    address = Address("bolt://somewhere")

    def __init__(self, n: int, code: str = LACKING) -> None:
        self.n = n
        self.code = code

    async def read(self, work: Any) -> Any:
        if self.n:
            self.n -= 1
            raise Unavailable from Neo4jError._hydrate_neo4j(code=self.code, message="no")
        return await work(None)


async def _answer(_: Tx) -> str:
    return "found"


async def _search(failing: Failing) -> str:
    return await search(cast("Engine", failing), _answer)


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "_PAUSE_SECONDS", 0)


async def test_a_search_waits_for_its_index() -> None:
    assert await _search(Failing(7)) == "found"


async def test_a_search_does_not_wait_for_ever_and_says_what_to_do() -> None:
    with pytest.raises(Unavailable, match=r"missing at bolt://somewhere, .* start again"):
        await _search(Failing(10_000))


async def test_a_search_that_fails_otherwise_is_not_repeated() -> None:
    failing = Failing(2, "Neo.DatabaseError.General.UnknownError")
    with pytest.raises(Unavailable):
        await _search(failing)
    assert failing.n == 1
