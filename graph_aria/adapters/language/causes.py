"""What eases ills, what makes them worse, what causes them; what helps and what hinders."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.arguments import refer
from graph_aria.adapters.language.draft import Found
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.relations import quote_around
from graph_aria.adapters.language.situations import company_of, situation_before
from graph_aria.adapters.language.stance import FIRST_PERSON, stance_of
from graph_aria.domain.reading import USER
from graph_aria.domain.vocabulary import EMOTIONS, Kind, Predicate

if TYPE_CHECKING:
    from collections.abc import Callable

    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Parse, Word

_HELPING: Final = word_set("causes.helping") | {"satisfy", "curb", "quench"}
_WORSENING: Final = word_set("causes.worsening")
_CAUSING: Final = word_set("causes.causing")
_WRECKING: Final = word_set("causes.worsening_state")
_BLOCKING: Final = word_set("causes.blocking")
_BACKING: Final = word_set("causes.backing") | word_set("causes.lifting")
_SLEEPING: Final = frozenset({"sleep", "sleeping"})
_WHOLE: Final = frozenset({"it", "that", "this", "which"})
_GOOD: Final = word_set("causes.good")
_BAD: Final = word_set("causes.bad")
_GOING_ON: Final = word_set("causes.going_on")
_ILLS: Final = frozenset({Kind.CONDITION, Kind.EMOTION})


_REACH: Final = 7
"""How many words behind "make" may say what becomes of it."""

_SENTENCES_BACK: Final = 8
"""How far back what helps may look for what it helps against."""

_CHANGES: Final = frozenset({"worse", "better", "easier", "bearable", "harder"})


def read_causes(draft: Draft) -> None:
    """Add MITIGATES, WORSENS, CAUSES, SUPPORTS and BLOCKS from their verbs."""
    for verb in draft.parse.words:
        if not verb.tag.startswith("V") or draft.quoted[verb.i]:
            continue
        for read in _readers().get(verb.lemma, ()):
            read(draft, verb)


@cache
def _readers() -> dict[str, list[Callable[[Draft, Word], None]]]:
    """What to look for behind each verb."""
    readers: dict[str, list[Callable[[Draft, Word], None]]] = {}
    for words, read in (
        (_HELPING, _read_help),
        (_WORSENING, partial(_read_simple, predicate=Predicate.WORSENS)),
        (_BACKING, partial(_read_simple, predicate=Predicate.SUPPORTS)),
        (_BLOCKING, partial(_read_simple, predicate=Predicate.BLOCKS)),
        (_WRECKING, _read_wrecking),
        (_CAUSING, _read_causing),
        (frozenset({"make"}), _read_making),
        (frozenset({"keep"}), _read_keeping),
        (frozenset({"be"}), _read_good_for),
        (frozenset({"get"}), _read_way),
        (frozenset({"give", "bring", "provide"}), _read_giving),
        (_ALLOWING, _read_allowing),
        (frozenset({"sleep"}), _read_since),
    ):
        for word in words:
            readers.setdefault(word, []).append(read)
    return readers


def _read_help(draft: Draft, verb: Word) -> None:
    parse = draft.parse
    doers = _doers(draft, verb)
    if not doers:
        return
    target = parse.kid(verb, "dobj")
    with_what = _prep(parse, verb, "with") or _prep(parse, verb, "against")
    objects = [*refer(draft, with_what), *refer(draft, target)]
    helped = parse.kid(verb, "xcomp", "ccomp")
    objects = [one for one in objects if one != USER]
    ills = [one for one in objects if draft.kind(one) in _ILLS]
    if not ills and verb.lemma == "help":
        if helped is not None and (
            helped.lemma in _SLEEPING or draft.mention_of(helped) is not None
        ):
            others = refer(draft, helped) or _topic(draft, helped)
            _state_all(draft, doers, Predicate.SUPPORTS, others, verb, "help:verb")
            return
        if objects:
            _state_all(
                draft,
                doers,
                Predicate.SUPPORTS,
                [one for one in objects if draft.kind(one) is not Kind.PERSON],
                verb,
                "help:object",
            )
            return
        if (
            with_what is None
            and (target is None or target.lower in FIRST_PERSON | {"it", "that"})
            and helped is None
        ):
            ill = _last_ill(draft, verb)
            ills = [ill] if ill is not None else []
    _state_all(
        draft,
        [
            one
            for one in doers
            if draft.kind(one) is not Kind.PERSON or with_what is not None or target is not None
        ],
        Predicate.MITIGATES,
        ills,
        verb,
        "help:ill",
    )


def _topic(draft: Draft, word: Word) -> list[int]:
    """The topic that a verb names where it is helped or hindered: "helps me sleep"."""
    named = [
        index
        for index, one in enumerate(draft.found)
        if one.kind is Kind.TOPIC and one.first <= word.i <= one.last
    ]
    if named or word.lemma not in _SLEEPING or not draft.is_free(word.i, word.i):
        return named
    return [draft.add(Found(word.i, word.i, word.i, "Sleep", Kind.TOPIC, "topic:related"))]


def _last_ill(draft: Draft, verb: Word) -> int | None:
    """The latest ill of the user shortly before a verb: an unpleasant feeling or a condition."""
    best: int | None = None
    at = -1
    earliest = draft.parse.sentences[max(0, verb.sentence - _SENTENCES_BACK)][0]
    for index in draft.owners(earliest, verb.i):
        one = draft.found[index]
        if not one.live or not one.of_user or one.head > verb.i or one.head < at:
            continue
        unpleasant = one.kind is Kind.EMOTION and EMOTIONS[one.name] < 0 and not one.negated
        if unpleasant or one.kind is Kind.CONDITION:
            best, at = index, one.head
    return best


def _read_simple(draft: Draft, verb: Word, predicate: Predicate) -> None:
    hindered = _prep(draft.parse, verb, "from") if predicate is Predicate.BLOCKS else None
    done = draft.parse.kid(verb, "dobj")
    if hindered is not None:
        objects = _hindered(draft, hindered)
    else:
        own = done is not None and draft.parse.kid(done, "poss") is not None
        create = own and predicate is Predicate.SUPPORTS
        objects = [one for one in refer(draft, done, create=create) if one != USER]
    if objects:
        _state_all(draft, _doers(draft, verb), predicate, objects, verb, f"cause:{verb.lemma}")


def _read_wrecking(draft: Draft, verb: Word) -> None:
    """Read "it wrecked my sleep", "stress ruins my sleep": a state of oneself gets worse."""
    done = draft.parse.kid(verb, "dobj")
    owner = None if done is None else draft.parse.kid(done, "poss")
    if done is None or owner is None or owner.lower not in FIRST_PERSON:
        return
    objects = [one for one in refer(draft, done) if one != USER] or _topic(draft, done)
    states = [one for one in objects if draft.kind(one) in _ILLS | {Kind.TOPIC}]
    doers = _doers(draft, verb) or _avoided_before(draft, verb)
    _state_all(draft, doers, Predicate.WORSENS, states, verb, f"cause:{verb.lemma}")


def _avoided_before(draft: Draft, verb: Word) -> list[int]:
    """What "it" means behind a note of what one does without: "No alcohol since May, it …"."""
    subject = draft.parse.subject(verb)
    if subject is None or subject.lower not in _WHOLE:
        return []
    begin = draft.parse.sentences[verb.sentence][0]
    here = draft.owners(begin, verb.i)
    return [one for one in here if draft.fact(USER, Predicate.AVOIDS, one) is not None][-1:]


def _read_since(draft: Draft, verb: Word) -> None:
    """Read "since I started therapy I sleep better", "I sleep worse since the move"."""
    parse = draft.parse
    how = {kid.lower for kid in parse.kids(verb, "advmod", "acomp")} & {"better", "worse"}
    if not how:
        return
    done: list[int] = []
    for kid in parse.kids(verb, "advcl", "prep"):
        marks = {one.lower for one in parse.kids(kid, "mark")} | {kid.lower}
        if not marks & _SINCE:
            continue
        begun = parse.kid(kid, "dobj", "pobj", "xcomp", "pcomp")
        done.extend(one for one in refer(draft, begun) if one != USER)
    objects = _topic(draft, verb) or [one for one in [draft.mention_of(verb)] if one is not None]
    topics = [one for one in objects if draft.kind(one) is Kind.TOPIC]
    predicate = Predicate.SUPPORTS if "better" in how else Predicate.BLOCKS
    _state_all(draft, done, predicate, topics, verb, "help:since")


_SINCE: Final = frozenset({"since", "after", "when", "with"})


def _read_good_for(draft: Draft, verb: Word) -> None:
    """Read "yoga is good for my health", "sleep is important to my recovery", "bad for …"."""
    parse = draft.parse
    said = parse.kid(verb, "acomp")
    if said is None or not (said.lower in _GOOD or said.lower in _BAD):
        return
    for_what = _prep(parse, said, "for") or _prep(parse, verb, "for") or _prep(parse, said, "to")
    if for_what is None:
        return
    own = parse.kid(for_what, "poss") is not None
    objects = [one for one in refer(draft, for_what, create=own) if one != USER]
    ills = [one for one in objects if draft.kind(one) in _ILLS]
    others = [one for one in objects if draft.kind(one) not in _ILLS | {Kind.PERSON}]
    good = said.lower in _GOOD
    for predicate, targets in (
        (Predicate.MITIGATES if good else Predicate.WORSENS, ills),
        (Predicate.SUPPORTS if good else Predicate.BLOCKS, others),
    ):
        _state_all(draft, _doers(draft, verb), predicate, targets, verb, "help:good for", for_what)


def _read_making(draft: Draft, verb: Word) -> None:
    """Read "X makes my insomnia worse", "X made my headache better"."""
    parse = draft.parse
    near = parse.words[verb.i + 1 : min(verb.i + _REACH, parse.sentences[verb.sentence][1])]
    change = next((word for word in near if word.lower in _CHANGES), None)
    if change is None:
        return
    targets = [
        one
        for k in range(verb.i + 1, change.i)
        if (one := draft.mention_of(parse.words[k])) is not None
    ]
    ills = [
        one for one in dict.fromkeys(targets) if draft.kind(one) in _ILLS | {Kind.TOPIC, Kind.EVENT}
    ]
    if not ills and any(
        parse.words[k].lower in {"it", "that", "things", "everything"}
        for k in range(verb.i + 1, change.i)
    ):
        ill = _last_ill(draft, verb)
        ills = [ill] if ill is not None else []
    predicate = Predicate.WORSENS if change.lower in {"worse", "harder"} else Predicate.MITIGATES
    _state_all(draft, _doers(draft, verb), predicate, ills, verb, "cause:change", change)


def _read_keeping(draft: Draft, verb: Word) -> None:
    """Read "X keeps me up" causes sleeplessness; "X keeps me from Y" blocks Y."""
    hindered = _prep(draft.parse, verb, "from")
    if hindered is not None:
        _state_all(
            draft,
            _doers(draft, verb),
            Predicate.BLOCKS,
            _hindered(draft, hindered),
            verb,
            "cause:keep",
        )
        return
    going = draft.parse.kid(verb, "xcomp", "ccomp", "oprd", "acomp", "advcl")
    if going is not None and going.lower in _GOING_ON:
        kept = refer(draft, draft.parse.kid(verb, "dobj") or draft.parse.kid(going, "nsubj"))
        beings = [one for one in kept if one == USER or draft.kind(one) is Kind.PERSON]
        _state_all(draft, _doers(draft, verb), Predicate.SUPPORTS, beings, verb, "help:keep")


_STRENGTH: Final = word_set("causes.strength")
_ALLOWING: Final = word_set("causes.allowing")


def _read_giving(draft: Draft, verb: Word) -> None:
    """Read "sleep gives me energy", "the job provides structure"."""
    given = draft.parse.kid(verb, "dobj")
    if given is None or given.lower not in _STRENGTH:
        return
    objects = [one for one in refer(draft, given, create=True) if one != USER]
    beings = [one for one in objects if draft.kind(one) not in _ILLS]
    _state_all(draft, _doers(draft, verb), Predicate.SUPPORTS, beings, verb, "help:give")


def _read_allowing(draft: Draft, verb: Word) -> None:
    """Read "this allows me to work hard", "the job lets me earn money"."""
    done = draft.parse.kid(verb, "xcomp", "ccomp")
    if done is None or not done.tag.startswith("V"):
        return
    own = draft.mention_of(done)
    objects = [own] if own is not None else refer(draft, draft.parse.kid(done, "dobj"))
    helped = [
        one
        for one in objects
        if one != USER and draft.kind(one) in {Kind.ACTIVITY, Kind.TOPIC, Kind.GOAL}
    ]
    doers = [one for one in _doers(draft, verb) if draft.kind(one) is not Kind.PERSON]
    _state_all(draft, doers, Predicate.SUPPORTS, helped, verb, "help:allow")


def _hindered(draft: Draft, word: Word) -> list[int]:
    """What is hindered behind "from": "from sleeping", "from getting a good night's sleep"."""
    found = [one for one in refer(draft, word) if one != USER]
    if found or word.tag != "VBG":
        return found
    done = draft.parse.kid(word, "dobj")
    return [one for one in refer(draft, done) if one != USER] or _topic(draft, word)


def _read_way(draft: Draft, verb: Word) -> None:
    """Read "X gets in the way of Y"."""
    way = _prep(draft.parse, verb, "in")
    if way is not None and way.lower == "way":
        of = _prep(draft.parse, way, "of") or _prep(draft.parse, verb, "of")
        objects = [one for one in refer(draft, of) if one != USER]
        _state_all(draft, _doers(draft, verb), Predicate.BLOCKS, objects, verb, "cause:way")


def _read_causing(draft: Draft, verb: Word) -> None:
    parse = draft.parse
    target = _prep(parse, verb, "to") if verb.lemma == "lead" else parse.kid(verb, "dobj")
    objects = [
        one for one in refer(draft, target) if one != USER and draft.kind(one) is Kind.CONDITION
    ]
    _state_all(draft, _doers(draft, verb), Predicate.CAUSES, objects, verb, f"cause:{verb.lemma}")


def _doers(draft: Draft, verb: Word) -> list[int]:
    parse = draft.parse
    subject = parse.subject(verb)
    if subject is None or subject.lower in FIRST_PERSON:
        return []
    found = refer(draft, subject, create=True)
    if not found and subject.tag == "VBG":
        found = company_of(draft, subject)
    if not found and subject.lower in _WHOLE:
        found = situation_before(draft, subject)
    return [one for one in found if one != USER and draft.kind(one) is not Kind.EMOTION]


def _prep(parse: Parse, word: Word, preposition: str) -> Word | None:
    for kid in parse.kids(word, "prep", "prt", "advmod"):
        if kid.lower == preposition:
            return parse.kid(kid, "pobj", "pcomp")
    return None


def _state_all(
    draft: Draft,
    doers: list[int],
    predicate: Predicate,
    objects: list[int],
    verb: Word,
    rule: str,
    *more: Word,
) -> None:
    """Add a relation from each doer to each object that stands in a verb's clause."""
    stance = stance_of(draft.parse, verb)
    for doer in doers:
        for object_ in objects:
            first, last = quote_around(draft, verb, object_, *(word.i for word in more))
            thing = draft.found[doer]
            if draft.parse.words[thing.first].sentence == verb.sentence:
                first, last = min(first, thing.first), max(last, thing.last)
            draft.state(doer, predicate, object_, words=(first, last), rule=rule, stance=stance)
