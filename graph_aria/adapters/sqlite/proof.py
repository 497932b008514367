"""Looking for words that must be gone: in columns, indexes and pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.sqlite.engine import many, row, rows
from graph_aria.adapters.sqlite.queries import load_queries
from graph_aria.adapters.sqlite.tokens import stems_of, tokens_of
from graph_aria.domain.conversations import ReplyState
from graph_aria.domain.drawn import Occasion
from graph_aria.domain.memories import Category, Learned, Level, MemoryKind, MemoryState
from graph_aria.domain.memory_history import Author, LinkKind, MemoryVerb
from graph_aria.domain.proof import asked_words, redacted, words_of
from graph_aria.domain.questions import Answer, Reason
from graph_aria.domain.reading import EntryForm, Polarity, Tense
from graph_aria.domain.records import EntryState, JobKind, MentionState, RulingVerb
from graph_aria.domain.views import Finding
from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    import apsw

_WORD: Final = re.compile(r"\w+")
_WINDOW: Final = 4_000_000
_CHUNK: Final = 1_000_000
_ENUMS: Final = (
    Answer,
    Author,
    Category,
    EntryForm,
    EntryState,
    JobKind,
    Kind,
    Learned,
    Level,
    LinkKind,
    MemoryKind,
    MemoryState,
    MemoryVerb,
    MentionState,
    Occasion,
    Polarity,
    Predicate,
    Reason,
    ReplyState,
    RulingVerb,
    Tense,
)
_RECORD: Final = frozenset(
    {
        "conversation.scope",
        "entry.text",
        "mention.name",
        "mention.role",
        "memory.scope",
        "memory_source.reason",
        "memory_source.slot",
        "memory_source.text",
        "memory_source.value",
        "memory_vector.claim",
        "profile.name",
        "ruling.value",
        "token.name",
    }
)
"""What people said, and what was read in it while it is there. No reply of ARIA is among it:
it may repeat what people said."""
_PEOPLES: Final = _RECORD | {
    "entity.distinction",
    "entity.key",
    "entity.name",
    "entity.role",
    "form.key",
    "form.name",
    "form.role",
    "memory.reason",
    "memory.slot",
    "memory.text",
    "memory.value",
    "memory.words_key",
    "passage.scope",
    "passage.words",
    "reply.text",
}
"""All columns with people's own words; the program writes the others."""
_Q: Final = load_queries("maintenance")
_TALK: Final = load_queries("conversations")


def find_said(
    db: apsw.Connection, words: Collection[str], *, within: str | None = None
) -> frozenset[str]:
    """Those of these words that the record still holds, whatever their case.

    Args:
        db: a connection within a transaction.
        words: what may have been said.
        within: the id of a profile whose record it is, None for that of all.
    """
    asked = {word.casefold(): word for word in words}
    said: set[str] = set()
    for _, text, is_mine in _columns(db, _RECORD, within=within):
        if is_mine:
            said |= asked.keys() & set(_WORD.findall(text))
    return frozenset(word for word in words if word.casefold() in said)


def redact_replies(db: apsw.Connection, key: int, words: Collection[str], *, within: str) -> None:
    """Take those of some folded words out of a profile's replies that it says no more.

    Args:
        db: a connection within a write transaction, after what said them was deleted.
        key: the profile's.
        within: its id. What another profile says keeps no word in a reply of this one.
        words: what may have gone.
    """
    asked = frozenset(words)
    replies = rows(db, _TALK["list_replies"], (key,)) if asked else []
    there = asked & {word for _, text in replies for word in words_of(text)}
    # The whole record is looked through only for what a reply repeats.
    unsaid = there - find_said(db, there, within=within) if there else there
    many(
        db,
        _TALK["redact_reply"],
        (
            (redacted(text, unsaid), key, turn_id)
            for turn_id, text in replies
            if not unsaid.isdisjoint(words_of(text))
        ),
    )


def find_words(
    db: apsw.Connection, words: Collection[str], *, within: str | None = None
) -> tuple[Finding, ...]:
    """Where these words stand, whatever their case; empty if they are gone.

    Args:
        db: a connection within a read transaction, after a scrub.
        words: those of less than five bytes are left out. Those that the program
            itself writes (its schema, its kinds, its rules, the zones that rows name)
            are looked for only where nothing but what people say stands: in those
            columns, and in the words of the indexes.
        within: the id of a profile whose rows are searched alone. Indexes and pages are those
            of all profiles: what stands in a row of another is not looked for there, so that
            it is told of no word whether another has it.
    """
    own = _own_words(db)
    asked = asked_words(words)
    if not asked:
        return ()
    findings: dict[tuple[str, str], None] = {}
    there: set[str] = set()  # words that stand in a column
    inside: set[str] = set()  # words that are part of what remains
    elsewhere: set[str] = set()  # words that others' rows hold, or a part of a word there
    for where, text, is_mine in _columns(db, within=within):
        if not is_mine:
            elsewhere.update(folded for folded in asked if folded in text)
            continue
        for folded in asked.keys() & set(_WORD.findall(text)):
            if where in _PEOPLES or folded not in own:
                findings[where, asked[folded]] = None
                there.add(folded)
        inside.update(folded for folded in asked if folded in text)
    terms, stems = _vocabulary(db), _stems(db)
    for folded, word in asked.items():
        if folded not in elsewhere and _is_in_index(
            db, folded, terms, stems, is_there=folded in there
        ):
            findings["words of the index", word] = None
    listed = "\n".join(terms | stems) + "\n"
    inside.update(folded for folded in asked if folded in listed)
    # An index keeps of a term only what the term before does not begin with, so the end
    # of a longer term can stand there as if it were a word.
    hidden = {folded for folded in inside if f"{folded}\n" in listed}
    for folded in _in_pages(db, asked.keys() - hidden - own - elsewhere, inside):
        findings["pages of the file", asked[folded]] = None
    return tuple(Finding(where, word) for where, word in findings)


