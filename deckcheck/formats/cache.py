"""A cache of resolved formats on disk; with it, checking a deck reads no YAML.

An entry is valid only when its checksum, that of zlib, matches, this version of deckcheck made it, and the same source
files have the same contents.
"""

import contextlib
import os
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from deckcheck import __version__
from deckcheck.formats.files import find_format, find_list
from deckcheck.model.days import is_date
from deckcheck.model.errors import UsageError
from deckcheck.model.format import RESOURCES, Format, FormatSetting
from deckcheck.model.pool import Pool
from deckcheck.rules import rule_named
from deckcheck.system.atomic import write_atomically


class _Entry(Struct):
    version: str
    files: list[tuple[str, bytes]]
    lists: list[str]
    format: Format


class FormatLoader(Struct, frozen=True, kw_only=True):
    """Loads formats as of the day `as_of`, from the folder `cache` when it is fresh.

    `first` is the folder with the user's own formats.
    With `open_pool`, a format from outside the cache is compared with its pool: a ban list that names a card missing
    from the pool is an error.
    """

    first: Path | None = None
    cache: Path | None = None
    as_of: str | None = None
    open_pool: Callable[[str], Pool] | None = None

    def load(self, name: str) -> Format:
        """Return the format given by id or path.

        Raises:
            UsageError: when there is no such format, or `as_of` is not a date.
            DataError: when one of its files is invalid.
        """
        path = find_format(name, self.first)
        if path.name.startswith("_"):
            raise UsageError(f"`{path.stem}` is a parent of formats; choose a format to check decks in")
        if (fmt := self._cached(path)) is not None:
            with contextlib.suppress(ImportError, msgspec.ValidationError):  # In a checkout the rules may have changed.
                return with_types(fmt)
        # Imported here because a cached format needs no YAML.
        from deckcheck.formats.lint import verify
        from deckcheck.formats.loading import resolve_format

        if self.as_of is not None and not is_date(self.as_of):
            raise UsageError(f"`{self.as_of}` is not a date", help="write a date such as 2019-05-10")
        resolved = resolve_format(path, self.first, self.as_of)
        if self.open_pool is not None:
            verify(resolved.format, self.open_pool(resolved.format.pool))
        if self.cache is not None:
            # A path that is not UTF-8 cannot be cached.
            with contextlib.suppress(OSError, UnicodeEncodeError):
                self.cache.mkdir(parents=True, exist_ok=True)
                files = list(map(_content, (*resolved.files, *resolved.lists)))
                lists = [file.stem for file in resolved.lists]
                body = msgspec.msgpack.encode(_Entry(__version__, files, lists, resolved.format))
                write_atomically(self.cache / self._entry_name(path), zlib.compress(body, level=0))
        return resolved.format

    def _cached(self, path: Path) -> Format | None:
        """Return the cached format of a file, with the parameters of its rules untyped; None when missing or stale."""
        if self.cache is None:
            return None
        try:
            content = zlib.decompress((self.cache / self._entry_name(path)).read_bytes())
            entry = msgspec.msgpack.decode(content, type=_Entry)
            folder = path.parent
            parents = [find_format(parent, self.first, folder) for parent in entry.format.lineage[1:]]
            lists = [find_list(name, self.first, folder) for name in entry.lists]
            fresh = list(map(_content, (path, *parents, *filter(None, lists))))
        except (OSError, zlib.error, msgspec.MsgspecError, UsageError):
            return None
        return entry.format if entry.version == __version__ and entry.files == fresh else None

    def _entry_name(self, path: Path) -> str:
        key = zlib.crc32(f"{self.as_of} ".encode("utf-8", "surrogatepass") + os.fsencode(path.absolute()))
        return f"format-{path.stem}-{key:08x}.msgpack"


def _content(file: Path) -> tuple[str, bytes]:
    return str(file.absolute()), file.read_bytes()


def with_types(fmt: Format) -> Format:
    """Return a decoded format with the parameters of its rules and economy in their types, instead of builtin ones."""

    def typed(settings: Iterable[FormatSetting[Any]], kind: Callable[[str], type[Any]]) -> tuple[Any, ...]:
        return tuple(replace(each, params=msgspec.convert(each.params, kind(each.name))) for each in settings)

    rules = typed(fmt.provisions, lambda name: rule_named(name).params)
    return replace(fmt, provisions=rules, economy=typed(fmt.economy, RESOURCES.__getitem__))
