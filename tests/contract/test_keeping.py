from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from graph_aria.domain.proof import words_of
from graph_aria.domain.records import EntryRecord, Profile, RulingVerb
from graph_aria.domain.views import Token
from graph_aria.errors import Unavailable
from graph_aria.ports import Store
from graph_aria.stages.prove import prove
from tests.contract.memory_samples import answer, conversation, say
from tests.contract.samples import (
    BEGIN,
    add_entry,
    add_profile,
    apply,
    at,
    day_of,
    entity,
    form,
    mention,
    new_id,
    outcome,
    profile,
    ruling,
    tell_story,
    user_of,
)

CANARIES = ("zorblax", "qwyxy", "Überquelle", "naïvetéx", "日本語帳簿", "o'canary")


async def _plant(store: Store, owner: Profile, word: str) -> tuple[str, str, str]:
    """A word in every place where a user's words are kept: entry, entity and ruling ids."""
    told = await add_entry(store, owner, f"About {word} and {word}s, once more {word}.")
    thing = entity(owner, word, role=word, distinct=word)
    rename = ruling(owner, RulingVerb.RENAME, thing.id, value=word)
    await apply(
        store,
        owner,
        outcomes=(outcome(told),),
        save_mentions=(mention(told, word, thing, role=word),),
        save_entities=(thing,),
        save_forms=(form(thing, word, role=word),),
        save_rulings=(rename,),
    )
    return told.id, thing.id, rename.id


async def _uproot(store: Store, owner: Profile, ids: tuple[str, str, str]) -> None:
    await apply(
        store,
        owner,
        drop_entry_ids=(ids[0],),
        drop_entity_ids=(ids[1],),
        drop_ruling_ids=(ids[2],),
    )


@pytest.mark.parametrize("word", CANARIES)
async def test_a_deleted_word_is_gone_everywhere_and_a_kept_one_is_found(
    store: Store, owner: Profile, word: str
) -> None:
    kept = await _plant(store, owner, "keepword")
    gone = await _plant(store, owner, word)
    for n in range(50):
        await add_entry(store, owner, f"Filling {n} with words of every day", n)
    found = {item.word for item in await store.prove_gone([word, "keepword"])}
    assert found == {word, "keepword"}
    await _uproot(store, owner, gone)
    assert {item.word for item in await store.prove_gone([word, "keepword"])} == {"keepword"}
    await _uproot(store, owner, kept)
    assert await store.prove_gone([word, "keepword"]) == ()


async def test_an_edited_word_is_gone(store: Store, owner: Profile) -> None:
    made = await add_entry(store, owner, "The zorblax text")
    await store.edit_entry(replace(made, text="The other text"), job_id=new_id())
    assert await store.prove_gone(["zorblax"]) == ()
    assert await store.prove_gone(["ZORBLAX", "other"])


async def test_a_deleted_profile_leaves_no_word(store: Store) -> None:
    owner = await add_profile(store, "Zorblaxina")
    await _plant(store, owner, "qwyxy")
    token = Token("t", owner.id, "zorblaxphone", read_only=False, created_at=BEGIN)
    await store.save_token(token, b"h")
    words = ["zorblaxina", "qwyxy", "zorblaxphone"]
    assert {item.word for item in await store.prove_gone(words)} == set(words)
    await store.delete_profile(owner.id)
    assert await store.prove_gone(words) == ()


async def test_that_a_deleted_profile_was_not_scrubbed_yet_is_remembered(
    store: Store, owner: Profile
) -> None:
    gone = await add_profile(store, "Zorblaxina")
    assert (await store.check()).problems == ()
    await store.delete_profile(gone.id)
    problems = (await store.check()).problems
    assert [("deleted profile" in problem.detail) for problem in problems] == [True], problems
    assert [problem.state for problem in problems] == ["degraded"]
    assert "aria jobs run scrub" in problems[0].remedy
    # Whoever's scrub it is, it is done.
    await store.scrub()
    assert (await store.check()).problems == ()


