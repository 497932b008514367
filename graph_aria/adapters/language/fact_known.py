"""Whether somebody of whom only a name is said is somebody whom the user knows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.naming import is_first_name, is_pet_name

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.domain.reading import ReadDate

_STORIES: Final = re.compile(
    r"\b(?:show|episode|series|season|film|movie|book|novel|singer|actor|actress|character|band|"
    r"album|chapter|plot|played|game|famous|king|queen|president|podcast|history|minister|news|"
    r"celebrity|team|club|colleague|co-?worker|neighbou?r|accounts|office|at work|from work|"
    r"next door|downstairs|upstairs|hr|boss|papers?|headlines?|tabloid|interview|concert|tv|television|radio)\b",  # noqa: E501
    re.IGNORECASE,
)
_RECENT: Final = 800
"""Days within which what is told of a first name alone is of somebody close."""


def is_known_by_name(facts: Facts, who: str, day: ReadDate | None, at: int) -> bool:
    """Whether a name without a role is somebody close: one first name, of late, in no story.

    Args:
        facts: what was found so far.
        who: the name.
        day: when it was what is told of them, or None.
        at: a word of the sentence that tells it.
    """
    words, sentences = facts.parse.words, facts.parse.sentences
    number = words[at].sentence
    begin, end = sentences[max(0, number - 1)][0], sentences[number][1]
    around = facts.parse.text[words[begin].start : words[end - 1].end]
    is_first = is_first_name(who) or is_pet_name(who)
    is_late = day is None or (facts.said_on - day.last_on).days <= _RECENT
    return is_first and is_late and _STORIES.search(around) is None
