"""The page about a format for players: rules in words, lists, and what changed since an earlier version."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deckcheck.checks.house_rules import with_house_rules
from deckcheck.cli import run
from deckcheck.model.format import Format, HouseRules
from deckcheck.pools.loading import FilePool
from deckcheck.reports.formats import in_words, parts_of
from deckcheck.reports.html.formats import format_page
from tests.conftest import shipped_format, shipped_pool


def lines(fmt: Format, pool: FilePool, old: Format | None = None) -> list[str]:
    """Return the texts of the items of the page."""
    page = "".join(format_page(fmt, pool, old))
    return [re.sub(r"<[^>]*>", "", item).strip() for item in re.findall(r"<li>(.*?)</li>", page, re.DOTALL)]


def test_rules_are_in_words(celestial: Format, ccg: FilePool) -> None:
    shown = lines(celestial, ccg)

    assert "Dynasty deck: at least 40 cards" in shown
    assert "For cards of the Dynasty deck or Fate deck that are not Unique, except Events" in shown
    assert "At most 3" in shown
    assert "Legality symbols: Celestial" in shown
    assert "The clan comes from the Strongholds" in shown


def test_banned_cards_are_listed(celestial: Format, ccg: FilePool) -> None:
    house = with_house_rules(celestial, ccg, HouseRules(ban=("A New Year",)))

    assert "A New Year since 2012-01-31" in lines(house, ccg)


def test_changes_since_an_earlier_version(celestial: Format, ccg: FilePool) -> None:
    house = HouseRules(("copies=2", "duplicate-event=off"), ("A New Year",), ("The Wall is Breached",), ("dynasty=45",))
    new = with_house_rules(celestial, ccg, house)
    of_the_format = lines(new, ccg)

    assert [line for line in lines(new, ccg, celestial) if line not in of_the_format] == [
        "What changed",
        "C001 too-many-copies: at most 3 → at most 2",
        "dropped: C003 duplicate-event",
        "P001 not-legal: nothing → also allowed: The Wall is Breached",
        "new: P006 banned-by-list",
        "S001 deck-too-small: Dynasty deck: at least 40 cards → Dynasty deck: at least 45 cards",
        "banned, added: A New Year",
        "1 card added: The Wall is Breached",
    ]


@pytest.mark.parametrize("name", ["lcg-emerald", "lcg-stronghold", "twenty-festivals", "big-deck"])
def test_every_value_has_words(name: str) -> None:
    fmt = shipped_format(name)
    pool = shipped_pool(fmt.pool)
    words = [each for part in parts_of(fmt).values() for each in in_words(part, fmt, pool)]

    assert words
    assert not [each for each in words if "Selector(" in each or "{" in each]
    ids = {each for part in fmt.provisions for each in getattr(part.params, "sets", ()) if "-" in str(each)}
    assert not [each for each in words if any(set_id in each for set_id in ids)]


def test_the_command_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"

    options = ["--out", str(page), "--since", "lcg-emerald@2025-08-23"]
    assert run(["formats", "publish", "lcg-emerald", *options]) == 0

    assert capsys.readouterr().out == f"{page}: written\n"
    assert (
        "banned, removed: A New Name, Gateway to Meido, Hidden Moon Dōjō, Magistrate Station, Togashi Mitsu"
        in page.read_text("utf-8")
    )


def test_an_earlier_version_of_another_game_is_an_error(tmp_path: Path) -> None:
    command = ["formats", "publish", "emperor", "--out", str(tmp_path / "page.html"), "--since", "lcg-2017"]

    assert run(command) == 2
