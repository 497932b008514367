"""Whether the clause around a date tells of the past or of the future."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.stance import FIRST_PERSON

if TYPE_CHECKING:
    from graph_aria.adapters.language.date_arithmetic import Past
    from graph_aria.adapters.language.parse import Parse, Word

_SURE_HELPERS: Final = frozenset({"will", "'ll", "wo", "shall"})
_FUTURE_HELPERS: Final = frozenset({"would", "should", "might", "may", "can", "must", "ca", "'d"})
_STATES: Final = frozenset({"be", "feel", "have", "miss", "think", "remember", "know"})
_AWAITING: Final = word_set("dates.awaiting")
_AWAITED: Final = word_set("dates.awaited")
_LOOKING_AHEAD: Final = word_set("dates.ahead")
_STANDING_AT: Final = frozenset({"on", "at", "in", "by", "until", "till", "over"})
_FROM_THEN_ON: Final = frozenset({"starting", "beginning"})
_POINTING_AHEAD: Final = frozenset({"until", "till", "for", "by"})
_PUTTING_OFF: Final = frozenset(
    {
        "move",
        "postpone",
        "push",
        "shift",
        "reschedule",
        "delay",
        "extend",
        "defer",
        "bump",
        "change",
    }
)
_BOOKING: Final = frozenset(
    {"ticket", "flight", "book", "reserve", "reservation", "appointment", "schedule", "plan", "set"}
)
_PRESENT: Final = frozenset({"VBZ", "VBP"})


def direction(parse: Parse, word: Word) -> Past:
    """Whether the clause around a word tells of the past (True) or of the future (False)."""
    before = parse.words[word.i - 1].lower if word.i else ""
    if "since" in {before, word.lower}:
        return True
    verb = verb_above(parse, word)
    if verb is not None and verb.lower in _FROM_THEN_ON and verb.i < word.i:
        return _tense(parse, _main(parse, verb)) or False  # "Starting Thursday I'm off sugar"
    if verb is None:
        begin, end = parse.sentences[word.sentence]
        is_awaited = any(one.lower in _AWAITED for one in parse.words[begin:end])
        return False if is_awaited or before in {"by", "until", "till"} else None
    tense = _tense(parse, verb)
    if tense and (before == "to" or before in _POINTING_AHEAD):
        return _tense_pointing_ahead(parse, word, verb)
    if tense is None and (before in {"by", "until", "till"} or _stands_at(parse, word, verb)):
        return False
    return tense


def _tense_pointing_ahead(parse: Parse, word: Word, verb: Word) -> Past:
    """Read "moved it to May", "bought tickets for May", "gave us until May" in the past tense."""
    before = parse.words[word.i - 1].lower
    between = parse.words[verb.i : word.i]
    is_booked = before == "for" and any(one.lemma in _BOOKING for one in between)
    if verb.lemma in _PUTTING_OFF or is_booked:
        return False
    if before == "to":
        return True
    # "gave us until October", "booked for August"; "have been promised it by Friday"
    lasts = any(kid.tag in _PRESENT for kid in parse.kids(verb, "aux"))
    return False if lasts else None


def names_today(parse: Parse, word: Word) -> bool:
    """Whether a weekday tells which day it is: "It's Sunday", "Today is Friday"."""
    verb = parse.head(word)
    if word.dep not in {"attr", "npadvmod"} or verb.lemma != "be" or verb.tag not in _PRESENT:
        return False
    if parse.kids(verb, "aux", "neg"):
        return False
    subjects = {kid.lower for kid in parse.kids(verb, "nsubj", "npadvmod", "nsubjpass")}
    return bool(subjects & {"it", "today"})


def is_simple_present(parse: Parse, word: Word) -> bool:
    """Whether a word stands by a verb in the plain present other than "be": a habit's tense."""
    verb = verb_above(parse, word)
    return (
        verb is not None
        and verb.tag in _PRESENT
        and verb.lemma not in {"be", "have"}
        and not parse.kids(verb, "aux", "auxpass")
    )


