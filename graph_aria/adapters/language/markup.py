"""What in a text is not the user's prose: code, markup, addresses, tables, quoted lines.

Such spans are replaced by spaces before anything is read, so that no mention can come
from them and every offset stays what it was.
"""

from __future__ import annotations

import re
from typing import Final

from graph_aria.domain.chapter_lines import FOOT, HEAD

_PATTERNS: Final = tuple(
    re.compile(pattern, flags)
    for pattern, flags in (
        # ARIA's own prompt block, pasted: what it says was said before, and counts once.
        (rf"{re.escape(HEAD.partition('.')[0])}.*?(?:{re.escape(FOOT)}|\Z)", re.DOTALL),
        (r"```.*?(?:```|\Z)", re.DOTALL),  # fenced code
        (r"~~~.*?(?:~~~|\Z)", re.DOTALL),
        (r"<(script|style|pre|code|svg|blockquote)\b[^>]{0,500}>.*?(?:</\1\s*>|\Z)",
         re.DOTALL | re.IGNORECASE),
        (r"<!--.*?(?:-->|\Z)", re.DOTALL),
        (r"</?[a-zA-Z][^<>]{0,500}>", 0),  # a tag
        (r"&(?:#\d{1,7}|#x[0-9a-fA-F]{1,6}|[a-zA-Z]{2,10});", 0),
        (r"`[^`\n]{1,300}`", 0),
        (r"\b(?:https?|ftp|file)://\S+|\bwww\.\S+|\bmailto:\S+|\bjavascript:\S+", re.IGNORECASE),
        (r"\b[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,5}", 0),
        (r"(?m)^[ \t]*\|.*\|[ \t]*$", 0),  # a table row
        (r"(?m)^(?: {4}|\t)[^\n]*[{};=()<>\[\]][^\n]*$", 0),  # indented code
        (r"(?m)^[ \t]*[\[{][^\n]*[\]}],?[ \t]*$", 0),  # a line of JSON
        (r"(?m)^[ \t]*\"[\w-]+\"[ \t]*:[^\n]*$", 0),
        ((r"(?im)^[^\n]*\b(?:select\b[^\n]{1,200}\bfrom|insert\s+into|drop\s+table|delete\s+from|"
         r"update\s+\w+\s+set|create\s+table)\b[^\n]*$"), 0),
        (r"(?m)^[^\n]*\b(?:MATCH|MERGE|DETACH DELETE|UNWIND|CREATE)\b[^\n]*[(\[{:][^\n]*$", 0),
        ((r"(?m)^[ \t]*(?:def|class|import|from|function|const|let|var|return|public|#include)\b"
         r"[^\n]*[;:({=<][^\n]*$"), 0),
        (r"(?im)^[ \t]*(?:system|assistant|user)[ \t]*:[ \t].*$", 0),  # a pasted chat
        (r"\[(?:INST|/INST)\]|<\|[^|\n]{1,40}\|>", 0),
    )
)  # fmt: skip

_MAYBE: Final = re.compile(
    r"[`~<&>|{}\[\]@:;(=]|select|insert|drop|delete|update|www", re.IGNORECASE
)
_STRAIGHT: Final = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "\u00a0": " ", "\u202f": " ", "\u2007": " "}
)
_NOISE: Final = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd\ud800-\udfff]"
)
_STACKED_MARKS: Final = re.compile(r"[\u0300-\u036f\u0489\u20d0-\u20ff]{3,}")


_QUOTED_LINE: Final = re.compile(r"(?m)^[ \t]*(?:>[ \t]*)+(?P<said>.*)$")
_DIRECT_SPEECH: Final = re.compile(r'"(?P<said>[^"\n]{2,600})"')
_FEWEST_WORDS_SAID: Final = 3


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
    return plain


def said_by_others(text: str) -> list[tuple[int, int]]:
    """Spans that somebody else says: quoted lines, direct speech of three words or more."""
    spans = [found.span("said") for found in _QUOTED_LINE.finditer(text)] if ">" in text else []
    if '"' in text:
        spans.extend(
            found.span("said")
            for found in _DIRECT_SPEECH.finditer(text)
            if len(found["said"].split()) >= _FEWEST_WORDS_SAID
        )
    return spans


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
