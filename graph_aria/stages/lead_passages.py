"""Look for passages by their words and their meaning, and for those beside them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from graph_aria.domain.asking import Asked, bases_in
from graph_aria.domain.finding import Stretch
from graph_aria.domain.memory_changes import Embedding
from graph_aria.domain.passage_cutting import cut_passages, passage_words
from graph_aria.domain.passages import FoundPassage, PassageFilter
from graph_aria.domain.promising import Span, likeliest, promising
from graph_aria.domain.ranking_leads import Lead
from graph_aria.domain.records import Entry, EntryRecord, MentionState
from graph_aria.domain.retrieval import Quote
from graph_aria.domain.unwanted import unwanted_spans
from graph_aria.ports import Memories, Passages, Record
from graph_aria.stages.citable import may_be_found
from graph_aria.stages.together import together

MOST_LOOKED_AT: Final = 200
"""Passages that are found on either way."""

_MOST_PLACED: Final = 250
"""Of the best of them, between which turns they stand."""
_MOST_READ: Final = 100
"""Of the best of those, what they say."""
_MOST_BESIDE: Final = 40
"""Of the best of those, what the turns beside them say."""
_FURTHER: Final = 0.8
_SPEAKER: Final = re.compile(r"\s*([^\W\d][\w .'’-]{0,40}):\s")


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
        entries: those that were read for it, by id.
    """

    leads: tuple[Lead, ...] = ()
    quotes: Mapping[str, Quote] = field(default_factory=dict)
    entries: Mapping[str, Entry] = field(default_factory=dict)


async def lead_passages(store: PassageStore, profile_id: str, sought: Sought) -> PassageLeads:
    """Passages that may be relevant, with the turns beside the likeliest.

    Left out is what the user wants kept from memory, whenever they said so.

    Reads: passages, their entries, the turns beside, vetoes. Writes: nothing. Safe to repeat:
    yes.
    """
    near, ranks, times = await _search(store, profile_id, sought)
    likely = likeliest(near, ranks, limit=_MOST_PLACED)
    likely = list(dict.fromkeys([*likely, *(span for span in times if times[span] == 1.0)]))
    if not likely:
        return PassageLeads()
    beside = await store.read_beside(profile_id, {span.entry_id for span in likely})
    picked = promising(near, ranks, _sides_of(likely, beside), times, limit=_MOST_READ)
    around = {
        other
        for entry_id in dict.fromkeys(span.entry_id for span in picked[:_MOST_BESIDE])
        for side in beside.get(entry_id, ())
        for other in side
    }
    entry_ids = ({span.entry_id for span in picked} | around) - sought.but
    found, vetoes = await together(
        store.read_records(profile_id, entry_ids), store.read_vetoes(profile_id, entry_ids)
    )
    records = {record.entry.id: record for record in found if may_be_found(record.entry)}
    spans = [*picked, *_spans_of(around - {span.entry_id for span in picked}, records)]
    closed: dict[str, list[tuple[int, int]]] = {}
    for veto in vetoes:
        closed.setdefault(veto.entry_id, []).append((veto.start, veto.end))
    sides = _sides_of(spans, beside)
    keys = {span: name_of(span) for span in spans}
    leads: list[Lead] = []
    quotes: dict[str, Quote] = {}
    for span in spans:
        record = records.get(span.entry_id)
        if record is None or _is_closed(span, closed.get(span.entry_id, ())):
            continue
        before, after = sides[span]
        quote = _quote_of(record.entry, span)
        lead = _lead_of(
            record,
            quote,
            sought,
            keys[span],
            near=near.get(span, 0.0),
            rank=ranks.get(span, 0.0),
            before=None if before is None else keys[before],
            after=None if after is None else keys[after],
        )
        leads.append(lead)
        quotes[lead.key] = quote
    return PassageLeads(tuple(leads), quotes, {key: one.entry for key, one in records.items()})


async def _search(
    store: Passages, profile_id: str, sought: Sought
) -> tuple[dict[Span, float], dict[Span, float], dict[Span, float]]:
    """Cosines, ranks from 0 to 1, and how well their days fit, of what has words or is near."""
    stretch = sought.stretch
    filters = [PassageFilter(scope=sought.scope)]
    if stretch is not None:
        filters.append(PassageFilter(*stretch.wide, sought.scope))
    near: dict[Span, float] = {}
    ranks: dict[Span, float] = {}
    times: dict[Span, float] = {}
    is_cut = False
    for wanted in filters:
        held, close = await together(
            _by_words(store, profile_id, sought, wanted),
            _by_meaning(store, profile_id, sought, wanted),
        )
        is_cut = is_cut or len(close) >= MOST_LOOKED_AT
        for found, scores in ((held, ranks), (close, near)):
            for one in found:
                if one.entry_id in sought.but:
                    continue
                span = Span(one.entry_id, one.start, one.end)
                scores[span] = one.score
                if stretch is not None:
                    times[span] = stretch.fits(one.day)
    highest = max(ranks.values(), default=1.0)
    if near and is_cut:
        # What has the words and is not among the nearest is somewhat further away than these.
        unseen = _FURTHER * min(near.values())
        near |= {key: unseen for key in ranks if key not in near}
    return near, {key: rank / highest for key, rank in ranks.items()}, times


