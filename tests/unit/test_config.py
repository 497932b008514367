"""Settings: what holds, what is refused, what is never shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph_aria.config import Settings, find_editor, load_settings
from graph_aria.errors import InvalidSetting


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"ARIA_{name.upper()}", raising=False)


def test_the_environment_is_read_and_what_is_given_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARIA_PORT", "8000")
    monkeypatch.setenv("ARIA_HOST", "")

    assert load_settings().port == 8000
    assert load_settings().host == "127.0.0.1"
    assert load_settings(port=9000).port == 9000


def test_a_home_folder_is_found_and_made_absolute() -> None:
    assert load_settings(data_dir="~/aria").data_dir == Path.home() / "aria"
    assert load_settings(data_dir="here").data_dir == Path.cwd() / "here"
    assert load_settings().data_dir.is_absolute()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("TOKEN_BUDGET", "3"),
        ("DECAY_RATE_PER_DAY", "nan"),
        ("FADE_THRESHOLD", "1"),
        ("ZONE", "Mars/Olympus"),
        ("LOG_FORMAT", "xml"),
        ("KEYRING", "perhaps"),
    ],
)
def test_a_bad_value_is_refused_with_the_name_of_its_variable(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"ARIA_{name}", value)

    with pytest.raises(InvalidSetting, match=f"^ARIA_{name} is not valid: "):
        load_settings()


@pytest.mark.parametrize(
    "address",
    [
        "neo4j://127.0.0.1:7687",
        "neo4j+s://graph.example.org",
        "bolt://[::1]:7687",
        "neo4j://graph.example.org:7687?policy=eu",
    ],
)
def test_the_address_of_a_neo4j_is_taken(address: str) -> None:
    assert load_settings(store=address).store == address
    if "?" not in address:
        assert load_settings(store=f"{address}/").store == address


@pytest.mark.parametrize(
    "address",
    [
        "neo4j://neo4j:hunter2@host:99999",
        "neo4j://neo4j:hunter2@host:7687",
        "http://neo4j:hunter2@host:7474",
        "neo4j:hunter2@host:7687",
        "neo4j://neo4j:hunter2@[::1",
        "neo4j://neo4j:hunter2@ho\u2100st",
        "neo4j://neo4j:hunter2/x@host",
        "neo4j://neo4j:hunter2@",
        "neo4j://:hunter2@host",
    ],
)
def test_a_password_in_an_address_is_refused_and_not_repeated(address: str) -> None:
    with pytest.raises(InvalidSetting, match="ARIA_NEO4J_PASSWORD") as refused:
        load_settings(store=address)
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("neo4j://host:99999", "such as neo4j://"),
        ("neo4j://host:0", "such as neo4j://"),
        ("neo4j://[::1", "such as neo4j://"),
        ("neo4j://", "such as neo4j://"),
        ("postgres://host", "such as neo4j://"),
        ("neo4j://host:7687/mydb", "ARIA_NEO4J_DATABASE"),
        ("bolt://host:7687/mydb/", "ARIA_NEO4J_DATABASE"),
        ("neo4j://host:7687/mydb?policy=eu", "ARIA_NEO4J_DATABASE"),
        ("bolt://host:7687?policy=eu", "only neo4j://"),
        ("neo4j://host:7687#mydb", "only neo4j://"),
    ],
)
def test_what_an_address_cannot_say_is_refused(address: str, said: str) -> None:
    with pytest.raises(InvalidSetting, match=said) as refused:
        load_settings(store=address)
    assert str(refused.value).startswith("ARIA_STORE is not valid: ")
    assert address in str(refused.value)


@pytest.mark.parametrize(
    ("store", "page"),
    [
        ("neo4j://graph.example.org:7687", "http://graph.example.org:7474/browser/"),
        ("bolt://[::1]:7687", "http://[::1]:7474/browser/"),
        ("sqlite", None),
    ],
)
def test_neo4j_browser_is_at_the_host_of_the_neo4j(store: str, page: str | None) -> None:
    assert load_settings(store=store).browser == page


def test_another_neo4j_browser_can_be_named() -> None:
    page = "http://localhost:7474/browser/?dbms=neo4j://neo4j@localhost:7687"
    assert load_settings(store="bolt://neo4j", neo4j_browser=page).browser == page


@pytest.mark.parametrize(
    "page",
    ["localhost:7474", "javascript:alert(1)", "http://", "http://host:x/", "http://a:hunter2@host"],
)
def test_what_is_no_page_of_neo4j_browser_is_refused(page: str) -> None:
    with pytest.raises(InvalidSetting, match=r"^ARIA_NEO4J_BROWSER is not valid: ") as refused:
        load_settings(neo4j_browser=page)
    assert "hunter2" not in str(refused.value)


def test_a_passphrase_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARIA_PASSPHRASE", "correct horse")

    settings = load_settings()

    assert "horse" not in repr(settings) + str(settings)


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),  # noqa: S104 - to see that it is told apart
        ("::", False),
        ("example.org", False),
    ],
)
def test_only_loopback_addresses_count_as_this_machine(host: str, *, loopback: bool) -> None:
    assert load_settings(host=host).is_loopback is loopback


def test_a_new_profile_gets_the_zone_that_is_set_or_one_that_exists(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert load_settings(zone="Asia/Tokyo").new_zone == "Asia/Tokyo"
    monkeypatch.setattr("tzlocal.get_localzone_name", lambda: "Local/Nonsense")
    assert load_settings().new_zone == "UTC"


def test_the_editor_is_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "nano")
    monkeypatch.delenv("VISUAL", raising=False)
    assert find_editor() == "nano"
    monkeypatch.setenv("VISUAL", "code -w")
    assert find_editor() == "code -w"
