"""What a sentence says, word by word, and of whom: without a parse, by closed lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from graph_aria.domain.stems import stem
from graph_aria.domain.told_words import (
    APART,
    DENIAL,
    DESCRIBING,
    DETERMINERS,
    EMPTY,
    FIRST,
    FOLLOWS,
    LIKE_AS_VERB,
    NO_MORE,
    NOMINATIVE,
    OF_OTHERS,
    OF_THE_USER,
    OF_USER,
    REPORTED,
    SELF,
    STANDS,
    THIRD,
    TRAITS,
    VERBLIKE,
    WORD,
)
from graph_aria.domain.word_forms import base, says


def content_of(told: str) -> tuple[str, ...]:
    """Base forms of the words that say something, in order; the first "The user" is none."""
    found = []
    for word in WORD.findall(told):
        lower = word.casefold().replace("’", "'").removesuffix("'s")
        if lower in EMPTY or lower == "user" or lower.split("'")[0] in EMPTY:
            continue
        if not lower.isdigit() and not re.fullmatch(r"\d+(?:st|nd|rd|th)", lower):
            found.append(base(lower))
    if "like" not in found and LIKE_AS_VERB.search(told.casefold()):
        found.append("lik")
    return tuple(dict.fromkeys(found))


def words_said(texts: Iterable[str]) -> frozenset[str]:
    """Base forms of words that were said, with those of what follows from them."""
    found: set[str] = set()
    for text in texts:
        for word in WORD.findall(text):
            found |= {base(word), stem(word.casefold())}
        for pattern, _, plain in STANDS:
            if pattern.search(text):
                found |= plain
    return frozenset(found).union(*(FOLLOWS.get(word, frozenset()) for word in found))


def is_said(word: str, said: frozenset[str]) -> bool:
    """Whether one of some base forms says what a base form tells."""
    return word in said or any(says(word, one) for one in said)


def lower_words(text: str) -> list[str]:
    """The words of a text, in lower case and with straight apostrophes."""
    return [word.casefold().replace("’", "'") for word in WORD.findall(text)]


def is_of_user(told: str, clause: str, content: Sequence[str]) -> bool:
    """Whether a clause says of the user what is told of them, not of somebody else."""
    reported = REPORTED.search(clause)
    is_theirs = told.startswith(OF_THE_USER)
    if reported is not None and not is_theirs:
        teller = clause[: reported.start()].split()
        is_own = bool(teller) and teller[-1].casefold() in NOMINATIVE
        if not is_own and OF_USER.isdisjoint(lower_words(clause[reported.end() :])):
            return False
    lower = lower_words(clause)
    if reported is None and _is_done_to_user(told, lower):
        return False
    if is_theirs and _is_owned_by_others(lower, content[0]):
        return False
    subject = _subject(WORD.findall(clause), lower, content)
    if not is_theirs:
        return subject in {None, SELF}
    named = any(says(content[0], base(word)) for word in lower)
    return named or subject is None or subject in THIRD


def _subject(named: Sequence[str], lower: Sequence[str], content: Sequence[str]) -> str | None:
    """Who a clause is about where it begins to say what is told; None if nobody is named."""
    subject: str | None = None
    for n, word in enumerate(named):
        one, form = lower[n], base(word)
        if n == 0 and one in DETERMINERS and not FIRST.search(" ".join(named)):
            follower = next(iter(lower[1:]), "")
            is_told = follower in DESCRIBING or any(says(each, base(follower)) for each in content)
            subject = None if is_told else follower
        elif one in NOMINATIVE:
            subject = SELF
        elif one in THIRD:
            subject = one
        elif one in OF_OTHERS and subject != SELF:
            subject = subject or next(iter(lower[n + 1 :]), None)
        elif one in OF_USER:
            subject = _owned(lower[n + 1 :], content) or subject
        elif one in EMPTY:
            continue
        elif form in content:
            break
        elif word[0].isupper() and n + 1 < len(lower) and VERBLIKE.fullmatch(lower[n + 1]):
            subject = one
    return subject


def _owned(following: Sequence[str], content: Sequence[str]) -> str | None:
    """What stands behind a "my" and is not told; None if it is told or a trait of the owner."""
    named = [word for word in following[:4] if word not in DESCRIBING][:2]
    for n, word in enumerate(named):
        # Behind the noun itself stands what it does, which says nothing of its owner.
        if word in EMPTY or (n > 0 and VERBLIKE.fullmatch(word)):
            break
        if word in TRAITS or any(says(one, base(word)) for one in content):
            return None
    return following[0] if following else None


def _is_owned_by_others(lower: Sequence[str], owned: str) -> bool:
    """Whether what is told to be the user's is said to be another's: "his landlord"."""
    for n, word in enumerate(lower):
        if base(word) == owned:
            owners = [one for one in lower[max(0, n - 3) : n] if one not in DESCRIBING]
            owner = owners[-1] if owners else ""
            return owner in OF_OTHERS or owner.endswith("'s")
    return False


def is_named_as_theirs(told: str, text: str, content: Sequence[str]) -> bool:
    """Whether a "my" names all that is told: "my therapist, Dr. Kaur"."""
    if re.match(r"The user(?:['’]s\b| has an?\b| has (?:two|three|four)\b)", told) is None:
        return False
    lower = lower_words(text)
    for n, word in enumerate(lower):
        if word in OF_USER:
            name = []
            for one in lower[n + 1 : n + 6]:
                if one in EMPTY and one not in DESCRIBING:
                    break
                name.append(base(one))
            if all(any(says(one, each) for each in name) for one in content):
                return n_denials(told) == 0
    return False


def _is_done_to_user(told: str, said: Sequence[str]) -> bool:
    """Whether the user is told to do what is done to them: "Anna loves me"."""
    verb = next(iter(content_of(told)), None)
    is_passive = re.match(r"The user (?:is|was|has been|gets?|got|feels?)\b", told) is not None
    return (
        not is_passive
        and " by " not in told
        and any(
            base(one) == verb and two in {"me", "us"} and n > 0 and said[n - 1] not in NOMINATIVE
            for n, (one, two) in enumerate(pairwise(said))
        )
    )


def n_denials(text: str) -> int:
    """Denials, and words that are one by themselves: "hates", "quit", "used to"."""
    told = re.sub(r"\b(never|no)(?:\W+\1)+\b", r"\1", plain(text), flags=re.IGNORECASE)
    told = re.sub(
        r"\b(?:no (?:wonder|doubt)|not only|nothing but)\b", "", told, flags=re.IGNORECASE
    )
    n_apart = sum(base(word) in APART for word in WORD.findall(told))
    return len(DENIAL.findall(told)) + n_apart + len(NO_MORE.findall(told))


def plain(text: str) -> str:
    """A text with one word for each phrase that is one: "hate" for "can't stand"."""
    for pattern, plain, _ in STANDS:
        text = text if plain is None else pattern.sub(plain, text)
    return text
