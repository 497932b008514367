"""Random lives for properties: entries with readings over a small cast."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import strategies as st

from graph_aria.domain.reading import (
    USER,
    Polarity,
    ReadAssertion,
    Reading,
    ReadMention,
)
from graph_aria.domain.records import Entry
from graph_aria.domain.vocabulary import Kind, Predicate, fits
from tests.unit.domain.graph_model import BEGIN, entry

CAST = {
    "Yoga": Kind.ACTIVITY,
    "Running": Kind.ACTIVITY,
    "Work": Kind.TOPIC,
    "anxiety": Kind.EMOTION,
    "calm": Kind.EMOTION,
    "Nora": Kind.PERSON,
    "Sam": Kind.PERSON,
    "Boulder": Kind.PLACE,
    "Denver": Kind.PLACE,
    "Insomnia": Kind.CONDITION,
}
ZONES = ["UTC", "America/Los_Angeles", "Australia/Brisbane", "Pacific/Kiritimati"]
STATED = [
    Predicate.EVOKES,
    Predicate.MITIGATES,
    Predicate.LIVES_IN,
    Predicate.DOES,
    Predicate.KNOWS,
    Predicate.FRIEND_OF,
    Predicate.RELATED_TO,
]


PEOPLE = [
    ("Sam", None),
    ("Sam", "brother"),
    ("Sam", "colleague"),
    ("sam", None),
    ("Samuel", "brother"),
    ("Sam Hale", None),
    ("Sam Hale Jr.", None),
    ("Dr. Hale", None),
    ("Mr. Hale", None),
    ("Mrs. Hale", None),
    ("Zoë", None),
    ("Zoe", "sister"),
    ("sister", "sister"),
    ("Anna", "sister"),
    ("mum", "mum"),
    ("mother", "mother"),
    ("Nora", "mum"),
    ("colleague", "colleague"),
]


@st.composite
def crowds(draw: st.DrawFn) -> Reading:
    """A reading of one to four people whom names and roles may or may not tell apart."""
    chosen = draw(st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=4))
    mentions = tuple(
        ReadMention(
            start=index * 20,
            end=index * 20 + len(name),
            words=name,
            name=name,
            kind=Kind.PERSON,
            rule="test:crowd",
            role=role,
        )
        for index, (name, role) in enumerate(chosen)
    )
    if len(mentions) > 1 and draw(st.booleans()):
        fact = ReadAssertion(0, Predicate.KNOWS, 1, 0, 30, "test:stated")
        return Reading(mentions, (fact,), (), "en", "test 1")
    return Reading(mentions, (), (), "en", "test 1")


@st.composite
def readings(draw: st.DrawFn) -> Reading:
    """A reading of two to five of the cast."""
    names = draw(st.lists(st.sampled_from(sorted(CAST)), min_size=1, max_size=5))
    mentions = tuple(
        ReadMention(
            start=index * 20,
            end=index * 20 + len(name),
            words=name,
            name=name,
            kind=CAST[name],
            rule="test:cast",
            named=CAST[name] is not Kind.TOPIC or draw(st.booleans()),
            intensity=draw(st.integers(1, 5)) if CAST[name] is Kind.EMOTION else None,
            negated=CAST[name] is Kind.EMOTION and draw(st.booleans()),
            matters=draw(st.booleans()),
        )
        for index, name in enumerate(names)
    )
    assertions = []
    for number in range(draw(st.integers(0, 4))):
        subject = draw(st.integers(USER, len(mentions) - 1))
        object_ = draw(st.integers(USER, len(mentions) - 1))
        predicate = draw(st.sampled_from(STATED))
        kinds = [Kind.PERSON if end == USER else mentions[end].kind for end in (subject, object_)]
        if subject == object_ or not fits(predicate, kinds[0], kinds[1]):
            continue
        assertions.append(
            ReadAssertion(
                subject=subject,
                predicate=predicate,
                object=object_,
                start=number,
                end=number + 10,
                rule="test:stated",
                polarity=draw(st.sampled_from([Polarity.ASSERTED] * 3 + [Polarity.NEGATED])),
                ended=draw(st.sampled_from([False, False, False, True])),
            )
        )
    return Reading(mentions, tuple(assertions), (), "en", "test 1")


@st.composite
def lives(
    draw: st.DrawFn, *, max_size: int = 12, told: st.SearchStrategy[Reading] | None = None
) -> list[tuple[Entry, Reading]]:
    """Entries over two months in several zones, oldest first, no two at one instant."""
    minutes = draw(
        st.lists(st.integers(0, 60 * 24 * 60), min_size=1, max_size=max_size, unique=True)
    )
    return [
        (
            entry(
                f"entry-{number:03d}",
                BEGIN + timedelta(minutes=minute),
                zone=draw(st.sampled_from(ZONES)),
            ),
            draw(readings() if told is None else told),
        )
        for number, minute in enumerate(sorted(minutes))
    ]
