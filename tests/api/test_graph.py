"""The graph over HTTP: seen with its evidence, set right, summed up."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.api.harness import Api, problem_of

STORY = "Felt anxious. Yoga helped."


@pytest.fixture
def told(api: Api) -> Api:
    api.say(STORY)
    return api


def _relation(api: Api) -> dict[str, Any]:
    items = api.get("/relations?quotes=true").json()["items"]
    return dict(next(item for item in items if item["predicate"] == "MITIGATES"))


def test_an_entity_shows_its_weight_and_every_word_it_came_from(told: Api) -> None:
    told.say("Yoga again.", occurred_at="2026-11-01T10:00:00Z")

    detail = told.get(f"/entities/{told.entity('Yoga')['id']}").json()

    assert detail["entity"]["active"] is True
    assert detail["entity"]["n_days"] == 2
    # 2.0 two days and some hours ago, decayed, plus 1.
    assert detail["entity"]["weight"] == pytest.approx(2.78, abs=0.02)
    assert detail["trend_7d"] == pytest.approx(detail["entity"]["weight"])
    assert [item["quotes"] for item in detail["evidence"]] == [["Yoga"], ["Yoga"]]
    assert detail["reason"].startswith("in: ")
    evidence = told.get(f"/entities/{told.entity('Yoga')['id']}/evidence?limit=1").json()
    assert len(evidence["items"]) == 1
    assert evidence["next_cursor"]


def test_a_renamed_entity_of_another_kind_stays_so_when_its_entries_are_read_again(
    told: Api,
) -> None:
    yoga = told.entity("Yoga")["id"]

    changed = told.patch(f"/entities/{yoga}", {"name": "Hatha yoga", "kind": "Topic"}).json()
    told.post("/entries/reread")
    told.settle()

    assert (changed["entity"]["name"], changed["entity"]["kind"]) == ("Hatha yoga", "Topic")
    now = told.get(f"/entities/{yoga}").json()["entity"]
    assert (now["name"], now["kind"]) == ("Hatha yoga", "Topic")
    assert "nothing to change" in problem_of(told.patch(f"/entities/{yoga}", {}), 422)["detail"]


def test_a_pinned_entity_outlives_its_weight_until_it_is_unpinned(told: Api) -> None:
    yoga = told.entity("Yoga")["id"]
    assert told.post(f"/entities/{yoga}/pin").json()["entity"]["pinned"] is True

    told.clock.at += timedelta(days=60)

    assert told.get(f"/entities/{yoga}").json()["entity"]["active"] is True
    assert told.get(f"/entities/{yoga}").json()["entity"]["weight"] == 1.0
    assert [e["name"] for e in told.get("/entities?active=true").json()["items"]] == ["Yoga"]
    assert told.post(f"/entities/{yoga}/unpin").json()["entity"]["active"] is False
    assert told.get("/entities?active=true").json()["items"] == []
    assert told.post(f"/entities/{yoga}/revive").json()["entity"]["active"] is True


def test_a_deleted_entity_does_not_come_back_with_the_next_reading(told: Api) -> None:
    yoga = told.entity("Yoga")["id"]

    assert told.delete(f"/entities/{yoga}").json()["verb"] == "delete"
    told.post("/entries/reread")
    told.settle()

    assert [e["name"] for e in told.get("/entities").json()["items"]] == ["anxiety"]
    assert told.get("/relations").json()["items"] == []


def test_the_user_cannot_be_deleted_or_renamed_as_an_entity(told: Api) -> None:
    for answer in (
        told.delete("/entities/me"),
        told.post("/entities/me/pin"),
        told.patch("/entities/me", {"name": "X"}),
    ):
        assert "you" in problem_of(answer, 422)["detail"]
    assert told.get("/entities/me").json()["entity"]["name"] == "Maya"


def test_a_relation_is_a_sentence_with_the_quote_that_shows_it(told: Api) -> None:
    relation = _relation(told)

    assert relation["sentence"] == "Yoga eases anxiety"
    assert relation["quotes"] == ["Yoga helped"]
    detail = told.get(f"/relations/{relation['id']}").json()
    assert detail["relation"]["quotes"] == ["Yoga helped"]
    assert len(detail["evidence"]) == 1


def test_a_rejected_relation_stays_rejected_until_it_is_added_by_hand(told: Api) -> None:
    relation = _relation(told)

    assert told.post(f"/relations/{relation['id']}/reject").json()["verb"] == "reject_relation"
    told.post("/entries/reread")
    told.settle()
    assert "MITIGATES" not in [r["predicate"] for r in told.get("/relations").json()["items"]]

    body = {
        "subject_id": relation["subject"]["id"],
        "predicate": "MITIGATES",
        "object_id": relation["object"]["id"],
    }
    added = told.post("/relations", body)
    assert added.status_code == 201
    assert added.json()["relation"]["id"] == relation["id"]
    assert _relation(told)["id"] == relation["id"]


def test_a_corrected_relation_takes_the_place_of_the_wrong_one(told: Api) -> None:
    relation = _relation(told)

    fixed = told.patch(f"/relations/{relation['id']}", {"predicate": "WORSENS"}).json()

    assert fixed["relation"]["sentence"] == "Yoga worsens anxiety"
    problem_of(told.get(f"/relations/{relation['id']}"), 404)
    told.post("/entries/reread")
    told.settle()
    predicates = {r["predicate"] for r in told.get("/relations").json()["items"]}
    assert "MITIGATES" not in predicates
    assert "WORSENS" in predicates


def _count_writes(api: Api, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    kind, versions = type(api.opened.store), list[int]()
    apply = kind.apply

    async def counting(*given: Any, **named: Any) -> int:
        versions.append(await apply(*given, **named))
        return versions[-1]

    monkeypatch.setattr(kind, "apply", counting)
    return versions


def test_a_correction_is_one_change_of_the_graph(
    told: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    yoga, relation = told.entity("Yoga")["id"], _relation(told)["id"]
    written = _count_writes(told, monkeypatch)

    told.patch(f"/entities/{yoga}", {"name": "Hatha", "kind": "Topic"})
    assert len(written) == 1
    told.patch(f"/relations/{relation}", {"predicate": "WORSENS"})
    assert len(written) == 2

    assert told.entity("Hatha")["kind"] == "Topic"
    predicates = [r["predicate"] for r in told.get("/relations").json()["items"]]
    assert predicates == ["WORSENS"]


def test_a_correction_leaves_what_a_rebuild_leaves(told: Api) -> None:
    relation = _relation(told)
    right = {
        "subject_id": relation["subject"]["id"],
        "predicate": "WORSENS",
        "object_id": relation["object"]["id"],
    }

    def graph() -> Any:
        entities, relations = told.get("/entities").json(), told.get("/relations").json()
        return entities["items"], relations["items"]

    told.patch(f"/relations/{relation['id']}", {"predicate": "WORSENS"})
    at_once = graph()
    told.post("/jobs/rebuild/run")
    told.settle()
    assert graph() == at_once

    wrong = told.post("/relations", {**right, "predicate": "MITIGATES"}).json()["relation"]["id"]
    told.post(f"/relations/{wrong}/reject")
    assert graph()[1] == at_once[1]


def test_an_ended_relation_is_past_and_still_there(told: Api) -> None:
    body = {
        "subject_id": "me",
        "predicate": "LIKES",
        "object_id": told.entity("Yoga")["id"],
    }
    made = told.post("/relations", body).json()["relation"]
    assert made["sentence"] == "You like Yoga"

    ended = told.post(f"/relations/{made['id']}/end", {}).json()["relation"]

    assert ended["active"] is False
    assert ended["ended_at"] is not None
    past = told.get("/relations?active=false&entity=me").json()["items"]
    assert [item["id"] for item in past] == [made["id"]]


def test_a_deleted_relation_counts_again_when_it_is_said_again(told: Api) -> None:
    relation = _relation(told)
    told.delete(f"/relations/{relation['id']}")
    problem_of(told.get(f"/relations/{relation['id']}"), 404)

    told.say(STORY, occurred_at="2026-11-03T19:00:00Z")

    assert _relation(told)["id"] == relation["id"]


def test_a_relation_that_makes_no_sense_is_refused(told: Api) -> None:
    yoga, anxiety = told.entity("Yoga")["id"], told.entity("anxiety")["id"]

    def add(subject: str, predicate: str, object_: str) -> Any:
        body = {"subject_id": subject, "predicate": predicate, "object_id": object_}
        return told.post("/relations", body)

    assert "Person" in problem_of(add(yoga, "LIVES_IN", anxiety), 422)["detail"]
    problem_of(add(yoga, "RELATED_TO", yoga), 422)
    problem_of(add(yoga, "MITIGATES", "nobody"), 404)


def test_the_graph_around_an_entity_goes_as_far_as_is_asked(told: Api) -> None:
    yoga = told.entity("Yoga")["id"]

    around = told.get(f"/graph?center={yoga}&hops=1").json()

    assert around["center"]["name"] == "Yoga"
    assert "anxiety" in [entity["name"] for entity in around["entities"]]
    assert "Yoga eases anxiety" in [relation["sentence"] for relation in around["relations"]]


def test_the_graph_comes_with_the_newest_words_for_each_relation(told: Api) -> None:
    told.clock.at += timedelta(hours=1)
    told.say("Anxious, but yoga certainly helped.")
    yoga = told.entity("Yoga")["id"]

    around = told.get(f"/graph?center={yoga}").json()

    quotes = {item["sentence"]: item["quotes"] for item in around["relations"]}
    assert quotes["Yoga eases anxiety"] == ["yoga certainly helped"]


def test_themes_have_weight_trend_and_the_mood_that_goes_with_them(api: Api) -> None:
    for day in range(1, 11):
        text = "Yoga." if day % 2 else "Work."
        mood = 8 if day % 2 else 4
        api.say(text, mood=mood, occurred_at=f"2026-10-{day + 20:02}T10:00:00Z")

    themes = api.get("/themes").json()["themes"]

    by_name = {theme["entity"]["name"]: theme for theme in themes}
    assert by_name["Yoga"]["mood_with"] == 8.0
    assert by_name["Yoga"]["mood_without"] == 4.0
    assert by_name["Yoga"]["n_days"] == 5
    assert [t["weight"] for t in themes] == sorted((t["weight"] for t in themes), reverse=True)
    earlier = api.get("/themes", params={"as_of": "2026-10-21T20:00:00Z"}).json()["themes"]
    assert [theme["entity"]["name"] for theme in earlier] == ["Yoga"]


def test_the_chapter_is_text_and_parts_within_its_budget(told: Api) -> None:
    chapter = told.get("/chapter?token_budget=120").json()

    assert "Yoga" in chapter["text"]
    assert chapter["n_tokens"] <= 120
    assert "Yoga" in [part["entity"]["name"] for part in chapter["themes"]]
    assert chapter["relations"][0]["sentence"] == "Yoga eases anxiety"


def test_chapters_are_listed_and_can_be_read_again(told: Api) -> None:
    told.clock.at += timedelta(days=1)
    told.post("/jobs/chapters/run")
    told.settle()

    listed = told.get("/chapters").json()["items"]

    assert [(c["started_on"], c["ended_on"], c["n_entries"]) for c in listed] == [
        ("2026-11-03", None, 1)
    ]
    chapter = told.get(f"/chapters/{listed[0]['id']}").json()
    assert chapter["id"] == listed[0]["id"]
    assert told.get("/chapter").json()["id"] == listed[0]["id"]


def test_decay_can_be_looked_at_ahead_and_done_twice(told: Api) -> None:
    ahead = told.post("/decay", {"dry_run": True, "as_of": "2027-11-03T00:00:00Z"}).json()
    assert {item["what"] for item in ahead["faded"]} >= {"Yoga", "anxiety", "Yoga eases anxiety"}
    problem_of(told.post("/decay", {"as_of": "2027-11-03T00:00:00Z"}), 422)

    told.clock.at += timedelta(days=30)
    first = told.post("/decay", {}).json()
    second = told.post("/decay", {}).json()

    assert first["n_faded"] == ahead["n_faded"]
    assert second["n_faded"] == 0
    assert ahead["job"] is None
    assert [answer["job"]["summary"] for answer in (first, second)] == [
        f"{ahead['n_faded']} archived",
        "0 archived",
    ]
    fades = [job for job in told.get("/jobs").json()["items"] if job["kind"] == "fade"]
    assert {first["job"]["id"], second["job"]["id"]} <= {job["id"] for job in fades}


def test_decay_as_of_an_earlier_instant_archives_what_had_faded_by_then(told: Api) -> None:
    told.clock.at += timedelta(days=5)
    told.say("Priya.")
    told.clock.at += timedelta(days=30)
    yoga_gone = told.entity("Yoga")["fades_at"]

    early = told.post("/decay", {"as_of": yoga_gone}).json()
    rest = told.post("/decay", {}).json()

    assert "Yoga" in [item["what"] for item in early["faded"]]
    assert [item["what"] for item in rest["faded"]] == ["Priya"]
    assert early["job"]["summary"] == f"{early['n_faded']} archived"


def test_a_dry_run_ahead_tells_only_of_what_is_active_still(told: Api) -> None:
    relation = _relation(told)
    told.post(f"/relations/{relation['id']}/end", {})
    told.clock.at += timedelta(days=10)  # yoga and anxiety have faded, and no pass came by
    told.say("Priya.")

    ahead = told.post("/decay", {"dry_run": True, "as_of": "2027-11-03T00:00:00Z"}).json()
    due = told.post("/decay", {"dry_run": True}).json()

    assert [item["what"] for item in ahead["faded"]] == ["Priya"]
    assert {item["what"] for item in due["faded"]} == {"Yoga", "anxiety"}
