"""Relations that are said without a telling verb: "my insomnia", "the wedding is in Bristol"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.arguments import refer
from graph_aria.adapters.language.draft import Found, Stance
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.relations import quote_around
from graph_aria.adapters.language.stance import FIRST_PERSON, stance_of
from graph_aria.domain.reading import USER, Polarity
from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Parse, Word

_NEAR_SENTENCES: Final = 2
_BEING: Final = frozenset({"be", "feel", "get", "become", "'m", "m"})
_BEINGS: Final = frozenset({Kind.PERSON, Kind.ANIMAL})
_MY: Final = frozenset({"my", "our"})
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
            _read_condition(draft, index, mention, notes=notes)
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


def _read_condition(draft: Draft, index: int, mention: Found, *, notes: bool) -> None:
    """The user has it where it is "my …" or stands without a verb; others where they have it."""
    parse = draft.parse
    word = parse.words[mention.head]
    poss = parse.kid(word, "poss")
    if mention.rule == "condition:verb":
        subject = parse.subject(word)
        for holder in refer(draft, subject) if subject is not None else [USER]:
            draft.state(
                holder,
                Predicate.HAS_CONDITION,
                index,
                words=(mention.first, mention.last),
                rule="state:verb",
                stance=stance_of(parse, word),
            )
    elif poss is not None or _is_this(parse, word):
        poss = poss or word
        for holder in refer(draft, poss) if poss.lower not in _MY and poss is not word else [USER]:
            draft.state(
                holder,
                Predicate.HAS_CONDITION,
                index,
                words=(min(poss.i, mention.first), mention.last),
                rule="state:my",
                stance=_of_noun(mention),
            )
    elif word.tag.startswith("JJ") and _predicated(parse, word) is not None:
        verb = _predicated(parse, word)
        subject = parse.subject(verb) if verb is not None else None
        for holder in refer(draft, subject):
            if verb is not None and (holder == USER or draft.kind(holder) in _BEINGS):
                draft.state(
                    holder,
                    Predicate.HAS_CONDITION,
                    index,
                    words=quote_around(draft, verb, index),
                    rule="state:be",
                    stance=stance_of(parse, verb),
                )
    elif notes and _is_note(parse, word, mention):
        _begin, end = parse.sentences[word.sentence]
        last = (
            next(
                (
                    k
                    for k in range(mention.last, end)
                    if parse.words[k].lower in {",", ".", "!", ";"}
                ),
                mention.last + 1,
            )
            - 1
        )
        draft.state(
            USER,
            Predicate.HAS_CONDITION,
            index,
            words=(mention.first, max(last, mention.last)),
            rule="state:note",
            stance=_of_noun(mention),
        )
    elif word.dep == "attr" and parse.head(word).lemma == "be":
        subject = parse.kid(parse.head(word), "nsubj")
        if subject is not None and subject.lower in {"it", "that"}:
            sick = _last_being(draft, word)
            if sick is not None:
                draft.state(
                    sick,
                    Predicate.HAS_CONDITION,
                    index,
                    words=_clause(parse, word),
                    rule="state:it",
                    stance=stance_of(parse, parse.head(word)),
                )


def _is_this(parse: Parse, word: Word) -> bool:
    """Whether a condition is pointed at as one's own: "this damn cold"."""
    determined = parse.kid(word, "det")
    return determined is not None and determined.lower == "this"


def _predicated(parse: Parse, word: Word) -> Word | None:
    """The verb that says an adjective of somebody: "I am oddly hungry", "felt sick"."""
    while word.dep == "conj" and parse.head(word).tag.startswith("JJ"):
        word = parse.head(word)
    verb = parse.head(word)
    return verb if word.dep in {"acomp", "attr"} and verb.lemma in _BEING else None


def _of_noun(mention: Found) -> Stance:
    return Stance(Polarity.NEGATED if mention.negated else Polarity.ASSERTED)


def _is_note(parse: Parse, word: Word, mention: Found) -> bool:
    """Whether the sentence opens with the condition and has no verb of its own."""
    begin, end = parse.sentences[word.sentence]
    if mention.first - begin > 1 or any(
        one.lower in {"the", "her", "his"} for one in parse.words[begin : mention.first]
    ):
        return False
    return not any(
        one.tag in {"VBD", "VBZ", "VBP", "MD"} and one.dep in {"ROOT", "aux"}
        for one in parse.words[begin:end]
    )


def _last_being(draft: Draft, word: Word) -> int | None:
    """Who was spoken of before: the latest subject that is no professional on call."""
    best: int | None = None
    for index, one in enumerate(draft.found):
        is_being = one.kind in {Kind.PERSON, Kind.ANIMAL} and one.live and one.rule != "role:bare"
        if is_being and one.head < word.i:
            best = index if best is None or one.head > draft.found[best].head else best
    if best is None:
        return None
    distance = word.sentence - draft.parse.words[draft.found[best].head].sentence
    return best if distance <= _NEAR_SENTENCES else None


def _clause(parse: Parse, word: Word) -> tuple[int, int]:
    verb = parse.head(word)
    at = [word.i, verb.i, *(kid.i for kid in parse.kids(verb, "nsubj", "neg"))]
    governor = parse.head(verb)
    if verb.dep == "ccomp" and governor.sentence == verb.sentence:
        at.append(governor.i)
        for kid in parse.kids(governor, "nsubj"):
            at.append(kid.i)
            at.extend(grandkid.i for grandkid in parse.kids(kid, "det", "poss"))
    return min(at), max(at)


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
    if poss is not None and poss.lower in _MY:
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
        partners = [
            index
            for index, one in enumerate(draft.found)
            if one.kind is Kind.PERSON and one.head < verb.i
        ][-1:]
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
