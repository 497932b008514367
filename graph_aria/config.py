"""Settings from the environment, and the only place where it is read.

Every setting is documented in docs/reference/settings.md.
"""

from __future__ import annotations

import ipaddress
import os
import sys
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import SplitResult, urlsplit

import platformdirs
import tzlocal
from pydantic import AfterValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from graph_aria.domain.days import zone_named
from graph_aria.domain.fitting import LEAST_ROOM
from graph_aria.domain.life_chapter import MIN_BUDGET
from graph_aria.errors import InvalidSetting, UnknownZone

PREFIX = "ARIA_"
DEFAULT_PORT = 7423
SQLITE = "sqlite"
NEO4J_SCHEMES = ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")
BROWSER_PORT = 7474
DEFAULT_TOKEN_BUDGET = 800
MIN_TOKEN_BUDGET = MIN_BUDGET
MAX_TOKEN_BUDGET = 100_000
MIN_CHAT_WINDOW = 2 * LEAST_ROOM
MAX_CHAT_WINDOW = 1_000_000
MAX_REPLY_TOKENS = 16_384
RANGES = {
    "port": "a whole number from 0 to 65535",
    "token_budget": f"a whole number from {MIN_TOKEN_BUDGET} to {MAX_TOKEN_BUDGET:,}",
    "decay_rate_per_day": "a number above 0, up to 1",
    "fade_threshold": "a number above 1 and below 2",
    "drain_seconds": "a number from 0 to 600",
    "chat_window": f"a whole number from {MIN_CHAT_WINDOW:,} to {MAX_CHAT_WINDOW:,}",
    "chat_reply_tokens": f"a whole number from 16 to {MAX_REPLY_TOKENS:,}",
    "llm_seconds": "a number above 0, up to 150",
    "llm_parallel": "a whole number from 1 to 16",
    "llm_daily_tokens": "a whole number, 0 or more",
    "memory_enabled": "true or false",
    "neo4j_pool_size": "a whole number from 1 to 1,000",
    "neo4j_connect_seconds": "a number above 0, up to 600",
    "neo4j_acquire_seconds": "a number above 0, up to 600",
    "neo4j_retry_seconds": "a number from 0 to 600",
    "log_level": "one of debug, info, warning and error",
    "log_format": "one of auto, console and json",
}
"""What settings take, for the message when one is given something else."""


def _known_zone(name: str) -> str:
    try:
        zone_named(name)
    except UnknownZone as error:
        raise ValueError(error.message) from error
    return name


def _known_store(address: str) -> str:
    return address if address == SQLITE else known_neo4j(address)


def known_neo4j(address: str) -> str:
    """The address of a Neo4j, without its last slash.

    Raises:
        ValueError: it is none; the message names neither user nor password.
    """
    if "@" in address:  # first of all, so that no other message can quote a password
        raise ValueError("it holds a user; use ARIA_NEO4J_USER and ARIA_NEO4J_PASSWORD instead")
    parts = _split(address)
    if parts is None or parts.scheme not in NEO4J_SCHEMES:
        raise ValueError(
            f"{address!r}; it is {SQLITE}, or the address of a Neo4j such as neo4j://127.0.0.1:7687"
        )
    if parts.path.strip("/"):
        raise ValueError(
            f"{address!r} names a path; name the database in ARIA_NEO4J_DATABASE instead"
        )
    if parts.fragment or (parts.query and not parts.scheme.startswith("neo4j")):
        raise ValueError(f"{address!r}; only neo4j:// takes anything after the port (?policy=…)")
    return address if parts.query else address.rstrip("/")


def _known_page(address: str) -> str:
    parts = None if "@" in address.partition("?")[0] else _split(address)
    if parts is None or parts.scheme not in {"http", "https"}:
        raise ValueError(
            "it is the address of Neo4j Browser such as http://127.0.0.1:7474/browser/, "
            "without a user"
        )
    return address


def _known_endpoint(address: str) -> str:
    parts = None if "@" in address else _split(address)
    if parts is None or parts.scheme not in {"http", "https"} or parts.query or parts.fragment:
        raise ValueError(
            "it is the address of an OpenAI-compatible endpoint such as "
            "http://127.0.0.1:11434/v1, without a user, a key or a query"
        )
    return address.rstrip("/")


def _split(address: str) -> SplitResult | None:
    """The parts of an address, None if it has no host or its port is none."""
    try:
        parts = urlsplit(address)
        is_whole = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return None
    return parts if is_whole else None


def _absolute(path: Path) -> Path:
    return path.expanduser().absolute()


