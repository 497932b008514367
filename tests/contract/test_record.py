from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from graph_aria.adapters.cursors import make_cursor
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
from graph_aria.domain.views import MoodDay, Saved
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


async def test_one_external_id_saved_at_once_from_many_sides_is_stored_once(
    store: Store, owner: Profile
) -> None:
    made = [entry(owner, f"try {n}", external_id="7", origin="a") for n in range(12)]
    answers = await asyncio.gather(*(store.save_entry(item, job_id=new_id()) for item in made))
    assert sum(answer.created for answer in answers) == 1
    assert len({answer.entry.id for answer in answers}) == 1
    assert len(await store.list_entry_ids(owner.id)) == 1
    assert len((await store.list_jobs(owner.id)).items) == 1


async def test_one_key_sent_at_once_from_many_sides_is_stored_once(
    store: Store, owner: Profile
) -> None:
    async def send() -> Saved:
        return await store.save_entry(entry(owner, "a"), job_id=new_id(), idempotency_key="k")

    answers = await asyncio.gather(*(send() for _ in range(12)))
    assert sum(answer.created for answer in answers) == 1
    assert len({answer.entry.id for answer in answers}) == 1
    assert len((await store.list_jobs(owner.id)).items) == 1


async def test_a_deleted_entry_restored_at_once_from_many_sides_is_stored_once(
    store: Store, owner: Profile
) -> None:
    made = entry(owner, "a", external_id="7", origin="a")
    await store.save_entry(made, job_id=new_id(), idempotency_key="k")
    await _delete(store, owner, made.id)

    async def send() -> Saved:
        return await store.save_entry(
            entry(owner, "a", external_id="7", origin="a"),
            job_id=new_id(),
            idempotency_key="k",
            restore_deleted=True,
        )

    answers = await asyncio.gather(*(send() for _ in range(8)))
    assert sum(answer.created for answer in answers) == 1
    assert len(await store.list_entry_ids(owner.id)) == 1


async def test_of_edits_at_once_one_wins(store: Store, owner: Profile) -> None:
    made = await add_entry(store, owner, "before")
    edits = [store.edit_entry(replace(made, text=f"{n}"), job_id=new_id()) for n in range(8)]
    answers = await asyncio.gather(*edits, return_exceptions=True)
    (won,) = [answer for answer in answers if isinstance(answer, Entry)]
    assert sum(isinstance(answer, VersionConflict) for answer in answers) == 7
    assert await store.get_entry(owner.id, made.id) == won


async def test_saving_beside_the_deletion_of_the_profile_leaves_nothing_behind(
    store: Store, owner: Profile
) -> None:
    async def save(n: int) -> None:
        with suppress(NotFound):
            await store.save_entry(entry(owner, f"n {n}"), job_id=new_id())

    await asyncio.gather(*(save(n) for n in range(10)), store.delete_profile(owner.id))
    assert await store.count_jobs() == {}
    with pytest.raises(NotFound):
        await store.list_entries(owner.id)


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


async def test_entries_of_one_instant_are_listed_by_id_whatever_was_stored_first(
    store: Store, owner: Profile
) -> None:
    made = [entry(owner, "rain") for _ in range(9)]
    for item in (*made[1::2], *made[::2]):
        await store.save_entry(item, job_id=new_id())
    expected = [item.id for item in reversed(made)]
    for filters in ({}, {"query": "rain"}, {"state": EntryState.PENDING}):
        got: list[str] = []
        cursor = None
        while len(got) < 99:
            page = await store.list_entries(owner.id, cursor=cursor, limit=2, **filters)
            got += [item.id for item in page.items]
            cursor = page.next_cursor
            if cursor is None:
                break
        assert got == expected


