"""Keeping the store: its state, what is left of what was deleted, and the weights it shows."""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from graph_aria.adapters.neo4j.engine import Engine, Tx, no_profile, row, rows
from graph_aria.adapters.neo4j.opening import read_server
from graph_aria.adapters.neo4j.queries import load_migrations, load_queries
from graph_aria.adapters.neo4j.rows import stored
from graph_aria.adapters.neo4j.schema import Lack, find_lacks, insist, make_anew
from graph_aria.adapters.neo4j.searching import search
from graph_aria.adapters.neo4j.sweeping import list_deleted, sweep
from graph_aria.adapters.sqlite.tokens import stems_of, tokens_of
from graph_aria.domain.days import DAY, from_micros, micros
from graph_aria.domain.proof import asked_words, words_of
from graph_aria.domain.reading import EntryForm
from graph_aria.domain.views import Finding, Problem, StoreReport
from graph_aria.domain.vocabulary import Kind
from graph_aria.errors import AriaError, Unavailable

if TYPE_CHECKING:
    from datetime import timedelta

_FULL_TEXT: Final = ("entry_text", "entity_name", "form_name", "memory_text", "passage_text")
_STEMMED: Final = ("memory_text", "passage_text")
"""The indexes whose words have no endings."""
_NEARNESS: Final = ("memory_nearness", "passage_nearness")
_PROGRAMS: Final = (
    "id", "profile_id", "user_id", "entry_id", "entity_id", "target_id", "source_id",
    "subject_id", "object_id", "other_id", "merged_into", "kind", "form", "state", "verb",
    "predicate", "polarity", "tense", "rule", "zone", "origin", "language", "reader_id",
    "reason", "summary", "words", "hash", "hash_key", "key_hash",
    "request_hash", "secret_hash", "conversation_id", "turn_id", "memory_id", "superseded_by",
    "embedder_id", "read_to", "category", "learned", "slot_key", "text_key", "refused", "level",
    "indexed_by", "drawn", "occasion",
)  # fmt: skip
"""Properties that the program writes and no user does; all others are people's own words.
`words` are made from the text beside them: that they are is seen where the index is asked."""
_PROGRAMS_LABELS: Final = (
    "Store", "Migration", "MigrationLock", "Job", "Question", "MemoryLink", "MemoryRuling",
    "MemoryRevision", "Veto", "Spent",
)  # fmt: skip
_SECOND_LABELS: Final = (*Kind, *EntryForm)
_UNSCRUBBED: Final = Problem(
    "words of a deleted profile may still stand in the database",
    state="degraded",
    remedy="run `aria jobs run scrub`",
)
_Q: Final = load_queries("maintenance")


