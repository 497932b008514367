"""The proof of a deletion, as the API tells it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from typing import Any

from graph_aria.api.deps import Scope
from graph_aria.api.remembered import look_after, look_before
from graph_aria.api.schemas.entries import FoundWord
from graph_aria.domain.records import EntryRecord
from graph_aria.errors import Unavailable
from graph_aria.stages.prove import prove


async def deleted(
    scope: Scope,
    entry_ids: Collection[str],
    forget: Callable[[], Awaitable[Sequence[EntryRecord]]],
    *,
    proves: bool,
    what: str,
) -> tuple[Sequence[EntryRecord], dict[str, Any]]:
    """Delete entries, and say what went with them: fields of an answer.

    Args:
        scope: where they are.
        entry_ids: those that go.
        forget: deletes them.
        proves: whether the store is searched for their words.
        what: what is deleted, as people call it.

    Raises:
        Unavailable: the store could not be scrubbed; the message says that it is deleted.
    """
    before = await look_before(scope, entry_ids=entry_ids)
    records = await forget()
    scope.services.replies.drop([record.entry.id for record in records])
    gone, back = await look_after(scope, before)
    scope.wake()
    told: dict[str, Any] = {"memories_gone": len(gone), "memories_back": back, "proved": False}
    if proves:
        told |= await proved(scope, records, texts=before.texts, what=what)
    return records, told


async def proved(
    scope: Scope, deleted: Sequence[EntryRecord], *, texts: Iterable[str], what: str
) -> dict[str, Any]:
    """What a search for the words of something deleted gave: fields of an answer.

    Args:
        scope: where it was deleted.
        deleted: entries that went.
        texts: what memories said that went.
        what: what was deleted, as people call it.

    Raises:
        Unavailable: the store could not be scrubbed; the message says that it is deleted.
    """
    try:
        proof = await prove(scope.store, scope.profile.id, deleted, texts=texts)
    except Unavailable as error:
        message = f"{what} is deleted, but that could not be proved: {error.message}"
        raise Unavailable(message) from error
    return {
        "proved": True,
        "n_words": proof.n_words,
        "kept": list(proof.kept),
        "found": [FoundWord(where=item.where, word=item.word) for item in proof.findings],
        "out_of_reach": list(proof.out_of_reach),
    }
