"""Whatever the bytes of a file are, reading it gives decks and failures, and nothing else."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.decks.files import decode
from deckcheck.decks.intake import Intake, read_source
from deckcheck.decks.readers import READERS, read_all
from deckcheck.model.deck import RawDeck
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits
from deckcheck.model.report import Failure
from tests.conftest import examples
from tests.good_files import GOOD

several = settings(deadline=None, max_examples=examples(25))


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile")


def read(content: bytes, suffix: str, folder: Path) -> list[RawDeck | Failure]:
    """Read `content` as a file with this suffix, and check what is true of every result."""
    path = folder / f"deck{suffix}"
    path.write_bytes(content)
    every = list(read_source(str(path), Intake()))
    assert every, "a file is never skipped"
    for each in every:
        assert each.path.startswith(str(path))
        if isinstance(each, Failure):
            assert each.error.message
            assert (each.error.place or "").startswith(str(path))
            continue
        assert 0 < len(each.requests) <= len(each.lines) <= Limits().lines or each.syntax == "json"
        for request in each.requests:
            line = each.line(request.span.line)
            assert 1 <= request.span.column < request.span.end_column <= len(line) + 2
            assert len(request.name) <= Limits().name_length
            assert (request.count == 0) == bool(request.bad_count)
    return every


@pytest.mark.parametrize("suffix", GOOD)
def test_good_files_are_decks(suffix: str, folder: Path) -> None:
    assert all(isinstance(each, RawDeck) for each in read(GOOD[suffix], suffix, folder))


@pytest.mark.parametrize("suffix", GOOD)
@several
@given(content=st.binary(max_size=2000))
def test_any_bytes(suffix: str, folder: Path, content: bytes) -> None:
    read(content, suffix, folder)


@pytest.mark.parametrize("suffix", GOOD)
@several
@given(
    changes=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 20), st.binary(max_size=20)), min_size=1, max_size=6),
    end=st.floats(0.01, 1),
)
def test_good_files_with_some_bytes_changed(
    suffix: str, folder: Path, changes: list[tuple[float, int, bytes]], end: float
) -> None:
    content = bytearray(GOOD[suffix])
    for place, taken, put in changes:
        at = int(place * len(content))
        content[at : at + taken] = put
    read(bytes(content[: max(1, int(len(content) * end))]), suffix, folder)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "\n", '"'])
@several
@given(cells=st.lists(st.text(max_size=30), max_size=12))
def test_any_cells(delimiter: str, folder: Path, cells: list[str]) -> None:
    text = "Deck;x\n" + delimiter.join(cells)

    read(text.encode("utf-8", "surrogatepass"), ".csv", folder)


@pytest.mark.parametrize("syntax", READERS)
@several
@given(text=st.text(max_size=500))
def test_any_text(syntax: str, text: str) -> None:
    decks: tuple[RawDeck, ...] = ()
    with contextlib.suppress(InputError):
        decks = read_all(text, "deck.txt", Limits(), syntax)

    assert all(deck.requests for deck in decks)


@several
@given(st.binary(max_size=300))
def test_any_bytes_are_text_or_an_error(content: bytes) -> None:
    text = ""
    with contextlib.suppress(InputError):
        text = decode(content, "deck.txt", Limits())

    assert "\0" not in text
