"""Answers of ARIA without a model about times: how one was, what is of a day, when something is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Final

from graph_aria.domain.life import LIFE_KINDS
from graph_aria.domain.memories import MemoryState
from graph_aria.domain.offline_asks import Ask, plain, taste_asked
from graph_aria.domain.offline_found import found_answer, nothing_found
from graph_aria.domain.offline_journal import journal_lines
from graph_aria.domain.offline_life import span_said, when_changed
from graph_aria.domain.offline_material import OfflineAnswer, OfflineMaterial, ToldMilestone
from graph_aria.domain.offline_moods import named_beside_time
from graph_aria.domain.offline_people import death_line
from graph_aria.domain.offline_saying import (
    between,
    capitalized,
    cited,
    distinct,
    is_in,
    listed,
    on_day,
    plain_day,
    to_you,
)
from graph_aria.domain.offline_words import is_named
from graph_aria.domain.retrieval import Hit, Quote
from graph_aria.domain.sentences import one_line

_MOST: Final = 2
_MOST_CHANGES: Final = 5
_PAST: Final = re.compile(r"\b(?:did|was|were|had|have|has)\b")
_DEATH: Final = re.compile(r"\b(?:die|died|dead|death|pass(?:ed)? away)\b")


def how_was(ask: Ask, material: OfflineMaterial) -> OfflineAnswer:
    """How a time was: its moods, its chapters, and what came up most; or how it was with one."""
    if material.since is None or material.until is None:
        return found_answer(ask, material)
    if material.scope:
        return _how_with(ask, material)
    today = material.today
    moods = _moods(material) if material.journal is None else journal_lines(material)
    lines = [*moods, *_chapters(material)]
    if material.names:
        lines.append(f"You wrote most of {listed(material.names, most=5)}.")
    changes = _changes_then(ask, material)
    lines += [_change_line(one, today) for one in changes]
    changed = [one.quote for one in changes if one.quote is not None]
    quotes = distinct([*changed, *_of_the_time(material)])
    shown = quotes[len(distinct(changed)) :]
    lines += [f"{capitalized(cited(quote, today, ask.words))}" for quote in shown]
    quotes = distinct([*material.because, *quotes])
    stretch = between(material.since, material.until, today)
    if not lines:
        return OfflineAnswer(
            f"I find nothing that you wrote {stretch}, and no mood of "
            f"{'that day' if material.since == material.until else 'those days'}."
        )
    return OfflineAnswer(
        "\n".join([f"{capitalized(stretch)}:", *(f"- {line}" for line in lines)]),
        quotes=quotes,
        memory_ids=tuple(one.milestone.memory.id for one in changes),
        chapter_ids=tuple(one.id for one in material.chapters),
    )


def _how_with(ask: Ask, material: OfflineMaterial) -> OfflineAnswer:
    today = material.today
    topic = material.topics[0] if material.topics else None
    lines = []
    if topic is not None and topic.has_died:
        lines.append(death_line(topic, today))
    lines += _moods(material) or [f"I have no mood noted {material.scope}."]
    quotes = distinct([*(topic.last if topic is not None else ()), *material.beside])[:_MOST]
    if topic is not None and topic.has_died:
        quotes = distinct([*topic.death, *quotes])[:_MOST]
    shown = [each for each in quotes if topic is None or each not in topic.death]
    lines += [capitalized(cited(quote, today, ask.words)) for quote in shown]
    return OfflineAnswer(
        " ".join(lines),
        quotes=quotes,
        entity_ids=() if topic is None else (topic.entity.id,),
    )


def what(ask: Ask, material: OfflineMaterial) -> OfflineAnswer:
    """What was found; of a question about one day, what changed on it and its words first."""
    retrieved = material.retrieved
    if material.facts:
        lines = [f"- {to_you(one_line(one.text))}" for one in material.facts]
        return OfflineAnswer(
            "\n".join(["Going by what you told me:", *lines]),
            memory_ids=tuple(one.id for one in material.facts),
        )
    if taste_asked(ask) is not None and not retrieved.hits:
        return nothing_found(ask)
    if retrieved.since is None or retrieved.since != retrieved.until:
        return found_answer(ask, material)
    today, day = material.today, retrieved.since
    found = [
        quote
        for hit in retrieved.hits
        for quote in hit.quotes
        if quote.day == day and any(is_in(word, quote.text) for word in ask.words)
    ]
    named = named_beside_time(ask)
    spoken = [
        quote
        for quote, of in material.dates
        if of == day and all(is_in(word, quote.text) for word in named)
    ]
    changes = _changes_then(ask, material)
    changed = distinct(one.quote for one in changes if one.quote is not None)
    quotes = distinct([*changed, *found, *material.beside, *spoken])[: len(changed) + _MOST]
    if not quotes and not changes:
        if day > today:
            return found_answer(ask, material)
        return OfflineAnswer(f"I find nothing that you wrote {on_day(day, today)}.")
    lines = [_change_line(one, today) for one in changes]
    lines += [capitalized(cited(quote, today, ask.words)) for quote in quotes[len(changed) :]]
    return OfflineAnswer(
        " ".join(lines)
        if not changes or len(lines) == 1
        else "\n".join(f"- {one}" for one in lines),
        quotes=quotes,
        memory_ids=tuple(one.milestone.memory.id for one in changes),
    )


def when(ask: Ask, material: OfflineMaterial) -> OfflineAnswer:
    """The day that is spoken of; the day on which something was written is another one."""
    today, line = material.today, plain(ask.sentence)
    topic = material.topics[0] if material.topics else None
    if topic is not None and topic.has_died and _DEATH.search(line):
        return OfflineAnswer(
            death_line(topic, today), quotes=topic.death[:1], entity_ids=(topic.entity.id,)
        )
    changed = when_changed(ask, material)
    if changed is not None:
        return changed
    is_ahead = _PAST.search(line) is None
    spoken = dict(material.dates)
    for hit in material.retrieved.hits:
        told = _by_memory(hit, ask, material, is_ahead=is_ahead)
        told = told or _by_words(hit, ask, material, spoken, is_ahead=is_ahead)
        if told is not None:
            return told
    found = found_answer(ask, material)
    if is_ahead and found.quotes:
        near = next(iter(found.quotes))
        return OfflineAnswer(
            "I find no date for that. This comes near: "
            f"{capitalized(cited(near, today, ask.words))}",
            quotes=(near,),
        )
    return found if found.quotes else nothing_found(ask, material.topics)


def _by_memory(
    hit: Hit, ask: Ask, material: OfflineMaterial, *, is_ahead: bool
) -> OfflineAnswer | None:
    """The day that a memory has."""
    memory, today = hit.memory, material.today
    if memory is None or memory.state is not MemoryState.CURRENT:
        return None
    if memory.kind in LIFE_KINDS and (memory.slot or "").startswith(("focus|", "milestone|")):
        return None  # what fits the question was told already, see `when_changed`
    yearly = memory.important
    first, last = memory.valid_from, memory.valid_until
    if yearly is None and first is not None and last is not None and first < last:
        if (is_ahead and last < today) or not _says(hit.text, ask, material):
            return None
        on = capitalized(span_said(first, last, today))
        words = cited(hit.quotes[0], today, ask.words) if hit.quotes else to_you(hit.text)
        return OfflineAnswer(f"{on}: {words}", quotes=hit.quotes[:1], memory_ids=(memory.id,))
    day = yearly.next_from(today) if yearly is not None else memory.valid_from
    if day is None or (is_ahead and day < today) or not _says(hit.text, ask, material):
        return None
    on = capitalized(on_day(day, today))
    if yearly is not None:
        on = f"On {yearly.day} {date(2000, yearly.month, 1):%B}"
    text = f"{on}: {one_line(to_you(hit.text))}"
    if hit.quotes:
        text = cited(hit.quotes[0], today, ask.words)
        is_same = yearly is None and day == hit.quotes[0].day
        text = capitalized(text) if is_same else f"{on}: {text}"
    return OfflineAnswer(text, quotes=hit.quotes[:1], memory_ids=(memory.id,))


def _by_words(
    hit: Hit, ask: Ask, material: OfflineMaterial, spoken: Mapping[Quote, date], *, is_ahead: bool
) -> OfflineAnswer | None:
    """The day that somebody's words speak of; of what is past, words that look back."""
    today = material.today
    for quote in hit.quotes:
        day = spoken.get(quote)
        if day is None or day == quote.day or not _says(quote.text, ask, material):
            continue
        if day >= today if is_ahead else day <= quote.day:
            words = cited(quote, today, ask.words)
            return OfflineAnswer(f"{capitalized(on_day(day, today))}: {words}", quotes=(quote,))
    return None


