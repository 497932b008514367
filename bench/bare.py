"""The bare driver beside our own code: what was asked is noted, then asked again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from neo4j import AsyncDriver, AsyncManagedTransaction, AsyncResult, AsyncTransaction

Statement = tuple[str, dict[str, Any]]


@contextmanager
def noting() -> Iterator[list[list[Statement]]]:
    """Note every statement, a list for each transaction."""
    noted: list[list[Statement]] = []
    known: dict[int, list[Statement]] = {}
    ask = AsyncManagedTransaction.run

    async def note(self: Any, query: str, parameters: Any = None, **more: Any) -> Any:
        if id(self) not in known:
            known[id(self)] = []
            noted.append(known[id(self)])
        known[id(self)].append((query, {**(parameters or {}), **more}))
        return await ask(self, query, parameters, **more)

    AsyncManagedTransaction.run = note  # type: ignore[method-assign]
    try:
        yield noted
    finally:
        AsyncManagedTransaction.run = ask  # type: ignore[method-assign]


async def ask_again(
    driver: AsyncDriver, transactions: list[list[Statement]], *, write: bool = False
) -> None:
    """The same statements in the same transactions, each answer read to its end."""
    for statements in transactions:

        async def work(tx: AsyncManagedTransaction, asked: list[Statement] = statements) -> None:
            for query, parameters in asked:
                result = await tx.run(query, parameters)
                await result.values()

        async with driver.session(database="neo4j") as session:
            await (session.execute_write(work) if write else session.execute_read(work))


class NotingTransaction:
    """A transaction that notes what it is asked."""

    def __init__(self, tx: AsyncTransaction) -> None:
        self._tx = tx
        self.noted: list[Statement] = []

    async def run(self, query: str, parameters: dict[str, Any]) -> AsyncResult:
        """Ask, and note what was asked."""
        self.noted.append((query, parameters))
        return await self._tx.run(query, parameters)
