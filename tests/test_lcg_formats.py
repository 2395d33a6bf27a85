"""The formats of the card game by date: which lists and rules are in force on a day, and what the lists hold."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml

from deckcheck.checks.checker import Checker, read_deck
from deckcheck.decks.readers import read
from deckcheck.decks.resolve import resolve
from deckcheck.formats.loading import read_list, resolve_format
from deckcheck.model.finding import Verdict
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.model.names import fold
from deckcheck.pools.loading import FilePool
from deckcheck.rules.engine import check
from deckcheck.rules.legality import standing_in
from tests.command import called
from tests.conftest import rule_of, shipped_format

FORMATS = Path(__file__).resolve().parents[1] / "formats"
LISTS = sorted((FORMATS / "lists").glob("lcg-*.yaml"))
IDS = [f"lcg-{name}" for name in ("stronghold", "skirmish", "jade-edict", "emerald", "obsidian")]
# Its list is open on every day.
ALWAYS_OPEN = "lcg-enlightenment"


def changes(format_id: str) -> list[tuple[str, str, str | None]]:
    """Return the days, the rules and the lists that the snapshots of a format name; None where a rule is dropped."""
    snapshots: list[dict[str, Any]] = yaml.safe_load((FORMATS / f"{format_id}.yaml").read_text("utf-8"))["snapshots"]
    return [
        (snapshot["from"], rule, params.get("list"))
        for snapshot in snapshots
        for rule, params in snapshot.get("rules", {}).items()
        if "list" in params or "drop" in params
    ]


CHANGES = [(format_id, *change) for format_id in IDS for change in changes(format_id)]


def day_before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def list_of(fmt: Format, rule: str) -> str | None:
    params = rule_of(fmt, rule)
    return params.list.id if params is not None and hasattr(params, "list") else None


@pytest.mark.parametrize(("format_id", "since", "rule", "list_id"), CHANGES)
def test_a_list_is_in_force_from_its_day_on(format_id: str, since: str, rule: str, list_id: str | None) -> None:
    earlier = [
        named for _, day, name, named in [c for c in CHANGES if c[0] == format_id] if name == rule and day < since
    ]
    assert list_of(shipped_format(format_id, since), rule) == list_id
    assert list_of(shipped_format(format_id, day_before(since)), rule) == (earlier[-1] if earlier else None)


@pytest.mark.parametrize("format_id", IDS)
def test_the_latest_lists_are_the_default(format_id: str) -> None:
    fmt = shipped_format(format_id)
    latest = {rule: list_id for name, _, rule, list_id in CHANGES if name == format_id}
    assert {rule: list_of(fmt, rule) for rule in latest} == latest


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_a_list_says_where_it_is_from(path: Path) -> None:
    listed = read_list(path)
    format_id, _, rest = path.stem.partition(f"-{listed.kind}-")
    assert format_id in {*IDS, ALWAYS_OPEN}
    assert rest == listed.since
    assert listed.pool == "lcg"
    assert listed.basis == ("official" if format_id in {"lcg-stronghold", "lcg-skirmish", ALWAYS_OPEN} else "community")
    assert listed.source.strip()
    assert listed.cards or listed.roles


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_a_list_is_sorted_and_spells_titles_as_the_pool_does(path: Path, lcg: FilePool) -> None:
    listed = read_list(path)
    titles = [entry.title for entry in listed.entries()]
    roles = [role for clan in listed.roles.values() for role in clan]
    assert titles == sorted(titles)
    for title in [*titles, *roles]:
        assert title in {card.title for card in lcg.named(fold(title))}
    for slug in listed.unknown_cards:
        assert not lcg.named(fold(slug)), slug


def test_every_list_is_used() -> None:
    listed = {list_id for *_, list_id in CHANGES if list_id} | {list_of(shipped_format(ALWAYS_OPEN), "banned-by-list")}
    replaced = {read_list(path).before for path in LISTS} - {""}
    assert listed | replaced == {path.stem for path in LISTS}


SIZES = {
    "lcg-stronghold-restricted": [8, 14, 17, 18, 22, 18, 16, 21, 23, 22],
    "lcg-stronghold-banned": [9, 10, 13, 14, 16],
    "lcg-skirmish-banned": [12, 15],
    "lcg-jade-edict-restricted": [20, 21, 22, 26, 28],
    "lcg-jade-edict-banned": [64, 63, 39, 41, 41, 45],
    "lcg-emerald-restricted": [28, 23, 24, 24, 24, 24, 21, 24, 24, 24],
    "lcg-emerald-banned": [41, 47, 44, 29, 32, 32, 35, 37, 32],
    "lcg-emerald-splash-banned": [19, 18],
    "lcg-emerald-rotated": [32, 28],
    "lcg-obsidian-banned": [13, 13],
}


@pytest.mark.parametrize("name", SIZES)
def test_lists_hold_as_many_cards_as_their_sources(name: str) -> None:
    lists = [read_list(path) for path in LISTS if path.stem[: -len("-2018-05-29")] == name]
    assert [len(listed.cards) + len(listed.unknown_cards) for listed in lists] == SIZES[name]


@pytest.mark.parametrize(
    ("format_id", "day", "most"),
    [
        ("lcg-2017", None, 10),
        ("lcg-single-core", None, 10),
        ("lcg-stronghold", "2020-01-05", 10),
        ("lcg-stronghold", None, None),
        ("lcg-emerald", None, None),
    ],
)
def test_characters_of_the_conflict_deck(format_id: str, day: str | None, most: int | None) -> None:
    limit = rule_of(shipped_format(format_id, day), "too-many-conflict-characters")
    assert (limit and limit.max) == most


@pytest.mark.parametrize("format_id", ["lcg-stronghold", "lcg-jade-edict", "lcg-emerald"])
def test_one_restricted_card(format_id: str) -> None:
    assert rule_of(shipped_format(format_id), "too-many-restricted").max == 1


@pytest.mark.parametrize("day", ["2021-11-23", "2022-03-01", "2026-09-08"])
def test_a_ban_that_only_one_of_two_sources_has_is_open(day: str, lcg: FilePool) -> None:
    """The flags of November 2021 ban it in the Jade Edict, the list of the game client does not."""
    standing = standing_in(shipped_format("lcg-jade-edict", day))
    assert standing(lcg.named("wayofthewarrior")[0]).verdict == "perhaps banned"


def test_ten_conflict_characters_until_the_rules_reference_12() -> None:
    assert rule_of(shipped_format("lcg-stronghold", "2020-01-06"), "too-many-conflict-characters") is None


def test_nothing_is_banned_before_the_imperial_law() -> None:
    assert rule_of(shipped_format("lcg-stronghold", "2020-01-05"), "banned-by-list") is None


def test_no_list_restricts_anything_before_the_rules_reference_1_4() -> None:
    assert rule_of(shipped_format("lcg-stronghold", "2018-05-28"), "too-many-restricted") is None


@pytest.mark.parametrize(
    ("day", "name"),
    [
        ("2018-05-28", "roles of November 2017"),
        ("2018-05-29", "Rules Reference 1.4"),
        ("2020-01-06", "Rules Reference 12 and Imperial Law"),
        ("2026-01-01", "Rules Reference 16 and Imperial Law"),
    ],
)
def test_a_report_can_say_which_rules_were_in_force(day: str, name: str) -> None:
    assert shipped_format("lcg-stronghold", day).dated == f"{day} ({name})"


@pytest.mark.parametrize(
    ("format_id", "minimum", "maximum", "copies"),
    [
        ("lcg-stronghold", 40, 45, 3),
        ("lcg-single-core", 30, 45, 3),
        ("lcg-skirmish", 30, 40, 2),
        ("lcg-enlightenment", 40, 45, 3),
        ("lcg-jade-edict", 40, 45, 3),
        ("lcg-emerald", 40, 45, 3),
        ("lcg-sanctuary", 40, 45, 3),
        ("lcg-obsidian", 40, 45, 2),
    ],
)
def test_sizes_and_copies(format_id: str, minimum: int, maximum: int, copies: int) -> None:
    fmt = shipped_format(format_id)
    assert rule_of(fmt, "deck-too-small").minimums == {"dynasty": minimum, "conflict": minimum}
    assert rule_of(fmt, "deck-too-large").maximums == {"dynasty": maximum, "conflict": maximum}
    assert rule_of(fmt, "too-many-copies").max == copies


LATER = """\
id: cup-{kind}
kind: {kind}
name: List
pool: lcg
from: "2020-01-01"
basis: community
source: a test
cards: [{{title: {title}, since: "2021-02-03"}}]
"""
CUP = """\
id: cup
name: Cup
extends: lcg-2017
basis: community
rules:
  rotated-card: {list: cup-rotated, cite: {doc: RR, section: Lists}}
  splash-banned: {list: cup-splash-banned, section: conflict, stronghold: stronghold, cite: {doc: RR, section: Lists}}