class Neo4jMaintenance:
    """Implements `ports.Maintenance`, but for `close`, and the end of a profile."""

    _engine: Engine

    async def delete_profile(self, profile_id: str) -> None:
        """See `ports.Profiles`; what it held goes in many small transactions."""

        async def work(tx: Tx) -> None:
            if await row(tx, _Q["delete_profile"], profile=profile_id) is None:
                raise no_profile(profile_id)

        await self._engine.write(work)
        # It is gone. What this leaves, the next scrub takes, or the next opening.
        with suppress(AriaError):
            await sweep(self._engine, profile_id)

    async def check(self) -> StoreReport:
        """What there is to say of the store, its problems first of all."""
        lacking = await find_lacks(self._engine)

        async def work(tx: Tx) -> StoreReport:
            version, edition = await read_server(tx)
            counted = await row(tx, _Q["count_rows"]) or []
            problems = [
                *(_told(lack) for lack in lacking),
                *await _strays(tx),
                *_exposed(self._engine.address.uri),
            ]
            if await rows(tx, _Q["list_deleted"]):
                problems.append(_UNSCRUBBED)
            names = ("profiles", "entries", "entities", "relations", "evidence", "chapters", "jobs")
            return StoreReport(
                kind="neo4j",
                version=f"{version} {edition}",
                schema_version=len(load_migrations()),
                path=f"{self._engine.address.uri}/{self._engine.address.database}",
                encrypted=False,
                n_bytes=None,
                counts=dict(zip(names, counted, strict=True)),
                problems=tuple(problems),
            )

        return await self._engine.read(work)

    async def scrub(self) -> None:
        """See `ports.Maintenance`: what deleted profiles held, and the full-text indexes.

        The files of a full-text index keep the words of what was deleted until they are
        merged, and so do those of vectors, so each index is made anew. Store files and
        transaction logs are out of reach:
        see `docs/explanation/deletion.md`.
        """
        deleted = await list_deleted(self._engine)
        for profile_id in deleted:
            await sweep(self._engine, profile_id)
        await make_anew(self._engine, (*_FULL_TEXT, *_NEARNESS))
        await self._engine.write(lambda tx: rows(tx, _Q["forget_deleted"], ids=deleted))

    async def prove_gone(
        self, words: Collection[str], *, within: str | None = None
    ) -> tuple[Finding, ...]:
        """See `ports.Maintenance`; words of less than five bytes are not looked for."""
        await self.scrub()
        asked = asked_words(words)
        findings: dict[Finding, None] = {}
        elsewhere: set[str] = set()  # words that others' texts hold, or a part of a word there
        values = {
            "programs": _PROGRAMS,
            "programs_labels": _PROGRAMS_LABELS,
            "second_labels": _SECOND_LABELS,
        }
        for name in ("list_texts", "list_relation_texts") if asked else ():
            async for label, texts, whose in self._engine.stream(_Q[name], **values):
                for key, text in texts:
                    if within not in {None, whose}:
                        elsewhere.update(word for word in asked if word in text.casefold())
                        continue
                    for folded in _held(text, asked):
                        findings[Finding(f"{label.lower()}.{key}", asked[folded])] = None
        # An index is that of all profiles: it is not asked for what another may hold.
        for folded, word in asked.items():
            if folded not in elsewhere and await self._is_left_in_index(folded):
                findings[Finding("words of the index", word)] = None
        return tuple(findings)

    @property
    def out_of_reach(self) -> tuple[str, ...]:
        """See `ports.Maintenance`: a server's files are not for its clients to read."""
        return (
            "the server's transaction logs, until they turn",
            "free space in the server's store files and indexes, until it is used again",
            "backups and dumps that were made before",
        )

    async def find_said(
        self, words: Collection[str], *, within: str | None = None
    ) -> frozenset[str]:
        """See `ports.Maintenance`."""
        asked = {word.casefold() for word in words}
        said: set[str] = set()
        if asked:
            async for (texts,) in self._engine.stream(_Q["list_said"], profile=within):
                for text in texts:
                    said |= asked & words_of(text or "")
        return frozenset(word for word in words if word.casefold() in said)

    async def backup(self, path: Path) -> None:
        """Not this program's to do: a server's files are its own.

        Raises:
            Unavailable: always.
        """
        raise Unavailable(
            f"a Neo4j is backed up with its own tools (neo4j-admin database dump), or by a copy: "
            f"aria copy --to sqlite:{path.with_suffix('')}"
        )

    async def freshen_weights(self, profile_id: str, *, now: datetime) -> int:
        """See `ports.Graph`; in batches, whatever has not come down to 1 since the last time."""

        async def find(tx: Tx) -> tuple[float, datetime]:
            found = await row(tx, _Q["find_freshened"], profile=profile_id)
            if found is None:
                raise no_profile(profile_id)
            rate, threshold, freshened_at = found
            # From the threshold, weight comes down to 1 in this many days.
            return rate, from_micros(freshened_at or 0) - _quiet(threshold, rate)

        rate, since = await self._engine.read(find)
        values = {"profile": profile_id, "since": stored(since), "now": micros(now), "rate": rate}
        n_fresh = 0
        for name in ("freshen_entities", "freshen_relations"):
            counted = await insist(self._engine, _Q[name], **values)
            n_fresh += counted[0][0]
        at = stored(now)
        await self._engine.write(
            lambda tx: rows(tx, _Q["was_freshened"], profile=profile_id, at=at)
        )
        return n_fresh

    async def _is_left_in_index(self, folded: str) -> bool:
        """Whether an index finds a word in something that does not hold it."""

        async def is_left(tx: Tx, index: str) -> bool:
            cut = stems_of if index in _STEMMED else tokens_of
            tokens = cut(folded)
            if len(tokens) != 1:
                return False
            values = {"index": index, "words": f'words:"{tokens[0]}"'}
            async for (text,) in await tx.run(_Q["find_in_index"], values):
                if tokens[0] not in cut(text or ""):
                    return True
            return False

        for index in _FULL_TEXT:
            if await search(self._engine, partial(is_left, index=index)):
                return True
        return False


async def _strays(tx: Tx) -> list[Problem]:
    problems = []
    for name, what in (
        ("count_stray_mentions", "mention"),
        ("count_stray_assertions", "statement"),
    ):
        found = await row(tx, _Q[name])
        if found is not None and found[0]:
            text = f"a {what} names an entry that is gone ({found[0]} of them)"
            problems.append(Problem(text, state="broken", remedy="try `aria rebuild`"))
    found = await row(tx, _Q["count_stray_memories"])
    if found is not None and found[0]:
        text = f"something belongs to no memory or no entry any more ({found[0]} rows)"
        problems.append(Problem(text, state="degraded", remedy="run `aria jobs run reconcile`"))
    return problems


def _told(lack: Lack) -> Problem:
    what = "constraint" if lack.rule.is_constraint else "index"
    is_needed = lack.rule.is_constraint or lack.rule.is_full_text
    return Problem(
        f"the {what} {lack.rule.name} {'is missing' if lack.stands_for is None else 'has failed'}",
        state="broken" if is_needed else "degraded",
        remedy="start again, which makes it anew; if it stays, the server's log says why",
    )


def _exposed(uri: str) -> list[Problem]:
    parts = urlsplit(uri)
    if "+s" in parts.scheme or _is_near(parts.hostname or ""):
        return []
    return [
        Problem(
            f"the password and the diary travel to {parts.hostname} in the clear",
            state="degraded",
            remedy="use neo4j+s://, or reach it by a way that is encrypted itself",
        )
    ]


def _is_near(host: str) -> bool:
    """Whether a host is this machine, or has a name that only its neighbours know."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return "." not in host


def _quiet(threshold: float, rate: float) -> timedelta:
    return math.log(threshold) / rate * DAY


def _held(text: str, asked: Collection[str]) -> set[str]:
    """Those of some folded words that a text holds as whole words."""
    folded = text.casefold()
    return {
        word
        for word in asked
        if word in folded and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", folded)
    }
