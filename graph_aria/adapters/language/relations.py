"""Relations that a verb states between its subject and what it governs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.arguments import employer, refer
from graph_aria.adapters.language.dates import looks_ahead
from graph_aria.adapters.language.lexicon import read_table, word_set
from graph_aria.adapters.language.slots import filler_of
from graph_aria.adapters.language.stance import SAYING, stance_of
from graph_aria.adapters.language.wanting import is_carried_out, wanted_by
from graph_aria.domain.reading import USER, Polarity, Tense
from graph_aria.domain.vocabulary import Kind, Predicate, fits

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft, Stance
    from graph_aria.adapters.language.parse import Parse, Word


@dataclass(frozen=True, slots=True)
class VerbRule:
    """A row of `relations.tsv`: which relation a verb states with what stands in a slot."""

    slot: str
    predicate: Predicate
    flags: frozenset[str]


_SUBJECT_BY_DEFAULT: Final = frozenset(
    {"ROOT", "conj", "advcl", "ccomp", "dep", "xcomp", "parataxis"}
)
_NEUTRAL_PARTICLES: Final = frozenset({"back", "over", "around", "along"})
_PLAIN_LIKING: Final = frozenset({"like", "enjoy"})
_MAKING_IT: Final = frozenset({"make", "get", "have", "take", "lead"})
"""Verbs with which "it" says little: "they can't make it", "I get it"."""

_HELP: Final = frozenset({"help", "support", "advice", "comfort", "encouragement", "hand"})
_TASTE: Final = frozenset({Predicate.LIKES, Predicate.DISLIKES})
_GOING: Final = frozenset({Predicate.VISITED, Predicate.LIVES_IN})
_MOVING: Final = frozenset({"go", "fly", "travel", "drive", "visit", "return", "move", "relocate"})
_CHANGING: Final = frozenset({"join", "leave", "quit"})
_WANTABLE: Final = frozenset(
    {
        Predicate.DOES,
        Predicate.VISITED,
        Predicate.OWNS,
        Predicate.LIVES_IN,
        Predicate.WANTS,
        Predicate.PLANS,
        Predicate.STUDIES,
    }
)
"""What can be wanted or planned instead of being so."""

_MEALS: Final = frozenset({"Breakfast", "Brunch", "Lunch", "Dinner"})
_VISITED: Final = frozenset(name.replace("_", " ") for name in word_set("relations.visited"))
"""Listed places without a name of their own that are worth a visit."""

_DONE_BY: Final = frozenset({"by", "after", "from", "while", "for"})
_TASTY: Final = word_set("tastes.tasty")
_AIMS: Final = word_set("wanting.aims")
_PERSONAL: Final = frozenset({Kind.PERSON, Kind.ANIMAL})


@cache
def verb_rules() -> dict[str, tuple[VerbRule, ...]]:
    """The rules by verb, "give up" as "give+up"."""
    rules: dict[str, list[VerbRule]] = {}
    for row in read_table("relations.tsv"):
        verb, slots, predicate = row[:3]
        flags = frozenset(" ".join(row[3:]).split())
        for slot in slots.split("|"):
            rules.setdefault(verb, []).append(VerbRule(slot, Predicate(predicate), flags))
    return {verb: tuple(rows) for verb, rows in rules.items()}


def read_relations(draft: Draft) -> None:
    """Add what the verbs of the entry state about the user and the people in it."""
    rules = verb_rules()
    for verb in draft.parse.words:
        if not verb.tag.startswith("V") or draft.quoted[verb.i] or verb.lemma not in _first_words():
            continue
        particle = draft.parse.kid(verb, "prt")
        rows = rules.get(f"{verb.lemma}+{particle.lower}", ()) if particle is not None else ()
        if particle is None or particle.lower in _NEUTRAL_PARTICLES:
            rows = rows or rules.get(verb.lemma, ())
        for row in rows:
            _apply(draft, verb, row)


@cache
def _first_words() -> frozenset[str]:
    return frozenset(verb.split("+")[0] for verb in verb_rules())


def _apply(draft: Draft, verb: Word, rule: VerbRule) -> None:
    filler = filler_of(draft.parse, verb, rule.slot)
    if filler is None or not _is_said_so(draft.parse, verb, rule):
        return
    if "embedded" in rule.flags and wanted_by(draft.parse, verb) is None:
        return
    subjects = _holders(draft, verb, rule)
    if not subjects:
        return
    create = "create" in rule.flags and not _is_hardly_meant(draft.parse, verb, filler)
    if rule.predicate in _TASTE and stance_of(draft.parse, verb).tense is Tense.PAST:
        praised = {kid.lower for kid in draft.parse.kids(filler, "amod")} & _TASTY
        create = bool(praised)  # "enjoyed the exchange" tells of an evening, not of a taste
    objects = refer(draft, filler, create=create)
    if not objects and rule.predicate is Predicate.WORKS_AT and rule.slot != "dobj":
        objects = employer(draft, filler)
    for object_ in objects:
        if _is_meant(draft, verb, rule, object_):
            for subject in subjects:
                _state(draft, verb, rule, subject, object_)


def _is_said_so(parse: Parse, verb: Word, rule: VerbRule) -> bool:
    """Whether the clause has the form that the rule needs."""
    object_ = parse.kid(verb, "dobj") if rule.slot == "dobj" else None
    if object_ is not None and object_.lower == "it" and verb.lemma in _MAKING_IT:
        return False
    if "past" in rule.flags and stance_of(parse, verb).tense is not Tense.PAST:
        return False
    if "helping" in rule.flags:
        return any(kid.lower in _HELP for kid in parse.kids(verb, "dobj"))
    if "cannot" in rule.flags:
        return any(kid.dep == "neg" for kid in parse.kids(verb)) and any(
            kid.lemma in {"can", "could"} for kid in parse.kids(verb, "aux")
        )
    return True


def _holders(draft: Draft, verb: Word, rule: VerbRule) -> list[int]:
    """Whose relation it is: the subject's, or that of whom it befalls ("they fired me")."""
    patient = draft.parse.kid(verb, "dobj", "nsubjpass") if "object" in rule.flags else None
    if patient is None:
        return subjects_of(draft, verb)
    return [index for index in refer(draft, patient) if draft.kind(index) in _PERSONAL]


