"""What a question is about: words to look entities up by, and the predicates that answer it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Self

from graph_aria.domain.graph import Entity, Form, Relation
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.offline_ask_rules import AskKind
from graph_aria.domain.offline_asks import Ask
from graph_aria.domain.offline_words import feeling_of, is_named
from graph_aria.domain.person_names import unaccented
from graph_aria.domain.roles import role_key
from graph_aria.domain.search_words import content_words
from graph_aria.domain.vocabulary import EMOTIONS, Kind, Predicate
from graph_aria.domain.word_forms import base

_HELPING: Final = (Predicate.MITIGATES, Predicate.EVOKES, Predicate.SUPPORTS)
_BRINGING: Final = (Predicate.CAUSES, Predicate.WORSENS, Predicate.EVOKES, Predicate.BLOCKS)
_LONG: Final = 5
"""Letters from which on one of them may be wrong."""

_VOWELS: Final = "aeiou"


@dataclass(frozen=True, slots=True)
class TopicWords:
    """Words that a question names things by.

    Attributes:
        words: forms that a name may have, in small letters.
        keys: normalized names to look up.
        roles: keys of roles that it names: "mother".
        asked: the words as they were asked.
        feelings: emotions that it speaks of, its verbs among them ("calms").
    """

    words: frozenset[str]
    keys: frozenset[str]
    roles: frozenset[str]
    asked: tuple[str, ...]
    feelings: frozenset[str]

    @classmethod
    def of(cls, ask: Ask) -> Self:
        """Those of a question."""
        asked = ask.words
        feelings = {name for word in content_words(ask.sentence) if (name := feeling_of(word))}
        words = {form for word in asked for form in _forms(word)} | feelings
        return cls(
            words=frozenset(words),
            keys=frozenset({normalized(" ".join(asked)), *words}),
            roles=frozenset(role_key(word.casefold()) for word in asked),
            asked=(*asked, *sorted(feelings)),
            feelings=frozenset(feelings),
        )

    def fits(self, ask: Ask, predicate: Predicate, name: str) -> bool:
        """Whether a relation to something of a name answers a question that names nothing.

        What helps eases anything, or brings up what is pleasant; what is bad brings up what is
        not.
        """
        valence = EMOTIONS.get(name, 0)
        if self.feelings and name in EMOTIONS:
            return name in self.feelings or (
                predicate is Predicate.MITIGATES and ask.kind is AskKind.HELPS and valence < 0
            )
        if ask.kind is AskKind.HELPS:
            return predicate is Predicate.MITIGATES or valence > 0
        return valence < 0 or predicate in {Predicate.CAUSES, Predicate.WORSENS}


def topic_words(ask: Ask) -> TopicWords:
    """The words that a question names things by."""
    return TopicWords.of(ask)


def wanted_predicates(ask: Ask, entity: Entity | None) -> tuple[Predicate, ...]:
    """The predicates that say what helps with something, or what brings it on.

    A pleasant feeling is brought up by what helps.
    """
    if ask.kind is AskKind.HELPS:
        if entity is None:
            return _HELPING[:2]
        is_pleasant = entity.kind is Kind.EMOTION and EMOTIONS.get(entity.name, 0) > 0
        return _HELPING if is_pleasant else (Predicate.MITIGATES, Predicate.SUPPORTS)
    return _BRINGING[:3] if entity is None else _BRINGING


def ranked(
    entities: Iterable[Entity],
    forms: Mapping[str, Sequence[Form]],
    wanted: TopicWords,
    *,
    now: datetime,
) -> tuple[Entity, ...]:
    """Those of some entities that a question names; who is named by most words first.

    Of those that are named alike the one that is active comes first, then that with most days.
    """

    def n_named(entity: Entity) -> int:
        names = {entity.name, *(form.name for form in forms.get(entity.id, ()))}
        by_name = max(is_named(name, wanted.asked) for name in names)
        return by_name or int(_has_role(entity, wanted.roles))

    found = [(n_named(one), one) for one in entities if not one.is_user]
    found = [(n, one) for n, one in found if n]
    most = max((n for n, _ in found), default=0)
    found = [(n, one) for n, one in found if n == most]
    return tuple(
        one
        for _, one in sorted(
            found,
            key=lambda pair: (
                not pair[1].active_at(now),
                -(pair[1].standing.n_days if pair[1].standing else 0),
                pair[1].id,
            ),
        )
    )


def is_telling(relation: Relation) -> bool:
    """Whether a relation says more than that two were named together."""
    return relation.predicate not in {Predicate.RELATED_TO, Predicate.KNOWS}


def is_nearly_named(name: str, asked: Sequence[str]) -> bool:
    """Whether some words name something but for an accent, or one letter of five or more.

    >>> is_nearly_named("Tomás", ["Tomas"]), is_nearly_named("Priya", ["Prya"])
    (True, True)
    >>> is_nearly_named("Anna", ["Anne"])
    False
    """
    own = [unaccented(word.casefold()) for word in content_words(name)]
    return any(
        here == there or (max(len(here), len(there)) >= _LONG and is_one_off(here, there))
        for here in (unaccented(word.casefold()) for word in asked)
        for there in own
    )


def is_one_off(one: str, other: str) -> bool:
    """Whether two words differ in one letter: another one, one more or less, or two swapped."""
    if one == other or abs(len(one) - len(other)) > 1:
        return one == other
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if at is None:
        return True
    rest, beside = one[at:], other[at:]
    is_swapped = rest[:2] == beside[:2][::-1] and rest[2:] == beside[2:]
    return is_swapped or rest[1:] == beside[1:] or rest[1:] == beside or rest == beside[1:]


def _has_role(entity: Entity, roles: Collection[str]) -> bool:
    return entity.role is not None and role_key(entity.role.casefold()) in roles


def _forms(word: str) -> set[str]:
    """Forms that a word may have in a name: "run", "runs", "running"."""
    lower = word.casefold()
    plain = base(lower)
    forms = {lower, plain, f"{plain}s", f"{plain}ing", f"{plain}e"}
    if len(plain) > 2 and plain[-1] not in _VOWELS and plain[-2] in _VOWELS:  # noqa: PLR2004 - letters
        forms.add(f"{plain}{plain[-1]}ing")
    return forms
