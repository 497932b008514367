"""Clauses that state something of the user or of somebody near, ready to be told."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.arguments import refer
from graph_aria.adapters.language.fact_words import FIRST, WE, Told, Words
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.stance import stance_of
from graph_aria.domain.admission import is_instruction
from graph_aria.domain.reading import USER, Polarity
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Parse, Word

_KNOWING: Final = word_set("facts.knowing")
_HEDGES: Final = frozenset(
    {"maybe", "perhaps", "probably", "possibly", "almost", "nearly", "supposedly", "apparently",
     "hopefully", "basically", "practically", "virtually"}
)  # fmt: skip
_UNREAL: Final = re.compile(
    r"\b(?:dreamt|dreamed|dreams?(?! (?:is|was|in|job|house|home|car|come))|nightmare|"
    r"imagine[ds]?|pretend(?:ed|ing)?|joking|kidding|sarcasm|if only|as if(?! nothing)|what if|"
    r"suppose|character|lyrics)\b|"
    r"\b(?:in|from|of|by) (?:the|a|an|this|that|my|his|her|their|our) (?:[\w'-]+ ){0,2}"
    r"(?:novel|movie|film|story|book|song|show|series|play|game|poem|tale)\b|"
    r"\b(?<!writing a )(?<!writing my )(?<!write a )(?<!finished my )(?<!writing the )(?<!working on a )(?<!working on my )"  # noqa: E501
    r"(?:novel|movie|film|story|song|book|poem) (?:is |was )?(?:about|where|in which|that goes|"
    r"says|said|goes|called|begins|ends)\b",
    re.IGNORECASE,
)
_OPEN: Final = frozenset({"if", "unless", "whether", "when", "whenever", "while", "until", "before",
                          "after", "once", "though", "although", "as"})  # fmt: skip
_WHY: Final = frozenset({"because", "cause", "cos", "coz", "since", "as"})
_WRONG: Final = frozenset({"wrong", "no", "nope", "correction", "false", "incorrect"})
"""Words with a colon behind them that begin a correction."""

_CHAIN: Final = 6
_FIGURE: Final = 2


@dataclass(frozen=True, slots=True)
class Clause:
    """A verb with whose doing it is.

    Attributes:
        verb: the verb.
        subject: the word that is its subject, or None for the user's note.
        holder: `USER` or a mention of a person or animal.
        who: how the holder is told: "the user", "the user's sister Nora".
        negated: whether it is denied.
        is_we: whether the user speaks of several.
        over: it says that it has ended.
        reason: why, in the third person, or None.
        first, last: words of the quote.
        is_joint: it is told of the user and of another ("Marek and I"), or in a note that
            leaves out who, or by the way ("when we moved to Bath"); only what is of a life is
            read of these.
    """

    verb: Word
    subject: Word | None
    holder: int
    who: str
    negated: bool
    is_we: bool
    over: bool
    reason: Told | None
    first: int
    last: int
    is_joint: bool = False

    @property
    def is_present(self) -> bool:
        """Whether the verb itself is in the plain present."""
        is_helped = self.negated or self.over
        return self.verb.tag in {"VBP", "VBZ"} or (self.verb.tag == "VB" and is_helped)


def clauses(draft: Draft, words: Words) -> Iterator[Clause]:
    """The clauses in which the user states something as so, in order."""
    parse = draft.parse
    real = [is_real(draft, begin, end) for begin, end in parse.sentences]
    for verb in parse.words:
        if not verb.tag.startswith("VB") or draft.quoted[verb.i] or not real[verb.sentence]:
            continue
        clause = _clause(draft, words, verb)
        if clause is not None:
            yield clause


def is_real(draft: Draft, begin: int, end: int) -> bool:
    """Whether a sentence may state what is so: no question, no order, no dream."""
    words = draft.parse.words
    text = draft.parse.text[words[begin].start : words[end - 1].end]
    before = draft.parse.text[max(0, words[begin].start - 120) : words[begin].start]
    if "?" in text[-4:] or _UNREAL.search(text):
        return False
    return not is_instruction(text) and not is_instruction(before)


def _clause(draft: Draft, words: Words, verb: Word) -> Clause | None:  # noqa: C901, PLR0911
    parse = draft.parse
    if verb.dep in {"aux", "auxpass"}:
        return None
    is_aside = not _is_stated(parse, verb)
    if is_aside and not _is_told_by_the_way(parse, verb):
        return None
    stance = stance_of(parse, verb)
    tail = _not_me(parse, verb)
    is_fit = stance.polarity is Polarity.ASSERTED or (stance.polarity is Polarity.NEGATED)
    if not is_fit:
        return None
    negated = any(
        kid.dep == "neg" and kid.i != tail and kid.i < verb.i + _FIGURE for kid in parse.kids(verb)
    )
    if stance.polarity is Polarity.NEGATED and not negated and tail is None:
        return None
    if any(kid.lower in _HEDGES for kid in parse.kids(verb)):
        return None
    subject = parse.subject(verb)
    if subject is not None and _may_be_others(parse, verb, subject):
        return None
    if subject is None:
        return _note(words, verb)
    joined = parse.kid(subject, "conj")
    is_joint = joined is not None and (
        joined.lower in FIRST or (subject.lower == "me" and joined.tag.startswith("NN"))
    )
    held = (USER, "the user") if is_joint else _holder(draft, words, subject)
    if (
        held is None and joined is not None and subject.i < verb.i
    ):  # "Mum and Dad have sold the farm"
        both = [_holder(draft, words, one, alone=True) for one in (subject, joined)]
        if all(one is not None and "the user's" in one[1] for one in both):
            held, is_joint = both[0], True
    if held is None:
        return None
    holder, who = held
    reason = why(words, verb)
    right = [kid.i for kid in parse.kids(verb) if kid.dep in {"dobj", "attr", "acomp", "prep"}]
    last = max([verb.i, *right, reason.last if reason is not None else 0])
    return Clause(
        verb, subject, holder, who, negated, subject.lower in WE, stance.ended, reason,
        min(subject.i, verb.i), last, is_joint or is_aside,
    )  # fmt: skip


def _may_be_others(parse: Parse, verb: Word, subject: Word) -> bool:
    """Whether a deed told in a row may be of him who was told of: "I read of a man who … and …"."""
    at = verb
    while at.dep == "conj" and parse.head(at) is not at and parse.kid(at, "nsubj") is None:
        at = parse.head(at)
    if at is verb or subject.i > at.i:
        return False
    return any(
        word.tag == "WP" and word.dep.startswith("nsubj") and parse.head(word).dep == "relcl"
        for word in parse.words[at.i + 1 : verb.i]
    )


def _note(words: Words, verb: Word) -> Clause | None:
    """A note that leaves out who: "Graduated today!", "Finally passed my viva"."""
    parse = words.draft.parse
    begin, _ = parse.sentences[verb.sentence]
    before = parse.words[begin : verb.i]
    is_first = all(word.tag in {"RB", "UH", "CC", ",", "."} for word in before)
    if not is_first or verb.tag not in {"VBD", "VBN"} or verb.dep != "ROOT":
        return None
    if any(kid.dep == "neg" for kid in parse.kids(verb)):
        return None
    reason = why(words, verb)
    return Clause(verb, None, USER, "the user", False, False, False, reason, verb.i, verb.i, True)  # noqa: FBT003


def _holder(  # noqa: PLR0911
    draft: Draft, words: Words, subject: Word, *, alone: bool = False
) -> tuple[int, str] | None:
    if draft.quoted[subject.i]:
        return None
    if subject.lower in FIRST | WE:
        return USER, "the user"
    if not alone and draft.parse.kid(subject, "conj") is not None:
        return None
    if subject.tag not in {"NN", "NNP", "PRP", "NNS", "WP"} or subject.lower in {
        "it",
        "they",
        "you",
    }:
        return None
    found = refer(draft, subject)
    if len(found) != 1 or found[0] == USER:
        return None
    mention = draft.found[found[0]]
    if mention.kind not in {Kind.PERSON, Kind.ANIMAL}:
        return None
    if subject.tag == "NNS" and mention.role not in {"parents", "grandparents"}:
        return None
    is_named = draft.mention_of(subject) is not None
    is_bare = mention.role is not None and mention.name.casefold() == mention.role.casefold()
    if is_named and is_bare and not _is_own(draft, mention.first, mention.last):
        return None
    who = words.person(found[0])
    return None if who is None else (found[0], who)


def _is_own(draft: Draft, first: int, last: int) -> bool:
    """Whether a person of a role is the user's: "my sister", "Mum", not "his sister"."""
    parse = draft.parse
    for word in parse.words[first : last + 1]:
        poss = parse.kid(word, "poss")
        if poss is not None:
            return poss.lower in {"my", "our"}
        if parse.kid(word, "det") is not None:
            return False
    return parse.words[first].text[:1].isupper()


