"""Deleted words in the file itself: plain or encrypted, with and without readers."""

from __future__ import annotations

import asyncio
import shutil
import threading
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from graph_aria.adapters.sqlite import SqliteStore, scrubbing
from graph_aria.adapters.sqlite.connection import connect
from graph_aria.domain.memory_changes import MemoryDelta
from graph_aria.domain.passages import IndexedEntry
from graph_aria.domain.records import Entry, Profile
from graph_aria.errors import Unavailable
from tests.contract.memory_samples import (
    answer,
    change,
    conversation,
    indexed,
    keep,
    memory,
    say,
    source,
)
from tests.contract.samples import FixedClock, add_entry, add_profile, apply, entity, form

CANARIES = [f"{word}{n}" for n in range(40) for word in ("zorbl", "qwyx", "überk", "日本語帳")]


def _raw(folder: Path) -> bytes:
    return b"".join(
        file.read_bytes() for file in sorted(folder.iterdir()) if file.name.startswith("aria.db")
    )


async def _write_and_delete(store: SqliteStore, owner: Profile) -> None:
    entries = [
        await add_entry(store, owner, f"{word} and {word} on day {n}", n)
        for n, word in enumerate(CANARIES)
    ]
    things = [entity(owner, word) for word in CANARIES]
    await apply(
        store,
        owner,
        save_entities=tuple(things),
        save_forms=tuple(form(item, item.name) for item in things),
    )
    await add_entry(store, owner, "A keptcanary stays")
    await apply(
        store,
        owner,
        drop_entry_ids=tuple(item.id for item in entries),
        drop_entity_ids=tuple(item.id for item in things),
    )


@pytest.mark.parametrize("secret", [None, "s3cret"])
async def test_no_canary_is_left_and_the_kept_one_is_found(
    folder: Path, clock: FixedClock, secret: str | None
) -> None:
    store = await SqliteStore.open(folder, passphrase=secret, clock=clock)
    owner = await add_profile(store)
    await _write_and_delete(store, owner)
    findings = await store.prove_gone([*CANARIES, "keptcanary"])
    assert {item.word for item in findings} == {"keptcanary"}
    assert {item.where for item in findings} >= {"entry.text", "words of the index"}
    if secret is None:
        raw = _raw(folder)
        assert not any(word.encode() in raw for word in CANARIES)
        assert b"keptcanary" in raw
    pages = await store._engine.read(lambda db: bytes(db.serialize("main")))
    assert b"keptcanary" in pages
    assert not any(word.encode() in pages for word in CANARIES)
    assert (folder / "aria.db-wal").stat().st_size == 0
    await store.close()


@pytest.mark.parametrize("secret", [None, "s3cret"])
async def test_no_word_of_a_memory_or_a_reply_is_left_in_the_file(
    folder: Path, clock: FixedClock, secret: str | None
) -> None:
    store = await SqliteStore.open(folder, passphrase=secret, clock=clock)
    owner = await add_profile(store)
    talk = await store.save_conversation(conversation(owner))
    told = await say(store, talk, owner, "nothing much")
    await answer(store, told, " ".join(CANARIES))
    gone = [
        memory(owner, f"The user {word}ings {word}.", reason=f"{word}ed", slot=word, value=word)
        for word in CANARIES
    ]
    kept = memory(owner, "The user keeps keptcanary.")
    await keep(store, kept)
    await change(
        store, owner, save=tuple(gone), save_sources=tuple(source(each, told.id) for each in gone)
    )
    # Said anew in other words: what it was before is gone as well.
    await change(store, owner, save=(replace(kept, reason="zorblonce"),))
    await change(store, owner, save=(kept,))
    await apply(
        store,
        owner,
        drop_entry_ids=(told.id,),
        memories=MemoryDelta(drop_ids=tuple(each.id for each in gone)),
    )
    asked = [*CANARIES, *(f"{word}ings" for word in CANARIES), "zorblonce", "keptcanary"]
    findings = await store.prove_gone(asked)
    assert {item.word for item in findings} == {"keptcanary"}
    assert {item.where for item in findings} == {
        "memory.text",
        "memory.words_key",
        "memory_source.text",
        "pages of the file",
    }
    pages = await store._engine.read(lambda db: bytes(db.serialize("main")))
    assert b"keptcanary" in pages
    assert not any(word.encode() in pages for word in CANARIES)
    await store.close()


