"""What a pattern of a plain statement is, and what its groups must be to fit."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from graph_aria.adapters.language.fact_having import counted
from graph_aria.adapters.language.fact_tastes import slot_words
from graph_aria.adapters.language.lexicon import word_set
from graph_aria.adapters.language.naming import known_places
from graph_aria.domain.memories import Category, MemoryKind

Fits = Callable[[Sequence[str]], bool]


@dataclass(frozen=True, slots=True)
class Rule:
    """One pattern of a plain statement and what it tells.

    Attributes:
        name: what the rule is called.
        pattern: must match a statement as a whole; its groups are told.
        says: the sentence, with the groups and `{month}` in it.
        category, kind, importance, significance: of the memory.
        slot, value: of the memory, with groups as `slot_words`; None if it has none.
        slot_of: slot and value from the told groups, where that needs more.
        fits: what the plain words of a group must be.
        longest: most words of a group.
    """

    name: str
    pattern: re.Pattern[str]
    says: str
    category: Category
    kind: MemoryKind = MemoryKind.FACT
    importance: float = 0.7
    significance: float = 0.2
    slot: str | None = None
    value: str = "yes"
    slot_of: Callable[[Mapping[str, str]], tuple[str, str]] | None = None
    fits: Mapping[str, Fits] | None = None
    longest: int = 12


_VAGUE: Final = word_set("facts.compared_vague")
_PARTNERS: Final = frozenset(
    {"boyfriend", "girlfriend", "fiancé", "fiancée", "fiance", "fiancee", "husband", "wife",
     "partner", "spouse", "hubby"}
)  # fmt: skip
_AIMS: Final = (
    word_set("facts.goal_objects") | word_set("facts.play_objects") | word_set("facts.languages")
)
_POINTING: Final = frozenset({"this", "that", "these", "those", "some", "any", "such", "not"})
_RATHER: Final = word_set("facts.rather")
_LANGUAGES: Final = word_set("facts.languages")
_BESIDE: Final = word_set("facts.languages_beside")
_NOT_ALLERGIC: Final = word_set("facts.not_allergic")
_SUBJECTS: Final = word_set("facts.subjects")
_LIGHT: Final = frozenset({"be", "die", "have", "get", "see", "feel", "do"})


def any_of(*names: str) -> str:
    """Any word of some sets, as a pattern; apostrophes stand apart as the parse has them."""
    words = sorted({word for name in names for word in word_set(name)}, key=len, reverse=True)
    return (
        "(?:"
        + "|".join(re.escape(word).replace("'s", " ?'s").replace("\\-", " ?- ?") for word in words)
        + ")"
    )


def is_goal(words: Sequence[str]) -> bool:
    """Whether something is named that takes months to reach."""
    return _AIMS.intersection(words) != frozenset()


def goal_slot(told: str) -> str:
    """The slot of what is aimed at: how it is put differs, what it is does not."""
    words = [word for word in told.lower().split() if word in _AIMS]
    return f"the user|aims at|{slot_words(words[0] if words else told)}"


def learning_slot(told: Mapping[str, str]) -> tuple[str, str]:
    """Slot and value of what the user is learning."""
    return goal_slot(told["one"]), f"is learn {slot_words(told['one'])}"


def named_slot(name: str, role: str) -> tuple[str, str]:
    """Slot and value of who somebody is to the user; a partner is one thing at a time."""
    if role.lower() in _PARTNERS:
        return f"{name}|partner of|the user", role
    return f"{name}|is|{role}", "yes"


def is_sort(words: Sequence[str]) -> bool:
    """Whether what is compared is a sort of thing and no passing or vague one."""
    rest = [word for word in words if word not in {"to", "the", "a", "an"}]
    is_light = not rest or rest[0] in _POINTING | _LIGHT
    return not is_light and not _VAGUE.intersection(words) and "being" not in words[:1]


def is_pastime(words: Sequence[str]) -> bool:
    """Whether something is what one does for hours, and no figure of speech."""
    return words[0] in _RATHER and is_sort(words)


def are_languages(words: Sequence[str]) -> bool:
    """Whether nothing but languages is named."""
    return any(word in _LANGUAGES for word in words) and all(
        word in _LANGUAGES or word in _BESIDE for word in words
    )


def is_allergen(words: Sequence[str]) -> bool:
    """Whether one can be allergic to it, but in jest."""
    return not _NOT_ALLERGIC.intersection(words) and not _VAGUE.intersection(words)


def ends_in(name: str) -> Fits:
    """What fits if its head is of a set of words."""
    known = word_set(name)

    def fits(words: Sequence[str]) -> bool:
        links = {"in", "of", "at", "for", "with", "from"}
        head = next((at for at, word in enumerate(words) if word in links), len(words))
        return head > 0 and words[head - 1] in known and not _VAGUE.intersection(words[:head])

    return fits


def are_subjects(words: Sequence[str]) -> bool:
    """Whether something is studied at a school."""
    kept = [word for word in words if word not in {"and", "of", "to", "be", "a"}]
    return bool(kept) and kept[0] in _SUBJECTS


def is_great(words: Sequence[str]) -> bool:
    """Whether something is told by itself."""
    return not _POINTING.intersection(words[:1]) and not _VAGUE.intersection(words[:1])


def is_lasting_fear(words: Sequence[str]) -> bool:
    """Whether a fear is of a sort of thing, and not of what comes tomorrow."""
    fears = word_set("facts.fears")
    is_sort = words[0] not in {"the", "my", "this", "that", "his", "her", "a"}
    is_dark = tuple(words) in {("the", "dark"), ("being", "alone"), ("getting", "old"),
                               ("growing", "old"), ("the", "water"), ("being", "abandoned"),
                               ("commitment",), ("intimacy",), ("small", "spaces")}  # fmt: skip
    return is_dark or (is_sort and words[-1] in fears)


def is_place(words: Sequence[str]) -> bool:
    """Whether a country or a town is named, in whatever case."""
    return " ".join(words) in known_places()


def counted_slot(told: Mapping[str, str]) -> tuple[str, str]:
    """Slot and value of how many somebody has."""
    what, value = counted(told["one"], "yes")
    return f"the user|{what}", value


def has_year(words: Sequence[str]) -> bool:
    """Whether a year is named."""
    return any(word.isdigit() and len(word) == len("1984") for word in words)


def is_favoured(words: Sequence[str]) -> bool:
    """Whether something may be a favourite."""
    is_doing = words[0] in {"to", "when", "how", "what", "being", "getting", "having", "my", "the"}
    return not is_doing and words[0] not in _POINTING and not _VAGUE.intersection(words)


def is_lasting_favourite(words: Sequence[str]) -> bool:
    """Whether a favourite is of a sort that lasts."""
    return not word_set("facts.liking_vague").difference({"food"}).intersection(words)


def pair(told: Mapping[str, str]) -> tuple[str, str]:
    """Slot and value of what is liked better."""
    one, other = slot_words(told["one"]), slot_words(told["other"])
    return f"the user|prefers|{' / '.join(sorted((one, other)))}", one


def favourite_slot(told: Mapping[str, str]) -> tuple[str, str]:
    """Slot and value of a favourite."""
    return f"the user|favourite|{slot_words(told['what'])}", slot_words(told["one"])


def language_slot(told: Mapping[str, str]) -> tuple[str, str]:
    """Slot and value of what is spoken."""
    return f"the user|speaks|{told['one'].lower()}", "yes"


def rule(  # noqa: PLR0913 - a row
    name: str, pattern: str, says: str, category: Category, *,
    kind: MemoryKind = MemoryKind.FACT, importance: float = 0.7, significance: float = 0.2,
    slot: str | None = None, value: str = "yes",
    slot_of: Callable[[Mapping[str, str]], tuple[str, str]] | None = None,
    fits: Mapping[str, Fits] | None = None, longest: int = 12,
) -> Rule:  # fmt: skip
    """A row."""
    return Rule(name, re.compile(pattern), says, category, kind, importance, significance,
                slot, value, slot_of, fits, longest)  # fmt: skip
