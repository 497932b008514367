"""Moods, this day of earlier years, and today, for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graph_aria.api.deps import Scope
from graph_aria.api.life_words import told_together
from graph_aria.api.lives import off_note, show_upcoming
from graph_aria.api.schemas.entries import ShownEntry
from graph_aria.api.schemas.graph import name_of
from graph_aria.api.schemas.mood_journal import (
    Beside,
    ShownBecause,
    ShownFeeling,
    ShownGoesWith,
    ShownMoodJournal,
    ShownMoodPoint,
    ShownQuestion,
    ShownToday,
    ShownYearAgo,
)
from graph_aria.domain.mood_journal import Because, GoesWith, MoodJournal, MoodPoint
from graph_aria.domain.sentences import counted
from graph_aria.domain.this_day import YearAgo
from graph_aria.domain.today import Today


def show_journal(journal: MoodJournal) -> ShownMoodJournal:
    """A mood journal."""
    return ShownMoodJournal(
        since=journal.since,
        until=journal.until,
        days=[show_point(one) for one in journal.points],
        level=journal.level,
        earlier=journal.earlier,
        later=journal.later,
        trend=journal.trend,
        feelings=[
            ShownFeeling(
                entity=name_of(one.entity),
                n_days=one.n_days,
                beside=[Beside(name=name, n_days=n) for name, n in one.beside],
                because=_because(one.because),
            )
            for one in journal.feelings
        ],
        because=_because(journal.because),
        better=_together(journal.better),
        worse=_together(journal.worse),
        n_compared=journal.n_compared,
        is_told=journal.is_told,
        told=told_together(journal),
        reads_moods=journal.reads_moods,
        n_read=journal.n_read,
        note=_mood_note(journal),
    )


def show_point(point: MoodPoint) -> ShownMoodPoint:
    """The mood of one day."""
    return ShownMoodPoint(
        day=point.day,
        mood=point.mood,
        said=point.said,
        n_said=point.n_said,
        read=point.read,
        n_read=point.n_read,
    )


def _because(reasons: Iterable[Because]) -> list[ShownBecause]:
    return [
        ShownBecause(
            entry_id=one.entry_id,
            start=one.start,
            end=one.end,
            day=one.day,
            mood=one.mood,
            quote=one.text,
        )
        for one in reasons
    ]


def _together(found: Iterable[GoesWith]) -> list[ShownGoesWith]:
    return [
        ShownGoesWith(
            entity=name_of(one.entity),
            with_it=one.with_it,
            without_it=one.without_it,
            n_with=one.n_with,
            n_without=one.n_without,
            p_value=one.p_value,
        )
        for one in found
    ]


def _mood_note(journal: MoodJournal) -> str | None:
    if journal.reads_moods:
        return None
    if journal.n_read:
        is_one = journal.n_read == 1
        kept = f"{counted(journal.n_read, 'mood')} that {'was' if is_one else 'were'} read before"
        stays = "stays and is" if is_one else "stay and are"
        return (
            f"mood is off: {kept} {stays} not shown; `aria settings set mood on` shows "
            f"{'it' if is_one else 'them'}, `aria life mood --clear` deletes "
            f"{'it' if is_one else 'them'}"
        )
    return (
        "mood is off: only what you say of your mood is shown; `aria settings set mood on` has "
        "ARIA note how entries feel"
    )


def show_years(years: Sequence[YearAgo]) -> list[ShownYearAgo]:
    """What this day of earlier years held."""
    return [
        ShownYearAgo(
            day=one.day,
            years=one.years,
            entries=[ShownEntry.of(entry) for entry in one.entries],
            mood=one.mood,
            feelings=list(one.feelings),
            cared_for=[name_of(entity) for entity in one.cared_for],
        )
        for one in years
    ]


async def show_today(scope: Scope, today: Today) -> ShownToday:
    """What the day holds."""
    question = today.question
    due = await show_upcoming(scope, (*today.anniversaries, *today.follow_ups), today=today.day)
    n_returning = len(today.anniversaries)
    return ShownToday(
        day=today.day,
        anniversaries=due[:n_returning],
        follow_ups=due[n_returning:],
        yesterday=None if today.yesterday is None else show_point(today.yesterday),
        this_day=show_years(today.this_day),
        question=ShownQuestion(
            text=question.text,
            about=question.about,
            memory_id=question.memory_id,
            entity_id=question.entity_id,
        ),
        note=off_note(scope),
    )
