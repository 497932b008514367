"""Every link within the documentation leads somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("cypher/*.md"), *ROOT.glob("docs/**/*.md")])
_LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+)\)")
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
_EXTERNAL = ("https://", "http://", "mailto:")


def _links(page: Path) -> Iterator[str]:
    text = _FENCE.sub("", page.read_text("utf-8"))
    yield from _LINK.findall(text)


def _anchors(page: Path) -> set[str]:
    """The anchors that a page's headings get."""
    headings = _HEADING.findall(_FENCE.sub("", page.read_text("utf-8")))
    return {
        re.sub(r"[^\w\- ]", "", heading.lower().strip()).replace(" ", "-") for heading in headings
    }


def _name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_relative_link_leads_to_a_file_and_to_a_heading_in_it(page: Path) -> None:
    for link in _links(page):
        if link.startswith(_EXTERNAL):
            continue
        path, _, anchor = unquote(link).partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.is_relative_to(ROOT), f"{link} leads out of the repository"
        assert target.exists(), f"{link} leads nowhere"
        if anchor and target.suffix == ".md":
            assert anchor in _anchors(target), f"{link}: there is no such heading"


def test_every_page_can_be_reached_from_the_readme() -> None:
    seen: set[Path] = set()
    ahead = [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        if page in seen:
            continue
        seen.add(page)
        for link in _links(page):
            target = (page.parent / unquote(link).partition("#")[0]).resolve()
            if not link.startswith(_EXTERNAL) and target.suffix == ".md" and target.exists():
                ahead.append(target)

    # Decisions are a numbered folder of their own.
    lost = {page for page in PAGES if page.parent.name != "decisions"} - seen
    assert not lost


@pytest.mark.parametrize("image", sorted(ROOT.glob("docs/images/*.svg")), ids=lambda p: p.name)
def test_no_picture_loads_anything_from_elsewhere(image: Path) -> None:
    text = image.read_text("utf-8")

    assert not re.search(r"@import|@font-face|url\((?!#)|href=\"(?!#)|<script", text)


def test_every_picture_is_used() -> None:
    used = {
        (page.parent / link).resolve()
        for page in PAGES
        for link in _links(page)
        if not link.startswith(_EXTERNAL)
    }

    assert set(ROOT.glob("docs/images/*")) <= used
