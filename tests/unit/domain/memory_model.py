"""A store of memories in a few lines: what plans and replays mean, for testing pure code."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from graph_aria.domain.bearings import Bearings
from graph_aria.domain.claims import Claim, Term
from graph_aria.domain.likeness import Likeness
from graph_aria.domain.memories import (
    Category,
    Level,
    Memory,
    MemoryCandidate,
    MemoryKind,
    MemoryState,
)
from graph_aria.domain.memory_history import MemoryLink, MemoryRuling, MemoryVerb
from graph_aria.domain.memory_sources import MemorySource
from graph_aria.domain.remembering import Proposal, plan, proposed
from graph_aria.domain.replaying import Outcome, replay

BEGIN: Final = datetime(2026, 1, 1, 9, tzinfo=UTC)
LIKENESS: Final = Likeness(same=0.92, review=0.80)


def claim(text: str) -> Claim:
    """A claim by words alone: enough to tell a denial from what it denies."""
    words = text.lower().rstrip(".").split()
    denials = [word for word in words if word in {"not", "no", "never"}]
    light = {"the", "does", "not", "no", "never", "a", "an", "any"}
    terms = tuple(
        Term(word.rstrip("s"), "n", denied=bool(denials)) for word in words if word not in light
    )
    return Claim(terms, frozenset(), len(denials), (), frozenset(words))


def likeness_of_words(one: str, other: str) -> float:
    """A stand-in for a cosine: shared words of all words."""
    here, there = ({word.strip(".").lower() for word in text.split()} for text in (one, other))
    return len(here & there) / max(1, len(here | there))


BEARINGS: Final = Bearings(LIKENESS, likeness_of_words, claim)
WITHOUT_VECTORS: Final = Bearings(LIKENESS, lambda _one, _other: None, claim)


@dataclass(slots=True)
class Mind:
    """All memories of one profile."""

    bearings: Bearings = BEARINGS
    level: Level = Level.CLOSE
    allows_romance: bool = True
    memories: dict[str, Memory] = field(default_factory=dict)
    sources: list[MemorySource] = field(default_factory=list)
    links: list[MemoryLink] = field(default_factory=list)
    rulings: list[MemoryRuling] = field(default_factory=list)
    n_said: int = 0

    def propose(
        self,
        text: str,
        *,
        day: int | None = None,
        entry: str | None = None,
        corrects: bool = False,
        slot: str | None = None,
        value: str | None = None,
        category: Category = Category.TASTES,
    ) -> Proposal:
        """A proposal with an id of its own."""
        self.n_said += 1
        at = BEGIN + timedelta(days=self.n_said if day is None else day)
        memory_id = f"m{self.n_said:03d}"
        entry_id = f"e{self.n_said:03d}" if entry is None else entry
        said = MemoryCandidate(
            text,
            MemoryKind.CORRECTION if corrects else MemoryKind.FACT,
            category,
            0,
            10,
            "test:said",
            importance=0.6,
            emotional_significance=0.2,
            slot=slot,
            value=value,
            corrects=corrects,
        )
        return proposed(
            said, memory_id=memory_id, profile_id="profile", entry_id=entry_id, said_at=at, now=at
        )

    def take(self, *proposals: Proposal) -> None:
        """Plan a batch and keep what it adds."""
        made = plan(
            proposals,
            known=self.memories.values(),
            sources=self.sources,
            bearings=self.bearings,
        )
        self.memories.update({memory.id: memory for memory in made.memories})
        self.sources.extend(made.sources)
        self.links.extend(made.links)

    def say(
        self,
        text: str,
        *,
        day: int | None = None,
        entry: str | None = None,
        corrects: bool = False,
        slot: str | None = None,
        value: str | None = None,
    ) -> None:
        """Take one sentence."""
        self.take(
            self.propose(text, day=day, entry=entry, corrects=corrects, slot=slot, value=value)
        )

    def rule(self, verb: MemoryVerb, memory_id: str, other_id: str | None = None) -> None:
        """Take a ruling of the user."""
        at = BEGIN + timedelta(days=500 + len(self.rulings))
        self.rulings.append(MemoryRuling(f"r{len(self.rulings)}", verb, memory_id, at, other_id))

    def forget(self, entry_id: str) -> None:
        """Delete an entry."""
        self.sources = [one for one in self.sources if one.entry_id != entry_id]

    def outcomes(self) -> dict[str, Outcome]:
        """How every memory stands."""
        return replay(
            self.memories.values(),
            sources=self.sources,
            links=self.links,
            rulings=self.rulings,
            level=self.level,
            allows_romance=self.allows_romance,
            now=BEGIN,
        )

    def texts(self, state: MemoryState = MemoryState.CURRENT) -> list[str]:
        """Texts of the memories in a state, sorted."""
        return sorted(
            self.memories[one].text for one, how in self.outcomes().items() if how.state is state
        )
