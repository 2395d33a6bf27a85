"""What people read of findings with one cause: one problem, with a line for each card."""

import json

import pytest

from deckcheck.checks.checker import Checker
from deckcheck.checks.rulings import Ruling, in_force, ruled
from deckcheck.decks.intake import Intake
from deckcheck.model.limits import Limits
from deckcheck.model.report import Report
from deckcheck.reports import Style, text
from deckcheck.reports.told import Told, lines_of, told
from tests.conftest import ROOT

CRANE = (ROOT / "examples" / "crane-celestial.txt").read_text("utf-8")
CARDS = [line for line in CRANE.splitlines() if line[:1].isdecimal()]


def report(checker: Checker, *lines: str) -> Report:
    return checker.check_text("\n".join(lines) + "\n", "deck.txt")


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker("celestial-40-40")


def rows(each: Told) -> list[tuple[int, str]]:
    return [(span.line, remark) for span, remark in each.lines]


def bearing(found: Report) -> list[Told]:
    return [each for each in told(found.findings) if each.finding.severity.value in ("error", "undecided")]


def test_cards_of_another_arc_are_one_problem(checker: Checker) -> None:
    """What to write instead is beside the card, and the formats of all cards below."""
    found = report(checker, "1 The Golden Plains", "3 Sniping", "1 Akodo's Guidance - exp", "3 Qalyar")

    (arc,) = (each for each in bearing(found) if each.finding.code == "P001")

    assert arc.finding.message == (
        "`The Golden Plains` is not legal in Celestial Edition (40/40); the same is true of 3 more cards"
    )
    assert rows(arc) == [(1, ""), (2, ""), (3, "`Akodo's Guidance` is legal here"), (4, "")]
    assert len(arc.findings) == 4


def test_three_cards_are_three_problems(checker: Checker) -> None:
    found = report(checker, CRANE, "3 Sniping", "3 Qalyar", "3 Hard Pressed")

    assert [len(each.findings) for each in bearing(found)] == [1, 1, 1]


def test_findings_that_are_not_listed_are_counted() -> None:
    checker = Checker("celestial-40-40", intake=Intake(limits=Limits(messages=2)))
    found = report(checker, CRANE, *(f"3 Nosuchcard{letter}" for letter in "abcdef"))

    (names,) = (each for each in told(found.listed, found.findings) if each.finding.code == "D001")

    assert names.finding.message == "no card is called `Nosuchcarda`; the same is true of 5 more lines"
    assert len(names.lines) + names.more == 6


def test_suggestions_are_beside_the_unknown_names(checker: Checker) -> None:
    found = report(checker, CRANE, "3 Ring of Watre", "3 Winter Seige", "3 Xylophone", "3 Famuos Bazaar")

    (names,) = (each for each in bearing(found) if each.finding.code == "D001")

    last = len(CRANE.splitlines()) + 1
    assert rows(names) == [
        (last + 1, "did you mean `Ring of Water`?"),
        (last + 2, "did you mean `Winter Siege`?"),
        (last + 3, ""),
        (last + 4, "did you mean `Famous Bazaar`?"),
    ]
    assert names.finding.help == "`deckcheck deck names` can write it in a deck file"


def test_a_list_twice_is_one_problem(checker: Checker) -> None:
    twice = next(each for each in bearing(report(checker, *CARDS, "", *CARDS)) if len(each.findings) > 1)

    others = f"and {len(twice.findings) - 1} more errors"
    doubt = f"unless the part that begins in line {len(CARDS) + 2} replaces another one"
    assert twice.finding.message == f"6 copies of `Marketplace`; at most 3 are allowed, {others}, {doubt}"
    assert twice.finding.help == "keep one list, or put each into a file of its own"
    assert rows(twice)[:2] == [(5, ""), (6, "6 copies of `Counting House`; at most 3 are allowed")]
    assert (len(twice.lines), twice.more) == (len(twice.findings), 0)


def test_parts_that_wait_for_the_same_lines_are_one_problem(checker: Checker) -> None:
    found = report(checker, "1 Iron Mine", *["3 Winter Seige"] * 30)

    (waits,) = (each for each in bearing(found) if each.finding.code == "S001")

    assert waits.finding.message == (
        "Dynasty deck has 1 recognised card; the minimum is 40; Fate deck has 0 recognised cards; the minimum is 40; "
        "deck has 0 recognised Strongholds; the minimum is 1. Lines 2, 3, 4, 5, 6, 7, ... are not recognised."
    )


