"""What the user says is not to be remembered: "Don't remember this", "Off the record: …"."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from graph_aria.domain.quotes import Span

_NEGATED: Final = (
    r"(?:(?:do\s+not|don['’]?t|never|not\s+to)(?:\s+(?:ever|please|you\s+(?:dare|ever)|even))*)"
)
_BEGINS: Final = (
    r"(?:(?:^|[.!?…;:,(–—\n]|\s-)\s*|\b(?:but|and|so|or|now|please|pls|plz|aria|ok(?:ay)?|just)\s+)"
    r"(?:(?:but|and|so|please|pls|plz|aria|oh|hey|ok(?:ay)?|just|also)[\s,]+)*"
)
"""Where an order begins: no "I" or "they" stands before it."""
_KEEP: Final = (
    r"(?:save|store|record|log|note(?:\s+down)?|write(?=\s+(?:this|that|it)\s+down)|write\s+down|"
    r"keep|retain|add|learn)"
)
_WHAT: Final = (
    r"(?:this|that|it|these|those|any(?:thing|\s+of\s+(?:this|that|it))|all\s+(?:this|that)|"
    r"what\s+(?:i|follows|comes)|the\s+(?:above|following|rest|next|last|previous)|my|"
    r"(?:a|one)\s+(?:single\s+)?word)\b"
)
_HEARER: Final = r"(?:you|aria|u)"
_FORMS: Final = (
    # Don't remember …; please never save this
    rf"{_BEGINS}{_NEGATED}\s+(?:remember|memori[sz]e|{_KEEP}\s+(?={_WHAT}))",
    # I don't want you to remember this; I'd rather you didn't save it
    (rf"\bi\s+(?:do\s+not|don['’]?t|would\s+not|wouldn['’]?t)\s+(?:want|like|wish)\s+(?:for\s+)?"
    rf"(?:{_HEARER}\s+to\s+(?:remember|memori[sz]e|{_KEEP}\s+(?={_WHAT}))|"
    rf"{_WHAT}\s+(?:to\s+be\s+)?(?:remembered|saved|stored|recorded|kept|noted|written\s+down))"),
    (rf"\bi(?:['’]?d|\s+would)\s+(?:rather|prefer)\b[^.!?\n]{{0,20}}?\b{_HEARER}\s+(?:did\s+not|"
    rf"didn['’]?t|not|don['’]?t|do\s+not)\s+(?:remember|memori[sz]e|{_KEEP}\s+(?={_WHAT}))"),
    # you need not remember this; no need to save it
    (rf"\b(?:{_HEARER}\s+(?:(?:should|must|may|need|ought)\s*(?:not|n['’]?t)\b(?:\s+to)?|"
    rf"(?:do\s+not|don['’]?t)\s+(?:have|need)\s+to)|(?:can|could|would|will)\s+{_HEARER}\s+"
    rf"(?:please\s+)?not|no\s+need\s+(?:for\s+{_HEARER}\s+)?to)"
    rf"\s+(?:remember|memori[sz]e|{_KEEP})\s+(?={_WHAT})"),
    (rf"\b{_WHAT}[^.!?\n]{{0,20}}?\b(?:not|never|n['’]t)\s+(?:to\s+)?be\s+(?:remembered|saved|"
    rf"stored|recorded|kept|noted|memori[sz]ed)"),
    (r"\b(?:this|that|it)(?:\s+is|['’]s|\s+was)\s+not\s+(?:for\s+your\s+(?:memory|records?)|for\s+"
    r"the\s+record|to\s+remember)\b"),
    # forget I said that
    (rf"(?:{_BEGINS}|\b{_HEARER}\s+(?:(?:can|may|should|could|must)\s+"
    rf"(?:please\s+)?|to\s+))forget\s+(?:(?:that\s+)?i\s+(?:just\s+|ever\s+|even\s+)?(?:said"
    r"|told|mentioned|wrote|brought)|what\s+i\s+(?:just\s+|have\s+just\s+)?"
    r"(?:said|told|wrote|mentioned)|(?:this|that)\s*(?:please\s*)?(?=[.!?:;,–—\n]|$)|"
    r"about\s+(?:this|that)\s*(?=[.!?\n]|$))"),
    r"\bpretend\s+(?:that\s+)?i\s+(?:never|didn['’]?t|did\s+not)\s+(?:say|said|tell|told|mention)",
    (rf"{_BEGINS}(?:delete|erase|strike)\s+(?:this|that|it)\s+from\s+(?:your|the)\s+"
    r"(?:memory|memories|records?)\b"),
    # keep this between us
    (rf"(?:{_BEGINS}(?:let['’]?s\s+|let\s+us\s+)?|\b(?:can|could|would|will)\s+(?:you|we)\s+(?:please\s+)?"
    rf"|\bi(?:['’]?d|\s+would)\s+like\s+(?:you\s+)?to\s+|\bwant\s+you\s+to\s+)"
    r"keep\s+(?:this|that|it|these|what\s+i\b[^.!?:\n]{0,30}?|my\s+\w+)\s+(?:just\s+|strictly\s+|only\s+)?"
    r"(?:between\s+(?:us|ourselves|you\s+and\s+me|the\s+two\s+of\s+us)|to\s+yourself|off\s+the\s+"
    r"record|(?:a\s+)?secret|private|confidential|quiet|out\s+of\s+(?:it|your\s+\w+|the\s+\w+))\b"),
    (r"\b(?:this|that|it|what\s+i\b[^.!?:\n]{0,20}?)\s*(?:is|['’]s|stays|must\s+stay|should\s+stay|has\s+to\s+stay|remains)\s+"
    r"(?:just\s+|strictly\s+|only\s+|all\s+)?(?:between\s+(?:us|ourselves|you\s+and\s+me)|off\s+the\s+"
    r"record|confidential|(?:a\s+secret|private)(?=\s*[:.!–—\n]|$))(?!\s+\w+s?\s+and\s)"),
    (rf"{_BEGINS}(?:(?:just|strictly|only|totally|completely)\s+)?(?:between\s+(?:us|ourselves|you\s+and\s+me|you,?\s+"
    r"me\s+and\s+the\s+\w+)|off\s+the\s+record|in\s+(?:strict\s+)?confidence|not\s+for\s+the\s+record)"
    r"\s*(?=[,.!?:;–—)\n]|\s-|$|i\b|my\b)"),
    (rf"{_BEGINS}(?:(?:do\s+not|don['’]?t|never)\s+tell\s+(?:anyone|anybody|a\s+soul)|nobody\s+(?:must|"
    r"may|should)\s+know\s+(?:this|that|about\s+(?:this|it)))\b"),
)  # fmt: skip
_ASKS: Final = re.compile("|".join(f"(?:{form})" for form in _FORMS), re.IGNORECASE)
_HINT: Final = re.compile(
    r"\b(?:remember|memor|sav|stor|record|log\b|note|writ|keep|kept|retain|add\b|learn|forget|pretend|"
    r"delete|erase|strike|between\b|confid|secret|private|tell\s+(?:any|a\s)|know\s+(?:this|that|about))",
    re.IGNORECASE,
)
"""One of these stands in whatever `_ASKS` finds; most texts have none, and are not looked at."""
_QUOTED: Final = re.compile(
    r"\"[^\"\n]{0,600}\"|“[^”\n]{0,600}”|«[^»\n]{0,600}»|(?<!\w)'[^'\n]{0,600}'(?!\w)|"
    r"(?<!\w)‘[^’\n]{0,600}’(?!\w)|^>.*$",
    re.MULTILINE,
)
_CLOSES: Final = re.compile(
    r"(?<!\bMr)(?<!\bMs)(?<!\bDr)(?<!\bSt)(?<!\bMrs)[.!?…]+[\"'”’)\]]*\s+|\s*\n+\s*"
)
_POINTS_BACK: Final = re.compile(
    r"\b(?:that|it|i\s+(?:just\s+|ever\s+|even\s+)?(?:said|told|mentioned|wrote|brought|say|tell|"
    r"mention))\b",
    re.IGNORECASE,
)
_POINTS_ON: Final = re.compile(
    r"\b(?:this|these|follow\w*|next|rest|any\w*|all|comes|above|previous|everything)\b",
    re.IGNORECASE,
)
_GOES_ON: Final = re.compile(
    r"\W*(?:it|that|this|he|she|they|and|but|so|because|also|which)\b", re.IGNORECASE
)
_JOINED: Final = re.compile(r"[^.!?\n,]{0,40}?(?:[:–—]|\s-\s)")
_LEAST_WORDS: Final = 3
_ASKING_WORDS: Final = 8
"""Up to so many words a sentence that asks says nothing besides."""


def unwanted_spans(text: str) -> tuple[Span, ...]:
    """What the user asks, in their own words, not to remember.

    That is the sentence that asks; what a colon or a dash joins to it, with the rest of the
    paragraph; and the sentence before, where it is spoken of as "that" or "it", with those
    that it goes on from. Where it is not clear what is meant, it is the whole text.

    Args:
        text: an entry or a turn.

    Returns:
        Half-open spans by character, in their order; none if nothing is asked.

    >>> unwanted_spans("I live in Oslo. I love jazz. Don't remember that.")
    ((16, 49),)
    >>> unwanted_spans("I don't remember his name. Remember that I love jazz.")
    ()
    """
    if len(text) < _LEAST_WORDS or _HINT.search(text) is None:
        return ()
    own = _QUOTED.sub(lambda found: '"' * len(found[0]), text)
    asked = list(_ASKS.finditer(own))
    if not asked:
        return ()
    sentences = _sentences(own)
    return tuple(sorted({_meant(own, sentences, each) for each in asked}))


def is_unwanted(start: int, end: int, text: str) -> bool:
    """Whether what stands in a part of a text is among what is not to be remembered."""
    return any(first < end and start < last for first, last in unwanted_spans(text))


def _sentences(text: str) -> list[Span]:
    ends = [0, *(found.end() for found in _CLOSES.finditer(text)), len(text)]
    return [(start, end) for start, end in pairwise(ends) if text[start:end].strip()]


def _meant(text: str, sentences: list[Span], asked: re.Match[str]) -> Span:
    whole = (0, len(text))
    at = asked.start() + len(asked[0]) - len(asked[0].lstrip(" \t\n.!?…;:,(–—-"))
    n = next((n for n, (_, end) in enumerate(sentences) if at < end), len(sentences) - 1)
    start, end = sentences[n]
    if _JOINED.match(text, asked.end(), end) is not None and text[asked.end() : end].strip(" :–—-"):
        return min(start, at), _end_of_paragraph(text, end)
    said = text[at:end]
    if _POINTS_ON.search(said) is not None:
        return whole
    if len(text[start:end].split()) > _ASKING_WORDS:
        return start, end  # it says what it is about: "I am pregnant, but don't remember that"
    if _POINTS_BACK.search(said) is None:
        return whole if len(said.split()) <= _LEAST_WORDS + 1 else (start, end)
    if text[start:at].strip(" ,;:–—-(") and len(text[start:at].split()) >= _LEAST_WORDS:
        return start, end
    return (_start_of_matter(text, sentences, n), end) if n else whole


def _start_of_matter(text: str, sentences: list[Span], n: int) -> int:
    """Where the sentences begin that the one before sentence `n` goes on from."""
    first = n - 1
    while first and (
        len(text[slice(*sentences[first])].split()) < _LEAST_WORDS
        or _GOES_ON.match(text, *sentences[first]) is not None
    ):
        first -= 1
    return sentences[first][0]


def _end_of_paragraph(text: str, end: int) -> int:
    found = text.find("\n\n", max(end - 2, 0))
    return len(text) if found < 0 else max(found, end)
