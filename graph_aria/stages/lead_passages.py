"""Look for passages by their words and their meaning, and for those beside them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from graph_aria.domain.asking import Asked, bases_in
from graph_aria.domain.finding import Stretch
from graph_aria.domain.memory_changes import Embedding
from graph_aria.domain.passage_cutting import cut_passages, passage_words
from graph_aria.domain.passages import FoundPassage, PassageFilter
from graph_aria.domain.ranking_leads import Lead
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.records import Entry, EntryRecord, MentionState
from graph_aria.domain.remedies import CONVERSATION_OFF, CRISIS, MEMORY_OFF, TAKEN_BACK
from graph_aria.domain.retrieval import Quote
from graph_aria.domain.unwanted import unwanted_spans
from graph_aria.ports import Memories, Passages, Record

MOST_LOOKED_AT: Final = 200
"""Passages that are looked at on either way."""

_MOST_BESIDE: Final = 40
"""Of the best of them the turns beside which are looked at too."""
_FURTHER: Final = 0.8
_WITHHELD: Final = frozenset({CONVERSATION_OFF, CRISIS, MEMORY_OFF, TAKEN_BACK})
_SPEAKER: Final = re.compile(r"\s*([^\W\d][\w .'’-]{0,40}):\s")
_Key = tuple[str, int, int]


class PassageStore(Passages, Record, Memories, Protocol):
    """What looking for passages needs of a store."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What passages are looked for.

    Attributes:
        asked: the words.
        made: the vector of the text, None while there is no embedder.
        scope: a namespace besides what holds everywhere.
        stretch: the time that is asked about, None for any.
        but: entries that are left out.
        named: ids of entities that are asked about, with those that were merged into them, each
            with the number of the name.
        kin: ids of entities tied to those.
    """

    asked: Asked
    made: Embedding | None = None
    scope: str = ""
    stretch: Stretch | None = None
    but: frozenset[str] = frozenset()
    named: Mapping[str, int] = field(default_factory=dict)
    kin: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PassageLeads:
    """What was found.

    Attributes:
        leads: by words, meaning, or since they stand beside such.
        quotes: the words of each, by the key of its lead.
    """

    leads: tuple[Lead, ...] = ()
    quotes: Mapping[str, Quote] = field(default_factory=dict)


async def lead_passages(store: PassageStore, profile_id: str, sought: Sought) -> PassageLeads:
    """Passages that may be relevant, with the turns beside the likeliest.

    Left out is what the user wants kept from memory, whenever they said so.

    Reads: passages, their entries, the turns beside, vetoes. Writes: nothing. Safe to repeat:
    yes.
    """
    near, ranks = await _search(store, profile_id, sought)
    both = sorted({*near, *ranks}, key=lambda key: (-near.get(key, 0.0) - ranks.get(key, 0.0), key))
    if not both:
        return PassageLeads()
    likeliest = list(dict.fromkeys(entry_id for entry_id, _, _ in both))[:_MOST_BESIDE]
    beside = await store.read_beside(profile_id, {entry_id for entry_id, _, _ in both})
    around = {
        other for entry_id in likeliest for side in beside.get(entry_id, ()) for other in side
    }
    entry_ids = {entry_id for entry_id, _, _ in both} | around
    records = {
        record.entry.id: record
        for record in await store.read_records(profile_id, entry_ids - sought.but)
        if _may_be_found(record.entry)
    }
    keys = [*both, *_spans_of(around - {key[0] for key in both}, records)]
    closed: dict[str, list[tuple[int, int]]] = {}
    for veto in await store.read_vetoes(profile_id, list(records)):
        closed.setdefault(veto.entry_id, []).append((veto.start, veto.end))
    neighbours = _neighbours(keys, beside)
    leads: list[Lead] = []
    quotes: dict[str, Quote] = {}
    for key in keys:
        record = records.get(key[0])
        if record is None or _is_closed(key, closed.get(key[0], ())):
            continue
        lead = _lead_of(record, key, sought)
        leads.append(
            replace(
                lead,
                near=near.get(key, 0.0),
                rank=ranks.get(key, 0.0),
                before=neighbours.get(key, (None, None))[0],
                after=neighbours.get(key, (None, None))[1],
            )
        )
        quotes[lead.key] = _quote_of(record.entry, key)
    return PassageLeads(tuple(leads), quotes)


async def _search(
    store: Passages, profile_id: str, sought: Sought
) -> tuple[dict[_Key, float], dict[_Key, float]]:
    """Cosines, and ranks from 0 to 1, of what is near or has some of the words."""
    filters = [PassageFilter(scope=sought.scope)]
    if sought.stretch is not None:
        since, until = sought.stretch.wide
        filters.append(PassageFilter(since, until, sought.scope))
    near: dict[_Key, float] = {}
    ranks: dict[_Key, float] = {}
    for wanted in filters:
        if sought.asked.words:
            words = " ".join(sought.asked.words)
            found = await store.search_passages(profile_id, words, wanted, limit=MOST_LOOKED_AT)
            ranks |= {_key(one): one.score for one in found}
        if sought.made is not None:
            close = await store.find_near_passages(
                profile_id,
                sought.made.vectors[0],
                wanted,
                embedder_id=sought.made.embedder_id,
                least=0.0,
                limit=MOST_LOOKED_AT,
            )
            near |= {_key(one): one.score for one in close}
    highest = max(ranks.values(), default=1.0)
    if len(near) >= MOST_LOOKED_AT:
        # What has the words and is not among the nearest is somewhat further away than these.
        unseen = _FURTHER * min(near.values())
        near |= {key: unseen for key in ranks if key not in near}
    return near, {key: rank / highest for key, rank in ranks.items()}


def _key(found: FoundPassage) -> _Key:
    return found.entry_id, found.start, found.end


def _spans_of(entry_ids: Collection[str], records: Mapping[str, EntryRecord]) -> list[_Key]:
    return [
        (entry_id, *span)
        for entry_id in sorted(entry_ids)
        if entry_id in records
        for span in cut_passages(
            records[entry_id].entry.text, unwanted_spans(records[entry_id].entry.text)
        )
    ]


def _may_be_found(entry: Entry) -> bool:
    return (
        entry.reason not in _WITHHELD
        and entry.form is not EntryForm.NOTE
        and not entry.is_read_as_it_was
    )


def _is_closed(key: _Key, vetoed: Collection[tuple[int, int]]) -> bool:
    """Whether the user forgot something of it since it was indexed."""
    _, start, end = key
    return any(first < end and start < last for first, last in vetoed)


def _neighbours(
    keys: Collection[_Key], beside: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
) -> dict[_Key, tuple[str | None, str | None]]:
    """The leads before and after each: in its entry, else in the turns beside it."""
    of_entry: dict[str, list[_Key]] = {}
    for key in sorted(set(keys)):
        of_entry.setdefault(key[0], []).append(key)
    found: dict[_Key, tuple[str | None, str | None]] = {}
    for entry_id, own in of_entry.items():
        before, after = beside.get(entry_id, ((), ()))
        first = of_entry.get(before[-1], [])[-1:] if before else []
        last = of_entry.get(after[0], [])[:1] if after else []
        line = [*first, *own, *last]
        for at, key in enumerate(line):
            if key[0] == entry_id:
                found[key] = (
                    name_of(line[at - 1]) if at else None,
                    name_of(line[at + 1]) if at + 1 < len(line) else None,
                )
    return found


def name_of(key: _Key) -> str:
    """The key of a passage's lead."""
    return f"passage {key[0]} {key[1]} {key[2]}"


def _lead_of(record: EntryRecord, key: _Key, sought: Sought) -> Lead:
    entry = record.entry
    _, start, end = key
    words = entry.text[start:end]
    spoken_of = {
        mention.entity_id
        for mention in record.mentions
        if mention.state is MentionState.LIVE
        and mention.entity_id is not None
        and mention.start < end
        and start < mention.end
    }
    names = {sought.named[one] for one in spoken_of if one in sought.named}
    n_names = len(set(sought.named.values()))
    speaker = _SPEAKER.match(words)
    is_speaker = speaker is not None and not bases_in(speaker[1]).isdisjoint(sought.asked.bases)
    return Lead(
        name_of(key),
        bases=bases_in(passage_words(words, entry.day)),
        n_chars=len(words),
        names=1.0 if is_speaker else 0.5 * len(names) / n_names if n_names else 0.0,
        kin=not spoken_of.isdisjoint(sought.kin),
        time=0.0 if sought.stretch is None else sought.stretch.fits(entry.day, record.dates),
    )


def _quote_of(entry: Entry, key: _Key) -> Quote:
    _, start, end = key
    return Quote(
        entry.id,
        start,
        end,
        entry.revision,
        entry.text[start:end],
        entry.day,
        entry.conversation_id,
    )
