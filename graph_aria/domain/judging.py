"""From what a model proposes to what is read: vocabulary and provenance decide.

A proposal is kept if its kind and predicate are in the vocabulary and its quote stands in
the text, outside of what the user only pasted or quoted. What the model was told besides,
the messages before and what is known, is never the source of anything.

Source: design, sections 1, 6 and 11.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from graph_aria.domain.judged_memories import judge_memories
from graph_aria.domain.memories import MemoryCandidate
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.proposals import Proposals, ProposedMention, ProposedRelation
from graph_aria.domain.quotes import Span, find_quotes, overlaps, touches
from graph_aria.domain.reading import (
    USER,
    EntryForm,
    Polarity,
    ReadAssertion,
    ReadDate,
    ReadMention,
    ReadRequest,
    Tense,
)
from graph_aria.domain.roles import words_for
from graph_aria.domain.sentences import one_line
from graph_aria.domain.stems import root
from graph_aria.domain.stems import words as word_set
from graph_aria.domain.ties import may_show
from graph_aria.domain.vocabulary import EMOTIONS, PREDICATES, TOPICS, Kind, Predicate, fits

MOST_MENTIONS: Final = 60
MOST_RELATIONS: Final = 60
"""How much of one answer is kept at most; a bound for runaway models."""

_MOST_LOOKED_AT: Final = 4
"""Proposals looked at for each one that may be kept."""
_LONGEST_NAME: Final = 80
_MOST_WORDS: Final = 8
_LONGEST_FEELING: Final = 240
_PLAIN_INTENSITY: Final = 3
_CLEARLY: Final = 0.5
"""Valence from which a text sounds like a feeling that it does not name."""
_SHARED_LETTERS: Final = 4
_SHORTEST_ROOT: Final = 3
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SELF: Final = word_set("user i me my mine myself we us our ours ourselves narrator author writer")
_NAMELESS: Final = _SELF | word_set(
    "you your yours he him his she her hers it its they them their theirs this that these those "
    "who whom which what someone somebody anyone anybody everyone everybody nobody something "
    "anything everything nothing one ones here there then now today yesterday tomorrow tonight "
    "himself herself itself themselves yourself the a an and or but not no yes"
)
"""Words that name nothing by themselves."""
_NAMED_KINDS: Final = frozenset({Kind.PERSON, Kind.ANIMAL, Kind.PLACE, Kind.ORGANIZATION})
_DETERMINERS: Final = word_set("my our the a an this that these those his her their your")
_Name = TypeVar("_Name", Polarity, Predicate, Tense)
_KINDS: Final = {kind.value.casefold(): kind for kind in Kind}
_TOPICS: Final = {topic.casefold(): topic for topic in TOPICS}


@dataclass(frozen=True, slots=True)
class Judged:
    """What is kept of the proposals for one text.

    Attributes:
        mentions: in order of start, at most `MOST_MENTIONS`; what is named overlaps nothing
            that is named.
        assertions: in order of start, at most `MOST_RELATIONS`.
        memories: at most `MOST_MEMORIES`, in the model's order.
        n_refused: proposals that were not kept.
    """

    mentions: tuple[ReadMention, ...] = ()
    assertions: tuple[ReadAssertion, ...] = ()
    memories: tuple[MemoryCandidate, ...] = ()
    n_refused: int = 0


def judge(
    request: ReadRequest,
    proposals: Proposals,
    *,
    foreign: Sequence[Span] = (),
    dates: Sequence[ReadDate] | None = None,
    valence: float | None = None,
) -> Judged:
    """What of a model's proposals may be read in a text.

    Args:
        request: the text.
        proposals: what the model proposes.
        foreign: spans that the user pasted or that somebody else says.
        dates: the days that rules read in the text, see `judge_memories`.
        valence: how pleasant the text is by the rules, from -1 to 1, 0 if nothing tells. What
            the user is said to feel without a word that names it must go clearly with it:
            small models find a feeling in any text. None believes any.

    Returns:
        Every span lies in the text and every kind, predicate, emotion and category in the
        vocabulary, whatever the proposals are.
    """
    placing = _Placing(request.text, foreign, valence)
    # What was picked on purpose for a check-in is all that is felt.
    picked = request.form is EntryForm.MOOD_CHECK_IN
    for mention in proposals.mentions[: MOST_MENTIONS * _MOST_LOOKED_AT]:
        if not (picked and _kind_of(mention) is Kind.EMOTION):
            placing.place(mention)
    for relation in proposals.relations[: MOST_RELATIONS * _MOST_LOOKED_AT]:
        placing.relate(relation)
    memories = judge_memories(request, proposals.memories, foreign=foreign, dates=dates)
    order = sorted(
        range(len(placing.mentions)),
        key=lambda i: (placing.mentions[i].start, placing.mentions[i].end, i),
    )
    at = {index: position for position, index in enumerate(order)} | {USER: USER}
    assertions = (
        replace(item, subject=at[item.subject], object=at[item.object])
        for item in placing.assertions.values()
    )
    n_kept = len(placing.mentions) + len(placing.assertions) + len(memories)
    n_proposed = sum(map(len, (proposals.mentions, proposals.relations, proposals.memories)))
    return Judged(
        mentions=tuple(placing.mentions[i] for i in order),
        assertions=tuple(sorted(assertions, key=lambda item: (item.start, item.end))),
        memories=memories,
        n_refused=n_proposed - n_kept,
    )


@dataclass(slots=True)
class _Placing:
    """Mentions that found their place, and how they may be called."""

    text: str
    foreign: Sequence[Span]
    valence: float | None = None
    mentions: list[ReadMention] = field(default_factory=list)
    assertions: dict[tuple[object, ...], ReadAssertion] = field(default_factory=dict)
    called: dict[str, list[int]] = field(default_factory=dict)

    def place(self, proposed: ProposedMention) -> None:
        """Keep a mention if it may be kept."""
        kind = _kind_of(proposed)
        if kind is None or len(self.mentions) >= MOST_MENTIONS:
            return
        read = _read_feeling if kind is Kind.EMOTION else _read_named
        for start, end in self._places(proposed.quote):
            mention = read(proposed, kind, start, self.text[start:end])
            if mention is not None and self._is_felt(mention) and self._is_free(mention):
                index = len(self.mentions)
                self.mentions.append(mention)
                for name in (mention.name, mention.words, proposed.name):
                    indexes = self.called.setdefault(normalized(name), [])
                    if index not in indexes:
                        indexes.append(index)
                return

    def relate(self, proposed: ProposedRelation) -> None:
        """Keep a relation if it may be kept."""
        predicate = _one_of(Predicate, proposed.predicate.strip().upper())
        polarity = _one_of(Polarity, proposed.polarity.strip().lower())
        tense = _one_of(Tense, proposed.tense.strip().lower())
        # Mere company is counted by rules, evenly for all.
        if predicate is None or predicate is Predicate.RELATED_TO or polarity is None:
            return
        for start, end in self._places(proposed.quote):
            subject = self._end(proposed.subject, (start, end))
            object_ = self._end(proposed.object, (start, end))
            if subject is None or object_ is None or subject == object_:
                continue
            if not fits(predicate, self._kind(subject), self._kind(object_)):
                continue
            if not any(self._lies_in(index, (start, end)) for index in (subject, object_)):
                continue
            if not may_show(predicate, _words_of(self.text[start:end])):
                continue
            key = (*self._ends(predicate, subject, object_), predicate)
            if key[0] == key[1] or key in self.assertions:
                return
            if len(self.assertions) < MOST_RELATIONS:
                self.assertions[key] = ReadAssertion(
                    subject, predicate, object_, start, end, "model:relation",
                    polarity, tense or Tense.PRESENT, proposed.ended,
                )  # fmt: skip
            return

    def _places(self, quote: str) -> Iterable[Span]:
        return (span for span in find_quotes(self.text, quote) if not touches(span, self.foreign))

    def _is_felt(self, mention: ReadMention) -> bool:
        """Whether a feeling is named, or goes with how the text sounds; True for all else."""
        if mention.kind is not Kind.EMOTION or self.valence is None:
            return True
        if mention.named or mention.negated or not mention.of_user:
            return True
        return EMOTIONS[mention.name] * self.valence >= _CLEARLY

    def _is_free(self, mention: ReadMention) -> bool:
        """Whether a mention is neither there already nor in the way of another name."""
        span = (mention.start, mention.end)
        for other in self.mentions:
            taken = (other.start, other.end)
            if mention.named and other.named and overlaps(span, taken):
                return False
            same = (other.kind, normalized(other.name)) == (mention.kind, normalized(mention.name))
            if same and overlaps(span, taken):
                return False
        return True

    def _end(self, name: str, near: Span) -> int | None:
        """The mention that an end of a relation means: of its namesakes the nearest."""
        key = normalized(name)
        indexes = self.called.get(key)
        if indexes is None:
            return USER if key.removeprefix("the ") in _SELF else None
        return min(indexes, key=lambda i: (_distance(self.mentions[i], near), i))

    def _kind(self, index: int) -> Kind:
        return Kind.PERSON if index == USER else self.mentions[index].kind

    def _lies_in(self, index: int, span: Span) -> bool:
        return index != USER and _distance(self.mentions[index], span) == 0

    def _ends(self, predicate: Predicate, *ends: int) -> tuple[str, ...]:
        keys = [entity_key(None if i == USER else self.mentions[i]) for i in ends]
        return tuple(sorted(keys) if PREDICATES[predicate].symmetric else keys)


def _kind_of(proposed: ProposedMention) -> Kind | None:
    return _KINDS.get(proposed.kind.strip().casefold())


def entity_key(mention: ReadMention | None) -> str:
    """What tells the entities of one text apart; "" for the user, None."""
    return "" if mention is None else f"{mention.kind}:{normalized(mention.name)}"


def _distance(mention: ReadMention, span: Span) -> int:
    """How far a mention lies from a span; 0 within it."""
    return max(0, span[0] - mention.start, mention.end - span[1])


def _read_feeling(
    proposed: ProposedMention, kind: Kind, start: int, words: str
) -> ReadMention | None:
    name = normalized(proposed.name)
    if name not in EMOTIONS or len(words) > _LONGEST_FEELING:
        return None
    intensity = proposed.intensity
    return ReadMention(
        start=start,
        end=start + len(words),
        words=words,
        name=name,
        kind=kind,
        rule="model:emotion",
        named=_tells(words, name),
        intensity=_PLAIN_INTENSITY if intensity not in range(1, 6) else intensity,
        negated=proposed.negated,
        of_user=proposed.of_user,
    )


def _tells(words: str, name: str) -> bool:
    """Whether words name a feeling themselves: "anxious" does anxiety, "sad" sadness."""
    root = name[:_SHARED_LETTERS]
    return len(words.split()) <= _MOST_WORDS and any(
        word.startswith(root) or (len(word) >= _SHORTEST_ROOT and root.startswith(word))
        for word in _words_of(words)
    )


def _read_named(
    proposed: ProposedMention, kind: Kind, start: int, words: str
) -> ReadMention | None:
    parts = _words_of(words)
    if len(words) > _LONGEST_NAME or len(parts) > _MOST_WORDS or _NAMELESS.issuperset(parts):
        return None
    name: str | None = _name_in(proposed.name, words, kind)
    rule, named = "model:entity", True
    if kind is Kind.TOPIC and normalized(proposed.name) in _TOPICS:
        name, rule = _TOPICS[normalized(proposed.name)], "model:topic"
        named = normalized(name) in parts
    if name is None:
        return None
    return ReadMention(
        start=start,
        end=start + len(words),
        words=words,
        name=name,
        kind=kind,
        rule=rule,
        role=_role(proposed.role, words) if kind is Kind.PERSON else None,
        named=named,
        negated=proposed.negated and kind is Kind.CONDITION,
    )


def _name_in(name: str, words: str, kind: Kind) -> str | None:
    """The name if the words hold all of it, else the words without what stands before them.

    What has no name of its own may be called by another form ("Baking" for "baked"), and
    is written with a capital, as the rules write it.
    """
    own, said = _words_of(name), _words_of(words)
    has_own_name = kind in _NAMED_KINDS
    if not has_own_name:
        own, said = list(map(root, own)), list(map(root, said))
    if own and set(own) <= set(said) and not _NAMELESS.issuperset(_words_of(name)):
        words = name
    kept = one_line(words).split(" ")
    while len(kept) > 1 and kept[0].casefold() in _DETERMINERS:
        kept.pop(0)
    shown = " ".join(kept)
    if not has_own_name and shown.islower():
        shown = shown[0].upper() + shown[1:]
    return shown or None


def _role(role: str | None, words: str) -> str | None:
    """A role that the words themselves say."""
    if role is None:
        return None
    said = normalized(role)
    return said if words_for(said) & set(_words_of(words)) else None


def _words_of(text: str) -> list[str]:
    return [word.replace("’", "'") for word in _WORD.findall(text.casefold())]


def _one_of(names: type[_Name], value: str) -> _Name | None:
    return names(value) if value in names.__members__.values() else None
