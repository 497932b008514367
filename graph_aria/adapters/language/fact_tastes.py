"""What the user likes, prefers, fears and believes, and what helps them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_words import third, third_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.domain.memories import Category, MemoryKind
from graph_aria.domain.reading import USER
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_clauses import Clause
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.fact_words import Told
    from graph_aria.adapters.language.parse import Word

_LIKING: Final = word_set("facts.liking")
_DISLIKING: Final = word_set("facts.disliking")
_VAGUE: Final = word_set("facts.liking_vague")
_PASSING: Final = word_set("facts.passing")
_DEGREES: Final = word_set("facts.degrees")
_FEARFUL: Final = word_set("facts.fearful")
_OWN_PEOPLE: Final = word_set("facts.kin") | {"family", "friend", "people", "life"}
_BEING_TOGETHER: Final = frozenset(
    {"talk", "chat", "spend", "meet", "visit", "hang", "catch", "laugh", "help", "love", "live"}
)
_ENDING: Final = frozenset({"anymore", "longer", "more"})
_SHORTEST_DOING: Final = 5
_FEARS: Final = word_set("facts.fears")
_POINTING: Final = frozenset({"the", "this", "that", "these", "those", "some", "every", "each",
                              "any", "another", "all", "no"})  # fmt: skip
_FLEETING: Final = frozenset({"be", "see", "feel", "think", "know", "hear", "get", "have", "say",
                              "admit", "wake", "sit", "watch",
                              "sleep", "rest", "eat"})  # fmt: skip


def read_tastes(facts: Facts, clause: Clause) -> None:
    """Add what a clause says of likes, preferences, fears, beliefs and what helps."""
    verb = clause.verb
    if clause.holder == USER and not clause.is_we and clause.is_present:
        cannot_stand = verb.lemma == "stand" and clause.negated
        if verb.lemma in _LIKING | _DISLIKING or cannot_stand:
            _read_liking(facts, clause)
        elif verb.lemma == "prefer":
            _read_preferring(facts, clause)
        elif verb.lemma == "be":
            _read_fear(facts, clause)
        elif verb.lemma == "believe":
            _read_belief(facts, clause)
        elif verb.lemma == "regret":
            _read_regret(facts, clause)


def _is_steady(facts: Facts, clause: Clause, thing: Word | None) -> bool:
    """Whether nothing binds a verb to a moment or a condition."""
    parse, verb = facts.parse, clause.verb
    for kid in parse.kids(verb):
        if kid is thing or kid.dep in {"nsubj", "neg", "punct", "cc", "aux", "conj"}:
            continue
        if clause.over and kid.lower in _ENDING:
            continue
        if kid.dep == "advmod" and (kid.lower in _DEGREES or kid.i == verb.i + 1):
            if kid.lower in _PASSING:
                return False
            continue
        if kid.dep == "advcl" and clause.reason is not None:
            continue
        if kid.dep in {"aux", "mark", "dep", "ccomp", "parataxis", "intj"} and kid.i > verb.i:
            continue
        if kid.dep in {"mark", "intj"}:
            continue
        return False
    allowed = {"do", "does", "n't", "not", "ca", "can", "cannot", "'t"}
    return all(kid.lower in allowed for kid in parse.kids(verb, "aux"))


def _read_liking(facts: Facts, clause: Clause) -> None:
    parse, verb = facts.parse, clause.verb
    thing = parse.kid(verb, "dobj", "xcomp")
    if thing is None or not _is_steady(facts, clause, thing) or not is_generic(facts, thing):
        return
    if thing.lemma in {"talk", "discuss"} and clause.negated:
        return  # a boundary, see `fact_manners`
    ending = [kid for kid in parse.kids(thing, "advmod") if clause.over and kid.lower in _ENDING]
    told = facts.words.phrase(thing, without=ending, limit=9)
    if told is None or told.first < verb.i or _is_narrowed(facts, thing, told):
        return
    likes = verb.lemma in _LIKING and not clause.negated and not clause.over
    if likes and _goes_without_saying(facts, thing):
        return
    if (clause.negated or clause.over) and verb.lemma in _DISLIKING:
        return  # "I don't hate it" says little
    says = _says(clause)
    category = category_of(facts, thing)
    facts.add(
        f"the user {says} {told.text}", (clause.first, told.last), "taste",
        kind=MemoryKind.PREFERENCE, category=category, importance=0.5, significance=0.2,
        reason=facts.reason(clause), slot=f"the user|attitude|{slot_words(told.text)}",
        value="like" if likes else "dislike",
    )  # fmt: skip


def _goes_without_saying(facts: Facts, thing: Word) -> bool:
    """Whether nearly everybody likes it: their own people, and to be with them."""
    if thing.dep == "xcomp":
        return thing.lemma in _BEING_TOGETHER
    named = [kid.tag for kid in facts.parse.kids(thing, "appos", "compound")]
    return thing.lemma in _OWN_PEOPLE and not {"NNP", "NNPS"}.intersection(named)


def _is_narrowed(facts: Facts, thing: Word, told: Told) -> bool:
    """Whether a clause that was left out says which ones: "bugs I can't trace"."""
    parse = facts.parse
    if thing.i >= len(parse.words) - 1:
        return False
    left = parse.kids(thing, "relcl", "acl", "advcl", "ccomp")
    return any(kid.i > told.last and "," not in parse.text[parse.words[told.last].end :
               parse.words[kid.i].start][:2] for kid in left)  # fmt: skip


def _says(clause: Clause) -> str:
    if clause.verb.lemma == "stand":
        return "cannot stand"
    if clause.over:
        return f"no longer {third_of(clause.verb.lemma)}"
    if clause.negated:
        return f"does not {clause.verb.lemma}"
    return third(clause.verb)


_AT_WORK: Final = frozenset(
    {"boss", "colleague", "coworker", "co-worker", "manager", "supervisor", "client", "customer"}
)
_DEGREE: Final = re.compile(
    r" (?:a lot|(?:so |very |too )?much|a (?:great|good) deal|the most|a bit|a little|"
    r"(?:so |very )?(?:badly|dearly)|more than anything)$",
    re.IGNORECASE,
)
"""How much, behind what is liked: it is the same that is liked."""


def slot_words(text: str) -> str:
    """A phrase without its possessives and articles, for what may be said of the same."""
    left_out = {"their", "a", "an", "the", "to"}
    text = _DEGREE.sub("", text)
    return " ".join(_root(word) for word in text.lower().split() if word not in left_out)


def _root(word: str) -> str:
    """What "swim", "swims" and "swimming" share; it need not be a word."""
    root = word.removesuffix("s") if not word.endswith("ss") else word
    if root.endswith("ing") and len(root) > _SHORTEST_DOING:
        root = root.removesuffix("ing")
        root = root[:-1] if root[-1] == root[-2] and root[-1] not in "lsz" else root
    return root.removesuffix("e")


def is_generic(facts: Facts, thing: Word) -> bool:
    """Whether an object is a sort of thing, the user's own, or a name: no passing one."""
    parse = facts.parse
    if thing.dep == "xcomp":
        is_doing = thing.tag == "VBG" or (thing.tag == "VB" and _has_to(facts, thing))
        inner = parse.kid(thing, "dobj")
        is_light = thing.lemma in _FLEETING
        return is_doing and not is_light and (inner is None or is_generic(facts, inner))
    if not _is_noun(facts, thing) or thing.lemma in _VAGUE:
        return False
    if thing.tag == "VBG" and thing.lemma in _FLEETING:
        return False
    det, of = parse.kid(thing, "det"), parse.kid(thing, "prep")
    if det is not None and det.lower in _POINTING:
        inner = None if of is None or of.lower != "of" else parse.kid(of, "pobj")
        is_sort = inner is not None and parse.kid(inner, "det", "poss") is None
        return det.lower == "the" and is_sort
    mention = facts.draft.mention_of(thing)
    if mention is not None and facts.draft.found[mention].kind is Kind.EMOTION:
        return False
    return all(
        other.lemma not in _VAGUE for other in (thing, *parse.kids(thing, "conj"))
    ) and not any(kid.tag in {"JJR", "JJS", "PDT"} for kid in parse.kids(thing))


