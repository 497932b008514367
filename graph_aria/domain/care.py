"""Whether somebody's words speak of a crisis, with care for false alarms."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import Final

from graph_aria.domain import (
    care_danger,
    care_others,
    care_self_harm,
    care_signs,
    care_wishes,
    care_words,
)
from graph_aria.domain.care_text import Said, clause_at, own_sentences


class Concern(StrEnum):
    """What a text that needs care speaks of."""

    SELF_HARM = "self_harm"
    ABUSE = "abuse"
    CRISIS = "crisis"


_OF_ONESELF: Final = care_wishes.WISHES + care_self_harm.ACTS + care_signs.SELF_HARM_SIGNS
_ABUSE: Final = care_danger.ABUSE_NOW + care_signs.ABUSE_SIGNS
_SHORT: Final = 4_000
"""Characters of a text that may be kept for a while."""

RULES: Final = 3
"""Which rules these are; a higher number has what was read under others looked at again."""

_MOST_LOOKED_AT: Final = 30
"""Matches in one sentence, so that no sentence takes long."""


@lru_cache(maxsize=8)
def _any(forms: tuple[str, ...]) -> re.Pattern[str]:
    """Any of some forms; compiled when first asked for, which takes a moment."""
    return re.compile("|".join(f"(?:{form})" for form in forms))


def concern_in(text: str) -> Concern | None:
    """What crisis the user speaks of, in their own words and about now; None if of none.

    Their own are suicidal thoughts, self-harm, violence done to them, danger. A crisis of
    somebody close to them is one too, as long as it is not over. None are figures of speech,
    what is denied, past and over, dreamt, read, watched, or quoted.

    Args:
        text: an entry, the reason of a check-in, or a turn.

    >>> concern_in("I want to die."), concern_in("This deadline is killing me.")
    (<Concern.SELF_HARM: 'self_harm'>, None)
    """
    return _short_concern(text) if len(text) <= _SHORT else _long_concern(text)


def _concern(text: str) -> Concern | None:
    for said in own_sentences(text):
        concern = _concern_of(said)
        if concern is not None:
            return concern
    return None


# An entry is asked about whenever it is shown, read or indexed. Few long texts are kept.
_short_concern = lru_cache(maxsize=256)(_concern)
_long_concern = lru_cache(maxsize=2)(_concern)


def _concern_of(said: Said) -> Concern | None:
    text = said.text
    may_be_danger = care_words.OF_DANGER.search(text) is not None
    is_told = care_words.FICTION.search(text) is not None
    # A film may be seen by somebody who wants to die.
    is_of_user = not is_told or care_words.OWN.search(text) is not None
    if is_of_user and care_words.OF_SELF_HARM.search(text) and _harms_oneself(text):
        return Concern.SELF_HARM
    if not may_be_danger or _is_joke(text):
        return None
    return _danger_of(said) or (None if is_told else _concern_of_others(said))


def _is_joke(text: str) -> bool:
    return care_words.JOKE.search(text) is not None and care_words.EARNEST.search(text) is None


def _danger_of(said: Said) -> Concern | None:
    if _is_abused(said):
        return Concern.ABUSE
    # What somebody threatens may be told in one sentence, and that they mean it in the next.
    then = said.then if " to " in said.text else ""
    text = f"{said.text} # {then}"
    return Concern.CRISIS if _holds(care_danger.CRISIS_NOW, text) else None


def _concern_of_others(said: Said) -> Concern | None:
    if _holds(care_others.ABUSE_OTHERS, said.text, ex=care_words.EX):
        return Concern.ABUSE
    is_near = _holds(care_others.CRISIS_OTHERS, said.named, ex=care_words.EX)
    return Concern.CRISIS if is_near else None


def _harms_oneself(text: str) -> bool:
    is_light = care_words.EXAGGERATED.search(text) or (
        _is_joke(text) and care_words.NUISANCE.search(text)
    )
    if is_light:
        text = care_words.FIGURE.sub("#", text)
    if _holds(_OF_ONESELF, text):
        return True
    if care_words.RECENT.search(text) is not None and _holds(care_wishes.WISHES_PAST, text):
        return True
    return care_words.MISHAP.search(text) is None and _holds(care_self_harm.CUT, text)


def _is_abused(said: Said) -> bool:
    is_game = care_words.SPORT.search(care_words.TEAM_LOST.sub(" ", said.text)) is not None
    return not is_game and (
        _holds(_ABUSE, said.text, ex=care_words.EX)
        or _holds(care_danger.ABUSE_NAMED, said.named, ex=care_words.EX)
    )


def _holds(forms: tuple[str, ...], text: str, *, ex: re.Pattern[str] | None = None) -> bool:
    """Whether something is said that is neither denied, nor only supposed, nor over.

    Args:
        forms: what is looked for.
        text: a sentence.
        ex: somebody of whom only what they do now counts.
    """
    pattern = _any(forms)
    found = pattern.search(text)
    for _ in range(_MOST_LOOKED_AT):
        if found is None:
            return False
        before, words, after = clause_at(text, *found.span())
        leading = care_words.NOT_DENYING.sub(" ", care_words.IF_THEN.sub("", before))
        if care_words.SUPPOSED_HABIT.search(leading) and care_words.IN_HABIT.search(words):
            leading = ""
        is_denied = care_words.DENIED.search(leading) is not None
        is_supposed = care_words.IF.search(leading) is not None
        if not (is_denied or is_supposed or _is_over(text, before, words, after, ex)):
            return True
        found = pattern.search(text, found.start() + 1)  # one may begin within another
    return False


def _is_over(text: str, before: str, words: str, after: str, ex: re.Pattern[str] | None) -> bool:
    """Whether what is said is over, or never was; what is said in the present is neither.

    What stands elsewhere in the sentence tells of another time only if nothing in the clause
    itself tells that it is now: "I quit my job and I want to die" is of now.
    """
    clause = f"{before}{words}{after}"
    if care_words.GIVEN_UP.search(clause) or care_words.USED_TO.search(before + words):
        return care_words.ANEW.search(clause) is None
    if _is_now(before + words):
        return care_words.UNREAL.search(clause) is not None and (
            care_words.REAL.search(clause) is None
        )
    if care_words.UNREAL.search(text) is not None:
        return True
    if care_words.ANEW.search(clause) is not None:
        return False
    is_past = care_words.PAST.search(clause) is not None or (
        care_words.PAST.search(text) is not None and care_words.ANEW.search(text) is None
    )
    is_of_ex = ex is not None and ex.search(clause) is not None
    return is_past or (is_of_ex and care_words.EX_STILL.search(text) is None)


def _is_now(words: str) -> bool:
    """Whether the last verb that tells a tense tells the present."""
    last = None
    for last in care_words.TENSE.finditer(words):  # noqa: B007
        pass
    return last is not None and last["now"] is not None
