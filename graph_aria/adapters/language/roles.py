"""People that are named by their role to the user, and roles that belong to a name."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.draft import Found, Stance
from graph_aria.adapters.language.lemma import lemma_of
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.matching import Match
from graph_aria.adapters.language.naming import is_name, tidy
from graph_aria.adapters.language.qualified import context_of
from graph_aria.adapters.language.role_names import (
    BETWEEN_MY_AND_ROLE,
    LONGEST_LEAD,
    is_of_mine,
    name_beside,
    names_behind,
)
from graph_aria.adapters.language.stance import FIRST_PERSON, MY, stance_of
from graph_aria.domain.reading import USER, Polarity, Tense
from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.lexicon import Sense
    from graph_aria.adapters.language.parse import Parse, Word

_SHORTEST_ROLE: Final = 4
"""Shorter words for a role are short forms: "bf", "gp", "sis"."""

BARE_ROLES: Final = word_set("people.bare_roles")
"""Roles that name a person without "my": people call them so."""

_THEIR: Final = frozenset({"his", "her", "their", "your", "its"})


def read_roles(draft: Draft, matches: list[Match]) -> None:
    """Add people that are named by their role, joined to their name where it stands beside it."""
    for match in matches:
        sense = next((one for one in match.senses if one.family == "role"), None)
        if sense is None or not draft.is_free(match.first, match.last):
            continue
        word = draft.parse.words[match.last]
        is_phrase = match.last > match.first
        if not (is_phrase or word.tag[:1] in {"N", ""} or word.lower in BARE_ROLES):
            continue
        if (
            draft.parse.kid(word, "compound") is not None
            and match.first == match.last
            and _is_other_noun(draft.parse, word, sense)
        ):
            continue
        if word.dep == "compound" and word.head > word.i and not is_name(draft.parse.head(word)):
            continue  # "family doctor appointment", "baby shower"
        _add_role(draft, match, sense, word)


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
            elsewhere = context_of(draft, mention)
            mention.role = roles[mention.name] if elsewhere is None else elsewhere
        elif mention.kind is Kind.PERSON and mention.rule == "role:bare" and mention.name in names:
            mine = _is_mine(draft, Match(mention.first, mention.last, ()))
            mention.name = names[mention.name] if mine else mention.name


def _add_role(draft: Draft, match: Match, sense: Sense, word: Word) -> None:
    parse = draft.parse
    theirs = parse.kid(word, "poss") or parse.kid(parse.words[match.first], "poss")
    if theirs is not None and theirs.lower not in MY:
        if theirs.lower in _THEIR or theirs.tag.startswith("N"):
            _skip_others_role(draft, match, word)
            return
        mine = False
    else:
        mine = _is_mine(draft, match)
    named = name_beside(draft, match)
    titled = named is not None and named[0] == match.last and match.last < named[1]
    mine = mine or titled or (word.lower in BARE_ROLES and _stands_alone(parse, word))
    mine = mine or _is_told_bare(parse, word, sense)
    stance: Stance | None = Stance(tense=Tense.PRESENT) if mine else None
    if stance is None and named is None:
        stance = _had_by_user(draft, word, sense)
    role = _role_of(parse, match, sense, word)
    if stance is None and named is None and not _is_known(parse, word, role):
        return
    start = match.first if theirs is None else min(match.first, theirs.i)
    if named is not None:
        first, last = named
        name = tidy(parse.text[parse.words[first].start : parse.words[last].end])
        head = last if parse.words[last].text != "." else last - 1
        index = draft.add(
            Found(first, last, head, name, Kind.PERSON, "role:named", role=role),
            *range(match.first, match.last + 1),
        )
        start, last = min(first, start), max(last, match.last)
    else:
        last = match.last
        index = draft.add(
            Found(match.first, last, word.i, role, Kind.PERSON, "role:bare", role=role)
        )
    if stance is not None:
        _relate(draft, index, sense.detail, (start, last), stance)


_HOUSEHOLD: Final = word_set("roles.household")
"""People whom a note names without "my": "kids were a handful, husband was no help"."""


def _is_told_bare(parse: Parse, word: Word, sense: Sense) -> bool:
    """Whether a role without any article stands where a note tells of one's own people."""
    if word.lower not in _HOUSEHOLD or parse.kid(word, "poss", "amod", "nummod", "relcl"):
        return False
    determined = parse.kid(word, "det")
    if determined is not None and (word.lower, determined.lower) != ("kids", "the"):
        return False
    if sense.detail[1:] not in {"PARTNER_OF", "PARENT_OF", "RELATIVE_OF"}:
        return False
    head = parse.head(word)
    if word.dep == "conj":
        head = parse.head(head)
    if head.lower in {"with", "from", "to"} and word.dep in {"pobj", "conj"}:
        above = parse.head(head)
        return above.tag != "VBN" and not above.lower.startswith(("other", "famil"))
    told = head if word.dep in {"nsubj", "dobj"} else word
    return any(one.tag == "VBD" for one in (told, *parse.kids(told, "aux", "auxpass")))


