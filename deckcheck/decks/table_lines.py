"""The lines of a file with a table, as the rows of the table are read from them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TextIO

from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits, how_to_raise


class TableLines:
    """The lines of a table as `csv` wants them, numbered from 1; a row may have as many bytes as a deck file."""

    def __init__(self, text: TextIO, source: str, limits: Limits) -> None:
        self._text = text
        self.source = source
        self.limits = limits
        self._left = limits.file_bytes
        self._ahead = deque[str]()
        self.number = 0

    def __iter__(self) -> Iterator[str]:
        text, ahead = self._text, self._ahead
        while line := ahead.popleft() if ahead else text.readline(self._left + 1):
            self.number += 1
            self._left -= len(line)
            if self._left < 0:
                most = self.limits.file_bytes
                raise InputError(
                    f"a row of more than {most:,} characters; it and the rows behind it were not read",
                    place=f"{self.source}:{self.number}",
                    help=f"is there a quotation mark that is not closed? {how_to_raise('file-bytes')}",
                )
            yield line

    def ahead(self, number: int) -> Iterator[str]:
        """Yield the next lines, which are still to be read after that."""
        for at in range(number):
            if at == len(self._ahead):
                self._ahead.append(self._text.readline(self.limits.file_bytes + 1))
            yield self._ahead[at]

    def new_row(self) -> int:
        """Begin a row, and return the number of its first line."""
        self._left = self.limits.file_bytes
        return self.number + 1
