"""The examples on the pages of the rules: what they call illegal is found, and what they call legal is not."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from deckcheck.checks.checker import read_deck
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.rules import REGISTRY, rule_named
from deckcheck.rules.engine import check
from tests.conftest import shipped_format

CRANE, CRAB, LION = "1 Shizuka Toshi", "1 Shiro Nishiyama", "1 Yojin no Shiro"
SCORPION_PROVINCES = "Silent Ones Monastery\nUnbridled Ambition\nPublic Forum\nGateway to Meido"


class Example(NamedTuple):
    """Lines of a list that bring a finding of the rule, and lines that bring none; `beside` need not be on the page."""

    code: str
    format: str
    found: str | None
    not_found: str | None
    beside: str = ""
    as_of: str | None = None


EXAMPLES = [
    Example("D001", "celestial-40-40", "3 Winter Seige", "3 Winter Siege"),
    Example("S003", "celestial-40-40", "", "1 Shattered Peaks Castle", "3 Iron Mine"),
    Example("S004", "celestial-40-40", "2 Shattered Peaks Castle", "1 Shattered Peaks Castle"),
    Example("S005", "twenty-festivals", "1 Kobi Sensei\n1 Voitagi Sensei", "1 Kobi Sensei"),
    Example("S006", "lcg-stronghold", "1 Keeper of Air\n1 Seeker of Fire", "1 Keeper of Air"),
    Example("S007", "emperor", "1 Border Keep\n1 Border Keep - exp", "1 Border Keep\n1 Bamboo Harvesters - exp"),
    Example("S011", "lcg-stronghold", "Toshi Ranbo", "Manicured Garden", SCORPION_PROVINCES),
    Example("C001", "twenty-festivals", "2 Matsu Misato\n2 Matsu Misato, the Hatamoto", None),
    Example("C001", "celestial-40-40", None, "3 Utaku Kohana\n1 Utaku Kohana - exp"),
    Example("C002", "celestial-40-40", "2 Ring of Fire", "1 Doji Hakuseki - exp\n1 Doji Hakuseki - exp2"),
    Example("C003", "celestial-40-40", "2 A New Year", "1 A New Year"),
    Example("C004", "lcg-stronghold", "2 Manicured Garden", "1 Manicured Garden"),
    Example("P001", "celestial-40-40", "1 Border Keep - exp2", "3 Kobune Port (Celestial)"),
    Example("P002", "twenty-festivals", "1 Advance Warning", None),
    Example("P002", "celestial-40-40", None, "1 Advance Warning"),
    Example("P003", "celestial-40-40", "1 Kobi Sensei", None),
    Example("P003", "twenty-festivals", None, "1 Kobi Sensei"),
    Example("P004", "twenty-festivals", "3 Double Strike", None),
    Example("P005", "celestial-40-40", "3 Pokupo", None),
    Example("P006", "big-deck", "1 Kyuden Otomo - exp", "1 Kyuden Otomo"),
    Example("P007", "twenty-festivals", "3 Double Strike", None, as_of="2015-12-31"),
    Example("P007", "twenty-festivals", None, "3 Double Strike"),
    Example("A001", "twenty-festivals", None, "Gates of the Second City\nKobi Sensei"),
    Example("A002", "lcg-stronghold", "3 Hida Guardian", "3 Otomo Courtier", CRANE),
    Example("A003", "lcg-stronghold", "Defend the Wall", "Manicured Garden", CRANE),
    Example("A004", "lcg-stronghold", "1 Steward of Law\n1 Hiruma Ambusher", "1 Steward of Law", LION),
    Example("A006", "lcg-stronghold", "1 Way of the Crab", "1 Way of the Crane", CRANE),
    Example("A007", "lcg-stronghold", "1 Isawa Tadaka", None, f"{LION}\nConflict deck"),
    Example("A007", "lcg-stronghold", None, "1 Isawa Tadaka", f"{CRAB}\nConflict deck"),
    Example("A008", "lcg-stronghold", "3 Keeper Initiate\nSeeker of Air", "3 Keeper Initiate\nKeeper of Void"),
    Example("E002", "legacy", "Dark Ring of Air - exp\nRing of Air", "Dark Ring of Air - exp\nRing of Fire"),
    Example("E003", "lcg-emerald", "Akodo Asuka", None),
    Example("E006", "legacy", "Kyuden Otomo", None),
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.code}-{example.format}")
def test_the_examples_of_a_page_are_true(example: Example, tmp_path: Path, ccg: Pool, lcg: Pool) -> None:
    fmt = shipped_format(example.format, example.as_of)
    pool = lcg if fmt.pool == "lcg" else ccg
    if example.found is not None:
        assert example.code in codes(f"{example.beside}\n{example.found}", fmt, pool, tmp_path)
    if example.not_found is not None:
        found = codes(f"{example.beside}\n{example.not_found}", fmt, pool, tmp_path)
        assert found.isdisjoint({example.code, "D001", "D002"})


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example.code}-{example.format}")
def test_the_examples_stand_on_the_page(example: Example) -> None:
    page = rule_named(REGISTRY[example.code]).page
    shown = f"{page['Illegal']}\n{page['Legal']}"
    for line in f"{example.found or ''}\n{example.not_found or ''}".splitlines():
        assert line in shown


def codes(lines: str, fmt: Format, pool: Pool, folder: Path) -> set[str]:
    """Return the codes of what is found in a list of these lines."""
    path = folder / "deck.txt"
    path.write_text(lines.strip() + "\n", encoding="utf-8")
    report = check(read_deck(path, fmt, pool), fmt, pool)
    return {finding.code for finding in report.findings}
