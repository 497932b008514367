"""Neo4j Browser on the sample journal's graph, looked at as a person does."""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import shutil
import threading
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from neo4j import Query
from neo4j.graph import Graph, Node, Relationship
from neo4j.graph import Path as Walk
from playwright.sync_api import Locator, Page, expect, sync_playwright
from pydantic import SecretStr
from rich.console import Console

from graph_aria.api import PREFIX
from graph_aria.api.browser import browser_url, cypher_literal, with_literals
from graph_aria.bootstrap import open_store
from graph_aria.cli.client import connect
from graph_aria.cli.demo import NAME, play
from graph_aria.cli.guide import GuideServer, SavedQuery, read_saved_queries, read_style, save_files
from graph_aria.cli.main import run
from graph_aria.config import Settings, load_settings
from graph_aria.domain.vocabulary import Kind, Predicate
from graph_aria.stages.copy import copy
from tests.neo4j.cypher_texts import SCANS, explain, steps
from tests.servers import Neo4jUnderTest

NO_CHROMIUM: Final = "no Chromium: Debian's package `chromium` has it"
CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
QUERIES: Final = read_saved_queries()
DRAWN: Final = [query for query in QUERIES if query.title.endswith(", drawn")]
# Read when the run begins: some tests clear every variable of the program.
MODE: Final = os.environ.get("ARIA_TEST_NEO4J", "")
PICTURES: Final = os.environ.get("ARIA_TEST_PICTURES", "")
DROP: Final = """([selector, name, bytes]) => {
    const carried = new DataTransfer();
    carried.items.add(new File([new Uint8Array(bytes)], name));
    for (const kind of ["dragenter", "dragover", "drop"])
        document.querySelector(selector).dispatchEvent(new DragEvent(
            kind, {bubbles: true, cancelable: true, dataTransfer: carried}));
}"""
Row = list[Any]


# ---------------------------------------------------------------------------- the sample journal


@pytest.fixture(scope="module")
def server(
    neo4j_server: Neo4jUnderTest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Neo4jUnderTest]:
    """The server of the run with the sample journal, lived through day by day and copied there."""
    neo4j_server.empty()
    folder = tmp_path_factory.mktemp("demo")
    asyncio.run(_fill(neo4j_server, folder))
    yield neo4j_server
    neo4j_server.empty()


async def _fill(server: Neo4jUnderTest, folder: Path) -> None:
    here = Settings(data_dir=folder, keyring=False, zone="UTC")
    await play(here, Console(file=io.StringIO()), now=datetime.now(UTC))
    there = _settings(server, folder)
    async with AsyncExitStack() as stack:
        source = await open_store(here, "sqlite:")
        stack.push_async_callback(source.close)
        target = await open_store(there, server.uri, copying=True)
        stack.push_async_callback(target.close)
        assert (await copy(source, target, tell=lambda _: None)).equal


def _settings(server: Neo4jUnderTest, folder: Path) -> Settings:
    return Settings(
        store=server.uri,
        neo4j_user=server.user,
        neo4j_password=SecretStr(server.password),
        neo4j_database=server.database,
        neo4j_browser=server.browser,
        data_dir=folder,
        keyring=False,
        zone="UTC",
    )


def _rows(server: Neo4jUnderTest, query: str) -> list[Row]:
    found = server.driver.execute_query(Query(query), database_=server.database)
    return [list(record.values()) for record in found.records]


def _graph(server: Neo4jUnderTest, query: str) -> Graph:
    with server.driver.session(database=server.database) as session:
        return session.run(Query(query)).graph()


# ------------------------------------------------------------------------------- saved queries


