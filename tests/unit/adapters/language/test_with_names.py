"""Names of other languages find their place beside what was read."""

from __future__ import annotations

from time import process_time

from hypothesis import given
from hypothesis import strategies as st

from graph_aria.adapters.language.foreign import with_names
from graph_aria.domain.reading import Reading, ReadMention
from graph_aria.domain.vocabulary import Kind

SPANS = st.lists(
    st.tuples(st.integers(0, 30), st.integers(1, 8)).map(lambda one: (one[0], sum(one))),
    max_size=8,
    unique=True,
)


def at(start: int, end: int, rule: str) -> ReadMention:
    return ReadMention(start, end, "x" * (end - start), f"n{start}", Kind.PERSON, rule)


def reading(spans: list[tuple[int, int]]) -> Reading:
    mentions = tuple(at(start, end, "read") for start, end in sorted(spans))
    return Reading(mentions, (), (), "en", "r")


@given(SPANS, SPANS)
def test_a_name_is_added_where_nothing_was_named(
    read: list[tuple[int, int]], names: list[tuple[int, int]]
) -> None:
    found = with_names(reading(read), [at(*span, "ner:de") for span in names], reader_id="r")
    added = {(one.start, one.end) for one in found.mentions if one.rule == "ner:de"}
    free = {(s, e) for s, e in names if not any(s < end and start < e for start, end in read)}
    assert added == free
    assert [one.start for one in found.mentions] == sorted(one.start for one in found.mentions)


def test_many_names_take_no_longer_each() -> None:
    n = 50_000  # of some 20 characters: one megabyte
    begin = process_time()
    found = with_names(
        reading([(20 * i, 20 * i + 6) for i in range(n)]),
        [at(20 * i + 4 + 4 * (i % 2), 20 * i + 12, "ner:de") for i in range(n)],
        reader_id="r",
    )
    assert len(found.mentions) == n + n // 2
    assert process_time() - begin < 10
