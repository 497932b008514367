"""What an entry tells without naming it: topics, feelings and how pleasant it all was.

Feelings are read by meaning only where no word names one, where nothing is denied, asked
or supposed, and where it happens to the user: an embedding hardly tells "I sleep well" from
""I don't sleep well", nor the one who lost a job from the one who writes of it. Valence leaves
out the sentences that ask, or that say of a feeling that it is not there. Topics leave out
none: an entry is about what was not done, too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from graph_aria.adapters.language.draft import Found
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.stance import FIRST_PERSON, MY, stance_of
from graph_aria.domain.reading import Polarity
from graph_aria.domain.vocabulary import EMOTIONS, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Word
    from graph_aria.adapters.language.prototypes import Leaning, Prototypes

_PASSAGE_CHARS: Final = 600
"""Sentences are looked at together up to this length, about 150 tokens."""

_MOST_CHARS: Final = 8_000
"""What is told further on is not looked at; bounds the time that one entry takes."""

_MOST_SENTENCES: Final = 150
_FEWEST_WORDS: Final = 3
_LONGEST_WORD: Final = 60

_FELT: Final = math.log(0.8 / 0.2)
"""Log-odds from which something is felt: four in five."""

_MAYBE_FELT: Final = 0.0
"""Log-odds below which nothing is felt in any sentence of a passage."""

_THIS_FELT: Final = math.log(0.2 / 0.8)
"""Log-odds from which it is this feeling; several may be felt at once."""

_STRONGLY: Final = math.log(0.6 / 0.4)
_MOST_FEELINGS: Final = 3
_CONTEXT: Final = 0.3
"""What the passage around a sentence counts, the sentence itself counting the rest."""

_CHEERFUL: Final = 0.4
"""More prototypes tell of pleasant things than of unpleasant ones; taken off the log-odds."""

_PER_FEELING: Final = 1.5
_OF_WORDS: Final = 1.4
"""Most that praise or complaint adds to the log-odds, however much of it there is."""

_DENIED: Final = -0.5
"""What a feeling that is said not to be there counts: "not sad" is not quite cheerful."""

_DENIED_WITHIN: Final = 3
_DENIALS: Final = word_set("emotions.denials") | word_set("told.denials")
_SUPPOSING: Final = word_set("told.supposing")
_USER: Final = (FIRST_PERSON - {"my", "our"}) | {"myself", "ourselves", "ive"}
_SUBJECTS: Final = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"})
_MOST_STEPS: Final = 8
_PLEASANT: Final = word_set("told.pleasant")
_UNPLEASANT: Final = word_set("told.unpleasant")

Span = tuple[int, int]
"""First and last word."""


@dataclass(slots=True)
class Told:
    """What an entry tells.

    Attributes:
        topics: by name, the chance that the entry is about it.
        where: by name, the passage that is most about it.
        valence: log-odds of pleasant against unpleasant; None if there was nothing to see.
        felt: chance that anything is felt, in the passage or sentence that tells most.
    """

    topics: dict[str, float] = field(default_factory=dict)
    where: dict[str, Span] = field(default_factory=dict)
    valence: float | None = None
    felt: float = 0.0


def read_told(draft: Draft, prototypes: Prototypes) -> Told:
    """Add the feelings that are told, and say what else is.

    Args:
        draft: the entry, with all feelings that are named.
        prototypes: what tells them.
    """
    passages = list(_passages(draft))
    wholes = [_text(draft, (spans[0][0], spans[-1][1])) for spans in passages]
    around = prototypes.lean(wholes)
    leaning = dict(zip(wholes, around, strict=True))
    # Each look costs milliseconds: a passage that tells of no feeling is not looked at closer.
    sentences = [
        (span, at)
        for at, spans in enumerate(passages)
        for span in spans
        if around[at].felt >= _MAYBE_FELT and _may_tell(draft, span)
    ]
    sure = list(filter(None, (_sure_text(draft, spans) for spans in passages)))
    closer = [*(_text(draft, span) for span, _ in sentences), *sure]
    different = [text for text in dict.fromkeys(closer) if text not in leaning]
    leaning.update(zip(different, prototypes.lean(different), strict=True))
    told = Told()
    _tell_topics(told, prototypes, passages, around)
    for (span, at), text in zip(sentences, closer[: len(sentences)], strict=True):
        here = leaning[text]
        felt = _mixed(here.felt, around[at].felt)
        told.felt = max(told.felt, _chance(felt))
        if felt >= _FELT:
            scores = (1 - _CONTEXT) * here.feelings + _CONTEXT * around[at].feelings
            sign = _mixed(here.valence, around[at].valence) - _CHEERFUL
            _add_feelings(draft, span, prototypes, scores, sign)
    if sure:
        told.valence = float(np.mean([leaning[text].valence for text in sure])) - _CHEERFUL
    if around:
        told.felt = max(told.felt, *(_chance(one.felt) for one in around))
    return told


def valence_of(draft: Draft, told: Told | None) -> float | None:
    """How pleasant an entry was for the user: by feelings, by other words, by what it tells.

    Returns:
        From -1 (unpleasant) to 1 (pleasant), 0 if it leans to neither; None if there is
        nothing to tell it by.
    """
    named = [
        EMOTIONS[one.name] * (_DENIED if one.negated else 1)
        for one in draft.found
        if one.kind is Kind.EMOTION and one.live and one.of_user and one.named
    ]
    rated = list(_rated(draft))
    odds = _PER_FEELING * float(np.mean(named)) if named else 0.0
    odds += _OF_WORDS * math.tanh(sum(rated) / 2)
    if told is not None and told.valence is not None:
        odds += told.valence
    elif not named and not rated:
        return None
    sure = 1.0 if named or rated or told is None else told.felt
    return math.tanh(odds / 2) * sure


def _rated(draft: Draft) -> Iterator[float]:
    """For each word of the user that praises or complains: 1 or -1, less if it is denied."""
    words = draft.parse.words
    for word in words:
        forms = {word.lower, word.lemma}
        sign = bool(forms & _PLEASANT) - bool(forms & _UNPLEASANT)
        if sign and not draft.quoted[word.i]:
            before = words[max(0, word.i - _DENIED_WITHIN) : word.i]
            yield sign * (_DENIED if any(one.lower in _DENIALS for one in before) else 1)


def _passages(draft: Draft) -> Iterator[list[Span]]:
    """Runs of the user's own sentences that fit into one look."""
    words = draft.parse.words
    passage: list[Span] = []
    size = total = n_sentences = 0
    for begin, end in draft.parse.sentences:
        own = [word for word in words[begin:end] if word.end > word.start]
        own = [word for word in own if not word.text.isspace()]
        if not own or draft.quoted[own[0].i] or not any(map(_is_word, own)):
            continue
        length = own[-1].end - own[0].start
        if passage and size + length > _PASSAGE_CHARS:
            yield passage
            passage, size = [], 0
        if total + length > _MOST_CHARS or n_sentences >= _MOST_SENTENCES:
            break
        passage.append((own[0].i, own[-1].i))
        size, total, n_sentences = size + length, total + length, n_sentences + 1
    if passage:
        yield passage


