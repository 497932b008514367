"""What ARIA without a model says to what is told, and the one question that it asks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from graph_aria.domain.drawn import Occasion
from graph_aria.domain.graph import Entity
from graph_aria.domain.offline_material import Due, OfflineAnswer, OfflineMaterial
from graph_aria.domain.offline_saying import (
    capitalized,
    cited,
    listed,
    on_day,
    own_words,
    to_you,
)
from graph_aria.domain.offline_tones import HEAVY_TONES, Tone, tone_of
from graph_aria.domain.offline_words import is_named
from graph_aria.domain.retrieval import HitKind
from graph_aria.domain.search_words import content_words
from graph_aria.domain.sentences import one_line
from graph_aria.domain.vocabulary import Kind

_THANKS: Final = {
    Tone.ANGER: (
        "I hear that I was of no use to you, and I am sorry",
        "You are angry with me, and you may be",
    ),
    Tone.LOSS: ("I am very sorry for your loss", "I am so sorry"),
    Tone.HARM: ("I am sorry, that is a shock", "I am so sorry that this happened"),
    Tone.ILLNESS: ("I am sorry, that is hard news", "I am sorry that it is so"),
    Tone.SEPARATION: ("I am sorry, that hurts", "I am sorry that it came to this"),
    Tone.WORRY: ("That weighs on you, and I have read it", "I see that this is on your mind"),
    Tone.HEAVY: ("That sounds hard", "I am sorry that it is so"),
    Tone.PLAIN: ("Thank you for telling me", "I have read it"),
    Tone.JOY: ("That is good to read", "I am glad to read that"),
}
_CAN_LITTLE: Final = (
    "Offline I can do little: I look up what you wrote, and say it back. Going on is up to you."
)
_ABOUT: Final = {
    Kind.PERSON: ("What stays with you about {name} today?",),
    Kind.ANIMAL: ("What stays with you about {name} today?",),
    Kind.ACTIVITY: ("How did {name} leave you feeling?",),
    Kind.EMOTION: ("What do you think was behind the {name}?",),
    Kind.EVENT: ("What matters most to you about {name}?",),
    Kind.GOAL: ("What matters most to you about {name}?",),
    Kind.PLACE: ("What was {name} like this time?",),
    Kind.ORGANIZATION: ("How are things with {name} for you?",),
}
_OPEN: Final = {
    Tone.LOSS: (
        "Would you like to write about what was lost?",
        "What would you like to keep from being forgotten?",
        "Who is with you in this?",
    ),
    Tone.HARM: ("How are you now?", "Who is with you in this?"),
    Tone.ILLNESS: ("How are you with it right now?", "Who knows of it so far?"),
    Tone.SEPARATION: ("How are you with it right now?", "What weighs most of it?"),
    Tone.WORRY: ("What is it that worries you most?", "When will you know more?"),
    Tone.HEAVY: (
        "What weighs most of it?",
        "Who could you share this with?",
        "What would make the next hours a little easier?",
    ),
    Tone.PLAIN: (
        "How did that leave you feeling?",
        "What stays with you of it?",
        "What else was there today?",
    ),
    Tone.JOY: (
        "What made it so good?",
        "What would you like to keep of it?",
        "Who else should hear of it?",
    ),
}
_MORE: Final = "Would you like to write more about it?"
_OF_THE_DEAD: Final = "What would you like to keep of {name}?"
_FRESH: Final = ("What is on your mind?", "How was your day so far?", "What is new since then?")
_WEIGHING: Final = (
    "What speaks for it, and what against?",
    "What would you say to a friend who asked you that?",
    "What do you want most in this?",
)
_WEIGHTY: Final = frozenset({Tone.ANGER, Tone.LOSS, Tone.HARM, Tone.ILLNESS, Tone.SEPARATION})
"""Beside such nothing is named or cited that is about something else."""

_SHARED: Final = 2
"""Words that something earlier shares with what is told, to be brought up."""


def acknowledged(text: str, material: OfflineMaterial) -> str:
    """A short sentence that shows that something was read, and what."""
    named = named_in(text, material)
    names = [spoken(entity) for entity in named if _is_worth_naming(entity)]
    tone, dead = _tone(text, material), _dead_in(text, material)
    choice = _THANKS[tone]
    last = material.replies[-1] if material.replies else ""
    said = next((each for each in choice if each not in last), choice[0])
    if tone is Tone.ANGER:
        return f"{said}. {_CAN_LITTLE}"
    if dead and tone is not Tone.LOSS:
        return f"{said}. I know from you that {listed([spoken(one) for one in dead])} died."
    if not names or tone in _WEIGHTY:
        return f"{said}."
    if said.startswith("Thank you"):
        return f"{said} about {listed(names, most=3)}."
    return f"{said}. You wrote of {listed(names, most=3)}."


def earlier(text: str, material: OfflineMaterial) -> OfflineAnswer | None:
    """One thing that was written earlier and has to do with what is told, if there is one.

    Beside a loss or the like it would be out of place: it is of something else.
    """
    if _tone(text, material) in _WEIGHTY:
        return None
    asked = content_words(text)
    for hit in material.retrieved.hits:
        if hit.kind is HitKind.CHAPTER:
            continue
        for quote in hit.quotes:
            words = own_words(quote.text, asked)
            shared = {word for word in asked if is_named(word, tuple(content_words(words)))}
            is_known = any(words in reply for reply in material.replies)
            if quote.day < material.today and len(shared) >= _SHARED and not is_known:
                return OfflineAnswer(
                    f"You have written of this before: {cited(quote, material.today, asked)}",
                    quotes=(quote,),
                    relation_ids=(hit.id,) if hit.kind is HitKind.RELATION else (),
                    memory_ids=(hit.id,) if hit.kind is HitKind.MEMORY else (),
                )
    return None


def fitting_question(
    text: str, material: OfflineMaterial, *, is_new: bool = False, weighs: bool = False
) -> OfflineAnswer:
    """The one question that a reply ends with; without words if none is left to be asked.

    What is due comes first, then what was just said. None that was asked in this
    conversation is asked again.

    Args:
        text: what was told.
        material: what is known.
        is_new: nothing was told yet.
        weighs: the user asks what to do.
    """
    is_weighty = bool(text) and _tone(text, material) in _WEIGHTY
    for due in () if is_weighty else material.due:
        asked = _of_due(due, material)
        if not _was_said(asked, material.replies):
            return OfflineAnswer(
                asked,
                quotes=(due.quote,) if due.quote else (),
                memory_ids=(due.memory.id,),
                raised=(due.raised,),
            )
    for question in _choices(text, material, is_new=is_new, weighs=weighs):
        if not _was_said(question, material.replies):
            return OfflineAnswer(question)
    return OfflineAnswer("")


def spoken(entity: Entity) -> str:
    """A name as it stands within a sentence: what has no name of its own in small letters."""
    name = one_line(entity.name)
    proper = {Kind.PERSON, Kind.ANIMAL, Kind.PLACE, Kind.ORGANIZATION}
    if entity.kind in proper or not name[1:].islower():
        return name if entity.role is None or name != entity.role else f"your {name}"
    return name[:1].lower() + name[1:]


def named_in(text: str, material: OfflineMaterial) -> tuple[Entity, ...]:
    """What is known of those that a text names."""
    words = content_words(text)
    return tuple(
        entity
        for entity in material.retrieved.entities
        if is_named(entity.name, words) or (entity.role and is_named(entity.role, words))
    )


def _choices(text: str, material: OfflineMaterial, *, is_new: bool, weighs: bool) -> Iterator[str]:
    if weighs:
        yield from _WEIGHING
        return
    if is_new:
        yield from _FRESH
        return
    tone = _tone(text, material)
    if tone is Tone.ANGER:
        return
    for entity in _dead_in(text, material):
        yield _OF_THE_DEAD.format(name=spoken(entity))
    for entity in named_in(text, material) if tone not in HEAVY_TONES else ():
        for question in _ABOUT.get(entity.kind, ()):
            yield question.format(name=spoken(entity))
    yield from _OPEN[tone]
    yield _MORE


def _tone(text: str, material: OfflineMaterial) -> Tone:
    """Of what is told; a glad word about somebody who died is not answered gladly."""
    tone = tone_of(text)
    return Tone.PLAIN if tone is Tone.JOY and _dead_in(text, material) else tone


def _dead_in(text: str, material: OfflineMaterial) -> tuple[Entity, ...]:
    return tuple(one for one in named_in(text, material) if one.id in material.dead)


def _of_due(due: Due, material: OfflineMaterial) -> str:
    today = material.today
    if due.raised.occasion is Occasion.ANNIVERSARY:
        when = capitalized(on_day(due.raised.on, today))
        head = f"{when} is a day that comes back every year"
        if due.quote is None:
            return f"{head}. What is it like for you this time?"
        return f"{head}: {cited(due.quote, today)} What is it like for you this time?"
    if due.raised.occasion is Occasion.MOVED_ON:
        said = to_you(one_line(due.memory.text)) if due.quote is None else cited(due.quote, today)
        return f"{capitalized(said)} You have not written of it for a while. Is it still so?"
    if due.quote is None:
        return "Something that you had ahead of you is past now. How did it go?"
    return f"{capitalized(cited(due.quote, today))} That day is past now. How did it go?"


def _was_said(question: str, replies: Sequence[str]) -> bool:
    return any(question in reply for reply in replies)


def _is_worth_naming(entity: Entity) -> bool:
    return entity.kind not in {Kind.EMOTION, Kind.TOPIC, Kind.CONDITION}
