from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import (
    Entry,
    EntryState,
    JobKind,
    MentionState,
    Profile,
    RulingVerb,
    SpokenDate,
)
from graph_aria.domain.views import MoodDay
from graph_aria.domain.vocabulary import Predicate
from graph_aria.errors import (
    Conflict,
    EntryDeleted,
    IdempotencyMismatch,
    InvalidCursor,
    InvalidText,
    NotFound,
    VersionConflict,
)
from graph_aria.ports import Store
from tests.contract.samples import (
    FixedClock,
    add_entry,
    add_profile,
    apply,
    assertion,
    at,
    day_of,
    entity,
    entry,
    mention,
    new_id,
    outcome,
    ruling,
    tell_story,
)

STRANGE = "Naïve café – „Žluťoučký“ 日本語 👩‍👩‍👧 \u202ertl\u202c\r\n\t\x07 e\u0301"


async def _delete(store: Store, owner: Profile, *entry_ids: str) -> None:
    await apply(store, owner, drop_entry_ids=entry_ids)


async def test_an_entry_comes_back_to_the_last_character(store: Store, owner: Profile) -> None:
    made = entry(
        owner,
        STRANGE,
        1.000001,
        form=EntryForm.MOOD_CHECK_IN,
        mood=7,
        zone="Asia/Kathmandu",
        origin="import:notes",
        external_id="ä/1",
    )
    saved = await store.save_entry(made, job_id=new_id())
    assert saved.created
    assert saved.entry == made
    assert await store.get_entry(owner.id, made.id) == made


async def test_times_are_kept_to_the_microsecond_from_year_1_to_9999(
    store: Store, owner: Profile
) -> None:
    for moment in (datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)):
        made = entry(owner, occurred_at=moment, zone="UTC")
        await store.save_entry(made, job_id=new_id())
        assert (await store.get_entry(owner.id, made.id)).occurred_at == moment


async def test_an_entry_and_its_reading_job_are_stored_together(
    store: Store, owner: Profile
) -> None:
    made = await add_entry(store, owner)
    (job,) = (await store.list_jobs(owner.id)).items
    assert (job.kind, job.subject_id, job.state) == (JobKind.READ, made.id, "queued")


async def test_a_job_that_cannot_be_stored_takes_its_entry_with_it(
    store: Store, owner: Profile
) -> None:
    await store.save_entry(entry(owner), job_id="job")
    with pytest.raises(Conflict):
        await store.save_entry(entry(owner), job_id="job")
    assert len((await store.list_entries(owner.id)).items) == 1


async def test_an_id_is_stored_once(store: Store, owner: Profile) -> None:
    made = await add_entry(store, owner)
    with pytest.raises(Conflict):
        await store.save_entry(replace(made, text="other"), job_id=new_id())
    assert await store.get_entry(owner.id, made.id) == made


async def test_a_lone_surrogate_is_refused_and_nothing_is_stored(
    store: Store, owner: Profile
) -> None:
    with pytest.raises(InvalidText):
        await store.save_entry(entry(owner, "broken \ud83d"), job_id=new_id())
    assert not (await store.list_entries(owner.id)).items
    assert not (await store.list_jobs(owner.id)).items


async def test_the_same_external_id_is_stored_once_an_origin(store: Store, owner: Profile) -> None:
    first = await store.save_entry(entry(owner, external_id="7", origin="a"), job_id=new_id())
    again = await store.save_entry(
        entry(owner, "other words", external_id="7", origin="a"), job_id=new_id()
    )
    assert (again.created, again.entry) == (False, first.entry)
    elsewhere = await store.save_entry(entry(owner, external_id="7", origin="b"), job_id=new_id())
    assert elsewhere.created
    assert len((await store.list_jobs(owner.id)).items) == 2