def test_notes_of_one_kind_are_one_line(checker: Checker) -> None:
    marked = [f"{line[:2]}\u200f{line[2:]}" if index < 5 else line for index, line in enumerate(CARDS)]

    said = (each.finding.message for each in told(report(checker, *marked).findings))
    notes = [message for message in said if "invisible" in message]

    assert len(notes) == 1
    assert notes[0].count("`") == 2 * 6


def test_a_ruling_about_one_card_leaves_the_others(checker: Checker) -> None:
    found = report(checker, CRANE, "3 Sniping", "3 Qalyar", "3 Hard Pressed", "3 Indecision", "3 Ambush Tactics")
    ruling = Ruling(decision="allow", why="agreed", by="Kei", card="Qalyar")

    arc = bearing(ruled(found, in_force([ruling], checker.pool)))

    assert [len(each.findings) for each in arc] == [4]


def test_a_list_without_numbers_says_so(checker: Checker) -> None:
    names = [line.partition(" ")[2] for line in CARDS]

    too_few = [each.finding.help for each in bearing(report(checker, *names)) if each.finding.code == "S001"]

    assert too_few[0] == "add 19 cards, or write the copies in front of the cards: no line has a number"


def test_cards_in_a_list_on_one_line_are_told_by_their_names(checker: Checker) -> None:
    names = ["Sniping", "Qalyar", "Indecision", "Ambush Tactics"]
    text = json.dumps({"cards": [{"name": name, "count": 3} for name in ["Iron Mine", *names]]})
    found = report(checker, text)

    (arc,) = (each for each in bearing(found) if each.finding.code == "P001")

    assert [line.marked for line in lines_of(found.deck.raw, arc)] == names


def test_too_many_copies_are_one_problem_in_any_number(checker: Checker) -> None:
    found = report(checker, "5 Copper Mine", "6 Iron Mine", "4 Border Village", "4 Winter Siege")

    (copies,) = (each for each in bearing(found) if each.finding.code == "C001")

    said = "5 copies of `Copper Mine`; at most 3 are allowed; 3 more cards break this rule, too"
    assert (copies.finding.message, copies.finding.help) == (said, None)
    assert rows(copies)[:2] == [(1, ""), (2, "6 copies of `Iron Mine`")]


def test_lines_with_copies_in_json_on_one_line_are_told_once(checker: Checker) -> None:
    names = ["Copper Mine", "Iron Mine", "Border Village", "Winter Siege"]
    found = report(checker, json.dumps({"cards": [{"name": name, "count": 2} for name in [*names, *names]]}))

    (copies,) = (each for each in bearing(found) if each.finding.code == "C001")

    assert [line.marked for line in lines_of(found.deck.raw, copies)] == names


def test_each_line_of_too_many_copies_is_told(checker: Checker) -> None:
    twice = [each for line in CARDS for each in ([line, f"1 {line[2:]}"] if line.startswith("3 ") else [line])]

    (copies,) = (each for each in bearing(report(checker, *twice)) if each.finding.code == "C001")

    assert len(copies.lines) == 2 * len(copies.findings)
    assert rows(copies)[:2] == [(5, ""), (6, "")]


def test_errors_that_one_reading_lifts_name_the_other_rules(checker: Checker) -> None:
    found = report(checker, *CARDS, "", "2 Sniping", "", *CARDS)

    (lifted,) = (each for each in bearing(found) if "unless" in each.finding.message)

    assert lifted.finding.code == "C001"
    assert lifted.lines[-1][1] == "P001: `Sniping` is not legal in Celestial Edition (40/40)"


def test_a_note_in_place_of_several_is_true_of_all(checker: Checker) -> None:
    found = report(checker, CRANE, "5 Copper Mine", "6 Iron Mine", "4 Border Village", "4 Winter Siege")
    ruling = Ruling(decision="allow", why="agreed", by="Kei", code="C001")

    (note,) = (each for each in told(ruled(found, in_force([ruling], checker.pool)).findings) if "Kei" in str(each))

    assert note.finding.message == (
        "5 copies of `Copper Mine`; at most 3 are allowed (allowed by Kei: agreed); "
        "`Iron Mine`, `Border Village`, `Winter Siege` break this rule, too"
    )


def test_the_pages_of_all_rules_of_one_problem_are_shown(checker: Checker) -> None:
    found = report(checker, *CARDS, "", "2 Sniping", "", *CARDS)

    pages = "".join(text.deck(found, Style(explain=True), set()))

    assert "C001 too-many-copies" in pages
    assert "P001 not-legal" in pages
