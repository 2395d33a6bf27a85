"""Find card pools, formats and caches, and delete unused files of the cache."""

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from deckcheck.model.errors import UsageError

# The ids that formats and card pools can have.
DATA_ID = r"_?[a-z0-9]+(?:-[a-z0-9]+)*\Z"
_PACKAGE = Path(__file__).resolve().parent.parent
# The patterns of the files in the folder. Nothing else in it is ever deleted.
KINDS = {
    "compiled card pools": ("*.pool", "*.sqlite", "digest-*.txt"),  # The last two are of earlier versions.
    "resolved formats": ("format-*.msgpack",),
    "fetched decks": ("web/*",),
}
UNUSED_DAYS = 60
_DAY = 24 * 60 * 60


# What may be in a folder for formats that has none yet: dated lists, and the numbers of cards in real decks.
_BESIDE = ("lists", "usage.json")
# What a folder of each kind of data has, as a pattern, and what to do about one without.
_OWN = {
    "formats": ("[!.]*.yaml", "formats are files such as `spring-cup.yaml`; name the folder with them"),
    "cardpools": ("*/pool.yaml", "a card pool is a folder with a file `pool.yaml`; name the folder that contains it"),
}


def data_folders(kind: str, first: Path | None = None) -> Iterator[Path]:
    """Yield the existing folders with `kind` ("formats" or "cardpools"), the most specific first.

    These are: `first` (an option), the user's data folder, and the shipped data: inside the package in an installation
    from a wheel, beside it in a checkout.

    Raises:
        UsageError: when `first` has other files only; the shipped data would silently replace what the user meant.
    """
    if first and (others := _others(kind, first)):
        what, help = kind.replace("cardpools", "card pools"), _OWN[kind][1]
        raise UsageError(f"the folder `{first}` has no {what}; it has `{others[0]}`", help=help)
    candidates = [first] if first else []
    own = user_folder("data")
    candidates += [own / kind] if own else []
    candidates += shipped_folders(kind, kind)
    yield from (folder for folder in candidates if os.path.isdir(folder))  # noqa: PTH112 - it never raises


def _others(kind: str, folder: Path) -> list[str]:
    """Return the names in a folder without any data of a kind; none for a folder with such data, or without files."""
    if next(folder.glob(_OWN[kind][0]), None):
        return []
    try:
        return sorted(each.name for each in folder.iterdir() if each.name not in _BESIDE and each.name[0] != ".")
    except OSError:
        return []


def shipped_folders(kind: str, in_checkout: str) -> tuple[Path, Path]:
    """Return the folders of deckcheck's own data of a kind: in an installed package, and in a checkout; one exists."""
    return _PACKAGE / "_data" / kind, _PACKAGE.parent / in_checkout


def cache_folder() -> Path | None:
    """Return the folder for files that can be recreated, which may not exist; None for a user without a home folder."""
    return user_folder("cache")


def state_folder() -> Path | None:
    """Return the folder for the history of changes that can be undone, under the same conditions as `cache_folder`."""
    return user_folder("state")


def user_folder(what: str) -> Path | None:
    """Return the user's folder for "data", "cache" or "state" of deckcheck, None for a user without a home."""
    # On Linux this is one line, and importing platformdirs would take a tenth of the time of a check.
    if sys.platform.startswith("linux"):
        default = {"cache": "~/.cache", "state": "~/.local/state"}.get(what, "~/.local/share")
        folder = os.path.expanduser(  # noqa: PTH111 - it never raises
            os.environ.get(f"XDG_{what.upper()}_HOME", "").strip() or default
        )
        return Path(folder) / "deckcheck" if os.path.isabs(folder) else None  # noqa: PTH117 - a string
    import platformdirs

    return Path(getattr(platformdirs, f"user_{what}_dir")("deckcheck"))


def copies_folder() -> Path:
    """Return the folder for the copies that are fetched from sources; raises UsageError for a user without a home."""
    folder = user_folder("data")
    if folder is None:
        raise UsageError("there is no folder for the user's data", help="choose one with --out DIR")
    return folder / "sources"


def files_of(folder: Path, kind: str) -> Iterator[tuple[Path, int]]:
    """Yield the files of a kind in the cache, with their sizes in bytes."""
    for pattern in KINDS[kind]:
        for path in sorted(folder.glob(pattern)):
            with contextlib.suppress(OSError):
                yield path, path.stat().st_size


def sweep(folder: Path, days: float = UNUSED_DAYS) -> int:
    """Delete the files of the cache that nobody has read or written for `days`; return their number.

    A file that another process deletes or has open is skipped.
    """
    before = time.time() - days * _DAY
    return sum(_deleted(path, before) for kind in KINDS for path, _ in files_of(folder, kind))


def _deleted(path: Path, before: float) -> bool:
    import shutil

    with contextlib.suppress(OSError):
        found = path.stat()
        if max(found.st_atime, found.st_mtime) < before:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
            return True
    return False
