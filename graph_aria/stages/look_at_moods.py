"""Look at how somebody has been feeling over some days, and at what goes together with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Final, Protocol

from graph_aria.domain.days import DAY, local_day
from graph_aria.domain.graph import Entity
from graph_aria.domain.losses import Weight, is_about_loss, weight_of
from graph_aria.domain.memories import Memory
from graph_aria.domain.mood_journal import (
    FEWEST_DAYS,
    MOST_DAYS,
    Because,
    MoodJournal,
    curve,
    feelings_named,
    going_together,
    halves,
    mean_of,
    told_apart,
)
from graph_aria.domain.moods import MoodReading, first_day_kept
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, EntryRecord, MentionState, Profile
from graph_aria.domain.retrieval import Quote
from graph_aria.domain.vocabulary import Kind
from graph_aria.errors import InvalidSetting
from graph_aria.ports import Conversations, Graph, Memories, MoodReadings, Record
from graph_aria.stages.citable import citable
from graph_aria.stages.list_milestones import list_milestones
from graph_aria.stages.on_this_day import calm, canonical_entities

_MOST_CHECK_INS: Final = 200
"""The latest check-ins whose reasons are looked at."""
_MOST_REASONS: Final = 5
_MOST_MILESTONES: Final = 200
_KINDS: Final = frozenset(Kind)


class JournalStore(Record, Conversations, Memories, MoodReadings, Graph, Protocol):
    """What looking at moods needs of a store."""


async def look_at_moods(
    store: JournalStore,
    profile: Profile,
    *,
    now: datetime,
    days: int = 30,
    with_held: bool = True,
) -> MoodJournal:
    """How the user has been feeling lately and why, as far as they told.

    The moods that they gave are always in it. Those that were read are while the mood switch is
    on, for the days that they are kept.

    Args:
        store: where everything is.
        profile: whose; its zone tells which day it is.
        now: the present instant.
        days: how many local days, today included, 1 to 366.
        with_held: for the user's own eyes: words of held memories too.

    Raises:
        InvalidSetting: `days` is not among those.

    Reads: moods, check-ins, days of entities. Writes: nothing. Safe to repeat: yes.
    """
    if not FEWEST_DAYS <= days <= MOST_DAYS:
        message = f"days must be {FEWEST_DAYS} to {MOST_DAYS}, not {days}"
        raise InvalidSetting(message)
    until = local_day(now, profile.zone)
    since = until - timedelta(days=days - 1)
    kept = await _kept(store, profile, since=since, until=until)
    points = curve(
        await store.read_moods(profile.id, since=since, until=until),
        kept if profile.reads_moods else (),
    )
    named = await _named(store, profile.id, since=since, until=until)
    entities = {
        one.id: one for one in await store.read_entities(profile.id, named) if not one.merged_into
    }
    reasons, by_feeling = await _reasons(
        store, profile, since=since, until=until, with_held=with_held
    )
    earlier, later = halves(points, since=since, until=until)
    together, n_compared = going_together(points, named, entities)
    losses = await _losses(store, profile) if together else ()
    # After a loss nobody needs to be told that the days of it were worse.
    told = [
        one for one in together if one.difference > 0 or not is_about_loss(one.entity.name, losses)
    ]
    better, worse = told_apart(told)
    return MoodJournal(
        since=since,
        until=until,
        points=points,
        level=mean_of(points),
        earlier=earlier,
        later=later,
        feelings=feelings_named(named, entities, by_feeling),
        because=tuple(reasons[:_MOST_REASONS]),
        better=better,
        worse=worse,
        n_compared=n_compared,
        reads_moods=profile.reads_moods,
        n_read=len(kept),
    )


async def _kept(
    store: MoodReadings, profile: Profile, *, since: date, until: date
) -> tuple[MoodReading, ...]:
    """What was read and is kept: not what only waits for the pass that deletes it."""
    first = max(since, first_day_kept(until, profile.mood_days))
    return await store.read_mood_readings(profile.id, since=first, until=until)


async def _losses(store: Memories, profile: Profile) -> tuple[Memory, ...]:
    """Milestones that tell of losses, the latest of them."""
    found = await list_milestones(store, profile, limit=_MOST_MILESTONES)
    memories = (one.memory for one in found.items)
    return tuple(one for one in memories if weight_of(one) is Weight.LOSS)


async def _named(
    store: Graph, profile_id: str, *, since: date, until: date
) -> dict[str, set[date]]:
    """On which days each entity was spoken of."""
    found = await store.read_theme_days(profile_id, since=since, until=until, kinds=_KINDS)
    named: defaultdict[str, set[date]] = defaultdict(set)
    for item in found:
        if since <= item.row.day <= until:
            named[item.entity_id].add(item.row.day)
    return dict(named)


async def _reasons(
    store: JournalStore, profile: Profile, *, since: date, until: date, with_held: bool
) -> tuple[list[Because], Mapping[str, list[Because]]]:
    """What check-ins give as reasons, latest first: all, and by the feelings that they name."""
    days = [since + n * DAY for n in range((until - since).days + 1)]
    found = await store.list_on_days(
        profile.id, days, forms={EntryForm.MOOD_CHECK_IN}, limit=_MOST_CHECK_INS
    )
    latest = await calm(found[-_MOST_CHECK_INS:])
    quotes = [quote for one in reversed(latest) if (quote := _reason_of(one)) is not None]
    allowed = await citable(store, profile.id, quotes, scope="", with_held=with_held)
    moods = {one.id: one.mood for one in latest}
    reasons = [
        Because(one.entry_id, one.start, one.end, one.day, moods[one.entry_id], one.text)
        for one in quotes
        if one in allowed
    ]
    if not reasons:
        return [], {}
    records = await store.read_records(profile.id, [one.entry_id for one in reasons])
    return reasons, await _by_feeling(store, profile.id, reasons, records)


def _reason_of(entry: Entry) -> Quote | None:
    """What stands after the line of feelings; None if nothing does."""
    start = entry.text.find("\n") + 1
    reason = entry.text[start:].strip()
    if not start or not reason:
        return None
    start = entry.text.index(reason, start)
    return Quote(entry.id, start, start + len(reason), entry.revision, reason, entry.day)


async def _by_feeling(
    store: JournalStore,
    profile_id: str,
    reasons: Sequence[Because],
    records: Sequence[EntryRecord],
) -> Mapping[str, list[Because]]:
    felt = {
        record.entry.id: {
            mention.entity_id
            for mention in record.mentions
            if mention.kind is Kind.EMOTION
            and mention.state is MentionState.LIVE
            and mention.entity_id is not None
        }
        for record in records
    }
    ids = {one for feelings in felt.values() for one in feelings}
    standing: dict[str, Entity] = await canonical_entities(store, profile_id, ids)
    by_feeling: defaultdict[str, list[Because]] = defaultdict(list)
    for one in reasons:
        names = {standing[each].id for each in felt.get(one.entry_id, ()) if each in standing}
        for feeling_id in sorted(names):
            by_feeling[feeling_id].append(one)
    return by_feeling
