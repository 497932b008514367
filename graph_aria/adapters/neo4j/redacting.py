"""Taking words of what was deleted out of replies."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.neo4j.engine import rows
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.domain.proof import redacted, words_of

if TYPE_CHECKING:
    from graph_aria.adapters.neo4j.engine import Tx

_Q: Final = load_queries("conversations")
_KEEPING: Final = load_queries("maintenance")


async def redact_replies(tx: Tx, profile_id: str, words: Collection[str]) -> None:
    """Take those of some folded words out of a profile's replies that it says no more.

    Args:
        tx: a write transaction that holds the profile, after what said them was deleted.
        profile_id: whose replies. What another profile says keeps no word in them.
        words: what may have gone.
    """
    asked = frozenset(words)
    replies = await rows(tx, _Q["list_replies"], profile=profile_id) if asked else []
    unsaid = set(asked.intersection(word for _, text in replies for word in words_of(text)))
    # The whole record is looked through only for what a reply repeats.
    if unsaid:
        async for (texts,) in await tx.run(_KEEPING["list_said"], {"profile": profile_id}):
            for text in texts:
                unsaid -= words_of(text or "")
    changed = [
        [turn_id, redacted(text, unsaid)]
        for turn_id, text in replies
        if not unsaid.isdisjoint(words_of(text))
    ]
    if changed:
        await rows(tx, _Q["redact_replies"], profile=profile_id, rows=changed)
