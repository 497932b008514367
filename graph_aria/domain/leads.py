"""Orders to remember: what follows them is what is said, and is judged like anything else."""

from __future__ import annotations

import re
from typing import Final

_SOFT: Final = (
    r"(?:(?:please|pls|plz|and|also|so|oh|hey|hi|ok(?:ay)?|well|aria|just|always|do|now|but)"
    r"[,!:]?\s+){0,4}"
)
_ORDER: Final = (
    r"(?:remember|memori[sz]e|note|keep\s+in\s+mind|bear\s+in\s+mind|make\s+a\s+note|take\s+note|"
    r"be\s+aware|(?:do\s+not|don['’]?t|never)\s+(?:ever\s+)?forget|"
    r"(?:can|could|will|would)\s+you\s+(?:please\s+)?(?:remember|note|keep\s+in\s+mind)|"
    r"i(?:['’]?d|\s+would)?\s+(?:want|like)\s+you\s+to\s+(?:remember|know|note)|"
    r"you\s+(?:should|must|need\s+to|ought\s+to|may\s+want\s+to)\s+(?:remember|know|note)|"
    r"for\s+the\s+record|for\s+your\s+information|fyi|just\s+so\s+(?:that\s+)?you\s+know|"
    r"(?:something|one\s+thing)\s+to\s+remember)"
)
_FOLLOWS: Final = (
    r"(?:(?:\s*[:,–—]\s*|\s+-\s+|\s+)that\s+(?=[\w'’])|\s*(?:[:–—]|\s-)\s*(?=\w)|"
    r"\s*,?\s+(?=(?:i|i['’]\w+|my|we|we['’]\w+|our)\b))"
)
"""With "that" or a colon whatever is said; without, only what the user says of themselves."""
_LEAD: Final = re.compile(
    rf"(?:(?<=^)|(?<=[.!?…;\n])|(?<=[.!?…;]\s))[ \t]*{_SOFT}{_ORDER}{_FOLLOWS}",
    re.IGNORECASE | re.MULTILINE,
)


def without_leads(text: str) -> str:
    """A text with spaces for the orders to remember what is said after them.

    Args:
        text: an entry.

    Returns:
        A text of the same length.

    >>> without_leads("Please remember that I like tea.").strip()
    'I like tea.'
    >>> without_leads("I remember that I like tea. Remember to buy some.")
    'I remember that I like tea. Remember to buy some.'
    """
    return _LEAD.sub(lambda found: " " * len(found[0]), text)
