"""Answers from what was found for a question, and the honest word that nothing was."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from typing import Final

from graph_aria.domain.graph import Entity
from graph_aria.domain.offline_asks import Ask, asks_for_number, plain, wants_figure
from graph_aria.domain.offline_material import OfflineAnswer, OfflineMaterial, Topic
from graph_aria.domain.offline_saying import (
    capitalized,
    cited,
    dated,
    distinct,
    is_in,
    own_words,
)
from graph_aria.domain.offline_words import is_named
from graph_aria.domain.retrieval import Hit, HitKind, Quote
from graph_aria.domain.search_words import content_words
from graph_aria.domain.sentences import counted, one_line
from graph_aria.domain.vocabulary import Kind

FIGURE: Final = re.compile(
    r"\d|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday|one|two|three|four|five|six|seven|"
    r"eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hundred|thousand)\b",
    re.IGNORECASE,
)
"""A number, a day or a month."""

_OF_ME: Final = re.compile(r"\b(?:i|i'm|i've|i'd|me|we|us|we're|we've|our|myself)\b", re.IGNORECASE)
_ASKS_OF_ME: Final = re.compile(r"^(?:am|do|did|have|had|was|can|could|will|would) i\b")
_ASKS_LIKING: Final = re.compile(r"^do(?:n't)? i (?:still |really )?(?:like|love|hate|enjoy)\b")
_ASKS_PAST: Final = re.compile(r"\b(?:did|was|were|had)\b")
_LIKING: Final = re.compile(
    r"\b(?:lik|lov|hat|enjoy|dislik|ador|detest)(?:e[sd]?|ing|s|ed)?\b", re.IGNORECASE
)
_BACK: Final = re.compile(r"\b(?:was|were|went|had|did|\w+ed)\b", re.IGNORECASE)
_AHEAD: Final = re.compile(
    r"\b(?:is|are|will|going to|getting|next|tomorrow|in \w+ (?:days|weeks|months))\b",
    re.IGNORECASE,
)
_BEINGS: Final = frozenset({Kind.PERSON, Kind.ANIMAL})
_LINE: Final = "\n"
_MOST: Final = 2
_FAR_BETTER: Final = 10
_NEAR_ENOUGH: Final = 0.5
"""What has less than this share of the best hit's score is not shown beside it."""

CAN_BE_ASKED: Final = (
    "You could ask when something last came up, how often, who somebody is, what helped with "
    "something, or how a time was."
)


def nothing_found(ask: Ask, topics: Collection[Topic] = ()) -> OfflineAnswer:
    """The honest word that nothing is relevant, with what could be asked."""
    about = f" about “{' '.join(ask.words)}”" if ask.words and not topics else " about that"
    return OfflineAnswer(f"I find nothing relevant{about} in what you wrote. {CAN_BE_ASKED}")


def found_answer(
    ask: Ask,
    material: OfflineMaterial,
    *,
    newest: bool = False,
    oldest: bool = False,
    counts: bool = False,
) -> OfflineAnswer:
    """What was found, in the user's own words.

    Args:
        ask: what is asked.
        material: what was found.
        newest: it is asked for the last time.
        oldest: it is asked for the first time.
        counts: it is asked for a number of days.
    """
    hits = _fitting(_about_named(_relevant(material.retrieved.hits), ask, material), ask)
    quotes = distinct(quote for hit in hits for quote in hit.quotes)
    if newest or oldest or counts:
        quotes = tuple(each for each in quotes if _speaks_of(each, ask)) or ()
    if not hits or ((newest or oldest or counts) and not quotes):
        topic = _topic_answer(ask, material)
        return nothing_found(ask) if topic is None else topic
    if counts:
        return _counted(ask, material, quotes)
    if newest or oldest:
        quote = (max if newest else min)(quotes, key=lambda each: (each.day, each.entry_id))
        which = "last" if newest else "first"
        text = (
            f"The {which} that I find of it is {dated(quote.day, material.today)}: "
            f"“{own_words(quote.text, ask.words)}”"
        )
        return OfflineAnswer(text, quotes=(quote,), entity_ids=_entity_ids(material))
    return _shown(ask, material, hits)


