"""Where spans from which nothing is to be remembered lie after an edit."""

from __future__ import annotations

import pytest

from graph_aria.domain.memory_changes import Veto
from graph_aria.domain.vetoes import found_again, moved

DIARY = "I like tea. I hate rain."


def after_edit(words: str, before: str, after: str, *, nth: int = 0) -> list[str]:
    """The words under the vetoes after an edit, of a veto on the nth occurrence of some."""
    start = -1
    for _ in range(nth + 1):
        start = before.index(words, start + 1)
    found = moved([Veto("e", start, start + len(words))], before=before, after=after)
    assert all(one.entry_id == "e" for one in found)
    return [after[one.start : one.end] for one in found]


@pytest.mark.parametrize(
    ("after", "left"),
    [
        ("Dear diary, Sunday. I like tea. I hate rain.", ["I hate rain"]),
        ("I hate  RAIN!\n\nI like tea.", ["I hate  RAIN"]),
        ("I like tea, and I hate rain, and I hate rain.", ["I hate rain", "I hate rain"]),
        ("I like tea. I hate the rain.", []),
        ("I like tea. I hate rainbows.", []),
        ("", []),
    ],
    ids=["put before", "other case and order", "said twice", "other words", "part", "nothing"],
)
def test_a_veto_goes_where_its_words_go(after: str, left: list[str]) -> None:
    assert after_edit("I hate rain.", DIARY, after) == left


def test_of_words_that_stand_there_twice_each_keeps_its_own() -> None:
    before = "Ann is ill. Bea is ill."
    after = "Today Ann is ill. And Bea is ill."
    (found,) = moved([Veto("e", 16, 23)], before=before, after=after)
    assert after[: found.start] == "Today Ann is ill. And Bea "
    assert after_edit("is ill", before, "Bea is ill.", nth=1) == ["is ill"]


def test_what_is_written_without_spaces_moves_too() -> None:
    assert after_edit("讨厌下雨", "我喜欢茶我讨厌下雨", "今天我喜欢茶我讨厌下雨了") == ["讨厌下雨"]


def test_what_has_no_words_needs_no_veto_and_many_come_in_order() -> None:
    assert after_edit("!!", "Rain!!", "Rain!! Rain!!") == []
    vetoes = [Veto("e", 12, 24), Veto("e", 0, 11)]
    assert moved(vetoes, before=DIARY, after=DIARY) == (Veto("e", 0, 10), Veto("e", 12, 23))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (DIARY, ["I hate rain."]),
        ("Dear diary, Sunday. I like tea. I hate rain.", ["I hate rain"]),
        ("I am hating all this rain! I like tea.", ["I am hating all this rain"]),
        ("I like tea. Rain is fine now, I suppose.", ["Rain is fine"]),
    ],
    ids=["as it was", "put before", "other form", "nowhere: left as it is"],
)
def test_a_veto_on_words_that_were_edited_meanwhile_is_found_by_the_memory(
    text: str, left: list[str]
) -> None:
    found = found_again(Veto("e", 12, 24), text, "The user hates rain.")
    assert [text[one.start : one.end] for one in found] == left
