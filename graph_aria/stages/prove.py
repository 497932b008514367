"""Prove that deleted words are gone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graph_aria.domain.passage_cutting import DAY_WORDS
from graph_aria.domain.proof import telling_words
from graph_aria.domain.records import EntryRecord
from graph_aria.domain.views import Finding
from graph_aria.ports import Maintenance


@dataclass(frozen=True, slots=True)
class Proof:
    """How many words were searched for, and where any was found.

    Attributes:
        n_words: words of what was deleted that nothing that remains of the profile holds.
        findings: empty if nothing is left of them.
        kept: the others, folded, in order: what remains of the profile was said with them.
        out_of_reach: where no search can look, as people call it.
    """

    n_words: int
    kept: tuple[str, ...]
    findings: tuple[Finding, ...]
    out_of_reach: tuple[str, ...]


async def prove(
    store: Maintenance,
    profile_id: str,
    deleted: Sequence[EntryRecord],
    *,
    texts: Iterable[str] = (),
) -> Proof:
    """Scrub the store and search it for the words of deleted entries and memories.

    Words are those of at least five bytes that nothing that was said in the profile and remains
    holds, letter for letter. What another profile holds changes nothing of the answer, so that
    nobody can ask for it: a word that stands only there is searched for as any other, in the
    rows of this profile. Names of days and months tell nothing: what remains is
    found by those of its own day. The store looks for words that it writes itself only where
    people's words stand.

    Args:
        store: from which they were deleted.
        profile_id: whose they were.
        deleted: what they said.
        texts: what memories said that went.

    Raises:
        Unavailable: the store could not be scrubbed.

    Reads: everything. Writes: the file anew. Safe to repeat: yes.
    """
    texts = [*(record.entry.text for record in deleted), *texts]
    words = [word for word in telling_words(texts) if word not in DAY_WORDS]
    said = await store.find_said(words, within=profile_id)
    own = [word for word in words if word not in said]
    kept = tuple(word for word in words if word in said)
    left = await store.prove_gone(own, within=profile_id)
    return Proof(len(own), kept, left, store.out_of_reach)
