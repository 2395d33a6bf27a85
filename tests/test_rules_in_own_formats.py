"""Rules with parameters that no shipped format has, as a league or a tournament may set them."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck.decks.readers import read
from deckcheck.decks.resolve import resolve
from deckcheck.formats.loading import resolve_format
from deckcheck.model.limits import Limits
from deckcheck.pools.loading import FilePool
from deckcheck.rules.engine import check

CITE = "cite: {doc: CUP, section: its rules}"


@pytest.fixture(autouse=True)
def _no_user_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    return tmp_path / "cup.yaml"


def write_format(path: Path, parent: str, rules: str) -> None:
    """Write a format that extends `parent` by `rules`, in the flow style of YAML."""
    path.write_text(
        f"id: cup\nname: Cup\nextends: {parent}\ndate: '2026-03-01'\n"
        f"documents: {{CUP: rules of the cup}}\nrules: {{{rules}}}\n",
        "utf-8",
    )


def write_list(folder: Path, name: str, kind: str, pool: str, holds: str) -> None:
    (folder / "lists").mkdir(exist_ok=True)
    (folder / "lists" / f"{name}.yaml").write_text(
        f"id: {name}\nkind: {kind}\nname: Cup\npool: {pool}\nfrom: '2026-03-01'\nbasis: community\n"
        f"source: the announcement\n{holds}\n",
        "utf-8",
    )


def said(path: Path, deck: str, pool: FilePool, *codes: str) -> list[str]:
    """Return what rules say of a deck."""
    fmt = resolve_format(path).format
    findings = check(resolve(read(deck, "deck.txt", Limits()), fmt, pool), fmt, pool).findings
    return [f"{finding.code}: {finding.message}" for finding in findings if finding.code in codes]


def test_two_boxes_hold_twice_as_many_cards(cup: Path, lcg: FilePool) -> None:
    write_format(cup, "lcg-single-core", "too-many-copies-for-set: {sets: 2}")

    assert said(cup, "3 Agasha Swordsmith\n2 Ascetic Visionary", lcg, "C006") == [
        "C006: 3 copies of `Agasha Swordsmith`, but 2 Core Sets contain only 2"
    ]


def test_two_restricted_cards_may_be_allowed(cup: Path, lcg: FilePool) -> None:
    write_list(cup.parent, "cup-restricted", "restricted", "lcg", "cards: [Charge!, Rout, Banzai!]")
    write_format(cup, "lcg-2017", f"too-many-restricted: {{list: cup-restricted, max: 2, {CITE}}}")

    assert said(cup, "3 Charge!\n3 Rout", lcg, "C005") == []
    assert said(cup, "3 Charge!\n3 Rout\n1 Banzai!", lcg, "C005") == [
        "C005: 3 restricted cards (3 `Charge!`, 3 `Rout`, `Banzai!`); the maximum is 2 (Cup, since 2026-03-01)",
    ]


def test_a_list_says_nothing_of_cards_that_are_banned_without_it(cup: Path, ccg: FilePool) -> None:
    """Other formats ban Advance Warning, but the list still applies here."""
    write_list(cup.parent, "cup-banned", "banned", "ccg", "cards: [Sunrise Keep, Advance Warning]")
    write_format(cup, "celestial-40-40", f"banned-by-list: {{list: cup-banned, {CITE}}}")

    assert said(cup, "1 Sunrise Keep\n1 Advance Warning", ccg, "P002", "P006") == [
        "P002: `Sunrise Keep` is banned in Cup since 2012-01-31 at the latest",
        "P006: `Advance Warning` is banned: Cup, since 2026-03-01",
    ]


def test_a_list_of_roles_may_leave_out_a_clan(cup: Path, lcg: FilePool) -> None:
    write_list(cup.parent, "cup-roles", "roles", "lcg", "roles: {lion: [Seeker of Air]}")
    rule = f"role-not-sanctioned: {{list: cup-roles, roles: role, stronghold: stronghold, {CITE}}}"
    write_format(cup, "lcg-2017", rule)

    assert said(cup, "1 Shizuka Toshi\n1 Seeker of Air", lcg, "A012") == [
        "A012: `Seeker of Air` was not allowed for Crane in sanctioned tournaments (Cup, since 2026-03-01)"
    ]


def test_a_card_of_two_clans_is_one_of_each(cup: Path, ccg: FilePool) -> None:
    rule = f"several-primary-clans: {{section: dynasty, max: 1, {CITE}}}"
    write_format(cup, "celestial-40-40", rule)

    assert said(cup, "3 Iron Mine\n1 Utaku Kohana", ccg, "A013") == []
    assert said(cup, "3 Iron Mine\n1 Inugami", ccg, "A013") == [
        "A013: Dynasty deck has cards of 2 clans; the maximum is 1: Spirit (`Inugami`), Unicorn (`Inugami`)"
    ]


def test_a_limit_may_leave_out_a_title(cup: Path, ccg: FilePool) -> None:
    write_format(cup, "celestial-40-40", "too-many-copies: {of: {unique: false, not_title: [Copper Mine]}, max: 1}")

    assert said(cup, "3 Copper Mine\n2 Iron Mine", ccg, "C001") == [
        "C001: 2 copies of `Iron Mine`; at most 1 is allowed"
    ]


def test_a_text_that_allows_more_takes_nothing_away(cup: Path, ccg: FilePool) -> None:
    """The Stronghold allows four copies of Naga cards, where the format allows as many or more."""
    write_format(cup, "jade", "too-many-copies: {max: 5}")
    assert said(cup, "1 Heart of the Shinomen Forest\n5 Eshru", ccg, "C001") == []

    write_format(cup, "jade", "too-many-copies: {max: 4}")
    assert said(cup, "1 Heart of the Shinomen Forest\n5 Eshru", ccg, "C001") == [
        "C001: 5 copies of `Eshru`; at most 4 are allowed"
    ]


def test_a_text_is_named_only_where_it_makes_the_difference(cup: Path, ccg: FilePool) -> None:
    write_format(cup, "legacy", "too-many-winds: {max: 2}")

    assert said(cup, "1 Kyuden Bayushi\n1 Toturi Sezaru\n1 Toturi Tsudao\n1 Left Hand of the Emperor", ccg, "S013") == [
        "S013: 3 Winds (`Toturi Sezaru`, `Toturi Tsudao`, `Left Hand of the Emperor`); the maximum is 2"
    ]


def test_a_text_that_allows_two_winds_takes_no_third_away(cup: Path, ccg: FilePool) -> None:
    write_format(cup, "legacy", "too-many-winds: {max: 3}")

    assert (
        said(cup, "1 Kyuden Bayushi\n1 Toturi Sezaru\n1 Toturi Tsudao\n1 Left Hand of the Emperor", ccg, "S013") == []
    )


def test_no_copy_may_be_allowed(cup: Path, ccg: FilePool) -> None:
    write_format(cup, "celestial-40-40", "too-many-copies: {of: {unique: false, kind: [event]}, max: 0}")

    assert said(cup, "3 Iron Mine\n2 A New Year", ccg, "C001") == [
        "C001: 2 copies of `A New Year`; at most 0 are allowed"
    ]
    assert said(cup, "3 Iron Mine\n1 A New Year", ccg, "C001") == [
        "C001: 1 copy of `A New Year`; at most 0 are allowed"
    ]
