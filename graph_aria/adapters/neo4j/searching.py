"""Searches by the full-text indexes, which a scrub makes anew."""

from __future__ import annotations

import asyncio
from typing import Final, TypeVar

from neo4j.exceptions import Neo4jError

from graph_aria.adapters.neo4j.engine import Engine, Work
from graph_aria.errors import Unavailable

T = TypeVar("T")

_TRIES: Final = 50
_PAUSE_SECONDS: Final = 0.2
_FAILED: Final = "Neo.ClientError.Procedure.ProcedureCallFailed"
"""What a search without its index fails with. For one that is filled the server itself waits
for half a minute, and fails alike."""


async def search(engine: Engine, work: Work[T]) -> T:
    """Run a function that searches, in one transaction; waits for an index that is missing.

    Raises:
        Unavailable: it is missing still.
        AriaError: what else went wrong.
    """
    for _ in range(_TRIES):
        try:
            return await engine.read(work)
        except Unavailable as error:
            if not lacks_index(error):
                raise
        await asyncio.sleep(_PAUSE_SECONDS)
    raise Unavailable(
        f"a search needs an index that is missing at {engine.address.uri}, or not yet filled; "
        "try again, and if that does not help start again, which makes it anew"
    )


def lacks_index(error: Unavailable) -> bool:
    """Whether a search failed because its index is missing, or not filled yet."""
    cause = error.__cause__
    return isinstance(cause, Neo4jError) and cause.code == _FAILED
