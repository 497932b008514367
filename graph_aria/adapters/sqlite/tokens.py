"""What counts as a word when entries and names are searched: the same in every store."""

from __future__ import annotations

import threading
from typing import Final

import apsw

_TOKENIZER: Final = ("unicode61", ["remove_diacritics", "2"])
"""Of SQLite's own full-text index. No analyzer of another engine cuts and folds as it does:
they keep O'Brien, snake_case and 3.14 whole, or lose digits, accents or short words."""
_MOST_TOKENS: Final = 50
_STEMMER: Final = ("porter", [_TOKENIZER[0], *_TOKENIZER[1]])
"""The same without English endings, for what is searched by what it means."""
_here = threading.local()


def tokens_of(text: str) -> list[str]:
    """The words of a text as an index keeps them: folded, without diacritics.

    >>> tokens_of("Café O'Brien 日本語 a-b*")
    ['cafe', 'o', 'brien', '日本語', 'a', 'b']
    """
    return _cut(text, "tokenize", _TOKENIZER)


def stems_of(text: str) -> list[str]:
    """The same without English endings.

    >>> stems_of("Swimming, the ponies")
    ['swim', 'the', 'poni']
    """
    return _cut(text, "stem", _STEMMER)


def _cut(text: str, name: str, tokenizer: tuple[str, list[str]]) -> list[str]:
    tokenize = getattr(_here, name, None)
    if tokenize is None:
        # A connection belongs to one thread at a time; this one holds nothing.
        db = apsw.Connection(":memory:")
        tokenize = db.fts5_tokenizer(*tokenizer)
        setattr(_here, name, tokenize)
        setattr(_here, f"{name}_db", db)
    found = tokenize(
        text.encode("utf-8", "replace"),
        apsw.FTS5_TOKENIZE_QUERY,
        None,
        include_offsets=False,
        include_colocated=False,
    )
    return [str(token) for token in found]


def asked_tokens(text: str) -> list[str]:
    """The words of what a person typed into a search box; the first of very many."""
    return tokens_of(text)[:_MOST_TOKENS]


def asked_stems(text: str) -> list[str]:
    """The same without English endings."""
    return stems_of(text)[:_MOST_TOKENS]


def word_list(text: str) -> str:
    """Each word of a text once, with spaces between, for an index that cuts at spaces alone.

    >>> word_list("Rain, rain, RÁIN – and Sam's sun")
    'rain and sam s sun'
    """
    return " ".join(dict.fromkeys(tokens_of(text)))
