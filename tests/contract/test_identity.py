"""Merging, undoing it and splitting leave every store with the same rows as before."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from datetime import timedelta

import pytest

from graph_aria.adapters.clock import UuidIds
from graph_aria.domain.copies import CopiedRow, Part, RowKind
from graph_aria.domain.questions import Answer
from graph_aria.domain.reading import EntryForm, ReadIdentity
from graph_aria.domain.records import Profile, RulingVerb
from graph_aria.errors import Conflict
from graph_aria.ports import Store
from graph_aria.stages.capture import capture
from graph_aria.stages.forget import forget
from graph_aria.stages.identify import (
    answer_question,
    list_absorbed,
    list_mentions,
    merge_entities,
    split_entity,
    unmerge_entity,
)
from graph_aria.stages.rebuild import rebuild
from graph_aria.stages.work import work
from tests.contract.samples import FixedClock
from tests.faculties import faculties_with
from tests.line.world import ScriptedReader, decoded

IDS = UuidIds()
LIFE = (
    "@Ben:Person @Climbing:Activity Ben>LIKES>Climbing",
    "@Benjamin:Person @Climbing:Activity:3! Benjamin>DOES>Climbing me>FRIEND_OF>Benjamin",
    "@Ben:Person=brother @Yoga:Activity Ben>DOES>Yoga",
)
SAID = "@Ben:Person and @Benjamin:Person are the same"
PROJECTED = (
    RowKind.ENTITY,
    RowKind.FORM,
    RowKind.RELATION,
    RowKind.EVIDENCE,
    RowKind.DAY_ROW,
)


async def _tell(store: Store, owner: Profile, clock: FixedClock, *texts: str) -> list[str]:
    reader = ScriptedReader()
    reader.script[SAID] = replace(
        decoded(SAID), identities=(ReadIdentity(0, 1, same=True, start=0, end=9, rule="test:said"),)
    )
    told = []
    for text in texts:
        clock.instant += timedelta(days=1)
        saved = await capture(store, clock, IDS, owner, form=EntryForm.JOURNAL, text=text)
        await work(store, faculties_with(reader), clock, IDS)
        told.append(saved.entry.id)
    return told


async def _rows(store: Store, owner: Profile, *kinds: RowKind) -> dict[RowKind, set[CopiedRow]]:
    return {
        kind: set((await store.export(Part(kind, owner.id), limit=500)).items)
        for kind in (*PROJECTED, *kinds)
    }


async def _id_of(store: Store, owner: Profile, name: str) -> str:
    (found,) = await store.find_candidates(owner.id, [name.lower()])
    return found.entity.id


async def test_an_answer_and_its_undoing(store: Store, owner: Profile, clock: FixedClock) -> None:
    await _tell(store, owner, clock, *LIFE)
    before = await _rows(store, owner)
    (question,) = (await store.list_questions(owner.id)).items
    await answer_question(store, clock, IDS, owner, question.id, Answer.SAME)
    ben = await _id_of(store, owner, "Ben")
    assert ben == await _id_of(store, owner, "Benjamin")
    relations = (await store.list_relations(owner.id, now=clock.instant, entity_id=ben)).items
    assert sorted(relation.predicate for relation in relations) == [
        "DOES", "DOES", "FRIEND_OF", "LIKES",
    ]  # fmt: skip
    merged = await _rows(store, owner)
    await rebuild(store, clock, owner.id)
    assert await _rows(store, owner) == merged
    assert (await store.list_questions(owner.id)).items == ()
    await unmerge_entity(store, clock, IDS, owner, ben)
    assert await _rows(store, owner) == before


async def test_what_an_entry_says_and_that_entry_deleted(
    store: Store, owner: Profile, clock: FixedClock
) -> None:
    await _tell(store, owner, clock, *LIFE)
    before = await _rows(store, owner, RowKind.QUESTION, RowKind.RULING)
    (said,) = await _tell(store, owner, clock, SAID)
    assert await _id_of(store, owner, "Ben") == await _id_of(store, owner, "Benjamin")
    assert (await store.list_questions(owner.id)).items == ()
    await forget(store, clock, IDS, owner.id, [said])
    assert await _rows(store, owner, RowKind.QUESTION, RowKind.RULING) == before


async def test_a_split_and_its_undoing(store: Store, owner: Profile, clock: FixedClock) -> None:
    await _tell(store, owner, clock, *LIFE)
    ben = await _id_of(store, owner, "Ben")
    before = await store.get_entity(owner.id, ben)
    found = await list_mentions(store, owner, ben)
    ruling = await split_entity(store, clock, IDS, owner, ben, [found[0][1].id])
    other = await store.get_entity(owner.id, ruling.other_id or "")
    assert (other.entity.role, other.entity.distinct != "") == ("brother", True)
    kept = await store.list_relations(owner.id, now=clock.instant, entity_id=ben)
    assert [relation.predicate for relation in kept.items] == ["LIKES"]
    split = await _rows(store, owner)
    await rebuild(store, clock, owner.id)
    assert await _rows(store, owner) == split
    await merge_entities(store, clock, IDS, owner, other.entity.id, ben)
    after = await store.get_entity(owner.id, ben)
    assert after.entity == before.entity
    assert set(after.forms) == set(before.forms)


async def _at_once(*doing: Awaitable[object]) -> list[BaseException]:
    """Whatever went wrong of what was done at once; all but one of it is refused."""
    done = await asyncio.gather(*doing, return_exceptions=True)
    failed = [one for one in done if isinstance(one, BaseException)]
    assert [type(one) for one in failed] == [Conflict] * (len(done) - 1)
    return failed


async def test_two_merges_at_once_leave_one_of_the_two(
    store: Store, owner: Profile, clock: FixedClock
) -> None:
    await _tell(store, owner, clock, *LIFE)
    ben, benjamin = await _id_of(store, owner, "Ben"), await _id_of(store, owner, "Benjamin")
    await _at_once(
        merge_entities(store, clock, IDS, owner, ben, benjamin),
        merge_entities(store, clock, IDS, owner, benjamin, ben),
    )
    one = await store.get_entity(owner.id, ben)
    assert one == await store.get_entity(owner.id, benjamin)
    merged = await _rows(store, owner)
    await rebuild(store, clock, owner.id)
    assert await _rows(store, owner) == merged


async def test_told_apart_and_merged_at_once_is_one_of_the_two(
    store: Store, owner: Profile, clock: FixedClock
) -> None:
    await _tell(store, owner, clock, *LIFE)
    ben, benjamin = await _id_of(store, owner, "Ben"), await _id_of(store, owner, "Benjamin")
    (question,) = (await store.list_questions(owner.id)).items
    await _at_once(
        merge_entities(store, clock, IDS, owner, benjamin, ben),
        answer_question(store, clock, IDS, owner, question.id, Answer.DIFFERENT),
    )
    verbs = {ruling.verb for ruling in await store.list_rulings(owner.id)}
    are_one = await store.get_entity(owner.id, ben) == await store.get_entity(owner.id, benjamin)
    assert verbs == ({RulingVerb.MERGE} if are_one else {RulingVerb.NEVER_MERGE})


async def test_a_merge_into_what_was_merged_further_can_be_undone(
    store: Store, owner: Profile, clock: FixedClock
) -> None:
    await _tell(store, owner, clock, *LIFE, "@Bo:Person @Yoga:Activity Bo>DOES>Yoga")
    bo, ben, benjamin = [await _id_of(store, owner, name) for name in ("Bo", "Ben", "Benjamin")]
    await merge_entities(store, clock, IDS, owner, bo, ben)
    await merge_entities(store, clock, IDS, owner, ben, benjamin)
    absorbed = await list_absorbed(store, owner, benjamin)
    assert [each.entity_id for each in absorbed] == [ben, bo]
    await unmerge_entity(store, clock, IDS, owner, benjamin, bo)
    assert (await store.get_entity(owner.id, bo)).entity.id == bo
    assert (await store.get_entity(owner.id, ben)).entity.id == benjamin
    apart = await _rows(store, owner)
    await rebuild(store, clock, owner.id)
    assert await _rows(store, owner) == apart
    await merge_entities(store, clock, IDS, owner, bo, benjamin)
    await unmerge_entity(store, clock, IDS, owner, benjamin, ben)
    assert (await store.get_entity(owner.id, ben)).entity.id == ben


async def test_an_answer_follows_what_is_ruled_later(
    store: Store, owner: Profile, clock: FixedClock
) -> None:
    await _tell(store, owner, clock, *LIFE)
    (asked,) = (await store.list_questions(owner.id)).items
    ben, benjamin = await _id_of(store, owner, "Ben"), await _id_of(store, owner, "Benjamin")

    async def answer() -> Answer | None:
        return (await store.get_question(owner.id, asked.id)).answer

    await answer_question(store, clock, IDS, owner, asked.id, Answer.SAME)
    for unfit in (Answer.UNSURE, Answer.DIFFERENT):
        with pytest.raises(Conflict, match="one now"):
            await answer_question(store, clock, IDS, owner, asked.id, unfit)
    assert await answer() is Answer.SAME
    await unmerge_entity(store, clock, IDS, owner, ben)
    assert await answer() is Answer.DIFFERENT
    await merge_entities(store, clock, IDS, owner, benjamin, ben, override=True)
    assert await answer() is Answer.SAME
