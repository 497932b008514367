"""ARIA without a chat model: plain answers by fixed rules, from what the user wrote alone.

It says that it is offline, and never pretends to be more: it has no opinion, gives no advice of
its own, and names no illness. The same material gives the same reply.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from graph_aria.domain.offline_answers import ANSWERS
from graph_aria.domain.offline_ask_rules import QUESTIONS, AskKind
from graph_aria.domain.offline_asks import Ask, ask_of, looked_at, plain
from graph_aria.domain.offline_found import CAN_BE_ASKED
from graph_aria.domain.offline_material import OfflineAnswer, OfflineMaterial
from graph_aria.domain.offline_questions import acknowledged, earlier, fitting_question
from graph_aria.domain.search_words import content_words
from graph_aria.domain.secrets import find_secret
from graph_aria.domain.sentences import one_line
from graph_aria.domain.taking_back import Reach, taken_back, takes_back
from graph_aria.domain.unwanted import unwanted_spans

FIRST_MARK: Final = (
    "(Offline: without a chat model I answer by fixed rules, from what you wrote alone.)"
)
"""How the first offline reply of a conversation begins."""

MARK: Final = "(Offline)"
"""How every later one begins."""

_ARIA: Final = (
    "I am ARIA, a program that keeps what you write as a graph of your life. I am no person, and "
    "offline no model thinks here either: I look up what you wrote and say it back with its day. "
    f"{CAN_BE_ASKED}"
)
_TAKEN_BACK: Final = "no longer counts: nothing is learned from it. Its words stay in this "
_UNTIL: Final = "conversation until you delete them."
_NOTHING_BEFORE: Final = (
    "There is nothing before this in our conversation that could be taken back. What you said "
    "elsewhere is found and deleted with `aria forget` and words for it."
)
_UNWANTED: Final = f"Nothing is learned from this. Its words stay in this {_UNTIL}"
_NOT_DELETED: Final = "I delete nothing on a word in a chat."
_FORGET: Final = "shows what is known about it, and deletes what you choose."
_READ: Final = (
    "I have read it. It is read and judged like anything that you tell me, whether you ask me to "
    "remember it or not; `aria memory list` shows what was learned."
)
_NO_SECRETS: Final = (
    "That is a secret, and I make no memory of secrets. Its words stand in this conversation, "
    "though: delete them there, and keep them in a safe place."
)
_NOT_KEPT: Final = "Remembering is switched off here, so nothing is learned from it."
_FOREIGN: Final = (
    "I am sorry, offline I understand English only. What you wrote is kept in your own words, and "
    "you are welcome to go on in your language."
)
_NIGHT: Final = ("night", "bed", "sleep")
_NAMED: Final = re.compile(r"\babout (?!this\b|that\b|it\b)(?P<what>[\w'’ -]{2,60})", re.IGNORECASE)
_MOST_SAID: Final = 80


def offline_reply(material: OfflineMaterial) -> str:
    """What ARIA without a model replies to a turn; never empty.

    Args:
        material: what was found for it.
    """
    return offline_answer(material).text


def offline_answer(material: OfflineMaterial) -> OfflineAnswer:
    """The same with what the reply rests on."""
    ask = ask_of(material.text, is_further=material.is_further)
    material = replace(material, text=looked_at(material.text))
    parts = [part for part in _parts(ask, material) if part.text]
    mark = MARK if any(reply.startswith(FIRST_MARK) for reply in material.replies) else FIRST_MARK
    joint = "\n" if any("\n" in part.text for part in parts) else " "
    return OfflineAnswer(
        text=f"{mark} {joint.join(part.text for part in parts)}",
        quotes=tuple(dict.fromkeys(each for part in parts for each in part.quotes)),
        relation_ids=tuple(dict.fromkeys(each for part in parts for each in part.relation_ids)),
        memory_ids=tuple(dict.fromkeys(each for part in parts for each in part.memory_ids)),
        entity_ids=tuple(dict.fromkeys(each for part in parts for each in part.entity_ids)),
        chapter_ids=tuple(dict.fromkeys(each for part in parts for each in part.chapter_ids)),
        raised=tuple(each for part in parts for each in part.raised),
    )


def _parts(ask: Ask, material: OfflineMaterial) -> list[OfflineAnswer]:
    if ask.kind in QUESTIONS:
        return _answered(ask, material)
    if ask.kind is not AskKind.FORGET and find_secret(material.text) is not None:
        return [OfflineAnswer(_NO_SECRETS)]
    if ask.kind is AskKind.TELL:
        before = earlier(material.text, material)
        return [
            OfflineAnswer(acknowledged(material.text, material)),
            *([before] if before else []),
            fitting_question(material.text, material),
        ]
    if ask.kind is AskKind.GREETING:
        return [OfflineAnswer("Hello."), fitting_question("", material, is_new=True)]
    if ask.kind is AskKind.FOREIGN:
        return [OfflineAnswer(_FOREIGN)]
    return [OfflineAnswer(_fixed(ask, material))]


def _answered(ask: Ask, material: OfflineMaterial) -> list[OfflineAnswer]:
    parts = [OfflineAnswer(acknowledged(ask.told, material))] if ask.told else []
    answer = OfflineAnswer(_ARIA) if ask.kind is AskKind.ARIA else ANSWERS[ask.kind](ask, material)
    parts.append(answer)
    if answer.wants_question:
        parts.append(fitting_question(ask.sentence, material, weighs=ask.kind is AskKind.ADVICE))
    return parts


def _fixed(ask: Ask, material: OfflineMaterial) -> str:
    if ask.kind is AskKind.THANKS:
        return "You are welcome."
    if ask.kind is AskKind.GOODBYE:
        is_night = any(word in plain(material.text) for word in _NIGHT)
        return "Good night." if is_night else "Until next time."
    if ask.kind is AskKind.FORGET:
        return _forgetting(material)
    return _READ if material.may_learn else _NOT_KEPT


def _forgetting(material: OfflineMaterial) -> str:
    """What becomes of an order to forget, exactly as it is carried out."""
    reach = takes_back(material.text)
    if reach is not None:
        # What an earlier order took back is not taken back by this one.
        before = taken_back(material.turns)
        all_ = taken_back([*material.turns, ("", material.text)])
        gone = tuple(one for one in all_ if one not in before)
        if gone:
            what = _what_is_gone(material, gone, reach)
            return f"{what} {_TAKEN_BACK}{_UNTIL}"
        named = _NAMED.search(material.text)
        if named is None:
            return _NOTHING_BEFORE
    elif unwanted_spans(material.text):
        return _UNWANTED
    else:
        named = _NAMED.search(material.text)
    words = " ".join(content_words(named["what"])) if named else ""
    order = f'aria forget "{words}"' if words else "aria forget"
    return f"{_NOT_DELETED} `{order}` {_FORGET}"


def _what_is_gone(material: OfflineMaterial, gone: tuple[str, ...], reach: Reach) -> str:
    if reach is Reach.ALL or len(gone) > 1:
        which = "What you said of it in" if reach is Reach.LAST else "What you said so far in"
        return f"{which} this conversation"
    said = one_line(dict(material.turns)[gone[0]])
    if find_secret(said) is not None:
        return "What you said"
    if len(said) > _MOST_SAID:
        said = f"{said[:_MOST_SAID].rsplit(' ', 1)[0]}…"
    return f"What you said (“{said}”)"
