"""Moods that were read in entries: by their switch, gone with the entry, in time, or at once."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from graph_aria.domain.moods import MoodReading
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, EntryState, JobKind, Profile
from graph_aria.domain.views import MoodDay
from graph_aria.errors import NotFound, VersionConflict
from graph_aria.ports import Store
from tests.contract.samples import (
    add_entry,
    add_profile,
    apply,
    at,
    day_of,
    new_id,
    outcome,
    profile,
    user_of,
)


def felt(told: Entry, mood: float = 7.31) -> MoodReading:
    return MoodReading(told.id, told.day, mood, told.evidence_at)


async def readings(store: Store, owner: Profile) -> list[MoodReading]:
    found = await store.read_mood_readings(owner.id, since=date.min, until=date.max)
    return list(found)


async def scrubs(store: Store, owner: Profile) -> list[str]:
    jobs = (await store.list_jobs(owner.id)).items
    return [job.id for job in jobs if job.kind == JobKind.SCRUB]


async def switched_on(store: Store, owner: Profile) -> Profile:
    return await store.change_profile(owner.id, reads_moods=True)


# --- switches ---------------------------------------------------------------------------


async def test_the_switches_of_a_life_are_kept(store: Store, owner: Profile) -> None:
    assert (owner.lives, owner.reads_moods, owner.mood_days) == (True, False, 90)
    changed = await store.change_profile(owner.id, lives=False, reads_moods=True, mood_days=7)
    assert (changed.lives, changed.reads_moods, changed.mood_days) == (False, True, 7)
    assert await store.get_profile(owner.id) == changed
    # What is not named stays.
    named = await store.change_profile(owner.id, token_budget=900)
    assert named == replace(changed, token_budget=900)
    back = await store.change_profile(owner.id, lives=True, reads_moods=False, mood_days=3650)
    assert (back.lives, back.reads_moods, back.mood_days) == (True, False, 3650)
    made = profile("Bea", lives=False, reads_moods=True, mood_days=30)
    await store.create_profile(made, user_of(made))
    assert await store.find_profile("Bea") == made


async def test_what_was_computed_by_another_life_switch_is_not_stored(
    store: Store, owner: Profile
) -> None:
    off = await store.change_profile(owner.id, lives=False)
    assert off.version == owner.version + 1
    assert (await store.change_profile(owner.id, lives=False)).version == off.version
    # Nothing is computed by the others: the store itself looks at them.
    assert (await switched_on(store, owner)).version == off.version
    assert (await store.change_profile(owner.id, mood_days=8)).version == off.version
    assert (await store.change_profile(owner.id, lives=True)).version == off.version + 1


# --- reading ----------------------------------------------------------------------------


async def test_a_mood_is_stored_only_while_its_switch_is_on(store: Store, owner: Profile) -> None:
    told = await add_entry(store, owner)
    await apply(store, owner, outcomes=(outcome(told, mood=felt(told)),))
    assert await readings(store, owner) == []
    await switched_on(store, owner)
    await apply(store, owner, outcomes=(outcome(told, mood=felt(told)),))
    assert await readings(store, owner) == [felt(told)]
    # Off, what is there stays; what is read then has none.
    await store.change_profile(owner.id, reads_moods=False)
    other = await add_entry(store, owner)
    await apply(store, owner, outcomes=(outcome(other, mood=felt(other)),))
    assert await readings(store, owner) == [felt(told)]
    await apply(store, owner, outcomes=(outcome(told, mood=felt(told, 3.03)),))
    assert await readings(store, owner) == []
    assert await scrubs(store, owner) == []


async def test_a_later_reading_takes_the_place_of_the_one_before(
    store: Store, owner: Profile
) -> None:
    await switched_on(store, owner)
    told, other = [await add_entry(store, owner, day=day) for day in (1, 2)]
    both = (outcome(told, mood=felt(told)), outcome(other, mood=felt(other)))
    await apply(store, owner, outcomes=both)
    moved = replace(felt(told, 2.5), day=day_of(3), at=at(3))
    await apply(store, owner, outcomes=(outcome(told, mood=moved),))
    assert await readings(store, owner) == [felt(other), moved]
    await apply(store, owner, outcomes=(outcome(told),))
    assert await readings(store, owner) == [felt(other)]


async def test_a_mood_is_stored_with_the_rest_or_not_at_all(store: Store, owner: Profile) -> None:
    await switched_on(store, owner)
    told = await add_entry(store, owner)
    await apply(store, owner, outcomes=(outcome(told, mood=felt(told)),))
    late = outcome(replace(told, revision=7), mood=felt(told, 1.0))
    with pytest.raises(VersionConflict):
        await apply(store, owner, outcomes=(late,))
    assert await readings(store, owner) == [felt(told)]


async def test_a_failure_leaves_what_was_read_in_the_same_words(
    store: Store, owner: Profile
) -> None:
    await switched_on(store, owner)
    told = await add_entry(store, owner)
    await apply(store, owner, outcomes=(outcome(told, mood=felt(told)),))
    failed = outcome(told, state=EntryState.FAILED, reason="no luck")
    await apply(store, owner, outcomes=(failed,))
    assert await readings(store, owner) == [felt(told)]
    # Of new words, no reader is named.
    await apply(store, owner, outcomes=(replace(failed, reader_id=None),))
    assert await readings(store, owner) == []


async def test_readings_are_given_by_day(store: Store, owner: Profile) -> None:
    await switched_on(store, owner)
    days = (3.0, 0.25, 0.0, 2.0, -400.0)
    told = [await add_entry(store, owner, day=day) for day in days]
    moods = [felt(each, mood) for each, mood in zip(told, (1, 10, 5.5, 1 / 3 + 1, 9), strict=True)]
    outcomes = tuple(outcome(e, mood=m) for e, m in zip(told, moods, strict=True))
    await apply(store, owner, outcomes=outcomes)
    assert await readings(store, owner) == [moods[n] for n in (4, 2, 1, 3, 0)]
    some = await store.read_mood_readings(owner.id, since=day_of(0), until=day_of(2))
    assert some == (moods[2], moods[1], moods[3])
    assert await store.read_mood_readings(owner.id, since=day_of(2), until=day_of(0)) == ()


# --- going -------------------------------------------------------------------------------


async def test_a_reading_goes_with_its_entry(store: Store, owner: Profile) -> None:
    await switched_on(store, owner)
    told, kept = [await add_entry(store, owner) for _ in range(2)]
    both = tuple(outcome(each, mood=felt(each)) for each in (told, kept))
    await apply(store, owner, outcomes=both)
    await apply(store, owner, drop_entry_ids=(told.id,))
    assert await readings(store, owner) == [felt(kept)]
    assert (await store.check()).problems == ()


async def test_a_reading_goes_with_its_profile(store: Store, owner: Profile) -> None:
    other = await switched_on(store, await add_profile(store, "Bea"))
    told = await add_entry(store, other)
    await apply(store, other, outcomes=(outcome(told, mood=felt(told)),))
    await store.delete_profile(other.id)
    with pytest.raises(NotFound):
        await readings(store, other)
    await store.scrub()
    assert (await store.check()).problems == ()
    assert await readings(store, owner) == []


async def test_all_readings_are_cleared_in_one_go(store: Store, owner: Profile) -> None:
    await switched_on(store, owner)
    assert await store.clear_mood_readings(owner.id, job_id="too soon", at=at(1)) == 0
    assert await scrubs(store, owner) == []
    told = [await add_entry(store, owner, day=day) for day in (-800, 0, 3)]
    await apply(store, owner, outcomes=tuple(outcome(e, mood=felt(e)) for e in told))
    assert await store.clear_mood_readings(owner.id, job_id="scrub it", at=at(1)) == 3
    assert await readings(store, owner) == []
    assert await scrubs(store, owner) == ["scrub it"]
    assert await store.clear_mood_readings(owner.id, job_id="again", at=at(1)) == 0
    assert await scrubs(store, owner) == ["scrub it"]
    # The words stay, and may be read again.
    assert len(await store.list_entry_ids(owner.id)) == 3
    await apply(store, owner, outcomes=(outcome(told[0], mood=felt(told[0])),))
    assert await readings(store, owner) == [felt(told[0])]


@pytest.mark.parametrize("on", [True, False])
async def test_readings_go_when_their_days_are_over(
    store: Store, owner: Profile, *, on: bool
) -> None:
    await switched_on(store, owner)
    told = [await add_entry(store, owner, day=day) for day in (-1, 0, 0.25, 1)]
    await apply(store, owner, outcomes=tuple(outcome(e, mood=felt(e)) for e in told))
    await store.change_profile(owner.id, reads_moods=on)
    assert await store.expire_mood_readings(owner.id, day_of(-1), job_id="none", at=at(2)) == 0
    assert await scrubs(store, owner) == []
    assert await store.expire_mood_readings(owner.id, day_of(1), job_id="scrub it", at=at(2)) == 3
    assert await readings(store, owner) == [felt(told[3])]
    assert await store.expire_mood_readings(owner.id, day_of(1), job_id="again", at=at(2)) == 0
    assert await scrubs(store, owner) == ["scrub it"]
    jobs = (await store.list_jobs(owner.id)).items
    (scrub,) = [job for job in jobs if job.kind == JobKind.SCRUB]
    assert (scrub.state, scrub.due_at, scrub.subject_id) == ("queued", at(2), None)
    # One that waits stands for both.
    assert await store.expire_mood_readings(owner.id, day_of(9), job_id="third", at=at(3)) == 1
    assert await scrubs(store, owner) == ["scrub it"]


async def test_what_the_user_said_of_their_mood_is_never_touched(
    store: Store, owner: Profile
) -> None:
    await switched_on(store, owner)
    said = await add_entry(store, owner, "calm", form=EntryForm.MOOD_CHECK_IN, mood=3)
    told = await add_entry(store, owner)
    await apply(store, owner, outcomes=(outcome(said), outcome(told, mood=felt(told))))
    days = (MoodDay(day_of(0), 3.0, 1),)

    async def moods() -> tuple[MoodDay, ...]:
        return await store.read_moods(owner.id, since=day_of(-9), until=day_of(9))

    assert await moods() == days  # without what was read
    await store.expire_mood_readings(owner.id, date.max, job_id=new_id("job"), at=at(2))
    await store.clear_mood_readings(owner.id, job_id=new_id("job"), at=at(2))
    assert await moods() == days
    assert (await store.get_entry(owner.id, said.id)).mood == 3


async def test_readings_of_one_profile_are_none_of_the_others(store: Store, owner: Profile) -> None:
    other = await switched_on(store, await add_profile(store, "Bea"))
    await switched_on(store, owner)
    mine, theirs = await add_entry(store, owner), await add_entry(store, other)
    await apply(store, owner, outcomes=(outcome(mine, mood=felt(mine)),))
    await apply(store, other, outcomes=(outcome(theirs, mood=felt(theirs)),))
    assert await readings(store, owner) == [felt(mine)]
    assert await store.clear_mood_readings(owner.id, job_id=new_id("job"), at=at(1)) == 1
    assert await readings(store, other) == [felt(theirs)]
    assert await store.expire_mood_readings(other.id, date.max, job_id=new_id("job"), at=at(1)) == 1
    for verb in (
        store.clear_mood_readings("nobody", job_id=new_id("job"), at=at(1)),
        store.expire_mood_readings("nobody", date.max, job_id=new_id("job"), at=at(1)),
        store.read_mood_readings("nobody", since=date.min, until=date.max),
    ):
        with pytest.raises(NotFound):
            await verb


async def test_what_is_left_of_readings_is_found(store: Store, owner: Profile) -> None:
    await switched_on(store, owner)
    told = [await add_entry(store, owner, day=day) for day in (0, 1, 2)]
    moods = [felt(each, mood) for each, mood in zip(told, (7.31, 1.0, 8.0), strict=True)]
    outcomes = tuple(outcome(e, mood=m) for e, m in zip(told, moods, strict=True))
    await apply(store, owner, outcomes=outcomes)
    await store.scrub()
    found = await store.find_moods_left(owner.id, moods)
    assert [one.word for one in found] == sorted(each.id for each in told)
    assert await store.find_moods_left(owner.id, []) == ()
    other = await add_profile(store, "Bea")
    await store.expire_mood_readings(owner.id, day_of(1), job_id=new_id("job"), at=at(9))
    await store.scrub()
    left = await store.find_moods_left(owner.id, moods)
    assert {one.word for one in left} == {told[1].id, told[2].id}
    await store.clear_mood_readings(owner.id, job_id=new_id("job"), at=at(9))
    await store.scrub()
    assert await store.find_moods_left(owner.id, moods) == ()
    assert await store.find_moods_left(other.id, moods) == ()
    with pytest.raises(NotFound):
        await store.find_moods_left("nobody", moods)
