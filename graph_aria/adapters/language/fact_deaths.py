"""Who has died, where it is not said but shows: a funeral, a grave, "my late father"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_clauses import is_real
from graph_aria.domain.memories import Category, MemoryKind
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Found
    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.parse import Word

_RITES: Final = frozenset(
    {"funeral", "burial", "cremation", "wake", "memorial", "ashes", "grave", "gravestone",
     "tombstone", "obituary", "eulogy", "death", "passing", "deathbed"}
)  # fmt: skip
_OF: Final = re.compile(
    rf"\b(?:{'|'.join(sorted(_RITES))})(?: service)? (?:for|of) "
    r"(?:the |(?:my|our) (?:[\w-]+ ){0,2})?$",
    re.IGNORECASE,
)
_BURIED: Final = re.compile(
    r"\b(?:buried|cremated|scattered the ashes of) (?:the |(?:my|our) (?:[\w-]+ ){0,2})?$",
    re.IGNORECASE,
)
_MOURNED: Final = re.compile(
    r"\b(?:(?:mourn|mourned|mourning|grieve|grieved|grieving)(?: for)?|"
    r"said (?:a |our |my )?(?:last|final) goodbyes? to) (?:the |(?:my|our) (?:[\w-]+ ){0,2})?$",
    re.IGNORECASE,
)
_LATE: Final = re.compile(r"\b(?:my|our) (?:late|deceased|dead) (?:[\w-]+ )?$", re.IGNORECASE)
_DEAD: Final = re.compile(
    r" (?:(?:is|['’]s|has been) (?:dead|deceased)(?=\s*(?:[.,;!?\n]|$|now\b|and\b|but\b|since\b|"
    r"for (?:years|months|weeks|\w+ (?:years|months|weeks))\b))|"
    r"(?:is|['’]s) no longer (?:with us|alive|among us)\b|took (?:his|her|their) last breath)",
    re.IGNORECASE,
)
_WAS_BURIED: Final = re.compile(
    r" (?:was|is being|has been|got) (?:buried|cremated|interred|laid to rest)\b", re.IGNORECASE
)
"""The day of which is none of death."""

_LAID: Final = re.compile(
    r"\s+(?:in|under|beneath|behind|with|on|alive)\b(?!\s+(?:the (?:\w+ )?(?:cemetery|churchyard|"
    r"graveyard|ground|grave|plot|rain|snow|sun)|(?:a|his|her|their) (?:coffin|grave|suit|dress)|"
    r"January|February|March|April|May|June|July|August|September|October|November|December|"
    r"\w+day\b|\d|spring|summer|autumn|winter|\w+ last))",
    re.IGNORECASE,
)
"""Where the living are buried: in sand, under pillows."""
_LIVING: Final = re.compile(
    r"\b(?:move[sd]?|moving|left|leaves|leaving|married|marries|marrying|airport|station|flight|"
    r"divorc\w+|broke up|broken up|emigrat\w+|goes|went|travel\w*|ex|who (?:is|has|lives|now))\b",
    re.IGNORECASE,
)
_ARRIVING: Final = re.compile(
    r"\b(?:came|comes|arrive[sd]?|arriving|showed up|turned up|shows up|minutes?|hours?|"
    r"always late|bus|train|meeting|again|waited|waiting|excuses?|apologi\w+|o'clock|nine|ten|"
    r"eight)\b",
    re.IGNORECASE,
)
_WHEN: Final = re.compile(
    r"\b(?:since|after|when|before|until|the (?:year|day|week|month|night|summer|winter)(?: that)?)"
    r" (?:(?:my|our) (?:[\w-]+ )?)?$",
    re.IGNORECASE,
)
_DIED: Final = re.compile(r"(?: suddenly)? (?:died|passed away|passed on)\b", re.IGNORECASE)
"""What is told by the way, to say when something else was: "since Mum died"."""

_SEEN_OFF: Final = re.compile(r"funeral|burial|cremat|buried|ashes|memorial", re.IGNORECASE)
"""Where somebody goes for those whom they knew; the deaths of others are news."""
_NEAR_CHARS: Final = 60
_UNSURE: Final = re.compile(
    r"\b(?:if|almost|nearly|afraid|fear|worry|worried|imagine|dream\w*|dreamt|plan|will be|one day|"
    r"watch\w*|read about|film|movie|book|novel|episode|series|game)\b",
    re.IGNORECASE,
)

_NOT_WHO: Final = re.compile(
    r"(?:\b(?:it|that) (?:was|is)(?: not|n['’]t)|['’]s not|\b(?:it|that) never was|^\W*not) "
    r"(?:[\w'’-]+ ){1,5}(?:who|that)(?: has| had)? $",
    re.IGNORECASE,
)
_ALIVE: Final = re.compile(
    r" (?:(?:is|['’]s) (?:(?:actually|very much|still|in fact) ){0,2}alive(?: and well)?|"
    r"(?:(?:is|['’]s) not|isn['’]t) (?:actually )?dead|"
    r"(?:did not|didn['’]t|has not|hasn['’]t) (?:actually )?died?)"
    r"(?: after all)?(?:[.!\s]*$|[,;:]? (?:(?:and|but) )?(?:I (?:meant|mean)|it was|that was)\b)",
    re.IGNORECASE,
)
"""Nothing more may be said: the dead are alive in dreams, in songs, and did not die in vain."""

_ALIVE_BEGINS: Final = re.compile(
    r"\W*(?:(?:no+|nope|wrong|wait|sorry|actually|correction|oops|in fact|good news)\W+){0,3}"
    r"(?:(?:my|our) (?:[\w-]+ )?)?$",
    re.IGNORECASE,
)


def is_not_who(facts: Facts, verb: Word) -> bool:
    """Whether a verb tells who it was not: "it was not my father who died"."""
    parse = facts.parse
    begin, _ = parse.sentences[verb.sentence]
    before = parse.text[parse.words[begin].start : verb.start]
    return _NOT_WHO.search(before) is not None


def read_alive(facts: Facts) -> None:
    """Add that somebody is alive, which takes back that they died: "my father didn't die".

    Where nothing of the kind was told it says nothing, see `corrections.of_a_death`.
    """
    draft, parse = facts.draft, facts.parse
    for index, mention in enumerate(draft.found):
        who = facts.words.person(index)
        if mention.kind is not Kind.PERSON or who is None or not who.startswith("the user's "):
            continue
        begin, end = parse.sentences[parse.words[mention.first].sentence]
        sentence = parse.text[parse.words[begin].start : parse.words[end - 1].end]
        left = parse.text[parse.words[begin].start : parse.words[mention.first].start]
        right = parse.text[parse.words[mention.last].end : parse.words[end - 1].end]
        is_told = _ALIVE.match(right) is not None and _ALIVE_BEGINS.match(left) is not None
        if (
            is_told
            and "?" not in sentence
            and _UNSURE.search(sentence) is None
            and is_real(draft, begin, end)
        ):
            facts.add(
                f"{who} is alive", (mention.first, end - 1), "alive",
                kind=MemoryKind.CORRECTION, category=Category.FAMILY, importance=0.7,
                slot=f"{who}|died", takes_back=True,
            )  # fmt: skip


def read_deaths(facts: Facts) -> None:
    """Add that somebody near to the user has died: "My uncle's funeral was today".

    Of whom only a name is known, it shows that the user knew them.
    """
    draft, parse = facts.draft, facts.parse
    for index, mention in enumerate(draft.found):
        who = facts.words.person(index)
        if mention.kind is not Kind.PERSON or who is None or who == "the user":
            continue
        begin, end = parse.sentences[parse.words[mention.first].sentence]
        sentence = parse.text[parse.words[begin].start : parse.words[end - 1].end]
        if _UNSURE.search(sentence) or not is_real(draft, begin, end):
            continue
        if not _is_gone(facts, mention, sentence):
            continue
        if "the user" not in who and _SEEN_OFF.search(sentence) is None:
            continue
        said = who if "the user" in who else f"{who}, whom the user knew,"
        facts.add(
            f"{said} died", (mention.first, mention.last), "death", kind=MemoryKind.MILESTONE,
            category=Category.FRIENDS if " friend" in who else Category.FAMILY,
            importance=0.85, significance=0.9, confidence=0.8, slot=f"{who}|died",
        )  # fmt: skip


def _is_gone(facts: Facts, mention: Found, sentence: str) -> bool:
    """Whether what stands around a person shows that they have died."""
    parse = facts.parse
    first, last = parse.words[mention.first], parse.words[mention.last]
    begin, end = parse.sentences[first.sentence]
    left = parse.text[max(parse.words[begin].start, first.start - _NEAR_CHARS) : first.start]
    right = parse.text[last.end : min(parse.words[end - 1].end, last.end + _NEAR_CHARS)]
    if _DEAD.match(right) or _OF.search(left) or _has_rite(facts, mention):
        return True
    buried = _WAS_BURIED.match(right)
    if buried is not None:
        return not _LAID.match(right[buried.end() :])
    if _WHEN.search(left) and _DIED.match(right):
        return True
    if _BURIED.search(left):
        return not _LAID.match(right)
    if _MOURNED.search(left):
        return not _LIVING.search(sentence)
    return bool(_LATE.search(left)) and not _ARRIVING.search(sentence)


def _has_rite(facts: Facts, mention: Found) -> bool:
    """Whether it is somebody's funeral, or their death; no mere part of another name."""
    words = facts.parse.words
    at = mention.last + 1
    if at >= len(words) or words[at].lower not in {"'s", "’s", "'"}:
        return False
    for word in words[at + 1 : at + 4]:
        if word.lower in _RITES:
            following = words[word.i + 1] if word.i + 1 < len(words) else None
            is_part = word.dep in {"compound", "amod", "nmod"} or (
                following is not None
                and (following.lower in {"-", "of"} or following.tag in {"NN", "NNS", "NNP"})
                and following.lower != "service"
            )
            return not is_part
        if word.tag not in {"JJ", "RB", "PRP$"}:
            return False
    return False
