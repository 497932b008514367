"""What a client of OpenAI's form sends, and whether it asks for itself or for its user."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

SYSTEM_ROLES: Final = frozenset({"system", "developer"})
USER: Final = "user"
ASSISTANT: Final = "assistant"


@dataclass(frozen=True, slots=True)
class ClientMessage:
    """One message of a client's history.

    Attributes:
        role: as the client names it.
        text: its text parts, joined by line breaks; "" if there are none.
    """

    role: str
    text: str


_WORK: Final = (
    r"generat\w*|creat\w*|writ\w+|giv\w+|provid\w+|suggest\w*|summar\w+|produc\w+|propos\w+|"
    r"return\w*|com(?:e|ing) up with|devis\w*|nam(?:e|es|ing)|output\w*|extract\w*|analy[sz]\w*|"
    r"determin\w*|predict\w*|complet\w+|respond\w*|reply|identif\w+|find\w*|mak\w+|choos\w+|"
    r"reflect\w*|you are an?|is to"
)
_THING: Final = (
    r"(?:sub)?titles?|names?|headings?|headlines?|topics?|labels?|(?:\w+ )?tags|categor(?:y|ies)|"
    r"follow-?up (?:questions?|prompts?|suggestions?)|follow-?ups|(?:next|suggested) questions?|"
    r"search (?:quer(?:y|ies)|terms)|summary|summari[sz]\w+|emojis?|autocompletions?|completions?"
)
_TALK: Final = (
    r"chat|conversation|discussion|dialog(?:ue)?|exchange|messages?|thread|transcript|history|"
    r"prompt|quer(?:y|ies)|text above|above"
)
_ORDER: Final = re.compile(
    rf"\b(?:{_WORK})\b[^.!?\n]{{0,120}}?\b(?:{_THING})\b|^\W*(?:title|summari[sz]e|tags)\b",
    re.IGNORECASE | re.MULTILINE,
)
_ABOUT_TALK: Final = re.compile(rf"\b(?:{_TALK})\b|对话|会话|會話|聊天", re.IGNORECASE)
_THIS_TALK: Final = re.compile(
    r"\b(?:this|the|our|above|following|previous|entire|whole|a|an|current)(?: \w+){0,2} "
    r"(?:chat|conversation|discussion|dialog(?:ue)?|thread|transcript)\b|"
    r"\b(?:chat|conversation) (?:history|so far|above)\b|"
    r"\b(?:user'?s?|first|previous|following|last) (?:messages?|quer(?:y|ies)|prompts?)\b|"
    r"对话|会话|會話|聊天",
    re.IGNORECASE,
)
"""Words for the very talk that an order stands in."""
_OTHER_ORDERS: Final = re.compile(
    r"(?:总结|總結|概括|生成|起)[^。\n]{0,60}(?:标题|標題|摘要|名称|主题)"
)
_TITLE: Final = re.compile(
    r"\b(?:title|name|topic|heading|headline|label)\b|标题|標題|名称", re.IGNORECASE
)
_FORM: Final = re.compile(
    r"\b(?:only|just)\b.{0,40}\b(?:title|name|topic|tags|questions?|json|summary|text)\b|"
    r"\b(?:title|name|topic|tags|summary|json|text|questions?)\b[^.\n]{0,20}\bonly\b|"
    r"\b(?:without|no|avoid|remove|don't use|do not use|do not include)\b.{0,60}"
    r"\b(?:quot\w+|punctuation|explanations?|formatting|lead-in|markdown|emojis?|preamble)\b|"
    r"\bnothing else\b|\bfuture context\b|"
    r"\b(?:in|max(?:imum)?(?: of)?|at most|under|than|up to|to) ?\(?"
    r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten)(?: ?(?:-|–|to|or) ?(?:\d+|\w+))?"
    r"[- ](?:words?|characters?)\b|"
    r"\b(?:\d+|three|four|five|six|ten)(?: ?(?:-|–|to|or) ?(?:\d+|\w+))?[- ]words?\b|"
    r"\bor (?:less|fewer)\b|\bjson\b|\d+ ?个字|标点",
    re.IGNORECASE,
)
_QUOTED: Final = re.compile(
    r"^[ \t>*_#\"'`\[{-]*(?:user|human|assistant|ai|bot|model|chatgpt|message|query|"
    r"conversation|chat)"
    r"[ \t*_\"'`\]]*[:：]|"
    r"<(?:chat|conversation|history|messages?|context|content|transcript|dialogue|"
    r"chat[_-]?history|conversation[_-]?history|user[_-]?message|text|query)\b[^>]*>|"
    r"\"role\"\s*:\s*\"(?:user|assistant)\"|^\W{4,}$",
    re.IGNORECASE | re.MULTILINE,
)
_SPOKEN: Final = re.compile(r"<(user_?query|user_?question|user_?input|question)>", re.IGNORECASE)
_FIRST_PERSON: Final = re.compile(r"\b(?:i|i'm|i've|my|mine|me)\b", re.IGNORECASE)
_EDGE: Final = 6_000
_LONGEST_BARE: Final = 600
"""Characters of an order about a history that is not quoted in it."""


def is_clients_own(messages: Sequence[ClientMessage]) -> bool:
    r"""Whether a client asks for itself: for a title, tags, a summary, questions to go on with.

    It does if an order to write one of these is given about a chat and either the chat is
    quoted with it, the order is the system's and tells what form its product must have, or the
    last message is such an order and nothing else. "Summarise my week" is a user's message; so
    is an order about what the user tells, and one that asks for no form.

    >>> order = "Generate a concise 3-5 word title for this chat.\nUSER: hi\nASSISTANT: hello"
    >>> is_clients_own([ClientMessage("user", order)])
    True
    >>> is_clients_own([ClientMessage("user", "Summarise my week.")])
    False
    """
    said = [message for message in messages if message.role not in SYSTEM_ROLES]
    if not said:
        return False
    end = _edges(messages[-1].text)
    if messages[-1].role in SYSTEM_ROLES and _is_order(end) and _FORM.search(end):
        return True  # behind the history, as no assistant's prompt stands
    if said[-1].role != USER:
        return False
    last = _edges(said[-1].text)
    told = _edges("\n".join(message.text for message in messages if message.role in SYSTEM_ROLES))
    if _is_order(last) and _QUOTED.search(last) and _is_plain(last):
        return True
    if len(said) == 1 and _is_order(told) and _FORM.search(told) and _asks_only_that(told):
        return True
    return (
        (len(said) > 1 or bool(_TITLE.search(last)))
        and len(last) <= _LONGEST_BARE
        and _is_order(last)
        and bool(_THIS_TALK.search(last) and _FORM.search(last))
        and _is_plain(last)
    )


def _edges(text: str) -> str:
    """The beginning and the end of a text, where orders stand; what is between is quoted."""
    if len(text) <= 2 * _EDGE:
        return text
    return f"{text[:_EDGE]}\n{text[-_EDGE:]}"


def _is_order(text: str) -> bool:
    """Whether it orders to write one of a client's things about a chat."""
    is_order = _OTHER_ORDERS.search(text) or _ORDER.search(text)
    return bool(is_order and _ABOUT_TALK.search(text.replace("_", " ")))


def _is_plain(text: str) -> bool:
    """Whether nobody speaks of themselves before what is quoted, or after it if it is first."""
    marks = list(_QUOTED.finditer(text))
    if not marks:
        return not _FIRST_PERSON.search(text)
    before = text[: marks[0].start()]
    outside = before if before.strip() else text[marks[-1].end() :].rpartition("\n\n")[2]
    return not _FIRST_PERSON.search(outside)


def _asks_only_that(told: str) -> bool:
    """Whether making it is all that a system's message orders, and no trait among many.

    An assistant's prompt says who it is at length; a client's own names its product at once.
    """
    start = told[:400]
    return bool(_TITLE.search(start) or re.search(r"\btags\b|follow-?up", start, re.IGNORECASE))


def spoken_in(text: str) -> str:
    """What the user said in a message that a client wrapped with what it looked up.

    >>> spoken_in("Answer by the context. <context>…</context> <user_query>hi</user_query>")
    'hi'
    >>> spoken_in("hi")
    'hi'
    """
    found = _SPOKEN.search(text)
    if found is None:
        return text
    end = text.lower().find(f"</{found[1].lower()}>", found.end())
    return (text[found.end() : end].strip() if end >= 0 else "") or text