def _tense(parse: Parse, verb: Word) -> Past:
    helpers = parse.kids(verb, "aux", "auxpass")
    lowers = {kid.lower for kid in helpers}
    if lowers & _SURE_HELPERS:
        return False
    if any(kid.tag == "VBD" or kid.lemma == "have" for kid in helpers):
        return _tense_behind_have(verb, lowers)
    if "to" in lowers:
        return _tense_of_infinitive(parse, verb)
    if "could" in lowers:
        return None
    is_coming = lowers & _FUTURE_HELPERS or (verb.lemma in _AWAITING and verb.tag != "VBD")
    if is_coming or any(kid.tag in _PRESENT and kid.lemma == "be" for kid in helpers):
        return False  # "I might go", "I'm seeing Sam", "it is planned"
    return _tense_of_form(parse, verb, has_helpers=bool(helpers))


def _tense_behind_have(verb: Word, helpers: set[str]) -> Past:
    """Read "have seen" (past), "would have turned ninety" (never was), "I've got exams"."""
    if helpers & _FUTURE_HELPERS - {"'d"}:
        return None
    return verb.lemma != "get" or not helpers & {"have", "'ve", "has", "'s"}


def _tense_of_form(parse: Parse, verb: Word, *, has_helpers: bool) -> Past:
    """What a verb without helpers tells."""
    above = parse.head(verb)
    if verb.tag == "VBN" and verb.dep in {"acomp", "xcomp"} and above.lemma == "get":
        return _tense(parse, above)  # "I'm getting married in May"
    if verb.tag == "VBD" or (verb.tag == "VBN" and not has_helpers):
        return True
    if verb.tag not in _PRESENT:
        return None
    subject = parse.kid(verb, "nsubj", "nsubjpass", "expl")
    # "The wedding is in May" and "I fly in May" look ahead; "I am tired" looks nowhere.
    is_own = subject is None or subject.lower in FIRST_PERSON
    return None if is_own and verb.lemma in _STATES else False


def _tense_of_infinitive(parse: Parse, verb: Word) -> Past:
    """Read "had to leave" (past), "decided to leave" and "need to leave" (future)."""
    above = parse.head(verb)
    if verb.dep not in {"xcomp", "ccomp"} or above.i == verb.i or not above.tag.startswith("V"):
        return False
    if above.lemma in _AWAITING or above.lemma == "go":
        return above.tag == "VBD" and above.lemma == "want"
    return _tense(parse, above) or False


def _stands_at(parse: Parse, word: Word, verb: Word) -> bool:
    """Whether a day to come is meant: "I'm away on Friday", "I'm nervous about May"."""
    holder = parse.head(word)
    if holder.lower in _STANDING_AT and verb.lemma in _STATES:
        return True
    return any(kid.lower in _LOOKING_AHEAD for kid in parse.kids(verb, "acomp"))


def _main(parse: Parse, verb: Word) -> Word:
    """The verb that a clause hangs on; itself if it hangs on none."""
    above = parse.head(verb)
    return above if above.tag.startswith("V") else verb


def _leans(parse: Parse, verb: Word) -> bool:
    """Whether a verb takes its time from the one above: "stopped drinking in January"."""
    is_bare = verb.tag in {"VBG", "VB"} and not parse.kids(verb, "aux")
    return (
        is_bare and verb.dep in {"xcomp", "pcomp", "advcl", "acl", "ccomp"} and verb.head != verb.i
    )


def verb_above(parse: Parse, word: Word) -> Word | None:
    """The verb of the clause that a word stands in; None if there is none."""
    for _ in range(8):
        if word.tag.startswith("V") and not _leans(parse, word):
            return word
        if word.tag == "MD" or word.head == word.i:
            return None
        word = parse.head(word)
    return None
