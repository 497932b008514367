"""Work and sleep, which fill every day: DOES where the user works, or has slept.

Both are topics, and most sentences only pass by them ("a project at work", "I couldn't
sleep"); only what says that the user did it, or how it was for the user, states it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.draft import Found
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.relations import quote_around
from graph_aria.adapters.language.stance import FIRST_PERSON, MY, stance_of
from graph_aria.domain.reading import USER, Polarity, Tense
from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Parse, Word

_TOPICS: Final = {"work": "Work", "sleep": "Sleep", "rest": "Sleep"}
_ELSEWHERE: Final = word_set("daily.elsewhere")
"""What follows "work" where another relation says it, or something else is meant."""

_DAYS: Final = word_set("daily.days")
"""Nouns that "work" or "at work" makes a time of working: "a busy day at work", "work week"."""

_HAVING: Final = word_set("daily.having")
_GOING: Final = frozenset({"go", "get", "head", "drive", "come", "return", "leave", "walk"})
_SAYING_HOW: Final = frozenset({"be", "go", "feel", "keep", "make", "seem", "get", "give", "drain"})
_HAD_TO: Final = frozenset({"have", "get", "manage"})
_NIGHTS: Final = frozenset({"night", "nights"})
_DEEPEST: Final = 4


def read_daily(draft: Draft) -> None:
    """Add DOES for the user's work and sleep, and their topics where no rule has read them."""
    for word in draft.parse.words:
        if word.lemma not in _TOPICS or draft.quoted[word.i]:
            continue
        anchor = _worked(draft.parse, word)
        if anchor is None:
            continue
        stance = stance_of(draft.parse, anchor)
        unsure = stance.polarity is not Polarity.ASSERTED or stance.ended
        if unsure or stance.tense is Tense.FUTURE:
            continue
        index = _topic(draft, word)
        if index is not None:
            draft.state(
                USER,
                Predicate.DOES,
                index,
                words=quote_around(draft, anchor, index),
                rule=f"daily:{word.lemma}",
                stance=stance,
            )


def _topic(draft: Draft, word: Word) -> int | None:
    index = draft.mention_of(word)
    if index is not None:
        return index if draft.kind(index) is Kind.TOPIC else None
    if not draft.is_free(word.i, word.i):
        return None
    name = _TOPICS[word.lemma]
    return draft.add(Found(word.i, word.i, word.i, name, Kind.TOPIC, "topic:named"))


def _worked(parse: Parse, word: Word) -> Word | None:
    """The word whose clause says that the user works or has slept; None if none does."""
    if word.tag.startswith("V"):
        return word if word.lemma != "rest" and _is_done(parse, word) else None
    if not word.tag.startswith("NN"):
        return None
    if word.lemma == "work":
        return _work_noun(parse, word)
    if word.lemma == "rest" and not _is_of_night(parse, word):
        return None
    return _sleep_noun(parse, word)


def _is_done(parse: Parse, verb: Word) -> bool:
    subject = parse.subject(verb)
    if verb.tag == "VB" and verb.dep in {"xcomp", "ccomp", "advcl", "relcl", "acl"}:
        above = parse.head(verb)
        if verb.dep != "xcomp" or above.lemma not in _HAD_TO or above.tag != "VBD":
            return False  # "need to work", "time to sleep"
    if subject is None or subject.lower not in FIRST_PERSON or subject.start == subject.end:
        return False  # a note without "I" says how the night was
    kids = parse.kids(verb, "prt", "prep", "dobj", "advmod")
    if verb.lemma == "sleep":
        return not any(kid.lower in {"on", "with"} for kid in kids)
    return not any(kid.dep == "dobj" or kid.lower in _ELSEWHERE for kid in kids)


def _work_noun(parse: Parse, word: Word) -> Word | None:
    """Read "work was busy", "went to work", "a long day at work", "my work week"."""
    head = parse.head(word)
    own = parse.kid(word, "poss")
    if own is not None:
        return None  # "my work is important" says nothing of a day
    if word.dep == "compound":
        return _clause(parse, head) if head.lower in _DAYS and _is_users(parse, head) else None
    if word.dep in {"nsubj", "csubj"}:
        told = head.lemma in _SAYING_HOW and parse.kid(word, "prep") is None
        return head if told and (head.lemma == "be" or _is_past(parse, head)) else None
    if word.dep == "pobj":
        return _work_behind(parse, head)
    if word.dep == "dobj":
        on = any(kid.lower == "on" for one in (word, head) for kid in parse.kids(one, "prep"))
        return head if head.lemma in _HAVING and not on and _by_user(parse, head) else None
    return None


def _sleep_noun(parse: Parse, word: Word) -> Word | None:
    """Read "my sleep was good", "got a good night's sleep", "had enough sleep"."""
    own = parse.kid(word, "poss")
    head = parse.head(word)
    if own is not None and own.lower in MY:
        return _clause(parse, word) if word.dep == "nsubj" else None
    if own is not None and own.lower not in _NIGHTS:
        return None
    top = word
    for _ in range(_DEEPEST):  # "a lot of sleep", "a good night of sleep"
        if top.dep == "pobj" and head.lower == "of":
            top = parse.head(head)
        elif top.dep in {"nsubj", "compound", "npadvmod"} and not head.tag.startswith("VB"):
            top = head
        else:
            break
        head = parse.head(top)
    if top.dep == "dobj" and head.lemma in _HAVING and head.lemma != "do":
        return head if _by_user(parse, head) else None
    return None


def _work_behind(parse: Parse, preposition: Word) -> Word | None:
    """Read "went to work", "a long day at work"."""
    above = parse.head(preposition)
    if preposition.lower in {"at", "of"} and above.lower in _DAYS:
        clause = _clause(parse, above)
        return clause if _by_user(parse, clause) else None
    goes = preposition.lower == "to" and above.lemma in _GOING
    return above if goes and _by_user(parse, above) else None


def _is_past(parse: Parse, verb: Word) -> bool:
    return stance_of(parse, verb).tense is Tense.PAST


def _is_of_night(parse: Parse, word: Word) -> bool:
    near = parse.words[max(0, word.i - 3) : word.i]
    return any(one.lower in _NIGHTS for one in near)


def _is_users(parse: Parse, word: Word) -> bool:
    """Whether a noun is the user's own, or stands in a clause of theirs."""
    own = parse.kid(word, "poss")
    return own.lower in MY if own is not None else _by_user(parse, _clause(parse, word))


def _by_user(parse: Parse, verb: Word) -> bool:
    subject = parse.subject(verb)
    return subject.lower in FIRST_PERSON if subject is not None else verb.tag in {"VBD", "VBN"}


def _clause(parse: Parse, word: Word) -> Word:
    """The verb that a word hangs on, or the root."""
    for _ in range(_DEEPEST + 2):
        if word.tag.startswith("V") or word.head == word.i:
            break
        word = parse.head(word)
    return word
