"""One reading from two: what a model read, and what the rules read besides.

Where both speak of one thing the model tells what is felt and of which kind it is, the rules
tell name and span, so that the same words keep their identity with and without a model.
Where they contradict each other on whether something is so, the more cautious one stands.

Source: docs/decisions/015-reading-with-a-model.md
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final

from graph_aria.domain.judging import Judged, entity_key
from graph_aria.domain.memories import LIFE_KINDS, MemoryCandidate, MemoryKind
from graph_aria.domain.milestones import settled
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.quotes import overlaps, touches
from graph_aria.domain.reading import USER, Cost, Polarity, ReadAssertion, Reading, ReadMention
from graph_aria.domain.stems import root
from graph_aria.domain.vocabulary import PREDICATES, Kind, Predicate, fits

_OPPOSITES: Final = {
    Predicate.LIKES: Predicate.DISLIKES,
    Predicate.DISLIKES: Predicate.LIKES,
    Predicate.MITIGATES: Predicate.WORSENS,
    Predicate.WORSENS: Predicate.MITIGATES,
    Predicate.SUPPORTS: Predicate.BLOCKS,
    Predicate.BLOCKS: Predicate.SUPPORTS,
}
_SAME_WORDS: Final = 0.6
_WORD: Final = re.compile(r"[^\W_]{3,}")
_COMMON: Final = frozenset(root(word) for word in ("the", "user", "and", "has", "that", "their"))
_KIN: Final = frozenset({Predicate.PARENT_OF, Predicate.CHILD_OF})

_Key = tuple[str, str, Predicate]


def joined(offline: Reading, judged: Judged, *, model_id: str, cost: Cost) -> Reading:
    """What the model read, filled in with what the rules read.

    Args:
        offline: the rules' reading; it was read.
        judged: what is kept of the model's proposals for the same text.
        model_id: names the model.
        cost: what asking it took.

    Returns:
        Contradictions: a mention that the model takes for another kind is of the model's
        kind wherever the text has that name, unless the rules' span is the longer one. A
        feeling that either says is not there, or is not the user's, is no evidence; so is a
        statement that either does not take for asserted. Of opposites (likes, dislikes)
        the model's stands; who is whose parent, the rules' stands.
    """
    mentions = _Mentions(list(judged.mentions), list(range(len(judged.mentions))))
    for item in offline.mentions:
        mentions.add(item)
    mentions.settle_overlaps()
    mentions.settle_kinds()
    facts = _Facts(mentions.found)
    for assertion in judged.assertions:
        facts.add(assertion, mentions.of_model)
    for assertion in offline.assertions:
        facts.fill_in(assertion, mentions.of_rules)
    order = sorted(
        (i for i, item in enumerate(mentions.found) if item is not None),
        key=lambda i: (_kept(mentions.found[i]).start, _kept(mentions.found[i]).end, i),
    )
    at = {index: position for position, index in enumerate(order)} | {USER: USER}
    together = tuple(_kept(mentions.found[i]) for i in order)
    spans = [(item.start, item.end) for item in together]
    new_topics = (item.name for item in together if item.kind is Kind.TOPIC)
    return replace(
        offline,
        mentions=together,
        assertions=tuple(
            replace(item, subject=at[item.subject], object=at[item.object])
            for item in sorted(facts.kept.values(), key=lambda item: (item.start, item.end))
        ),
        identities=tuple(
            replace(item, one=at[one], other=at[other])
            for item in offline.identities
            for one, other in [(mentions.of_rules[item.one], mentions.of_rules[item.other])]
            if one != other
        ),
        latent=tuple(item for item in offline.latent if not touches((item.start, item.end), spans)),
        topics=tuple(dict.fromkeys([*offline.topics, *new_topics])),
        reader_id=f"{offline.reader_id}+{model_id}",
        memories=_remembered(offline.memories, judged.memories),
        cost=cost,
    )


def _kept(mention: ReadMention | None) -> ReadMention:
    assert mention is not None  # noqa: S101 - those that were dropped are filtered out before
    return mention


@dataclass(slots=True)
class _Mentions:
    """Mentions of both; where one was dropped for another, there is None.

    Attributes:
        of_model, of_rules: where each one's mentions are now.
    """

    found: list[ReadMention | None]
    of_model: list[int]
    of_rules: list[int] = field(default_factory=list)
    overruled: dict[tuple[Kind, str], Kind] = field(default_factory=dict)

    def add(self, item: ReadMention) -> None:
        """Join a mention of the rules with the model's, or put it beside them."""
        for index in range(len(self.of_model)):
            other = _kept(self.found[index])
            if not overlaps((item.start, item.end), (other.start, other.end)):
                continue
            if item.kind is other.kind and (item.named or not other.named):
                # Of two feelings in one place, or two names for one thing, there is one.
                self.found[index] = _merged(item, other)
                self.of_rules.append(index)
                return
            if item.named and other.named and other.start <= item.start and item.end <= other.end:
                self.overruled[item.kind, normalized(item.name)] = other.kind
                self.of_rules.append(index)
                return
        self.of_rules.append(len(self.found))
        self.found.append(item)

    def settle_overlaps(self) -> None:
        """Of two names that share words keep the rules': "New York" is no York."""
        n_model = len(self.of_model)
        firm = [*self.of_rules]
        for index in range(n_model):
            item = self.found[index]
            if item is None or not item.named or item.rule.split(":")[0] != "model":
                continue
            for other_index in firm:
                other = self.found[other_index]
                if other is None or other_index == index or not other.named:
                    continue
                if overlaps((item.start, item.end), (other.start, other.end)):
                    self.found[index] = None
                    self._point_from(index, other_index)
                    break

    def _point_from(self, index: int, other: int) -> None:
        self.of_model[:] = [other if at == index else at for at in self.of_model]
        self.of_rules[:] = [other if at == index else at for at in self.of_rules]

    def settle_kinds(self) -> None:
        """Give what was overruled in one place the same kind in all others."""
        for index, item in enumerate(self.found):
            kind = None if item is None else self.overruled.get((item.kind, normalized(item.name)))
            if item is not None and kind not in {None, Kind.EMOTION} and item.named:
                self.found[index] = replace(
                    item,
                    kind=kind or item.kind,
                    role=item.role if kind is Kind.PERSON else None,
                    cadence=item.cadence if kind is Kind.ACTIVITY else None,
                    intensity=None,
                )


