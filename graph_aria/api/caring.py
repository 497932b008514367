"""What is said to words of a crisis that were handed in just now."""

from __future__ import annotations

from graph_aria.api.deps import Scope
from graph_aria.api.schemas.care import ShownCare
from graph_aria.domain.care import Concern
from graph_aria.domain.records import Entry
from graph_aria.stages.tell_crises import CAPTURE_SECONDS, tell_crises

_IMPORTED = "import"


async def care_for(scope: Scope, entry: Entry) -> ShownCare | None:
    """What is said to an entry that speaks of a crisis; None to any other.

    Nor is anything said to what was imported, which nobody wrote just now.
    """
    if entry.origin.startswith(_IMPORTED):
        return None
    crises = await tell_crises(scope.services.faculties, [entry], seconds=CAPTURE_SECONDS)
    return shown_care(scope, crises.get(entry.id))


def shown_care(scope: Scope, concern: Concern | None) -> ShownCare | None:
    """What is said to words that speak of something."""
    if concern is None:
        return None
    return ShownCare(concern=concern, text=scope.services.faculties.care_text)
