"""Conversations, turns and replies; notes; what models cost; how a profile remembers."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from graph_aria.domain.conversations import Conversation, Message, Reply, ReplyState, Role
from graph_aria.domain.memories import Level
from graph_aria.domain.memory_changes import Veto
from graph_aria.domain.proof import telling_words
from graph_aria.domain.reading import Cost, EntryForm
from graph_aria.domain.records import EntryState, JobKind, Profile
from graph_aria.errors import Conflict, EntryDeleted, InvalidCursor, NotFound
from graph_aria.ports import Store
from tests.contract.memory_samples import answer, change, conversation, note, say, turn
from tests.contract.samples import (
    add_entry,
    add_profile,
    apply,
    at,
    day_of,
    entry,
    new_id,
    outcome,
    profile,
    user_of,
)


async def _jobs(store: Store, owner: Profile) -> list[str | None]:
    """What the jobs that wait are to read, oldest first."""
    found = (await store.list_jobs(owner.id, state="queued")).items
    assert {job.kind for job in found} <= {JobKind.READ}
    return [job.subject_id for job in found][::-1]


async def _finish(store: Store, owner: Profile) -> None:
    lease = await store.lease_jobs(now=at(100), until=at(101), limit=50)
    assert lease is not None
    await store.finish_jobs(lease, at=at(100))
    await store.release(lease)


# --- conversations ---------------------------------------------------------------------


async def test_a_conversation_is_given_as_it_was_stored(store: Store, owner: Profile) -> None:
    rich = conversation(owner, 2.5, remembers=False, scope="Wörk", external_id="ä/1")
    plain = conversation(owner)
    for each in (rich, plain):
        assert await store.save_conversation(each) == each
        assert await store.get_conversation(owner.id, each.id) == each
    with pytest.raises(NotFound):
        await store.get_conversation(owner.id, "nothing")


async def test_a_conversation_of_a_client_is_stored_once(store: Store, owner: Profile) -> None:
    first = await store.save_conversation(conversation(owner, external_id="mine"))
    again = conversation(owner, 3, external_id="mine", scope="other")
    assert await store.save_conversation(again) == first
    assert (await store.list_conversations(owner.id)).items == (first,)
    other = await add_profile(store, "Bea")
    theirs = conversation(other, external_id="mine")
    assert await store.save_conversation(theirs) == theirs


async def test_a_conversation_with_a_known_id_is_refused(store: Store, owner: Profile) -> None:
    first = await store.save_conversation(conversation(owner))
    with pytest.raises(Conflict):
        await store.save_conversation(replace(first, scope="other"))
    assert await store.get_conversation(owner.id, first.id) == first


async def test_conversations_are_listed_newest_first(store: Store, owner: Profile) -> None:
    made = [await store.save_conversation(conversation(owner, day)) for day in (1, 3, 3, 2)]
    order = [made[2], made[1], made[3], made[0]]
    assert list((await store.list_conversations(owner.id)).items) == order
    first = await store.list_conversations(owner.id, limit=2)
    second = await store.list_conversations(owner.id, limit=2, cursor=first.next_cursor)
    assert [*first.items, *second.items] == order
    assert second.next_cursor is None
    with pytest.raises(InvalidCursor):
        await store.list_conversations(owner.id, cursor="nonsense")


# --- turns and replies -----------------------------------------------------------------


async def test_a_turn_is_stored_without_a_job(store: Store, owner: Profile) -> None:
    talk = await store.save_conversation(conversation(owner))
    told = turn(talk, owner, "Hello")
    saved = await store.save_turn(told)
    assert (saved.entry, saved.created) == (told, True)
    assert await store.get_entry(owner.id, told.id) == told
    assert await _jobs(store, owner) == []
    assert (await store.list_entries(owner.id)).items == (told,)
    assert await store.read_mark() == told.recorded_at


async def test_a_turn_of_no_conversation_is_refused(store: Store, owner: Profile) -> None:
    other = await add_profile(store, "Bea")
    talk = await store.save_conversation(conversation(other))
    with pytest.raises(NotFound):
        await store.save_turn(turn(talk, owner))
    with pytest.raises(NotFound):
        await store.save_turn(entry(owner, form=EntryForm.TURN))
    assert await store.list_entry_ids(owner.id) == ()


async def test_a_turn_of_a_client_is_stored_once(store: Store, owner: Profile) -> None:
    talk = await store.save_conversation(conversation(owner))
    told = replace(turn(talk, owner), external_id="1")
    assert (await store.save_turn(told)).created
    again = replace(turn(talk, owner, "other words"), external_id="1")
    saved = await store.save_turn(again)
    assert (saved.entry, saved.created) == (told, False)
    await apply(store, owner, drop_entry_ids=(told.id,))
    with pytest.raises(EntryDeleted):
        await store.save_turn(again)
    with pytest.raises(Conflict):
        await store.save_turn(await say(store, talk, owner))


async def test_a_reply_comes_with_the_job_that_reads_its_turn(store: Store, owner: Profile) -> None:
    talk = await store.save_conversation(conversation(owner))
    told = await say(store, talk, owner)
    await answer(store, told, "Hi", 1, state=ReplyState.CUT)
    assert await _jobs(store, owner) == [told.id]
    await _finish(store, owner)
    for text, state, there in (
        ("Hi!", ReplyState.FINISHED, "Hi!"),
        ("", ReplyState.CUT, "Hi!"),  # who gave up on it came too late
        ("Hi, again", ReplyState.FINISHED, "Hi, again"),
    ):
        await answer(store, told, text, 2, state=state)
        messages = await store.read_messages(owner.id, talk.id)
        assert [each.text for each in messages] == ["Hello", there]
    assert await _jobs(store, owner) == []


async def test_a_try_that_failed_takes_no_words_away(store: Store, owner: Profile) -> None:
    talk = await store.save_conversation(conversation(owner))
    told = await say(store, talk, owner)
    for text, state, there in (
        ("", ReplyState.CUT, ""),
        ("half of it is", ReplyState.CUT, "half of it is"),
        ("", ReplyState.CUT, "half of it is"),
        (" \n", ReplyState.CUT, "half of it is"),
        ("another half", ReplyState.CUT, "another half"),
        ("the whole", ReplyState.FINISHED, "the whole"),
        ("a half", ReplyState.CUT, "the whole"),
    ):
        await answer(store, told, text, 2, state=state)
        assert (await store.get_reply(owner.id, told.id)).text == there
    assert await _jobs(store, owner) == [told.id]


async def test_a_reply_to_no_turn_is_refused(store: Store, owner: Profile) -> None:
    told = await add_entry(store, owner)
    other = await add_profile(store, "Bea")
    talk = await store.save_conversation(conversation(other))
    theirs = await say(store, talk, other)
    for turn_id in ("nothing", told.id, theirs.id):
        with pytest.raises(NotFound):
            await store.save_reply(owner.id, Reply(turn_id, "Hi!", at(0)), job_id=new_id("job"))


async def test_messages_are_given_in_order_of_their_turns(store: Store, owner: Profile) -> None:
    talk = await store.save_conversation(conversation(owner))
    elsewhere = await store.save_conversation(conversation(owner))
    # The order is that of ids, not of clocks.
    turns = [await say(store, talk, owner, f"turn {n}", 5 - n) for n in range(3)]
    await say(store, elsewhere, owner, "elsewhere")
    for n in (2, 0):
        await answer(store, turns[n], f"reply {n}", 7)
    await answer(store, turns[1], "", 8, state=ReplyState.CUT)

    everything = await store.read_messages(owner.id, talk.id)
    assert everything == (
        Message(turns[0].id, Role.USER, "turn 0", at(5)),
        Message(turns[0].id, Role.ASSISTANT, "reply 0", at(7)),
        Message(turns[1].id, Role.USER, "turn 1", at(4)),
        Message(turns[1].id, Role.ASSISTANT, "", at(8), is_cut=True),
        Message(turns[2].id, Role.USER, "turn 2", at(3)),
        Message(turns[2].id, Role.ASSISTANT, "reply 2", at(7)),
    )
    assert await store.read_messages(owner.id, talk.id, limit=3) == everything[3:]
    before = await store.read_messages(owner.id, talk.id, before=turns[2].id, limit=3)
    assert before == everything[1:4]
    assert await store.read_messages(owner.id, talk.id, before=turns[0].id) == ()
    with pytest.raises(NotFound):
        await store.read_messages(owner.id, "nothing")


async def test_a_reply_and_a_veto_go_with_their_turn(store: Store, owner: Profile) -> None:
    talk = await store.save_conversation(conversation(owner))
    told, kept = await say(store, talk, owner, "zorblax"), await say(store, talk, owner)
    await answer(store, told, "What is a qwyxol?")
    await answer(store, kept, "Hi!")
    await change(store, owner, save_vetoes=(Veto(told.id, 0, 7),))
    await apply(store, owner, drop_entry_ids=(told.id,))
    assert [each.text for each in await store.read_messages(owner.id, talk.id)] == ["Hello", "Hi!"]
    assert await _jobs(store, owner) == [kept.id]
    assert await store.read_vetoes(owner.id, [told.id]) == ()
    assert await store.prove_gone(["zorblax", "qwyxol"]) == ()
    assert await store.get_conversation(owner.id, talk.id) == talk


async def test_what_was_only_replied_does_not_count_as_said(store: Store, owner: Profile) -> None:
    talk = await store.save_conversation(conversation(owner))
    told = await say(store, talk, owner, "hello zorblax")
    await answer(store, told, "What is a qwyxol?")
    assert await store.find_said(["zorblax", "qwyxol"]) == {"zorblax"}
    assert {each.word for each in await store.prove_gone(["qwyxol"])} == {"qwyxol"}


async def test_replies_lose_the_words_that_their_profile_says_no_more(
    store: Store, owner: Profile
) -> None:
    talk = await store.save_conversation(conversation(owner))
    later = await store.save_conversation(conversation(owner, 1))
    gone = await say(store, talk, owner, "Zorblax is ill, says qwyxol.")
    kept, other = await say(store, talk, owner, "My Qwyxol!"), await say(store, later, owner)
    await answer(store, gone, "Poor Zorblax.")
    await answer(store, kept, "May ZORBLAX's paw heal; zorblaxes and qwyxol too.")
    await answer(store, other, "And zorblax, übergrak?")
    bea = await add_profile(store, "Bea")
    theirs = await store.save_conversation(conversation(bea))
    again = await say(store, talk, owner, "Zorblax again")
    hers = await say(store, theirs, bea, "zorblax")
    await answer(store, hers, "Hello zorblax.")

    async def replies(whose: Profile, one: Conversation) -> list[str]:
        told = await store.read_messages(whose.id, one.id)
        return [each.text for each in told if each.role is Role.ASSISTANT]

    words = telling_words(["Zorblax is ill, says qwyxol.", "übergrak"])
    # The same profile says it still.
    await apply(store, owner, drop_entry_ids=(gone.id,), unsaid=words)
    assert await replies(owner, talk) == ["May ZORBLAX's paw heal; zorblaxes and qwyxol too."]
    assert await replies(owner, later) == ["And zorblax, […]?"]
    # What another profile says keeps nothing, and what it was replied is not this one's to change.
    await apply(store, owner, drop_entry_ids=(again.id,))
    for _ in range(2):
        await apply(store, owner, unsaid=words)
        assert await replies(owner, talk) == ["May […]'s paw heal; zorblaxes and qwyxol too."]
        assert await replies(owner, later) == ["And […], […]?"]
    assert await replies(bea, theirs) == ["Hello zorblax."]
    await apply(store, bea, drop_entry_ids=(hers.id,), unsaid=("zorblax",))
    assert await store.prove_gone(["zorblax", "übergrak"]) == ()
    assert {each.word for each in await store.prove_gone(["zorblaxes"])} == {"zorblaxes"}


async def test_turns_that_nobody_answered_are_listed(store: Store, owner: Profile) -> None:
    talk = await store.save_conversation(conversation(owner))
    waiting = await say(store, talk, owner, "one", 1)
    answered = await say(store, talk, owner, "two", 1)
    queued = await say(store, talk, owner, "three", 1)
    early = await say(store, talk, owner, "four", 0)
    late = await say(store, talk, owner, "five", 3)
    unread = replace(turn(talk, owner), state=EntryState.UNREAD)
    await store.save_turn(unread)
    await add_entry(store, owner, "an entry")
    await answer(store, answered)
    await store.queue_job(
        job_id=new_id("job"),
        profile_id=owner.id,
        kind=JobKind.READ,
        due_at=at(1),
        subject_id=queued.id,
    )
    assert await store.list_unanswered(owner.id, until=at(1)) == (waiting.id, early.id)
    assert await store.list_unanswered(owner.id, until=at(1), limit=1) == (waiting.id,)
    assert await store.list_unanswered(owner.id, until=at(0)) == (early.id,)
    assert (await store.list_unanswered(owner.id, until=at(3)))[-1] == late.id
    # A job that was done counts as well.
    await _finish(store, owner)
    assert await store.list_unanswered(owner.id, until=at(1)) == (waiting.id, early.id)


async def test_reading_moves_a_conversation_on(store: Store, owner: Profile) -> None:
    talk = await store.save_conversation(conversation(owner))
    other = await store.save_conversation(conversation(owner))
    turns = [await say(store, talk, owner, str(n)) for n in range(3)]
    theirs = await say(store, other, owner)
    plain = await add_entry(store, owner)
    await apply(store, owner, outcomes=(outcome(turns[1]), outcome(turns[0]), outcome(plain)))
    assert (await store.get_conversation(owner.id, talk.id)).read_to == turns[1].id
    assert (await store.get_conversation(owner.id, other.id)).read_to is None
    failed = outcome(theirs, state=EntryState.FAILED, reason="too odd")
    await apply(store, owner, outcomes=(outcome(turns[0]), failed))
    assert (await store.get_conversation(owner.id, talk.id)).read_to == turns[1].id
    assert (await store.get_conversation(owner.id, other.id)).read_to == theirs.id


async def test_not_to_remember_queues_all_turns_once(store: Store, owner: Profile) -> None:
    talk = await store.save_conversation(conversation(owner))
    elsewhere = await store.save_conversation(conversation(owner))
    turns = [await say(store, talk, owner, str(n)) for n in range(3)]
    await say(store, elsewhere, owner)
    await answer(store, turns[1])
    version = (await store.get_profile(owner.id)).version

    def fresh() -> str:
        return new_id("job")

    for remembers in (False, True):
        changed = await store.set_remembers(
            owner.id, talk.id, remembers=remembers, new_id=fresh, at=at(2)
        )
        assert changed == replace(talk, remembers=remembers)
        assert await store.get_conversation(owner.id, talk.id) == changed
        assert sorted(str(each) for each in await _jobs(store, owner)) == [
            each.id for each in turns
        ]
    await _finish(store, owner)
    await store.set_remembers(owner.id, talk.id, remembers=False, new_id=fresh, at=at(3))
    assert len(await _jobs(store, owner)) == 3
    assert (await store.get_profile(owner.id)).version == version
    with pytest.raises(NotFound):
        await store.set_remembers(owner.id, "nothing", remembers=False, new_id=fresh, at=at(3))


async def test_one_profiles_conversations_are_nobody_elses(store: Store, owner: Profile) -> None:
    other = await add_profile(store, "Bea")
    talk = await store.save_conversation(conversation(other))
    await say(store, talk, other, day=-1)
    assert (await store.list_conversations(owner.id)).items == ()
    assert await store.list_unanswered(owner.id, until=at(1)) == ()
    for call in (
        store.get_conversation(owner.id, talk.id),
        store.read_messages(owner.id, talk.id),
        store.set_remembers(
            owner.id, talk.id, remembers=False, new_id=lambda: new_id("job"), at=at(1)
        ),
        store.save_conversation(replace(conversation(owner), profile_id="nobody")),
    ):
        with pytest.raises(NotFound):
            await call
    assert await store.get_conversation(other.id, talk.id) == replace(talk, last_at=at(-1))


async def test_a_profile_goes_with_its_conversations(store: Store, owner: Profile) -> None:
    talk = await store.save_conversation(conversation(owner, scope="zorblax"))
    told = await say(store, talk, owner, "zorblax")
    await answer(store, told, "zorblax")
    await store.delete_profile(owner.id)
    with pytest.raises(NotFound):
        await store.get_conversation(owner.id, talk.id)
    assert await store.prove_gone(["zorblax"]) == ()


# --- notes -----------------------------------------------------------------------------


async def test_notes_are_listed_only_where_they_are_asked_for(store: Store, owner: Profile) -> None:
    told = await add_entry(store, owner, "I swim", day=1)
    written = note(owner, "I swim a lot", day=2)
    await apply(store, owner, save_entries=(written,))
    assert (await store.list_entries(owner.id)).items == (told,)
    assert (await store.list_entries(owner.id, query="swim")).items == (told,)
    assert (await store.list_entries(owner.id, state=EntryState.READ)).items == ()
    assert (await store.list_entries(owner.id, form=EntryForm.NOTE)).items == (written,)
    found = await store.list_entries(owner.id, form=EntryForm.NOTE, query="swim")
    assert found.items == (written,)
    assert await store.list_entry_ids(owner.id) == (told.id, written.id)
    assert [each.entry for each in await store.read_records(owner.id, [written.id])] == [written]


async def test_notes_count_in_no_chapter(store: Store, owner: Profile) -> None:
    talk = await store.save_conversation(conversation(owner))
    await add_entry(store, owner, day=1, mood=4)
    await say(store, talk, owner, day=1)
    await apply(store, owner, save_entries=(note(owner, day=1, mood=10), note(owner, day=2)))
    days = await store.read_entry_days(owner.id, since=day_of(0), until=day_of(9))
    assert days == {day_of(1): 2}
    (mood,) = await store.read_moods(owner.id, since=day_of(0), until=day_of(9))
    assert (mood.mood, mood.n) == (4, 1)


async def test_an_entry_of_a_change_replaces_the_one_with_its_id(
    store: Store, owner: Profile
) -> None:
    written = note(owner)
    await apply(store, owner, save_entries=(written,))
    again = replace(written, text="I dive.", revision=2)
    await apply(store, owner, save_entries=(again,))
    assert await store.get_entry(owner.id, written.id) == again
    found = await store.list_entries(owner.id, form=EntryForm.NOTE, query="swim")
    assert found.items == ()


# --- what a reading leaves -------------------------------------------------------------


async def test_what_a_reading_cost_and_refused_is_noted(store: Store, owner: Profile) -> None:
    told = await add_entry(store, owner)
    cost = Cost(2, 300, 40, estimated=True)
    await apply(store, owner, outcomes=(outcome(told, cost=cost, refused="secret"),))
    read = await store.get_entry(owner.id, told.id)
    assert (read.cost, read.refused) == (cost, "secret")
    await apply(store, owner, outcomes=(outcome(told, cost=Cost()),))
    read = await store.get_entry(owner.id, told.id)
    assert (read.cost, read.refused) == (Cost(), None)
    await apply(store, owner, outcomes=(outcome(told),))
    assert (await store.get_entry(owner.id, told.id)).cost is None


async def test_an_entry_is_stored_with_what_it_cost(store: Store, owner: Profile) -> None:
    written = note(owner, cost=Cost(1, 2, 3), refused="secret", reader_id="x", language="en")
    await apply(store, owner, save_entries=(written,))
    assert await store.get_entry(owner.id, written.id) == written


async def test_an_edit_takes_back_that_something_was_refused(store: Store, owner: Profile) -> None:
    told = await add_entry(store, owner)
    await apply(store, owner, outcomes=(outcome(told, cost=Cost(1, 2, 3), refused="secret"),))
    read = await store.get_entry(owner.id, told.id)
    edited = await store.edit_entry(replace(read, text="other"), job_id=new_id("job"))
    assert (edited.cost, edited.refused) == (Cost(1, 2, 3), None)


async def test_what_was_spent_on_a_day_is_that_of_all_profiles(
    store: Store, owner: Profile
) -> None:
    other = await add_profile(store, "Bea")
    assert await store.read_spent(date(2026, 1, 2)) == Cost()

    async def spend(whose: Profile, when: datetime, *costs: Cost | None) -> None:
        told = [await add_entry(store, whose) for _ in costs]
        outcomes = tuple(outcome(each, cost=cost) for each, cost in zip(told, costs, strict=True))
        await apply(store, whose, at=when, outcomes=outcomes)

    noon = datetime(2026, 1, 2, 12, tzinfo=UTC)
    midnight = datetime(2026, 1, 3, tzinfo=UTC)
    await spend(owner, noon, Cost(1, 100, 10), Cost(2, 20, 2, estimated=True), None)
    await spend(other, noon, Cost(1, 1, 1))
    assert await store.read_spent(date(2026, 1, 2)) == Cost(4, 121, 13, estimated=True)
    assert await store.read_spent(date(2026, 1, 3)) == Cost()
    await spend(owner, midnight, Cost(1, 5, 5))
    assert await store.read_spent(date(2026, 1, 3)) == Cost(1, 5, 5)
    # A change may take something beside its readings.
    await apply(store, owner, at=midnight, cost=Cost(2, 1, 1, estimated=True))
    assert await store.read_spent(date(2026, 1, 3)) == Cost(3, 6, 6, estimated=True)
    # What was spent stays so when the entry is read again, or goes.
    (first, *_) = await store.list_entry_ids(owner.id)
    await apply(store, owner, drop_entry_ids=(first,))
    assert await store.read_spent(date(2026, 1, 2)) == Cost(4, 121, 13, estimated=True)


async def test_what_a_change_took_is_added_to_what_was_spent(store: Store, owner: Profile) -> None:
    noon = datetime(2026, 1, 2, 12, tzinfo=UTC)
    told = await add_entry(store, owner)
    await apply(store, owner, at=noon, cost=Cost(1, 50, 5))
    await apply(
        store, owner, at=noon, outcomes=(outcome(told, cost=Cost(1, 100, 10)),), cost=Cost(2, 4, 6)
    )
    assert await store.read_spent(date(2026, 1, 2)) == Cost(4, 154, 21)
    assert await store.read_spent(date(2026, 1, 3)) == Cost()


# --- how a profile remembers -----------------------------------------------------------


async def test_a_profile_keeps_how_it_remembers(store: Store) -> None:
    made = profile("Ann", remembers=False, level=Level.CLOSE, allows_romance=True)
    await store.create_profile(made, user_of(made))
    assert await store.get_profile(made.id) == made
    assert await store.list_profiles() == (made,)


async def test_how_a_profile_remembers_can_be_changed(store: Store, owner: Profile) -> None:
    assert (owner.remembers, owner.level, owner.allows_romance) == (True, Level.FRIEND, False)
    off = await store.change_profile(owner.id, remembers=False)
    # The version rises, so that what is being read under the old switch is read anew.
    assert off == replace(owner, remembers=False, version=off.version)
    assert off.version > owner.version
    close = await store.change_profile(owner.id, level=Level.ACQUAINTANCE, allows_romance=True)
    assert close == replace(
        off, level=Level.ACQUAINTANCE, allows_romance=True, version=close.version
    )
    back = await store.change_profile(owner.id, remembers=True, allows_romance=False)
    assert back == replace(owner, level=Level.ACQUAINTANCE, version=back.version)
    assert await store.get_profile(owner.id) == back
