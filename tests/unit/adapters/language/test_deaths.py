"""Who has died, where it shows in what somebody writes."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from graph_aria.domain.reading import EntryForm, ReadRequest

if TYPE_CHECKING:
    from graph_aria.adapters.language.pipeline import SpacyReader

SAID_ON = date(2026, 3, 2)


def deaths(reader: SpacyReader, text: str) -> list[str]:
    (reading,) = reader.read_batch([ReadRequest(text, SAID_ON, EntryForm.JOURNAL)])
    return [one.text for one in reading.memories if one.rule == "fact:death"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("We buried my uncle today.", "The user's uncle died."),
        ("My late father loved chess.", "The user's father died."),
        ("Went to the funeral of my colleague Ben.", "The user's colleague Ben died."),
        ("I visited Grandpa's grave this morning.", "The user's grandpa died."),
        ("We mourned our friend Tom.", "The user's friend Tom died."),
        ("My grandmother is no longer with us.", "The user's grandmother died."),
        ("Since my brother's death I sleep badly.", "The user's brother died."),
        ("I lost my brother in an accident.", "The user's brother died."),
        ("We buried my aunt in the churchyard of Ghent.", "The user's aunt died."),
        ("Our uncle has been dead for ten years.", "The user's uncle died."),
        ("Priya's funeral was beautiful.", "Priya, whom the user knew, died."),
    ],
)
def test_a_death_that_shows(reader: SpacyReader, text: str, told: str) -> None:
    assert deaths(reader, text) == [told]


@pytest.mark.parametrize(
    "text",
    [
        "Mum is dead tired.",
        "My sister is dead serious about it.",
        "My boss worked late.",
        "I'm afraid of my mother's death.",
        "I dreamt about my dad's funeral.",
        "I went to my boss's wake-up call.",
        "David Bowie's death shocked me.",
        "Watched the funeral of Elizabeth on television.",
        "If my brother is dead to her, so am I.",
        "Was that Grandpa's funeral?",
        "My sister's death metal band played in Ghent.",
        "My uncle's grave mistake cost us the house.",
        "My brother's passing grade made Mum happy.",
        "I helped in my dad's funeral home business.",
        "My dad is dead broke.",
        "My father buried my sister in sand at the beach.",
        "We buried my brother under pillows and laughed.",
        "I am mourning my ex, he married Nora.",
        "Grieving my best friend who moved to Canada.",
        "Said our last goodbyes to my sister at the airport.",
        "My late husband came at nine, as always late.",
        "My son died of embarrassment at school.",
        "My brother died in the first round again.",
        "I lost my brother at chess.",
        "We lost my mum in the supermarket.",
    ],
)
def test_what_only_sounds_so(reader: SpacyReader, text: str) -> None:
    assert deaths(reader, text) == []
