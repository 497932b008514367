"""What in a text is not the user's prose: code, markup, addresses, tables, quoted lines.

Such spans are replaced by spaces before anything is read, so that no mention can come
from them and every offset stays what it was.
"""

from __future__ import annotations

import re
from typing import Final

from graph_aria.adapters.language.lexicon import given_names
from graph_aria.adapters.language.pasted import blank_pasted

_WHOLE_TAGS: Final = (
    "script|style|pre|code|svg|blockquote|system|assistant|user|human|instructions?|prompt"
)
"""Tags whose content goes with them."""

_DOMAINS: Final = r"com|org|net|io|dev|edu|gov|co\.uk|example"
_PATTERNS: Final = tuple(
    re.compile(pattern, flags)
    for pattern, flags in (
        (r"```.*?(?:```|\Z)", re.DOTALL),  # fenced code
        (r"~~~.*?(?:~~~|\Z)", re.DOTALL),
        (rf"<({_WHOLE_TAGS})\b[^>]{{0,500}}>.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE),
        (r"<\|im_start\|>.*?(?:<\|im_end\|>|\Z)", re.DOTALL),  # a pasted prompt
        (r"\[INST\].*?(?:\[/INST\]|\Z)", re.DOTALL),
        (r"^#{2,4} (?:Instruction|Input|Response|System|Human|Assistant)\b.*?(?=\n\s*\n|\Z)",
         re.DOTALL | re.MULTILINE),
        (r"<!--.*?(?:-->|\Z)", re.DOTALL),
        (r"</?[a-zA-Z][^<>]{0,500}>", 0),  # a tag
        (r"&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[a-zA-Z]{2,10});", 0),
        (r"`[^`\n]{1,300}`", 0),
        (r"!\[[^\]\n]{0,300}\]\([^)\n]{0,2000}\)", 0),  # an image
        (r"(?<=\])\([^()\s]{1,2000}\)", 0),  # where a link leads
        (r"\b[a-z][a-z0-9+.-]{1,20}://\S+|\bwww\.\S+", re.IGNORECASE),
        (r"\b(?:mailto|javascript|data|urn):\S+", re.IGNORECASE),
        (r"\b[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,5}(?::\S+)?", 0),
        (rf"(?<![\w/.])(?:[\w-]{{1,64}}\.){{1,4}}(?:{_DOMAINS})\b(?:[/:?#]\S*)?(?!\w)", 0),
        (r"(?<![\w/.:])(?:~|\.{1,2}|[A-Za-z]:)?(?:[\\/][\w.@%+~-]{1,100}){2,40}[\\/]?", 0),
        (r"(?m)^[ \t]*\|.*\|[ \t]*$", 0),  # a table row
        (r"(?im)^[ \t]*(?:system|assistant|user|human)[ \t]*:[ \t].*$", 0),  # a pasted chat
        (r"<\|[^|\n]{1,40}\|>", 0),
    )
)  # fmt: skip

_MAYBE: Final = re.compile(r"[`~<&>|{}\[\]@:;(=/\\#]|www|\w\.\w", re.IGNORECASE)
_STRAIGHT: Final = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "\u00a0": " ", "\u202f": " ", "\u2007": " "}
)
_NOISE: Final = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd\ud800-\uf8ff\U000f0000-\U0010ffff]"
)
_SIGNS: Final = re.compile(r"[{}\[\]|\\]|<(?![3/_.-])|(?<=[^\s>_.=-])>")
"""What stands in no name; smileys keep theirs."""

_STACKED_MARKS: Final = re.compile(r"[\u0300-\u036f\u0489\u20d0-\u20ff]{3,}")


_QUOTED_LINE: Final = re.compile(r"(?m)^[ \t]*(?:>[ \t]*)+(?P<said>.*)$")
_DIRECT_SPEECH: Final = re.compile(r'"(?P<said>[^"\n]{2,600})"')
_FEWEST_WORDS_SAID: Final = 3
_SPEAKER_LINE: Final = re.compile(
    r"(?m)^[ \t]*(?P<name>[A-Z][a-z]{1,20}):[ \t]+(?P<said>[^\n]*\b(?:I|my|me|we|our)\b[^\n]*)$"
)
_FORWARDED: Final = re.compile(
    r"(?i)\b(?:forwarded message|message|mail|e-mail) from [A-Z][\w .'-]{0,60}:\s*"
    r"(?P<said>[^\n]+(?:\n[^\n]+)*)"
)


def prose(text: str) -> str:
    """The text with everything but prose blanked out.

    The result has the same length, so spans in it are spans of the original. Typographic
    quotes and spaces become plain ones; controls and stacked combining marks become spaces.
    """
    plain = text.translate(_STRAIGHT)
    if not plain.isascii() or not plain.isprintable():
        plain = _NOISE.sub(" ", plain)
        plain = _STACKED_MARKS.sub(_blank, plain)
    if _MAYBE.search(plain):
        for pattern in _PATTERNS:
            plain = pattern.sub(_blank, plain)
    return _SIGNS.sub(" ", blank_pasted(plain))


def said_by_others(text: str) -> list[tuple[int, int]]:
    """Spans that somebody else says: quoted lines, direct speech of three words or more.

    So are lines that begin with somebody's first name and a colon and speak of "I", and
    what stands below "Forwarded message from".
    """
    spans = [found.span("said") for found in _QUOTED_LINE.finditer(text)] if ">" in text else []
    if ":" in text:
        spans.extend(
            found.span("said")
            for found in _SPEAKER_LINE.finditer(text)
            if found["name"].lower() in given_names()
        )
    spans.extend(found.span("said") for found in _FORWARDED.finditer(text))
    if '"' in text:
        spans.extend(
            found.span("said")
            for found in _DIRECT_SPEECH.finditer(text)
            if len(found["said"].split()) >= _FEWEST_WORDS_SAID
        )
    return spans


def foreign_spans(
    text: str, readable: str, others: list[tuple[int, int]]
) -> tuple[tuple[int, int], ...]:
    """Spans that the user wrote down but did not say, in order of start, none overlapping.

    Args:
        text: what they wrote.
        readable: the same with everything blanked out that is not to be read.
        others: spans that somebody else says.

    >>> foreign_spans("see x = 1; ok", "see        ok", [])
    ((4, 9),)
    """
    gone = [a.isalnum() and b.isspace() for a, b in zip(text, readable, strict=False)]
    for start, end in others:
        gone[start:end] = [True] * (min(end, len(gone)) - start)
    spans: list[tuple[int, int]] = []
    at = 0
    while at < len(gone):
        if not gone[at]:
            at += 1
            continue
        start = at
        # Signs and spaces between two blanked words belong to what was blanked.
        end = at + 1
        while at < len(gone) and (gone[at] or not text[at].isalnum()):
            end = at + 1 if gone[at] else end
            at += 1
        spans.append((start, end))
    return tuple(spans)


def without_quote_marks(text: str) -> str:
    """The text with the ">" of quoted lines blanked out, which would confuse a parser."""
    if ">" not in text:
        return text
    return _QUOTED_LINE.sub(
        lambda found: " " * (found.start("said") - found.start()) + found["said"], text
    )


def _blank(found: re.Match[str]) -> str:
    """As many blanks as the match has code points, its line ends kept."""
    words = found[0]
    if "\n" not in words:
        return " " * len(words)
    return "\n".join(" " * len(line) for line in words.split("\n"))