def test_there_are_saved_queries_for_the_questions_of_a_life() -> None:
    titles = [query.title for query in QUERIES]
    assert len(titles) == len(set(titles)) >= 12
    for words in ("active themes", "eases", "faded", "people", "connected", "Mood", "ended"):
        assert any(words in title for title in titles), words


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.name)
class TestSavedQuery:
    def test_says_what_it_is_and_what_one_sees(self, query: SavedQuery) -> None:
        assert re.fullmatch(r"[A-Z][^.]{5,70}", query.title)
        assert query.about.endswith(".")
        assert len(query.about) > 40

    def test_is_one_statement_that_can_be_put_into_an_address(self, query: SavedQuery) -> None:
        # Of several, Browser draws none. An & or # would end the text.
        assert ";" not in query.text
        assert "&" not in query.text
        assert "#" not in query.text
        assert "WITH '' AS profile" in query.text

    def test_gives_something_on_the_sample_journal(
        self, server: Neo4jUnderTest, query: SavedQuery
    ) -> None:
        found = _rows(server, query.text)
        assert found
        if "drawn" in query.title:
            assert len(_graph(server, query.text).nodes) > 1

    def test_is_the_same_for_one_profile_among_several(
        self, server: Neo4jUnderTest, crowd: None, query: SavedQuery
    ) -> None:
        named = query.text.replace("WITH '' AS profile", f"WITH {cypher_literal(NAME)} AS profile")
        nobody = query.text.replace("WITH '' AS profile", "WITH 'Nobody' AS profile")
        mine = {
            item["profile_id"]
            for row in _rows(server, named)
            for item in _entities(row)
            if "profile_id" in item
        }
        assert len(mine) <= 1
        assert not _rows(server, nobody)

    def test_plans_without_a_scan(
        self, server: Neo4jUnderTest, crowd: None, query: SavedQuery
    ) -> None:
        summary = explain(server, query.text)
        assert summary.plan is not None
        scans = [name for name, _ in steps(summary.plan) if SCANS.fullmatch(name)]
        assert not scans
        old = [note.status_description for note in summary.gql_status_objects]
        assert not [text for text in old if "deprecat" in text]


def _entities(value: object) -> Iterator[Node | Relationship]:
    if isinstance(value, Node | Relationship):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _entities(item)
    elif isinstance(value, Walk):
        yield from value.nodes
        yield from value.relationships


@pytest.fixture(scope="class")
def crowd(server: Neo4jUnderTest) -> Iterator[None]:
    """Ten thousand entities of somebody else, and statistics that know of them."""

    def run(query: str) -> None:
        with server.driver.session(database=server.database) as session:
            session.run(Query(query)).consume()

    run("CREATE (:Profile {id: 'z', name: 'Zed', user_id: 'z0', threshold: 1.5})")
    run("UNWIND range(1, 200) AS i CREATE (:Profile {id: 'p' + i, name: 'Zoe ' + i})")
    # In parts: one large transaction takes more than a small heap, and the database down.
    run("""UNWIND range(0, 10000) AS i CALL (i) {
        CREATE (e:Entity:Person {profile_id: 'z', id: 'z' + i, name: 'Yoga', key: 'yoga',
            kind: 'Person', unique_key: 'z' + i, heat: toFloat(i), is_user: i = 0, weight: 2.0,
            fades_at: datetime(), ref_at: datetime()})
        CREATE (n:Entry:Journal {profile_id: 'z', id: 'n' + i, day: date(), mood: 5,
            occurred_at: datetime(), text: ''})
        CREATE (v:Evidence {profile_id: 'z', target_id: 'z' + i, source_id: 'n' + i,
            at: datetime(), day: date()})
        CREATE (d:DayRow {profile_id: 'z', target_id: 'z' + i, day: date(), at: datetime()})
        CREATE (s:Assertion {profile_id: 'z', id: 's' + i, entry_id: 'n' + i})
        CREATE (m:Memory {profile_id: 'z', id: 'm' + i, text: 'The user does yoga.',
            state: CASE i % 2 WHEN 0 THEN 'current' ELSE 'superseded' END,
            confirmed_at: datetime()})-[:ABOUT]->(e)
        CREATE (m)-[:LEARNED_FROM {profile_id: 'z', memory_id: 'm' + i, entry_id: 'n' + i,
            starts: 0, ends: 1}]->(n)
        } IN TRANSACTIONS OF 1000 ROWS""")
    run("""UNWIND range(0, 9998, 2) AS i
        MATCH (m:Memory {profile_id: 'z', id: 'm' + i})
        MATCH (b:Memory {profile_id: 'z', id: 'm' + (i + 1)})
        CREATE (m)-[:SUPERSEDES]->(b)""")
    run(
        "UNWIND range(0, 99) AS i "
        "CREATE (:Chapter {profile_id: 'z', id: 'c' + i, started_on: date()})"
    )
    run("CALL db.prepareForReplanning(300)")
    server.forget_plans()
    yield
    run(
        "MATCH (n) WHERE n.profile_id = 'z' OR n.name = 'Zed' OR n.name STARTS WITH 'Zoe ' "
        "CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 2000 ROWS"
    )