async def test_a_part_of_a_longer_word_that_stays_is_no_finding(
    store: Store, owner: Profile
) -> None:
    gone = await add_entry(store, owner, "Morning light on the water")
    await add_entry(store, owner, "Daylight, day after day; waterfall")
    await apply(store, owner, drop_entry_ids=(gone.id,))
    assert await store.prove_gone(["light", "water", "morning"]) == ()


async def test_the_programs_own_words_and_short_ones_are_no_finding(
    store: Store, owner: Profile
) -> None:
    gone = await add_entry(store, owner, "A pending profile of a person in Activity, and so on")
    await apply(store, owner, drop_entry_ids=(gone.id,))
    words = gone.text.replace(",", "").split()
    assert await store.prove_gone(words) == ()
    assert await store.prove_gone([]) == ()


@pytest.mark.parametrize("word", ["Berlin", "Person", "pending", "profile"])
async def test_a_word_that_the_program_writes_too_is_found_among_what_people_say(
    store: Store, word: str
) -> None:
    owner = profile("Ann", zone="Europe/Berlin")
    await store.create_profile(owner, user_of(owner))
    kept = await add_entry(store, owner, f"About {word} again", zone="Europe/Berlin")
    assert {item.where for item in await store.prove_gone([word])} >= {"entry.text"}
    await apply(store, owner, drop_entry_ids=(kept.id,))
    assert await store.prove_gone([word]) == ()


async def test_what_a_job_says_of_itself_is_no_finding(store: Store, owner: Profile) -> None:
    gone = await add_entry(store, owner, "The chapters have changed")
    lease = await store.lease_jobs(now=BEGIN, until=at(1), limit=1)
    assert lease is not None
    await store.finish_jobs(lease, at=BEGIN, summary="2 chapters changed")
    await apply(store, owner, drop_entry_ids=(gone.id,))
    other = await add_entry(store, owner, "Other words", 1)
    await store.release(lease)
    lease = await store.lease_jobs(now=at(2), until=at(3), limit=1)
    assert lease is not None
    assert lease.jobs[0].subject_id == other.id
    await store.finish_jobs(lease, at=at(2), summary="2 chapters changed")
    assert await store.prove_gone(["chapters", "changed"]) == ()


@pytest.mark.parametrize(("gone", "kept"), [("résumé", "resume"), ("resume", "Résumé")])
async def test_a_word_is_not_taken_for_one_with_other_accents(
    store: Store, owner: Profile, gone: str, kept: str
) -> None:
    told = await add_entry(store, owner, f"The {gone} is sent")
    await add_entry(store, owner, f"To {kept} it all")
    assert await store.prove_gone([gone, kept])
    await apply(store, owner, drop_entry_ids=(told.id,))
    assert await store.find_said([gone, kept]) == {kept}
    assert await store.prove_gone([gone]) == ()
    assert {item.word for item in await store.prove_gone([gone, kept])} == {kept}


async def test_what_remains_of_all_that_was_said_is_known(store: Store, owner: Profile) -> None:
    await _plant(store, owner, "keepword")
    bea = await add_profile(store, "Beatrix")
    token = Token("t", bea.id, "my telephone", read_only=False, created_at=BEGIN)
    await store.save_token(token, b"h")
    gone = await _plant(store, owner, "zorblax")
    words = ["KEEPWORD", "beatrix", "telephone", "zorblax", "keepwor", "UTC", "entry"]
    said = {"KEEPWORD", "beatrix", "telephone"}
    assert await store.find_said(words) == {*said, "zorblax"}
    await _uproot(store, owner, gone)
    assert await store.find_said(words) == said
    assert await store.find_said([]) == frozenset()


