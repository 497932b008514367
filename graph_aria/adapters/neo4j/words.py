"""What a person types into a search box, as a full-text query that cannot fail.

The indexes hold `words` (see `adapters.sqlite.tokens`) beside `profile_id`, cut at spaces alone.
A token has no character that means something in a query: it is letters, digits and marks.
"""

from __future__ import annotations

from graph_aria.adapters.sqlite.tokens import asked_stems, asked_tokens


def match_all(text: str, *, profile_id: str, prefix: bool = False) -> str | None:
    """A query for what a profile has with all words of a text, whatever characters are in it.

    Args:
        text: a person's own words; operators are words too.
        profile_id: whose.
        prefix: the last word may be the beginning of a longer one.

    Returns:
        The query, None if there is no word in it: such a query would find the whole profile.

    >>> match_all("Café AND (tea", profile_id="p-1", prefix=True)
    '+profile_id:"p-1"^0 +words:"cafe" +words:"and" +words:tea*'
    """
    tokens = asked_tokens(text)
    if not tokens:
        return None
    whole, last = (tokens[:-1], tokens[-1]) if prefix else (tokens, None)
    parts = [f"+profile_id:{_quoted(profile_id)}^0", *(f"+words:{_quoted(word)}" for word in whole)]
    if last is not None:
        parts.append(f"+words:{last}*")
    return " ".join(parts)


def match_any(text: str, *, profile_id: str) -> str | None:
    """A query for what a profile has with any of the words of a text, but for English endings.

    Args:
        text: a person's own words; operators are words too.
        profile_id: whose.

    Returns:
        The query, None if there is no word in it.

    >>> match_any("swimming OR ponies", profile_id="p-1")
    '+profile_id:"p-1"^0 +(words:"swim" words:"or" words:"poni")'
    """
    stems = list(dict.fromkeys(asked_stems(text)))
    if not stems:
        return None
    asked = " ".join(f"words:{_quoted(stem)}" for stem in stems)
    return f"+profile_id:{_quoted(profile_id)}^0 +({asked})"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
