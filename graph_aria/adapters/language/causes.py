"""What brings feelings, what eases ills, what makes them worse, what helps and what hinders."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.arguments import refer
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.relations import quote_around
from graph_aria.adapters.language.stance import FIRST_PERSON, stance_of
from graph_aria.domain.reading import USER, Polarity, Tense
from graph_aria.domain.vocabulary import EMOTIONS, Kind, Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft, Found
    from graph_aria.adapters.language.parse import Parse, Word

_ABOUT: Final = word_set("causes.about")
_ABOUT_OF_STATE: Final[dict[str, frozenset[str]]] = {
    "for": frozenset({"happiness", "excitement", "gratitude", "anxiety", "hope", "sadness", "pride",
                      "love", "affection", "embarrassment"}),
    "with": frozenset({"anger", "happiness", "satisfaction", "frustration", "irritation", "disappointment",
                       "boredom", "love", "confidence", "pride", "exhaustion", "stress"}),
    "to": frozenset({"gratitude"}),
    "from": frozenset({"exhaustion", "tiredness", "stress", "anxiety", "relief", "joy", "happiness", "calm"}),
    "at": frozenset({"anger", "surprise", "frustration", "irritation", "happiness"}),
    "after": frozenset({"calm", "happiness", "relief", "exhaustion", "tiredness", "stress", "anxiety",
                        "sadness", "satisfaction", "confidence", "hope"}),
}  # fmt: skip
"""Feelings that a preposition ties to what brings them; "about", "of", "by", "over" tie any."""

_GIVING: Final = word_set("causes.giving")
_HELPING: Final = word_set("causes.helping")
_WORSENING: Final = word_set("causes.worsening")
_CAUSING: Final = word_set("causes.causing")
_BLOCKING: Final = word_set("causes.blocking")
_BACKING: Final = word_set("causes.backing")
_SLEEPING: Final = frozenset({"sleep", "sleeping"})
_ILLS: Final = frozenset({Kind.CONDITION, Kind.EMOTION})
_PASSIVE_HELP: Final = frozenset({"better", "easier", "well", "calmer", "less"})


def read_feelings(draft: Draft) -> None:
    """Add X EVOKES feeling wherever the words tie a feeling of the user to a thing."""
    for index, mention in list(enumerate(draft.found)):
        if mention.kind is not Kind.EMOTION or not mention.live or not mention.of_user:
            continue
        word = draft.parse.words[mention.head]
        for source, anchor in _sources(draft, mention, word):
            _evokes(draft, source, index, anchor)


def _evokes(draft: Draft, source: int, feeling: int, anchor: Word) -> None:
    if source == USER or draft.kind(source) is Kind.EMOTION:
        return
    mention = draft.found[feeling]
    stance = stance_of(draft.parse, anchor)
    if any(
        word.lower in {"n't", "not"} for word in draft.parse.words[mention.first : mention.last + 1]
    ):
        stance = replace(stance, polarity=Polarity.ASSERTED)  # "can't wait" denies nothing
    if anchor.i == mention.head and not draft.parse.kids(
        anchor, "aux", "auxpass", "nsubj", "nsubjpass"
    ):
        stance = replace(stance, tense=Tense.PRESENT)  # "Worried about him" has no finite verb
    if mention.negated and stance.polarity is Polarity.ASSERTED:
        stance = replace(stance, polarity=Polarity.NEGATED)
    first, last = quote_around(draft, anchor, feeling)
    thing = draft.found[source]
    if draft.parse.words[thing.first].sentence == draft.parse.words[mention.first].sentence:
        first, last = min(first, thing.first), max(last, thing.last)
    draft.state(
        source, Predicate.EVOKES, feeling, words=(first, last), rule="feeling:about", stance=stance
    )


def _sources(draft: Draft, mention: Found, word: Word) -> list[tuple[int, Word]]:
    """What brings a feeling, each with the word whose clause says so."""
    parse = draft.parse
    form = mention.rule.removeprefix("emotion:")
    verb = word if word.tag.startswith("V") else parse.head(word)
    anchor = verb if verb.tag.startswith("V") else word
    found: list[Word] = []
    if form == "stirs":
        found.extend(_subject(parse, word))
    elif form == "feels":
        found.extend(parse.kids(word, "dobj"))
    elif form == "stirring":
        if word.dep == "amod" and parse.head(word).tag.startswith("NN"):
            found.append(parse.head(word))
        elif word.dep in {"acomp", "attr", "ROOT", "conj", "oprd", "ccomp"} or word.tag == "VBG":
            found.extend(_subject(parse, _climb(parse, word)))
    else:
        maker = _maker(parse, word)
        if maker is not None:
            found.extend(_subject(parse, maker))
            anchor = maker
    if form != "feels" or mention.name != "sadness":
        found.extend(_about(parse, mention, word))
    pairs: list[tuple[int, Word]] = []
    for one in found:
        for source in refer(draft, one, create=form != "stirring"):
            if source != USER and draft.found[source].kind is not Kind.EMOTION:
                pairs.append((source, anchor))
    return pairs


def _climb(parse: Parse, word: Word) -> Word:
    """The clause's verb for an adjective: "was exhausting", "was long and exhausting"."""
    while (
        word.dep in {"conj", "acomp", "attr", "oprd"}
        and word.head != word.i
        and not word.tag.startswith("VBZ")
    ):
        if parse.kid(word, "nsubj") is not None:
            break
        word = parse.head(word)
    return word


