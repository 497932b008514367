"""What is large, odd or at once: big lists, the largest entry, every script, many writers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

import pytest

from graph_aria.domain.entries import MAX_TEXT_BYTES
from graph_aria.domain.graph import Entity, GraphDelta, Relation
from graph_aria.domain.records import JobKind, Profile, RulingVerb
from graph_aria.domain.views import Page, Token
from graph_aria.domain.vocabulary import Kind, Predicate
from graph_aria.errors import LeaseLost
from graph_aria.ports import Store
from graph_aria.stages.merge import merge
from tests.contract.samples import (
    BEGIN,
    add_entry,
    add_profile,
    apply,
    at,
    days_of,
    entity,
    form,
    mention,
    new_id,
    outcome,
    profile,
    relation,
    ruling,
    said,
    tell_story,
    user_of,
)

NAMES = [
    "𐍈𝒜🧘🏽‍♀️",  # astral, joined
    "שלום עולם",
    "\u202eright to left\u202c",
    "e\u0301\u0323 combining",
    "Ａｆｕｌｌ ｗｉｄｔｈ",
    "한국어 中文 ไทย",
    "quote ' \" ` \\ ; -- // { } $p <<x>>",
    "tab\tand\nline",
    "\ufeffmark\u200b",
]


async def test_writers_at_once_all_succeed_if_they_compute_again(
    store: Store, owner: Profile
) -> None:
    names = [f"thing {n}" for n in range(6)]

    async def write(name: str) -> None:
        made = entity(owner, name)

        async def compute() -> GraphDelta:
            now = await store.get_profile(owner.id)
            return GraphDelta(owner.id, now.version, BEGIN, save_entities=(made,))

        await merge(store, compute)

    await asyncio.gather(*map(write, names))
    assert (await store.get_profile(owner.id)).version == len(names)
    found = (await store.list_entities(owner.id, now=BEGIN)).items
    assert sorted(each.name for each in found) == names


async def test_a_delta_under_a_lease_that_was_lost_leaves_nothing(store: Store) -> None:
    story = await tell_story(store)
    owner = story.owner
    version = (await store.get_profile(owner.id)).version
    lease = await store.lease_jobs(now=at(1), until=at(2), limit=9)
    assert lease is not None
    taken = lease.jobs[0].id
    delta = GraphDelta(
        owner.id,
        version,
        at(1),
        save_entities=(entity(owner, "running"),),
        drop_entry_ids=(story.entry.id,),
        jobs=((new_id(), JobKind.SCRUB),),
    )
    with pytest.raises(LeaseLost):
        await store.apply(delta, lease=replace(lease, fence=lease.fence - 1))
    assert (await store.get_profile(owner.id)).version == version
    assert (await store.get_entry(owner.id, story.entry.id)).text == story.entry.text
    assert not (await store.list_entities(owner.id, now=BEGIN, query="running")).items
    (job,) = (await store.list_jobs(owner.id)).items
    assert (job.id, job.state) == (taken, "leased")


async def test_twenty_thousand_rows_are_one_delta_and_are_paged_through_their_ties(
    store: Store, owner: Profile
) -> None:
    many = [entity(owner, f"thing {n}", n % 3) for n in range(4_000)]
    ties: list[Relation] = [
        relation(owner, owner.user_id, Predicate.LIKES, each.id, n % 3)
        for n, each in enumerate(many[:2_000])
    ]
    ids = [*(each.id for each in many), *(each.id for each in ties)]
    pieces = [said(id_, n % 3)[0] for n, id_ in enumerate(ids)]
    await apply(
        store,
        owner,
        save_entities=tuple(many),
        save_forms=tuple(form(each, each.name) for each in many),
        save_relations=tuple(ties),
        save_evidence=tuple(pieces),
        save_day_rows=tuple(row for item in pieces for row in days_of(item.target_id, [item])),
    )
    for expected, listed in (
        (many, await _all_pages(partial(store.list_entities, owner.id, now=at(3)))),
        (ties, await _all_pages(partial(store.list_relations, owner.id, now=at(3)))),
    ):
        assert {id_ for _, id_ in listed} == {each.id for each in expected}
        assert len(listed) == len(expected)
        assert listed == sorted(listed)


async def _all_pages(
    ask: Callable[..., Awaitable[Page[Entity] | Page[Relation]]],
) -> list[tuple[float, str]]:
    """Coldness and id of all that is listed, as it comes."""
    listed: list[tuple[float, str]] = []
    cursor: str | None = None
    while True:
        page = await ask(cursor=cursor, limit=470)
        for each in page.items:
            assert each.standing is not None
            listed.append((-each.standing.heat, each.id))
        cursor = page.next_cursor
        if cursor is None:
            return listed


async def test_the_largest_entry_is_stored_found_and_deleted(store: Store, owner: Profile) -> None:
    text = ("wörter und 🧘 " * 100_000).encode()[: MAX_TEXT_BYTES - 9].decode(errors="ignore")
    told = await add_entry(store, owner, f"{text} zebra")
    assert (await store.get_entry(owner.id, told.id)).text == told.text
    assert (await store.list_entries(owner.id, query="wörter zebra")).items == (told,)
    await apply(store, owner, drop_entry_ids=(told.id,))
    assert not (await store.list_entries(owner.id, query="zebra")).items


@pytest.mark.parametrize("name", NAMES)
async def test_every_script_comes_back_from_every_place(store: Store, name: str) -> None:
    made = profile(name)
    await store.create_profile(made, user_of(made))
    assert await store.find_profile(name) == made
    token = Token(new_id("token"), made.id, name, read_only=False, created_at=BEGIN)
    await store.save_token(token, b"hash")
    assert await store.list_tokens(made.id) == (token,)
    told = await add_entry(store, made, f"About {name}.", origin=name, external_id=name, mood=3)
    again = await add_entry(store, made, "Other.", origin=name, external_id=name)
    assert again == told
    person = entity(made, name, kind=Kind.PERSON, role=name, cadence=name, distinct=name)
    known = mention(told, name, person, role=name, cadence=name)
    renamed = ruling(made, RulingVerb.RENAME, person.id, value=name)
    await apply(
        store,
        made,
        outcomes=(outcome(told, reason=name),),
        save_entities=(person,),
        save_forms=(form(person, name, role=name),),
        save_mentions=(known,),
        save_rulings=(renamed,),
        save_evidence=tuple(said(person.id, 0)),
    )
    assert await store.read_entities(made.id, [person.id]) == (person,)
    (found,) = await store.find_candidates(made.id, [person.key])
    assert found.forms == (form(person, name, role=name),)
    (record,) = await store.read_records(made.id, [told.id])
    assert record.mentions == (known,)
    assert record.entry.reason == name
    assert await store.list_rulings(made.id) == (renamed,)


@pytest.mark.parametrize(
    "zone", ["Europe/Athens", "America/New_York", "Pacific/Apia", "Australia/Lord_Howe", "UTC"]
)
async def test_days_are_those_of_the_clock_where_it_was_said(store: Store, zone: str) -> None:
    """Through the nights when clocks are put forward and back, hour by hour, in order."""
    owner = await add_profile(store)
    instants = [
        first + timedelta(hours=n)
        for first in (datetime(2026, 3, 28, 12, tzinfo=UTC), datetime(2026, 10, 24, 12, tzinfo=UTC))
        for n in range(0, 30, 2)
    ]
    instants += [instant + timedelta(microseconds=1) for instant in instants[::5]]
    for instant in instants:
        await add_entry(store, owner, occurred_at=instant, recorded_at=instant, zone=zone)
    counted: dict[date, int] = {}
    for instant in instants:
        day = instant.astimezone(ZoneInfo(zone)).date()
        counted[day] = counted.get(day, 0) + 1
    since, until = min(counted), max(counted)
    assert await store.read_entry_days(owner.id, since=since, until=until) == counted
    listed = (await store.list_entries(owner.id, limit=100)).items
    assert [each.occurred_at for each in listed] == sorted(instants, reverse=True)
    assert {each.zone for each in listed} == {zone}
