"""What a person types into a search box, as a full-text query that cannot fail."""

from __future__ import annotations

from graph_aria.adapters.sqlite.tokens import asked_tokens


def match_all(text: str, *, prefix: bool = False) -> str | None:
    """A query for what holds all words of a text, whatever characters are in it.

    Args:
        text: a person's own words; operators are words too.
        prefix: the last word may be the beginning of a longer one.

    Returns:
        The query, None if there is no word in it.
    """
    tokens = asked_tokens(text)
    if not tokens:
        return None
    return " ".join(_quoted(token) for token in tokens) + ("*" if prefix else "")


def match_any(text: str) -> str | None:
    """A query for what holds any word of a text; None if there is no word in it."""
    tokens = dict.fromkeys(asked_tokens(text))
    return " OR ".join(_quoted(token) for token in tokens) or None


def _quoted(token: str) -> str:
    return '"' + token.replace('"', '""') + '"'
