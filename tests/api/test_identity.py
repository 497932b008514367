"""Questions, and merging and splitting, over the wire."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.harness import Api


def _people(api: Api) -> dict[str, Any]:
    items = api.get("/entities?kind=Person").json()["items"]
    return {item["name"]: item for item in items}


@pytest.fixture
def told(api: Api) -> Api:
    """Ben and Benjamin, who may be one, and yoga."""
    api.say("Ben does yoga.")
    api.clock.at = api.clock.at.replace(minute=1)
    api.say("Benjamin slept.")
    return api


def _question(api: Api) -> dict[str, Any]:
    (item,) = api.get("/questions").json()["items"]
    return dict(item)


def test_a_question_shows_both_with_their_words(told: Api) -> None:
    item = _question(told)
    assert item["sentence"] == "Is Ben the same as Benjamin?"
    assert (item["reason"], item["answer"]) == ("nickname", None)
    assert {item["one"]["quote"], item["other"]["quote"]} == {"Ben does yoga.", "Benjamin slept."}
    assert told.get(f"/questions/{item['id']}").json() == item
    assert told.get("/questions/none").status_code == 404


def test_the_same_makes_them_one_and_it_can_be_undone(told: Api) -> None:
    before = _people(told)
    item = _question(told)
    done = told.post(f"/questions/{item['id']}/answer", {"answer": "same"}).json()
    assert done["answer"] == "same"
    assert set(_people(told)) == {"Ben"}
    assert told.get("/questions").json()["items"] == []
    told.say("Ben and Benjamin slept.")
    assert set(_people(told)) == {"Ben"}
    ben = before["Ben"]["id"]
    (merged,) = told.get(f"/entities/{ben}/merged").json()["items"]
    assert (merged["names"], merged["said"]) == (["Benjamin"], False)
    again = told.post(f"/entities/{ben}/unmerge", {}).json()["entity"]
    assert again["id"] == before["Benjamin"]["id"]
    assert set(_people(told)) == {"Ben", "Benjamin"}
    assert told.post(f"/entities/{ben}/unmerge", {}).status_code == 409
    assert told.get("/questions").json()["items"] == []


def test_different_holds_until_it_is_overridden(told: Api) -> None:
    item = _question(told)
    told.post(f"/questions/{item['id']}/answer", {"answer": "different"})
    assert told.get("/questions").json()["items"] == []
    people = _people(told)
    path = f"/entities/{people['Benjamin']['id']}/merge"
    body = {"into": people["Ben"]["id"]}
    refused = told.post(path, body)
    assert refused.status_code == 409
    assert "never the same" in refused.json()["detail"]
    assert "override" in refused.json()["detail"]
    assert told.post(path, {**body, "override": True}).json()["entity"]["name"] == "Ben"
    assert set(_people(told)) == {"Ben"}


def test_unsure_leaves_all_as_it_is(told: Api) -> None:
    item = _question(told)
    assert told.post(f"/questions/{item['id']}/answer", {"answer": "unsure"}).is_success
    assert told.get("/questions").json()["items"] == []
    assert set(_people(told)) == {"Ben", "Benjamin"}
    assert told.get(f"/questions/{item['id']}").json()["answer"] == "unsure"
    assert told.post(f"/questions/{item['id']}/answer", {"answer": "perhaps"}).status_code == 422
    # Whoever knows better later says so.
    assert told.post(f"/questions/{item['id']}/answer", {"answer": "same"}).is_success
    assert set(_people(told)) == {"Ben"}
    late = told.post(f"/questions/{item['id']}/answer", {"answer": "different"})
    assert late.status_code == 409
    assert "unmerge" in late.json()["detail"]


def test_what_cannot_be_one_is_refused(told: Api) -> None:
    people = _people(told)
    ben, yoga = people["Ben"]["id"], told.entity("Yoga")["id"]
    cases = {
        (ben, yoga): (422, "kind"),
        (ben, ben): (409, "already"),
        (ben, "me"): (422, "you"),
        ("me", ben): (422, "you"),
        (ben, "none"): (404, "none"),
        ("none", ben): (404, "none"),
    }
    for (one, into), (status, said) in cases.items():
        answer = told.post(f"/entities/{one}/merge", {"into": into})
        assert answer.status_code == status, (one, into)
        assert said in answer.json()["detail"]


def test_some_mentions_become_another_one(told: Api) -> None:
    told.say("Ben called.")
    ben = _people(told)["Ben"]["id"]
    mentions = told.get(f"/entities/{ben}/mentions").json()["items"]
    assert [item["quote"] for item in mentions] == ["Ben called.", "Ben does yoga."]
    path = f"/entities/{ben}/split"
    new = told.post(path, {"mention_ids": [mentions[0]["id"]]}).json()["entity"]
    assert (new["name"], new["n_days"]) == ("Ben", 1)
    assert new["id"] != ben
    assert len(told.get(f"/entities/{ben}/mentions").json()["items"]) == 1
    for ids, status in ((["none"], 404), ([mentions[1]["id"]], 422), ([], 422)):
        assert told.post(path, {"mention_ids": ids}).status_code == status
    # They can be made one again.
    assert told.post(f"/entities/{new['id']}/merge", {"into": ben}).is_success
    assert len(told.get(f"/entities/{ben}/mentions").json()["items"]) == 2


def test_a_name_that_somebody_has_is_told(told: Api) -> None:
    people = _people(told)
    path = f"/entities/{people['Benjamin']['id']}"
    note = told.patch(path, {"name": "ben"}).json()["note"]
    assert people["Ben"]["id"] in note
    assert "merge" in note
    assert told.patch(path, {"name": "Benny"}).json()["note"] is None


def test_mentions_come_in_parts(told: Api) -> None:
    for minute in range(2, 7):
        told.clock.at = told.clock.at.replace(minute=minute)
        told.say(f"Ben called, {minute}. Ben slept.")
    path = f"/entities/{_people(told)['Ben']['id']}/mentions"
    whole = told.get(path).json()
    assert (len(whole["items"]), whole["next_cursor"]) == (11, None)
    items: list[dict[str, Any]] = []
    cursor: str | None = ""
    while cursor is not None:
        page = told.get(f"{path}?limit=2" + (f"&cursor={cursor}" if cursor else "")).json()
        assert 0 < len(page["items"]) <= 4
        items += page["items"]
        cursor = page["next_cursor"]
    assert items == whole["items"]
    assert told.get(f"{path}?cursor=x").status_code == 422


def test_a_question_shows_the_mention_and_no_word_that_holds_it(told: Api) -> None:
    told.clock.at = told.clock.at.replace(minute=2)
    told.say("Benches, benches everywhere in this park where we walked. Much later came Ben by.")
    item = _question(told)
    (quote,) = {item["one"]["quote"], item["other"]["quote"]} - {"Benjamin slept."}
    assert "Ben by." in quote
    assert "Benches" not in quote
