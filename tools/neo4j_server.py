"""A real Neo4j Community server on loopback, without Docker: for tests, CI, benches and the demo.

`python -m tools.neo4j_server run` starts one and says where it is; `fetch` only
gets its jars, by Maven, into `.lib/`; `java` says which Java would run it.
"""

from __future__ import annotations

import argparse
import atexit
import contextlib
import hashlib
import os
import random
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Self

LTS = "5.26.31"
NEWEST = "2026.09.0"
VERSIONS = (LTS, NEWEST)
USER = "neo4j"

_TOOLS = Path(__file__).resolve().parent
_POM = _TOOLS / "neo4j" / "pom.xml"
_GUARD = _TOOLS / "neo4j" / "guard.py"
_LIB = _TOOLS.parent / ".lib"
_JDKS = Path("/usr/lib/jvm")
_STAMP = ".fetched"
_FIRST_CALENDAR_YEAR = 2025

# Below the ports that systems give to outgoing connections: a client that tries
# to reach a stopped server cannot be given the server's own port meanwhile.
_PORTS = range(20_000, 32_000)


class NoServer(Exception):
    """There can be no server here; the message says what is missing."""


def jars_folder(version: str) -> Path:
    """Where the jars of a version are, or would be."""
    return _LIB / f"neo4j-{version}"


def is_fetched(version: str) -> bool:
    """Whether all jars of a version are there, as the pom asks for them now."""
    stamp = jars_folder(version) / _STAMP
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == _pom_digest()