def _role_of(parse: Parse, match: Match, sense: Sense, word: Word) -> str:
    """The role as it is said, or its name in the list where it is said in short or at length."""
    as_written = match.first == match.last and len(word.lower) >= _SHORTEST_ROLE
    role = word.lower if as_written or word.lower in BARE_ROLES else sense.name
    one_of = word.tag == "NNS" and _is_one_of(parse, match.first)
    return lemma_of(role, "NNS") if one_of else role


def _is_known(parse: Parse, word: Word, role: str) -> bool:
    """Whether "the" before a role means somebody of the user's: "the neighbour"."""
    determined = parse.kid(word, "det")
    if determined is None or determined.lower != "the" or word.tag == "NNS":
        return False
    return role not in _GROUP_ROLES and role not in _CHILDREN


_CHILDREN: Final = frozenset({"baby", "kids", "children", "child", "kid", "family"})


def relate_listed(draft: Draft) -> None:
    """Give each of "my sisters, Nora and Ana" the role and the relation."""
    for fact in draft.facts():
        if fact.rule != "role:kin":
            continue
        index = fact.object if fact.subject == USER else fact.subject
        group = draft.found[index]
        if group.rule != "role:bare" or draft.parse.words[group.head].tag != "NNS":
            continue
        listed = names_behind(draft, group)
        stance = Stance(fact.polarity, fact.tense, fact.ended)
        for person in listed:
            draft.found[person].role = lemma_of(group.role or group.name, "NNS")
            ends = (USER, person) if fact.subject == USER else (person, USER)
            words = (group.first, draft.found[person].last)
            draft.state(
                ends[0], fact.predicate, ends[1], words=words, rule="role:kin", stance=stance
            )


def _is_one_of(parse: Parse, first: int) -> bool:
    """Read "one of my good friends" as one person."""
    begin = max(0, first - LONGEST_LEAD)
    lead = [word.lower for word in parse.words[begin:first]]
    return any(pair == ("one", "of") for pair in pairwise(lead))


_GROUP_ROLES: Final = word_set("people.group_roles")


def _skip_others_role(draft: Draft, match: Match, word: Word) -> None:
    """Leave "her husband" alone, but read a name that stands beside it: "her husband Jo"."""
    named = name_beside(draft, match)
    if named is not None:
        first, last = named
        name = tidy(draft.parse.text[draft.parse.words[first].start : draft.parse.words[last].end])
        draft.add(Found(first, last, last, name, Kind.PERSON, "name:role"), word.i)


_COMPANIONS: Final = frozenset({Predicate.FRIEND_OF, Predicate.COLLEAGUE_OF})
_INDEFINITE: Final = frozenset({"a", "an", "some", "several", "few", "many", "another", "two"})


