"""Prove that moods that were read are gone."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from graph_aria.domain.moods import MoodReading
from graph_aria.domain.views import Finding
from graph_aria.ports import Maintenance, MoodReadings


@dataclass(frozen=True, slots=True)
class MoodProof:
    """How many readings were searched for, and where any was found.

    Attributes:
        n_readings: those that were deleted.
        findings: empty if nothing is left of them.
        out_of_reach: where no search can look, as people call it.
    """

    n_readings: int
    findings: tuple[Finding, ...]
    out_of_reach: tuple[str, ...]


class MoodProofStore(Maintenance, MoodReadings, Protocol):
    """What proving needs of a store."""


async def prove_moods(
    store: MoodProofStore, profile_id: str, deleted: Collection[MoodReading]
) -> MoodProof:
    """Scrub the store and search it for moods that were deleted: rows, and pages where it can.

    They are numbers beside the ids of entries that stay, so that no word tells them: what is
    searched for is a number where it stood, behind its entry and its day.

    Args:
        store: from which they were deleted.
        profile_id: whose.
        deleted: as they were before. One that was read anew meanwhile is found.

    Raises:
        Unavailable: the store could not be scrubbed.

    Reads: everything. Writes: the file anew. Safe to repeat: yes.
    """
    await store.scrub()
    findings = await store.find_moods_left(profile_id, deleted)
    return MoodProof(len(deleted), findings, store.out_of_reach)
