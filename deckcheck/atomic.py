"""Writing files whole or not at all."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path


def write_atomically(path: Path, content: bytes) -> None:
    """Write `content` to `path` through a temporary file in the same folder; raises OSError, leaving the old file."""
    write_parts_atomically(path, (content,))


def write_parts_atomically(path: Path, parts: Iterable[bytes]) -> None:
    """Write `parts` as they come, as `write_atomically` does; whatever they raise leaves the old file too."""
    import tempfile

    # Only the beginning of the name: with all of it the temporary one may be too long.
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.writelines(parts)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, 0o644)  # noqa: PTH101 - mkstemp gives a string, and its mode of 0600 would hide reports
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
