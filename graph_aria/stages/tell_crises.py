"""Tell which entries speak of a crisis."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final

from graph_aria.domain.care import Concern, concern_in
from graph_aria.domain.care_meaning import open_sentences
from graph_aria.domain.drawn import Drawn
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, EntryState
from graph_aria.domain.remedies import CRISIS
from graph_aria.domain.sentences import estimate_tokens
from graph_aria.errors import EmbedderAway
from graph_aria.ports import SecondLook
from graph_aria.stages.faculties import Faculties

CAPTURE_SECONDS: Final = 0.1
"""How long who hands something in waits for the second look."""

TURN_SECONDS: Final = 1.0
"""How long who talks does: the model that talks should not be asked before."""

CARE_PART: Final = "care"
"""What took tokens where a turn speaks of a crisis."""

_MOST_SENTENCES: Final = 2_000
"""Sentences of one text that get a second look."""

_looking: set[asyncio.Task[list[Concern | None] | None]] = set()
"""What goes on though nobody waits for it: to cut it short would end the reader's process."""


async def tell_crises(
    faculties: Faculties, entries: Sequence[Entry], *, seconds: float | None = None
) -> Mapping[str, Concern]:
    """What some entries speak of, by id; those that speak of no crisis are left out.

    So are notes, which are memories that the user wrote, and what the user asked to have read
    all the same. Patterns tell first; where they find nothing, the sentences that they leave
    open get a second look, by meaning. The words decide, so that an edit and a rereading decide
    alike. Only where there is nothing to look with, what was withheld before stays so.

    Args:
        faculties: what looks a second time.
        entries: of any form.
        seconds: how long to wait for the second look; as long as it takes if None. Patterns
            decide alone if it is late or away.

    Raises:
        EmbedderAway: the second look cannot be had just now, and `seconds` is None.

    Reads: nothing. Writes: nothing. Safe to repeat: yes.
    """
    asked = [one for one in entries if one.form is not EntryForm.NOTE and not one.reading_allowed]
    if not asked:
        return {}
    # Beside the event loop: a text of a megabyte takes seconds.
    found = await asyncio.to_thread(_by_patterns, asked)
    others = [one for one in asked if one.id not in found]
    looked = await _look(faculties.second_look, others, seconds)
    if looked is None:
        return found | {one.id: Concern.CRISIS for one in others if _was_withheld(one)}
    return found | looked


def _by_patterns(entries: Sequence[Entry]) -> dict[str, Concern]:
    found = {entry.id: concern_in(entry.text) for entry in entries}
    return {entry_id: concern for entry_id, concern in found.items() if concern is not None}


def _was_withheld(entry: Entry) -> bool:
    return entry.state is EntryState.UNREAD and entry.reason == CRISIS


async def _look(
    look: SecondLook | None, entries: Sequence[Entry], seconds: float | None
) -> dict[str, Concern] | None:
    """What the second look finds; None if there is none, or not in time."""
    if look is None:
        return None
    said = await asyncio.to_thread(_open_sentences, entries)
    if not said:
        return {}
    task = asyncio.create_task(_concerns(look, said), name="aria-second-look")
    _looking.add(task)
    task.add_done_callback(_forget)
    try:
        concerns = await asyncio.wait_for(asyncio.shield(task), seconds)
    except (TimeoutError, EmbedderAway):
        if seconds is None:
            raise
        return None
    if concerns is None:
        return None
    found: dict[str, Concern] = {}
    for (entry_id, _), concern in zip(said, concerns, strict=True):
        if concern is not None:
            found.setdefault(entry_id, concern)
    return found


async def _concerns(
    look: SecondLook, said: Sequence[tuple[str, str]]
) -> list[Concern | None] | None:
    return await look.concerns_of([sentence for _, sentence in said])


def _open_sentences(entries: Sequence[Entry]) -> list[tuple[str, str]]:
    return [
        (entry.id, sentence)
        for entry in entries
        for sentence in islice(open_sentences(entry.text), _MOST_SENTENCES)
    ]


def _forget(task: asyncio.Task[list[Concern | None] | None]) -> None:
    _looking.discard(task)
    if not task.cancelled():
        task.exception()  # whoever waited was told; else nobody asks


def care_reply(faculties: Faculties) -> tuple[str, Drawn]:
    """What is replied to words of a crisis, and what that draws on: nothing but itself."""
    text = faculties.care_text
    return text, Drawn(parts={CARE_PART: estimate_tokens(text)})
