"""Memories read from an entry by rule: what the user states of themselves and those near."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_ages import read_ages
from graph_aria.adapters.language.fact_clauses import clauses
from graph_aria.adapters.language.fact_dates import read_days
from graph_aria.adapters.language.fact_deaths import read_alive, read_deaths
from graph_aria.adapters.language.fact_doings import read_doings
from graph_aria.adapters.language.fact_draft import Facts
from graph_aria.adapters.language.fact_focus import read_focus
from graph_aria.adapters.language.fact_focus_notes import keep_last_state
from graph_aria.adapters.language.fact_fondness import read_favourites, read_fondness
from graph_aria.adapters.language.fact_lessons import read_lessons
from graph_aria.adapters.language.fact_life_affairs import read_affairs
from graph_aria.adapters.language.fact_life_deeds import read_deeds
from graph_aria.adapters.language.fact_life_notes import read_notes, read_phrases
from graph_aria.adapters.language.fact_manners import (
    read_boundaries,
    read_instead,
    read_manners,
    read_then,
)
from graph_aria.adapters.language.fact_milestones import read_milestones
from graph_aria.adapters.language.fact_near import read_near
from graph_aria.adapters.language.fact_people import read_people
from graph_aria.adapters.language.fact_said import read_said
from graph_aria.adapters.language.fact_taken_back import read_taken_back
from graph_aria.adapters.language.fact_tastes import read_tastes
from graph_aria.adapters.language.fact_turns import read_turns
from graph_aria.adapters.language.fact_words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from graph_aria.adapters.language.draft import Draft
    from graph_aria.domain.memories import MemoryCandidate
    from graph_aria.domain.reading import EntryForm, ReadDate

_CORRECTING: Final = re.compile(
    r"\s*(?:no+\b[,.!:]|nope\b|wrong\b|actually,|correction\b|not quite|"
    r"(?:that's|that is|this is) (?:not|wrong|incorrect|false)|"
    r"you(?:'ve| have)? (?:got|get|have) (?:that|it|this) wrong|"
    r"i never said|you misunderstood)",
    re.IGNORECASE,
)
"""How a user begins who takes something back."""


def read_memories(
    draft: Draft, dates: Sequence[ReadDate], *, said_on: date, form: EntryForm
) -> tuple[MemoryCandidate, ...]:
    """What is worth proposing as a memory, in order of start.

    Args:
        draft: the entry with everything else read. Mentions may be added to it, so this
            comes last.
        dates: the days that it speaks of.
        said_on: the user's local day.
        form: journal entry, check-in or turn.
    """
    words = Words(draft, dates)
    facts = Facts(draft, words, said_on, _correcting(draft))
    told = tuple(clauses(draft, words))
    for clause in told:
        read_milestones(facts, clause)
        read_focus(facts, clause)
    read_affairs(facts)
    read_deeds(facts)
    read_notes(facts)
    read_said(facts)
    for clause in told:
        if clause.is_joint:
            continue
        read_people(facts, clause)
        read_tastes(facts, clause)
        read_doings(facts, clause)
        read_turns(facts, clause)
        read_fondness(facts, clause)
        read_boundaries(facts, clause)
    read_deaths(facts)
    read_alive(facts)
    read_phrases(facts)
    keep_last_state(facts)
    read_near(facts)
    read_ages(facts)
    read_favourites(facts)
    read_lessons(facts)
    read_days(facts)
    read_manners(facts, form)
    read_instead(facts)
    read_then(facts)
    read_taken_back(facts)
    return tuple(sorted(facts.found.values(), key=lambda one: (one.start, one.end)))


def _correcting(draft: Draft) -> frozenset[int]:
    """Sentences that correct: one that begins so, and the one after it."""
    parse = draft.parse
    found: set[int] = set()
    for at, (begin, end) in enumerate(parse.sentences):
        text = parse.text[parse.words[begin].start : parse.words[end - 1].end]
        if _CORRECTING.match(text):
            found.update((at, at + 1))
    return frozenset(found)
