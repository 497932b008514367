"""Do some things at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar, overload

One = TypeVar("One")
Other = TypeVar("Other")
Third = TypeVar("Third")
Fourth = TypeVar("Fourth")
_Doing = Coroutine[Any, Any, One]


@overload
async def together(one: _Doing[One], other: _Doing[Other], /) -> tuple[One, Other]: ...


@overload
async def together(
    one: _Doing[One], other: _Doing[Other], third: _Doing[Third], /
) -> tuple[One, Other, Third]: ...


@overload
async def together(
    one: _Doing[One], other: _Doing[Other], third: _Doing[Third], fourth: _Doing[Fourth], /
) -> tuple[One, Other, Third, Fourth]: ...


async def together(*doings: _Doing[Any]) -> tuple[Any, ...]:
    """What coroutines give that run at the same time; if one fails the others are stopped.

    Not to be put into one another: what is stopped before it begins never begins its own.
    """
    tasks = [asyncio.create_task(each) for each in doings]
    try:
        return tuple(await asyncio.gather(*tasks))
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise
