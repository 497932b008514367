"""A store that an earlier version made is brought up to date with all that is in it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import apsw
import pytest

from graph_aria.adapters.sqlite import SqliteStore
from graph_aria.adapters.sqlite.connection import connect, migrate
from graph_aria.adapters.sqlite.queries import load_migrations
from graph_aria.domain.conversations import Reply
from graph_aria.domain.life import milestone_of
from graph_aria.domain.memories import Level, MemoryKind
from graph_aria.domain.moods import MoodReading
from graph_aria.domain.passages import PassageFilter
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, EntryState, Profile
from graph_aria.domain.roles import role_key
from graph_aria.domain.views import MoodDay
from graph_aria.domain.weights import Dial
from graph_aria.stages.recall_deaths import recall_deaths
from tests.contract.memory_samples import change, indexed, memory, source
from tests.contract.samples import BEGIN, FixedClock, apply, at, day_of, outcome, tell_story

NOON = 1_767_268_800_000_000  # BEGIN, as it is stored

# As version 3 wrote it, without this version's help.
ROWS = f"""
INSERT INTO profile (key, id, name, zone, user_id, rate_per_day, threshold, token_budget, version,
                     chapters_from, created_at, wanted_rate, wanted_threshold)
VALUES (7, 'p', 'Ann', 'Europe/Berlin', 'user', 0.05, 1.5, 800, 3, 739617, {NOON}, 0.1, 1.25);
INSERT INTO entity (profile, id, kind, name, key, distinction, is_user, pinned)
VALUES (7, 'user', 'Person', 'Ann', 'ann', '', 1, 0);
INSERT INTO entry (profile, id, form, text, occurred_at, zone, recorded_at, day, mood, origin,
                   external_id, state, reason, revision, language, reader_id)
VALUES (7, 'e1', 'MoodCheckIn', 'calm' || char(10) || 'Grüße 🧘', {NOON}, 'UTC', {NOON}, 739617, 7,
        'import:x', '1', 'read', NULL, 2, 'de', 'reader'),
       (7, 'e2', 'Journal', 'Yoga.', {NOON}, 'UTC', {NOON}, 739617, NULL, 'cli', NULL, 'pending',
        NULL, 1, NULL, NULL);
INSERT INTO spoken_date VALUES (7, 'e1', 0, 0, 4, 739617, 739617, 'date:x');
"""  # noqa: S608 - nobody's words are in it


_FIGURES = "'family', 0.85, 0.95, 0.9, NULL, 'said'"
DEATHS = f"""
INSERT INTO memory (profile, id, text, words_key, kind, category, importance,
    emotional_significance, confidence, reason, learned, created_at, confirmed_at, valid_from,
    valid_until, important_month, important_day, important_year, slot, value, state, pinned, scope,
    access_count)
VALUES (7, 'death', 'The user''s mother died on 3 May 2020.', 'death', 'event', {_FIGURES}, {NOON},
        {NOON}, 737548, 737548, 5, 3, 2020, 'the user''s mother|died', '', 'current', 0, '', 0),
       (7, 'fact', 'The user''s cat died.', 'fact', 'fact', {_FIGURES}, {NOON}, {NOON}, NULL,
        NULL, NULL, NULL, NULL, 'pets|cat', '', 'current', 0, '', 0),
       (7, 'trip', 'The user goes to Rome.', 'trip', 'event', {_FIGURES}, {NOON}, {NOON}, 739630,
        739631, NULL, NULL, NULL, 'trip|rome', '', 'current', 0, '', 0);
INSERT INTO memory_source (profile, memory_id, entry_id, starts, ends, said_at, text, kind,
    category, rule, importance, emotional_significance, confidence, learned, valid_from,
    valid_until, important_month, important_day, important_year, slot, value, corrects)
SELECT profile, id, 'e1', 0, 4, confirmed_at, text, kind, category, 'fact:x', importance,
    emotional_significance, confidence, learned, valid_from, valid_until, important_month,
    important_day, important_year, slot, value, 0 FROM memory;
