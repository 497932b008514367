"""Take a memory from the user's own hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final

from graph_aria.domain.admission import Admitted, Setting, Why, admit
from graph_aria.domain.carried_over import carried_over
from graph_aria.domain.days import local_day
from graph_aria.domain.entries import checked_text, new_entry
from graph_aria.domain.memories import (
    Category,
    ImportantDate,
    Memory,
    MemoryCandidate,
    MemoryKind,
    MemoryState,
)
from graph_aria.domain.memory_age import context_until
from graph_aria.domain.memory_changes import MemoryNeighbourhood
from graph_aria.domain.memory_history import Author, MemoryRuling, MemoryVerb
from graph_aria.domain.memory_sources import BY_HAND, EDITED, projected, words_key
from graph_aria.domain.memory_standing import MemoryChange
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, EntryState, Profile
from graph_aria.domain.relinking import held_against
from graph_aria.domain.remembering import Bearings, Plan, Proposal, expiry_of, plan, proposed_in
from graph_aria.errors import InvalidText, NotFound
from graph_aria.ports import Clock, Ids
from graph_aria.stages.change_memories import MemoryChangeStore, MemoryStep, change_memories
from graph_aria.stages.compare import Comparison
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.remember import look_up
from graph_aria.stages.understand import Understood, understand

MOST_CHARACTERS: Final = 400
_IMPORTANCE: Final = 0.7
"""Of what the user took the trouble to write down."""


@dataclass(frozen=True, slots=True)
class Noted:
    """A memory as the user writes it; None leaves a field to what is read in the words.

    Attributes:
        text: one sentence, at most 400 characters.
        kind, category, importance, reason, important, expires_on: as in `MemoryCandidate`.
        scope: "" for everywhere, else a namespace.
    """

    text: str
    kind: MemoryKind | None = None
    category: Category | None = None
    importance: float | None = None
    reason: str | None = None
    important: ImportantDate | None = None
    expires_on: datetime | None = None
    scope: str = ""


async def add_memory(
    store: MemoryChangeStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    noted: Noted,
) -> Memory:
    """Remember what the user writes; what says the same as a memory confirms that one.

    Returns:
        The memory, new or confirmed, as it stands now.

    Raises:
        InvalidText: empty, longer than 400 characters, more than a line, or a secret.

    Reads: memories near it. Writes: a note and one delta. Safe to repeat: it is confirmed.
    """
    comparison = Comparison(faculties)
    words = _checked(noted.text)
    profile = await store.get_profile(profile_id)
    today = local_day(clock.now(), profile.zone)
    understood = await understand(faculties, words, today)
    said = _admitted(_said(understood, profile, noted, words, today), words, profile)
    placed: list[str] = []

    async def decide(profile: Profile, now: datetime) -> MemoryStep:
        entry, proposal = _proposal(profile, words, said, ids, now, noted.scope)
        known = await look_up(store, comparison, profile_id, [proposal.memory])
        added = _placed(proposal, known, comparison.bearings, is_whole=understood.is_whole)
        (source,) = added.sources
        placed[:] = [source.memory_id]
        into = known.memories.get(source.memory_id)
        if into is not None:
            again = _confirming(said, into, understood, noted, profile)
            source = replace(source, said=again, expires_at=expiry_of(again, entry.zone))
            added = replace(added, sources=(source,))
        change = MemoryChange(
            added, rulings=_called_back(known, placed[0], now, ids), by=Author.USER
        )
        return MemoryStep(known, change, save_entries=(entry,))

    await change_memories(store, comparison, clock, ids, profile_id, decide)
    return await store.get_memory(profile_id, placed[0])


def _placed(
    proposal: Proposal, known: MemoryNeighbourhood, bearings: Bearings, *, is_whole: bool
) -> Plan:
    """Where the user's words belong; what says more than is read in them is no repetition."""
    others = dict(known.memories)
    while True:
        added = plan([proposal], known=others.values(), sources=known.sources, bearings=bearings)
        into = others.get(added.sources[0].memory_id) if added.sources else None
        if into is None or is_whole or words_key(into.text) == words_key(proposal.memory.text):
            return added
        del others[into.id]


