"""Copies between a store of any sort and an embedded one, in both directions."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from graph_aria.adapters.sqlite import SqliteStore
from graph_aria.domain.copies import OWN, CopiedRow, CopyMark, Part, RowKind, parts_of, tally
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import JobKind, Profile
from graph_aria.errors import (
    Conflict,
    CopyUnfinished,
    EntryDeleted,
    IdempotencyMismatch,
    InvalidCursor,
    NotFound,
)
from graph_aria.ports import Clock, Store
from graph_aria.stages import copy as stage
from graph_aria.stages.copy import Progress, copy
from tests.contract.memory_samples import EMBEDDER, OTHER, towards
from tests.contract.samples import (
    BEGIN,
    FixedClock,
    add_entry,
    add_profile,
    apply,
    at,
    day_of,
    entry,
    new_id,
    tell_story,
)
from tests.contract.whole_lives import live, nothing

OpenStore = Callable[[], Awaitable[Store]]


@pytest.fixture
async def beside(tmp_path: Path, clock: Clock) -> AsyncIterator[Store]:
    opened = await SqliteStore.open(tmp_path / "beside", clock=clock)
    yield opened
    await opened.close()


@pytest.fixture(params=["out of it", "into it"])
def pair(request: pytest.FixtureRequest, store: Store, beside: Store) -> tuple[Store, Store]:
    """Source and target; one of them is the store of this suite."""
    return (store, beside) if request.param == "out of it" else (beside, store)


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that every kind with some rows has several pages."""
    monkeypatch.setattr(stage, "_PAGE", 2)
    monkeypatch.setattr(stage, "_PAGE_OF_ENTRIES", 2)


async def _everything(store: Store, profile_id: str) -> dict[str, Any]:
    """What people and programs read of a profile."""
    entry_ids = await store.list_entry_ids(profile_id)
    records = await store.read_records(profile_id, entry_ids)
    entities = (await store.list_entities(profile_id, now=at(10))).items
    relations = (await store.list_relations(profile_id, now=at(10))).items
    targets = [*(item.id for item in entities), *(item.id for item in relations)]
    return {
        "profile": await store.get_profile(profile_id),
        "records": records,
        "entries": await store.list_entries(profile_id, query="ulm"),
        "rulings": await store.list_rulings(profile_id),
        "moods": await store.read_moods(profile_id, since=day_of(-5), until=day_of(9)),
        "read moods": await store.read_mood_readings(profile_id, since=date.min, until=date.max),
        "days": await store.list_on_days(
            profile_id, {one.entry.day for one in records}, forms=set(EntryForm), limit=99
        ),
        "entities": entities,
        "relations": relations,
        "active": await store.read_active(profile_id, now=at(3), max_entities=50, max_relations=50),
        "known": [await store.get_entity(profile_id, item.id) for item in entities],
        "evidence": [(await store.read_evidence(profile_id, target)).items for target in targets],
        "as of": await store.read_as_of(profile_id, targets, at(2)),
        "due": await store.read_due(profile_id, now=at(1000), limit=50),
        "chapters": (await store.read_chapters(profile_id)).items,
        "conversations": await _talks(store, profile_id),
        "memories": await _memories(store, profile_id, entry_ids),
        "tokens": await store.list_tokens(profile_id),
        "jobs": [
            replace(job, state="queued" if job.state == "leased" else job.state)
            for job in (await store.list_jobs(profile_id)).items
        ],
    }


async def _talks(store: Store, profile_id: str) -> list[object]:
    talks = (await store.list_conversations(profile_id)).items
    messages = [await store.read_messages(profile_id, talk.id) for talk in talks]
    notes = await store.list_entries(profile_id, form=EntryForm.NOTE)
    waiting = await store.list_unanswered(profile_id, until=at(99))
    return [talks, messages, notes.items, waiting, await store.read_spent(day_of(7))]


