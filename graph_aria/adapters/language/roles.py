"""People that are named by their role to the user, and roles that belong to a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.draft import Found, Stance
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.matching import Match
from graph_aria.adapters.language.naming import TITLES, continues_name, is_name, tidy
from graph_aria.adapters.language.stance import FIRST_PERSON, stance_of
from graph_aria.domain.reading import USER, Tense
from graph_aria.domain.vocabulary import Kind, Predicate

if TYPE_CHECKING:
    from graph_aria.adapters.language.draft import Draft
    from graph_aria.adapters.language.lexicon import Sense
    from graph_aria.adapters.language.parse import Parse, Word

_SHORTEST_ROLE: Final = 4
"""Shorter words for a role are short forms: "bf", "gp", "sis"."""

BARE_ROLES: Final = word_set("people.bare_roles")
"""Roles that name a person without "my": people call them so."""

_MY: Final = frozenset({"my", "our"})
_MINE: Final = frozenset({"mine", "ours"})
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
            mention.role = roles[mention.name]
        elif mention.kind is Kind.PERSON and mention.rule == "role:bare" and mention.name in names:
            mine = _is_mine(draft, Match(mention.first, mention.last, ()))
            mention.name = names[mention.name] if mine else mention.name


def _add_role(draft: Draft, match: Match, sense: Sense, word: Word) -> None:
    parse = draft.parse
    mine = _is_mine(draft, match)
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
    stance = Stance(tense=Tense.PRESENT)
    had = _had_by_user(draft, word, sense) if named is None and not mine and not bare else None
    if had is not None:
        mine, stance = True, had
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
        _relate(draft, index, sense.detail, (start, last), stance)
    return None


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
    if draft.found[index].role == "ex":
        stance = Stance(tense=Tense.PRESENT, ended=True)
    if detail[0] == "<":
        draft.state(index, predicate, USER, words=words, rule="role:kin", stance=stance)
    else:
        draft.state(USER, predicate, index, words=words, rule="role:kin", stance=stance)


def _is_mine(draft: Draft, match: Match) -> bool:
    """Whether "my" stands before the role, perhaps with adjectives between, or "of mine" behind."""
    words = draft.parse.words
    first = words[match.first]
    if draft.quoted[first.i]:
        return False
    if _is_of_mine(words, match.last):
        return True
    for i in range(first.i - 1, max(-1, first.i - 1 - _LONGEST_LEAD), -1):
        if words[i].lower in _MY:
            return True
        of_my = words[i].lower == "of" and i and words[i - 1].lower in _SOME_OF
        if words[i].tag and words[i].tag not in _BETWEEN_MY_AND_ROLE and not of_my:
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
    """Read "Nora, my sister,", "Nora is my sister", "Ed is a good friend of mine"."""
    words = draft.parse.words
    begin = draft.parse.sentences[words[match.first].sentence][0]
    of_mine = _is_of_mine(words, match.last)
    i = match.first - 1
    lowest = max(begin, i - _LONGEST_LEAD)
    while i > lowest and words[i].lower not in _MY and words[i].tag in _BETWEEN_MY_AND_ROLE:
        i -= 1
    if words[i].lower in _MY or (of_mine and words[i].tag == "DT"):
        i -= 1
    elif not of_mine:
        return None
    if i <= begin or words[i].lower not in {",", "is", "'s", "was", "(", "-", "–", "—"}:
        return None
    last = i - 1
    if not is_name(words[last]) or draft.owner[last] != -1:
        return None
    first = last
    while first > begin and is_name(words[first - 1]) and words[first - 1].head == last:
        first -= 1
    return first, last


_LONGEST_LEAD: Final = 6
"""How many words may stand between "my" and a role: "my four - year - old daughter"."""

_BETWEEN_MY_AND_ROLE: Final = frozenset(
    {"JJ", "JJS", "JJR", "NN", "NNS", "CC", "HYPH", "CD", "RB", "VBG", "VBN", ","}
)


def _is_of_mine(words: list[Word], last: int) -> bool:
    """Whether "of mine" or "of ours" follows."""
    following = [word.lower for word in words[last + 1 : last + 3]]
    return len(following) > 1 and following[0] == "of" and following[1] in _MINE


def _is_other_noun(parse: Parse, word: Word, sense: Sense) -> bool:
    """Read "ski coach", "business partner": the compound makes it somebody else."""
    compound = parse.kid(word, "compound")
    if compound is None or compound.i != word.i - 1 or compound.tag != "NN":
        return False
    if sense.detail[1:] in _CLOSE and sense.name not in _LOOSE:
        return False  # "my birder friends"
    return compound.lower not in _PLAIN_COMPOUNDS
