"""Streams that refuse to give more than a reader can need, so that a small file cannot fill the memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import IO

_PIECE = 64 * 1024


class TooMuch(Exception):
    """Something in a file says that it is larger than it may be, or leads back to its beginning.

    `limit` names the limit that it would pass, "" where it is none.
    """

    def __init__(self, message: str, limit: str = "") -> None:
        super().__init__(message)
        self.limit = limit


class BoundedFile:
    """A file that reads at most `largest` bytes at once, for `zipfile`."""

    def __init__(self, stream: IO[bytes], largest: int) -> None:
        self._stream = stream
        self._largest = largest
        self.seek = stream.seek
        self.tell = stream.tell
        self.seekable = stream.seekable

    def read(self, size: int = -1) -> bytes:
        """Return the next `size` bytes, -1 for the rest; raises TooMuch when that is more than may be read."""
        content = self._stream.read(self._largest + 1 if size < 0 else min(size, self._largest + 1))
        if len(content) > self._largest:
            raise TooMuch(f"more than {self._largest:,} bytes where there should be few", "archive-files")
        return content


class Forward:
    """A stream that goes forward only, as `tarfile` wants it: `total` bytes in all, `step` of them between `allow`.

    `last` is what the last read returned.
    """

    def __init__(self, read: Callable[[int], bytes], step: int, total: int) -> None:
        self._read = read
        self._step = self._left = step
        self._total = total
        self._at = 0
        self.last = b""

    def allow(self) -> None:
        """Begin a new step."""
        self._left = self._step

    def read(self, size: int) -> bytes:
        """Return the next `size` bytes, fewer at the end; raises TooMuch when that is more than may be read."""
        self._left -= size
        if self._left < 0 or size < 0:
            raise TooMuch(f"more than {self._step:,} bytes where there should be few", "file-bytes")
        pieces: list[bytes] = []
        while size > 0 and (piece := self._piece(size)):
            pieces.append(piece)
            size -= len(piece)
        self.last = b"".join(pieces)
        return self.last

    def seek(self, position: int) -> None:
        """Pass over everything before `position`; the end may come before it."""
        if position < self._at:
            raise TooMuch("a part of it leads back to an earlier one")
        while self._at < position and self._piece(position - self._at):
            pass

    def tell(self) -> int:
        """Return how many bytes have been read or skipped."""
        return self._at

    def seekable(self) -> bool:
        """Return that positions can be sought, since those that are lie ahead."""
        return True

    def _piece(self, most: int) -> bytes:
        piece = self._read(min(most, _PIECE))
        self._at += len(piece)
        if self._at > self._total:
            raise TooMuch(f"more than {self._total:,} bytes in all", "archive-bytes")
        return piece
