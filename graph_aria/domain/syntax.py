"""Questions to a parse: whose subject, which number, what a preposition says."""

from __future__ import annotations

import unicodedata
from typing import Final

from graph_aria.domain.clauses import ParsedText, Token
from graph_aria.domain.function_words import (
    DEGREES,
    DENIALS,
    DENYING_PRONOUNS,
    NUMBERS,
    PLACES,
    PREPOSITION_PAIRS,
    PREPOSITIONS,
    QUANTITIES,
    TRANSPARENT,
    TRANSPARENT_COUNTS,
)

VERBS: Final = "VB"
SUBJECTS: Final = ("nsubj", "csubj")
PASSIVE_SUBJECTS: Final = ("nsubjpass", "csubjpass")
STEPS: Final = 8
"""How far a chain is followed; the parse of a hostile text may be one long chain."""

_RELATIVE: Final = frozenset({"WDT", "WP", "WP$"})
_FUNCTION: Final = frozenset(
    {
        "DT", "IN", "CC", "TO", "MD", "EX", "POS", "WDT", "WP", "WP$", "WRB", "PDT", "HYPH", "_SP",
        ".", ",", ":", "``", "''", "-LRB-", "-RRB-", "NFP",
    }
)  # fmt: skip
_HELPING: Final = frozenset({"aux", "auxpass", "neg", "det", "expl", "punct", "cc", "case", "mark"})
_NAMING: Final = ("NN", "CD", "JJ")
_CLAUSES: Final = frozenset({"advcl", "xcomp", "ccomp", "pcomp", "conj", "acl", "relcl", "prep"})
_COUNTING: Final = frozenset({"nummod", "quantmod", "compound", "amod"})
_MUTUAL: Final = frozenset({("each", "other"), ("one", "another")})


def _is_picture(char: str) -> bool:
    """Whether a character is an emoji or a like sign, which a tagger takes for a comma."""
    return unicodedata.category(char) == "So"


