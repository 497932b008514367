"""Profiles and their tokens."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.neo4j.engine import Engine, Tx, no_profile, require_profile, row, rows
from graph_aria.adapters.neo4j.queries import load_queries
from graph_aria.adapters.neo4j.record_rows import profile_of, profile_properties, token_properties
from graph_aria.adapters.neo4j.rows import entity_properties, stored
from graph_aria.adapters.plain_rows import token_of
from graph_aria.domain.normalizing import normalized
from graph_aria.errors import Conflict, NotFound, Unavailable

if TYPE_CHECKING:
    from graph_aria.domain.graph import Entity
    from graph_aria.domain.memories import Level
    from graph_aria.domain.records import Profile
    from graph_aria.domain.views import Token
    from graph_aria.domain.weights import Dial

_Q: Final = load_queries("profiles")


async def read_profile(tx: Tx, profile_id: str) -> Profile:
    """The profile with an id.

    Raises:
        NotFound: there is none.
    """
    found = await row(tx, _Q["get_profile"], profile=profile_id)
    if found is None:
        raise no_profile(profile_id)
    return profile_of(found[0])


class Neo4jProfiles:
    """Implements `ports.Profiles`, but for `delete_profile`."""

    _engine: Engine

    async def create_profile(self, profile: Profile, user: Entity) -> None:
        """See `ports.Profiles`."""
        values = entity_properties(user, profile.dial, profile.created_at)

        async def work(tx: Tx) -> None:
            if await row(tx, _Q["find_profile"], name=profile.name) is not None:
                raise _taken(profile.name)
            await rows(tx, _Q["create_profile"], properties=profile_properties(profile))
            await rows(tx, _Q["create_user"], row=values)

        await self._engine.write(work)

    async def list_profiles(self) -> tuple[Profile, ...]:
        """See `ports.Profiles`."""

        async def work(tx: Tx) -> tuple[Profile, ...]:
            return tuple(profile_of(found[0]) for found in await rows(tx, _Q["list_profiles"]))

        return await self._engine.read(work)

    async def get_profile(self, profile_id: str) -> Profile:
        """The profile with an id."""
        return await self._engine.read(lambda tx: read_profile(tx, profile_id))

    async def find_profile(self, name: str) -> Profile | None:
        """The profile with a name."""

        async def work(tx: Tx) -> Profile | None:
            found = await row(tx, _Q["find_profile"], name=name)
            return None if found is None else profile_of(found[0])

        return await self._engine.read(work)

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

        async def work(tx: Tx) -> Profile:
            before = await read_profile(tx, profile_id)
            renamed = name is not None and name != before.name
            if renamed and await row(tx, _Q["find_profile"], name=name) is not None:
                raise _taken(name or before.name)
            found = await row(
                tx,
                _Q["change_profile"],
                profile=profile_id,
                name=name,
                zone=zone,
                token_budget=token_budget,
                wanted_rate=wanted and wanted.rate_per_day,
                wanted_threshold=wanted and wanted.threshold,
                remembers=remembers,
                level=level and level.value,
                allows_romance=allows_romance,
                level_grows=level_grows,
                lives=lives,
                reads_moods=reads_moods,
                mood_days=mood_days,
            )
            if found is None:
                raise no_profile(profile_id)
            if renamed and name is not None:
                key = normalized(name)
                await rows(tx, _Q["rename_user"], profile=profile_id, name=name, key=key)
                return await read_profile(tx, profile_id)
            return profile_of(found[0])

        return await self._engine.write(work)

    async def save_token(self, token: Token, secret_hash: bytes) -> None:
        """Store a new token."""

        async def work(tx: Tx) -> None:
            values = {
                "profile": token.profile_id,
                "properties": token_properties(token, secret_hash),
            }
            if await row(tx, _Q["save_token"], **values) is None:
                raise no_profile(token.profile_id)

        await self._engine.write(work)

    async def find_token(self, secret_hash: bytes, *, now: datetime) -> Token | None:
        """See `ports.Profiles`."""
        hashed = secret_hash.hex()
        hour = stored(now).replace(minute=0, second=0, microsecond=0)

        async def find(tx: Tx) -> Token | None:
            found = await row(tx, _Q["find_token"], secret_hash=hashed)
            return None if found is None else token_of(found[0])

        async def note(tx: Tx) -> Token | None:
            await rows(tx, _Q["note_token_use"], secret_hash=hashed, at=hour)
            return await find(tx)

        token = await self._engine.read(find)
        if token is not None and (token.last_used_at is None or token.last_used_at < hour):
            # Whoever only looks is let in while nothing can be written; it is noted later.
            with suppress(Unavailable):
                return await self._engine.write(note)
        return token

    async def list_tokens(self, profile_id: str) -> tuple[Token, ...]:
        """Tokens of a profile, oldest first."""

        async def work(tx: Tx) -> tuple[Token, ...]:
            await require_profile(tx, profile_id)
            found = await rows(tx, _Q["list_tokens"], profile=profile_id)
            return tuple(token_of(item[0]) for item in found)

        return await self._engine.read(work)

    async def revoke_token(self, profile_id: str, token_id: str, *, at: datetime) -> Token:
        """Make a token useless; one that is revoked already keeps its time."""

        async def work(tx: Tx) -> Token:
            await require_profile(tx, profile_id)
            values = {"profile": profile_id, "id": token_id, "at": stored(at)}
            found = await row(tx, _Q["revoke_token"], **values)
            if found is None:
                raise NotFound(f"this profile has no token with the id {token_id!r}")
            return token_of(found[0])

        return await self._engine.write(work)


def _taken(name: str) -> Conflict:
    return Conflict(f"there is a profile named {name!r} already; choose another name")
