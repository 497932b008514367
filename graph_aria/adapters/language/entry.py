"""All rules over one entry, in the order in which they build on each other."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language import (
    abstaining,
    aims,
    bodies,
    cadence,
    causes,
    checkin,
    cooccurrence,
    daily,
    dates,
    doings,
    emotions,
    facts,
    feelings,
    holders,
    identities,
    kinship,
    latent,
    owning,
    pairs,
    people,
    pets,
    proper_names,
    qualified,
    relations,
    roles,
    script_names,
    states,
    tastes,
    things,
    told,
    topics,
    unwell,
    visits,
)
from graph_aria.adapters.language.draft import Draft
from graph_aria.adapters.language.matching import find_phrases
from graph_aria.domain.reading import EntryForm, Polarity, Reading
from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from datetime import date

    from graph_aria.adapters.language.parse import Parse
    from graph_aria.adapters.language.prototypes import Prototypes

_MATTERS: Final = re.compile(
    r"\b(?:(?:matters?|mattered|important|precious) (?:so much |a lot |more than \w+ )?to me|"
    r"means? (?:so much|a lot|the world|everything|a great deal) to me|"
    r"care (?:deeply |so much |a lot )?about|most important|can't live without|love of my life)\b",
    re.IGNORECASE,
)


def read_entry(
    parse: Parse,
    *,
    text: str,
    said_on: date,
    form: EntryForm,
    others: list[tuple[int, int]],
    language: str,
    reader_id: str,
    prototypes: Prototypes | None = None,
) -> Reading:
    """Read one entry from its parse.

    Args:
        parse: the words.
        text: the entry as it was written, of the same length as the parse's text.
        said_on: the user's local day.
        form: journal entry, check-in or turn.
        others: spans that somebody else says.
        language: what to report.
        reader_id: what to report.
        prototypes: what tells topics and feelings that no word names, if there is one.
    """
    draft = Draft(parse, _quoted(parse, others))
    matches = find_phrases(parse)
    is_check_in = form is EntryForm.MOOD_CHECK_IN
    picked = checkin.read_feelings(draft, matches) if is_check_in else []
    phrases = [match for match in matches if match.last > match.first]
    words = [match for match in matches if match.last == match.first]
    things.read_things(draft, phrases)
    emotions.read_emotions(draft, matches)
    unwell.read_unwell(draft)
    roles.read_roles(draft, matches)
    known = things.names_by_list(draft, words)
    people.read_people(draft, known)
    things.read_things(draft, words)
    proper_names.read_proper_names(draft, known)
    script_names.read_script_names(draft)
    pets.read_pets(draft)
    identities.read_identities(draft)
    holders.settle_holders(draft)
    emotions.drop_hollow_laughs(draft)
    roles.relate_listed(draft)
    roles.share_roles(draft)
    qualified.read_qualifiers(draft)
    things.read_named_topics(draft, matches)
    bodies.read_bodies(draft)
    abstaining.read_abstaining(draft)
    kinship.read_kinship(draft)
    relations.read_relations(draft)
    _read_doings(draft, notes=not is_check_in)
    daily.read_daily(draft)
    feelings.read_feelings(draft)
    causes.read_causes(draft)
    states.read_states(draft, notes=not is_check_in)
    tastes.read_tastes(draft)
    visits.read_visits(draft)
    owning.read_owning(draft)
    aims.read_aims(draft)
    pairs.read_pairs(draft)
    if is_check_in:
        checkin.join_reasons(draft, picked)
    _mark_what_matters(draft)
    _silence_quotes(draft)
    _drop_unrelated(draft)
    # What was picked on purpose for a check-in is all that is felt.
    by_meaning = None if prototypes is None or is_check_in else told.read_told(draft, prototypes)
    about = topics.read_topics(draft, matches, by_meaning)
    cooccurrence.relate_salient(draft)
    found_dates = dates.read_dates(draft, said_on)
    mentions, stated, said = draft.finish(text)
    return Reading(
        mentions=mentions,
        assertions=stated,
        dates=tuple(
            replace(found, words=text[found.start : found.end])
            for found in found_dates
        ),
        language=language,
        reader_id=reader_id,
        identities=said,
        latent=latent.read_latent(draft, text),
        topics=about,
        valence=told.valence_of(draft, by_meaning),
        memories=facts.read_memories(draft, found_dates, said_on=said_on, form=form),
    )  # fmt: skip


def _quoted(parse: Parse, others: list[tuple[int, int]]) -> list[bool]:
    """For each word whether it lies in a span that somebody else says."""
    quoted = [False] * len(parse.words)
    for start, end in others:
        first = max(0, parse.word_at(start))
        for word in parse.words[first:]:
            if word.start >= end:
                break
            quoted[word.i] = word.start >= start
    return quoted


def _read_doings(draft: Draft, *, notes: bool) -> None:
    """Add what is done, and give habits their cadence."""
    doings.read_doings(draft, notes=notes)
    for fact in draft.facts():
        if fact.predicate is not Predicate.DOES or fact.polarity is not Polarity.ASSERTED:
            continue
        mention = draft.found[fact.object]
        begin, end = draft.parse.sentences[draft.parse.words[mention.head].sentence]
        words = draft.parse.words
        start = words[begin].start
        mention.cadence = cadence.find_cadence(
            draft.parse.text[start : words[end - 1].end], words[mention.first].start - start
        )


def _mark_what_matters(draft: Draft) -> None:
    """Mark what stands in a sentence in which the user says that it matters."""
    if _MATTERS.search(draft.parse.text) is None:
        return
    for begin, end in draft.parse.sentences:
        words = draft.parse.words
        if _MATTERS.search(draft.parse.text[words[begin].start : words[end - 1].end]) is None:
            continue
        for mention in draft.found:
            if begin <= mention.first < end and mention.kind is not Kind.EMOTION:
                mention.matters = not draft.quoted[mention.first]


def _drop_unrelated(draft: Draft) -> None:
    """Take back what was only looked at for a relation that was not stated after all."""
    used = {index for fact in draft.facts() for index in (fact.subject, fact.object)}
    for index, mention in enumerate(draft.found):
        if index not in used and mention.rule.endswith(":related"):
            mention.live = False


def _silence_quotes(draft: Draft) -> None:
    """What others say names nothing of the user's life, but their feelings stay theirs."""
    for mention in draft.found:
        if draft.quoted[mention.first] and mention.rule != "checkin:feeling":
            mention.of_user = False
            mention.live = mention.kind is Kind.EMOTION
