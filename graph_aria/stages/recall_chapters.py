"""Recall the chapters of a time that is asked about."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from graph_aria.domain.days import local_day
from graph_aria.domain.finding import Stretch
from graph_aria.domain.graph import Chapter
from graph_aria.domain.life_chapter import LifeChapter
from graph_aria.domain.records import Profile
from graph_aria.domain.retrieval import Hit, HitKind
from graph_aria.domain.sentences import one_line
from graph_aria.stages.leaf_through import leaf_through
from graph_aria.stages.read import ReadStore
from graph_aria.stages.synthesize import render_chapter

_MOST: Final = 2
_MOST_NAMED: Final = 5


async def recall_chapters(
    store: ReadStore, profile: Profile, stretch: Stretch, *, now: datetime
) -> list[Hit]:
    """The chapters that share most days with a stretch of past time, at most two, best first.

    Each is told in a line, from the record as it is now, as it read on the last of those days:
    a chapter that went on may have been about something else later. So is the open one.

    Reads: chapters, rows of their time. Writes: nothing. Safe to repeat: yes.
    """
    if stretch.last_on >= local_day(now, profile.zone):
        return []
    n_asked = (stretch.last_on - stretch.first_on).days + 1
    found: list[tuple[float, Chapter]] = []
    async for chapter in leaf_through(store.read_chapters, profile.id):
        ended_on = stretch.last_on if chapter.ended_on is None else chapter.ended_on
        if ended_on < stretch.first_on:
            break  # they come newest first
        until = min(ended_on, stretch.last_on)
        n_days = (until - max(chapter.started_on, stretch.first_on)).days + 1
        if n_days > 0:
            found.append((n_days / n_asked, replace(chapter, ended_on=until)))
    best = sorted(found, key=lambda one: (-one[0], one[1].id))[:_MOST]
    return [
        Hit(
            HitKind.CHAPTER,
            chapter.id,
            score=min(1.0, share),
            text=_line(chapter, await _told(store, profile, chapter, now)),
        )
        for share, chapter in best
    ]


async def _told(store: ReadStore, profile: Profile, chapter: Chapter, now: datetime) -> LifeChapter:
    # What changed in its time is found by itself, as memories with their words.
    return await render_chapter(store, profile, chapter, now=now, tells_life=False)


def _line(chapter: Chapter, told: LifeChapter) -> str:
    """A chapter in one line: its days, its title, and what it was about."""
    about = [item.entity.name for item in (*told.themes, *told.habits)][:_MOST_NAMED]
    people = [item.entity.name for item in told.people][:_MOST_NAMED]
    parts = [f"From {chapter.started_on} to {chapter.ended_on}: {told.title}"]
    if about:
        parts.append(f"it was about {', '.join(about)}")
    if people:
        parts.append(f"people: {', '.join(people)}")
    parts += [item.sentence for item in told.relations[:_MOST_NAMED]]
    return one_line("; ".join(parts))
