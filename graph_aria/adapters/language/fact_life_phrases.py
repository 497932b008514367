"""Things as they stand in a sentence, whatever the parse makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.fact_words import Told
    from graph_aria.adapters.language.parse import Word

NOT_ON: Final = frozenset({"until", "till", "til", "by", "before", "since", "from", "for"})
_BARE_ARTICLES: Final = frozenset({"a", "an", "the", "my", "our", "their", "own"})
_SAID_LITTLE: Final = word_set("facts.focus_little")
"""What is said of a thing and makes it no other: "new", "big", "second"."""

_SORTS: Final = word_set("facts.focus_sorts")
"""Nouns that give way to what stands before them: "Spanish course", "Atlas project"."""

_PARTS: Final = word_set("facts.focus_parts")
"""Nouns that give way to what stands behind "of": "a round of IVF"."""


def key_of(facts: Facts, head: Word) -> str:
    """What something is, in a form that is equal however it is put."""
    parse = facts.parse
    if head.lemma in _PARTS or head.lower in _PARTS:
        prep = next((kid for kid in parse.kids(head, "prep") if kid.lower == "of"), None)
        inner = None if prep is None else parse.kid(prep, "pobj")
        if inner is not None:
            return key_of(facts, inner)
    before = [
        kid.lower
        for kid in parse.kids(head, "compound", "amod", "nmod", "poss", "nummod")
        if kid.i < head.i
        and kid.tag not in {"PRP$", "CD"}
        and kid.lower not in _SAID_LITTLE
        and (kid.dep != "amod" or kid.text[:1].isupper() or kid.lower in {"half", "full"})
    ]
    plain = head.lower if head.tag == "NNP" or head.lemma == "" else head.lemma.lower()
    if plain in _SORTS and before:
        return " ".join(before)
    return " ".join([*before, plain])


def thing_told(facts: Facts, head: Word, limit: int = 7) -> Told | None:
    """A thing in the third person, as full as it can be told.

    What is loosely said of it is left out, and days: those are told apart.
    """
    parse = facts.parse
    row = row_of(facts, head)
    kept: Told | None = None
    if head.tag.startswith("NN"):
        loose = [kid for kid in parse.kids(head) if kid.dep in _LOOSE or is_dated(facts, kid)]
        kept = facts.words.phrase(head, without=loose, limit=limit)
    if kept is None or kept.first > row[0].i or len(row) > kept.last - kept.first + 1:
        # "last" alone would say nothing later; between a possessive and a noun it does
        plain = [word for word in row if word in {row[0], row[-1]} or word.lower not in _FITTING]
        return facts.words.tell(plain) if len(row) <= limit else None
    return kept if _is_whole(kept.text) else facts.words.tell(row)


def _is_whole(text: str) -> bool:
    """Whether a phrase does not end in the middle: "a job for"."""
    return text.rsplit(maxsplit=1)[-1].lower() not in _NOT_LAST


_LONG: Final = frozenset(
    {"weeks", "months", "years", "ages", "days", "hours", "decades", "while", "week", "month",
     "year", "decade", "age"}
)  # fmt: skip
"""How long something goes on, which is told apart: "a flat for weeks"."""

_FITTING: Final = frozenset({"last", "next", "same", "other"})
_NOT_LAST: Final = frozenset({"for", "in", "at", "on", "of", "with", "to", "from", "by", "and"})


def is_dated(facts: Facts, word: Word) -> bool:
    """Whether a preposition leads to a day: "the test on Monday"."""
    if facts.words.date_at(word) is not None:
        return True
    inner = facts.parse.kid(word, "pobj") if word.dep == "prep" else None
    return inner is not None and (
        facts.words.date_at(inner) is not None
        or word.lower in NOT_ON - {"for", "from", "by"}
        or (word.lower in {"for", "in", "after"} and inner.lower in _LONG)
    )


def row_of(facts: Facts, head: Word) -> list[Word]:
    """The words of a plain phrase up to its noun: "our second round", whatever the parse."""
    words = facts.parse.words
    begin, _ = facts.parse.sentences[head.sentence]
    first = head.i
    while first > begin and _stands_before(words[first - 1], words[first]):
        first -= 1
        if words[first].tag in {"DT", "PRP$"}:
            break
    return words[first : head.i + 1]


def _stands_before(word: Word, following: Word) -> bool:
    is_named = word.tag == "POS" or word.tag.startswith(("NN", "JJ")) or word.tag == "HYPH"
    is_said = word.tag in {"DT", "PRP$", "CD", "VBN"} and word.dep not in {"ROOT", "auxpass"}
    is_noun_of = following.dep in {"compound", "amod"} or not following.tag.startswith("PRP")
    is_said = is_said or word.lower in {"ever", "very"}  # "my first ever novel"
    return (is_named or is_said) and is_noun_of and word.lower not in {"back", "home"}


def lead_of(facts: Facts, head: Word) -> str:
    """The article or possessive of a noun, in lower case; "" for none."""
    row = row_of(facts, head)
    found = next((word for word in row[:-1] if word.tag in {"DT", "PRP$"}), None)
    own = facts.parse.kid(head, "poss", "det")
    if found is None and own is not None and own.i < head.i:
        found = own
    return "" if found is None else found.lower


def things_of(facts: Facts, verb: Word) -> Iterator[Word]:
    """What a verb takes: its objects, else the noun of the phrase that follows it."""
    parse = facts.parse
    found = [thing for thing in parse.kids(verb, "dobj") if thing.i > verb.i]
    yield from found
    _, end = parse.sentences[verb.sentence]
    at = verb.i + 1
    words = parse.words
    while at < end and words[at].dep in {"prt", "advmod", "dative"} and words[at].i <= verb.i + 2:
        at += 1
    first = at
    while at < end and words[at].tag.startswith(("NN", "JJ", "DT", "PRP$", "CD", "HYPH", "POS")):
        if facts.words.date_at(words[at]) is not None:
            break
        at += 1
    if at > first + 1 and words[at - 1].lower.endswith("ing"):
        at -= 1  # "broke my leg skiing"
    if at == first < end and words[at].tag in {"VB", "VBP"} and words[at].dep == "xcomp":
        yield words[at]  # a noun that the parser takes for a verb: "finished chemo"
    if at > first and words[at - 1] not in found and words[at - 1].tag not in {"DT", "PRP$"}:
        yield words[at - 1]


_LOOSE: Final = frozenset({"relcl", "appos", "cc", "conj", "advcl", "npadvmod", "punct", "acl"})


def core(text: str) -> str:
    """A phrase without its article or possessive."""
    parts = text.split()
    while parts and parts[0].lower() in _BARE_ARTICLES:
        parts.pop(0)
    return " ".join(parts)


def is_place(facts: Facts, word: Word) -> bool:
    """Whether a word is the name of a place."""
    index = facts.draft.mention_of(word)
    known = index is not None and facts.draft.found[index].kind is Kind.PLACE
    return word.tag.startswith("NNP") and (known or word.ent in {"GPE", "LOC"})


def is_body(facts: Facts, word: Word) -> bool:
    """Whether a word is the name of a firm, a school or the like."""
    index = facts.draft.mention_of(word)
    known = index is not None and facts.draft.found[index].kind is Kind.ORGANIZATION
    return word.tag.startswith("NNP") and (known or word.ent == "ORG")


def sentence_text(facts: Facts, word: Word) -> str:
    """The sentence that a word stands in."""
    begin, end = facts.parse.sentences[word.sentence]
    words = facts.parse.words
    return facts.parse.text[words[begin].start : words[end - 1].end]
