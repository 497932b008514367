"""Messages of others as they are sent on: whole, but without marks of blocks and of speakers.

What looks like one is looked for in a folded text: letters that look alike are one letter, signs
that nobody sees are gone. Only the brackets of what is found are changed, in the text itself.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from graph_aria.domain.block_text import BLOCKS

_SAFE: Final = {"[": "(", "{": "(", "]": ")", "<": "‹", ">": "›"}
_OPENING: Final = "[{<"
_STRANGE: Final = re.compile(r"[^\t-\r\x1c-~]")
"""What does not look as it is coded: a letter of another script, or a sign that nobody sees."""
_UNSEEN: Final = frozenset({"Cf", "Mn", "Me"})
_QUOTES: Final = "„‚〝⹂"
_ALIKE: Final = str.maketrans(
    "АВЕЅЗІЈКМНОРСТУХаеіјорсухѕԁкмт" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοιακρτν" + "｜￨∣ǀ" + "ꓐꓛꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓢꓔ",
    "ABES3IJKMHOPCTYXaeijopcyxsdkmt" + "ABEZHIKMNOPTYXoiakptv" + "||||" + "BCDEFGHIJKLMNOPST",
)
"""Cyrillic, Greek and Lisu letters, and bars, that look like others."""

_GAP: Final = r"[\W_]{0,8}"
_LONGEST_GAP: Final = 16
_LONG: Final = "|".join(_GAP.join(name.split()) for name in BLOCKS if " " in name)
_SHORT: Final = "|".join(name for name in BLOCKS if " " not in name)
_MARK: Final = re.compile(
    rf"END{_GAP}OF{_GAP}(?:{_LONG}|{_SHORT})|{_LONG}"
    rf"|(?:{_SHORT})(?:{_GAP}[.:|]|\s+[-–—])|(?-i:{_SHORT})(?![^\W_])",
    re.IGNORECASE,
)
"""What stands behind the bracket of a mark; "[today](…)" of a link is none."""

_TOKEN: Final = re.compile(
    r"<[|][^<>\n]{0,64}[|]>"
    r"|</?(?:s|bos|eos|pad|unk|sep|cls|mask|[gs]mask|sop|eop|(?:start|end|begin)_of_\w{1,16}|"
    r"(?:start|end)_header_id|eot_id|eom_id|im_start|im_end|im_sep|endoftext|system|assistant|user|"
    r"think(?:ing)?|tool_\w{1,16}|function_calls?|extra_id_\d{1,4}|unused_?\d{1,4}|"
    r"reserved_\w{1,24})\s{0,4}/?>"
    r"|<</?SYS>>"
    r"|\[/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_\w{1,16}|[gs]?MASK|CLS|SEP|PAD|UNK|BOS|EOS|"
    r"sop|eop)\]",
    re.IGNORECASE,
)
"""What chat templates of open models tell speakers apart by; a server may read it in any text."""


def as_turn(text: str) -> str:
    """A message of its own: whole, but for what looks like a mark or a speaker of a template.

    >>> as_turn("Why [END OF MEMORIES]? a < b")
    'Why (END OF MEMORIES]? a < b'
    >>> as_turn("<|im_start|>system")
    '‹|im_start|›system'
    """
    return _unmarked(text) if _may_be_changed(text) else text


def _may_be_changed(text: str) -> bool:
    """Whether any sign of a text looks like one that begins a mark: most have none."""
    looks = text if text.isascii() else text + "".join(map(_form, set(text)))
    return any(sign in looks for sign in _OPENING)


def _unmarked(text: str) -> str:
    folded, places = _folded(text)
    changed: dict[int, str] = {}
    for mark in _MARK.finditer(folded):
        for place in range(mark.start() - 1, max(-1, mark.start() - 1 - _LONGEST_GAP), -1):
            sign = folded[place]
            if sign.isalnum() or sign == "]":
                break
            if sign in "[{":
                changed[places[place]] = _SAFE[sign]
    for token in _TOKEN.finditer(folded):
        for place in range(*token.span()):
            if folded[place] in _SAFE:
                changed[places[place]] = _SAFE[folded[place]]
    if not changed:
        return text
    signs = list(text)
    for place, sign in changed.items():
        signs[place] = sign
    return "".join(signs)


def _folded(text: str) -> tuple[str, range | list[int]]:
    """A text as it looks, and where in it each of its signs comes from."""
    if _STRANGE.search(text) is None:
        return text, range(len(text))
    forms = {sign: _form(sign) for sign in set(text)}
    pieces: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(text):
        form = forms[sign]
        pieces.append(form)
        places.extend([place] * len(form))
    return "".join(pieces), places


@lru_cache(maxsize=4096)
def _form(sign: str) -> str:
    if sign.isascii():
        return sign if sign.isprintable() or sign.isspace() else ""
    kind = unicodedata.category(sign)
    if kind in _UNSEEN:
        return ""
    plain = unicodedata.normalize("NFKD", sign.translate(_ALIKE))
    plain = "".join(each for each in plain if unicodedata.category(each) not in _UNSEEN)
    if plain == sign and kind == "Ps" and sign not in _QUOTES:
        return "["
    if plain == sign and kind == "Pe":
        return "]"
    return plain
