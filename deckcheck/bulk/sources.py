"""Expand the inputs of a run; deckcheck expands patterns itself, for more files than a shell can pass."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator

from deckcheck.checks import checker as app
from deckcheck.system.web import is_address


def expand(inputs: Iterable[str]) -> Iterator[str]:
    """Yield the files to check, from paths, folders, addresses, ``-`` and sorted patterns such as ``lists/**/*.txt``.

    A pattern without a match is yielded unchanged, so that reading it reports a missing file.
    """
    for each in inputs:
        filled = _filled(each)
        found = app.expand(filled)
        # A pattern can match a folder and the files in it.
        yield from found if len(filled) == 1 else {os.path.normpath(path): path for path in found}.values()


def _filled(source: str) -> list[str]:
    if not glob.has_magic(source) or is_address(source) or os.path.lexists(source):
        return [source]
    return sorted(glob.iglob(source, recursive=True)) or [source]  # noqa: PTH207 - patterns may be absolute
