"""Who has died, where it is not said but shows: a funeral, a grave, "my late father"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_clauses import is_real
from graph_aria.domain.memories import Category, MemoryKind
from graph_aria.domain.vocabulary import Kind

if TYPE_CHECKING:
    from graph_aria.adapters.language.fact_draft import Facts

_RITE: Final = (
    r"(?:funeral|burial|cremation|wake|memorial(?: service)?|ashes|grave|gravestone|tombstone|"
    r"obituary|eulogy|death|passing|deathbed)"
)
_BEFORE: Final = re.compile(
    rf"(?:\b(?:{_RITE} (?:for|of)|buried|cremated|(?:mourn|mourned|mourning|grieve|grieved|"
    r"grieving)(?: for)?|scattered the ashes of|said (?:a |our |my )?(?:last|final) goodbyes? to)"
    r" (?:the |(?:my|our) (?:[\w-]+ ){0,2})?|\b(?:my|our) (?:late|deceased|dead) (?:[\w-]+ )?)$",
    re.IGNORECASE,
)
_AFTER: Final = re.compile(
    rf"(?:['’]s? (?:own |sudden |tragic |early )?{_RITE}\b(?!-)(?! of (?:the|a)\b)|"
    r" (?:is|['’]s|has been) (?:dead|deceased)\b(?! (?:serious|tired|wrong|right|set|to me|"
    r"against|drunk|asleep|inside|keen|certain|sure|on|lucky)\b)|"
    r" (?:is|['’]s) no longer (?:with us|alive|among us)\b|"
    r" took (?:his|her|their) last breath)",
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
    r"watch\w*|read about|film|movie|book|novel|episode|series)"
    r"\b",
    re.IGNORECASE,
)


def read_deaths(facts: Facts) -> None:
    """Add that somebody near to the user has died: "My uncle's funeral was today".

    Of whom only a name is known, it shows that the user knew them.
    """
    draft, parse = facts.draft, facts.parse
    for index, mention in enumerate(draft.found):
        who = facts.words.person(index)
        if mention.kind is not Kind.PERSON or who is None or who == "the user":
            continue
        first, last = parse.words[mention.first], parse.words[mention.last]
        begin, end = parse.sentences[first.sentence]
        if not is_real(draft, begin, end):
            continue
        left = parse.text[max(parse.words[begin].start, first.start - _NEAR_CHARS) : first.start]
        right = parse.text[last.end : min(parse.words[end - 1].end, last.end + _NEAR_CHARS)]
        is_late = _BEFORE.search(left) is not None or _AFTER.match(right) is not None
        is_late = is_late or (_WHEN.search(left) is not None and _DIED.match(right) is not None)
        sentence = parse.text[parse.words[begin].start : parse.words[end - 1].end]
        if not is_late or _UNSURE.search(sentence):
            continue
        if "the user" not in who and _SEEN_OFF.search(sentence) is None:
            continue
        said = who if "the user" in who else f"{who}, whom the user knew,"
        facts.add(
            f"{said} died", (mention.first, mention.last), "death", kind=MemoryKind.MILESTONE,
            category=Category.FRIENDS if " friend" in who else Category.FAMILY,
            importance=0.85, significance=0.9, confidence=0.8, slot=f"{who}|died",
        )  # fmt: skip
