"""Lists that mails, wikis and chats have altered, and small signs that leave open what is in a deck."""

from __future__ import annotations

import quopri
import re

import pytest

from deckcheck import Checker, Verdict
from tests.fixture_decks import WHOLE_DECKS

CRAB = re.sub(r"(?m)^#.*\n", "", (WHOLE_DECKS / "celestial-40-40/crab-military.txt").read_text("utf-8")).lstrip()
BANNED = "1 Hida Kisada"
ROWS = [line.split(" ", 1) if line[0].isdigit() else ["1", line] for line in CRAB.splitlines() if line]


def verdict(checker: Checker, text: str) -> Verdict:
    return checker.check_text(text).verdict


def with_line(old: str, *new: str) -> str:
    assert f"\n{old}\n" in CRAB
    return CRAB.replace(f"\n{old}\n", "\n" + "\n".join(new) + "\n")


def table(heads: str, between: str, rows: list[list[str]], row: str = "|-") -> str:
    lines = [f"{row}\n| {number}{between}{name}" for number, name in rows]
    return "\n".join(['{| class="wikitable"', heads, *lines, "|}"])


@pytest.mark.parametrize(("heads", "between"), [("! Qty !! Card", " || "), ("! Qty\n! Card", "\n| ")])
def test_a_table_of_a_wiki_is_read(heads: str, between: str, checker: Checker) -> None:
    more = [[("4" if name == "Iron Will" else number), name] for number, name in ROWS]

    assert verdict(checker, table(heads, between, ROWS)) is Verdict.LEGAL
    assert verdict(checker, table(heads, between, more)) is Verdict.ILLEGAL


def test_a_row_of_a_wiki_that_may_not_be_shown_is_in_doubt(checker: Checker) -> None:
    struck = table("! Qty !! Card", " || ", [*ROWS, BANNED.split(" ", 1)], '|- style="text-decoration:line-through"')

    assert verdict(checker, struck) is Verdict.UNDECIDED


@pytest.mark.parametrize("number", ["3", "4"])
def test_a_mail_and_a_wrong_encoding_say_the_same(number: str, checker: Checker) -> None:
    text = with_line("3 Iron Will", f"{number} Iron Will").replace("Hida's", "Hida’s")
    altered = (quopri.encodestring(text.encode()).decode(), text.encode().decode("cp1252"))

    assert {*(verdict(checker, each) for each in altered)} == {verdict(checker, text)}


@pytest.mark.parametrize("line", ["Dynasty=40", "{set=CE}", "=A1*3"])
def test_a_sign_with_a_number_is_no_part_of_a_mail(line: str) -> None:
    from deckcheck.decks.text.copied import restored

    assert restored(f"{line}\n3 Iron Will\n") == f"{line}\n3 Iron Will\n"


@pytest.mark.parametrize(
    "front", ["Kei 12:30: ", "Kei [12:30]: ", "Kei Ide, [28.11.26 12:30]: ", "(12:30) Kei: ", "[28.11., 12:30] Kei: "]
)
def test_a_chat_may_have_the_time_behind_the_name(front: str, checker: Checker) -> None:
    lines = [f"{front.replace('30', str(30 + at // 20))}{line}" for at, line in enumerate(CRAB.splitlines()) if line]

    assert verdict(checker, "\n".join(lines)) is Verdict.LEGAL


def test_the_first_line_of_a_message_has_the_name_also_above_an_empty_line(checker: Checker) -> None:
    assert verdict(checker, f"[12:30] Kei: {CRAB}[12:40] Tom: looks good!\n") is Verdict.LEGAL


@pytest.mark.parametrize("sign", ["and/or", "AND / OR", "bzw.", "respectively", "versus", "|", "\\"])
def test_a_banned_card_below_an_alternative_is_in_doubt(sign: str, checker: Checker) -> None:
    assert verdict(checker, with_line("3 Iron Mine", "3 Iron Mine", sign, BANNED)) is Verdict.UNDECIDED


@pytest.mark.parametrize("remark", ["# not used", "not used", "the two above are not used", "(not in the deck)"])
def test_a_remark_apart_may_be_about_the_cards_above_it(remark: str, checker: Checker) -> None:
    above = f"{BANNED}\n2 Kolat Assassin\n\n{remark}\n\n"

    assert verdict(checker, above + CRAB) is Verdict.UNDECIDED
    assert verdict(checker, above.replace(remark, "# my list") + CRAB) is Verdict.ILLEGAL


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("2 Border Pass (The Harbinger)", "3. 2 Border Pass"),
        ("2 Border Pass (The Harbinger)", "2 Border Pass / 1 Iron Mine"),
        ("Hida Kuon - exp6", "Hida Kuon exp x6"),
        ("2 Spearmen", "2 Spearmen EX"),
    ],
)
def test_a_number_or_sign_with_two_meanings_is_a_question(old: str, new: str, checker: Checker) -> None:
    assert verdict(checker, with_line(old, new)) is Verdict.UNDECIDED


def test_a_few_lines_may_count_themselves_from_one(checker: Checker) -> None:
    text = with_line("2 Border Pass (The Harbinger)", "1. 2 Border Pass")
    both = text.replace("\n2 Deeds and Words", "\n2. 2 Deeds and Words")

    assert verdict(checker, both) is Verdict.UNDECIDED
    assert verdict(checker, both.replace("\n2 Silver Mine", "\n3. 2 Silver Mine")) is Verdict.LEGAL


@pytest.mark.parametrize("level", ["{exp6}", "(Erfahren 6)", "(6th exp)", "exp-6", "(Doświadczony 6)"])
def test_levels_are_written_in_many_ways(level: str, checker: Checker) -> None:
    assert verdict(checker, with_line("Hida Kuon - exp6", f"Hida Kuon {level}")) is Verdict.LEGAL


def test_a_level_may_be_copies_where_other_lines_end_with_them(checker: Checker) -> None:
    bare = [(re.sub(r" \([^)]*\)", "", name).replace(" - ", " "), number) for number, name in ROWS]
    text = "\n".join(f"{name} - {number}" for name, number in bare).replace("exp6 - 1", "exp-6")

    assert verdict(checker, text) is Verdict.UNDECIDED


@pytest.mark.parametrize("line", ["Wind is Kolat Assassin", "Peace,"])
def test_what_is_said_around_a_list_may_have_the_name_of_a_card(line: str, checker: Checker) -> None:
    assert verdict(checker, f"{line}\n{CRAB}") is Verdict.UNDECIDED
    assert verdict(checker, f"{CRAB}\n{line}") is not Verdict.ILLEGAL


@pytest.mark.parametrize(
    "line", ["3rd place of 24", "Deck hash: 3f2a9c", "S T R O N G H O L D", "Stronghold (1 Karte)"]
)
def test_other_words_above_a_list_say_nothing(line: str, checker: Checker) -> None:
    assert verdict(checker, f"{line}\n{CRAB}") is Verdict.LEGAL


@pytest.mark.parametrize("remark", ["# the two above are great", "# these are the best"])
def test_praise_of_the_cards_above_says_nothing(remark: str, checker: Checker) -> None:
    assert verdict(checker, with_line("3 Iron Will", "3 Iron Will", remark)) is Verdict.LEGAL
