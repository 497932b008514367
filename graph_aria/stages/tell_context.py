"""What a model is told besides a text."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from graph_aria.domain.reading import ReadContext, ReadRequest
from graph_aria.domain.sentences import one_line
from graph_aria.domain.views import Candidate
from graph_aria.ports import Graph

_MOST_KNOWN: Final = 20
_MOST_WORDS: Final = 100
_WORD: Final = re.compile(r"[^\W\d_]{3,}")


async def with_context(store: Graph, profile_id: str, request: ReadRequest) -> ReadRequest:
    """A request with what is known of what the text may mean.

    Known entities are those that share a word of their name with the text, the heaviest
    first, at most 20, each as its name, kind and role.

    Reads: candidates. Writes: nothing. Safe to repeat: yes.
    """
    words = list(dict.fromkeys(_WORD.findall(request.text.casefold())))[:_MOST_WORDS]
    if not words:
        return request
    found = await store.find_candidates(profile_id, (), words=words)
    known = [_line(one) for one in sorted(found, key=_heat)[:_MOST_KNOWN]]
    context = ReadContext(request.context.before, tuple(known), request.context.memories)
    return replace(request, context=context)


def _heat(candidate: Candidate) -> tuple[float, str]:
    standing = candidate.entity.standing
    return (0.0 if standing is None else -standing.heat, candidate.entity.id)


def _line(candidate: Candidate) -> str:
    entity = candidate.entity
    parts = (one_line(entity.name), entity.kind.value, entity.role)
    return ", ".join(part for part in parts if part)
