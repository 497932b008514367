"""Questions about identity, and looking up whom a name or a role may mean."""

from __future__ import annotations

import pytest

from graph_aria.domain.questions import Answer, Question
from graph_aria.domain.records import Profile
from graph_aria.domain.vocabulary import Kind
from graph_aria.errors import NotFound
from graph_aria.ports import WORD_LIMIT, Store
from tests.contract.samples import apply, at, entity, form, question


async def _found(store: Store, owner: Profile, **by: list[str]) -> list[str]:
    found = await store.find_candidates(owner.id, by.pop("keys", []), **by)
    return [candidate.entity.name for candidate in found]


async def test_a_word_of_a_name_finds_whom_it_may_mean(store: Store, owner: Profile) -> None:
    zoe = entity(owner, "Zoë", kind=Kind.PERSON)
    hale = entity(owner, "Peter", kind=Kind.PERSON)
    darcy = entity(owner, "Fitz", kind=Kind.PERSON)
    forms = (form(zoe, "Zoë"), form(hale, "Peter Hale Jr."), form(darcy, "D’Arcy O'Brien-Müller"))
    await apply(store, owner, save_entities=(zoe, hale, darcy), save_forms=forms)
    # Case and accents make no difference, here or there.
    for word in ("zoe", "ZOË", "zoë"):
        assert await _found(store, owner, words=[word]) == ["Zoë"]
    assert await _found(store, owner, words=["hale"]) == ["Peter"]
    assert await _found(store, owner, words=["muller", "peter", "?", ""]) == ["Peter", "Fitz"]
    assert await _found(store, owner, words=["hal", "pete", "zo", '"*', "name:zoe"]) == []
    # A name that was given by hand is found as well, and each only once.
    assert await _found(store, owner, words=["fitz", "obrien"], keys=["fitz"]) == ["Fitz"]


async def test_a_role_finds_who_has_it(store: Store, owner: Profile) -> None:
    nora = entity(owner, "Nora", kind=Kind.PERSON)
    sam = entity(owner, "Sam", kind=Kind.PERSON)
    forms = (form(nora, "Nora", 2), form(nora, "mum", 1, role="mum"), form(sam, "Sam"))
    await apply(store, owner, save_entities=(nora, sam), save_forms=forms)
    assert await _found(store, owner, roles=["mother", "mum"]) == ["Nora"]
    assert await _found(store, owner, roles=["sister", ""]) == []
    (found,) = await store.find_candidates(owner.id, [], roles=["mum"])
    assert set(found.forms) == set(forms[:2])


async def test_of_a_role_that_many_have_some_are_found(store: Store, owner: Profile) -> None:
    many = [entity(owner, f"Sam {n}", kind=Kind.PERSON) for n in range(WORD_LIMIT + 5)]
    nora = entity(owner, "Nora", kind=Kind.PERSON)
    forms = [form(one, "friend", 1, role="friend") for one in many]
    forms.append(form(nora, "mum", 1, role="mum"))
    await apply(store, owner, save_entities=(*many, nora), save_forms=tuple(forms))
    found = await store.find_candidates(owner.id, [], roles=["friend", "mum"])
    assert len(found) == WORD_LIMIT + 1
    assert "Nora" in {one.entity.name for one in found}


async def test_merged_ones_stand_as_their_survivor_by_word_and_role_too(
    store: Store, owner: Profile
) -> None:
    nora = entity(owner, "Nora", kind=Kind.PERSON)
    shell = entity(owner, "", kind=Kind.THING, merged_into=nora.id)
    await apply(
        store, owner, save_entities=(nora, shell), save_forms=(form(shell, "Ilse", role="mum"),)
    )
    assert await _found(store, owner, words=["ilse"]) == ["Nora"]
    assert await _found(store, owner, roles=["mum"]) == ["Nora"]
    assert await _found(store, owner, words=["ann"]) == []


async def test_questions_are_kept_found_and_answered(store: Store, owner: Profile) -> None:
    people = [entity(owner, name, kind=Kind.PERSON) for name in ("Ben", "Benjamin", "Benny")]
    one, other, third = (person.id for person in people)
    first, second = question(owner, one, other, 1), question(owner, third, other, 2)
    await apply(store, owner, save_entities=tuple(people), save_questions=(first, second))
    assert (await store.list_questions(owner.id)).items == (second, first)
    assert await store.get_question(owner.id, first.id) == first
    assert set(await store.read_questions(owner.id, [other])) == {first, second}
    assert await store.read_questions(owner.id, [one, one, "?"]) == (first,)
    assert await store.read_questions(owner.id, []) == ()
    answered = second.settled(Answer.DIFFERENT, at(3))
    await apply(store, owner, save_questions=(answered,))
    assert (await store.list_questions(owner.id)).items == (first,)
    assert await store.get_question(owner.id, second.id) == answered
    # One that is open again is listed again.
    await apply(store, owner, save_questions=(second,))
    assert (await store.list_questions(owner.id)).items == (second, first)
    with pytest.raises(NotFound, match=r"\?"):
        await store.get_question(owner.id, "?")


async def test_questions_come_in_pages(store: Store, owner: Profile) -> None:
    people = [entity(owner, f"Ben {n}", kind=Kind.PERSON) for n in range(8)]
    asked = [question(owner, people[0].id, one.id, n // 3) for n, one in enumerate(people[1:])]
    await apply(store, owner, save_entities=tuple(people), save_questions=tuple(asked))
    expected = sorted(asked, key=lambda each: (each.asked_at, each.id), reverse=True)
    found: list[Question] = []
    cursor = None
    while True:
        page = await store.list_questions(owner.id, cursor=cursor, limit=2)
        found += page.items
        cursor = page.next_cursor
        if cursor is None:
            break
    assert found == expected


@pytest.mark.parametrize("gone", [0, 1])
async def test_a_question_goes_with_either_of_its_entities(
    store: Store, owner: Profile, gone: int
) -> None:
    people = [entity(owner, name, kind=Kind.PERSON) for name in ("Ben", "Benjamin", "Benny")]
    first = question(owner, people[0].id, people[1].id)
    second = question(owner, people[gone].id, people[2].id)
    await apply(store, owner, save_entities=tuple(people), save_questions=(first, second))
    await apply(store, owner, drop_entity_ids=(people[gone].id,))
    assert (await store.list_questions(owner.id)).items == ()
    assert await store.read_questions(owner.id, [person.id for person in people]) == ()


async def test_a_rebuild_keeps_the_questions_of_what_it_keeps(store: Store, owner: Profile) -> None:
    people = [entity(owner, name, kind=Kind.PERSON) for name in ("Ben", "Benjamin", "Benny")]
    kept = question(owner, people[0].id, people[1].id)
    lost = question(owner, people[0].id, people[2].id)
    await apply(store, owner, save_entities=tuple(people), save_questions=(kept, lost))
    await apply(store, owner, save_entities=tuple(people[:2]), replace_all=True)
    assert (await store.list_questions(owner.id)).items == (kept,)
