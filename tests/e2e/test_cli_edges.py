"""What a fresh user ran into: odd values, odd characters, odd names."""

from __future__ import annotations

import pytest

from tests.e2e.terminal import Terminal


@pytest.mark.parametrize("value", ["nan", "inf", "1e999"])
@pytest.mark.parametrize("key", ["decay_rate_per_day", "fade_threshold"])
def test_a_setting_that_is_no_number_is_refused_in_one_line(
    told: Terminal, key: str, value: str
) -> None:
    done = told("settings", "set", key, value)

    assert done.code == 2
    assert done.err.count("\n") == 1
    assert value in done.err
    assert key in done.err
