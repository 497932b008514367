"""What rulings about memories come to, taken together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from graph_aria.domain.memory_history import MemoryRuling, MemoryVerb


@dataclass(slots=True)
class Ruled:
    """What holds by rulings.

    Attributes:
        pinned, archived: memories.
        merged: by memory, the one that it went into; never in a circle.
        updated: by memory, the one that holds instead; in the order of the rulings.
        apart: pairs about which nothing is asked and of which neither stands against the
            other by itself.
        lapsed: pairs of which the one that was replaced has been said again since. That both
            exclude each other still holds, so the one that was said last stands.
    """

    pinned: set[str] = field(default_factory=set)
    archived: set[str] = field(default_factory=set)
    merged: dict[str, str] = field(default_factory=dict)
    updated: dict[str, str] = field(default_factory=dict)
    apart: set[frozenset[str]] = field(default_factory=set)
    lapsed: set[frozenset[str]] = field(default_factory=set)


def ruled(
    rulings: Iterable[MemoryRuling], *, said: Mapping[str, datetime], expired: Collection[str]
) -> Ruled:
    """What rulings come to: of those about a pair, the last one holds.

    Args:
        rulings: oldest first.
        said: by memory, when it was last said; rulings about others count for nothing.
        expired: memories whose time is over. Nothing that lasts goes into one of these,
            unless it is pinned.
    """
    found = Ruled()
    into: dict[str, str] = {}
    answers: dict[frozenset[str], MemoryRuling] = {}
    for ruling in rulings:
        other = ruling.other_id
        if other is None or ruling.verb is MemoryVerb.UNMERGE:
            _rule_one(found, into, ruling)
        elif ruling.memory_id in said and other in said:
            _rule_two(found, into, answers, ruling, other)
    _join(found, into, expired)
    for pair, ruling in answers.items():
        one, other = ruling.memory_id, ruling.other_id
        if ruling.verb is not MemoryVerb.UPDATE or other is None:
            found.apart.add(pair)
        elif said[other] > ruling.at:
            found.lapsed.add(pair)
        else:
            found.apart.add(pair)
            found.updated.pop(other, None)  # the last comes last
            found.updated[other] = one
    return found


def root_of(merged: Mapping[str, str], memory_id: str) -> str:
    """The memory that one went into in the end, or itself."""
    seen = {memory_id}
    while (into := merged.get(memory_id)) is not None and into not in seen:
        memory_id = into
        seen.add(into)
    return memory_id


def _rule_one(found: Ruled, into: dict[str, str], ruling: MemoryRuling) -> None:
    one = ruling.memory_id
    match ruling.verb:
        case MemoryVerb.PIN:
            found.pinned.add(one)
        case MemoryVerb.UNPIN:
            found.pinned.discard(one)
        case MemoryVerb.ARCHIVE:
            found.archived.add(one)
        case MemoryVerb.RESTORE:
            found.archived.discard(one)
        case MemoryVerb.UNMERGE:
            into.pop(one, None)
        case _:
            return


def _rule_two(
    found: Ruled,
    into: dict[str, str],
    answers: dict[frozenset[str], MemoryRuling],
    ruling: MemoryRuling,
    other: str,
) -> None:
    one = ruling.memory_id
    pair = frozenset({one, other})
    answers.pop(pair, None)
    if ruling.verb in {MemoryVerb.MERGE, MemoryVerb.SAME}:
        into.pop(one, None)  # the last comes last
        into[one] = other
        return
    for here, there in ((one, other), (other, one)):
        if into.get(here) == there:
            del into[here]
    answers[pair] = ruling
    if ruling.verb is MemoryVerb.UPDATE and other in found.pinned:
        found.pinned.remove(other)
        found.pinned.add(one)


def _join(found: Ruled, into: Mapping[str, str], expired: Collection[str]) -> None:
    for one, other in into.items():
        # What is pinned never goes into another, and nothing goes into itself in the end:
        # all of a circle would be gone.
        if one not in found.pinned and root_of(found.merged, other) != one:
            found.merged[one] = other
    over = set(expired) - found.pinned
    for one in list(found.merged):
        if one not in over and root_of(found.merged, one) in over:
            del found.merged[one]
