"""What looks like a date and is none: names, verbs, habits, dishes, counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.date_arithmetic import SEASONS
from graph_aria.adapters.language.date_grammar import DAYS, MONTHS, SHORT_DAYS, SHORT_MONTHS
from graph_aria.adapters.language.date_tense import direction, is_simple_present, verb_above
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Parse, Word

_DOUBLE: Final = word_set("dates.double_meaning")
_GIVEN: Final = word_set("dates.given_names")
_RECURRING: Final = word_set("dates.recurring")
_BEFORE: Final = word_set("dates.before")
_BEFORE_WEEKDAYS: Final = word_set("dates.before_weekdays")
_OF_MONTHS: Final = word_set("dates.of_months")
_HABITUAL: Final = word_set("dates.habitual")
_HAPPENINGS: Final = word_set("dates.happenings")
_TAKING_IN: Final = word_set("dates.taking_in")
_LIKING: Final = word_set("dates.liking")
_PARTS_OF_DAY: Final = word_set("dates.parts_of_day")
_HUMAN_VERBS: Final = word_set("people.human_verbs")
_EACH: Final = word_set("dates.each")
_JOINING: Final = frozenset({",", "and", "or", "&", "/"})
_VISITING: Final = frozenset({"over", "by", "round"})
"""What somebody comes: a month comes around, and flies by."""

_POINTING: Final = frozenset({
    "last", "past", "next", "coming", "upcoming", "previous", "this", "tonight", "today",
    "yesterday", "tomorrow",
})  # fmt: skip
_NAME_LABELS: Final = frozenset(
    {"PERSON", "ORG", "WORK_OF_ART", "PRODUCT", "FAC", "GPE", "LAW", "NORP", "EVENT"}
)
NAMED_KINDS: Final = frozenset({Kind.PERSON, Kind.ORGANIZATION, Kind.PLACE, Kind.ANIMAL})
"""Kinds whose names are no dates, where they stand alone."""

_GENERIC: Final = frozenset({"weekday", "weekend", "month", "season", "holiday", "range"})
"""Forms that can stand for any such day."""

_BARE: Final = _GENERIC | {"nth", "year", "decade", "numeric"}
_MODIFIES: Final = frozenset({"compound", "nmod", "nummod", "amod", "poss"})
_MONTH_WORDS: Final = frozenset({*MONTHS, *SHORT_MONTHS})
_DAY_WORDS: Final = frozenset({*DAYS, *SHORT_DAYS})
_FALLING: Final = frozenset({"in", "during", "since", "until", "till", "by", "through"})
_DAYS_BEFORE: Final = _BEFORE - {"in", "back", "during", "between"}
_ROLES_OF_PEOPLE: Final = frozenset({"dobj", "pobj", "conj", "dative", "appos", "poss"})
_A_PAIR: Final = 2


def is_no_date(draft: Draft, first: int, last: int, form: str) -> bool:
    """Whether words in the form of a date are none where they stand.

    Args:
        draft: the entry with its people read, whose names are no dates.
        first: index of the first word.
        last: index of the last word.
        form: the form's name, see `date_grammar.FORMS`.
    """
    parse = draft.parse
    words = parse.words[first : last + 1]
    if form not in _BARE:
        is_how_long = (form == "in" and _is_span_of_time(parse, first)) or (
            form == "whole" and _is_stretch(parse, words)
        )
        return is_how_long or _holds_verb(words)
    is_pointed = any(word.lower in _POINTING for word in words)
    is_such = not is_pointed and _is_any_such(parse, words, form)
    if is_such or _holds_verb(words) or _is_name(draft, words, form):
        return True
    if form in _STANDS_AS:
        return not _STANDS_AS[form](parse, first, last)
    telling = [word for word in words if word.lower != "the"]
    if len(telling) != 1 or telling[0].lower.strip(".") not in _DOUBLE:
        return False
    return _is_other_word(parse, telling[0], has_article=len(words) > 1)


def _is_stretch(parse: Parse, words: list[Word]) -> bool:
    """Whether it tells how long, or a part of something: "for the last week", "his last year"."""
    before, last = parse.words[words[0].i - 1] if words[0].i else words[0], words[-1].i
    _, end = parse.sentences[words[0].sentence]
    is_part = last + 1 < end and parse.words[last + 1].lower == "of"
    is_long = before.lower == "for" and words[0].lower == "the"
    return is_long or is_part or before.tag == "PRP$"


def _is_any_such(parse: Parse, words: list[Word], form: str) -> bool:
    """Whether no certain day is meant: any such day, a kind of thing, a habit."""
    return (
        _recurs(parse, words[0].i, form)
        or _modifies(parse, words, form)
        or (form in _GENERIC and _is_habit(parse, words, form))
    )


def _before(parse: Parse, i: int) -> str:
    """The word before, in lower case; "" at the start of a sentence."""
    begin, _ = parse.sentences[parse.words[i].sentence]
    return parse.words[i - 1].lower if i > begin else ""


def _is_name(draft: Draft, words: list[Word], form: str) -> bool:
    """Whether one of the words names somebody, a place or a firm, alone or as a part."""
    if _is_in_longer_name(draft.parse, words[0].i, words[-1].i):
        return True
    if form == "holiday" and len(words) > 1:
        return False  # "Christmas Eve" is no Eve
    owners = (draft.mention_of(word) for word in words)
    return any(owner is not None and draft.found[owner].kind in NAMED_KINDS for owner in owners)


def _is_in_longer_name(parse: Parse, first: int, last: int) -> bool:
    """Whether the model sees a longer name here: "Ruby Tuesday"."""
    words = parse.words
    at = next((i for i in range(last, first - 1, -1) if words[i].ent in _NAME_LABELS), None)
    if at is None:
        return False
    begin = end = at
    while begin > 0 and not words[begin].begins and words[begin - 1].ent == words[at].ent:
        begin -= 1
    while (
        end + 1 < len(words) and words[end + 1].ent == words[at].ent and not words[end + 1].begins
    ):
        end += 1
    return begin < first or end > last


def _holds_verb(words: list[Word]) -> bool:
    """Whether "may", "march" or "fall" is a verb: "every second may count"."""
    return any(
        word.lower in _DOUBLE
        and word.text[0].islower()
        and (word.tag == "MD" or word.tag.startswith("V"))
        for word in words
    )


def _recurs(parse: Parse, first: int, form: str) -> bool:
    """Whether it is any or each such day: "every other Tuesday", "on a Friday", "that May"."""
    before = _before(parse, first)
    if form == "year":
        return before in {"a", "an", "every", "some"}
    articles = {before} | {kid.lower for kid in parse.kids(parse.words[first], "det")}
    is_any = before in _RECURRING or (form in _GENERIC and articles & _RECURRING)
    is_each = first > 1 and parse.words[first - 2].lower in {"every", "each"}
    if is_any or is_each:
        return True
    if form == "weekday" and (_is_counted_from_told(parse, first) or _is_listed(parse, first)):
        return True
    if not before:
        return False
    left = parse.words[first - 1]
    is_owned = left.tag == "POS" and parse.words[first].lower in _DAY_WORDS
    is_title = left.text[0].isupper() and left.tag.startswith("NNP") and left.dep == "compound"
    return is_owned or (is_title and left.head == first and left.ent not in {"DATE", "TIME"})


def _is_listed(parse: Parse, first: int) -> bool:
    """Whether a weekday is one of a list of such days: "every Tuesday and Thursday"."""
    begin, _ = parse.sentences[parse.words[first].sentence]
    at = first - 1
    while at > begin and parse.words[at].lower in _JOINING:
        while at > begin and parse.words[at].lower in _JOINING:
            at -= 1
        if parse.words[at].lower.strip(".") not in _DAY_WORDS:
            return False
        at -= 1
    return at < first - 1 and at >= begin and parse.words[at].lower in _EACH


def _is_counted_from_told(parse: Parse, first: int) -> bool:
    """Whether a weekday hangs on what was told before: "the Sunday after.", "the Friday before"."""
    _, end = parse.sentences[parse.words[first].sentence]
    words = parse.words[first:end]
    at = next((i for i, word in enumerate(words) if word.lower in {"after", "before"}), len(words))
    is_right_behind = 0 < at <= _A_PAIR and at < len(words)
    return is_right_behind and (at + 1 == len(words) or not words[at + 1].text[0].isalnum())


def _modifies(parse: Parse, words: list[Word], form: str) -> bool:
    """Whether it only says of which kind something is: "Sunday roast", "2000 steps"."""
    last = words[-1]
    governor = parse.head(last)
    if last.dep not in _MODIFIES or governor.i <= last.i:
        return False
    if last.dep == "poss":
        return last.lower in _GIVEN
    if form in {"nth", "year", "numeric"}:
        return governor.lower not in _MONTH_WORDS
    return governor.lower not in _HAPPENINGS and last.lower not in _PARTS_OF_DAY


def _is_habit(parse: Parse, words: list[Word], form: str) -> bool:
    """Whether it is done or liked on all such days: "I usually rest on Sunday"."""
    verb = verb_above(parse, words[-1])
    if verb is None:
        return False
    if any(kid.lower in _HABITUAL for kid in parse.kids(verb, "advmod", "neg")):
        return direction(parse, words[-1]) is not True
    said = parse.kid(verb, "attr")
    if form == "weekday" and said is not None and verb.tag == "VBZ" and words[-1].i < verb.i:
        return said.lower not in _HAPPENINGS  # "Friday is pizza night"
    is_object = parse.head(words[-1]).i == verb.i and words[-1].dep == "dobj"
    if is_object and verb.lemma in _TAKING_IN:
        return True  # a film, a book, a song
    if is_object and verb.lemma in _LIKING:
        return verb.tag != "VBD"
    are_weekdays = form == "range" and any(word.lower in _DAY_WORDS for word in words)
    subject = parse.kid(verb, "nsubj")
    return (
        are_weekdays
        and subject is not None
        and is_simple_present(parse, words[-1])
        and (subject.lower in {"i", "we"})
    )


def _is_other_word(parse: Parse, word: Word, *, has_article: bool) -> bool:
    """Whether a lone "May", "Sun" or "fall" is a person, the star, a verb."""
    lower = word.lower.strip(".")
    before = _before(parse, word.i - has_article)
    if lower in SEASONS:
        if lower == "fall":
            return before not in _FALLING
        return not word.tag.startswith("N") or not (
            before in _BEFORE - {"to"} or before == "over" or (has_article and word.ent == "DATE")
        )
    if lower in _DAY_WORDS:
        if before in _BEFORE_WEEKDAYS and not has_article:
            return False
        is_seen = word.ent == "DATE" and word.text[0].isupper() and before != ""
        return has_article or not is_seen
    is_plain = word.text[0].islower() or word.tag not in {"NNP", "NNPS"}
    if is_plain or lower not in _GIVEN:
        return before not in _BEFORE if is_plain else False
    return not _is_month(parse, word, before)


def _is_month(parse: Parse, word: Word, before: str) -> bool:
    """Whether a word that is a month and a given name is the month where it stands."""
    if word.ent == "PERSON":
        return False
    if word.dep in {"nsubj", "nsubjpass"} or _stands_for_subject(parse, word):
        return _is_subject_month(parse, word)
    if before in _BEFORE:
        return before != "to"
    is_object = word.dep == "dobj" and parse.head(word).lemma not in _HUMAN_VERBS
    return word.ent == "DATE" and (is_object or word.dep not in _ROLES_OF_PEOPLE)


def _stands_for_subject(parse: Parse, word: Word) -> bool:
    """Whether a word right before a verb without a subject is one: "June came over"."""
    verb = parse.head(word)
    is_next = word.dep == "npadvmod" and verb.i == word.i + 1 and verb.tag.startswith("V")
    return is_next and parse.kid(verb, "nsubj", "nsubjpass") is None


def _is_subject_month(parse: Parse, word: Word) -> bool:
    """Whether such a subject is the month: "April was hard", but "May came over"."""
    verb = parse.head(word)
    if word.ent != "DATE" or verb.lemma not in _OF_MONTHS or _is_company(parse, verb):
        return False
    said = parse.kid(verb, "attr")
    return said is None or parse.kid(said, "poss") is None


def _is_company(parse: Parse, verb: Word) -> bool:
    """Whether only somebody does it: "came over", "came with Tom", "came by with the kids"."""
    _, end = parse.sentences[verb.sentence]
    behind = parse.words[verb.i + 1].lower if verb.i + 1 < end else ""
    if verb.lemma == "come" and behind in _VISITING:
        return True
    with_whom = (parse.kid(kid, "pobj") for kid in parse.kids(verb, "prep") if kid.lower == "with")
    return any(whom is not None and _is_somebody(parse, whom) for whom in with_whom)


def _is_somebody(parse: Parse, whom: Word) -> bool:
    owner = parse.kid(whom, "poss")
    is_owned = owner is not None and owner.lower in {"her", "his", "my", "our", "their"}
    return is_owned or any(one.ent == "PERSON" for one in (whom, *parse.kids(whom, "conj")))


def _is_year(parse: Parse, first: int, last: int) -> bool:
    """Whether four figures are a year: "in 2019", "2019 was hard", but no count and no title."""
    if _before(parse, first) in _BEFORE - {"to", "on", "between", "through", "around", "for"}:
        return True
    word = parse.words[last]
    return word.ent == "DATE" and word.dep in {"nsubj", "npadvmod"}


def _is_day_of_month(parse: Parse, first: int, last: int) -> bool:
    """Whether "the 14th" is a day: not "the 3rd to call", "the 4th of five", "the 2nd floor"."""
    words = parse.words
    if last - first > 1:
        return True
    _, end = parse.sentences[words[last].sentence]
    following = words[last + 1] if last + 1 < end else None
    if following is not None and (following.lower in {"of", "time"} or following.tag == "CD"):
        return False
    if _before(parse, first) in _DAYS_BEFORE:
        return True
    is_said = words[last].dep in {"nsubj", "nsubjpass", "npadvmod", "attr", "appos", "ROOT"}
    followed_by_to = following is not None and following.lower == "to"
    return first < last and is_said and not followed_by_to and words[last].ent == "DATE"


def _is_numeric_date(parse: Parse, first: int, last: int) -> bool:
    """Whether "03/04" is a date and no fraction, score or slogan ("24/7")."""
    words = parse.words
    text = parse.text[words[first].start : words[last].end]
    parts = text.replace("/", " ").split()
    if len(parts) != _A_PAIR:
        return True  # with its year
    _, end = parse.sentences[words[last].sentence]
    following = words[last + 1].lower if last + 1 < end else ""
    if following in {"of", "%", "-"}:
        return False
    is_padded = all(len(part) == _A_PAIR for part in parts)
    before = _before(parse, first)
    return before in {"on", "by", "until", "till", "since", "due"} or (
        is_padded and parts[0] != "24"
    )


_STANDS_AS: Final = {
    "year": _is_year, "nth": _is_day_of_month, "numeric": _is_numeric_date,
}  # fmt: skip


def _is_span_of_time(parse: Parse, first: int) -> bool:
    """Whether "in three weeks" tells how long, as in "the first time in three weeks"."""
    word = parse.words[first]
    if word.lower != "in":
        return False
    governor = parse.head(word)
    if governor.lower == "time" and parse.kid(governor, "amod", "det") is not None:
        return True
    return _before(parse, first) in {"time", "once"} or direction(parse, word) is True
