"""Resolved formats kept on disk, so that checking a deck need not read YAML.

An entry is believed only when it is whole (its own checksum), was made by this version of deckcheck, and the
files it was made of are the ones that would be found now and have the same contents.
"""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path

import msgspec
from msgspec import Struct

from deckcheck import __version__
from deckcheck.errors import UsageError
from deckcheck.atomic import write_atomically
from deckcheck.loading.formats import find_format, resolve_format
from deckcheck.model.format import Format, Provision
from deckcheck.rules import BY_NAME

_DIGEST = 32


class _Entry(Struct):
    version: str
    files: list[tuple[str, str]]
    format: Format


def load_format(name: str, *, first: Path | None = None, cache: Path | None = None) -> Format:
    """Return the format given by id or path, from the cache when that holds a fresh copy.

    Raises:
        UsageError: when there is no such format.
        DataError: when one of its files is wrong.
    """
    path = find_format(name, first)
    if path.name.startswith("_"):
        raise UsageError(f"`{path.stem}` is a parent of formats, not a format to check decks in")
    kept = cache / f"format-{hashlib.sha256(str(path.absolute()).encode()).hexdigest()[:16]}.msgpack" if cache else None
    if kept is not None:
        fmt = _read(kept, path, first)
        if fmt is not None:
            return fmt
    fmt, files = resolve_format(path, first)
    if kept is not None:
        with contextlib.suppress(OSError):
            kept.parent.mkdir(parents=True, exist_ok=True)
            entry = _Entry(__version__, [(str(file), _hash(file)) for file in files], fmt)
            body = msgspec.msgpack.encode(entry)
            write_atomically(kept, hashlib.sha256(body).digest() + body)
    return fmt


def _read(kept: Path, path: Path, first: Path | None) -> Format | None:
    try:
        content = kept.read_bytes()
        if hashlib.sha256(content[_DIGEST:]).digest() != content[:_DIGEST]:
            return None
        entry = msgspec.msgpack.decode(content[_DIGEST:], type=_Entry)
        fmt = entry.format
        files = [path, *(find_format(parent, first, path.parent) for parent in fmt.lineage[1:])]
        if entry.version != __version__ or entry.files != [(str(file), _hash(file)) for file in files]:
            return None
        return msgspec.structs.replace(fmt, provisions=tuple(map(_typed, fmt.provisions)))
    except (OSError, msgspec.MsgspecError, UsageError, KeyError):
        return None


def _typed(provision: Provision) -> Provision:
    params = msgspec.convert(provision.params, BY_NAME[provision.rule].params)
    return msgspec.structs.replace(provision, params=params)


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
