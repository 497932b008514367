"""Prove that deleted words are gone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from graph_aria.domain.proof import telling_words
from graph_aria.domain.records import EntryRecord
from graph_aria.domain.views import Finding
from graph_aria.ports import Maintenance, Profiles, Record


class ProveStore(Profiles, Record, Maintenance, Protocol):
    """What proving needs of a store."""


@dataclass(frozen=True, slots=True)
class Proof:
    """How many words were searched for, and where any was found.

    Attributes:
        n_words: words of what was deleted that nothing that remains holds.
        findings: empty if nothing is left of them.
    """

    n_words: int
    findings: tuple[Finding, ...]


async def prove(store: ProveStore, deleted: Sequence[EntryRecord]) -> Proof:
    """Scrub the store and search it for the words of deleted entries.

    Words are those of at least five bytes that no remaining entry of any profile holds;
    the store itself leaves out common words and those of its schema.

    Args:
        store: from which they were deleted.
        deleted: what they said.

    Raises:
        Unavailable: the store could not be scrubbed.

    Reads: everything. Writes: the file anew. Safe to repeat: yes.
    """
    profiles = await store.list_profiles()
    own = []
    for word in telling_words(record.entry.text for record in deleted):
        for profile in profiles:
            if (await store.list_entries(profile.id, query=word, limit=1)).items:
                break
        else:
            own.append(word)
    return Proof(len(own), await store.prove_gone(own))