# ------------------------------------------------------------------------------------ addresses


@given(st.text())
def test_a_literal_is_the_text_itself(neo4j_server: Neo4jUnderTest, text: str) -> None:
    with neo4j_server.driver.session(database=neo4j_server.database) as session:
        literal = cypher_literal(text)
        assert session.run(f"RETURN {literal} AS text").single(strict=True)["text"] == text
        assert not set("&#+%\n") & set(literal)


@pytest.mark.parametrize(
    "text",
    [
        "\\",
        "\\'",
        "\\\\u0027",
        "\\u0027 RETURN 1 //",
        "'",
        '"',
        "`",
        "'} MATCH (n) DETACH DELETE n //",
        "a\nb\r\tc\0d",
        "🎉é\u2028",
        "$id &amp; #+%",
    ],
)
def test_nobody_leaves_a_literal(neo4j_server: Neo4jUnderTest, text: str) -> None:
    query = with_literals("RETURN $a AS a, $b AS b", a=text, b=text)
    with neo4j_server.driver.session(database=neo4j_server.database) as session:
        found = session.run(query).single(strict=True)
        assert found.data() == {"a": text, "b": text}


def test_an_address_names_the_server_the_database_and_the_query() -> None:
    url = browser_url(
        Settings(store="neo4j://db:7687", neo4j_database="life", neo4j_user="me@home"),
        "RETURN 1 + 1",
    )
    assert url.startswith("http://db:7474/browser/?")
    assert parse_qs(urlsplit(url).query) == {
        "dbms": ["neo4j://me%40home@db:7687"],
        "db": ["life"],
        "cmd": ["edit"],
        "arg": ["RETURN 1 + 1"],
    }
    assert "+" not in url


def test_what_the_address_of_browser_says_itself_stays() -> None:
    behind = "https://example.org/browser/?dbms=bolt://example.org:7687"
    url = browser_url(Settings(store="neo4j://db:7687", neo4j_browser=behind), "RETURN 1")
    assert url.startswith("https://example.org/browser/?")
    assert parse_qs(urlsplit(url).query)["dbms"] == ["bolt://example.org:7687"]


@pytest.mark.parametrize("text", ["a & b", "a # b"])
def test_what_browser_would_cut_off_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=text):
        browser_url(Settings(store="neo4j://db:7687"), text)


def test_the_style_knows_every_kind_and_every_type() -> None:
    style = read_style()
    for kind in Kind:
        assert f"node.{kind} {{" in style
    for predicate in Predicate:
        assert f"relationship.{predicate} {{" in style


# ------------------------------------------------------------------------------------- commands


@dataclass(frozen=True)
class Terminal:
    """The command `aria` on that store."""

    patch: pytest.MonkeyPatch

    def browser(self, *options: str) -> tuple[int, Any]:
        """Exit code, and what was printed."""
        out, err = io.StringIO(), io.StringIO()
        with self.patch.context() as patch, ThreadPoolExecutor(1) as alone:
            patch.setattr("sys.stdout", out)
            patch.setattr("sys.stderr", err)
            # In a thread of its own: Playwright's loop runs in this one.
            code = alone.submit(run, ["browser", *options, "--json"]).result()
        said = out.getvalue() or err.getvalue()
        return code, json.loads(said)

    def address(self, *options: str) -> str:
        code, said = self.browser("--print", *options)
        assert code == 0
        return str(said["address"])