async def _memories(store: Store, profile_id: str, entry_ids: Sequence[str]) -> list[object]:
    ids = await store.list_memory_ids(profile_id)
    near = [
        await store.find_near(profile_id, vector, embedder_id=embedder, least=0.1, limit=9)
        for vector, embedder in (
            (towards(*(n + 1 / 3 for n in range(384))), EMBEDDER),
            (towards(0, -1), OTHER),
        )
    ]
    return [
        await store.read_memories(profile_id, ids),
        (await store.list_memories(profile_id)).items,
        [await store.list_revisions(profile_id, memory_id) for memory_id in ids],
        [one for one, _ in await store.search_memories(profile_id, "swimming", limit=9)],
        await store.find_memories(
            profile_id,
            slots=["the user|birthday|mother"],
            words=["the user swims 1 times – 空"],
            entry_ids=entry_ids[:3],
        ),
        near,
        await store.list_unembedded(profile_id, EMBEDDER, limit=99),
        await store.list_expired(profile_id, now=at(999), limit=9),
        await store.count_memories(profile_id),
        await store.read_vetoes(profile_id, entry_ids),
    ]


async def _tallies(store: Store) -> dict[Part, object]:
    ids = [profile.id for profile in await store.list_profiles()]
    return {part: tally((await store.export(part, limit=1000)).items) for part in parts_of(ids)}


@pytest.mark.usefixtures("small_pages")
async def test_a_copy_holds_the_same_and_both_say_so(pair: tuple[Store, Store]) -> None:
    source, target = pair
    owner = await live(source)

    report = await copy(source, target, tell=nothing)

    assert report.equal
    assert not report.resumed
    assert [each.kind for each in report.kinds] == list(RowKind)
    # Nothing is equal only because it was left out of the sample.
    assert all(each.n_rows > 0 for each in report.kinds), report.kinds
    assert all(n > 0 for n in (await source.count_rows(owner.id)).values())
    assert await _tallies(target) == await _tallies(source)
    assert await target.list_profiles() == await source.list_profiles()
    assert await target.read_mark() == await source.read_mark()
    assert await target.read_copy() is None
    for profile in await source.list_profiles():
        assert await target.count_rows(profile.id) == await source.count_rows(profile.id)
        mine = await _everything(source, profile.id)
        theirs = await _everything(target, profile.id)
        for name, expected in mine.items():
            assert theirs[name] == expected, name


async def test_a_copy_remembers_what_a_store_promised(pair: tuple[Store, Store]) -> None:
    source, target = pair
    owner = await live(source)
    await copy(source, target, tell=nothing)

    assert await target.find_token(b"\x00one", now=at(1)) is not None
    assert await target.find_token(b"two", now=at(1)) is None
    gone = entry(owner, "deleted", 4, origin="import:keys", external_id="gone")
    with pytest.raises(EntryDeleted):
        await target.save_entry(gone, job_id=new_id())
    with pytest.raises(EntryDeleted):
        await target.save_entry(entry(owner, "x"), job_id=new_id(), idempotency_key="gone")
    kept = entry(owner, "kept", 4, origin="import:keys", external_id="kept")
    saved = await target.save_entry(kept, job_id=new_id(), idempotency_key="kept")
    assert not saved.created
    with pytest.raises(IdempotencyMismatch):
        await target.save_entry(entry(owner, "x"), job_id=new_id(), idempotency_key="kept")
    for slot, is_new in (("2026-01-01", False), ("2026-01-03", True)):
        job = await target.queue_job(
            job_id=new_id(), profile_id=owner.id, kind=JobKind.SCRUB, due_at=BEGIN, slot=slot
        )
        assert (job is not None) == is_new
    # The copy is a store like any other, and what it held waits for no one.
    lease = await target.lease_jobs(now=at(100), until=at(101), limit=9)
    assert lease is not None
    await apply(target, owner, at=at(11))


