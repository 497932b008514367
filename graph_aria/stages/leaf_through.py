"""Go through a list that comes in pages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final, TypeVar

from graph_aria.domain.views import Page

PART: Final = 200
"""How long the pages are."""

_Item = TypeVar("_Item")


async def leaf_through(
    list_page: Callable[..., Awaitable[Page[_Item]]], *asked: Any, **wanted: Any
) -> AsyncIterator[_Item]:
    """Every item of all pages, in their order; a page is fetched when the last one is used up.

    Args:
        list_page: a `list_…` or `read_…` verb of a store that takes `cursor` and `limit`.
        asked: what it is asked for.
        wanted: the same by name.

    Reads: as the verb does. Writes: nothing. Safe to repeat: yes.
    """
    cursor: str | None = None
    while True:
        page = await list_page(*asked, cursor=cursor, limit=PART, **wanted)
        for item in page.items:
            yield item
        cursor = page.next_cursor
        if cursor is None:
            return
