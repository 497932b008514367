"""Jobs, settings, profiles, tokens and the state of the service over the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import ConfigDict, Field

from graph_aria.api.schemas.values import Instant, Label, Sent, Shown, TokenBudget, Zone, takes
from graph_aria.domain.memories import Level
from graph_aria.domain.moods import FEWEST_DAYS, MOST_DAYS
from graph_aria.domain.records import Profile
from graph_aria.domain.views import Job, Token


class ShownJob(Shown):
    """A piece of work in the outbox."""

    id: str
    kind: str
    subject_id: str | None = Field(
        description="The entry that it reads; of a fade by hand, the instant it looks from."
    )
    state: str = Field(description="`queued`, `leased`, `done` or `dead`.")
    attempts: int
    due_at: datetime
    created_at: datetime
    finished_at: datetime | None
    reason: str | None = Field(description="Why the last attempt failed.")
    summary: str | None = Field(description="What it did.")

    @classmethod
    def of(cls, job: Job) -> ShownJob:
        """A job as it is shown."""
        return cls(
            id=job.id,
            kind=job.kind,
            subject_id=job.subject_id,
            state=job.state,
            attempts=job.attempts,
            due_at=job.due_at,
            created_at=job.created_at,
            finished_at=job.finished_at,
            reason=job.reason,
            summary=job.summary,
        )


class Started(Shown):
    """A job that was queued; null if one of its kind was waiting already."""

    job: ShownJob | None


class Retry(Sent):
    """Which of the dead jobs to try again."""

    model_config = ConfigDict(json_schema_extra={"examples": [{}]})

    job_id: Label | None = Field(default=None, description="All of them if left out.")


class DecayRun(Sent):
    """How to look for what has faded."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"dry_run": True}]})

    dry_run: bool = Field(default=False, strict=True, description="Only report.")
    as_of: Instant | None = Field(
        default=None, description="Look from this instant; a future one takes `dry_run`."
    )


class Faded(Shown):
    """Something that has faded."""

    target_id: str
    what: str = Field(description="Name of the entity, or the relation as a sentence.")
    faded_at: datetime


class DecayReport(Shown):
    """What was archived, or would be, earliest first."""

    as_of: datetime
    dry_run: bool
    n_faded: int
    faded: list[Faded] = Field(description="The first 200.")
    job: ShownJob | None = Field(
        default=None, description="The job that archived it; null for a dry run."
    )


class ShownSettings(Shown):
    """What can be changed at run time."""

    name: str
    zone: str
    token_budget: int
    decay_rate_per_day: float
    fade_threshold: float
    memory: bool = Field(description="While it is off, entries are stored unread.")
    level: Level = Field(description="How close you and ARIA are: which memories are used.")
    level_grows: bool = Field(
        description="Whether the level rises by itself with time and use; it never falls."
    )
    romance: bool = Field(description="Whether memories about romance may be used.")
    life: bool = Field(
        description="While it is off, no focus and no milestone is learned, shown or used."
    )
    mood: bool = Field(
        description="Whether it is noted how an entry felt when it is read. When it goes off, what "
        "was noted stays until it is cleared or its days are over."
    )
    mood_days: int = Field(description="For how many days that is kept.")
    pending: str | None = Field(
        description="Set while all weights are computed again under new values."
    )
    note: str | None = Field(description="Told where something else overrides a setting.")
    n_unread: int | None = Field(
        default=None,
        description="After memory was switched on: entries that wait unread (`reread?unread`).",
    )
    n_memories: int | None = Field(
        default=None,
        description="After level or romance changed: memories that are held or used since.",
    )

    @classmethod
    def of(
        cls,
        profile: Profile,
        *,
        memory_enabled: bool,
        n_unread: int | None = None,
        n_memories: int | None = None,
    ) -> ShownSettings:
        """The settings of a profile; of a dial that is on its way, the new one.

        Args:
            profile: whose.
            memory_enabled: the switch of all profiles.
            n_unread: entries that wait unread, if that was asked for.
            n_memories: memories that a change of the level moved, if there was one.
        """
        dial = profile.wanted or profile.dial
        return cls(
            name=profile.name,
            zone=profile.zone,
            token_budget=profile.token_budget,
            decay_rate_per_day=dial.rate_per_day,
            fade_threshold=dial.threshold,
            memory=profile.remembers,
            level=profile.level,
            level_grows=profile.level_grows,
            romance=profile.allows_romance,
            life=profile.lives,
            mood=profile.reads_moods,
            mood_days=profile.mood_days,
            n_unread=n_unread,
            n_memories=n_memories,
            note=None
            if memory_enabled
            else "ARIA_MEMORY_ENABLED=false: memory is off for all profiles, whatever is set here",
            pending=None
            if profile.wanted is None
            else "weights are being computed again; until then the old values hold",
        )


