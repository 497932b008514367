"""Looking after the service: store, reader, clock, disk, settings."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections import Counter
from datetime import timedelta
from pathlib import Path

import psutil

from graph_aria.api.rendering import on_clock
from graph_aria.api.schemas.keeping import Finding
from graph_aria.bootstrap import Services, owner_of
from graph_aria.config import PREFIX, Settings
from graph_aria.domain.days import MARK_TRUST
from graph_aria.domain.languages import language_name, unread_language
from graph_aria.domain.memories import MemoryState
from graph_aria.domain.records import EntryState
from graph_aria.domain.remedies import remedy_of
from graph_aria.domain.sentences import counted
from graph_aria.domain.views import StoreReport
from graph_aria.errors import AriaError, EmbedderAway

_LOW_BYTES = 500_000_000
_FULL_BYTES = 2_000_000
_MOST_UNREAD = 200
_NOT_STARTED = "not started"
_BUSY = ", reading just now"
_BUSY_SECONDS = 0.5
_EMBEDDER_SECONDS = 2.0
_SLACK = timedelta(minutes=5)
_NOUNS = {
    "profiles": ("profile",),
    "entries": ("entry", "entries"),
    "entities": ("entity", "entities"),
    "relations": ("relation",),
    "evidence": ("piece of evidence", "pieces of evidence"),
    "chapters": ("chapter",),
}
OK, DEGRADED, BROKEN = "ok", "degraded", "broken"


async def examine(services: Services) -> list[Finding]:
    """Everything that can be looked at while the store is open."""
    looked_at = await _store_and_jobs(services)
    reader = await _reader(services)
    return [
        *looked_at,
        reader,
        *_chat(services),
        *await _languages(services),
        *await _memories(services, is_busy=reader.detail.endswith(_BUSY)),
        await _clock(services),
        *(Finding(what=what, state=BROKEN, detail=why) for what, why in services.health.items()),
        *_around(services.settings),
    ]


def examine_closed(settings: Settings, reason: str) -> list[Finding]:
    """What can be looked at when the store does not open: folder, disk, settings."""
    return [Finding(what="store", state=BROKEN, detail=reason), *_around(settings)]


def _around(settings: Settings) -> list[Finding]:
    return [_folder(settings), _disk(settings), _network(settings), _config(settings)]


async def _store_and_jobs(services: Services) -> list[Finding]:
    try:
        report = await services.store.check()
        open_jobs = await services.store.count_jobs()
    except AriaError as error:
        return [Finding(what="store", state=BROKEN, detail=error.message)]
    n_done = report.counts.get("jobs", 0) - sum(open_jobs.values())
    return [*_store(report), _jobs(open_jobs, n_done=max(0, n_done))]


def _store(report: StoreReport) -> list[Finding]:
    counts = ", ".join(
        counted(n, *_NOUNS.get(name, (name, name)))
        for name, n in report.counts.items()
        if name != "jobs"  # these have a line of their own
    )
    facts = [report.path]
    if report.n_bytes is not None:
        facts.append(f"{report.n_bytes / 1e6:.1f} MB")
        facts.append("encrypted" if report.encrypted else "not encrypted")
    facts.append(f"schema {report.schema_version}")
    findings = [
        Finding(
            what="store",
            state=OK,
            detail=f"{', '.join(facts)}; {counts}",
        ),
        Finding(what=report.kind, state=OK, detail=report.version),
    ]
    findings += [
        Finding(
            what="store",
            state=problem.state,
            detail=problem.detail,
            remedy=problem.remedy,
        )
        for problem in report.problems
    ]
    return findings


def _jobs(counts: dict[str, int], *, n_done: int) -> Finding:
    dead = counts.get("dead", 0)
    waiting = counts.get("queued", 0) + counts.get("leased", 0)
    rest = f"{waiting or 'none'} waiting, {n_done:,} done"
    if dead:
        return Finding(
            what="jobs",
            state=DEGRADED,
            detail=f"{dead} given up, {rest}",
            remedy="see `aria jobs list --state dead`, then `aria jobs retry`",
        )
    return Finding(what="jobs", state=OK, detail=rest)


async def _reader(services: Services) -> Finding:
    starting = asyncio.ensure_future(services.reader.start())
    is_busy = False
    while not starting.done() and not is_busy:
        is_loaded = services.reader.reader_id != _NOT_STARTED
        await asyncio.wait({starting}, timeout=_BUSY_SECONDS)
        is_busy = is_loaded and not starting.done()
    starting.cancel()  # it would wait for what is being read
    try:
        await starting
    except asyncio.CancelledError:
        if not is_busy:
            raise
    except AriaError as error:
        return Finding(what="reader", state=BROKEN, detail=error.message)
    lack = services.reader.degraded
    memory = _memory() + (_BUSY if is_busy else "")
    if lack is not None:
        return Finding(what="reader", state=DEGRADED, detail=services.reader.reader_id, remedy=lack)
    return Finding(what="reader", state=OK, detail=f"{services.reader.reader_id}; {memory}")


def _chat(services: Services) -> list[Finding]:
    """Who talks, if a chat model is set, and why it is not asked just now."""
    companion = services.faculties.companion
    if companion is None:
        return []
    lack = companion.degraded
    detail = f"{companion.model_id}, {companion.window:,} tokens"
    if lack is not None:
        detail = f"{detail}; it is not asked just now, offline ARIA replies"
        return [Finding(what="chat", state=DEGRADED, detail=detail, remedy=lack)]
    return [Finding(what="chat", state=OK, detail=detail)]


async def _languages(services: Services) -> list[Finding]:
    """Entries that wait for a language to be read, by language; at most so many are counted."""
    counts: Counter[str] = Counter()
    try:
        for profile in await services.store.list_profiles():
            page = await services.store.list_entries(
                profile.id, state=EntryState.UNREAD, limit=_MOST_UNREAD
            )
            counts.update(entry.reason for entry in page.items if entry.reason is not None)
    except AriaError:
        return []  # the store's own line tells
    return [
        Finding(
            what="languages",
            state=OK,
            detail=f"{counted(n, 'entry', 'entries')} in {language_name(code)} not read",
            remedy=remedy_of(reason),
        )
        for reason, n in counts.most_common()
        if (code := unread_language(reason)) is not None
    ]


async def _memories(services: Services, *, is_busy: bool) -> list[Finding]:
    """The memory switches, how many memories there are, and whether they can be compared."""
    counts: Counter[MemoryState] = Counter()
    off = []
    try:
        for profile in await services.store.list_profiles():
            counts.update(await services.store.count_memories(profile.id))
            if not profile.remembers:
                off.append(profile.name)
    except AriaError:
        return []  # the store's own line tells
    n = sum(counts.values()) - counts[MemoryState.SUPERSEDED] - counts[MemoryState.MERGED]
    detail = counted(n, "memory", "memories")
    if counts[MemoryState.PENDING]:
        detail += f", {counts[MemoryState.PENDING]} of them to be reviewed (`aria memory review`)"
    if not services.faculties.remembers:
        detail = f"off for all profiles (ARIA_MEMORY_ENABLED=false); {detail}"
    elif off:
        detail = f"off for {', '.join(off)} (`aria settings set memory on`); {detail}"
    if is_busy:  # nobody waits for what is being read
        return [Finding(what="memory", state=OK, detail=f"{detail}; the embedder is busy")]
    asked = asyncio.ensure_future(services.faculties.vectors.describe())
    await asyncio.wait({asked}, timeout=_EMBEDDER_SECONDS)
    if not asked.done():  # what is being read comes first; it ends by itself
        asked.add_done_callback(lambda task: task.cancelled() or task.exception())
        return [Finding(what="memory", state=OK, detail=f"{detail}; the embedder is busy")]
    try:
        made_by = asked.result()
    except EmbedderAway as error:
        return [
            Finding(
                what="memory",
                state=DEGRADED,
                detail=f"{detail}; compared by words alone: {error.message}",
                remedy="install graph-aria again with pip, if this stays so"
                if services.settings.embedding_model is None
                else "start the endpoint, or correct ARIA_EMBEDDING_MODEL, ARIA_LLM_BASE_URL or "
                "ARIA_LLM_API_KEY",
            )
        ]
    return [Finding(what="memory", state=OK, detail=f"{detail}; by {made_by.embedder_id}")]


def _memory() -> str:
    own = psutil.Process()
    n_bytes = 0
    for process in [own, *own.children(recursive=True)]:
        try:
            n_bytes += process.memory_info().rss
        except psutil.Error:
            continue
    return f"{n_bytes / 1e6:.0f} MB of memory in all"


async def _clock(services: Services) -> Finding:
    now, mark = services.clock.now(), await services.store.read_mark()
    zones = {profile.zone for profile in await services.store.list_profiles()}
    zone = zones.pop() if len(zones) == 1 else services.settings.new_zone
    if mark is None or mark - now <= _SLACK:
        return Finding(what="clock", state=OK, detail=on_clock(now, zone))
    ahead = f"the store was last written at {on_clock(mark, zone)}, but it is {on_clock(now, zone)}"
    if mark - now > MARK_TRUST:
        return Finding(
            what="clock",
            state=DEGRADED,
            detail=f"{ahead}; one of the two is far off: the clock is believed",
            remedy="check the clock of this machine",
        )
    return Finding(
        what="clock",
        state=DEGRADED,
        detail=f"{ahead}; until the clock has caught up, the later time counts",
        remedy="check the clock of this machine",
    )


def _folder(settings: Settings) -> Finding:
    path = settings.data_dir
    owner = owner_of(settings)
    if owner is None or owner.get("pid") == os.getpid():
        where = f", serving at {owner['address']}" if owner and "address" in owner else ""
        detail = f"{path}{where}"
    else:
        where = f", serving at {owner['address']}" if "address" in owner else ""
        detail = f"{path}, owned by process {owner.get('pid')} ({owner.get('command')}){where}"
    try:
        loose = path.exists() and path.stat().st_mode & 0o077
    except OSError as error:
        return Finding(
            what="data folder",
            state=BROKEN,
            detail=f"{path}: {(error.strerror or 'cannot be looked at').lower()}",
            remedy="check its permissions",
        )
    if path.exists() and not os.access(path, os.W_OK):
        return Finding(
            what="data folder",
            state=BROKEN,
            detail=f"{detail}; it is read-only, nothing can be stored",
            remedy="check its permissions, and whether its disk is mounted read-only",
        )
    if loose:
        return Finding(
            what="data folder",
            state=DEGRADED,
            detail=f"{detail}; others can look into it",
            remedy=f"chmod 700 {path}",
        )
    return Finding(what="data folder", state=OK, detail=detail)


def _disk(settings: Settings) -> Finding:
    path: Path = settings.data_dir
    while not path.exists() and path != path.parent:
        path = path.parent
    try:
        free = shutil.disk_usage(path).free
    except OSError as error:
        return Finding(what="disk", state=BROKEN, detail=(error.strerror or "unknown").lower())
    detail = f"{free / 1e9:.1f} GB free"
    if free < _FULL_BYTES:
        detail = f"full: {free / 1e6:.1f} MB free, nothing may be stored any more"
        return Finding(what="disk", state=BROKEN, detail=detail, remedy="make room")
    if free < _LOW_BYTES:
        return Finding(what="disk", state=DEGRADED, detail=detail, remedy="make room")
    return Finding(what="disk", state=OK, detail=detail)


def _config(settings: Settings) -> Finding:
    """What is set, from the environment or by an option; secrets are not told."""
    given = sorted(settings.model_fields_set)
    said = [f"{PREFIX}{key.upper()}={getattr(settings, key)}" for key in given]
    return Finding(what="config", state=OK, detail=", ".join(said) or "nothing is set")


def _network(settings: Settings) -> Finding:
    if settings.is_loopback:
        return Finding(
            what="network", state=OK, detail=f"serves this machine only ({settings.host})"
        )
    return Finding(
        what="network",
        state=DEGRADED,
        detail=f"serves other machines ({settings.host}), without encryption on the way",
        remedy="set ARIA_HOST to 127.0.0.1, or put a proxy with TLS before it",
    )