def _subject(parse: Parse, verb: Word) -> list[Word]:
    subject = parse.subject(verb)
    if subject is None or subject.lower in FIRST_PERSON:
        return []
    if subject.dep == "csubj" or subject.tag == "VBG":
        done = parse.kid(subject, "dobj")
        return [subject] if done is None else [subject, done]
    return [subject]


def _maker(parse: Parse, word: Word) -> Word | None:
    """The verb that says that something makes the user feel so."""
    step = word
    for _ in range(4):
        head = parse.head(step)
        if head.i == step.i:
            return None
        if head.lemma in _GIVING and step.dep in {
            "ccomp",
            "oprd",
            "dobj",
            "acomp",
            "xcomp",
            "advcl",
            "pobj",
            "amod",
        }:
            subject = parse.subject(head)
            if subject is None or subject.lower in FIRST_PERSON:
                return None
            return head
        if step.dep not in {
            "conj",
            "acomp",
            "oprd",
            "xcomp",
            "ccomp",
            "dobj",
            "amod",
            "attr",
            "advcl",
        }:
            return None
        step = head
    return None


def _about(parse: Parse, mention: Found, word: Word) -> list[Word]:
    """What a feeling is about: "anxious about the deadline", "because of Helen"."""
    found: list[Word] = []
    places = [word]
    climbed = _climb(parse, word)
    if climbed.i != word.i:
        places.append(climbed)
    for place in places:
        for kid in parse.kids(place, "prep", "advmod", "pcomp"):
            if kid.i < word.i and kid.lower not in {"after", "because", "thanks"}:
                continue
            found.extend(_object_of(parse, kid, mention.name))
    # The parser may hang the preposition elsewhere; what follows directly belongs here.
    if not found and mention.last + 1 < len(parse.words):
        following = parse.words[mention.last + 1]
        if following.tag == "IN" and following.sentence == word.sentence:
            found.extend(_object_of(parse, following, mention.name))
    return found


def _object_of(parse: Parse, preposition: Word, feeling: str) -> list[Word]:
    lower = preposition.lower
    if lower in {"because", "thanks"}:
        inner = parse.kid(preposition, "prep", "pcomp")
        own = parse.kid(inner if inner is not None else preposition, "pobj")
        return [own] if own is not None else []
    if lower not in _ABOUT or (lower in _ABOUT_OF_STATE and feeling not in _ABOUT_OF_STATE[lower]):
        return []
    own = parse.kid(preposition, "pobj", "pcomp")
    if own is None:
        return []
    if not own.text.isalpha() and (poss := parse.kid(own, "poss")) is not None:
        return [poss]  # an emoji behind "for her"
    if own.tag == "VBG":
        done = parse.kid(own, "dobj")
        inner = parse.kid(own, "prep")
        return (
            [own]
            if done is None and inner is None
            else [one for one in (own, done) if one is not None]
        )
    return [own]


