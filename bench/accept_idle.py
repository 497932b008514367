"""The service with a reader that never answers, so that accepting can be timed alone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from graph_aria import bootstrap
from graph_aria.cli.main import main
from graph_aria.domain.reading import Reading, ReadRequest


class IdleReader:
    """Reads nothing, for ever."""

    reader_id = "idle"
    degraded = None

    def __init__(self, model: str | None = None) -> None:
        del model

    async def start(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        """Nothing to stop."""

    async def read_batch(self, requests: Sequence[ReadRequest]) -> list[Reading]:
        """Wait until the service ends."""
        del requests
        await asyncio.sleep(3600)
        return []


bootstrap.ReaderProcess = IdleReader  # type: ignore[assignment,attr-defined]

if __name__ == "__main__":
    main()
