"""Who has an illness, an injury or a bodily state: "my insomnia", "I'm pregnant", "Headache."."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.arguments import refer
from graph_aria.adapters.language.draft import Found, Stance
from graph_aria.adapters.language.relations import quote_around
from graph_aria.adapters.language.stance import MY, stance_of
from graph_aria.domain.reading import USER, Polarity
from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Parse, Word

_NEAR_SENTENCES: Final = 2
_BEING: Final = frozenset({"be", "feel", "get", "become", "'m", "m"})
_BEINGS: Final = frozenset({Kind.PERSON, Kind.ANIMAL})
_GONE: Final = frozenset({"gone", "over", "cured", "healed", "history"})
_PASSING: Final = frozenset({"go", "disappear", "vanish", "heal", "clear", "pass", "subside"})

_Had = tuple[list[int], tuple[int, int], str, Stance]
"""Who has it, first and last word of the quote, the rule, and the stance."""


def read_condition(draft: Draft, index: int, mention: Found, *, notes: bool) -> None:
    """Add HAS_CONDITION for whoever has what a mention names.

    Args:
        draft: the entry.
        index: the mention's index.
        mention: a mention of a condition.
        notes: whether a bare "Headache since noon." says that the user has it.
    """
    had = next(_had(draft, index, mention, notes=notes), None)
    if had is None:
        return
    holders, words, rule, stance = had
    for holder in holders:
        draft.state(holder, Predicate.HAS_CONDITION, index, words=words, rule=rule, stance=stance)


def _had(draft: Draft, index: int, mention: Found, *, notes: bool) -> Iterator[_Had]:
    """How the words say who has it; the first way counts."""
    parse = draft.parse
    word = parse.words[mention.head]
    poss = parse.kid(word, "poss")
    verb = _predicated(parse, word)
    if mention.rule == "condition:verb":
        subject = parse.subject(word)
        holders = refer(draft, subject) if subject is not None else [USER]
        yield holders, (mention.first, mention.last), "state:verb", stance_of(parse, word)
    elif poss is not None:
        holders = [USER] if poss.lower in MY else refer(draft, poss)
        words = (min(poss.i, mention.first), mention.last)
        over = _is_over(parse, word)
        yield holders, words, "state:my", replace(_of_noun(mention), ended=over)
    elif _is_this(parse, word):
        yield [USER], (mention.first, mention.last), "state:my", _of_noun(mention)
    elif verb is not None:
        holders = [
            one
            for one in refer(draft, parse.subject(verb))
            if one == USER or draft.kind(one) in _BEINGS
        ]
        yield holders, quote_around(draft, verb, index), "state:be", stance_of(parse, verb)
    elif notes and _is_note(parse, word, mention):
        words = (mention.first, _end_of_note(parse, mention))
        yield [USER], words, "state:note", _of_noun(mention)
    elif word.dep == "attr" and parse.head(word).lemma == "be":
        yield from _said_of_it(draft, word)


def _said_of_it(draft: Draft, word: Word) -> Iterator[_Had]:
    """Read "the vet says it's a sprain": whoever was spoken of before has it."""
    subject = draft.parse.kid(draft.parse.head(word), "nsubj")
    if subject is None or subject.lower not in {"it", "that"}:
        return
    sick = _last_being(draft, word)
    if sick is not None:
        stance = stance_of(draft.parse, draft.parse.head(word))
        yield [sick], _clause(draft.parse, word), "state:it", stance


def _end_of_note(parse: Parse, mention: Found) -> int:
    end = parse.sentences[parse.words[mention.head].sentence][1]
    for k in range(mention.last + 1, end):
        if parse.words[k].lower in {",", ".", "!", ";"}:
            return k - 1
    return mention.last


def _is_this(parse: Parse, word: Word) -> bool:
    """Whether a condition is pointed at as one's own: "this damn cold"."""
    determined = parse.kid(word, "det")
    return determined is not None and determined.lower == "this"


def _predicated(parse: Parse, word: Word) -> Word | None:
    """The verb that says an adjective of somebody: "I am oddly hungry", "felt sick"."""
    while word.dep == "conj" and parse.head(word).tag.startswith("JJ"):
        word = parse.head(word)
    verb = parse.head(word)
    if not word.tag.startswith("JJ"):
        return None
    return verb if word.dep in {"acomp", "attr"} and verb.lemma in _BEING else None


def _is_over(parse: Parse, word: Word) -> bool:
    """Whether a condition is said to have passed: "my insomnia is gone", "his cold cleared up"."""
    verb = parse.head(word)
    if word.dep not in {"nsubj", "nsubjpass"}:
        return False
    if verb.lower in _GONE or (verb.lemma in _PASSING and verb.tag in {"VBD", "VBN"}):
        return not parse.kids(verb, "neg")
    gone = any(kid.lower in _GONE for kid in parse.kids(verb, "acomp", "advmod", "prt", "attr"))
    return verb.lemma == "be" and gone and not parse.kids(verb, "neg")


def _of_noun(mention: Found) -> Stance:
    return Stance(Polarity.NEGATED if mention.negated else Polarity.ASSERTED)


def _is_note(parse: Parse, word: Word, mention: Found) -> bool:
    """Whether the sentence opens with the condition and has no verb of its own."""
    begin, end = parse.sentences[word.sentence]
    if mention.first - begin > 1 or any(
        one.lower in {"the", "her", "his"} for one in parse.words[begin : mention.first]
    ):
        return False
    return not any(
        one.tag in {"VBD", "VBZ", "VBP", "MD"} and one.dep in {"ROOT", "aux"}
        for one in parse.words[begin:end]
    )


def _last_being(draft: Draft, word: Word) -> int | None:
    """Who was spoken of before: the latest subject that is no professional on call."""
    best: int | None = None
    earliest = draft.parse.sentences[max(0, word.sentence - _NEAR_SENTENCES)][0]
    for index in draft.owners(earliest, word.i):
        one = draft.found[index]
        is_being = one.kind in {Kind.PERSON, Kind.ANIMAL} and one.live and one.rule != "role:bare"
        if is_being and one.head < word.i:
            best = index if best is None or one.head > draft.found[best].head else best
    if best is None:
        return None
    distance = word.sentence - draft.parse.words[draft.found[best].head].sentence
    return best if distance <= _NEAR_SENTENCES else None


def _clause(parse: Parse, word: Word) -> tuple[int, int]:
    verb = parse.head(word)
    at = [word.i, verb.i, *(kid.i for kid in parse.kids(verb, "nsubj", "neg"))]
    governor = parse.head(verb)
    if verb.dep == "ccomp" and governor.sentence == verb.sentence:
        at.append(governor.i)
        for kid in parse.kids(governor, "nsubj"):
            at.append(kid.i)
            at.extend(grandkid.i for grandkid in parse.kids(kid, "det", "poss"))
    return min(at), max(at)
