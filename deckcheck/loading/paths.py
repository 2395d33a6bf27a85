"""Where card pools, formats and caches are found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def data_folders(kind: str, first: Path | None = None) -> Iterator[Path]:
    """Yield the existing folders that hold `kind` ("formats" or "cardpools"), the most specific first.

    These are: `first` (an option), the user's data folder, and what is shipped: inside the package when it was
    installed from a wheel, beside it in a checkout.
    """
    import platformdirs

    candidates = [first] if first else []
    candidates.append(Path(platformdirs.user_data_dir("deckcheck")) / kind)
    candidates += [_PACKAGE / "_data" / kind, _PACKAGE.parent / kind]
    yield from (folder for folder in candidates if folder.is_dir())


def cache_folder() -> Path:
    """Return the folder for files that can be made again; it may not exist or not be writable."""
    import platformdirs

    return Path(platformdirs.user_cache_dir("deckcheck"))
