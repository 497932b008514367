"""Who decides what speaks of a crisis: patterns, a second look, or neither in time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final

import pytest

from graph_aria.domain.care import Concern
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, EntryState
from graph_aria.domain.remedies import CRISIS
from graph_aria.errors import EmbedderAway
from graph_aria.stages.faculties import Faculties
from graph_aria.stages.tell_crises import tell_crises
from tests.faculties import WordsAlone
from tests.line.world import ScriptedReader

NOW: Final = datetime(2026, 3, 2, 9, tzinfo=UTC)
DARK: Final = "It is all so bleak."
DIRECT: Final = "I want to kill myself."
pytestmark = pytest.mark.asyncio


@dataclass
class Look:
    """Takes what says "bleak" for a crisis, when it is told to."""

    go: asyncio.Event = field(default_factory=asyncio.Event)
    asked: list[str] = field(default_factory=list)
    done: asyncio.Event = field(default_factory=asyncio.Event)
    is_away: bool = False
    is_missing: bool = False

    async def concerns_of(self, sentences: Sequence[str]) -> list[Concern | None] | None:
        """By one word."""
        self.asked += sentences
        await self.go.wait()
        self.done.set()
        if self.is_away:
            raise EmbedderAway
        if self.is_missing:
            return None
        return [Concern.SELF_HARM if "bleak" in each else None for each in sentences]


def with_look(look: Look | None, *, ready: bool = True) -> Faculties:
    if look is not None and ready:
        look.go.set()
    words = WordsAlone()
    return Faculties(ScriptedReader(), words, words, second_look=look)


def an_entry(text: str, entry_id: str = "1") -> Entry:
    return Entry(
        id=entry_id,
        profile_id="p",
        form=EntryForm.JOURNAL,
        text=text,
        occurred_at=NOW,
        zone="UTC",
        recorded_at=NOW,
    )


async def test_the_second_look_is_asked_only_where_patterns_find_nothing() -> None:
    look = Look()
    entries = [
        an_entry(DIRECT),
        an_entry(f"Tea with Ana. {DARK}", "2"),
        an_entry("Rain again.", "3"),
    ]
    found = await tell_crises(with_look(look), entries)
    assert found == {"1": Concern.SELF_HARM, "2": Concern.SELF_HARM}
    assert look.asked == ["Tea with Ana.", DARK]


async def test_a_note_and_what_the_user_lets_be_read_are_not_looked_at() -> None:
    look = Look()
    note = replace(an_entry(DARK), form=EntryForm.NOTE)
    allowed = replace(an_entry(DARK, "2"), reading_allowed=True)
    assert await tell_crises(with_look(look), [note, allowed]) == {}
    assert look.asked == []


async def test_who_cannot_wait_has_what_patterns_tell_and_the_look_is_not_cut_short() -> None:
    look = Look()
    faculties = with_look(look, ready=False)
    entries = [an_entry(DIRECT), an_entry(DARK, "2")]
    begun = asyncio.get_running_loop().time()
    found = await tell_crises(faculties, entries, seconds=0.05)
    assert found == {"1": Concern.SELF_HARM}
    assert asyncio.get_running_loop().time() - begun < 1
    look.go.set()
    await look.done.wait()
    assert set(await tell_crises(faculties, entries, seconds=0.05)) == {"1", "2"}


async def test_while_it_is_away_nothing_is_decided_for_reading() -> None:
    faculties = with_look(Look(is_away=True))
    with pytest.raises(EmbedderAway):
        await tell_crises(faculties, [an_entry(DARK)])
    assert await tell_crises(faculties, [an_entry(DARK)], seconds=1) == {}


@pytest.mark.parametrize("look", [None, Look(is_missing=True)])
async def test_where_there_is_none_what_was_withheld_stays_so_until_it_is_edited(
    look: Look | None,
) -> None:
    faculties = with_look(look)
    kept = replace(an_entry(DARK), state=EntryState.UNREAD, reason=CRISIS)
    edited = replace(an_entry(DARK, "2"), state=EntryState.PENDING)
    assert set(await tell_crises(faculties, [kept, edited])) == {"1"}


async def test_what_was_withheld_is_decided_anew_by_its_words() -> None:
    kept = replace(an_entry("Rain again and again."), state=EntryState.UNREAD, reason=CRISIS)
    assert await tell_crises(with_look(Look()), [kept]) == {}
