"""A cache of resolved formats on disk, so that checking a deck reads no YAML.

An entry is valid only when its checksum matches, this version of deckcheck made it, and the same source files have the
same contents.
"""

from __future__ import annotations

import contextlib
import os
import zlib
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from deckcheck import __version__
from deckcheck.formats.files import find_format, find_list
from deckcheck.model.errors import UsageError
from deckcheck.model.format import Format, RuleSetting
from deckcheck.model.pool import Pool
from deckcheck.rules import rule_named
from deckcheck.system.atomic import write_atomically

_CHECK = 4


class _CachedFormat(Struct):
    version: str
    files: list[tuple[str, bytes]]
    lists: list[str]
    format: Format


def load_format(
    name: str,
    *,
    first: Path | None = None,
    cache: Path | None = None,
    as_of: str | None = None,
    open_pool: Callable[[str], Pool] | None = None,
) -> Format:
    """Return the format given by id or path as of the day `as_of`, from the cache when that is fresh.

    With `open_pool`, a format from outside the cache is compared with its pool: a ban list that names a card missing
    from the pool is an error.

    Raises:
        UsageError: when there is no such format, or `as_of` is not a date.
        DataError: when one of its files is invalid.
    """
    path = find_format(name, first)
    if path.name.startswith("_"):
        raise UsageError(f"`{path.stem}` is a parent of formats; choose a format to check decks in")
    kept = _kept(path, as_of, cache) if cache else None
    if kept is not None:
        fmt = _read(kept, path, first)
        if fmt is not None:
            return fmt
    # Imported here because a cached format needs no YAML.
    from deckcheck.formats.lint import verify
    from deckcheck.formats.list_files import is_date
    from deckcheck.formats.loading import resolve_format

    if as_of is not None and not is_date(as_of):
        raise UsageError(f"`{as_of}` is not a date", help="a date looks like 2019-05-10")
    resolved = resolve_format(path, first, as_of)
    if open_pool is not None:
        verify(resolved.format, open_pool(resolved.format.pool))
    if kept is not None:
        # A path that is not UTF-8 cannot be cached.
        with contextlib.suppress(OSError, UnicodeEncodeError):
            kept.parent.mkdir(parents=True, exist_ok=True)
            files, lists = (*resolved.files, *resolved.lists), [file.stem for file in resolved.lists]
            body = msgspec.msgpack.encode(_CachedFormat(__version__, _contents(files), lists, resolved.format))
            write_atomically(kept, _check(body) + body)
    return resolved.format


def packed(fmt: Format) -> bytes:
    """Return a resolved format as bytes, for another machine."""
    return msgspec.msgpack.encode(fmt)


def unpacked(content: bytes) -> Format:
    """Return the format from the bytes that `packed` returned."""
    fmt = msgspec.msgpack.decode(content, type=Format)
    return msgspec.structs.replace(fmt, provisions=tuple(map(_typed, fmt.provisions)))


def _kept(path: Path, as_of: str | None, cache: Path) -> Path:
    key = zlib.crc32(f"{as_of} ".encode("utf-8", "surrogatepass") + os.fsencode(path.absolute()))
    return cache / f"format-{path.stem}-{key:08x}.msgpack"


def _read(kept: Path, path: Path, first: Path | None) -> Format | None:
    try:
        content = kept.read_bytes()
        if _check(content[_CHECK:]) != content[:_CHECK]:
            return None
        entry = msgspec.msgpack.decode(content[_CHECK:], type=_CachedFormat)
        fmt = entry.format
        parents = [find_format(parent, first, path.parent) for parent in fmt.lineage[1:]]
        lists = [find_list(name, first, path.parent) for name in entry.lists]
        if entry.version != __version__ or entry.files != _contents((path, *parents, *filter(None, lists))):
            return None
        return msgspec.structs.replace(fmt, provisions=tuple(map(_typed, fmt.provisions)))
    except (OSError, msgspec.MsgspecError, UsageError, ImportError):
        return None


def _typed(provision: RuleSetting) -> RuleSetting:
    params = msgspec.convert(provision.params, rule_named(provision.rule).params)
    return msgspec.structs.replace(provision, params=params)


def _contents(files: tuple[Path, ...]) -> list[tuple[str, bytes]]:
    return [(str(file.absolute()), file.read_bytes()) for file in files]


def _check(body: bytes) -> bytes:
    return zlib.crc32(body).to_bytes(_CHECK, "big")
