"""What is going on in a life, in words: what ARIA will say of it, when, and why not."""

from __future__ import annotations

from typing import Final

from graph_aria.domain.drawn import Occasion
from graph_aria.domain.life import MovedOnWhy, Upcoming, WhyNot
from graph_aria.domain.mood_journal import EACH_SIDE, MoodJournal
from graph_aria.domain.sentences import counted

_WHY_NOT: Final = {
    WhyNot.DIED: "nothing: it is about somebody who has died",
    WhyNot.ENDED: "nothing: what began then is over",
    WhyNot.LIFE_OFF: "nothing: life is off",
    WhyNot.ABOVE_LEVEL: "nothing: it is held, see `aria memory show`",
    WhyNot.SAID: "nothing more: it came up already",
}
_PERHAPS_OVER: Final = {
    MovedOnWhy.SILENT: "you have not spoken of it for four weeks",
    MovedOnWhy.ENDED: "what it is about was said to be over",
}


def said_of(upcoming: Upcoming) -> str:
    """What ARIA will say on a day, or why she will not."""
    if upcoming.why_not is not None:
        return _WHY_NOT[upcoming.why_not]
    if upcoming.occasion is Occasion.FOLLOW_UP:
        return "asks how it went"
    if upcoming.occasion is Occasion.MOVED_ON:
        return "asks once whether it goes on"
    ago = "" if upcoming.years is None else f": {counted(upcoming.years, 'year')}"
    if upcoming.is_loss:
        return f"remembers the day with you{ago}; wishes nothing"
    return f"brings the day up{ago}"


def said_of_focus(why: MovedOnWhy | None, *, is_asked: bool, was_asked: bool) -> str | None:
    """What ARIA will say of a focus by herself; None for nothing.

    Args:
        why: why it may be over, None if nothing tells.
        is_asked: whether she asks about it at all.
        was_asked: whether she did.
    """
    if why is None:
        return None
    if was_asked:
        return f"has asked whether it goes on ({_PERHAPS_OVER[why]}), and will not again"
    if is_asked:
        return f"asks once whether it goes on: {_PERHAPS_OVER[why]}"
    return f"nothing; {_PERHAPS_OVER[why]}"


def told_together(journal: MoodJournal) -> str:
    """What goes together with better and worse days, or why that cannot be told."""
    if not journal.is_told:
        return (
            "it cannot be told yet what goes together with better or worse days: nothing has "
            f"{EACH_SIDE} days with it and {EACH_SIDE} days without it that have a mood"
        )
    n = counted(journal.n_compared, "thing")
    if not (journal.better or journal.worse):
        return f"{n} compared: none goes clearly with better or worse days"
    return f"{n} compared; that days go together with something does not make it their cause"
