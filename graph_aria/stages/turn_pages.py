"""Derive chapters up to yesterday."""

from __future__ import annotations

from datetime import date
from typing import Final

from graph_aria.domain.chapters import TREND, WINDOW, ChapterInput, derive_chapters
from graph_aria.domain.days import DAY, local_day
from graph_aria.domain.graph import Chapter, GraphDelta
from graph_aria.domain.records import Profile
from graph_aria.domain.views import Lease
from graph_aria.ports import Clock
from graph_aria.stages.leaf_through import leaf_through
from graph_aria.stages.merge import merge
from graph_aria.stages.read import ReadStore
from graph_aria.stages.tell_time import tell_time

LOOK_BACK: Final = TREND + WINDOW
"""Days before a chapter whose rows its first day needs."""


async def turn_pages(
    store: ReadStore, clock: Clock, profile_id: str, *, lease: Lease | None = None
) -> int:
    """Derive the chapters of every local day that is over and not yet derived.

    Only chapters that reach into the first such day are derived again; those that
    closed before it stay as they are.

    Returns:
        How many chapters were written or removed.

    Reads: theme days since the first chapter concerned. Writes: one delta. Safe to
    repeat: yes; a run that is late leaves what daily runs leave.
    """
    n_changed = 0

    async def compute() -> GraphDelta:
        nonlocal n_changed
        profile = await store.get_profile(profile_id)
        now = await tell_time(store, clock)
        until = local_day(now, profile.zone) - DAY
        first = _first_day(profile, until)
        kept: list[Chapter] = []
        stale: list[Chapter] = []
        for chapter in await _all_chapters(store, profile_id):
            closed_before = chapter.ended_on is not None and chapter.ended_on < first
            (kept if closed_before else stale).append(chapter)
        start = min((chapter.started_on for chapter in stale), default=date.min)
        after_kept = max((c.ended_on + DAY for c in kept if c.ended_on), default=date.min)
        # An entry from before the first chapter begins it earlier.
        start = max(after_kept, min(start, first))
        chapters = await _derived(store, profile, start, until)
        fresh = {chapter.id: chapter for chapter in chapters}
        old = {chapter.id: chapter for chapter in stale}
        saved = tuple(c for c in chapters if old.get(c.id) != c)
        dropped = tuple(sorted(old.keys() - fresh.keys()))
        n_changed = len(saved) + len(dropped)
        return GraphDelta(
            profile_id=profile_id,
            based_on=profile.version,
            at=now,
            save_chapters=saved,
            drop_chapter_ids=dropped,
            chapters_to=until,
        )

    await merge(store, compute, lease=lease)
    return n_changed


def _first_day(profile: Profile, until: date) -> date:
    if profile.chapters_to is None:
        return date.min
    following = profile.chapters_to + DAY
    return min(following, profile.chapters_from or following, until + DAY)


async def _all_chapters(store: ReadStore, profile_id: str) -> list[Chapter]:
    return [chapter async for chapter in leaf_through(store.read_chapters, profile_id)]


async def _derived(store: ReadStore, profile: Profile, start: date, until: date) -> list[Chapter]:
    entry_days = await store.read_entry_days(profile.id, since=start, until=until)
    first = min(entry_days, default=None)
    if first is None:
        return []
    since = first - min(LOOK_BACK, first - date.min)
    source = ChapterInput(
        profile_id=profile.id,
        zone=profile.zone,
        dial=profile.dial,
        rows=await store.read_theme_days(profile.id, since=since, until=until),
        entry_days=entry_days,
        moods=await store.read_moods(profile.id, since=first, until=until),
    )
    return derive_chapters(source, start=first, until=until)
