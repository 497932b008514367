"""Jobs, settings, backup and doctor over HTTP."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import get_args

import pytest

from graph_aria.api.routers.jobs import RunKind
from graph_aria.ports import Store
from tests.api.harness import Api, SetClock, problem_of


def _done(api: Api, kind: str) -> list[str]:
    api.settle()
    jobs = api.get("/jobs").json()["items"]
    return [str(job["state"]) for job in jobs if job["kind"] == kind]


def test_a_job_that_was_given_up_is_visible_with_its_reason_and_can_be_tried_again(
    api: Api,
) -> None:
    api.post("/entries", {"text": "CRASH heartbreak"})
    for _ in range(8):
        api.clock.at += timedelta(hours=3)
        api.say("Yoga.")

    (dead,) = api.get("/jobs?state=dead").json()["items"]
    assert dead["reason"] == "RuntimeError"
    assert dead["attempts"] == 5
    assert "heartbreak" not in api.get("/jobs").text
    failed = api.get("/entries?state=failed").json()["items"]
    assert [entry["reason"] for entry in failed] == ["RuntimeError"]

    assert api.post("/jobs/retry", {"job_id": dead["id"]}).json() == {"n_queued": 1}
    problem_of(api.post("/jobs/retry", {"job_id": "nonsense"}), 404)
    assert api.post("/jobs/retry", {}).json() == {"n_queued": 0}


@pytest.mark.parametrize("kind", get_args(RunKind))
def test_every_kind_of_job_can_be_run_now(api: Api, kind: str) -> None:
    api.say("Felt anxious. Yoga helped.")
    before = api.get("/entities").json(), api.get("/relations").json()

    answer = api.post(f"/jobs/{kind}/run")

    assert answer.status_code == 202
    assert "done" in _done(api, kind)
    assert (api.get("/entities").json(), api.get("/relations").json()) == before


def test_a_profile_that_is_deleted_while_its_job_is_done_stops_nobody(
    api: Api, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tom = api.add_profile("Tom")

    async def deleting(store: Store, *_: object, **__: object) -> int:
        await store.delete_profile(tom)
        return 0

    with monkeypatch.context() as patch:
        patch.setattr("graph_aria.stages.work.rebuild", deleting)
        api.post("/jobs/rebuild/run", token=api.secret, headers={"X-Aria-Profile": "Tom"})
        api.say("Yoga.")
        api.settle()

    assert "work failed" not in capsys.readouterr().out
    assert [p["name"] for p in api.get("/profiles", token=api.secret).json()["items"]] == ["Maya"]


def test_a_job_of_an_unknown_kind_is_refused(api: Api) -> None:
    problem_of(api.post("/jobs/dance/run"), 422)


def test_settings_change_at_run_time_and_new_weights_follow(api: Api) -> None:
    api.say("Yoga.")
    fades_at = api.entity("Yoga")["fades_at"]

    answer = api.patch("/settings", {"decay_rate_per_day": 0.1, "zone": "Asia/Tokyo"}).json()
    assert answer["decay_rate_per_day"] == 0.1
    assert "reweigh" in [job["kind"] for job in api.get("/jobs").json()["items"]]
    api.settle()

    settings = api.get("/settings").json()
    assert settings == {
        "name": "Maya",
        "zone": "Asia/Tokyo",
        "token_budget": 800,
        "decay_rate_per_day": 0.1,
        "fade_threshold": 1.5,
        "memory": True,
        "level": "friend",
        "level_grows": False,
        "romance": False,
        "life": True,
        "mood": False,
        "mood_days": 90,
        "pending": None,
        "note": None,
        "n_unread": None,
        "n_memories": None,
    }
    assert api.entity("Yoga")["fades_at"] < fades_at


@pytest.mark.parametrize(
    "body",
    [
        {"decay_rate_per_day": 0},
        {"decay_rate_per_day": 2},
        {"fade_threshold": 1},
        {"fade_threshold": 2},
        {"token_budget": 3},
        {"zone": "Mars/Olympus"},
        {"name": ""},
        {"nmae": "x"},
        {"memory": "off"},
        {"level": "lover"},
        {"romance": 1},
        {"life": 0},
        {"mood": "on"},
        {"mood_days": 6},
        {"mood_days": 3651},
        {"mood_days": 30.5},
    ],
)
def test_a_setting_that_cannot_be_is_refused(api: Api, body: dict[str, object]) -> None:
    before = api.get("/settings").json()

    problem_of(api.patch("/settings", body), 422)

    assert api.get("/settings").json() == before


def test_the_switches_of_a_life_change_at_run_time(api: Api) -> None:
    answer = api.patch("/settings", {"life": False, "mood": True}).json()
    assert (answer["life"], answer["mood"], answer["mood_days"]) == (False, True, 90)
    assert [job["kind"] for job in api.get("/jobs").json()["items"]].count("expire") == 0
    answer = api.patch("/settings", {"mood_days": 7}).json()
    assert (answer["life"], answer["mood"], answer["mood_days"]) == (False, True, 7)
    # What is kept too long from now on goes at once.
    assert "expire" in [job["kind"] for job in api.get("/jobs").json()["items"]]
    assert api.get("/settings").json() == answer


def test_a_name_that_another_profile_has_is_a_conflict(api: Api) -> None:
    api.add_profile("Tom")
    problem_of(api.patch("/settings", {"name": "Tom"}), 409)


def test_a_backup_is_a_new_private_file(api: Api, tmp_path: Path) -> None:
    api.say("Yoga.")
    path = tmp_path / "copy.db"

    answer = api.post("/backup", {"path": str(path)}, token=api.secret)

    assert answer.status_code == 201
    assert answer.json()["n_bytes"] == path.stat().st_size > 0
    assert path.stat().st_mode & 0o777 == 0o600
    problem_of(api.post("/backup", {"path": str(path)}, token=api.secret), 409)
    problem_of(api.post("/backup", {"path": "copy.db"}, token=api.secret), 422)
    problem_of(api.post("/backup", {"path": "/nowhere/copy.db"}, token=api.secret), 422)


def test_doctor_finds_everything_well(api: Api) -> None:
    findings = api.get("/doctor", token=api.secret).json()["findings"]

    assert {item["what"] for item in findings} >= {"store", "reader", "clock", "disk", "jobs"}
    assert {item["state"] for item in findings} == {"ok"}


def test_doctor_says_what_is_degraded_and_how_to_mend_it(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.api.harness.StubReader.degraded", "install a model: pip install …")
    api.say("Yoga.")
    api.clock.at -= timedelta(hours=20)
    api.opened.settings.data_dir.chmod(0o755)

    findings = api.get("/doctor", token=api.secret).json()["findings"]

    bad = {item["what"]: item for item in findings if item["state"] != "ok"}
    assert bad["reader"]["remedy"] == "install a model: pip install …"
    assert "2026-11-03 22:10 (Europe/Athens)" in bad["clock"]["detail"]
    assert bad["data folder"]["remedy"].startswith("chmod 700")


def test_a_clock_that_was_set_back_makes_no_negative_ages(api: Api) -> None:
    api.say("Yoga.")
    weight = api.entity("Yoga")["weight"]

    api.clock.at -= timedelta(hours=5)
    api.say("Work.")

    assert api.entity("Yoga")["weight"] == weight
    assert api.entity("Work")["weight"] <= 2.0
    assert api.entity("Yoga")["active"] is True


@pytest.mark.parametrize(
    ("zone", "day"), [("America/Phoenix", "2025-07-24"), ("Australia/Brisbane", "2025-07-25")]
)
def test_an_entry_falls_on_the_local_day_of_its_zone(api: Api, zone: str, day: str) -> None:
    entry = api.say("Yoga.", occurred_at="2025-07-25T02:00:00Z", zone=zone)["entry"]

    assert entry["local_day"] == day
    assert api.entity("Yoga")["first_on"] == day


def test_what_is_outstanding_is_done_at_the_next_start(tmp_path: Path) -> None:
    """Kept here because it needs two applications, one after the other."""
    from graph_aria import bootstrap  # noqa: PLC0415
    from tests.api.harness import StubReader  # noqa: PLC0415

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bootstrap, "ReaderProcess", StubReader)
        patch.setattr("graph_aria.server.Worker.do_round", _nothing)
        with Api(tmp_path) as first:
            first.token = token = first.new_token(first.add_profile("Maya"))
            first.post("/entries", {"text": "Yoga."})
            assert first.get("/entities").json()["items"] == []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bootstrap, "ReaderProcess", StubReader)
        with Api(tmp_path, clock=SetClock()) as second:
            second.token = token
            assert second.entity("Yoga")["active"] is True


async def _nothing(_: object) -> int:
    return 0
