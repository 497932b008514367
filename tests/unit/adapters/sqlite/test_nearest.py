"""Vectors that are held in memory: exact, kept up to date, and no more than there is room for."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_aria.adapters.sqlite import SqliteStore, nearest
from graph_aria.adapters.sqlite.nearest import Asked, Held, Near, Nearest, Piece, Place, Placed
from graph_aria.domain.copies import CopyMark, Part, RowKind
from graph_aria.domain.graph import GraphDelta
from graph_aria.domain.memory_changes import MemoryDelta, MemoryVector, cosine
from graph_aria.domain.records import Profile
from graph_aria.errors import VersionConflict
from tests.contract.memory_samples import (
    EMBEDDER,
    OTHER,
    change,
    indexed,
    keep,
    memory,
    source,
    towards,
    vector,
)
from tests.contract.samples import FixedClock, add_entry, add_profile, apply

PLACE = Place("p", EMBEDDER)


def _asked(*numbers: float, least: float = -1.0, limit: int = 5, whose: str = "p") -> Asked:
    return Asked(Place(whose, EMBEDDER), towards(*numbers), least, limit)


def _placed(rows: Iterable[tuple[str, bytes]]) -> list[Placed]:
    """Vectors of memories."""
    return [Placed(Piece(memory_id), numbers) for memory_id, numbers in rows]


def _random(dice: random.Random, n: int = 8) -> tuple[float, ...]:
    return tuple(dice.gauss(0, 1) for _ in range(n))


@given(seed=st.integers(0, 10_000), n=st.integers(0, 60), limit=st.integers(0, 20))
def test_the_nearest_are_those_that_comparing_each_gives(seed: int, n: int, limit: int) -> None:
    dice = random.Random(seed)
    rows = [(f"m{at:02d}", towards(*_random(dice))) for at in range(n)]
    asked = _asked(*_random(dice), least=dice.uniform(-0.5, 0.5), limit=limit)
    held = Nearest()
    found = held.keep(_placed(rows), asked, held.generation)
    every = ((one, cosine(numbers, asked.vector)) for one, numbers in rows)
    expected = sorted(
        (pair for pair in every if pair[1] >= asked.least), key=lambda one: (-one[1], one[0])
    )[:limit]
    assert [one.owner_id for one, _ in found] == [one for one, _ in expected]
    assert [each for _, each in found] == pytest.approx([each for _, each in expected], abs=1e-5)
    assert held.find(asked) == found


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3)), max_size=60), st.integers())
def test_what_is_held_follows_any_changes(steps: list[tuple[int, int]], seed: int) -> None:
    dice = random.Random(seed)
    truth: dict[str, bytes] = {}
    held = Nearest()
    held.keep([], _asked(1, 0), held.generation)
    for number, what in steps:
        memory_id = f"m{number}"
        numbers = towards(*_random(dice))
        if what == 0:
            held.follow("p", MemoryDelta(drop_ids=(memory_id,)))
            truth.pop(memory_id, None)
        elif what == 1:
            other = MemoryVector(memory_id, OTHER, numbers)
            held.follow("p", MemoryDelta(save_vectors=(other,)))
            truth.pop(memory_id, None)
        else:
            mine = MemoryVector(memory_id, EMBEDDER, numbers)
            dropped = (memory_id,) if what == 3 else ()
            held.follow("p", MemoryDelta(drop_vectors=dropped, save_vectors=(mine,)))
            truth[memory_id] = numbers
        held.follow("q", MemoryDelta(drop_ids=(memory_id,)))
    asked = _asked(*_random(dice), limit=20)
    afresh = Nearest().keep(_placed(sorted(truth.items())), asked, 0)
    assert held.find(asked) == afresh


def test_what_was_read_before_a_change_is_not_held() -> None:
    held = Nearest()
    before = held.generation
    held.follow("p", MemoryDelta(drop_ids=("a",)))
    asked = _asked(1, 0)
    assert held.keep(_placed([("a", towards(1, 0))]), asked, before) == ((Piece("a"), 1.0),)
    assert held.find(asked) is None
    held.keep([], asked, held.generation)
    held.follow("p", MemoryDelta())  # that is no change
    assert held.find(asked) == ()


def test_vectors_of_another_length_are_passed_over() -> None:
    held = Nearest()
    rows = _placed([("a", towards(1, 0)), ("b", towards(1, 0, 0))])
    assert held.keep(rows, _asked(1, 0), held.generation) == ((Piece("a"), 1.0),)
    held.follow("p", MemoryDelta(save_vectors=(MemoryVector("a", EMBEDDER, towards(1, 0, 0)),)))
    assert held.find(_asked(1, 0)) == ()
    assert held.find(_asked(1, 0, 0)) == ()


def test_profiles_that_were_not_asked_for_lately_make_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = _placed((f"m{n}", array("f", [1.0] * 100).tobytes()) for n in range(100))
    monkeypatch.setattr(nearest, "_MOST_BYTES", 100_000)
    held = Nearest()
    for whose in ("a", "b"):
        held.keep(rows, _asked(1, whose=whose), held.generation)
    assert held.find(_asked(1, whose="a")) is not None
    held.keep(rows, _asked(1, whose="c"), held.generation)
    known = [whose for whose in "abc" if held.find(_asked(1, whose=whose)) is not None]
    assert known == ["a", "c"]
    # One that is larger than all the room there is held all the same.
    held.keep(rows * 5, _asked(1, whose="d"), held.generation)
    assert [whose for whose in "abcd" if held.find(_asked(1, whose=whose)) is not None] == ["d"]
    held.forget("d")
    assert held.find(_asked(1, whose="d")) is None


# --- in the store ----------------------------------------------------------------------


async def _near(store: SqliteStore, owner: Profile) -> list[str]:
    asked = {"embedder_id": EMBEDDER, "least": -1.0, "limit": 99}
    found = await store.find_near(owner.id, towards(1, 0), **asked)  # type: ignore[arg-type]
    return sorted(one for one, _ in found)


async def test_vectors_are_read_from_the_file_once(store: SqliteStore) -> None:
    owner = await add_profile(store)
    kept = [memory(owner, f"Memory {n}.") for n in range(3)]
    await keep(store, *kept)
    await change(store, owner, save_vectors=tuple(vector(one.id, (1, 0)) for one in kept))
    assert len(await _near(store, owner)) == 3

    def hide(db: apsw.Connection) -> None:
        db.execute("DELETE FROM memory_vector")

    await store._engine.write(hide)
    assert len(await _near(store, owner)) == 3
    await change(store, owner, drop_ids=(kept[0].id,))
    assert await _near(store, owner) == [kept[1].id, kept[2].id]


async def test_a_change_that_failed_is_not_followed(store: SqliteStore) -> None:
    owner = await add_profile(store)
    kept = memory(owner)
    told = await keep(store, kept)
    await change(store, owner, save_vectors=(vector(kept.id, (1, 0)),))
    assert await _near(store, owner) == [kept.id]
    new = memory(owner, "The user runs.")
    delta = MemoryDelta(
        save=(new,),
        drop_ids=(kept.id,),
        save_sources=(source(new, told.id),),
        save_vectors=(vector(new.id, (1, 0)),),
    )
    with pytest.raises(VersionConflict):
        await store.apply(GraphDelta(owner.id, 0, told.recorded_at, memories=delta))
    assert await _near(store, owner) == [kept.id]


async def test_a_change_is_followed_though_nobody_waits_for_it(store: SqliteStore) -> None:
    owner = await add_profile(store)
    kept = memory(owner)
    await keep(store, kept)
    assert await _near(store, owner) == []
    waiting = asyncio.create_task(change(store, owner, save_vectors=(vector(kept.id, (1, 0)),)))
    for _ in range(6):  # so that it was handed in
        await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    await store.list_jobs(owner.id)
    await add_entry(store, owner)  # written after it
    stored = await store.read_memories(owner.id, [kept.id])
    assert await _near(store, owner) == list(stored.vectors)


async def test_what_is_copied_in_or_cleared_is_near_or_not(store: SqliteStore) -> None:
    owner = await add_profile(store)
    kept = memory(owner)
    await keep(store, kept)
    assert await _near(store, owner) == []
    part = Part(RowKind.MEMORY_VECTOR, owner.id)
    await store.absorb(part, [vector(kept.id, (1, 0))], mark=CopyMark("x", None))
    assert await _near(store, owner) == [kept.id]
    assert (await store.get_memory(owner.id, kept.id)).embedder_id == EMBEDDER
    await store.clear(part)
    assert await _near(store, owner) == []
    assert (await store.get_memory(owner.id, kept.id)).embedder_id is None


async def test_reads_beside_many_writes_never_miss_what_was_written_before(
    store: SqliteStore,
) -> None:
    owner = await add_profile(store)
    kept = [memory(owner, f"Memory {n}.") for n in range(40)]
    await keep(store, *kept)
    written: set[str] = set()

    async def write() -> None:
        for each in kept:
            await change(store, owner, save_vectors=(vector(each.id, (1, 0)),))
            written.add(each.id)

    async def read() -> None:
        while len(written) < len(kept):
            store._nearest.forget("somebody else")  # so that what is read is not held at times
            if len(written) % 7 == 0:
                store._nearest.forget(owner.id)
            before = set(written)
            assert before <= set(await _near(store, owner))

    await asyncio.gather(write(), read(), read())
    assert len(await _near(store, owner)) == len(kept)


async def test_the_matrix_is_that_of_the_new_file_after_a_restart(
    folder: Path, clock: FixedClock
) -> None:
    store = await SqliteStore.open(folder, clock=clock)
    owner = await add_profile(store)
    kept = memory(owner)
    await keep(store, kept)
    await change(store, owner, save_vectors=(vector(kept.id, (1, 0)),))
    await store.close()
    again = await SqliteStore.open(folder, clock=clock)
    assert await _near(again, owner) == [kept.id]
    await again.close()


def test_who_has_no_memories_loads_no_numpy() -> None:
    script = "import sys; import graph_aria.adapters.sqlite.store; print('numpy' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


# --- passages --------------------------------------------------------------------------


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 4)), max_size=60), st.integers())
def test_what_is_held_of_passages_follows_any_changes(
    steps: list[tuple[int, int]], seed: int
) -> None:
    dice = random.Random(seed)
    place = Place("p", EMBEDDER, Held.PASSAGE)
    truth: dict[str, tuple[Placed, ...]] = {}

    def asked(**bounds: Any) -> Asked:
        return Asked(place, towards(*_random(dice)), -1.0, 99, **bounds)

    held = Nearest()
    held.keep([], asked(), held.generation)
    for number, n in steps:
        entry_id = f"e{number}"
        truth.pop(entry_id, None)
        if n == 0:
            held.follow_passages("p", (entry_id,))
            continue
        rows = tuple(
            Placed(
                Piece(entry_id, at, at + 1, dice.randrange(4)),
                towards(*_random(dice)),
                dice.choice(("", "a", "b")),
            )
            for at in range(n)
        )
        by = OTHER if n == 4 else EMBEDDER
        held.follow_passages("p", (), {by: {entry_id: rows}})
        held.follow_passages("q", (entry_id,))
        held.follow("p", MemoryDelta(drop_ids=(entry_id,)))
        if by == EMBEDDER:
            truth[entry_id] = rows
    every = [row for rows in truth.values() for row in rows]
    for since, until, scope in (
        (None, None, None),
        (2, None, None),
        (None, 1, None),
        (1, 2, None),
        (None, None, "a"),
    ):
        question = asked(since=since, until=until, scope=scope)
        wanted = [
            row
            for row in every
            if (since or 0) <= row.piece.day <= (9 if until is None else until)
            and row.scope in ({"", "a", "b"} if scope is None else {"", scope})
        ]
        found = held.find(question)
        # The same rows in another order may differ in the last digit.
        anew = Nearest().keep(every, question, 0)
        assert dict(found or ()) == pytest.approx(dict(anew), abs=2e-6)
        assert {piece for piece, _ in found or ()} == {row.piece for row in wanted}


def test_fifty_thousand_passages_are_held_beside_memories() -> None:
    assert 50_000 * 384 * 4 * nearest._GROWTH + 10_000 * 384 * 4 < nearest._MOST_BYTES


async def test_passages_are_read_from_the_file_once(store: SqliteStore) -> None:
    owner = await add_profile(store)
    told = [await add_entry(store, owner, "rain") for _ in range(3)]
    pieces = [indexed(each, (0, 4, "rain", (1.0, 0.0))) for each in told]
    await store.save_passages(owner.id, pieces[:2])
    reads = []
    keep_rows = store._nearest.keep

    def count(rows: Sequence[Placed], asked: Asked, generation: int) -> Near:
        reads.append(len(rows))
        return keep_rows(rows, asked, generation)

    store._nearest.keep = count  # type: ignore[method-assign]

    async def near() -> list[str]:
        found = await store.find_near_passages(
            owner.id, towards(1, 0), embedder_id=EMBEDDER, least=0.5, limit=9
        )
        return [one.entry_id for one in found]

    assert await near() == [told[0].id, told[1].id]
    await store.save_passages(owner.id, pieces[2:])
    assert await near() == [each.id for each in told]
    await store.edit_entry(replace(told[0], text="snow"), job_id="again")
    assert await near() == [told[1].id, told[2].id]
    await apply(store, owner, drop_entry_ids=(told[1].id,))
    assert await near() == [told[2].id]
    assert reads == [2]


def test_what_was_asked_is_forgotten_by_all_when_anything_goes() -> None:
    """It may have been the words of what goes, and the other kind was asked with them, too."""
    held = Nearest()
    for kind in Held:
        asked = replace(_asked(1, 0), place=Place("p", EMBEDDER, kind))
        held.keep([Placed(Piece("m"), towards(1, 0))], asked, held.generation)
    assert all(matrix._asked is not None for matrix in held._held.values())

    held.follow_passages("p", ["turn"])

    assert [matrix._asked for matrix in held._held.values()] == [None, None]
