"""Do two things at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

One = TypeVar("One")
Other = TypeVar("Other")


async def both(
    one: Coroutine[Any, Any, One], other: Coroutine[Any, Any, Other]
) -> tuple[One, Other]:
    """What two coroutines give that run at the same time; if one fails the other is stopped."""
    tasks = asyncio.create_task(one), asyncio.create_task(other)
    try:
        return await asyncio.gather(*tasks)
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise
