"""Who stands as whom and who is kept apart, kept up to date ruling by ruling."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from graph_aria.domain.questions import apart_pairs
from graph_aria.domain.records import Ruling, RulingVerb
from graph_aria.domain.statements import canonical_map, lineage_map


class Standing:
    """What rulings say of who is who, without looking at all of them for each new one."""

    def __init__(self, rulings: Iterable[Ruling]) -> None:
        """Begin with what was ruled so far, oldest first."""
        known = list(rulings)
        self._was = canonical_map(known)
        self._was_line = lineage_map(known)
        self._merged: dict[str, str] = {}
        self._into: dict[str, str] = {}
        self._apart: defaultdict[str, set[str]] = defaultdict(set)
        for one, other in map(tuple, apart_pairs(known, self._was)):
            self._apart[one].add(other)
            self._apart[other].add(one)

    def canonical(self, entity_id: str) -> str:
        """The id that an entity now stands as."""
        line = [self._was(entity_id)]
        while line[-1] in self._into:
            line.append(self._into[line[-1]])
        # So that the next one finds the end at once.
        self._into |= dict.fromkeys(line[:-1], line[-1])
        return line[-1]

    def is_apart(self, one: str, other: str) -> bool:
        """Whether two present entities are kept apart."""
        return other in self._apart.get(one, ())

    def merge_of(self, one: str, other: str) -> tuple[str, str] | None:
        """Target and survivor of the merge that made one of these two stand as the other."""
        for target, survivor in ((one, other), (other, one)):
            line = self._was_line(target)
            if survivor in {self._merged.get(target), *line[1:2]}:
                return target, survivor
        return None

    def add(self, ruling: Ruling) -> None:
        """Go on with a MERGE or NEVER_MERGE of two, also one that says what holds already."""
        if ruling.other_id is None:
            return
        target, other = self.canonical(ruling.target_id), self.canonical(ruling.other_id)
        if ruling.verb is RulingVerb.NEVER_MERGE:
            self._apart[target].add(other)
            self._apart[other].add(target)
        elif target != other:
            self._into[target] = self._merged[target] = other
            for third in self._apart.pop(target, ()):
                self._apart[third].discard(target)
                self._apart[third].add(other)
                self._apart[other].add(third)
