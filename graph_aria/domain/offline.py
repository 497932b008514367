"""ARIA without a chat model: plain answers by fixed rules, from what the user wrote alone.

It says that it is offline, and never pretends to be more: it has no opinion, gives no advice of
its own, and names no illness. The same material gives the same reply.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from graph_aria.domain.offline_answers import ANSWERS
from graph_aria.domain.offline_ask_rules import QUESTIONS, AskKind
from graph_aria.domain.offline_asks import Ask, ask_of, looked_at, plain
from graph_aria.domain.offline_found import CAN_BE_ASKED, found_answer
from graph_aria.domain.offline_material import OfflineAnswer, OfflineMaterial
from graph_aria.domain.offline_questions import acknowledged, earlier, fitting_question
from graph_aria.domain.taking_back import takes_back

FIRST_MARK: Final = (
    "(Offline: without a chat model I answer by fixed rules, from what you wrote alone.)"
)
"""How the first offline reply of a conversation begins."""

MARK: Final = "(Offline)"
"""How every later one begins."""

_ARIA: Final = (
    "I am ARIA, a program that keeps what you write as a graph of your life. I am nobody, and "
    "offline I am less than that: no model thinks here, I look up what you wrote and say it back "
    f"with its day. {CAN_BE_ASKED}"
)
_TAKEN_BACK: Final = (
    "What you said just before no longer counts: nothing is learned from it. Its words stay in "
    "this conversation until you delete them."
)
_NOT_DELETED: Final = (
    "I delete nothing on a word in a chat. `aria forget` with the words for it shows what is "
    "known about something, and deletes what you choose."
)
_KEPT: Final = (
    "I have read it, and it is remembered like anything that you tell me: for what it says, with "
    "these words as its source."
)
_NOT_KEPT: Final = "Remembering is switched off here, so nothing is learned from it."
_FOREIGN: Final = (
    "I am sorry, offline I understand English only. What you wrote is kept in your own words, and "
    "you are welcome to go on in your language."
)
_NIGHT: Final = ("night", "bed", "sleep")


def offline_reply(material: OfflineMaterial) -> str:
    """What ARIA without a model replies to a turn; never empty.

    Args:
        material: what was found for it.
    """
    return offline_answer(material).text


def offline_answer(material: OfflineMaterial) -> OfflineAnswer:
    """The same with what the reply rests on."""
    ask = ask_of(material.text)
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
        found = found_answer(ask, material)
        return [OfflineAnswer(_FOREIGN), *([found] if found.quotes else [])]
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
        return _TAKEN_BACK if takes_back(material.text) else _NOT_DELETED
    return _KEPT if material.may_learn else _NOT_KEPT
