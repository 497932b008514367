"""What a whole megabyte of statements costs to place: no product of its parts."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from itertools import count
from typing import Final

from graph_aria.domain.known import Known
from graph_aria.domain.reading import (
    EntryForm,
    LatentName,
    ReadIdentity,
    Reading,
    ReadMention,
)
from graph_aria.domain.records import Entry, EntryRecord
from graph_aria.domain.vocabulary import Kind
from graph_aria.stages.resolve import resolve

_N_STATEMENTS: Final = 20_000
"""“Aab and Aac are not the same person.” as often as a megabyte holds it."""
_WIDTH: Final = 50
_MOST_SECONDS: Final = 20.0
"""A product of the mentions and the statements takes many minutes."""


def _name(number: int) -> str:
    return "N" + "".join(chr(ord("a") + int(digit)) for digit in str(number))


def _statements() -> Reading:
    mentions, identities, latent = [], [], []
    for number in range(_N_STATEMENTS):
        at = number * _WIDTH
        for which in (0, 1):
            name, start = _name(2 * number + which), at + 20 * which
            mentions.append(
                ReadMention(
                    start=start,
                    end=start + len(name),
                    words=name,
                    name=name,
                    kind=Kind.PERSON,
                    rule="name:ner",
                    named=True,
                )
            )
            latent.append(LatentName(start + 9, start + 14, "words"))
        identities.append(
            ReadIdentity(2 * number, 2 * number + 1, same=False, start=at, end=at + 40, rule="test")
        )
    return Reading(
        tuple(mentions), (), (), "en", "test 1", latent=tuple(latent), identities=tuple(identities)
    )


def test_a_megabyte_of_statements_about_names_is_placed_in_time() -> None:
    entry = Entry(
        id="e",
        profile_id="p",
        form=EntryForm.JOURNAL,
        text="x" * _N_STATEMENTS * _WIDTH,
        occurred_at=datetime(2026, 1, 1, tzinfo=UTC),
        zone="UTC",
        recorded_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    ids = count()
    begun = time.process_time()
    record = resolve(
        EntryRecord(entry), _statements(), known=Known(), new_id=lambda: f"{next(ids):09d}"
    )
    assert time.process_time() - begun < _MOST_SECONDS
    assert len({mention.entity_id for mention in record.mentions}) == 2 * _N_STATEMENTS
