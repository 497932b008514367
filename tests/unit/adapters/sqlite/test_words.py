from __future__ import annotations

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_aria.adapters.cursors import make_cursor, read_cursor
from graph_aria.adapters.sqlite.tokens import tokens_of
from graph_aria.adapters.sqlite.words import match_all, match_any
from graph_aria.domain.proof import MIN_BYTES
from graph_aria.errors import InvalidCursor

DB = apsw.Connection(":memory:")
DB.execute('CREATE VIRTUAL TABLE t USING fts5 (x, tokenize = "unicode61 remove_diacritics 2")')


@given(text=st.text(st.characters(), max_size=60), prefix=st.booleans())
def test_any_text_makes_a_query_that_runs(text: str, prefix: bool) -> None:  # noqa: FBT001
    query = match_all(text, prefix=prefix)
    if query is not None:
        DB.execute("SELECT * FROM t WHERE t MATCH ?", (query,)).fetchall()


@given(text=st.text(st.characters(), max_size=60))
def test_any_text_makes_a_query_for_any_of_its_words(text: str) -> None:
    query = match_any(text)
    if query is not None:
        DB.execute("SELECT * FROM t WHERE t MATCH ?", (query,)).fetchall()


@given(text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00")))
def test_a_text_is_found_by_its_own_words(text: str) -> None:
    query = match_all(text)
    DB.execute("DELETE FROM t")
    DB.execute("INSERT INTO t VALUES (?)", (text,))
    found = query is not None and DB.execute("SELECT 1 FROM t WHERE t MATCH ?", (query,)).fetchall()
    assert bool(found) is bool(tokens_of(text))


def test_words_are_folded_as_the_index_folds_them() -> None:
    assert tokens_of("Café O'Brien 日本語 a-b*") == ["cafe", "o", "brien", "日本語", "a", "b"]
    assert match_all("one tw", prefix=True) == '"one" "tw"*'
    assert match_all(" – ?! ") is None
    assert MIN_BYTES == 5


@given(
    number=st.integers(-(2**63), 2**63 - 1),
    heat=st.floats(allow_nan=False, allow_infinity=False),
    text=st.text(st.characters(exclude_categories=["Cs"])),
)
def test_a_cursor_comes_back_as_it_was_made(number: int, heat: float, text: str) -> None:
    cursor = make_cursor("list", number, heat, text)
    assert read_cursor("list", cursor, int, float, str) == (number, heat, text)
    assert cursor.isascii()
    with pytest.raises(InvalidCursor):
        read_cursor("other", cursor, int, float, str)
    with pytest.raises(InvalidCursor):
        read_cursor("list", cursor, int, float)


@given(cursor=st.text(st.characters()) | st.binary().map(lambda raw: raw.decode("latin-1")))
def test_anything_else_is_refused(cursor: str) -> None:
    with pytest.raises(InvalidCursor):
        read_cursor("list", cursor, int, str)


@pytest.mark.parametrize("bad", [2**63, True, None, 1.5, "1", [1]])
def test_a_position_of_another_type_is_refused(bad: object) -> None:
    cursor = make_cursor("list", bad)  # type: ignore[arg-type]
    with pytest.raises(InvalidCursor):
        read_cursor("list", cursor, int)


def test_numbers_that_are_none_are_refused() -> None:
    for bad in (float("nan"), float("inf")):
        with pytest.raises(InvalidCursor):
            read_cursor("list", make_cursor("list", bad), float)
    with pytest.raises(InvalidCursor):
        read_cursor("list", make_cursor("list", "\ud800"), str)
