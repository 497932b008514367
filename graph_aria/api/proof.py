"""Proving that deleted words are gone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from graph_aria.domain.records import EntryRecord
from graph_aria.domain.views import Finding
from graph_aria.ports import Store

MIN_BYTES: Final = 5
_WORD: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Proof:
    """How many words were searched for, and where any was found."""

    n_words: int
    findings: tuple[Finding, ...]


async def prove(store: Store, deleted: Sequence[EntryRecord]) -> Proof:
    """Scrub the store and search it for the words of deleted entries.

    Words are those of at least five bytes that no remaining entry of any profile holds;
    the store itself leaves out common words and those of its schema.

    Args:
        store: from which they were deleted.
        deleted: what they said.
    """
    words = {
        word.casefold()
        for record in deleted
        for word in _WORD.findall(record.entry.text)
        if len(word.encode("utf-8", "surrogatepass")) >= MIN_BYTES
    }
    profiles = await store.list_profiles()
    own = []
    for word in sorted(words):
        for profile in profiles:
            if (await store.list_entries(profile.id, query=word, limit=1)).items:
                break
        else:
            own.append(word)
    return Proof(len(own), await store.prove_gone(own))