def _had_by_user(draft: Draft, word: Word, sense: Sense) -> Stance | None:
    """How the user has somebody in a role without "my"; None if it does not say so.

    "I have a wife", "out with friends", "a friend told me".
    """
    parse = draft.parse
    of = parse.kid(word, "prep")
    determined = parse.kid(word, "det")
    is_definite = determined is not None and determined.lower not in _INDEFINITE
    if draft.quoted[word.i] or is_definite or (of is not None and of.lower == "of"):
        return None
    head = parse.head(word)
    subject = parse.subject(_governing_verb(parse, word))
    by_user = subject is not None and subject.lower in FIRST_PERSON
    if head.lemma in {"have", "get"} and word.dep == "dobj":
        has = by_user and head.lemma == "have" and sense.name not in _LOOSE
        return stance_of(parse, head) if has else None
    if word.dep in {"nsubj", "nsubjpass"}:
        by_user = determined is not None and any(
            kid.lower in {"me", "us"} for kid in parse.kids(head, "dobj", "dative")
        )
    elif word.dep not in {"pobj", "dobj", "conj"}:
        by_user = False
    return Stance() if by_user and sense.detail[1:] in _COMPANIONS else None


def _governing_verb(parse: Parse, word: Word) -> Word:
    for _ in range(4):
        if word.tag.startswith("V") or word.head == word.i:
            break
        word = parse.head(word)
    return word


def _relate(draft: Draft, index: int, detail: str, words: tuple[int, int], stance: Stance) -> None:
    predicate = Predicate(detail[1:])
    if stance == Stance() and _is_denied_role(draft, index):
        stance = Stance(Polarity.NEGATED)
    if draft.found[index].role == "ex":
        stance = Stance(tense=Tense.PRESENT, ended=True)
    if detail[0] == "<":
        draft.state(index, predicate, USER, words=words, rule="role:kin", stance=stance)
    else:
        draft.state(USER, predicate, index, words=words, rule="role:kin", stance=stance)


def _is_denied_role(draft: Draft, index: int) -> bool:
    """Whether somebody is said not to be in a role: "Tom is not my boyfriend"."""
    word = draft.parse.words[draft.found[index].head]
    verb = draft.parse.head(word)
    is_said = word.dep == "attr" and verb.lemma == "be"
    return is_said and stance_of(draft.parse, verb).polarity is Polarity.NEGATED


def _is_mine(draft: Draft, match: Match) -> bool:
    """Whether "my" stands before the role, perhaps with adjectives between, or "of mine" behind."""
    words = draft.parse.words
    first = words[match.first]
    if draft.quoted[first.i]:
        return False
    if is_of_mine(words, match.last):
        return True
    for i in range(first.i - 1, max(-1, first.i - 1 - LONGEST_LEAD), -1):
        if words[i].lower in MY:
            return True
        of_my = words[i].lower == "of" and i and words[i - 1].lower in _SOME_OF
        if words[i].tag and words[i].tag not in BETWEEN_MY_AND_ROLE and not of_my:
            return False
    return False


_SOME_OF: Final = frozenset({"couple", "group", "bunch", "pair"})


def _stands_alone(parse: Parse, word: Word) -> bool:
    """Whether the role is used like a name: "Mum called", "rang dad"."""
    if word.i and parse.words[word.i - 1].lower in {"the", "a", "an", "this", "that", "every"}:
        return False
    if word.lower in {"mother", "father"}:
        return word.text[0].isupper() and word.i > parse.sentences[word.sentence][0]
    return parse.kid(word, "det", "poss") is None


_CLOSE: Final = frozenset(
    {
        Predicate.FRIEND_OF,
        Predicate.COLLEAGUE_OF,
        Predicate.PARENT_OF,
        Predicate.SIBLING_OF,
        Predicate.RELATIVE_OF,
    }
)
_LOOSE: Final = frozenset({"baby", "kid", "child", "twin", "family"})
_PLAIN_COMPOUNDS: Final = word_set("people.plain_compounds")


def _is_other_noun(parse: Parse, word: Word, sense: Sense) -> bool:
    """Read "ski coach", "business partner": the compound makes it somebody else."""
    compound = parse.kid(word, "compound")
    if compound is None or compound.i != word.i - 1 or compound.tag != "NN":
        return False
    if sense.detail[1:] in _CLOSE and sense.name not in _LOOSE:
        return False  # "my birder friends"
    return compound.lower not in _PLAIN_COMPOUNDS
