"""Turns that say nothing but that what was said before them is to be forgotten."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from graph_aria.domain.search_words import content_words
from graph_aria.domain.stems import words
from graph_aria.domain.word_forms import base

_SOFT: Final = (
    r"(?:(?:please|pls|plz|oh|hey|h+m+|uh+|no|nope|nah|actually|sorry|wait|ok(?:ay)?|aria|"
    r"never\s?mind|on\s+second\s+thoughts?|well|just|and|but|so|now|also|then|"
    r"(?:can|could|would|will)\s+(?:you|u)|(?:you|u)\s+(?:can|may|should|could|must|better)|"
    r"let['’]?s|let\s+us|i\s+(?:want|need)\s+you\s+to|i(?:['’]?d|\s+would)\s+(?:like|prefer)\s+"
    r"(?:for\s+)?you\s+to|i(?:['’]?d|\s+would)\s+rather\s+(?:that\s+)?you)\b[\s,;:.!…–—-]*){0,6}"
)
_REACHING: Final = r"(?:forget|forgot|forgotten|unremember|disregard|ignore|delete|erase|remove)"
_STRIKING: Final = r"(?:scratch|strike|drop|undo|cancel|retract)"
_NEVER: Final = (
    r"(?:(?:do\s+not|don['’]?t|never|did\s+not|didn['’]?t)\s+(?:ever\s+|please\s+)?"
    r"(?:remember|memori[sz]e|save|keep|store|note|record|learn)(?:\s+down)?)"
)
_SAID: Final = (
    r"(?:i\s+(?:just\s+|ever\s+|even\s+|have\s+just\s+)?"
    r"(?:said|told\s+(?:you|u)|mentioned|wrote|brought)"
    r"(?:\s+(?:that|it|this|anything))?(?:\s+up)?)"
)
_LAST: Final = (
    r"(?:(?:about\s+)?(?:that|this)(?:\s+(?:last\s+)?(?:bit|part|message|one|thing|sentence))?|"
    r"(?:my|the|that)\s+(?:last|previous|latest)\s+(?:message|sentence|words?|thing|bit|one|part|"
    rf"turn)(?:\s+{_SAID})?|(?:that\s+)?{_SAID}|"
    rf"what\s+{_SAID}(?:\s+(?:just\s+now|before|earlier|about\s+(?P<about>[\w'’ ]{{1,40}}?)))?)"
)
_ALL: Final = (
    rf"(?:(?:everything|all(?:\s+of)?(?:\s+(?:this|that|it))?|anything)(?:\s+(?:that\s+)?{_SAID})?"
    r"(?:\s+(?:here|today|so\s+far|in\s+this\s+(?:chat|conversation)))?|"
    r"this\s+(?:whole\s+)?(?:chat|conversation|talk))"
)
_END: Final = (
    r"(?:[\s,;:.!?…–—-]+(?:please|pls|plz|thanks?|thank\s+you|thx|ok(?:ay)?|aria|now|again|"
    r"right\s+away|at\s+once|will\s+you|would\s+you|"
    r"from\s+(?:your|the)\s+(?:memory|memories|records?)))*[\s,;:.!?…–—-]*"
)
_ORDER: Final = re.compile(
    rf"{_SOFT}(?:(?:{_REACHING}|{_STRIKING}|{_NEVER})\s+(?:(?P<last>{_LAST})|(?P<all>{_ALL}))|"
    rf"(?:delete|erase|remove|undo|ignore)\s+it|i\s+take\s+(?:that|it|this)\s+back|"
    rf"pretend\s+(?:that\s+)?i\s+(?:never|didn['’]?t|did\s+not)\s+(?:say|said|mention(?:ed)?|tell|"
    rf"told\s+(?:you|u))(?:\s+(?:that|it|this|anything))?){_END}",
    re.IGNORECASE,
)
_NO_WORDS: Final = re.compile(r"[^\w\s,;:.!?…–—'’-]+|[\u200d\ufe0f]")
_REST: Final = re.compile(r"(?<=[.!?])\s.*", re.DOTALL)
_LONGEST: Final = 200
_EMPTY: Final = words(
    "lol haha hehe ok okay hm hmm yes no thanks hey hi wow oh well so yeah yep nope ah"
)
_FEW: Final = 2

FARTHEST: Final = 40
"""Turns that an order reaches back over."""


class Reach(StrEnum):
    """How far back an order to forget goes."""

    LAST = "last"
    """What was said just before; turns that say nothing are passed over."""

    ALL = "all"
    """All that was said in the conversation, as far as `FARTHEST` turns."""


def takes_back(text: str) -> Reach | None:
    """How far a turn takes back what was said before it: by all of it, or its first sentence.

    >>> takes_back("Forget that, please."), takes_back("can you delete my last message? 🙈")
    (<Reach.LAST: 'last'>, <Reach.LAST: 'last'>)
    >>> takes_back("Forget everything I said."), takes_back("Forget it, we go tomorrow.")
    (<Reach.ALL: 'all'>, None)
    """
    found = _order(text)
    if found is None:
        return None
    return Reach.ALL if found["all"] else Reach.LAST


def _order(text: str) -> re.Match[str] | None:
    plain = _NO_WORDS.sub(" ", text[:_LONGEST]).strip()
    found = _ORDER.fullmatch(plain) if len(text) <= _LONGEST else None
    return found or _ORDER.fullmatch(_REST.sub("", plain))


def _about(text: str) -> tuple[str, ...]:
    """What an order names that is to be forgotten; empty if it names nothing."""
    found = _order(text)
    about = found["about"] if found is not None else None
    return content_words(about) if about else ()


def taken_back(turns: Sequence[tuple[str, str]]) -> Mapping[str, Reach]:
    """Which of some turns are taken back by later ones of them, and how far that one reaches.

    Args:
        turns: ids and texts of turns that follow one another in a conversation.

    >>> dict(taken_back([("a", "I love jazz."), ("b", "lol"), ("c", "Forget that.")]))
    {'a': <Reach.LAST: 'last'>}
    >>> dict(taken_back([("a", "I love jazz."), ("b", "Forget what I said about the flute.")]))
    {}
    """
    found: dict[str, Reach] = {}
    for at, (_, text) in enumerate(turns):
        reach = takes_back(text)
        if reach is None:
            continue
        earlier = [(one, said) for one, said in turns[:at] if takes_back(said) is None]
        about = _about(text)
        if about:  # it means no other turn, and one further back too
            earlier = [(one, said) for one, said in earlier if _speaks_of(said, about)]
        elif reach is Reach.LAST:
            earlier = [(one, said) for one, said in earlier[-4:] if not _says_nothing(said)][-1:]
        found |= {one: reach for one, _ in earlier[-FARTHEST:]}
    return found


def _speaks_of(text: str, about: Sequence[str]) -> bool:
    said = {base(word.casefold()) for word in content_words(text)}
    return all(base(word.casefold()) in said for word in about)


def _says_nothing(text: str) -> bool:
    said = re.findall(r"\w+", text.casefold())
    return len(said) <= _FEW and all(word in _EMPTY for word in said)
