"""What a reply drew on: ids and spans alone, so that nothing deleted lives on in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any, Final

_IDS: Final = (
    "memory_ids",
    "stale_ids",
    "left_out_ids",
    "relation_ids",
    "entity_ids",
    "chapter_ids",
    "told_relation_ids",
    "told_entity_ids",
)


class Occasion(StrEnum):
    """Why something comes up by itself."""

    FOLLOW_UP = "follow_up"
    """A day that was spoken of as ahead has passed: how did it go?"""

    ANNIVERSARY = "anniversary"
    """A day that returns every year."""

    MOVED_ON = "moved_on"
    """What the user was at has not been spoken of for long: is it still so?"""


@dataclass(frozen=True, slots=True)
class Raised:
    """Something that comes up by itself, once.

    Attributes:
        memory_id: what it is about.
        occasion: why.
        on: the user's local day that it is due on; the same memory may be due on another.
    """

    memory_id: str
    occasion: Occasion
    on: date


@dataclass(frozen=True, slots=True)
class DrawnQuote:
    """A piece of an entry that was read before a reply.

    Attributes:
        entry_id, start, end: which one.
        revision: of the entry then; of another one the span may be out of date.
    """

    entry_id: str
    start: int
    end: int
    revision: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a reply drew on.

    Attributes:
        model_id: who replied, "" for offline ARIA.
        memory_ids: memories in the prompt, in its order.
        stale_ids: those of them that were flagged as perhaps no longer so.
        left_out_ids: pinned memories and boundaries that did not fit.
        relation_ids: relations that were found for the turn.
        entity_ids: entities that the turn named.
        quotes: pieces of entries and turns in the prompt.
        chapter_ids: closed chapters that were found for the turn.
        told_relation_ids: relations that stand in the open life chapter.
        told_entity_ids: themes, habits, people and things that stand in it.
        raised: what came up by itself.
        parts: tokens that each part of the prompt took, by its name.
        budgets: tokens that each part could take then, by its name.
    """

    model_id: str = ""
    memory_ids: tuple[str, ...] = ()
    stale_ids: tuple[str, ...] = ()
    left_out_ids: tuple[str, ...] = ()
    relation_ids: tuple[str, ...] = ()
    entity_ids: tuple[str, ...] = ()
    quotes: tuple[DrawnQuote, ...] = ()
    chapter_ids: tuple[str, ...] = ()
    told_relation_ids: tuple[str, ...] = ()
    told_entity_ids: tuple[str, ...] = ()
    raised: tuple[Raised, ...] = ()
    parts: Mapping[str, int] = field(default_factory=dict)
    budgets: Mapping[str, int] = field(default_factory=dict)


def to_text(drawn: Drawn) -> str:
    """As a line that a store can hold; ids, spans, days and numbers alone."""
    rows: dict[str, Any] = {
        "model_id": drawn.model_id,
        **{name: getattr(drawn, name) for name in _IDS},
        "quotes": [(one.entry_id, one.start, one.end, one.revision) for one in drawn.quotes],
        "raised": [(one.memory_id, one.occasion, one.on.isoformat()) for one in drawn.raised],
        "parts": dict(drawn.parts),
        "budgets": dict(drawn.budgets),
    }
    return json.dumps({name: value for name, value in rows.items() if value}, sort_keys=True)


def from_text(text: str) -> Drawn:
    """What `to_text` wrote.

    >>> drawn = Drawn(memory_ids=("m",), quotes=(DrawnQuote("e", 0, 4, 1),), budgets={"turns": 9})
    >>> from_text(to_text(drawn)) == drawn
    True
    """
    rows: dict[str, Any] = json.loads(text)
    return Drawn(
        model_id=rows.get("model_id", ""),
        quotes=tuple(DrawnQuote(*each) for each in rows.get("quotes", ())),
        raised=tuple(
            Raised(memory_id, Occasion(occasion), date.fromisoformat(on))
            for memory_id, occasion, on in rows.get("raised", ())
        ),
        parts=rows.get("parts", {}),
        budgets=rows.get("budgets", {}),
        **{name: tuple(rows.get(name, ())) for name in _IDS},
    )
