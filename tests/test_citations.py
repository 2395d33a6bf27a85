"""Citations against the rulebooks, where their texts are available: beside the checkout, or in DECKCHECK_RULEBOOKS."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

import pytest

from deckcheck.formats.files import find_formats
from tests.conftest import shipped_format

BESIDE = Path(__file__).resolve().parents[2] / "shared" / "rulebooks"
BOOKS = Path(os.environ.get("DECKCHECK_RULEBOOKS", BESIDE))
# The texts by the words with which citations name their documents.
TEXTS = {
    "Celestial Judge's Rulebook 1.1": "celestial-judges-rulebook-1.1.txt",
    "Comprehensive Rules for Twenty Festivals": "twenty-festivals-combined-rulebook.txt",
    "Rules Reference 1.01": "lcg-rules-reference-1.01.txt",
    "Samurai printable rules": "samurai-2008-printable-rules.txt",
}


@cache
def citations() -> list[tuple[str, str]]:
    """Return the document and the place of every citation of a shipped format, on its last day."""
    formats = [shipped_format(name) for name in sorted(find_formats())]
    cites = {each.cite for fmt in formats for each in fmt.provisions}
    cites |= {each.cite for fmt in formats for each in fmt.draws}
    return sorted((cite.source, cite.at) for cite in cites)


@cache
def words_of(file: str) -> str:
    """Return the text of a rulebook as words in lower case: the texts lost ligatures and break lines anywhere."""
    path = BOOKS / file
    if not path.is_file():
        pytest.skip(f"the text {file} is not available; DECKCHECK_RULEBOOKS names the folder that has it")
    return " ".join(re.findall(r"[a-z0-9']+", path.read_text("utf-8").lower()))


def headings(at: str) -> list[str]:
    """Return the headings that a citation names: its parts that begin with a capital letter, without remarks."""
    parts = (re.sub(r"\(.*?\)", "", part).strip() for part in re.split(r"[;,] ", at))
    return [part for part in parts if part[:1].isupper()]


def test_no_citation_has_the_lines_of_a_text_that_nobody_has() -> None:
    assert [cited for cited in citations() if re.search(r"\bl\. ?\d", cited[1])] == []


@pytest.mark.parametrize(
    ("format_id", "rule", "indexed", "page"),
    [
        ("celestial-40-40", "created-card-proxy", "Proxies", 15),
        ("emperor", "too-many-copies", "Deck construction", 4),
    ],
)
def test_a_page_is_that_of_the_index_of_the_rulebook(format_id: str, rule: str, indexed: str, page: int) -> None:
    cite = next(each.cite for each in shipped_format(format_id).provisions if each.name == rule)
    assert f"{indexed.lower()} {page}" in words_of(TEXTS["Celestial Judge's Rulebook 1.1"])
    assert cite.at.endswith(f", p. {page}")


@pytest.mark.parametrize(
    ("file", "heading"),
    sorted(
        {
            (file, heading)
            for source, at in citations()
            for document, file in TEXTS.items()
            if source.startswith(document)
            for heading in headings(at)
        }
    ),
)
def test_the_rulebook_has_the_heading_that_is_cited(file: str, heading: str) -> None:
    wanted = " ".join(re.findall(r"[a-z0-9']+", heading.lower()))
    assert wanted in words_of(file)
