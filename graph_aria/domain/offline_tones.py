"""How what is told is to be taken: what weighs in it, by fixed words, so that no answer jars."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from graph_aria.domain.offline_words import valence


class Tone(StrEnum):
    """What sort of thing is told, as far as its words tell."""

    ANGER = "anger"
    """At ARIA herself."""

    LOSS = "loss"
    HARM = "harm"
    """An accident, or violence."""

    ILLNESS = "illness"
    SEPARATION = "separation"
    WORRY = "worry"
    HEAVY = "heavy"
    JOY = "joy"
    PLAIN = "plain"


HEAVY_TONES: Final = frozenset(
    {Tone.LOSS, Tone.HARM, Tone.ILLNESS, Tone.SEPARATION, Tone.WORRY, Tone.HEAVY}
)
"""Such as want no cheerful word, and no question for more news."""

_MOST_CHARS: Final = 1_000
_BEFORE: Final = 30
_RULES: Final = {
    Tone.ANGER: r"""
    \byou(?:'re| are|r)? (?:so |such |really |just |the |an? |fucking |bloody |
    completely )*(?:useless|
    stupid|dumb|worthless|terrible|awful|pathetic|idiot\w*|moron\w*|annoying|rubbish|crap|shit\w*|
    broken|worst|no (?:use|help)|hopeless)\b
    \b(?:fuck|screw|damn) (?:you|off)\b|\bfuck off\b|\bgo to hell\b|
    \bshut (?:the fuck )?up\b(?! shop)
    \bi (?:\w+ )?(?:hate|despise) (?:you|this (?:app|bot|program|thing))\b(?! (?:for|to)\b)
    \byou (?:suck|understand nothing|know nothing|never (?:listen|understand|help))\b
    \byou (?:don't|do not|can't|cannot) (?:understand|listen|know|help|get) (?:me|anything|it)\b
    \b(?:stupid|dumb|useless|fucking|bloody) (?:bot|machine|program|app|ai|computer|thing)\b
    """,
    Tone.LOSS: r"""
    \b(?:died|dies|dead|passed away|passed on|deceased|is gone forever|killed (?:himself|herself))\b
    \b(?:funeral|buried|burial|cremat\w+|miscarr\w+|stillborn|put (?:\w+ ){0,2}(?:down|to sleep))\b
    \blost (?:my|our|the|his|her) (?:\w+ )?(?:mother|father|mum|mom|dad|son|daughter|baby|child|
    wife|
    husband|partner|brother|sister|friend|gran\w*|uncle|aunt|cousin|dog|cat|twin|neighbou?r)\b
    """,
    Tone.HARM: r"""
    \b(?:hit|run over|knocked down) by (?:an? |the )?(?:\w+ )?(?:car|truck|lorry|bus|van|train|bike|
    cyclist|motorbike)\b|\b(?:crash(?:ed)?|accident|robbed|mugged|attacked|assaulted|stabbed|raped|
    beaten up|burgled|broke into|intensive care|burnt down|burned down)\b
    """,
    Tone.ILLNESS: r"""
    \b(?:cancer|tumou?rs?|leuk\w+|stroke|heart attack|diagnos\w+|diabetes|dementia|alzheimer\w*|
    parkinson\w*|pneumonia|chemo\w*|hospice|surgery|seizures?|epilepsy|covid|sepsis|terminal\w*|
    biopsy|in (?:the )?hospital|to (?:the )?(?:hospital|a&e|er|emergency room)|seriously ill|
    very ill)\b
    """,
    Tone.SEPARATION: r"""
    \b(?:broke|broken|break|breaking|split|splitting) up\b|\b(?:divorc\w+|separated|separation)\b
    \b(?:left|dumped|ditched|cheated on|walked out on) (?:me|us)\b(?! (?:\w+ )*(?:a|an|some|the|
    alone)\b)
    \b(?:ended|called off) (?:things|it|the relationship|our relationship|the engagement)\b
    """,
    Tone.WORRY: r"""
    \b(?:worr(?:y|ied|ies|ying)|scared|afraid|anxious|nervous|terrified|dread\w*|panick?\w*|
    frightened)\b
    """,
    Tone.HEAVY: r"""
    \b(?:went|goes|going|gone) wrong\b|\b(?:fell|falls|falling) apart\b|\bfed up\b|\bgave up\b
    \b(?:nobody|no one|no-one) (?:\w+ )?(?:came|called|cares?|likes?|loves?|remember\w*|listens?|
    helps?|helped|wants?|asks?|asked|understands?)\b|\bi (?:can't|cannot|can not) (?:cope|go on|
    bear|
    stand|take) (?:it|this|any|with)?
    """,
    Tone.JOY: r"""
    \bgot (?:the|a|my) (?:\w+ )?(?:job|promotion|offer|place|raise|scholarship|grant|role|part)\b
    \b(?:having|expecting|had) (?:a|our|twin\w*) ?(?:\w+ )?(?:baby|boy|girl)?\b(?<=baby)|
    \bpregnant\b
    \b(?:she|he|they) said yes\b|\b(?:got|getting|we're|am) (?:engaged|married)\b
    \b(?:passed|aced|won|graduated)\b(?! (?:away|on|out)\b)
    \ball clear\b|\bin remission\b|\bcancer.free\b|\bhealthy again\b
    """,
}


def _compiled(lines: str) -> re.Pattern[str]:
    rules = re.sub(r"\|\n\s*", "|", lines).strip().splitlines()
    return re.compile("|".join(rule.strip() for rule in rules))


_PATTERNS: Final = {tone: _compiled(lines) for tone, lines in _RULES.items()}
_DENIED: Final = re.compile(
    r"(?:\b(?:not|never|no|without|nobody|hardly|no longer)|n't)\b(?: \w+){0,3} ?$"
)
_CLEARED: Final = re.compile(r"\b(?:all clear|in remission|free of cancer|cancer.free|benign)\b")
_WEIGHTY: Final = (Tone.LOSS, Tone.HARM, Tone.ILLNESS, Tone.SEPARATION)


def tone_of(text: str) -> Tone:
    """How what is told is to be taken; the weightiest if it tells of several things.

    >>> tone_of("My uncle passed away."), tone_of("I baked bread."), tone_of("I got the job!")
    (<Tone.LOSS: 'loss'>, <Tone.PLAIN: 'plain'>, <Tone.JOY: 'joy'>)
    >>> tone_of("I am not happy at all."), tone_of("Nobody died.")
    (<Tone.HEAVY: 'heavy'>, <Tone.PLAIN: 'plain'>)
    """
    line = " ".join(text[:_MOST_CHARS].replace("’", "'").casefold().split())
    if _says(Tone.ANGER, line):
        return Tone.ANGER
    is_cleared = _CLEARED.search(line) is not None
    for tone in () if is_cleared else _WEIGHTY:
        if _says(tone, line):
            return tone
    felt = valence(text[:_MOST_CHARS])
    if felt <= 0 and not is_cleared and _says(Tone.WORRY, line):
        return Tone.WORRY
    if not is_cleared and (felt < 0 or _says(Tone.HEAVY, line)):
        return Tone.HEAVY
    return Tone.JOY if felt > 0 or _says(Tone.JOY, line) else Tone.PLAIN


def _says(tone: Tone, line: str) -> bool:
    return any(
        _DENIED.search(line[max(0, found.start() - _BEFORE) : found.start()]) is None
        for found in _PATTERNS[tone].finditer(line)
    )