class Settings(BaseSettings):
    """How this process runs. What belongs to a profile is kept in the store instead.

    Attributes:
        store: "sqlite", a file in the data folder, or the address of a Neo4j.
        neo4j_user: whom the Neo4j knows.
        neo4j_password: their password; without one the Neo4j is asked without any.
        neo4j_database: its database, always named.
        neo4j_browser: address of Neo4j Browser, if it is not the Neo4j's host at port 7474.
        neo4j_pool_size: most connections to it that are open at once.
        neo4j_connect_seconds: how long opening one connection may take.
        neo4j_acquire_seconds: how long work waits for a free connection.
        neo4j_retry_seconds: how long work is tried again after what may pass.
        data_dir: folder with the store and the admin secret; made when it is not there
            (mode 0700).
        host: address that `aria serve` binds to.
        port: its port; 0 takes any free one.
        allowed_hosts: further names under which the server answers, comma-separated.
        profile: name or id of the profile that commands are about.
        zone: time zone of a new profile; the machine's own by default.
        passphrase: opens an encrypted store.
        keyring: whether the keyring of the system may be asked for the passphrase.
        spacy_model: name of an installed spaCy model to read with.
        token_budget: size of a new profile's prompt block, in tokens.
        decay_rate_per_day: λ of a new profile, above 0 and up to 1.
        fade_threshold: weight at which things of a new profile fade, between 1 and 2.
        log_level: least level that is logged.
        log_format: "console", "json", or "auto": console on a terminal.
        drain_seconds: how long a stopping server works off its jobs.
        llm_base_url: address of an OpenAI-compatible endpoint, up to and with "/v1"; without
            one nothing is ever sent anywhere.
        llm_api_key: its key, sent as a bearer; without one none is sent.
        analysis_model: name of the model there that reads entries.
        chat_model: name of the model there that talks.
        chat_window: tokens that prompt and reply may take together.
        chat_reply_tokens: tokens that a reply may take, at most half of the window.
        care_text_file: file with what is answered to words of a crisis, in place of ARIA's own.
        embedding_model: name of the model there that places memories by their meaning; without
            one that is done on this machine.
        llm_seconds: how long one call may take; all tries for one text take twice as long.
        llm_parallel: how many texts the model is asked about at the same time.
        llm_daily_tokens: most tokens that are spent in a day (UTC); no limit by default.
        memory_enabled: the memory switch of all profiles; while it is off nothing is read.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, frozen=True, hide_input_in_errors=True
    )

    store: Annotated[str, AfterValidator(_known_store)] = SQLITE
    neo4j_user: str = Field(default="neo4j", min_length=1)
    neo4j_password: SecretStr | None = None
    neo4j_database: str = Field(default="neo4j", min_length=1)
    neo4j_browser: Annotated[str, AfterValidator(_known_page)] | None = None
    neo4j_pool_size: int = Field(default=50, ge=1, le=1_000)
    neo4j_connect_seconds: float = Field(default=5, gt=0, le=600)
    neo4j_acquire_seconds: float = Field(default=10, gt=0, le=600)
    neo4j_retry_seconds: float = Field(default=5, ge=0, le=600)
    data_dir: Annotated[Path, AfterValidator(_absolute)] = Field(
        default_factory=lambda: platformdirs.user_data_path("graph-aria", appauthor=False),
        validate_default=True,
    )
    host: str = Field(default="127.0.0.1", min_length=1)
    port: int = Field(default=DEFAULT_PORT, ge=0, le=65_535)
    allowed_hosts: Annotated[str, NoDecode] = ""
    profile: str | None = None
    zone: Annotated[str, AfterValidator(_known_zone)] | None = None
    passphrase: SecretStr | None = None
    keyring: bool = True
    spacy_model: str | None = None
    token_budget: int = Field(
        default=DEFAULT_TOKEN_BUDGET, ge=MIN_TOKEN_BUDGET, le=MAX_TOKEN_BUDGET
    )
    decay_rate_per_day: float = Field(default=0.05, gt=0, le=1)
    fade_threshold: float = Field(default=1.5, gt=1, lt=2)
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["auto", "console", "json"] = "auto"
    drain_seconds: float = Field(default=20, ge=0, le=600)
    llm_base_url: Annotated[str, AfterValidator(_known_endpoint)] | None = None
    llm_api_key: SecretStr | None = None
    analysis_model: str | None = Field(default=None, min_length=1)
    chat_model: str | None = Field(default=None, min_length=1)
    chat_window: int = Field(default=4096, ge=MIN_CHAT_WINDOW, le=MAX_CHAT_WINDOW)
    chat_reply_tokens: int = Field(default=600, ge=16, le=MAX_REPLY_TOKENS)
    care_text_file: Annotated[Path, AfterValidator(_absolute)] | None = None
    embedding_model: str | None = Field(default=None, min_length=1)
    llm_seconds: float = Field(default=60, gt=0, le=150)
    llm_parallel: int = Field(default=1, ge=1, le=16)
    llm_daily_tokens: int | None = Field(default=None, ge=0)
    memory_enabled: bool = True

    @property
    def is_loopback(self) -> bool:
        """Whether the server can be reached from this machine only."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def browser(self) -> str | None:
        """Address of Neo4j Browser, None if the store is no Neo4j."""
        if self.store == SQLITE:
            return None
        host = urlsplit(self.store).hostname or ""
        host = f"[{host}]" if ":" in host else host
        return self.neo4j_browser or f"http://{host}:{BROWSER_PORT}/browser/"

    @property
    def new_zone(self) -> str:
        """Time zone for a new profile: the setting, the machine's, or UTC."""
        if self.zone is not None:
            return self.zone
        try:
            return _known_zone(tzlocal.get_localzone_name() or "UTC")
        except (ValueError, LookupError, OSError):
            return "UTC"


def load_settings(**given: object) -> Settings:
    """Settings from the environment, overridden by what is given.

    Raises:
        InvalidSetting: one of them has a value that it cannot take; the message names
            the variable.
    """
    try:
        return Settings(**given)  # type: ignore[arg-type]  # checked by the model itself
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        key = "_".join(str(part) for part in first["loc"])
        why = first["msg"].removeprefix("Value error, ")
        if key in RANGES:
            why = f"{first['input']}; it is {RANGES[key]}"
        message = f"{PREFIX}{key.upper()} is not valid: {why}"
        raise InvalidSetting(message) from error


def find_editor() -> str:
    """The command of the user's editor."""
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    return named or ("notepad" if sys.platform == "win32" else "vi")
