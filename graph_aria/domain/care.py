"""Whether somebody's words speak of a crisis, with care for false alarms."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from graph_aria.domain import care_danger, care_self_harm, care_words
from graph_aria.domain.care_text import Said, clause_at, own_sentences


class Concern(StrEnum):
    """What a text that needs care speaks of."""

    SELF_HARM = "self_harm"
    ABUSE = "abuse"
    CRISIS = "crisis"


def _any(forms: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{form})" for form in forms))


_SELF_NOW: Final = _any(care_self_harm.SELF_NOW)
_SELF_PAST: Final = _any(care_self_harm.SELF_PAST)
_CUT: Final = _any(care_self_harm.CUT)
_ABUSE_NOW: Final = _any(care_danger.ABUSE_NOW)
_ABUSE_NAMED: Final = _any(care_danger.ABUSE_NAMED)
_ABUSE_OTHERS: Final = _any(care_danger.ABUSE_OTHERS)
_CRISIS_NOW: Final = _any(care_danger.CRISIS_NOW)
_CRISIS_OTHERS: Final = _any(care_danger.CRISIS_OTHERS)


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
    for said in own_sentences(text, care_words.MAY_MATTER):
        concern = _concern_of(said)
        if concern is not None:
            return concern
    return None


def _concern_of(said: Said) -> Concern | None:
    text = said.text
    is_over = care_words.PAST.search(text) and not care_words.ANEW.search(text)
    if is_over or care_words.JOKE.search(text) is not None:
        return None
    is_told = care_words.FICTION.search(text) is not None
    if _harms_oneself(text):
        return Concern.SELF_HARM if _is_of_user(text) or not is_told else None
    if is_told:
        return None
    if _is_abused(said):
        return Concern.ABUSE
    # What somebody threatens may be told in one sentence, and that they mean it in the next.
    in_crisis = _holds(_CRISIS_NOW, f"{text} # {said.then}") or _holds(_CRISIS_OTHERS, said.named)
    return Concern.CRISIS if in_crisis else None


def _harms_oneself(text: str) -> bool:
    if _holds(_SELF_NOW, text):
        return True
    if care_words.RECENT.search(text) is not None and _holds(_SELF_PAST, text):
        return True
    return care_words.MISHAP.search(text) is None and _holds(_CUT, text)


def _is_abused(said: Said) -> bool:
    if _holds(_ABUSE_OTHERS, said.text):
        return True
    is_game = care_words.SPORT.search(said.text) is not None
    return not is_game and (_holds(_ABUSE_NOW, said.text) or _holds(_ABUSE_NAMED, said.named))


def _holds(forms: re.Pattern[str], text: str) -> bool:
    """Whether something is said that is neither denied, nor only supposed, nor over."""
    for found in forms.finditer(text):
        before, words, after = clause_at(text, *found.span())
        leading = care_words.NOT_DENYING.sub(" ", before)
        clause = f"{before}{words}{after}"
        is_over = care_words.PAST.search(clause) and not care_words.ANEW.search(clause)
        if not (care_words.DENIED.search(leading) or care_words.IF.search(leading) or is_over):
            return True
    return False


def _is_of_user(text: str) -> bool:
    """Whether a sentence that speaks of a story speaks of the user's own wish, too."""
    return care_words.OWN.search(text) is not None and care_words.UNREAL.search(text) is None
