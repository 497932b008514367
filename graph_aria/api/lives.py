"""Focus, milestones and what comes up, for people: with the words that each came from."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, Final

from graph_aria.api.deps import Scope
from graph_aria.api.life_words import said_of, said_of_focus
from graph_aria.api.quoting import not_discarded, read_entries, show_newest, show_source
from graph_aria.api.remembered import show_memory
from graph_aria.api.rendering import read_named
from graph_aria.api.schemas.graph import name_of
from graph_aria.api.schemas.life import (
    FocusDetail,
    MilestoneDetail,
    SaidOfFocus,
    ShownFocus,
    ShownMilestone,
    ShownUpcoming,
)
from graph_aria.api.schemas.memories import ShownMemorySource
from graph_aria.domain.days import local_day
from graph_aria.domain.life import (
    Focus,
    Milestone,
    Standing,
    Upcoming,
    focus_of,
    milestone_of,
    returns_on,
)
from graph_aria.domain.memories import Memory, MemoryKind
from graph_aria.domain.memory_age import as_told
from graph_aria.domain.memory_sources import EDITED
from graph_aria.domain.moving_on import asks_whether_over
from graph_aria.domain.partial_days import told_day
from graph_aria.stages.find_life import LIFE_OFF, get_life, living, said_of_one
from graph_aria.stages.list_focus import list_focus
from graph_aria.stages.look_ahead import look_ahead

MOST_QUOTES: Final = 3
YEAR: Final = 366
"""Days in which every day returns."""
_MOST_FOCI: Final = 500


def off_note(scope: Scope) -> str | None:
    """Why nothing of a life is shown; None while the life switch is on."""
    return None if scope.profile.lives else LIFE_OFF


async def show_foci(scope: Scope, foci: Sequence[Focus]) -> list[ShownFocus]:
    """Some focus, in their order."""
    today = local_day(await scope.now(), scope.profile.zone)
    memories = [one.memory for one in foci]
    quotes = await show_newest(scope, memories, most=MOST_QUOTES)
    names = await read_named(scope, {each for one in foci for each in one.entity_ids})
    raised = await scope.store.list_raised(scope.profile.id, {one.id for one in memories})
    shown = []
    for one in foci:
        asked = asks_whether_over(one)
        about = (names[each] for each in one.entity_ids if each in names)
        shown.append(
            ShownFocus(
                **_of(one.memory, today, quotes),
                standing=one.standing,
                since=one.since,
                until=one.until,
                about=[name_of(entity) for entity in about],
                perhaps_over=one.perhaps_over,
                aria=said_of_focus(
                    one.perhaps_over, is_asked=asked is not None, was_asked=asked in raised
                ),
            )
        )
    return shown


async def show_focus(scope: Scope, memory_id: str, *, note: str | None = None) -> FocusDetail:
    """A focus with all that was said of it.

    Raises:
        NotFound: there is none.
        LifeOff: the life switch is off.
    """
    await living(scope.store, scope.profile.id)
    memory = await get_life(scope.store, scope.profile.id, memory_id, MemoryKind.FOCUS)
    listed = await list_focus(
        scope.store,
        scope.profile,
        now=await scope.now(),
        standings=frozenset(Standing),
        limit=_MOST_FOCI,
    )
    standing = focus_of(memory) or Standing.ON
    own = Focus(memory, standing, memory.valid_from, memory.valid_until)
    (focus,) = await show_foci(
        scope, [next((one for one in listed if one.memory.id == memory_id), own)]
    )
    detail = await show_memory(scope, memory_id)
    return FocusDetail(
        focus=focus,
        stands=detail.standing,
        said=await _said(scope, memory),
        against=detail.against,
        history=detail.history,
        note=note,
    )


async def _said(scope: Scope, memory: Memory) -> list[SaidOfFocus]:
    """All that was said of a focus, oldest first."""
    memories = {one.id: one for one in await said_of_one(scope.store, scope.profile.id, memory)}
    known = await scope.store.read_memories(scope.profile.id, memories)
    sources = sorted(
        (one for one in not_discarded(known.sources) if one.memory_id in memories),
        key=lambda one: (one.said_at, one.entry_id, one.said.start),
    )
    entries = await read_entries(scope, {one.entry_id for one in sources})
    return [
        SaidOfFocus(
            **show_source(one, entries.get(one.entry_id), scope.profile).model_dump(),
            memory_id=one.memory_id,
            standing=focus_of(memories[one.memory_id]) or Standing.ON,
        )
        for one in sources
    ]


async def show_milestones(scope: Scope, milestones: Sequence[Milestone]) -> list[ShownMilestone]:
    """Some milestones, in their order."""
    now = await scope.now()
    today = local_day(now, scope.profile.zone)
    quotes = await show_newest(scope, [one.memory for one in milestones], most=MOST_QUOTES)
    ahead = await _returns(scope, now) if milestones else {}
    return [_milestone(one, today, quotes, ahead.get(one.memory.id)) for one in milestones]


async def _returns(scope: Scope, now: datetime) -> dict[str, Upcoming]:
    """By memory, its first return within a year."""
    found: dict[str, Upcoming] = {}
    for one in await look_ahead(scope.store, scope.profile, now=now, days=YEAR):
        found.setdefault(one.memory.id, one)
    return found


def _milestone(
    milestone: Milestone,
    today: date,
    quotes: dict[str, list[ShownMemorySource]],
    upcoming: Upcoming | None,
) -> ShownMilestone:
    memory = milestone.memory
    important = memory.important
    next_on = returns_on(memory, today)
    return ShownMilestone(
        **_of(memory, today, quotes),
        what=milestone.what,
        whose=milestone.whose,
        first=milestone.first,
        last=milestone.last,
        precision=milestone.precision,
        when=told_day(milestone.first, milestone.last, important),
        next_on=next_on if upcoming is None else upcoming.on,
        aria=None if upcoming is None else said_of(upcoming),
        why_not=None if upcoming is None else upcoming.why_not,
    )


async def show_milestone(scope: Scope, memory_id: str) -> MilestoneDetail:
    """A milestone with all that says it.

    Raises:
        NotFound: there is none.
        LifeOff: the life switch is off.
    """
    await living(scope.store, scope.profile.id)
    memory = await get_life(scope.store, scope.profile.id, memory_id, MemoryKind.MILESTONE)
    milestone = milestone_of(memory)
    (shown,) = await show_milestones(scope, [milestone] if milestone is not None else [])
    detail = await show_memory(scope, memory_id)
    return MilestoneDetail(
        milestone=shown,
        stands=detail.standing,
        said=_without_discarded(detail.sources),
        against=detail.against,
        history=detail.history,
    )


def _without_discarded(said: Sequence[ShownMemorySource]) -> list[ShownMemorySource]:
    """What says a milestone, oldest first, without what was written over again since."""
    last = max((one.at for one in said if one.rule == EDITED), default=None)
    return [one for one in said if one.rule != EDITED or one.at == last]


async def show_upcoming(
    scope: Scope, upcoming: Sequence[Upcoming], *, today: date
) -> list[ShownUpcoming]:
    """What comes up, in its order.

    Args:
        scope: whose.
        upcoming: what comes up.
        today: the day on which that was asked: it may have ended since.
    """
    quotes = await show_newest(scope, [one.memory for one in upcoming], most=1)
    return [
        ShownUpcoming(
            id=one.memory.id,
            text=one.memory.text,
            told=as_told(one.memory, today=today),
            kind=one.memory.kind,
            on=one.on,
            in_days=(one.on - today).days,
            occasion=one.occasion,
            years=one.years,
            is_said=one.is_said,
            is_loss=one.is_loss,
            why_not=one.why_not,
            aria=said_of(one),
            quotes=quotes.get(one.memory.id, []),
        )
        for one in upcoming
    ]


def _of(memory: Memory, today: date, quotes: dict[str, list[ShownMemorySource]]) -> dict[str, Any]:
    """What all of a life has in common."""
    return {
        "id": memory.id,
        "text": memory.text,
        "told": as_told(memory, today=today),
        "category": memory.category,
        "state": memory.state,
        "pinned": memory.pinned,
        "reason": memory.reason,
        "learned": memory.learned,
        "quotes": quotes.get(memory.id, []),
    }
