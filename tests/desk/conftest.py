from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from deckcheck.desk import list_jobs
from deckcheck.desk.workers import Workers
from tests.desk.venue import FORMAT, Venue


@pytest.fixture(scope="session")
def workers() -> Iterator[Workers]:
    """The processes that judge lists; starting them takes longer than most tests."""
    made = Workers(1, list_jobs.prepare, FORMAT, "", (None, None))
    yield made
    made.stop()


@pytest.fixture
def venue(tmp_path: Path, workers: Workers) -> Iterator[Venue]:
    with Venue(tmp_path, workers) as made:
        yield made
