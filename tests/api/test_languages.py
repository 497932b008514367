"""Words in a language that is not read: kept, found, told of, with what helps."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from graph_aria.domain.reading import Reading, ReadRequest
from tests.api.harness import Api, StubReader

TEXT = "Heute war ich mit Helga im Park."


class NoGerman(StubReader):
    """Leaves everything unread, as the reader does with German."""

    async def read_batch(self, requests: Sequence[ReadRequest]) -> list[Reading]:
        return [Reading((), (), (), "de", self.reader_id, "language:de") for _ in requests]


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch, api: Api) -> Api:
    monkeypatch.setattr(StubReader, "read_batch", NoGerman.read_batch)
    return api


def test_an_entry_in_another_language_says_what_helps(german: Api) -> None:
    entry = german.say(TEXT)["entry"]
    german.settle()

    shown = german.get(f"/entries/{entry['id']}").json()

    assert (shown["state"], shown["reason"]) == ("unread", "language:de")
    assert "graph-aria[multilingual]" in shown["remedy"]
    assert "German" in shown["remedy"]
    assert german.get("/entities").json()["items"] == []
    found = german.get("/entries", params={"q": "Helga"}).json()["items"]
    assert [item["id"] for item in found] == [entry["id"]]


def test_a_preview_and_the_doctor_say_so_too(german: Api) -> None:
    german.say(TEXT)
    german.settle()

    preview = german.post("/read", {"text": TEXT}).json()
    findings = german.get("/doctor", token=german.secret).json()["findings"]

    assert "graph-aria[multilingual]" in preview["remedy"]
    (told,) = [item for item in findings if item["what"] == "languages"]
    assert told["detail"] == "1 entry in German not read"
    assert told["remedy"] == preview["remedy"]
    assert told["state"] == "ok"