def _is_noun(facts: Facts, thing: Word) -> bool:
    """Whether a word is a noun, or tagged as a verb though it is owned: "my evening runs"."""
    is_owned = thing.tag == "VBZ" and facts.parse.kid(thing, "poss") is not None
    return is_owned or thing.tag in {"NN", "NNS", "NNP", "NNPS", "VBG"}


def _has_to(facts: Facts, verb: Word) -> bool:
    return any(kid.lower == "to" for kid in facts.parse.kids(verb, "aux"))


def category_of(facts: Facts, thing: Word) -> Category:
    """What part of a life a thing belongs to."""
    index = facts.draft.mention_of(thing)
    kind = None if index is None else facts.draft.found[index].kind
    if kind is Kind.PERSON and index is not None:
        role = facts.draft.found[index].role
        if {role, thing.lemma} & _AT_WORK:
            return Category.WORK
        return Category.FRIENDS if role is not None and role == "friend" else Category.FAMILY
    if thing.lemma in {
        "job",
        "work",
        "coworker",
        "colleague",
        "boss",
        "career",
        "office",
        "commute",
    }:
        return Category.WORK
    if thing.tag == "VBG" or kind is Kind.ACTIVITY or thing.dep == "xcomp":
        return Category.INTERESTS
    return Category.TASTES


