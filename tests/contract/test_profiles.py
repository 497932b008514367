from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date, timedelta

import pytest

from graph_aria.domain.graph import GraphDelta
from graph_aria.domain.memories import Level
from graph_aria.domain.normalizing import normalized
from graph_aria.domain.records import Profile
from graph_aria.domain.views import Token
from graph_aria.domain.weights import Dial
from graph_aria.errors import Conflict, NotFound, VersionConflict
from graph_aria.ports import Store
from tests.contract.samples import BEGIN, add_entry, add_profile, at, profile, tell_story, user_of


def _token(owner: Profile, name: str = "phone", **changes: object) -> Token:
    made = Token(f"token-{name}", owner.id, name, read_only=False, created_at=BEGIN)
    return replace(made, **changes)  # type: ignore[arg-type]


async def test_a_profile_comes_back_as_it_was_stored(store: Store) -> None:
    made = profile(
        "Žofia 🌱",
        zone="Europe/Bratislava",
        dial=Dial(0.1, 1.25),
        chapters_from=BEGIN.date(),
        chapters_to=at(3).date(),
        wanted=Dial(0.2, 1.75),
    )
    await store.create_profile(made, user_of(made))
    assert await store.get_profile(made.id) == made
    assert await store.find_profile("Žofia 🌱") == made
    assert (await store.get_entity(made.id, made.user_id)).entity == user_of(made)


async def test_a_name_is_taken_once_and_nothing_of_the_second_profile_stays(store: Store) -> None:
    first = await add_profile(store, "Ann")
    second = profile("Ann")
    with pytest.raises(Conflict, match="Ann"):
        await store.create_profile(second, user_of(second))
    assert await store.list_profiles() == (first,)
    other = await add_profile(store, "Bea")
    with pytest.raises(Conflict, match="Ann"):
        await store.change_profile(other.id, name="Ann", zone="Europe/Athens")
    assert await store.get_profile(other.id) == other
    assert (await store.read_entities(other.id, [other.user_id])) == (user_of(other),)


async def test_profiles_are_listed_oldest_first(store: Store) -> None:
    late = profile("late", created_at=at(2))
    early = profile("early", created_at=at(1))
    for made in (late, early):
        await store.create_profile(made, user_of(made))
    assert [item.name for item in await store.list_profiles()] == ["early", "late"]


async def test_only_what_is_given_of_a_profile_changes(store: Store, owner: Profile) -> None:
    for change in (
        {"zone": "Europe/Athens"},
        {"token_budget": 100},
        {"wanted": Dial(0.3, 1.5)},
        {"zone": "Asia/Tokyo", "token_budget": 200},
        {},
    ):
        before = await store.get_profile(owner.id)
        answer = await store.change_profile(owner.id, **change)
        # Days begin elsewhere in another zone, so all chapters are derived again.
        chapters_from = date.min if "zone" in change else before.chapters_from
        assert answer == replace(before, **change, chapters_from=chapters_from)
        assert await store.get_profile(owner.id) == answer


async def test_other_memory_switches_move_the_graph_on(store: Store, owner: Profile) -> None:
    for change in (
        {"remembers": False},
        {"level": Level.CLOSE},
        {"allows_romance": True},
        {"remembers": True, "level": Level.ACQUAINTANCE},
    ):
        before = await store.get_profile(owner.id)
        answer = await store.change_profile(owner.id, **change)
        assert answer == replace(before, **change, version=before.version + 1)
        assert await store.get_profile(owner.id) == answer
        # The same again is no change, and neither is the size of the block.
        assert await store.change_profile(owner.id, **change, token_budget=300) == replace(
            answer, token_budget=300
        )
    with pytest.raises(VersionConflict):
        await store.apply(GraphDelta(owner.id, owner.version, BEGIN))


async def test_changes_that_come_at_once_undo_none_of_each_other(
    store: Store, owner: Profile
) -> None:
    await asyncio.gather(
        store.change_profile(owner.id, name="Anna"),
        store.change_profile(owner.id, zone="Europe/Athens"),
        store.change_profile(owner.id, token_budget=100),
        store.change_profile(owner.id, wanted=Dial(0.3, 1.5)),
    )
    now = await store.get_profile(owner.id)
    assert (now.name, now.zone, now.token_budget) == ("Anna", "Europe/Athens", 100)
    assert now.wanted == Dial(0.3, 1.5)


async def test_the_user_is_named_as_the_profile_is(store: Store, owner: Profile) -> None:
    await add_profile(store, "Bea")
    answer = await store.change_profile(owner.id, name="Žofia  Q.")
    assert answer == replace(owner, name="Žofia  Q.", version=owner.version + 1)
    user = replace(user_of(owner), name="Žofia  Q.", key=normalized("Žofia  Q."))
    assert await store.read_entities(owner.id, [owner.user_id]) == (user,)
    assert await store.find_profile("Ann") is None
    # The same name again is no conflict, and no change.
    assert await store.change_profile(owner.id, name="Žofia  Q.") == answer


