"""Find the turns of which the user said afterwards that they are to be forgotten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import EntryRecord
from graph_aria.domain.remedies import TAKEN_BACK
from graph_aria.domain.taking_back import FARTHEST, taken_back, takes_back
from graph_aria.ports import Passages, Record


class BesideStore(Record, Passages, Protocol):
    """What looking at the turns around one needs of a store."""


_Around = Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]


async def turns_taken_back(
    store: BesideStore, profile_id: str, records: Sequence[EntryRecord]
) -> frozenset[str]:
    """Ids of those of some turns that later ones in their conversation take back.

    Reads: the turns around each. Writes: nothing. Safe to repeat: yes.
    """
    turns = _turns(records)
    if not turns:
        return frozenset()
    beside = await store.read_beside(profile_id, turns, n=FARTHEST)
    later = {one for _, after in beside.values() for one in after}
    texts = await _texts(store, profile_id, later - set(turns)) | turns
    if not any(takes_back(texts[one]) for one in later if one in texts):
        return frozenset()
    return frozenset(
        turn_id
        for turn_id, (_, after) in beside.items()
        if turn_id in taken_back([(one, texts[one]) for one in (turn_id, *after) if one in texts])
    )


async def turns_to_read_again(
    store: BesideStore, profile_id: str, records: Sequence[EntryRecord]
) -> tuple[EntryRecord, ...]:
    """The turns before some turns that stand otherwise now that these were said or edited.

    Such are those that one of these takes back and that were read, and those that were taken
    back by what no longer does.

    Reads: the turns around each. Writes: nothing. Safe to repeat: yes.
    """
    turns = _turns(records)
    if not turns:
        return ()
    beside = await store.read_beside(profile_id, turns, n=FARTHEST)
    earlier = {one for before, _ in beside.values() for one in before} - set(turns)
    if not earlier:
        return ()
    found = await store.read_records(profile_id, earlier)
    is_marked = any(one.entry.reason == TAKEN_BACK for one in found)
    if not is_marked and not any(map(takes_back, turns.values())):
        return ()
    gone = await turns_taken_back(store, profile_id, found)
    return tuple(
        one
        for one in found
        if (one.entry.reason == TAKEN_BACK) is not (one.entry.id in gone)
        and not one.entry.is_read_as_it_was
    )


async def turns_set_free(
    store: BesideStore, profile_id: str, gone: Sequence[EntryRecord]
) -> tuple[str, ...]:
    """Ids of the turns that some turns took back, and that stay when these go; ascending.

    Reads: the turns before each. Writes: nothing. Safe to repeat: yes.
    """
    orders = {turn_id for turn_id, text in _turns(gone).items() if takes_back(text)}
    if not orders:
        return ()
    beside = await store.read_beside(profile_id, orders, n=FARTHEST)
    wanted = {one for before, _ in beside.values() for one in before}
    found = await store.read_records(profile_id, wanted - {one.entry.id for one in gone})
    return tuple(one.entry.id for one in found if one.entry.reason == TAKEN_BACK)


def _turns(records: Sequence[EntryRecord]) -> dict[str, str]:
    return {one.entry.id: one.entry.text for one in records if one.entry.form is EntryForm.TURN}


async def _texts(store: BesideStore, profile_id: str, turn_ids: set[str]) -> dict[str, str]:
    found = await store.read_records(profile_id, turn_ids)
    return {one.entry.id: one.entry.text for one in found}
