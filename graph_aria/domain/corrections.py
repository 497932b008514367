"""Corrections that only say who or when it was instead: "No, that was my brother, not me"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from graph_aria.domain.memories import Memory, MemoryKind
from graph_aria.domain.memory_sources import projected
from graph_aria.domain.milestones import Told, is_death_of, is_kept_apart, undated
from graph_aria.domain.remembering import Proposal
from graph_aria.domain.stems import stem, words

_INSTEAD: Final = re.compile(
    r"It was (?P<who>(?:the user's |(?=[^\W\da-z_]))[^,]{1,80}), not the user\."
)
_THEN: Final = re.compile(
    r"It was (?P<when>(?:on|in|between) [^,;]{1,60}), by the user's own account\."
)
_NOT_SO: Final = re.compile(r"The user did not (?P<what>.+), by their own account\.")
_WORD: Final = re.compile(r"[^\W\d_]+")
_LITTLE: Final = words("the a an my their our to in at on of for with get got")
_OF_USER: Final = re.compile(r"The user(?!['’]s)\b")


def instead_text(who: str) -> str:
    """The sentence by which a reader says who it was instead of the user.

    >>> instead_text("the user's brother")
    "It was the user's brother, not the user."
    """
    return f"It was {who}, not the user."


def then_text(when: str) -> str:
    """The sentence by which a reader says when it was instead.

    >>> then_text("in 2018")
    "It was in 2018, by the user's own account."
    """
    return f"It was {when}, by the user's own account."


def joke_text(what: str) -> str:
    """The sentence by which a reader says that something told before was not so.

    >>> joke_text("quit their job")
    'The user did not quit their job, by their own account.'
    """
    return f"The user did not {what}, by their own account."


def says_instead(proposal: Proposal) -> bool:
    """Whether a proposal only says who or when it was instead, or that it was not so."""
    text = proposal.memory.text
    return proposal.corrects and any(form.fullmatch(text) for form in (_INSTEAD, _THEN, _NOT_SO))


def of_a_death(proposal: Proposal, known: Iterable[Memory]) -> Proposal | None:
    """Let a proposal that somebody is alive take back that they died.

    Args:
        proposal: any; one that says nothing of the kind is given back as it is.
        known: what is stored of its slot, at least.

    Returns:
        None if nobody told that they died: by itself it says nothing.
    """
    said = proposal.memory
    is_alive = said.kind is MemoryKind.CORRECTION and (said.slot or "").endswith("|died")
    if said.slot is None or not is_alive:
        return proposal
    deaths = frozenset(
        one.id
        for one in known
        if one.scope == said.scope and is_death_of(one, said.slot, said.value)
    )
    if not deaths:
        return None
    slot = said.slot.removesuffix("|died") + "|alive"  # beside the death, which several may tell
    return Proposal(
        replace(said, slot=slot),
        replace(proposal.source, said=replace(proposal.source.said, slot=slot)),
        corrects=True,
        takes_back=proposal.takes_back | deaths,
    )


def redirected(proposal: Proposal, before: Sequence[Memory]) -> Proposal | None:
    """Tell such a correction of what it takes back.

    Args:
        proposal: any; one that says nothing of the kind is given back as it is.
        before: what was learned from what was said just before, oldest first.

    Returns:
        What was last said of the user, told of the other, taking the former back; or the
        milestone that was dated last with the other date. None if nothing of the kind was
        learned just before: by itself it says nothing.
    """
    then = _THEN.fullmatch(proposal.memory.text) if proposal.corrects else None
    if then is not None:
        return _dated_instead(proposal, then["when"], before)
    joke = _NOT_SO.fullmatch(proposal.memory.text) if proposal.corrects else None
    if joke is not None:
        wrong_ids = {one.id for one in before if _is_denied(joke["what"], one)}
        if not wrong_ids:
            return None
        return replace(proposal, takes_back=proposal.takes_back | wrong_ids)
    found = _INSTEAD.fullmatch(proposal.memory.text) if proposal.corrects else None
    if found is None:
        return proposal
    wrong = next((one for one in reversed(before) if _OF_USER.match(one.text)), None)
    if wrong is None:
        return None
    who = found["who"]
    text = _OF_USER.sub(lambda _: who[:1].upper() + who[1:], wrong.text, count=1)
    said = replace(
        proposal.source.said,
        text=text,
        category=wrong.category,
        importance=max(wrong.importance, proposal.memory.importance),
        reason=wrong.reason,
        valid_from=wrong.valid_from,
        valid_until=wrong.valid_until,
        important=wrong.important,
        slot=None,
        value=None,
    )
    source = replace(proposal.source, said=said, expires_at=wrong.expires_at)
    return Proposal(
        projected(proposal.memory, [source]),
        source,
        corrects=True,
        takes_back=proposal.takes_back | {wrong.id},
    )


def _is_denied(what: str, memory: Memory) -> bool:
    """Whether a memory tells of the user what they say they did not do."""
    said = [word for word in _WORD.findall(what.lower()) if word not in _LITTLE]
    told = {stem(word) for word in _WORD.findall(memory.text.lower())}
    meant = {stem(word) for word in said[1:] or said}  # the verb may have another form
    return bool(meant) and _OF_USER.match(memory.text) is not None and meant <= told


def _dated_instead(proposal: Proposal, when: str, before: Sequence[Memory]) -> Proposal | None:
    """The milestone that was dated last, with another date; other days are not corrected so."""
    dated = (one for one in reversed(before) if one.valid_from or one.important)
    wrong = next(dated, None)
    if wrong is None or not is_kept_apart(wrong):
        return None
    said = proposal.source.said
    day, was = said.important, Told.of(wrong)
    first, last = said.valid_from, said.valid_until
    if day is not None and day.year is None and was.first is not None and was.last is not None:
        every = day.next_from(date(was.first.year, 1, 1))
        is_there = every.year == was.first.year == was.last.year
        if is_there and (every.month, every.day) == (day.month, day.day):
            day, first, last = replace(day, year=every.year), every, every
            when = f"{when} {every.year}"
    said = replace(
        said,
        text=f"{undated(wrong.text).rstrip('.')} {when}.",
        kind=wrong.kind,
        category=wrong.category,
        importance=max(wrong.importance, said.importance),
        reason=wrong.reason,
        valid_from=first,
        valid_until=last,
        important=day,
        slot=wrong.slot,
        value=wrong.value,
    )
    source = replace(proposal.source, said=said)
    return Proposal(
        projected(proposal.memory, [source]),
        source,
        corrects=True,
        takes_back=proposal.takes_back | {wrong.id},
    )
