"""Read the data of a source: a fetched copy, a dump in one file, a tree of files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from deckcheck.model.errors import DataError, UsageError, no_such
from deckcheck.pools.sources import ccg_records, lcg_records
from deckcheck.pools.sources.catalogue import SITES
from deckcheck.pools.sources.crawl import read_copy
from deckcheck.pools.sources.reading import read_json, records_in
from deckcheck.pools.sources.records import SourceData

Pages = list[tuple[str, Any, str]]


class Shape(Struct, frozen=True):
    """How to read a source: the `pool` of its cards, and readers for JSON pages, for a tree of files and for one file.

    The readers take the name of the source and what they read; that of trees also the release dates of sets.
    """

    pool: str
    about: str
    pages: Callable[[str, Pages], SourceData] | None = None
    tree: Callable[[str, Path, Mapping[str, str]], SourceData] | None = None
    file: Callable[[str, Path], SourceData] | None = None


def _lcg_tree(source: str, folder: Path, released: Mapping[str, str]) -> SourceData:
    return lcg_records.from_tree(source, folder)


SHAPES = {
    "fiveringsdb": Shape("lcg", SITES["fiveringsdb"].about, pages=lcg_records.from_server, tree=_lcg_tree),
    "emeralddb": Shape("lcg", SITES["emeralddb"].about, pages=lcg_records.from_server, tree=_lcg_tree),
    "oracle": Shape("ccg", SITES["oracle"].about, pages=ccg_records.from_oracle),
    "set-yaml": Shape("ccg", "a tree of YAML files, one a set", tree=ccg_records.from_set_yaml),
    "card-xml": Shape("ccg", "the card file of Sun and Moon or Egg of P'an Ku", file=ccg_records.from_xml),
}


def shape_called(name: str) -> Shape:
    """Return how the source of this name is read; raises UsageError when there is none."""
    if name not in SHAPES:
        raise no_such("source", name, SHAPES)
    return SHAPES[name]


def read_source(name: str, path: Path, released: Mapping[str, str]) -> SourceData:
    """Return the data of the source `name` at `path`; `released` maps the ids of sets to their dates.

    Raises:
        UsageError: when there is no such source, or it cannot be read from the path.
        DataError: when the data are invalid, or no record could be read.
    """
    found = _read(name, path, released)
    if found.doubts and not found.records:
        raise DataError(
            f"no card of `{name}` was read: {len(found.doubts)} left out; the first: {found.doubts[0]}",
            place=str(path),
            help="the source may have changed its shape; the pool was not changed",
        )
    return found


def _read(name: str, path: Path, released: Mapping[str, str]) -> SourceData:
    shape = shape_called(name)
    if not path.exists():
        fetched = f"`deckcheck pools fetch {name}` makes a copy" if name in SITES else None
        raise UsageError(f"there are no data of `{name}` here", place=str(path), help=fetched)
    if shape.pages is not None and (path / "manifest.json").is_file():
        manifest, pages = read_copy(path)
        if manifest.source != name:
            raise DataError(f"a copy of `{manifest.source}`, not of `{name}`", place=str(path))
        return msgspec.structs.replace(shape.pages(name, pages), date=manifest.date, digest=manifest.digest)
    if path.is_dir() and shape.tree is not None:
        return shape.tree(name, path, released)
    if path.is_file() and shape.file is not None:
        return shape.file(name, path)
    if path.is_file() and shape.pages is not None:
        return shape.pages(name, [("/cards", _dump(path), str(path))])
    raise UsageError(
        f"`{name}` cannot be read from this", place=str(path), help="a fetched copy, a JSON dump or a tree of files"
    )


def _dump(path: Path) -> Any:
    records = records_in(read_json(path, object))
    if records is None:
        raise DataError("no list of records", place=f"{path}:1")
    return records
