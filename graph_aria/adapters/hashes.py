"""Keyed hashes of what a store must know again without keeping it.

All stores compute the same ones: they are copied from one to another with their key.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from graph_aria.domain.days import micros

if TYPE_CHECKING:
    from graph_aria.domain.records import Entry


def hash_of_key(hash_key: bytes, idempotency_key: str) -> bytes:
    """Stands for an idempotency key."""
    return _keyed_hash(hash_key, "key", idempotency_key)


def hash_of_origin(hash_key: bytes, origin: str, external_id: str) -> bytes:
    """Stands for an entry that was deleted, by where it came from."""
    return _keyed_hash(hash_key, "external", origin, external_id)


def hash_of_request(hash_key: bytes, entry: Entry) -> bytes:
    """Stands for all that a request said of an entry."""
    # Whoever names no time gets the present one, another one at each try.
    at = "" if entry.occurred_at == entry.recorded_at else str(micros(entry.occurred_at))
    mood = "" if entry.mood is None else str(entry.mood)
    external_id = entry.external_id or ""
    parts = (entry.form.value, entry.text, at, entry.zone, mood, entry.origin, external_id)
    return _keyed_hash(hash_key, "request", *parts)


def _keyed_hash(hash_key: bytes, *parts: str) -> bytes:
    digest = hashlib.blake2b(key=hash_key, digest_size=32)
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass")
        digest.update(len(raw).to_bytes(8, "big"))
        digest.update(raw)
    return digest.digest()