def fetch(version: str = LTS) -> Path:
    """Get the jars of a version, unless they are there.

    Args:
        version: a release of Neo4j, as in "5.26.31".

    Returns:
        The folder that holds them.

    Raises:
        NoServer: Maven is missing or could not get them.
    """
    folder = jars_folder(version)
    if is_fetched(version):
        return folder
    maven = shutil.which("mvn")
    if maven is None:
        raise NoServer(f"the jars of Neo4j {version} are not in {folder}, and there is no `mvn`")
    folder.mkdir(parents=True, exist_ok=True)
    answer = subprocess.run(
        [
            maven,
            "--quiet",
            "--batch-mode",
            f"--file={_POM}",
            "dependency:copy-dependencies",
            f"-DoutputDirectory={folder}",
            f"-Dneo4j.version={version}",
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if answer.returncode:
        colour = r"\x1b\[[0-9;]*m"
        said = re.sub(colour, "", answer.stdout).strip().partition("\n")[0]
        raise NoServer(f"`mvn` could not get the jars of Neo4j {version}: {said}")
    # Written last: a fetch that was cut short is done again.
    (folder / _STAMP).write_text(_pom_digest(), encoding="utf-8")
    return folder


def needed_java(version: str) -> int:
    """The oldest Java that a release runs on.

    >>> needed_java("5.26.31"), needed_java("2026.09.0")
    (17, 21)
    """
    return 21 if _is_calendar(version) else 17


def java_version(text: str) -> int | None:
    """The feature release that `java -version` names, None if it names none.

    >>> java_version('openjdk version "17.0.15" 2025-04-15')
    17
    >>> java_version('openjdk version "25" 2025-09-16')
    25
    >>> java_version('java version "1.8.0_402"')
    8
    """
    found = re.search(r'version "(?:1\.)?(\d+)', text)
    return int(found[1]) if found else None


def find_java(
    needed: int,
    *,
    path: str | None = None,
    home: str | None = None,
    jdks: Path = _JDKS,
) -> tuple[str, int]:
    """A Java that is new enough: on the path, then in JAVA_HOME, then the newest installed.

    Args:
        needed: the oldest feature release that will do.
        path: folders to look for `java` in; None: those of the PATH.
        home: a JDK to look at; None: that of JAVA_HOME.
        jdks: a folder of JDKs.

    Returns:
        The program, and its feature release.

    Raises:
        NoServer: there is none, or all are too old.
    """
    on_path = shutil.which("java", path=path)
    in_home = home or os.environ.get("JAVA_HOME")
    first = [on_path, in_home and str(Path(in_home, "bin", "java"))]
    seen: list[int] = []
    for java in first:
        version = _ask_java(java) if java else None
        if java and version is not None:
            if version >= needed:
                return java, version
            seen.append(version)
    installed = {str(java): _ask_java(str(java)) for java in sorted(jdks.glob("*/bin/java"))}
    by_version = sorted((version, java) for java, version in installed.items() if version)
    if by_version and by_version[-1][0] >= needed:
        version, java = by_version[-1]
        return java, version
    seen += [version for version, _ in by_version]
    there = f"the newest here is {max(seen)}" if seen else "there is none"
    raise NoServer(f"Neo4j needs Java {needed} or newer, and {there}")


def why_not(version: str) -> str | None:
    """Why no server of a version can be started, None if one can.

    Fetches the jars if they are missing.
    """
    try:
        find_java(needed_java(version))
        fetch(version)
    except NoServer as missing:
        return str(missing)
    return None


class Neo4jServer:
    """One server with its own ports and folder; it never outlives the program that made it.

    `stop` and `kill` leave the folder, so that `start` finds all that was
    committed; `close`, which leaving the `with` block calls, ends it for good.

    Attributes:
        version: the release.
        home: its folder.
        password: of the user `neo4j`.
        bolt_port: where it answers, on 127.0.0.1.
        http_port: where it serves Neo4j Browser, on 127.0.0.1.
        settings: more lines of neo4j.conf; a change counts from the next start.
    """

    def __init__(
        self,
        version: str = LTS,
        *,
        settings: Mapping[str, str] | None = None,
        heap: str = "512m",
        home: Path | None = None,
        password: str | None = None,
        bolt_port: int | None = None,
        http_port: int | None = None,
        brief: bool = False,
    ) -> None:
        """Prepare a server; `start` starts it.

        Args:
            version: a release of Neo4j; its jars are fetched if they are missing.
            settings: more lines of neo4j.conf.
            heap: the most that Java may take for objects.
            home: a folder that stays; None: a temporary one that does not.
            password: at least 8 characters; None: a random one. A kept
                folder has the password of its first start.
            bolt_port: None: a free one.
            http_port: None: a free one.
            brief: Java makes less of an effort to be fast later, which on two processors
                takes longer than a test lasts. Not for measuring.

        Raises:
            NoServer: Java, or the jars and Maven, are missing.
        """
        self.version = version
        self._java, self._java_version = find_java(needed_java(version))
        self._jars = fetch(version)
        self._heap = heap
        self._brief = brief
        self.settings = dict(settings or {})
        self.password = password or secrets.token_hex(12)
        ports = _free_ports()
        self.bolt_port = bolt_port or next(ports)
        self.http_port = http_port or next(ports)
        self._is_kept = home is not None
        self.home = home or Path(tempfile.mkdtemp(prefix="neo4j-"))
        self._process: subprocess.Popen[bytes] | None = None
        self._has_password = False
        # What ends the server when this program is killed, and removes its folder.
        self._guard = subprocess.Popen(
            [sys.executable, "-S", str(_GUARD), str(os.getpid()), self._folder_to_remove],
            stdin=subprocess.PIPE,
            start_new_session=True,
        )
        atexit.register(self.close)

    @property
    def uri(self) -> str:
        """Where drivers connect to."""
        return f"bolt://127.0.0.1:{self.bolt_port}"

    @property
    def browser(self) -> str:
        """Where Neo4j Browser is."""
        return f"http://127.0.0.1:{self.http_port}/browser/"

    @property
    def auth(self) -> tuple[str, str]:
        """User and password, as the driver takes them."""
        return USER, self.password

    @property
    def pid(self) -> int | None:
        """The server's process, None if it does not run."""
        if self._process is None or self._process.poll() is not None:
            return None
        return self._process.pid

    def start(self, *, seconds: float = 120) -> Self:
        """Start, or start again, and wait until it answers.

        Args:
            seconds: how long to wait at most.

        Returns:
            The server itself.

        Raises:
            NoServer: it ended at once, or did not answer in time; with what it said.
        """
        self.launch()
        self.wait(seconds=seconds)
        return self

    def launch(self) -> None:
        """Start without waiting: it will not answer for some seconds."""
        if self.pid is not None:
            raise NoServer("it runs already")
        conf = self.home / "conf"
        conf.mkdir(parents=True, exist_ok=True)
        lines = "".join(f"{key}={value}\n" for key, value in self._all_settings().items())
        (conf / "neo4j.conf").write_text(lines, encoding="utf-8")
        with self._console.open("ab") as console:
            self._process = subprocess.Popen(
                self._command(conf),
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C is for this program, which ends it then
            )
        self._tell_guard(self._process.pid)

    def wait(self, *, seconds: float = 120) -> None:
        """Wait until it answers.

        Args:
            seconds: how long at most.

        Raises:
            NoServer: it ended, or did not answer in time; with what it said.
        """
        deadline = time.monotonic() + seconds
        while not self._answers():
            if self.pid is None or time.monotonic() > deadline:
                said = self._console.read_text(encoding="utf-8", errors="replace")
                self.kill()
                raise NoServer(f"Neo4j {self.version} does not answer. It said:\n{said[-4000:]}")
            time.sleep(0.1)

    def stop(self) -> None:
        """End it as an operator would, which takes up to ten seconds; the folder stays."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(60)
            except subprocess.TimeoutExpired:
                self.kill()
        self._ended()

    def kill(self) -> None:
        """End it as a power cut would; the folder stays."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._ended()

    def close(self) -> None:
        """End it for good, and remove the folder unless it was given."""
        atexit.unregister(self.close)
        if self._guard.stdin is None or self._guard.stdin.closed:
            return
        if self._is_kept:
            self.stop()
        else:
            self.kill()
        self._guard.stdin.close()
        self._guard.wait()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def _folder_to_remove(self) -> str:
        return "-" if self._is_kept else str(self.home)

    @property
    def _console(self) -> Path:
        return self.home / "console.log"

    def _all_settings(self) -> dict[str, str]:
        bolt, http = f"127.0.0.1:{self.bolt_port}", f"127.0.0.1:{self.http_port}"
        return {
            "server.default_listen_address": "127.0.0.1",
            "server.bolt.listen_address": bolt,
            "server.bolt.advertised_address": bolt,
            "server.http.listen_address": http,
            "server.http.advertised_address": http,
            "server.https.enabled": "false",
            "server.memory.pagecache.size": "64m",
            "db.tx_log.preallocate": "false",  # else a quarter of a gigabyte for each database
            "dbms.usage_report.enabled": "false",
            "client.allow_telemetry": "false",
            **self.settings,
        }

    def _command(self, conf: Path) -> list[str]:
        opened = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")
        flags = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in opened]
        flags.append("--enable-native-access=ALL-UNNAMED")
        if self._java_version >= 24:  # noqa: PLR2004 - from there on it warns without
            flags.append("--sun-misc-unsafe-memory-access=allow")
        if self._brief:
            flags += ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
        main = "Neo4jCommunity" if _is_calendar(self.version) else "CommunityEntryPoint"
        return [
            self._java,
            f"-Xmx{self._heap}",
            "-Dfile.encoding=UTF-8",
            "-Dlog4j2.disable.jmx=true",
            *flags,
            "-cp",
            str(self._jars / "*"),
            f"org.neo4j.server.{main}",
            f"--home-dir={self.home}",
            f"--config-dir={conf}",
            "--console-mode",
        ]

    def _answers(self) -> bool:
        # Not at the top: CI fetches the jars while the driver is being installed.
        from neo4j import GraphDatabase  # noqa: PLC0415
        from neo4j.exceptions import DriverError, Neo4jError  # noqa: PLC0415

        try:
            socket.create_connection(("127.0.0.1", self.bolt_port), 1).close()
        except OSError:
            return False
        try:
            if not self._has_password:
                self._set_password()
            with GraphDatabase.driver(self.uri, auth=self.auth) as driver, driver.session() as asks:
                asks.run("RETURN 1").consume()  # no managed transaction: it would try on in silence
        except (DriverError, Neo4jError, OSError):
            return False
        return True

    def _set_password(self) -> None:
        """Give the first user the password; a kept folder may have it already."""
        from neo4j import GraphDatabase  # noqa: PLC0415 - see above
        from neo4j.exceptions import AuthError  # noqa: PLC0415

        try:
            with (
                GraphDatabase.driver(self.uri, auth=(USER, "neo4j")) as driver,
                driver.session(database="system") as asks,
            ):
                asks.run(
                    "ALTER CURRENT USER SET PASSWORD FROM 'neo4j' TO $password",
                    password=self.password,
                ).consume()
        except AuthError:
            if not self._is_kept:
                raise
        self._has_password = True

    def _ended(self) -> None:
        self._process = None
        self._tell_guard(0)

    def _tell_guard(self, pid: int) -> None:
        if self._guard.stdin is not None:
            self._guard.stdin.write(b"%d\n" % pid)
            self._guard.stdin.flush()


def _is_calendar(version: str) -> bool:
    """Whether a release is named for its month, as all after 5.26 are."""
    return int(version.split(".", 1)[0]) >= _FIRST_CALENDAR_YEAR


def _pom_digest() -> str:
    return hashlib.sha256(_POM.read_bytes()).hexdigest()


def _ask_java(java: str) -> int | None:
    try:
        answer = subprocess.run(
            [java, "-version"], capture_output=True, text=True, check=False, timeout=30
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return java_version(answer.stderr)


def _free_ports() -> Iterator[int]:
    # Not the same ports in every run: another one may start at the same time.
    for port in random.sample(_PORTS, len(_PORTS)):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            yield port


def _run(version: str, bolt_port: int | None, http_port: int | None, command: Sequence[str]) -> int:
    """Run a server until Ctrl-C, or as long as a command that uses it runs."""

    def end(_: int, __: FrameType | None) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, end)
    print(f"Neo4j {version} is starting …", flush=True)
    with (
        contextlib.suppress(KeyboardInterrupt),
        Neo4jServer(version, bolt_port=bolt_port, http_port=http_port) as server,
    ):
        print(f"bolt      {server.uri}")
        print(f"browser   {server.browser}")
        print(f"user      {USER}")
        print(f"password  {server.password}")
        print("Ctrl-C ends it, and what it holds is gone then.", flush=True)
        if command:
            return _use(server, command)
        while server.pid is not None:
            time.sleep(1)
        raise NoServer("it ended by itself")
    return 0


def _use(server: Neo4jServer, command: Sequence[str]) -> int:
    """Run a command with what it needs to find the server in its environment."""
    told = {
        "ARIA_STORE": server.uri,
        "ARIA_NEO4J_USER": USER,
        "ARIA_NEO4J_PASSWORD": server.password,
        "ARIA_NEO4J_DATABASE": "neo4j",
        "ARIA_NEO4J_BROWSER": server.browser,
    }
    with subprocess.Popen(command, env={**os.environ, **told}) as using:
        while True:
            try:
                return using.wait()
            except KeyboardInterrupt:  # a terminal sends it to the command as well
                using.terminate()


def main(arguments: list[str] | None = None) -> None:
    """The command line.

    Args:
        arguments: None: those of the program.
    """
    parser = argparse.ArgumentParser(prog="python -m tools.neo4j_server", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    fetching = commands.add_parser("fetch", help="get the jars, unless they are there")
    fetching.add_argument("version", nargs="?", default=LTS)
    finding = commands.add_parser("java", help="say which Java would run it")
    finding.add_argument("version", nargs="?", default=LTS)
    running = commands.add_parser("run", help="run a server until Ctrl-C")
    running.add_argument("--version", default=LTS)
    running.add_argument("--bolt-port", type=int)
    running.add_argument("--http-port", type=int)
    running.add_argument(
        "use", nargs="*", metavar="COMMAND", help="after --: run this instead of waiting"
    )
    asked = parser.parse_args(arguments)
    try:
        if asked.command == "fetch":
            print(fetch(asked.version))
        elif asked.command == "java":
            print(find_java(needed_java(asked.version))[0])
        else:
            sys.exit(_run(asked.version, asked.bolt_port, asked.http_port, asked.use))
    except NoServer as missing:
        sys.exit(str(missing))


if __name__ == "__main__":
    main()
