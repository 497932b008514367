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
    rf"\b(?:{_WORK})\b[^.!?\n]{{0,120}}?\b(?:{_THING})\b|"
    r"^[^\w\n]{0,20}(?:title|summari[sz]e|tags)\b",
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
_LABEL: Final = r"^[ \t>*_#\"'`\[{-]{0,20}"
_COLON: Final = r"[ \t*_\"'`\]]{0,20}[:：]"
_HISTORY: Final = re.compile(
    rf"{_LABEL}(?:user|human|assistant|ai|bot|model|chatgpt){_COLON}|"
    r"<(?:chat|conversation|history|messages?|transcript|dialogue|chat[_-]?history|"
    r"conversation[_-]?history|user[_-]?message|query)\b[^>]{0,200}>|"
    r"\"role\"\s{0,20}:\s{0,20}\"(?:user|assistant)\"",
    re.IGNORECASE | re.MULTILINE,
)
"""Marks of a chat that is quoted: no user writes their own words so."""
_QUOTED: Final = re.compile(
    rf"{_HISTORY.pattern}|{_LABEL}(?:message|query|conversation|chat){_COLON}|"
    rf"{_LABEL}here(?:'s| is) the (?:message|query|conversation|chat)[ \t]?:[ \t]*$|"
    r"<(?:context|content|text)\b[^>]{0,200}>",
    re.IGNORECASE | re.MULTILINE,
)
"""These, and marks that a user may set as well."""
_FENCED: Final = re.compile(
    rf"{_LABEL}(?:message|query|prompt){_COLON}\s{{0,4}}```", re.IGNORECASE | re.MULTILINE
)
_FIRST_PERSON: Final = re.compile(
    r"\b(?:i|i['’](?:m|ve|d|ll)|my|mine|me|myself|we|we['’](?:re|ve|d|ll)|us|ours?|ourselves)\b"
    r"(?!(?<=our) (?:chat|conversation|discussion|dialog(?:ue)?|exchange)\b)",
    re.IGNORECASE,
)
"""Who speaks of themselves; "our conversation" is what clients call the chat as well."""
_OF_SOMEBODY: Final = re.compile(
    rf"\b(?:{_TALK})\b[\s,]{{1,4}}(?:\w+[\s,]{{1,4}}){{0,2}}?(?:with|from|to|between|by|among)\s+"
    r"(?:(?:his|her|their|your)\b|"
    r"(?!(?:AI|LLM|User|Human|Assistant|ChatGPT|JSON|Title)\b)(?-i:[A-Z])\w|"
    rf"the (?!(?:{_TALK}|{_THING}|user|human|assistant|ai|model|bot|given|provided)\b)\w)",
    re.IGNORECASE,
)
"""A talk with somebody, which is the user's own and not the chat that an order is about."""
_SPOKEN: Final = (
    "user_query",
    "userquery",
    "user_question",
    "userquestion",
    "user_input",
    "userinput",
    "question",
)
_WRAPPER: Final = re.compile(
    r"[\W_]{0,20}(?:task|instructions?|context|sources?|documents?|search results|background|"
    r"(?:please )?(?:answer|respond|reply|use|using|given|based on|consider|read|refer)\b"
    r"[^.!?\n]{0,80}\b(?:context|documents?|sources?|information|passages?|excerpts?|results|"
    r"text|quer(?:y|ies)|question)|you are an?\b|"
    r"(?:here (?:is|are)|below (?:is|are)|the following (?:is|are)|relevant)\b)",
    re.IGNORECASE,
)
"""How what a client puts around the user's words begins."""
_EDGE: Final = 6_000
_SENTENCE_END: Final = re.compile(r"[.!?;。！？\n]+(?=\s|$|[^\x00-\x7f])")
_QUOTATION: Final = re.compile(r"[\"“][^\"”]{0,600}[\"”]")
_OF_ORDERS: Final = re.compile(
    rf"\b(?:{_THING}|{_TALK})\b|{_FORM.pattern}|{_OTHER_ORDERS.pattern}|{_THIS_TALK.pattern}|"
    r"^\W*(?:\w+\W+){0,4}$",
    re.IGNORECASE | re.DOTALL,
)
_LONGEST_BARE: Final = 600
"""Characters of an order about a history that is not quoted in it."""


