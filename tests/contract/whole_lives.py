"""A store with rows of every kind, each with something in it that is easily lost."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from graph_aria.domain.conversations import ReplyState
from graph_aria.domain.drawn import Drawn, DrawnQuote, Occasion, Raised
from graph_aria.domain.graph import Chapter, Feature
from graph_aria.domain.memories import (
    Category,
    ImportantDate,
    Learned,
    Level,
    MemoryKind,
    MemoryState,
)
from graph_aria.domain.memory_changes import MemoryDelta, Veto
from graph_aria.domain.memory_history import Author, LinkKind, MemoryVerb
from graph_aria.domain.moods import MoodReading
from graph_aria.domain.questions import Answer
from graph_aria.domain.reading import Cost, EntryForm, Polarity, Tense
from graph_aria.domain.records import (
    Entry,
    EntryState,
    JobKind,
    MentionState,
    Profile,
    RulingVerb,
    SpokenDate,
)
from graph_aria.domain.views import Token
from graph_aria.domain.vocabulary import Kind, Predicate
from graph_aria.domain.weights import Dial, Evidence
from graph_aria.ports import Store
from tests.contract.memory_samples import (
    OTHER,
    answer,
    conversation,
    edit,
    indexed,
    link,
    memory,
    memory_ruling,
    note,
    revision,
    say,
    source,
    vector,
)
from tests.contract.samples import (
    BEGIN,
    add_entry,
    add_profile,
    apply,
    assertion,
    at,
    day_of,
    days_of,
    entity,
    entry,
    form,
    mention,
    new_id,
    outcome,
    question,
    relation,
    ruling,
    tell_story,
)

EXTERNAL = {"origin": "import:tëst", "external_id": "ä/1"}
ODD = timedelta(microseconds=1)


async def live(store: Store) -> Profile:
    """Fill an empty store with two profiles; the one that holds rows of every kind."""
    story = await tell_story(store, "Ann")
    owner = story.owner
    await store.change_profile(owner.id, reads_moods=True)
    await _say(store, owner)
    await _rule(store, owner)
    await _delete(store, owner)
    await _queue(store, owner)
    await _hand_out(store, owner)
    await _talk(store, owner)
    await _remember(store, owner)
    await store.change_profile(
        owner.id,
        zone="Pacific/Apia",
        wanted=Dial(0.1, 1.25),
        remembers=False,
        level=Level.CLOSE,
        allows_romance=True,
        level_grows=True,
        lives=False,
        reads_moods=False,
        mood_days=7,
    )
    (told, *_) = await store.list_entry_ids(owner.id)
    await store.allow_reading(owner.id, told, job_id=new_id())
    # Another life with a word of its own in every place where they could be mixed up.
    await tell_story(store, "Bea", 0.5)
    await add_profile(store, "Cleo – 空")
    return await store.get_profile(owner.id)


async def _say(store: Store, owner: Profile) -> None:
    told = await add_entry(
        store,
        owner,
        "Grüße aus Ulm 🧘, seit gestern\nohne Yoga; maybe next week.",
        1.25,
        form=EntryForm.MOOD_CHECK_IN,
        occurred_at=at(1.25) - ODD,
        zone="America/Los_Angeles",
        mood=10,
        **EXTERNAL,
    )
    place = entity(owner, "Ulm 🧘", 1.25, kind=Kind.PLACE, distinct="2", role="Heimat")
    gone = entity(owner, "Yoga", 1.25, strength=2.5, cadence="weekly", archived_at=at(9) + ODD)
    merged = entity(owner, "yoga-class", 1.25, merged_into=gone.id)
    left = relation(
        owner, owner.user_id, Predicate.LIVES_IN, place.id, 1.25, ended_at=at(1.25) - ODD
    )
    left = replace(left, archived_at=at(20))
    said = mention(told, "Ulm", place, role="Heimat", cadence="daily", intensity=5, matters=True)
    denied = mention(
        told, "Yoga", None, negated=True, of_user=False, named=False, state=MentionState.WITHDRAWN
    )
    pieces = [
        Evidence(told.id, place.id, told.evidence_at, told.day, 0.1 + 0.2),
        Evidence(told.id, gone.id, told.evidence_at, told.day, 2.5),
        Evidence(told.id, left.id, told.evidence_at, told.day, 1.0, ended=True),
        Evidence(new_id("source"), gone.id, at(3), day_of(3), 1 / 3),
    ]
    by_target: dict[str, list[Evidence]] = {}
    for item in pieces:
        by_target.setdefault(item.target_id, []).append(item)
    await apply(
        store,
        owner,
        at=at(10) + ODD,
        outcomes=(
            outcome(
                told,
                language="de",
                dates=(
                    SpokenDate(22, 29, date(2026, 1, 1), date(2026, 1, 1), "b"),
                    SpokenDate(49, 58, date(2026, 1, 5), date(2026, 1, 11), "a"),
                ),
            ),
        ),
        save_mentions=(said, denied),
        save_assertions=(
            assertion(
                told,
                "ohne Yoga",
                None,
                Predicate.DOES,
                denied,
                polarity=Polarity.NEGATED,
                tense=Tense.PAST,
                ended=True,
                state=MentionState.RETIRED,
                strength=0.75,
            ),
        ),
        save_entities=(place, gone, merged),
        save_forms=(form(place, "Ulm", 3, role="Heimat"), form(place, "ulm", 1), form(gone, "ÿ")),
        save_relations=(left,),
        save_questions=(
            question(owner, place.id, gone.id, 1.25),
            question(owner, owner.user_id, place.id, answer=Answer.UNSURE, answered_at=at(2) + ODD),
        ),
        save_evidence=tuple(pieces),
        save_day_rows=tuple(
            row for target, those in by_target.items() for row in days_of(target, those)
        ),
        save_chapters=(
            Chapter(
                id=new_id("chapter"),
                profile_id=owner.id,
                started_on=day_of(0),
                ended_on=day_of(7),
                then={place.id: 1 / 3, gone.id: 0.5},
                then_on=day_of(5),
                features=(Feature(gone.id, 2.5, -0.1, 1), Feature(place.id, 1.0, 0.0, 2)),
                mood=6.5,
                n_entries=2,
            ),
            Chapter(new_id("chapter"), owner.id, day_of(8), None, {}, None),
        ),
        chapters_from=day_of(8),
        chapters_to=day_of(9),
    )
    failed = await add_entry(
        store,
        owner,
        "\ttabs, \\ and 'quotes'\x07",
        2,
        occurred_at=datetime(1961, 4, 12, 6, 7, 0, 1, tzinfo=UTC),
    )
    await apply(
        store,
        owner,
        outcomes=(outcome(failed, state=EntryState.FAILED, reason="too odd", reader_id=None),),
    )
    edited = await add_entry(store, owner, "one", 3)
    await store.edit_entry(replace(edited, text="two", mood=1), job_id=new_id("job"))


async def _rule(store: Store, owner: Profile) -> None:
    (thing, *_) = (await store.list_entities(owner.id, now=BEGIN)).items
    await apply(
        store,
        owner,
        save_rulings=(
            ruling(owner, RulingVerb.RENAME, thing.id, 2, value="Ünïcode – 名"),
            ruling(owner, RulingVerb.SPLIT, thing.id, 3, other_id="x", mention_ids=("b", "a")),
            ruling(
                owner,
                RulingVerb.ADD_RELATION,
                "some relation",
                4,
                subject_id=owner.user_id,
                predicate=Predicate.LIKES,
                object_id=thing.id,
            ),
        ),
        save_entities=(replace(thing, pinned=True),),
    )


async def _delete(store: Store, owner: Profile) -> None:
    """Leave a tombstone and a key whose entry is gone; and a key whose entry is there."""
    for key, text in (("gone", "deleted"), ("kept", "kept")):
        made = entry(owner, text, 4, origin="import:keys", external_id=key)
        await store.save_entry(made, job_id=new_id("job"), idempotency_key=key)
        if key == "gone":
            await apply(store, owner, drop_entry_ids=(made.id,))


async def _queue(store: Store, owner: Profile) -> None:
    """Leave jobs of every state: done, failed once, given up, leased, waiting."""
    for slot in ("2026-01-01", "2026-01-02"):
        await store.queue_job(
            job_id=new_id("job"),
            profile_id=owner.id,
            kind=JobKind.SCRUB,
            due_at=at(5) + ODD,
            slot=slot,
        )
    for step in range(3):
        lease = await store.lease_jobs(now=at(5 + step), until=at(6 + step), limit=2)
        assert lease is not None
        if step == 0:
            await store.finish_jobs(lease, at=at(5), summary="read 2")
        elif step == 1:
            first, *_ = lease.jobs
            await store.fail_job(lease, first.id, reason="no luck", retry_at=None)
            await store.release(lease)


async def _hand_out(store: Store, owner: Profile) -> None:
    for name, secret in (("phone", b"\x00one"), ("old – 旧", b"two")):
        token = Token(new_id("token"), owner.id, name, read_only=name == "phone", created_at=BEGIN)
        await store.save_token(token, secret)
    found = await store.find_token(b"two", now=at(1))
    assert found is not None
    await store.revoke_token(owner.id, found.id, at=at(2) + ODD)


async def _talk(store: Store, owner: Profile) -> None:
    """Leave a conversation with turns that were answered, read and neither."""
    talk = await store.save_conversation(
        conversation(owner, 6, scope="Wörk", external_id="ä/1", started_at=at(6) + ODD)
    )
    await store.save_conversation(conversation(owner, 7, remembers=False))
    turns = [await say(store, talk, owner, f"turn {n} – 空", 6) for n in range(4)]
    await answer(store, turns[0], "Grüße 🧘\n\x07", 6.5, drawn=_drawn(turns[0]))
    await answer(store, turns[1], "", 6.5, state=ReplyState.CUT)
    cost = Cost(3, 1_234_567, 89, estimated=True)
    await apply(
        store,
        owner,
        outcomes=(outcome(turns[0], cost=cost, refused="secret"), outcome(turns[2], cost=Cost())),
    )
    await apply(store, owner, at=at(7), cost=Cost(1, 2, 3))
    plain = await add_entry(store, owner, "Ein Tag – 空\nund noch einer.", 7)
    for felt, mood in ((turns[0], 1 + 1 / 3), (turns[2], 10.0), (plain, 5.5)):
        read = MoodReading(felt.id, felt.day, mood, felt.evidence_at - ODD)
        await apply(store, owner, outcomes=(outcome(felt, mood=read),))
    await store.save_passages(
        owner.id,
        [
            indexed(turns[0], (0, 4, "turn 2026\x07 – 空", [n + 1 / 3 for n in range(384)])),
            indexed(plain, (0, 7, "Ein Tag", (1, 2)), (8, 20, "noch ein Tag", (-1, 0.1))),
            indexed(turns[3], embedder=OTHER),
        ],
    )
    await edit(store, turns[1], occurred_at=at(8) - ODD)


async def _remember(store: Store, owner: Profile) -> None:
    """Leave memories in every state that hang together in every way."""
    written = note(owner, "Meine Mutter – 空 – schwimmt.", 8)
    told = await add_entry(store, owner, "Ich schwimme\noft, sagt sie.", 8)
    kept = [
        memory(owner, f"The user swims {n} times – 空.", 8, state=state, scope="Wörk")
        for n, state in enumerate(MemoryState)
    ]
    rich = memory(
        owner,
        "The user's mother was born on 29 February.\x07",
        8,
        kind=MemoryKind.EVENT,
        category=Category.DATES,
        importance=1 / 3,
        emotional_significance=0.1 + 0.2,
        confidence=1.0,
        reason="weil 'sie' es \\ sagt",
        learned=Learned.PATTERN,
        created_at=at(8) + ODD,
        valid_from=date(1956, 2, 29),
        valid_until=date(9999, 12, 31),
        expires_at=at(400) + ODD,
        important=ImportantDate(2, 29, 1956),
        slot="the user|birthday|mother",
        value="29 february",
        superseded_by=kept[0].id,
        pinned=True,
    )
    yearly = memory(owner, "The user marries on 9 May.", 8, important=ImportantDate(5, 9))
    everything = (*kept, rich, yearly)
    there = source(rich, told.id, (3, 9))
    elsewhere = replace(there.said, start=0, end=2, corrects=True, expires_on=date(2026, 2, 1))
    await apply(
        store,
        owner,
        save_entries=(written,),
        memories=MemoryDelta(
            save=everything,
            save_sources=(
                *(source(each, written.id) for each in everything),
                there,
                replace(there, said=elsewhere, said_at=at(7) - ODD, expires_at=None),
            ),
            save_links=tuple(
                link(rich, each, kind) for each, kind in zip(kept, LinkKind, strict=False)
            ),
            save_rulings=(
                memory_ruling(MemoryVerb.PIN, rich, day=8),
                memory_ruling(MemoryVerb.MERGE, kept[1], kept[2], day=9),
            ),
            save_revisions=(
                revision(rich, 8, field="text", before=None, after=told.id, by=Author.READING),
                revision(kept[1], 9, other_id=kept[2].id, by=Author.CONSOLIDATION),
            ),
            save_vectors=(
                vector(rich.id, [n + 1 / 3 for n in range(384)]),
                replace(vector(kept[3].id, (0, -1), OTHER), claim='["ä",[],{}]\n'),
            ),
            save_vetoes=(Veto(told.id, 0, 3), Veto(told.id, 4, 9), Veto(written.id, 0, 5)),
        ),
    )
    await store.use_memories(owner.id, [rich.id], at=at(9) + ODD)
    await store.note_raised(
        owner.id,
        [
            Raised(rich.id, Occasion.ANNIVERSARY, date(2028, 2, 29)),
            Raised(rich.id, Occasion.FOLLOW_UP, date(2028, 2, 29)),
            Raised(yearly.id, Occasion.ANNIVERSARY, date(9999, 5, 9)),
        ],
    )


def _drawn(told: Entry) -> Drawn:
    """With something in every part of it."""
    return Drawn(
        model_id="a model/1 – ä",
        memory_ids=("m1", "m2"),
        stale_ids=("m2",),
        left_out_ids=("m3",),
        relation_ids=("r",),
        entity_ids=("e",),
        quotes=(DrawnQuote(told.id, 0, 4, told.revision),),
        chapter_ids=("c",),
        raised=(Raised("nobody's", Occasion.FOLLOW_UP, date(2026, 1, 7)),),
        parts={"turns": 9, "chapter": 0},
    )


def nothing(_: object) -> None:
    """What nobody needs to be told."""
