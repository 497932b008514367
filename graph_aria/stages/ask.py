"""Ask what cannot be told, and settle what was asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Protocol

from graph_aria.domain.graph import GraphDelta
from graph_aria.domain.identity import Doubt
from graph_aria.domain.questions import Question, apart_pairs, new_question, settled_by
from graph_aria.domain.records import Ruling
from graph_aria.domain.statements import canonical_map
from graph_aria.ports import Graph


class AskStore(Graph, Protocol):
    """What asking needs of a store."""


async def ask(
    store: AskStore,
    delta: GraphDelta,
    rulings: Sequence[Ruling],
    *,
    doubts: Mapping[str, Iterable[Doubt]] | None = None,
    taken_back: Iterable[Ruling] = (),
    touched: Iterable[str] = (),
    at: datetime,
) -> GraphDelta:
    """A delta with the questions that it raises, settles or opens again.

    Args:
        store: where the questions are that were asked before.
        delta: the change.
        rulings: those about identity as they stand after it, oldest first.
        doubts: by id of an entity, which others it may be the same as.
        taken_back: rulings that the change takes away; what they settled is open again.
        touched: further entities whose questions it may settle.
        at: the instant of the change.

    Reads: questions. Writes: nothing. Safe to repeat: yes.
    """
    doubts = doubts or {}
    gone = set(delta.drop_entity_ids)
    ends = [
        end
        for ruling in (*delta.save_rulings, *taken_back)
        for end in (ruling.target_id, ruling.other_id)
        if end is not None
    ]
    involved = {*doubts, *(each.entity_id for found in doubts.values() for each in found)}
    involved |= {*ends, *touched}
    # With them who they stand as, and stood as before: whose two were one may be no more.
    canonical = canonical_map(rulings)
    involved |= {canonical(each) for each in involved}
    involved -= gone
    if not involved:
        return delta
    asked = {
        question.id: question
        for question in await store.read_questions(delta.profile_id, sorted(involved))
    }
    now = dict(asked)
    settled_at = {ruling.at for ruling in taken_back}
    for question in asked.values():
        if question.answered_at in settled_at:
            now[question.id] = replace(question, answer=None, answered_at=None)
    for question in _raised(delta, doubts, at):
        if gone.isdisjoint(question.pair):
            now.setdefault(question.id, question)
    apart = apart_pairs(rulings, canonical)
    for question in settled_by(list(now.values()), canonical=canonical, apart=apart, at=at):
        now[question.id] = question
    changed = (each for each in now.values() if asked.get(each.id) != each)
    kept = sorted(
        (each for each in changed if gone.isdisjoint(each.pair)), key=lambda each: each.id
    )
    return replace(delta, save_questions=tuple(kept))


def _raised(
    delta: GraphDelta, doubts: Mapping[str, Iterable[Doubt]], at: datetime
) -> Iterable[Question]:
    for entity_id, found in sorted(doubts.items()):
        for doubt in found:
            yield new_question(
                delta.profile_id,
                entity_id,
                doubt.entity_id,
                reason=doubt.reason,
                score=doubt.score,
                at=at,
            )