def _is_in_index(
    db: apsw.Connection,
    folded: str,
    terms: Collection[str],
    stems: Collection[str],
    *,
    is_there: bool,
) -> bool:
    """Whether an index has a word of a row that holds it, or of one that does so no more."""
    ends = stems_of(folded)
    if len(ends) == 1 and ends[0] in stems and _is_left_over_stem(db, ends[0]):
        return True
    tokens = tokens_of(folded)
    if len(tokens) != 1 or tokens[0] not in terms:
        return False
    # The index folds more than case: a word without its accents may be another one's.
    return is_there or _is_left_over(db, tokens[0])


def _own_words(db: apsw.Connection) -> set[str]:
    own = {word for enum in _ENUMS for item in enum for word in words_of(item.value)}
    for (text,) in (*rows(db, _Q["list_schema"]), *rows(db, _Q["list_own_values"])):
        own.update(words_of(text))
    return own


def _columns(
    db: apsw.Connection, wanted: Collection[str] | None = None, *, within: str | None = None
) -> Iterator[tuple[str, str, bool]]:
    """Pieces of all or some text columns, folded, with the column's name and whether they count.

    With a profile, only its rows count, and those that are of no profile.
    """
    key = None if within is None else (row(db, _Q["find_profile_key"], (within,)) or (0,))[0]
    for table, column, owner in rows(db, _Q["list_columns"]):
        if wanted is not None and f"{table}.{column}" not in wanted:
            continue
        whose = "NULL" if owner is None else f'"{owner}"'
        pieces: dict[bool, list[str]] = {True: [], False: []}
        size = 0
        for value, of in db.execute(f'SELECT "{column}", {whose} FROM "{table}"'):  # noqa: S608 - names of the schema
            if not isinstance(value, str):
                continue
            pieces[key is None or of is None or of == key].append(value.casefold())
            size += len(value)
            if size >= _CHUNK:
                yield from _joined(f"{table}.{column}", pieces)
                pieces, size = {True: [], False: []}, 0
        yield from _joined(f"{table}.{column}", pieces)


def _joined(where: str, pieces: Mapping[bool, list[str]]) -> Iterator[tuple[str, str, bool]]:
    for is_mine, texts in pieces.items():
        if texts:
            yield where, "\n".join(texts), is_mine


def _vocabulary(db: apsw.Connection) -> set[str]:
    """Every term of the indexes. The tables for it go with the transaction."""
    for name in ("open_entry_terms", "open_entity_terms", "open_form_terms"):
        db.execute(_Q[name])
    for name in ("open_entry_places", "open_entity_places", "open_form_places"):
        db.execute(_Q[name])
    return {term for (term,) in rows(db, _Q["list_terms"])}


def _stems(db: apsw.Connection) -> set[str]:
    """Every term of the indexes of memories and passages, whose terms have no endings."""
    for name in ("open_memory_terms", "open_passage_terms"):
        db.execute(_Q[name])
    for name in ("open_memory_places", "open_passage_places"):
        db.execute(_Q[name])
    return {term for (term,) in rows(db, _Q["list_stems"])}


def _is_left_over_stem(db: apsw.Connection, stem: str) -> bool:
    return any(
        text is None or stem not in stems_of(text)
        for (text,) in rows(db, _Q["list_stem_places"], {"term": stem})
    )


def _is_left_over(db: apsw.Connection, term: str) -> bool:
    """Whether an index names a term for a row that does not have it, or is not there."""
    return any(
        text is None or term not in tokens_of(text)
        for (text,) in rows(db, _Q["list_places"], {"term": term})
    )


def _in_pages(db: apsw.Connection, asked: Collection[str], inside: set[str]) -> set[str]:
    """The words that stand in the decrypted pages.

    Values lie in a page without anything between them, so the end of a word cannot be
    seen there. A word that is no part of what remains is found wherever it stands; one
    that is part of a longer word counts only with an end on either side.
    """
    if not asked:
        return set()
    pages = db.serialize("main")
    overlap = 4 * max(len(word) for word in asked) + 8
    found: set[str] = set()
    for start in range(0, len(pages), _WINDOW):
        window = pages[max(0, start - overlap) : start + _WINDOW]
        found |= _in_window(window, [word for word in asked if word not in found], inside)
    return found


def _in_window(window: bytes, asked: list[str], inside: set[str]) -> set[str]:
    # Bytes are searched ten times faster than what they spell, which is only needed
    # where a capital letter may lie outside of ASCII.
    lowered = window.lower()
    found = {word for word in asked if word.isascii() and word.encode() in lowered}
    others = [word for word in asked if not word.isascii()]
    if others:
        text = window.decode("utf-8", "replace").casefold()
        found.update(word for word in others if word in text)
    return {word for word in found if word not in inside or _stands_alone(word, window)}


def _stands_alone(word: str, window: bytes) -> bool:
    text = window.decode("utf-8", "replace").casefold()
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None
