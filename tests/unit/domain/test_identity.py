"""Same, different or unclear: the judgement by itself."""

from __future__ import annotations

import pytest

from graph_aria.domain.choosing import choose
from graph_aria.domain.graph import Entity, Form
from graph_aria.domain.identity import Verdict, judge
from graph_aria.domain.nicknames import forms_of, may_be_one_name
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.person_names import parsed
from graph_aria.domain.questions import Reason
from graph_aria.domain.reading import ReadMention
from graph_aria.domain.views import Candidate
from graph_aria.domain.vocabulary import Kind

Who = tuple[str, str | None]


def mention(name: str, role: str | None = None, kind: Kind = Kind.PERSON) -> ReadMention:
    return ReadMention(0, len(name), name, name, kind, "name:ner", role=role)


def known(*names: Who, kind: Kind = Kind.PERSON, id_: str = "e1") -> Candidate:
    forms = tuple(Form(id_, n, normalized(n), kind, role, None, 1) for n, role in names)
    name, role = names[0]
    entity = Entity(id_, "p", kind, name, normalized(name), None, role=role)
    return Candidate(entity, forms)


SAME = [
    (("Sam", None), ("SAM", None)),
    (("Sam", "brother"), ("Sam", None)),
    (("Sam", "friend"), ("Sam", "colleague")),
    (("Tom", "husband"), ("Tom", "boyfriend")),
    (("Kim", "twin"), ("Kim", "sister")),
    (("Zoe\u0308", None), ("Zo\u00eb", None)),
    (("D'Arcy", None), ("D’Arcy", None)),
    (("Groß", None), ("GROSS", None)),
    (("Dr. Weiss", None), ("Dr Weiss", None)),
    (("Peter Hale Sr", None), ("Peter Hale Sr.", None)),
    (("Peter Hale Senior", None), ("Peter Hale Sr.", None)),
    (("Ben", "brother"), ("Benjamin", "brother")),
    (("mum", "mum"), ("Nora", "mother")),
    (("Nora", "mom"), ("mum", "mum")),
    (("Auntie May", None), ("Aunt May", None)),
    (("Мария", None), ("МАРИЯ", None)),
    (("小明", None), ("小明", None)),
    (("فاطمة", None), ("فاطمة", None)),
]
DIFFERENT = [
    (("Sam", "brother"), ("Sam", "colleague")),
    (("Sam", "cousin"), ("Sam", "uncle")),
    (("Mr. Novak", None), ("Mrs. Novak", None)),
    (("Herr Novak", None), ("Frau Novak", None)),
    (("Dr. Novak", None), ("Mr. Novak", None)),
    (("Peter Hale Sr.", None), ("Peter Hale Jr.", None)),
    (("Pitt the Elder", None), ("Pitt the Younger", None)),
    (("Henry Ash II", None), ("Henry Ash III", None)),
    (("Ilse Brandt", "grandma"), ("Ilse Brandt", "grandpa")),
    (("Aunt Robin", None), ("Uncle Robin", None)),
    (("Sam (work)", None), ("Sam (gym)", None)),
    (("Jo 🎸", None), ("Jo 🏀", None)),
    (("Peter Hale", None), ("Peter Marsh", None)),
    (("Peter A. Hale", None), ("Peter B. Hale", None)),
    (("Anna", None), ("Beth", None)),
    (("Anna", "sister"), ("Beth", "sister")),
    (("colleague", "colleague"), ("Tom", "colleague")),
    (("Иван", None), ("Пётр", None)),
    (("小明", None), ("小红", None)),
]
UNCLEAR = [
    (("Peter Hale", None), ("Peter", None), Reason.FIRST_NAME),
    (("Mr. Novak", None), ("Jan Novak", None), Reason.SURNAME),
    (("Ben", None), ("Benjamin", None), Reason.NICKNAME),
    (("Liz", None), ("Elizabeth", "friend"), Reason.NICKNAME),
    (("Sasha", None), ("Alexander", None), Reason.NICKNAME),
    (("Ben Ford", None), ("Benjamin Ford", None), Reason.NICKNAME),
    (("Саша", None), ("Александр", None), Reason.NICKNAME),
    (("Zoe", None), ("Zoë", None), Reason.ACCENTS),
    (("Müller", None), ("Mueller", None), Reason.SPELLING),
    (("Łukasz Nowak", None), ("Lukasz Nowak", None), Reason.ACCENTS),
    (("Dr. Weiss", None), ("Weiss", None), Reason.TITLE),
    (("Peter Hale", None), ("Peter Hale Jr.", None), Reason.GENERATION),
    (("Sam", None), ("Sam (gym)", None), Reason.QUALIFIER),
    (("Jo", None), ("Jo 🎸", None), Reason.QUALIFIER),
    (("Peter Hale", None), ("Peter J. Hale", None), Reason.SPELLING),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same(one: Who, other: Who) -> None:
    for here, there in ((one, other), (other, one)):
        assert judge(mention(*here), known(there)).verdict is Verdict.SAME


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different(one: Who, other: Who) -> None:
    for here, there in ((one, other), (other, one)):
        assert judge(mention(*here), known(there)).verdict is Verdict.DIFFERENT


@pytest.mark.parametrize(("one", "other", "reason"), UNCLEAR)
def test_unclear(one: Who, other: Who, reason: Reason) -> None:
    for here, there in ((one, other), (other, one)):
        judgement = judge(mention(*here), known(there))
        assert (judgement.verdict, judgement.reason) == (Verdict.UNCLEAR, reason)
        assert 0 < judgement.score < 1


@pytest.mark.parametrize(
    ("one", "other", "kind", "same"),
    [
        ("Malmö", "Malmo", Kind.PLACE, True),
        ("Köln", "Koeln", Kind.PLACE, True),
        ("Café Noir", "cafe noir", Kind.ORGANIZATION, True),
        ("Springfield", "Springfields", Kind.PLACE, False),
        ("joy", "joyful", Kind.EMOTION, False),
    ],
)
def test_places_and_firms_may_drop_their_accents(
    one: str, other: str, kind: Kind, *, same: bool
) -> None:
    judgement = judge(mention(one, kind=kind), known((other, None), kind=kind))
    assert (judgement.verdict is Verdict.SAME) is same


def test_an_acronym_is_one_whatever_its_kind() -> None:
    for here in (Kind.PERSON, Kind.ORGANIZATION, Kind.THING, Kind.PLACE, Kind.EVENT):
        for there in (Kind.PERSON, Kind.ORGANIZATION, Kind.THING, Kind.PLACE):
            candidate = known(("KTO", None), kind=there)
            assert judge(mention("KTO", kind=here), candidate).verdict is Verdict.SAME
    assert judge(mention("KTO", kind=Kind.TOPIC), known(("KTO", None))).verdict is not Verdict.SAME


def test_what_was_once_known_by_two_names_is_known_by_both() -> None:
    married = known(("Peter Hale", None), ("Peter Marsh", None))
    assert judge(mention("Peter Marsh"), married).verdict is Verdict.SAME
    assert judge(mention("Peter Ash"), married).verdict is Verdict.DIFFERENT


def test_a_namesake_without_a_role_is_neither_of_two() -> None:
    brother = known(("Sam", "brother"), id_="e1")
    colleague = known(("Sam", "colleague"), id_="e2")
    choice = choose(mention("Sam"), [brother, colleague])
    assert choice.candidate is None
    assert [doubt.entity_id for doubt in choice.doubts] == ["e1", "e2"]
    assert choose(mention("Sam", "brother"), [brother, colleague]).candidate == brother
    # Once there is one, it is the one.
    unknown = known(("Sam", None), id_="e3")
    assert choose(mention("Sam"), [brother, colleague, unknown]).candidate == unknown


def test_a_short_form_is_who_the_entry_names_in_full_if_only_one_fits() -> None:
    hale, marsh = known(("Peter Hale", None), id_="e1"), known(("Peter Marsh", None), id_="e2")
    assert choose(mention("Peter"), [hale, marsh], here={"e1"}).candidate == hale
    choice = choose(mention("Peter"), [hale, marsh], here={"e1", "e2"})
    assert choice.candidate is None
    assert len(choice.doubts) == 2
    # A nickname in the same entry is a name of its own.
    assert choose(mention("Ben"), [known(("Benjamin", None))], here={"e1"}).candidate is None


def test_one_of_several_sisters_is_asked_for() -> None:
    anna, beth = known(("Anna", "sister"), id_="e1"), known(("Beth", "sister"), id_="e2")
    sister = known(("sister", "sister"), id_="e3")
    assert choose(mention("sister", "sister"), [anna]).candidate == anna
    assert choose(mention("sister", "sister"), [anna, beth]).candidate is None
    assert choose(mention("sister", "sister"), [anna, beth, sister]).candidate == sister
    assert choose(mention("Cleo", "sister"), [sister]).candidate == sister
    choice = choose(mention("Cleo", "sister"), [anna, beth, sister])
    assert choice.candidate is None
    assert [doubt.entity_id for doubt in choice.doubts] == ["e3"]


def test_who_may_be_either_of_two_stays_the_one_for_what_is_unclear() -> None:
    """Two of one name are kept apart by the user; the third and the fourth are one newcomer."""
    first, second = known(("Sam", None), id_="e1"), known(("Sam", None), id_="e2")
    apart = {frozenset(("e1", "e2"))}
    choice = choose(mention("Sam"), [first, second], apart=apart)
    assert (choice.candidate, [doubt.entity_id for doubt in choice.doubts]) == (None, ["e1", "e2"])
    either = known(("Sam", None), id_="e3")
    assert choose(mention("Sam"), [first, second, either], apart=apart).candidate == either
    # Once that one is somebody of its own too, or may be one of them only, it is not.
    for more in ({"e1"}, {"e1", "e2"}):
        known_apart = apart | {frozenset((one, "e3")) for one in more}
        choice = choose(mention("Sam"), [first, second, either], apart=known_apart)
        assert (choice.candidate, len(choice.doubts)) == (None, 3)
    # Without a word that they are two they are one, as it is known until it is asked.
    assert choose(mention("Sam"), [first, second]).candidate == first


def test_of_several_the_one_of_whom_the_entry_has_spoken_is_meant() -> None:
    brother, colleague = known(("Sam", "brother"), id_="e1"), known(("Sam", "colleague"), id_="e2")
    assert choose(mention("Sam"), [brother, colleague], here={"e2"}).candidate == colleague
    assert choose(mention("Sam"), [brother, colleague], here={"e1", "e2"}).candidate is None
    ben, tom = known(("Ben", "brother"), id_="e3"), known(("Tom", "brother"), id_="e4")
    assert choose(mention("brother", "brother"), [ben, tom], here={"e4"}).candidate == tom


@pytest.mark.parametrize("spoken_of_by_role", [0, 1, 2])
def test_a_role_that_several_named_people_have_is_asked_for(spoken_of_by_role: int) -> None:
    names: tuple[Who, ...] = (("Ben", "brother"), ("brother", "brother"))
    ben = known(*names[: 2 if spoken_of_by_role else 1], id_="e1")
    tom = known(("Tom", "brother"), *names[1:spoken_of_by_role], id_="e2")
    choice = choose(mention("brother", "brother"), [ben, tom])
    assert (choice.candidate, choice.reason) == (None, Reason.SEVERAL)
    unknown = known(("brother", "brother"), id_="e3")
    assert choose(mention("brother", "brother"), [ben, tom, unknown]).candidate == unknown


def test_of_those_who_follow_each_other_in_a_role_the_latest_is_meant() -> None:
    ruth = known(("Ruth", "boss"), ("boss", "boss"), id_="e1")
    ida = known(("Ida", "boss"), id_="e2")
    assert choose(mention("manager", "manager"), [ruth, ida]).candidate == ida
    assert choose(mention("boss", "boss"), [ida, ruth], here={"e1"}).candidate == ruth
    # Not so with a second mother: she follows nobody.
    mothers = [known(("Nora", "mum"), id_="e1"), known(("Eva", "mum"), id_="e2")]
    assert choose(mention("mum", "mum"), mothers).candidate is None


def test_parts_of_a_name() -> None:
    whole = parsed("prof. dr. anna maria weiss-hale iii (work)")
    assert (whole.title, whole.words, whole.generation, whole.qualifier) == (
        "prof", ("anna", "maria", "weiss-hale"), "3", "work",
    )  # fmt: skip
    assert parsed("dr").words == ("dr",)
    assert parsed("") == parsed("  ")
    assert parsed("👩\u200d🚀 jo").words == ("jo",)


def test_nicknames_go_both_ways_and_not_through_each_other() -> None:
    assert may_be_one_name("bob", "robert")
    assert may_be_one_name("sasha", "alexandra")
    assert not may_be_one_name("alexander", "samantha")
    assert not may_be_one_name("ben", "ben")
    assert {"liz", "beth", "elizabeth"} <= forms_of("lizzie")
