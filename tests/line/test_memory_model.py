"""Memories of lives drawn at random, whatever is read again, edited, deleted, pinned or undone."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from graph_aria.domain.memories import (
    Category,
    Memory,
    MemoryCandidate,
    MemoryKind,
    MemoryState,
)
from graph_aria.domain.memory_history import MemoryVerb
from graph_aria.domain.reading import Reading, ReadRequest
from graph_aria.errors import Conflict, NotFound
from tests.line.talk import Mind, Talk
from tests.line.world import BEGIN, ScriptedReader, World, opened

_SAID: Final = re.compile(r"(!?)(\w+)=(\w+)")
SLOTS: Final = ("home", "tea", "job")
VALUES: Final = ("oslo", "like", "nurse")
FREE: Final = ("chess", "piano")


def read(text: str, generation: int) -> Reading:
    """What a text says: `home=oslo`, `!home=oslo` as a correction, `free=chess` without a slot.

    A later generation of the reader puts it in other words.
    """
    found = []
    for said in _SAID.finditer(text):
        correction, slot, value = said.groups()
        words = f"The user's {slot} is {value}" + " now" * generation + "."
        found.append(
            MemoryCandidate(
                text=words,
                kind=MemoryKind.CORRECTION if correction else MemoryKind.FACT,
                category=Category.WORK,
                start=said.start(),
                end=said.end(),
                rule="test:drawn",
                slot=None if slot == "free" else slot,
                value=None if slot == "free" else value,
                corrects=bool(correction),
            )
        )
    return Reading((), (), (), "en", f"drawn {generation}", memories=tuple(found))


@dataclass
class Drawn(ScriptedReader):
    """Reads what is drawn."""

    generation: int = 0

    async def read_batch(self, requests: Sequence[ReadRequest]) -> list[Reading]:
        return [read(request.text, self.generation) for request in requests]


@dataclass
class Life:
    """A life with what was said in it."""

    world: World
    reader: Drawn
    mind: Mind
    entries: list[tuple[str, datetime]] = field(default_factory=list)
    talks: dict[int, Talk] = field(default_factory=dict)
    talk_of: dict[str, int] = field(default_factory=dict)
    off: set[int] = field(default_factory=set)
    n_steps: int = 0

    @property
    def now(self) -> datetime:
        return BEGIN + timedelta(days=400, minutes=self.n_steps)

    async def say(self, day: int, text: str) -> None:
        """Say something that was on a day, at a time of its own."""
        at = BEGIN + timedelta(days=day, minutes=self.n_steps)
        entry = await self.world.say(f"{self.n_steps}: {text}", at=at, recorded_at=self.now)
        self.entries.append((entry.id, at))
        await self.world.work()

    async def hear(self, n: int, text: str) -> None:
        """Take a turn of one of two conversations, with its reply."""
        talk = self.talks.setdefault(n, await Talk.begin(self.world))
        (entry,) = await talk.live((f"{self.n_steps}: {text}", "home=reply !tea=reply"))
        self.entries.append((entry.id, entry.occurred_at))
        self.talk_of[entry.id] = n

    async def switch(self, n: int) -> None:
        """Turn the switch of a conversation."""
        if n in self.talks:
            self.off ^= {n}
            await self.talks[n].remember(remembers=n not in self.off)

    def pick(self, n: int) -> str | None:
        return self.entries[n % len(self.entries)][0] if self.entries else None

    async def pick_memory(self, n: int) -> Memory | None:
        found = await self.mind.all()
        return found[n % len(found)] if found else None


@dataclass(frozen=True)
class Step:
    """Something that happens: what, to which, and with what."""

    what: str
    n: int = 0
    day: int = 0
    text: str = ""

    async def do(self, life: Life) -> None:
        life.n_steps += 1
        life.world.clock.instant = life.now
        if self.what == "say":
            await life.say(self.day, self.text)
        elif self.what == "turn":
            await life.hear(self.n % 2, self.text)
        elif self.what == "switch":
            await life.switch(self.n % 2)
        elif self.what in {"reread", "edit", "delete"}:
            await self._to_entry(life)
        elif (memory := await life.pick_memory(self.n)) is not None:
            await self._to_memory(life, memory)

    async def _to_entry(self, life: Life) -> None:
        entry_id = life.pick(self.n)
        if entry_id is None:
            return
        if self.what == "reread":
            await life.world.reread(entry_id)
        elif self.what == "edit":
            await life.world.edit(entry_id, f"{life.n_steps}: {self.text}")
            await life.world.work()
        else:
            life.entries = [each for each in life.entries if each[0] != entry_id]
            await life.world.forget(entry_id)

    async def _to_memory(self, life: Life, memory: Memory) -> None:
        mind = life.mind
        verbs: dict[str, Callable[[], Awaitable[object]]] = {
            "pin": lambda: mind.rule(memory.id, MemoryVerb.PIN),
            "unpin": lambda: mind.rule(memory.id, MemoryVerb.UNPIN),
            "archive": lambda: mind.rule(memory.id, MemoryVerb.ARCHIVE),
            "restore": lambda: mind.rule(memory.id, MemoryVerb.RESTORE),
            "change": lambda: mind.edit(memory.id, f"The user wrote {life.n_steps}."),
            "undo": lambda: mind.undo(memory.id),
            "forget": lambda: mind.forget(memory.id),
        }
        try:
            await verbs[self.what]()
        except (Conflict, NotFound):
            assert self.what == "undo"


SAID: Final = st.lists(
    st.one_of(
        st.builds(
            "{}{}={}".format, st.sampled_from(["", "", "", "!"]), st.sampled_from(SLOTS),
            st.sampled_from(VALUES),
        ),
        st.builds("free={}".format, st.sampled_from(FREE)),
    ),
    max_size=3,
).map(" ".join)  # fmt: skip
PLAIN: Final = SAID.map(lambda text: text.replace("!", ""))


def steps(said: st.SearchStrategy[str], *whats: str) -> st.SearchStrategy[list[Step]]:
    """Sequences of what happens; half of it is something said."""
    return st.lists(
        st.builds(
            Step,
            st.one_of(st.just("say"), st.sampled_from(whats)),
            st.integers(0, 9),
            st.integers(0, 30),
            said,
        ),
        min_size=2,
        max_size=9,
    )


TO_ENTRIES: Final = ("reread", "edit", "delete")
BY_HAND: Final = ("pin", "unpin", "archive", "restore", "change", "undo", "forget")


async def check(life: Life, before: dict[str, Memory], step: Step) -> None:
    """What holds after every step."""
    memories = await life.mind.all()
    by_id = {one.id: one for one in memories}
    for one in memories:
        sources = await life.mind.sources(one.id)
        assert sources, one
        for source in sources:
            entry = await life.world.store.get_entry(life.world.profile_id, source.entry_id)
            assert entry.text[source.said.start : source.said.end].strip()
        assert one.superseded_by is None or one.superseded_by in by_id
        assert (one.superseded_by is None) is (
            one.state not in {MemoryState.SUPERSEDED, MemoryState.MERGED}
        )
    current = [one for one in memories if one.state is MemoryState.CURRENT]
    filled = [(one.slot, one.value) for one in current if one.slot is not None]
    assert len({slot for slot, _ in filled}) == len(set(filled)), filled
    if step.what in {"say", "reread", "pin", "archive", "restore"}:
        for was in before.values():
            if was.pinned:
                one = by_id[was.id]
                assert one.text == was.text
                assert one.pinned or one.state is MemoryState.SUPERSEDED


async def lived(
    folder: Path, happens: list[Step]
) -> tuple[list[object], list[tuple[datetime, str]]]:
    """Live through steps, checking each; what is remembered, and the entries that are left."""
    reader = Drawn()
    async with opened(folder, reader=reader) as world:
        life = Life(world, reader, Mind(world))
        for step in happens:
            before = {one.id: one for one in await life.mind.all()}
            await step.do(life)
            await check(life, before, step)
        left = [
            (at, (await world.store.get_entry(world.profile_id, entry_id)).text)
            for entry_id, at in life.entries
            if life.talk_of.get(entry_id) not in life.off
        ]
        return await life.mind.story(), left


async def told(folder: Path, entries: list[tuple[datetime, str]]) -> list[object]:
    """What is remembered where some entries are all that was ever said."""
    reader = Drawn()
    async with opened(folder, reader=reader) as world:
        for at, text in entries:
            await world.say(text, at=at, recorded_at=BEGIN + timedelta(days=500))
            await world.work()
        return await Mind(world).story()


def run(check_: Callable[[Path], Awaitable[None]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_awaited(check_, Path(folder)))


async def _awaited(check_: Callable[[Path], Awaitable[None]], folder: Path) -> None:
    await check_(folder)


FEW: Final = settings(
    max_examples=settings().max_examples // 4,
    phases=(Phase.explicit, Phase.generate),
    report_multiple_bugs=False,
)
"""As few as a real store allows; what fails is drawn again from the seed, not made small."""


@FEW
@given(steps(SAID, *TO_ENTRIES, *BY_HAND))
def test_what_must_hold_holds_whatever_happens(happens: list[Step]) -> None:
    async def live(folder: Path) -> None:
        await lived(folder, happens)

    run(live)


@FEW
@given(steps(PLAIN, *TO_ENTRIES), st.randoms(use_true_random=False))
def test_what_is_remembered_is_what_the_entries_that_are_left_say(
    happens: list[Step], random: Random
) -> None:
    async def live(folder: Path) -> None:
        story, left = await lived(folder / "lived", happens)
        assert await told(folder / "told", left) == story
        shuffled = list(left)
        random.shuffle(shuffled)
        assert await told(folder / "shuffled", shuffled) == story

    run(live)


@FEW
@given(steps(SAID, "delete"))
def test_what_was_deleted_was_never_said(happens: list[Step]) -> None:
    async def live(folder: Path) -> None:
        story, left = await lived(folder / "lived", happens)
        assert await told(folder / "told", left) == story

    run(live)


@FEW
@given(steps(PLAIN, "turn", "turn", "switch", "delete", "reread", "edit"))
def test_what_is_not_to_be_remembered_was_never_said(happens: list[Step]) -> None:
    async def live(folder: Path) -> None:
        story, left = await lived(folder / "lived", happens)
        assert await told(folder / "told", left) == story

    run(live)


def standing(story: list[object]) -> list[tuple[str, str]]:
    """What holds, or waits for an answer: the words and the state of each."""
    told = {(str(one[0]), str(one[1])) for one in story if isinstance(one, tuple)}
    return sorted(each for each in told if each[1] in {"current", "pending"})


@FEW
@given(steps(SAID, *TO_ENTRIES), st.randoms(use_true_random=False))
def test_what_holds_does_not_hang_on_the_order_in_which_corrections_came(
    happens: list[Step], random: Random
) -> None:
    async def live(folder: Path) -> None:
        story, left = await lived(folder / "lived", happens)
        assert standing(await told(folder / "told", left)) == standing(story)
        random.shuffle(left)
        assert standing(await told(folder / "shuffled", left)) == standing(story)

    run(live)
