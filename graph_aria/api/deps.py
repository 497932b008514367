"""Who is asking, and about which profile."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final

from fastapi import Depends, Request
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from graph_aria.bootstrap import Services
from graph_aria.domain.records import Profile
from graph_aria.errors import Forbidden, InvalidInput, NotFound, Unauthenticated
from graph_aria.ports import Clock, Ids, Profiles, Store
from graph_aria.stages.tell_time import tell_time

PROFILE_HEADER: Final = "X-Aria-Profile"
MAX_PROFILE_NAME: Final = 200


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


async def get_caller(request: Request) -> Caller:
    """Who asks.

    It reads the request itself, and so do the dependencies below: each nested one costs
    the framework as much as storing an entry does. `document` describes them instead.

    Raises:
        Unauthenticated: no token, or one that is unknown or revoked.
    """
    services = await get_services(request)
    scheme, _, credentials = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not credentials:
        raise Unauthenticated
    secret = credentials.encode("utf-8", "surrogatepass")
    if secrets.compare_digest(secret, services.admin_secret.encode()):
        return Caller(profile_id=None, read_only=False)
    token = await services.store.find_token(hashed(credentials), now=services.clock.now())
    if token is None:
        raise Unauthenticated("the token is not known or was revoked; make one: `aria token new`")
    return Caller(profile_id=token.profile_id, read_only=token.read_only)


Known = Annotated[Caller, Depends(get_caller)]


async def find_profile(store: Profiles, reference: str) -> Profile:
    """The profile with an id or a name.

    Raises:
        NotFound: there is none.
    """
    for profile in await store.list_profiles():
        if reference in {profile.id, profile.name}:
            return profile
    raise NotFound("there is no profile with this name or id; see `aria profile list`")


async def get_scope(request: Request) -> Scope:
    """The profile that a request is about: the token's own, or the one named.

    Raises:
        NotFound: no such profile, or not the token's.
        InvalidInput: several to choose from, and none was named.
    """
    return await _scope_of(request, await get_caller(request))


async def _scope_of(request: Request, caller: Caller) -> Scope:
    services = await get_services(request)
    name = request.headers.get(PROFILE_HEADER)
    if name is not None and len(name) > MAX_PROFILE_NAME:
        message = f"{PROFILE_HEADER} has {len(name)} characters; at most {MAX_PROFILE_NAME} fit"
        raise InvalidInput(message)
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


async def get_write_scope(request: Request) -> Scope:
    """As `get_scope`, for what changes something.

    Raises:
        Forbidden: the token may only read.
    """
    caller = await get_caller(request)
    scope = await _scope_of(request, caller)
    check_may_write(caller)
    return scope


def check_may_write(caller: Caller) -> None:
    """Let nobody pass who may only read.

    Raises:
        Forbidden: the token may only read.
    """
    if caller.read_only:
        raise Forbidden("this token may only read; use one that may write")


async def get_admin(request: Request) -> Services:
    """The services, for what concerns more than one profile.

    Raises:
        Forbidden: the caller is not the admin.
    """
    caller = await get_caller(request)
    if not caller.is_admin:
        raise Forbidden("this takes the admin secret, which lies in the data folder")
    return await get_services(request)


async def get_admin_scope(request: Request) -> Scope:
    """As `get_scope`, for the admin alone."""
    await get_admin(request)
    return await get_scope(request)


ReadScope = Annotated[Scope, Depends(get_scope)]
WriteScope = Annotated[Scope, Depends(get_write_scope)]
Admin = Annotated[Services, Depends(get_admin)]
AdminScope = Annotated[Scope, Depends(get_admin_scope)]

_SCOPED: Final = {get_scope, get_write_scope, get_admin_scope}
_BEARER: Final = {
    "type": "http",
    "scheme": "bearer",
    "description": "A token of `aria token new`, or the admin secret from the data folder.",
}
_PROFILE_PARAMETER: Final = {
    "name": PROFILE_HEADER,
    "in": "header",
    "required": False,
    "description": "Name or id of the profile, where the admin secret is used.",
    "schema": {
        "anyOf": [{"type": "string", "maxLength": MAX_PROFILE_NAME}, {"type": "null"}],
        "title": PROFILE_HEADER,
        "description": "Name or id of the profile, where the admin secret is used.",
    },
}


def document(schema: dict[str, Any], routes: Iterable[BaseRoute]) -> None:
    """Add to a description of the API which operations take a token and a profile's name."""
    for route in routes:
        if not isinstance(route, APIRoute) or not route.include_in_schema:
            continue
        calls = {item.call for item in route.dependant.dependencies}
        for method in route.methods or ():
            operation = schema["paths"][route.path_format][method.lower()]
            if calls & (_SCOPED | {get_caller, get_admin}):
                operation["security"] = [{"bearer": []}]
            if calls & _SCOPED:
                operation.setdefault("parameters", []).append(_PROFILE_PARAMETER)
    schema["components"]["securitySchemes"] = {"bearer": _BEARER}