def _shown(ask: Ask, material: OfflineMaterial, hits: tuple[Hit, ...]) -> OfflineAnswer:
    today = material.today
    lines: list[str] = []
    shown: list[Quote] = []
    used: list[Hit] = []
    for hit in hits:
        if len(lines) == _MOST:
            break
        quote = next((each for each in hit.quotes if each not in shown), None)
        if hit.kind is HitKind.CHAPTER:
            lines.append(one_line(hit.text))
        elif quote is None or any(_overlap(quote, each) for each in shown):
            continue
        else:
            lines.append(f"{capitalized(cited(quote, today, ask.words))}{_flag(hit)}")
            shown.append(quote)
        used.append(hit)
    if not lines:
        return nothing_found(ask)
    text = lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines)
    head = "" if len(lines) == 1 else "This is what I find in your own words:\n"
    if not _is_to_the_point(used, ask, material):
        head = f"I find no answer to that, but this comes near:{' ' if len(lines) == 1 else _LINE}"
    return OfflineAnswer(
        f"{head}{text}",
        quotes=tuple(shown),
        relation_ids=_ids(used, HitKind.RELATION),
        memory_ids=_ids(used, HitKind.MEMORY),
        entity_ids=_entity_ids(material),
        chapter_ids=_ids(used, HitKind.CHAPTER),
    )


def _counted(ask: Ask, material: OfflineMaterial, quotes: tuple[Quote, ...]) -> OfflineAnswer:
    days = sorted({quote.day for quote in quotes})
    last = max(quotes, key=lambda each: each.day)
    text = (
        f"I find it on at least {counted(len(days), 'day')} in what you wrote, last "
        f"{dated(days[-1], material.today)}: “{own_words(last.text, ask.words)}”"
    )
    return OfflineAnswer(text, quotes=(last,), entity_ids=_entity_ids(material))


def _topic_answer(ask: Ask, material: OfflineMaterial) -> OfflineAnswer | None:
    """Where nothing was found but something is named, its last words."""
    for topic in material.topics:
        if topic.last and topic.last_on is not None:
            name = capitalized(one_line(topic.entity.name))
            return OfflineAnswer(
                f"{name} last came up {dated(topic.last_on, material.today)}: "
                f"“{own_words(topic.last[0].text, ask.words)}” I find nothing more about that.",
                quotes=topic.last[:1],
                entity_ids=(topic.entity.id,),
            )
    return None


def _relevant(hits: tuple[Hit, ...]) -> tuple[Hit, ...]:
    if not hits:
        return ()
    least = hits[0].score * _NEAR_ENOUGH
    return tuple(hit for hit in hits if hit.score >= least)


def _speaks_of(quote: Quote, ask: Ask) -> bool:
    return not ask.words or any(is_in(word, quote.text) for word in ask.words)


def _flag(hit: Hit) -> str:
    """What is to be known of how old something is: a faded relation is only not spoken of."""
    if hit.is_stale:
        return " (that is a while ago, and perhaps no longer so)"
    if hit.relation is not None and hit.relation.standing.ended_at is not None:
        return " (that is over since)"
    return ""


def _is_to_the_point(hits: Iterable[Hit], ask: Ask, material: OfflineMaterial) -> bool:
    """Whether something says at least half of what is asked, the names of those meant aside."""
    shown = [quote.text for hit in hits for quote in hit.quotes]
    if asks_for_number(ask) and shown and not any(FIGURE.search(text) for text in shown):
        return False
    if _ASKS_OF_ME.search(plain(ask.sentence)) and not any(_is_of_me(hit) for hit in hits):
        return False
    names = {word for one in _named(ask, material) for word in content_words(one.name)}
    asked = tuple(word for word in ask.words if not is_named(word, tuple(names))) or ask.words
    told = (hit for hit in hits if hit.kind is not HitKind.CHAPTER)
    return max((_n_said(hit, asked) for hit in told), default=0) * 2 >= len(asked)


