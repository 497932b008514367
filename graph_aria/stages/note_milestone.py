"""Take a milestone from the user's own hand."""

from __future__ import annotations

from dataclasses import dataclass, replace

from graph_aria.domain.carried_over import as_it_was
from graph_aria.domain.days import local_day
from graph_aria.domain.life_by_hand import milestone_by_hand
from graph_aria.domain.memories import Memory, MemoryCandidate, MemoryKind
from graph_aria.domain.memory_sources import EDITED
from graph_aria.domain.milestones import undated
from graph_aria.domain.partial_days import PartialDay, partial_day, redated
from graph_aria.ports import Clock, Ids
from graph_aria.stages.change_memories import MemoryChangeStore
from graph_aria.stages.check_milestone import check_milestone, latest_day
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.find_life import get_life, is_given_already, living
from graph_aria.stages.keep_note import Note, checked_words, keep_note, write_over
from graph_aria.stages.tell_time import tell_time
from graph_aria.stages.understand import Understood, understand


@dataclass(frozen=True, slots=True)
class NotedMilestone:
    """A milestone as the user writes it.

    Attributes:
        text: one sentence, at most 400 characters; None leaves it as it is.
        on: when it was, see `partial_day`; None leaves it to what is read, or as it is.
        reason: why; None likewise.
        is_undated: the date that is known goes, and none takes its place.
    """

    text: str | None = None
    on: str | None = None
    reason: str | None = None
    is_undated: bool = False


async def add_milestone(
    store: MemoryChangeStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    noted: NotedMilestone,
) -> Memory:
    """Remember what changed in a life; one that is known is confirmed.

    Returns:
        The memory, new or confirmed, as it stands now.

    Raises:
        LifeOff: the life switch is off.
        InvalidText: empty, longer than 400 characters, more than a line, or a secret.
        InvalidTime: there is no such day, it lies ahead, or before the user's birth.
        InvalidInput: it tells of something to come.

    Reads: memories near it. Writes: a note and one delta; another, if it was known with another
    reason. Safe to repeat: it is confirmed.
    """
    profile = await living(store, profile_id)
    today = local_day(await tell_time(store, clock), profile.zone)
    words = checked_words(noted.text or "")
    day = None if noted.on is None else partial_day(noted.on)
    understood = await understand(faculties, words, today, kind=MemoryKind.MILESTONE)
    said = _said(words, understood, day, noted.reason)
    await check_milestone(store, profile_id, said, understood.days, today)
    memory = await keep_note(store, faculties, clock, ids, profile_id, Note(words, said))
    if noted.reason in {None, memory.reason}:
        return memory
    given = NotedMilestone(reason=noted.reason)  # it was known with another one
    return await edit_milestone(store, faculties, clock, ids, profile_id, memory.id, given)


async def edit_milestone(
    store: MemoryChangeStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    memory_id: str,
    noted: NotedMilestone,
) -> Memory:
    """Give a milestone other words, another date or another reason.

    Returns:
        The memory as it stands now.

    Raises:
        NotFound: there is no such milestone.
        LifeOff, InvalidText, InvalidTime, InvalidInput: as for adding one.

    Reads: the memory and those near the new words. Writes: a note and one delta; nothing if it
    was given the very same before. Safe to repeat: yes.
    """
    profile = await living(store, profile_id)
    was = await get_life(store, profile_id, memory_id, MemoryKind.MILESTONE)
    today = local_day(await tell_time(store, clock), profile.zone)
    day = None if noted.on is None else partial_day(noted.on)
    latest = latest_day(was, today)
    had = PartialDay(was.valid_from, was.valid_until, was.important)
    if noted.text is None:
        understood = None
        said = _on(as_it_was(was), had, day)
        words = checked_words(said.text)
    else:
        words = checked_words(noted.text)
        understood = await understand(faculties, words, today, kind=MemoryKind.MILESTONE)
        said = replace(_said(words, understood, day, noted.reason), category=was.category)
        # The day that was known makes no plan something that has happened.
        await check_milestone(store, profile_id, said, understood.days, latest)
        if day is None and not _is_dated(said):
            said = _on(said, had, had)
    if noted.is_undated:
        said = replace(
            said, text=undated(said.text), valid_from=None, valid_until=None, important=None
        )
        words = checked_words(said.text) if noted.text is None else words
    said = replace(
        said, rule=EDITED, end=len(words), reason=noted.reason or said.reason or was.reason
    )
    days = () if understood is None else understood.days
    await check_milestone(store, profile_id, said, days, latest)
    if await is_given_already(store, was, said):
        return was
    return await write_over(store, faculties, clock, ids, was, words, said)


def _said(
    words: str, understood: Understood, day: PartialDay | None, reason: str | None
) -> MemoryCandidate:
    said = milestone_by_hand(words, understood.text, like=understood.base, reason=reason)
    if not _is_dated(said) and understood.important is not None:
        said = replace(said, important=understood.important)
    if not _is_dated(said) and len(understood.days) == 1:
        first, last = understood.days[0]
        said = replace(said, valid_from=first, valid_until=last)
    return _on(said, PartialDay(said.valid_from, said.valid_until, said.important), day)


def _is_dated(said: MemoryCandidate) -> bool:
    return said.valid_from is not None or said.important is not None


def _on(said: MemoryCandidate, was: PartialDay, day: PartialDay | None) -> MemoryCandidate:
    """It, on another day than it told, in its words as well."""
    if day is None:
        return said
    return replace(
        said,
        text=redated(said.text, was, day),
        valid_from=day.first,
        valid_until=day.last,
        important=day.important,
    )
