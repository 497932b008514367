"""Pieces of entries: found by words, by meaning, and by what was said beside them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from graph_aria.domain.memory_changes import MemoryDelta, Veto, cosine
from graph_aria.domain.passage_cutting import passage_words
from graph_aria.domain.passages import EVERYWHERE, FoundPassage, PassageFilter
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, EntryState, Profile
from graph_aria.errors import NotFound
from graph_aria.ports import Store
from graph_aria.stages.prove import prove
from tests.contract.memory_samples import (
    EMBEDDER,
    OTHER,
    conversation,
    edit,
    indexed,
    note,
    say,
    towards,
)
from tests.contract.samples import (
    add_entry,
    add_profile,
    apply,
    at,
    day_of,
    entry,
    new_id,
    outcome,
)

EAST = (1.0, 0.0, 0.0)
NORTH = (0.0, 1.0, 0.0)


async def _read(
    store: Store, owner: Profile, text: str = "Yoga.", day: float = 0, **changes: object
) -> Entry:
    """An entry that was read."""
    told = await add_entry(store, owner, text, day, **changes)
    await apply(store, owner, outcomes=(outcome(told),))
    return await store.get_entry(owner.id, told.id)


async def _index(store: Store, told: Entry, words: str | None = None, *numbers: float) -> Entry:
    """Make all of an entry one passage."""
    text = told.text if words is None else words
    item = indexed(told, (0, len(told.text), text, numbers or EAST))
    assert await store.save_passages(told.profile_id, [item]) == 1
    return told


async def _search(
    store: Store, owner: Profile, words: str, wanted: PassageFilter = EVERYWHERE, limit: int = 99
) -> list[str]:
    found = await store.search_passages(owner.id, words, wanted, limit=limit)
    assert all(one.score > 0 for one in found)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    return [one.entry_id for one in found]


async def _near(
    store: Store,
    owner: Profile,
    wanted: PassageFilter = EVERYWHERE,
    *numbers: float,
    embedder: str = EMBEDDER,
    least: float = 0.5,
    limit: int = 99,
) -> list[str]:
    found = await store.find_near_passages(
        owner.id,
        towards(*(numbers or EAST)),
        wanted,
        embedder_id=embedder,
        least=least,
        limit=limit,
    )
    return [one.entry_id for one in found]


# --- what is to be indexed -------------------------------------------------------------


async def test_what_is_not_indexed_is_listed_newest_first(store: Store, owner: Profile) -> None:
    old, new, mid, also = [await _read(store, owner, day=day) for day in (1, 5, 3, 3)]
    order = [new.id, also.id, mid.id, old.id]
    assert list(await store.list_unindexed(owner.id, EMBEDDER, limit=9)) == order
    assert list(await store.list_unindexed(owner.id, EMBEDDER, limit=2)) == order[:2]
    await store.save_passages(owner.id, [indexed(new, (0, 4, "yoga", EAST)), indexed(old)])
    assert await store.list_unindexed(owner.id, EMBEDDER, limit=9) == (also.id, mid.id)
    # Another embedder's are made anew, wherever in time they are among those without any.
    assert list(await store.list_unindexed(owner.id, OTHER, limit=9)) == order
    await store.save_passages(owner.id, [indexed(also, embedder=OTHER)])
    assert list(await store.list_unindexed(owner.id, OTHER, limit=2)) == [new.id, mid.id]
    assert list(await store.list_unindexed(owner.id, "a third", limit=9)) == order
    other = await add_profile(store, "Bea")
    assert await store.list_unindexed(other.id, EMBEDDER, limit=9) == ()


async def test_what_waits_to_be_read_or_is_not_remembered_is_not_to_be_indexed(
    store: Store, owner: Profile
) -> None:
    talk = await store.save_conversation(conversation(owner))
    off = await store.save_conversation(conversation(owner, remembers=False))
    pending, failed, unread = [await add_entry(store, owner) for _ in range(3)]
    told, unsaid = await say(store, talk, owner), await say(store, off, owner)
    await apply(
        store,
        owner,
        save_entries=(note(owner),),
        outcomes=(
            outcome(failed, state=EntryState.FAILED, reason="odd"),
            outcome(unread, state=EntryState.UNREAD, reason="off"),
            outcome(told),
            outcome(unsaid, state=EntryState.UNREAD, reason="off"),
        ),
    )
    assert set(await store.list_unindexed(owner.id, EMBEDDER, limit=9)) == {
        failed.id,
        unread.id,
        told.id,
    }
    await apply(store, owner, outcomes=(outcome(pending),))
    assert pending.id in await store.list_unindexed(owner.id, EMBEDDER, limit=9)


async def test_passages_are_stored_only_of_entries_as_they_are(
    store: Store, owner: Profile
) -> None:
    told, edited, gone = [await _read(store, owner, text) for text in ("one", "two", "three")]
    off = await store.save_conversation(conversation(owner, remembers=False))
    unsaid = await say(store, off, owner, "four")
    other = await add_profile(store, "Bea")
    theirs = await _read(store, other, "five")
    await edit(store, edited, text="too")
    await apply(store, owner, drop_entry_ids=(gone.id,))
    version = (await store.get_profile(owner.id)).version
    pieces = [
        indexed(each, (0, 3, "zorblax", EAST)) for each in (told, edited, gone, unsaid, theirs)
    ]
    assert await store.save_passages(owner.id, pieces) == 1
    assert await _search(store, owner, "zorblax") == [told.id]
    assert await _near(store, owner) == [told.id]
    assert await store.save_passages(owner.id, []) == 0
    assert (await store.get_profile(owner.id)).version == version
    with pytest.raises(NotFound):
        await store.save_passages("nobody", pieces)


async def test_new_passages_come_in_place_of_those_that_there_are(
    store: Store, owner: Profile
) -> None:
    told = await _read(store, owner, "Yoga with Sam in the rain.")
    await store.save_passages(
        owner.id, [indexed(told, (0, 4, "yoga", EAST), (5, 13, "with Sam", NORTH))]
    )
    assert await _near(store, owner) == [told.id]
    again = indexed(told, (0, 4, "asanas", NORTH), (14, 25, "the rain", EAST), embedder=OTHER)
    assert await store.save_passages(owner.id, [again]) == 1
    assert await _search(store, owner, "yoga sam") == []
    assert await _search(store, owner, "asana") == [told.id]
    assert await _near(store, owner) == []
    (found,) = await store.find_near_passages(
        owner.id, towards(*EAST), embedder_id=OTHER, least=0.9, limit=9
    )
    assert (found.start, found.end) == (14, 25)
    await store.save_passages(owner.id, [indexed(told, embedder=OTHER)])
    assert await _search(store, owner, "asana rain") == []
    assert await _near(store, owner, embedder=OTHER) == []


# --- by words --------------------------------------------------------------------------


async def test_rare_words_count_more_than_frequent_ones(store: Store, owner: Profile) -> None:
    often = [await _index(store, await _read(store, owner, f"rain number {n}")) for n in range(9)]
    for n in range(20):
        await _index(store, await _read(store, owner, f"snow number {n}"))
    once = await _index(store, await _read(store, owner, "a lighthouse there"))
    both = await _index(store, await _read(store, owner, "rain on a lighthouse"))
    found = await _search(store, owner, "rain lighthouse")
    assert found[:2] == [both.id, once.id]
    assert set(found[2:]) == {each.id for each in often}
    assert await _search(store, owner, "rain lighthouse", limit=3) == found[:3]
    # A word among few words counts more than one among many.
    long = await _read(store, owner, "kayak, and much else was said that day by many people there")
    short = await _read(store, owner, "kayak by day")
    for each in (long, short):
        await _index(store, each)
    assert await _search(store, owner, "kayak") == [short.id, long.id]


async def test_words_are_found_whatever_their_form(store: Store, owner: Profile) -> None:
    told = await _index(store, await _read(store, owner, "The ponies swam near Übersee, café."))
    for words in ("PONY", "pony's", "ubersee", "Café", "cafes", "pony AND zorblax", "NOT pony"):
        assert await _search(store, owner, words) == [told.id], words
    for words in ("", "  ", "?!", '"', "*", "swim-", "zorblax", "-", "/", "( OR )"):
        assert await _search(store, owner, words) == [], words
    for words in ('"pony"', "pony*", "pony:", "near/pony", "^pony", "{pony}", "(pony", "a-pony"):
        assert await _search(store, owner, words) == [told.id], words


async def test_a_passage_is_found_by_its_words_and_not_by_its_entry(
    store: Store, owner: Profile
) -> None:
    talk = await store.save_conversation(conversation(owner))
    told = await say(store, talk, owner, "Yes, we did.", 3)
    text = await _read(store, owner, "Yoga with Sam. Then rain.", 2)
    await store.save_passages(
        owner.id,
        [
            indexed(told, (0, 12, "Did you swim? Yes, we did.", EAST)),
            indexed(text, (0, 14, "Yoga with Sam.", EAST), (15, 25, "Then rain.", NORTH)),
        ],
    )
    (found,) = await store.search_passages(owner.id, "swimming", limit=9)
    assert found == FoundPassage(told.id, 0, 12, day_of(3), talk.id, found.score)
    (found,) = await store.search_passages(owner.id, "rain", limit=9)
    assert found == FoundPassage(text.id, 15, 25, day_of(2), None, found.score)


async def test_equally_good_passages_are_in_order_of_entry_and_position(
    store: Store, owner: Profile
) -> None:
    told = [await _read(store, owner, "rain and rain and rain") for _ in range(4)]
    pieces = [(0, 4, "rain", EAST), (9, 13, "rain", EAST), (18, 22, "rain", EAST)]
    await store.save_passages(owner.id, [indexed(each, *pieces) for each in told[::-1]])
    order = [(each.id, start) for each in told for start in (0, 9, 18)]
    for limit in (1, 2, 5, 12):
        found = await store.search_passages(owner.id, "rain", limit=limit)
        assert [(one.entry_id, one.start) for one in found] == order[:limit]
        near = await store.find_near_passages(
            owner.id, towards(*EAST), embedder_id=EMBEDDER, least=0.5, limit=limit
        )
        assert [(one.entry_id, one.start) for one in near] == order[:limit]
        assert [one.score for one in near] == pytest.approx([1.0] * limit, abs=1e-6)


# --- by meaning ------------------------------------------------------------------------


async def test_the_nearest_are_those_that_comparing_each_gives(
    store: Store, owner: Profile
) -> None:
    dice = random.Random(5)
    told = [await _read(store, owner, f"entry {n}", n) for n in range(30)]
    pieces = {
        each.id: indexed(
            each,
            *(
                (start, start + 1, "x", [dice.gauss(0, 1) for _ in range(6)])
                for start in range(dice.randrange(4))
            ),
        )
        for each in told
    }
    assert await store.save_passages(owner.id, list(pieces.values())) == 30
    for step in range(4):
        if step:  # the same after changes
            gone = dice.choice(sorted(pieces))
            await apply(store, owner, drop_entry_ids=(gone,))
            del pieces[gone]
            again = dice.choice(sorted(pieces))
            numbers = [dice.gauss(0, 1) for _ in range(6)]
            item = replace(pieces[again], passages=())
            told_again = next(each for each in told if each.id == again)
            item = indexed(told_again, (1, 2, "y", numbers), (2, 4, "z", numbers[::-1]))
            pieces[again] = item
            await store.save_passages(owner.id, [item])
        query = towards(*(dice.gauss(0, 1) for _ in range(6)))
        every = {
            (one.entry_id, one.start, one.end): cosine(one.numbers, query)
            for item in pieces.values()
            for one in item.passages
        }
        least = dice.uniform(-0.3, 0.5)
        expected = sorted((-score, key) for key, score in every.items() if score >= least)[:7]
        found = await store.find_near_passages(
            owner.id, query, embedder_id=EMBEDDER, least=least, limit=7
        )
        assert [(one.entry_id, one.start, one.end) for one in found] == [key for _, key in expected]
        scores = [-score for score, _ in expected]
        assert [one.score for one in found] == pytest.approx(scores, abs=1e-5)


async def test_only_near_passages_of_the_embedder_are_near(store: Store, owner: Profile) -> None:
    east = await _index(store, await _read(store, owner), None, *EAST)
    await _index(store, await _read(store, owner), None, *NORTH)
    between = await _index(store, await _read(store, owner), None, 1.0, 0.5, 0.0)
    other = await _read(store, owner)
    await store.save_passages(owner.id, [indexed(other, (0, 4, "yoga", EAST), embedder=OTHER)])
    assert await _near(store, owner) == [east.id, between.id]
    assert await _near(store, owner, limit=1) == [east.id]
    assert await _near(store, owner, least=0.95) == [east.id]
    assert await _near(store, owner, embedder=OTHER) == [other.id]
    assert await _near(store, owner, embedder="a third") == []


# --- where it is looked for ------------------------------------------------------------


async def test_a_search_is_cut_to_days(store: Store, owner: Profile) -> None:
    told = [await _index(store, await _read(store, owner, "rain", n)) for n in range(5)]
    ids = [each.id for each in told]
    for since, until, expected in (
        (None, None, ids),
        (1, 3, ids[1:4]),
        (2, None, ids[2:]),
        (None, 0, ids[:1]),
        (3, 3, ids[3:4]),
        (3, 2, []),
        (9, None, []),
    ):
        wanted = PassageFilter(
            None if since is None else day_of(since), None if until is None else day_of(until)
        )
        assert await _search(store, owner, "rain", wanted) == expected
        assert await _near(store, owner, wanted) == expected


async def test_a_day_is_the_users_own(store: Store, owner: Profile) -> None:
    late = await _read(store, owner, "rain", 1, zone="Pacific/Auckland")  # noon in UTC
    await _index(store, late)
    (found,) = await store.search_passages(owner.id, "rain", limit=9)
    assert found.day == late.day == day_of(2)
    only = PassageFilter(day_of(2), day_of(2))
    assert await _near(store, owner, only) == await _search(store, owner, "rain", only) == [late.id]


async def test_turns_of_another_scope_are_not_found(store: Store, owner: Profile) -> None:
    everywhere = await _index(store, await _read(store, owner, "rain"))
    told = {}
    for scope in ("", "work", "home"):
        talk = await store.save_conversation(conversation(owner, scope=scope))
        told[scope] = await _index(store, await say(store, talk, owner, "rain"))
    for scope, expected in (
        ("", {everywhere.id, told[""].id}),
        ("work", {everywhere.id, told[""].id, told["work"].id}),
        ("nowhere", {everywhere.id, told[""].id}),
    ):
        wanted = PassageFilter(scope=scope)
        assert set(await _search(store, owner, "rain", wanted)) == expected
        assert set(await _near(store, owner, wanted)) == expected


async def test_few_that_are_wanted_are_found_among_many_others(
    store: Store, owner: Profile
) -> None:
    talk = await store.save_conversation(conversation(owner, scope="work"))
    wanted = await say(store, talk, owner, "rain", 2)
    told = [await _read(store, owner, "rain", 1) for _ in range(60)]
    # All others are better.
    await store.save_passages(
        owner.id,
        [
            *(indexed(each, (0, 4, "rain", EAST)) for each in told),
            indexed(wanted, (0, 4, "rain and much else that is of no use", (1.0, 0.4, 0))),
        ],
    )
    where = PassageFilter(since=day_of(2), scope="work")
    assert await _search(store, owner, "rain", where, limit=2) == [wanted.id]
    assert await _near(store, owner, where, limit=2) == [wanted.id]
    where = PassageFilter(until=day_of(1))
    assert await _search(store, owner, "rain", where, limit=2) == [told[0].id, told[1].id]


async def test_one_profiles_passages_are_nobody_elses(store: Store, owner: Profile) -> None:
    other = await add_profile(store, "Bea")
    mine = await _index(store, await _read(store, owner, "rain"))
    for _ in range(40):
        await _index(store, await _read(store, other, "rain"))
    assert await _search(store, owner, "rain", limit=1) == [mine.id]
    assert await _near(store, owner, limit=1) == [mine.id]
    assert len(await _search(store, other, "rain")) == len(await _near(store, other)) == 40
    await store.delete_profile(other.id)
    assert await _search(store, owner, "rain") == await _near(store, owner) == [mine.id]
    for call in (
        store.search_passages(other.id, "rain", limit=1),
        store.search_passages(other.id, "?", limit=1),
        store.list_unindexed(other.id, EMBEDDER, limit=1),
        store.read_beside(other.id, [mine.id]),
        store.find_near_passages(other.id, towards(*EAST), embedder_id=EMBEDDER, least=0, limit=1),
    ):
        with pytest.raises(NotFound):
            await call


# --- what takes them along -------------------------------------------------------------


@pytest.mark.parametrize(
    "changes",
    [{"text": "snow"}, {"mood": 5}, {"occurred_at": at(3)}, {"zone": "Asia/Tokyo"}],
    ids=lambda changes: next(iter(changes)),
)
async def test_an_edit_takes_passages_along(
    store: Store, owner: Profile, changes: dict[str, object]
) -> None:
    told = await _index(store, await _read(store, owner, "rain"))
    kept = await _index(store, await _read(store, owner, "rain"))
    assert await _near(store, owner) == [told.id, kept.id]
    edited = await edit(store, told, **changes)
    assert await _search(store, owner, "rain") == await _near(store, owner) == [kept.id]
    # What was computed from the text before comes too late.
    assert await store.save_passages(owner.id, [indexed(told, (0, 4, "rain", EAST))]) == 0
    await apply(store, owner, outcomes=(outcome(edited),))
    assert await store.list_unindexed(owner.id, EMBEDDER, limit=9) == (told.id,)
    await _index(store, edited, "rain")
    assert set(await _near(store, owner)) == {told.id, kept.id}


async def test_reading_again_takes_passages_that_are_made_anew(
    store: Store, owner: Profile
) -> None:
    told = await _index(store, await _read(store, owner, "rain"))
    other = await _index(store, await _read(store, owner, "rain"))
    await store.allow_reading(owner.id, told.id, job_id=new_id("job"))
    assert set(await _near(store, owner)) == {told.id, other.id}
    await apply(store, owner, outcomes=(outcome(told, state=EntryState.UNREAD, reason="off"),))
    assert await _search(store, owner, "rain") == await _near(store, owner) == [other.id]
    assert await store.list_unindexed(owner.id, EMBEDDER, limit=9) == (told.id,)
    await _index(store, told)
    assert set(await _near(store, owner)) == {told.id, other.id}


async def test_a_veto_takes_passages_that_are_made_anew(store: Store, owner: Profile) -> None:
    told = await _index(store, await _read(store, owner, "rain and sun"))
    veto = Veto(told.id, 0, 4)
    for change in (MemoryDelta(save_vetoes=(veto,)), MemoryDelta(drop_vetoes=(veto,))):
        await apply(store, owner, memories=change)
        assert await _search(store, owner, "rain") == await _near(store, owner) == []
        assert await store.list_unindexed(owner.id, EMBEDDER, limit=9) == (told.id,)
        await _index(store, told)
        assert await _near(store, owner) == [told.id]


async def test_a_deletion_takes_passages_along(store: Store, owner: Profile) -> None:
    told = await _index(store, await _read(store, owner, "rain"), "zorblaxing qwyxolian rain")
    kept = await _index(store, await _read(store, owner, "rain"), "rain, a keptcanary")
    assert await _near(store, owner) == [told.id, kept.id]
    # They are made of what was said, and are no saying of their own.
    assert await store.find_said(["zorblaxing", "rain"]) == {"rain"}
    asked = ["zorblaxing", "qwyxolian"]
    assert {each.word for each in await store.prove_gone(asked)} == set(asked)
    await apply(store, owner, drop_entry_ids=(told.id,))
    assert await _search(store, owner, "zorblaxing rain") == [kept.id]
    assert await _near(store, owner) == [kept.id]
    found = await store.prove_gone([*asked, "keptcanary"])
    assert {each.word for each in found} == {"keptcanary"}


async def test_passages_of_a_conversation_go_and_come_with_remembering(
    store: Store, owner: Profile
) -> None:
    talk = await store.save_conversation(conversation(owner))
    elsewhere = await store.save_conversation(conversation(owner))
    turns = [await say(store, talk, owner, "zorblax rain", n) for n in range(3)]
    kept = await say(store, elsewhere, owner, "rain")
    every = (*turns, kept)
    await apply(store, owner, outcomes=tuple(outcome(each) for each in every))
    for each in every:
        await _index(store, each)
    assert len(await _near(store, owner)) == len(every)

    async def switch(*, remembers: bool) -> None:
        await store.set_remembers(
            owner.id, talk.id, remembers=remembers, new_id=lambda: new_id("job"), at=at(9)
        )

    await switch(remembers=False)
    assert await _search(store, owner, "rain") == await _near(store, owner) == [kept.id]
    assert await store.list_unindexed(owner.id, EMBEDDER, limit=9) == ()
    # Neither what comes too late nor what is said from now on is indexed.
    late = await say(store, talk, owner, "rain", 4)
    await apply(store, owner, outcomes=(outcome(late, state=EntryState.UNREAD, reason="off"),))
    pieces = [indexed(each, (0, 4, "rain", EAST)) for each in (turns[0], late)]
    assert await store.save_passages(owner.id, pieces) == 0
    assert await store.list_unindexed(owner.id, EMBEDDER, limit=9) == ()
    await switch(remembers=False)
    assert await _near(store, owner) == [kept.id]

    await switch(remembers=True)
    assert await _search(store, owner, "rain") == await _near(store, owner) == [kept.id]
    order = (late.id, turns[2].id, turns[1].id, turns[0].id)
    assert await store.list_unindexed(owner.id, EMBEDDER, limit=9) == order
    assert await store.save_passages(owner.id, pieces) == 2
    assert set(await _near(store, owner)) == {turns[0].id, late.id, kept.id}


async def test_words_of_passages_that_were_switched_off_are_gone(
    store: Store, owner: Profile
) -> None:
    talk = await store.save_conversation(conversation(owner))
    told = await say(store, talk, owner, "rain")
    await _index(store, told, "zorblaxing rain")
    await store.set_remembers(
        owner.id, talk.id, remembers=False, new_id=lambda: new_id("job"), at=at(9)
    )
    assert await store.prove_gone(["zorblaxing"]) == ()


# --- what was said beside them ---------------------------------------------------------


async def test_the_turns_beside_are_those_of_the_conversation(store: Store, owner: Profile) -> None:
    talk = await store.save_conversation(conversation(owner))
    elsewhere = await store.save_conversation(conversation(owner))
    turns, others = [], []
    for n in range(5):
        turns.append((await say(store, talk, owner, str(n), 5 - n)).id)
        others.append((await say(store, elsewhere, owner, str(n))).id)
    plain = await add_entry(store, owner)
    asked = [turns[0], turns[2], turns[4], others[1], plain.id, "nothing", turns[2]]
    assert await store.read_beside(owner.id, asked) == {
        turns[0]: ((), (turns[1],)),
        turns[2]: ((turns[1],), (turns[3],)),
        turns[4]: ((turns[3],), ()),
        others[1]: ((others[0],), (others[2],)),
    }
    assert await store.read_beside(owner.id, [turns[2], turns[3]], n=2) == {
        turns[2]: ((turns[0], turns[1]), (turns[3], turns[4])),
        turns[3]: ((turns[1], turns[2]), (turns[4],)),
    }
    assert await store.read_beside(owner.id, []) == {}
    await apply(store, owner, drop_entry_ids=(turns[1],))
    assert await store.read_beside(owner.id, [turns[2]]) == {turns[2]: ((turns[0],), (turns[3],))}
    other = await add_profile(store, "Bea")
    assert await store.read_beside(other.id, turns) == {}
    note_of = entry(owner, form=EntryForm.NOTE, state=EntryState.READ)
    await apply(store, owner, save_entries=(note_of,))
    assert await store.read_beside(owner.id, [note_of.id]) == {}


async def test_the_names_of_days_prove_nothing(store: Store, owner: Profile) -> None:
    # A passage is also found by the day on which its entry was said, whatever that says.
    kept = await _read(store, owner, "Kept.", 1)
    gone = await _read(store, owner, f"Zorblax on a {kept.day:%A} in {kept.day:%B}.")
    await _index(store, kept, passage_words("Kept.", kept.day))
    records = await store.read_records(owner.id, [gone.id])
    await apply(store, owner, drop_entry_ids=(gone.id,))
    proof = await prove(store, owner.id, records)
    assert (proof.n_words, proof.kept, proof.findings) == (1, (), ())
