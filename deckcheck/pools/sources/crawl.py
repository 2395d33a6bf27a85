"""Read the data of a source: a dump, a tree of files, or a copy fetched from its server page by page.

The folder has ``pages/``, ``manifest.json`` for the last complete copy, and ``crawl.json`` during a crawl. Pages are
named by their contents, so a new copy shares unchanged pages with the old one.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, structs

from deckcheck.model.digest import digest
from deckcheck.model.errors import DataError, FetchError, UsageError, called, reading
from deckcheck.pools.sources import ccg_records, lcg_records
from deckcheck.pools.sources.catalogue import SITES, SourceSite
from deckcheck.pools.sources.records import SourceData, read_json, records_at, records_in
from deckcheck.system.atomic import write_atomically

if TYPE_CHECKING:
    from deckcheck.system.web.client import Client

Pages = list[tuple[str, Any, str]]


# A crawl that was interrupted longer ago starts over, because its pages would not match the others.
_STALE_SECONDS = 86_400
_MAX_SHOWN = 120


class CrawledPage(Struct, frozen=True):
    """One answer: its path on the server, its file, its digest and number of records."""

    path: str
    file: str
    digest: str
    records: int


class Manifest(Struct, frozen=True):
    """The description of a copy: source, address, day (UTC), digest over all pages, number of cards.

    That of a crawl has its pages so far, and nothing that only a complete copy has.
    """

    source: str
    address: str
    date: str = ""
    digest: str = ""
    cards: int = 0
    pages: tuple[CrawledPage, ...] = ()


def crawl(
    site: SourceSite, address: str, folder: Path, client: Client, say: Callable[[str], None] = lambda _: None
) -> Manifest:
    """Fetch every page of `site` from the server at `address` into `folder`, or the rest of an interrupted crawl.

    Raises:
        FetchError: when a page is unavailable or has no records; the pages so far are kept for the next time.
        OSError: when the folder cannot be written.
    """
    (folder / "pages").mkdir(parents=True, exist_ok=True)
    begun = _resumed(site, address, folder)
    pages = list(begun.pages)
    if pages:
        say(f"{site.name}: continuing after {len(pages)} pages")
    for path in _paths(site, pages):
        value, content = client.get_json(address + path)
        records = records_in(value)
        if records is None:
            raise FetchError("answers with JSON other than a list of records", place=(address + path)[:_MAX_SHOWN])
        if not records and not site.batch:
            raise FetchError("the server sent no records", place=address + path, help="the previous copy is kept")
        pages.append(_keep(folder, len(pages) + 1, path, content, len(records)))
        write_atomically(folder / "crawl.json", msgspec.json.encode(structs.replace(begun, pages=tuple(pages))))
        say(f"{site.name}: page {len(pages)}, {len(records)} records")
    return _finish(site, structs.replace(begun, pages=tuple(pages)), folder)


def read_copy(folder: Path) -> tuple[Manifest, Pages]:
    """Return the last complete copy in `folder`: its pages as paths, values and places; raises DataError."""
    place = folder / "manifest.json"
    try:
        with reading(place, "`deckcheck pools fetch` makes a copy"):
            manifest = msgspec.json.decode(place.read_bytes(), type=Manifest)
    except msgspec.DecodeError as error:
        raise DataError(f"not the manifest of a copy: {error}", place=str(place)) from None
    return manifest, [(page.path, _page(folder, page), str(folder / page.file)) for page in manifest.pages]


def _page(folder: Path, page: CrawledPage) -> Any:
    file = folder / page.file
    with reading(file, "fetch it again"):
        content = file.read_bytes()
    if digest(content) != page.digest:
        raise DataError("damaged: it does not have the digest of the manifest", place=str(file), help="fetch it again")
    # A byte order mark is allowed, as in the client.
    return json.loads(content.decode("utf-8-sig"))


def _resumed(site: SourceSite, address: str, folder: Path) -> Manifest:
    """Return the manifest of an interrupted crawl with its complete pages, or one without pages."""
    fresh, file = Manifest(site.name, address), folder / "crawl.json"
    try:
        begun = msgspec.json.decode(file.read_bytes(), type=Manifest)
        is_stale = time.time() - file.stat().st_mtime > _STALE_SECONDS
    except (OSError, msgspec.DecodeError):
        return fresh
    if (begun.source, begun.address) != (site.name, address) or is_stale:
        return fresh
    whole = takewhile(lambda page: _is_whole(folder / page.file, page), begun.pages)
    return structs.replace(begun, pages=tuple(whole))


def _is_whole(file: Path, page: CrawledPage) -> bool:
    return file.is_file() and digest(file.read_bytes()) == page.digest


def _paths(site: SourceSite, pages: list[CrawledPage]) -> Iterator[str]:
    """Yield the paths to request after `pages`; the caller adds each answer to these before it takes the next path.

    They are the fixed paths of the source, or batches of ids until several in a row are empty.
    """
    if not site.batch:
        yield from site.paths[len(pages) :]
        return
    while len(pages) < site.empty or any(page.records for page in pages[-site.empty :]):
        first = len(pages) * site.batch_size + 1
        yield site.batch.format(ids=",".join(map(str, range(first, first + site.batch_size))))


def _keep(folder: Path, number: int, path: str, content: bytes, records: int) -> CrawledPage:
    own = digest(content)
    file = f"pages/{number:04}-{own[7:19]}.json"
    if not (folder / file).is_file() or (folder / file).read_bytes() != content:
        write_atomically(folder / file, content)
    return CrawledPage(path, file, own, records)


def _finish(site: SourceSite, crawled: Manifest, folder: Path) -> Manifest:
    cards = sum(page.records for page in crawled.pages if site.batch or page.path == site.paths[0])
    if not cards:
        raise FetchError("the server sent no cards", place=crawled.address, help="the previous copy is kept")
    manifest = structs.replace(
        crawled,
        date=time.strftime("%Y-%m-%d", time.gmtime()),
        digest=digest("".join(page.digest for page in crawled.pages)),
        cards=cards,
    )
    write_atomically(folder / "manifest.json", msgspec.json.format(msgspec.json.encode(manifest)))
    (folder / "crawl.json").unlink(missing_ok=True)
    used = {page.file for page in manifest.pages}
    for file in (folder / "pages").iterdir():
        if re.fullmatch(r"[0-9]{4,}-[0-9a-f]{12}\.json", file.name) and f"pages/{file.name}" not in used:
            file.unlink()
    return manifest


class Shape(Struct, frozen=True):
    """How to read a source: the `pool` of its cards, and readers for JSON pages, for a tree of files and for one file.

    The readers take the name of the source and its data; the reader for trees also takes the release dates of sets.
    """

    pool: str
    pages: Callable[[str, Pages], SourceData] | None = None
    tree: Callable[[str, Path, Mapping[str, str]], SourceData] | None = None
    file: Callable[[str, Path], SourceData] | None = None


SHAPES = {
    "fiveringsdb": Shape(SITES["fiveringsdb"].pool, pages=lcg_records.from_server, tree=lcg_records.from_tree),
    "emeralddb": Shape(SITES["emeralddb"].pool, pages=lcg_records.from_server, tree=lcg_records.from_tree),
    "oracle": Shape(SITES["oracle"].pool, pages=ccg_records.from_oracle),
    "set-yaml": Shape("ccg", tree=ccg_records.from_set_yaml),
    "card-xml": Shape("ccg", file=ccg_records.from_xml),
}


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
    shape = called("source", name, SHAPES)
    unfinished = path.is_dir() and {each.name for each in path.iterdir()} <= {"cache", "pages"}
    if unfinished or not path.exists():
        fetched = f"`deckcheck pools fetch {name}` makes a copy" if name in SITES else None
        raise UsageError(f"no data from `{name}` found here", place=str(path), help=fetched)
    if shape.pages is not None and (path / "manifest.json").is_file():
        manifest, pages = read_copy(path)
        if manifest.source != name:
            raise DataError(f"a copy of `{manifest.source}`, not of `{name}`", place=str(path))
        return structs.replace(shape.pages(name, pages), date=manifest.date, digest=manifest.digest)
    if path.is_dir() and shape.tree is not None:
        return shape.tree(name, path, released)
    if path.is_file() and shape.file is not None:
        return shape.file(name, path)
    if path.is_file() and shape.pages is not None:
        return shape.pages(name, [("/cards", records_at(read_json(path), path), str(path))])
    raise UsageError(
        f"`{name}` cannot be read from this", place=str(path), help="a fetched copy, a JSON dump or a tree of files"
    )