async def test_old_times_are_ordered_and_cut_like_new_ones(store: Store, owner: Profile) -> None:
    moments = [
        datetime.min.replace(tzinfo=UTC),
        datetime(1, 1, 1, 0, 0, 0, 1, tzinfo=UTC),
        datetime(1582, 10, 14, 23, tzinfo=UTC),
        datetime(1900, 2, 28, 12, 0, 0, 999_999, tzinfo=UTC),
        datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
        datetime(1970, 1, 1, tzinfo=UTC),
    ]
    made = [
        await add_entry(store, owner, occurred_at=moment, zone="UTC", recorded_at=at(0), mood=4)
        for moment in moments
    ]
    newest_first = tuple(reversed(made))
    assert (await store.list_entries(owner.id)).items == newest_first
    page = await store.list_entries(owner.id, since=moments[1], until=moments[4])
    assert page.items == newest_first[2:5]
    assert (await store.list_entries(owner.id, until=moments[0])).items == ()
    first = await store.list_entries(owner.id, limit=5)
    rest = await store.list_entries(owner.id, limit=5, cursor=first.next_cursor)
    assert rest.items == newest_first[5:]
    days = await store.read_entry_days(owner.id, since=date.min, until=date.max)
    assert days == {
        date(1, 1, 1): 2, date(1582, 10, 14): 1, date(1900, 2, 28): 1,
        date(1969, 12, 31): 1, date(1970, 1, 1): 1,
    }  # fmt: skip
    assert (await store.read_moods(owner.id, since=date.min, until=date.min)) == (
        MoodDay(date(1, 1, 1), 4.0, 2),
    )


