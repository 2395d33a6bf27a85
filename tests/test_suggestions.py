"""Names that resemble what was written: by their words, by their spelling, of their level, and legal ones first."""

from __future__ import annotations

from unittest.mock import Mock

import pytest
from rapidfuzz import fuzz, process

from deckcheck import Checker
from deckcheck.decks.intake import Intake, read_one
from deckcheck.decks.resolve import similar_names
from deckcheck.decks.resolve.prose import is_phrase
from deckcheck.decks.resolve.suggest import _within_reach, same_but_for_the_subtitle
from deckcheck.model.format import Format
from deckcheck.pools.loading import FilePool
from tests.conftest import shipped_format
from tests.fixture_decks import WHOLE_DECKS


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        # A word of few titles.
        ("Osaku", ("Kuni Osaku", "Otaku - exp7")),
        ("Steel Lion", ("Akodo Dairuko, the Steel Lion - exp2",)),
        ("Little Bear", ("The Little Bear - exp3", "Hida Kisada, the Little Bear - exp", "Little Brother")),
        ("Treachery", ("Treachery", "Treachery and Deceit")),
        # A word of many titles, words of three letters, more words.
        ("Kuni", ("Kunji",)),
        ("Kisada", ("Ishada", "Kishida")),
        ("Kolat", ()),
        ("Ono", ("Ono",)),
        ("the War", ()),
        ("Son Armor", ("Iron Armor", "Scout Armor")),
        ("Steel Lion Dairuko", ()),
        # The level that is written, or others where no card has it.
        ("Kuronda", ("Kuronada",)),
        ("Kuronda - exp", ("Kuronada - exp",)),
        ("Kuronda - exp9", ("Kuronada - exp", "Kuronada - exp2")),
        ("Akodo Dairuko, the Steal Lion - exp2", ("Akodo Dairuko, the Steel Lion - exp2",)),
        ("Akodo Dairuko - exp3", ("Akodo Dairuko, Clan Champion - exp3",)),
        # A name of one collector, probably for this card.
        ("The Dark Citadel of the Spider", ("The Dark Capital of the Spider",)),
    ],
)
def test_what_is_written_leads_to_names(written: str, meant: tuple[str, ...], ccg: FilePool) -> None:
    assert similar_names(written, ccg) == meant


@pytest.mark.parametrize(
    ("format_id", "written", "meant"),
    [
        ("celestial-40-40", "Kisada", ("The Second Death of Kisada", "Ishada", "Kishida")),
        ("twenty-festivals", "Kisada", ("Hida Kisada, the Little Bear - exp", "Ishada", "Kishida")),
        ("twenty-festivals", "Treachery", ("Treachery and Deceit", "Treachery")),
        ("twenty-festivals", "Toturi", ("Toturi, Seven Thunder - exp2CW",)),
        ("twenty-festivals", "Akodo Dairuko - exp3", ("Akodo Dairuko, the Steel Lion - exp2", "Akodo Dairuko - exp")),
        ("celestial-40-40", "Son Armor", ("Scout Armor", "Iron Armor")),
        # Titles whose cards all have a level, or are told apart by their sets.
        (
            "celestial-40-40",
            "Daigotsu Shauko",
            ("Daigotsu Shaiko - exp", "Daigotsu Hotako - exp2", "Daigotsu Hotako - exp3"),
        ),
        ("imperial", "Akodo Totori", ("Akodo Toturi - inexp",)),
        ("imperial", "Hida Kisado", ("Hida Kisada (Imperial)", "Hida Kisada - inexp")),
    ],
)
def test_names_that_are_legal_in_a_format_go_first(
    format_id: str, written: str, meant: tuple[str, ...], ccg: FilePool
) -> None:
    assert similar_names(written, ccg, shipped_format(format_id)) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Doji Kuwanan, lord of the War - exp", ("Doji Kuwanan - exp",)),
        ("Doji Kuwanan, lord of the War - exp9", ()),
        ("Doji Kuwanan, lord of the War", ()),
        ("Doji Kuwanan - exp", ()),
    ],
)
def test_another_subtitle_leads_to_the_card_of_the_level(
    written: str, meant: tuple[str, ...], celestial: Format, ccg: FilePool
) -> None:
    assert same_but_for_the_subtitle(written, celestial, ccg) == meant