def _may_tell(draft: Draft, span: Span) -> bool:
    """Whether a sentence may be read by its meaning alone."""
    first, last = span
    words = draft.parse.words[first : last + 1]
    if sum(map(_is_word, words)) < _FEWEST_WORDS or "?" in words[-1].text:
        return False
    if any(draft.kind(index) is Kind.EMOTION for index in draft.owners(first, last + 1)):
        return False
    if any(word.lower in _DENIALS or word.lower in _SUPPOSING for word in words):
        return False
    return _happens_to_user(draft, span)


def _is_felt_otherwise(draft: Draft, span: Span) -> bool:
    """Whether a sentence asks, or names a feeling that is not there: it means the contrary."""
    first, last = span
    if "?" in draft.parse.words[last].text:
        return True
    named = (draft.found[index] for index in draft.owners(first, last + 1))
    return any(one.kind is Kind.EMOTION and one.negated for one in named)


def _sure_text(draft: Draft, spans: list[Span]) -> str:
    """A passage without the sentences whose meaning misleads about what was felt."""
    kept = [span for span in spans if not _is_felt_otherwise(draft, span)]
    if len(kept) == len(spans):
        return _text(draft, (spans[0][0], spans[-1][1]))
    return " ".join(_text(draft, span) for span in kept)


def _happens_to_user(draft: Draft, span: Span) -> bool:
    """Whether the user, or something of theirs, takes part; a note without subject is theirs.

    What others say of the user, and what happens to the user's people, is not told to be
    felt by the user.
    """
    words = draft.parse.words[span[0] : span[1] + 1]
    if not any(word.dep in _SUBJECTS for word in words):
        return True
    return any(_is_of_user(draft, word) for word in words)


def _is_of_user(draft: Draft, word: Word) -> bool:
    parse = draft.parse
    if word.lower in MY:
        owned = draft.mention_of(parse.head(word))
        if owned is not None and draft.found[owned].kind is Kind.PERSON:
            return False
    elif word.lower not in _USER:
        return False
    verb = word
    for _ in range(_MOST_STEPS):
        if verb.tag.startswith("V") or verb.head == verb.i:
            break
        verb = parse.head(verb)
    return stance_of(parse, verb).polarity is not Polarity.REPORTED


def _is_word(word: Word) -> bool:
    return word.text.isalpha() and len(word.text) <= _LONGEST_WORD


def _text(draft: Draft, span: Span) -> str:
    words = draft.parse.words
    return draft.parse.text[words[span[0]].start : words[span[1]].end]


def _tell_topics(
    told: Told, prototypes: Prototypes, passages: list[list[Span]], around: list[Leaning]
) -> None:
    if not around:
        return
    table = np.array([one.topics for one in around])
    for at, topic in enumerate(prototypes.topics):
        told.topics[topic] = float(table[:, at].mean())
        most = passages[int(table[:, at].argmax())]
        told.where[topic] = (most[0][0], most[-1][1])


def _add_feelings(
    draft: Draft, span: Span, prototypes: Prototypes, scores: NDArray[np.float32], sign: float
) -> None:
    order = np.argsort(-scores, kind="stable")[:_MOST_FEELINGS]
    for at in order:
        if scores[at] < _THIS_FELT:
            return
        name = prototypes.feelings[at]
        if EMOTIONS[name] * sign < 0:
            continue  # the sentence as a whole says the contrary
        # It owns none of its words: they stand for what they name.
        draft.found.append(
            Found(
                span[0], span[1], span[1], name, Kind.EMOTION, f"prototype:{name}",
                named=False, intensity=3 if scores[at] >= _STRONGLY else 2,
            )
        )  # fmt: skip


def _mixed(here: float, around: float) -> float:
    return (1 - _CONTEXT) * here + _CONTEXT * around


def _chance(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))
