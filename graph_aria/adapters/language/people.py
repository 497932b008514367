"""People and animals: names, roles, and roles that belong to a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.draft import Found, Stance
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.naming import (
    TITLES,
    continues_name,
    is_first_name,
    is_name,
    is_pet_name,
    may_be_person,
    tidy,
)
from graph_aria.domain.reading import USER, Tense
from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from collections.abc import Collection

    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.lexicon import Sense
    from graph_aria.adapters.language.matching import Match
    from graph_aria.adapters.language.parse import Parse, Word

_SHORTEST_ROLE: Final = 4
"""Shorter words for a role are short forms: "bf", "gp", "sis"."""

BARE_ROLES: Final = word_set("people.bare_roles")
"""Roles that name a person without "my": people call them so."""

_MY: Final = frozenset({"my", "our"})
_THEIR: Final = frozenset({"his", "her", "their", "your", "its"})


def read_roles(draft: Draft, matches: list[Match]) -> None:
    """Add people that are named by their role, joined to their name where it stands beside it."""
    for match in matches:
        sense = next((one for one in match.senses if one.family == "role"), None)
        if sense is None or not draft.is_free(match.first, match.last):
            continue
        word = draft.parse.words[match.last]
        if word.tag and not word.tag.startswith("N") and word.lower not in BARE_ROLES:
            continue
        if (
            draft.parse.kid(word, "compound") is not None
            and match.first == match.last
            and _is_other_noun(draft.parse, word)
        ):
            continue
        if word.dep == "compound" and word.head > word.i and not is_name(draft.parse.head(word)):
            continue  # "family doctor appointment", "baby shower"
        _add_role(draft, match, sense, word)


def read_people(draft: Draft, known: Collection[int]) -> None:
    """Add people that are named and not yet owned by a role.

    Args:
        draft: the entry.
        known: words that a list knows for something else, whatever the model's label says.
    """
    words = draft.parse.words
    i = 0
    while i < len(words):
        word = words[i]
        i += 1
        if draft.owner[word.i] != -1 or not may_be_person(draft.parse, word):
            continue
        if word.i in known and not (is_first_name(word.lower) or is_pet_name(word.lower)):
            continue
        last = word.i
        while last + 1 < len(words) and continues_name(draft, words[last], words[last + 1]):
            last += 1
        first = word.i
        if first and words[first - 1].lower in TITLES and draft.owner[first - 1] == -1:
            first -= 1
        name = draft.parse.text[words[first].start : words[last].end]
        is_animal = _is_animal(draft, word) or (first == last and is_pet_name(word.lower))
        kind = Kind.ANIMAL if is_animal else Kind.PERSON
        draft.add(
            Found(first, last, last, tidy(name), kind, f"name:{'ner' if word.ent else 'frame'}")
        )
        i = last + 1


def share_roles(draft: Draft) -> None:
    """Give one person of an entry one role and one name, wherever the entry says so."""
    roles: dict[str, str] = {}
    names: dict[str, str] = {}
    two = {
        draft.found[said.one].name
        for said in draft.identities
        if not said.same and draft.found[said.one].name == draft.found[said.other].name
    }
    for mention in draft.found:
        if (
            mention.kind in {Kind.PERSON, Kind.ANIMAL}
            and mention.role
            and mention.name != mention.role
            and mention.name not in two
        ):
            roles.setdefault(mention.name, mention.role)
            if mention.rule == "role:named":
                names.setdefault(mention.role, mention.name)
    for mention in draft.found:
        if mention.kind is Kind.PERSON and mention.name in roles and mention.role is None:
            mention.role = roles[mention.name]
        elif mention.kind is Kind.PERSON and mention.rule == "role:bare" and mention.name in names:
            mine = _is_mine(draft, draft.parse.words[mention.first])
            mention.name = names[mention.name] if mine else mention.name


def _add_role(draft: Draft, match: Match, sense: Sense, word: Word) -> None:
    parse = draft.parse
    mine = _is_mine(draft, parse.words[match.first])
    theirs = parse.kid(word, "poss") or parse.kid(parse.words[match.first], "poss")
    if theirs is not None and theirs.lower not in _MY:
        mine = False
        if theirs.lower in _THEIR or theirs.tag.startswith("N"):
            return _skip_others_role(draft, match, word)
    bare = word.lower in BARE_ROLES and _stands_alone(parse, word)
    as_written = match.first == match.last and len(word.lower) >= _SHORTEST_ROLE
    role = word.lower if as_written or word.lower in BARE_ROLES else sense.name
    named = name_beside(draft, match)
    determined = parse.kid(word, "det")
    if named is None and not mine and not bare:
        if (
            determined is None
            or determined.lower != "the"
            or role in {"baby", "kids", "children", "child", "kid"}
        ):
            return None
        if role in _GROUP_ROLES or word.tag == "NNS":
            return None
    start = match.first
    if theirs is not None:
        start = min(start, theirs.i)
    if named is not None:
        first, last = named
        name = tidy(parse.text[parse.words[first].start : parse.words[last].end])
        index = draft.add(
            Found(first, last, last, name, Kind.PERSON, "role:named", role=role),
            *range(match.first, match.last + 1),
        )
        start, last = min(first, start), max(last, match.last)
    else:
        last = match.last
        index = draft.add(
            Found(match.first, last, word.i, role, Kind.PERSON, "role:bare", role=role)
        )
    if mine or bare:
        _relate(draft, index, sense.detail, (start, last))
    return None


_GROUP_ROLES: Final = word_set("people.group_roles")


def _skip_others_role(draft: Draft, match: Match, word: Word) -> None:
    """Leave "her husband" alone, but read a name that stands beside it: "her husband Jo"."""
    named = name_beside(draft, match)
    if named is not None:
        first, last = named
        name = tidy(draft.parse.text[draft.parse.words[first].start : draft.parse.words[last].end])
        draft.add(Found(first, last, last, name, Kind.PERSON, "name:role"), word.i)


def _relate(draft: Draft, index: int, detail: str, words: tuple[int, int]) -> None:
    predicate = Predicate(detail[1:])
    ended = draft.found[index].role == "ex"
    stance = Stance(tense=Tense.PRESENT, ended=ended)
    if detail[0] == "<":
        draft.state(index, predicate, USER, words=words, rule="role:kin", stance=stance)
    else:
        draft.state(USER, predicate, index, words=words, rule="role:kin", stance=stance)


def _is_mine(draft: Draft, word: Word) -> bool:
    """Whether "my" stands before the role, perhaps with adjectives between."""
    words = draft.parse.words
    for i in range(word.i - 1, max(-1, word.i - 5), -1):
        if words[i].lower in _MY:
            return not draft.quoted[word.i]
        if words[i].tag and words[i].tag not in {
            "JJ",
            "JJS",
            "JJR",
            "NN",
            "CC",
            "HYPH",
            "CD",
            "RB",
        }:
            return False
    return False


def _stands_alone(parse: Parse, word: Word) -> bool:
    """Whether the role is used like a name: "Mum called", "rang dad"."""
    if word.i and parse.words[word.i - 1].lower in {"the", "a", "an", "this", "that", "every"}:
        return False
    if word.lower in {"mother", "father"}:
        return word.text[0].isupper() and word.i > parse.sentences[word.sentence][0]
    return parse.kid(word, "det", "poss") is None


def name_beside(draft: Draft, match: Match) -> tuple[int, int] | None:
    """The name that a role belongs to: "my sister Nora", "Nora, my sister", "is called Nora"."""
    words = draft.parse.words
    end = draft.parse.sentences[words[match.last].sentence][1]
    i = match.last + 1
    if i < end and words[i].lower in {",", "(", "-", "–", "—", ":"}:
        i += 1
        if not (i < end and is_name(words[i]) and _name_closes(draft, i, end)):
            i = end
    elif i < end and words[i].lower in {"is", "'s", "was", "named", "called", "has"}:
        i = _after_naming(words, i, end)
    if i < end and is_name(words[i]) and draft.owner[i] == -1:
        last = i + 1 if words[i].lower in TITLES and i + 1 < end else i
        while last + 1 < end and continues_name(draft, words[last], words[last + 1]):
            last += 1
        return i, last
    return _name_before(draft, match)


def _name_closes(draft: Draft, i: int, end: int) -> bool:
    """Whether an apposition ends after the name: "my sister, Nora, called"."""
    words = draft.parse.words
    last = i
    while last + 1 < end and (
        continues_name(draft, words[last], words[last + 1]) or words[last].lower in TITLES
    ):
        last += 1
    following = words[last + 1].lower if last + 1 < end else "."
    return following in _NAME_ENDS


_PLAIN_COMPOUNDS: Final = word_set("people.plain_compounds")
_NAME_ENDS: Final = word_set("people.name_ends")
_NAMING: Final = tuple(
    tuple(phrase.split())
    for phrase in (
        "named",
        "called",
        "is called",
        "is named",
        "was called",
        "'s called",
        "'s name is",
        "'s name was",
        "has a name :",
    )
)
"""What may stand between a role and its name."""


def _after_naming(words: list[Word], i: int, end: int) -> int:
    for pattern in _NAMING:
        if tuple(word.lower for word in words[i : i + len(pattern)]) == pattern:
            return min(i + len(pattern), end)
    return end


def _name_before(draft: Draft, match: Match) -> tuple[int, int] | None:
    """Read "Nora, my sister," or "Nora is my sister"."""
    words = draft.parse.words
    begin = draft.parse.sentences[words[match.first].sentence][0]
    i = match.first - 1
    while i > begin and words[i].lower in _MY | {"best", "old", "dear", "new", "a", "good", "the"}:
        i -= 1
    if i <= begin or i == match.first - 1 or words[i].lower not in {",", "is", "'s", "(", "-", "–"}:
        return None
    if not any(word.lower in _MY for word in words[i : match.first]):
        return None
    last = i - 1
    if not is_name(words[last]) or draft.owner[last] != -1:
        return None
    first = last
    while first > begin and is_name(words[first - 1]) and words[first - 1].head == last:
        first -= 1
    return first, last


def _is_other_noun(parse: Parse, word: Word) -> bool:
    """Read "paint job", "life partner": the compound makes it something else."""
    compound = parse.kid(word, "compound")
    if compound is None or compound.i != word.i - 1 or compound.tag != "NN":
        return False
    return compound.lower not in _PLAIN_COMPOUNDS


def _is_animal(draft: Draft, word: Word) -> bool:
    """Whether the words before the name call an animal: "my dog Rufus"."""
    return any(
        i in draft.latent and draft.latent[i][2].family == "animal"
        for i in range(max(0, word.i - 3), word.i)
    )
