"""Open a built page in Chromium, to measure and compare it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deckcheck.model.errors import UsageError
from docsite.checker.build import LISTING
from docsite.checker.serving import served
from tests.browser import Browser, find_browser

# True in the page when Python answers, and when the page works offline.
READY = "document.documentElement?.dataset.ready"
KEPT = "document.documentElement?.dataset.offline"


@contextmanager
def browsing(page: Path) -> Iterator[Browser]:
    """Yield a new browser; raises UsageError without one, or when there is no page in the folder `page`."""
    if find_browser() is None:
        raise UsageError("this needs Chromium, and there is none")
    if not (page / LISTING).is_file():
        raise UsageError(f"there is no page in {page}", help="build one with `--out DIR`")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile, Browser(Path(profile)) as browser:
        yield browser


@contextmanager
def opened(page: Path) -> Iterator[Browser]:
    """Yield a new browser with the page in it; raises as `browsing` does."""
    with browsing(page) as browser, served(page) as address:
        browser.open(address)
        yield browser
