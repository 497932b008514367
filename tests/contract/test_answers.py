"""What answering leaves: grounds of replies, what came up by itself, when was last talked."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from graph_aria.domain.conversations import Reply, ReplyState
from graph_aria.domain.drawn import Drawn, DrawnQuote, Occasion, Raised
from graph_aria.domain.memories import Level
from graph_aria.domain.records import JobKind, Profile
from graph_aria.errors import Conflict, NotFound
from graph_aria.ports import Store
from tests.contract.memory_samples import answer, change, conversation, edit, keep, memory, say
from tests.contract.samples import (
    add_entry,
    add_profile,
    apply,
    at,
    new_id,
    outcome,
    profile,
    user_of,
)

FOLLOW_UP, ANNIVERSARY = Occasion.FOLLOW_UP, Occasion.ANNIVERSARY


# --- when something was last said ------------------------------------------------------


async def test_a_turn_says_when_something_was_last_said(store: Store, owner: Profile) -> None:
    talk = await store.save_conversation(conversation(owner, 3))
    elsewhere = await store.save_conversation(conversation(owner, 4))
    assert talk.last_at == at(3)

    async def last_at() -> float:
        found = await store.get_conversation(owner.id, talk.id)
        assert found == replace(talk, last_at=found.last_at)
        assert found in (await store.list_conversations(owner.id)).items
        assert found.last_at is not None
        return (found.last_at - at(0)).total_seconds() / 86_400

    early = await say(store, talk, owner, "one", 1)
    assert await last_at() == 1
    late = await say(store, talk, owner, "two", 7)
    await say(store, talk, owner, "three", 5)
    assert await last_at() == 7
    await answer(store, late, day=9)  # what was replied is not what was said
    assert await last_at() == 7
    await edit(store, late, occurred_at=at(4))
    assert await last_at() == 5
    await edit(store, early, occurred_at=at(6))
    assert await last_at() == 6
    await edit(store, early, text="other words")
    await apply(store, owner, drop_entry_ids=(early.id,))
    assert await last_at() == 5
    (_, *left) = sorted(await store.list_entry_ids(owner.id))
    await apply(store, owner, drop_entry_ids=(late.id, *left))
    assert await last_at() == 3
    assert await store.get_conversation(owner.id, elsewhere.id) == elsewhere


async def test_a_store_says_itself_when_something_was_last_said(
    store: Store, owner: Profile
) -> None:
    wanted = replace(conversation(owner, 2, external_id="x"), last_at=at(99))
    assert (await store.save_conversation(wanted)).last_at == at(2)
    await say(store, wanted, owner, day=4)
    again = await store.save_conversation(conversation(owner, 7, external_id="x"))
    assert (again.id, again.last_at) == (wanted.id, at(4))


async def test_conversations_are_listed_by_when_something_was_last_said(
    store: Store, owner: Profile
) -> None:
    talks = [await store.save_conversation(conversation(owner, n)) for n in range(6)]
    other = await add_profile(store, "Bea")
    await store.save_conversation(conversation(other, 50))
    for n, day in ((0, 9), (1, 8), (3, 8), (5, 0.5)):
        await say(store, talks[n], owner, day=day)
    order = [talks[n].id for n in (0, 3, 1, 4, 2, 5)]
    listed: list[str] = []
    cursor = None
    while True:
        page = await store.list_conversations(owner.id, cursor=cursor, limit=2)
        listed += [each.id for each in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert listed == order
    first = await store.list_conversations(owner.id, limit=4)
    # What was said since stands before where the list goes on.
    await say(store, talks[2], owner, day=20)
    second = await store.list_conversations(owner.id, limit=4, cursor=first.next_cursor)
    assert [each.id for each in second.items] == order[5:]
    assert (await store.list_conversations(owner.id)).items[0].id == talks[2].id


async def test_a_conversation_goes_when_its_turns_are_gone(store: Store, owner: Profile) -> None:
    talk = await store.save_conversation(conversation(owner, scope="zorblax", external_id="qwyxol"))
    kept = await store.save_conversation(conversation(owner))
    told = await say(store, talk, owner, "zorblax")
    await answer(store, told)
    other = await add_profile(store, "Bea")
    with pytest.raises(Conflict):
        await store.delete_conversation(owner.id, talk.id)
    for profile_id in (other.id, "nobody"):
        with pytest.raises(NotFound):
            await store.delete_conversation(profile_id, talk.id)
    assert (await store.get_conversation(owner.id, talk.id)).id == talk.id
    await apply(store, owner, drop_entry_ids=(told.id,))
    await store.delete_conversation(owner.id, talk.id)
    assert (await store.list_conversations(owner.id)).items == (kept,)
    for _ in range(2):
        with pytest.raises(NotFound):
            await store.delete_conversation(owner.id, talk.id)
    with pytest.raises(NotFound):
        await store.get_conversation(owner.id, talk.id)
    assert await store.prove_gone(["zorblax", "qwyxol"]) == ()
    # Its client may begin another.
    again = conversation(owner, external_id="qwyxol")
    assert await store.save_conversation(again) == again


# --- what a reply drew on --------------------------------------------------------------


async def test_a_reply_is_given_as_it_was_stored(store: Store, owner: Profile) -> None:
    talk = await store.save_conversation(conversation(owner))
    told, bare, waiting = [await say(store, talk, owner, text) for text in ("a", "b", "c")]
    entry = await add_entry(store, owner)
    drawn = Drawn(
        model_id="ä/model:1",
        memory_ids=("m1", "m2"),
        stale_ids=("m2",),
        left_out_ids=("m3",),
        relation_ids=("r",),
        entity_ids=("e",),
        quotes=(DrawnQuote(told.id, 0, 1, 1),),
        chapter_ids=("c",),
        raised=(Raised("nobody's", FOLLOW_UP, date(2026, 1, 7)),),
        parts={"turns": 9},
    )
    reply = await answer(store, told, "Grüße 🧘", drawn=drawn)
    assert await store.get_reply(owner.id, told.id) == reply
    cut = await answer(store, bare, "", state=ReplyState.CUT, drawn=Drawn())
    assert await store.get_reply(owner.id, bare.id) == cut
    other = await answer(store, bare, "Hi!")
    assert await store.get_reply(owner.id, bare.id) == other
    assert other.drawn is None
    bea = await add_profile(store, "Bea")
    for profile_id, turn_id in (
        (owner.id, waiting.id),
        (owner.id, entry.id),
        (owner.id, "nothing"),
        (bea.id, told.id),
        ("nobody", told.id),
    ):
        with pytest.raises(NotFound):
            await store.get_reply(profile_id, turn_id)
    # What the program wrote there is nothing that a person said.
    assert await store.prove_gone(["raised", "follow_up", "memory_ids", "turns"]) == ()
    await apply(store, owner, drop_entry_ids=(told.id,))
    with pytest.raises(NotFound):
        await store.get_reply(owner.id, told.id)


# --- what came up by itself ------------------------------------------------------------


async def test_what_came_up_by_itself_is_noted_once(store: Store, owner: Profile) -> None:
    one, two = memory(owner), memory(owner, "The user runs.")
    await keep(store, one, two)
    version = (await store.get_profile(owner.id)).version
    first = Raised(one.id, FOLLOW_UP, date(2026, 1, 7))
    others = {
        replace(first, on=date(2027, 1, 7)),
        replace(first, occasion=ANNIVERSARY),
        replace(first, memory_id=two.id),
    }
    for _ in range(2):
        await store.note_raised(owner.id, [first, replace(first, memory_id="nothing"), first])
        assert await store.list_raised(owner.id, [one.id, two.id, "nothing"]) == {first}
    await store.note_raised(owner.id, others)
    await store.note_raised(owner.id, [])
    assert await store.list_raised(owner.id, [one.id, two.id]) == {first, *others}
    assert await store.list_raised(owner.id, [two.id]) == {replace(first, memory_id=two.id)}
    assert await store.list_raised(owner.id, []) == frozenset()
    assert (await store.get_profile(owner.id)).version == version
    # What changes a memory leaves it; it goes with the memory.
    await change(store, owner, save=(replace(one, pinned=True),))
    assert len(await store.list_raised(owner.id, [one.id])) == 3
    await change(store, owner, drop_ids=(one.id,))
    assert await store.list_raised(owner.id, [one.id, two.id]) == {replace(first, memory_id=two.id)}
    await change(store, owner, save=(one,))
    assert await store.list_raised(owner.id, [one.id]) == frozenset()


async def test_what_a_reply_raised_is_noted_with_it(store: Store, owner: Profile) -> None:
    talk = await store.save_conversation(conversation(owner))
    told, silent = await say(store, talk, owner), await say(store, talk, owner)
    kept = memory(owner)
    await keep(store, kept)
    first, second, third = (Raised(kept.id, FOLLOW_UP, date(2026, 1, day)) for day in (1, 2, 3))
    gone = replace(first, memory_id="nothing")
    # Nobody was told anything yet.
    await answer(store, silent, "", state=ReplyState.CUT, drawn=Drawn(raised=(first,)))
    assert await store.list_raised(owner.id, [kept.id]) == frozenset()
    await answer(store, told, "And how", state=ReplyState.CUT, drawn=Drawn(raised=(first, gone)))
    assert await store.list_raised(owner.id, [kept.id, "nothing"]) == {first}
    await answer(store, told, "And how did it go?", drawn=Drawn(raised=(first, second)))
    await answer(store, told, "And", state=ReplyState.CUT, drawn=Drawn(raised=(third,)))
    assert await store.list_raised(owner.id, [kept.id]) == {first, second}
    # That it came up is so still when the turn is gone.
    await apply(store, owner, drop_entry_ids=(told.id,))
    assert await store.list_raised(owner.id, [kept.id]) == {first, second}


async def test_what_came_up_is_nobody_elses(store: Store, owner: Profile) -> None:
    other = await add_profile(store, "Bea")
    kept = memory(owner)
    await keep(store, kept)
    raised = Raised(kept.id, ANNIVERSARY, date(2028, 2, 29))
    await store.note_raised(other.id, [raised])
    for whose in (owner, other):
        assert await store.list_raised(whose.id, [kept.id]) == frozenset()
    await store.note_raised(owner.id, [raised])
    assert await store.list_raised(owner.id, [kept.id]) == {raised}
    assert await store.list_raised(other.id, [kept.id]) == frozenset()
    with pytest.raises(NotFound):
        await store.list_raised("nobody", [kept.id])
    with pytest.raises(NotFound):
        await store.note_raised("nobody", [raised])


# --- what the owner allows -------------------------------------------------------------


async def test_reading_is_allowed_once(store: Store, owner: Profile) -> None:
    told = await add_entry(store, owner)
    lease = await store.lease_jobs(now=at(1), until=at(2), limit=9)
    assert lease is not None
    await store.finish_jobs(lease, at=at(1))
    await store.release(lease)
    await apply(store, owner, outcomes=(outcome(told),))
    read = await store.get_entry(owner.id, told.id)
    assert not read.reading_allowed

    async def waiting() -> list[str | None]:
        jobs = (await store.list_jobs(owner.id, state="queued")).items
        assert {job.kind for job in jobs} <= {JobKind.READ}
        return [job.subject_id for job in jobs]

    assert await waiting() == []
    job_id = new_id("job")
    allowed = await store.allow_reading(owner.id, told.id, job_id=job_id)
    assert allowed == replace(read, reading_allowed=True)
    assert await store.get_entry(owner.id, told.id) == allowed
    assert (await store.read_records(owner.id, [told.id]))[0].entry == allowed
    assert await waiting() == [told.id]
    lease = await store.lease_jobs(now=at(100), until=at(101), limit=9)
    assert lease is not None
    assert [job.id for job in lease.jobs] == [job_id]
    await store.finish_jobs(lease, at=at(100))
    await store.release(lease)
    assert await store.allow_reading(owner.id, told.id, job_id=new_id("job")) == allowed
    assert await waiting() == []
    # It stays so when the entry is read or edited.
    await apply(store, owner, outcomes=(outcome(told),))
    assert (await edit(store, told, text="other words")).reading_allowed
    other = await add_profile(store, "Bea")
    for profile_id, entry_id in ((owner.id, "nothing"), (other.id, told.id), ("nobody", told.id)):
        with pytest.raises(NotFound):
            await store.allow_reading(profile_id, entry_id, job_id=new_id("job"))


async def test_a_level_may_grow(store: Store, owner: Profile) -> None:
    assert not owner.level_grows
    grows = await store.change_profile(owner.id, level_grows=True)
    # Nothing is computed by it.
    assert grows == replace(owner, level_grows=True)
    assert await store.get_profile(owner.id) == grows
    close = await store.change_profile(owner.id, level=Level.CLOSE)
    assert close.level_grows
    assert not (await store.change_profile(owner.id, level_grows=False)).level_grows
    made = profile("Bea", level_grows=True)
    await store.create_profile(made, user_of(made))
    assert await store.find_profile("Bea") == made


async def test_a_reply_to_no_turn_is_not_there(store: Store, owner: Profile) -> None:
    told = await add_entry(store, owner)
    with pytest.raises(NotFound):
        await store.save_reply(
            owner.id, Reply(told.id, "Hi!", at(0), drawn=Drawn()), job_id=new_id("job")
        )
    with pytest.raises(NotFound):
        await store.get_reply(owner.id, told.id)
