"""Relations that are said without a telling verb: "my insomnia", "the wedding is in Bristol"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language import conditions
from graph_aria.adapters.language.arguments import refer
from graph_aria.adapters.language.draft import Found, Stance
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.stance import FIRST_PERSON, MY, stance_of
from graph_aria.domain.reading import USER, Polarity
from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Word

_CREATING: Final = word_set("states.creating")
_PARTED: Final = frozenset({"break", "split", "separate"})
_LOCATED: Final = frozenset({"be", "happen", "hold", "take"})


def read_states(draft: Draft, *, notes: bool) -> None:
    """Add conditions, possessions, places of events, and pairs that part.

    Args:
        draft: the entry.
        notes: whether a bare "Headache since noon." says that the user has it.
    """
    for index, mention in list(enumerate(draft.found)):
        if not mention.live or draft.quoted[mention.first]:
            continue
        if mention.kind is Kind.CONDITION:
            conditions.read_condition(draft, index, mention, notes=notes)
        elif mention.kind is Kind.EVENT:
            _read_location(draft, index, mention)
        elif mention.kind is Kind.ANIMAL:
            _read_pet(draft, index, mention)
    for verb in draft.parse.words:
        if not verb.tag.startswith("V") or draft.quoted[verb.i]:
            continue
        if verb.lemma in _PARTED:
            _read_parting(draft, verb)
        elif verb.lemma in _CREATING:
            _read_making(draft, verb)


def _read_location(draft: Draft, index: int, mention: Found) -> None:
    """Read "The wedding is in four weeks, in Bristol", "the wedding in Porto"."""
    parse = draft.parse
    word = parse.words[mention.head]
    anchors = [word]
    verb = parse.head(word)
    if word.dep in {"nsubj", "nsubjpass"} and verb.lemma in _LOCATED:
        anchors.append(verb)
    for anchor in anchors:
        for place, last in _places(draft, anchor):
            words = (min(mention.first, last), max(mention.last, last))
            poss = parse.kid(word, "poss")
            first = min(words[0], poss.i) if poss is not None else words[0]
            stance = stance_of(parse, verb) if anchor is verb else Stance()
            draft.state(
                index,
                Predicate.LOCATED_IN,
                place,
                words=(first, words[1]),
                rule="state:place",
                stance=stance,
            )


def _places(draft: Draft, anchor: Word) -> list[tuple[int, int]]:
    """Places that hang on a word by "in" or "at", directly or below each other."""
    parse = draft.parse
    found: list[tuple[int, int]] = []
    todo = [kid for kid in parse.kids(anchor, "prep") if kid.lower in {"in", "at"}]
    for _ in range(6):
        if not todo:
            break
        preposition = todo.pop(0)
        inner = parse.kid(preposition, "pobj")
        todo.extend(kid for kid in parse.kids(preposition, "prep") if kid.lower in {"in", "at"})
        if inner is None:
            continue
        todo.extend(kid for kid in parse.kids(inner, "prep") if kid.lower == "in")
        found.extend(
            (place, inner.i)
            for place in refer(draft, inner)
            if place != USER and draft.kind(place) is Kind.PLACE
        )
    return found


def _read_pet(draft: Draft, index: int, mention: Found) -> None:
    poss = draft.parse.kid(draft.parse.words[mention.head], "poss")
    if poss is not None and poss.lower in MY:
        draft.state(USER, Predicate.OWNS, index, words=(poss.i, mention.last), rule="pet:my")


def _read_parting(draft: Draft, verb: Word) -> None:
    """Read "Sam and I broke up", "I split up with Sam"."""
    parse = draft.parse
    if (
        not any(kid.lower == "up" for kid in parse.kids(verb, "prt", "advmod", "prep"))
        and verb.lemma == "break"
    ):
        return
    subject = parse.subject(verb)
    partners = [one for one in refer(draft, subject) if one != USER] if subject is not None else []
    includes_user = subject is None or any(
        one.lower in FIRST_PERSON for one in parse.words[parse.sentences[verb.sentence][0] : verb.i]
    )
    for kid in parse.kids(verb, "prep"):
        if kid.lower in {"with", "from"}:
            partners.extend(one for one in refer(draft, parse.kid(kid, "pobj")) if one != USER)
    if not partners and subject is not None and subject.lower == "we":
        partners = (
            _with_me(draft, verb)
            or [
                index
                for index in draft.owners(*_shortly_before(draft, verb))
                if draft.kind(index) is Kind.PERSON and draft.found[index].live
            ][-1:]
        )
    if not includes_user:
        return
    stance = stance_of(parse, verb)
    for partner in partners:
        words = (
            min(subject.i if subject is not None else verb.i, verb.i),
            max(verb.i, draft.found[partner].last),
        )
        draft.state(
            USER,
            Predicate.PARTNER_OF,
            partner,
            words=words,
            rule="state:parted",
            stance=Stance(stance.polarity, stance.tense, ended=True),
        )


_SENTENCES_BACK: Final = 3


def _shortly_before(draft: Draft, verb: Word) -> tuple[int, int]:
    sentence = max(0, verb.sentence - _SENTENCES_BACK)
    return draft.parse.sentences[sentence][0], verb.i


def _with_me(draft: Draft, verb: Word) -> list[int]:
    """Whom "we" joins to the user behind the verb: "We broke up, Jonas and I."."""
    words = draft.parse.words
    end = draft.parse.sentences[verb.sentence][1]
    for i in range(verb.i + 1, end - 1):
        if words[i].lower not in {"and", "&"}:
            continue
        sides = words[i - 1], words[i + 1]
        if any(side.lower.strip(".") in {"i", "me"} for side in sides):
            meant = (draft.mention_of(side) for side in sides)
            return [one for one in meant if one is not None and draft.kind(one) is Kind.PERSON]
    return []


def _read_making(draft: Draft, verb: Word) -> None:
    """What the user makes or plants is worth a mention: "I made a mug"."""
    parse = draft.parse
    subject = parse.subject(verb)
    if subject is not None and subject.lower not in FIRST_PERSON:
        return
    made = parse.kid(verb, "dobj")
    if made is None or made.tag not in {"NN", "NNS"} or draft.mention_of(made) is not None:
        return
    if (
        stance_of(parse, verb).polarity is not Polarity.ASSERTED
        or parse.kid(verb, "ccomp", "oprd") is not None
    ):
        return
    for index in refer(draft, made, create=made.lower not in _NOT_MADE):
        if index != USER and draft.found[index].rule.endswith(":related"):
            draft.found[index].rule = "noun:made"


_NOT_MADE: Final = word_set("states.not_made")
