"""Delete entries as if they had never been written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graph_aria.domain.changes import Change
from graph_aria.domain.graph import GraphDelta
from graph_aria.domain.merging import change
from graph_aria.domain.records import EntryRecord, JobKind
from graph_aria.domain.said import Said, taken_back
from graph_aria.domain.statements import canonical_map, targets_of
from graph_aria.errors import NotFound
from graph_aria.ports import Clock, Ids
from graph_aria.stages.ask import ask
from graph_aria.stages.merge import load_neighbourhood, merge
from graph_aria.stages.notice_again import notice_again
from graph_aria.stages.read import ReadStore
from graph_aria.stages.recall import IDENTITY, MERGES, read_spoken_of
from graph_aria.stages.take_back import take_back
from graph_aria.stages.tell_time import tell_time
from graph_aria.stages.turns_taken_back import turns_set_free
from graph_aria.stages.unlearn import unlearn
from graph_aria.stages.unsay import unsay


async def forget(
    store: ReadStore, clock: Clock, ids: Ids, profile_id: str, entry_ids: Sequence[str]
) -> tuple[EntryRecord, ...]:
    """Delete entries with all that was read in them, and queue a scrub of the store.

    Returns:
        What was deleted, for a proof that it is gone.

    Raises:
        NotFound: one of them does not exist; nothing was deleted.

    Reads: the entries and their neighbourhood. Writes: one delta; jobs for turns that one of
    them took back. Safe to repeat: the second time the entries are not found.
    """
    if not entry_ids:
        return ()
    deleted: list[EntryRecord] = []
    set_free: list[str] = []

    async def compute() -> GraphDelta:
        # The version comes first: what the records hold must not be older than it says.
        profile = await store.get_profile(profile_id)
        deleted[:] = records = await store.read_records(profile_id, entry_ids)
        missing = set(entry_ids) - {record.entry.id for record in records}
        if missing:
            message = f"there is no entry {min(missing)} in this profile; nothing was deleted"
            raise NotFound(message)
        set_free[:] = await turns_set_free(store, profile_id, records)
        now = await tell_time(store, clock)
        identity = await store.list_rulings(profile_id, verbs=IDENTITY)
        merges = [ruling for ruling in identity if ruling.verb in MERGES]
        # What the entries said of two names goes with them, as if it had never been said.
        unsaid = Said(
            dropped=taken_back(
                identity, (mention for record in records for mention in record.mentions)
            )
        )
        canonical = canonical_map(merges)
        were = {canonical(entity_id) for entity_id in unsaid.bears_upon}
        more = await read_spoken_of(
            store, profile_id, unsaid.bears_upon | were, merges, but=set(entry_ids)
        )
        unlearned = await unlearn(store, profile, entry_ids, now=now, new_id=ids.new)
        corrected = await take_back(store, profile_id, unlearned, gone=entry_ids)
        before = corrected.first([*records, *more])
        after = corrected.then(more, but=entry_ids)
        standing = unsaid.applied_to(identity)
        neighbourhood = await load_neighbourhood(
            store,
            profile,
            source_ids=[record.entry.id for record in before],
            target_ids=targets_of(profile, [*before, *after], merges)
            | targets_of(profile, after, [one for one in standing if one.verb in MERGES]),
            from_day=min(record.entry.day for record in before),
        )
        delta = change(
            neighbourhood,
            Change(
                before=before,
                after=after,
                rulings=unsaid.applied_to(neighbourhood.rulings_with(merges)),
                now=now,
                dropped_ruling_ids=frozenset(ruling.id for ruling in unsaid.dropped),
                touched=unsaid.bears_upon | were,
                forget=True,
            ),
        )
        delta = await ask(store, delta, standing, taken_back=unsaid.dropped, at=now)
        again = await notice_again(store, ids, profile_id, unlearned)
        texts = [record.entry.text for record in records]
        return replace(
            delta,
            memories=unlearned,
            unsaid=await unsay(store, profile_id, unlearned, texts=texts),
            jobs=((ids.new(), JobKind.SCRUB), *again),
        )

    await merge(store, compute)
    for turn_id in set_free:
        await store.queue_job(
            job_id=ids.new(),
            profile_id=profile_id,
            kind=JobKind.READ,
            due_at=await tell_time(store, clock),
            subject_id=turn_id,
        )
    return tuple(deleted)