"""


def test_a_card_that_came_on_a_list_later_is_out_since_that_day(lcg: FilePool, tmp_path: Path) -> None:
    (tmp_path / "lists").mkdir()
    for kind, title in (("rotated", "Way of the Lion"), ("splash-banned", "Steward of Law")):
        (tmp_path / "lists" / f"cup-{kind}.yaml").write_text(LATER.format(kind=kind, title=title), "utf-8")
    (tmp_path / "cup.yaml").write_text(CUP, "utf-8")
    (tmp_path / "deck.txt").write_text("1 Yojin no Shiro\n1 Way of the Lion\n1 Steward of Law\n", "utf-8")
    fmt = resolve_format(tmp_path / "cup.yaml").format

    report = check(read_deck(tmp_path / "deck.txt", fmt, lcg), fmt, lcg)

    days = {finding.code: finding.data["since"] for finding in report.findings if "since" in finding.data}
    assert days == {"P008": "2021-02-03", "A011": "2021-02-03"}


@pytest.mark.parametrize(
    ("format_id", "card", "verdict"),
    [
        ("lcg-emerald", "Matsu Berserker", "legal"),  # Core Set, and in the Emerald Core Set
        ("lcg-emerald", "Against the Waves", "rotated"),  # the card database lists the Core Set only
        ("lcg-emerald", "Eager Scout", "perhaps rotated"),  # perhaps one of the Crab cards of the Emerald Core Set
        ("lcg-emerald@2023-12-27", "Against the Waves", "legal"),  # the day before the Core Set rotated
        ("lcg-sanctuary", "Matsu Berserker", "legal"),
        ("lcg-sanctuary", "Akodo Cho", "legal"),  # of Emerald Legacy
        ("lcg-sanctuary", "Against the Waves", "not legal"),
        ("lcg-sanctuary", "Eager Scout", "perhaps legal"),
        ("lcg-sanctuary", "Akodo Reserve Company", "not legal"),  # legal in Emerald, but of the publisher only
        ("lcg-obsidian", "Akodo Cho", "legal"),  # "cards released by the Emerald Legacy are valid in Obsidian"
        ("lcg-obsidian", "Matsu Sakura", "perhaps legal"),  # of Restoration of Balance
        ("lcg-obsidian", "Akodo Asuka", "perhaps legal"),  # of the Emerald Core Set, which is younger than that page
        ("lcg-stronghold", "Eager Scout", "legal"),
        ("lcg-stronghold", "Akodo Cho", "not legal"),
        ("lcg-stronghold", "Zealous Exorcist", "not legal"),  # its numbers are missing, but its only set is not
    ],
)
def test_a_printing_that_has_not_rotated_makes_a_card_legal(
    format_id: str, card: str, verdict: str, lcg: FilePool
) -> None:
    assert verdicts(format_id, card, lcg) == {verdict}


@pytest.mark.parametrize(
    ("format_id", "card", "verdict"),
    [
        ("lcg-stronghold", "Shiro Gisu", "legal"),
        ("lcg-skirmish", "Shiro Gisu", "not legal"),  # skirmish decks have no stronghold
        ("lcg-skirmish", "Seeker of Fire", "not legal"),  # and no role
        ("lcg-skirmish", "Manicured Garden", "not legal"),  # and no provinces
        ("lcg-2017", "Keeper Initiate", "legal"),
        ("lcg-skirmish", "Keeper Initiate", "not legal"),  # "Keeper role only"
        ("lcg-stronghold", "The Butcher of Ishigaki", "not legal"),  # a warlord, which no deck has a place for
        ("lcg-stronghold", "Bog Hag", "not legal"),  # a card of the opponent that several players face together
        ("lcg-2017", "Isawa Tadaka", "legal"),  # one of the two is for decks of two clans
    ],
)
def test_a_card_that_no_deck_can_have_is_not_legal(format_id: str, card: str, verdict: str, lcg: FilePool) -> None:
    assert verdicts(format_id, card, lcg) == {verdict}


@pytest.mark.parametrize(
    ("stronghold", "verdict"),
    [
        ("Momiji Halls", Verdict.UNDECIDED),  # of the clan of the deck; no source has its text
        ("House of Leaves", Verdict.ILLEGAL),  # of another clan
    ],
)
def test_strongholds_of_the_emerald_core_set_are_known_by_their_clan(stronghold: str, verdict: Verdict) -> None:
    lion = (FORMATS.parent / "tests/fixtures/decks/lcg-emerald/lion-five-rally.txt").read_text("utf-8")
    report = Checker("lcg-emerald").check_text(lion.replace("Kyūden Ikoma", stronghold), "deck.txt")
    assert report.verdict is verdict
    assert "A005" not in {finding.code for finding in report.findings}  # the influence of most is unknown


def verdicts(format_id: str, card: str, lcg: FilePool) -> set[str]:
    """Return how a format, perhaps on a day behind an ``@``, takes the cards of a name."""
    name, _, day = format_id.partition("@")
    fmt = shipped_format(name, day or None)

    return {standing_in(fmt)(found).verdict for found in lcg.named(fold(card))}


@pytest.mark.parametrize(
    ("format_id", "day", "dated"),
    [
        ("lcg-jade-edict", "2020-11-06", "2020-11-06 (the format begins on 2021-02-23)"),
        ("lcg-skirmish", "2020-03-19", "2020-03-19 (the format begins on 2020-03-20)"),
        (
            "lcg-enlightenment",
            "2020-01-16",
            "2020-01-16 (the format begins between 2019-12-31 and 2020-01-17)",
        ),
        ("lcg-enlightenment", "2020-01-17", "2020-01-17"),
        ("lcg-emerald", "2026-09-08", "2026-09-08 (Emerald Edict 14; the card pool ends on 2026-06-04)"),
        ("lcg-emerald", "2026-06-04", "2026-06-04 (Emerald Edict 13)"),
        ("lcg-sanctuary", "2026-09-08", "2026-09-08 (the card pool ends on 2026-06-04)"),
        ("shattered-empire", "2025-05-31", "2025-05-31 (Shattered Empire, the base set)"),
        ("celestial-40-40", "2009-06-29", "2009-06-29 (the format begins in 2009-06)"),
        ("celestial-40-40", "2009-06-30", "2009-06-30"),
    ],
)
def test_a_format_says_where_the_card_pool_ends_before_its_day(format_id: str, day: str, dated: str) -> None:
    assert shipped_format(format_id, day).dated == dated


NEUTRAL = "2 Favorable Ground\n2 Imperial Storehouse\n2 Otomo Courtier\n2 Seppun Guardsman\n"
CRANE = "2 Way of the Crane\n"
LION = "2 Way of the Lion\n"


@pytest.mark.parametrize(
    ("conflict", "expected"),
    [
        ("2 Banzai!\n2 For Shame!\n", set()),
        # Of one clan: the player takes that clan.
        (CRANE, set()),
        # Lion has to be the clan, because influence buys no Way of the Lion, and buys what Crane has.
        (LION + "2 Political Rival\n", set()),
        # Phoenix has to be the clan, because its cards would cost 8 influence, and those of Lion cost 4.
        ("2 Stand Your Ground\n2 Display of Power\n1 Against the Waves\n", set()),
        (CRANE + LION, {"no-influence-cost"}),
        ("1 Stand Your Ground\n1 Political Rival\n1 Display of Power\n", {"several-splash-clans"}),
    ],
)
def test_a_skirmish_deck_of_neutral_dynasty_cards_has_the_clan_that_suits_it(
    conflict: str, expected: set[str], lcg: FilePool
) -> None:
    fmt = shipped_format("lcg-skirmish")
    report = check(resolve(read(NEUTRAL + conflict, "deck.txt", Limits()), fmt, lcg), fmt, lcg)

    assert {finding.name for finding in report.findings} - {"deck-too-small"} == expected


def test_a_skirmish_deck_without_dynasty_cards_has_no_clan_yet(lcg: FilePool) -> None:
    report = Checker("lcg-skirmish", lcg).check_text(CRANE + LION)

    assert {finding.name for finding in report.findings} == {"deck-too-small"}


def test_the_clan_is_that_of_the_stronghold_whatever_the_other_cards_cost(lcg2017: Format, lcg: FilePool) -> None:
    checker = Checker(lcg2017, lcg)
    report = checker.check_text("1 Shizuka Toshi\n3 For Greater Glory\n2 Stand Your Ground\n")

    (found,) = [finding for finding in report.findings if finding.code == "A005"]
    assert (found.data["spent"], found.data["allowed"]) == (13, 10)


def test_a_list_that_replaced_another_one_within_an_interval(lcg: FilePool) -> None:
    """Before, on a day of, and after the interval: in the old list alone, in both, in the new one alone."""

    def states(day: str) -> list[str]:
        listed = rule_of(shipped_format("lcg-stronghold", day), "too-many-restricted").list
        cards = [next(iter(lcg.named(fold(title)))) for title in ("Iron Mine", "Charge!", "Rebuild")]
        return [listed.state(card, day) for card in cards]

    assert states("2018-12-10") == ["in force", "in force", "free"]
    assert states("2018-12-20") == ["open", "in force", "open"]
    assert states("2018-12-31") == ["free", "in force", "in force"]


def test_a_list_that_replaced_another_one_is_named_by_the_day_asked_about() -> None:
    """The page and `--when` load a format once for many days."""
    listed = rule_of(shipped_format("lcg-stronghold", "2018-12-11"), "too-many-restricted").list

    names = ("restricted list of Rules Reference 1.4", "restricted list of Rules Reference 1.7")
    assert listed.name_on("2018-12-30") == ", or ".join(names)
    assert listed.name_on("2018-12-31") == names[1]


def test_differences_have_the_entries_of_the_days_that_are_compared() -> None:
    compared = called("formats", "diff", "lcg-stronghold@2018-12-30", "lcg-stronghold@2018-12-31").stdout.decode()
    cards = "A Fate Worse Than Death, Against the Waves, Feast or Famine, Guest of Honor, Iron Mine"
    assert f"perhaps restricted, removed: {cards}" in compared
