"""Readings of a whole list: without its last part, with its changes made, with titles as headings."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck import Verdict
from tests.reading.remembered import Reader

DECKS = Path(__file__).resolve().parents[1] / "fixtures" / "decks"
CRANE = (DECKS / "celestial-40-40" / "crane-honor.txt").read_text("utf-8")
# The last part of the deck, and one of its cards.
RINGS = "1 Ring of the Void\n1 Ring of Water\n"
MOST, FULL = CRANE.removesuffix(RINGS), (DECKS / "lcg-2017" / "crane-no-role-45-45.txt").read_text("utf-8")


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader("celestial-40-40")


@pytest.fixture(scope="module")
def card_game() -> Reader:
    return Reader("lcg-2017")


LAST = """Rejected: | Discarded | Honourable mentions: | # Candidates | // left out | *Optional* | [b]Trash[/b] |
    Raus: | Fuera | Hors deck: | Peut-être | サイドボード | Cut... | Not this time | --- later --- | Version 1"""


@pytest.mark.parametrize("heading", [each.strip() for each in LAST.split("|")])
def test_a_last_heading_of_its_own_may_end_the_deck(heading: str, reader: Reader) -> None:
    assert reader.verdict(f"{MOST}\n{heading}\n{RINGS}") is Verdict.UNDECIDED


@pytest.mark.parametrize("heading", ["Rings", "# Rings (2)", "Rings (2)", "Neutral (2)", "0-cost"])
def test_a_last_heading_of_a_part_does_not(heading: str, reader: Reader) -> None:
    assert reader.verdict(f"{MOST}\n{heading}\n{RINGS}") is Verdict.LEGAL


def test_a_comment_below_a_card_is_about_it(reader: Reader) -> None:
    assert reader.verdict(f"{MOST}# for the meditation\n{RINGS}") is Verdict.LEGAL


# Headings of a player's own above some cards; a cost may be a card of its own.
@pytest.mark.parametrize(
    ("headings", "verdict"),
    [
        ({"3 Copper Mine": "Early game:", "3 Timely Save": "Rescue:"}, Verdict.LEGAL),
        ({"3 Asahina Nanae": "2 Gold", "3 Kakita Okirou": "3 Gold"}, Verdict.UNDECIDED),
    ],
)
def test_a_list_may_be_grouped_by_headings_of_its_own(
    headings: dict[str, str], verdict: Verdict, reader: Reader
) -> None:
    grouped = CRANE
    for card, heading in headings.items():
        assert grouped.count(card) == 1
        grouped = grouped.replace(card, f"{heading}\n{card}")

    assert reader.verdict(grouped) is verdict


@pytest.mark.parametrize("heading", ["[b]Honor[/b]", "**Exile**", "Exile", "[b]Scout[/b]"])
def test_a_title_above_cards_may_be_a_heading(heading: str, reader: Reader) -> None:
    assert reader.verdict(f"{MOST}\n{heading}\n{RINGS}") is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "line",
    [
        "\nwork in progress",
        "work in progress",
        "WORK IN PROGRESS",
        "Work in Progress",
        "\nWork in Progress",
        "\nI am ready!",
        "\nAmbush",
        "\nCharge!",
        "\nAMBUSH",
    ],
)
def test_a_title_apart_may_be_a_remark(line: str, card_game: Reader) -> None:
    assert card_game.verdict(f"{FULL}{line}\n") is Verdict.UNDECIDED


@pytest.mark.parametrize("line", ["Ambush", "Charge!", "\n1 Ambush", "\n1 Work in Progress"])
def test_other_titles_are_cards(line: str, card_game: Reader) -> None:
    assert card_game.verdict(f"{FULL}{line}\n") is Verdict.ILLEGAL


@pytest.mark.parametrize("title", ["Work in Progress", "work in progress", "WIP - Crane", "Crane (WIP)", "# WIP"])
@pytest.mark.parametrize("below", ["", "\n"])
def test_a_title_may_say_that_the_list_is_unfinished(title: str, below: str, card_game: Reader, reader: Reader) -> None:
    assert card_game.verdict(f"{title}\n{below}{FULL}") is Verdict.UNDECIDED
    assert reader.verdict(f"{title}\n{below}{CRANE}") is Verdict.UNDECIDED


@pytest.mark.parametrize("name", ["Unfinished", "Name: WIP - Crane", "Crane WIP", "Kranich, noch in Arbeit", "TODO"])
def test_so_may_a_name(name: str, reader: Reader) -> None:
    assert reader.verdict(f"{name}\n\n{MOST}") is Verdict.UNDECIDED


def test_a_list_in_capitals_has_cards_in_capitals(card_game: Reader) -> None:
    assert card_game.verdict(f"{FULL}\nWORK IN PROGRESS\n") is Verdict.UNDECIDED
    assert card_game.verdict(f"{FULL}\nWORK IN PROGRESS\n".upper()) is Verdict.ILLEGAL


@pytest.mark.parametrize("number", ["(3)", ""])
def test_the_number_of_a_heading_counts_unknown_names_too(number: str, reader: Reader) -> None:
    more = f"\nHonorable mentions {number}\n2 Rejoin the Host\n1 Marketplace\n"

    assert reader.verdict(CRANE + more) is Verdict.UNDECIDED


@pytest.mark.parametrize("change", ["- 1 Steward of Law", "− 1 Steward of Law\n+ 1 Rout", "- 3 Ornate Fan\n+ 3 Rout"])
def test_lines_with_a_minus_may_change_the_deck(change: str, card_game: Reader) -> None:
    assert card_game.verdict(f"{FULL}\n{change}\n") is Verdict.UNDECIDED


@pytest.mark.parametrize("change", ["- 1 {0}", "– 1 {0}", "- 1 {0}\n+ 1 Oblivious"])
def test_lines_with_a_minus_may_tell_of_changes_that_were_made(change: str, reader: Reader) -> None:
    assert reader.verdict(f"{CRANE}\n1 Copper Mine\n") is Verdict.ILLEGAL
    changed = f"{CRANE}\n{change.format('Copper Mine')}\n"
    assert reader.verdict(changed) is Verdict.UNDECIDED
    assert reader.verdict("".join(f"<p>{line}</p>" for line in changed.splitlines())) is Verdict.UNDECIDED


CORRECTIONS = """Only {0} | 3 {0}, sorry | {0} should be 3 | {0} 4 -> 3 | 1 {0} to 1 Oblivious | one {0} less |
    1 {0} (out) | The fourth {0} is a Rout. | - {0}\n+ Rout | Out:\n1 {0}\nIn:\n1 Rout"""


@pytest.mark.parametrize("line", [each.strip() for each in CORRECTIONS.split("|")])
def test_a_line_that_names_a_card_may_take_a_copy_out(line: str, reader: Reader) -> None:
    text = CRANE.replace("3 Copper Mine", "4 Copper Mine")
    assert reader.verdict(f"{text}\n{line.format('Copper Mine')}\n") is Verdict.UNDECIDED
    assert reader.verdict(f"{text}\n{line.format('Copper Mien')}\n") is Verdict.ILLEGAL


def test_a_minus_may_leave_too_few_cards(reader: Reader) -> None:
    assert reader.verdict(f"{CRANE}\n- 1 Oblivious\n") is Verdict.UNDECIDED
    assert reader.verdict(f"{CRANE}\n1 Oblivious\n") is Verdict.LEGAL


@pytest.mark.parametrize("line", ["- 1 Rout", "1x Steward of Law", "+ 1 Rout"])
def test_other_lines_below_a_full_deck_are_too_many(line: str, card_game: Reader) -> None:
    assert card_game.verdict(f"{FULL}\n{line}\n") is Verdict.ILLEGAL


@pytest.mark.parametrize("between", ["", "\n", "---\n", "\nNow with fewer Rings\n"])
def test_a_part_that_is_listed_again_may_replace_the_first(between: str, reader: Reader) -> None:
    _, _, strategies = CRANE.partition("# Strategies")
    again = strategies.partition("\n")[2].replace("1 Ring of Air\n", "")

    assert reader.verdict(CRANE + between + again) is Verdict.UNDECIDED


def test_a_few_cards_that_are_listed_again_are_copies(reader: Reader) -> None:
    assert reader.verdict(f"{CRANE}\n3 Timely Save\n3 Palm Strike\n") is Verdict.ILLEGAL
