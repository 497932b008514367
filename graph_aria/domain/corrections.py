"""Corrections that only say who it was instead: "No, that was my brother, not me"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from graph_aria.domain.memories import Memory
from graph_aria.domain.memory_sources import projected
from graph_aria.domain.remembering import Proposal

_INSTEAD: Final = re.compile(
    r"It was (?P<who>(?:the user's |(?=[^\W\da-z_]))[^,]{1,80}), not the user\."
)
_OF_USER: Final = re.compile(r"The user(?!['’]s)\b")


def instead_text(who: str) -> str:
    """The sentence by which a reader says who it was instead of the user.

    >>> instead_text("the user's brother")
    "It was the user's brother, not the user."
    """
    return f"It was {who}, not the user."


def says_instead(proposal: Proposal) -> bool:
    """Whether a proposal only says who it was instead of the user."""
    return proposal.corrects and _INSTEAD.fullmatch(proposal.memory.text) is not None


def redirected(proposal: Proposal, before: Sequence[Memory]) -> Proposal | None:
    """Tell such a correction of what it takes back.

    Args:
        proposal: any; one that says nothing of the kind is given back as it is.
        before: what was learned from what was said just before, oldest first.

    Returns:
        What was last said of the user, told of the other, taking the former back. None if
        nothing of the kind was learned just before: by itself it says nothing.
    """
    found = _INSTEAD.fullmatch(proposal.memory.text) if proposal.corrects else None
    if found is None:
        return proposal
    wrong = next((one for one in reversed(before) if _OF_USER.match(one.text)), None)
    if wrong is None:
        return None
    who = found["who"]
    text = _OF_USER.sub(lambda _: who[:1].upper() + who[1:], wrong.text, count=1)
    said = replace(
        proposal.source.said,
        text=text,
        category=wrong.category,
        importance=max(wrong.importance, proposal.memory.importance),
        reason=wrong.reason,
        valid_from=wrong.valid_from,
        valid_until=wrong.valid_until,
        important=wrong.important,
        slot=None,
        value=None,
    )
    source = replace(proposal.source, said=said, expires_at=wrong.expires_at)
    return Proposal(
        projected(proposal.memory, [source]),
        source,
        corrects=True,
        takes_back=proposal.takes_back | {wrong.id},
    )
