"""Addresses that open Neo4j Browser on a query: `browser_url` in answers, and `aria browser`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from graph_aria.bootstrap import browser_query
from graph_aria.config import Settings
from graph_aria.domain.graph import Chapter, Relation
from graph_aria.domain.vocabulary import Predicate

if TYPE_CHECKING:  # commands use this too, and need no framework
    from graph_aria.api.deps import Scope
    from graph_aria.bootstrap import Look

_PARAMETER: Final = re.compile(r"\$(\w+)")
_AS_IT_IS: Final = re.compile(r"[A-Za-z0-9 _.,:/-]")
_FIRST_ASTRAL: Final = 0x10000


def entity_url(scope: Scope, entity_id: str) -> str | None:
    """Browser on an entity and its active relations; on all that is active if it is the user.

    None if the store is no Neo4j; so with all of these.
    """
    return _url(scope, "active" if entity_id == scope.profile.user_id else "around", entity_id)


def entity_evidence_url(scope: Scope, entity_id: str) -> str | None:
    """Browser on an entity and the entries that speak of it."""
    return _url(scope, "why_entity", entity_id)


def relation_url(scope: Scope, relation: Relation) -> str | None:
    """Browser on a relation with both its ends."""
    return _url(scope, "relation", relation.id, relation.predicate)


def relation_evidence_url(scope: Scope, relation: Relation) -> str | None:
    """Browser on a relation and the entries that show it."""
    return _url(scope, "why_relation", relation.id, relation.predicate)


def chapter_url(scope: Scope, chapter: Chapter | None) -> str | None:
    """Browser on a closed chapter and what it was about; on all that is active if it is open."""
    if chapter is None or chapter.ended_on is None:
        return entity_url(scope, scope.profile.user_id)
    return _url(scope, "chapter", chapter.id)


def _url(scope: Scope, look: Look, id_: str, predicate: Predicate | None = None) -> str | None:
    settings = scope.services.settings
    if settings.browser is None:
        return None
    query = browser_query(look, predicate)
    return browser_url(settings, with_literals(query, profile=scope.profile.id, id=id_))


def browser_url(settings: Settings, text: str, *, command: str = "edit") -> str:
    """The address of Neo4j Browser, with a text in its editor.

    Browser asks for the password only. What the address of Browser in the settings says
    itself, `dbms` or `db`, stays: another machine may reach the Neo4j under another name.

    Args:
        settings: with a Neo4j as the store.
        text: a query, a command, or the address of a guide, without & and #: Browser
            decodes its own address before it takes it apart.
        command: what to do with the text: "edit", or "play" for a guide.

    Raises:
        ValueError: the store is no Neo4j, or the text has one of those.
    """
    if settings.browser is None or "&" in text or "#" in text:
        raise ValueError(text)
    page = urlsplit(settings.browser)
    store = urlsplit(settings.store)
    user = quote(settings.neo4j_user, safe="")
    asked = {
        "dbms": f"{store.scheme}://{user}@{store.netloc}",
        "db": settings.neo4j_database,
        **dict(parse_qsl(page.query)),
        "cmd": command,
        "arg": text,
    }
    return urlunsplit(page._replace(query=urlencode(asked, quote_via=quote, safe="")))


def with_literals(query: str, **values: str) -> str:
    r"""A query with literals in the place of its parameters.

    >>> print(with_literals("RETURN $a", a="it's"))
    RETURN 'it\'s'
    """
    return _PARAMETER.sub(lambda found: cypher_literal(values[found[1]]), query)


def cypher_literal(text: str) -> str:
    r"""A text as a string literal of Cypher, in characters that no address takes for its own.

    Cypher resolves `\u0027` before it looks for the end of a string, so what ends or escapes
    one is written with a backslash, and only the rest by its number.

    >>> print(cypher_literal("it's 5 & a \\"))
    'it\'s 5 \u0026 a \\'
    """
    return "'" + "".join(_escaped(character) for character in text) + "'"


def _escaped(character: str) -> str:
    if _AS_IT_IS.match(character):
        return character
    if character in "\\'":
        return f"\\{character}"
    number = ord(character)
    if number < _FIRST_ASTRAL:
        return f"\\u{number:04x}"
    pair = character.encode("utf-16-be")
    return "".join(f"\\u{int.from_bytes(pair[at : at + 2], 'big'):04x}" for at in (0, 2))
