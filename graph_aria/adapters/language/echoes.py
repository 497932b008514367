"""What ARIA or another assistant said, told again: it was learned before, or never was so.

Blanked out are blocks of a prompt, lines of a pasted chat, and lists of sentences about "the
user"; and, in what is said to ARIA, her own claims told again ("You said that I …").
"""

from __future__ import annotations

import re
from typing import Final

_BLOCK: Final = re.compile(
    r"\[[^\[\]\n]{2,60}\. This is data about the user[^\]\n]{0,200}\].*?"
    r"(?:\[END OF [^\[\]\n]{2,60}\]|\Z)",
    re.DOTALL,
)
"""A block of ARIA's prompt; without its end, to the end of the text."""
_LABEL: Final = re.compile(
    r"(?m)^[ \t]*(?:[-*•][ \t]+)?\**(?P<name>[A-Za-z][\w .-]{0,20}?)\**[ \t]*"
    r"(?:\([^)\n]{0,40}\)|said|wrote|replied|answered)?[ \t]*:\**[ \t]*(?P<said>\S.*)$"
)
_MACHINES: Final = frozenset(
    {"aria", "chatgpt", "chat gpt", "gpt", "gpt-4", "gpt-5", "claude", "gemini", "copilot",
     "replika", "siri", "alexa", "ai", "bot", "assistant", "companion"}
)  # fmt: skip
_USERS: Final = frozenset({"me", "you", "user", "human", "i", "myself"})
_TO_YOU: Final = re.compile(r"\b(?:you|your|you['’]\w+)\b", re.IGNORECASE)
_SENTENCE: Final = re.compile(
    r"(?:(?<=^)|(?<=\n)|(?<=[.!?;]\s))[ \t]*(?P<item>[-*•·][ \t]+|\d{1,3}[.)][ \t]+)?"
    r"(?:(?:The user|User)[ \t]+(?:is|has|was|had|likes|loves|hates|dislikes|prefers|enjoys|lives|"
    r"works|wants|plays|moved|knows|owns|studies|studied|believes|drinks|eats|does not|doesn't|"
    r"regrets|fears|avoids|speaks|collects|married|lost|adopted|quit|started|stopped|values|feels|"
    r"grew|used to|plans|hopes|runs|swims|goes|gave|took|keeps|suffers|can|cannot|never|always)\b|"
    r"(?:The user|User)['’]s[ \t]+[a-z])[^\n.!?]*(?:[.!?]|(?=\n)|\Z)"
)
_OWN: Final = re.compile(r"\b(?:I|me|my|mine|we|us|our)\b")
_CLAIM: Final = (
    r"(?:\s+that|\s*[,:])?\s+(?P<said>(?:(?:yes|no|well)\s*,\s*)?"
    r"(?:i|i['’]\w+|my|we|we['’]\w+|our)\b"
    r"(?:(?!\s+(?:and|but|so)\s+(?:i|we|my)\b|,\s*(?:and|but|so|which|because)\b)[^.!?\n])*)"
)
_SAID_BY_YOU: Final = re.compile(
    r"\b(?:you(?:['’]ve|\s+have|\s+had)?\s+(?:(?:just|also|once|already|even|always)\s+)?"
    r"(?:said|told\s+me|wrote|claim(?:ed)?|mentioned|suggested|concluded|recalled|reminded\s+me)|"
    r"(?:why|how)\s+(?:do|did|would|can|could)\s+you\s+(?:think|say|believe|assume|know|claim)|"
    r"what\s+makes\s+you\s+(?:think|say|believe|so\s+sure))" + _CLAIM,
    re.IGNORECASE,
)
_SAID_BY_IT: Final = re.compile(
    r"\b(?:ARIA|Chat ?GPT)\s+(?:(?:just|also|once|already|even|always|still)\s+)?"
    r"(?:said|says|told\s+me|tells\s+me|wrote|claims?|claimed|mentioned|thinks|believes|remembers)"
    rf"(?i:{_CLAIM})"
)
_NAME: Final = re.compile(r"\bARIA\b")


def blank_echoes(text: str, *, to_aria: bool) -> str:
    r"""A text with spaces for what an assistant said and somebody tells; of the same length.

    Args:
        text: an entry.
        to_aria: it is said to her, so that "you" is she.

    >>> blank_echoes("ARIA: You love tea.\nMe: I do.", to_aria=False).strip()
    'Me: I do.'
    >>> blank_echoes("You said that I love tea. Yes.", to_aria=True).split()
    ['You', 'said', 'that', '.', 'Yes.']
    >>> blank_echoes("Mum, you said that I love tea.", to_aria=False)
    'Mum, you said that I love tea.'
    """
    plain = text
    if "data about the user" in plain:
        plain = _BLOCK.sub(_blank, plain)
    plain = _without_lines(plain)
    plain = _without_lists(plain, alone=to_aria)
    plain = _SAID_BY_IT.sub(_without_claim, plain)
    if not to_aria:
        return plain
    plain = _SAID_BY_YOU.sub(_without_claim, plain)
    # Whom one talks to is no theme; Aria in small letters may be somebody's daughter.
    return plain if plain.isupper() else _NAME.sub(_blank, plain)


def _without_lines(text: str) -> str:
    """Without an assistant's lines: of a chat with two speakers, or such as speak to "you".

    A line that begins with such a name may be about anything else: "AI: finished the course".
    """
    found = [one for one in _LABEL.finditer(text) if ":" in one[0]]
    names = {one["name"].strip().casefold() for one in found}
    if names.isdisjoint(_MACHINES):
        return text
    is_chat = not names.isdisjoint(_USERS)

    def blanked(one: re.Match[str]) -> str:
        is_theirs = one["name"].strip().casefold() in _MACHINES
        return _blank(one) if is_theirs and (is_chat or _TO_YOU.search(one["said"])) else one[0]

    return _LABEL.sub(blanked, text)


def _without_lists(text: str, *, alone: bool) -> str:
    """Without sentences about "the user" where there are several, or items.

    A single one in a diary is about somebody else's user; in a chat, if it stands alone, it
    is a memory that was pasted.
    """
    if "ser" not in text:
        return text
    found = [one for one in _SENTENCE.finditer(text) if not _OWN.search(one[0])]
    rest = "".join(one[0] for one in found)
    is_all = alone and len(rest.split()) >= len(text.split())
    if not (is_all or len(found) > 1 or any(one["item"] for one in found)):
        return text
    return _SENTENCE.sub(lambda one: one[0] if _OWN.search(one[0]) else _blank(one), text)


def _without_claim(found: re.Match[str]) -> str:
    start, end = (at - found.start() for at in found.span("said"))
    return found[0][:start] + " " * (end - start) + found[0][end:]


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])
