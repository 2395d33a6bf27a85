from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import uvicorn.server

from deckcheck.desk import list_jobs
from deckcheck.desk.workers import Workers
from tests.desk.venue import FORMAT, Venue


@pytest.fixture(scope="session", autouse=True)
def _quick_ends() -> Iterator[None]:
    """Let servers look every 5 ms whether they have to end, not every 100: most tests end one and wait for it."""

    async def sleep(seconds: float) -> None:
        await asyncio.sleep(seconds / 20)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(uvicorn.server, "asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": sleep}))
        yield


@pytest.fixture(scope="session")
def workers() -> Iterator[Workers]:
    """The processes that judge lists; starting them takes longer than most tests."""
    made = Workers(1, list_jobs.prepare, FORMAT, "", (None, None))
    asyncio.run(made.warm())
    yield made
    made.stop()


@pytest.fixture
def venue(tmp_path: Path, workers: Workers) -> Iterator[Venue]:
    with Venue(tmp_path, workers) as made:
        yield made