def _read_preferring(facts: Facts, clause: Clause) -> None:
    parse, verb = facts.parse, clause.verb
    if clause.negated or parse.kid(verb, "aux") is not None:
        return
    one = parse.kid(verb, "dobj", "xcomp")
    over = next(
        (kid for kid in (*parse.kids(verb), *(parse.kids(one) if one is not None else ()))
         if kid.lower in {"to", "over"} and kid.dep == "prep"), None,
    )  # fmt: skip
    other = None if over is None else parse.kid(over, "pobj", "pcomp")
    if one is None or not is_generic(facts, one):
        return
    told = facts.words.phrase(one, without=[over] if over is not None else (), limit=6)
    less = None if other is None else facts.words.phrase(other, limit=6)
    if told is None or (over is not None and less is None):
        return
    if over is None or less is None:
        facts.add(f"the user prefers {told.text}", (clause.first, told.last), "prefers",
                  kind=MemoryKind.PREFERENCE, category=category_of(facts, one), importance=0.55,
                  reason=facts.reason(clause))  # fmt: skip
        return
    pair = sorted((slot_words(told.text), slot_words(less.text)))
    facts.add(
        f"the user prefers {told.text} {over.lower} {less.text}", (clause.first, less.last),
        "prefers", kind=MemoryKind.PREFERENCE, category=category_of(facts, one), importance=0.55,
        reason=facts.reason(clause), slot=f"the user|prefers|{' / '.join(pair)}",
        value=slot_words(told.text),
    )  # fmt: skip


def _read_fear(facts: Facts, clause: Clause) -> None:
    parse = facts.parse
    fear = parse.kid(clause.verb, "acomp")
    if fear is None or fear.lower not in _FEARFUL or clause.over:
        return
    prep = parse.kid(fear, "prep")
    what = None if prep is None or prep.lower != "of" else parse.kid(prep, "pobj", "pcomp")
    if what is None or what.lower not in _FEARS or parse.kid(what, "det", "poss") is not None:
        return
    told = facts.words.phrase(what, limit=5)
    if told is None:
        return
    says = "is not" if clause.negated else "is"
    facts.add(
        f"the user {says} {fear.lower} of {told.text}", (clause.first, told.last), "fear",
        category=Category.FEARS, importance=0.6, significance=0.5,
        slot=f"the user|fears|{told.text}", value="no" if clause.negated else "yes",
    )  # fmt: skip


def _read_belief(facts: Facts, clause: Clause) -> None:
    parse = facts.parse
    prep = parse.kid(clause.verb, "prep")
    what = None if prep is None or prep.lower != "in" else parse.kid(prep, "pobj")
    told = None if what is None or what.lower == "myself" else facts.words.phrase(what, limit=5)
    if what is None or told is None or what.tag not in {"NN", "NNS", "NNP", "NNPS"}:
        return
    if parse.kid(what, "poss") is not None:
        return
    says = "does not believe" if clause.negated else "believes"
    facts.add(
        f"the user {says} in {told.text}", (clause.first, told.last), "belief",
        category=Category.BELIEFS, importance=0.6, significance=0.4,
        slot=f"the user|believes|{told.text}", value="no" if clause.negated else "yes",
    )  # fmt: skip


def _read_regret(facts: Facts, clause: Clause) -> None:
    what = facts.parse.kid(clause.verb, "xcomp", "dobj", "pcomp")
    if what is None or clause.negated or what.tag not in {"VBG", "NN"}:
        return
    if what.tag == "NN" and facts.parse.kid(what, "poss") is None:
        return
    told = facts.words.phrase(what, limit=9)
    following = facts.parse.words[told.last + 1 :][:1] if told is not None else []
    is_whole = all(word.dep == "punct" or word.tag in {".", ",", "CC"} for word in following)
    is_light = what.lemma in _FLEETING
    if told is not None and told.first > clause.verb.i and is_whole and not is_light:
        facts.add(f"the user regrets {told.text}", (clause.first, told.last), "regret",
                  category=Category.REGRETS, importance=0.6, significance=0.6)  # fmt: skip
