"""Focus, milestones, moods and what the day holds, over the API."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.api.harness import Api, problem_of

THESIS = "I am writing my thesis."
MOVED = "I moved to Ghent on 2019-11-05."


def foci(api: Api, **asked: Any) -> list[dict[str, Any]]:
    answer = api.get("/life/focus", params=asked)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["items"])


def milestones(api: Api, **asked: Any) -> list[dict[str, Any]]:
    answer = api.get("/life/milestones", params=asked)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["items"])


def added(api: Api, path: str, status: int = 201, **body: Any) -> dict[str, Any]:
    answer = api.post(f"/life/{path}", body)
    assert answer.status_code == status, answer.text
    return dict(answer.json())


# --- focus ------------------------------------------------------------------------


def test_what_was_said_is_listed_with_its_words_and_what_it_is_about(api: Api) -> None:
    entry = api.say("I am writing my thesis. Work.")["entry"]

    (one,) = foci(api)

    assert one["text"] == "The user is writing their thesis."
    assert (one["standing"], one["since"], one["perhaps_over"]) == ("on", None, None)
    (quote,) = one["quotes"]
    assert (quote["entry_id"], quote["quote"]) == (entry["id"], "I am writing my thesis")
    assert quote["how"] == "you said so"


def test_what_is_finished_stands_as_done_with_all_that_was_said_of_it(api: Api) -> None:
    api.say(THESIS, occurred_at="2026-10-01T20:00:00+02:00")
    api.say("I finished my thesis.")

    assert foci(api) == []
    (one,) = foci(api, standing="done")
    detail = api.get(f"/life/focus/{one['id']}").json()

    assert [(said["standing"], said["quote"]) for said in detail["said"]] == [
        ("on", "I am writing my thesis"),
        ("done", "I finished my thesis"),
    ]
    assert [said["day"] for said in detail["said"]] == ["2026-10-01", "2026-11-03"]


def test_a_focus_is_added_confirmed_edited_ended_and_taken_up_again(api: Api) -> None:
    detail = added(api, "focus", text=THESIS, reason="because I want my degree", since="2026-09")
    one = detail["focus"]
    assert one["text"] == "The user is writing their thesis."
    assert (one["reason"], one["since"]) == ("I want my degree", "2026-09-01")
    assert detail["said"][0]["how"] == "you wrote it as a memory"
    assert added(api, "focus", 200, text=THESIS)["focus"]["id"] == one["id"]

    changed = api.patch(f"/life/focus/{one['id']}", {"since": "2026-09-14"}).json()["focus"]
    assert (changed["since"], changed["reason"]) == ("2026-09-14", "I want my degree")
    done = api.post(f"/life/focus/{one['id']}/done").json()
    assert done["focus"]["standing"] == "done"
    assert done["focus"]["until"] == "2026-11-03"
    assert done["note"] is None
    again = api.post(f"/life/focus/{one['id']}/done").json()
    assert (again["focus"]["id"], again["note"]) == (done["focus"]["id"], "it is done already")
    assert foci(api) == []

    added(api, "focus", 200, text=THESIS)
    assert [item["standing"] for item in foci(api)] == ["on"]


def test_what_is_given_beside_the_words_of_something_known_is_taken(api: Api) -> None:
    given = (
        ("focus", THESIS, {"since": "2026-09"}, ("since", "2026-09-01")),
        ("focus", THESIS, {"reason": "my degree"}, ("reason", "my degree")),
        ("focus", THESIS, {"reason": "love", "since": "2026-08"}, ("reason", "love")),
        ("milestones", MOVED, {"reason": "the job"}, ("reason", "the job")),
        ("milestones", MOVED, {"reason": "love"}, ("reason", "love")),
    )
    ids = {path: added(api, path, text=text) for path, text, *_ in given[::4]}
    for path, text, more, (key, value) in given:
        api.clock.at += timedelta(minutes=1)
        told = added(api, path, 200, text=text, **more)
        name = path.removesuffix("s") if path == "milestones" else path
        assert told[name]["id"] == ids[path][name]["id"]
        assert told[name][key] == value
    assert foci(api)[0]["since"] == "2026-08-01"
    assert milestones(api)[0]["first"] == "2019-11-05"


def test_setting_a_focus_right_is_no_word_about_it(api: Api) -> None:
    one = added(api, "focus", text=THESIS)["focus"]
    path = f"/life/focus/{one['id']}"
    said = api.get(f"/memories/{one['id']}").json()["memory"]["confirmed_at"]

    for body in (
        {"since": "2026-09"},
        {"reason": "my degree"},
        {"text": "I am writing my thesis on owls."},
        {"since": None},
    ):
        api.clock.at += timedelta(days=6)
        assert api.patch(path, body).json()["focus"]["perhaps_over"] is None
        memory = api.get(f"/memories/{one['id']}").json()["memory"]
        assert memory["confirmed_at"] == said
    api.clock.at += timedelta(days=4)
    assert [item["perhaps_over"] for item in foci(api)] == ["silent"]
    added(api, "focus", 200, text="I am writing my thesis on owls.")
    assert [item["perhaps_over"] for item in foci(api)] == [None]


def test_what_is_over_is_not_taken_up_again_by_setting_it_right(api: Api) -> None:
    one = added(api, "focus", text=THESIS)["focus"]
    api.clock.at += timedelta(days=1)
    done = api.post(f"/life/focus/{one['id']}/done").json()["focus"]
    api.clock.at += timedelta(days=1)

    for body in ({"reason": "my degree"}, {"since": "2026-09"}):
        assert api.patch(f"/life/focus/{one['id']}", body).status_code == 200
        assert foci(api) == []
        assert [item["id"] for item in foci(api, standing="done")] == [done["id"]]


def test_since_when_a_focus_goes_on_can_be_taken_away(api: Api) -> None:
    one = added(api, "focus", text=THESIS, reason="my degree", since="2026-09")["focus"]
    path = f"/life/focus/{one['id']}"

    for _ in range(2):
        changed = api.patch(path, {"since": None}).json()["focus"]
        assert (changed["since"], changed["reason"], changed["standing"]) == (
            None, "my degree", "on"
        )  # fmt: skip
    assert api.get("/life/focus").json()["items"][0]["since"] is None
    api.post(f"/memories/{one['id']}/undo")
    assert api.get(path).json()["focus"]["since"] == "2026-09-01"
    assert "null" in problem_of(api.patch(path, {}), 422)["detail"]
    assert "null" in problem_of(api.patch(path, {"reason": None}), 422)["detail"]


def test_other_words_of_a_focus_keep_how_it_stands(api: Api) -> None:
    one = added(api, "focus", text=THESIS)["focus"]
    dropped = api.post(f"/life/focus/{one['id']}/drop").json()["focus"]

    edited = api.patch(f"/life/focus/{dropped['id']}", {"text": "I gave up on that thesis."})

    assert edited.json()["focus"]["standing"] == "dropped"
    assert edited.json()["history"][-1]["what"] == "text"
    assert api.post(f"/memories/{dropped['id']}/undo").status_code == 200
    assert foci(api, standing="dropped")[0]["text"] == dropped["text"]


def test_a_focus_that_was_added_as_a_memory_is_ended_like_another(api: Api) -> None:
    api.post("/memories", {"text": "I am learning Dutch.", "kind": "focus"})
    (one,) = foci(api)

    done = api.post(f"/life/focus/{one['id']}/done").json()

    assert (done["focus"]["standing"], done["focus"]["state"]) == ("done", "current")
    assert foci(api) == []
    # One that became a focus later is, too.
    noted = api.post("/memories", {"text": "The shed roof."}).json()["memory"]
    api.patch(f"/memories/{noted['id']}", {"text": "The shed roof.", "kind": "focus"})
    dropped = api.post(f"/life/focus/{noted['id']}/drop").json()["focus"]
    assert (dropped["standing"], dropped["state"]) == ("dropped", "current")
    assert foci(api) == []


def test_a_focus_does_not_begin_after_its_end(api: Api) -> None:
    one = added(api, "focus", text=THESIS)["focus"]
    done = api.post(f"/life/focus/{one['id']}/done").json()["focus"]
    api.clock.at += timedelta(days=20)
    path = f"/life/focus/{done['id']}"

    assert "2026-11-03" in problem_of(api.patch(path, {"since": "2026-11-20"}), 422)["detail"]
    assert api.patch(path, {"since": "2026-11-03"}).json()["focus"]["since"] == "2026-11-03"


def test_deleting_a_focus_takes_all_that_was_said_of_it_with_proof(api: Api) -> None:
    api.say(THESIS, occurred_at="2026-10-01T20:00:00+02:00")
    api.say("I finished my thesis.")
    (one,) = foci(api, standing="all")

    answer = api.delete(f"/life/focus/{one['id']}?prove=true").json()

    assert answer["proved"] is True
    assert answer["found"] == []
    assert len(answer["gone"]) == 2
    assert foci(api, standing="all") == []
    assert api.get("/memories?state=all").json()["items"] == []
    entries = api.get("/entries").json()["items"]
    assert len(entries) == 2
    api.post(f"/entries/{entries[0]['id']}/reread")
    api.settle()
    assert foci(api, standing="all") == []


def test_a_focus_that_nobody_speaks_of_is_perhaps_over_and_is_asked_about_once(api: Api) -> None:
    api.say(THESIS)
    api.clock.at += timedelta(days=29)

    (one,) = foci(api)

    assert (one["standing"], one["perhaps_over"]) == ("on", "silent")
    assert one["aria"].startswith("asks once whether it goes on")


# --- milestones -------------------------------------------------------------------


def test_a_milestone_is_listed_with_its_date_words_and_what_aria_will_say(api: Api) -> None:
    entry = api.say(MOVED)["entry"]

    (one,) = milestones(api)

    assert (one["first"], one["last"], one["precision"]) == ("2019-11-05", "2019-11-05", "day")
    assert (one["what"], one["whose"], one["when"]) == (
        "move to ghent",
        "user",
        "on 5 November 2019",
    )
    assert one["next_on"] == "2026-11-05"
    assert one["aria"] == "brings the day up: 7 years"
    assert one["quotes"][0]["entry_id"] == entry["id"]
    detail = api.get(f"/life/milestones/{one['id']}").json()
    assert [said["quote"] for said in detail["said"]] == ["I moved to Ghent on 2019-11-05"]


@pytest.mark.parametrize(
    ("on", "first", "last", "precision", "next_on", "when"),
    [
        ("2019", "2019-01-01", "2019-12-31", "year", None, "in 2019"),
        ("2019-05", "2019-05-01", "2019-05-31", "month", None, "in May 2019"),
        ("2019-05-03", "2019-05-03", "2019-05-03", "day", "2027-05-03", "on 3 May 2019"),
        ("--05-03", None, None, "yearly", "2027-05-03", "on 3 May"),
        ("05-03", None, None, "yearly", "2027-05-03", "on 3 May"),
        ("02-29", None, None, "yearly", "2027-03-01", "on 29 February"),
        ("2020-02-29", "2020-02-29", "2020-02-29", "day", "2027-03-01", "on 29 February 2020"),
        ("2026", "2026-01-01", "2026-12-31", "year", None, "in 2026"),
        ("2026-11-03", "2026-11-03", "2026-11-03", "day", None, "on 3 November 2026"),
    ],
)
def test_a_date_is_kept_as_exactly_as_it_is_known(
    api: Api, on: str, first: str, last: str, precision: str, next_on: str, when: str
) -> None:
    one = added(api, "milestones", text="We adopted a dog.", on=on)["milestone"]

    assert (one["first"], one["last"], one["precision"]) == (first, last, precision)
    assert one["when"] == when
    assert one["text"] == f"We adopted a dog {when}."
    if next_on is not None:
        assert one["next_on"] == next_on


@pytest.mark.parametrize(
    ("on", "named"),
    [
        ("2019-04-31", "April has 30 days"),
        ("04-31", "April has 30 days"),
        ("2019-02-29", "February 2019 has 28 days"),
        ("2019-13", "no month 13"),
        ("2019-00-03", "no month 0"),
        ("0000", "2019-05-03"),
        ("soon", "2019-05-03"),
        ("3 May 2019", "2019-05-03"),
        ("", "2019-05-03"),
        ("2027", "lies ahead"),
        ("2026-11-04", "lies ahead"),
        ("2999-01-01", "lies ahead"),
        ("9999", "lies ahead"),
        ("1066-10-14", "120 years back"),
        ("x" * 21, "at most 20"),
    ],
)
def test_a_date_that_cannot_be_is_refused_with_what_to_do(api: Api, on: str, named: str) -> None:
    problem = problem_of(api.post("/life/milestones", {"text": "I married.", "on": on}), 422)

    assert named in problem["detail"]
    assert milestones(api) == []


def test_a_milestone_before_the_users_birth_is_refused(api: Api) -> None:
    api.say("BORN 1990-05-03.")

    problem = problem_of(api.post("/life/milestones", {"text": "I married.", "on": "1989"}), 422)

    assert "before you were born" in problem["detail"]
    assert "1990-05-03" in problem["detail"]
    added(api, "milestones", text="I was put into a pram.", on="1990")


def test_words_that_name_a_day_ahead_are_no_milestone(api: Api) -> None:
    body = {"text": "I moved to Ghent on 2027-05-01."}

    assert "lies ahead" in problem_of(api.post("/life/milestones", body), 422)["detail"]


def test_a_milestone_that_is_added_as_a_memory_has_happened_as_well(api: Api) -> None:
    api.say("BORN 1990-05-03.")
    for body, named in (
        ({"text": "I moved to Ghent on 2027-05-01."}, "lies ahead"),
        ({"text": "I will move to Ghent."}, "something to come"),
        ({"text": "I moved to Ghent on 1989-05-01."}, "before you were born"),
    ):
        problem = problem_of(api.post("/memories", {**body, "kind": "milestone"}), 422)
        assert named in problem["detail"]
    assert milestones(api) == []
    made = api.post("/memories", {"text": "I met Tom.", "kind": "milestone"}).json()["memory"]
    answer = api.patch(
        f"/memories/{made['id']}",
        {"text": "I met Tom.", "important": {"month": 5, "day": 3, "year": 2027}},
    )
    assert "lies ahead" in problem_of(answer, 422)["detail"]


def test_a_milestone_is_confirmed_edited_undone_and_deleted_with_proof(api: Api) -> None:
    api.say(MOVED)
    (one,) = milestones(api)
    again = added(api, "milestones", 200, text="I moved to Ghent.", on="2019-11-05")
    assert again["milestone"]["id"] == one["id"]
    assert len(again["said"]) == 2

    path = f"/life/milestones/{one['id']}"
    edited = api.patch(path, {"on": "2018-11", "reason": "because of the job"}).json()["milestone"]
    assert edited["text"] == "The user moved to Ghent in November 2018."
    assert (edited["first"], edited["precision"]) == ("2018-11-01", "month")
    assert edited["reason"] == "of the job"
    api.post(f"/memories/{one['id']}/undo")
    assert milestones(api)[0]["first"] == "2019-11-05"
    worded = api.patch(path, {"text": "I settled in Ghent."}).json()["milestone"]
    assert (worded["first"], worded["what"]) == ("2019-11-05", worded["what"])

    gone = api.delete(f"{path}?prove=true").json()
    assert gone["gone"] == [one["id"]]
    assert gone["proved"] is True
    assert gone["found"] == []
    assert milestones(api) == []
    problem_of(api.get(path), 404)


def test_the_list_comes_in_parts_newest_first(api: Api) -> None:
    for year in (2019, 2021, 2020):
        added(api, "milestones", text=f"I moved house, number {year}.", on=str(year))
    added(api, "milestones", text="I met Tom.")

    first = api.get("/life/milestones?limit=2").json()
    rest = api.get(f"/life/milestones?limit=2&cursor={first['next_cursor']}").json()

    whens = [item["when"] for item in [*first["items"], *rest["items"]]]
    assert whens == ["in 2021", "in 2020", "in 2019", ""]
    assert rest["next_cursor"] is None
    problem = problem_of(api.get("/life/milestones?cursor=2019"), 422)
    assert problem["code"] == "invalid_cursor"


# --- what comes up, moods, today --------------------------------------------------


def test_what_comes_up_is_told_with_what_aria_says_or_why_not(api: Api) -> None:
    api.say(MOVED)
    added(api, "milestones", text="My uncle Walt got a medal.", on="2015-11-09")
    api.post("/memories", {"text": "My uncle Walt died."})

    ahead = api.get("/life/upcoming?days=10").json()

    assert (ahead["since"], ahead["until"]) == ("2026-11-03", "2026-11-12")
    told = {item["on"]: item for item in ahead["items"]}
    assert list(told) == ["2026-11-05", "2026-11-09"]
    assert told["2026-11-05"]["is_said"] is True
    assert (told["2026-11-05"]["in_days"], told["2026-11-05"]["years"]) == (2, 7)
    assert told["2026-11-05"]["quotes"][0]["quote"] == "I moved to Ghent on 2019-11-05"
    assert told["2026-11-09"]["why_not"] == "died"
    assert "has died" in told["2026-11-09"]["aria"]
    assert api.get("/life/upcoming?days=2").json()["items"] == []


@pytest.mark.parametrize("n_told", range(1, 7))
def test_a_day_that_ends_meanwhile_is_the_one_that_was_asked_for(
    api: Api, monkeypatch: pytest.MonkeyPatch, n_told: int
) -> None:
    api.say("I moved to Ghent on 2019-11-03.")
    midnight = datetime(2026, 11, 3, 22, tzinfo=UTC)  # in Athens
    api.clock.at = midnight - timedelta(milliseconds=n_told)

    def ticking() -> datetime:
        api.clock.at += timedelta(milliseconds=1)
        return api.clock.at

    monkeypatch.setattr(api.clock, "now", ticking)
    for path in ("upcoming", "today"):
        api.clock.at = midnight - timedelta(milliseconds=n_told)
        answer = api.get(f"/life/{path}").json()
        assert [one["in_days"] for one in answer.get("items", answer.get("anniversaries"))] in (
            [[0]] if answer.get("since", answer.get("day")) == "2026-11-03" else [[]]
        )


@pytest.mark.parametrize("path", ["/life/upcoming", "/life/mood"])
@pytest.mark.parametrize("days", ["0", "367", "-1", "many", "1.5"])
def test_a_number_of_days_that_cannot_be_is_named(api: Api, path: str, days: str) -> None:
    problem = problem_of(api.get(f"{path}?days={days}"), 422)

    assert "days: it is a whole number from 1 to 366" in problem["detail"]


def test_the_journal_tells_check_ins_from_readings_and_forgets_the_readings(api: Api) -> None:
    api.patch("/settings", {"mood": True})
    api.post("/moods?wait=read", {"mood": 7, "feelings": ["calm"], "because": "a long walk"})
    api.say("I felt MISERABLE.", occurred_at="2026-11-02T20:00:00+02:00")
    api.settle()

    journal = api.get("/life/mood?days=7").json()

    assert (journal["since"], journal["until"]) == ("2026-10-28", "2026-11-03")
    read, said = journal["days"]
    assert (read["said"], read["n_read"]) == (None, 1)
    assert (said["mood"], said["n_said"], said["read"]) == (7, 1, None)
    assert [one["quote"] for one in journal["because"]] == ["a long walk"]
    assert journal["is_told"] is False
    assert "cannot be told yet" in journal["told"]
    assert journal["note"] is None

    cleared = api.delete("/life/mood?prove=true").json()
    assert (cleared["n_cleared"], cleared["proved"], cleared["n_left"]) == (1, True, 0)
    assert cleared["out_of_reach"] == ["backups that were made before"]
    left = api.get("/life/mood?days=7").json()["days"]
    assert [day["mood"] for day in left] == [7]
    assert api.delete("/life/mood").json()["n_cleared"] == 0


def test_the_mood_switch_shows_in_the_journal(api: Api) -> None:
    assert api.get("/life/mood").json()["note"].startswith("mood is off: only what you say")
    api.patch("/settings", {"mood": True})
    api.say("I felt MISERABLE.")
    api.settle()
    api.patch("/settings", {"mood": False})

    journal = api.get("/life/mood").json()

    assert journal["days"] == []
    assert (journal["reads_moods"], journal["n_read"]) == (False, 1)
    assert "1 mood that was read before stays and is not shown" in journal["note"]


def test_today_puts_together_what_the_day_holds(api: Api) -> None:
    api.say("I moved to Ghent on 2019-11-03.")
    api.post("/moods?wait=read", {"mood": 6, "occurred_at": "2026-11-02T20:00:00+02:00"})
    api.say("Yoga with Priya.", occurred_at="2024-11-03T20:00:00+02:00", mood=8)

    today = api.get("/life/today").json()

    assert today["day"] == "2026-11-03"
    assert [one["years"] for one in today["anniversaries"]] == [7]
    assert today["yesterday"]["mood"] == 6
    assert [year["years"] for year in today["this_day"]] == [2]
    assert today["question"]["text"]
    years = api.get("/life/on-this-day").json()["years"]
    (year,) = years
    assert (year["day"], year["mood"]) == ("2024-11-03", 8)
    assert {one["name"] for one in year["cared_for"]} == {"Yoga", "Priya"}
    assert [one["text"] for one in year["entries"]] == ["Yoga with Priya."]


# --- switches, profiles, tokens ---------------------------------------------------


def test_what_was_told_far_in_the_east_does_not_lie_ahead_in_the_west(api: Api) -> None:
    assert api.patch("/settings", {"zone": "Asia/Tokyo"}).status_code == 200  # the 4th there
    one = added(api, "milestones", text="I moved to Ghent.", on="2026-11-04")["milestone"]
    added(api, "milestones", text="My father died.", on="2026-11-04")
    api.patch("/settings", {"zone": "America/Los_Angeles"})  # the 3rd

    path = f"/life/milestones/{one['id']}"
    shown = api.get(path).json()["milestone"]
    assert (shown["first"], shown["next_on"]) == ("2026-11-04", "2027-11-04")
    assert [item["next_on"] for item in milestones(api)] == ["2027-11-04"] * 2
    assert api.get("/life/upcoming?days=30").json()["items"] == []
    assert api.get(f"/memories/{one['id']}").json()["memory"]["important"]["next_on"] == (
        "2027-11-04"
    )
    changed = api.patch(path, {"reason": "the job"})
    assert changed.status_code == 200, changed.text
    assert changed.json()["milestone"]["first"] == "2026-11-04"
    assert api.patch(path, {"on": "2026-11-04"}).status_code == 200
    assert "lies ahead" in problem_of(api.patch(path, {"on": "2026-11-05"}), 422)["detail"]
    assert api.get("/life/today").json()["anniversaries"] == []


def test_while_life_is_off_nothing_is_shown_and_nothing_is_lost(api: Api) -> None:
    api.say(f"{THESIS} {MOVED}")
    (one,), (two,) = foci(api), milestones(api)
    api.patch("/settings", {"life": False})

    for path in ("focus", "milestones"):
        listed = api.get(f"/life/{path}").json()
        assert listed["items"] == []
        assert "aria settings set life on" in listed["note"]
    for answer in (
        api.get(f"/life/focus/{one['id']}"),
        api.get(f"/life/milestones/{two['id']}"),
        api.post("/life/focus", {"text": "I am writing my novel."}),
        api.post("/life/milestones", {"text": "I married."}),
        api.patch(f"/life/focus/{one['id']}", {"reason": "love"}),
        api.patch(f"/life/milestones/{two['id']}", {"reason": "love"}),
        api.post(f"/life/focus/{one['id']}/done"),
    ):
        problem = problem_of(answer, 409)
        assert problem["code"] == "life_off"
        assert "aria settings set life on" in problem["detail"]
    ahead = api.get("/life/upcoming?days=366").json()
    assert "life is off" in ahead["note"]
    assert ahead["items"] == []
    assert "life is off" in api.get("/life/today").json()["note"]
    assert api.delete(f"/life/milestones/{two['id']}").status_code == 200

    api.patch("/settings", {"life": True})
    assert [item["id"] for item in foci(api)] == [one["id"]]
    assert milestones(api) == []


def test_while_life_is_off_no_list_of_memories_shows_what_was_noticed_of_it(api: Api) -> None:
    api.say(f"{THESIS} I am allergic to peanuts. Priya rang.")
    (one,) = foci(api)
    two = added(api, "milestones", text="I moved to Ghent with Priya.", on="2019-11")["milestone"]
    api.post(f"/memories/{two['id']}/pin")
    every = {item["id"] for item in api.get("/memories").json()["items"]}
    left = every - {one["id"], two["id"]}
    assert len(left) == len(every) - 2 > 0

    api.patch("/settings", {"life": False})

    for asked in ("", "state=current", "limit=200", "search=thesis", "search=Ghent", "pinned=true"):
        listed = api.get(f"/memories?{asked}").json()
        assert {item["id"] for item in listed["items"]} <= left, asked
        assert "aria settings set life on" in listed["note"]
    assert {item["id"] for item in api.get("/memories").json()["items"]} == left
    priya = api.entity("Priya")["id"]
    about = api.get(f"/memories?about={priya}").json()
    assert two["id"] not in {item["id"] for item in about["items"]}
    facts = api.get("/memories?kind=fact").json()
    assert ({item["id"] for item in facts["items"]}, facts["note"]) == (left, None)
    for asked, shown in (
        ("kind=focus", {one["id"]}),
        ("kind=milestone", {two["id"]}),
        ("kind=milestone&search=Ghent", {two["id"]}),
        ("state=all", every),
    ):
        listed = api.get(f"/memories?{asked}").json()
        assert {item["id"] for item in listed["items"]} == shown
        assert listed["note"] is None

    api.patch("/settings", {"life": True})
    again = api.get("/memories").json()
    assert ({item["id"] for item in again["items"]}, again["note"]) == (every, None)
    about = api.get(f"/memories?about={priya}").json()
    assert two["id"] in {item["id"] for item in about["items"]}


def test_parts_of_a_list_without_what_was_noticed_of_a_life_come_to_its_end(api: Api) -> None:
    api.say("I am allergic to peanuts.")
    (left,) = (item["id"] for item in api.get("/memories").json()["items"])
    for text in ("I am learning Dutch.", "I am writing my novel.", THESIS):
        api.clock.at += timedelta(minutes=1)
        added(api, "focus", text=text)
    api.patch("/settings", {"life": False})

    page = api.get("/memories?limit=2").json()
    found = [item["id"] for item in page["items"]]
    for _ in range(4):
        if page["next_cursor"] is not None:
            page = api.get(f"/memories?limit=2&cursor={page['next_cursor']}").json()
            found += [item["id"] for item in page["items"]]
    assert (found, page["next_cursor"]) == ([left], None)


def test_ids_that_are_unknown_or_of_something_else_are_not_found(api: Api) -> None:
    api.say(f"{THESIS} {MOVED}")
    (one,), (two,) = foci(api), milestones(api)
    for answer in (
        api.get("/life/focus/nothing"),
        api.get(f"/life/focus/{two['id']}"),
        api.post(f"/life/focus/{two['id']}/done"),
        api.patch(f"/life/focus/{two['id']}", {"reason": "x"}),
        api.delete(f"/life/focus/{two['id']}"),
    ):
        assert "aria life focus list" in problem_of(answer, 404)["detail"]
    for answer in (
        api.get(f"/life/milestones/{one['id']}"),
        api.patch(f"/life/milestones/{one['id']}", {"on": "2019"}),
        api.delete(f"/life/milestones/{one['id']}"),
    ):
        assert "aria life milestones list" in problem_of(answer, 404)["detail"]
    assert (len(foci(api)), len(milestones(api))) == (1, 1)


@pytest.mark.parametrize(
    ("path", "body", "named"),
    [
        ("focus", {"text": ""}, "text"),
        ("focus", {"text": "two\nlines"}, "one line"),
        ("focus", {"text": "x" * 401}, "400 characters"),
        ("focus", {"text": "my password is hunter2hunter2"}, "password"),
        ("focus", {"text": THESIS, "since": "2027"}, "lies ahead"),
        ("focus", {"text": THESIS, "since": "05-03"}, "no year"),
        ("focus", {"text": THESIS, "until": "2027"}, "until"),
        ("milestones", {"text": "I married.", "when": "2019"}, "when"),
        ("milestones", {"on": "2019"}, "text"),
        ("milestones", {"text": "I married.", "on": 2019}, "on"),
    ],
)
def test_bad_input_is_named_and_nothing_is_stored(
    api: Api, path: str, body: dict[str, Any], named: str
) -> None:
    assert named in problem_of(api.post(f"/life/{path}", body), 422)["detail"]
    assert api.get("/memories?state=all").json()["items"] == []


@pytest.mark.parametrize("path", ["/life/focus", "/life/milestones", "/memories"])
def test_a_reason_is_one_line_that_can_be_stored(api: Api, path: str) -> None:
    text = "I am learning Dutch." if path == "/life/focus" else "I met Tom."
    for reason, named in (("a\0b", "NUL byte"), ("  ", "empty")):
        problem = problem_of(api.post(path, {"text": text, "reason": reason}), 422)
        assert problem["detail"].startswith("reason: the text ")
        assert named in problem["detail"]
    assert api.get("/memories?state=all").json()["items"] == []
    made = api.post(path, {"text": text, "reason": "because of\n\nthe  party\u2028"})
    assert made.status_code == 201
    (one,) = api.get("/memories?state=all").json()["items"]
    assert one["reason"] == "of the party"


def test_nothing_to_change_is_said(api: Api) -> None:
    api.say(f"{THESIS} {MOVED}")
    (one,), (two,) = foci(api), milestones(api)

    assert "`since`" in problem_of(api.patch(f"/life/focus/{one['id']}", {}), 422)["detail"]
    assert "`on`" in problem_of(api.patch(f"/life/milestones/{two['id']}", {}), 422)["detail"]


def test_no_profile_and_no_token_sees_the_life_of_another(api: Api) -> None:
    api.patch("/settings", {"mood": True})
    api.say(f"{THESIS} {MOVED} I felt MISERABLE.")
    api.say("Yoga.", occurred_at="2025-11-03T20:00:00+02:00")
    (one,), (two,) = foci(api), milestones(api)
    maya, api.token = api.token, api.new_token(api.add_profile("Tom"))

    assert (foci(api, standing="all"), milestones(api)) == ([], [])
    assert api.get("/life/upcoming?days=366").json()["items"] == []
    assert api.get("/life/mood").json()["n_read"] == 0
    assert api.get("/life/on-this-day").json()["years"] == []
    assert api.get("/life/today").json()["anniversaries"] == []
    assert api.delete("/life/mood").json()["n_cleared"] == 0
    for answer in (
        api.get(f"/life/focus/{one['id']}"),
        api.patch(f"/life/focus/{one['id']}", {"reason": "x"}),
        api.post(f"/life/focus/{one['id']}/drop"),
        api.delete(f"/life/focus/{one['id']}"),
        api.get(f"/life/milestones/{two['id']}"),
        api.delete(f"/life/milestones/{two['id']}"),
    ):
        problem_of(answer, 404)
    api.token = maya
    assert (len(foci(api)), len(milestones(api))) == (1, 1)
    assert api.get("/life/mood").json()["n_read"] == 1


def test_a_token_that_may_only_read_changes_nothing(api: Api) -> None:
    api.say(f"{THESIS} {MOVED}")
    (one,), (two,) = foci(api), milestones(api)
    profile = api.get("/profiles", token=api.secret).json()["items"][0]["id"]
    api.token = api.new_token(profile, read_only=True)

    for answer in (
        api.post("/life/focus", {"text": THESIS}),
        api.patch(f"/life/focus/{one['id']}", {"reason": "x"}),
        api.post(f"/life/focus/{one['id']}/done"),
        api.delete(f"/life/focus/{one['id']}"),
        api.post("/life/milestones", {"text": "I married."}),
        api.patch(f"/life/milestones/{two['id']}", {"on": "2018"}),
        api.delete(f"/life/milestones/{two['id']}"),
        api.delete("/life/mood"),
    ):
        problem_of(answer, 403)
    assert (len(foci(api)), len(milestones(api))) == (1, 1)


# --- of the user's own hand -------------------------------------------------------


@pytest.mark.parametrize(
    ("wrote", "told"),
    [
        ("Our cat Minka died.", "The user's cat Minka died"),
        ("My great-aunt Gerda died.", "The user's great-aunt Gerda died"),
        ("My godson Ole opened a bakery.", "The user's godson Ole opened a bakery"),
    ],
)
def test_a_milestone_of_whoever_it_is_is_told_of_the_user(api: Api, wrote: str, told: str) -> None:
    one = added(api, "milestones", text=wrote, on="2024-05-03")["milestone"]
    assert one["text"].startswith(told)
    other = added(api, "milestones", text="I moved to Ghent.", on="2019")["milestone"]
    edited = api.patch(f"/life/milestones/{other['id']}", {"text": wrote, "on": "2020"}).json()
    assert edited["milestone"]["text"].startswith(told)


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("I finished my thesis.", "done FOCUS"),
        ("I gave up my thesis.", "drop FOCUS"),
        ("I moved to Bonn.", "milestones add"),
    ],
)
def test_what_is_no_focus_is_refused_on_add_and_edit(api: Api, text: str, remedy: str) -> None:
    one = added(api, "focus", text=THESIS)["focus"]
    for answer in (
        api.post("/life/focus", {"text": text}),
        api.patch(f"/life/focus/{one['id']}", {"text": text}),
    ):
        assert remedy in problem_of(answer, 422)["detail"]
    assert [each["text"] for each in foci(api)] == [one["text"]]


def test_an_edit_of_a_milestone_is_held_to_what_adding_one_is(api: Api) -> None:
    one = added(api, "milestones", text="I paid off the house.", on="2020")["milestone"]
    for body in ({"text": "I will pay off the house."}, {"on": "2030"}, {"text": "a\nb"}):
        problem_of(api.patch(f"/life/milestones/{one['id']}", body), 422)
    assert milestones(api)[0]["text"] == one["text"]


def test_a_date_of_kin_that_cannot_be_is_refused(api: Api) -> None:
    api.say("BORN 1988-05-03.")
    for text in ("My daughter was born.", "My mother died.", "My husband died."):
        answer = api.post("/life/milestones", {"text": text, "on": "1970"})
        assert "before you were born" in problem_of(answer, 422)["detail"]
    added(api, "milestones", text="My grandmother died.", on="1970")


def test_a_focus_that_begins_ahead_is_told_what_to_do(api: Api) -> None:
    detail = problem_of(api.post("/life/focus", {"text": THESIS, "since": "2030"}), 422)["detail"]
    assert "what you are at has begun" in detail
    assert "milestone" not in detail


def test_why_is_taken_for_a_reason(api: Api) -> None:
    assert added(api, "focus", text=THESIS, why="my degree")["focus"]["reason"] == "my degree"
    one = added(api, "milestones", text=MOVED, why="the job")["milestone"]
    changed = api.patch(f"/life/milestones/{one['id']}", {"why": "love"}).json()["milestone"]
    assert changed["reason"] == "love"


def test_a_date_can_be_taken_away_and_given_twice_is_one_step(api: Api) -> None:
    one = added(api, "milestones", text="I moved to Ghent.", on="2019-05-03")["milestone"]
    path = f"/life/milestones/{one['id']}"
    told: dict[str, Any] = {}
    for on in ("2020", "2020", "2021-02", "2021-02"):
        api.clock.at += timedelta(minutes=1)
        told = api.patch(path, {"on": on}).json()
    assert len([each for each in told["history"] if each["what"] == "text"]) == 2
    # What was written over is none of the user's words any more.
    assert len(told["said"]) == 2
    assert [each["text"] for each in told["said"]][
        -1
    ] == "The user moved to Ghent in February 2021."
    api.clock.at += timedelta(minutes=1)
    gone = api.patch(path, {"on": None}).json()["milestone"]
    assert (gone["text"], gone["when"], gone["first"]) == ("The user moved to Ghent.", "", None)
    assert (gone["precision"], gone["next_on"]) == ("unknown", None)