class Syntax:
    """The parse of a text, with what its words are to each other.

    Attributes:
        tokens: in order.
        kids: indexes of each word's dependents, in order.
    """

    def __init__(self, parsed: ParsedText) -> None:
        self.tokens = parsed.tokens
        self.kids: list[list[int]] = [[] for _ in parsed.tokens]
        for i, token in enumerate(parsed.tokens):
            if token.head != i:
                self.kids[token.head].append(i)
        self._pairs = {
            i + 1: role
            for i, (one, two) in enumerate(zip(parsed.tokens, parsed.tokens[1:], strict=False))
            if (role := PREPOSITION_PAIRS.get(f"{one.lower} {two.lower}"))
        }

    def first(self, i: int, *deps: str) -> int | None:
        """The first dependent with one of the labels, or None."""
        return next((kid for kid in self.kids[i] if self.tokens[kid].dep in deps), None)

    def own_subject(self, verb: int) -> int | None:
        """The subject that hangs on a verb itself, or None."""
        return self.first(verb, *SUBJECTS, *PASSIVE_SUBJECTS)

    def subject(self, verb: int) -> int | None:
        """The word that is the subject of a verb, its own or a shared one; None if none is."""
        for _ in range(STEPS):
            own = self.own_subject(verb)
            if own is not None:
                return own
            token = self.tokens[verb]
            if token.dep in {"acl", "relcl"}:
                return token.head
            if token.dep not in _CLAUSES or token.head == verb:
                return None
            verb = token.head
        return None

    def is_missed_subject(self, i: int) -> bool:
        """Whether a noun before a verb without a subject was taken for something else."""
        token = self.tokens[i]
        is_before = i < token.head and token.tag.startswith("NN")
        return is_before and self.is_verb(token.head) and self.own_subject(token.head) is None

    def antecedent(self, i: int) -> int | None:
        """The noun that a relative pronoun stands for, or None."""
        for _ in range(STEPS):
            token = self.tokens[i]
            if token.dep == "relcl":
                return token.head
            if token.head == i:
                return None
            i = token.head
        return None

    def is_verb(self, i: int) -> bool:
        """Whether a word is a verb in any form."""
        return self.tokens[i].tag.startswith(VERBS)

    def is_relative(self, i: int) -> bool:
        """Whether a word may be a relative pronoun."""
        return self.tokens[i].tag in _RELATIVE or self.tokens[i].lower == "that"

    def is_copula(self, i: int) -> bool:
        """Whether a word is a form of "be"."""
        return self.tokens[i].lemma == "be" and self.is_verb(i)

    def is_passive(self, verb: int) -> bool:
        """Whether a verb is in the passive by its auxiliary."""
        return self.first(verb, "auxpass") is not None

    def names_doer(self, prep: int) -> bool:
        """Whether a "by" names who does what a passive says."""
        token = self.tokens[prep]
        by_participle = token.lower == "by" and self.tokens[token.head].tag == "VBN"
        return token.dep == "agent" or by_participle

    def counted_noun(self, i: int) -> int | None:
        """The noun behind the "of" of a word that only counts it: "a group of men"."""
        token = self.tokens[i]
        counts = token.lemma in TRANSPARENT or token.lower in QUANTITIES or token.lower in NUMBERS
        if not counts and token.lower not in {"none", "some", "any"}:
            return None
        of = self._of(i)
        return self.first(of, "pobj", "pcomp") if of is not None else None

    def _of(self, i: int) -> int | None:
        return next((kid for kid in self.kids[i] if self.tokens[kid].lower == "of"), None)

    def place_of(self, i: int) -> str | None:
        """The role of a noun that is half of a preposition: "in front of"; None if it is not."""
        token = self.tokens[i]
        if token.dep != "pobj" or self._of(i) is None:
            return None
        return PLACES.get(f"{self.tokens[token.head].lower} {token.lower}")

    def role_of(self, prep: int) -> str:
        """The plain form of a preposition; "of" only modifies."""
        lower = self.tokens[prep].lower
        if prep in self._pairs:
            return self._pairs[prep]
        return "mod" if lower == "of" else PREPOSITIONS.get(lower, lower)

    def is_mutual(self, i: int) -> bool:
        """Whether a word is part of "each other" or "one another", which names nobody."""
        return any(
            tuple(token.lower for token in self.tokens[at : at + 2]) in _MUTUAL
            for at in (i, i - 1)
            if at >= 0
        )

    def is_content(self, i: int) -> bool:
        """Whether a word says something of its own; what no rule knows does."""
        token = self.tokens[i]
        if not token.tag:
            return False  # there is no model
        if token.lower in DENYING_PRONOUNS or any(map(_is_picture, token.text)):
            return not self.is_mutual(i)
        if self._is_function(i, token):
            return False
        if token.tag == "IN" and token.dep in {"advmod", "prt", "prep"}:
            return not self.kids[i]  # "looks out": a preposition without its noun is an adverb
        return token.tag not in _FUNCTION

    def _is_function(self, i: int, token: Token) -> bool:
        lower = token.lower
        is_closed = lower in DENIALS or lower in DEGREES or lower in QUANTITIES
        counts = token.tag == "CD" and token.dep in _COUNTING
        helps = token.dep in _HELPING and not token.tag.startswith(_NAMING)
        half = i + 1 in self._pairs and token.dep != "ROOT"  # "out" of "out of"
        if is_closed or counts or helps or half or self.is_copula(i) or self.is_mutual(i):
            return True
        return self.counted_noun(i) is not None or self.place_of(i) is not None

    def value(self, i: int) -> str | None:
        """The number or quantity that a word says, in digits or as a class; None if it says none.

        A year or an hour is a value too. "One" is 1 only as a number, "a" is nothing.
        """
        token = self.tokens[i]
        lower = token.lower
        if self.is_mutual(i):
            return None
        if lower == "few" and i and self.tokens[i - 1].lower == "a":
            return "several"
        if lower in TRANSPARENT_COUNTS and self.counted_noun(i) is not None:
            return TRANSPARENT_COUNTS[lower]
        if token.tag == "CD" or any(map(str.isdigit, lower)):
            return QUANTITIES.get(lower) or NUMBERS.get(lower, lower)
        return QUANTITIES.get(lower) or (NUMBERS.get(lower) if lower != "one" else None)
