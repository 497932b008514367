"""Several signals become one score, and too few of them nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graph_aria.domain.asking import asked_of, bases_in
from graph_aria.domain.likeness import Likeness
from graph_aria.domain.ranking_leads import Lead, ranked, rarities, relevant, seated

LIKENESS = Likeness(same=0.92, review=0.80, related=0.25)
ASKED = asked_of("Which greyhound did I adopt in Leeds?")


def lead(key: str, text: str = "", **signals: float) -> Lead:
    return Lead(key, bases=bases_in(text), n_chars=len(text), **signals)  # type: ignore[arg-type]


def test_words_or_meaning_alone_are_not_enough() -> None:
    by_words = lead("a", "Leeds lost the match", rank=1.0)
    by_meaning = lead("b", "A dog came to live with us", near=0.5)
    assert relevant(ranked(ASKED, [by_words], LIKENESS)) == []
    assert relevant(ranked(ASKED, [by_meaning], LIKENESS)) == []


def test_two_signals_above_the_floor_are() -> None:
    both = lead("a", "I adopted a greyhound in Leeds", near=0.6, rank=1.0)
    (found,) = relevant(ranked(ASKED, [both], LIKENESS))
    assert found.lead == both
    assert found.n_signals == 2


def test_two_weak_signals_are_below_the_floor() -> None:
    weak = lead("a", "We adopted another plan", near=0.27, rank=0.2)
    assert relevant(ranked(ASKED, [weak], LIKENESS)) == []


def test_a_turn_is_helped_by_what_stands_beside_it() -> None:
    said = lead(
        "a",
        "I adopted the greyhound in Leeds",
        near=0.6,
        rank=1.0,
    )
    said = Lead("a", 0.6, 1.0, said.bases, 30, after="b")
    beside = Lead("b", 0.3, 0.0, bases_in("Her name is Duchess"), 30, before="a")
    alone = Lead("c", 0.3, 0.0, bases_in("Her name is Rex"), 30)
    found = relevant(ranked(ASKED, [said, alone, beside], LIKENESS))
    assert [one.lead.key for one in found] == ["a", "b"]


def test_what_is_of_the_time_comes_alone_if_it_is_relevant() -> None:
    then = lead("a", "I adopted a greyhound in Leeds", near=0.5, rank=0.8, time=1.0)
    later = lead("b", "I adopted a greyhound in Leeds", near=0.6, rank=1.0)
    assert [one.lead.key for one in relevant(ranked(ASKED, [then, later], LIKENESS))] == ["a"]
    assert [one.lead.key for one in relevant(ranked(ASKED, [later], LIKENESS))] == ["b"]


def test_without_an_embedder_all_the_words_together_will_do() -> None:
    all_words = lead("a", "I adopted a greyhound in Leeds", rank=1.0)
    one_word = lead("b", "Leeds lost the match", rank=0.4)
    assert [one.lead.key for one in relevant(ranked(ASKED, [all_words, one_word], None))] == ["a"]


def test_rare_words_weigh_more_than_common_ones() -> None:
    leads = [lead(str(n), "Leeds again" if n else "a greyhound in Leeds") for n in range(60)]
    weights = rarities(ASKED, leads)
    rare, common = (next(iter(bases_in(word))) for word in ("greyhound", "Leeds"))
    assert weights[rare] > weights[common] > 0


def test_gentle_factors_decide_between_likes() -> None:
    plain = lead("a", "I adopted a greyhound in Leeds", near=0.5, rank=1.0, worth=1.0)
    matters = lead("b", "I adopted a greyhound in Leeds", near=0.5, rank=1.0, worth=1.1)
    assert ranked(ASKED, [plain, matters], LIKENESS)[0].lead.key == "b"


def test_a_kind_keeps_its_seats() -> None:
    many = [lead(f"p{n}", "I adopted a greyhound in Leeds", near=0.6, rank=1.0) for n in range(9)]
    found = ranked(ASKED, [*many, lead("m", "Leeds", near=0.3, rank=0.1)], LIKENESS)
    kept = seated(found, [({"m"}, 1)], limit=3)
    assert [one.lead.key for one in kept] == ["p0", "p1", "m"]


@given(
    st.lists(
        st.builds(
            Lead,
            st.uuids().map(str),
            st.floats(-1, 1),
            st.floats(0, 1),
            st.just(bases_in("greyhound")),
            st.integers(0, 5000),
            st.floats(0, 1),
            st.booleans(),
            st.sampled_from([0.0, 0.4, 1.0]),
        ),
        max_size=8,
    )
)
def test_any_leads_are_ranked_in_one_order(leads: list[Lead]) -> None:
    found = ranked(ASKED, leads, LIKENESS)
    assert found == ranked(ASKED, leads[::-1], LIKENESS)
    assert {one.lead.key for one in found} == {one.key for one in leads}
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)


def test_the_best_of_a_sitting_lends_to_what_was_said_with_it() -> None:
    def told(key: str, near: float, group: str | None) -> Lead:
        return Lead(key, near, n_chars=30, group=group)

    leads = [told("best", 0.7, "monday"), told("with it", 0.4, "monday")]
    others = [told("another day", 0.42, "friday"), told("alone", 0.42, None)]
    found = ranked(ASKED, [*leads, *others], LIKENESS)
    assert [one.lead.key for one in found] == ["best", "with it", "alone", "another day"]
    apart = ranked(ASKED, [leads[0], told("with it", 0.4, None), *others], LIKENESS)
    assert [one.lead.key for one in apart][-1] == "with it"


def test_what_stands_alone_loses_nothing_to_a_group_that_is_no_better() -> None:
    alone = Lead("a", 0.5, n_chars=30)
    grouped = Lead("b", 0.5, n_chars=30, group="monday")
    found = ranked(ASKED, [alone, grouped], LIKENESS)
    assert found[0].score == found[1].score


def test_what_is_relevant_is_told_by_the_best_few() -> None:
    few = [
        lead(f"a{n}", "We adopted another plan and wrote it all down", near=0.3, rank=0.3)
        for n in range(6)
    ]
    strong = lead("z", "I adopted a greyhound in Leeds", near=0.8, rank=1.0)
    found = ranked(ASKED, [*few, strong], LIKENESS)
    assert relevant(found)
    assert relevant([*found[1:], found[0]]) == []
