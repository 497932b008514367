"""Memories over the API: what is known, the words behind it, and setting it right."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.harness import REMEMBERED, Api, problem_of

STORY = "Dinner with Priya. I am allergic to peanuts. I love swimming."


def remembered(api: Api, **asked: Any) -> list[dict[str, Any]]:
    """The memories of a list."""
    answer = api.get("/memories", params=asked)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["items"])


def memory(api: Api, words: str) -> dict[str, Any]:
    """The one memory, of whatever state, whose text has some words."""
    (found,) = [one for one in remembered(api, state="all") if words in one["text"]]
    return found


def detail(api: Api, words: str) -> dict[str, Any]:
    answer = api.get(f"/memories/{memory(api, words)['id']}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_what_was_said_is_remembered_with_its_exact_words(api: Api) -> None:
    entry = api.say(STORY)["entry"]

    found = detail(api, "peanuts")

    assert found["memory"]["text"] == "The user is allergic to peanuts."
    assert found["memory"]["state"] == "current"
    assert found["memory"]["tentative"] is False
    assert found["memory"]["stale"] is False
    (source,) = found["sources"]
    assert source["entry_id"] == entry["id"]
    assert source["quote"] == "I am allergic to peanuts"
    assert source["how"] == "you said so"
    assert source["day"] == "2026-11-03"
    assert found["standing"].startswith("it holds")
    learned = api.get(f"/entries/{entry['id']}/reading").json()["memories"]
    assert [one["quote"] for one in learned] == ["I am allergic to peanuts", "I love swimming"]


def test_a_change_of_mind_leaves_the_old_one_with_what_took_its_place(api: Api) -> None:
    api.say("I love swimming.", occurred_at="2026-11-01T20:00:00+02:00")
    api.say("I hate swimming.")

    assert [one["text"] for one in remembered(api)] == ["The user hates swimming."]
    (old,) = remembered(api, state="superseded")
    found = detail(api, "loves")

    assert old["id"] == found["memory"]["id"]
    assert [one["text"] for one in found["against"]] == ["The user hates swimming."]
    assert "hates swimming" in found["standing"]
    assert found["changed_on"] == "2026-11-03"
    (change,) = found["history"]
    assert (change["what"], change["before"], change["after"]) == ("state", "current", "superseded")
    assert change["other"]["text"] == "The user hates swimming."
    assert change["why"]


def test_opening_a_memory_counts_as_use_and_listing_it_does_not(api: Api) -> None:
    api.say(STORY)
    assert memory(api, "peanuts")["access_count"] == 0

    detail(api, "peanuts")

    assert memory(api, "peanuts")["access_count"] == 1


def test_they_are_found_by_the_users_own_words(api: Api) -> None:
    api.say(STORY)

    by_meaning = remembered(api, search="what can I not eat?")
    by_words = remembered(api, search="SWIMMING")

    assert [one["text"] for one in by_meaning] == ["The user is allergic to peanuts."]
    assert [one["text"] for one in by_words] == ["The user loves swimming."]


@pytest.mark.parametrize(
    "search",
    ["", "   ", '"', 'a "b', "NOT", "AND OR", "peanuts*", "a:b", "(", "the", "-", "NEAR(a b)",
     "\x00", "🥜", "'; DROP TABLE memory; --", "x" * 500, "swimming^2", "{a b}:c", "+yoga"],
)  # fmt: skip
def test_whatever_is_searched_for_there_is_an_answer(api: Api, search: str) -> None:
    api.say(STORY)

    assert api.get("/memories", params={"search": search}).status_code == 200


def test_a_search_does_not_find_what_no_longer_holds_unless_asked(api: Api) -> None:
    api.say("I love swimming.")
    api.say("I hate swimming.")

    assert [one["state"] for one in remembered(api, search="swimming")] == ["current"]
    both = remembered(api, search="swimming", state="all")
    assert [one["state"] for one in both] == ["current", "superseded"]


def test_lists_are_filtered_and_come_in_parts(api: Api) -> None:
    api.say(STORY)
    api.post("/memories", {"text": "I park on level 3.", "scope": "office"})
    pinned = memory(api, "swimming")["id"]
    api.post(f"/memories/{pinned}/pin")

    assert [one["id"] for one in remembered(api, pinned=True)] == [pinned]
    assert [one["category"] for one in remembered(api, category="health")] == ["health"]
    assert [one["kind"] for one in remembered(api, kind="preference")] == ["preference"]
    assert [one["scope"] for one in remembered(api, scope="office")] == ["office"]
    assert {one["scope"] for one in remembered(api, scope="")} == {""}
    first = api.get("/memories", params={"limit": 2}).json()
    rest = api.get("/memories", params={"limit": 2, "cursor": first["next_cursor"]}).json()
    assert first["items"][0]["id"] == pinned
    assert len({one["id"] for one in first["items"] + rest["items"]}) == 3
    assert rest["next_cursor"] is None


def test_what_is_said_of_somebody_is_found_by_them(api: Api) -> None:
    api.say("Priya and I love swimming.")
    api.say("I am allergic to peanuts.")
    # The stub's quote holds the name only if it stands in it.
    priya = api.entity("Priya")["id"]

    assert api.get("/memories", params={"about": priya}).status_code == 200
    problem_of(api.get("/memories", params={"about": "nobody"}), 404)


def test_the_user_has_something_remembered_and_repeats_it(api: Api) -> None:
    body = {"text": "My sister Ana lives in Oslo.", "reason": "she studies there"}

    made = api.post("/memories", body)
    again = api.post("/memories", body)

    assert (made.status_code, again.status_code) == (201, 200)
    assert made.headers["Location"].endswith(made.json()["memory"]["id"])
    assert again.json()["memory"]["id"] == made.json()["memory"]["id"]
    assert made.json()["memory"]["reason"] == "she studies there"
    assert [one["how"] for one in again.json()["sources"]] == ["you wrote it as a memory"] * 2
    assert api.get("/entries").json()["items"] == []
    notes = api.get("/entries", params={"form": "Note"}).json()["items"]
    assert [one["text"] for one in notes] == [body["text"]] * 2
    problem_of(api.patch(f"/entries/{notes[0]['id']}", {"text": "other"}), 409)
    problem_of(api.delete(f"/entries/{notes[0]['id']}"), 409)


def test_an_important_day_is_told_with_its_next_return(api: Api) -> None:
    body = {"text": "My sister's birthday is on 9 May.", "important": {"month": 5, "day": 9}}

    made = api.post("/memories", body).json()

    assert made["memory"]["important"] == {
        "month": 5, "day": 9, "year": None, "next_on": "2027-05-09",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({}, "text"),
        ({"text": ""}, "text"),
        ({"text": "  "}, "text"),
        ({"text": "a\x00b"}, "NUL"),
        ({"text": "two\nlines"}, "one sentence"),
        ({"text": "x" * 401}, "400"),
        ({"text": "I own a boat.", "importance": 2}, "importance"),
        ({"text": "I own a boat.", "category": "boats"}, "category"),
        ({"text": "I own a boat.", "kind": "thought"}, "kind"),
        ({"text": "I own a boat.", "important": {"month": 2, "day": 30}}, "no day 30"),
        ({"text": "I own a boat.", "important": {"month": 13, "day": 1}}, "month"),
        ({"text": "I own a boat.", "expires_at": "tomorrow"}, "expires_at"),
        ({"text": "I own a boat.", "scope": ""}, "scope"),
        ({"text": "I own a boat.", "colour": "red"}, "colour"),
        ({"text": "My password is hunter2hunter2"}, "password"),
        ({"text": "Card 4111 1111 1111 1111"}, "card number"),
    ],
)
def test_what_cannot_be_remembered_is_refused_by_name(
    api: Api, body: dict[str, Any], named: str
) -> None:
    problem = problem_of(api.post("/memories", body), 422)

    assert named in problem["detail"]
    assert remembered(api, state="all") == []


def test_an_edit_is_kept_as_a_revision_and_undone(api: Api) -> None:
    api.say(STORY)
    target = memory(api, "peanuts")["id"]

    edited = api.patch(f"/memories/{target}", {"text": "The user is allergic to hazelnuts."}).json()

    assert edited["memory"]["text"] == "The user is allergic to hazelnuts."
    (change,) = [one for one in edited["history"] if one["what"] == "text"]
    assert change["before"] == "The user is allergic to peanuts."
    assert change["after"] == "The user is allergic to hazelnuts."
    assert change["by"] == "user"
    undone = api.post(f"/memories/{target}/undo").json()
    assert undone["memory"]["text"] == "The user is allergic to peanuts."
    problem_of(api.post(f"/memories/{target}/undo"), 409)


def test_one_field_alone_can_be_edited(api: Api) -> None:
    api.say(STORY)
    target = memory(api, "peanuts")["id"]

    edited = api.patch(f"/memories/{target}", {"importance": 1, "category": "boundaries"}).json()

    assert edited["memory"]["text"] == "The user is allergic to peanuts."
    assert edited["memory"]["importance"] == 1
    assert edited["memory"]["category"] == "boundaries"
    problem_of(api.patch(f"/memories/{target}", {}), 422)


def test_pin_archive_and_restore(api: Api) -> None:
    api.say(STORY)
    target = memory(api, "peanuts")["id"]

    assert api.post(f"/memories/{target}/pin").json()["memory"]["pinned"] is True
    assert api.post(f"/memories/{target}/unpin").json()["memory"]["pinned"] is False
    archived = api.post(f"/memories/{target}/archive").json()
    assert archived["memory"]["state"] == "archived"
    assert "restore" in archived["standing"]
    assert api.post(f"/memories/{target}/restore").json()["memory"]["state"] == "current"
    problem_of(api.post(f"/memories/{target}/polish"), 422)


def test_a_deleted_memory_is_gone_and_reading_again_does_not_bring_it_back(api: Api) -> None:
    entry = api.say("I love swimming.")["entry"]["id"]
    api.say("I hate swimming.")

    gone = api.delete(f"/memories/{memory(api, 'hates')['id']}?prove=true").json()

    assert [one["text"] for one in gone["back"]] == ["The user loves swimming."]
    assert gone["proved"] is True
    assert gone["found"] == []
    problem_of(api.get(f"/memories/{gone['gone'][0]}"), 404)
    api.post("/entries/reread")
    api.settle()
    assert [one["text"] for one in remembered(api, state="all")] == ["The user loves swimming."]
    assert api.get(f"/entries/{entry}").status_code == 200


def test_a_note_that_nothing_else_supports_is_proved_gone(api: Api) -> None:
    made = api.post("/memories", {"text": "I keep quartzlamp77 in the attic."}).json()

    gone = api.delete(f"/memories/{made['memory']['id']}?prove=true").json()

    assert gone["n_words"] >= 1
    assert gone["found"] == []
    assert api.get("/entries", params={"form": "Note"}).json()["items"] == []


def test_several_are_forgotten_together_or_not_at_all(api: Api) -> None:
    api.say(STORY)
    ids = [one["id"] for one in remembered(api)]

    problem_of(api.post("/memories/forget", {"memory_ids": [*ids, "nothing"]}), 404)
    assert len(remembered(api)) == 2
    problem_of(api.post("/memories/forget", {"memory_ids": []}), 422)

    assert sorted(api.post("/memories/forget", {"memory_ids": ids}).json()["gone"]) == sorted(ids)
    assert remembered(api, state="all") == []


def test_deleting_an_entry_tells_which_memories_go_and_which_hold_again(api: Api) -> None:
    api.say("I love swimming.")
    entry = api.say("I hate swimming. I am allergic to kiwis.")["entry"]["id"]

    answer = api.delete(f"/entries/{entry}").json()

    assert answer["memories_gone"] == 2
    assert [one["text"] for one in answer["memories_back"]] == ["The user loves swimming."]
    (back,) = [one for one in detail(api, "loves")["history"] if one["after"] == "current"]
    assert back["by"] == "deletion"


def test_what_waits_for_an_answer_is_answered(api: Api) -> None:
    first = api.post("/memories", {"text": "The user swims every Monday."}).json()["memory"]["id"]
    made = api.post("/memories", {"text": "The user swims on Mondays, always."}).json()

    (review,) = api.get("/memories/review").json()["items"]

    assert review["memory"]["id"] == made["memory"]["id"]
    assert review["other"]["id"] == first
    assert review["quote"] == "The user swims on Mondays, always."
    assert made["memory"]["state"] == "pending"
    assert [one["id"] for one in made["against"]] == [first]
    path = f"/memories/{made['memory']['id']}/answer"
    problem_of(api.post(path, {"other_id": first, "answer": "maybe"}), 422)
    problem_of(api.post(path, {"other_id": made["memory"]["id"], "answer": "same"}), 409)
    answered = api.post(path, {"other_id": first, "answer": "update"}).json()
    assert answered["memory"]["state"] == "current"
    assert memory(api, "every Monday")["state"] == "superseded"
    assert api.get("/memories/review").json()["items"] == []
    assert api.post(f"/memories/{made['memory']['id']}/undo").json()["memory"]["state"] == "pending"


def test_they_are_counted_by_state(api: Api) -> None:
    api.say("I love swimming. I am afraid of spiders.")
    api.say("I hate swimming.")

    counts = api.get("/memories/counts").json()

    assert counts == {
        "current": 1, "held": 1, "pending": 0, "superseded": 1, "merged": 0, "archived": 0,
    }  # fmt: skip


def test_another_level_frees_and_holds_memories_at_once(api: Api) -> None:
    api.say("I am afraid of spiders. I love swimming.")
    held = detail(api, "spiders")
    assert held["memory"]["state"] == "held"
    assert "close" in held["standing"]

    answer = api.patch("/settings", {"level": "close"}).json()

    assert (answer["level"], answer["n_memories"]) == ("close", 1)
    assert memory(api, "spiders")["state"] == "current"
    assert api.patch("/settings", {"level": "acquaintance"}).json()["n_memories"] == 1
    assert memory(api, "spiders")["state"] == "held"
    assert memory(api, "swimming")["state"] == "current"
    states = [(one["before"], one["after"]) for one in detail(api, "spiders")["history"]]
    assert states == [("held", "current"), ("current", "held")]


def test_while_memory_is_off_entries_wait_unread_and_are_read_when_it_is_on(api: Api) -> None:
    assert api.patch("/settings", {"memory": False}).json()["memory"] is False
    entry = api.post("/entries?wait=read", {"text": STORY}).json()["entry"]
    assert (entry["state"], entry["reason"]) == ("unread", "memory:off")
    assert "aria reread --unread" in entry["remedy"]
    assert api.get("/entities").json()["items"] == []
    problem_of(api.post("/entries/reread?unread=true"), 409)

    answer = api.patch("/settings", {"memory": True}).json()

    assert answer["n_unread"] == 1
    assert api.post("/entries/reread?unread=true").json()["n_queued"] == 1
    api.settle()
    assert len(remembered(api)) == 2
    assert api.patch("/settings", {"memory": True}).json()["n_unread"] == 0


def test_a_password_is_refused_and_that_is_told_with_the_entry(api: Api) -> None:
    entry = api.say("my password is hunter2hunter2")["entry"]

    assert "not remembered" in entry["refused"]
    assert remembered(api, state="all") == []


def test_a_preview_tells_what_would_be_remembered_and_keeps_nothing(api: Api) -> None:
    api.say("I love swimming.")

    text = "I hate swimming. I am allergic to kiwis. my password is hunter2hunter2"
    answer = api.post("/read", {"text": text}).json()

    fates = {one["quote"]: one for one in answer["memories"]}
    assert fates["I hate swimming"]["fate"] == "update"
    assert fates["I hate swimming"]["takes_place_of"] == ["The user loves swimming."]
    assert fates["I am allergic to kiwis"]["fate"] == "new"
    secret = fates["my password is hunter2hunter2"]
    assert (secret["fate"], secret["text"]) == ("refused", None)
    assert "password" in secret["why"]
    assert "not remembered" in answer["refused"]
    assert [one["text"] for one in remembered(api, state="all")] == ["The user loves swimming."]
    known = api.post("/read", {"text": "Again: I love swimming."}).json()["memories"]
    assert [one["fate"] for one in known] == ["known"]


def test_deleting_an_entity_takes_the_memories_about_it_along(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(
        REMEMBERED,
        r"Priya is my sister",
        ("family", "the user|sister|priya", "yes", "Priya is the user's sister."),
    )
    entry = api.say("Priya is my sister. I love swimming.")["entry"]["id"]
    priya = api.entity("Priya")["id"]
    assert [one["text"] for one in remembered(api, about=priya)] == ["Priya is the user's sister."]

    answer = api.delete(f"/entities/{priya}").json()

    assert answer["memories_gone"] == 1
    api.post(f"/entries/{entry}/reread")
    api.settle()
    assert [one["text"] for one in remembered(api, state="all")] == ["The user loves swimming."]


def test_what_names_an_entity_is_about_it_though_its_words_do_not_mention_it(api: Api) -> None:
    api.say("Priya called. I love swimming.")
    for text in (
        "The user's sister PRIYA lives in Lyon.",
        "The user's dog is called Priyanka.",
        "The user sold the car.",
    ):
        api.post("/memories", {"text": text})
    api.post("/memories", {"text": "The user moved to Lyon.", "reason": "Priya lives there"})
    priya = api.entity("Priya")["id"]
    first = api.get("/memories", params={"about": priya, "limit": 1}).json()
    rest = api.get(
        "/memories", params={"about": priya, "limit": 1, "cursor": first["next_cursor"]}
    ).json()
    named = {one["text"] for one in [*first["items"], *rest["items"]]}
    assert named == {"The user's sister PRIYA lives in Lyon.", "The user moved to Lyon."}
    assert rest["next_cursor"] is None
    problem_of(api.get("/memories", params={"about": priya, "cursor": "nothing"}), 422)

    assert api.delete(f"/entities/{priya}").json()["memories_gone"] == 2

    assert not named & {one["text"] for one in remembered(api, state="all")}


def test_a_name_that_two_have_tells_nothing_of_either(api: Api) -> None:
    api.say("Priya called. Ben called.")
    ben, priya = api.entity("Ben")["id"], api.entity("Priya")["id"]
    api.patch(f"/entities/{ben}", {"name": "Priya Shah"})
    api.post("/memories", {"text": "The user owes Priya Shah a letter."})

    assert remembered(api, about=priya) == []
    assert len(remembered(api, about=ben)) == 1


def test_the_doctor_tells_of_memory(api: Api) -> None:
    api.say(STORY)
    api.patch("/settings", {"memory": False})

    findings = api.get("/doctor", token=api.secret).json()["findings"]

    (found,) = [one for one in findings if one["what"] == "memory"]
    assert "off for Maya" in found["detail"]
    assert "2 memories" in found["detail"]


def test_memories_of_another_profile_are_as_unknown_as_what_never_was(api: Api) -> None:
    api.say(STORY)
    target = memory(api, "peanuts")["id"]
    other = api.new_token(api.add_profile("Tom"))

    for method, path, body in [
        ("GET", f"/memories/{target}", None),
        ("PATCH", f"/memories/{target}", {"importance": 1}),
        ("DELETE", f"/memories/{target}", None),
        ("POST", f"/memories/{target}/pin", None),
        ("POST", "/memories/forget", {"memory_ids": [target]}),
    ]:
        problem_of(api.call(method, path, token=other, json=body), 404)
    assert api.get("/memories?state=all", token=other).json()["items"] == []
