"""Questions put to ARIA: whoever asks about something says nothing of it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from graph_aria.domain.quotes import Span

_CLOSES: Final = re.compile(
    r"(?<!\bMr)(?<!\bMs)(?<!\bDr)(?<!\bSt)(?<!\bMrs)[.!?…]+[\"'”’)\]]*(?:\s+|$)|\s*\n+\s*"
)
_SOFT: Final = (
    r"(?:[\w.'’-]{1,20}:\s+)?"
    r"(?:(?:and|but|so|or|hey|hi|hello|oh|ok(?:ay)?|well|aria|please|pls|now|also|then|hm+)"
    r"[\s,!:–—-]+){0,4}"
)
_AUX: Final = (
    r"(?:am|is|are|was|were|do|does|did|have|has|had|can|could|will|would|shall|should|may|might|"
    r"must|ain['’]t|(?:is|are|was|were|do|does|did|have|has|had|can|could|wo|would|should)"
    r"n['’]t|['’]s|['’]re)"
)
_SUBJECT: Final = r"(?:i|you|we|he|she|it|they|there)"
_ASKS: Final = re.compile(
    rf"{_SOFT}(?:(?:who|whom|whose|what|which|when|where|why|how)(?:['’](?:s|re|d)\b|"
    rf"\s+(?:(?!{_SUBJECT}\b|(?:my|our|the)\b)[\w'’-]+\s+){{0,3}}?{_AUX}\b)|"
    r"(?:who|what)\s+(?:happened|helped|helps|made|makes|caused|causes|said|told|likes)\b|"
    rf"(?:am|is|are|was|were|do|does|did|has|can|could|will|would|shall|should|is|are|was|were|"
    rf"do|does|did|can|could|would)(?:n['’]t)?\s+{_SUBJECT}\b|have\s+(?:i|you|we|they)\b|"
    r"(?:is|are|does|did|has|can|could|would|should)\s+(?-i:[A-Z][\w'’-]*)\s+\w|"
    r"(?:tell|remind|show)\s+me\b|(?:any\s+idea|do\s+you\s+(?:know|remember|recall))\b|"
    r"(?:what|how)\s+about\b)",
    re.IGNORECASE,
)
_EXCLAIMS: Final = re.compile(rf"{_SOFT}(?:what\s+an?\b|how\s+\w+\s*!)", re.IGNORECASE)
_TAG: Final = re.compile(
    r",?\s*(?:right|ok(?:ay)?|you\s+know|huh|eh|yes|no|isn['’]t\s+it|don['’]t\s+you\s+think)\s*\?+"
    r"[\"'”’)\]]*\s*$",
    re.IGNORECASE,
)


def asked_spans(text: str) -> tuple[Span, ...]:
    """The sentences of a turn that ask, in their order.

    With a mark at their end or by how they begin. What a "right?" ends is said.

    >>> [text[a:b] for text in ["I saw Ana. Who is she? fine"] for a, b in asked_spans(text)]
    ['Who is she? ']
    >>> asked_spans("I quit my job, you know?"), asked_spans("when did I last swim") != ()
    ((), True)
    """
    ends = [0, *(found.end() for found in _CLOSES.finditer(text)), len(text)]
    return tuple(
        (start, end)
        for start, end in pairwise(dict.fromkeys(ends))
        if (said := text[start:end].strip()) and _asks(said)
    )


def only_asks(text: str) -> bool:
    """Whether a turn does nothing but ask.

    >>> only_asks("Who is Ana? And Tom?"), only_asks("Saw Ana. Who is she?")
    (True, False)
    """
    spans = asked_spans(text)
    left = "".join(text[last[1] : first[0]] for last, first in pairwise([(0, 0), *spans]))
    rest = left + (text[spans[-1][1] :] if spans else text)
    return bool(spans) and not re.search(r"\w", rest)


def _asks(said: str) -> bool:
    if _EXCLAIMS.match(said):
        return False
    marked = re.search(r"\?[\"'”’)\]!?…]*$", said) is not None
    if marked:
        return _TAG.search(said) is None
    return _ASKS.match(said) is not None and not said.endswith("!")
