from __future__ import annotations

from pathlib import Path

import pytest

from tests.events_desk import Desk


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(tmp_path, capsys)
