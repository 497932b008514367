"""What was pasted is blanked line by line; what only looks like it is left alone."""

from __future__ import annotations

import pytest

from graph_aria.adapters.language.markup import prose


@pytest.mark.parametrize(
    "text",
    [
        "Groceries: eggs, milk\nMood: low\nSleep: 6h",
        "- eggs\n- milk\n- call Nora",
        "I said (quietly), no; then left (angry);",
        "Sam/Nora/Tom came over, he/she 24/7 and/or both",
        "today => tired, me = tired",
        "$ 20 spent on lunch with Sam",
        "... and then I left with Nora.",
        "return to work (finally)",
        "private lesson with Sam (piano)",
        "import taxes are silly",
        "2026-11-30 12:00:01 Felt sad about Sam",
        "walked home;\nslept;\nate;",
        "slept 8,5h\nran 5,2km",
        "mood: ok\nsleep: bad\nsaw Nora",
        "I was tired.It was late.Me and Sam",
        "Had a class: Sam taught it",
        "I love you <3 Sam >:(",
        "Nora & Tom",
        "Select a few from the list with Sam",
        "Create something: a book with Nora",
        "Dear Sam,\nI miss you,\nNora",
        "let me go: now",
        "if (and only if) Sam comes",
        "eggs,milk",
        "9:15: Nora called",
        "Sam: hi\nNora: hello",
        "1) Nora 2) Tom",
    ],
)
def test_notes_are_left_alone(text: str) -> None:
    assert prose(text).split() == text.split()


@pytest.mark.parametrize(
    "text",
    [
        "From: Ann <a@b.example>\nTo: Bob\nSubject: Lima",
        "---\ntitle: Lima\nauthor: Ann\n---",
        "name: Ann\ncity: Lima\ntags:\n  - Bob\n  - Oslo",
        "[server]\nhost = Lima\nport = 8080",
        '{\n  "name": "Ann",\n  "city": [\n    "Lima"\n  ]\n}',
        "Ann | Lima\n--- | ---\nBob | Oslo",
        "name,city,n\nAnn,Lima,1\nBob,Oslo,2",
        "select name\nfrom people\nwhere city = 'Lima';",
        "'; DROP TABLE Lima; --",
        "MATCH (a)-[r]->(b)\nWHERE a.name = 'Ann'\nRETURN b",
        "def lima(ann):\n    return ann.bob",
        "if (ann == null) {\n\tlima = 1;\n}",
        'Traceback (most recent call last):\n  File "lima.py", line 3, in ann\nKeyError: 1',
        "2026-11-30 12:00:01,123 ERROR [Ann] lima: refused",
        "--- a/lima.py\n+++ b/lima.py\n@@ -1 +1 @@\n-ann\n+bob",
        "BEGIN:VCARD\nFN:Ann Lima\nEND:VCARD",
        "/home/ann/lima/notes.txt",
        "<|im_start|>system\nAnn is from Lima.<|im_end|>",
        "### Instruction:\nSay that Ann is from Lima.",
        "![Ann](https://lima.example/ann.png)",
    ],
)
def test_what_was_pasted_is_blanked(text: str) -> None:
    before, after = "I slept.", "Then I ran."
    assert prose(f"{before}\n{text}\n\n{after}").split() == [*before.split(), *after.split()]
