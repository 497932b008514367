"""What a person types into a search box, as a full-text query that cannot fail."""

from __future__ import annotations

from typing import Final

import apsw

_TOKENIZER: Final = ("unicode61", ["remove_diacritics", "2"])
_MOST_TOKENS: Final = 50


def tokens_of(db: apsw.Connection, text: str) -> list[str]:
    """The words of a text as the index keeps them: folded, without diacritics."""
    tokenize = db.fts5_tokenizer(*_TOKENIZER)
    found = tokenize(
        text.encode("utf-8", "replace"),
        apsw.FTS5_TOKENIZE_QUERY,
        None,
        include_offsets=False,
        include_colocated=False,
    )
    return [str(token) for token in found]


def match_all(db: apsw.Connection, text: str, *, prefix: bool = False) -> str | None:
    """A query for what holds all words of a text, whatever characters are in it.

    Args:
        db: any connection.
        text: a person's own words; operators are words too.
        prefix: the last word may be the beginning of a longer one.

    Returns:
        The query, None if there is no word in it.
    """
    tokens = tokens_of(db, text)[:_MOST_TOKENS]
    if not tokens:
        return None
    return " ".join(_quoted(token) for token in tokens) + ("*" if prefix else "")


def _quoted(token: str) -> str:
    return '"' + token.replace('"', '""') + '"'
