"""What is told without being named: topics, feelings and valence, by meaning."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import date
from importlib import resources

import numpy as np
import pytest

from graph_aria.adapters.embedding import minilm
from graph_aria.adapters.embedding.minilm import MiniLmEmbedder
from graph_aria.adapters.language import lexicon
from graph_aria.adapters.language.pipeline import SpacyReader
from graph_aria.adapters.language.prototypes import LEARNT, NO_TOPIC, Prototypes
from graph_aria.domain.reading import EntryForm, Reading, ReadRequest
from graph_aria.domain.vocabulary import EMOTIONS, TOPICS, Kind
from tools import fit_prototypes

ReadText = Callable[[str], Reading]
DAY = date(2026, 11, 25)


@pytest.fixture
def read_text(reader: SpacyReader) -> ReadText:
    return lambda text: reader.read_batch([ReadRequest(text, DAY)])[0]


def _told(reading: Reading) -> set[str]:
    return {
        one.name
        for one in reading.mentions
        if one.kind is Kind.EMOTION and one.rule.startswith("prototype:")
    }


@pytest.mark.parametrize(
    ("text", "feelings"),
    [
        ("They cancelled the trip I had been saving for.", {"disappointment", "sadness"}),
        ("We buried my grandmother this morning.", {"sadness", "grief"}),
        ("My dog died this morning.", {"sadness", "grief"}),
        ("The boss yelled at me in front of everybody.", {"anger", "embarrassment"}),
        ("Somebody broke into our car last night.", {"fear", "anger"}),
        ("We laughed until our sides hurt.", {"amusement", "happiness"}),
        ("I finally handed in my thesis.", {"satisfaction", "pride", "relief"}),
    ],
)
def test_a_feeling_is_told(read_text: ReadText, text: str, feelings: set[str]) -> None:
    reading = read_text(text)
    assert _told(reading) & feelings
    for one in reading.mentions:
        if one.kind is Kind.EMOTION:
            assert not one.named
            assert one.rule == f"prototype:{one.name}"
            assert one.intensity in {2, 3}


@pytest.mark.parametrize(
    "text",
    [
        "Went to the shop, wrote some emails.",
        "Had a chat with the neighbour about the fence.",
        "Nora is seeing a physio.",
        "I had a meeting with Priya about the Atlas project.",
        "I love coffee.",
        "The team meets every Monday.",
        "My sister lives in Boulder.",
        "Ok",
        "My brother Paul lost his job.",
        "The neighbour's dog died.",
        "Her house burned down and she lost everything.",
        "Tom's boss yelled at Tom in front of everybody.",
        "Nora says that I was yelled at in front of everybody.",
    ],
)
def test_most_sentences_tell_of_no_feeling(read_text: ReadText, text: str) -> None:
    assert not [one for one in read_text(text).mentions if one.kind is Kind.EMOTION]


@pytest.mark.parametrize(
    "text",
    [
        "They did not cancel the trip I had been saving for.",
        "Nobody yelled at me in front of everybody.",
        "Did the boss yell at everybody?",
        "If they cancelled the trip I would have to stay.",
        "> The boss yelled at me in front of everybody.",
    ],
)
def test_nothing_is_told_by_what_is_denied_asked_supposed_or_quoted(
    read_text: ReadText, text: str
) -> None:
    assert not _told(read_text(text))


def test_a_word_for_a_feeling_outweighs_the_meaning(read_text: ReadText) -> None:
    reading = read_text("I am calm although they cancelled the trip I had been saving for.")
    assert {one.name for one in reading.mentions if one.kind is Kind.EMOTION} == {"calm"}


def test_sentences_are_looked_at_one_by_one(read_text: ReadText) -> None:
    text = "I was anxious before the call. Then they told me that I got the job!"
    reading = read_text(text)
    assert _told(reading)
    for one in reading.mentions:
        if one.rule.startswith("prototype:") and one.kind is Kind.EMOTION:
            assert one.words == "Then they told me that I got the job!"


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("I lifted more than ever before and my arms are like jelly.", "Exercise"),
        ("We simmered the broth with ginger and lime.", "Food"),
        ("I asked the Lord for patience.", "Spirituality"),
        ("I lay there until four, staring at the ceiling.", "Sleep"),
        ("My toddler drew on the wall.", "Family"),
    ],
)
def test_a_topic_is_told(read_text: ReadText, text: str, topic: str) -> None:
    assert read_text(text).topics[0] == topic


@pytest.mark.parametrize(
    "text",
    [
        "On my birthday, June 3rd, we go to Rome.",
        "Not stressed, just busy and excited.",
        "I'm not anxious any more, just tired but happy.",
        "Google is different from Apple.",
        "We met every Tuesday.",
    ],
)
def test_a_topic_that_is_only_likely_is_no_mention(read_text: ReadText, text: str) -> None:
    reading = read_text(text)
    assert not [one for one in reading.mentions if one.kind is Kind.TOPIC and not one.named]


def test_topics_without_a_mention_come_after_those_that_have_one(read_text: ReadText) -> None:
    reading = read_text("They did not cancel the trip I had been saving for.")
    assert reading.topics[0] == "Travel"
    assert {one.name for one in reading.mentions if one.kind is Kind.TOPIC} == {"Travel"}


@pytest.mark.parametrize(
    "text",
    [
        "I'm not anxious any more.",
        "I was not sad today.",
        "We went for a walk. I'm no longer afraid of the dark.",
    ],
)
def test_a_feeling_that_is_not_there_is_not_its_contrary(read_text: ReadText, text: str) -> None:
    valence = read_text(text).valence
    assert valence is not None
    assert valence > 0


def test_a_check_in_holds_what_was_picked_and_no_more(reader: SpacyReader) -> None:
    request = ReadRequest("calm\nthey cancelled the trip", DAY, EntryForm.MOOD_CHECK_IN)
    reading = reader.read_batch([request])[0]
    assert [one.name for one in reading.mentions if one.kind is Kind.EMOTION] == ["calm"]
    assert reading.valence is not None
    assert reading.valence > 0


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("I am happy.", "I am sad."),
        ("I got the job!", "I did not sleep and I am afraid."),
        ("A wonderful day with the children.", "They took him away in an ambulance."),
    ],
)
def test_valence_orders_entries(read_text: ReadText, better: str, worse: str) -> None:
    high, low = read_text(better).valence, read_text(worse).valence
    assert high is not None
    assert low is not None
    assert low < 0 < high


@pytest.mark.parametrize("text", ["", "   ", "```\nx = 1\n```", "Das war heute ein guter Tag."])
def test_where_nothing_is_read_nothing_is_told(read_text: ReadText, text: str) -> None:
    reading = read_text(text)
    assert reading.topics == ()
    assert reading.valence is None


def test_a_page_without_end_is_looked_at_in_part(read_text: ReadText) -> None:
    line = "They cancelled trip number {} that I had been saving for. "
    reading = read_text("".join(line.format(n) for n in range(600)))
    assert len([one for one in reading.mentions if one.rule.startswith("prototype:")]) < 450


def test_without_the_embedding_model_words_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "MODEL", "no_such_package")
    bare = SpacyReader()
    assert bare.degraded is not None
    assert "no_such_package" in bare.degraded
    assert bare.reader_id.endswith("+words")
    reading = bare.read_batch([ReadRequest("I was anxious at the gym. We lost.", DAY)])[0]
    assert {one.name for one in reading.mentions} >= {"anxiety", "Exercise"}
    assert reading.topics == ("Exercise",)
    assert reading.valence is not None
    assert reading.valence < 0


def test_names_are_of_the_vocabulary() -> None:
    prototypes = Prototypes(MiniLmEmbedder())
    assert set(prototypes.feelings) <= set(EMOTIONS)
    assert set(prototypes.topics) <= {*TOPICS, NO_TOPIC}


class _Other(MiniLmEmbedder):
    def __init__(self) -> None:
        self.embedder_id = "another"


def test_prototypes_of_another_embedder_are_refused() -> None:
    with pytest.raises(ValueError, match="learnt with"):
        Prototypes(_Other())


def test_what_was_learnt_is_from_the_sentences_there_are() -> None:
    folder = resources.files(lexicon)
    written = hashlib.sha256((folder / fit_prototypes.TABLE).read_bytes()).hexdigest()
    with resources.as_file(folder / LEARNT) as path, np.load(path, allow_pickle=False) as learnt:
        assert str(learnt["source"]) == written, "run python -m tools.fit_prototypes"


@pytest.mark.slow
def test_learning_again_gives_the_same() -> None:
    again = fit_prototypes.fit()
    folder = resources.files(lexicon)
    with resources.as_file(folder / LEARNT) as path, np.load(path, allow_pickle=False) as learnt:
        assert learnt["topics"].tolist() == again["topics"].tolist()
        assert learnt["feelings"].tolist() == again["feelings"].tolist()
        assert learnt["weights"] == pytest.approx(again["weights"], abs=0.05)
