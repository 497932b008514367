"""Memories that tell what the user wrote in their own words, with the day, instead of a paraphrase.

What is read by its meaning alone is not put in other words: who knows what a sentence is about
does not know what it says. The day makes plain what "today" and "my" in it mean.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Final

_WROTE: Final = re.compile(
    r'^(?P<lead>The user wrote on \d{1,2} [A-Z][a-z]+ \d{1,4}: )(?P<said>"[^"\n]+"\.?)$'
)


def own_words(said: str, day: date) -> str:
    """A sentence that tells what was written and when.

    Args:
        said: what the user wrote, without quotation marks.
        day: the user's local day.

    >>> own_words("C1 certificate in hand!", date(2024, 5, 3))
    'The user wrote on 3 May 2024: "C1 certificate in hand".'
    """
    plain = " ".join(said.split()).rstrip(" .!,;:")
    return f'The user wrote on {day.day} {day:%B} {day.year}: "{plain}".'


def split_own_words(text: str) -> tuple[str, str]:
    """What a memory says itself, and the user's words in it; no words in one of another form.

    >>> split_own_words('The user wrote on 3 May 2024: "Got my keys".')
    ('The user wrote on 3 May 2024: ', '"Got my keys".')
    >>> split_own_words("The user likes tea.")
    ('The user likes tea.', '')
    """
    found = _WROTE.match(text)
    return (text, "") if found is None else (found["lead"], found["said"])