def is_clients_own(messages: Sequence[ClientMessage]) -> bool:
    r"""Whether a client asks for itself: for a title, tags, a summary, questions to go on with.

    It does if an order to write one of these is given about a chat, nobody speaks of
    themselves or of a talk with somebody in it, and the chat is quoted, or the order stands
    behind it, is nothing else, and tells what form its product must have. An order of the
    system's in front says nothing of itself, for many an assistant is told to give titles:
    there, what the user is said to say must be a quoted chat. In doubt it is the user who
    speaks, for what is taken for the client's own is not kept.

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
    if _is_order(last) and _is_quoted(last) and _is_plain(last):
        return True
    if _is_told_to(messages) and len(said) == 1:
        return bool(_HISTORY.match(last.lstrip())) or (
            bool(_HISTORY.search(last)) and _is_plain(last)
        )
    return (
        (len(said) > 1 or bool(_TITLE.search(last)))
        and len(last) <= _LONGEST_BARE
        and _is_only_an_order(last)
        and _is_plain(last)
    )


def may_be_clients_own(messages: Sequence[ClientMessage]) -> bool:
    """Whether a first message may be sent once more by a client that wants a title of it.

    The system orders one and tells its form. An assistant may be told the same; so what the
    user says is kept, but a reply that is there is not replaced by this one.

    >>> order = ClientMessage("system", "Generate a chat title, only the title.")
    >>> may_be_clients_own([order, ClientMessage("user", "My sister moved.")])
    True
    """
    said = [message for message in messages if message.role not in SYSTEM_ROLES]
    return len(said) == 1 and _is_told_to(messages)


def _edges(text: str) -> str:
    """The beginning and the end of a text, where orders stand; what is between is quoted."""
    if len(text) <= 2 * _EDGE:
        return text
    return f"{text[:_EDGE]}\n{text[-_EDGE:]}"


def _is_order(text: str) -> bool:
    """Whether it orders to write one of a client's things about a chat."""
    is_order = _OTHER_ORDERS.search(text) or _ORDER.search(text)
    return bool(is_order and _ABOUT_TALK.search(text.replace("_", " ")))


def _is_only_an_order(text: str) -> bool:
    """Whether it orders one of a client's things about this very talk, and tells nothing else.

    The order's own sentence names the talk; no other is without a word of what is wanted, of
    what, or how.
    """
    sentences = [each for each in _SENTENCE_END.split(_QUOTATION.sub(" ", text)) if each.strip()]
    orders = [
        bool(_ORDER.search(each) or _OTHER_ORDERS.search(each)) and bool(_THIS_TALK.search(each))
        for each in sentences
    ]
    return any(orders) and bool(_FORM.search(text)) and all(map(_OF_ORDERS.search, sentences))


def _is_told_to(messages: Sequence[ClientMessage]) -> bool:
    """Whether the system orders to write one of a client's things, in a form."""
    told = _edges("\n".join(message.text for message in messages if message.role in SYSTEM_ROLES))
    start = told[:400]
    # An assistant's prompt says who it is at length; a client's own names its product at once.
    is_at_once = _TITLE.search(start) or re.search(r"\btags\b|follow-?up", start, re.IGNORECASE)
    return bool(_is_order(told) and _FORM.search(told) and is_at_once)


def _is_quoted(text: str) -> bool:
    """Whether a chat is quoted; where the marks may be a user's, what is wanted has a form."""
    if _HISTORY.search(text) or _FENCED.search(text):
        return True
    return bool(_QUOTED.search(text) and _FORM.search(text))


def _is_plain(text: str) -> bool:
    """Whether nobody speaks of themselves or their talks, but in what is quoted."""
    marks = list(_QUOTED.finditer(text))
    outside = text
    if marks:
        before = text[: marks[0].start()]
        outside = before if before.strip() else text[marks[-1].end() :].rpartition("\n\n")[2]
    return not _FIRST_PERSON.search(outside) and not _OF_SOMEBODY.search(outside)


def spoken_in(text: str) -> str:
    """What the user said in a message that a client wrapped with what it looked up.

    Only if all around it is the client's: nothing, or what begins with instructions or with
    what was looked up, and nobody speaks of themselves there.

    >>> spoken_in("Answer by the context. <context>…</context> <user_query>hi</user_query>")
    'hi'
    >>> spoken_in("I am ill. Is <question>2+2</question> a sum?")
    'I am ill. Is <question>2+2</question> a sum?'
    """
    lowered = text.lower()
    if len(lowered) != len(text):  # a letter that takes more room when it is small
        return text
    end, name = max((lowered.rfind(f"</{name}>"), name) for name in _SPOKEN)
    start = lowered.rfind(f"<{name}>", 0, max(0, end))
    if end < 0 or start < 0:
        return text
    before = text[:start].strip()
    after = text[end + len(name) + 3 :].strip()
    head = before.partition("<")[0][:_EDGE]
    if _FIRST_PERSON.search(head) or _FIRST_PERSON.search(after[:_EDGE]):
        return text
    if (before or after) and not _WRAPPER.match(before):
        return text
    return text[start + len(name) + 2 : end].strip() or text
