"""What was pasted is blanked line by line; what only looks like it is left alone."""

from __future__ import annotations

import pytest

from graph_aria.adapters.language.markup import prose

_NO_BRACKETS = str.maketrans("[]{}", "    ")


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
        # Orders to a database, in the words of a diary.
        "I had to create table decorations\nAnd my mum cried\nOn Monday I ran\nFrom there we drove",
        "we must drop table service; I said so\nand Nora agreed",
        "Create table cards (the big ones) for Nora\nOr from Tom",
        "Alter table plans again; Sam cancelled",
        "Insert into letters; call Nora",
        "Update Nora (at last); set the table",
        "Delete from phone: photos of Ben\nWhere did we go wrong? Here; there",
        "Select a cake from the list; Nora paid\nAnd we ate it = good",
        "MATCH (football) with Nora: lost\nWITH Ben after",
        # Code, in the words of a diary.
        "let me tell you; yesterday my sister called",
        "let Nora sleep; ate alone;",
        "$ spent too much",
        "$ gone again (coffee)",
        "Coffee(with Nora)",
        "Coffee(Nora)\nLunch(Ben, Sam)",
        "Coffee(with Nora) and cake(yum);",
        "return flight booked (at last); Nora cried;",
        "static on the radio(again); slept;",
        "private talk with Ben(sad);",
        "Nora && Ben came over; sad != bad",
        # Brackets around a date or a word.
        "[2026] was hard",
        "[2026]: Nora left\nBen stayed",
        '["Nora"] cried\nI slept',
        "{\nNora came\nI slept",
        "[Monday]\n#tired\n#happy",
    ],
)
def test_notes_are_left_alone(text: str) -> None:
    # Brackets stand in no name and are blanked one by one.
    assert prose(text).split() == text.translate(_NO_BRACKETS).split()


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
        "Robert'); DROP TABLE Lima;--",
        "create table lima (\n  ann text\n);",
        "insert into people (name)\nvalues ('Ann'),\n('Bob');",
        "delete from lima where name = 'Ann'",
        "update people set city = 'Lima'\nwhere name = 'Ann';",
        "select a.name\nfrom people a\njoin city c on c.id = a.id\norder by lima desc;",
        "1' UNION SELECT ann, lima FROM users--",
        "UNWIND ['Ann'] AS x CREATE (:Person {name: x})",
        "CREATE (p:Person {name: 'Ann'});",
        "$ git push lima",
        "ann.lima(bob)",
        "print('Ann')",
        "public static void lima(String ann) {",
        '[{"name": "Ann"},\n {"name": "Lima"',
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
