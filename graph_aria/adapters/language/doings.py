"""What is done: DOES, from an activity's own verb or a note without verb."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.relations import (
    is_planned,
    quote_around,
    subjects_of,
)
from graph_aria.adapters.language.stance import FIRST_PERSON, MY, stance_of
from graph_aria.adapters.language.wanting import is_carried_out, wanted_by
from graph_aria.domain.reading import USER, Polarity, Tense
from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Parse, Word

_DEEPEST: Final = 6
_ALONGSIDE: Final = frozenset({"after", "during"})
_OCCASIONS: Final = frozenset({"Breakfast", "Brunch", "Lunch", "Dinner", "Church", "Commute"})
"""What only tells the time: "before breakfast", "after church"."""

_AFTER_DOING: Final = frozenset({"by", "after", "from", "for", "while", "with"})
_UNDONE: Final = word_set("doings.undone")
"""Verbs whose object is not done by whoever they are said of: "hate yoga", "sold the piano"."""

_LONGEST_LEAD: Final = 2
"""How many words may stand before the activity in a note: "Long slow run"."""


def read_doings(draft: Draft, *, notes: bool) -> None:
    """Add DOES for activities that a verb or a note without verb names.

    Args:
        draft: the entry.
        notes: whether a bare "Yoga again." says that the user does it.
    """
    parse = draft.parse
    for index, mention in enumerate(draft.found):
        if mention.kind is not Kind.ACTIVITY or not mention.live or draft.quoted[mention.first]:
            continue
        word = parse.words[mention.head]
        if mention.rule == "activity:verb" or _is_under_way(parse, word):
            for subject in subjects_of(draft, word):
                _do(draft, word, subject, index)
        elif notes and _stands_without_verb(parse, word):
            draft.state(
                USER,
                Predicate.DOES,
                index,
                words=(mention.first, mention.last),
                rule="doing:note",
                stance=stance_of(parse, word),
            )
        else:
            _read_by_the_way(draft, word, index)


def _read_by_the_way(draft: Draft, word: Word, activity: int) -> None:
    """State what is done where a clause only mentions it: "my run", "after yoga", "for baking"."""
    parse = draft.parse
    mention = draft.found[activity]
    whole = parse.head(word) if word.dep == "compound" else word  # "my workout routine"
    owner = parse.kid(whole, "poss")
    verb = _clause_verb(parse, whole)
    if owner is not None:
        said = owner.lower in MY and not _is_left_undone(parse, verb)
        first, rule = owner.i, "doing:my"
    elif word.tag == "VBG":
        said = (_is_done_thing(parse, word) or _fills_time(parse, word)) and _by_user(parse, verb)
        first, rule = mention.first, "doing:gerund"
    elif whole.dep == "nsubj" and verb.lemma == "be":
        said, first, rule = _is_told_of(parse, whole, verb), mention.first, "doing:told"
    else:
        before = parse.head(whole)
        said = whole.dep == "pobj" and before.lower in _ALONGSIDE and _by_user(parse, verb)
        said = said and (mention.name not in _OCCASIONS or _is_each(parse, whole))
        first, rule = before.i, "doing:during"
    if not said:
        return
    stance = stance_of(parse, verb)
    if owner is not None and whole.dep == "nsubj" and stance.polarity is Polarity.NEGATED:
        stance = replace(stance, polarity=Polarity.ASSERTED)  # "my cooking is not good"
    if stance.polarity is not Polarity.ASSERTED or stance.tense is Tense.FUTURE or stance.ended:
        return
    draft.state(
        USER,
        Predicate.DOES,
        activity,
        words=(first, max(mention.last, whole.i)),
        rule=rule,
        stance=stance,
    )


def _is_under_way(parse: Parse, word: Word) -> bool:
    """Whether a noun of doing is the verb of its clause: "I was hanging out with friends"."""
    return word.tag == "VBG" and any(kid.lemma == "be" for kid in parse.kids(word, "aux"))


def _is_told_of(parse: Parse, word: Word, verb: Word) -> bool:
    """Whether it is said how a doing was: "the jog was great", "Lunch was delicious"."""
    determined = parse.kid(word, "det")
    known = determined is None or determined.lower in {"the", "this", "that", "today"}
    return known and verb.tag == "VBD" and parse.kid(verb, "acomp", "attr") is not None


def _clause_verb(parse: Parse, word: Word) -> Word:
    """The finite verb that a word hangs on, or the root."""
    for _ in range(_DEEPEST):
        if word.tag in {"VBD", "VBZ", "VBP"} or word.head == word.i:
            break
        word = parse.head(word)
    return word


def _by_user(parse: Parse, verb: Word) -> bool:
    subject = parse.subject(verb)
    return subject is not None and subject.lower in FIRST_PERSON


def _is_left_undone(parse: Parse, verb: Word) -> bool:
    return verb.lemma in _UNDONE or any(kid.lemma in _UNDONE for kid in parse.kids(verb, "xcomp"))


def _is_done_thing(parse: Parse, word: Word) -> bool:
    """Whether a gerund tells what the user did: "proud of running", "tired from cooking"."""
    first = parse.head(word) if word.dep == "conj" else word
    if first.dep != "pcomp":
        return False
    preposition = parse.head(first)
    if preposition.lower == "of":
        return parse.head(preposition).tag.startswith("JJ")  # "proud of", not "instead of"
    return preposition.lower in _AFTER_DOING


def _fills_time(parse: Parse, word: Word) -> bool:
    """Whether a gerund says how a time was spent: "had a fine time watching TV"."""
    word = parse.head(word) if word.dep == "conj" else word
    above = parse.head(word)
    if word.dep == "acl" and above.lower in _TIME:
        return parse.head(above).lemma in _SPENDING
    return word.dep in {"advcl", "xcomp"} and above.lemma in _SPENDING


_TIME: Final = frozenset({"time", "hour", "hours", "day", "evening", "afternoon", "morning"})
_SPENDING: Final = frozenset({"have", "spend", "sit", "stay", "end"})


def _is_each(parse: Parse, word: Word) -> bool:
    determined = parse.kid(word, "det")
    return determined is not None and determined.lower in {"each", "every"}


def _do(draft: Draft, word: Word, subject: int, activity: int) -> None:
    """State an activity that its own verb tells: done, planned or wished for."""
    parse = draft.parse
    wanted = wanted_by(parse, word)
    if wanted is not None and not is_carried_out(wanted):
        words = quote_around(draft, wanted.governor, activity, word.i)
        draft.state(
            subject,
            wanted.predicate,
            activity,
            words=words,
            rule="doing:wanted",
            stance=wanted.stance,
        )
        return
    stance = stance_of(parse, word) if wanted is None else wanted.stance
    predicate = Predicate.PLANS if is_planned(stance) else Predicate.DOES
    words = quote_around(draft, word, activity)
    draft.state(subject, predicate, activity, words=words, rule="doing:verb", stance=stance)


def _stands_without_verb(parse: Parse, word: Word) -> bool:
    """Whether the sentence is a note such as "Yoga again." or "Long walk, then bed."."""
    if word.dep not in {"ROOT", "dep", "npadvmod"} and not (
        word.dep == "conj" and parse.head(word).dep == "ROOT"
    ):
        return False
    begin, end = parse.sentences[word.sentence]
    opening = next(
        (
            one
            for one in parse.words[begin:end]
            if not one.tag.startswith(("_", "JJ", "DT", "CD", "RB"))
        ),
        None,
    )
    if opening is None or opening.i > word.i or word.i - begin > _LONGEST_LEAD:
        return False
    return not any(
        one.tag in {"VBD", "VBZ", "VBP", "MD"} and one.dep in {"ROOT", "aux", "auxpass"}
        for one in parse.words[begin:end]
    )