def _is_stated(parse: Parse, verb: Word) -> bool:  # noqa: PLR0911 - a ladder
    """Whether a clause is said outright, and not under a condition, a time or a guess."""
    if any(kid.dep == "mark" and kid.lower in _OPEN for kid in parse.kids(verb)):
        return False
    if any(kid.dep == "advmod" and kid.lower in {"when", "whenever", "where", "how", "why"}
           for kid in parse.kids(verb)):  # fmt: skip
        return False
    at = verb
    for _ in range(_CHAIN):
        if at.head == at.i or at.dep == "ROOT":
            return True
        above = parse.head(at)
        if at is verb and at.dep == "relcl" and _tells_of_own(parse, at):
            at = above
            continue
        used = at.dep == "xcomp" and above.lemma == "use" and above.tag == "VBD"
        if at.dep in {"relcl", "acl", "pcomp", "csubj"} or (at.dep == "xcomp" and not used):
            return False
        if at.dep == "advcl":
            return any(kid.dep == "mark" and kid.lower == "because" for kid in parse.kids(at))
        if at.dep == "ccomp" and not _lets_through(parse, at, above):
            return False
        at = above
        if any(kid.dep == "mark" and kid.lower in _OPEN for kid in parse.kids(at)):
            return False
    return True


def _is_told_by_the_way(parse: Parse, verb: Word) -> bool:
    """Whether a clause says when something else was, by what has happened: "when we moved"."""
    if verb.tag not in {"VBD", "VBN"} or verb.dep not in {"advcl", "relcl"}:
        return False
    if is_strung(parse, verb):
        return True
    is_past = verb.tag == "VBD" or any(
        kid.tag == "VBD" for kid in parse.kids(verb, "aux", "auxpass")
    )
    marks = {kid.lower for kid in parse.kids(verb, "mark", "advmod")}
    above = parse.head(verb)
    if verb.dep == "relcl":
        return is_past and above.lower in _TIMES
    is_ahead = any(kid.tag == "MD" for kid in parse.kids(above, "aux"))
    return is_past and bool(marks & _WHEN) and "if" not in marks and not is_ahead


