"""Take a focus from the user's own hand: that there is one, what it is, how it stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from graph_aria.domain.carried_over import as_it_was
from graph_aria.domain.days import local_day
from graph_aria.domain.life import Standing, focus_of
from graph_aria.domain.life_by_hand import finished, focus_by_hand, without_since
from graph_aria.domain.memories import Memory, MemoryCandidate, MemoryKind
from graph_aria.domain.memory_sources import EDITED
from graph_aria.domain.not_a_focus import why_no_focus
from graph_aria.domain.partial_days import check_was, partial_day
from graph_aria.domain.records import Profile
from graph_aria.errors import InvalidInput, InvalidTime
from graph_aria.ports import Clock, Ids, Memories
from graph_aria.stages.change_memories import MemoryChangeStore
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.find_life import get_life, is_given_already, living, stands_for
from graph_aria.stages.keep_note import Note, checked_words, keep_note, write_over
from graph_aria.stages.recall_birth import recall_birth
from graph_aria.stages.tell_time import tell_time
from graph_aria.stages.understand import Understood, understand

_AHEAD: Final = (
    "what you are at has begun. Leave --since (`since`) out, or write what is planned as an entry "
    "(`aria log`)"
)


@dataclass(frozen=True, slots=True)
class NotedFocus:
    """A focus as the user writes it.

    Attributes:
        text: one sentence, at most 400 characters; None leaves it as it is.
        reason: why it matters; None leaves it to what is read, or as it is.
        since: when it began, see `partial_day`; None likewise.
        is_open: since when it goes on is not known any more; no `since` goes with it.
    """

    text: str | None = None
    reason: str | None = None
    since: str | None = None
    is_open: bool = False


async def add_focus(
    store: MemoryChangeStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    noted: NotedFocus,
) -> Memory:
    """Remember what the user is at; one that is known is confirmed, one that was over goes on.

    Returns:
        The memory, new or confirmed, as it stands now.

    Raises:
        LifeOff: the life switch is off.
        InvalidText: empty, longer than 400 characters, more than a line, or a secret.
        InvalidTime: it began on no day, or on one that lies ahead or before the user's birth.
        InvalidInput: the words tell that it is over, or what happened once.

    Reads: memories near it. Writes: a note and one delta; another, if it was known with another
    beginning or reason. Safe to repeat: it is confirmed.
    """
    profile = await living(store, profile_id)
    today = local_day(await tell_time(store, clock), profile.zone)
    words = checked_words(noted.text or "")
    since = await _since(store, profile, noted, today)
    understood = await understand(faculties, words, today, kind=MemoryKind.FOCUS)
    said = _said(words, understood, noted.reason, since)
    _check(said, understood)
    memory = await keep_note(store, faculties, clock, ids, profile_id, Note(words, said))
    is_told = since in {None, memory.valid_from} and noted.reason in {None, memory.reason}
    if is_told:
        return memory
    # It was known otherwise: what the user gives beside the words is theirs to set right.
    given = replace(noted, text=None)
    return await edit_focus(store, faculties, clock, ids, profile_id, memory.id, given)


async def edit_focus(
    store: MemoryChangeStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    memory_id: str,
    noted: NotedFocus,
) -> Memory:
    """Give a focus other words, another reason, another beginning or none; how it stands stays.

    It counts as no word about it: its silence goes on from when the user last spoke of it.

    Returns:
        The memory as it stands now.

    Raises:
        NotFound: there is no such focus.
        LifeOff, InvalidText, InvalidTime, InvalidInput: as for adding one; or it would begin
            after its end.

    Reads: the memory and those near the new words. Writes: a note and one delta; nothing if it
    was given the very same before. Safe to repeat: yes.
    """
    profile = await living(store, profile_id)
    was = await get_life(store, profile_id, memory_id, MemoryKind.FOCUS)
    today = local_day(await tell_time(store, clock), profile.zone)
    words = checked_words(was.text if noted.text is None else noted.text)
    since = await _since(store, profile, noted, today)
    if noted.text is None:
        said = as_it_was(was)
    else:
        read = await understand(faculties, words, today, kind=MemoryKind.FOCUS)
        said = _said(words, read, noted.reason, since)
        if focus_of(was) in {None, Standing.ON}:
            _check(said, read)
        said = replace(said, category=was.category, value=was.value, valid_until=was.valid_until)
        said = replace(said, valid_from=said.valid_from or was.valid_from)
    said = replace(
        said,
        rule=EDITED,
        reason=noted.reason or said.reason or was.reason,
        valid_from=since or said.valid_from,
    )
    if noted.is_open:
        said = replace(said, text=without_since(said.text, said.valid_from), valid_from=None)
        words = checked_words(said.text) if noted.text is None else words
        said = replace(said, end=len(words))
    if since is not None and said.valid_until is not None and said.valid_until < since:
        message = (
            f"{noted.since!r} lies after {said.valid_until}, its last day: give an earlier one"
        )
        raise InvalidTime(message)
    if await is_given_already(store, was, said):
        return was
    return await write_over(store, faculties, clock, ids, was, words, said)


async def end_focus(
    store: MemoryChangeStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    memory_id: str,
    standing: Standing,
) -> tuple[Memory, bool]:
    """Say that a focus is done, was dropped, or goes on again; that takes the former one's place.

    Returns:
        The memory that tells it now, and whether that is new: else it stood so before.

    Raises:
        NotFound: there is no such focus, or it was deleted meanwhile.
        LifeOff: the life switch is off.

    Reads: what was said of it. Writes: a note and one delta. Safe to repeat: yes.
    """
    profile = await living(store, profile_id)
    was = await stands_for(
        store, profile_id, await get_life(store, profile_id, memory_id, MemoryKind.FOCUS)
    )
    if focus_of(was) is standing:
        return was, False
    today = local_day(await tell_time(store, clock), profile.zone)
    if was.slot is None:  # so that what ends it is known to be of it
        was = await _with_slot(store, faculties, clock, ids, was)
    said = finished(was, standing, on=today)
    note = Note(said.text, said, scope=was.scope, of=was.id)
    return await keep_note(store, faculties, clock, ids, profile_id, note), True


async def _with_slot(
    store: MemoryChangeStore, faculties: Faculties, clock: Clock, ids: Ids, was: Memory
) -> Memory:
    standing = focus_of(was) or Standing.ON
    said = replace(as_it_was(was), slot=finished(was, standing).slot, value=standing)
    return await write_over(store, faculties, clock, ids, was, was.text, said)


async def _since(store: Memories, profile: Profile, noted: NotedFocus, today: date) -> date | None:
    if noted.since is None:
        return None
    day = partial_day(noted.since)
    if day.first is None:
        message = f"{noted.since!r} has no year: say since when with one, such as 2026-05"
        raise InvalidTime(message)
    check_was(day, today=today, born=await recall_birth(store, profile.id), ahead=_AHEAD)
    return day.first


def _check(said: MemoryCandidate, understood: Understood) -> None:
    """Refuse what is over, and what happened once.

    Raises:
        InvalidInput: it is.
    """
    is_read = understood.base is not None
    why = why_no_focus(said.text, Standing(said.value or Standing.ON), is_read=is_read)
    if why is not None:
        raise InvalidInput(why)


def _said(
    words: str, understood: Understood, reason: str | None, since: date | None
) -> MemoryCandidate:
    return focus_by_hand(words, understood.text, like=understood.base, since=since, reason=reason)
