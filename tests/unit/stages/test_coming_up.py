"""What replies under way bring up is held by turn and profile."""

from __future__ import annotations

from datetime import date

from graph_aria.domain.drawn import Occasion, Raised
from graph_aria.stages.coming_up import ComingUp

ALL = [Raised(f"memory {n}", Occasion.FOLLOW_UP, date(2026, 11, 30)) for n in range(4)]


def test_what_one_turn_holds_no_other_brings_up_until_it_lets_go() -> None:
    coming = ComingUp()
    assert coming.hold("me", "one", ALL, most=2) == {*ALL[:2]}
    assert coming.hold("me", "one", ALL, most=2) == {*ALL[:2]}  # the same turn again
    assert coming.hold("me", "other", ALL, most=3) == {*ALL[2:]}
    assert coming.hold("you", "third", ALL, most=4) == {*ALL}
    coming.release("me", "one")
    coming.release("me", "one")
    assert coming.hold("me", "third", ALL, most=4) == {*ALL[:2]}
    for profile, turn in (("me", "other"), ("me", "third"), ("you", "third")):
        coming.release(profile, turn)
    assert coming == ComingUp()
