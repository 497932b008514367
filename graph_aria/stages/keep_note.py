"""Keep a sentence of the user's own hand as a note, with the memory that rests on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from graph_aria.domain.admission import Admitted, Setting, Why, admit
from graph_aria.domain.bearings import Bearings
from graph_aria.domain.entries import checked_text, new_entry
from graph_aria.domain.memories import LIFE_KINDS, Memory, MemoryCandidate, MemoryState
from graph_aria.domain.memory_changes import MemoryNeighbourhood
from graph_aria.domain.memory_history import Author, MemoryRuling, MemoryVerb
from graph_aria.domain.memory_sources import projected, words_key
from graph_aria.domain.memory_standing import MemoryChange
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, EntryState, Profile
from graph_aria.domain.relinking import held_against
from graph_aria.domain.remembering import Plan, Proposal, expiry_of, plan, proposed_in
from graph_aria.errors import InvalidText, NotFound
from graph_aria.ports import Clock, Ids
from graph_aria.stages.change_memories import MemoryChangeStore, MemoryStep, change_memories
from graph_aria.stages.compare import Comparison
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.remember import look_up

MOST_CHARACTERS: Final = 400

Confirm = Callable[[Memory], MemoryCandidate]
"""What is kept of words that say the same as a memory."""


@dataclass(frozen=True, slots=True)
class Note:
    """What the user writes to be remembered.

    Attributes:
        words: what the note says, see `checked_words`.
        said: what is remembered of them, spanning all of them.
        scope: "" for everywhere, else a namespace.
        is_whole: whether what is remembered leaves nothing out of the words; what says more
            is no repetition of a memory that says less.
        confirm: what is remembered if they say the same as a memory; `said` if None.
        of: a memory that they are about, without which they say nothing; None for none.
    """

    words: str
    said: MemoryCandidate
    scope: str = ""
    is_whole: bool = True
    confirm: Confirm | None = None
    of: str | None = None


async def keep_note(
    store: MemoryChangeStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    profile_id: str,
    note: Note,
) -> Memory:
    """Remember what the user writes; what says the same as a memory confirms that one.

    Args:
        store: where it is kept.
        faculties: tells what it is held against.
        clock: tells when it is written.
        ids: gives ids to the note and the memory.
        profile_id: whose.
        note: what is written.

    Returns:
        The memory, new or confirmed, as it stands now.

    Raises:
        InvalidText: it may not be remembered.
        NotFound: the memory that it is about is gone.

    Reads: memories near it. Writes: a note and one delta. Safe to repeat: it is confirmed.
    """
    comparison = Comparison(faculties)
    words, said, confirm = note.words, note.said, note.confirm
    about = [] if note.of is None else [note.of]
    placed: list[str] = []

    async def decide(profile: Profile, now: datetime) -> MemoryStep:
        # Each time: what was switched off or deleted meanwhile is off and gone.
        _check(said, words, profile, lives=profile.lives)
        entry, proposal = _proposal(profile, words, said, ids, now, note.scope)
        known = await look_up(store, comparison, profile_id, [proposal.memory], memory_ids=about)
        for memory_id in about:
            _expect(known, memory_id)
        added = _placed(proposal, known, comparison.bearings, is_whole=note.is_whole)
        (source,) = added.sources
        placed[:] = [source.memory_id]
        into = known.memories.get(source.memory_id)
        if into is not None and confirm is not None:
            again = confirm(into)
            source = replace(source, said=again, expires_at=expiry_of(again, entry.zone))
            added = replace(added, sources=(source,))
        change = MemoryChange(
            added, rulings=_called_back(known, placed[0], now, ids), by=Author.USER
        )
        return MemoryStep(known, change, save_entries=(entry,))

    await change_memories(store, comparison, clock, ids, profile_id, decide)
    return await store.get_memory(profile_id, placed[0])


async def write_over(
    store: MemoryChangeStore,
    faculties: Faculties,
    clock: Clock,
    ids: Ids,
    was: Memory,
    words: str,
    said: MemoryCandidate,
) -> Memory:
    """Give a memory other words, which outrank what was read; its former ones stay in history.

    It works on pinned ones too: it is the user's own hand.

    Args:
        store: where it is kept.
        faculties: tells what the new words are held against.
        clock: tells when it is written.
        ids: gives an id to the note.
        was: the memory.
        words: what the note says, see `checked_words`.
        said: what is remembered of them, by the rule `EDITED`, spanning all of them.

    Returns:
        The memory as it stands now.

    Raises:
        NotFound: there is no such memory any more.
        InvalidText: it may not be remembered.

    Reads: the memory and those near the new words. Writes: a note and one delta. Safe to
    repeat: yes.
    """
    comparison = Comparison(faculties)
    profile_id = was.profile_id

    async def decide(profile: Profile, now: datetime) -> MemoryStep:
        # What is kept may be set right whatever is switched off.
        _check(said, words, profile, lives=profile.lives or was.kind in LIFE_KINDS)
        entry, proposal = _proposal(profile, words, said, ids, now, was.scope)
        known = await look_up(store, comparison, profile_id, [proposal.memory], memory_ids=[was.id])
        _expect(known, was.id)
        source = replace(proposal.source, memory_id=was.id)
        own = [one for one in known.sources if one.memory_id == was.id]
        after = projected(known.memories[was.id], [*own, source])
        # What stood against its former words alone does so no longer, and what excludes its
        # new ones is found as for a new memory.
        links = held_against(known, replace(proposal, memory=after), comparison.bearings)
        added = Plan((), (source,), links)
        return MemoryStep(known, MemoryChange(added, by=Author.USER), save_entries=(entry,))

    await change_memories(store, comparison, clock, ids, profile_id, decide)
    return await store.get_memory(profile_id, was.id)


def checked_words(text: str) -> str:
    """One sentence of the user's, as it is kept.

    Raises:
        InvalidText: empty, longer than 400 characters, or more than a line.
    """
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


def _expect(known: MemoryNeighbourhood, memory_id: str) -> None:
    """Refuse to go on about a memory that is gone.

    Raises:
        NotFound: it is.
    """
    if memory_id not in known.memories:
        message = f"there is no memory {memory_id} in this profile (any more)"
        raise NotFound(message)


def _check(said: MemoryCandidate, words: str, profile: Profile, *, lives: bool) -> None:
    """Refuse what may not be remembered at all.

    Raises:
        InvalidText: it may not.
    """
    verdict = admit(said, words, Setting(level=profile.level, by_hand=True, lives=lives))
    if verdict.admitted is Admitted.REFUSED:
        raise InvalidText(_refusal(verdict.why))


def _refusal(why: Why) -> str:
    if why is Why.SECRET:
        return (
            "this looks like a password, a key or a card number; such things are never "
            "remembered. Keep it in a password manager"
        )
    if why is Why.LIFE_OFF:
        return (
            "life is off: no focus and no milestone is remembered; `aria settings set life on` "
            "switches it on"
        )
    return f"this cannot be remembered ({why}); write one sentence about yourself"


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
