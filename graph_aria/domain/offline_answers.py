"""Answers of ARIA without a model, from the graph and from the user's own words alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Final

from graph_aria.domain.offline_ask_rules import AskKind
from graph_aria.domain.offline_asks import Ask, asks_for_people
from graph_aria.domain.offline_found import found_answer
from graph_aria.domain.offline_life import at, changes, coming_up, when_changed
from graph_aria.domain.offline_material import OfflineAnswer, OfflineMaterial, Telling, Topic
from graph_aria.domain.offline_people import alive, news, who
from graph_aria.domain.offline_saying import (
    between,
    capitalized,
    cited,
    dated,
    distinct,
    on_day,
    own_words,
    plain_day,
    to_you,
)
from graph_aria.domain.offline_times import how_was, what, when
from graph_aria.domain.retrieval import Quote
from graph_aria.domain.sentences import counted, one_line

_MOST_TELLINGS: Final = 6
_MOST_CITED: Final = 2
_MOST_ABOUT: Final = 4
_WEEKLY: Final = 7
_STEADY_FROM: Final = 3
"""Days from which on it is said how often something comes up on the average."""


def how_often(ask: Ask, material: OfflineMaterial) -> OfflineAnswer:
    """On how many days something came up."""
    topic = _topic(material)
    if topic is None or topic.first_on is None or topic.last_on is None:
        return found_answer(ask, material, counts=True)
    today = material.today
    name = capitalized(one_line(topic.entity.name))
    n, span = topic.n_days, _span(material)
    if n == 1:
        text = f"{name} comes up on one day{span} in what you wrote, {dated(topic.last_on, today)}."
    else:
        text = (
            f"{name} comes up on {counted(n, 'day')}{span} in what you wrote, first "
            f"{on_day(topic.first_on, today)} and last {dated(topic.last_on, today)}"
            f"{_pace(n, topic.first_on, topic.last_on)}."
        )
    text += _last_words(topic, ask, today)
    return OfflineAnswer(
        f"{text} I count days on which you wrote of it, not how often it took place.",
        quotes=topic.last[:1],
        entity_ids=(topic.entity.id,),
    )


def when_last(ask: Ask, material: OfflineMaterial) -> OfflineAnswer:
    """When something last came up, with the words, so that it can be seen what took place."""
    topic = _topic(material)
    if topic is None or topic.last_on is None:
        return found_answer(ask, material, newest=True)
    today = material.today
    quotes = topic.last
    if ask.is_further:
        return _further(ask, topic, material)
    name = capitalized(one_line(topic.entity.name))
    text = f"{name} last came up {dated(topic.last_on, today)}."
    if quotes:
        text = f"{name} last came up {dated(topic.last_on, today)}: “{_words(quotes[0], ask)}”"
    earlier = next((each for each in quotes if each.day < topic.last_on), None)
    shown = [*quotes[:1]]
    if earlier is not None:
        text += f" Before that, {cited(earlier, today, ask.words)}"
        shown.append(earlier)
    return OfflineAnswer(text, quotes=tuple(shown), entity_ids=(topic.entity.id,))


def _further(ask: Ask, topic: Topic, material: OfflineMaterial) -> OfflineAnswer:
    """The time before those that were told in this conversation."""
    for quote in topic.last:
        words = _words(quote, ask)
        if not any(words in reply for reply in material.replies):
            text = f"Before that, {cited(quote, material.today, ask.words)}"
            return OfflineAnswer(text, quotes=(quote,), entity_ids=(topic.entity.id,))
    return OfflineAnswer("I find nothing before that.", entity_ids=(topic.entity.id,))


def when_first(ask: Ask, material: OfflineMaterial) -> OfflineAnswer:
    """When something first came up; of what goes on in a life since when it does."""
    since = when_changed(ask, material)
    if since is not None:
        return since
    topic = _topic(material)
    if topic is None or topic.first_on is None:
        return found_answer(ask, material, oldest=True)
    name = capitalized(one_line(topic.entity.name))
    text = f"{name} first came up {dated(topic.first_on, material.today)}"
    text += f": “{_words(topic.first[0], ask)}”" if topic.first else "."
    return OfflineAnswer(text, quotes=topic.first[:1], entity_ids=(topic.entity.id,))


def helps(ask: Ask, material: OfflineMaterial) -> OfflineAnswer:
    """What eased something, as the user said it."""
    return _tellings(ask, material, "you said that this helped")


def brings(ask: Ask, material: OfflineMaterial) -> OfflineAnswer:
    """What brought something on, as the user said it."""
    return _tellings(ask, material, "this is what you connected it with")


def faded(ask: Ask, material: OfflineMaterial) -> OfflineAnswer:
    """What is not spoken of any more."""
    if asks_for_people(ask):
        head = "These people you have not written of for a while, the longest first:"
        none = "There is nobody whom you have not written of for a while."
    else:
        head = "These you have not written of for a while:"
        none = "Nothing has faded lately: what you wrote of is still alive in your life chapter."
    if not material.faded:
        return OfflineAnswer(none)
    lines = [
        f"- {one_line(name)}, last {dated(day, material.today)}" for name, day in material.faded[:8]
    ]
    more = len(material.faded) - len(lines)
    if more > 0:
        lines.append(f"- and {more} more")
    return OfflineAnswer("\n".join([head, *lines]))


def why(_ask: Ask, material: OfflineMaterial) -> OfflineAnswer:
    """What the reply before rested on."""
    grounds = material.grounds
    if grounds is None:
        return OfflineAnswer("I have not said anything in this conversation yet.")
    today = material.today
    lines: list[str] = []
    shown: list[Quote] = []
    for telling in grounds.tellings:
        said = telling.now if telling.ended_on is None else telling.then
        lines.append(
            f"{capitalized(said)}{_until(telling, today)}{_because(telling.quotes, today)}"
        )
        shown += telling.quotes[:1]
    for memory, quote in grounds.memories:
        lines.append(f"{memory.text}{_because((quote,) if quote else (), today)}")
        shown += [quote] if quote else []
    known = {(each.entry_id, each.start) for each in shown}
    for quote in distinct(grounds.quotes):
        if (quote.entry_id, quote.start) not in known:
            lines.append(capitalized(cited(quote, today)))
            shown.append(quote)
    if not lines:
        return OfflineAnswer(
            "What I said last rested on nothing that you wrote: it was a fixed answer."
        )
    head = "What I said last rests on this:"
    tail = "You can correct or forget each of these where the reasons of a reply are shown."
    return OfflineAnswer(
        "\n".join([head, *(f"{n}. {line}" for n, line in enumerate(lines, start=1)), tail]),
        quotes=tuple(shown),
        relation_ids=tuple(one.id for one in grounds.tellings),
        memory_ids=tuple(memory.id for memory, _ in grounds.memories),
    )


def advice(ask: Ask, material: OfflineMaterial) -> OfflineAnswer:
    """No advice, but what the user wrote about it themselves."""
    head = "I give no advice of my own, but I can show you what you wrote yourself."
    found = found_answer(ask, material)
    if not (found.quotes or found.memory_ids or found.relation_ids):
        return OfflineAnswer(f"{head} About this I find nothing relevant.", wants_question=True)
    return OfflineAnswer(
        f"{head} {found.text}",
        found.quotes,
        found.relation_ids,
        found.memory_ids,
        found.entity_ids,
        found.chapter_ids,
        wants_question=True,
    )


def about_me(_ask: Ask, material: OfflineMaterial) -> OfflineAnswer:
    """Some plain facts about the user, those first that they pinned."""
    if not material.facts:
        return OfflineAnswer("I know nothing about you yet but what you wrote.")
    lines = [f"- {to_you(one_line(one.text))}" for one in material.facts]
    return OfflineAnswer(
        "\n".join(["Some of what I know from you:", *lines, "`aria memory list` shows it all."]),
        memory_ids=tuple(one.id for one in material.facts),
    )


def just_said(_ask: Ask, material: OfflineMaterial) -> OfflineAnswer:
    """What the user said just before."""
    if not material.turns:
        return OfflineAnswer("This is the first that you say in this conversation.")
    return OfflineAnswer(f"You said: “{own_words(material.turns[-1][1])}”")


ANSWERS: Final[Mapping[AskKind, Callable[[Ask, OfflineMaterial], OfflineAnswer]]] = {
    AskKind.HOW_OFTEN: how_often,
    AskKind.WHEN_LAST: when_last,
    AskKind.WHEN_FIRST: when_first,
    AskKind.WHO: who,
    AskKind.NEWS: news,
    AskKind.ALIVE: alive,
    AskKind.ABOUT_ME: about_me,
    AskKind.SAID: just_said,
    AskKind.HELPS: helps,
    AskKind.BRINGS: brings,
    AskKind.FADED: faded,
    AskKind.HOW_WAS: how_was,
    AskKind.WHY: why,
    AskKind.ADVICE: advice,
    AskKind.WHEN: when,
    AskKind.AT: at,
    AskKind.AHEAD: coming_up,
    AskKind.CHANGES: changes,
    AskKind.WHAT: what,
}
"""What answers each kind of question."""


def _topic(material: OfflineMaterial) -> Topic | None:
    return material.topics[0] if material.topics else None


def _tellings(ask: Ask, material: OfflineMaterial, head: str) -> OfflineAnswer:
    told = sorted(material.tellings, key=lambda one: not one.is_active)[:_MOST_TELLINGS]
    if not told:
        return found_answer(ask, material)
    today = material.today
    lines = []
    for n, one in enumerate(told):
        said = one.now if one.ended_on is None else one.then
        words = one.quotes if n < _MOST_CITED else ()
        lines.append(f"- {capitalized(said)}{_until(one, today)}{_because(words, today)}")
    return OfflineAnswer(
        "\n".join([f"Going by your own words, {head}:", *lines]),
        quotes=distinct(quote for one in told[:_MOST_CITED] for quote in one.quotes[:1]),
        relation_ids=tuple(one.id for one in told),
        entity_ids=tuple(topic.entity.id for topic in material.topics[:1]),
    )


def _because(quotes: Sequence[Quote], today: date) -> str:
    return f": {cited(quotes[0], today)}" if quotes else "."


def _until(telling: Telling, today: date) -> str:
    if telling.ended_on is None:
        return "" if telling.is_active else " (you have not written of it lately)"
    return f" (until {plain_day(telling.ended_on, today)})"


def _words(quote: Quote, ask: Ask) -> str:
    return own_words(quote.text, ask.words)


def _last_words(topic: Topic, ask: Ask, today: date) -> str:
    return f" {capitalized(cited(topic.last[0], today, ask.words))}" if topic.last else ""


def _span(material: OfflineMaterial) -> str:
    if material.since is None or material.until is None:
        return ""
    return f" {between(material.since, material.until, material.today)}"


def _pace(n: int, first: date, last: date) -> str:
    n_days = (last - first).days + 1
    if n < _STEADY_FROM or n_days < 2 * _WEEKLY:
        return ""
    weekly = n * _WEEKLY / n_days
    if weekly >= 1:
        return f", about {weekly:.0f} {'day' if round(weekly) == 1 else 'days'} a week"
    return f", about every {round(n_days / n)} days"
