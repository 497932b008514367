"""The guide for Neo4j Browser, and the files to drop into it."""

from __future__ import annotations

import html
import zipfile
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from graph_aria.bootstrap import explore_folder
from graph_aria.errors import StoreUnreadable

STYLE: Final = "style.grass"
GUIDE: Final = "guide.html"
QUERIES: Final = "graph-aria.zip"
_FAVOURITES: Final = "graph-aria"
_SLIDE: Final = """\
<slide class="row-fluid">
  <div class="col-sm-3"><h3>{title}</h3><p class="lead">{about}</p></div>
  <div class="col-sm-9"><pre class="pre-scrollable code runnable">{text}</pre></div>
</slide>
"""


@dataclass(frozen=True)
class SavedQuery:
    """A query of `cypher/explore/`.

    Attributes:
        name: of its file.
        text: all of it, comments included.
    """

    name: str
    text: str

    @property
    def title(self) -> str:
        """Its first line."""
        return self._comments[0]

    @property
    def about(self) -> str:
        """What one sees."""
        return " ".join(self._comments[1:])

    @cached_property
    def _comments(self) -> list[str]:
        lines = self.text.splitlines()
        n = next(i for i, line in enumerate(lines) if not line.startswith("//"))
        return [line.removeprefix("//").strip() for line in lines[:n]]


def read_style() -> str:
    """Colours and captions for Neo4j Browser, in its own language."""
    return (explore_folder() / STYLE).read_text("utf-8")


def read_saved_queries() -> list[SavedQuery]:
    """All saved queries, in the order of their names."""
    found = sorted(explore_folder().iterdir(), key=lambda item: item.name)
    return [
        SavedQuery(item.name, item.read_text("utf-8"))
        for item in found
        if item.name.endswith(".cypher")
    ]


def build_guide(address: str) -> str:
    """The guide as Browser plays it.

    Args:
        address: where the style lies beside it.
    """
    slides = "".join(
        _SLIDE.format(
            title=html.escape(query.title),
            about=html.escape(query.about),
            text=html.escape(query.text.strip()),
        )
        for query in read_saved_queries()
    )
    page = (explore_folder() / GUIDE).read_text("utf-8")
    return page.replace("{{address}}", address).replace("{{queries}}", slides)


def save_files(folder: Path) -> list[Path]:
    """Write what can be dropped onto Browser: all queries as one archive, and the style.

    Raises:
        StoreUnreadable: they cannot be written there.
    """
    archive, style = folder / QUERIES, folder / STYLE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
            for query in read_saved_queries():
                made.writestr(f"{_FAVOURITES}/{query.name}", query.text)
        style.write_text(read_style(), "utf-8")
    except OSError as error:
        raise StoreUnreadable(f"{folder} cannot be written; choose another folder") from error
    return [archive, style]


class GuideServer(ThreadingHTTPServer):
    """Serves the guide and the style on loopback, to Neo4j Browser alone.

    Browser plays only what comes from `localhost`, unless its server says otherwise, and
    only if what serves it lets it read the answer. Nothing that it serves is anybody's.
    """

    daemon_threads = True

    def __init__(self, browser: str) -> None:
        """Listen on a free port.

        Args:
            browser: address of Neo4j Browser.
        """
        super().__init__(("127.0.0.1", 0), _Handler)
        page = urlsplit(browser)
        self.origin = f"{page.scheme}://{page.netloc}"
        self.pages = {
            f"/{STYLE}": read_style().encode(),
            f"/{GUIDE}": build_guide(self.address).encode(),
        }

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://localhost:{self.server_port}"

    @property
    def guide(self) -> str:
        """Address of the guide."""
        return f"{self.address}/{GUIDE}"


class _Handler(BaseHTTPRequestHandler):
    server: GuideServer

    def do_OPTIONS(self) -> None:
        """Browser asks first."""
        self._answer(HTTPStatus.NO_CONTENT, b"")

    def do_GET(self) -> None:
        """The guide or the style."""
        page = self.server.pages.get(urlsplit(self.path).path)
        self._answer(HTTPStatus.NOT_FOUND if page is None else HTTPStatus.OK, page or b"")

    def _answer(self, status: HTTPStatus, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Access-Control-Allow-Origin", self.server.origin)
        self.send_header("Access-Control-Allow-Headers", "*")
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its own name
        """Say nothing."""
