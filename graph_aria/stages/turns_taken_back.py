"""Find the turns of which the user said right after them that they are to be forgotten."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import EntryRecord
from graph_aria.domain.remedies import TAKEN_BACK
from graph_aria.domain.unwanted import takes_back
from graph_aria.ports import Passages, Record


class BesideStore(Record, Passages, Protocol):
    """What looking at the turns around one needs of a store."""


async def turns_taken_back(
    store: BesideStore, profile_id: str, records: Sequence[EntryRecord]
) -> frozenset[str]:
    """Ids of those of some turns that the user's next words in the conversation take back.

    Reads: the turn after each. Writes: nothing. Safe to repeat: yes.
    """
    turns = [one.entry.id for one in records if one.entry.form is EntryForm.TURN]
    if not turns:
        return frozenset()
    beside = await store.read_beside(profile_id, turns)
    after = {turn_id: later[0] for turn_id, (_, later) in beside.items() if later}
    orders = {
        one.entry.id
        for one in await store.read_records(profile_id, set(after.values()))
        if takes_back(one.entry.text)
    }
    return frozenset(turn_id for turn_id, later in after.items() if later in orders)


async def turns_to_read_again(
    store: BesideStore, profile_id: str, records: Sequence[EntryRecord]
) -> tuple[EntryRecord, ...]:
    """The turns before some turns that stand otherwise now that these were said or edited.

    Such are those that one of these takes back and that were read, and those that were taken
    back by what no longer does.

    Reads: the turn before each. Writes: nothing. Safe to repeat: yes.
    """
    orders = {
        one.entry.id: takes_back(one.entry.text)
        for one in records
        if one.entry.form is EntryForm.TURN
    }
    if not orders:
        return ()
    beside = await store.read_beside(profile_id, orders)
    before = {turn_id: earlier[-1] for turn_id, (earlier, _) in beside.items() if earlier}
    wanted = {earlier: orders[turn_id] for turn_id, earlier in before.items()}
    known: Collection[str] = {one.entry.id for one in records}
    found = await store.read_records(profile_id, set(wanted) - set(known))
    return tuple(
        one
        for one in found
        if (one.entry.reason == TAKEN_BACK) is not wanted[one.entry.id]
        and not one.entry.is_read_as_it_was
    )


async def turns_set_free(
    store: BesideStore, profile_id: str, gone: Sequence[EntryRecord]
) -> tuple[str, ...]:
    """Ids of the turns that some turns took back, and that stay when these go; ascending.

    Reads: the turn before each. Writes: nothing. Safe to repeat: yes.
    """
    orders = [
        one.entry.id
        for one in gone
        if one.entry.form is EntryForm.TURN and takes_back(one.entry.text)
    ]
    if not orders:
        return ()
    beside = await store.read_beside(profile_id, orders)
    wanted = {earlier[-1] for earlier, _ in beside.values() if earlier}
    found = await store.read_records(profile_id, wanted - {one.entry.id for one in gone})
    return tuple(one.entry.id for one in found if one.entry.reason == TAKEN_BACK)