async def test_a_page_begins_where_the_one_before_it_ended(store: Store) -> None:
    await live(store)
    for profile in await store.list_profiles():
        for part in parts_of([profile.id]):
            whole = (await store.export(part, limit=1000)).items
            paged: list[CopiedRow] = []
            after = None
            while True:
                page = await store.export(part, after=after, limit=2)
                paged += page.items
                assert len(page.items) <= 2 or part.kind is RowKind.STORE
                after = page.next_cursor
                if after is None:
                    break
            assert paged == list(whole), part


async def test_rows_may_be_absorbed_again(pair: tuple[Store, Store]) -> None:
    source, target = pair
    owner = await live(source)
    await copy(source, target, tell=nothing)
    before = await _tallies(target)

    for part in parts_of([owner.id]):
        rows = (await source.export(part, limit=1000)).items
        await target.absorb(part, rows, mark=CopyMark("x", None))

    assert await target.read_copy() == CopyMark("x", None)
    await target.end_copy()
    assert await _tallies(target) == before


async def test_another_parts_cursor_is_refused(store: Store) -> None:
    owner = await live(store)
    page = await store.export(Part(RowKind.ENTITY, owner.id), limit=1)
    for part in (Part(RowKind.RELATION, owner.id), Part(RowKind.ENTITY, "other")):
        with pytest.raises((InvalidCursor, NotFound)):
            await store.export(part, after=page.next_cursor, limit=1)
    with pytest.raises(InvalidCursor):
        await store.export(Part(RowKind.ENTITY, owner.id), after="nonsense", limit=1)


async def test_clearing_a_kind_leaves_the_other_profiles(store: Store) -> None:
    owner = await live(store)
    (other,) = [item for item in await store.list_profiles() if item.name == "Bea"]
    before = await store.count_rows(other.id)
    for kind in OWN:
        await store.clear(Part(kind, owner.id))
        assert (await store.count_rows(owner.id))[kind] == 0
    assert set((await store.count_rows(owner.id)).values()) == {0}
    assert await store.count_rows(other.id) == before
    for kind in OWN:
        with pytest.raises(NotFound):
            await store.clear(Part(kind, "nobody"))


# --- broken off ------------------------------------------------------------------------


class _Killed(Exception):
    pass


def _until(n: int) -> Callable[[Progress], None]:
    """Stops a copy when it has told `n` times how far it is."""
    told = 0

    def tell(_: Progress) -> None:
        nonlocal told
        told += 1
        if told > n:
            raise _Killed

    return tell


async def _break_off(source: Store, target: Store, n: int) -> bool:
    """Copy until `n` pages are done; whether it was broken off before its end."""
    try:
        await copy(source, target, tell=_until(n))
    except _Killed:
        return True
    return False


@pytest.mark.usefixtures("small_pages")
@pytest.mark.parametrize("n", [0, 10, 40, 80, 110])
async def test_a_copy_that_was_broken_off_goes_on(pair: tuple[Store, Store], n: int) -> None:
    source, target = pair
    await live(source)
    assert await _break_off(source, target, n)
    mark = await target.read_copy()
    assert mark is not None

    told: list[Progress] = []
    report = await copy(source, target, tell=told.append)

    assert report.equal
    assert report.resumed
    assert await _tallies(target) == await _tallies(source)
    assert await target.read_copy() is None


@pytest.mark.usefixtures("small_pages")
async def test_what_was_copied_is_not_copied_again(pair: tuple[Store, Store]) -> None:
    source, target = pair
    await live(source)
    assert await _break_off(source, target, 40)
    absorbed: list[Part] = []

    class Counting:
        def __getattr__(self, name: str) -> Any:
            return getattr(target, name)

        async def absorb(self, part: Part, rows: Any, *, mark: CopyMark) -> None:
            absorbed.append(part)
            await target.absorb(part, rows, mark=mark)

    mark = await target.read_copy()
    assert mark is not None
    assert mark.part is not None
    await copy(source, Counting(), tell=nothing)

    ids = [profile.id for profile in await source.list_profiles()]
    order = parts_of(ids)
    left = order[order.index(mark.part) :]
    assert {part for part in absorbed if part.profile_id is not None} <= set(left)
    assert Part(RowKind.JOB, max(ids)) in left


