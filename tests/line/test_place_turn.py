"""A client's history in the store: each message once, also after a restart and in parallel."""

from __future__ import annotations

import asyncio

from graph_aria.domain.client_messages import ClientMessage
from graph_aria.domain.conversations import Reply
from graph_aria.domain.reading import EntryForm
from graph_aria.stages.forget import forget
from graph_aria.stages.place_turn import Followed, Placed, place_turn
from tests.line.world import World

OK = "I see."


def chat(*texts: str, reply: str = OK) -> list[ClientMessage]:
    """A history whose last message has no reply yet."""
    messages = [ClientMessage("system", "Be brief.")]
    for text in texts:
        messages += [ClientMessage("user", text), ClientMessage("assistant", reply)]
    return messages[:-1]


class Service:
    """Takes histories; `restart` forgets what is in memory alone."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.followed = Followed(b"key")

    def restart(self) -> None:
        self.followed = Followed(b"key")

    async def hear(self, *texts: str, reply: str | None = OK, **more: object) -> Placed:
        world = self.world
        placed = await place_turn(
            world.store,
            world.clock,
            world.ids,
            await world.profile(),
            self.followed,
            chat(*texts),
            **more,  # type: ignore[arg-type]  # name and remembers
        )
        assert placed is not None
        if reply is not None and placed.turn_id is not None:
            said = Reply(placed.turn_id, reply, world.clock.now())
            await world.store.save_reply(world.profile_id, said, job_id=world.ids.new())
            self.followed.note_reply(world.profile_id, placed.turn_id, reply)
        return placed

    async def turns(self) -> list[str]:
        page = await self.world.store.list_entries(
            self.world.profile_id, form=EntryForm.TURN, limit=100
        )
        return sorted(entry.text for entry in page.items)


async def test_a_chat_goes_on_after_a_restart(world: World) -> None:
    service = Service(world)
    first = await service.hear("hi")
    await service.hear("hi", "my sister came")
    service.restart()
    third = await service.hear("hi", "my sister came", "she stays")
    service.restart()
    again = await service.hear("hi", "my sister came", "she stays")
    assert first.conversation.id == third.conversation.id == again.conversation.id
    assert again.turn_id == third.turn_id
    assert not again.is_new
    assert await service.turns() == ["hi", "my sister came", "she stays"]


async def test_two_chats_that_begin_alike_are_two_after_a_restart_too(world: World) -> None:
    service = Service(world)
    first = await service.hear("hi")
    await service.hear("hi")  # nobody can tell yet whose it is
    one = await service.hear("hi", "my sister came")
    other = await service.hear("hi", "I ran")
    service.restart()
    for chat_, came in (("my sister came", one), ("I ran", other)):
        again = await service.hear("hi", chat_)
        assert again.turn_id == came.turn_id
        went_on = await service.hear("hi", chat_, f"{chat_}, and more")
        assert went_on.conversation.id == came.conversation.id
    assert one.conversation.id == first.conversation.id != other.conversation.id
    assert len(await service.turns()) == 5


async def test_requests_at_once_store_a_message_once(world: World) -> None:
    service = Service(world)
    placed = await asyncio.gather(*(service.hear("hi", reply=None) for _ in range(5)))
    assert len({each.turn_id for each in placed}) == 1
    later = await asyncio.gather(*(service.hear("hi", "my sister came") for _ in range(5)))
    assert len({each.turn_id for each in later}) == 1
    assert await service.turns() == ["hi", "my sister came"]


async def test_what_was_deleted_stays_deleted(world: World) -> None:
    service = Service(world)
    first = await service.hear("hi")
    gone = await service.hear("hi", "my sister came")
    assert gone.turn_id is not None
    await forget(world.store, world.clock, world.ids, world.profile_id, [gone.turn_id])
    for _ in range(2):
        again = await service.hear("hi", "my sister came", reply=None)
        assert not again.is_new
        assert again.conversation.id == first.conversation.id
        assert await service.turns() == ["hi"]
        service.restart()


async def test_a_named_conversation_is_found_by_its_name(world: World) -> None:
    service = Service(world)
    first = await service.hear("hi", name="chat-7")
    service.restart()
    second = await service.hear("and another thing", name="chat-7")
    assert first.conversation.id == second.conversation.id
    assert first.conversation.external_id == "chat-7"
    assert (await service.hear("hi", name="chat-8")).conversation.id != first.conversation.id


async def test_what_is_not_to_be_remembered_goes_into_a_conversation_of_its_own(
    world: World,
) -> None:
    service = Service(world)
    first = await service.hear("hi")
    off = await service.hear("hi", "my sister came", remembers=False)
    assert not off.conversation.remembers
    there = await world.store.get_conversation(world.profile_id, first.conversation.id)
    assert there.remembers  # what was said before stays as it was
    service.restart()
    more = await service.hear("hi", "my sister came", "she stays")
    assert more.conversation.id == off.conversation.id  # nothing is learned again by chance
    again = await service.hear("hi", "my sister came", "she stays", remembers=False)
    assert again.turn_id == more.turn_id
    on = await service.hear("hi", "my sister came", "she stays", "we swam", remembers=True)
    assert on.conversation.remembers
    assert (
        await service.hear("hi", "my sister came", "she stays", "we swam", "yes")
    ).conversation.id == on.conversation.id
    new = await service.hear("a secret", remembers=False)
    assert not new.conversation.remembers
    assert await service.turns() == [
        "a secret",
        "hi",
        "my sister came",
        "she stays",
        "we swam",
        "yes",
    ]


async def test_what_was_remembered_is_said_once_more_where_it_is_not_to_be(world: World) -> None:
    service = Service(world)
    await service.hear("hi")
    for texts in (("a secret",), ("hi", "a secret of mine")):
        on = await service.hear(*texts)
        off = [await service.hear(*texts, remembers=False) for _ in range(3)]
        assert on.conversation.remembers
        assert {each.turn_id for each in off} == {off[0].turn_id}
        assert off[0].turn_id != on.turn_id
        assert not off[0].conversation.remembers
    assert len((await world.store.list_conversations(world.profile_id)).items) == 4


async def test_what_failed_and_is_not_to_be_remembered_now_is_not(world: World) -> None:
    service = Service(world)
    on = await service.hear("a secret", reply=None)
    off = await service.hear("a secret", remembers=False)
    assert off.turn_id == on.turn_id
    assert not off.conversation.remembers


async def test_a_named_conversation_keeps_apart_what_is_not_to_be_remembered(world: World) -> None:
    service = Service(world)
    on = await service.hear("hi", name="a")
    off = await service.hear("a secret", name="a", remembers=False)
    assert not off.conversation.remembers
    service.restart()
    more = await service.hear("and another", name="a", remembers=False)
    assert more.conversation.id == off.conversation.id
    back = await service.hear("I ran", name="a")
    assert back.conversation.id == on.conversation.id
    assert back.conversation.remembers
    begun_off = await service.hear("a secret", name="b", remembers=False)
    assert (await service.hear("more", name="b")).conversation.id == begun_off.conversation.id
    asked_for = await service.hear("I ran", name="b", remembers=True)
    assert asked_for.conversation.remembers


async def test_what_the_client_sends_along_is_told(world: World) -> None:
    service = Service(world)
    first = await service.hear("hi")
    second = await service.hear("hi", "my sister came")
    assert second.held_ids == (first.turn_id,)
    alone = await service.hear("she stays", name="a")
    assert alone.held_ids == ()


async def test_no_words_of_a_client_are_in_an_id(world: World) -> None:
    await Service(world).hear("hi")
    page = await world.store.list_entries(world.profile_id, form=EntryForm.TURN)
    external_id = page.items[0].external_id or ""
    assert len(external_id) == 32
    assert external_id != Service(world).followed.key.hex()


async def test_without_words_of_the_user_there_is_no_turn(world: World) -> None:
    followed = Followed(b"key")
    for messages in ([], [ClientMessage("system", "Be brief.")], [ClientMessage("user", " ")]):
        placed = await place_turn(
            world.store, world.clock, world.ids, await world.profile(), followed, messages
        )
        assert placed is None
    assert not (await world.store.list_conversations(world.profile_id)).items
