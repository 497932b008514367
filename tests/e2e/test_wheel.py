"""The wheel works where it was installed, without the source tree beside it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import graph_aria

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    _run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)],
        cwd=ROOT,
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's content; its dependencies come from the present environment."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    _run([*pip, "--target", str(folder), str(wheel)], cwd=folder)
    return folder


def test_the_wheel_holds_every_data_file_of_the_source_tree(wheel: Path) -> None:
    expected = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "graph_aria").rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc"}
    } | {f"graph_aria/{path.relative_to(ROOT).as_posix()}" for path in _cypher_files()}

    inside = set(zipfile.ZipFile(wheel).namelist())

    assert expected <= inside
    assert any(name.startswith("graph_aria/sql/") and name.endswith(".sql") for name in inside)
    assert any(name.startswith("graph_aria/sample/") for name in inside)


def test_the_wheel_leaves_tests_and_tools_at_home(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}

    assert tops == {"graph_aria", f"graph_aria-{graph_aria.__version__}.dist-info"}


def test_python_runs_the_installed_copy_and_not_the_source_tree(
    installed: Path, tmp_path: Path
) -> None:
    code = "import graph_aria; print(graph_aria.__file__)"

    shown = _run([sys.executable, "-c", code], cwd=tmp_path, import_from=installed)

    assert Path(shown).is_relative_to(installed)


def test_aria_tells_its_version_from_another_folder(installed: Path, tmp_path: Path) -> None:
    shown = _run([str(_script(installed)), "--version"], cwd=tmp_path, import_from=installed)

    assert shown == f"aria {graph_aria.__version__}"


@pytest.mark.slow
def test_the_installed_copy_reads_a_journal_with_its_own_sql_word_lists_and_sample(
    installed: Path, tmp_path: Path
) -> None:
    shown = json.loads(
        _run(
            [str(_script(installed)), "demo", "--no-serve", "--json"],
            cwd=tmp_path,
            import_from=installed,
        )
    )

    assert shown["n_entries"] > 100
    assert shown["themes"]
    assert shown["relations"]
    assert shown["faded"]
    assert shown["life_chapter"]


def _script(installed: Path) -> Path:
    (script,) = (path for path in installed.glob("[bS]*/aria*") if path.is_file())
    return script


def _cypher_files() -> list[Path]:
    return [path for path in (ROOT / "cypher").rglob("*") if path.is_file()]


def _run(command: list[str], *, cwd: Path, import_from: Path | None = None) -> str:
    """Standard output without the last line end; fails with everything printed."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ARIA_")}
    env = {**kept, "HOME": str(cwd), "TMPDIR": str(cwd)}
    env.pop("PYTHONPATH", None)
    if import_from is not None:
        env["PYTHONPATH"] = str(import_from)
    done = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()