class EditedSettings(Sent):
    """The settings that change; those left out stay."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"decay_rate_per_day": 0.04}]})

    name: Label | None = None
    zone: Zone | None = None
    token_budget: TokenBudget | None = None
    decay_rate_per_day: (
        Annotated[float, Field(gt=0, le=1), takes("a number above 0, up to 1")] | None
    ) = None
    fade_threshold: (
        Annotated[float, Field(gt=1, lt=2), takes("a number above 1 and below 2")] | None
    ) = None
    memory: Annotated[bool, Field(strict=True)] | None = None
    level: Level | None = None
    level_grows: Annotated[bool, Field(strict=True)] | None = None
    romance: Annotated[bool, Field(strict=True)] | None = None
    life: Annotated[bool, Field(strict=True)] | None = None
    mood: Annotated[bool, Field(strict=True)] | None = None
    mood_days: Annotated[int, Field(ge=FEWEST_DAYS, le=MOST_DAYS, strict=True)] | None = None


class NewProfile(Sent):
    """A profile to be."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"name": "Maya", "zone": "Europe/Athens"}]}
    )

    name: Label
    zone: Zone | None = Field(default=None, description="The server's own if left out.")


class ShownProfile(Shown):
    """One person's graph."""

    id: str
    name: str
    zone: str
    user_id: str = Field(description="The entity that is the user.")
    created_at: datetime

    @classmethod
    def of(cls, profile: Profile) -> ShownProfile:
        """A profile as it is shown."""
        return cls(
            id=profile.id,
            name=profile.name,
            zone=profile.zone,
            user_id=profile.user_id,
            created_at=profile.created_at,
        )


class DeletedProfile(ShownProfile):
    """A profile that is gone."""

    note: str | None = Field(description="What of it may still stand in the file, and why.")


class NewToken(Sent):
    """A token to be."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"name": "phone", "read_only": False}]}
    )

    name: Label
    read_only: bool = Field(default=False, strict=True)


class ShownToken(Shown):
    """An access token, without its secret."""

    id: str
    profile_id: str
    name: str
    read_only: bool
    created_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None

    @classmethod
    def of(cls, token: Token) -> ShownToken:
        """A token as it is shown."""
        return cls(
            id=token.id,
            profile_id=token.profile_id,
            name=token.name,
            read_only=token.read_only,
            created_at=token.created_at,
            last_used_at=token.last_used_at,
            revoked_at=token.revoked_at,
        )


class IssuedToken(Shown):
    """A new token with its secret, which is shown this once."""

    token: ShownToken
    secret: str


class BackupOrder(Sent):
    """Where a backup goes."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"path": "/backups/aria.db"}]})

    path: Label = Field(
        max_length=4096,
        description="Absolute path on the server's machine, of a file that is not there yet.",
    )


class BackupDone(Shown):
    """Where a backup is."""

    path: str
    n_bytes: int
    note: str


class Finding(Shown):
    """One thing that `doctor` looked at."""

    what: str = Field(examples=["reader"])
    state: str = Field(description="`ok`, `degraded` or `broken`.")
    detail: str
    remedy: str | None = None


class Report(Shown):
    """The state of the service."""

    findings: list[Finding]


class Health(Shown):
    """Whether the service lives, or is ready."""

    status: str = Field(examples=["ok"])
    problems: dict[str, str] = Field(
        default_factory=dict, description="What is wrong, by part; empty when all is well."
    )