async def test_pages_show_everything_once_while_things_are_added(
    store: Store, owner: Profile
) -> None:
    made = [await add_entry(store, owner, day=n // 2) for n in range(12)]
    got: list[str] = []
    cursor = None
    while True:
        page = await store.list_entries(owner.id, cursor=cursor, limit=3)
        got += [item.id for item in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break
        await add_entry(store, owner, day=20)
    assert got == [item.id for item in reversed(made)]


@pytest.mark.parametrize("position", [2**62, -(2**62), 2**63 - 1])
async def test_a_cursor_beyond_all_time_is_refused_or_gives_a_page(
    store: Store, owner: Profile, position: int
) -> None:
    await add_entry(store, owner)
    for name, read in (("entries", store.list_entries), ("jobs", store.list_jobs)):
        with suppress(InvalidCursor):
            await read(owner.id, cursor=make_cursor(name, position, "x"))


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


WORDS = (
    "Sam's yoga; it‘s snake_case, name_2, 3.14 and 1,000",
    "I am the one who is",
    "日本語テスト 東京 한국어",
    "e\u0301te\u0301 Straße İstanbul Œuvre Žluťoučký kůň",
    "שלום עולם \u202eمرحبا\u202c Привет ёлка Ελλάδα हिन्दी",
    "a\x00b 2026-01-05 C++ a@b.com http://x.org/p?q=1 👩‍👩‍👧 🙂 𝔘𝔫𝔦 ﬁn",
)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("sam", {0}), ("s", {0}), ("SAM'S", {0}), ("snake", {0}), ("case snake", {0}),
        ("name", {0}), ("2", {0}), ("14", {0}), ("1000", set()), ("000 3", {0}), ("it's", {0}),
        ("the", {1}), ("is the who", {1}), ("i am", {1}), ("am not", set()),
        ("日本語テスト", {2}), ("日本", set()), ("東京 한국어", {2}),
        ("été", {3}), ("ete", {3}), ("strasse", set()), ("STRAßE", {3}), ("istanbul", {3}),
        ("œuvre", {3}), ("oeuvre", set()), ("zlutoucky kun", {3}),
        ("שלום", {4}), ("مرحبا עולם", {4}), ("ПРИВЕТ", {4}), ("елка", set()), ("ёлка", {4}),
        ("ελλαδα", set()), ("ΕΛΛΆΔΑ", {4}), ("हिन्दी", {4}),
        ("a", {5}), ("b\x00a", {5}), ("01 2026", {5}), ("c++", {5}), ("b.com", {5}),
        ("http x org", {5}), ("𝔘𝔫𝔦", {5}), ("ﬁn", {5}), ("fin", set()),
    ],
)  # fmt: skip
async def test_a_word_is_found_as_it_was_cut_and_folded(
    store: Store, owner: Profile, query: str, found: set[int]
) -> None:
    made = [await add_entry(store, owner, text, n) for n, text in enumerate(WORDS)]
    page = await store.list_entries(owner.id, query=query)
    assert {made.index(item) for item in page.items} == found


async def test_a_search_stays_within_its_profile(store: Store, owner: Profile) -> None:
    other = await add_profile(store, "Bea")
    await add_entry(store, other, "rain and profile")
    made = await add_entry(store, owner, "rain")
    assert (await store.list_entries(owner.id, query="rain")).items == (made,)
    assert not (await store.list_entries(owner.id, query="profile")).items
    assert not (await store.list_entries(owner.id, query=other.id)).items


@pytest.mark.parametrize(
    ("query", "is_found"),
    [
        ("&& ||", False),
        ("rain && ||", True),
        ("+rain -sun", False),
        ("text:rain", False),
        ("words:rain OR profile_id:x", False),
        ("[rain TO rain]", False),
        ("rain~2", False),
        ("rain^9", False),
        ("/ra.n/", False),
        ("r?in", False),
        ("\\", False),
        ("\\rain\\", True),
        ("rain " * 500, True),
        ("r" * 40_000, False),
        ("\u2028\u3000\u00a0\ufeff", False),
        ("\ud83d rain", True),
        ("$words {x: 1} // --", False),
    ],
)
async def test_what_means_something_to_a_search_engine_means_nothing_here(
    store: Store, owner: Profile, query: str, *, is_found: bool
) -> None:
    await add_entry(store, owner, "rain")
    assert bool((await store.list_entries(owner.id, query=query)).items) is is_found


async def test_very_long_words_are_stored_and_found(store: Store, owner: Profile) -> None:
    long = "x" * 40_000 + "y"
    made = await add_entry(store, owner, f"before {long[1000:]} after {'z' * 300}")
    for query in ("before after", "z" * 300, long[1000:]):
        assert (await store.list_entries(owner.id, query=query)).items == (made,)
    assert not (await store.list_entries(owner.id, query="z" * 299)).items


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


async def test_dates_are_read_without_the_rest_while_they_belong_to_the_words(
    store: Store, owner: Profile
) -> None:
    first, second, plain, failed, lost = [await add_entry(store, owner) for _ in range(5)]
    early = SpokenDate(0, 3, at(1).date(), at(1).date(), "date:day")
    late = SpokenDate(4, 9, at(2).date(), at(8).date(), "date:week")
    told = (
        outcome(first, dates=(early, late)),
        outcome(second, dates=(late,)),
        outcome(plain),
        outcome(failed, dates=(early,), state=EntryState.FAILED, reason="odd"),
        outcome(lost, dates=(early,), state=EntryState.FAILED, reason="odd", reader_id=None),
    )
    await apply(store, owner, outcomes=told)
    asked = [second.id, first.id, "unknown", plain.id, first.id, failed.id, lost.id]
    found = await store.read_spoken_dates(owner.id, asked)
    assert found == {
        record.entry.id: record.dates
        for record in await store.read_records(owner.id, asked)
        if record.dates and not record.entry.is_read_as_it_was
    }
    assert found[first.id] == (early, late)
    assert list(found) == sorted(found)
    assert await store.read_spoken_dates(owner.id, []) == {}
    # As the record tells: between an edit and the next reading they are of earlier words.
    (record,) = await store.read_records(owner.id, [first.id])
    edited = await store.edit_entry(replace(record.entry, text="Else."), job_id=new_id("job"))
    assert edited.is_read_as_it_was
    assert await store.read_spoken_dates(owner.id, [first.id, second.id]) == {second.id: (late,)}


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


async def test_entries_of_some_days_are_those_of_the_evidence_where_it_was_said(
    store: Store, owner: Profile
) -> None:
    late = await add_entry(store, owner, "late", 0.4)
    early = await add_entry(store, owner, "early", 0.1)
    handed_in = await add_entry(store, owner, "told ahead", 0.9, recorded_at=at(0.2))
    # Noon in UTC is the next day in Kiritimati, fourteen hours ahead.
    ahead = await add_entry(store, owner, "ahead", 0, zone="Pacific/Kiritimati")
    ago = await add_entry(store, owner, "ago", -365, form=EntryForm.MOOD_CHECK_IN, mood=3)
    await add_entry(store, owner, "a note", 0, form=EntryForm.NOTE)
    await add_entry(store, owner, "another day", 3)
    forms = {EntryForm.JOURNAL, EntryForm.MOOD_CHECK_IN}

    async def listed(*days: date, limit: int = 9, forms: set[EntryForm] = forms) -> list[Entry]:
        return list(await store.list_on_days(owner.id, days, forms=forms, limit=limit))

    asked = (day_of(1), day_of(0), day_of(-365), day_of(0), day_of(7))
    assert await listed(*asked) == [ago, early, handed_in, late, ahead]
    # The first ones of each day.
    assert await listed(*asked, limit=2) == [ago, early, handed_in, ahead]
    assert await listed(*asked, forms={EntryForm.MOOD_CHECK_IN}) == [ago]
    assert await listed(day_of(7)) == []
    assert await listed() == []
    assert await listed(date.min, date.max) == []
    await _delete(store, owner, early.id)
    assert await listed(day_of(0)) == [handed_in, late]


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