async def test_the_same_key_and_request_are_stored_once(store: Store, owner: Profile) -> None:
    first = await store.save_entry(entry(owner, "a"), job_id=new_id(), idempotency_key="k")
    # A second try is recorded later, and says no more than the first about when it was.
    again = await store.save_entry(entry(owner, "a", 0.01), job_id=new_id(), idempotency_key="k")
    assert (again.created, again.entry) == (False, first.entry)
    with pytest.raises(IdempotencyMismatch):
        await store.save_entry(entry(owner, "b"), job_id=new_id(), idempotency_key="k")
    with pytest.raises(IdempotencyMismatch):
        await store.save_entry(
            entry(owner, "a", occurred_at=at(-3)), job_id=new_id(), idempotency_key="k"
        )
    with pytest.raises(IdempotencyMismatch):
        await store.save_entry(
            entry(owner, "a", zone="Asia/Tokyo"), job_id=new_id(), idempotency_key="k"
        )
    assert len((await store.list_entries(owner.id)).items) == 1


async def test_a_key_belongs_to_one_profile(store: Store, owner: Profile) -> None:
    other = await add_profile(store, "Bea")
    await store.save_entry(entry(owner, "a"), job_id=new_id(), idempotency_key="k")
    saved = await store.save_entry(entry(other, "b"), job_id=new_id(), idempotency_key="k")
    assert saved.created


async def test_what_was_deleted_stays_deleted_unless_asked_for(
    store: Store, owner: Profile
) -> None:
    made = entry(owner, "secret", external_id="7", origin="a")
    await store.save_entry(made, job_id=new_id(), idempotency_key="k")
    await _delete(store, owner, made.id)
    with pytest.raises(NotFound):
        await store.get_entry(owner.id, made.id)
    assert not (await store.list_jobs(owner.id)).items
    again = entry(owner, "secret", external_id="7", origin="a")
    with pytest.raises(EntryDeleted):
        await store.save_entry(again, job_id=new_id())
    with pytest.raises(EntryDeleted):
        await store.save_entry(entry(owner, "secret"), job_id=new_id(), idempotency_key="k")
    restored = await store.save_entry(
        again, job_id=new_id(), idempotency_key="k", restore_deleted=True
    )
    assert restored.created
    once_more = await store.save_entry(
        entry(owner, "secret", external_id="7", origin="a"), job_id=new_id(), idempotency_key="k"
    )
    assert once_more.entry.id == again.id


async def test_an_entry_without_external_id_leaves_no_tombstone(
    store: Store, owner: Profile
) -> None:
    made = await add_entry(store, owner)
    await _delete(store, owner, made.id)
    assert (await store.save_entry(made, job_id=new_id())).created


async def test_twenty_tasks_save_at_once_and_every_entry_is_there(
    store: Store, owner: Profile
) -> None:
    made = [[entry(owner, f"task {task} entry {n}") for n in range(10)] for task in range(20)]

    async def save(mine: list[Entry]) -> None:
        for item in mine:
            await store.save_entry(item, job_id=new_id())

    await asyncio.gather(*(save(mine) for mine in made))
    stored = await store.list_entry_ids(owner.id)
    assert set(stored) == {item.id for mine in made for item in mine}
    assert len((await store.list_jobs(owner.id, limit=300)).items) == 200


async def test_a_failing_save_among_many_undoes_only_its_own(store: Store, owner: Profile) -> None:
    good = [entry(owner, f"good {n}") for n in range(20)]
    bad = [entry(owner, f"bad {n} \ud800") for n in range(5)]
    tasks = [store.save_entry(item, job_id=new_id()) for item in (*good[:10], *bad, *good[10:])]
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(answer) for answer in answers[10:15]] == [InvalidText] * 5
    assert set(await store.list_entry_ids(owner.id)) == {item.id for item in good}


