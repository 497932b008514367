"""Another profile's id is as unknown as one that never was: for every verb."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date

import pytest

from graph_aria.domain.conversations import Reply
from graph_aria.domain.graph import Chapter
from graph_aria.domain.memories import MemoryFilter
from graph_aria.domain.memory_changes import Veto
from graph_aria.domain.moods import MoodReading
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Profile, RulingVerb
from graph_aria.domain.views import AsOf, Page
from graph_aria.domain.weights import Dial
from graph_aria.errors import NotFound
from graph_aria.ports import Store
from tests.contract.memory_samples import (
    EMBEDDER,
    OTHER,
    change,
    conversation,
    memory,
    revision,
    source,
    towards,
    turn,
    vector,
)
from tests.contract.samples import (
    BEGIN,
    Story,
    add_profile,
    apply,
    at,
    day_of,
    entry,
    form,
    new_id,
    outcome,
    question,
    ruling,
    tell_story,
)

Call = Callable[[Store, Profile, Story], Awaitable[object]]

REFUSED: dict[str, Call] = {
    "get_entry": lambda store, me, theirs: store.get_entry(me.id, theirs.entry.id),
    "edit_entry": lambda store, me, theirs: store.edit_entry(
        replace(theirs.entry, profile_id=me.id), job_id=new_id()
    ),
    "get_entity": lambda store, me, theirs: store.get_entity(me.id, theirs.yoga.id),
    "get_user": lambda store, me, theirs: store.get_entity(me.id, theirs.owner.user_id),
    "get_relation": lambda store, me, theirs: store.get_relation(me.id, theirs.lives.id),
    "get_question": lambda store, me, _: store.get_question(me.id, "question"),
    "get_chapter": lambda store, me, _: store.get_chapter(me.id, "chapter"),
    "get_memory": lambda store, me, _: store.get_memory(me.id, "memory"),
    "get_conversation": lambda store, me, _: store.get_conversation(me.id, "talk"),
    "read_messages": lambda store, me, _: store.read_messages(me.id, "talk"),
    "set_remembers": lambda store, me, _: store.set_remembers(
        me.id, "talk", remembers=False, new_id=new_id, at=at(1)
    ),
    "save_reply": lambda store, me, _: store.save_reply(
        me.id, Reply("turn", "Hi!", at(1)), job_id=new_id()
    ),
    "save_turn": lambda store, me, _: store.save_turn(
        entry(me, form=EntryForm.TURN, conversation_id="talk")
    ),
    "read_graph": lambda store, me, theirs: store.read_graph(
        me.id, theirs.yoga.id, now=BEGIN, hops=2
    ),
}

EMPTY: dict[str, Call] = {
    "list_entries": lambda store, me, _: store.list_entries(me.id),
    "search_entries": lambda store, me, _: store.list_entries(me.id, query="yoga"),
    "read_records": lambda store, me, theirs: store.read_records(me.id, [theirs.entry.id]),
    "read_spoken_dates": lambda store, me, theirs: store.read_spoken_dates(
        me.id, [theirs.entry.id]
    ),
    "list_entry_ids": lambda store, me, _: store.list_entry_ids(me.id),
    "list_rulings": lambda store, me, _: store.list_rulings(me.id),
    "list_rulings_about": lambda store, me, theirs: store.list_rulings(
        me.id, target_id=theirs.yoga.id
    ),
    "list_source_ids": lambda store, me, theirs: store.list_source_ids(me.id, [theirs.yoga.id]),
    "read_entry_days": lambda store, me, _: store.read_entry_days(
        me.id, since=day_of(-9), until=day_of(9)
    ),
    "read_moods": lambda store, me, _: store.read_moods(me.id, since=day_of(-9), until=day_of(9)),
    "read_mood_readings": lambda store, me, _: store.read_mood_readings(
        me.id, since=day_of(-9), until=day_of(9)
    ),
    "clear_mood_readings": lambda store, me, _: store.clear_mood_readings(
        me.id, job_id=new_id(), at=at(1)
    ),
    "expire_mood_readings": lambda store, me, _: store.expire_mood_readings(
        me.id, day_of(9), job_id=new_id(), at=at(1)
    ),
    "find_candidates": lambda store, me, _: store.find_candidates(me.id, ["yoga", "sam"]),
    "find_candidates_by_words": lambda store, me, _: store.find_candidates(
        me.id, [], words=["yoga", "sam"]
    ),
    "find_candidates_by_roles": lambda store, me, _: store.find_candidates(
        me.id, [], roles=["brother"]
    ),
    "read_questions": lambda store, me, theirs: store.read_questions(me.id, [theirs.yoga.id]),
    "list_questions": lambda store, me, _: store.list_questions(me.id),
    "list_entities": lambda store, me, _: store.list_entities(me.id, now=BEGIN),
    "list_active": lambda store, me, _: store.list_entities(me.id, now=BEGIN, active=True),
    "list_pinned": lambda store, me, _: store.list_entities(me.id, now=BEGIN, pinned=True),
    "search_entities": lambda store, me, _: store.list_entities(me.id, now=BEGIN, query="yoga"),
    "list_faded": lambda store, me, _: store.list_faded(me.id, since=at(-99), now=at(99)),
    "list_relations": lambda store, me, _: store.list_relations(me.id, now=BEGIN),
    "list_relations_of": lambda store, me, theirs: store.list_relations(
        me.id, now=BEGIN, entity_id=theirs.sam.id
    ),
    "read_entities": lambda store, me, theirs: store.read_entities(
        me.id, [theirs.yoga.id, theirs.owner.user_id]
    ),
    "read_latest_evidence": lambda store, me, theirs: store.read_latest_evidence(
        me.id, [theirs.yoga.id]
    ),
    "read_evidence": lambda store, me, theirs: store.read_evidence(me.id, theirs.yoga.id),
    "read_theme_days": lambda store, me, _: store.read_theme_days(
        me.id, since=day_of(-9), until=day_of(9)
    ),
    "read_entity_days": lambda store, me, _: store.read_entity_days(
        me.id, since=day_of(-9), until=day_of(9)
    ),
    "read_relation_days": lambda store, me, _: store.read_relation_days(
        me.id, since=day_of(-9), until=day_of(9)
    ),
    "read_due": lambda store, me, _: store.read_due(me.id, now=at(999), limit=9),
    "read_chapters": lambda store, me, _: store.read_chapters(me.id),
    "read_unstaged": lambda store, me, _: store.read_unstaged(me.id, Dial(0.2), limit=9),
    "find_moods_left": lambda store, me, theirs: store.find_moods_left(
        me.id,
        [MoodReading("none of theirs", theirs.entry.day, 3.5, theirs.entry.evidence_at)],
    ),
    "list_on_days": lambda store, me, _: store.list_on_days(
        me.id, [day_of(0)], forms=set(EntryForm), limit=9
    ),
    "list_conversations": lambda store, me, _: store.list_conversations(me.id),
    "list_unanswered": lambda store, me, _: store.list_unanswered(me.id, until=at(99)),
    "find_memories": lambda store, me, theirs: store.find_memories(
        me.id,
        slots=["slot"],
        words=["the user swims"],
        entry_ids=[theirs.entry.id],
        about=[theirs.yoga.id],
    ),
    "find_near": lambda store, me, _: store.find_near(
        me.id, towards(1, 0), embedder_id=EMBEDDER, least=-1.0, limit=9
    ),
    "read_vetoes": lambda store, me, theirs: store.read_vetoes(me.id, [theirs.entry.id]),
    "list_memories": lambda store, me, _: store.list_memories(me.id),
    "list_memories_about": lambda store, me, theirs: store.list_memories(
        me.id, MemoryFilter(about_id=theirs.yoga.id)
    ),
    "search_memories": lambda store, me, _: store.search_memories(me.id, "swims", limit=9),
    "list_revisions": lambda store, me, _: store.list_revisions(me.id, "memory"),
    "list_memory_ids": lambda store, me, _: store.list_memory_ids(me.id),
    "list_unembedded": lambda store, me, _: store.list_unembedded(me.id, OTHER, limit=9),
    "list_expired": lambda store, me, _: store.list_expired(me.id, now=at(999), limit=9),
    "list_dated": lambda store, me, _: store.list_dated(
        me.id, since=date.min, until=date.max, returning=[(5, 9)], limit=9
    ),
    "count_memories": lambda store, me, _: store.count_memories(me.id),
    "remove_strays": lambda store, me, _: store.remove_strays(me.id),
    "list_jobs": lambda store, me, _: store.list_jobs(me.id),
    "list_tokens": lambda store, me, _: store.list_tokens(me.id),
}


@pytest.fixture
async def theirs(store: Store) -> Story:
    story = await tell_story(store, "Bea")
    await store.change_profile(story.owner.id, reads_moods=True)
    told = story.entry
    felt = MoodReading(told.id, told.day, 3.5, told.evidence_at)
    pinned = replace(story.ulm, pinned=True)
    await apply(
        store,
        story.owner,
        outcomes=(outcome(told, mood=felt),),
        save_entities=(pinned,),
        save_forms=(form(story.sam, "Sam", 1, role="brother"),),
        save_questions=(question(story.owner, story.yoga.id, story.sam.id, id="question"),),
        save_rulings=(ruling(story.owner, RulingVerb.PIN, story.ulm.id),),
        save_chapters=(Chapter("chapter", story.owner.id, day_of(0), None, {}, None),),
    )
    talk = await store.save_conversation(conversation(story.owner, id="talk"))
    await store.save_turn(replace(turn(talk, story.owner), id="turn"))
    kept = memory(story.owner, id="memory", slot="slot", value="value", expires_at=at(1))
    await change(
        store,
        story.owner,
        save=(kept,),
        save_sources=(source(kept, story.entry.id),),
        save_revisions=(revision(kept),),
        save_vectors=(vector(kept.id, (1, 0)),),
        save_vetoes=(Veto(story.entry.id, 0, 1),),
    )
    return story


@pytest.mark.parametrize("verb", sorted(REFUSED))
async def test_what_is_theirs_is_not_found(
    store: Store, owner: Profile, theirs: Story, verb: str
) -> None:
    with pytest.raises(NotFound):
        await REFUSED[verb](store, owner, theirs)


@pytest.mark.parametrize("verb", sorted(EMPTY))
async def test_nothing_of_theirs_is_listed(
    store: Store, owner: Profile, theirs: Story, verb: str
) -> None:
    answer = await EMPTY[verb](store, owner, theirs)
    assert not (answer.items if isinstance(answer, Page) else answer)
    days = {"since": day_of(-9), "until": day_of(9)}
    assert len(await store.read_mood_readings(theirs.owner.id, **days)) == 1


@pytest.mark.parametrize("verb", sorted(REFUSED | EMPTY))
async def test_a_profile_that_is_not_there_is_not_found(
    store: Store, theirs: Story, verb: str
) -> None:
    nobody = replace(theirs.owner, id="nobody")
    with pytest.raises(NotFound):
        await (REFUSED | EMPTY)[verb](store, nobody, theirs)


async def test_the_graph_of_one_is_untouched_by_the_other(
    store: Store, owner: Profile, theirs: Story
) -> None:
    known = await store.read_neighbourhood(
        owner.id,
        source_ids=[theirs.entry.id],
        target_ids=[theirs.yoga.id, theirs.lives.id],
        from_day=day_of(0),
    )
    assert (known.entities, known.relations, known.evidence) == ({}, {}, {})
    assert (known.histories, known.forms, known.rulings) == ({}, {}, ())
    graph = await store.read_active(owner.id, now=BEGIN, max_entities=9, max_relations=9)
    assert (graph.entities, graph.n_entities, graph.n_relations) == ((), 0, 0)
    assert await store.read_as_of(owner.id, [theirs.yoga.id], at(1)) == {theirs.yoga.id: AsOf(None)}


async def test_a_delta_reaches_no_other_profile(
    store: Store, owner: Profile, theirs: Story
) -> None:
    item = theirs.evidence[0]
    await apply(
        store,
        owner,
        drop_entry_ids=(theirs.entry.id,),
        drop_mention_ids=tuple(one.id for one in theirs.mentions),
        drop_entity_ids=(theirs.yoga.id,),
        drop_relation_ids=(theirs.lives.id,),
        drop_evidence=((item.source_id, item.target_id),),
        drop_day_rows=((item.target_id, item.day),),
        drop_chapter_ids=("chapter",),
        archive=((theirs.sam.id, at(1)),),
        replace_all=True,
    )
    other = theirs.owner.id
    assert await store.get_entry(other, theirs.entry.id) == theirs.entry
    assert len((await store.read_records(other, [theirs.entry.id]))[0].mentions) == 4
    assert (await store.get_entity(other, theirs.yoga.id)).entity == theirs.yoga
    assert (await store.get_entity(other, theirs.sam.id)).entity == theirs.sam
    assert await store.get_relation(other, theirs.lives.id) == theirs.lives
    assert len((await store.read_evidence(other, theirs.yoga.id)).items) == 1
    assert (await store.get_chapter(other, "chapter")).id == "chapter"
    assert (await store.get_profile(other)).version == 3


async def test_the_same_ids_can_live_in_two_profiles(store: Store, theirs: Story) -> None:
    mine = await add_profile(store, "Ann")
    copied = replace(theirs.yoga, profile_id=mine.id, name="other")
    await apply(store, mine, save_entities=(copied,))
    assert (await store.get_entity(mine.id, copied.id)).entity == copied
    assert (await store.get_entity(theirs.owner.id, copied.id)).entity == theirs.yoga
    entry = replace(theirs.entry, profile_id=mine.id, text="mine")
    assert (await store.save_entry(entry, job_id=new_id())).created
    assert (await store.get_entry(theirs.owner.id, entry.id)).text == theirs.entry.text
