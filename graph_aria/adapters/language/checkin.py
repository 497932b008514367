"""Mood check-ins: the feelings picked in the first line, and what the rest gives as reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph_aria.adapters.language.arguments import refer
from graph_aria.adapters.language.draft import Found
from graph_aria.domain.reading import USER
from graph_aria.domain.vocabulary import EMOTIONS, Kind, Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.matching import Match
    from graph_aria.adapters.language.parse import Word

_PLAIN = 3


def split_check_in(text: str) -> tuple[str, str]:
    r"""The line of feelings with its line end, and the reason.

    >>> split_check_in("calm, tired\nlong walk")
    ('calm, tired\n', 'long walk')
    """
    first, line_end, rest = text.partition("\n")
    return first + line_end, rest


def read_feelings(draft: Draft, matches: list[Match]) -> list[int]:
    """Add a mention for each feeling of the first line, and close the line to other rules.

    Returns:
        The mentions, in order; empty if no feeling was picked.
    """
    line_end = draft.parse.text.find("\n")
    line_end = len(draft.parse.text) if line_end < 0 else line_end
    by_first = {match.first: match for match in reversed(matches)}
    groups: list[list[Word]] = [[]]
    for word in draft.parse.words:
        draft.quoted[word.i] = word.start <= line_end
    for word in draft.parse.words:
        if word.start >= line_end:
            break
        if word.lower == ",":
            groups.append([])
        else:
            groups[-1].append(word)
    found = [_feeling(draft, group, by_first) for group in groups if group]
    return [index for index in found if index is not None]


def join_reasons(draft: Draft, feelings: list[int]) -> None:
    """Add EVOKES from each thing in the reason to each feeling picked."""
    words = [
        word for word in draft.parse.words if not draft.quoted[word.i] and not word.text.isspace()
    ]
    if not feelings or not words:
        return
    reasons = _reasons(draft)
    if not reasons:
        for word in words:
            if word.dep in {"ROOT", "dobj", "pobj", "attr", "nsubj"} and word.tag.startswith("N"):
                reasons = [one for one in refer(draft, word, create=True) if one != USER]
                if reasons:
                    break
    end = words[-1]
    last = end.i - 1 if end.tag == "." and end.i > words[0].i else end.i
    for reason in reasons:
        for feeling in feelings:
            draft.state(reason, Predicate.EVOKES, feeling, words=(0, last), rule="checkin:because")


def _reasons(draft: Draft) -> list[int]:
    """What the reason names, the words of the lists included, each once."""
    for first, last, _ in list(draft.latent.values()):
        word = draft.parse.words[last]
        if not draft.quoted[first] and draft.is_free(first, last):
            refer(draft, word)
    seen: dict[str, int] = {}
    for index, mention in enumerate(draft.found):
        if mention.kind is not Kind.EMOTION and mention.live and not draft.quoted[mention.first]:
            seen.setdefault(draft.key(index), index)
    return list(seen.values())


def _feeling(draft: Draft, picked: list[Word], matches: dict[int, Match]) -> int | None:
    name = " ".join(word.lower for word in picked)
    first, last = picked[0].i, picked[-1].i
    intensity = _PLAIN
    if name not in EMOTIONS:
        sense = None
        for word in picked:
            match = matches.get(word.i)
            found = (
                next((one for one in match.senses if one.family == "emotion"), None)
                if match
                else None
            )
            if match is not None and found is not None and match.last <= last:
                sense, first, last = found, match.first, match.last
                break
        if sense is None:
            return None
        name, intensity = sense.name, sense.intensity
    return draft.add(
        Found(first, last, last, name, Kind.EMOTION, "checkin:feeling", intensity=intensity)
    )
