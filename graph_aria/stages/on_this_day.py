"""Bring up what was written on this day of earlier years."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import groupby
from typing import Final, Protocol

from graph_aria.domain.care import concern_in
from graph_aria.domain.days import local_day
from graph_aria.domain.graph import Entity
from graph_aria.domain.records import Entry, EntryRecord, MentionState, Profile
from graph_aria.domain.this_day import (
    FORMS,
    MOST_ENTRIES,
    MOST_YEARS,
    YearAgo,
    days_before,
    may_come_up,
    years_ago,
)
from graph_aria.ports import Graph, Record

_MOST_READ: Final = 2 * MOST_ENTRIES


class DayStore(Record, Graph, Protocol):
    """What looking at days needs of a store."""


async def on_this_day(
    store: DayStore,
    profile: Profile,
    *,
    now: datetime,
    most_years: int = MOST_YEARS,
    in_short: bool = False,
) -> tuple[YearAgo, ...]:
    """What the user wrote, felt and cared for on this day, a year ago and more.

    Entries that speak of a crisis are not brought up, nor what is not to be known, nor what
    was deleted. Chats are none of it.

    Args:
        store: where entries are.
        profile: whose; its zone tells which day it is.
        now: the present instant.
        most_years: of how many days at most, the latest that have something.
        in_short: only what was written and given as mood, without what was read in it.

    Returns:
        Each day that has something, latest first, at most 60 years back; may be empty.

    Reads: the entries of those days, what was read in them, entities. Writes: nothing. Safe
    to repeat: yes.
    """
    today = local_day(now, profile.zone)
    found = await store.list_on_days(profile.id, days_before(today), forms=FORMS, limit=_MOST_READ)
    entries = await asyncio.to_thread(_latest, found, most_years) if found else []
    if in_short or not entries:
        return years_ago(map(EntryRecord, entries), today=today, entities={})
    records = await store.read_records(profile.id, [one.id for one in entries])
    mentioned = {
        mention.entity_id
        for record in records
        for mention in record.mentions
        if mention.entity_id is not None and mention.state is MentionState.LIVE
    }
    entities = await canonical_entities(store, profile.id, mentioned)
    return years_ago(records, today=today, entities=entities)


def _latest(found: Sequence[Entry], most_years: int) -> list[Entry]:
    """Of the latest days that have something that may come up, the first entries."""
    entries: list[Entry] = []
    n_years = 0
    for _, same_day in groupby(reversed(found), key=lambda one: one.day):
        told = _without_crises([one for one in same_day if may_come_up(one)])
        entries += told[-MOST_ENTRIES:]
        n_years += bool(told)
        if n_years == most_years:
            break
    return entries


async def calm(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Those of some entries that may be brought up by themselves, and speak of no crisis."""
    asked = [one for one in entries if may_come_up(one)]
    # Beside the event loop: a text of a megabyte takes seconds.
    return tuple(await asyncio.to_thread(_without_crises, asked)) if asked else ()


async def speak_of_a_crisis(entries: Sequence[Entry]) -> bool:
    """Whether the words of any of some entries speak of a crisis."""
    return len(entries) > len(await asyncio.to_thread(_without_crises, entries))


def _without_crises(entries: Sequence[Entry]) -> list[Entry]:
    return [one for one in entries if concern_in(one.text) is None]


async def canonical_entities(
    store: DayStore, profile_id: str, entity_ids: Collection[str]
) -> dict[str, Entity]:
    """What entities stand for today, by their own ids; what is gone is left out."""
    known: dict[str, Entity] = {}
    missing = set(entity_ids)
    while missing:  # once, and once more for each merge of what was merged
        found = await store.read_entities(profile_id, missing)
        known |= {one.id: one for one in found}
        missing = {one.merged_into for one in found if one.merged_into} - known.keys()
    standing = {}
    for entity_id in entity_ids:
        one = known.get(entity_id)
        while one is not None and one.merged_into is not None:
            one = known.get(one.merged_into)
        if one is not None:
            standing[entity_id] = one
    return standing
