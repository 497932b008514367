"""How often something is done: "three times a week", "every Tuesday and Thursday"."""

from __future__ import annotations

import re
from typing import Final

_DAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_ANOTHER: Final = r"(?:,? and |, | or | & )"

_CADENCE: Final = re.compile(
    r"\b(?:(?P<plain>daily|weekly|monthly|nightly|biweekly|fortnightly)"
    r"|(?P<times>once|twice|thrice|(?:two|three|four|five|six|seven|\d{1,2})(?: or \w+)? times) "
    r"(?:a|per|each|every) (?P<unit>day|week|month|year|fortnight)"
    rf"|(?:every|each) (?P<named>(?:other |second )?{_DAY}(?:{_ANOTHER}(?:every )?{_DAY})*)"
    r"(?P<part> mornings?| evenings?| nights?| afternoons?)?"
    r"|(?:every|each) (?P<every>(?:single |other |second )?day|week|month|year|morning|evening|"
    r"night|afternoon|weekend|weekday|"
    r"(?:two|three|four|other|second|few|\d) (?:days|weeks|week|months))"
    rf"|(?P<days>(?:on )?{_DAY}s(?:{_ANOTHER}{_DAY}s)*)"
    r"|(?P<most>most (?:days|mornings|evenings|nights|weekends|weeks))"
    r"|(?:on )?(?P<weekdays>weekdays)"
    r"|(?P<weekends>at|on) (?:the )?weekends)\b",
    re.IGNORECASE,
)
_EVERY: Final = {"day": "daily", "single day": "daily", "week": "weekly", "month": "monthly",
                 "year": "yearly", "night": "nightly"}  # fmt: skip
_SET_PHRASES: Final = {"weekdays": "on weekdays", "weekends": "at weekends"}
_DAYS: Final = re.compile(rf"{_DAY}s?", re.IGNORECASE)


def find_cadence(text: str, near: int = 0) -> str | None:
    """How often something is done, as the words say it.

    Args:
        text: a sentence.
        near: offset of the activity; the first expression after it counts, else the last before.

    >>> find_cadence("I go running three times a week now"), find_cadence("yoga every week")
    ('three times a week', 'weekly')
    >>> find_cadence("every tuesday and Thursday I swim"), find_cadence("yoga on mondays")
    ('every Tuesday and Thursday', 'on Mondays')
    >>> find_cadence("once upon a time") is None
    True
    """
    best: re.Match[str] | None = None
    for found in _CADENCE.finditer(text):
        best = found
        if found.start() >= near:
            break
    return None if best is None else _told(best)


def _told(found: re.Match[str]) -> str:
    kind = found.lastgroup if found.lastgroup not in {"unit", "part"} else None
    match kind or ("times" if found["times"] else "named"):
        case "times":
            return f"{found['times'].lower()} a {found['unit'].lower()}"
        case "named":
            every = "every other" if "other" in found["named"].lower() else "every"
            return f"{every} {_listed(found['named'])}{(found['part'] or '').lower()}"
        case "every":
            every = found["every"].lower()
            return _EVERY.get(every, f"every {every}")
        case "days":
            return f"on {_listed(found['days'])}"
        case _:
            return _SET_PHRASES.get(kind or "", found[0].lower())


def _listed(days: str) -> str:
    """Days of the week with capitals: "Tuesday and Thursday"."""
    *first, last = [day.capitalize() for day in _DAYS.findall(days)]
    return f"{', '.join(first)} and {last}" if first else last
