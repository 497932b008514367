"""What a sentence claims: its content words, and who does what to whom among them.

A passive, a relative clause and a possessive are told in one form, so that two sentences
that say the same claim the same: "a man who plays", "a man playing", "is played by a man".
"""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass
from typing import Final

from graph_aria.domain.clauses import ParsedText
from graph_aria.domain.drafting import Draft
from graph_aria.domain.function_words import DENYING_PRONOUNS
from graph_aria.domain.joining import join
from graph_aria.domain.stems import stem

_KINDS: Final = {"VB": "v", "JJ": "a", "RB": "r", "RP": "r", "IN": "r", "PR": "p"}


@dataclass(frozen=True, slots=True, order=True)
class Term:
    """A content word of a claim.

    Attributes:
        key: what it is compared by: the stem of a verb, the base form of another word.
        kind: "n" noun, "v" verb, "a" adjective, "r" adverb or particle, "p" pronoun.
        name: whether it is (part of) a proper name.
        numbers: how many, in digits, or a quantity ("all", "several"); sorted.
        denied: whether it is denied ("no shirt", "doesn't run").
        moods: time and modality of a predicate: "past", "will", "can", …; sorted.
        plural: whether a noun says that there are several.
        specific: whether a noun has an article or a number: "a cat", not "cats".
    """

    key: str
    kind: str
    name: bool = False
    numbers: tuple[str, ...] = ()
    denied: bool = False
    moods: tuple[str, ...] = ()
    plural: bool = False
    specific: bool = False


@dataclass(frozen=True, slots=True, order=True)
class Link:
    """What joins two terms of a claim.

    Attributes:
        head, part: indexes of terms.
        role: "subj", "obj", "mod", "comp", or a preposition or conjunction in its plain form.
    """

    head: int
    role: str
    part: int


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence as terms and links.

    Attributes:
        terms: in the order of the text; empty for a text that was not parsed.
        links: between them, without repetition.
        n_denials: how often something is denied.
        numbers: every number and quantity of the text, sorted; "a" is none, "one" is "1".
        words: stems of all its words, function words too.
    """

    terms: tuple[Term, ...]
    links: frozenset[Link]
    n_denials: int
    numbers: tuple[str, ...]
    words: frozenset[str]


def packed(claim: Claim, parser_id: str) -> str:
    """A claim as text, with the parser that it rests on, to be kept.

    >>> tea = Claim((Term("tea", "n"),), frozenset(), 0, (), frozenset({"tea"}))
    >>> unpacked(packed(tea, "p"), "p") == tea
    True
    """
    terms = [list(astuple(term)) for term in claim.terms]
    links = [list(astuple(link)) for link in sorted(claim.links)]
    parts = [parser_id, terms, links, claim.n_denials, claim.numbers, sorted(claim.words)]
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


def unpacked(text: str, parser_id: str) -> Claim | None:
    """The claim that was kept as a text; None if another parser made it, or there is none."""
    if not text:
        return None
    made_by, terms, links, n_denials, numbers, words = json.loads(text)
    if made_by != parser_id:
        return None
    return Claim(
        tuple(
            Term(key, kind, name, tuple(counts), denied, tuple(moods), plural, specific)
            for key, kind, name, counts, denied, moods, plural, specific in terms
        ),
        frozenset(Link(head, role, part) for head, role, part in links),
        n_denials,
        tuple(numbers),
        frozenset(words),
    )


def claim_of(parsed: ParsedText) -> Claim:
    """What a parsed text claims."""
    draft = Draft(parsed)
    join(draft)
    places = {at: n for n, at in enumerate(sorted(draft.notes))}
    values = (draft.syntax.value(i) for i in range(len(parsed.tokens)))
    return Claim(
        tuple(_term(draft, at) for at in places),
        frozenset(Link(places[head], role, places[part]) for head, role, part in draft.links),
        draft.n_denials,
        tuple(sorted(value for value in values if value is not None)),
        frozenset(stem(word) for token in parsed.tokens for word in (token.lower, token.lemma)),
    )


def _term(draft: Draft, at: int) -> Term:
    token, note = draft.syntax.tokens[at], draft.notes[at]
    kind = _KINDS.get(token.tag[:2], "n")
    plain = DENYING_PRONOUNS.get(token.lower) or note.phrase or token.lemma.replace("-", "")
    return Term(
        key=stem(plain) if kind == "v" else plain,
        kind=kind,
        name=token.tag.startswith("NNP"),
        numbers=tuple(sorted(note.numbers)),
        denied=note.denied,
        moods=tuple(sorted(note.moods)),
        plural=token.tag in {"NNS", "NNPS"} or token.lower == "people",
        specific=bool(note.numbers) or draft.syntax.first(at, "det") is not None,
    )
