"""What is known of a graph while readings are resolved; grows with what comes into being."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from graph_aria.domain.choosing import choose
from graph_aria.domain.graph import Entity, Form
from graph_aria.domain.identity import (
    Choice,
    Decision,
    Doubt,
    by_role_alone,
    is_acronym,
)
from graph_aria.domain.lookup import Lookup, found_by, lookup
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.projection import kind_of
from graph_aria.domain.reading import LatentName, ReadMention
from graph_aria.domain.views import Candidate
from graph_aria.domain.vocabulary import Kind

_MOST_DOUBTS: Final = 3
"""Questions that one newcomer raises; the likeliest."""
_NAMED_KINDS: Final = frozenset(
    {Kind.PERSON, Kind.ANIMAL, Kind.PLACE, Kind.ORGANIZATION, Kind.THING}
)


@dataclass(slots=True)
class Known:
    """Entities that mentions can stand for, with what they raise.

    Attributes:
        apart: pairs of ids that the user keeps apart.
        canonical: gives the id that an entity now stands as.
        distinct: of newcomers, what tells them from another with the same key.
        doubts: by id of an entity, which others it may be the same as.
        parts: by id of an entity, the keys of what was merged into it, by its id before.
        decisions: by id of an entry, what became of its mentions, in order of their places.
    """

    apart: frozenset[frozenset[str]] = frozenset()
    canonical: Callable[[str], str] = str
    distinct: dict[str, str] = field(default_factory=dict)
    doubts: dict[str, tuple[Doubt, ...]] = field(default_factory=dict)
    decisions: dict[str, tuple[Decision, ...]] = field(default_factory=dict)
    parts: Mapping[str, Mapping[str, Collection[str]]] = field(default_factory=dict)
    _candidates: dict[str, Candidate] = field(default_factory=dict)
    _places: defaultdict[tuple[str, str], set[str]] = field(
        default_factory=lambda: defaultdict(set)
    )

    @classmethod
    def of(
        cls,
        candidates: Iterable[Candidate],
        *,
        apart: frozenset[frozenset[str]] = frozenset(),
        canonical: Callable[[str], str] = str,
        parts: Mapping[str, Mapping[str, Collection[str]]] | None = None,
    ) -> Known:
        """The stored candidates, ready to be looked up."""
        known = cls(apart, canonical, parts=parts or {})
        for candidate in candidates:
            known.add(candidate)
        return known

    @property
    def entities(self) -> Mapping[str, Entity]:
        """What is known, newcomers too, by id."""
        return {key: candidate.entity for key, candidate in self._candidates.items()}

    def add(self, candidate: Candidate) -> None:
        """Make a candidate known under its name and every form."""
        self._candidates[candidate.entity.id] = candidate
        for place in _places(found_by(candidate)):
            self._places[place].add(candidate.entity.id)

    def note(self, read: ReadMention, entity_id: str) -> None:
        """Count a new mention among the forms of the entity that it stands for.

        What is known afterwards is what a store would give once the mention was merged.
        """
        found = self._candidates[entity_id]
        new = Form(
            entity_id, read.name, normalized(read.name), read.kind, read.role, read.cadence, 1
        )
        forms = [
            replace(form, n=form.n + 1) if replace(form, n=1) == new else form
            for form in found.forms
        ]
        if forms == list(found.forms):
            forms.append(new)
        entity = found.entity
        if not found.forms or entity.kind is kind_of(found.forms):  # else it was ruled
            entity = replace(entity, kind=kind_of(forms))
        self.add(Candidate(entity, tuple(forms)))

    def choose(
        self, mention: ReadMention, *, here: Collection[str] = (), never: Collection[str] = ()
    ) -> Choice:
        """What a mention stands for.

        Args:
            mention: what was read.
            here: ids of what the same entry has spoken of before.
            never: ids of what it does not stand for, as the same entry says.
        """
        found = {
            entity_id
            for place in _places(lookup(mention))
            for entity_id in self._places.get(place, ())
        }
        return choose(
            mention,
            [self._candidates[each] for each in found.difference(never)],
            here=here,
            apart=self.apart,
        )

    def part_of(self, entity_id: str, key: str) -> str:
        """What bore a name before it was merged into an entity; the entity, if it is unclear."""
        parts = self.parts.get(self.canonical(entity_id), {})
        bore = [part for part, keys in parts.items() if key in keys]
        return bore[0] if len(bore) == 1 else entity_id

    def ask(self, entity_id: str, doubts: Iterable[Doubt]) -> None:
        """Note which others an entity may be the same as, those kept apart aside."""
        kept = {doubt.entity_id: doubt for doubt in self.doubts.get(entity_id, ())}
        for doubt in doubts:
            if frozenset((entity_id, doubt.entity_id)) not in self.apart:
                kept.setdefault(doubt.entity_id, doubt)
        likeliest = sorted(kept.values(), key=lambda doubt: (-doubt.score, doubt.entity_id))
        if likeliest:
            self.doubts[entity_id] = tuple(likeliest[:_MOST_DOUBTS])

    def clashes(self, mention: ReadMention) -> bool:
        """Whether a newcomer would share its name with one of its kind."""
        key = normalized(mention.name)
        return any(
            self._candidates[entity_id].entity.kind is mention.kind
            for entity_id in self._places.get(("key", key), ())
        )

    def recognise(self, names: Iterable[LatentName]) -> tuple[ReadMention, ...]:
        """Names that were given before, among words that may be some; none overlap."""
        found: list[ReadMention] = []
        end = -1
        for name in sorted(names, key=lambda one: (one.start, -one.end)):
            mention = self._recognised(name) if name.start >= end else None
            if mention is not None:
                found.append(mention)
                end = mention.end
        return tuple(found)

    def _recognised(self, name: LatentName) -> ReadMention | None:
        key = normalized(name.words)
        named = [
            (form.name, candidate.entity)
            for entity_id in sorted(self._places.get(("key", key), ()))
            for candidate in [self._candidates[entity_id]]
            for form in candidate.forms
            if form.key == key and not by_role_alone(form) and is_given(form.name)
        ]
        for shown, entity in named:
            if entity.kind in _NAMED_KINDS:
                mention = ReadMention(
                    start=name.start,
                    end=name.end,
                    words=name.words,
                    name=shown,
                    kind=entity.kind,
                    rule="gazetteer:name",
                )
                # Of several namesakes none is known by this: that needs more than a name.
                return None if self.choose(mention).candidate is None else mention
        return None


def is_given(name: str) -> bool:
    """Whether a name is written as one: with a capital, or in a script that has none.

    >>> is_given("Nora"), is_given("kto"), is_given("小明")
    (True, False, True)
    """
    return is_acronym(name) or any(char.isupper() for char in name) or name == name.upper()


def _places(what: Lookup) -> Iterable[tuple[str, str]]:
    for kind, values in (("key", what.keys), ("word", what.words), ("role", what.roles)):
        for value in sorted(values):
            yield kind, value
