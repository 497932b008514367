"""The decision over any parse: sides do not matter, and a broken parse breaks nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph_aria.domain.claims import Claim, Link, Term, claim_of
from graph_aria.domain.clauses import ParsedText, Token
from graph_aria.domain.guard import Accord, Agreement, compare
from graph_aria.domain.likeness import Likeness
from graph_aria.domain.objections import Ground
from graph_aria.domain.sameness import FAR, Sameness, decide, decided

LIKENESS = Likeness(same=0.92, review=0.80)
WORDS = ["dog", "cat", "chase", "not", "no", "two", "three", "Tom", "Ann", "in", "of", "group",
         "be", "that", "each", "other", "give", "up", "wear", "make", "quickly", "by", "all",
         ]  # fmt: skip
TAGS = ["NN", "NNS", "NNP", "VBZ", "VBD", "VBN", "VBG", "MD", "JJ", "RB", "CD", "IN", "WDT",
        "RP", ""]  # fmt: skip
DEPS = ["nsubj", "nsubjpass", "dobj", "prep", "pobj", "pcomp", "agent", "conj", "appos", "relcl",
        "acl", "xcomp", "advcl", "attr", "acomp", "aux", "auxpass", "neg", "det", "nummod", "amod",
        "compound", "poss", "prt", "mark", "ROOT", ""]  # fmt: skip


@st.composite
def parses(draw: st.DrawFn) -> ParsedText:
    """Any parse, cycles and all."""
    n = draw(st.integers(0, 9))
    return ParsedText(
        tuple(
            Token(
                word := draw(st.sampled_from(WORDS)),
                word.lower(),
                draw(st.sampled_from(TAGS)),
                draw(st.sampled_from(DEPS)),
                draw(st.integers(0, n - 1)),
            )
            for _ in range(n)
        )
    )


def _turned(verdict: Accord) -> Accord:
    fuller = None if verdict.fuller is None else 1 - verdict.fuller
    return Accord(verdict.agreement, verdict.reason, fuller)


@settings(max_examples=400)
@given(parses(), parses())
def test_the_sides_do_not_matter(one: ParsedText, other: ParsedText) -> None:
    here, there = claim_of(one), claim_of(other)
    assert compare(here, there) == _turned(compare(there, here))


@settings(max_examples=200)
@given(parses())
def test_a_sentence_says_what_it_says(parsed: ParsedText) -> None:
    claim = claim_of(parsed)
    expected = Agreement.EQUAL if claim.terms else Agreement.OPEN
    assert compare(claim, claim).agreement is expected


@settings(max_examples=200)
@given(parses())
def test_links_join_terms_that_are_there(parsed: ParsedText) -> None:
    claim = claim_of(parsed)
    for link in claim.links:
        assert link.head != link.part
        assert 0 <= min(link.head, link.part) <= max(link.head, link.part) < len(claim.terms)


@settings(max_examples=200)
@given(parses(), parses(), st.floats(-1, 1))
def test_what_lies_far_apart_is_never_the_same(
    one: ParsedText, other: ParsedText, similarity: float
) -> None:
    decision = decide(similarity, one, other, LIKENESS)
    if similarity < LIKENESS.review:
        assert decision.sameness is Sameness.DIFFERENT
    if decision.sameness is not Sameness.SAME:
        assert decision.fuller is None


@pytest.mark.parametrize(
    ("agreement", "similarity", "expected"),
    [
        (Agreement.EQUAL, 0.80, Sameness.SAME),
        (Agreement.EQUAL, 0.79, Sameness.DIFFERENT),
        (Agreement.CLOSE, 0.82, Sameness.UNCLEAR),
        (Agreement.CLOSE, 0.84, Sameness.SAME),
        (Agreement.FULLER, 0.82, Sameness.UNCLEAR),
        (Agreement.FULLER, 0.84, Sameness.SAME),
        (Agreement.OPEN, 1.0, Sameness.UNCLEAR),
        (Agreement.OPEN, 0.5, Sameness.DIFFERENT),
        (Agreement.APART, 1.0, Sameness.DIFFERENT),
    ],
)
def test_the_more_the_guard_agrees_the_less_the_vectors_must(
    agreement: Agreement, similarity: float, expected: Sameness
) -> None:
    assert decided(similarity, Accord(agreement, Ground.WORDS), LIKENESS).sameness is expected


def test_a_decision_says_why() -> None:
    assert decided(0.5, Accord(Agreement.EQUAL, Ground.NOTHING), LIKENESS).reason == FAR
    apart = decided(0.95, Accord(Agreement.APART, Ground.NEGATION), LIKENESS)
    assert apart.reason == "one denies what the other says"


def test_a_text_without_a_parse_is_left_to_others() -> None:
    for word in ("Hello", "Nobody", "not", "7"):
        bare = ParsedText((Token(word, word.lower(), "", "", 0),))
        decision = decide(1.0, bare, bare, LIKENESS)
        assert (decision.sameness, decision.reason) == (Sameness.UNCLEAR, Ground.UNREAD)


def test_words_that_nothing_holds_must_stand_in_one_order() -> None:
    tom, ann = Term("tom", "n", name=True), Term("ann", "n", name=True)
    words = frozenset({"tom", "ann"})
    one = Claim((tom, ann), frozenset(), 0, (), words)
    other = Claim((ann, tom), frozenset(), 0, (), words)
    assert compare(one, other) == Accord(Agreement.OPEN, Ground.ROLES)


def test_two_that_changed_places_are_apart() -> None:
    dog, cat, chase = Term("dog", "n"), Term("cat", "n"), Term("chas", "v")
    words = frozenset({"dog", "cat", "chas"})
    one = Claim((dog, chase, cat), frozenset({Link(1, "subj", 0), Link(1, "obj", 2)}), 0, (), words)
    other = Claim((cat, chase, dog), one.links, 0, (), words)
    assert compare(one, other) == Accord(Agreement.APART, Ground.ROLES)