async def test_an_unknown_profile_is_not_found(store: Store) -> None:
    assert await store.find_profile("nobody") is None
    for call in (
        store.get_profile("nobody"),
        store.change_profile("nobody", name="somebody"),
        store.delete_profile("nobody"),
        store.list_tokens("nobody"),
    ):
        with pytest.raises(NotFound):
            await call


async def test_deleting_a_profile_leaves_the_others(store: Store) -> None:
    gone = await tell_story(store, "Ann")
    kept = await tell_story(store, "Bea")
    await store.save_token(_token(gone.owner), b"one")
    await store.delete_profile(gone.owner.id)
    assert await store.list_profiles() == (await store.get_profile(kept.owner.id),)
    assert await store.find_token(b"one", now=BEGIN) is None
    assert await store.get_entry(kept.owner.id, kept.entry.id) == kept.entry
    assert (await store.list_entities(kept.owner.id, now=BEGIN)).items
    again = await add_profile(store, "Ann")
    assert not (await store.list_entries(again.id)).items


async def test_a_token_is_found_by_the_hash_of_its_secret(store: Store, owner: Profile) -> None:
    token = _token(owner, "naïve phone", read_only=True)
    await store.save_token(token, b"\x00hash")
    found = await store.find_token(b"\x00hash", now=at(1))
    assert found == replace(token, last_used_at=at(1))
    assert await store.find_token(b"other", now=at(1)) is None


async def test_use_of_a_token_is_noted_to_the_hour_and_never_moved_back(
    store: Store, owner: Profile
) -> None:
    await store.save_token(_token(owner), b"h")
    for minutes, noted in ((5, 0), (59, 0), (61, 60), (10, 60)):
        await store.find_token(b"h", now=BEGIN + timedelta(minutes=minutes))
        (token,) = await store.list_tokens(owner.id)
        assert token.last_used_at == BEGIN + timedelta(minutes=noted)


async def test_a_revoked_token_is_listed_and_never_found(store: Store, owner: Profile) -> None:
    await store.save_token(_token(owner, "b", created_at=at(1)), b"b")
    await store.save_token(_token(owner, "a", created_at=at(2)), b"a")
    revoked = await store.revoke_token(owner.id, "token-b", at=at(3))
    assert revoked.revoked_at == at(3)
    assert (await store.revoke_token(owner.id, "token-b", at=at(4))).revoked_at == at(3)
    assert await store.find_token(b"b", now=at(5)) is None
    assert [token.name for token in await store.list_tokens(owner.id)] == ["b", "a"]
    with pytest.raises(NotFound):
        await store.revoke_token(owner.id, "token-c", at=at(3))


async def test_a_token_of_another_profile_cannot_be_revoked(store: Store, owner: Profile) -> None:
    other = await add_profile(store, "Bea")
    await store.save_token(_token(owner), b"h")
    with pytest.raises(NotFound):
        await store.revoke_token(other.id, "token-phone", at=BEGIN)
    assert await store.list_tokens(other.id) == ()
    assert await store.find_token(b"h", now=BEGIN) is not None


async def test_the_same_secret_is_stored_once(store: Store, owner: Profile) -> None:
    await store.save_token(_token(owner, "a"), b"h")
    with pytest.raises(Conflict):
        await store.save_token(_token(owner, "b"), b"h")
    await add_entry(store, owner)  # the refused write left nothing open
    assert len(await store.list_tokens(owner.id)) == 1


async def test_another_zone_has_all_chapters_derived_again(store: Store) -> None:
    owner = await add_profile(store, "Ann")
    same = await store.change_profile(owner.id, zone=owner.zone, name="Anna")
    assert same.chapters_from is None
    moved = await store.change_profile(owner.id, zone="Asia/Tokyo")
    assert moved.chapters_from == date.min


async def test_what_was_asked_before_a_change_is_not_answered_after_it(store: Store) -> None:
    owner = await add_profile(store, "Ann")
    await store.save_token(_token(owner), b"hash")
    for number in range(5):
        assert await store.find_token(b"hash", now=BEGIN) is not None
        assert (await store.get_profile(owner.id)).token_budget == owner.token_budget + number
        await store.change_profile(owner.id, token_budget=owner.token_budget + number + 1)
    await store.revoke_token(owner.id, "token-phone", at=BEGIN)
    assert await store.find_token(b"hash", now=BEGIN) is None
    await store.delete_profile(owner.id)
    with pytest.raises(NotFound):
        await store.get_profile(owner.id)
