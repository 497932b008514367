"""What stands behind "it", "that" and a clause: the doing, the event, the company.

"It made me happy" speaks of what was just told as a whole, and "happy to see Nora" or
"calm when I run" name it in a clause of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.arguments import refer
from graph_aria.adapters.language.draft import FREE
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.stance import FIRST_PERSON
from graph_aria.domain.reading import USER, Polarity
from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft, Found
    from graph_aria.adapters.language.parse import Parse, Word

_DOINGS: Final = frozenset({Kind.ACTIVITY, Kind.EVENT, Kind.GOAL})
_TELLING: Final = _DOINGS | {Kind.PERSON, Kind.ANIMAL, Kind.THING}
_BEINGS: Final = frozenset({Kind.PERSON, Kind.ANIMAL})
_SOMEBODY: Final = frozenset({"he", "she", "him", "her", "them"})
_SENTENCES_BACK: Final = 1
"""How far back "it" may speak of what was told."""

_WHEN: Final = word_set("situations.when")
_WHENEVER: Final = frozenset({"when", "whenever"})
_COMPANY: Final = frozenset({"with", "to", "for", "at", "from", "about"})
_PASSING_ON: Final = word_set("situations.passing_on")
"""Verbs that only carry what follows: "glad to get to see", "excited to start training"."""

_NO_SOURCE: Final = frozenset({"rest", "way"})


def situation_before(draft: Draft, word: Word, *, company: bool = True) -> list[int]:
    """What "it", "that" or "this" means as a whole: doings and events, else company.

    Looks in the words before it in its sentence, then in the sentence before.

    Args:
        draft: the entry.
        word: the pronoun.
        company: whether people and animals may be meant, too.
    """
    parse = draft.parse
    for back in range(_SENTENCES_BACK + 1):
        sentence = word.sentence - back
        if sentence < 0:
            return []
        begin, end = parse.sentences[sentence]
        owners = dict.fromkeys(draft.owner[begin : min(end, word.i)])
        here = [index for index in owners if index != FREE and _may_be_meant(draft.found[index])]
        doings = [index for index in here if draft.kind(index) in _DOINGS]
        if doings:
            return [max(doings, key=lambda index: draft.found[index].head)]
        beings = [index for index in here if draft.kind(index) in _BEINGS]
        if beings:
            nearest = max(beings, key=lambda index: draft.found[index].head)
            return [nearest] if company else []
        for one in reversed(parse.words[begin : min(end, word.i)]):
            if one.lower in _SOMEBODY:
                return [index for index in refer(draft, one) if draft.kind(index) in _BEINGS]
    return []


def doing_before(draft: Draft, word: Word) -> int | None:
    """What its sentence says that the user did before a feeling that names no reason."""
    begin = draft.parse.sentences[word.sentence][0]
    here = [index for index in draft.owners(begin, word.i) if _is_done(draft, index)]
    if here:
        return max(here, key=lambda index: draft.found[index].head)
    return _acting_before(draft, word)


def _acting_before(draft: Draft, word: Word) -> int | None:
    """Who did something in a clause right before: "my boss yelled at me and I felt small"."""
    parse = draft.parse
    begin = parse.sentences[word.sentence][0]
    for index in reversed(draft.owners(begin, word.i)):
        head = parse.words[draft.found[index].head]
        acts = head.dep == "nsubj" and _is_done_to_user(parse, parse.head(head))
        if acts and draft.kind(index) in _BEINGS and _may_be_meant(draft.found[index]):
            return index
    return None


def _is_done_to_user(parse: Parse, verb: Word) -> bool:
    reached = [*parse.kids(verb, "dobj", "dative")]
    reached.extend(kid for prep in parse.kids(verb, "prep") for kid in parse.kids(prep, "pobj"))
    return verb.tag == "VBD" and any(one.lower in {"me", "us"} for one in reached)


_DONE: Final = (Predicate.DOES, Predicate.WORKS_ON)


def _is_done(draft: Draft, index: int) -> bool:
    said = next((one for by in _DONE if (one := draft.fact(USER, by, index)) is not None), None)
    return said is not None and said.polarity is Polarity.ASSERTED and not said.ended


def _may_be_meant(mention: Found) -> bool:
    return mention.live and mention.named and not mention.negated and mention.of_user


def sources_in_clauses(draft: Draft, word: Word, verb: Word) -> list[int]:
    """What clauses of a feeling name: "happy to see Nora", "calm when I run".

    Args:
        draft: the entry.
        word: the feeling's own word.
        verb: the verb of its clause, or the word itself.
    """
    parse = draft.parse
    found: list[int] = []
    for kid in (
        *parse.kids(word, *_CLAUSES),
        *(parse.kids(verb, *_CLAUSES) if verb.i != word.i else ()),
    ):
        if kid.i == word.i or not kid.tag.startswith("V"):
            continue
        is_infinitive = kid.tag == "VB" and any(one.lower == "to" for one in parse.kids(kid, "aux"))
        marks = {one.lower for one in parse.kids(kid, "mark", "advmod")}
        if is_infinitive and kid.i > word.i:
            for verb_ in (kid, *parse.kids(kid, "conj")):
                found.extend(_in_doing(draft, verb_))
        elif kid.tag == "VBG" and kid.dep in {"xcomp", "advcl"} and kid.i > word.i and not marks:
            found.extend(_named(draft, _in_doing(draft, kid)))  # "anxious thinking about exams"
        elif _is_reason(parse, kid, word, marks):
            found.extend(_told_in(draft, kid))
        elif marks & _WHEN:
            subject = parse.kid(kid, "nsubj")
            wanted = _TELLING if marks & _WHENEVER else _DOINGS | _BEINGS
            if subject is None or subject.lower in FIRST_PERSON:
                found.extend(one for one in _in_doing(draft, kid) if draft.kind(one) in wanted)
    return list(dict.fromkeys(found))


def _is_reason(parse: Parse, verb: Word, word: Word, marks: set[str]) -> bool:
    """Whether a clause says why somebody feels so: "glad that Nora came", "sad because …"."""
    if verb.i < word.i:
        return False
    if verb.dep == "ccomp" and verb.head == word.i:
        return not marks - {"that"}
    return bool(marks & _BECAUSE) and parse.kid(verb, "nsubj") is not None


_BECAUSE: Final = frozenset({"because", "since", "cause", "cuz", "as"})


def _told_in(draft: Draft, verb: Word) -> list[int]:
    """What a clause of a reason is about: who does something, else what the user does."""
    subject = draft.parse.kid(verb, "nsubj", "nsubjpass")
    if subject is not None and subject.lower not in FIRST_PERSON:
        meant = refer(draft, subject)
        return [one for one in meant if one != USER and draft.kind(one) in _TELLING | _TOPICS]
    begin, end = verb.i, draft.parse.sentences[verb.sentence][1]
    doings = (one for one in draft.owners(begin, end) if draft.kind(one) in _DOINGS | _TOPICS)
    return [one for one in doings if _may_be_meant(draft.found[one])][:1]


def _named(draft: Draft, found: list[int]) -> list[int]:
    """Without what only a plain noun stands for."""
    return [one for one in found if not draft.found[one].rule.startswith("noun:")]


_TOPICS: Final = frozenset({Kind.TOPIC})
_CLAUSES: Final = ("xcomp", "ccomp", "advcl", "acl", "relcl")


def _in_doing(draft: Draft, verb: Word) -> list[int]:
    """What a verb of the user's names: its own activity, else its object or company."""
    parse = draft.parse
    for _ in range(3):
        inner = parse.kid(verb, "xcomp", "ccomp")
        if verb.lemma not in _PASSING_ON or inner is None or not inner.tag.startswith("V"):
            break
        verb = inner
    own = draft.mention_of(verb)
    if own is not None and draft.kind(own) in _DOINGS:
        return [own]
    done = parse.kid(verb, "dobj")
    found = refer(draft, done, create=done is not None and done.lower not in _NO_SOURCE)
    for kid in parse.kids(verb, "prep"):
        if kid.lower in _COMPANY and not found:
            found = refer(draft, parse.kid(kid, "pobj"))
    if done is not None and not [one for one in found if one != USER]:
        for kid in parse.kids(done, "prep"):  # "spend time with Nora"
            if kid.lower in _COMPANY:
                found = refer(draft, parse.kid(kid, "pobj"))
    return [one for one in found if one != USER and draft.kind(one) in _TELLING | _TOPICS]


def company_of(draft: Draft, gerund: Word) -> list[int]:
    """What a doing without a name of its own is about: "talking to Nora", "being with Sam"."""
    return _in_doing(draft, gerund)