async def test_an_edit_makes_the_next_revision_and_queues_a_reading(
    store: Store, owner: Profile, clock: FixedClock
) -> None:
    made = await add_entry(store, owner, "before")
    await apply(store, owner, outcomes=(outcome(made),))
    version = (await store.get_profile(owner.id)).version
    clock.instant = at(5)
    edited = replace(made, text="after", mood=3, occurred_at=at(-1), zone="Asia/Tokyo")
    answer = await store.edit_entry(edited, job_id="second")
    assert answer == replace(
        edited, revision=2, state=EntryState.PENDING, language="en", reader_id="test reader"
    )
    assert await store.get_entry(owner.id, made.id) == answer
    assert (await store.get_profile(owner.id)).version == version + 1
    assert (await store.list_entries(owner.id, query="after")).items == (answer,)
    assert not (await store.list_entries(owner.id, query="before")).items
    with pytest.raises(VersionConflict):
        await store.edit_entry(edited, job_id="third")


async def test_an_edit_of_what_is_not_there_is_not_found(store: Store, owner: Profile) -> None:
    with pytest.raises(NotFound):
        await store.edit_entry(entry(owner), job_id="j")


async def test_entries_are_listed_newest_first_page_by_page_with_stable_ties(
    store: Store, owner: Profile
) -> None:
    made = [await add_entry(store, owner, f"n {n}", day=n // 4) for n in range(23)]
    expected = sorted(made, key=lambda item: (item.occurred_at, item.id), reverse=True)
    for limit in (1, 2, 5, 23, 50):
        got: list[Entry] = []
        cursor = None
        while True:
            page = await store.list_entries(owner.id, cursor=cursor, limit=limit)
            got += page.items
            cursor = page.next_cursor
            if cursor is None:
                break
        assert got == expected


async def test_a_page_stays_where_it_was_when_something_newer_comes(
    store: Store, owner: Profile
) -> None:
    made = [await add_entry(store, owner, day=n) for n in range(4)]
    first = await store.list_entries(owner.id, limit=2)
    await add_entry(store, owner, day=9)
    second = await store.list_entries(owner.id, limit=2, cursor=first.next_cursor)
    assert [item.id for item in second.items] == [made[1].id, made[0].id]


@pytest.mark.parametrize(
    "cursor", ["", "x", "WzFd", "bm90IGpzb24", "W10", "\ud800", "🙂", "W1tbW1tbW1tb" * 50]
)
async def test_a_made_up_cursor_is_refused(store: Store, owner: Profile, cursor: str) -> None:
    calls = (
        store.list_entries(owner.id, cursor=cursor),
        store.list_entities(owner.id, now=at(0), cursor=cursor),
        store.list_relations(owner.id, now=at(0), cursor=cursor),
        store.read_evidence(owner.id, "x", cursor=cursor),
        store.read_chapters(owner.id, cursor=cursor),
        store.list_jobs(owner.id, cursor=cursor),
    )
    for call in calls:
        with pytest.raises(InvalidCursor):
            await call


async def test_a_cursor_of_another_list_is_refused(store: Store, owner: Profile) -> None:
    for n in range(3):
        await add_entry(store, owner, day=n)
    cursor = (await store.list_entries(owner.id, limit=1)).next_cursor
    with pytest.raises(InvalidCursor):
        await store.list_jobs(owner.id, cursor=cursor)


async def test_filters_of_a_list_of_entries(store: Store, owner: Profile) -> None:
    journal = await add_entry(store, owner, "rain", 0)
    mood = await add_entry(store, owner, "rain, calm", 1, form=EntryForm.MOOD_CHECK_IN, mood=5)
    read = await add_entry(store, owner, "sun", 2)
    await apply(store, owner, outcomes=(outcome(read),))

    async def ids(**filters: object) -> list[str]:
        page = await store.list_entries(owner.id, **filters)  # type: ignore[arg-type]
        return [item.id for item in page.items]

    assert await ids(form=EntryForm.MOOD_CHECK_IN) == [mood.id]
    assert await ids(state=EntryState.READ) == [read.id]
    assert await ids(state=EntryState.PENDING) == [mood.id, journal.id]
    assert await ids(since=at(1)) == [read.id, mood.id]
    assert await ids(until=at(1)) == [journal.id]
    assert await ids(query="rain", form=EntryForm.JOURNAL) == [journal.id]
    assert await ids(query="rain", since=at(0.5), until=at(9)) == [mood.id]


async def test_every_word_of_a_search_must_occur_whatever_its_case_and_accents(
    store: Store, owner: Profile
) -> None:
    made = await add_entry(store, owner, "Un café à Zürich, dit-elle; O'Brien's 2nd try")
    for query in ("cafe", "ZURICH cafe", "o'brien", "2nd", '"café"', "cafe -", "(try)", "dit-elle"):
        assert (await store.list_entries(owner.id, query=query)).items == (made,), query
    for query in ("tea", "cafe tea", "caf", "cafe NOT zurich", "cafe OR tea", "zur*"):
        assert not (await store.list_entries(owner.id, query=query)).items, query


@pytest.mark.parametrize(
    "query",
    [
        "",
        " ",
        '"',
        "*",
        "-",
        "AND",
        "NEAR(",
        "a:b",
        "^",
        "''",
        '""',
        "🙂",
        "\x00",
        "\ud800",
        "(" * 99,
    ],
)
async def test_whatever_is_searched_for_gives_an_answer(
    store: Store, owner: Profile, query: str
) -> None:
    await add_entry(store, owner, "plain words")
    assert not (await store.list_entries(owner.id, query=query)).items
    assert not (await store.list_entities(owner.id, now=at(0), query=query)).items


async def test_a_search_is_paged_like_a_list(store: Store, owner: Profile) -> None:
    made = [await add_entry(store, owner, "rain" if n % 2 else "sun", n // 3) for n in range(12)]
    expected = sorted(
        (item for item in made if item.text == "rain"),
        key=lambda item: (item.occurred_at, item.id),
        reverse=True,
    )
    first = await store.list_entries(owner.id, query="rain", limit=4)
    second = await store.list_entries(owner.id, query="rain", limit=4, cursor=first.next_cursor)
    assert [*first.items, *second.items] == expected
    assert second.next_cursor is None


async def test_ids_are_listed_in_ascending_order(store: Store, owner: Profile) -> None:
    ids = sorted([(await add_entry(store, owner, day=-n)).id for n in range(7)])
    assert await store.list_entry_ids(owner.id, limit=3) == tuple(ids[:3])
    assert await store.list_entry_ids(owner.id, after=ids[2]) == tuple(ids[3:])
    assert await store.list_entry_ids(owner.id, after=ids[-1]) == ()


async def test_a_record_comes_back_as_it_was_read(store: Store, owner: Profile) -> None:
    made = await add_entry(store, owner, "Café Ülk makes me calm since May")
    cafe = entity(owner, "Café Ülk")
    one = mention(made, "Café Ülk", cafe, role="haunt", cadence="daily", matters=True)
    two = mention(made, "calm", None, negated=True, intensity=4, of_user=False, named=False)
    gone = mention(made, "me", None, state=MentionState.WITHDRAWN)
    states = assertion(made, "Café Ülk makes me calm", one, Predicate.EVOKES, two, ended=True)
    when = SpokenDate(29, 32, day_of(0), day_of(30), "date:month")
    await apply(
        store,
        owner,
        outcomes=(outcome(made, dates=(when,), language="fr"),),
        save_mentions=(two, gone, one),
        save_assertions=(states,),
    )
    (record,) = await store.read_records(owner.id, [made.id, "unknown", made.id])
    assert record.entry == replace(
        made, state=EntryState.READ, language="fr", reader_id="test reader"
    )
    assert record.mentions == (one, gone, two)
    assert record.assertions == (states,)
    assert record.dates == (when,)
    assert await store.read_records(owner.id, []) == ()


async def test_rulings_are_listed_oldest_first_by_whom_they_name(
    store: Store, owner: Profile
) -> None:
    late = ruling(owner, RulingVerb.MERGE, "a", 2, other_id="b", mention_ids=("m1", "m2"))
    early = ruling(owner, RulingVerb.RENAME, "b", 1, value="Zoë")
    about = ruling(
        owner,
        RulingVerb.ADD_RELATION,
        "r",
        3,
        subject_id="c",
        predicate=Predicate.LIKES,
        object_id="b",
    )
    await apply(store, owner, save_rulings=(late, early, about))
    assert await store.list_rulings(owner.id) == (early, late, about)
    assert await store.list_rulings(owner.id, target_id="b") == (early, late, about)
    assert await store.list_rulings(owner.id, target_id="c") == (about,)
    assert await store.list_rulings(owner.id, verbs={RulingVerb.MERGE}) == (late,)
    assert await store.list_rulings(owner.id, target_id="b", verbs=[RulingVerb.RENAME]) == (early,)
    assert await store.list_rulings(owner.id, verbs=[]) == ()
    await apply(store, owner, drop_ruling_ids=(late.id,))
    assert await store.list_rulings(owner.id, target_id="a") == ()


async def test_sources_of_an_entity_are_the_entries_that_mention_it_in_any_state(
    store: Store,
) -> None:
    story = await tell_story(store)
    other = await add_entry(store, story.owner, "no Yoga today")
    taken_back = mention(other, "Yoga", story.yoga, state=MentionState.WITHDRAWN)
    await apply(store, story.owner, save_mentions=(taken_back,))
    assert await store.list_source_ids(story.owner.id, [story.yoga.id]) == (
        story.entry.id,
        other.id,
    )
    assert await store.list_source_ids(story.owner.id, [story.sam.id]) == (story.entry.id,)
    assert await store.list_source_ids(story.owner.id, []) == ()


async def test_days_and_moods_are_those_of_the_evidence_where_it_was_said(
    store: Store, owner: Profile
) -> None:
    # Noon in UTC is the next day in Kiritimati, fourteen hours ahead.
    await add_entry(store, owner, "a", 0, mood=2, zone="Pacific/Kiritimati")
    await add_entry(store, owner, "b", 1, mood=5)
    await add_entry(store, owner, "c", 1.1)
    await add_entry(store, owner, "d", 3, mood=10)
    assert await store.read_entry_days(owner.id, since=day_of(0), until=day_of(3)) == {
        day_of(1): 3,
        day_of(3): 1,
    }
    assert await store.read_moods(owner.id, since=day_of(0), until=day_of(2)) == (
        MoodDay(day_of(1), 3.5, 2),
    )
    assert await store.read_moods(owner.id, since=day_of(4), until=day_of(9)) == ()


@pytest.mark.parametrize(
    ("change", "first"),
    [
        ({"occurred_at": at(2)}, 2),
        ({"occurred_at": at(9)}, 4),
        ({"zone": "Pacific/Kiritimati"}, 4),  # 12:00 in UTC is the next day there
        ({"mood": 3}, 4),
        ({"text": "other words"}, None),  # reading them tells
    ],
)
async def test_an_edit_that_counts_otherwise_derives_chapters_again(
    store: Store, owner: Profile, change: dict[str, object], first: int | None
) -> None:
    made = await add_entry(store, owner, "", 4, mood=7, recorded_at=at(10))
    await apply(store, owner, chapters_to=day_of(8))
    await store.edit_entry(replace(made, **change), job_id=new_id())  # type: ignore[arg-type]
    now = await store.get_profile(owner.id)
    expected = None if first is None else day_of(first)
    assert (now.chapters_from, now.chapters_to) == (expected, day_of(8))


async def test_an_edit_derives_no_chapter_that_is_not_derived_yet_and_moves_none_on(
    store: Store, owner: Profile
) -> None:
    made = await add_entry(store, owner, "", 4, mood=7, recorded_at=at(10))

    async def edit(mood: int) -> date | None:
        stored = await store.get_entry(owner.id, made.id)
        await store.edit_entry(replace(stored, mood=mood), job_id=new_id())
        return (await store.get_profile(owner.id)).chapters_from

    assert await edit(1) is None
    await apply(store, owner, chapters_to=day_of(3))
    assert await edit(2) is None
    await apply(store, owner, chapters_to=day_of(4))
    assert await edit(3) == day_of(4)
    await apply(store, owner, chapters_from=day_of(2))
    assert await edit(4) == day_of(2)
