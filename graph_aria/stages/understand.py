"""Read what the user writes as a memory."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Final

from graph_aria.domain.first_person import in_first_person, is_told
from graph_aria.domain.left_out import DENIES, left_out
from graph_aria.domain.memories import LIFE_KINDS, ImportantDate, MemoryCandidate, MemoryKind
from graph_aria.domain.memory_sources import words_key
from graph_aria.domain.reading import EntryForm, ReadRequest
from graph_aria.domain.third_person import in_third_person
from graph_aria.ports import Reader
from graph_aria.stages.faculties import Faculties

_YEAR: Final = re.compile(r"\b\d{4}\b")


@dataclass(frozen=True, slots=True)
class Understood:
    """What is read in the user's words.

    Attributes:
        base: the one thing that they say, None if it is none or several.
        like: what weighs most in them, None if nothing is read.
        alone: the one thing that is read in them, though they may say more; None if that is
            nothing, several things, or the contrary of what they say.
        text: the words as they are remembered.
        is_whole: the base leaves nothing out of them.
        days: first and last of the days that they name.
        important: the only day among them that returns every year, or None.
    """

    base: MemoryCandidate | None
    like: MemoryCandidate | None
    alone: MemoryCandidate | None
    text: str
    is_whole: bool
    days: tuple[tuple[date, date], ...]
    important: ImportantDate | None


async def understand(
    faculties: Faculties, words: str, today: date, *, kind: MemoryKind | None = None
) -> Understood:
    """Read what the user writes, be it of themselves or of "the user".

    Nothing that they wrote is lost: the words stay as they are unless what is read says all
    of them, and what says less than half of them, or one of two, is only mentioned there.

    Args:
        faculties: the reader.
        words: one sentence, in the first person or in the form of a memory.
        today: the user's local day.
        kind: what they write it as; what else is read in it, such as who somebody is, is left
            out of account. None for any.

    Reads: nothing of the store. Writes: nothing. Safe to repeat: yes.
    """
    # Nobody who writes a memory by hand should wait for a model, or pay for it.
    return await understand_with(faculties.rules or faculties.reader, words, today, kind=kind)


async def understand_with(
    reader: Reader, words: str, today: date, *, kind: MemoryKind | None = None
) -> Understood:
    """The same with a reader; see `understand`.

    Raises:
        ReaderFailed: it did.

    Reads: nothing of the store. Writes: nothing. Safe to repeat: yes.
    """
    said = in_first_person(words)
    (reading,) = await reader.read_batch([ReadRequest(said, today, EntryForm.TURN)])
    read = [one for one in reading.memories if kind in {None, one.kind}]
    key = words_key(words)
    base = next((one for one in read if words_key(one.text) == key), None)
    if base is None and len(read) == 1:
        base = read[0]
    slots = {one.slot for one in read}
    alone = base or (read[0] if len(slots) == 1 and None not in slots else None)
    is_whole = base is not None and words_key(base.text) == key
    if base is not None and not is_whole:
        missing, n_words = left_out(said, f"{base.text} {base.reason or ''}")
        is_whole = not missing
        is_mentioned = len(missing) > n_words / 2 or n_words - len(missing) == len(missing) == 1
        base = None if is_mentioned or DENIES in missing else base
        alone = None if DENIES in missing else alone
    # ARIA tells of a life herself: "my aunt" would be hers.
    own = in_third_person(words) if kind in LIFE_KINDS else words
    yearly = {one.important for one in read if one.important is not None}
    return Understood(
        base=base,
        # Several things at once are kept in the user's own words, as what weighs most in them.
        like=max(read, key=lambda one: one.importance, default=None),
        alone=alone,
        text=own if base is None or not is_whole else _kept(words, base.text),
        is_whole=is_whole,
        days=tuple((one.first_on, one.last_on) for one in reading.dates),
        important=yearly.pop() if len(yearly) == 1 else None,
    )


def _kept(words: str, told: str) -> str:
    """The sentence of two that say the same which is kept.

    What has the form of a memory already stays as it is, unless it has a day like "tomorrow"
    that the other one names for ever.
    """
    names_year = set(_YEAR.findall(told)) - set(_YEAR.findall(words))
    return told if names_year or not is_told(words) else words
