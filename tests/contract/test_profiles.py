from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from graph_aria.domain.records import Profile
from graph_aria.domain.views import Token
from graph_aria.domain.weights import Dial
from graph_aria.errors import Conflict, NotFound
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
        await store.save_profile(replace(other, name="Ann"))


async def test_profiles_are_listed_oldest_first(store: Store) -> None:
    late = profile("late", created_at=at(2))
    early = profile("early", created_at=at(1))
    for made in (late, early):
        await store.create_profile(made, user_of(made))
    assert [item.name for item in await store.list_profiles()] == ["early", "late"]


async def test_saving_a_profile_leaves_dial_and_version_alone(store: Store, owner: Profile) -> None:
    changed = replace(
        owner,
        name="Anna",
        zone="Europe/Athens",
        token_budget=100,
        wanted=Dial(0.3, 1.5),
        dial=Dial(0.9, 1.9),
        version=99,
    )
    await store.save_profile(changed)
    assert await store.get_profile(owner.id) == replace(changed, dial=owner.dial, version=0)


async def test_an_unknown_profile_is_not_found(store: Store) -> None:
    assert await store.find_profile("nobody") is None
    for call in (
        store.get_profile("nobody"),
        store.save_profile(profile("nobody")),
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
