"""Profiles and their tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import apsw

from graph_aria.adapters.plain_rows import token_of
from graph_aria.adapters.sqlite.engine import Engine, many, profile_key, row, rows
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.adapters.sqlite.record_rows import profile_of, profile_values, token_columns
from graph_aria.adapters.sqlite.rows import entity_values
from graph_aria.domain.days import micros
from graph_aria.domain.normalizing import normalized
from graph_aria.errors import Conflict, NotFound

if TYPE_CHECKING:
    from datetime import datetime

    from graph_aria.adapters.sqlite.nearest import Nearest
    from graph_aria.domain.graph import Entity
    from graph_aria.domain.memories import Level
    from graph_aria.domain.records import Profile
    from graph_aria.domain.views import Token
    from graph_aria.domain.weights import Dial

_Q: Final = load_queries("profiles")
_GRAPH: Final = load_queries("graph_write")
_KEEPING: Final = load_queries("keeping")


def read_profile(db: apsw.Connection, profile_id: str) -> Profile:
    """The profile with an id.

    Raises:
        NotFound: there is none.
    """
    found = row(db, _Q["get_profile"], (profile_id,))
    if found is None:
        raise NotFound(f"there is no profile with the id {profile_id!r}")
    return profile_of(found)


class SqliteProfiles:
    """Implements `ports.Profiles`."""

    _engine: Engine
    _nearest: Nearest

    async def create_profile(self, profile: Profile, user: Entity) -> None:
        """See `ports.Profiles`."""

        def work(db: apsw.Connection) -> None:
            try:
                db.execute(_Q["create_profile"], profile_values(profile))
            except apsw.ConstraintError as error:
                raise _taken(profile.name) from error
            many(db, _GRAPH["save_entity"], [entity_values(profile_key(db, profile.id), user)])

        await self._engine.write(work)

    async def list_profiles(self) -> tuple[Profile, ...]:
        """See `ports.Profiles`."""

        def work(db: apsw.Connection) -> tuple[Profile, ...]:
            return tuple(profile_of(found) for found in rows(db, _Q["list_profiles"]))

        return await self._engine.look(work)

    async def get_profile(self, profile_id: str) -> Profile:
        """The profile with an id."""
        return await self._engine.look(
            lambda db: read_profile(db, profile_id), remember=("profile", profile_id)
        )

    async def find_profile(self, name: str) -> Profile | None:
        """The profile with a name."""

        def work(db: apsw.Connection) -> Profile | None:
            found = row(db, _Q["find_profile"], (name,))
            return None if found is None else profile_of(found)

        return await self._engine.look(work)

    async def change_profile(  # noqa: PLR0913 - a profile has that many settings
        self,
        profile_id: str,
        *,
        name: str | None = None,
        zone: str | None = None,
        token_budget: int | None = None,
        wanted: Dial | None = None,
        remembers: bool | None = None,
        level: Level | None = None,
        allows_romance: bool | None = None,
        level_grows: bool | None = None,
        lives: bool | None = None,
        reads_moods: bool | None = None,
        mood_days: int | None = None,
    ) -> Profile:
        """See `ports.Profiles`."""

        def work(db: apsw.Connection) -> Profile:
            before = read_profile(db, profile_id)
            key = profile_key(db, profile_id)
            values = {
                "key": key,
                "name": name,
                "zone": zone,
                "token_budget": token_budget,
                "wanted_rate": wanted and wanted.rate_per_day,
                "wanted_threshold": wanted and wanted.threshold,
                "remembers": remembers,
                "level": level and level.value,
                "allows_romance": allows_romance,
                "level_grows": level_grows,
                "lives": lives,
                "reads_moods": reads_moods,
                "mood_days": mood_days,
            }
            try:
                db.execute(_Q["change_profile"], values)
            except apsw.ConstraintError as error:
                raise _taken(name or before.name) from error
            if name is not None and name != before.name:
                renamed = {"key": key, "name": name, "normalized": normalized(name)}
                db.execute(_Q["rename_user"], renamed)
                db.execute(_Q["raise_version"], {"key": key})
            return read_profile(db, profile_id)

        return await self._engine.write(work)

    async def delete_profile(self, profile_id: str) -> None:
        """See `ports.Profiles`."""

        def work(db: apsw.Connection) -> None:
            db.execute(_Q["delete_profile"], (profile_key(db, profile_id),))
            db.execute(_KEEPING["want_scrub"])

        await self._engine.write(work, kept=lambda _: self._nearest.forget(profile_id))

    async def save_token(self, token: Token, secret_hash: bytes) -> None:
        """Store a new token."""

        def work(db: apsw.Connection) -> None:
            key = profile_key(db, token.profile_id)
            db.execute(_Q["save_token"], token_columns(key, token, secret_hash))

        await self._engine.write(work)

    async def find_token(self, secret_hash: bytes, *, now: datetime) -> Token | None:
        """See `ports.Profiles`."""
        hour = now.replace(minute=0, second=0, microsecond=0)

        def find(db: apsw.Connection) -> Token | None:
            found = row(db, _Q["find_token"], (secret_hash,))
            return None if found is None else token_of(found)

        def note(db: apsw.Connection) -> None:
            db.execute(_Q["note_token_use"], {"secret_hash": secret_hash, "at": micros(hour)})

        token = await self._engine.look(find, remember=("token", secret_hash))
        if token is not None and (token.last_used_at is None or token.last_used_at < hour):
            await self._engine.write(note)
            token = await self._engine.look(find, remember=("token", secret_hash))
        return token

    async def list_tokens(self, profile_id: str) -> tuple[Token, ...]:
        """Tokens of a profile, oldest first."""

        def work(db: apsw.Connection) -> tuple[Token, ...]:
            key = profile_key(db, profile_id)
            return tuple(token_of(found) for found in rows(db, _Q["list_tokens"], (key,)))

        return await self._engine.read(work)

    async def revoke_token(self, profile_id: str, token_id: str, *, at: datetime) -> Token:
        """Make a token useless; one that is revoked already keeps its time."""

        def work(db: apsw.Connection) -> Token:
            key = profile_key(db, profile_id)
            values = {"profile": key, "id": token_id, "at": micros(at)}
            db.execute(_Q["revoke_token"], values)
            found = row(db, _Q["get_token"], (key, token_id))
            if found is None:
                raise NotFound(f"this profile has no token with the id {token_id!r}")
            return token_of(found)

        return await self._engine.write(work)


def _taken(name: str) -> Conflict:
    return Conflict(f"there is a profile named {name!r} already; choose another name")
