"""Cards one behind the other on a line, as people write them in messages: read where each is plainly a card."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck import Verdict
from tests.reading.remembered import Reader

DECKS = Path(__file__).resolve().parents[1] / "fixtures" / "decks"
CRANE = (DECKS / "celestial-40-40" / "crane-honor.txt").read_text("utf-8")
ROWS = [line.partition(" ")[::2] for line in CRANE.splitlines() if line[:1].isdigit()]
STRONGHOLD, *CARDS = ROWS
FATE = CARDS.index(("3", "A Gentle Word"))
BANNED = ("3", "Kolat Assassin")
FORMS = ("{0} {1}", "{0}x {1}", "{0} x {1}", "{1} x{0}", "{1} ({0})")
HEADS = ("Dynasty: {}\n\nFate: {}", "Dynasty\n{}\n\nFate\n{}", "{}.\n\n{}.", "Dynasty (40): {}\nFate (40): {}")


def deck(rows: list[tuple[str, str]], form: str, head: str, between: str) -> str:
    parts = (between.join(form.format(*row) for row in part) for part in (rows[:FATE], rows[FATE:]))
    return f"{STRONGHOLD[1]}\n\n{head.format(*parts)}\n"


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("form", FORMS)
def test_a_paragraph_of_cards_is_a_list(form: str, head: str, celestial: Reader) -> None:
    for between in (", ", "; "):
        assert celestial.verdict(deck(CARDS, form, head, between)) is Verdict.LEGAL
        assert celestial.verdict(deck([*CARDS, BANNED], form, head, between)) is Verdict.ILLEGAL


MINES = """3 Copper Mine, 3 Silver Mine | 3 Copper Mine and 3 Silver Mine | Copper Mine x3; Silver Mine x3
    | 3 Copper Mine (CE), 3 Silver Mine (holding) | 3 Copper Mine [holding] + 3 Silver Mine
    | 3 Copper Mine • 3x Silver Mine | Holdings: 3 Copper Mine / 3 Silver Mine
    | Holdings • 3 Copper Mine • 3 Silver Mine | Holdings - 3 Copper Mine, 3 Silver Mine
    | **Holdings** (6): 3 Copper Mine, 3 Silver Mine | • Holdings • 3 Copper Mine • 3 Silver Mine
    | 3 Copper Mine,3 Silver Mine
    | 2 Copper Mine, 3 Silver Mine & 1 Copper Mine (foil)"""
OPEN_MINES = """3 Copper Mine or 3 Silver Mine | 3 Copper Mine, Silver Mine | 3 Copper Mine, 3 Silver Mine (SB)
    | 3 Copper Mine, 3 Silver Mine? | 3 Copper Mine, 3 in side
    | 3 Copper Mine > 3 Silver Mine | 3 Copper Mine, 2 Gold | 3 Copper Mine/Silver Mine
    | 3 Copper Mine / 3 Silver Mine | Copper Mine x3/Silver Mine x3
    | Side • 3 Copper Mine • 3 Silver Mine | Xyzzy • 3 Copper Mine • 3 Silver Mine"""


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        (line.strip(), verdict)
        for table, verdict in ((MINES, Verdict.LEGAL), (OPEN_MINES, Verdict.UNDECIDED))
        for line in table.split("|")
    ],
)
def test_two_cards_on_a_line_are_both_cards(line: str, verdict: Verdict, celestial: Reader) -> None:
    assert celestial.verdict(CRANE.replace("3 Copper Mine\n3 Silver Mine", line)) is verdict


@pytest.mark.parametrize("form", ["{0} {1} (CE)", "{0} {1} [foil]", "{0}x {1} (Celestial Edition) (promo)"])
def test_each_card_of_a_paragraph_may_have_a_mark(form: str, celestial: Reader) -> None:
    assert celestial.verdict(", ".join(form.format(*row) for row in ROWS)) is Verdict.LEGAL


@pytest.mark.parametrize("form", ["Events: 1x {}, 1x {}, 1x {}", "Events (3): 1 {}; 1 {}; 1 {}"])
def test_a_title_may_have_words_of_remarks_and_a_label_name_no_deck(form: str) -> None:
    wall = (DECKS / "emperor" / "crab-with-starting-holdings.txt").read_text("utf-8")
    events = form.format("Delayed Arrival", "Imperial Gift", "Alter History")
    assert Reader("emperor").verdict(f"{wall}\n{events}\n") is Verdict.LEGAL
    assert Reader("emperor").verdict(f"{wall}\n{events.replace('Alter History', 'Twisted Fate')}\n") is Verdict.ILLEGAL


CARDS_OUT = "3 Kolat Assassin, 2 Rout, 1 Ambush"
MORE = """Sideboard: {0} | Cut: {0} | Maybe: {0} | {0} instead | {0} out | {0}? | {0} cut | - {0} | I also like {0}
    | {0} are good too | 3 Kolat Assassin if needed, 2 Rout, 1 Ambush
    | 3 Kolat Assassin or 2 Rout or 1 Ambush | Side • 3 Kolat Assassin • 2 Rout"""


@pytest.mark.parametrize("line", [" ".join(line.split()) for line in MORE.split("|")])
def test_what_may_be_outside_the_deck_is_none_of_its_cards(line: str, celestial: Reader) -> None:
    assert celestial.verdict(f"{CRANE}\n{line.format(CARDS_OUT)}\n") is not Verdict.ILLEGAL


@pytest.mark.parametrize("line", ["3 Geisha House / 2 Geisha House", "Geisha House x3, Geisha House x2"])
def test_two_numbers_of_one_card_may_be_either(line: str, celestial: Reader) -> None:
    assert "\n3 Geisha House\n" in CRANE
    assert celestial.verdict(CRANE.replace("3 Geisha House", line)) is Verdict.UNDECIDED


INNOCENT = """17 Holdings, 17 Personalities, 3 Events, 1 Celestial, 2 Regions
    | 28 Strategies, 4 Items, 5 Followers, 3 Rings
    | 12 players, 4 rounds, 3 byes"""


@pytest.mark.parametrize("line", [" ".join(line.split()) for line in INNOCENT.split("|")])
def test_numbers_of_parts_are_no_cards(line: str, celestial: Reader) -> None:
    assert celestial.verdict(f"{CRANE}\n{line}\n") is not Verdict.ILLEGAL
    assert celestial.verdict(f"{line}\n\n{CRANE}") is celestial.verdict(f"{CRANE}\n{line}\n")


@pytest.mark.parametrize("remark", ["// our tech for honor", "- our tech", "/ our tech", "; our tech", ", our tech"])
def test_a_remark_behind_a_number_takes_in_no_line_below(remark: str, celestial: Reader) -> None:
    for number, name in CARDS:  # The longest line of the list, as a mail program would wrap it.
        rows = [f"{other} x{copies}" for copies, other in ROWS]
        row = f"{name} (Celestial Edition) x{number} {remark}"
        rows[ROWS.index((number, name))] = row
        assert celestial.verdict("\n".join(rows)) is not Verdict.ILLEGAL, row
