"""Find what comes up by itself before a reply, and what lies ahead."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final, Protocol

from graph_aria.domain.days import DAY, local_day
from graph_aria.domain.drawn import Occasion, Raised
from graph_aria.domain.life import Focus, MovedOnWhy, Standing, Upcoming, focus_of
from graph_aria.domain.losses import is_grief
from graph_aria.domain.memories import Memory, MemoryKind
from graph_aria.domain.moving_on import WINDOW, asks_whether_over
from graph_aria.domain.occasions import MOST_RAISED, Death, comes_up, look_for, may_wish
from graph_aria.domain.partings import Parting, wedding_of
from graph_aria.domain.prompt_life import AHEAD_DAYS
from graph_aria.domain.prompt_memories import Setting
from graph_aria.domain.upcoming import ahead, once, why_not_said
from graph_aria.ports import Conversations
from graph_aria.stages.coming_up import ComingUp
from graph_aria.stages.list_focus import FocusStore, look_at_focus
from graph_aria.stages.recall_deaths import DeathStore
from graph_aria.stages.recall_partings import recall_partings

_MOST_DATED: Final = 300
_MOST_ENTRIES: Final = 50
_MOVED_WITHIN: Final = timedelta(hours=36)
"""For how long the zone in which something was said tells where the user was just before."""

_FEW: Final = 4
"""Of what the user is perhaps no longer at, that are looked at first: one of them is asked about,
so that nobody feels held to account, and the first is mostly the one."""


class DueStore(FocusStore, DeathStore, Conversations, Protocol):
    """What finding what comes up needs of a store."""


@dataclass(frozen=True, slots=True)
class BroughtUp:
    """What comes up by itself, and what lies ahead.

    Attributes:
        raised: what comes up, at most three.
        memories: that it is about, by id.
        ahead: what lies ahead in the next fourteen days, by day.
    """

    raised: tuple[Raised, ...] = ()
    memories: Mapping[str, Memory] = field(default_factory=dict)
    ahead: tuple[Upcoming, ...] = ()


async def read_dated(store: DueStore, setting: Setting) -> Mapping[str, Memory]:
    """Memories that may come up today, or lie ahead in the next fourteen days, by id.

    With those of yesterday, which it still is for who has just changed their zone.

    Reads: memories with days. Writes: nothing. Safe to repeat: yes.
    """
    since, _, _ = look_for(setting.today)
    returning = frozenset().union(
        *(look_for(day)[2] for day in [setting.today - DAY, *_days(setting.today)])
    )
    dated = await store.list_dated(
        setting.profile.id,
        since=since,
        until=setting.today + AHEAD_DAYS * DAY,
        returning=returning,
        limit=_MOST_DATED,
    )
    return {one.id: one for one in dated if setting.may_use(one)}


async def bring_up(
    store: DueStore,
    setting: Setting,
    dated: Mapping[str, Memory],
    foci: Sequence[Memory],
    *,
    deaths: Collection[Death],
    raises: bool,
    coming_up: ComingUp,
    holder: str | None,
) -> BroughtUp:
    """What comes up by itself now, once, and what lies ahead.

    How something went, days that return, and whether somebody is still at what they have not
    spoken of for 28 days: of that one thing at a time, after all else.

    Args:
        store: where it is.
        setting: for whom and when.
        dated: memories with days, see `read_dated`.
        foci: what the user is at.
        deaths: who is known to have died.
        raises: whether anything may come up: not in a conversation that is not remembered.
        coming_up: what other turns bring up just now.
        holder: the turn for which it is held, so that no other brings it up; None holds nothing.

    Reads: only if something is due or ahead: who parted, what came up before, what a focus is
    about. Writes: nothing. Safe to repeat: yes.
    """
    profile, today = setting.profile, setting.today
    now_due = comes_up(dated.values(), today=today, zone=profile.zone) if raises else ()
    if raises:
        now_due = (*now_due, *await _moved_past(store, setting, dated))
    near = [one for one in dated.values() if profile.lives and _is_ahead(one, today)]
    partings: tuple[Parting, ...] = ()
    if any(wedding_of(dated[one.memory_id]) for one in now_due) or any(map(wedding_of, near)):
        partings = await recall_partings(store, profile.id)
    raised = [
        one for one in now_due if why_not_said(dated[one.memory_id], deaths, partings) is None
    ]
    suspects = {
        ask: memory
        for memory in sorted(foci, key=lambda one: (-one.importance, one.id))
        if raises and (ask := _asks(memory, setting)) is not None and may_wish(memory, deaths)
    }
    due = [*raised, *suspects]
    if due:
        over = await store.list_raised(profile.id, {one.memory_id for one in due})
        now = once(raised, dated, over)
        due = [one for one in (*now, *suspects) if one not in over]
    asked = [suspects[one] for one in due if one in suspects]
    due = [
        *(one for one in due if one not in suspects),
        *await _perhaps_over(store, setting, asked),
    ]
    if holder is not None and due:
        held = coming_up.hold(profile.id, holder, due, most=MOST_RAISED)
        due = [one for one in due if one in held]
    return BroughtUp(
        tuple(due[:MOST_RAISED]),
        {**dated, **{one.id: one for one in suspects.values()}},
        _coming(near, setting, deaths, partings),
    )


async def _moved_past(
    store: DueStore, setting: Setting, dated: Mapping[str, Memory]
) -> tuple[Raised, ...]:
    """Days that returned yesterday, where that was today until the user changed their zone."""
    yesterday, zone = setting.today - DAY, setting.profile.zone
    due = [
        one
        for one in comes_up(dated.values(), today=yesterday, zone=zone)
        if one.occasion is Occasion.ANNIVERSARY
    ]
    if not due:  # as nearly always: nothing need be looked up
        return ()
    page = await store.list_entries(
        setting.profile.id, since=setting.now - _MOVED_WITHIN, limit=_MOST_ENTRIES
    )
    zones = {one.zone for one in page.items}
    return tuple(due) if any(local_day(setting.now, one) == yesterday for one in zones) else ()


def _days(today: date) -> list[date]:
    return [today + timedelta(n) for n in range(AHEAD_DAYS + 1)]


def _is_ahead(memory: Memory, today: date) -> bool:
    if memory.important is not None:
        return (memory.important.next_from(today) - today).days <= AHEAD_DAYS
    first = memory.valid_from
    return memory.kind is MemoryKind.EVENT and first is not None and first >= today


def _coming(
    near: Sequence[Memory],
    setting: Setting,
    deaths: Collection[Death],
    partings: Collection[Parting],
) -> tuple[Upcoming, ...]:
    """What lies ahead: days that return, and events on their first day."""
    today, zone = setting.today, setting.profile.zone
    returning = [one for one in near if one.important is not None]
    found = ahead(
        returning,
        days=_days(today),
        zone=zone,
        deaths=deaths,
        said=(),
        bar=lambda _: None,
        partings=partings,
    )
    events = tuple(
        Upcoming(one, one.valid_from, Occasion.FOLLOW_UP, None, is_said=True)
        for one in near
        if one.important is None and one.valid_from is not None and may_wish(one, deaths)
    )
    return tuple(sorted((*found, *events), key=lambda one: (one.on, one.memory.id)))


def _asks(memory: Memory, setting: Setting) -> Raised | None:
    """What would be asked about a focus that was not spoken of for long."""
    if focus_of(memory) is not Standing.ON or memory.pinned or not setting.may_use(memory):
        return None
    if setting.now - memory.confirmed_at < WINDOW or is_grief(memory):
        return None
    silent = Focus(memory, Standing.ON, None, None, perhaps_over=MovedOnWhy.SILENT)
    return asks_whether_over(silent)


async def _perhaps_over(
    store: DueStore, setting: Setting, suspects: Sequence[Memory]
) -> tuple[Raised, ...]:
    """The first of which nothing that they are about was spoken of either, if there is one."""
    at, n = 0, _FEW
    while at < len(suspects):
        few = [(memory, Standing.ON) for memory in suspects[at : at + n]]
        for focus in await look_at_focus(store, setting.profile, few, now=setting.now):
            asked = asks_whether_over(focus)
            if asked is not None:
                return (asked,)
        at, n = at + n, n * _FEW
    return ()