@pytest.mark.parametrize("secret", [None, "s3cret"])
async def test_no_word_of_a_passage_is_left_in_the_file(
    folder: Path, clock: FixedClock, secret: str | None
) -> None:
    store = await SqliteStore.open(folder, passphrase=secret, clock=clock)
    owner = await add_profile(store)
    scope = await store.save_conversation(conversation(owner, scope="zorblscope"))
    off = await store.save_conversation(conversation(owner))
    gone = [await add_entry(store, owner, "rain") for _ in range(3)]
    gone += [await say(store, scope, owner, "rain")]
    kept, unsaid = await add_entry(store, owner, "rain"), await say(store, off, owner, "rain")

    def pieces(told: Entry, n: int) -> IndexedEntry:
        words = [(f"{word}ings {word}{n}", (1.0, at)) for at, word in enumerate(CANARIES)]
        return indexed(told, *((at, at + 1, *each) for at, each in enumerate(words)))

    every = [*gone, kept, unsaid]
    assert await store.save_passages(owner.id, [pieces(one, n) for n, one in enumerate(every)]) == 6
    assert len(await store.prove_gone(CANARIES)) > 0
    # By a deletion, an edit, new passages in their place, and not to be remembered.
    await apply(store, owner, drop_entry_ids=tuple(one.id for one in gone[1:]))
    await store.edit_entry(replace(gone[0], mood=5), job_id="again")
    await store.save_passages(owner.id, [indexed(kept, (0, 4, "a keptcanary", (1.0, 0.0)))])
    await store.set_remembers(
        owner.id, off.id, remembers=False, new_id=lambda: "job of it", at=clock.now()
    )
    await store.delete_conversation(owner.id, scope.id)

    asked = [*CANARIES, *(f"{word}ings" for word in CANARIES), "zorblscope"]
    asked += [f"{word}{n}" for word in CANARIES for n in range(6)]
    findings = await store.prove_gone([*asked, "keptcanary"])
    assert {(item.where, item.word) for item in findings} == {
        ("passage.words", "keptcanary"),
        ("pages of the file", "keptcanary"),
    }
    pages = await store._engine.read(lambda db: bytes(db.serialize("main")))
    assert b"keptcanary" in pages
    assert not any(word.encode() in pages for word in CANARIES)
    await store.close()


async def test_a_word_is_found_that_only_the_index_of_passages_still_has(
    store: SqliteStore,
) -> None:
    owner = await add_profile(store)
    told = await add_entry(store, owner, "rain")
    await store.save_passages(owner.id, [indexed(told, (0, 4, "zorblaxes", (1.0, 0.0)))])

    def forget_without_the_index(db: apsw.Connection) -> None:
        db.execute("UPDATE passage SET words = 'x'")

    await store._engine.write(forget_without_the_index)
    found = await store.prove_gone(["zorblaxes", "nothing"])
    assert ("words of the index", "zorblaxes") in {(item.where, item.word) for item in found}
    assert "nothing" not in {item.word for item in found}


async def test_a_word_is_found_that_only_the_index_of_memories_still_has(
    store: SqliteStore,
) -> None:
    owner = await add_profile(store)
    await keep(store, memory(owner, "The user zorblaxes.", reason="qwyxolian reasons"))

    def forget_without_the_index(db: apsw.Connection) -> None:
        db.execute("DROP TRIGGER memory_fts_update")
        db.execute("UPDATE memory SET text = 'x', reason = NULL, words_key = 'x'")
        db.execute("UPDATE memory_source SET text = 'x', reason = NULL")

    await store._engine.write(forget_without_the_index)
    found = await store.prove_gone(["zorblaxes", "qwyxolian", "nothing"])
    assert {(item.where, item.word) for item in found} >= {
        ("words of the index", "zorblaxes"),
        ("words of the index", "qwyxolian"),
    }
    assert "nothing" not in {item.word for item in found}


async def test_a_word_whose_stem_another_memory_has_is_gone(store: SqliteStore) -> None:
    owner = await add_profile(store)
    gone, kept = memory(owner, "The user zorblaxed."), memory(owner, "The user is zorblaxing.")
    await keep(store, gone, kept)
    await change(store, owner, drop_ids=(gone.id,))
    assert await store.prove_gone(["zorblaxed", "zorblax"]) == ()
    assert len(await store.prove_gone(["zorblaxing"])) > 0


async def test_without_a_scrub_the_log_still_holds_them(folder: Path, store: SqliteStore) -> None:
    await _write_and_delete(store, await add_profile(store))
    assert any(word.encode() in _raw(folder) for word in CANARIES)


@pytest.mark.parametrize("secret", [None, "s3cret"])
async def test_an_open_reader_is_waited_for(
    folder: Path, clock: FixedClock, secret: str | None
) -> None:
    store = await SqliteStore.open(folder, passphrase=secret, clock=clock)
    owner = await add_profile(store)
    await _write_and_delete(store, owner)
    reader = connect(folder / "aria.db", secret)
    reader.execute("BEGIN").fetchall()
    reader.execute("SELECT count(*) FROM entry").fetchall()
    proof = asyncio.create_task(store.prove_gone(CANARIES))
    await asyncio.sleep(0.3)
    assert not proof.done()
    reader.execute("COMMIT").fetchall()
    assert await proof == ()
    reader.close()
    await store.close()


