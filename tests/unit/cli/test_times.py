"""Times as people write them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graph_aria.cli.times import end_of, instant_of
from graph_aria.errors import InvalidTime


@pytest.mark.parametrize(
    ("text", "zone", "expected"),
    [
        ("2026-11-03 22:10", "Europe/Athens", datetime(2026, 11, 3, 20, 10, tzinfo=UTC)),
        ("2026-11-03T9:05", "Europe/Athens", datetime(2026, 11, 3, 7, 5, tzinfo=UTC)),
        ("2026-11-03", "Europe/Athens", datetime(2026, 11, 3, 10, 0, tzinfo=UTC)),
        ("2026-11-03T22:10:30Z", "Asia/Tokyo", datetime(2026, 11, 3, 22, 10, 30, tzinfo=UTC)),
        ("2026-11-03T22:10+05:30", "Asia/Tokyo", datetime(2026, 11, 3, 16, 40, tzinfo=UTC)),
        # Clocks were put back at 04:00: 03:30 was shown twice, the first one is meant.
        ("2026-10-25 03:30", "Europe/Athens", datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
    ],
)
def test_a_time_is_taken_on_the_clock_of_the_zone(text: str, zone: str, expected: datetime) -> None:
    assert instant_of(text, zone) == (expected, None)


def test_a_time_that_no_clock_showed_is_moved_forward_and_told() -> None:
    at, moved = instant_of("2026-03-29 03:30", "Europe/Athens")

    assert at == datetime(2026, 3, 29, 1, 0, tzinfo=UTC)
    assert moved is not None
    assert "03:30 was taken as 04:00" in moved


@pytest.mark.parametrize(
    "text",
    ["", "soon", "22:10", "2026-02-30", "2026-11-03 25:00", "2026-11-03T22:10:00.", "0001-01-01"],
)
def test_what_is_no_time_is_refused_with_an_example(text: str) -> None:
    zone = "Europe/Athens"
    if text == "0001-01-01":
        text, zone = "0001-01-01 00:30", "Asia/Tokyo"
    with pytest.raises(InvalidTime, match="2026-11-03 22:10"):
        instant_of(text, zone)


def test_the_end_of_a_day_is_the_beginning_of_the_next() -> None:
    assert end_of("2026-11-03", "Europe/Athens") == datetime(2026, 11, 3, 22, 0, tzinfo=UTC)
    assert end_of("2026-11-03 10:00", "UTC") == datetime(2026, 11, 3, 10, 0, tzinfo=UTC)
    with pytest.raises(InvalidTime):
        end_of("9999-12-31", "UTC")