def is_strung(parse: Parse, verb: Word) -> bool:
    """Whether a deed is strung on another by a comma: "I did it, handed in my thesis"."""
    if verb.dep != "advcl" or verb.tag != "VBN" or verb.i == 0 or parse.head(verb).i > verb.i:
        return False
    is_bare = not parse.kids(verb, "mark", "aux", "auxpass", "nsubj", "nsubjpass", "agent")
    is_past = parse.head(verb).tag == "VBD" and parse.words[verb.i - 1].text == ","
    return is_bare and is_past and parse.kid(verb, "dobj") is not None


_WHEN: Final = frozenset({"when", "after", "since", "before", "because", "although", "though"})
_TIMES: Final = frozenset({"year", "day", "week", "month", "summer", "winter", "spring", "autumn",
                           "night", "morning", "time", "years", "weeks", "months"})  # fmt: skip


def _tells_of_own(parse: Parse, clause: Word) -> bool:
    """Whether a relative clause tells more of somebody of the user's: "my wife, who has …"."""
    subject = parse.kid(clause, "nsubj")
    poss = parse.kid(parse.head(clause), "poss")
    return subject is not None and subject.tag == "WP" and poss is not None and poss.lower == "my"


def _lets_through(parse: Parse, clause: Word, above: Word) -> bool:
    """Whether a clause below another is as sure as the user's own word."""
    if above.i > clause.i:  # "I hate it, the pool is cold": side by side
        return not above.tag.startswith("VB") or parse.kid(clause, "mark") is None
    if above.lower in _WRONG and parse.words[above.i + 1].tag in {":", ","}:
        return True
    subject = parse.subject(above)
    is_own = subject is not None and subject.lower in FIRST
    return is_own and above.lemma in _KNOWING and parse.kid(above, "neg") is None


def _not_me(parse: Parse, verb: Word) -> int | None:
    """The "not" of a "…, not me" behind a verb, or None."""
    _, end = parse.sentences[verb.sentence]
    for word in parse.words[verb.i + 1 : end]:
        following = parse.words[word.i + 1].lower if word.i + 1 < end else ""
        if word.lower == "not" and following in {"me", "i", "him", "her", "us"}:
            return word.i
    return None


def why(words: Words, verb: Word) -> Told | None:
    """Why it is so: "because …", "since …", "so that …", or what follows a bare comma."""
    parse = words.draft.parse
    for kid in parse.kids(verb, "advcl"):
        mark = parse.kid(kid, "mark")
        if mark is None or kid.i < verb.i:
            continue
        is_why = mark.lower == "because" or (mark.lower in _WHY and kid.tag in {"VBP", "VBZ"})
        if is_why:
            return words.phrase(kid, without=[mark], loose=True, limit=18)
        marks = parse.kids(kid, "mark")
        can = any(aux.lower in {"can", "could"} for aux in parse.kids(kid, "aux"))
        if mark.lower == "so" and (can or len(marks) > 1):
            return words.phrase(kid, without=marks, loose=True, limit=18)
    above = parse.head(verb)
    is_beside = verb.dep == "ccomp" and above.i > verb.i and _is_finite_now(parse, above)
    if is_beside and above.sentence == verb.sentence and parse.kid(above, "mark") is None:
        subject = parse.kid(above, "nsubj")
        if subject is not None and subject.lower not in FIRST and subject.i > verb.i:
            return words.phrase(above, without=[verb], loose=True, limit=12)
    return None


def _is_finite_now(parse: Parse, verb: Word) -> bool:
    """Whether a verb says how it is now: "is cold", "is freezing", "are packed"."""
    if verb.tag in {"VBG", "VBN"}:
        return any(kid.tag in {"VBZ", "VBP"} for kid in parse.kids(verb, "aux", "auxpass"))
    return verb.tag in {"VBZ", "VBP"}