async def test_a_reader_that_stays_is_named_as_the_obstacle(
    folder: Path, store: SqliteStore
) -> None:
    owner = await add_profile(store)
    await add_entry(store, owner)
    await store._engine.run_bare(lambda db: db.set_busy_timeout(10))
    store.scrub_tries = 2
    reader = connect(folder / "aria.db", None)
    reader.execute("BEGIN").fetchall()
    reader.execute("SELECT count(*) FROM entry").fetchall()
    await add_entry(store, owner)
    with pytest.raises(Unavailable, match="reading the store's file"):
        await store.prove_gone(CANARIES)
    reader.close()
    await store.scrub()
    assert len(await store.list_entry_ids(owner.id)) == 2


async def test_our_own_readers_are_waited_for(store: SqliteStore) -> None:
    owner = await add_profile(store)
    started, go = threading.Event(), threading.Event()

    def linger(db: apsw.Connection) -> None:
        db.execute("SELECT count(*) FROM entry").fetchall()
        started.set()
        go.wait(10)

    reading = asyncio.create_task(store._engine.read(linger))
    await asyncio.to_thread(started.wait)
    await add_entry(store, owner)
    scrub = asyncio.create_task(store.scrub())
    await asyncio.sleep(0.2)
    assert not scrub.done()
    go.set()
    await asyncio.gather(scrub, reading)


async def test_a_word_in_no_text_column_is_found_in_the_pages(store: SqliteStore) -> None:
    def hide(db: apsw.Connection) -> None:
        db.execute("INSERT INTO meta VALUES ('hidden', ?)", (b"..zorblax..",))

    await store._engine.write(hide)
    (finding,) = await store.prove_gone(["Zorblax"])
    assert finding.where == "pages of the file"


async def test_a_word_is_found_that_only_an_index_still_has(store: SqliteStore) -> None:
    owner = await add_profile(store)
    told = await add_entry(store, owner, "A résumé and no more")

    def forget_without_the_index(db: apsw.Connection) -> None:
        db.execute("DROP TRIGGER entry_fts_update")
        db.execute("UPDATE entry SET text = 'Nothing' WHERE id = ?", (told.id,))

    await store._engine.write(forget_without_the_index)
    found = await store.prove_gone(["résumé", "nothing", "other"])
    assert ("words of the index", "résumé") in {(item.where, item.word) for item in found}


async def test_a_store_of_many_megabytes_is_searched_to_its_end(store: SqliteStore) -> None:
    owner = await add_profile(store)
    for n in range(12):
        await add_entry(store, owner, f"filler{n} " * 60_000)
    await add_entry(store, owner, "the zorblax at the end")
    found = await store.prove_gone(["zorblax", "qwyxy", "filler3"])
    assert {item.word for item in found} == {"zorblax", "filler3"}


def _as_if_killed(folder: Path, target: Path) -> Path:
    """What a process that was killed at this moment leaves behind."""
    target.mkdir()
    for file in folder.iterdir():
        if file.name.startswith("aria.db"):
            shutil.copyfile(file, target / file.name)
    return target


async def test_a_profile_deleted_just_before_a_crash_is_scrubbed_when_the_store_is_opened(
    folder: Path, tmp_path: Path, clock: FixedClock, store: SqliteStore
) -> None:
    owner = await add_profile(store)
    for n, word in enumerate(CANARIES):
        await add_entry(store, owner, f"{word} and {word}", n)
    await store.delete_profile(owner.id)
    left = _as_if_killed(folder, tmp_path / "left")
    assert any(word.encode() in _raw(left) for word in CANARIES)
    again = await SqliteStore.open(left, clock=clock)
    assert not any(word.encode() in _raw(left) for word in CANARIES)
    assert not any("deleted profile" in each.detail for each in (await again.check()).problems)
    await again.close()


async def test_what_is_in_the_way_of_that_scrub_does_not_keep_the_store_shut(
    folder: Path, tmp_path: Path, clock: FixedClock, store: SqliteStore
) -> None:
    await store.delete_profile((await add_profile(store)).id)
    await store.close()
    reader = connect(folder / "aria.db", None)
    reader.execute("BEGIN").fetchall()
    reader.execute("SELECT count(*) FROM entry").fetchall()
    again = await SqliteStore.open(folder, clock=clock)
    assert len((await again.check()).problems) == 1
    reader.close()
    await again.scrub()
    assert (await again.check()).problems == ()
    await again.close()


async def test_a_profile_deleted_during_a_scrub_is_scrubbed_yet(store: SqliteStore) -> None:
    first, second = await add_profile(store, "Ann"), await add_profile(store, "Bea")
    await store.delete_profile(first.id)
    wish = await store._engine.run_bare(scrubbing.rewrite)
    await store.delete_profile(second.id)
    await store._engine.run_bare(lambda db: scrubbing.forget_wish(db, wish))
    assert len((await store.check()).problems) == 1