def read_causes(draft: Draft) -> None:
    """Add MITIGATES, WORSENS, CAUSES, SUPPORTS and BLOCKS from their verbs."""
    for verb in draft.parse.words:
        if not verb.tag.startswith("V") or draft.quoted[verb.i]:
            continue
        lemma = verb.lemma
        if lemma in _HELPING:
            _read_help(draft, verb)
        elif lemma in _WORSENING:
            _read_simple(draft, verb, Predicate.WORSENS)
        elif lemma == "make":
            _read_making(draft, verb)
        elif lemma == "keep":
            _read_keeping(draft, verb)
        elif lemma == "get":
            _read_way(draft, verb)
        elif lemma in _BACKING:
            _read_simple(draft, verb, Predicate.SUPPORTS)
        if lemma in _BLOCKING:
            _read_simple(draft, verb, Predicate.BLOCKS)
        if lemma in _CAUSING or (lemma == "lead" and _prep(draft.parse, verb, "to") is not None):
            _read_causing(draft, verb)


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
    return [
        index
        for index, one in enumerate(draft.found)
        if one.kind is Kind.TOPIC and one.first <= word.i <= one.last
    ]


def _last_ill(draft: Draft, verb: Word) -> int | None:
    """The latest ill of the user before a verb: an unpleasant feeling or a condition."""
    best: int | None = None
    at = -1
    for index, one in enumerate(draft.found):
        if not one.live or not one.of_user or one.head > verb.i or one.head < at:
            continue
        unpleasant = one.kind is Kind.EMOTION and EMOTIONS[one.name] < 0 and not one.negated
        if unpleasant or one.kind is Kind.CONDITION:
            best, at = index, one.head
    return best


def _read_simple(draft: Draft, verb: Word, predicate: Predicate) -> None:
    objects = [one for one in refer(draft, draft.parse.kid(verb, "dobj")) if one != USER]
    if objects:
        _state_all(draft, _doers(draft, verb), predicate, objects, verb, f"cause:{verb.lemma}")


def _read_making(draft: Draft, verb: Word) -> None:
    """ "X makes my insomnia worse", "X made my headache better"."""
    parse = draft.parse
    change = next((kid for kid in parse.sentence_words(verb) if kid.i > verb.i and kid.lower in
                   {"worse", "better", "easier", "bearable", "harder"} and kid.i - verb.i < 7), None)  # fmt: skip
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
    """ "X keeps me up" causes sleeplessness; "X keeps me from Y" blocks Y."""
    hindered = _prep(draft.parse, verb, "from")
    if hindered is not None:
        objects = [one for one in refer(draft, hindered) if one != USER]
        _state_all(draft, _doers(draft, verb), Predicate.BLOCKS, objects, verb, "cause:keep")


def _read_way(draft: Draft, verb: Word) -> None:
    """ "X gets in the way of Y"."""
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
        found = refer(draft, parse.kid(subject, "dobj"))
    return [one for one in found if one != USER and draft.kind(one) is not Kind.EMOTION]


def _prep(parse: Parse, word: Word, preposition: str) -> Word | None:
    for kid in parse.kids(word, "prep", "prt", "advmod"):
        if kid.lower == preposition:
            return parse.kid(kid, "pobj", "pcomp")
    return None


def _state_all(
    draft: Draft, doers: list[int], predicate: Predicate, objects: list[int], verb: Word, rule: str, *more: Word,
) -> None:  # fmt: skip
    stance = stance_of(draft.parse, verb)
    for doer in doers:
        for object_ in objects:
            first, last = quote_around(draft, verb, object_, *(word.i for word in more))
            thing = draft.found[doer]
            if draft.parse.words[thing.first].sentence == verb.sentence:
                first, last = min(first, thing.first), max(last, thing.last)
            draft.state(doer, predicate, object_, words=(first, last), rule=rule, stance=stance)