def _says(text: str, ask: Ask, material: OfflineMaterial) -> bool:
    """Whether some words say most of what is asked about; of whom they name by a role, too."""

    def is_said(word: str) -> bool:
        return is_in(word, text) or any(
            one.role is not None and is_named(one.name, (word,)) and is_in(one.role, text)
            for one in material.retrieved.entities
        )

    return 2 * sum(map(is_said, ask.words)) > len(ask.words)


def _changes_then(ask: Ask, material: OfflineMaterial) -> tuple[ToldMilestone, ...]:
    """What changed in a life in the time that is asked about, the latest first.

    Only what is known to lie within it; of a question that names something else besides, only
    what says it.
    """
    life, since, until = material.life, material.retrieved.since, material.retrieved.until
    if life is None or since is None or until is None:
        return ()
    named = named_beside_time(ask)
    return tuple(
        one
        for one in life.milestones
        if (first := one.milestone.first) is not None
        and (last := one.milestone.last) is not None
        and since <= first <= last <= until
        and all(is_in(word, one.milestone.memory.text) for word in named)
    )[:_MOST_CHANGES]


def _change_line(one: ToldMilestone, today: date) -> str:
    words = "" if one.quote is None else f" {capitalized(cited(one.quote, today))}"
    return f"{to_you(one_line(one.milestone.memory.text))}{words}"


