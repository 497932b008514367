"""What the day holds, moods over days, and this day of earlier years: on the whole line."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from graph_aria.adapters.language.child import ReaderProcess
from graph_aria.domain.drawn import Occasion, Raised
from graph_aria.domain.memories import Category, MemoryKind
from graph_aria.domain.mood_journal import Trend
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, RulingVerb
from graph_aria.domain.today import About, Today
from graph_aria.errors import InvalidSetting
from graph_aria.stages.allow_reading import allow_reading
from graph_aria.stages.look_at_moods import look_at_moods
from graph_aria.stages.look_at_today import look_at_today
from graph_aria.stages.on_this_day import on_this_day
from tests.contract.memory_samples import keep, memory
from tests.line.world import ScriptedReader, World, after, opened

YEAR = timedelta(days=365)
CRISIS = "I can't go on. I want to kill myself."


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """Read by notation."""
    async with opened(tmp_path, reader=ScriptedReader()) as made:
        yield made


@pytest.fixture
async def real(tmp_path: Path) -> AsyncIterator[World]:
    """Read by the real reader."""
    async with ReaderProcess() as reader, opened(tmp_path, reader=reader) as made:
        yield made


async def ago(world: World, text: str, at: datetime, **facts: object) -> Entry:
    """Something that was imported: it was said then and handed in today."""
    handed_in = max(after(0), at)
    made = await world.say(text, at=at, recorded_at=handed_in, **facts)  # type: ignore[arg-type]
    await world.work()
    return made


async def today_of(world: World, at: datetime) -> Today:
    world.clock.instant = at
    return await look_at_today(world.store, await world.profile(), now=at)


async def texts_of(world: World, at: datetime) -> list[list[str]]:
    """The texts of each year that comes up."""
    found = await on_this_day(world.store, await world.profile(), now=at)
    return [[entry.text for entry in year.entries] for year in found]


# --- on this day -----------------------------------------------------------------------------


async def test_this_day_of_earlier_years_is_what_was_written_felt_and_cared_for(
    world: World,
) -> None:
    await ago(world, "@Priya:Person @lake:Place @joy:Emotion:4", after(0) - YEAR, mood=8)
    await ago(world, "@work:Topic", after(0.1) - YEAR, mood=5)
    await ago(world, "the day before", after(-1) - YEAR)
    await ago(world, "@chess:Activity", datetime(2019, 1, 1, 12, tzinfo=UTC))
    await ago(world, "today", after(0))
    one, other = await on_this_day(world.store, await world.profile(), now=after(0))
    assert (one.day, one.years, one.mood) == (date(2025, 1, 1), 1, 6.5)
    assert [entry.mood for entry in one.entries] == [8, 5]
    assert one.feelings == ("joy",)
    assert [each.name for each in one.cared_for] == ["lake", "Priya", "work"]
    assert (other.years, other.mood, other.feelings) == (7, None, ())
    assert [each.name for each in other.cared_for] == ["chess"]


async def test_the_latest_years_are_given_that_have_something_calm(world: World) -> None:
    noon = after(0)
    for year in (2025, 2023, 2022, 2019, 2018):
        text = CRISIS if year == 2023 else str(year)
        await ago(world, text, noon.replace(year=year))
    profile = await world.profile()
    some = await on_this_day(world.store, profile, now=noon, most_years=3)
    assert [one.day.year for one in some] == [2025, 2022, 2019]
    assert [one.day.year for one in (await today_of(world, noon)).this_day] == [2025, 2022, 2019]
    every = await on_this_day(world.store, profile, now=noon)
    assert [one.years for one in every] == [1, 4, 7, 8]


async def test_of_a_day_with_much_in_it_the_first_is_given(world: World) -> None:
    for n in range(25):
        await world.say(f"entry {n}", at=after(n / 100) - YEAR, recorded_at=after(0))
    await world.work()
    (texts,) = await texts_of(world, after(0))
    assert texts == [f"entry {n}" for n in range(20)]


async def test_what_was_merged_deleted_or_forgotten_is_as_it_stands_today(world: World) -> None:
    gone = await ago(world, "@Sam:Person", after(0) - YEAR)
    kept = await ago(world, "@Priya:Person @Pri:Person @rain:Topic", after(0) - YEAR)
    await world.rule(
        RulingVerb.MERGE, await world.id_of("Pri"), other_id=await world.id_of("Priya")
    )
    await world.rule(RulingVerb.DELETE, await world.id_of("rain"))
    await world.forget(gone.id)
    (year,) = await on_this_day(world.store, await world.profile(), now=after(0))
    assert [entry.id for entry in year.entries] == [kept.id]
    assert [each.name for each in year.cared_for] == ["Pri"]


async def test_words_of_a_crisis_are_not_brought_up(world: World) -> None:
    told = await ago(world, CRISIS, after(0) - YEAR)
    await ago(world, f"sad\n{CRISIS}", after(0) - YEAR, form=EntryForm.MOOD_CHECK_IN, mood=1)
    assert await texts_of(world, after(0)) == []
    # Nor if its author has it read.
    await allow_reading(world.store, world.ids, world.profile_id, told.id)
    await world.work()
    assert (await world.store.get_entry(world.profile_id, told.id)).reader_id is not None
    assert await texts_of(world, after(0)) == []
    # Nor if it was read before there were rules that tell it.
    await ago(world, "fine", after(0) - YEAR)
    await world.damage("UPDATE entry SET text = 'I want to kill myself.' WHERE text = 'fine'")
    assert await texts_of(world, after(0)) == []


async def test_what_was_not_to_be_known_is_not_brought_up(world: World) -> None:
    await world.store.change_profile(world.profile_id, remembers=False)
    await ago(world, "@Sam:Person", after(0) - YEAR)
    await world.store.change_profile(world.profile_id, remembers=True)
    assert await texts_of(world, after(0)) == []
    waiting = await world.say("not read yet", at=after(0) - YEAR, recorded_at=after(0))
    assert await texts_of(world, after(0)) == []
    await world.work()
    assert await texts_of(world, after(0)) == [[waiting.text]]


async def test_the_day_is_the_users_where_it_was_written_and_where_they_are(world: World) -> None:
    # Half past ten in the evening in UTC is the next day in Berlin.
    late = datetime(2024, 12, 31, 22, 30, tzinfo=UTC)
    await ago(world, "in London", late)
    await ago(world, "in Berlin", late + timedelta(hours=1), zone="Europe/Berlin")
    assert await texts_of(world, datetime(2025, 12, 31, 12, tzinfo=UTC)) == [["in London"]]
    assert await texts_of(world, datetime(2026, 1, 1, 12, tzinfo=UTC)) == [["in Berlin"]]
    await world.store.change_profile(world.profile_id, zone="Pacific/Kiritimati")
    assert await texts_of(world, datetime(2025, 12, 31, 12, tzinfo=UTC)) == [["in Berlin"]]


async def test_29_february_comes_up_on_1_march_and_on_its_own_day(world: World) -> None:
    leap = datetime(2024, 2, 29, 12, tzinfo=UTC)
    await ago(world, "leap", leap)
    await ago(world, "march", leap + timedelta(days=1))
    found = {
        day: await texts_of(world, datetime(*day, 12, tzinfo=UTC))
        for day in ((2025, 2, 28), (2025, 3, 1), (2028, 2, 28), (2028, 2, 29), (2028, 3, 1))
    }
    assert found == {
        (2025, 2, 28): [],
        (2025, 3, 1): [["march"], ["leap"]],
        (2028, 2, 28): [],
        (2028, 2, 29): [["leap"]],
        (2028, 3, 1): [["march"]],
    }


async def test_this_day_is_nobody_elses(world: World) -> None:
    await ago(world, "mine", after(0) - YEAR)
    other = replace(await world.profile(), id="other", name="Bea", user_id="other user")
    user = (await world.store.read_entities(world.profile_id, [(await world.profile()).user_id]))[0]
    await world.store.create_profile(
        other, replace(user, id="other user", profile_id="other", name="Bea")
    )
    assert await on_this_day(world.store, other, now=after(0)) == ()
    today = await look_at_today(world.store, other, now=after(0))
    assert (today.this_day, today.yesterday) == ((), None)
    journal = await look_at_moods(world.store, other, now=after(0), days=366)
    assert (journal.points, journal.because, journal.feelings) == ((), (), ())


# --- the mood journal ------------------------------------------------------------------------


async def check_in(world: World, n: float, mood: int, text: str) -> Entry:
    return await world.say(text, at=after(n), form=EntryForm.MOOD_CHECK_IN, mood=mood)


async def test_the_real_reader_tells_how_somebody_has_been_feeling_and_why(real: World) -> None:
    for n in range(12):
        if n % 2:
            await check_in(real, n, 8, "calm, happy\nwent swimming with Priya")
        else:
            await check_in(real, n, 3, "tired\nlong meetings at work")
    await check_in(real, 11.1, 6, "calm\n")
    await real.work()
    journal = await look_at_moods(real.store, await real.profile(), now=after(11.2), days=12)
    assert (journal.since, journal.until) == (after(0).date(), after(11).date())
    assert [one.mood for one in journal.points] == [3, 8] * 5 + [3, 7]
    assert [one.n_said for one in journal.points] == [1] * 11 + [2]
    assert journal.level == pytest.approx(65 / 12)
    assert journal.trend is Trend.STEADY
    names = {one.entity.name for one in journal.better}
    assert {"Swimming", "Priya"} <= names
    assert "Work" in {one.entity.name for one in journal.worse}
    (swim,) = [one for one in journal.better if one.entity.name == "Swimming"]
    assert (swim.n_with, swim.n_without, swim.without_it) == (6, 6, 3.0)
    calm = journal.feelings[0]
    assert (calm.entity.name, calm.n_days) == ("calm", 6)
    assert ("Priya", 6) in calm.beside
    assert [one.text for one in calm.because] == ["went swimming with Priya"] * 3
    latest = journal.because[0]
    assert (latest.text, latest.mood, latest.day) == (
        "went swimming with Priya",
        8,
        after(11).date(),
    )
    entry = await real.store.get_entry(real.profile_id, latest.entry_id)
    assert entry.text[latest.start : latest.end] == latest.text


async def test_too_few_days_tell_nothing_yet(world: World) -> None:
    for n in range(8):
        await check_in(world, n, 9 if n % 2 else 2, "fine\n@yoga:Activity" if n % 2 else "low\n")
    await world.work()
    journal = await look_at_moods(world.store, await world.profile(), now=after(8))
    assert (journal.n_compared, journal.is_told, journal.better) == (0, False, ())
    assert journal.trend is Trend.UNKNOWN


async def test_what_was_read_is_in_the_curve_while_the_switch_is_on_and_it_is_kept(
    real: World,
) -> None:
    await real.store.change_profile(real.profile_id, reads_moods=True, mood_days=7)
    await real.say("I was so happy today, dinner with Priya was lovely.", at=after(0))
    await real.work()
    await check_in(real, 1, 4, "tired\n")
    await real.work()
    profile = await real.profile()
    first, second = (await look_at_moods(real.store, profile, now=after(1))).points
    assert (first.said, first.n_said, first.n_read) == (None, 0, 1)
    assert first.read is not None
    assert first.read > 7
    assert first.mood == first.read
    assert (second.said, second.read) == (4.0, None)

    # Off, what is kept is told, and not shown.
    off = await real.store.change_profile(real.profile_id, reads_moods=False)
    journal = await look_at_moods(real.store, off, now=after(1))
    assert ([one.mood for one in journal.points], journal.reads_moods) == ([4.0], False)
    assert journal.n_read == 1

    # Over, it is not shown, though the pass that deletes it is late.
    journal = await look_at_moods(real.store, profile, now=after(8))
    assert ([one.mood for one in journal.points], journal.n_read) == ([4.0], 0)
    assert len((await look_at_moods(real.store, profile, now=after(7))).points) == 2


@pytest.mark.parametrize("days", [0, -1, 367])
async def test_days_that_no_journal_shows_are_refused(world: World, days: int) -> None:
    with pytest.raises(InvalidSetting, match=f"1 to 366, not {days}"):
        await look_at_moods(world.store, await world.profile(), now=after(0), days=days)


async def test_a_crisis_is_in_the_curve_and_its_words_are_not(world: World) -> None:
    await check_in(world, 0, 1, f"sad\n{CRISIS}")
    await check_in(world, 1, 6, "calm\nslept well")
    await world.work()
    journal = await look_at_moods(world.store, await world.profile(), now=after(1))
    assert [one.mood for one in journal.points] == [1, 6]
    assert [one.text for one in journal.because] == ["slept well"]


async def test_what_is_deleted_is_in_no_curve(world: World) -> None:
    gone = await check_in(world, 0, 9, "fine\n@yoga:Activity @joy:Emotion:3")
    await check_in(world, 1, 5, "low\n@rain:Topic @joy:Emotion:3")
    await world.work()
    await world.forget(gone.id)
    journal = await look_at_moods(world.store, await world.profile(), now=after(1))
    assert [one.mood for one in journal.points] == [5]
    assert [one.entry_id for one in journal.because] != [gone.id]
    assert [(one.entity.name, one.n_days) for one in journal.feelings] == [("joy", 1)]


async def test_a_day_is_the_users_own(world: World) -> None:
    late = datetime(2026, 1, 1, 23, 30, tzinfo=UTC)
    await world.say("calm\n", at=late, form=EntryForm.MOOD_CHECK_IN, mood=7, zone="Europe/Berlin")
    await world.work()
    profile = await world.profile()
    (point,) = (await look_at_moods(world.store, profile, now=after(1), days=2)).points
    assert point.day == date(2026, 1, 2)
    one_day = await look_at_moods(world.store, profile, now=after(0), days=1)
    assert (one_day.points, one_day.since, one_day.until) == ((), *[date(2026, 1, 1)] * 2)


# --- today -----------------------------------------------------------------------------------


async def test_today_puts_together_what_the_day_holds(real: World) -> None:
    await ago(real, "Swimming in the lake with Priya. I was happy.", after(20) - YEAR, mood=8)
    await real.say("My sister's birthday is on 21 January.", at=after(1))
    await real.work()
    await real.say("I have a job interview on 20 January.", at=after(10))
    await real.work()
    await check_in(real, 19, 6, "calm\n")
    await real.work()

    today = await today_of(real, after(20))
    assert today.day == date(2026, 1, 21)
    (birthday,) = today.anniversaries
    assert "birthday" in birthday.memory.text
    (interview,) = today.follow_ups
    assert "interview" in interview.memory.text
    assert today.yesterday is not None
    assert (today.yesterday.day, today.yesterday.mood) == (date(2026, 1, 20), 6.0)
    (year,) = today.this_day
    assert (year.years, year.mood, len(year.entries)) == (1, 8.0, 1)
    # In short: what was read in them is told where all is asked for.
    assert (year.feelings, year.cared_for) == ((), ())
    (whole,) = await on_this_day(real.store, await real.profile(), now=after(20))
    assert "happiness" in whole.feelings
    assert {"Priya", "Swimming"} <= {one.name for one in whole.cared_for}
    assert (today.question.about, today.question.memory_id) == (
        About.FOLLOW_UP,
        interview.memory.id,
    )

    # On the evening before the interview it was what is ahead.
    before = await today_of(real, after(18))
    assert before.question.about is About.EVENT

    # Looking uses nothing up.
    assert await today_of(real, after(20.3)) == today
    ids = {birthday.memory.id, interview.memory.id}
    assert await real.store.list_raised(real.profile_id, ids) == frozenset()

    # What ARIA asked in a chat is shown as said, and not asked again.
    raised = Raised(interview.memory.id, Occasion.FOLLOW_UP, date(2026, 1, 21))
    await real.store.note_raised(real.profile_id, [raised])
    told = await today_of(real, after(20.3))
    assert [one.is_said for one in told.follow_ups] == [False]
    assert told.question.memory_id is None


async def test_nothing_written_today_changes_todays_question(real: World) -> None:
    for n in range(6):
        await check_in(real, n, 6, "calm\nreading")
    await real.work()
    before = await today_of(real, after(6))
    await real.say("Tomorrow I have an exam. I was sad and angry all day.", at=after(6.1), mood=2)
    await real.work()
    assert (await today_of(real, after(6.2))).question == before.question


@pytest.mark.parametrize("said_on", range(4))
async def test_a_window_that_ends_at_noon_does_not_change_the_days_question(
    world: World, said_on: int
) -> None:
    one = memory(
        await world.profile(), "The user is writing their thesis.", kind=MemoryKind.FOCUS,
        slot="focus|thesis", value="on", confirmed_at=after(said_on),
    )  # fmt: skip
    await keep(world.store, one)
    abouts = []
    for day in range(27, 37):
        early, late = [
            (await today_of(world, after(day + hours / 24))).question for hours in (-11, 11)
        ]
        assert early == late
        abouts.append(early.about)
    assert abouts.count(About.FOCUS) == 1


async def test_after_a_bad_day_and_after_words_of_a_crisis_it_is_gentle(world: World) -> None:
    for n in range(6):
        await check_in(world, n, 7, "calm\n")
    await world.work()
    assert (await today_of(world, after(6))).question.about is not About.GENTLE
    await check_in(world, 6, 2, "low\n")
    await world.work()
    assert (await today_of(world, after(7))).question.about is About.GENTLE
    assert (await today_of(world, after(8))).question.about is not About.GENTLE
    await world.say(CRISIS, at=after(8.1))
    await world.work()
    for later in (8.2, 9.0):
        assert (await today_of(world, after(later))).question.about is About.GENTLE
    assert (await today_of(world, after(10))).question.about is not About.GENTLE


async def test_words_of_a_crisis_are_heard_after_hours_of_talk(world: World) -> None:
    for n in range(60):
        await world.say(f"so it goes {n}", at=after(8 + n / 1000), form=EntryForm.TURN)
    await world.say(CRISIS, at=after(8.1), form=EntryForm.TURN)
    await world.work()
    for later in (8.2, 9.0):
        assert (await today_of(world, after(later))).question.about is About.GENTLE


async def test_nobody_is_asked_about_who_has_died(real: World) -> None:
    profile = await real.profile()
    visit = memory(
        profile,
        "The user visits their mother on 20 January 2026.",
        kind=MemoryKind.EVENT,
        category=Category.FAMILY,
        valid_from=date(2026, 1, 20),
        valid_until=date(2026, 1, 20),
    )
    await keep(real.store, visit)
    assert (await today_of(real, after(18))).question.memory_id == visit.id
    assert (await today_of(real, after(20))).question.memory_id == visit.id
    await real.say("My mother died yesterday.", at=after(12))
    await real.work()
    for n in (18, 20):
        today = await today_of(real, after(n))
        assert (today.question.memory_id, today.follow_ups) == (None, ())


async def test_yesterdays_mood_is_read_only_while_the_switch_is_on(real: World) -> None:
    await real.store.change_profile(real.profile_id, reads_moods=True)
    await real.say("I was so happy today, dinner with Priya was lovely.", at=after(0))
    await real.work()
    told = (await today_of(real, after(1))).yesterday
    assert told is not None
    assert (told.said, told.n_read) == (None, 1)
    await real.store.change_profile(real.profile_id, reads_moods=False)
    assert (await today_of(real, after(1))).yesterday is None


async def test_a_change_of_zone_on_the_day_loses_nothing_and_doubles_nothing(real: World) -> None:
    await real.say("My sister's birthday is on 21 January.", at=after(1))
    await real.work()
    noon = after(20)
    assert len((await today_of(real, noon)).anniversaries) == 1
    await real.store.change_profile(real.profile_id, zone="Pacific/Kiritimati")  # the 22nd
    assert (await today_of(real, noon)).anniversaries == ()
    await real.store.change_profile(real.profile_id, zone="Pacific/Pago_Pago")  # the 21st
    (birthday,) = (await today_of(real, noon)).anniversaries
    raised = Raised(birthday.memory.id, birthday.occasion, birthday.on)
    await real.store.note_raised(real.profile_id, [raised])
    for zone in ("UTC", "Pacific/Pago_Pago"):
        await real.store.change_profile(real.profile_id, zone=zone)
        assert [one.is_said for one in (await today_of(real, noon)).anniversaries] == [False]


async def test_an_empty_life_has_a_day_too(world: World) -> None:
    today = await today_of(world, after(0))
    assert (today.anniversaries, today.follow_ups, today.yesterday, today.this_day) == (
        (),
        (),
        None,
        (),
    )
    assert today.question.about is About.PLAIN


@pytest.mark.parametrize("said", ["I had a miscarriage.", "My mum died.", "I lost my job."])
async def test_after_a_loss_that_nobody_dated_the_question_is_gentle_for_two_weeks(
    real: World, said: str
) -> None:
    await real.say(said, at=real.clock.instant)
    await real.work()
    start = real.clock.instant
    about = []
    for n_days in (1, 10, 14, 15):
        now = start + timedelta(days=n_days)
        found = await look_at_today(real.store, await real.profile(), now=now)
        about.append(found.question.about is About.GENTLE)

    assert about == [True, True, True, False]


@pytest.mark.parametrize(
    "said", ["I'm writing my thesis.", "I'm training for the marathon.", "I'm learning Greek."]
)
async def test_what_may_be_over_is_due_as_it_comes_up(real: World, said: str) -> None:
    await real.say(said, at=after(0))
    await real.work()
    before, due = [await today_of(real, after(n_days)) for n_days in (20, 30)]

    assert before.follow_ups == ()
    (one,) = due.follow_ups
    assert one.occasion is Occasion.MOVED_ON