async def _by_words(
    store: Passages, profile_id: str, sought: Sought, wanted: PassageFilter
) -> tuple[FoundPassage, ...]:
    if not sought.asked.words:
        return ()
    words = " ".join(sought.asked.words)
    return await store.search_passages(profile_id, words, wanted, limit=MOST_LOOKED_AT)


async def _by_meaning(
    store: Passages, profile_id: str, sought: Sought, wanted: PassageFilter
) -> tuple[FoundPassage, ...]:
    if sought.made is None:
        return ()
    return await store.find_near_passages(
        profile_id,
        sought.made.vectors[0],
        wanted,
        embedder_id=sought.made.embedder_id,
        least=0.0,
        limit=MOST_LOOKED_AT,
    )


def _spans_of(entry_ids: Collection[str], records: Mapping[str, EntryRecord]) -> list[Span]:
    return [
        Span(entry_id, start, end)
        for entry_id in sorted(entry_ids)
        if entry_id in records
        for start, end in cut_passages(
            records[entry_id].entry.text, unwanted_spans(records[entry_id].entry.text)
        )
    ]


def _is_closed(span: Span, vetoed: Collection[tuple[int, int]]) -> bool:
    """Whether the user forgot something of it since it was indexed."""
    _, start, end = span
    return any(first < end and start < last for first, last in vetoed)


def _sides_of(
    spans: Collection[Span], beside: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
) -> dict[Span, tuple[Span | None, Span | None]]:
    """Those of some before and after each: in its entry, else in the turns beside it."""
    of_entry: dict[str, list[Span]] = {}
    for span in sorted(set(spans)):
        of_entry.setdefault(span.entry_id, []).append(span)
    found: dict[Span, tuple[Span | None, Span | None]] = {}
    for entry_id, own in of_entry.items():
        earlier, later = beside.get(entry_id, ((), ()))
        before = of_entry[earlier[-1]][-1] if earlier and earlier[-1] in of_entry else None
        after = of_entry[later[0]][0] if later and later[0] in of_entry else None
        if len(own) == 1:  # as of most turns
            found[own[0]] = before, after
            continue
        for span, *around in zip(own, [before, *own], [*own[1:], after], strict=False):
            found[span] = around[0], around[1]
    return found


def name_of(span: Span) -> str:
    """The key of a passage's lead."""
    return f"passage {span.entry_id} {span.start} {span.end}"


def _lead_of(
    record: EntryRecord,
    quote: Quote,
    sought: Sought,
    key: str,
    *,
    near: float,
    rank: float,
    before: str | None,
    after: str | None,
) -> Lead:
    spoken_of = _spoken_of(record, quote) if record.mentions else frozenset()
    names = {sought.named[one] for one in spoken_of if one in sought.named}
    n_names = len(set(sought.named.values())) if names else 0
    speaker = _SPEAKER.match(quote.text)
    is_speaker = speaker is not None and not bases_in(speaker[1]).isdisjoint(sought.asked.bases)
    return Lead(
        key,
        near=near,
        rank=rank,
        bases=bases_in(passage_words(quote.text, quote.day)),
        n_chars=len(quote.text),
        names=1.0 if is_speaker else 0.5 * len(names) / n_names if n_names else 0.0,
        kin=not spoken_of.isdisjoint(sought.kin),
        time=0.0 if sought.stretch is None else sought.stretch.fits(quote.day, record.dates),
        before=before,
        after=after,
        # A sitting: what was said in one conversation, or told in entries, on one day.
        group=f"{quote.day} {quote.conversation_id or ''}",
    )


def _spoken_of(record: EntryRecord, quote: Quote) -> frozenset[str]:
    """Ids of those that some words of an entry mention."""
    return frozenset(
        mention.entity_id
        for mention in record.mentions
        if mention.state is MentionState.LIVE
        and mention.entity_id is not None
        and mention.start < quote.end
        and quote.start < mention.end
    )


def _quote_of(entry: Entry, span: Span) -> Quote:
    _, start, end = span
    return Quote(
        entry.id,
        start,
        end,
        entry.revision,
        entry.text[start:end],
        entry.day,
        entry.conversation_id,
    )
