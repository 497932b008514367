"""The life chapter: the active subgraph as a block of text within a token budget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from graph_aria.domain.chapter_life import LifeEvent, event_line
from graph_aria.domain.chapter_lines import (
    FOOT,
    HEAD,
    HEADINGS,
    SECTIONS,
    Mood,
    Told,
    Weighed,
    mood_line,
    opening,
    person_line,
    recent_mood,
    rest_line,
    theme_line,
    thing_line,
    titled,
)
from graph_aria.domain.graph import Relation
from graph_aria.domain.sentences import estimate_tokens, sentence
from graph_aria.domain.views import MoodDay
from graph_aria.domain.vocabulary import THEME_KINDS, Kind

TITLE_THEMES: Final = 3
MIN_BUDGET: Final = 120
MAX_BUDGET: Final = 100_000
_FIRST: Final = {
    "focus": 3, "milestones": 3, "themes": 5, "habits": 3, "relations": 4, "people": 4, "around": 2
}  # fmt: skip
"""Lines that each section gets before weight alone decides."""


@dataclass(frozen=True, slots=True)
class LifeChapter:
    """What ARIA reads before a reply.

    Attributes:
        title: from its heaviest themes.
        started_on: first day of the open chapter, None before there is one.
        text: the block; at most `token_budget` tokens by `estimate_tokens`.
        n_tokens: its size by that estimate.
        themes, habits, people, around: heaviest first, all that are active; each is in
            one of the four.
        relations: heaviest first.
        mood: None if there was no mood lately.
        left_out: how many of each section did not fit.
        relation_ids, entity_ids: what stands in the text, in its order.
        focus: what the user is at, or was at the end of a closed chapter; the most important
            first.
        milestones: what changed in its time, newest first.
        memory_ids: focus and milestones that stand in the text, in its order.
    """

    title: str
    started_on: date | None
    text: str
    n_tokens: int
    themes: tuple[Weighed, ...]
    habits: tuple[Weighed, ...]
    relations: tuple[Told, ...]
    people: tuple[Weighed, ...]
    around: tuple[Weighed, ...]
    mood: Mood | None
    left_out: Mapping[str, int]
    relation_ids: tuple[str, ...] = ()
    entity_ids: tuple[str, ...] = ()
    focus: tuple[LifeEvent, ...] = ()
    milestones: tuple[LifeEvent, ...] = ()
    memory_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChapterMaterial:
    """What a chapter is written from.

    Attributes:
        entities, relations: active ones with weight and trend.
        names: of all ends of the relations, by entity id.
        user_id: the entity that is the user.
        moods: mean mood of recent days, oldest first.
        today: the last local day it speaks of.
        started_on: first day of the chapter.
        dead_ids: people among the entities who have died.
        n_entities, n_relations: how many are active in all, loaded or not.
        focus: what the user is or was at, the most important first.
        milestones: what changed in its time, newest first.
    """

    entities: Sequence[Weighed]
    relations: Sequence[tuple[Relation, float]]
    names: Mapping[str, str]
    user_id: str
    moods: Sequence[MoodDay]
    today: date
    started_on: date | None
    n_entities: int = 0
    n_relations: int = 0
    dead_ids: frozenset[str] = frozenset()
    focus: Sequence[LifeEvent] = ()
    milestones: Sequence[LifeEvent] = ()


def write_chapter(material: ChapterMaterial, *, token_budget: int) -> LifeChapter:
    """Write the life chapter. The same material gives the same text.

    Args:
        material: the active subgraph and what goes with it.
        token_budget: at least 120; a smaller one counts as that.

    Source: design, section 7.
    """
    budget = max(MIN_BUDGET, token_budget)
    themes, habits, people, around = _sorted_out(material.entities)
    told = [
        Told(
            relation,
            weight,
            sentence(
                relation,
                user_id=material.user_id,
                subject=material.names.get(relation.subject_id, ""),
                object_=material.names.get(relation.object_id, ""),
                user_as="the user",
            ),
        )
        for relation, weight in material.relations
    ]
    mood = recent_mood(material.moods, material.today)
    heaviest = sorted([*themes, *habits], key=lambda item: (-item.weight, item.entity.id))
    names = [item.entity.name for item in heaviest[:TITLE_THEMES]]
    lines = {
        "focus": [(item.weight, event_line(item)) for item in material.focus],
        "milestones": [(item.weight, event_line(item)) for item in material.milestones],
        "themes": [(item.weight, theme_line(item)) for item in themes],
        "habits": [(item.weight, theme_line(item)) for item in habits],
        "relations": [(item.weight, f"- {item.sentence} ({item.weight:.1f})") for item in told],
        "people": [
            (item.weight, person_line(item, has_died=item.entity.id in material.dead_ids))
            for item in people
        ],
        "around": [(item.weight, thing_line(item)) for item in around],
    }
    mood_lines = [mood_line(mood)] if mood else []
    totals = {section: len(lines[section]) for section in SECTIONS}
    beyond = max(0, material.n_entities - len(material.entities))
    more_relations = max(0, material.n_relations - len(material.relations))

    def left_out(counts: Mapping[str, int]) -> dict[str, int]:
        rest = {section: totals[section] - counts.get(section, 0) for section in SECTIONS}
        rest["themes"] += beyond
        rest["relations"] += more_relations
        return {section: n for section, n in rest.items() if n > 0}

    def assemble(counts: Mapping[str, int], title: str, last: Sequence[str]) -> str:
        body = [HEAD, opening(title, material.started_on, material.today)]
        for section in SECTIONS:
            if counts.get(section):
                body.append(HEADINGS[section])
                body += [line for _, line in lines[section][: counts[section]]]
        return "\n".join([*body, *last, rest_line(left_out(counts)), FOOT])

    counts: Counter[str] = Counter()
    # The frame comes first: a title of fewer names, and no mood, where little room is left.
    frames = [(titled(names[:n]), mood_lines) for n in range(len(names), 0, -1)]
    frames += [(titled(names[:1]), []), (titled(names[:1], max_tokens=8), [])]
    title, last = next(
        (f for f in frames if estimate_tokens(assemble(counts, *f)) <= budget), frames[-1]
    )
    used = estimate_tokens(assemble(counts, title, last))
    full: set[str] = set()
    for section, line in _by_priority(lines):
        if section in full:
            continue
        heading = 0 if counts[section] else estimate_tokens(HEADINGS[section] + "\n")
        cost = estimate_tokens(line + "\n") + heading
        if used + cost > budget:
            full.add(section)
            continue
        counts[section] += 1
        used += cost
    text = assemble(counts, title, last)
    while estimate_tokens(text) > budget and counts.total():
        counts[max(SECTIONS, key=lambda section: counts[section])] -= 1
        text = assemble(counts, title, last)
    return LifeChapter(
        title=title,
        started_on=material.started_on,
        text=text,
        n_tokens=estimate_tokens(text),
        themes=tuple(themes),
        habits=tuple(habits),
        relations=tuple(told),
        people=tuple(people),
        around=tuple(around),
        mood=mood,
        left_out=left_out(counts),
        focus=tuple(material.focus),
        milestones=tuple(material.milestones),
        memory_ids=tuple(
            item.memory.id
            for section, items in (
                ("focus", material.focus),
                ("milestones", material.milestones),
            )
            for item in items[: counts[section]]
        ),
        relation_ids=tuple(item.relation.id for item in told[: counts["relations"]]),
        entity_ids=tuple(
            item.entity.id
            for section, items in (
                ("themes", themes),
                ("habits", habits),
                ("people", people),
                ("around", around),
            )
            for item in items[: counts[section]]
        ),
    )


def _by_priority(lines: Mapping[str, Sequence[tuple[float, str]]]) -> list[tuple[str, str]]:
    """Lines in the order in which they are taken: each section's first, then by weight."""
    ranked = [
        (rank >= _FIRST[section], rank if rank < _FIRST[section] else 0, -weight, section, line)
        for section in SECTIONS
        for rank, (weight, line) in enumerate(lines[section])
    ]
    return [(section, line) for _, _, _, section, line in sorted(ranked, key=_priority)]


def _priority(item: tuple[bool, int, float, str, str]) -> tuple[bool, int, int, float]:
    later, rank, weight, section, _ = item
    # Within a section the order of lines is that of the text, whatever their weight.
    return (later, rank, 0 if later else SECTIONS.index(section), weight)


def _sorted_out(
    entities: Sequence[Weighed],
) -> tuple[list[Weighed], list[Weighed], list[Weighed], list[Weighed]]:
    themes: list[Weighed] = []
    habits: list[Weighed] = []
    people: list[Weighed] = []
    around: list[Weighed] = []
    for item in sorted(
        entities, key=lambda each: (not each.entity.pinned, -each.weight, each.entity.id)
    ):
        entity = item.entity
        if entity.kind is Kind.ACTIVITY and entity.cadence:
            habits.append(item)
        elif entity.kind in THEME_KINDS:
            themes.append(item)
        elif entity.kind is Kind.PERSON:
            people.append(item)
        else:
            around.append(item)
    return themes, habits, people, around
