"""Every target of `python -m tests.fuzz` takes its good inputs, some changed ones, and what once broke a promise."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

import pytest

from deckcheck.model.errors import DeckcheckError
from tests.conftest import ROOT
from tests.fuzz.mutation import mutate
from tests.fuzz.targets import TARGETS

FINDS = sorted((ROOT / "tests" / "fuzz" / "finds").glob("*-*"))


@pytest.mark.parametrize("name", TARGETS)
def test_good_inputs_are_taken(name: str, tmp_path: Path) -> None:
    for number, seed in enumerate(list(TARGETS[name].seeds())[:5]):
        (folder := tmp_path / str(number)).mkdir()
        TARGETS[name].run(seed, folder)


@pytest.mark.parametrize("name", TARGETS)
def test_changed_inputs_are_taken_or_refused(name: str, tmp_path: Path) -> None:
    target, rng = TARGETS[name], random.Random(name)
    seeds = list(target.seeds())
    parts = [seed[target.head :] for seed in seeds]
    for number in range(40 if target.guided else 4):
        seed = rng.choice(seeds)
        (folder := tmp_path / str(number)).mkdir()
        with contextlib.suppress(DeckcheckError):
            target.run(seed[: target.head] + mutate(seed[target.head :], rng, parts), folder)


@pytest.mark.parametrize("find", FINDS, ids=lambda path: path.name)
def test_finds_stay_mended(find: Path, tmp_path: Path) -> None:
    with contextlib.suppress(DeckcheckError):
        TARGETS[find.name.rpartition("-")[0]].run(find.read_bytes(), tmp_path)