def _is_meant(draft: Draft, verb: Word, rule: VerbRule, object_: int) -> bool:
    """Whether an object is one that the rule is about."""
    if object_ == USER:
        return rule.predicate in _TASTE or bool(rule.flags & {"people", "lasting"})
    kind = draft.kind(object_)
    if "lasting" in rule.flags:
        return kind is Kind.PERSON and draft.found[object_].role is None
    if "meals" in rule.flags:
        return draft.found[object_].name in _MEALS
    return _is_of_kind(draft, verb, rule, object_)


def _is_of_kind(draft: Draft, verb: Word, rule: VerbRule, object_: int) -> bool:
    kind = draft.kind(object_)
    only = next((kinds for flag, kinds in _ONLY.items() if flag in rule.flags), None)
    if only is not None:
        return kind in only
    if rule.predicate is Predicate.WORKS_AT and rule.slot == "dobj" and verb.lemma in _CHANGING:
        return kind is Kind.ORGANIZATION
    if rule.predicate is Predicate.VISITED:
        return is_worth_a_visit(draft, object_)
    return rule.predicate is not Predicate.DOES or kind is not Kind.TOPIC  # see `daily`


_ONLY: Final = {
    "consumed": frozenset({Kind.THING}),
    "people": _PERSONAL,
    "animals": frozenset({Kind.ANIMAL}),
}
"""Flags of rules that are only about some kinds."""


def _state(draft: Draft, verb: Word, rule: VerbRule, subject: int, object_: int) -> None:
    stance = stance_of(draft.parse, verb)
    if not _may_be_stated(rule, stance):
        return
    predicate, stance = _as_said(draft.parse, verb, rule, stance)
    words = quote_around(draft, verb, object_)
    wanted = wanted_by(draft.parse, verb)
    if wanted is not None and predicate is Predicate.DOES and is_carried_out(wanted):
        stance, wanted = wanted.stance, None
    if wanted is not None and stance.ended and predicate in _WANTABLE:
        return  # "I want to give up running" says that it goes on
    if wanted is not None:
        ends = (draft.kind(subject), draft.kind(object_))
        tastes = wanted.predicate in _TASTE and predicate is Predicate.DOES
        if tastes and draft.kind(object_) is not Kind.ACTIVITY:
            return  # "I like to take my dog along" is no liking of the dog
        if predicate in _WANTABLE and fits(wanted.predicate, *ends):
            stance, predicate = wanted.stance, wanted.predicate
            words = quote_around(draft, wanted.governor, object_, verb.i)
    elif predicate in _GOING and _is_to_come(draft, verb, predicate):
        if stance.polarity is not Polarity.ASSERTED:
            return
        predicate = Predicate.PLANS  # "I'm going to Lisbon", "I'm moving to Porto"
    elif is_planned(stance) and predicate in {Predicate.VISITED, Predicate.DOES}:
        predicate = Predicate.PLANS
    draft.state(subject, predicate, object_, words=words, rule=f"verb:{verb.lemma}", stance=stance)


def _may_be_stated(rule: VerbRule, stance: Stance) -> bool:
    """Whether a clause says what a rule needs: "worked with Tom on the fence" lasts no longer."""
    if "lasting" in rule.flags and not (stance.ended or stance.tense is Tense.PRESENT):
        return False
    return "ended" not in rule.flags or stance.polarity is not Polarity.NEGATED


def _as_said(parse: Parse, verb: Word, rule: VerbRule, stance: Stance) -> tuple[Predicate, Stance]:
    """What a rule states in a clause, with the clause's stance as the rule takes it."""
    if "ended" in rule.flags:
        return rule.predicate, replace(stance, ended=True)
    if "consumed" in rule.flags and stance.ended:
        return rule.predicate, replace(stance, ended=False)
    if "cannot" in rule.flags:
        # "I can't stand him any more" does not end it.
        return rule.predicate, replace(stance, polarity=Polarity.ASSERTED, ended=False)
    if _is_dislike(parse, verb, rule, stance):
        return Predicate.DISLIKES, replace(stance, polarity=Polarity.ASSERTED)
    return rule.predicate, stance


