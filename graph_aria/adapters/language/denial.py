"""Whether a feeling or a condition is said not to be there, or only supposed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.lexicon import word_set

if TYPE_CHECKING:
    from graph_aria.adapters.language.parse import Parse, Word

_DENIALS: Final = word_set("emotions.denials")
_SEE_THROUGH: Final = word_set("emotions.see_through")
_TAKE_BACK: Final = word_set("emotions.take_back")
"""Words behind "not" that make it praise or stress: "not only sad", "couldn't be happier"."""

_SO: Final = word_set("emotions.so")
_CLAUSE_ENDS: Final = word_set("emotions.clause_ends")
_LINKS: Final = word_set("emotions.links")
_GOVERNED: Final = frozenset({"acomp", "oprd", "attr", "dobj", "ccomp"})
_LIGHT_TAGS: Final = frozenset({"RB", "PRP", "JJ", "DT"})
_SAYING_SO: Final = frozenset({"say", "think", "believe", "claim", "call", "mean"})
_FAR_FROM: Final = frozenset({("far", "from"), ("anything", "but")})
_SUPPOSING: Final = frozenset({"would", "might", "could", "may", "should"})
_REACH: Final = 8
"""How many words before a feeling may deny it."""


def is_denied(parse: Parse, first: int, word: Word) -> bool:
    """Tell "not sad", "no longer sad", "stopped worrying", "without fear" from plain feelings.

    Args:
        parse: the entry.
        first: the first word of the feeling.
        word: the word of it that hangs on the rest of the sentence.
    """
    if _is_not_said(parse, word):
        return True
    near = _denied_nearby(parse, first, word)
    if near is not None:
        return near
    head = parse.head(word)
    if head.i != word.i and head.dep != "conj" and word.dep in _GOVERNED:
        for kid in parse.kids(head, "neg"):
            over = any(_ends_denial(parse.words, i, first) for i in range(kid.i + 1, first))
            if 0 < first - kid.i <= _REACH and not over:
                return parse.words[kid.i + 1].lower not in _TAKE_BACK
    if word.dep == "conj" and head.i < first and parse.words[first - 1].lower in {"or", "nor"}:
        return is_denied(parse, head.i, head)
    return False


def _is_not_said(parse: Parse, word: Word) -> bool:
    """Whether nobody says so: "I wouldn't say I'm sad", "I never said that I was sad"."""
    verb = word if word.tag.startswith("V") else parse.head(word)
    above = parse.head(verb)
    if verb.dep != "ccomp" or above.lemma not in _SAYING_SO:
        return False
    return any(kid.dep == "neg" or kid.lower == "never" for kid in parse.kids(above))


def is_unreal(parse: Parse, word: Word) -> bool:
    """Whether a feeling is only supposed: "I would be happy to", "if I were sad"."""
    verb = word if word.tag.startswith("V") else parse.head(word)
    return any(_supposes(kid, step) for step in (word, verb) for kid in parse.kids(step))


def _supposes(kid: Word, step: Word) -> bool:
    if kid.dep == "aux":
        return kid.lower in _SUPPOSING or (kid.lower == "'d" and step.tag == "VB")
    return kid.dep == "mark" and kid.lower in {"if", "unless"} and step.tag.startswith("V")


def _denied_nearby(parse: Parse, first: int, word: Word) -> bool | None:
    """What the words right before a feeling say about it; None if they say nothing."""
    words = parse.words
    begin = max(parse.sentences[word.sentence][0], first - _REACH)
    for i in range(first - 1, begin - 1, -1):
        before = words[i]
        is_far = i > begin and (words[i - 1].lower, before.lower) in _FAR_FROM
        if is_far or before.lower in _DENIALS:
            return is_far or not _is_taken_back(words, i, first)
        if before.lower in _CLAUSE_ENDS or _ends_denial(words, i, first):
            return None
        if before.lower == "," and any(one.dep.startswith("nsubj") for one in words[i:first]):
            return None
        if before.lemma in {"stop", "quit"} and word.tag == "VBG":
            return True
        is_light = before.lower in _SEE_THROUGH or before.tag in _LIGHT_TAGS
        if not is_light and i != word.head and before.lemma not in _LINKS:
            return None
    return None


def _ends_denial(words: list[Word], i: int, first: int) -> bool:
    """Whether a comma closes what is denied: "not anxious any more, just tired"."""
    if words[i].lower not in {",", "-", "–", "—"}:
        return False
    ends = words[i - 1].lower in _OVER if i else False
    return ends or any(word.lower in _INSTEAD for word in words[i + 1 : min(i + 3, first)])


_OVER: Final = frozenset({"more", "anymore", "longer"})
_INSTEAD: Final = frozenset(
    {"just", "only", "simply", "merely", "mostly", "rather", "instead", "now", "but", "more"}
)


def _is_taken_back(words: list[Word], i: int, first: int) -> bool:
    """Whether a denial is none: "not only sad", "I have never been so happy"."""
    lower = words[i].lower
    if lower == "never" or words[first - 1].lower == "this":
        return words[first - 1].lower in _SO  # "haven't been this happy in years"
    return lower != "no" and words[i + 1].lower in _TAKE_BACK