"""  # noqa: S608 - nobody's words are in it
END = date(2027, 1, 1)


def _old_store(folder: Path, n_steps: int, passphrase: str | None = None) -> Path:
    folder.mkdir(mode=0o700)
    path = folder / "aria.db"
    path.touch(mode=0o600)
    db = connect(path, passphrase)
    migrate(db, load_migrations()[:n_steps])
    db.execute(ROWS).fetchall()
    db.close()
    return path


@pytest.mark.parametrize("passphrase", [None, "s3cret"])
async def test_a_store_without_memories_gets_room_for_them_and_keeps_what_it_has(
    folder: Path, clock: FixedClock, passphrase: str | None
) -> None:
    _old_store(folder, 3, passphrase)

    store = await SqliteStore.open(folder, clock=clock, passphrase=passphrase)

    owner = await store.get_profile("p")
    assert owner == Profile(
        id="p",
        name="Ann",
        zone="Europe/Berlin",
        user_id="user",
        dial=Dial(),
        token_budget=800,
        version=3,
        chapters_from=day_of(0),
        chapters_to=None,
        created_at=BEGIN,
        wanted=Dial(0.1, 1.25),
        remembers=True,
        level=Level.FRIEND,
        allows_romance=False,
    )
    first, second = await store.read_records("p", ["e1", "e2"])
    assert first.entry == Entry(
        id="e1",
        profile_id="p",
        form=EntryForm.MOOD_CHECK_IN,
        text="calm\nGrüße 🧘",
        occurred_at=BEGIN,
        zone="UTC",
        recorded_at=BEGIN,
        mood=7,
        origin="import:x",
        external_id="1",
        state=EntryState.READ,
        revision=2,
        language="de",
        reader_id="reader",
        cost=None,
        refused=None,
        conversation_id=None,
    )
    assert len(first.dates) == 1
    assert second.entry.state is EntryState.PENDING
    assert [each.id for each in (await store.list_entries("p", query="grusse")).items] == []
    assert [each.id for each in (await store.list_entries("p", query="yoga")).items] == ["e2"]
    report = await store.check()
    assert report.problems == ()
    assert report.schema_version == len(load_migrations())
    # And what is new is of use.
    kept = memory(owner)
    await change(store, owner, save=(kept,), save_sources=(source(kept, "e2"),))
    assert await store.find_memories("p", entry_ids=["e2"]) == (kept.id,)
    await store.change_profile("p", remembers=False)
    await store.close()
    again = await SqliteStore.open(folder, clock=clock, passphrase=passphrase)
    assert await again.get_memory("p", kept.id) == kept
    assert not (await again.get_profile("p")).remembers
    await again.close()


async def test_stores_of_every_earlier_version_have_the_schema_of_a_new_one(
    tmp_path: Path, clock: FixedClock
) -> None:
    def schema(path: Path) -> set[tuple[object, ...]]:
        db = apsw.Connection(str(path))
        found = db.execute(
            "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"
        ).fetchall()
        db.close()
        return set(found)

    await (await SqliteStore.open(tmp_path / "new", clock=clock)).close()
    for n_steps in range(1, len(load_migrations())):
        folder = tmp_path / str(n_steps)
        path = _old_store(folder, n_steps)
        await (await SqliteStore.open(folder, clock=clock)).close()
        assert schema(path) == schema(tmp_path / "new" / "aria.db")


TALKS = f"""
INSERT INTO conversation (profile, id, started_at, remembers, scope)
VALUES (7, 'c1', {NOON}, 1, 'work'), (7, 'c2', {NOON}, 0, ''), (7, 'c3', {NOON + 9}, 1, '');
INSERT INTO entry (profile, id, form, text, occurred_at, zone, recorded_at, day, origin, state,
                   revision, conversation_id)
VALUES (7, 't1', 'Turn', 'one', {NOON + 7}, 'UTC', {NOON}, 739617, 'chat', 'read', 1, 'c1'),
       (7, 't2', 'Turn', 'two', {NOON + 5}, 'UTC', {NOON}, 739617, 'chat', 'unread', 1, 'c1'),
       (7, 't3', 'Turn', 'off', {NOON + 3}, 'UTC', {NOON}, 739617, 'chat', 'unread', 1, 'c2');
