"""Look into a life that is asked about: what the user is at, what changed, what is ahead."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from graph_aria.domain.days import local_day
from graph_aria.domain.drawn import Occasion
from graph_aria.domain.life import Focus, Milestone, Standing, Upcoming
from graph_aria.domain.memories import Memory, MemoryKind
from graph_aria.domain.mood_journal import Because
from graph_aria.domain.occasions import may_wish
from graph_aria.domain.offline_ask_rules import AskKind
from graph_aria.domain.offline_asks import Ask
from graph_aria.domain.offline_material import (
    LifeMaterial,
    OfflineMaterial,
    ToldAhead,
    ToldFocus,
    ToldMilestone,
)
from graph_aria.domain.prompt_life import lies_ahead
from graph_aria.domain.prompt_memories import Setting
from graph_aria.domain.records import Profile
from graph_aria.domain.retrieval import Quote
from graph_aria.stages.list_focus import list_focus
from graph_aria.stages.list_milestones import list_milestones
from graph_aria.stages.look_ahead import look_ahead
from graph_aria.stages.look_at_moods import look_at_moods
from graph_aria.stages.look_into_topics import TopicStore, read_memory_quotes
from graph_aria.stages.recall_deaths import recall_deaths

_DAYS_AHEAD: Final = 30
_MOOD_DAYS: Final = 30
_MOST_FOCI: Final = 100
_MOST_MILESTONES: Final = 500
_MOST_EVENTS: Final = 100
_MOST_BECAUSE: Final = 2

_ABOUT_LIFE: Final = frozenset(
    {AskKind.AT, AskKind.AHEAD, AskKind.CHANGES, AskKind.WHEN, AskKind.WHEN_FIRST}
)
"""Kinds of questions for which a life is looked into; others leave the material as it is."""

_OF_A_TIME: Final = frozenset({AskKind.WHAT, AskKind.HOW_WAS})
"""Those that are told what changed in the time that they name, if they name one."""


async def look_into_life(
    store: TopicStore,
    profile: Profile,
    ask: Ask,
    material: OfflineMaterial,
    *,
    scope: str,
    now: datetime,
) -> OfflineMaterial:
    """Some material with what is known of a life, as far as a reply may use it.

    Nothing of it while the life switch is off; then that is told.

    Args:
        store: where it is.
        profile: whose.
        ask: what is asked; it tells what is needed.
        material: what was found so far.
        scope: the namespace in which is replied.
        now: the present instant.

    Reads: focus, milestones, days ahead, the words that they were learned from. Writes: nothing.
    Safe to repeat: yes.
    """
    of_a_time = ask.kind in _OF_A_TIME and material.retrieved.since is not None
    if ask.kind not in _ABOUT_LIFE and not (of_a_time and profile.lives):
        return material
    setting = Setting(profile, scope, now, material.today)
    if not profile.lives:
        return replace(material, life=LifeMaterial(is_off=True))
    if ask.kind is AskKind.AHEAD:
        return replace(material, life=await _ahead(store, setting))
    foci: Sequence[Focus] = ()
    milestones: Sequence[Milestone] = ()
    if ask.kind is not AskKind.CHANGES and not of_a_time:
        found = await list_focus(
            store, profile, now=now, standings=frozenset(Standing), limit=_MOST_FOCI
        )
        foci = [one for one in found if setting.may_use(one.memory)]
    if ask.kind is not AskKind.AT:
        page = await list_milestones(store, profile, limit=_MOST_MILESTONES)
        milestones = [one for one in page.items if setting.may_use(one.memory)]
    ids = [one.memory.id for one in foci] + [one.memory.id for one in milestones]
    quotes = await read_memory_quotes(store, profile, ids)
    told = {memory_id: quote for memory_id, (_, quote) in quotes.items()}
    life = LifeMaterial(
        foci=tuple(
            sorted(
                (ToldFocus(one, told.get(one.memory.id)) for one in foci),
                key=lambda each: each.focus.perhaps_over is not None,
            )
        ),
        milestones=tuple(ToldMilestone(one, told.get(one.memory.id)) for one in milestones),
    )
    return replace(material, life=life)


async def look_into_moods(
    store: TopicStore, profile: Profile, material: OfflineMaterial, *, now: datetime
) -> OfflineMaterial:
    """Some material with how the user has been feeling in the last thirty days, and their reasons.

    Reads: as `look_at_moods`. Writes: nothing. Safe to repeat: yes.
    """
    journal = await look_at_moods(store, profile, now=now, days=_MOOD_DAYS, with_held=False)
    if not journal.points:
        return material
    return replace(
        material,
        journal=journal,
        since=journal.since,
        until=journal.until,
        because=await _words(store, profile, journal.because[:_MOST_BECAUSE]),
    )


async def _words(
    store: TopicStore, profile: Profile, because: Collection[Because]
) -> tuple[Quote, ...]:
    records = await store.read_records(profile.id, {one.entry_id for one in because})
    entries = {record.entry.id: record.entry for record in records}
    return tuple(
        Quote(one.entry_id, one.start, one.end, entries[one.entry_id].revision, one.text, one.day)
        for one in because
        if one.entry_id in entries
    )


async def _ahead(store: TopicStore, setting: Setting) -> LifeMaterial:
    profile = setting.profile
    coming = await look_ahead(store, profile, now=setting.now, days=_DAYS_AHEAD + 1)
    deaths = await recall_deaths(store, profile.id)
    events = [
        Upcoming(one, day, Occasion.FOLLOW_UP, None, is_said=True)
        for one in await _events(store, setting)
        if (day := one.valid_from) is not None and may_wish(one, deaths)
    ]
    returning = [one for one in coming if one.memory.important is not None]
    found = lies_ahead([*returning, *events], setting, days=_DAYS_AHEAD)
    return LifeMaterial(
        ahead=tuple(ToldAhead(one, day) for day, one in found), n_days_ahead=_DAYS_AHEAD
    )


async def _events(store: TopicStore, setting: Setting) -> Sequence[Memory]:
    """What was spoken of as ahead."""
    today = local_day(setting.now, setting.profile.zone)
    dated = await store.list_dated(
        setting.profile.id,
        since=today,
        until=today + timedelta(_DAYS_AHEAD),
        returning=(),
        limit=_MOST_EVENTS,
    )
    return [one for one in dated if one.kind is MemoryKind.EVENT and one.important is None]
