"""Whatever a client does to its history, each message is stored once, in one conversation."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from graph_aria.domain.threads import (
    AGAIN_WITHIN,
    TRIED_AGAIN_WITHIN,
    Node,
    Place,
    Said,
    Threads,
    digest_of,
    external_id_of,
    find_place,
    replies_of,
)

KEY = b"key"
START = datetime(2026, 11, 3, 20, 10, tzinfo=UTC)
SOON = timedelta(seconds=1)
LONG = "what I tell you here at some length is that my sister and I went to the sea again"


def said(text: str, reply: str = "") -> Said:
    return Said(digest_of(KEY, text), len(text.split()), replies_of(KEY, reply))


@dataclass
class Service:
    """Stores turns as the service does, in memory."""

    threads: Threads = field(default_factory=Threads)
    now: datetime = START
    texts: dict[str, str] = field(default_factory=dict)

    def hear(self, *history: tuple[str, str], name: str | None = None) -> Place:
        """Take a request; pairs of what the user said and what was replied, "" if nothing."""
        self.now += SOON
        messages = [said(text, reply) for text, reply in history]
        place = find_place(self.threads, messages, now=self.now, conversation_id=name)
        if place.known is not None:
            return place
        conversation = place.conversation_id or f"conversation {len(self.texts)}"
        digest = messages[-1].digest
        external_id = external_id_of(KEY, conversation, place.parent, digest)
        node = Node(
            turn_id=f"turn {len(self.texts)}",
            conversation_id=conversation,
            external_id=external_id,
            digest=digest,
            n_words=messages[-1].n_words,
            parent=place.parent,
            at=self.now,
            before=messages[-2].digest if len(messages) > 1 else "",
        )
        assert external_id not in self.threads.nodes
        self.threads.add(node)
        self.texts[external_id] = history[-1][0]
        return Place(conversation, place.parent, node)

    def answer(self, place: Place, reply: str) -> None:
        assert place.known is not None
        node = self.threads.nodes[place.known.external_id]
        values = {name: getattr(node, name) for name in Node.__dataclass_fields__}
        self.threads.add(Node(**{**values, "reply": replies_of(KEY, reply)}))

    def stored(self) -> list[str]:
        return sorted(self.texts.values())

    def conversations(self) -> set[str]:
        return {node.conversation_id for node in self.threads.nodes.values()}


def talk(service: Service, *texts: str, reply: str = "I see.") -> list[Place]:
    """A chat from its beginning, each message with all before it."""
    places = []
    history: list[tuple[str, str]] = []
    for text in texts:
        places.append(service.hear(*history, (text, "")))
        service.answer(places[-1], reply)
        history.append((text, reply))
    return places


def ids(places: list[Place]) -> set[str]:
    return {place.conversation_id or "" for place in places}


def test_a_chat_is_one_conversation() -> None:
    service = Service()
    assert len(ids(talk(service, "hi", "my sister came", "yes", "yes", "yes"))) == 1
    assert service.stored() == ["hi", "my sister came", "yes", "yes", "yes"]


def test_a_request_that_comes_again_is_known() -> None:
    service = Service()
    talk(service, "hi", "my sister came")
    for reply in ("I see.", "Oh!", ""):
        again = service.hear(("hi", reply), ("my sister came", ""))
        assert again.known is not None
    assert service.stored() == ["hi", "my sister came"]


def test_two_chats_that_begin_alike_are_two() -> None:
    service = Service()
    one = talk(service, "hi", "my sister came")
    other = talk(service, "hi", "I ran today", "it was fine")
    assert len(ids(one)) == len(ids(other)) == 1
    assert ids(one) != ids(other)
    service.hear(("hi", "I see."), ("my sister came", "I see."), ("she stays", ""))
    assert service.stored() == [
        "I ran today",
        "hi",
        "hi",
        "it was fine",
        "my sister came",
        "she stays",
    ]
    here = {n.conversation_id for e, n in service.threads.nodes.items() if "s" in service.texts[e]}
    assert len(ids(one) & here) == 1


def test_two_chats_that_are_begun_at_once_and_alike_are_two() -> None:
    service = Service()
    first = service.hear(("hi", ""))
    assert service.hear(("hi", "")).known is not None  # nobody can tell yet
    service.answer(first, "Hello!")
    one = service.hear(("hi", "Hello!"), ("my sister came", ""))
    other = service.hear(("hi", "Hello!"), ("I ran today", ""))
    assert one.conversation_id != other.conversation_id
    for history in (("my sister came", "she stays"), ("I ran today", "it was fine")):
        went_on = service.hear(("hi", "Hello!"), (history[0], "ok"), (history[1], ""))
        wanted = one if history[0].startswith("my") else other
        assert went_on.conversation_id == wanted.conversation_id
    again = service.hear(("hi", "Other words."), ("I ran today", ""))
    assert again.known is not None
    assert service.stored() == ["I ran today", "hi", "it was fine", "my sister came", "she stays"]


def test_a_chat_begins_anew_after_a_while() -> None:
    service = Service()
    talk(service, "hi")
    service.now += AGAIN_WITHIN
    assert service.hear(("hi", "")).known is not None
    assert len(service.conversations()) == 2


def test_a_first_message_that_failed_is_the_same_the_day_after() -> None:
    service = Service()
    first = service.hear(("hi", ""))
    service.now += timedelta(days=1)
    again = service.hear(("hi", ""))
    assert again.known is not None
    assert first.known is not None
    assert again.known.turn_id == first.known.turn_id


def test_an_edited_message_is_a_new_one_of_the_same_chat() -> None:
    service = Service()
    first, *_ = talk(service, LONG, "she swam", "it was cold")
    edited = service.hear((LONG, "I see."), ("she swam far", ""))
    assert edited.conversation_id == first.conversation_id
    after = service.hear((LONG, "I see."), ("she swam far", "Oh!"), ("it was warm", ""))
    assert after.conversation_id == first.conversation_id
    assert service.stored() == sorted(
        [LONG, "she swam", "it was cold", "she swam far", "it was warm"]
    )


def test_a_history_without_its_beginning_goes_on() -> None:
    service = Service()
    first, *_ = talk(service, "hi", "my sister came", "she stays", "we swam")
    cut = service.hear(("she stays", "I see."), ("we swam", "I see."), ("it rained", ""))
    assert cut.conversation_id == first.conversation_id
    cut = service.hear(("it rained", "other words"), ("we read", ""))
    assert cut.conversation_id == first.conversation_id
    assert service.hear(("we swam", ""), ("it rained", "")).known is not None


def test_many_words_alone_are_the_message_that_they_were_within_a_history() -> None:
    service = Service()
    talk(service, "hi", LONG)
    assert service.hear((LONG, "")).known is not None
    assert service.stored() == ["hi", LONG]


def test_a_named_conversation_takes_no_turn_of_another() -> None:
    service = Service()
    talk(service, "hi", "my sister came")
    there = service.hear(("hi", "I see."), ("my sister came", ""), name="named")
    assert there.conversation_id == "named"
    again = service.hear(("hi", "I see."), ("my sister came", ""), name="named")
    assert again.known is not None
    assert again.conversation_id == "named"


def alone(service: Service, *texts: str, name: str = "named") -> list[Place]:
    """A client that names the conversation and sends its newest message alone."""
    places = []
    for text in texts:
        places.append(service.hear((text, ""), name=name))
        service.answer(places[-1], f"reply {len(places)}")
    return places


def test_what_is_said_again_later_in_a_named_conversation_is_said_again() -> None:
    for again in ("I ran.", LONG):
        service = Service()
        places = alone(service, again, "I feel sad.", again, "I feel sad.", again)
        assert len({place.known.turn_id for place in places if place.known}) == 5
        assert service.stored() == sorted([again] * 3 + ["I feel sad."] * 2)


def test_the_last_message_of_a_named_conversation_is_known_when_it_comes_again() -> None:
    service = Service()
    first, second = alone(service, "I ran.", "I feel sad.")
    service.now += timedelta(days=1)
    again = service.hear(("I feel sad.", ""), name="named")
    assert again.known is not None
    assert second.known is not None
    assert again.known.turn_id == second.known.turn_id
    assert first.conversation_id == again.conversation_id == "named"
    assert service.hear(("I feel sad.", ""), name="another").known is not None
    assert service.stored() == ["I feel sad.", "I feel sad.", "I ran."]


def test_what_failed_in_a_named_conversation_is_known_for_some_minutes() -> None:
    service = Service()
    failed = service.hear(("I ran.", ""), name="named")
    alone(service, "I feel sad.")
    again = service.hear(("I ran.", ""), name="named")
    assert failed.known is not None
    assert again.known is not None
    assert again.known.turn_id == failed.known.turn_id
    service.now += TRIED_AGAIN_WITHIN
    service.hear(("I ran.", ""), name="named")
    assert service.stored() == ["I feel sad.", "I ran.", "I ran."]


def test_a_named_conversation_goes_on_with_a_history_too() -> None:
    service = Service()
    alone(service, "I ran.", "I feel sad.", "I ran.")
    history = (("I ran.", ""), ("I feel sad.", ""), ("I ran.", ""))
    assert service.hear(*history, name="named").known is not None
    service.hear(*history, ("It helped.", ""), name="named")
    assert service.stored() == ["I feel sad.", "I ran.", "I ran.", "It helped."]


def test_many_words_that_come_again_in_another_chat_are_said_again() -> None:
    for first, other in (
        ((("hi", "x"), (LONG, "")), (("be strict", "y"), (LONG, ""))),
        (((LONG, ""),), ((LONG, ""),)),  # once the first chat went on
        ((("hi", "x"), (LONG, "")), ((LONG, ""),)),  # once it went on
    ):
        service = Service()
        service.answer(service.hear(*first), "I see.")
        if len(other) == 1:
            service.hear(*first[:-1], (LONG, "I see."), ("she swam", ""))
        service.hear(*other)
        assert service.stored().count(LONG) == 2
        assert len(service.conversations()) == 2


def test_many_words_are_known_when_they_are_asked_for_again_or_failed() -> None:
    for before in ((), (("hi", "x"),), (("a chat that is older than this", "x"), ("hi", "y"))):
        service = Service()
        first = service.hear(("hi", "x"), (LONG, ""))
        failed = service.hear(("be strict", "y"), (LONG, ""))  # no reply yet: it is the same
        service.answer(first, "I see.")
        again = service.hear(*before, (LONG, ""))
        turns = {place.known.turn_id for place in (first, failed, again) if place.known}
        assert turns == {"turn 0"}


@dataclass
class Message:
    """A message in a client's chat, with what it was said after."""

    text: str
    chat: int
    before: Message | None
    reply: str = ""

    def way(self) -> list[Message]:
        return [*(self.before.way() if self.before else []), self]


