"""What the inputs of a run lead to: patterns of paths are filled in here, for lists that no shell could pass on."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator

from deckcheck.checks import checker as app
from deckcheck.system.web import is_address


def expand(inputs: Iterable[str]) -> Iterator[str]:
    """Yield the files to check for paths, folders, addresses, ``-`` and patterns such as ``lists/**/*.txt``, sorted.

    A pattern that nothing fits stands for itself, so that reading it says that there is no such file.
    """
    for each in inputs:
        filled = _filled(each)
        found = app.expand(filled)
        # A pattern may fit a folder and the files in it.
        yield from found if len(filled) == 1 else {os.path.normpath(path): path for path in found}.values()


def _filled(source: str) -> list[str]:
    if not glob.has_magic(source) or is_address(source) or os.path.lexists(source):
        return [source]
    return sorted(glob.iglob(source, recursive=True)) or [source]  # noqa: PTH207 - patterns may be absolute
