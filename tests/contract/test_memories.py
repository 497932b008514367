"""What is known about the user, as a store keeps and finds it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from graph_aria.domain.graph import GraphDelta
from graph_aria.domain.memories import (
    Category,
    ImportantDate,
    Learned,
    Memory,
    MemoryFilter,
    MemoryKind,
    MemoryState,
)
from graph_aria.domain.memory_changes import MemoryDelta, MemoryNeighbourhood, Veto
from graph_aria.domain.memory_history import Author, LinkKind, MemoryLink, MemoryVerb
from graph_aria.domain.memory_sources import words_key
from graph_aria.domain.records import MentionState, Profile
from graph_aria.domain.vocabulary import Kind
from graph_aria.errors import InvalidCursor, NotFound, VersionConflict
from graph_aria.ports import Store
from tests.contract.memory_samples import (
    EMBEDDER,
    OTHER,
    SWIMS,
    change,
    keep,
    link,
    memory,
    memory_ruling,
    note,
    revision,
    source,
    towards,
    vector,
)
from tests.contract.samples import (
    add_entry,
    add_profile,
    apply,
    at,
    entity,
    mention,
    new_id,
    tell_story,
)

TICK = timedelta(microseconds=1)


def full(owner: Profile) -> Memory:
    """A memory in which every field says something."""
    return memory(
        owner,
        "The user's mother — \"Ann't\" 名 — was born on 29 February.",
        1.5,
        kind=MemoryKind.EVENT,
        category=Category.DATES,
        importance=1 / 3,
        emotional_significance=0.1 + 0.2,
        confidence=1.0,
        reason="she told them so; 100 % sure\n\ttwice",
        learned=Learned.INFERRED,
        valid_from=date(1956, 2, 29),
        valid_until=date(9999, 12, 31),
        expires_at=at(400) + TICK,
        important=ImportantDate(2, 29, 1956),
        slot="the user|birthday|mother",
        value="29 february",
        state=MemoryState.HELD,
        scope="Wörk",
    )


async def _all(store: Store, owner: Profile, ids: list[str]) -> MemoryNeighbourhood:
    return await store.read_memories(owner.id, ids)


# --- what is stored --------------------------------------------------------------------


async def test_a_memory_is_given_as_it_was_stored(store: Store, owner: Profile) -> None:
    rich, plain = full(owner), memory(owner)
    await keep(store, rich, plain)
    assert await store.get_memory(owner.id, rich.id) == rich
    assert await store.get_memory(owner.id, plain.id) == plain


async def test_a_date_without_its_year_stays_without(store: Store, owner: Profile) -> None:
    kept = memory(owner, important=ImportantDate(5, 9))
    await keep(store, kept)
    assert (await store.get_memory(owner.id, kept.id)).important == ImportantDate(5, 9)


async def test_a_memory_that_is_not_there_is_not_found(store: Store, owner: Profile) -> None:
    with pytest.raises(NotFound):
        await store.get_memory(owner.id, "nothing")
    assert await store.list_revisions(owner.id, "nothing") == ()
    assert await _all(store, owner, ["nothing"]) == MemoryNeighbourhood()
    assert await _all(store, owner, []) == MemoryNeighbourhood()


async def test_a_source_is_given_as_it_was_stored(store: Store, owner: Profile) -> None:
    rich = full(owner)
    told = await add_entry(store, owner, "x" * 50)
    first, second = source(rich, told.id, (3, 9)), source(rich, told.id, (20, 50))
    second = replace(
        second,
        said=replace(second.said, text="Other words.", corrects=True, expires_on=date(2026, 2, 1)),
        said_at=at(-3) - TICK,
        expires_at=None,
    )
    await change(store, owner, save=(rich,), save_sources=(second, first))
    assert (await _all(store, owner, [rich.id])).sources == (first, second)


async def test_memories_are_read_with_their_sources_alone(store: Store, owner: Profile) -> None:
    one, other, third = full(owner), full(owner), memory(owner)
    told = await keep(store, one, other, third)
    again = source(one, told.id, (3, 9))
    await change(
        store,
        owner,
        save_sources=(again,),
        save_links=(link(one, third),),
        save_rulings=(memory_ruling(MemoryVerb.PIN, one),),
        save_vectors=(vector(one.id),),
    )
    asked = [one.id, "nothing", one.id]
    assert set((await _all(store, owner, asked)).memories) == {one.id, other.id, third.id}
    found = await store.read_learned(owner.id, asked)
    whole = await _all(store, owner, [one.id])
    sources = tuple(each for each in whole.sources if each.memory_id == one.id)
    assert found.memories == {one.id: whole.memories[one.id]}
    assert found == MemoryNeighbourhood(memories=found.memories, sources=sources)
    assert len(sources) == 2
    both = await store.read_learned(owner.id, [other.id, one.id])
    assert list(both.memories) == sorted([one.id, other.id])
    assert [each.key for each in both.sources] == sorted(each.key for each in both.sources)
    assert await store.read_learned(owner.id, []) == MemoryNeighbourhood()
    stranger = await add_profile(store, "Bea")
    assert await store.read_learned(stranger.id, asked) == MemoryNeighbourhood()


async def test_a_source_of_the_same_place_replaces_the_former(store: Store, owner: Profile) -> None:
    kept = memory(owner)
    told = await keep(store, kept)
    before = source(kept, told.id)
    after = replace(before, said=replace(before.said, text="Another text.", importance=1.0))
    await change(store, owner, save_sources=(after,))
    assert (await _all(store, owner, [kept.id])).sources == (after,)
    await change(store, owner, drop_sources=(after.key,), save_sources=(before,))
    assert (await _all(store, owner, [kept.id])).sources == (before,)


async def test_a_save_replaces_all_but_use_and_vector(store: Store, owner: Profile) -> None:
    kept = memory(owner)
    await keep(store, kept)
    await change(store, owner, save_vectors=(vector(kept.id),))
    await store.use_memories(owner.id, [kept.id], at=at(3))

    await change(store, owner, save=(replace(full(owner), id=kept.id),))

    after = await store.get_memory(owner.id, kept.id)
    expected = replace(full(owner), id=kept.id, access_count=1, accessed_at=at(3))
    assert after == replace(expected, embedder_id=EMBEDDER)


async def test_what_a_value_says_of_its_vector_is_not_stored(store: Store, owner: Profile) -> None:
    kept = memory(owner, embedder_id="made up")
    await keep(store, kept)
    assert (await store.get_memory(owner.id, kept.id)).embedder_id is None


async def test_a_memory_goes_with_all_that_is_its_own(store: Store, owner: Profile) -> None:
    gone, stays = memory(owner, "The user swims at dawn."), memory(owner, "The user is Ann.")
    await keep(store, gone, stays)
    about_stays = memory_ruling(MemoryVerb.PIN, stays)
    own = revision(stays)
    await change(
        store,
        owner,
        save_links=(link(gone, stays),),
        save_rulings=(
            memory_ruling(MemoryVerb.PIN, gone),
            memory_ruling(MemoryVerb.SAME, stays, gone),
            memory_ruling(MemoryVerb.MERGE, gone, stays),
            about_stays,
        ),
        save_revisions=(revision(gone), revision(stays, other_id=gone.id), own),
        save_vectors=(vector(gone.id), vector(stays.id)),
    )
    await change(store, owner, drop_ids=(gone.id,))

    with pytest.raises(NotFound):
        await store.get_memory(owner.id, gone.id)
    left = await _all(store, owner, [gone.id, stays.id])
    assert set(left.memories) == {stays.id}
    assert {each.memory_id for each in left.sources} == {stays.id}
    assert (left.links, left.rulings) == ((), (about_stays,))
    assert set(left.vectors) == {stays.id}
    assert await store.list_revisions(owner.id, gone.id) == ()
    assert await store.list_revisions(owner.id, stays.id) == (own,)
    assert await store.find_memories(owner.id, words=[words_key(gone.text)]) == ()
    assert await store.search_memories(owner.id, "dawn", limit=9) == ()
    near = await store.find_near(
        owner.id, towards(1, 0, 0), embedder_id=EMBEDDER, least=0.0, limit=9
    )
    assert [one for one, _ in near] == [stays.id]


async def test_a_drop_comes_before_a_save(store: Store, owner: Profile) -> None:
    kept, other = memory(owner), memory(owner, "The user runs.")
    told = await keep(store, kept, other)
    ruled, changed = memory_ruling(MemoryVerb.PIN, kept), revision(kept)
    veto = Veto(told.id, 0, 6)
    await change(
        store,
        owner,
        save_rulings=(ruled,),
        save_revisions=(changed,),
        save_vectors=(vector(kept.id),),
        save_vetoes=(veto,),
        save_links=(link(other, kept),),
    )
    anew = replace(kept, text="The user swims again.")
    await change(
        store,
        owner,
        drop_ids=(kept.id,),
        drop_vectors=(kept.id,),
        drop_ruling_ids=(ruled.id,),
        drop_vetoes=(veto,),
        drop_sources=(source(kept, told.id).key,),
        save=(anew,),
        save_sources=(source(anew, told.id),),
        save_vectors=(vector(kept.id, (0, 1, 0)),),
        save_rulings=(ruled,),
        save_vetoes=(veto,),
    )
    found = await _all(store, owner, [kept.id])
    assert found.memories == {kept.id: replace(anew, embedder_id=EMBEDDER)}
    assert found.sources == (source(anew, told.id),)
    assert (found.links, found.rulings) == ((), (ruled,))
    assert found.vectors == {kept.id: vector(kept.id, (0, 1, 0))}
    assert await store.list_revisions(owner.id, kept.id) == ()
    assert await store.read_vetoes(owner.id, [told.id]) == (veto,)


async def test_a_revision_may_name_what_goes_in_the_same_change(
    store: Store, owner: Profile
) -> None:
    newer, older = memory(owner), memory(owner, "The user hates swimming.")
    await keep(store, newer, older)
    told = revision(older, before="superseded", after="current", other_id=newer.id)
    await change(store, owner, drop_ids=(newer.id,), save=(older,), save_revisions=(told,))
    assert await store.list_revisions(owner.id, older.id) == (told,)


async def test_nothing_of_a_change_that_comes_too_late_is_stored(
    store: Store, owner: Profile
) -> None:
    kept = memory(owner)
    told = await keep(store, kept)
    stale = (await store.get_profile(owner.id)).version - 1
    new = memory(owner, "The user runs.")
    delta = GraphDelta(
        owner.id,
        stale,
        at(0),
        save_entries=(note(owner, id="a note"),),
        memories=MemoryDelta(
            save=(new,),
            drop_ids=(kept.id,),
            save_sources=(source(new, told.id),),
            save_vectors=(vector(new.id),),
            save_vetoes=(Veto(told.id, 0, 1),),
        ),
    )
    with pytest.raises(VersionConflict):
        await store.apply(delta)
    assert (await store.list_memories(owner.id)).items == (kept,)
    near = await store.find_near(owner.id, towards(1, 0, 0), embedder_id=EMBEDDER, least=0, limit=9)
    assert near == ()
    assert await store.read_vetoes(owner.id, [told.id]) == ()
    with pytest.raises(NotFound):
        await store.get_entry(owner.id, "a note")


async def test_vetoes_move_with_their_words_when_an_entry_is_edited(
    store: Store, owner: Profile
) -> None:
    kept, other = memory(owner), memory(owner, "The user runs.")
    told = await keep(store, kept, text="I swim. I run. I swim.")
    beside = await keep(store, other, text="I run.")
    there = (Veto(told.id, 0, 6), Veto(told.id, 8, 13))
    elsewhere = Veto(beside.id, 0, 6)
    await change(store, owner, save_vetoes=(*there, elsewhere))
    ids = [told.id, beside.id]

    async def edited(**changes: object) -> tuple[Veto, ...]:
        stored = await store.get_entry(owner.id, told.id)
        await store.edit_entry(replace(stored, **changes), job_id=new_id())  # type: ignore[arg-type]
        found = await store.read_vetoes(owner.id, ids)
        assert elsewhere in found
        return tuple(one for one in found if one != elsewhere)

    assert await edited(mood=3) == there
    swims, runs = Veto(told.id, 6, 12), Veto(told.id, 14, 19)
    assert await edited(text="Today I swim. I run. I swim.") == (swims, runs)
    assert await edited(text="I run.") == (Veto(told.id, 0, 5),)
    assert await edited(text="Nothing.") == ()
    assert await edited(text="I run.") == ()


async def test_a_rebuild_leaves_memories_alone(store: Store, owner: Profile) -> None:
    kept = memory(owner)
    told = await keep(store, kept)
    await apply(store, owner, replace_all=True)
    assert (await _all(store, owner, [kept.id])).sources == (source(kept, told.id),)


async def test_a_memory_is_learned_from_a_note_of_the_same_change(
    store: Store, owner: Profile
) -> None:
    written, kept = note(owner, "I swim."), memory(owner)
    await apply(
        store,
        owner,
        save_entries=(written,),
        memories=MemoryDelta(save=(kept,), save_sources=(source(kept, written.id),)),
    )
    assert await store.get_entry(owner.id, written.id) == written
    assert await store.find_memories(owner.id, entry_ids=[written.id]) == (kept.id,)
    assert (await store.list_jobs(owner.id)).items == ()
    # And both go in one change too.
    await apply(
        store, owner, drop_entry_ids=(written.id,), memories=MemoryDelta(drop_ids=(kept.id,))
    )
    assert (await store.list_memories(owner.id)).items == ()
    with pytest.raises(NotFound):
        await store.get_entry(owner.id, written.id)


async def test_an_entry_goes_and_a_memory_that_others_support_stays(
    store: Store, owner: Profile
) -> None:
    kept = memory(owner)
    first = await keep(store, kept)
    second = await add_entry(store, owner, "I swim too.")
    other = source(kept, second.id, (2, 6))
    await change(store, owner, save_sources=(other,))
    await apply(
        store,
        owner,
        drop_entry_ids=(first.id,),
        memories=MemoryDelta(drop_sources=(source(kept, first.id).key,)),
    )
    assert (await _all(store, owner, [kept.id])).sources == (other,)
    assert await store.find_memories(owner.id, entry_ids=[first.id]) == ()
    assert await store.remove_strays(owner.id) == 0


async def test_a_profile_goes_with_its_memories(store: Store, owner: Profile) -> None:
    kept = memory(owner)
    told = await keep(store, kept)
    await change(store, owner, save_vectors=(vector(kept.id),), save_vetoes=(Veto(told.id, 0, 1),))
    args = {"embedder_id": EMBEDDER, "least": 0.0, "limit": 9}
    assert await store.find_near(owner.id, towards(1, 0, 0), **args)  # type: ignore[arg-type]
    await store.delete_profile(owner.id)
    for call in (
        store.get_memory(owner.id, kept.id),
        store.list_memories(owner.id),
        store.find_near(owner.id, towards(1, 0, 0), **args),  # type: ignore[arg-type]
    ):
        with pytest.raises(NotFound):
            await call
    again = await add_profile(store)
    assert (await store.list_memories(again.id)).items == ()
    assert await store.find_near(again.id, towards(1, 0, 0), **args) == ()  # type: ignore[arg-type]


# --- finding ---------------------------------------------------------------------------


async def test_memories_are_found_by_slot_words_and_entry(store: Store, owner: Profile) -> None:
    by_slot = memory(owner, "The user likes tea.", slot="user|attitude|tea", value="like")
    by_words = memory(owner, "The user  SWIMS", state=MemoryState.SUPERSEDED, scope="work")
    third = memory(owner, "The user runs.")
    told = await keep(store, by_slot, by_words)
    await keep(store, third)
    find = store.find_memories
    assert await find(owner.id) == ()
    assert await find(owner.id, slots=["user|attitude|tea", "other"]) == (by_slot.id,)
    assert await find(owner.id, slots=["USER|attitude|tea"]) == ()
    assert await find(owner.id, words=[words_key(SWIMS)]) == (by_words.id,)
    assert await find(owner.id, entry_ids=[told.id, "x"]) == (by_slot.id, by_words.id)
    every = await find(
        owner.id,
        slots=["user|attitude|tea"],
        words=[words_key(SWIMS), words_key("The user runs")],
        entry_ids=[told.id],
    )
    assert every == (by_slot.id, by_words.id, third.id)


async def test_words_follow_a_changed_text(store: Store, owner: Profile) -> None:
    kept = memory(owner)
    await keep(store, kept)
    await change(store, owner, save=(replace(kept, text="The user dives.", slot="a", value="b"),))
    assert await store.find_memories(owner.id, words=[words_key(SWIMS)]) == ()
    assert await store.find_memories(owner.id, words=["the user dives"]) == (kept.id,)
    assert await store.find_memories(owner.id, slots=["a"]) == (kept.id,)
    assert await store.search_memories(owner.id, "swims", limit=9) == ()
    assert [one for one, _ in await store.search_memories(owner.id, "dives", limit=9)] == [kept.id]


async def test_memories_about_an_entity_are_those_whose_words_mention_it(
    store: Store, owner: Profile
) -> None:
    told = await add_entry(store, owner, "Sam swims. Ulm is far. Sam!")
    sam, ulm = entity(owner, "Sam", kind=Kind.PERSON), entity(owner, "Ulm", kind=Kind.PLACE)
    nobody = entity(owner, "Zoe", kind=Kind.PERSON)
    swims, far = memory(owner, "Sam swims."), memory(owner, "Ulm is far from the user.")
    await apply(
        store,
        owner,
        save_entities=(sam, ulm, nobody),
        save_mentions=(
            mention(told, "Sam", sam, state=MentionState.RETIRED),
            mention(told, "Ulm", ulm),
        ),
        memories=MemoryDelta(
            save=(swims, far),
            save_sources=(source(swims, told.id, (0, 9)), source(far, told.id, (11, 22))),
        ),
    )
    find = store.find_memories
    assert await find(owner.id, about=[sam.id]) == (swims.id,)
    assert await find(owner.id, about=[ulm.id]) == (far.id,)
    assert await find(owner.id, about=[sam.id, ulm.id, nobody.id]) == (swims.id, far.id)
    assert await find(owner.id, about=[nobody.id, owner.user_id]) == ()


async def test_a_mention_that_only_touches_the_words_is_not_in_them(
    store: Store, owner: Profile
) -> None:
    told = await add_entry(store, owner, "SamUlm")
    sam, ulm = entity(owner, "Sam", kind=Kind.PERSON), entity(owner, "Ulm", kind=Kind.PLACE)
    kept = memory(owner)
    await apply(
        store,
        owner,
        save_entities=(sam, ulm),
        save_mentions=(mention(told, "Sam", sam), mention(told, "Ulm", ulm)),
        memories=MemoryDelta(save=(kept,), save_sources=(source(kept, told.id, (3, 6)),)),
    )
    assert await store.find_memories(owner.id, about=[sam.id]) == ()
    assert await store.find_memories(owner.id, about=[ulm.id]) == (kept.id,)


async def test_what_fills_one_slot_of_one_scope_is_read_together(
    store: Store, owner: Profile
) -> None:
    slot = "the user|weighs|" + "x" * 9000  # longer than an index of a server takes
    first, *others = (memory(owner, f"Weight {n}.", slot=slot, value=str(n)) for n in range(4))
    beside = [
        memory(owner, "At work.", slot=slot, value="9", scope="work"),
        memory(owner, "Another slot.", slot="the user|lives in", value="9"),
        memory(owner, "No slot."),
    ]
    linked = memory(owner, "Linked to the last.")
    await keep(store, first, *others, *beside, linked)
    stranger = await add_profile(store, "Somebody else")
    await keep(store, memory(stranger, "Weight of another.", slot=slot, value="7"))
    await change(store, owner, save_links=(link(linked, others[-1]),))
    for asked in (first, others[1], linked):
        known = await _all(store, owner, [asked.id])
        assert set(known.memories) == {one.id for one in (first, *others, linked)}
        assert {one.memory_id for one in known.sources} == set(known.memories)
    for alone in beside:
        assert set((await _all(store, owner, [alone.id])).memories) == {alone.id}


async def test_what_hangs_together_is_read_together(store: Store, owner: Profile) -> None:
    chain = [memory(owner, f"The user has {n} cats.") for n in range(6)]
    alone = memory(owner, "The user runs.")
    await keep(store, *chain, alone)
    rulings = (
        memory_ruling(MemoryVerb.MERGE, chain[2], chain[3], day=3),
        memory_ruling(MemoryVerb.BOTH, chain[4], chain[3], day=1),
        memory_ruling(MemoryVerb.PIN, chain[5], day=2),
        memory_ruling(MemoryVerb.PIN, alone),
    )
    links = (
        link(chain[1], chain[0]),
        link(chain[2], chain[1], LinkKind.UNCLEAR),
        link(chain[4], chain[5], LinkKind.CORRECTS, "because"),
    )
    await change(
        store,
        owner,
        save_links=links,
        save_rulings=rulings,
        save_vectors=(vector(chain[0].id), vector(chain[5].id, (0, 1), OTHER), vector(alone.id)),
    )
    for first in (0, 3, 5):
        found = await _all(store, owner, [chain[first].id, "nothing"])
        assert set(found.memories) == {each.id for each in chain}
        assert {each.memory_id for each in found.sources} == set(found.memories)
        assert set(found.links) == set(links)
        assert found.rulings == (rulings[1], rulings[2], rulings[0])
        assert found.vectors == {
            chain[0].id: vector(chain[0].id),
            chain[5].id: vector(chain[5].id, (0, 1), OTHER),
        }
    assert set((await _all(store, owner, [alone.id])).memories) == {alone.id}


async def test_rulings_of_one_instant_come_in_order_of_id(store: Store, owner: Profile) -> None:
    kept = memory(owner)
    await keep(store, kept)
    rulings = tuple(memory_ruling(MemoryVerb.PIN, kept) for _ in range(3))
    await change(store, owner, save_rulings=rulings[::-1])
    assert (await _all(store, owner, [kept.id])).rulings == rulings
    await change(store, owner, drop_ruling_ids=(rulings[1].id,))
    assert (await _all(store, owner, [kept.id])).rulings == (rulings[0], rulings[2])


async def test_a_link_replaces_the_one_between_the_same_two(store: Store, owner: Profile) -> None:
    one, other = memory(owner), memory(owner, "The user sinks.")
    await keep(store, one, other)
    await change(store, owner, save_links=(link(one, other),))
    now = MemoryLink(one.id, other.id, LinkKind.CORRECTS, "taken back")
    await change(store, owner, save_links=(now,))
    assert (await _all(store, owner, [one.id])).links == (now,)
    back = link(other, one)
    await change(store, owner, save_links=(back,))
    assert set((await _all(store, owner, [one.id])).links) == {now, back}


async def test_vetoes_are_given_in_order_and_go_with_their_entry(
    store: Store, owner: Profile
) -> None:
    first, second = await add_entry(store, owner, "one"), await add_entry(store, owner, "two")
    vetoes = (
        Veto(first.id, 0, 2),
        Veto(first.id, 1, 2),
        Veto(first.id, 1, 3),
        Veto(second.id, 0, 3),
    )
    await change(store, owner, save_vetoes=vetoes[::-1])
    await change(store, owner, save_vetoes=vetoes[:1])  # once more changes nothing
    assert await store.read_vetoes(owner.id, [second.id, first.id]) == vetoes
    await change(store, owner, drop_vetoes=(vetoes[1], Veto(first.id, 7, 8)))
    assert await store.read_vetoes(owner.id, [first.id]) == (vetoes[0], vetoes[2])
    await apply(store, owner, drop_entry_ids=(first.id,))
    assert await store.read_vetoes(owner.id, [first.id, second.id]) == (vetoes[3],)
    assert await store.read_vetoes(owner.id, []) == ()


async def test_revisions_are_given_oldest_first(store: Store, owner: Profile) -> None:
    kept = memory(owner)
    await keep(store, kept)
    told = [
        revision(kept, 3, field="text", before=None, after="entry-1", by=Author.CONSOLIDATION),
        revision(kept, 1, why="merged", other_id="another", by=Author.EXPIRY),
        revision(kept, 2, field="pinned", after=None),
    ]
    await change(store, owner, save_revisions=tuple(told[::-1]))
    # In order of their ids, whatever their time.
    assert await store.list_revisions(owner.id, kept.id) == tuple(told)


# --- vectors ---------------------------------------------------------------------------


async def _near(store: Store, owner: Profile, *numbers: float, **more: object) -> list[str]:
    asked: dict[str, object] = {"embedder_id": EMBEDDER, "least": -1.0, "limit": 9, **more}
    found = await store.find_near(owner.id, towards(*numbers), **asked)  # type: ignore[arg-type]
    scores = [score for _, score in found]
    assert scores == sorted(scores, reverse=True)
    assert all(-1 <= score <= 1 for score in scores)
    return [memory_id for memory_id, _ in found]


async def test_the_nearest_vectors_are_found_with_their_cosines(
    store: Store, owner: Profile
) -> None:
    there, near, far, other = (memory(owner, f"Memory {n}.") for n in range(4))
    held = replace(near, state=MemoryState.HELD, scope="work")
    await keep(store, there, held, far, other)
    assert await _near(store, owner, 1, 0, 0) == []
    await change(
        store,
        owner,
        save_vectors=(
            vector(there.id, (1, 0, 0)),
            vector(near.id, (3, 4, 0)),
            vector(far.id, (0, 1, 0)),
            vector(other.id, (1, 0, 0), OTHER),
        ),
    )
    found = await store.find_near(
        owner.id, towards(1, 0, 0), embedder_id=EMBEDDER, least=0.5, limit=9
    )
    assert [one for one, _ in found] == [there.id, near.id]
    assert [score for _, score in found] == pytest.approx([1.0, 0.6], abs=1e-4)
    assert await _near(store, owner, 1, 0, 0, limit=1) == [there.id]
    assert await _near(store, owner, 1, 0, 0, embedder_id=OTHER) == [other.id]
    assert await _near(store, owner, 1, 0, 0, embedder_id="a third") == []


async def test_the_nearest_of_a_scope_and_state_are_found_behind_any_number_of_others(
    store: Store, owner: Profile
) -> None:
    wanted = memory(owner, "The user sleeps well.")
    over = memory(owner, "The user slept well.", state=MemoryState.SUPERSEDED)
    hidden = [memory(owner, f"The user sleeps {n} hours.", scope="work") for n in range(150)]
    await keep(store, wanted, over, *hidden)
    vectors = [vector(wanted.id, (1, 0.5, 0)), vector(over.id, (1, 0.4, 0))]
    vectors += [vector(one.id, (1, n / 1000, 0)) for n, one in enumerate(hidden)]
    await change(store, owner, save_vectors=tuple(vectors))

    async def near(**more: object) -> list[str]:
        return await _near(store, owner, 1, 0, 0, least=0.5, limit=2, **more)

    assert await near() == [one.id for one in hidden[:2]]
    assert await near(scope="") == [over.id, wanted.id]
    assert await near(scope="work") == [one.id for one in hidden[:2]]
    assert await near(scope="other") == []
    assert await near(states={MemoryState.SUPERSEDED}) == [over.id]
    assert await near(scope="", states={MemoryState.CURRENT, MemoryState.HELD}) == [wanted.id]
    assert await near(scope="", states=()) == []


async def test_equally_near_ones_come_in_order_of_id(store: Store, owner: Profile) -> None:
    alike = [memory(owner, f"Memory {n}.") for n in range(5)]
    await keep(store, *alike)
    await change(
        store, owner, save_vectors=tuple(vector(each.id, (1, 1, 0)) for each in alike[::-1])
    )
    assert await _near(store, owner, 1, 1, 0) == [each.id for each in alike]
    assert await _near(store, owner, 1, 1, 0, limit=5) == [each.id for each in alike]


async def test_what_is_near_follows_every_change(store: Store, owner: Profile) -> None:
    one, two, three = (memory(owner, f"Memory {n}.") for n in range(3))
    await keep(store, one, two, three)
    await change(store, owner, save_vectors=(vector(one.id, (1, 0)), vector(two.id, (0, 1))))
    assert await _near(store, owner, 1, 0, least=0.5) == [one.id]
    # Another place, and another memory.
    await change(store, owner, save_vectors=(vector(two.id, (2, 1)), vector(three.id, (4, 1))))
    assert await _near(store, owner, 1, 0, least=0.5) == [one.id, three.id, two.id]
    # The vector goes, the memory stays.
    await change(store, owner, drop_vectors=(one.id, "nothing"))
    assert await _near(store, owner, 1, 0, least=0.5) == [three.id, two.id]
    assert (await store.get_memory(owner.id, one.id)).embedder_id is None
    # Made again by another embedder.
    await change(store, owner, save_vectors=(vector(three.id, (1, 0), OTHER),))
    assert await _near(store, owner, 1, 0, least=0.5) == [two.id]
    assert await _near(store, owner, 1, 0, least=0.5, embedder_id=OTHER) == [three.id]
    assert (await store.get_memory(owner.id, three.id)).embedder_id == OTHER
    assert (await _all(store, owner, [three.id])).vectors == {
        three.id: vector(three.id, (1, 0), OTHER)
    }
    # The memory goes.
    await change(store, owner, drop_ids=(two.id,))
    assert await _near(store, owner, 1, 0, least=0.5) == []


async def test_what_is_near_outlives_the_store(store: Store, owner: Profile) -> None:
    kept = [memory(owner, f"Memory {n}.") for n in range(30)]
    await keep(store, *kept)
    await change(
        store, owner, save_vectors=tuple(vector(each.id, (1, n)) for n, each in enumerate(kept))
    )
    await change(store, owner, drop_ids=tuple(each.id for each in kept[::2]))
    assert await _near(store, owner, 1, 0, limit=3) == [kept[1].id, kept[3].id, kept[5].id]


async def test_memories_without_a_vector_of_an_embedder_are_listed(
    store: Store, owner: Profile
) -> None:
    bare, mine, theirs, later = (memory(owner, f"Memory {n}.") for n in range(4))
    await keep(store, later, bare, mine, theirs)
    await change(
        store,
        owner,
        save_vectors=(vector(mine.id), vector(theirs.id, (1, 0), OTHER)),
    )

    async def listed(embedder: str, limit: int = 9) -> list[str]:
        found = await store.list_unembedded(owner.id, embedder, limit=limit)
        return [each.id for each in found]

    assert await listed(EMBEDDER) == [bare.id, theirs.id, later.id]
    assert await listed(EMBEDDER, 2) == [bare.id, theirs.id]
    assert await listed(OTHER) == [bare.id, mine.id, later.id]
    assert await listed("a third") == [bare.id, mine.id, theirs.id, later.id]
    assert await store.list_unembedded(owner.id, OTHER, limit=1) == (bare,)


async def test_memories_made_since_one_are_listed_by_their_ids(
    store: Store, owner: Profile
) -> None:
    other = await add_profile(store, "Bea")
    kept = [memory(owner, f"Memory {n}.") for n in range(4)]
    await keep(store, kept[2], kept[0], kept[3], kept[1])
    ids = [one.id for one in kept]
    assert await store.list_memory_ids(owner.id) == tuple(ids)
    assert await store.list_memory_ids(owner.id, after=ids[0], limit=2) == tuple(ids[1:3])
    assert await store.list_memory_ids(owner.id, after=ids[3]) == ()
    assert await store.list_memory_ids(other.id) == ()


# --- words -----------------------------------------------------------------------------


async def _search(store: Store, owner: Profile, words: str, limit: int = 9) -> list[str]:
    found = await store.search_memories(owner.id, words, limit=limit)
    ranks = [rank for _, rank in found]
    assert all(rank > 0 for rank in ranks)
    assert ranks == sorted(ranks, reverse=True)
    return [memory_id for memory_id, _ in found]


async def test_memories_are_found_by_any_of_some_words(store: Store, owner: Profile) -> None:
    swims = memory(owner, "The user swims every Tuesday.")
    quiet = memory(owner, "The user loves the Café Größe.", reason="its quiet tables")
    plain = memory(owner, "The user runs.", state=MemoryState.ARCHIVED, scope="work")
    await keep(store, swims, quiet, plain)
    assert await _search(store, owner, "swims") == [swims.id]
    assert await _search(store, owner, "SWIMMING tuesdays") == [swims.id]
    assert await _search(store, owner, "cafe") == [quiet.id]
    assert await _search(store, owner, "CAFÉ") == [quiet.id]
    assert await _search(store, owner, "table") == [quiet.id]
    assert await _search(store, owner, "zebra running") == [plain.id]
    assert set(await _search(store, owner, "swim run")) == {swims.id, plain.id}
    assert set(await _search(store, owner, "the")) == {swims.id, quiet.id, plain.id}
    assert len(await _search(store, owner, "user", limit=2)) == 2
    assert await _search(store, owner, "nothing of that") == []


async def test_what_has_more_of_the_words_comes_first(store: Store, owner: Profile) -> None:
    one = memory(owner, "The user has a dog.")
    both = memory(owner, "The user has a dog called Rex.")
    others = [memory(owner, f"The user likes number {n}.") for n in range(20)]
    await keep(store, one, both, *others)
    assert await _search(store, owner, "rex dog") == [both.id, one.id]


@pytest.mark.parametrize(
    "words",
    ["", "   ", "?!", "* \" ' ( ) :", "\x00", "–—…", "🧘"],
)
async def test_a_text_without_words_finds_nothing(store: Store, owner: Profile, words: str) -> None:
    await keep(store, memory(owner))
    assert await _search(store, owner, words) == []


@pytest.mark.parametrize(
    "words",
    [
        "AND", "OR NOT", "NEAR(a b)", 'say "hello', "swim*", "text:swims", "{a b}", "^swims",
        "a AND OR swims", "'; DROP TABLE memory; --", "swims\x00", "+swims -user", "\\swims/",
        "swims " * 500, "日本語 swims", "O'Brien snake_case 3.14 e-mail@example.org swims",
    ],
)  # fmt: skip
async def test_operators_and_odd_texts_are_words_too(
    store: Store, owner: Profile, words: str
) -> None:
    swims, other = memory(owner), memory(owner, "and or not near 日本語 O'Brien")
    await keep(store, swims, other)
    found = await _search(store, owner, words)
    assert (swims.id in found) == ("swim" in words)


async def test_words_of_other_scripts_are_found(store: Store, owner: Profile) -> None:
    told = {word: memory(owner, f"The user said {word}.") for word in ("日本語", "naïve", "Привет")}
    await keep(store, *told.values())
    for word, kept in told.items():
        assert await _search(store, owner, word) == [kept.id]
        assert await _search(store, owner, word.upper()) == [kept.id]


# --- lists -----------------------------------------------------------------------------


async def _listed(store: Store, owner: Profile, **wanted: object) -> list[str]:
    found = await store.list_memories(owner.id, MemoryFilter(**wanted))  # type: ignore[arg-type]
    assert found.next_cursor is None
    return [each.id for each in found.items]


async def test_memories_are_listed_pinned_first_then_newest(store: Store, owner: Profile) -> None:
    old, new, twin = memory(owner, day=1), memory(owner, day=3), memory(owner, day=3)
    pinned = memory(owner, day=0, pinned=True)
    later = memory(owner, day=2, pinned=True)
    await keep(store, old, pinned, new, twin, later)
    order = [later.id, pinned.id, twin.id, new.id, old.id]
    assert await _listed(store, owner) == order
    given: list[str] = []
    cursor = None
    for _ in order:
        page = await store.list_memories(owner.id, cursor=cursor, limit=1)
        given += [each.id for each in page.items]
        cursor = page.next_cursor
    assert given == order
    assert cursor is None


async def test_memories_are_listed_by_each_filter_and_all_together(
    store: Store, owner: Profile
) -> None:
    plain = memory(owner, day=1)
    held = memory(owner, day=2, state=MemoryState.HELD, category=Category.FEARS)
    event = memory(owner, day=3, kind=MemoryKind.EVENT, scope="work")
    pinned = memory(owner, day=4, pinned=True, category=Category.FEARS, scope="work")
    await keep(store, plain, held, event, pinned)
    assert await _listed(store, owner, state=MemoryState.HELD) == [held.id]
    assert await _listed(store, owner, state=MemoryState.MERGED) == []
    assert await _listed(store, owner, category=Category.FEARS) == [pinned.id, held.id]
    assert await _listed(store, owner, kind=MemoryKind.EVENT) == [event.id]
    assert await _listed(store, owner, pinned=True) == [pinned.id]
    assert await _listed(store, owner, pinned=False) == [event.id, held.id, plain.id]
    assert await _listed(store, owner, scope="") == [held.id, plain.id]
    assert await _listed(store, owner, scope="work") == [pinned.id, event.id]
    both = {"state": MemoryState.CURRENT, "category": Category.FEARS, "scope": "work"}
    assert await _listed(store, owner, **both, pinned=True) == [pinned.id]
    assert await _listed(store, owner, **both, kind=MemoryKind.EVENT) == []


async def test_a_filtered_list_goes_on_too(store: Store, owner: Profile) -> None:
    fears = [memory(owner, day=n, category=Category.FEARS, pinned=n == 0) for n in range(5)]
    await keep(store, *fears, *(memory(owner, day=n) for n in range(5)))
    wanted = MemoryFilter(state=MemoryState.CURRENT, category=Category.FEARS)
    first = await store.list_memories(owner.id, wanted, limit=3)
    second = await store.list_memories(owner.id, wanted, limit=3, cursor=first.next_cursor)
    given = [each.id for each in (*first.items, *second.items)]
    assert given == [fears[n].id for n in (0, 4, 3, 2, 1)]
    assert second.next_cursor is None


async def test_a_list_of_one_kind_goes_on_too(store: Store, owner: Profile) -> None:
    foci = [memory(owner, day=n, kind=MemoryKind.FOCUS, pinned=n < 2) for n in range(6)]
    archived = memory(owner, day=9, kind=MemoryKind.FOCUS, state=MemoryState.ARCHIVED)
    milestone = memory(owner, day=3, kind=MemoryKind.MILESTONE, category=Category.WORK)
    await keep(store, *foci, archived, milestone, *(memory(owner, day=n) for n in range(5)))
    wanted = MemoryFilter(state=MemoryState.CURRENT, kind=MemoryKind.FOCUS)
    given, cursor = list[str](), None
    for _ in range(3):
        page = await store.list_memories(owner.id, wanted, limit=2, cursor=cursor)
        given, cursor = [*given, *(each.id for each in page.items)], page.next_cursor
    assert given == [foci[n].id for n in (1, 0, 5, 4, 3, 2)]
    assert cursor is None
    assert await _listed(store, owner, kind=MemoryKind.FOCUS, pinned=False) == [
        archived.id,
        *(foci[n].id for n in (5, 4, 3, 2)),
    ]
    both = {"kind": MemoryKind.MILESTONE, "category": Category.WORK}
    assert await _listed(store, owner, **both) == [milestone.id]
    assert await _listed(store, owner, **both, scope="work") == []


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"state": MemoryState.CURRENT},
        {"kind": MemoryKind.FOCUS},
        {"kind": MemoryKind.FOCUS, "state": MemoryState.CURRENT},
        {"category": Category.HABITS},
        {"scope": ""},
    ],
)
async def test_what_says_some_values_in_its_slot_is_left_out(
    store: Store, owner: Profile, wanted: dict[str, object]
) -> None:
    values = ("on", "done", None, "dropped", "", "on")
    told = [
        memory(
            owner,
            day=n,
            kind=MemoryKind.FOCUS,
            slot=None if value is None else f"slot {n}",
            value=value,
            pinned=n in {1, 5},
        )
        for n, value in enumerate(values)
    ]
    await keep(store, *told)
    left = frozenset({"done", "dropped"})
    every = [told[n].id for n in (5, 1, 4, 3, 2, 0)]
    assert await _listed(store, owner, **wanted) == every
    kept = [told[n].id for n in (5, 4, 2, 0)]
    assert await _listed(store, owner, **wanted, but_values=left) == kept
    assert await _listed(store, owner, **wanted, but_values=left, pinned=True) == [told[5].id]
    first = await store.list_memories(
        owner.id,
        MemoryFilter(**wanted, but_values=left),  # type: ignore[arg-type]
        limit=2,
    )
    assert [one.id for one in first.items] == kept[:2]


async def test_a_cursor_of_another_list_is_refused(store: Store, owner: Profile) -> None:
    await add_entry(store, owner)
    await add_entry(store, owner)
    page = await store.list_entries(owner.id, limit=1)
    for cursor in (page.next_cursor, "nonsense"):
        with pytest.raises(InvalidCursor):
            await store.list_memories(owner.id, cursor=cursor)


async def test_memories_about_an_entity_are_listed_with_those_about_what_was_merged_into_it(
    store: Store, owner: Profile
) -> None:
    told = await add_entry(store, owner, "Sam swims. Samuel runs. Sammy sits. Ulm.")
    sam = entity(owner, "Sam", kind=Kind.PERSON)
    samuel = entity(owner, "Samuel", kind=Kind.PERSON, merged_into=sam.id)
    sammy = entity(owner, "Sammy", kind=Kind.PERSON, merged_into=samuel.id)
    swims, runs, sits, far = (memory(owner, day=n) for n in range(4))
    await apply(
        store,
        owner,
        save_entities=(sam, samuel, sammy),
        save_mentions=(
            mention(told, "Sam", sam),
            mention(told, "Samuel", samuel),
            mention(told, "Sammy", sammy),
        ),
        memories=MemoryDelta(
            save=(swims, runs, sits, far),
            save_sources=(
                source(swims, told.id, (0, 10)),
                source(runs, told.id, (11, 23)),
                source(runs, told.id, (11, 17)),
                source(sits, told.id, (24, 35)),
                source(far, told.id, (36, 40)),
            ),
        ),
    )
    assert await _listed(store, owner, about_id=sam.id) == [sits.id, runs.id, swims.id]
    assert await _listed(store, owner, about_id=samuel.id) == [sits.id, runs.id]
    assert await _listed(store, owner, about_id=sam.id, state=MemoryState.HELD) == []
    no_value = frozenset({"x"})
    assert len(await _listed(store, owner, about_id=sam.id, but_values=no_value)) == 3
    assert await _listed(store, owner, about_id="nobody") == []
    # By the mentions' own entities: what was merged is asked for by its name.
    assert await store.find_memories(owner.id, about=[sam.id]) == (swims.id,)
    first = await store.list_memories(owner.id, MemoryFilter(about_id=sam.id), limit=2)
    second = await store.list_memories(
        owner.id, MemoryFilter(about_id=sam.id), limit=2, cursor=first.next_cursor
    )
    assert [each.id for each in (*first.items, *second.items)] == [sits.id, runs.id, swims.id]


async def test_a_mention_that_was_taken_back_makes_no_memory_one_about_it(
    store: Store, owner: Profile
) -> None:
    told = await add_entry(store, owner, "Sam swims.")
    sam = entity(owner, "Sam", kind=Kind.PERSON)
    kept = memory(owner)
    await apply(
        store,
        owner,
        save_entities=(sam,),
        save_mentions=(mention(told, "Sam", sam, state=MentionState.WITHDRAWN),),
        memories=MemoryDelta(save=(kept,), save_sources=(source(kept, told.id),)),
    )
    assert await _listed(store, owner, about_id=sam.id) == []
    # Whoever looks for all that may have to change still finds it.
    assert await store.find_memories(owner.id, about=[sam.id]) == (kept.id,)


async def test_use_is_counted_and_changes_nothing_else(store: Store, owner: Profile) -> None:
    kept, other = memory(owner), memory(owner, "The user runs.")
    await keep(store, kept, other)
    version = (await store.get_profile(owner.id)).version
    await store.use_memories(owner.id, [kept.id, kept.id, "nothing"], at=at(5))
    await store.use_memories(owner.id, [kept.id], at=at(4))
    await store.use_memories(owner.id, [], at=at(6))
    after = await store.get_memory(owner.id, kept.id)
    assert after == replace(kept, access_count=2, accessed_at=at(5))
    assert await store.get_memory(owner.id, other.id) == other
    assert (await store.get_profile(owner.id)).version == version
    await change(store, owner, save=(replace(kept, text="The user dives."),))
    assert (await store.get_memory(owner.id, kept.id)).access_count == 2


async def test_what_expired_is_listed_earliest_first(store: Store, owner: Profile) -> None:
    def ending(day: float, **changes: Any) -> Memory:
        return memory(owner, expires_at=at(day), **changes)

    late, soon, twin = ending(9), ending(3), ending(3)
    held = ending(4, state=MemoryState.HELD)
    pending = ending(5, state=MemoryState.PENDING)
    await keep(
        store,
        late,
        twin,
        soon,
        held,
        pending,
        ending(2, pinned=True),
        ending(2, state=MemoryState.SUPERSEDED),
        ending(2, state=MemoryState.ARCHIVED),
        ending(2, state=MemoryState.MERGED),
        memory(owner),
    )

    async def listed(day: float, limit: int = 9) -> tuple[str, ...]:
        return await store.list_expired(owner.id, now=at(day), limit=limit)

    assert await listed(2) == ()
    assert await store.list_expired(owner.id, now=at(3) - TICK, limit=9) == ()
    assert await listed(3) == (soon.id, twin.id)
    assert await listed(8) == (soon.id, twin.id, held.id, pending.id)
    assert await listed(9, 3) == (soon.id, twin.id, held.id)
    assert (await listed(9))[-1] == late.id


async def test_what_begins_on_some_days_and_days_that_return_are_listed(
    store: Store, owner: Profile
) -> None:
    def event(day: int, **changes: Any) -> Memory:
        known: dict[str, Any] = {"kind": MemoryKind.EVENT, "valid_from": date(2026, 3, day)}
        return memory(owner, **{**known, **changes})

    first, last = event(2), event(9, valid_until=date(2026, 3, 20))
    moved = event(4, kind=MemoryKind.MILESTONE, valid_until=date(2026, 3, 31))
    leap = memory(owner, important=ImportantDate(2, 29, 1988))
    march = memory(owner, important=ImportantDate(3, 1))
    await keep(
        store,
        last,
        first,
        leap,
        march,
        moved,
        event(1),
        event(10),
        event(1, kind=MemoryKind.MILESTONE),
        event(5, kind=MemoryKind.FACT),
        event(5, kind=MemoryKind.FOCUS),
        event(5, kind=MemoryKind.MILESTONE, state=MemoryState.PENDING),
        event(5, state=MemoryState.HELD),
        memory(owner, important=ImportantDate(1, 3)),
        memory(owner, important=ImportantDate(3, 1), state=MemoryState.ARCHIVED),
        memory(owner),
    )

    async def listed(*returning: tuple[int, int], limit: int = 9) -> tuple[Memory, ...]:
        since, until = date(2026, 3, 2), date(2026, 3, 9)
        return await store.list_dated(
            owner.id, since=since, until=until, returning=returning, limit=limit
        )

    events = sorted([first, last, moved], key=lambda one: one.id)
    both = sorted([*events, leap, march], key=lambda one: one.id)
    assert await listed() == tuple(events)
    assert await listed((2, 29), (3, 1)) == tuple(both)
    assert await listed((2, 29), (3, 1), limit=3) == tuple(both[:3])


async def test_memories_are_counted_by_state(store: Store, owner: Profile) -> None:
    assert await store.count_memories(owner.id) == {}
    states = [MemoryState.CURRENT] * 3 + [MemoryState.PENDING]
    await keep(store, *(memory(owner, state=state) for state in states))
    counted = await store.count_memories(owner.id)
    assert dict(counted) == {MemoryState.CURRENT: 3, MemoryState.PENDING: 1}


# --- strays, and others ----------------------------------------------------------------


async def test_strays_are_told_and_removed(store: Store, owner: Profile) -> None:
    lost, stays = memory(owner, "The user is lost."), memory(owner, "The user stays.")
    told = await keep(store, lost, stays)
    second = await add_entry(store, owner, "I stay.")
    await change(
        store,
        owner,
        save_sources=(source(stays, second.id),),
        save_links=(link(lost, stays),),
        save_vectors=(vector(lost.id),),
        save_vetoes=(Veto(told.id, 0, 1),),
    )
    assert await store.remove_strays(owner.id) == 0
    assert (await store.check()).problems == ()
    await apply(store, owner, drop_entry_ids=(told.id,))  # and the memories were forgotten
    assert [each.state for each in (await store.check()).problems] == ["degraded"]

    assert await store.remove_strays(owner.id) > 0

    assert (await store.check()).problems == ()
    assert (await store.list_memories(owner.id)).items == (stays,)
    found = await _all(store, owner, [stays.id])
    assert found.sources == (source(stays, second.id),)
    assert found.links == ()
    assert await store.find_memories(owner.id, entry_ids=[told.id]) == ()
    assert await _near(store, owner, 1, 0, 0) == []
    assert await store.remove_strays(owner.id) == 0


async def test_one_profiles_memories_are_nobody_elses(store: Store, owner: Profile) -> None:
    story = await tell_story(store, "Bea")
    theirs = story.owner
    kept = memory(theirs, slot="slot", value="value", expires_at=at(1))
    told = await keep(store, kept)
    veto, ruled = Veto(told.id, 0, 1), memory_ruling(MemoryVerb.PIN, kept)
    await change(
        store,
        theirs,
        save_vectors=(vector(kept.id),),
        save_vetoes=(veto,),
        save_rulings=(ruled,),
        save_revisions=(revision(kept),),
    )
    expected = await _all(store, theirs, [kept.id])
    # Everything that a change can name.
    await change(
        store,
        owner,
        drop_ids=(kept.id,),
        drop_sources=(source(kept, told.id).key,),
        drop_ruling_ids=(ruled.id,),
        drop_vectors=(kept.id,),
        drop_vetoes=(veto,),
    )
    await store.use_memories(owner.id, [kept.id], at=at(1))
    assert await store.remove_strays(owner.id) == 0
    assert await _all(store, theirs, [kept.id]) == expected
    assert await store.read_vetoes(theirs.id, [told.id]) == (veto,)
    assert await _near(store, theirs, 1, 0, 0) == [kept.id]
    assert len(await store.list_revisions(theirs.id, kept.id)) == 1


async def test_the_same_ids_are_two_memories_in_two_profiles(store: Store, owner: Profile) -> None:
    other = await add_profile(store, "Bea")
    mine = memory(owner, "The user swims.")
    theirs = replace(mine, profile_id=other.id, text="The user runs.")
    await keep(store, mine)
    await keep(store, theirs)
    await change(store, owner, save_vectors=(vector(mine.id, (1, 0)),))
    await change(store, other, save_vectors=(vector(mine.id, (0, 1)),))
    assert (await store.get_memory(owner.id, mine.id)).text == "The user swims."
    assert (await store.get_memory(other.id, mine.id)).text == "The user runs."
    assert await _near(store, owner, 1, 0, least=0.5) == [mine.id]
    assert await _near(store, other, 1, 0, least=0.5) == []
    await change(store, owner, drop_ids=(mine.id,))
    assert (await store.get_memory(other.id, mine.id)).embedder_id == EMBEDDER
    assert await _search(store, other, "runs") == [mine.id]


# --- proof -----------------------------------------------------------------------------

CANARIES = [
    f"{word}{n}" for n in range(8) for word in ("zorblag", "qwyxol", "übergrak", "日本語帳簿")
]


async def test_no_word_of_a_memory_that_went_is_left(store: Store, owner: Profile) -> None:
    gone = [
        memory(
            owner,
            f"The user {word}s and {word}.",
            reason=f"{word} because",
            slot=f"user|{word}|x",
            value=word,
        )
        for word in CANARIES
    ]
    stays = memory(owner, "The user keeps keptcanary.", reason="reasoncanary")
    told = await keep(store, stays)
    doomed = await keep(store, *gone, text="Nothing much.")
    await change(store, owner, save_vectors=tuple(vector(each.id) for each in gone))
    kept = await store.find_said(["keptcanary", "reasoncanary", *CANARIES])
    assert kept == {"keptcanary", "reasoncanary", *CANARIES}
    await apply(
        store,
        owner,
        drop_entry_ids=(doomed.id,),
        memories=MemoryDelta(drop_ids=tuple(each.id for each in gone)),
    )
    assert await store.find_said(["keptcanary", *CANARIES]) == {"keptcanary"}
    left = await store.prove_gone([*CANARIES, "keptcanary", "reasoncanary"])
    assert {each.word for each in left} == {"keptcanary", "reasoncanary"}
    assert (await store.get_entry(owner.id, told.id)).id == told.id


async def test_what_a_memory_claims_is_said_with_its_words(store: Store, owner: Profile) -> None:
    kept = memory(owner, "The user has two gardens.")
    await keep(store, kept, text="I have two gardens.")
    claims = replace(vector(kept.id), claim='["parser",[["garden","n"]]]')
    await change(store, owner, save_vectors=(claims,))
    assert (await _all(store, owner, [kept.id])).vectors == {kept.id: claims}
    # A word without its ending is no trace of another text.
    assert await store.find_said(["garden", "gardener"]) == {"garden"}
    assert {each.word for each in await store.prove_gone(["garden"])} == {"garden"}
    await change(store, owner, drop_vectors=(kept.id,))
    assert await store.prove_gone(["garden"]) == ()


async def test_words_that_a_memory_only_was_are_gone(store: Store, owner: Profile) -> None:
    kept = memory(owner, "The user zorblagged.", reason="a qwyxolian reason")
    told = await keep(store, kept)
    now = replace(kept, text="The user swims.", reason=None)
    await change(store, owner, save=(now,), save_sources=(source(now, told.id),))
    assert await store.prove_gone(["zorblagged", "zorblag", "qwyxolian"]) == ()


async def test_ids_are_not_words(store: Store, owner: Profile) -> None:
    kept = memory(owner, id=new_id("memory"))
    await keep(store, kept)
    assert await store.prove_gone(["current", "habits", "excludes"]) == ()
