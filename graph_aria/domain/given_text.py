"""Text that somebody gives to be worked on: "Fix the grammar: I has got married".

Whoever has a text translated, corrected or summed up says nothing of themselves in it: it may be
a letter, an exercise, somebody else's words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from graph_aria.domain.languages import language_names
from graph_aria.domain.quotes import Span

_MOST_CHARS: Final = 2_000
"""Of a turn at either end, that are looked at for an order."""

_MOST_ORDERS: Final = 20
"""Of a turn, that are looked at."""

_LANGUAGE: Final = rf"(?:{'|'.join(language_names())}|another language)\b"
_TEXT: Final = (
    r"(?:texts?|sentences?|paragraphs?|passages?|excerpts?|e-?mails?|mails?|letters?|messages?|"
    r"notes?|posts?|tweets?|captions?|bio|biography|essays?|articles?|stor(?:y|ies)|poems?|lyrics|"
    r"drafts?|cv|resume|résumé|speech|abstract|statements?|reviews?|scripts?|dialogues?|"
    r"phrases?|lines?|quotes?|words|wording|repl(?:y|ies)|answers?|responses?|translations?|"
    r"transcripts?|summar(?:y|ies)|descriptions?|introductions?|conversations?|diary entry)\b"
)
_LANGUAGE_OF: Final = (
    rf"(?:grammar|spelling|punctuation|typos?|syntax|tenses?|phrasing|{_LANGUAGE}|"
    r"(?:grammatical |spelling |grammar )?(?:mistakes|errors))\b"
)
"""What is mended in a text."""

_OF_TEXTS: Final = (
    r"(?:proof-?read|translate?|paraphrase?|re-?phrase?|reformulate?|reword|"
    r"re-?write?|redraft|summari[sz]e?|sum up|condense?|copy-?edit|spell-?check|"
    r"grammar-?check|punctuate?)"
)
"""What is done to texts alone."""

_MENDS: Final = (
    r"(?:correct|edit|fix|improve?|polish|shorten|simplif(?:y)?|revise?|expand(?: on)?|"
    r"elaborat[e]?(?: on)?|extend|continue?|trim|clean up)"
)
"""What is done to texts, and to other things as well."""

_OF_ANY: Final = (
    rf"(?:{_MENDS}|complete?|finish|format|reformat|convert|turn|make?|put|change?|"
    r"check|review|critique?|analy[sz]e?|explain|cut|"
    r"(?:find|spot|mark|underline|remove?)|repl(?:y)?(?: to)?|answer|respond to|write|draft)"
)
"""What is done to anything."""

_POLITE: Final = (
    r"(?:(?:and|so|ok(?:ay)?|hey|hi|hello|aria|please|pls|now|then|first|next|just|also|"
    r"(?:can|could|would(?! you mind)|will) you|(?:can|could) i ask you to|"
    r"i(?:'d| would)? (?:need|want|like) you to|help me(?: to)?|let'?s|try to|"
    r"i need(?: (?:help|you))?(?: with)?|your task is to|kindly)[\s,!:]+){0,5}"
)
_BEGINS: Final = (
    r"(?:^|(?<=[.!?\n])|(?:^|(?<=[.!?\n]\s))here(?:'s| is| are) [^.!?\n]{2,80}?[,;:])"
    rf"[\s\"'(*_#>-]*+{_POLITE}(?P<mind>(?:would|do) you mind\s+)?"
)
"""Where an order begins, without trying again at each break of a line."""

_HERE: Final = r"(?:this|these|the following|the below|following)\b"
_LINE: Final = r"[^:.!?\n]"
_ING: Final = r"(?:e|y|(?(mind)y?ing|(?!)))?"
_SO: Final = (
    r"(?:\s+(?:for|in|into|to|as|please|pls|with|from|and|more|less|so|using|by|below|that follows|"
    rf"here)\b{_LINE}{{0,60}}?)?"
)
_ENDS: Final = r"\s*(?P<end>[:\n]|\s[-–—](?=\s)|[.?!](?=\s*\n))"
_STOPS: Final = r"\s*(?P<end>[:.?!\n]|\s[-–—](?=\s))"
_FORMS: Final = (
    # Translate this: …; rewrite the following text, more formally. …
    (
        rf"(?:{_OF_TEXTS}{_ING}|tl;?dr)\s+(?:{_LINE}{{0,30}}?\s)?{_HERE}(?:\s+(?:[\w'-]+\s+){{0,2}}?{_TEXT})?{_SO}"
        rf"{_STOPS}"
    ),
    # Translate into German: …; summarize: …; rewrite in plain words: …
    rf"{_OF_TEXTS}{_ING}{_SO}\s*(?P<end>:)",
    # Translate to German\n…
    (
        rf"{_OF_TEXTS}{_ING}\s+(?:in)?to\s+{_LANGUAGE}(?:\s+please)?\s*"
        r"(?P<end>[\n.,]|(?=\s+(?:i|my|we)\b))"
    ),
    # Translate my letter into German: …; proofread the essay: …
    rf"{_OF_TEXTS}{_ING}\s+{_LINE}{{0,40}}?{_TEXT}{_SO}{_ENDS}",
    # Fix the grammar: …; find the mistakes in what follows: …
    rf"{_OF_ANY}{_ING}\s+(?:{_LINE}{{0,30}}?\s)?{_LANGUAGE_OF}{_LINE}{{0,60}}?{_ENDS}",
    # Shorten my letter: …; continue the story: …; reply to this message: …
    (
        rf"(?:{_MENDS}{_ING}\s+(?:my|the|an?)|{_OF_ANY}{_ING}\s+(?:{_LINE}{{0,30}}?\s)?{_HERE})\s+"
        rf"(?:[\w'-]+\s+){{0,3}}?{_TEXT}{_LINE}{{0,60}}?{_ENDS}"
    ),
    # Correct this: …; make this more polite: …
    rf"{_MENDS}{_ING}\s+{_HERE}{_SO}\s*(?P<end>:)",
    (
        rf"(?:mak|turn|put|chang|convert){_ING}\s+(?:{_HERE}|it)\s+(?:sound|read|into|in|to|more|less|"
        rf"shorter|longer|better|nicer|clearer|formal|polite)\b{_LINE}{{0,60}}?\s*(?P<end>:)"
    ),
    rf"{_OF_TEXTS}{_ING}\s+(?:it|them){_SO}\s*(?P<end>:)",
    # I need a summary of the text below. …; give me feedback on this poem: …
    (
        rf"(?:(?:give|write|make|send|get|do)\s+(?:me\s+)?)?(?:(?:an?|the|your|some)\s+)?(?:[\w'-]+\s+){{0,2}}?"
        rf"(?:summary|translation|paraphrase|rewrite|correction|feedback|comments?|critique|thoughts)\s+(?:of|on|about)\s+"
        rf"(?:{_HERE}|(?:the|my)(?=[^:.!?\n]{{0,40}}\bbelow\b))(?:\s+(?:[\w'-]+\s+){{0,2}}?{_TEXT})?{_SO}{_ENDS}"
    ),
    # Grammar check: …; translation into French: …
    (
        r"(?:(?:grammar|spelling|spell|typo)s?[ -]?(?:check|correction)|translation|proofreading|"
        rf"paraphrase){_SO}\s*(?P<end>:)"
    ),
    # How do I say in French: …; say in German: …
    (
        rf"(?:how\s+(?:do|would|can)\s+(?:i|you)\s+)?(?:say|write|express|put)\s+(?:(?:this|it)\s+)?in\s+"
        rf"{_LANGUAGE}{_LINE}{{0,20}}?\s*(?P<end>:)"
    ),
    # Is this sentence right: …; is this grammatical? …
    (
        rf"(?:is|are)\s+{_HERE}\s+(?:(?:[\w'-]+\s+){{0,2}}?{_TEXT}{_LINE}{{0,40}}?|(?:\w+\s+)?"
        rf"(?:grammatical\w*|correct|well[ -]written|good {_LANGUAGE})(?:\s+{_LANGUAGE})?)"
        r"\s*(?P<end>[:\n]|\?(?=\s*[\n\"“]))"
    ),
)
_ANY_FORM: Final = "|".join(
    form.replace("(?P<end>", f"(?P<end{n}>") for n, form in enumerate(_FORMS)
)
_ENDINGS: Final = tuple(f"end{n}" for n in range(len(_FORMS)))
_ORDER: Final = re.compile(f"{_BEGINS}(?:{_ANY_FORM})", re.IGNORECASE)
_INSIDE: Final = re.compile(
    rf"{_BEGINS}translat{_ING}\s+(?!(?:this|these|it|that|the|my)\b)(?P<said>\S[^\n]{{2,400}}?)"
    rf"\s+(?:in)?to\s+{_LANGUAGE}",
    re.IGNORECASE,
)
"""Translate I am tired into German."""

_BACK_TEXT: Final = (
    r"(?:texts?|sentences?|paragraphs?|passages?|e-?mails?|letters?|messages?|posts?|essays?|"
    r"articles?|poems?|drafts?)\b"
)
_BACK: Final = re.compile(
    rf"{_BEGINS}(?:(?:{_OF_TEXTS}|{_MENDS}|check|proofread){_ING}\s+(?:{_LINE}{{0,40}}?\s)?"
    rf"(?:(?P<earlier>this)\s+{_BACK_TEXT}|the\s+(?:above|previous|whole)\s+{_BACK_TEXT}|"
    rf"(?:the|everything|all|{_BACK_TEXT})\s+above\b|"
    r"the\s+(?:grammar|spelling|punctuation|typos?)\b)|"
    rf"{_OF_TEXTS}{_ING}\s+(?:(?:this|that|it|everything|all)\b)?\s*(?:(?:in)?to|in)\s+{_LANGUAGE})"
    rf"{_LINE}{{0,60}}?[.!?]*\s*\Z",
    re.IGNORECASE,
)
"""An order at the end, to what stands before it."""

_HINT: Final = re.compile(
    rf"{_OF_TEXTS}|{_LANGUAGE_OF}|grammar|spell|typo|translation|tl;?dr|{_TEXT}|"
    rf"(?:correct|edit|fix|improve|polish|shorten|simplify|revise|continue|make|turn|put|change|"
    rf"convert)\s+(?:this|these|it)\b|is this\b|\b(?:following|above|below)\b",
    re.IGNORECASE,
)
"""One of these stands in whatever asks for work on a text; most turns have none."""

_STATUS: Final = re.compile(
    r"[\s*_]*+(?:done|finished|completed?|check(?:ed)?|yes|no|not|still|took|tomorrow|later|next|"
    r"almost|nearly|half|pending|todo|to do|ok|[✓✔x]|\d+\s?%|in progress|easy|hard|failed|today|"
    r"tonight|ready|sent|never)\b",
    re.IGNORECASE,
)
"""How far something is, behind the colon of what is to be done."""

_KEPT: Final = re.compile(
    r"\b(?:in|into|to|as|for)\s+(?:[\w'-]+\s+){0,2}?"
    r"(?:memor(?:y|ies)|journal|diary|notes?|profile)\b",
    re.IGNORECASE,
)
"""Where things are kept of the user: an order aimed at it gives what is to be known."""

_AMENDS: Final = re.compile(
    r"(?:correct|edit|fix|improve|revise|re-?phrase|reformulate|reword|re-?write)"
    r"(?:\s+(?:this|these|it|the following))?(?:\s+(?:note|memory|entry|statement|answer))?"
    r"(?:,?\s+(?:please|pls))?\s*:\s*\Z",
    re.IGNORECASE,
)
_CONTRASTS: Final = re.compile(
    r"[^\n]{0,200}?(?:,\s*(?:and )?not\b|(?:n't|\bnot)\b[^.!?\n]{1,80}?(?:[,;]|\bbut\b)|"
    r"\b(?:actually|no longer|any ?more|instead)\b)",
    re.IGNORECASE,
)
"""Something is put right about the user, not a text: "Fix this: she is Anna, not Anne"."""

_ASIDE: Final = re.compile(
    r"(?:(?<=\n)|(?<=[.!?\n]\s)|(?<=[.!?\n]\s\s))(?:oh,? (?:and )?)?(?:by the way|btw|anyway|"
    r"on another note|in other news|unrelated\w*|apart from that|p\.?s\.?|as for me|otherwise)\b",
    re.IGNORECASE,
)
_CLOSED: Final = {'"': '"', "“": "”", "«": "»", "'": "'", "‘": "’", "`": "`"}
_LEAST: Final = 2


def given_spans(text: str) -> tuple[Span, ...]:
    """What of a turn is given to be worked on, by the order that asks for it.

    That is what stands behind the order, up to the end of its quotation marks if it has such,
    of a text on the same line up to a word such as "by the way", else up to the end; where the
    order comes last and points back ("Translate the above"), what stands before it.

    Args:
        text: a turn.

    Returns:
        Half-open spans by character, at most one for each order, in their order.

    >>> [text[a:b] for text in ["Translate: I am ill."] for a, b in given_spans(text)]
    ['I am ill.']
    >>> given_spans("Fix the door: done. I got married last week.")
    ()
    """
    looked = text.replace("’", "'")
    if _HINT.search(looked[:_MOST_CHARS]) is None and _HINT.search(looked[-_MOST_CHARS:]) is None:
        return ()
    return tuple(_spans(looked))


def blank_given(text: str) -> str:
    """A turn with spaces for what is given to be worked on; of the same length.

    >>> blank_given("Translate: I am ill.").strip()
    'Translate:'
    """
    for start, end in given_spans(text):
        text = text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]
    return text


def _spans(text: str) -> Iterator[Span]:
    at = 0
    inside = _INSIDE.search(text, 0, _MOST_CHARS)
    for _ in range(_MOST_ORDERS):
        order = _ORDER.search(text, at, at + _MOST_CHARS)
        if order is None:
            break
        start = next(order.end(name) for name in _ENDINGS if order[name] is not None)
        ending = start
        at = max(start, at + 1)
        rest = text[start:]
        if len(rest.split()) < _LEAST or _STATUS.match(rest) or _is_own(order[0], rest):
            continue
        start += len(rest) - len(rest.lstrip())
        end = _end(text, start, is_inline="\n" not in text[ending - 1 : start])
        yield start, end
        at = end
    if at == 0 and inside is not None:
        yield inside.span("said")
        return
    tail = max(at, len(text) - _MOST_CHARS)
    back = _BACK.search(text, tail) if at == 0 else None
    if back is None or not text[: back.start()].strip() or _KEPT.search(back[0]):
        return
    if back["earlier"] is None or "\n" in text[back.start() - 1 : back.start("earlier")]:
        yield 0, back.start()


def _is_own(order: str, rest: str) -> bool:
    if _KEPT.search(order):
        return True
    return _AMENDS.search(order) is not None and _CONTRASTS.match(rest) is not None


def _end(text: str, start: int, *, is_inline: bool) -> int:
    closing = _CLOSED.get(text[start : start + 1])
    if closing is not None:
        closed = re.search(rf"{re.escape(closing)}(?!\w)", text[start + 1 :])
        if closed is not None:
            return start + 1 + closed.end()
    aside = _ASIDE.search(text, start) if is_inline else None
    return len(text) if aside is None else aside.start()
