"""What helps where the words of an entry were not read, and what is said of what was refused."""

from __future__ import annotations

from typing import Final

from graph_aria.domain.admission import Why
from graph_aria.domain.languages import language_remedy
from graph_aria.domain.records import Entry, EntryState

MEMORY_OFF: Final = "memory:off"
CONVERSATION_OFF: Final = "conversation:off"
TAKEN_BACK: Final = "turn:taken_back"
"""Reasons for which an entry is stored unread because the user wants it so."""

CRISIS: Final = "care"
"""Reason for which an entry is stored unread because it speaks of a crisis."""

WITHHELD: Final = frozenset({MEMORY_OFF, CONVERSATION_OFF, TAKEN_BACK, CRISIS})
"""Reasons for which nothing that an entry says is known."""

_REMEDIES: Final = {
    CRISIS: (
        "it is kept as you wrote it, with its mood, and nothing was made of it; `aria entry "
        "allow-reading ENTRY` has it read like any other"
    ),
    MEMORY_OFF: (
        "it was stored while memory was off; `aria settings set memory on`, then "
        "`aria reread --unread` reads what waits"
    ),
    TAKEN_BACK: (
        "you said right after it that it was to be forgotten; it stands in the conversation "
        "alone, and counts again if you delete what you said then"
    ),
    CONVERSATION_OFF: (
        "it belongs to a conversation that is not remembered; `aria conversation remember ID on` "
        "switches that on again"
    ),
}
_REFUSALS: Final[dict[str, str]] = {
    Why.SECRET: "a password or key in it was not remembered; it stands in the entry alone",
    Why.UNWANTED: "as you asked, what you did not want remembered was not; it stands in the entry "
    "alone",
}


def is_awaited(entry: Entry) -> bool:
    """Whether an entry waits to be read: its words are new, or its reading was just allowed."""
    return entry.state is EntryState.PENDING or (entry.reading_allowed and entry.reason == CRISIS)


def remedy_of(reason: str | None) -> str | None:
    """What helps where words were not read for a reason; None if nothing is known to.

    >>> print(remedy_of("language:fr"))
    kept and found by search, but this version does not read French (a later one will, \
with a model endpoint); the names alone are read with `pip install \
'graph-aria[multilingual]'`, then `aria reread --all`
    """
    return _REMEDIES.get(reason or "") or language_remedy(reason)


def refusal_of(refused: str | None) -> str | None:
    """What is told of what was not remembered of an entry; None if nothing was refused.

    >>> refusal_of("secret")
    'a password or key in it was not remembered; it stands in the entry alone'
    """
    if refused is None:
        return None
    return _REFUSALS.get(refused, f"something in it was not remembered ({refused})")
