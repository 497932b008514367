"""The embedded store, on SQLite through APSW."""

from graph_aria.adapters.folder import STORE_NAME, read_owner
from graph_aria.adapters.sqlite.connection import is_encrypted
from graph_aria.adapters.sqlite.files import decrypt, encrypt, restore
from graph_aria.adapters.sqlite.store import SqliteStore

__all__ = [
    "STORE_NAME",
    "SqliteStore",
    "decrypt",
    "encrypt",
    "is_encrypted",
    "read_owner",
    "restore",
]
