"""Who is asking, and about which profile."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import Depends, Header, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from graph_aria.bootstrap import Services
from graph_aria.domain.records import Profile
from graph_aria.errors import Forbidden, InvalidInput, NotFound, Unauthenticated
from graph_aria.ports import Clock, Ids, Profiles, Store
from graph_aria.stages.tell_time import tell_time

_bearer = HTTPBearer(
    auto_error=False,
    scheme_name="bearer",
    description="A token of `aria token new`, or the admin secret from the data folder.",
)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who holds the token.

    Attributes:
        profile_id: the profile the token belongs to, None for the admin secret.
        read_only: whether it may only read.
    """

    profile_id: str | None
    read_only: bool

    @property
    def is_admin(self) -> bool:
        """Whether every verb is open."""
        return self.profile_id is None


@dataclass(frozen=True, slots=True)
class Scope:
    """One request's view of the services: those of one profile."""

    services: Services
    profile: Profile

    @property
    def store(self) -> Store:
        """The store."""
        return self.services.store

    @property
    def clock(self) -> Clock:
        """The clock."""
        return self.services.clock

    @property
    def ids(self) -> Ids:
        """Makes ids."""
        return self.services.ids

    async def now(self) -> datetime:
        """Now, as the stages see it."""
        return await tell_time(self.store, self.clock)

    def wake(self) -> None:
        """Tell the worker that there may be work."""
        self.services.wake.set()


def hashed(secret: str) -> bytes:
    """What is stored of a token: it is random, so no salt is needed."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


async def get_services(request: Request) -> Services:
    """The services of the running application."""
    # A coroutine, or the framework would hand each call to a thread.
    services = request.app.state.services
    if not isinstance(services, Services):
        message = "the application was not started"
        raise TypeError(message)
    return services


Running = Annotated[Services, Depends(get_services)]


async def get_caller(
    services: Running,
    bearer: Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)],
) -> Caller:
    """Who asks.

    Raises:
        Unauthenticated: no token, or one that is unknown or revoked.
    """
    if bearer is None:
        raise Unauthenticated
    secret = bearer.credentials.encode("utf-8", "surrogatepass")
    if secrets.compare_digest(secret, services.admin_secret.encode()):
        return Caller(profile_id=None, read_only=False)
    now = await tell_time(services.store, services.clock)
    token = await services.store.find_token(hashed(bearer.credentials), now=now)
    if token is None:
        raise Unauthenticated("the token is not known or was revoked; make one: `aria token new`")
    return Caller(profile_id=token.profile_id, read_only=token.read_only)


Known = Annotated[Caller, Depends(get_caller)]
ProfileName = Annotated[
    str | None,
    Header(
        alias="X-Aria-Profile",
        max_length=200,
        description="Name or id of the profile, where the admin secret is used.",
    ),
]


async def find_profile(store: Profiles, reference: str) -> Profile:
    """The profile with an id or a name.

    Raises:
        NotFound: there is none.
    """
    for profile in await store.list_profiles():
        if reference in {profile.id, profile.name}:
            return profile
    raise NotFound("there is no profile with this name or id; see `aria profile list`")


async def get_scope(services: Running, caller: Known, name: ProfileName = None) -> Scope:
    """The profile that a request is about: the token's own, or the one named.

    Raises:
        NotFound: no such profile, or not the token's.
        InvalidInput: several to choose from, and none was named.
    """
    store = services.store
    if caller.profile_id is not None:
        profile = await store.get_profile(caller.profile_id)
        if name is not None and _from_header(name) not in {profile.id, profile.name}:
            raise NotFound("this token belongs to another profile; leave X-Aria-Profile out")
        return Scope(services, profile)
    if name is not None:
        return Scope(services, await find_profile(store, _from_header(name)))
    profiles = await store.list_profiles()
    if not profiles:
        raise NotFound("there is no profile yet; make one: `aria profile add NAME`")
    if len(profiles) > 1:
        raise InvalidInput("there are several profiles; name one in the header X-Aria-Profile")
    return Scope(services, profiles[0])


def _from_header(name: str) -> str:
    # Headers are bytes; a name is UTF-8.
    try:
        return name.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return name


async def get_write_scope(scope: Annotated[Scope, Depends(get_scope)], caller: Known) -> Scope:
    """As `get_scope`, for what changes something.

    Raises:
        Forbidden: the token may only read.
    """
    if caller.read_only:
        raise Forbidden("this token may only read; use one that may write")
    return scope


async def get_admin(services: Running, caller: Known) -> Services:
    """The services, for what concerns more than one profile.

    Raises:
        Forbidden: the caller is not the admin.
    """
    if not caller.is_admin:
        raise Forbidden("this takes the admin secret, which lies in the data folder")
    return services


async def get_admin_scope(
    scope: Annotated[Scope, Depends(get_scope)], _: Annotated[Services, Depends(get_admin)]
) -> Scope:
    """As `get_scope`, for the admin alone."""
    return scope


ReadScope = Annotated[Scope, Depends(get_scope)]
WriteScope = Annotated[Scope, Depends(get_write_scope)]
Admin = Annotated[Services, Depends(get_admin)]
AdminScope = Annotated[Scope, Depends(get_admin_scope)]
