"""What ARIA or another assistant said, told again: it was learned before, or never was so.

Blanked out are blocks of a prompt, lines of a chat, sentences about "the user", and what the
user tells as a claim of the one whom they talk to ("You said that I …").
"""

from __future__ import annotations

import re
from typing import Final

_BLOCK: Final = re.compile(
    r"\[[A-Z][A-Z0-9 ,'’/-]{2,60}(?:[.:][^\]\n]{0,300})?\](?=[ \t]*\n).*?"
    r"(?:\[END(?: OF [A-Z0-9 ,'’/-]{2,60})?\]|\Z)",
    re.DOTALL,
)
"""A block of ARIA's prompt; without its end, to the end of the text."""
_BLOCK_SIGN: Final = re.compile(r"\[END|[Dd]ata about the user")
_CHAT_LINE: Final = re.compile(
    r"(?im)^[ \t]*(?:[-*•][ \t]+)?\**(?:aria|chat ?gpt|gpt-?\d?|claude|gemini|copilot|replika|"
    r"siri|alexa|ai|bot|assistant|companion)\**[ \t]*(?:\([^)\n]{0,40}\)|said|wrote|replied|"
    r"answered)?[ \t]*:\**[ \t]*\S.*$"
)
_SENTENCE: Final = re.compile(
    r"(?:(?<=^)|(?<=\n)|(?<=[.!?;]\s))[ \t]*(?:[-*•·][ \t]+|\d{1,3}[.)][ \t]+)?"
    r"(?:The user(?:['’]s)?|User(?:['’]s)?)[ \t]+[a-z][^\n.!?]*(?:[.!?]|(?=\n)|\Z)"
)
_NAME: Final = re.compile(r"\bARIA\b")
_OWN: Final = re.compile(r"\b(?:I|me|my|mine|we|us|our)\b")
_SAID: Final = re.compile(
    r"\b(?:(?:you|aria|chatgpt|claude)(?:['’]ve|\s+have|\s+had)?\s+"
    r"(?:(?:just|also|once|already|even|always|still)\s+)?"
    r"(?:said|told\s+me|tell\s+me|wrote|claim(?:ed)?|mention(?:ed)?|suggest(?:ed)?|thought|think|"
    r"thinks|believes?|believed|assumed?|noted|remember(?:ed|s)?|reminded\s+me|knows?|knew|says?|"
    r"concluded|guess(?:ed)?|recalled))(?:\s+that|\s*[,:])?\s+"
    r"(?P<said>(?:(?:yes|no|well)\s*,\s*)?(?:i|i['’]\w+|my|we|we['’]\w+|our)\b[^.!?\n]*)",
    re.IGNORECASE,
)


def blank_echoes(text: str) -> str:
    r"""A text with spaces for what an assistant said and somebody tells; of the same length.

    A sentence about "the user" in which somebody speaks of themselves too is theirs.

    >>> blank_echoes("ARIA: You love tea.\nI do.").strip()
    'I do.'
    >>> blank_echoes("- The user likes tea. I told the user to restart.").strip()
    'I told the user to restart.'
    >>> blank_echoes("You said that I love tea. Yes.").split()
    ['You', 'said', 'that', '.', 'Yes.']
    """
    plain = text
    if _BLOCK_SIGN.search(plain):
        plain = _BLOCK.sub(_blank, plain)
    plain = _CHAT_LINE.sub(_blank, plain)
    if "ser" in plain:
        plain = _SENTENCE.sub(
            lambda found: found[0] if _OWN.search(found[0]) else _blank(found), plain
        )
    plain = _SAID.sub(
        lambda found: found[0][: found.start("said") - found.start()] + " " * len(found["said"]),
        plain,
    )
    # Whom one talks to is no theme; Aria in small letters may be somebody's daughter.
    return plain if plain.isupper() else _NAME.sub(_blank, plain)


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])
