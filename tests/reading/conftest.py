"""Readers and a checker of the formats of most lists here; each file has its own, which remembers lines of no other."""

from __future__ import annotations

import pytest

from deckcheck import Checker
from tests.reading.remembered import Reader


@pytest.fixture(scope="module")
def celestial() -> Reader:
    return Reader("celestial-40-40")


@pytest.fixture(scope="module")
def card_game() -> Reader:
    return Reader("lcg-stronghold")


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker("celestial-40-40")
