"""What is found in months of moods, seasons and habits, and what is not."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date, timedelta

import pytest

from graph_aria.domain.memories import Category
from graph_aria.domain.pattern_given_up import chance_of_order, silences
from graph_aria.domain.pattern_seasons import season_of
from graph_aria.domain.pattern_values import MAX_P, History, JournalDays, Pattern, PatternKind
from graph_aria.domain.pattern_words import category_of, given_up_sentence, season_sentence
from graph_aria.domain.patterns import find_patterns
from graph_aria.domain.vocabulary import Kind

TODAY = date(2026, 11, 29)
Push = Callable[[int, frozenset[int]], float]


def ago(number: int) -> date:
    return TODAY - timedelta(days=number)


def named(name: str, numbers: Iterable[int], kind: Kind = Kind.ACTIVITY) -> History:
    """A theme that was there so many days ago."""
    return History(name, name, kind, frozenset(map(ago, numbers)))


def some(seed: int, share: float, n_days: int) -> frozenset[int]:
    chance = random.Random(f"{seed} {share}")
    return frozenset(day for day in range(n_days) if chance.random() < share)


def life(
    n_days: int,
    running: frozenset[int],
    *,
    push: float = 2.0,
    delay: int = 0,
    seed: int = 1,
    written: float = 1.0,
    others: tuple[History, ...] = (),
) -> JournalDays:
    """Moods with a memory of days, made better by running; a mood on each day with an entry."""
    chance = random.Random(seed)
    entries = [day for day in range(n_days) if chance.random() < written]
    state, moods = 0.0, {}
    for day in reversed(range(n_days)):
        state = 0.5 * state + math.sqrt(0.75) * chance.gauss(0, 1)
        value = round(5.0 + 1.2 * state + push * (day + delay in running))
        moods[day] = float(min(10, max(1, value)))
    return JournalDays(
        today=TODAY,
        moods={ago(day): moods[day] for day in entries},
        entries=frozenset(map(ago, entries)),
        histories=(named("running", running), named("reading", some(9, 0.4, n_days)), *others),
    )


class TestMoods:
    def test_better_days_are_told_with_their_numbers_and_the_days_behind_them(self) -> None:
        running = some(2, 0.3, 120)
        (found,) = find_patterns(life(120, running))
        assert (found.kind, found.entity_id, found.value) == (
            PatternKind.SAME_DAY,
            "running",
            "better",
        )
        assert found.days == tuple(sorted(map(ago, running)))
        assert found.n_without == 120 - len(running)
        assert found.text == (
            f"The user's mood tends to be better on days with running: {found.with_it:.1f} on "
            f"{len(running)} days against {found.without_it:.1f} on {found.n_without} others."
        )
        assert 0 < found.p_value <= MAX_P
        assert found.n_shifts >= 500
        assert (found.category, found.slot) == (Category.HABITS, "pattern|mood|running")

    def test_worse_days_are_told_too(self) -> None:
        (found,) = find_patterns(life(120, some(2, 0.3, 120), push=-2.0))
        assert found.text.startswith("The user's mood tends to be worse on days with running: ")
        assert found.with_it < found.without_it

    def test_what_shows_on_the_day_after_is_told_of_the_day_after(self) -> None:
        running = some(2, 0.3, 200)
        (found,) = find_patterns(life(200, running, delay=1))
        assert found.kind is PatternKind.NEXT_DAY
        assert found.text.startswith("The user's mood tends to be better the day after running: ")
        assert set(found.days) <= set(map(ago, running))

    @pytest.mark.parametrize("push", [1.2, 1.7, 2.5])
    def test_a_realistic_push_is_mostly_seen_in_half_a_year(self, push: float) -> None:
        n_found = 0
        for seed in range(20):
            journal = life(182, some(seed, 0.25, 182), push=push, seed=seed, written=0.8)
            n_found += any(item.entity_id == "running" for item in find_patterns(journal))
        assert n_found >= {1.2: 12, 1.7: 18, 2.5: 20}[push]

    def test_seven_days_are_too_few(self) -> None:
        chance = random.Random(4)
        days = chance.sample(range(200), 8)
        (found,) = find_patterns(life(200, frozenset(days), push=5.0))
        assert len(found.days) == 8
        assert not find_patterns(life(200, frozenset(days[:7]), push=5.0))

    def test_seven_days_without_it_are_too_few(self) -> None:
        days = frozenset(random.Random(4).sample(range(200), 8))
        every = frozenset(range(200))
        assert find_patterns(life(200, every - days, push=5.0))
        assert not find_patterns(life(200, every - frozenset(sorted(days)[:7]), push=5.0))

    def test_a_few_weeks_of_moods_show_nothing(self) -> None:
        assert not find_patterns(life(59, some(2, 0.3, 59), push=4.0))
        assert find_patterns(life(60, some(2, 0.3, 60), push=4.0))

    def test_what_is_older_than_a_year_is_past(self) -> None:
        running = frozenset(day + 364 for day in some(2, 0.3, 120))
        assert not find_patterns(life(484, running))

    def test_a_difference_that_is_not_worth_telling_is_not_told(self) -> None:
        running = some(2, 0.4, 364)
        moods = {ago(day): 5.0 + 0.4 * (day in running) for day in range(364)}
        journal = replace(life(364, running), moods=moods)
        assert not find_patterns(journal)
        higher = {ago(day): 5.0 + 0.6 * (day in running) for day in range(364)}
        assert find_patterns(replace(journal, moods=higher))

    def test_what_rises_with_moods_over_the_months_is_not_claimed(self) -> None:
        for seed in range(20):
            chance = random.Random(seed)
            running = frozenset(
                day for day in range(364) if chance.random() < 0.6 * (364 - day) / 364
            )
            journal = life(364, running, push=0.0, seed=seed)
            rising = {
                ago(day): min(10.0, max(1.0, journal.moods[ago(day)] + 3 - 6 * day / 364))
                for day in range(364)
            }
            later = [rising[ago(day)] for day in running]
            others = [rising[ago(day)] for day in range(364) if day not in running]
            assert abs(sum(later) / len(later) - sum(others) / len(others)) > 0.5
            assert not find_patterns(replace(journal, moods=rising))

    def test_what_begins_when_moods_rise_for_good_is_not_claimed(self) -> None:
        for seed in range(20):
            chance = random.Random(seed)
            running = frozenset(day for day in range(120) if chance.random() < 0.4)
            journal = life(364, running, push=0.0, seed=seed)
            better = {
                day: min(10.0, mood + 3 * (day > ago(120))) for day, mood in journal.moods.items()
            }
            assert not find_patterns(replace(journal, moods=better))

    def test_what_only_shares_the_week_is_not_claimed(self) -> None:
        """That it is the running, and not the weekend, nobody can tell."""
        for seed in range(10):
            weekend = frozenset(day for day in range(364) if ago(day).weekday() > 4)
            journal = life(364, weekend, push=2.0, seed=seed)
            assert not find_patterns(journal)

    def test_what_goes_with_moods_within_the_week_is_claimed(self) -> None:
        chance = random.Random(3)
        running = frozenset(
            day for day in range(364) if chance.random() < (0.6 if ago(day).weekday() > 4 else 0.15)
        )
        (found,) = find_patterns(life(364, running, push=1.5))
        assert found.entity_id == "running"

    def test_days_without_entries_are_on_neither_side(self) -> None:
        running = some(2, 0.4, 250)
        journal = life(250, running, written=0.6, push=2.5)
        (found,) = find_patterns(journal)
        assert len(found.days) + found.n_without == len(journal.moods)
        assert set(found.days) <= journal.entries

    def test_after_a_day_without_an_entry_nobody_can_tell(self) -> None:
        journal = life(300, some(2, 0.3, 300), delay=1, written=0.6, push=3.0)
        (found,) = find_patterns(journal)
        assert found.kind is PatternKind.NEXT_DAY
        told = [day for day in journal.moods if day - timedelta(days=1) in journal.entries]
        assert len(found.days) + found.n_without == len(told)

    def test_better_moods_after_days_without_an_entry_say_nothing_of_running(self) -> None:
        for seed in range(10):
            journal = life(300, some(2, 0.3, 300), push=0.0, written=0.6, seed=seed)
            rested = {
                day: mood + 4 * (day - timedelta(days=1) not in journal.entries)
                for day, mood in journal.moods.items()
            }
            assert not find_patterns(replace(journal, moods=rested))

    def test_who_writes_only_on_bad_days_is_not_told_that_all_is_bad(self) -> None:
        """On the other days there is a mood and no word; what is written does not differ."""
        chance = random.Random(8)
        bad = some(8, 0.4, 300)
        names = ("work", "cooking", "chess", "walking")
        chosen = {day: chance.sample(names, 2) for day in bad}
        histories = tuple(
            named(name, [day for day in bad if name in chosen[day]]) for name in names
        )
        journal = replace(life(300, bad, push=-3.0), histories=histories)
        assert not find_patterns(journal)

    def test_it_comes_out_the_same_in_any_order(self) -> None:
        others = tuple(named(f"other {n}", some(n, 0.2, 150)) for n in range(10))
        journal = life(150, some(2, 0.3, 150), others=others)
        found = find_patterns(journal)
        assert found
        turned = replace(
            journal,
            moods=dict(sorted(journal.moods.items(), reverse=True)),
            entries=frozenset(sorted(journal.entries, key=lambda day: day.day)),
            histories=journal.histories[::-1],
        )
        assert find_patterns(turned) == found

    def test_at_most_a_hundred_themes_are_tried_the_heaviest_first(self) -> None:
        many = tuple(named(f"other {n:03d}", some(n, 0.5, 150)) for n in range(100))
        rare, running = some(2, 0.15, 150), some(2, 0.3, 150)
        assert not find_patterns(replace(life(150, rare, push=4.0), histories=(
            named("running", rare), *many)))  # fmt: skip
        assert find_patterns(replace(life(150, running, push=4.0), histories=(
            named("running", running), *many[:50])))  # fmt: skip


class TestUnsaid:
    @pytest.mark.parametrize(
        ("kind", "name"),
        [
            (Kind.EMOTION, "joy"),
            (Kind.CONDITION, "migraine"),
            (Kind.PERSON, "Sam"),
            (Kind.TOPIC, "Love"),
            (Kind.TOPIC, "Health"),
            (Kind.TOPIC, "Spirituality"),
            (Kind.ACTIVITY, "couples therapy"),
            (Kind.EVENT, "the surgery"),
            (Kind.ACTIVITY, "praying"),
            (Kind.ACTIVITY, "Dating"),
        ],
    )
    def test_what_may_be_said_but_not_inferred_is_no_pattern(self, kind: Kind, name: str) -> None:
        days = some(2, 0.3, 150)
        assert category_of(named(name, days, kind)) is None
        journal = life(150, days)
        assert find_patterns(journal)
        assert not find_patterns(replace(journal, histories=(named(name, days, kind),)))

    def test_topics_have_categories_of_their_own(self) -> None:
        assert category_of(named("Work", [], Kind.TOPIC)) is Category.WORK
        assert category_of(named("Money", [], Kind.TOPIC)) is Category.MONEY
        assert category_of(named("trip to Rome", [], Kind.EVENT)) is Category.EVENTS

    def test_part_of_a_word_is_no_word(self) -> None:
        assert category_of(named("updating the blog", [])) is Category.HABITS


def gone(n_days: int, until: int, *, share: float = 0.3, seed: int = 1) -> JournalDays:
    """A journal that goes on, with swimming that stopped some days ago."""
    swimming = [day for day in some(seed, share, n_days) if day > until]
    return JournalDays(
        today=TODAY,
        moods={},
        entries=frozenset(map(ago, range(n_days))),
        histories=(named("swimming", swimming), named("reading", range(0, n_days, 2)),
                   named("cooking", range(1, n_days, 2))),
    )  # fmt: skip


class TestGivenUp:
    def test_months_of_it_then_months_without_are_told(self) -> None:
        (found,) = find_patterns(gone(400, 100))
        assert (found.kind, found.entity_id) == (PatternKind.GIVEN_UP, "swimming")
        assert found.text == given_up_sentence(
            "swimming", found.days, n_since=(TODAY - found.days[-1]).days
        )
        assert found.text.startswith("The user seems to have given up swimming: spoken of on ")
        assert found.with_it > 0.2
        assert found.without_it == 0.0
        assert found.p_value <= MAX_P

    def test_a_silence_of_weeks_is_not_told(self) -> None:
        assert not find_patterns(gone(400, 60))

    def test_what_was_not_done_for_months_was_not_given_up(self) -> None:
        assert not find_patterns(gone(200, 100))

    def test_what_was_rare_was_not_given_up(self) -> None:
        assert not find_patterns(gone(400, 100, share=0.03))

    def test_a_pause_as_long_as_one_before_is_not_told(self) -> None:
        journal = gone(700, 100)
        (swimming, *others) = journal.histories
        paused = frozenset(day for day in swimming.days if not ago(400) <= day <= ago(330))
        histories = (replace(swimming, days=paused), *others)
        assert find_patterns(journal)
        assert not find_patterns(replace(journal, histories=histories))

    def test_a_journal_that_stops_says_nothing(self) -> None:
        journal = gone(400, 100)
        kept = frozenset(day for day in journal.entries if day < ago(100))
        assert not find_patterns(replace(journal, entries=kept))

    def test_a_journal_that_goes_on_with_moods_alone_says_nothing(self) -> None:
        journal = gone(400, 100)
        told = tuple(
            replace(item, days=frozenset(day for day in item.days if day < ago(100)))
            for item in journal.histories
        )
        feelings = named("joy", range(100), Kind.EMOTION)
        assert not find_patterns(replace(journal, histories=(*told, feelings)))

    def test_only_doings_are_given_up(self) -> None:
        journal = gone(400, 100)
        topic = replace(journal.histories[0], kind=Kind.TOPIC)
        assert not find_patterns(replace(journal, histories=(topic, *journal.histories[1:])))

    def test_a_habit_that_goes_on_is_never_given_up(self) -> None:
        for seed in range(100):
            assert not find_patterns(gone(730, -1, share=0.08, seed=seed))

    def test_the_chance_of_an_order_is_counted(self) -> None:
        assert chance_of_order([False, True]) == 1 / 2
        assert chance_of_order([False, False, True, True]) == 1 / 6
        assert chance_of_order([True, False, True]) == 2 / 3
        assert chance_of_order([False, False]) == 1.0

    def test_before_the_first_time_is_no_silence(self) -> None:
        assert silences([100], 114) == [False]


def seasonal(n_years: int, *, share: float = 0.5, away: float = 0.0) -> JournalDays:
    """Years of a journal with camping in July and August."""
    chance = random.Random(n_years)
    entries = [day for day in range(n_years * 366) if chance.random() < 0.8]
    camping = [
        day for day in entries if chance.random() < (share if ago(day).month in {7, 8} else away)
    ]
    return JournalDays(
        today=TODAY,
        moods={},
        entries=frozenset(map(ago, entries)),
        histories=(named("camping", camping), named("reading", entries[::2]),
                   named("cooking", entries[1::2])),
    )  # fmt: skip


def seasons(journal: JournalDays) -> list[Pattern]:
    return [item for item in find_patterns(journal) if item.kind is PatternKind.SEASON]


class TestSeasons:
    @pytest.mark.parametrize("away", [0.0, 0.03])
    def test_what_returns_every_summer_is_told(self, away: float) -> None:
        (found,) = seasons(seasonal(5, away=away))
        assert (found.entity_id, found.value) == ("camping", "7-8")
        assert found.text.startswith(
            "The user tends to come back to camping in July and August: on "
        )
        assert {day.month for day in found.days} == {7, 8}
        assert found.with_it > 2 * found.without_it
        assert found.p_value <= MAX_P
        assert found.n_shifts >= 500

    def test_two_years_are_too_few_to_tell(self) -> None:
        assert not seasons(seasonal(2))

    def test_one_great_year_is_no_season(self) -> None:
        journal = seasonal(5)
        (camping, *others) = journal.histories
        once = replace(camping, days=frozenset(day for day in camping.days if day.year == 2024))
        assert not seasons(replace(journal, histories=(once, *others)))

    def test_phases_of_other_months_in_other_years_are_no_season(self) -> None:
        entries = seasonal(5).entries
        for seed in range(30):
            chance = random.Random(seed)
            begins = {year: chance.randrange(10) + 1 for year in range(2021, 2027)}
            days = [
                (TODAY - day).days
                for day in sorted(entries)
                if 0 <= day.month - begins[day.year] <= 1 and chance.random() < 0.5
            ]
            journal = seasonal(5)
            histories = (named("camping", days), *journal.histories[1:])
            assert not seasons(replace(journal, histories=histories))

    def test_a_season_may_turn_the_year(self) -> None:
        entries = seasonal(5).entries
        winter = frozenset(day for day in entries if day.month in {12, 1, 2})
        assert season_of(winter, entries) == [12, 1, 2]
        assert season_sentence("skiing", [12, 1, 2], n_years=5, inside=(9, 90), outside=(0, 9)) == (
            "The user tends to come back to skiing from December to February: on 9 of 90 days "
            "written about in 5 years, against 0 of 9 in other months."
        )

    def test_a_year_in_which_little_was_written_ends_what_is_looked_at(self) -> None:
        journal = seasonal(5)
        thin = frozenset(day for day in journal.entries if day.year != 2024 or day.month < 4)
        assert not seasons(replace(journal, entries=thin))


def test_an_empty_journal_has_no_patterns() -> None:
    assert find_patterns(JournalDays(TODAY, {}, frozenset(), ())) == ()


def test_the_most_certain_comes_first() -> None:
    journal = seasonal(5)
    running = some(2, 0.3, 120)
    moods = life(120, running).moods
    history = named("running", running)
    found = find_patterns(
        replace(
            journal,
            moods=moods,
            entries=journal.entries | moods.keys(),
            histories=(*journal.histories, history),
        )
    )
    assert {item.kind for item in found} == {PatternKind.SAME_DAY, PatternKind.SEASON}
    assert [item.p_value for item in found] == sorted(item.p_value for item in found)
