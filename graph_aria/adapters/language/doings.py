"""What is done: DOES, from an activity's own verb or a note without verb."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.relations import (
    is_planned,
    quote_around,
    subjects_of,
)
from graph_aria.adapters.language.stance import stance_of
from graph_aria.adapters.language.wanting import wanted_by
from graph_aria.domain.reading import USER
from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.parse import Parse, Word

_LONGEST_LEAD: Final = 2
"""How many words may stand before the activity in a note: "Long slow run"."""


def read_doings(draft: Draft, *, notes: bool) -> None:
    """Add DOES for activities that a verb or a note without verb names.

    Args:
        draft: the entry.
        notes: whether a bare "Yoga again." says that the user does it.
    """
    parse = draft.parse
    for index, mention in enumerate(draft.found):
        if mention.kind is not Kind.ACTIVITY or not mention.live or draft.quoted[mention.first]:
            continue
        word = parse.words[mention.head]
        if mention.rule == "activity:verb":
            for subject in subjects_of(draft, word):
                _do(draft, word, subject, index)
        elif notes and _stands_without_verb(parse, word):
            draft.state(
                USER,
                Predicate.DOES,
                index,
                words=(mention.first, mention.last),
                rule="doing:note",
                stance=stance_of(parse, word),
            )


def _do(draft: Draft, word: Word, subject: int, activity: int) -> None:
    """State an activity that its own verb tells: done, planned or wished for."""
    parse = draft.parse
    wanted = wanted_by(parse, word)
    if wanted is not None:
        words = quote_around(draft, wanted.governor, activity, word.i)
        draft.state(
            subject,
            wanted.predicate,
            activity,
            words=words,
            rule="doing:wanted",
            stance=wanted.stance,
        )
        return
    stance = stance_of(parse, word)
    predicate = Predicate.PLANS if is_planned(stance) else Predicate.DOES
    words = quote_around(draft, word, activity)
    draft.state(subject, predicate, activity, words=words, rule="doing:verb", stance=stance)


def _stands_without_verb(parse: Parse, word: Word) -> bool:
    """Whether the sentence is a note such as "Yoga again." or "Long walk, then bed."."""
    if word.dep not in {"ROOT", "dep", "npadvmod"} and not (
        word.dep == "conj" and parse.head(word).dep == "ROOT"
    ):
        return False
    begin, end = parse.sentences[word.sentence]
    opening = next(
        (
            one
            for one in parse.words[begin:end]
            if not one.tag.startswith(("_", "JJ", "DT", "CD", "RB"))
        ),
        None,
    )
    if opening is None or opening.i > word.i or word.i - begin > _LONGEST_LEAD:
        return False
    return not any(
        one.tag in {"VBD", "VBZ", "VBP", "MD"} and one.dep in {"ROOT", "aux", "auxpass"}
        for one in parse.words[begin:end]
    )