PHRASES = """thanks; Thanks, Kei; Best regards, Kei Tanaka; Many Thanks, see you soon; cheers; Good luck!;
    Sent from my iPhone; A deck of mine"""
NAMES = """klat assasin; Kakita Unknown; Kyuden; Oni no Kei; oni no kei; Kei (foil); Thänks; The Deck of Mine;
    Xylophone Quartet"""


@pytest.mark.parametrize(
    ("line", "is_one"),
    [(line.strip(), lines is PHRASES) for lines in (PHRASES, NAMES) for line in lines.split(";")],
)
def test_a_phrase_is_told_from_a_name(line: str, *, is_one: bool, ccg: FilePool) -> None:
    assert is_phrase(line, ccg) is is_one


@pytest.mark.parametrize("written", ["kuronda", "utaku kohanna - exp", "winter seige", "aaaaa amma", "doji"])
@pytest.mark.parametrize("least", [76, 84])
def test_few_names_are_within_reach_and_all_that_are_alike(written: str, least: int, ccg: FilePool) -> None:
    names = [known.name.casefold() for known in ccg.names()]
    near = _within_reach(written, names, least)

    assert {name for name in names if fuzz.ratio(written, name) >= least}.issubset(near)
    assert len(near) < len(names) / 100


def test_a_card_of_which_only_the_title_is_known_is_no_unknown_name() -> None:
    found = Checker("lcg-emerald").check_text("1 Agasha Crucible\n3 Banzai!\n").findings

    (question,) = (each for each in found if each.code == "D001")
    assert "no source gives the type and deck of this card from the Emerald Core Set" in question.message


def test_formats_of_one_pool_search_it_once_for_a_name(ccg: FilePool, monkeypatch: pytest.MonkeyPatch) -> None:
    search = Mock(wraps=process.extract)
    monkeypatch.setattr(process, "extract", search)
    for each in ("emperor", "ivory", "modern"):
        assert "Shiro Daidoji" in similar_names("Shiro Daidojo", ccg, shipped_format(each))

    assert search.call_count == 1


@pytest.mark.parametrize(
    "line",
    [
        "Kyuden Hidda\tStronghold",
        "Stronghold\tKyuden Hidda",
        "one\tKyuden Hidda",
        "Kyuden Hidda | Crab",
        "Stronghold - Kyuden Hidda",
    ],
)
@pytest.mark.parametrize("row", ["{0}\t{1}", "{1}\t{0}", "{0} | {1}", "{0} - {1}"])
def test_the_first_card_with_a_typo_heads_no_table_and_has_a_suggestion(line: str, row: str) -> None:
    raw = read_one(str(WHOLE_DECKS / "celestial-40-40" / "crab-military.txt"), Intake())
    rows = [row.format(each.count, each.name) for each in raw.requests if each.name != "Kyuden Hida"]
    report = Checker("celestial-40-40").check_text("\n".join([line, *rows]))

    (finding,) = (each for each in report.findings if each.code == "D001")
    assert finding.span is not None
    assert finding.span.line == 1
    assert "did you mean `Kyuden Hida`?" in str(finding.help)
    assert {each.code for each in report.findings} - {"D003"} == {"D001", "S003"}


@pytest.mark.parametrize("head", ["Character\tMilitary strength", "Unit | Military Strength"])
def test_a_fact_that_is_spelled_like_a_card_heads_a_table(head: str) -> None:
    sign = "\t" if "\t" in head else " | "
    names = ("Doji Whisperer", "Savvy Politician", "Cautious Scout", "Matsu Berserker", "Honored General")
    report = Checker("lcg-2017").check_text("\n".join([head, *(f"{name}{sign}3" for name in names)]))

    whys = [each.data["why"] for each in report.findings if each.code == "D001"]
    assert whys == ["its number may belong to another column"] * len(names)