def _confirming(
    said: MemoryCandidate, one: Memory, understood: Understood, noted: Noted, profile: Profile
) -> MemoryCandidate:
    """What the user writes again, with what is known of it where the words alone tell less."""
    if words_key(said.text) == words_key(one.text):
        said = replace(said, text=one.text)
    if understood.like is None:
        said = replace(said, kind=noted.kind or one.kind, category=noted.category or one.category)
    return _over(said, one, understood, noted, profile)


def _called_back(
    known: MemoryNeighbourhood, memory_id: str, now: datetime, ids: Ids
) -> tuple[MemoryRuling, ...]:
    """What was put away and is written again by hand is no longer put away."""
    one = known.memories.get(memory_id)
    seen: set[str] = set()
    while one is not None and one.state is MemoryState.MERGED and one.id not in seen:
        seen.add(one.id)
        one = known.memories.get(one.superseded_by or "")
    if one is None or one.state is not MemoryState.ARCHIVED:
        return ()
    if not any(
        ruling.verb is MemoryVerb.ARCHIVE and ruling.memory_id == one.id for ruling in known.rulings
    ):
        return ()
    return (MemoryRuling(ids.new(), MemoryVerb.RESTORE, one.id, now),)


async def edit_memory(
    store: MemoryChangeStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    memory_id: str,
    noted: Noted,
) -> Memory:
    """Give a memory other words, which outrank what was read; its former ones stay in history.

    It works on pinned ones too: it is the user's own hand.

    Returns:
        The memory as it stands now.

    Raises:
        NotFound: there is no such memory.
        InvalidText: empty, longer than 400 characters, more than a line, or a secret.

    Reads: the memory and those near the new words. Writes: a note and one delta. Safe to
    repeat: yes.
    """
    comparison = Comparison(faculties)
    was = await store.get_memory(profile_id, memory_id)
    words = _checked(noted.text)
    profile = await store.get_profile(profile_id)
    today = local_day(clock.now(), profile.zone)
    understood = await understand(faculties, words, today)
    said = _admitted(_rewritten(understood, profile, noted, words, today, was), words, profile)

    async def decide(profile: Profile, now: datetime) -> MemoryStep:
        entry, proposal = _proposal(profile, words, said, ids, now, was.scope)
        known = await look_up(
            store, comparison, profile_id, [proposal.memory], memory_ids=[memory_id]
        )
        if memory_id not in known.memories:
            message = f"there is no memory {memory_id} in this profile (any more)"
            raise NotFound(message)
        source = replace(proposal.source, memory_id=memory_id)
        own = [one for one in known.sources if one.memory_id == memory_id]
        after = projected(known.memories[memory_id], [*own, source])
        # What stood against its former words alone does so no longer, and what excludes its
        # new ones is found as for a new memory.
        links = held_against(known, replace(proposal, memory=after), comparison.bearings)
        added = Plan((), (source,), links)
        return MemoryStep(known, MemoryChange(added, by=Author.USER), save_entries=(entry,))

    await change_memories(store, comparison, clock, ids, profile_id, decide)
    return await store.get_memory(profile_id, memory_id)


def _checked(text: str) -> str:
    words = checked_text(text).strip()
    if len(words.splitlines()) > 1:
        message = (
            f"a memory is one sentence on one line; this one has {len(words.splitlines())} lines: "
            "add each as a memory of its own, or write a journal entry (`aria log`)"
        )
        raise InvalidText(message)
    if len(words) > MOST_CHARACTERS:
        message = (
            f"a memory is one sentence of at most {MOST_CHARACTERS} characters; this one has "
            f"{len(words)}: split it, or write a journal entry (`aria log`)"
        )
        raise InvalidText(message)
    return words