async def test_a_store_that_was_not_copied_whole_is_opened_by_nobody_else(
    open_store: OpenStore, store: Store
) -> None:
    mark = CopyMark("some store", Part(RowKind.ENTITY, "p"), "cursor")
    await store.begin_copy(mark)
    assert await store.read_copy() == mark
    await store.close()
    with pytest.raises(CopyUnfinished, match="aria copy"):
        await open_store()


async def test_a_target_that_holds_anything_is_left_alone(pair: tuple[Store, Store]) -> None:
    source, target = pair
    await tell_story(source)
    await add_profile(target, "Zoe")
    before = await _tallies(target)
    with pytest.raises(Conflict, match="holds 1 profile already"):
        await copy(source, target, tell=nothing)
    assert await _tallies(target) == before
    assert await target.read_copy() is None


async def test_a_copy_goes_on_from_no_other_store(
    pair: tuple[Store, Store], tmp_path: Path, clock: FixedClock
) -> None:
    source, target = pair
    await tell_story(source)
    assert await _break_off(source, target, 3)
    other = await SqliteStore.open(tmp_path / "other", clock=clock)
    try:
        await tell_story(other)
        with pytest.raises(Conflict, match="another store"):
            await copy(other, target, tell=nothing)
    finally:
        await other.close()
    assert (await copy(source, target, tell=nothing)).equal


async def _change(source: Store, owner: Profile) -> None:
    """What a user may do between two runs."""
    entries = (await source.list_entries(owner.id)).items
    await source.edit_entry(replace(entries[0], text="other words"), job_id=new_id())
    # The same external id at another entry; the same secret at another token's place.
    moved = next(item for item in entries if item.external_id == "kept")
    await apply(source, owner, drop_entry_ids=(moved.id,))
    again = entry(owner, "kept", 4, origin="import:keys", external_id="kept", id="0-first")
    await source.save_entry(again, job_id=new_id(), restore_deleted=True)
    (thing, *_) = (await source.list_entities(owner.id, now=BEGIN)).items
    await apply(source, owner, drop_entity_ids=(thing.id,))
    # A profile that is gone, and a new one with its name.
    (bea,) = [item for item in await source.list_profiles() if item.name == "Bea"]
    await source.delete_profile(bea.id)
    await tell_story(source, "Bea", 2)


@pytest.mark.usefixtures("small_pages")
@pytest.mark.parametrize("n", [4, 60])
async def test_a_source_that_changed_between_two_runs_is_copied_as_it_is_now(
    pair: tuple[Store, Store], n: int
) -> None:
    source, target = pair
    owner = await live(source)
    assert await _break_off(source, target, n)
    await _change(source, owner)

    report = await copy(source, target, tell=nothing)

    assert report.equal
    assert await _tallies(target) == await _tallies(source)


async def test_a_source_that_changes_all_the_while_is_never_called_copied(
    pair: tuple[Store, Store],
) -> None:
    source, target = pair
    owner = await live(source)

    class Busy:
        def __getattr__(self, name: str) -> Any:
            return getattr(source, name)

        async def export(self, part: Part, **given: Any) -> Any:
            page = await source.export(part, **given)
            if part == Part(RowKind.JOB, owner.id):
                await add_entry(source, owner)
            return page

    report = await copy(Busy(), target, tell=nothing)
    assert not report.equal
    assert await target.read_copy() is not None

    report = await copy(source, target, tell=nothing)
    assert report.equal
    assert report.resumed
    assert await _tallies(target) == await _tallies(source)
