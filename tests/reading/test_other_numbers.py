"""Numbers beside cards that are none of copies: of rows, places and costs, in order or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck import Verdict
from tests.reading.remembered import Reader

DECKS = Path(__file__).resolve().parents[1] / "fixtures" / "decks"
CRANE = (DECKS / "celestial-40-40" / "crane-honor.txt").read_text("utf-8")
ROWS = [(int(line[0]), line[2:]) for line in CRANE.splitlines() if line[:1].isdigit()]
# The same deck with a row for each copy.
NAMES = [name for copies, name in ROWS for _ in range(copies)]
CARDS = [name for _, name in ROWS]


@pytest.fixture(scope="module")
def celestial() -> Reader:
    return Reader("celestial-40-40")


def numbered(names: list[str], numbers: list[int], form: str) -> str:
    return "\n".join(form.format(number, name) for number, name in zip(numbers, names, strict=True))


FORMS = """{} {}; {}. {}; {}) {}; {}: {}; {} - {}; ({}) {}; [{}] {}; {}\t{}; {},{}; {}> {}; | {} | {} |; {:03} {};
    {1} {0}; {1} - {0}; {1} ({0}); {1}\t{0}"""
COUNTING = [*range(1, len(NAMES) + 1)]
NUMBERS = {
    "a gap": [number + 7 * (number > 30) for number in COUNTING],
    "one number twice": [number - (number > 30) for number in COUNTING],
    "two exchanged": [{10: 11, 11: 10}.get(number, number) for number in COUNTING],
    "from 10 by tens": [10 * number for number in COUNTING],
    "the last digit": [number % 10 for number in COUNTING],
    "no order": [number * 37 % 101 for number in COUNTING],
    "1, 2, 3 and again": [(number - 1) % 3 + 1 for number in COUNTING],
    "1, 2 and again": [(number - 1) % 2 + 1 for number in COUNTING],
    "the place of the card": [CARDS.index(name) + 1 for name in NAMES],
}


@pytest.mark.parametrize("numbers", NUMBERS.values(), ids=NUMBERS)
def test_numbers_of_rows_are_none_of_copies(numbers: list[int], celestial: Reader) -> None:
    wrong = [
        form
        for form in FORMS.split(";")
        if celestial.verdict(numbered(NAMES, numbers, form.strip(" \n"))) is Verdict.ILLEGAL
    ]
    assert wrong == []


def test_a_list_with_some_high_numbers_counts_copies(celestial: Reader) -> None:
    for copies, name in ROWS[10:14]:
        assert f"{copies} {name}" in CRANE
    many = CRANE
    for copies, name in ROWS[10:14]:
        many = many.replace(f"{copies} {name}\n", f"9 {name}\n")

    assert celestial.verdict(many) is Verdict.ILLEGAL


def test_a_row_for_each_copy_may_say_one(celestial: Reader) -> None:
    for form in ("1 {1}", "1x {1}", "{1} (1)", "{1}"):
        assert celestial.verdict(numbered(NAMES, COUNTING, form)) is Verdict.LEGAL
