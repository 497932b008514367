"""Writing the file anew so that no page holds what was deleted, and knowing that it is due."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import apsw

from graph_aria.adapters.sqlite.queries import load_queries

_Q: Final = load_queries("maintenance")
_KEEPING: Final = load_queries("keeping")


def read_wish(db: apsw.Connection) -> int | None:
    """The number of the deletion that a scrub is wanted for, None if none is."""
    found = db.execute(_KEEPING["read_meta"], {"name": "scrub_wanted"}).fetchall()
    return int(str(found[0][0])) if found else None


def rewrite(db: apsw.Connection) -> int | None:
    """Write indexes and file anew, outside of any transaction; the wish that this is for."""
    wish = read_wish(db)
    for name in (
        "optimize_entries",
        "optimize_entities",
        "optimize_forms",
        "optimize_memories",
        "optimize_passages",
        "vacuum",
    ):
        db.execute(_Q[name]).fetchall()
    return wish


def fold_log(db: apsw.Connection) -> bool:
    """Fold the whole log into the file and empty it; False if a reader was in the way."""
    with suppress(apsw.BusyError):
        return bool(db.execute(_Q["truncate_log"]).fetchall()[0][0] == 0)
    return False


def forget_wish(db: apsw.Connection, wish: int | None) -> None:
    """The scrub was done, whoever asked for it; a wish that came meanwhile stays."""
    if wish is None:
        return
    db.execute(_KEEPING["scrub_was_done"], {"wish": wish}).fetchall()
    fold_log(db)


def catch_up(db: apsw.Connection) -> None:
    """Do the scrub that is still wanted, as far as it can be done now.

    A disk that is full or a program that reads the file is no reason not to open the
    store: the wish stays.
    """
    if read_wish(db) is None:
        return
    with suppress(apsw.Error):
        wish = rewrite(db)
        if fold_log(db):
            forget_wish(db, wish)