def _merged(rules: ReadMention, model: ReadMention) -> ReadMention:
    """What both say of one thing."""
    if rules.kind is Kind.EMOTION and rules.name != model.name:
        return model
    return replace(
        rules,
        role=rules.role or model.role,
        named=rules.named or model.named,
        intensity=model.intensity if model.intensity is not None else rules.intensity,
        negated=rules.negated or model.negated,
        of_user=rules.of_user and model.of_user,
    )


@dataclass(slots=True)
class _Facts:
    """Statements by what they say, whoever read them."""

    mentions: list[ReadMention | None]
    kept: dict[_Key, ReadAssertion] = field(default_factory=dict)

    def add(self, item: ReadAssertion, at: list[int]) -> None:
        """Keep a statement of the model."""
        here = self._placed(item, at)
        if here is not None:
            self.kept.setdefault(self._key(here), here)

    def fill_in(self, item: ReadAssertion, at: list[int]) -> None:
        """Keep a statement of the rules, or let it and the model's settle on one."""
        here = self._placed(item, at)
        if here is None:
            return
        key = self._key(here)
        known = self.kept.get(key)
        if known is not None:
            self.kept[key] = _agreed(here, known)
            return
        opposite = _OPPOSITES.get(here.predicate)
        if opposite is not None and here.polarity is Polarity.ASSERTED:
            other = self.kept.get((key[0], key[1], opposite))
            if other is not None and other.polarity is Polarity.ASSERTED:
                return
        if here.predicate in _KIN:
            self._drop_contrary_kin(key)
        self.kept[key] = here

    def _drop_contrary_kin(self, key: _Key) -> None:
        subject, object_, predicate = key
        other = next(iter(_KIN - {predicate}))
        for contrary in ((subject, object_, other), (object_, subject, predicate)):
            found = self.kept.get(contrary)
            if found is not None and found.rule.startswith("model:"):
                del self.kept[contrary]

    def _placed(self, item: ReadAssertion, at: list[int]) -> ReadAssertion | None:
        """A statement with its ends where they are now; None if it makes no sense there."""
        subject, object_ = (USER if end == USER else at[end] for end in (item.subject, item.object))
        here = replace(item, subject=subject, object=object_)
        key = self._key(here)
        fit = fits(item.predicate, self._kind(subject), self._kind(object_))
        return here if fit and key[0] != key[1] else None

    def _kind(self, index: int) -> Kind:
        return Kind.PERSON if index == USER else _kept(self.mentions[index]).kind

    def _key(self, item: ReadAssertion) -> _Key:
        one, other = (
            entity_key(None if end == USER else self.mentions[end])
            for end in (item.subject, item.object)
        )
        if PREDICATES[item.predicate].symmetric and other < one:
            one, other = other, one
        return one, other, item.predicate


def _remembered(
    rules: tuple[MemoryCandidate, ...], model: tuple[MemoryCandidate, ...]
) -> tuple[MemoryCandidate, ...]:
    """What the rules remember, and what the model does besides.

    The rules' sentence knows what it contradicts; the model's own in the same place, see
    `_says_the_same`, says no more.
    """
    known = [(item, _content(item.text)) for item in rules]
    fresh = (
        item
        for item in model
        if not any(
            overlaps((item.start, item.end), (other.start, other.end))
            and _says_the_same(item, other, words)
            for other, words in known
        )
    )
    return (*rules, *fresh)


def _says_the_same(item: MemoryCandidate, other: MemoryCandidate, words: frozenset[str]) -> bool:
    """Whether a model's memory says what the rules' in its place does.

    At least `_SAME_WORDS` of its words are there, and both are about the same part of a life.
    A focus or a milestone is the same if it fills the same slot, in whatever words.
    """
    if item.kind is other.kind and item.kind in LIFE_KINDS and item.slot is not None:
        one, there = settled(item), settled(other)
        return one.slot == there.slot and not _other_detail(one, there)
    mine = _content(item.text)
    is_one_part = item.category is other.category or (
        item.kind is other.kind and item.kind in LIFE_KINDS
    )
    return is_one_part and len(mine & words) >= _SAME_WORDS * len(mine)


def _other_detail(one: MemoryCandidate, other: MemoryCandidate) -> bool:
    """Whether two milestones of one slot are told apart by their place, body or name."""
    if one.kind is not MemoryKind.MILESTONE:
        return False
    pairs = zip((one.value or "").split("|"), (other.value or "").split("|"), strict=False)
    return any(here and there and here != there for here, there in pairs)


def _content(text: str) -> frozenset[str]:
    """The longer words of a sentence, by their stems."""
    return frozenset(root(word) for word in _WORD.findall(text.casefold())) - _COMMON


def _agreed(rules: ReadAssertion, model: ReadAssertion) -> ReadAssertion:
    """What both say of one statement: its end by either, its truth by the more cautious."""
    asserted = Polarity.ASSERTED
    if rules.polarity is asserted and model.polarity is asserted:
        return replace(rules, tense=model.tense, ended=rules.ended or model.ended)
    return model if model.polarity is not asserted else rules