def _likes(text: str, ask: Ask) -> bool:
    """Whether a sentence says of what is asked about that it is liked or not."""
    named = [word for word in ask.words if not _LIKING.fullmatch(word)]
    return any(
        _LIKING.search(piece) and any(is_in(word, piece) for word in named)
        for piece in re.split(r"[.!?\n]", text)
    )


def _is_of_me(hit: Hit) -> bool:
    """Whether something is about the user and not about somebody else, as far as it says so."""
    own = hit.text.startswith("The user ") and hit.kind is not HitKind.PASSAGE
    return own or any(_OF_ME.search(quote.text.replace("’", "'")) for quote in hit.quotes)


def _n_said(hit: Hit, asked: Sequence[str]) -> int:
    """How many of the words that are asked about something says, in its best quote."""
    own = "" if hit.kind is HitKind.PASSAGE else hit.text
    lines = [f"{own} {own_words(quote.text, asked)}" for quote in hit.quotes]
    return max((sum(is_in(word, line) for word in asked) for line in lines), default=0)


def _fitting(hits: tuple[Hit, ...], ask: Ask) -> tuple[Hit, ...]:
    """Some hits, those first that say most of the words asked about, or a figure if one is."""
    line = plain(ask.sentence)
    is_figure, is_liking = wants_figure(ask), _ASKS_LIKING.search(line) is not None
    is_past = is_figure and _ASKS_PAST.search(line) is not None

    def fitness(hit: Hit) -> tuple[int, date]:
        words = [own_words(quote.text, ask.words) for quote in hit.quotes]
        has_figure = is_figure and any(FIGURE.search(line) for line in words)
        looks = [bool(_BACK.search(line)) - bool(_AHEAD.search(line)) for line in words]
        back = max(looks, default=0) if is_past else 0
        likes = is_liking and any(_likes(quote.text, ask) for quote in hit.quotes)
        # Of what somebody likes the newest word counts.
        day = max((quote.day for quote in hit.quotes), default=date.min) if likes else date.min
        return 2 * _n_said(hit, ask.words) + has_figure + back + _FAR_BETTER * likes, day

    return tuple(sorted(hits, key=fitness, reverse=True))


def _about_named(hits: tuple[Hit, ...], ask: Ask, material: OfflineMaterial) -> tuple[Hit, ...]:
    """Those of some hits that speak of whom the question names, all if none does."""
    named = _named(ask, material)
    kept = tuple(hit for hit in hits if any(_speaks_of_being(hit, one) for one in named))
    return kept or hits


def _named(ask: Ask, material: OfflineMaterial) -> tuple[Entity, ...]:
    """People and animals that a question names."""
    return tuple(
        one
        for one in material.retrieved.entities
        if one.kind in _BEINGS and is_named(one.name, ask.words)
    )


def _speaks_of_being(hit: Hit, being: Entity) -> bool:
    relation = hit.relation
    if relation is not None and being.id in {relation.subject_id, relation.object_id}:
        return True
    return any(
        is_named(being.name, content_words(text))
        for text in (hit.text, *(quote.text for quote in hit.quotes))
    )


def _overlap(one: Quote, other: Quote) -> bool:
    return one.entry_id == other.entry_id and one.start < other.end and other.start < one.end


def _ids(hits: list[Hit], kind: HitKind) -> tuple[str, ...]:
    return tuple(hit.id for hit in hits if hit.kind is kind)


def _entity_ids(material: OfflineMaterial) -> tuple[str, ...]:
    return tuple(entity.id for entity in material.retrieved.entities)
