"""What brings a feeling: X EVOKES feeling, from verbs, adjectives and "about"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.arguments import refer
from graph_aria.adapters.language.holders import stirs
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.relations import quote_around
from graph_aria.adapters.language.situations import (
    company_of,
    doing_before,
    situation_before,
    sources_in_clauses,
)
from graph_aria.adapters.language.stance import FIRST_PERSON, stance_of
from graph_aria.domain.reading import USER, Polarity, Tense
from graph_aria.domain.vocabulary import EMOTIONS, Kind, Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft, Found
    from graph_aria.adapters.language.parse import Parse, Word

_ABOUT: Final = word_set("causes.about")
_ABOUT_OF_STATE: Final = {
    preposition: word_set(f"feelings.{preposition}")
    for preposition in ("for", "with", "to", "from", "at", "after")
}
"""Feelings that a preposition ties to what brings them; "about", "of", "by", "over" tie any."""

_ANY_ON: Final = word_set("feelings.any_on")
_INFINITIVE: Final = word_set("feelings.plain_infinitive")
_SKIPPED: Final = word_set("feelings.skipped")
_TASTES: Final = word_set("feelings.tastes")
_WHOLE: Final = frozenset({"it", "that", "this", "which"})
_PREDICATIVE: Final = frozenset({"acomp", "attr", "ROOT", "conj", "oprd", "ccomp"})
_HELPING: Final = word_set("feelings.helping")
_FEELING: Final = word_set("emotions.feeling_verbs")
_GIVING: Final = word_set("causes.giving") | _HELPING


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
    if draft.kind(source) is Kind.CONDITION and EMOTIONS[mention.name] > 0:
        return
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
    if form == "state" and stirs(parse, word):
        form = "stirs"
    if form == "state" and _is_said_of_thing(draft, word):
        form = "stirring"
    verb = word if word.tag.startswith("V") else parse.head(word)
    anchor = verb if verb.tag.startswith("V") else word
    found: list[Word] = []
    if form == "feels" and word.lemma in _TASTES:
        return []  # LIKES says it
    if form == "stirs" and not _subject(parse, word) and mention.last > mention.first:
        return [(one, word) for one in _opening(draft, mention)]
    if form in {"stirs", "feels", "stirring"}:
        found.extend(_governed(parse, word, form))
    elif (maker := _maker(parse, word)) is not None:
        found.extend(_subject(parse, maker))
        anchor = maker
    if form != "feels" or mention.name != "sadness":
        found.extend(_about_joined(draft, mention, word))
    sources = [source for one in found for source in _meant(draft, one, create=form != "stirring")]
    sources.extend(_sources_around(draft, mention, word, form, named=bool(sources or found)))
    return [
        (source, anchor)
        for source in dict.fromkeys(sources)
        if source != USER and draft.found[source].kind is not Kind.EMOTION
    ]


def _is_felt(parse: Parse, mention: Found, word: Word) -> bool:
    """Whether it is just said that the user felt so, without a reason: "I felt refreshed"."""
    verb = word if word.lemma == "feel" else _felt_by(parse, word)
    if mention.negated or verb.lemma not in _FELT:
        return False
    subject = parse.subject(verb)
    if subject is not None and subject.lower not in FIRST_PERSON:
        return False
    stance = stance_of(parse, verb)
    return stance.polarity is Polarity.ASSERTED and stance.tense is Tense.PAST


def _felt_by(parse: Parse, word: Word) -> Word:
    """The verb by which a state is felt: "felt happy", "felt humiliated", "was exhausted"."""
    verb = _climb(parse, word)
    is_state = verb.i == word.i and word.tag in {"VBN", "VBD", "JJ"}
    if is_state and word.dep in {"xcomp", "ccomp", "advcl", "conj"}:
        above = parse.head(word)
        return above if above.lemma in _FELT else verb
    return verb


def _opening(draft: Draft, mention: Found) -> list[int]:
    """The doing that opens a sentence the parser missed the verb of: "Reading calms me down"."""
    begin = draft.parse.sentences[draft.parse.words[mention.first].sentence][0]
    first = draft.mention_of(draft.parse.words[begin])
    is_doing = first is not None and draft.kind(first) is Kind.ACTIVITY
    return [first] if first is not None and is_doing else []


def _sources_around(
    draft: Draft, mention: Found, word: Word, form: str, *, named: bool
) -> list[int]:
    """What clauses of a feeling name, or what was done right before it if nothing is named."""
    sources: list[int] = []
    if form in {"state", "noun", "stirring"} and mention.name in _INFINITIVE:
        sources.extend(sources_in_clauses(draft, word, _climb(draft.parse, word)))
    if (
        not sources
        and not named
        and form in {"state", "feels"}
        and _is_felt(draft.parse, mention, word)
    ):
        before = doing_before(draft, word)
        if before is not None and _may_stir(draft, before, mention.name):
            sources.append(before)
    return sources


def _may_stir(draft: Draft, doing: int, feeling: str) -> bool:
    """Whether a doing may bring a feeling that nothing ties to it: a walk brings no fear."""
    if feeling == "surprise":
        return False
    if EMOTIONS[feeling] >= 0 or feeling in {"tiredness", "exhaustion"}:
        return True
    return draft.kind(doing) in {Kind.TOPIC, Kind.PERSON}


_FELT: Final = frozenset({"feel", "be", "get", "leave"})


def _meant(draft: Draft, word: Word, *, create: bool) -> list[int]:
    """What a word means here; "it" and "that" may mean all that was told before."""
    found = refer(draft, word, create=create)
    if not found and word.lower in _WHOLE:
        return situation_before(draft, word, company=create)
    if not found and word.tag == "VBG":
        return company_of(draft, word)
    return found


def _about_joined(draft: Draft, mention: Found, word: Word) -> list[Word]:
    """What a feeling is about, its own or shared: "happy and proud of it"."""
    own = _about(draft.parse, mention, word)
    if own:
        return own
    at = word
    for _ in range(3):
        following = draft.parse.kid(at, "conj")
        index = None if following is None else draft.mention_of(following)
        if following is None or index is None or draft.found[index].kind is not Kind.EMOTION:
            return []
        shared = _about(draft.parse, draft.found[index], following)
        if shared:
            return shared
        at = following
    return []


def _governed(parse: Parse, word: Word, form: str) -> list[Word]:
    """What the grammar of the feeling's own word names: "X scares me", "I fear X", "scary X"."""
    if form == "stirs":
        return _subject(parse, word)
    if form == "feels":
        return parse.kids(word, "dobj")
    attribute = parse.head(word) if word.dep == "conj" else word
    if attribute.dep == "amod" and parse.head(attribute).tag.startswith("NN"):
        return _of_time(parse, parse.head(attribute))
    if word.dep in _PREDICATIVE or word.tag == "VBG":
        verb = _climb(parse, word)
        subject = _subject(parse, verb)
        told = subject and subject[0].lower == "it" and _says_what(parse, verb, word)
        return [] if told else subject
    return []


