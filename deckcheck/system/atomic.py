"""Write files completely or not at all."""

import contextlib
import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path

# The suffix of temporary files; only such files are removed.
_SUFFIX = ".deckcheck~"


# Temporary files have mode 0600, with which other users cannot read reports.
READABLE = 0o644


def write_atomically(path: Path, content: bytes, mode: int = READABLE) -> None:
    """Write `content` to `path` through a temporary file in the same folder; raises OSError, leaving the old file."""
    write_parts_atomically(path, (content,), mode)


def write_parts_atomically(path: Path, parts: Iterable[bytes], mode: int = READABLE) -> None:
    """Write `parts` like `write_atomically`; an exception from `parts` leaves the old file too."""
    # The full name could make the temporary name too long.
    with temporary_file(path.parent, f".{path.name[:40]}.") as (handle, temporary):
        with os.fdopen(os.dup(handle), "wb") as stream:
            stream.writelines(parts)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(mode)
        temporary.replace(path)


@contextlib.contextmanager
def temporary_file(folder: Path, prefix: str) -> Iterator[tuple[int, Path]]:
    """Yield a new file in `folder`, its open handle and its path; an exception removes it.

    The file is locked while it is open. Unlocked files with this prefix are left over from killed processes and are
    removed.
    """
    import tempfile

    _remove_left(folder, prefix)
    handle, name = tempfile.mkstemp(dir=folder, prefix=prefix, suffix=_SUFFIX)
    try:
        lock(handle)
        yield handle, Path(name)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
    finally:
        os.close(handle)


@contextlib.contextmanager
def whole_folder(target: Path) -> Iterator[Path]:
    """Yield a new folder beside `target` that is renamed to it at the end; an exception removes it.

    It is locked like a temporary file, and the next call removes the folder of a killed process.
    """
    import tempfile

    prefix = f".{target.name[:40]}."
    _remove_left(target.parent, prefix)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=prefix, suffix=_SUFFIX) as made, ExitStack() as closing:
        if os.name == "posix":
            closing.callback(os.close, handle := os.open(made, os.O_RDONLY))
            lock(handle)
        yield Path(made)
        if target.exists():
            target.rmdir()
        Path(made).rename(target)


def _remove_left(folder: Path, prefix: str) -> None:
    import glob
    import shutil

    for path in folder.glob(f"{glob.escape(prefix)}*{_SUFFIX}"):
        with contextlib.suppress(OSError), ExitStack() as closing:
            closing.callback(os.close, handle := os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)))
            if lock(handle):
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def lock(handle: int) -> bool | None:
    """Lock an open file and return whether it was free; None where the system, or a network disk, has no such locks."""
    try:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        return None
    except OSError as error:
        return False if error.errno in (errno.EWOULDBLOCK, errno.EACCES) else None
    return True
