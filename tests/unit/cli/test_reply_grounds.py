"""What a reply rests on, numbered: what was found first, then what the life chapter told."""

from __future__ import annotations

from typing import Any

from graph_aria.cli.reply_grounds import grounds_of


def quote(entry_id: str) -> dict[str, Any]:
    return {
        "entry_id": entry_id, "start": 0, "end": 4, "day": "2026-11-03", "text": "Yoga",
        "changed": False,
    }  # fmt: skip


def relation(relation_id: str, *, active: bool = True) -> dict[str, Any]:
    words = [quote(relation_id)]
    return {"id": relation_id, "sentence": relation_id, "active": active, "quotes": words}


def test_what_the_chapter_told_comes_last_and_is_marked() -> None:
    context = {
        "memories": [],
        "relations": [relation("found")],
        "quotes": [quote("e"), quote("found")],
        "told": {
            "relations": [relation("told"), relation("over", active=False)],
            "entities": [{"entity": {"id": "clara", "name": "Clara"}, "quotes": [quote("e")]}],
        },
    }
    grounds = grounds_of(context)
    assert [(one.kind, one.path) for one in grounds] == [
        ("relation", "/relations/found"),
        ("words", "/entries/e"),
        ("relation", "/relations/told"),
        ("relation", "/relations/over"),
        ("entity", "/entities/clara"),
    ]
    assert [one.note.split(";")[0] for one in grounds] == ["", "", *["from your life chapter"] * 3]
    assert grounds[3].note.endswith("; not any more, or not spoken of for a while")
    assert all(one.quotes for one in grounds)
