"""What does the user good or harm in general: "Coffee after lunch helps me focus"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_tastes import slot_words
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.stance import is_question, stance_of
from graph_aria.domain.admission import is_instruction
from graph_aria.domain.memories import Category, MemoryKind
from graph_aria.domain.reading import Polarity
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.fact_words import Told
    from graph_aria.adapters.language.parse import Word

_VAGUE: Final = word_set("facts.liking_vague")
_PASSING: Final = word_set("facts.passing")
_VERBS: Final = frozenset(
    {"helps", "help", "calms", "calm", "relaxes", "relax", "soothes", "clears", "clear", "worsens",
     "triggers", "trigger", "makes", "make", "keeps", "keep", "gives", "give"}
)  # fmt: skip
_HELPED: Final = frozenset(
    {"focus", "sleep", "relax", "concentrate", "think", "unwind", "cope", "wind", "calm", "breathe",
     "manage", "study", "fall", "stay", "keep",
     "clear", "recover", "digest", "forget", "process", "feel"}
)  # fmt: skip
_STATES: Final = frozenset(
    {"happy", "happier", "calm", "calmer", "anxious", "nervous", "sad", "sick", "sleepy", "jittery",
     "stressed", "angry", "tired", "ill", "worse", "better", "nauseous", "dizzy", "joyful"}
)  # fmt: skip
_LONGEST_SUBJECT: Final = 7
_WORST: Final = re.compile(
    r"\b(?:lately|today|tonight|now|recently|currently|this|these|that|it|maybe|sometimes|if|when|"
    r"would|could|might|may|probably|yesterday|tomorrow|how|what|why)\b",
    re.IGNORECASE,
)
_MOST_IMPORTANT: Final = re.compile(r"\bthe most important (?:thing|part|person|people)\b")


def read_lessons(facts: Facts) -> None:
    """Add what helps or harms, and what matters most."""
    parse = facts.parse
    for verb in parse.words:
        if facts.draft.quoted[verb.i] or not verb.tag.startswith(("VB", "NN")):
            continue
        if verb.lower in _VERBS:
            _read_effect(facts, verb)
        elif verb.lower in {"is", "are"}:
            _read_most(facts, verb)


def _read_effect(facts: Facts, verb: Word) -> None:
    parse = facts.parse
    begin, end = parse.sentences[verb.sentence]
    words = parse.words[begin:end]
    sentence = parse.text[words[0].start : words[-1].end]
    if is_question(parse, verb) or _WORST.search(sentence) or is_instruction(sentence):
        return
    if stance_of(parse, verb).polarity not in {Polarity.ASSERTED, Polarity.NEGATED}:
        return
    lead = [word for word in words if word.i < verb.i]
    negated = len(lead) > 2 and lead[-1].lower in {"not", "n't", "nt"}  # noqa: PLR2004 - "coffee does not"
    if negated and lead[-2].lower not in {"do", "does"}:
        return
    subject = lead[:-2] if negated else lead
    if not subject or len(subject) > _LONGEST_SUBJECT or not _is_sort(facts, subject, verb):
        return
    is_many = subject[-1].tag in {"NNS", "NNPS"}
    is_fit = verb.tag == "VBZ" or (is_many and verb.tag in {"VBP", "VB"})
    if (verb.tag == "VBZ" if negated else not is_fit) or (verb.lower.endswith("s") and negated):
        return
    what = facts.words.tell(subject)
    helped = _helped(facts, verb)
    if what is None or helped is None:
        return
    says = f"{lead[-2].lower} not {verb.lower}" if negated else verb.lower
    facts.add(
        f"{what.text} {says} {helped.text}", (what.first, helped.last), "lesson",
        kind=MemoryKind.LESSON, category=Category.HABITS, importance=0.55, confidence=0.8,
        slot=f"{slot_words(what.text)}|{verb.lower.rstrip('s')}|{slot_words(helped.text)}",
        value="no" if negated else "yes",
    )  # fmt: skip


_COMPANY: Final = frozenset({"spending", "seeing", "being", "having"})
"""That good company does good needs no lesson."""
_AWAKE: Final = frozenset({"awake", "up", "night", "sane", "healthy", "grounded", "calm", "going"})
_SHORTEST_HARM: Final = 4


def _clause_end(rest: list[Word]) -> list[Word]:
    """The words up to where another clause begins."""
    for at, word in enumerate(rest):
        following = rest[at + 1].lower if at + 1 < len(rest) else ""
        begins = following in {"i", "we", "so", "that", "it", "because"}
        if word.lower in {"because", ";", "but"} or (word.lower in {",", "so", "and"} and begins):
            return rest[:at]
    return rest


def _is_sort(facts: Facts, subject: list[Word], verb: Word) -> bool:
    """Whether a subject is a doing or a sort of thing: "running", "coffee after lunch"."""
    first = subject[0]
    if first.tag not in {"NN", "NNS", "NNP", "VBG", "JJ"} or first.lower in _VAGUE | _COMPANY:
        return False
    if first.tag == "NNP" and first.i != facts.parse.sentences[first.sentence][0]:
        return False
    for word in subject:
        if word.tag in {"VBD", "VBZ", "VBP", "MD", "PRP", "CC", "EX", "WDT", "WP"}:
            return False
        if word.tag in {",", ":", "."} or word.lower in _PASSING:
            return False
        index = facts.draft.mention_of(word)
        kind = None if index is None else facts.draft.found[index].kind
        if word is first and kind in {Kind.PERSON, Kind.ANIMAL, Kind.ORGANIZATION, Kind.PLACE}:
            return False
    return verb.i == subject[-1].i + 1 or verb.i == subject[-1].i + 3


def _helped(facts: Facts, verb: Word) -> Told | None:
    """What is helped or done to the user, in the third person."""
    parse = facts.parse
    _, end = parse.sentences[verb.sentence]
    rest = _clause_end(parse.words[verb.i + 1 : end])
    while rest and (rest[-1].dep == "punct" or rest[-1].tag in {".", ","}):
        rest.pop()
    if not rest or len(rest) > _LONGEST_SUBJECT:
        return None
    if verb.lower.startswith(("keep", "give")):
        harm = word_set("facts.harms") if verb.lower.startswith("give") else _AWAKE
        last = rest[-1].lower
        is_fit = rest[0].lower == "me" and last in harm and len(rest) <= _SHORTEST_HARM
    elif verb.lower in {"makes", "make"}:
        is_state = len(rest) == 2 and rest[1].lower in _STATES  # noqa: PLR2004 - "me happy"
        is_worse = rest[0].lower == "my" and rest[-1].lower in {"worse", "better"}
        is_fit = (rest[0].lower == "me" and is_state) or is_worse
    elif verb.lower in {"help", "helps"} and rest[0].lower == "me":
        is_fit = len(rest) > 1 and rest[1].lower in _HELPED
    elif verb.lower in {"help", "helps"}:
        is_fit = rest[0].lower == "with" and len(rest) > 1 and rest[1].lower == "my"
    elif verb.lower.startswith(("clear", "worsen", "trigger")):
        is_fit = rest[0].lower == "my"
    else:
        is_fit = rest[0].lower == "me"
    if not is_fit:
        return None
    told = facts.words.tell(rest, loose=True)
    if told is None:
        return None
    text = (
        re.sub(r"\btheir\b", "the user's", told.text, count=1)
        if "the user" not in told.text
        else told.text
    )
    return type(told)(text, told.first, told.last)


def _read_most(facts: Facts, verb: Word) -> None:
    """Read "My family is the most important thing in my life"."""
    parse = facts.parse
    begin, end = parse.sentences[verb.sentence]
    words = parse.words
    after = parse.text[words[verb.i].end : words[end - 1].end]
    found = _MOST_IMPORTANT.match(after.lstrip())
    if found is None or not re.search(r"\b(?:in|of) my life\b|\bto me\b", after):
        return
    subject = parse.kid(verb, "nsubj", "csubj")
    if subject is None or subject.tag not in {"NN", "NNS", "NNP", "VBG"}:
        return
    if subject.i < begin or is_question(parse, verb):
        return
    if stance_of(parse, verb).polarity is not Polarity.ASSERTED or parse.kid(verb, "neg"):
        return
    told = facts.words.phrase(subject, limit=6)
    if told is None or told.last > verb.i:
        return
    name = re.sub(r"^their\b", "the user's", told.text)
    thing = re.sub(r"^.*\b(thing|part|person|people)\b.*$", r"\1", found[0])
    facts.add(
        f"{name} {verb.lower} the most important {thing} in the user's life",
        (told.first, verb.i), "most", category=Category.IDENTITY, importance=0.7,
        significance=0.6, slot=f"matters most|{slot_words(told.text)}",
    )  # fmt: skip
