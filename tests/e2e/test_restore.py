"""A backup put back, as a person at a terminal does it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ARIA = str(Path(sys.executable).with_name("aria"))


def run(folder: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {
        "ARIA_DATA_DIR": str(folder),
        "ARIA_KEYRING": "false",
        "ARIA_ZONE": "UTC",
        "ARIA_SPACY_MODEL": "",
    }
    return subprocess.run(
        [ARIA, *command],
        env=env | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_plain_backup_does_not_take_an_encrypted_store_open(tmp_path: Path) -> None:
    folder, backup = tmp_path / "data", tmp_path / "backup.db"
    secret = {"ARIA_PASSPHRASE": "a passphrase that is long"}
    assert run(folder, "log", "Yoga helped.").returncode == 0
    assert run(folder, "backup", str(backup)).returncode == 0
    encrypted = run(folder, "encrypt", **secret)
    assert encrypted.returncode == 0, encrypted.stderr
    restored = run(folder, "restore", str(backup), "--yes", **secret)
    assert restored.returncode == 0, restored.stderr
    assert b"Yoga" not in (folder / "aria.db").read_bytes()
    listed = run(folder, "entry", "list", "--json", **secret)
    assert [item["text"] for item in json.loads(listed.stdout)["items"]] == ["Yoga helped."]
    wrong = run(folder, "entry", "list", ARIA_PASSPHRASE="another one, also long")
    assert wrong.returncode != 0
    assert "ARIA_PASSPHRASE" in wrong.stderr


def test_what_is_no_backup_is_told_from_a_damaged_store(tmp_path: Path) -> None:
    folder, junk = tmp_path / "data", tmp_path / "junk.db"
    assert run(folder, "log", "Yoga helped.").returncode == 0
    junk.write_bytes(b"not a database" * 1000)
    refused = run(folder, "restore", str(junk), "--yes")
    assert refused.returncode != 0
    assert "junk.db is not a whole backup" in " ".join(refused.stderr.split())
    assert run(folder, "entry", "show", "last").returncode == 0