def _says_what(parse: Parse, verb: Word, word: Word) -> bool:
    """Whether a clause says what "it" is: "it was funny tearing it open", "fun to talk to her"."""
    return any(
        kid.i > word.i and kid.tag in {"VB", "VBG"}
        for one in (word, verb)
        for kid in parse.kids(one, "xcomp", "ccomp", "advcl", "csubj")
    )


def _of_time(parse: Parse, noun: Word) -> list[Word]:
    """What filled a time that is praised or blamed: "a frustrating day at work"."""
    if noun.lower in _TIMES:
        for kid in parse.kids(noun, "prep"):
            if kid.lower in {"at", "of", "with"}:
                return parse.kids(kid, "pobj", "pcomp")
    return [noun]


_TIMES: Final = word_set("daily.days") | {"time", "evening", "bit"}


def _is_said_of_thing(draft: Draft, word: Word) -> bool:
    """Whether "peaceful" or "sad" says how something was: "the walk was peaceful"."""
    if not word.tag.startswith("JJ") or word.lower.endswith("ed"):
        return False
    verb = _climb(draft.parse, word)
    subject = draft.parse.kid(verb, "nsubj") if verb.lemma == "be" else None
    if subject is None or subject.lower in FIRST_PERSON:
        return False
    if subject.lower in _WHOLE:
        return True
    index = draft.mention_of(subject)
    return index is not None and draft.kind(index) in {Kind.ACTIVITY, Kind.EVENT, Kind.TOPIC}


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
            "prep",
            "amod",
        }:
            subject = parse.subject(head)
            if subject is None or subject.lower in FIRST_PERSON:
                return None
            return None if head.lemma in _HELPING and step.lemma not in _FEELING else head
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
        return parse.kids(inner if inner is not None else preposition, "pobj")[:1]
    end = parse.kid(preposition, "pobj") if lower == "at" else None
    if end is not None and end.lower in {"end", "beginning", "start"}:
        of = parse.kid(end, "prep")
        return parse.kids(of, "pobj") if of is not None else []
    if lower == "on" and feeling in _ANY_ON:
        lower = "of"
    if lower not in _ABOUT or (lower in _ABOUT_OF_STATE and feeling not in _ABOUT_OF_STATE[lower]):
        return []
    own = parse.kid(preposition, "pobj", "pcomp")
    return [] if own is None else _named_by(parse, own, feeling)


def _named_by(parse: Parse, own: Word, feeling: str) -> list[Word]:
    """The words that name what a feeling is about, from the word that hangs on "about"."""
    if not own.text.isalpha() and (poss := parse.kid(own, "poss")) is not None:
        return [poss]  # an emoji behind "for her"
    if own.lower in _SKIPPED:
        return [one for kid in parse.kids(own, "prep") for one in _object_of(parse, kid, feeling)]
    return [own, *parse.kids(own, "conj")] if own.tag == "VBG" else [own]