def _said(
    understood: Understood, profile: Profile, noted: Noted, words: str, today: date
) -> MemoryCandidate:
    """What the user writes as it is kept: with what is read in it, if just one thing is."""
    base, like = understood.base, understood.like
    kind = noted.kind or (like.kind if like else MemoryKind.NOTE)
    return MemoryCandidate(
        text=understood.text,
        kind=kind,
        category=noted.category or _category(noted, like),
        start=0,
        end=len(words),
        rule=f"{BY_HAND}:add",
        importance=_importance(noted, base),
        emotional_significance=base.emotional_significance if base else 0.0,
        confidence=1.0,
        reason=noted.reason or (base.reason if base else None),
        valid_from=base.valid_from if base else None,
        valid_until=base.valid_until if base else None,
        expires_on=_expires_on(noted, base, kind, today, profile.zone),
        important=noted.important or (base.important if base else understood.important),
        slot=base.slot if base else None,
        value=base.value if base else None,
    )


def _rewritten(
    understood: Understood, profile: Profile, noted: Noted, words: str, today: date, was: Memory
) -> MemoryCandidate:
    """What the user writes over a memory, with the rest as it was, in the user's own words."""
    over = replace(
        noted,
        kind=noted.kind or was.kind,
        category=noted.category or was.category,
        importance=was.importance if noted.importance is None else noted.importance,
    )
    said = _said(understood, profile, over, words, today)
    said = replace(said, text=words, rule=EDITED, reason=said.reason or was.reason)
    return _over(said, was, understood, noted, profile)


def _over(
    said: MemoryCandidate, one: Memory, understood: Understood, noted: Noted, profile: Profile
) -> MemoryCandidate:
    """What is written, with days and slot of a memory that it is written over."""
    ends = one.expires_at
    said = carried_over(
        said,
        one,
        until=None if ends is None else local_day(ends - timedelta(microseconds=1), profile.zone),
        days=understood.days,
        is_read=understood.base is not None,
    )
    if noted.important is not None:
        said = replace(said, important=noted.important)
    if noted.expires_on is not None:
        said = replace(said, expires_on=local_day(noted.expires_on, profile.zone))
    return said


def _admitted(said: MemoryCandidate, words: str, profile: Profile) -> MemoryCandidate:
    """It, if it may be remembered at all.

    Raises:
        InvalidText: it may not.
    """
    verdict = admit(said, words, Setting(level=profile.level, by_hand=True))
    if verdict.admitted is Admitted.REFUSED:
        raise InvalidText(_refusal(verdict.why))
    return said


def _category(noted: Noted, like: MemoryCandidate | None) -> Category:
    if noted.important is not None:
        return Category.DATES
    return like.category if like else Category.IDENTITY


def _expires_on(
    noted: Noted, base: MemoryCandidate | None, kind: MemoryKind, today: date, zone: str
) -> date | None:
    """The last day on which it is of use; what is going on now always has one."""
    if noted.expires_on is not None:
        return local_day(noted.expires_on, zone)
    if base is not None and base.expires_on is not None:
        return base.expires_on
    return context_until(today, None) if kind is MemoryKind.CONTEXT else None


def _importance(noted: Noted, base: MemoryCandidate | None) -> float:
    if noted.importance is not None:
        return noted.importance
    return max(_IMPORTANCE, base.importance if base else 0.0)


def _refusal(why: Why) -> str:
    if why is Why.SECRET:
        return (
            "this looks like a password, a key or a card number; such things are never "
            "remembered. Keep it in a password manager"
        )
    return f"this cannot be remembered ({why}); write one sentence about yourself"


def _proposal(
    profile: Profile, words: str, said: MemoryCandidate, ids: Ids, now: datetime, scope: str
) -> tuple[Entry, Proposal]:
    """The note that the user's words are kept as, and the proposal that rests on it."""
    entry = new_entry(
        entry_id=ids.new(),
        profile=profile,
        form=EntryForm.NOTE,
        text=words,
        now=now,
        origin="memory",
    )
    proposal = proposed_in(entry, said, memory_id=ids.new(), now=now, scope=scope)
    return replace(entry, state=EntryState.READ), proposal