@pytest.fixture(scope="module")
def aria(server: Neo4jUnderTest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    with pytest.MonkeyPatch.context() as patch:
        for key in [key for key in os.environ if key.startswith("ARIA_")]:
            patch.delenv(key)
        patch.setenv("ARIA_DATA_DIR", str(tmp_path_factory.mktemp("data")))
        patch.setenv("ARIA_KEYRING", "false")
        patch.setenv("ARIA_STORE", server.uri)
        patch.setenv("ARIA_NEO4J_PASSWORD", server.password)
        if server.browser:
            patch.setenv("ARIA_NEO4J_BROWSER", server.browser)
        yield Terminal(patch)


def _query_in(address: str) -> str:
    return parse_qs(urlsplit(address).query)["arg"][0]


def test_the_command_opens_the_address_that_it_prints(
    aria: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def open_page(address: str) -> bool:
        opened.append(address)
        return True

    monkeypatch.setattr("webbrowser.open", open_page)
    code, said = aria.browser("calm")
    assert code == 0
    assert opened == [said["address"]]
    assert aria.address("calm") == said["address"]
    assert len(opened) == 1


@pytest.mark.parametrize(
    "options", [(), ("me",), ("calm",), ("calm", "--why"), ("Half marathon",)], ids=" ".join
)
def test_what_stands_behind_an_address_gives_a_picture(
    aria: Terminal, server: Neo4jUnderTest, options: tuple[str, ...]
) -> None:
    assert len(_graph(server, _query_in(aria.address(*options))).nodes) > 1


def test_every_answer_of_the_api_has_an_address_that_gives_a_picture(
    aria: Terminal, server: Neo4jUnderTest
) -> None:
    def answers(client: Any) -> list[dict[str, Any]]:
        def get(path: str, **params: Any) -> dict[str, Any]:
            return dict(
                client.send("GET", f"{PREFIX}{path}", params=params, body=None, profile=NAME)
            )

        relation = get("/relations", active=True)["items"][0]["id"]
        closed = get("/chapters")["items"][-1]["id"]
        calm = get("/entities", query="calm")["items"][0]["id"]
        return [
            get(f"/relations/{relation}"),
            get(f"/entities/{calm}"),
            get("/graph", center=calm),
            get("/graph"),
            get("/chapter"),
            get(f"/chapters/{closed}"),
        ]

    def ask() -> list[dict[str, Any]]:
        client = connect(load_settings(), lambda: "")
        try:
            return answers(client)
        finally:
            client.close()

    with ThreadPoolExecutor(1) as alone:
        found = alone.submit(ask).result()
    for answer in found:
        for field in ("browser_url", "evidence_browser_url"):
            if field in answer:
                assert len(_graph(server, _query_in(answer[field])).nodes) > 1


def test_a_file_has_no_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("ARIA_STORE", raising=False)
    monkeypatch.setenv("ARIA_DATA_DIR", str(tmp_path))
    code, said = Terminal(monkeypatch).browser("--print")
    assert code != 0
    assert "aria copy" in said["detail"]
    assert "ARIA_STORE" in said["detail"]


def test_the_files_to_drop_are_written(aria: Terminal, tmp_path: Path) -> None:
    code, said = aria.browser("--save", str(tmp_path / "there"))
    assert code == 0
    archive, style = map(Path, said["files"])
    with zipfile.ZipFile(archive) as made:
        assert made.namelist() == [f"graph-aria/{query.name}" for query in QUERIES]
    assert style.read_text("utf-8") == read_style()


# -------------------------------------------------------------------------------------- Browser


_TELLING = 40
"""Characters of a command by which its frame is known."""


class Driven:
    """Neo4j Browser in a page."""

    def __init__(self, page: Page, server: Neo4jUnderTest) -> None:
        self.page = page
        self.server = server

    def follow(self, url: str, *, sign: str = "You are connected as user") -> None:
        """Open an address, and give the password where it is asked for: a person's part."""
        self.page.goto(url)
        password = self.page.get_by_test_id("password")
        there = self.page.get_by_text(sign).first
        expect(password.or_(there).first).to_be_visible()
        if password.is_visible():
            password.fill(self.server.password)
            self.page.get_by_test_id("connect").click()
            expect(there).to_be_visible()

    def edit(self, text: str) -> None:
        """The same with a text of one's own."""
        self.follow(browser_url(_settings(self.server, Path("unused")), text))

    @property
    def editor(self) -> str:
        """What one sees in the editor, its spaces made plain."""
        lines = self.page.get_by_test_id("activeEditor").locator(".view-lines")
        return " ".join(lines.inner_text().split())

    @property
    def frames(self) -> Locator:
        """What commands showed, the last one first.

        On 2026.09 this Browser fails at a `:use` of its own, to no effect, at some moment
        after it has connected.
        """
        return self.page.get_by_test_id("frame").filter(has_not_text=re.compile(r":use \w"))

    @property
    def frame(self) -> Locator:
        """What the last command showed."""
        return self.frames.first

    def run(self) -> None:
        """Press the button."""
        # Not of all frames: those of its own come and go while it starts.
        same = self.page.get_by_test_id("frame").filter(has_text=self.editor[:_TELLING])
        before = same.count()
        self.page.get_by_test_id("editor-Run").click()
        expect(same).to_have_count(before + 1)

    def drawn(self, n_nodes: int) -> tuple[set[str], list[str]]:
        """Captions of the nodes and of the relationships, once so many nodes are drawn."""
        expect(self.frame.locator("svg g.node")).to_have_count(n_nodes)
        nodes = self.frame.locator("svg g.node").all_text_contents()
        relations = self.frame.locator("svg g.relationship").all_text_contents()
        return {" ".join(text.split()) for text in nodes}, relations

    def keeps(self, key: str, words: str) -> None:
        """Wait until it has put something away, which it does in its own time."""
        there = "([key, words]) => (localStorage.getItem(`neo4j.${key}`) || '').includes(words)"
        self.page.wait_for_function(there, arg=[key, words])

    def drop(self, file: Path) -> None:
        """Drop a file onto it."""
        self.page.evaluate(DROP, ["[data-testid=activeEditor]", file.name, [*file.read_bytes()]])

    def picture(self, name: str) -> None:
        """Keep what is seen, if somebody wants to look at it."""
        if PICTURES:
            self.frame.get_by_title("Fullscreen").click()
            self.page.wait_for_timeout(3000)
            self.page.screenshot(path=Path(PICTURES) / f"{name}.png")
            self.frame.get_by_title("Close fullscreen").click()


@pytest.fixture(scope="module")
def browser(server: Neo4jUnderTest, aria: Terminal) -> Iterator[Driven]:
    """Connected, with the style, and drawing only what a query gives."""
    if CHROMIUM is None:
        if os.environ.get("CI") or MODE == "required":
            pytest.fail(NO_CHROMIUM)
        pytest.skip(NO_CHROMIUM)
    if server.browser is None:
        pytest.skip("a server that was given may have its Browser anywhere")
    style = aria.address("--style")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = chromium.new_context(viewport={"width": 1400, "height": 900}).new_page()
        page.set_default_timeout(60_000)
        driven = Driven(page, server)
        driven.follow(style)
        driven.run()
        driven.keeps("grass", "node.Person")
        driven.edit(":config autoComplete: false")
        driven.run()
        driven.keeps("settings", '"autoComplete":false')
        yield driven
        chromium.close()


@pytest.fixture(scope="module", autouse=True)
def _patience() -> None:
    expect.set_options(timeout=60_000)


def _captions(graph: Graph) -> tuple[set[str], int, set[str]]:
    """Names of the entities, how many nodes, and the types of the relationships of an answer."""
    names = {node["name"] for node in graph.nodes if "name" in node}
    return names, len(graph.nodes), {relation.type for relation in graph.relationships}


def _all_stand_in(captions: set[str], names: set[str]) -> bool:
    """Whether each name is drawn, whole or as far as a circle has room for it."""
    cut = tuple(text.removesuffix("…").split("…")[0] for text in captions if text.endswith("…"))
    return all(name in captions or name.startswith(cut) for name in names)


@pytest.mark.slow
def test_an_address_puts_its_query_into_the_editor_and_what_it_gives_is_drawn(
    browser: Driven, aria: Terminal, server: Neo4jUnderTest
) -> None:
    address = aria.address("Half marathon")
    names, n_nodes, types = _captions(_graph(server, _query_in(address)))
    browser.follow(address)
    assert browser.editor.startswith("// One entity, and the heaviest of its active relations.")
    browser.run()
    nodes, relations = browser.drawn(n_nodes)
    assert nodes == names >= {"Half marathon", "pride", "excitement"}
    assert {text.split()[0] for text in relations} == types == {"EVOKES"}
    assert all(re.fullmatch(r"EVOKES [\d.]+", text) for text in relations)
    browser.picture("entity")


@pytest.mark.slow
@pytest.mark.parametrize("query", DRAWN, ids=lambda query: query.name)
def test_a_saved_query_that_is_to_draw_draws(
    browser: Driven, server: Neo4jUnderTest, query: SavedQuery
) -> None:
    names, n_nodes, _ = _captions(_graph(server, query.text))
    browser.edit(query.text)
    browser.run()
    nodes, relations = browser.drawn(n_nodes)
    assert _all_stand_in(nodes, names)
    assert relations
    browser.picture(query.name.removesuffix(".cypher"))


@pytest.mark.slow
def test_long_walk_eases_anxiety(browser: Driven) -> None:
    browser.edit(next(q for q in QUERIES if "what does it" in q.title).text)
    browser.run()
    nodes, relations = browser.drawn(10)
    assert {"Long walk", "anxiety"} <= nodes
    assert [text for text in relations if text.startswith("MITIGATES ")]


@pytest.mark.slow
def test_a_saved_query_that_is_to_give_a_table_gives_one(
    browser: Driven, server: Neo4jUnderTest
) -> None:
    query = next(query for query in QUERIES if query.title == "My active themes")
    rows = _rows(server, query.text)
    browser.edit(query.text)
    browser.run()
    expect(browser.frame).to_contain_text(f"Started streaming {len(rows)} records")
    for theme, *_ in rows[:5]:
        expect(browser.frame).to_contain_text(f'"{theme}"')
    browser.picture("table")


@pytest.mark.slow
def test_saved_queries_and_style_can_be_dropped_onto_it(browser: Driven, tmp_path: Path) -> None:
    archive, style = save_files(tmp_path)
    browser.edit("RETURN 1")
    browser.drop(archive)
    browser.page.get_by_test_id("navigationFavorites").click()
    browser.page.get_by_test_id("expandFolder-graph-aria").click()
    for query in QUERIES:
        expect(browser.page.get_by_test_id(f"scriptTitle-{query.title}")).to_be_visible()
    browser.drop(style)
    expect(browser.frame).to_contain_text("node.Person {")
    browser.page.get_by_test_id("navigationFavorites").click()


@pytest.mark.slow
def test_the_guide_plays_and_its_style_loads(browser: Driven, server: Neo4jUnderTest) -> None:
    settings = _settings(server, Path("unused"))
    assert settings.browser is not None
    with GuideServer(settings.browser) as guide:
        thread = threading.Thread(target=guide.serve_forever)
        thread.start()
        try:
            title = "Read your life"
            browser.follow(browser_url(settings, guide.guide, command="play"), sign=title)
            played = browser.page.get_by_test_id("frame").filter(has_text=title)
            played.get_by_text(":style http").click()
            assert browser.editor == f":style {guide.address}/style.grass"
            browser.run()
            expect(browser.frame).to_contain_text("node.Person {")
        finally:
            guide.shutdown()
            thread.join()