INSERT INTO reply VALUES (7, 't1', 'Hi!', {NOON + 8}, 'finished');
"""  # noqa: S608 - nobody's words are in it


@pytest.mark.parametrize("passphrase", [None, "s3cret"])
async def test_conversations_from_before_passages_go_on(
    folder: Path, clock: FixedClock, passphrase: str | None
) -> None:
    path = _old_store(folder, 4, passphrase)
    db = connect(path, passphrase)
    db.execute(TALKS).fetchall()
    db.close()

    store = await SqliteStore.open(folder, clock=clock, passphrase=passphrase)

    listed = (await store.list_conversations("p")).items
    micro = timedelta(microseconds=1)
    assert [(each.id, each.last_at) for each in listed] == [
        ("c3", BEGIN + 9 * micro),
        ("c1", BEGIN + 7 * micro),
        ("c2", BEGIN + 3 * micro),
    ]
    assert await store.get_reply("p", "t1") == Reply("t1", "Hi!", BEGIN + 8 * micro)
    assert not (await store.get_profile("p")).level_grows
    assert not (await store.get_entry("p", "t1")).reading_allowed
    # All is to be indexed that may be.
    assert await store.list_unindexed("p", "x", limit=9) == ("t1", "t2", "e1")
    told, unsaid = await store.get_entry("p", "t1"), await store.get_entry("p", "t3")
    pieces = [indexed(each, (0, 3, "one", (1.0, 0.0))) for each in (told, unsaid)]
    assert await store.save_passages("p", pieces) == 1
    (found,) = await store.search_passages("p", "one", PassageFilter(scope="work"), limit=9)
    assert (found.entry_id, found.conversation_id) == ("t1", "c1")
    assert (await store.check()).problems == ()
    await store.close()


@pytest.mark.parametrize("passphrase", [None, "s3cret"])
async def test_a_life_from_before_its_switches_goes_on(
    folder: Path, clock: FixedClock, passphrase: str | None
) -> None:
    path = _old_store(folder, 5, passphrase)
    db = connect(path, passphrase)
    db.execute("UPDATE profile SET level_grows = 1, remembers = 0").fetchall()
    db.close()

    store = await SqliteStore.open(folder, clock=clock, passphrase=passphrase)

    owner = await store.get_profile("p")
    assert (owner.name, owner.remembers, owner.level_grows, owner.version) == (
        "Ann",
        False,
        True,
        3,
    )
    assert (owner.lives, owner.reads_moods, owner.mood_days) == (True, False, 90)
    days = {"since": BEGIN.date(), "until": BEGIN.date()}
    # What was said of a mood is what it was; nothing of it was read.
    assert await store.read_moods("p", **days) == (MoodDay(BEGIN.date(), 7.0, 1),)
    assert await store.read_mood_readings("p", **days) == ()
    await store.change_profile("p", reads_moods=True)
    told = await store.get_entry("p", "e2")
    read = MoodReading(told.id, told.day, 6.25, told.evidence_at)
    await apply(store, owner, outcomes=(outcome(told, mood=read),))
    assert await store.read_mood_readings("p", **days) == (read,)
    assert (await store.check()).problems == ()
    await store.close()


async def test_a_death_that_was_told_before_is_a_milestone_and_goes_by_what_it_was(
    folder: Path, clock: FixedClock
) -> None:
    path = _old_store(folder, 5)
    db = connect(path, None)
    db.execute(DEATHS).fetchall()
    db.close()

    store = await SqliteStore.open(folder, clock=clock)

    kinds = {"death": MemoryKind.MILESTONE, "fact": MemoryKind.FACT, "trip": MemoryKind.EVENT}
    for memory_id, kind in kinds.items():
        known = await store.read_memories("p", [memory_id])
        assert known.memories[memory_id].kind is kind
        assert [one.said.kind for one in known.sources] == [kind]
    owner = await store.get_profile("p")
    deaths = await recall_deaths(store, "p")
    assert {role_key("mother")} in [death.roles for death in deaths]
    told = milestone_of(await store.get_memory("p", "death"))
    assert told is not None
    assert told.first is not None
    assert (told.what, told.whose, told.first) == ("death", "mother", date(2020, 5, 3))
    (day,) = await store.list_dated("p", since=END, until=END, returning=[(5, 3)], limit=9)
    assert day.id == "death"
    begun = await store.list_dated("p", since=told.first, until=END, returning=(), limit=9)
    assert [one.id for one in begun] == ["death", "trip"]
    assert (await store.find_memories("p", slots=["the user's mother|died"])) == ("death",)
    # Said once more, as it is read today, it is the same one.
    again = replace(source(day, "e2").said, kind=MemoryKind.MILESTONE)
    later = replace(source(day, "e2"), said=again)
    await change(store, owner, save_sources=(later,))
    assert len((await store.read_memories("p", ["death"])).sources) == 2
    assert (await store.check()).problems == ()
    await store.close()


async def test_a_life_that_was_told_before_goes_on(folder: Path, clock: FixedClock) -> None:
    _old_store(folder, 3)
    store = await SqliteStore.open(folder, clock=clock)
    story = await tell_story(store, "Bea")
    assert (await store.get_entity(story.owner.id, story.yoga.id)).entity == story.yoga
    assert await store.find_near(story.owner.id, b"\0" * 8, embedder_id="x", least=0, limit=1) == ()
    assert (await store.list_expired("p", now=at(99), limit=1)) == ()
    await store.close()