@pytest.mark.parametrize(
    ("theirs", "replied", "word"),
    [
        ("miscarriage", "Oh", "miscarriage"),
        ("Nothing", "The orthodontist?", "orthodontist"),
        ("unxylophonists", "Oh", "xylophonist"),
        ("resume", "Oh", "résumé"),
        ("zorblaxing", "Oh", "zorblaxed"),
    ],
)
async def test_no_proof_tells_what_another_profile_holds(
    store: Store, owner: Profile, theirs: str, replied: str, word: str
) -> None:
    gone = await add_entry(store, owner, f"About {word}, once, and the potoroo")
    await add_entry(store, owner, "The potoroo")
    await apply(store, owner, drop_entry_ids=(gone.id,))
    records = (EntryRecord(gone, (), (), ()),)
    alone = await prove(store, owner.id, records)
    assert (alone.n_words, alone.kept, alone.findings) == (1, ("potoroo",), ())
    zoe = await add_profile(store, "Zoe")
    await _plant(store, zoe, theirs)
    talk = await store.save_conversation(conversation(zoe))
    said = await say(store, talk, zoe, "Hello")
    await answer(store, said, replied)
    # Not a field differs from what is told where no other profile is.
    assert await prove(store, owner.id, records) == alone
    assert await store.find_said([word], within=owner.id) == frozenset()
    # What is left is still found by whoever holds it.
    assert await store.prove_gone([theirs, *words_of(replied)], within=zoe.id)
    kept = await add_entry(store, owner, f"Still {word}")
    assert (await prove(store, owner.id, records)).kept == tuple(sorted((word, "potoroo")))
    await apply(store, owner, drop_entry_ids=(kept.id,))
    assert await prove(store, owner.id, records) == alone


async def test_everything_is_as_it_was_after_a_scrub(store: Store) -> None:
    story = await tell_story(store)
    await asyncio.gather(store.scrub(), *(add_entry(store, story.owner) for _ in range(20)))
    assert len(await store.list_entry_ids(story.owner.id)) == 21
    assert (await store.list_entries(story.owner.id, query="ulm")).items == (story.entry,)
    found = (await store.list_entities(story.owner.id, now=BEGIN, query="ulm")).items
    assert found == (story.ulm,)
    await apply(store, story.owner, drop_entity_ids=(story.ulm.id,))
    assert not (await store.list_entities(story.owner.id, now=BEGIN, query="ulm")).items


async def test_nobody_notices_a_scrub(store: Store) -> None:
    """Searches find what they found, and saves are found, while it is going on."""
    story = await tell_story(store)
    owner = story.owner

    async def search(n: int) -> None:
        for _ in range(10):
            found = (await store.list_entries(owner.id, query="ulm")).items
            assert found == (story.entry,)
            entities = (await store.list_entities(owner.id, now=BEGIN, query="ulm")).items
            assert entities == (story.ulm,)
            made = await add_entry(store, owner, f"Number{n}", n)
            assert made in (await store.list_entries(owner.id, query=f"number{n}")).items

    await asyncio.gather(
        *(search(n) for n in range(4)), store.scrub(), store.scrub(), store.prove_gone(["zorblax"])
    )


async def test_a_sound_store_has_no_problems(store: Store) -> None:
    await tell_story(store)
    report = await store.check()
    assert report.problems == ()
    assert (report.counts["profiles"], report.counts["entries"]) == (1, 1)
    assert report.n_bytes is None or report.n_bytes > 0
    assert report.schema_version >= 1
    assert not report.encrypted


async def test_a_sound_store_has_no_problems_after_a_deletion_either(store: Store) -> None:
    story = await tell_story(store)
    assert (await store.check()).problems == ()
    await apply(
        store,
        story.owner,
        drop_entry_ids=(story.entry.id,),
        drop_entity_ids=(story.yoga.id, story.sam.id, story.ulm.id),
        drop_relation_ids=(story.lives.id, story.does.id),
    )
    assert (await store.check()).problems == ()


async def test_a_closed_store_refuses_politely(store: Store, owner: Profile) -> None:
    await store.close()
    await store.close()
    with pytest.raises(Unavailable):
        await add_entry(store, owner)
    with pytest.raises(Unavailable):
        await store.read_moods(owner.id, since=day_of(0), until=day_of(1))