class Client(RuleBasedStateMachine):
    """A client that does anything to its history; replies differ each time, or are lost."""

    def __init__(self) -> None:
        super().__init__()
        self.service = Service()
        self.messages: list[Message] = []
        self.n_chats = 0
        self.n_replies = 0
        self.of_chats: dict[str, set[int]] = {}

    def ask(self, message: Message, *, keep: int | None = None, fails: bool = False) -> None:
        way = message.way()
        kept = way if keep is None else way[-max(2, keep) :]
        history = [(each.text, each.reply) for each in kept[:-1]]
        place = self.service.hear(*history, (message.text, ""))
        assert place.conversation_id is not None
        if message.before is not None:
            self.of_chats.setdefault(place.conversation_id, set()).add(message.chat)
        if not fails:
            self.n_replies += 1
            message.reply = f"reply {self.n_replies}"
            self.service.answer(place, message.reply)

    @rule(opening=st.sampled_from(["hi", "hello there", LONG]), fails=st.booleans())
    def begin(self, opening: str, fails: bool) -> None:  # noqa: FBT001 - hypothesis gives it
        self.n_chats += 1
        # Words of its own, for nobody can tell the same long ones from the same message.
        text = opening if opening != LONG else f"{LONG} {self.n_chats}"
        self.messages.append(Message(text, self.n_chats, None))
        self.ask(self.messages[-1], fails=fails)

    @precondition(lambda self: self.messages)
    @rule(data=st.data(), keep=st.none() | st.integers(2, 6), fails=st.booleans())
    def say(self, data: st.DataObject, keep: int | None, fails: bool) -> None:  # noqa: FBT001
        # After any message with a reply: at the end, or where one goes back and edits.
        before = data.draw(st.sampled_from(self.messages))
        if not before.reply:
            return
        text = f"message {len(self.messages)}"
        self.messages.append(Message(text, before.chat, before))
        self.ask(self.messages[-1], keep=keep, fails=fails)

    @precondition(lambda self: self.messages)
    @rule(data=st.data(), keep=st.none() | st.integers(2, 6))
    def regenerate(self, data: st.DataObject, keep: int | None) -> None:
        message = data.draw(st.sampled_from(self.messages))
        if message.before is not None:  # a first one may as well be another chat's
            self.ask(message, keep=keep)

    @precondition(lambda self: self.messages)
    @rule(data=st.data())
    def rewrite_reply(self, data: st.DataObject) -> None:
        message = data.draw(st.sampled_from(self.messages))
        if message.reply:
            message.reply = f" {message.reply.upper()} "

    @rule(seconds=st.integers(1, 4_000))
    def wait(self, seconds: int) -> None:
        self.service.now += timedelta(seconds=seconds)

    @invariant()
    def each_message_is_stored_once(self) -> None:
        stored = [text for text in self.service.stored() if text.startswith("message")]
        said = {m.text for m in self.messages if m.before is not None}
        assert sorted(said) == sorted(stored)
        for opening in ("hi", "hello there"):
            n_said = sum(m.text == opening for m in self.messages)
            n_stored = self.service.stored().count(opening)
            assert bool(n_stored) == bool(n_said)
            assert n_stored <= n_said

    @invariant()
    def chats_are_not_mixed(self) -> None:
        assert all(len(chats) == 1 for chats in self.of_chats.values())


Client.TestCase.settings = settings(max_examples=100, stateful_step_count=30, deadline=None)
TestClient = Client.TestCase
