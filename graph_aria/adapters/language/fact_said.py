"""Plain statements by pattern: who the user is, what they have, do, owe and want.

Each pattern is held against the whole of a statement (`fact_plain`), so that nothing said is
left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from graph_aria.adapters.language.fact_change_rules import CHANGES
from graph_aria.adapters.language.fact_draft import bare
from graph_aria.adapters.language.fact_fits import Rule
from graph_aria.adapters.language.fact_plain import Plain, plains
from graph_aria.adapters.language.fact_plain_rules import RULES
from graph_aria.adapters.language.fact_words import third_of
from graph_aria.domain.function_words import NUMBERS
from graph_aria.domain.memories import Category

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graph_aria.adapters.language.fact_draft import Facts
    from graph_aria.adapters.language.fact_words import Told
    from graph_aria.adapters.language.parse import Word

_COLOURS: Final = frozenset(
    {"red", "blue", "green", "yellow", "orange", "purple", "pink", "black", "white", "grey", "gray",
     "brown", "turquoise", "violet", "teal"}
)  # fmt: skip
_MONTHS: Final = 12
_MOST_YEARS: Final = 90
_SPAN: Final = re.compile(
    r"for (?:about |almost |nearly |over |more than |around |the (?:last|past) )?(?P<n>[\w-]+) "
    r"(?P<unit>years?|months?)(?: now)?"
)


def read_said(facts: Facts) -> None:
    """Add what plain statements of the user's say."""
    for plain in plains(facts):
        if plain.is_open:
            continue
        for rule in (*CHANGES, *RULES):
            found = rule.pattern.fullmatch(plain.text)
            if found is not None and _add(facts, plain, rule, found):
                break


def _add(facts: Facts, plain: Plain, rule: Rule, found: re.Match[str]) -> bool:
    """Add what a rule tells; whether it did."""
    told: dict[str, str] = {}
    for name, text in found.groupdict().items():
        if text is None:
            told[name] = ""
            continue
        if name == "since":
            since = since_when(facts, plain, found)
            if since is None:
                return False
            told[name] = since
            continue
        if name == "month_name":
            told[name] = text.capitalize()
            continue
        words = plain.part(*found.span(name))
        part = facts.words.tell(words) if words else None
        if part is None or len(words) > rule.longest or not _is_fit(rule, name, words):
            return False
        told[name] = _plainly(part)
    if rule.fits is not None and not all(
        fits(found[name].split()) for name, fits in rule.fits.items() if found[name] is not None
    ):
        return False
    _say(facts, plain, rule, told)
    return True


def _is_fit(rule: Rule, name: str, words: Sequence[Word]) -> bool:
    """Whether a group is what its place wants, by how it is written and tagged."""
    if name == "name":
        return all(word.text[:1].isupper() or word.lower == "and" for word in words)
    if rule.name == "favourite" and name == "one":
        last = words[-1]
        return last.text[:1].isupper() or last.tag.startswith("NN") or last.lower in _COLOURS
    if rule.name == "belief":
        return not any(word.tag == "VBD" for word in words)
    return True


def _plainly(told: Told) -> str:
    return told.text.removesuffix(" or so")


def _say(facts: Facts, plain: Plain, rule: Rule, told: Mapping[str, str]) -> None:
    month = f"{facts.said_on:%B} {facts.said_on.year}"
    if "verb" in told and "{verb}s" in rule.says:
        told = {**told, "verb": third_of(told["verb"])}
    if "{how}s" in rule.says:
        told = {**told, "how": third_of(told["how"])}
    if told.get("how") == "come from":
        told = {**told, "how": "comes from"}
    if rule.name == "from" and told["one"].islower():
        told = {**told, "one": told["one"].title()}
    says = rule.says.replace("{verb}s", "{verb}").replace("{how}s", "{how}")
    text = " ".join(says.format(**told, month=month).split())
    slot, value = rule.slot, rule.value
    if rule.slot_of is not None:
        slot, value = rule.slot_of(told)
    elif slot is not None:
        slot = slot.format(**{name: bare(part) for name, part in told.items()})
        value = value.format(**{name: bare(part) for name, part in told.items()})
    is_doing = rule.category is Category.TASTES and told["one"].split()[0].endswith("ing")
    category = Category.INTERESTS if is_doing else rule.category
    facts.add(
        text, (plain.words[0].i, plain.last), rule.name, kind=rule.kind, category=category,
        importance=rule.importance, significance=rule.significance, reason=plain.reason,
        slot=slot, value=value,
    )  # fmt: skip


def since_when(facts: Facts, plain: Plain, found: re.Match[str]) -> str | None:
    """Since when, in words that stay true: "since 2019", "since about 2016"."""
    span = _SPAN.fullmatch(found["since"])
    if span is None:
        words = plain.part(*found.span("since"))
        if len(words) < 2 or facts.words.date_at(words[1]) is None and words[1].tag != "CD":  # noqa: PLR2004, RUF021 - "since" and a day
            return None
        told = facts.words.tell(words)
        return None if told is None else told.text
    figure = NUMBERS.get(span["n"], span["n"])
    if not figure.isdigit() or not 0 < int(figure) <= _MOST_YEARS:
        return None
    if span["unit"].startswith("year"):
        return f"since about {facts.said_on.year - int(figure)}"
    months = facts.said_on.year * _MONTHS + facts.said_on.month - 1 - int(figure)
    first = facts.said_on.replace(day=1, year=months // _MONTHS, month=months % _MONTHS + 1)
    return f"since about {first:%B} {first.year}"
