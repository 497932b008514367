"""What is written about names becomes rulings, in time that grows with the text only."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from time import process_time

from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.questions import apart_pairs
from graph_aria.domain.reading import EntryForm, ReadIdentity, Reading, ReadMention
from graph_aria.domain.records import Entry, EntryRecord, Mention, Profile, Ruling, RulingVerb
from graph_aria.domain.said import MOST_STATEMENTS, Said, settle
from graph_aria.domain.standing import Standing
from graph_aria.domain.statements import canonical_map
from graph_aria.domain.vocabulary import Kind
from graph_aria.domain.weights import Dial

BEGIN = datetime(2026, 1, 1, 12, tzinfo=UTC)
OWNER = Profile("p", "Ann", "UTC", "me", Dial(), 800, 0, None, None, BEGIN)


def ruling(n: int, verb: RulingVerb, target: str, other: str) -> Ruling:
    at = BEGIN + timedelta(minutes=n)
    return Ruling(f"r{n:04d}", "p", verb, target, at, at.date(), other_id=other)


def settled(pairs: list[tuple[int, int, bool]], width: int) -> Said:
    """What is settled by statements about the mentions with these numbers."""
    spans = [(n * 8, n * 8 + 6, f"Na{n:04d}") for n in range(width)]
    entry = Entry("e", "p", EntryForm.JOURNAL, "x" * width * 8, BEGIN, "UTC", BEGIN)
    live = tuple(
        Mention(f"m{n}", "e", start, end, name, Kind.PERSON, "t", 1.0, f"x{n:06d}")
        for n, (start, end, name) in enumerate(spans)
    )
    reading = Reading(
        mentions=tuple(
            ReadMention(start, end, name, name, Kind.PERSON, "t") for start, end, name in spans
        ),
        assertions=(),
        dates=(),
        language="en",
        reader_id="t",
        identities=tuple(ReadIdentity(a, b, same=s, start=0, end=1, rule="t") for a, b, s in pairs),
    )
    read = (EntryRecord(entry), EntryRecord(entry, mentions=live), reading)
    return settle(OWNER, [read], [], stored={}, now=BEGIN)


def test_a_long_text_of_statements_about_names_is_settled_at_once() -> None:
    # One megabyte of "X and Y are (not) the same person."
    n = 25_000
    begin = process_time()
    said = settled([(2 * i, 2 * i + 1, i % 2 == 0) for i in range(n)], 2 * n)
    linked = settled([(i, i + 1, True) for i in reversed(range(n))], n + 1)
    assert process_time() - begin < 10
    assert len(said.saved) == len(linked.saved) == MOST_STATEMENTS
    canonical = canonical_map(linked.saved)
    assert canonical(f"x{n:06d}") == f"x{n - MOST_STATEMENTS:06d}"


IDS = st.sampled_from("abcdef")


@given(
    st.lists(st.tuples(st.sampled_from([RulingVerb.MERGE, RulingVerb.NEVER_MERGE]), IDS, IDS)),
    st.integers(0, 4),
)
def test_what_stands_is_the_same_ruling_by_ruling(
    asked: list[tuple[RulingVerb, str, str]], n_known: int
) -> None:
    rulings: list[Ruling] = []
    kept = Standing([])
    for n, (verb, one, other) in enumerate(asked):
        if n == n_known:
            kept = Standing(rulings)
        one, other = kept.canonical(one), kept.canonical(other)  # noqa: PLW2901
        if one == other or kept.is_apart(one, other):
            continue
        rulings.append(ruling(n, verb, one, other))
        kept.add(rulings[-1])
    canonical = canonical_map(rulings)
    apart = apart_pairs(rulings, canonical)
    for one in "abcdef":
        assert kept.canonical(one) == canonical(one)
        for other in {canonical(each) for each in "abcdef"} - {canonical(one)}:
            assert kept.is_apart(canonical(one), other) == (
                frozenset((canonical(one), other)) in apart
            )