def _of_the_time(material: OfflineMaterial) -> tuple[Quote, ...]:
    since, until = material.since or date.min, material.until or date.max
    found = [quote for hit in material.retrieved.hits for quote in hit.quotes]
    spoken = [quote for quote, day in material.dates if day == since == until]
    own = _within([*material.beside, *found], since, until)
    return distinct([*own, *spoken])[:_MOST]


def _within(quotes: Iterable[Quote], since: date, until: date) -> list[Quote]:
    return [quote for quote in quotes if since <= quote.day <= until]


def _moods(material: OfflineMaterial) -> list[str]:
    moods, today = material.moods, material.today
    n = sum(one.n for one in moods)
    if not n:
        return []
    mean = sum(one.mood * one.n for one in moods) / n
    where = f" {material.scope}" if material.scope else ""
    line = f"your mood{where} was {mean:.1f} of 10 on the average ({n} noted)"
    low = min(moods, key=lambda one: (one.mood, one.day))
    high = max(moods, key=lambda one: (one.mood, -one.day.toordinal()))
    if low.mood < high.mood:
        line += (
            f", lowest {on_day(low.day, today)} ({low.mood:g}), "
            f"highest {on_day(high.day, today)} ({high.mood:g})"
        )
    return [capitalized(f"{line}.")]


def _chapters(material: OfflineMaterial) -> list[str]:
    lines = []
    for chapter, title in zip(material.chapters, material.titles, strict=True):
        began = plain_day(chapter.started_on, material.today)
        ended = "now" if chapter.ended_on is None else plain_day(chapter.ended_on, material.today)
        lines.append(f"It was the chapter “{one_line(title)}” ({began} to {ended}).")
    return lines
