"""How a mood comes from what was read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.moods import NEUTRAL, mood_of, mood_reading
from graph_aria.domain.reading import EntryForm, Reading, ReadMention
from graph_aria.domain.vocabulary import Kind
from tests.contract.samples import day_of, entry, profile

MINE = ReadMention(0, 1, "I", "sadness", Kind.EMOTION, "test")
THEIRS = replace(MINE, of_user=False)
DENIED = replace(MINE, negated=True)
YOGA = replace(MINE, kind=Kind.ACTIVITY, name="yoga")


def reading(valence: float | None, *mentions: ReadMention, unread: str | None = None) -> Reading:
    return Reading(mentions, (), (), "en", "test", unread=unread, valence=valence)


@pytest.mark.parametrize(
    ("read", "mood"),
    [
        (reading(0.0, MINE), NEUTRAL),
        (reading(1.0, MINE), 8.5),
        (reading(-1.0, MINE), 2.5),
        (reading(-0.5, MINE, THEIRS), 4.0),
        (reading(0.1, DENIED), 5.8),
        (reading(-0.9, YOGA), 2.8),
        (reading(0.3), 6.4),
        # Nothing is felt, or only by others, or nothing tells.
        (reading(0.29), None),
        (reading(-0.29, YOGA), None),
        (reading(-0.9, THEIRS), None),
        (reading(None, MINE), None),
        (reading(0.9, MINE, unread="language:de"), None),
    ],
)
def test_a_mood_is_how_pleasant_it_was(read: Reading, mood: float | None) -> None:
    assert mood_of(read) == mood


@given(st.floats(-2, 2), st.floats(-2, 2))
def test_what_was_pleasanter_is_no_lower(one: float, other: float) -> None:
    low, high = (mood_of(reading(valence, MINE)) for valence in sorted((one, other)))
    assert low is not None
    assert high is not None
    assert 1 <= low <= high <= 10


def test_a_reading_is_of_its_entry() -> None:
    told = entry(profile(), day=3)
    made = mood_reading(told, reading(-0.5, MINE), since=day_of(3))
    assert made is not None
    assert (made.entry_id, made.day, made.mood) == (told.id, day_of(3), 4.0)
    assert made.at == told.evidence_at


@pytest.mark.parametrize("form", [EntryForm.MOOD_CHECK_IN, EntryForm.NOTE])
def test_what_is_no_words_about_a_day_gives_none(form: EntryForm) -> None:
    told = entry(profile(), form=form)
    assert mood_reading(told, reading(-0.5, MINE), since=day_of(0)) is None


def test_what_the_user_said_a_crisis_and_a_day_that_is_over_give_none() -> None:
    told = entry(profile(), day=3)
    read = reading(-0.5, MINE)
    assert mood_reading(replace(told, mood=5), read, since=day_of(0)) is None
    assert mood_reading(replace(told, reading_allowed=True), read, since=day_of(0)) is None
    assert mood_reading(told, read, since=day_of(4)) is None
    assert mood_reading(told, reading(0.0), since=day_of(0)) is None
