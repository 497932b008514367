"""Digests of rows: equal for equal rows, whatever their order, and for no others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, date, datetime, timedelta, timezone
from enum import StrEnum
from math import inf, nextafter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.copies import (
    OWN,
    CopiedRow,
    CopyMark,
    IdempotencyKey,
    Part,
    RowKind,
    Tally,
    parts_of,
    store_id,
    tally,
)
from graph_aria.domain.days import utc
from graph_aria.domain.memories import (
    Category,
    ImportantDate,
    Learned,
    MemoryCandidate,
    MemoryKind,
)
from graph_aria.domain.memory_sources import MemorySource
from graph_aria.domain.records import Profile
from graph_aria.domain.weights import DayRow, Dial, Evidence

KINDS: tuple[type, ...] = CopiedRow.__args__
_TEXTS = st.text(max_size=8)
_NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
_INSTANTS = st.datetimes(timezones=st.just(UTC))

st.register_type_strategy(float, _NUMBERS)
st.register_type_strategy(int, st.integers(-(2**62), 2**62))
st.register_type_strategy(str, _TEXTS)
st.register_type_strategy(datetime, _INSTANTS)
st.register_type_strategy(
    Dial,
    st.builds(
        Dial,
        st.floats(0.01, 1),
        st.floats(1, 2, exclude_min=True, exclude_max=True),
    ),
)
_SHARES = st.floats(0, 1)
_OPTIONAL_TEXTS = st.one_of(st.none(), _TEXTS)
_OPTIONAL_DAYS = st.one_of(st.none(), st.dates())
st.register_type_strategy(
    ImportantDate,
    st.builds(
        lambda day, with_year: ImportantDate(day.month, day.day, day.year if with_year else None),
        st.dates(),
        st.booleans(),
    ),
)


@st.composite
def _said(draw: st.DrawFn) -> MemoryCandidate:
    start = draw(st.integers(0, 2**31))
    slot = draw(_OPTIONAL_TEXTS)
    return MemoryCandidate(
        text=draw(_TEXTS),
        kind=draw(st.sampled_from(MemoryKind)),
        category=draw(st.sampled_from(Category)),
        start=start,
        end=start + draw(st.integers(1, 2**31)),
        rule=draw(_TEXTS),
        importance=draw(_SHARES),
        emotional_significance=draw(_SHARES),
        confidence=draw(_SHARES),
        reason=draw(_OPTIONAL_TEXTS),
        learned=draw(st.sampled_from(Learned)),
        valid_from=draw(_OPTIONAL_DAYS),
        valid_until=draw(_OPTIONAL_DAYS),
        expires_on=draw(_OPTIONAL_DAYS),
        important=draw(st.one_of(st.none(), st.from_type(ImportantDate))),
        slot=slot,
        value=None if slot is None else draw(_TEXTS),
        corrects=draw(st.booleans()),
    )


st.register_type_strategy(MemoryCandidate, _said())
_ROWS = st.one_of([st.from_type(kind) for kind in KINDS])


_STRICT = (Dial, ImportantDate)
_CHECKED = {
    "start",
    "importance",
    "emotional_significance",
    "confidence",
    "slot",
    "value",
    "important",
}
"""What a candidate checks when it is made."""


def _changed(value: Any, draw: st.DataObject) -> Any:
    """Another value in the place of one: the least change that a store could make to it."""
    for kind, change in _CHANGES:
        if isinstance(value, kind):
            return change(value, draw)
    assert is_dataclass(value)
    return _with_one_change(value, draw)


def _changed_items(value: tuple[Any, ...], draw: st.DataObject) -> tuple[Any, ...]:
    if not value or draw.draw(st.booleans()):
        return (*value, value[0] if value else "more")
    return value[:-1]


def _with_one_change(row: Any, draw: st.DataObject) -> Any:
    # What checks itself when it is made, a dial or a date, is changed where it stands.
    names = [each.name for each in fields(row) if not isinstance(getattr(row, each.name), _STRICT)]
    if isinstance(row, MemoryCandidate):
        names = [name for name in names if name not in _CHECKED]
    name = draw.draw(st.sampled_from(names))
    return replace(row, **{name: _changed(getattr(row, name), draw)})


@given(_ROWS, st.data())
def test_a_row_with_another_field_has_another_digest(row: CopiedRow, data: st.DataObject) -> None:
    other = _with_one_change(row, data)
    assert other != row
    assert tally([other]) != tally([row])
    assert tally([replace(row)]) == tally([row])


# The first that fits: a bool is an int, an instant a day, a word of the vocabulary a text.
_CHANGES: tuple[tuple[type, Callable[[Any, st.DataObject], Any]], ...] = (
    (type(None), lambda _, draw: draw.draw(st.sampled_from(["", 0, "null"]))),
    (bool, lambda value, _: not value),
    (
        StrEnum,
        lambda value, draw: draw.draw(
            st.sampled_from([each for each in type(value) if each is not value])
        ),
    ),
    (datetime, lambda value, _: value + (1 if value.year < 9000 else -1) * timedelta.resolution),
    (date, lambda value, _: value + (1 if value.year < 9000 else -1) * timedelta(1)),
    (float, lambda value, _: nextafter(value, -inf if value > 0 else inf)),
    (int, lambda value, _: value + 1),
    (
        str,
        lambda value, draw: draw.draw(
            st.sampled_from([value + " ", value + "\0", "é" + value, value * 2 + "x"])
        ),
    ),
    (bytes, lambda value, _: value + b"\0"),
    (tuple, _changed_items),
    (dict, lambda value, _: {**value, "another": value.get("another", 0.0) + 0.5}),
)


def test_every_kind_of_row_is_tried() -> None:
    assert len(KINDS) == len(RowKind)


@given(st.lists(_ROWS, max_size=5), st.randoms())
def test_the_order_of_rows_does_not_matter_but_their_number_does(
    rows: list[Any], dice: Any
) -> None:
    mixed = list(rows)
    dice.shuffle(mixed)
    assert tally(mixed) == tally(rows)
    halves = tally(rows[:2]) + tally(rows[2:])
    assert halves == tally(rows)
    assert tally(rows).n == len(rows)
    if rows:
        assert tally([*rows, rows[0]]).digest != tally(rows).digest
    assert Tally().digest == "0" * 32


@given(_INSTANTS, st.integers(-14 * 60, 14 * 60))
def test_the_zone_of_an_instant_does_not_matter(at: datetime, minutes: int) -> None:
    if not 2 <= at.year <= 9998:
        return
    elsewhere = at.astimezone(timezone(timedelta(minutes=minutes)))
    assert utc(elsewhere) == at
    key = IdempotencyKey(b"k", None, "e", at)
    assert tally([replace(key, created_at=elsewhere)]) == tally([key])


def test_a_whole_number_is_the_same_with_and_without_a_point() -> None:
    row = DayRow("t", date(2026, 1, 1), datetime(2026, 1, 1, tzinfo=UTC), 1.0, 2.0)
    assert tally([replace(row, strength=1, weight_after=2)]) == tally([row])
    assert tally([replace(row, strength=1.0000000000000002)]) != tally([row])


def test_a_dial_counts_to_its_last_bit() -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    row = Profile("p", "Ann", "UTC", "u", Dial(0.05, 1.5), 800, 0, None, None, at)
    others = [
        replace(row, dial=Dial(nextafter(0.05, 1), 1.5)),
        replace(row, dial=Dial(0.05, nextafter(1.5, 2))),
        replace(row, wanted=Dial(0.05, 1.5)),
    ]
    assert len({tally([each]) for each in [row, *others]}) == 4


def test_what_a_source_says_counts_to_its_last_bit() -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    said = MemoryCandidate("text", MemoryKind.FACT, Category.WORK, 1, 2, "a:b", slot="s", value="v")
    others = [
        replace(said, start=0),
        replace(said, slot="t"),
        replace(said, value="w"),
        replace(said, slot=None, value=None),
        replace(said, importance=nextafter(said.importance, 1)),
        replace(said, emotional_significance=nextafter(0.0, 1)),
        replace(said, confidence=nextafter(said.confidence, 1)),
        replace(said, important=ImportantDate(5, 9)),
        replace(said, important=ImportantDate(5, 8)),
        replace(said, important=ImportantDate(5, 9, 2000)),
    ]
    rows = [MemorySource("m", "e", each, at) for each in (said, *others)]
    assert len({tally([each]) for each in rows}) == len(rows)


def test_digests_are_the_same_in_every_release() -> None:
    # People compare what two machines printed.
    at = datetime(2026, 1, 1, 12, 0, 0, 1, tzinfo=UTC)
    row = Evidence("ä", "t", at, date(2026, 1, 1), 0.1 + 0.2, ended=True)
    assert tally([row]).digest == "633c4a0a801196b62fa86105b3c6eae8"


def test_parts_come_in_an_order_in_which_each_knows_only_earlier_ones() -> None:
    parts = parts_of(["b", "a"])
    assert parts[:2] == (Part(RowKind.STORE), Part(RowKind.PROFILE))
    assert [part.profile_id for part in parts[2:]] == ["a"] * len(OWN) + ["b"] * len(OWN)
    assert [part.kind for part in parts[2 : 2 + len(OWN)]] == list(OWN)
    for earlier, later in (
        (RowKind.ENTRY, RowKind.MENTION),
        (RowKind.ENTRY, RowKind.SPOKEN_DATE),
        (RowKind.MENTION, RowKind.ASSERTION),
        (RowKind.ENTITY, RowKind.FORM),
        (RowKind.ENTITY, RowKind.RELATION),
        (RowKind.RELATION, RowKind.EVIDENCE),
        (RowKind.ENTITY, RowKind.CHAPTER),
        (RowKind.CONVERSATION, RowKind.ENTRY),
        (RowKind.ENTRY, RowKind.REPLY),
        (RowKind.ENTRY, RowKind.VETO),
        (RowKind.ENTRY, RowKind.MEMORY_SOURCE),
        (RowKind.MEMORY, RowKind.MEMORY_SOURCE),
        (RowKind.MEMORY, RowKind.MEMORY_VECTOR),
    ):
        assert OWN.index(earlier) < OWN.index(later)


@pytest.mark.parametrize(
    "mark",
    [
        CopyMark("id", None),
        CopyMark("id", Part(RowKind.STORE)),
        CopyMark("id", Part(RowKind.FORM, "p"), "after – ä"),
    ],
)
def test_a_mark_is_read_as_it_was_written(mark: CopyMark) -> None:
    assert CopyMark.read(mark.text) == mark


def test_a_store_is_known_by_its_key_which_its_id_does_not_tell() -> None:
    key = bytes(range(32))
    assert store_id(key) == store_id(bytes(range(32)))
    assert store_id(key) != store_id(bytes(32))
    assert key.hex()[:8] not in store_id(key)
