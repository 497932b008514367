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