def _is_dislike(parse: Parse, verb: Word, rule: VerbRule, stance: Stance) -> bool:
    """Whether "not like" says that somebody dislikes it: "I don't like olives"."""
    if rule.predicate is not Predicate.LIKES or verb.lemma not in _PLAIN_LIKING:
        return False
    if stance.polarity is not Polarity.NEGATED or stance.ended or stance.tense is Tense.PAST:
        return False
    return any(kid.dep == "neg" for kid in parse.kids(verb)) and not any(
        kid.lemma in {"would", "will"} for kid in parse.kids(verb, "aux")
    )


def _is_to_come(draft: Draft, verb: Word, predicate: Predicate) -> bool:
    """Whether a journey or a move is still to come: "I'm going to", "we fly to … tomorrow"."""
    goes = predicate is Predicate.VISITED or verb.lemma in _MOVING
    return _is_under_way(draft.parse, verb) or (goes and looks_ahead(draft, verb))


def _is_under_way(parse: Parse, verb: Word) -> bool:
    """Whether a journey or a move is told as to come: "I'm going to", "we will move to"."""
    helpers = parse.kids(verb, "aux")
    is_going_on = verb.tag == "VBG" and any(kid.tag in {"VBZ", "VBP"} for kid in helpers)
    return verb.lemma in _MOVING and (is_going_on or any(kid.lemma == "will" for kid in helpers))


def is_planned(stance: Stance) -> bool:
    """Whether a clause says for certain that something is to come."""
    return stance.tense is Tense.FUTURE and stance.polarity is Polarity.ASSERTED


def subjects_of(draft: Draft, verb: Word) -> list[int]:
    """Who does it: the subject, or the user where a note leaves "I" out.

    A subject that is no person gives nothing.
    """
    subject = draft.parse.subject(verb)
    if subject is None and verb.dep == "pcomp":
        preposition = draft.parse.head(verb)
        if preposition.lower in _DONE_BY:  # "warmed up by playing tennis"
            subject = draft.parse.subject(draft.parse.head(preposition))
    if subject is None:
        if verb.dep not in _SUBJECT_BY_DEFAULT or verb.tag not in {
            "VBD",
            "VBN",
            "VBG",
            "VB",
            "VBP",
        }:
            return []
        if verb.tag in {"VB", "VBP"} and verb.dep == "ROOT" and not _has_helper(draft.parse, verb):
            return []  # an order
        begins = draft.parse.sentences[verb.sentence][0]
        named = [i for i in (draft.owner[k] for k in range(begins, verb.i)) if i != -1]
        if verb.dep != "ROOT" and any(draft.found[i].kind in _PERSONAL for i in named):
            return []
        return [USER]
    owner = draft.parse.kid(subject, "poss")
    if owner is not None and subject.lower in _AIMS and subject.i < verb.i:
        subject = owner  # "my goal is to run a marathon"
        if owner.lower in {"my", "our"}:
            return [USER]
    return [index for index in refer(draft, subject) if draft.kind(index) in _PERSONAL]


def _has_helper(parse: Parse, verb: Word) -> bool:
    return parse.kid(verb, "aux", "neg") is not None


def quote_around(draft: Draft, verb: Word, object_: int, *more: int) -> tuple[int, int]:
    """First and last word of the phrase from the subject to the object of a verb."""
    parse = draft.parse
    subject = parse.subject(verb)
    at = [verb.i, *more]
    if subject is not None and subject.sentence == verb.sentence:
        at.append(subject.i)
        at.extend(
            kid.i for kid in parse.kids(subject, "poss", "det", "compound") if kid.i < subject.i
        )
    at.extend(kid.i for kid in parse.kids(verb, "neg", "aux", "mark", "prt"))
    governor = parse.head(verb)
    if governor.lemma in SAYING and verb.dep == "ccomp" and governor.sentence == verb.sentence:
        at.append(governor.i)
        sayer = parse.kid(governor, "nsubj")
        if sayer is not None:
            at.append(sayer.i)
    if object_ != USER:
        mention = draft.found[object_]
        if parse.words[mention.last].sentence == verb.sentence:
            at.extend((mention.first, mention.last))
    return min(at), max(at)


def is_worth_a_visit(draft: Draft, object_: int) -> bool:
    """Whether a place has a name, or is one that people visit; errands to "the pub" are none."""
    mention = draft.found[object_]
    if mention.kind is not Kind.PLACE:
        return False
    return mention.name in _VISITED or (
        mention.name[:1].isupper() and mention.rule.startswith(("ner", "name", "identity"))
    )


def _is_hardly_meant(parse: Parse, verb: Word, filler: Word) -> bool:
    """Whether "love"/"want" governs something that is no entity: a clause, a number, a way."""
    return (
        filler.tag not in {"NN", "NNS", "NNP", "NNPS"}
        or parse.kid(filler, "relcl", "acl") is not None
        or (
            verb.lemma in {"want", "love", "like"} and parse.kid(verb, "xcomp", "ccomp") is not None
        )
    )
