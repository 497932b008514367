"""Whether somebody's words speak of a crisis, with care for false alarms."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import Final

from graph_aria.domain import care_danger, care_self_harm, care_wishes, care_words
from graph_aria.domain.care_text import Said, clause_at, own_sentences


class Concern(StrEnum):
    """What a text that needs care speaks of."""

    SELF_HARM = "self_harm"
    ABUSE = "abuse"
    CRISIS = "crisis"


_OF_ONESELF: Final = care_wishes.WISHES + care_self_harm.ACTS
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
    for said in own_sentences(text):
        concern = _concern_of(said)
        if concern is not None:
            return concern
    return None


def _concern_of(said: Said) -> Concern | None:
    text = said.text
    may_be_self_harm = care_words.OF_SELF_HARM.search(text) is not None
    may_be_danger = care_words.OF_DANGER.search(text) is not None
    if not (may_be_self_harm or may_be_danger):
        return None
    is_over = care_words.PAST.search(text) and not care_words.ANEW.search(text)
    if is_over or care_words.JOKE.search(text) is not None:
        return None
    is_told = care_words.FICTION.search(text) is not None
    is_unreal = care_words.UNREAL.search(text) is not None
    is_own = care_words.OWN.search(text) is not None
    # A film may be seen by somebody who wants to die; a wish that is dreamt or sung is none.
    if may_be_self_harm and _harms_oneself(text):
        return Concern.SELF_HARM if not is_told or (is_own and not is_unreal) else None
    concern = _danger_of(said) if may_be_danger and not is_unreal else None
    return concern or (_concern_of_others(said) if may_be_danger and not is_told else None)


def _danger_of(said: Said) -> Concern | None:
    if _is_abused(said):
        return Concern.ABUSE
    # What somebody threatens may be told in one sentence, and that they mean it in the next.
    then = said.then if " to " in said.text else ""
    return Concern.CRISIS if _holds(care_danger.CRISIS_NOW, f"{said.text} # {then}") else None


def _concern_of_others(said: Said) -> Concern | None:
    if _holds(care_danger.ABUSE_OTHERS, said.text):
        return Concern.ABUSE
    return Concern.CRISIS if _holds(care_danger.CRISIS_OTHERS, said.named) else None


def _harms_oneself(text: str) -> bool:
    if care_words.EXAGGERATED.search(text) is not None:
        text = care_words.FIGURE.sub("#", text)
    if _holds(_OF_ONESELF, text):
        return True
    if care_words.RECENT.search(text) is not None and _holds(care_wishes.WISHES_PAST, text):
        return True
    return care_words.MISHAP.search(text) is None and _holds(care_self_harm.CUT, text)


def _is_abused(said: Said) -> bool:
    is_game = care_words.SPORT.search(said.text) is not None
    return not is_game and (
        _holds(care_danger.ABUSE_NOW, said.text) or _holds(care_danger.ABUSE_NAMED, said.named)
    )


def _holds(forms: tuple[str, ...], text: str) -> bool:
    """Whether something is said that is neither denied, nor only supposed, nor over."""
    pattern = _any(forms)
    found = pattern.search(text)
    for _ in range(_MOST_LOOKED_AT):
        if found is None:
            return False
        before, words, after = clause_at(text, *found.span())
        leading = care_words.NOT_DENYING.sub(" ", care_words.IF_THEN.sub("", before))
        clause = f"{before}{words}{after}"
        is_over = care_words.PAST.search(clause) and not care_words.ANEW.search(clause)
        if not (care_words.DENIED.search(leading) or care_words.IF.search(leading) or is_over):
            return True
        found = pattern.search(text, found.start() + 1)  # one may begin within another
    return False
