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
from graph_aria.domain.reading import USER
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft, Found
    from graph_aria.adapters.language.parse import Word

_DOINGS: Final = frozenset({Kind.ACTIVITY, Kind.EVENT, Kind.GOAL})
_TELLING: Final = _DOINGS | {Kind.PERSON, Kind.ANIMAL, Kind.THING}
_BEINGS: Final = frozenset({Kind.PERSON, Kind.ANIMAL})
_SOMEBODY: Final = frozenset({"he", "she", "him", "her", "them"})
_SENTENCES_BACK: Final = 2
"""How far back "it" may speak of what was told."""

_WHEN: Final = word_set("situations.when")
_WHENEVER: Final = frozenset({"when", "whenever"})
_COMPANY: Final = frozenset({"with", "to", "for", "at", "from", "about"})
_PASSING_ON: Final = word_set("situations.passing_on")
"""Verbs that only carry what follows: "glad to get to see", "excited to start training"."""

_NO_SOURCE: Final = frozenset({"rest", "way"})


def situation_before(draft: Draft, word: Word) -> list[int]:
    """What "it", "that" or "this" means as a whole: doings and events, else company.

    Looks in the words before it in its sentence, then in the sentence before.
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
        company = [index for index in here if draft.kind(index) in _BEINGS]
        if company:
            return [max(company, key=lambda index: draft.found[index].head)]
        for one in reversed(parse.words[begin : min(end, word.i)]):
            if one.lower in _SOMEBODY:
                return [index for index in refer(draft, one) if draft.kind(index) in _BEINGS]
    return []


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
        elif marks & _WHEN:
            subject = parse.kid(kid, "nsubj")
            wanted = _TELLING if marks & _WHENEVER else _DOINGS
            if subject is None or subject.lower in FIRST_PERSON:
                found.extend(one for one in _in_doing(draft, kid) if draft.kind(one) in wanted)
    return list(dict.fromkeys(found))


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
    return [one for one in found if one != USER and draft.kind(one) in _TELLING]


def company_of(draft: Draft, gerund: Word) -> list[int]:
    """What a doing without a name of its own is about: "talking to Nora", "being with Sam"."""
    return _in_doing(draft, gerund)
