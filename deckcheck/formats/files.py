"""Find format files and list files."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from deckcheck.model.errors import UsageError, no_such
from deckcheck.system import paths


def find_formats(first: Path | None = None) -> dict[str, Path]:
    """Return the files of all formats by id, without shared parents, whose names begin with ``_``."""
    found: dict[str, Path] = {}
    for folder in paths.data_folders("formats", first):
        for path in sorted(folder.glob("*.yaml")):
            if not path.name.startswith("_"):
                found.setdefault(path.stem, path)
    return found


def has_format(name: str, first: Path | None = None) -> bool:
    """Return whether `name` is one of the ids that `find_formats` finds."""
    return not name.startswith("_") and _file_called(name, _folders(first, None)) is not None


def find_list(name: str, first: Path | None = None, near: Path | None = None) -> Path | None:
    """Return the file of the list with this id, None when there is none."""
    return _file_called(name, (folder / "lists" for folder in _folders(first, near)))


def find_format(name: str, first: Path | None = None, near: Path | None = None) -> Path:
    """Return the file of a format given by id or path; `near` is a folder to look in before the usual ones.

    Raises:
        UsageError: when there is none; the help lists the formats.
    """
    if name.endswith((".yaml", ".yml")):
        path = Path(name)
        if os.path.isfile(path):  # noqa: PTH113 - it never raises
            return path
        raise UsageError(f"there is no format file `{name}`")
    if found := _file_called(name, _folders(first, near)):
        return found
    if os.path.isfile(name):  # noqa: PTH113 - as above
        raise UsageError(f"`{name}` is not a format file", help="the name of a format file ends in .yaml")
    raise no_such("format", name, sorted(find_formats(first)))


def _file_called(name: str, folders: Iterable[Path]) -> Path | None:
    """Return the file for an id in the first of `folders` that has it."""
    if re.match(paths.DATA_ID, name):
        for folder in folders:
            path = folder / f"{name}.yaml"
            if os.path.isfile(path):  # noqa: PTH113 - as above
                return path
    return None


def _folders(first: Path | None, near: Path | None) -> Iterator[Path]:
    """Yield the folders to search; near folders come first, because most searches end there."""
    if near:
        yield near
    yield from paths.data_folders("formats", first)
