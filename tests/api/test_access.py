"""Who may do what, and what every answer carries."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.api.harness import Api, problem_of

_EVERYWHERE = "0.0.0.0"  # noqa: S104 - nothing is bound here


@pytest.mark.parametrize("token", [None, "wrong", "aria_" + "x" * 43])
def test_without_a_valid_token_nothing_is_told(api: Api, token: str | None) -> None:
    answer = api.get("/entries", token=token)

    problem_of(answer, 401)
    assert answer.headers["www-authenticate"].startswith("Bearer")


def test_a_read_only_token_reads_and_does_not_write(api: Api) -> None:
    reading = api.new_token("Maya", read_only=True)
    entry = api.say("Yoga.")["entry"]

    assert api.get("/entries", token=reading).status_code == 200
    problem_of(api.post("/entries", {"text": "Work."}, token=reading), 403)
    problem_of(api.delete(f"/entries/{entry['id']}", token=reading), 403)
    problem_of(api.patch("/settings", {"zone": "UTC"}, token=reading), 403)
    assert len(api.get("/entries").json()["items"]) == 1


def test_a_revoked_token_opens_nothing(api: Api) -> None:
    tokens = api.get("/tokens", token=api.secret).json()["items"]

    assert api.delete(f"/tokens/{tokens[0]['id']}", token=api.secret).json()["revoked_at"]

    problem_of(api.get("/entries"), 401)


def test_a_token_never_reaches_another_profile(api: Api) -> None:
    entry = api.say("Yoga.")["entry"]
    yoga = api.entity("Yoga")
    other = api.new_token(api.add_profile("Tom"))

    assert api.get("/entries", token=other).json()["items"] == []
    for path in (
        f"/entries/{entry['id']}",
        f"/entries/{entry['id']}/reading",
        f"/entities/{yoga['id']}",
        f"/graph?center={yoga['id']}",
    ):
        problem_of(api.get(path, token=other), 404)
    problem_of(api.delete(f"/entries/{entry['id']}", token=other), 404)
    problem_of(api.post(f"/entities/{yoga['id']}/pin", token=other), 404)
    problem_of(api.get("/entries", token=other, headers={"X-Aria-Profile": "Maya"}), 404)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/profiles"),
        ("POST", "/profiles"),
        ("DELETE", "/profiles/Maya"),
        ("GET", "/tokens"),
        ("POST", "/tokens"),
        ("POST", "/backup"),
        ("GET", "/doctor"),
    ],
)
def test_an_ordinary_token_is_no_admin(api: Api, method: str, path: str) -> None:
    bodies = {"/profiles": {"name": "x"}, "/tokens": {"name": "x"}, "/backup": {"path": "/x"}}
    problem_of(api.call(method, path, json=bodies.get(path)), 403)


def test_the_admin_secret_reaches_the_only_profile_or_the_one_that_is_named(api: Api) -> None:
    api.say("Yoga.")
    assert len(api.get("/entries", token=api.secret).json()["items"]) == 1

    tom = api.add_profile("Tom ümlaut")
    problem = problem_of(api.get("/entries", token=api.secret), 422)
    assert "X-Aria-Profile" in problem["detail"]
    for name, n_entries in (("Maya", 1), (tom, 0), ("Tom ümlaut".encode(), 0)):
        answer = api.get("/entries", token=api.secret, headers={"X-Aria-Profile": name})
        assert len(answer.json()["items"]) == n_entries
    headers = {"X-Aria-Profile": "Nobody"}
    problem_of(api.get("/entries", token=api.secret, headers=headers), 404)


def test_a_store_without_a_profile_says_how_to_make_one(bare: Api) -> None:
    assert "aria profile add" in problem_of(bare.get("/entries"), 404)["detail"]


def test_a_deleted_profile_takes_its_entries_and_tokens_along(api: Api) -> None:
    api.say("Yoga.")

    assert api.delete("/profiles/Maya", token=api.secret).status_code == 200

    problem_of(api.get("/entries"), 401)
    assert api.get("/profiles", token=api.secret).json() == {"items": [], "next_cursor": None}
    problem_of(api.delete("/profiles/Maya", token=api.secret), 404)


def test_two_profiles_cannot_have_one_name(api: Api) -> None:
    problem_of(api.post("/profiles", {"name": "Maya"}, token=api.secret), 409)


@pytest.mark.parametrize("path", ["/healthz", "/api/v1/entries", "/api/v1/nowhere"])
def test_every_answer_has_the_strict_headers_and_no_cors(api: Api, path: str) -> None:
    answer = api.get(path, headers={"Origin": "https://evil.example"})

    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert not [name for name in answer.headers if name.startswith("access-control")]
    assert "server" not in answer.headers


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:7423", "", "[::2]:1"])
def test_a_page_that_rebinds_its_name_to_this_machine_is_turned_away(api: Api, host: str) -> None:
    problem_of(api.get("/entries", headers={"Host": host}), 421)


@pytest.mark.parametrize("host", ["localhost:7423", "127.0.0.1", "[::1]:7423", "LOCALHOST"])
def test_this_machine_is_let_in_under_its_own_names(api: Api, host: str) -> None:
    assert api.get("/entries", headers={"Host": host}).status_code == 200


def test_health_readiness_and_figures_need_no_token(api: Api) -> None:
    api.say("Yoga with Priya.")
    api.get("/entries?query=heartbreak")

    assert api.get("/healthz", token=None).json() == {"status": "ok", "problems": {}}
    assert api.get("/readyz", token=None).json() == {"status": "ready", "problems": {}}
    figures = api.get("/metrics", token=None).text
    assert 'aria_entries_accepted_total{form="Journal"} 1.0' in figures
    assert 'aria_jobs{state="dead"} 0.0' in figures
    assert 'route="/api/v1/entries"' in figures
    assert "heartbreak" not in figures
    assert "Priya" not in figures


def test_what_is_not_ready_is_told_with_503(api: Api) -> None:
    api.opened.health["reader"] = "reader_failed"

    answer = api.get("/readyz", token=None)

    assert answer.status_code == 503
    assert answer.json()["problems"] == {"reader": "reader_failed"}


def test_the_log_holds_no_words_and_no_query(api: Api, capsys: pytest.CaptureFixture[str]) -> None:
    api.post("/entries", {"text": "heartbreak"})
    api.get("/entries?query=heartbreak")
    api.get("/heartbreak")

    printed = capsys.readouterr()
    assert "heartbreak" not in printed.out + printed.err


def test_a_token_that_may_only_read_may_ask_what_would_fade(api: Api) -> None:
    reader = api.new_token("Maya", read_only=True)

    assert api.post("/decay", {"dry_run": True}, token=reader).status_code == 200
    problem_of(api.post("/decay", {}, token=reader), 403)


@pytest.mark.parametrize(
    ("host", "allowed", "asked", "status"),
    [
        (_EVERYWHERE, "", "192.168.1.7:7423", 200),
        (_EVERYWHERE, "", "[fe80::1]:7423", 200),
        (_EVERYWHERE, "", "localhost:7423", 200),
        (_EVERYWHERE, "", "evil.example", 421),
        ("aria.lan", "", "aria.lan:7423", 200),
        ("aria.lan", "", "evil.example", 421),
        (_EVERYWHERE, "aria.example", "aria.example", 200),
        ("127.0.0.1", "", "192.168.1.7", 421),
    ],
)
def test_a_service_answers_under_addresses_and_its_own_names_only(
    tmp_path: Path, host: str, allowed: str, asked: str, status: int
) -> None:
    with Api(tmp_path, host=host, allowed_hosts=allowed) as api:
        answer = api.call("GET", "/healthz", token=None, headers={"Host": asked})

    assert answer.status_code == status
