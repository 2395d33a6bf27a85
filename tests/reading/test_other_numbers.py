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


def numbered(names: list[str], numbers: list[int], form: str) -> str:
    return "\n".join(form.format(number, name) for number, name in zip(numbers, names, strict=True))


FORMS = """{} {}; {}. {}; {}) {}; {}: {}; {} - {}; ({}) {}; [{}] {}; {}\t{}; {},{}; {}> {}; | {} | {} |; {:03} {};
    {1} {0}; {1} - {0}; {1} ({0}); {1}\t{0}; {1}...{0}; {1}_{0}; {1} **{0}**; {0}_{1}; {0}-{1}"""
COUNTING = [*range(1, len(NAMES) + 1)]
NUMBERS = {
    "a gap": [number + 7 * (number > 30) for number in COUNTING],
    "one number twice": [number - (number > 30) for number in COUNTING],
    "two exchanged": [{10: 11, 11: 10}.get(number, number) for number in COUNTING],
    "from 10 by tens": [10 * number for number in COUNTING],
    "the last digit": [number % 10 for number in COUNTING],
    "no order": [number * 37 % 101 for number in COUNTING],
    "costs": [len(name) % 7 for name in NAMES],
    "1, 2, 3 and again": [(number - 1) % 3 + 1 for number in COUNTING],
    "1, 2 and again": [(number - 1) % 2 + 1 for number in COUNTING],
    "the place of the card": [CARDS.index(name) + 1 for name in NAMES],
}


# Every form with some of the numbers, and all numbers with some forms.
@pytest.mark.parametrize("turn", range(len(NUMBERS)), ids=NUMBERS)
def test_numbers_of_rows_are_none_of_copies(turn: int, celestial: Reader) -> None:
    numbers = [*NUMBERS.values()][turn]
    wrong = [
        form
        for form in FORMS.split(";")[turn % 3 :: 3]
        if celestial.verdict(numbered(NAMES, numbers, form.strip(" \n"))) is Verdict.ILLEGAL
    ]
    assert wrong == []


def test_some_lines_with_their_places_and_copies_tell_what_another_number_is(celestial: Reader) -> None:
    """Where single copies have no number, the place of a Unique card is the only number on its line."""
    rows = [f"{copies} x {name}" for copies, name in ROWS]
    for place in (9, 13, 21, 29):
        rows[place - 1] = "{}. {} {}".format(place, *ROWS[place - 1])
    rows[2] = "3. Wisdom Gained"
    assert celestial.verdict("\n".join(rows)) is Verdict.UNDECIDED
    for place in (20, 31, 36):
        rows[place - 1] = f"{place}. {ROWS[place - 1][1]}"
    rows[8], rows[12] = "3 x Kobune Port", "3 x Asahina Nanae"
    assert celestial.verdict("\n".join(rows)) is Verdict.UNDECIDED


def test_a_list_with_some_high_numbers_counts_copies(celestial: Reader) -> None:
    for copies, name in ROWS[10:14]:
        assert f"{copies} {name}" in CRANE
    many = CRANE
    for copies, name in ROWS[10:14]:
        many = many.replace(f"{copies} {name}\n", f"9 {name}\n")

    assert celestial.verdict(many) is Verdict.ILLEGAL


def test_a_card_may_be_in_two_rows(celestial: Reader) -> None:
    """As of cards in two boxes."""
    rows = [(number, name) for copies, name in ROWS for number in (1, copies - 1) if number]
    assert celestial.verdict("\n".join(f"{number} {name}" for number, name in rows)) is Verdict.LEGAL


def test_a_row_for_each_copy_may_say_one(celestial: Reader) -> None:
    for form in ("1 {1}", "1x {1}", "{1} (1)", "{1}"):
        assert celestial.verdict(numbered(NAMES, COUNTING, form)) is Verdict.LEGAL


@pytest.mark.parametrize("form", ["# 2\n{}", "{}\n# 2", "# two\n{}", "{}\n// 2x", "{}\n# only 2"])
def test_a_comment_may_give_the_number_of_a_card(form: str, celestial: Reader) -> None:
    for text in (form, f"\n{form}", f"{form}\n"):
        assert celestial.verdict(CRANE.replace("2 Farmlands", text.format("Farmlands"))) is Verdict.UNDECIDED


BEHIND = "\n".join(f"{name} {copies}" for copies, name in ROWS)


def test_a_level_may_be_a_number_behind_names(celestial: Reader) -> None:
    for level in ("exp 2", "- exp 2", "• Experienced 2"):
        assert celestial.verdict(f"{BEHIND}\nKuronada {level}\n") is Verdict.UNDECIDED
        assert celestial.verdict(f"{CRANE}Kuronada {level}\n") is Verdict.LEGAL
    assert celestial.verdict(f"{BEHIND}\nKuronada - exp 1\n") is Verdict.LEGAL


def test_a_level_may_have_a_zero_in_front(celestial: Reader) -> None:
    for level in ("exp 01", "- exp01", "(xp 01)"):
        assert celestial.verdict(CRANE.replace("Doji Ayano - exp", f"Doji Ayano {level}")) is Verdict.LEGAL
        assert celestial.verdict(f"{CRANE}1 Doji Ayano {level}\n") is Verdict.ILLEGAL


@pytest.mark.parametrize("form", ["{1} x{0}", "{0}x {1}", "{0} {1}"])
def test_the_first_digits_of_ids_are_no_numbers_of_rows(form: str) -> None:
    reader = Reader("lcg-2017")
    deck = reader.checker.check_text(min((DECKS / "lcg-2017").glob("*.txt")).read_text("utf-8")).deck

    ids = "\n".join(form.format(copies, card_id) for card_id, copies in deck.copies.items())

    assert reader.verdict(ids) is Verdict.LEGAL


def test_a_price_behind_experience_is_no_level() -> None:
    """`exp 0,19 €` was read as the version without experience; the deck has three copies of it."""
    emperor = Reader("emperor")
    crab = (DECKS / "emperor" / "crab-with-starting-holdings.txt").read_text("utf-8")
    assert "1 Yasuki Tsujiken - exp\n" in crab
    for price in ("0,19 €", "2,50 €", "$0.19", "2 EUR", "(2€)"):
        line = f"1 Yasuki Tsujiken - exp {price}\n"
        assert emperor.verdict(crab.replace("1 Yasuki Tsujiken - exp\n", line)) is Verdict.LEGAL
    assert emperor.verdict(f"{crab}1 Yasuki Tsujiken - exp 2,1\n") is Verdict.UNDECIDED


def test_a_name_that_is_cut_off_is_no_total(celestial: Reader) -> None:
    """`1 Ring of` was a total of the one Ring above it."""
    crab = (DECKS / "celestial-40-40" / "crab-military.txt").read_text("utf-8")
    for line in ("1 Ring of", "1 Ring of ___", "1 Ring ___", "1 Ring ?", "1 cards _ # X"):
        assert celestial.verdict(crab.replace("Ring of Fire", f"{line}\nRing of Fire")) is Verdict.UNDECIDED


@pytest.mark.parametrize("cut_off", ["Black", "Sensei", "Holding", "Event"])
def test_the_first_word_of_a_title_is_no_heading_of_other_cards(cut_off: str, celestial: Reader) -> None:
    lines = [f"{copies} {name}" for copies, name in ROWS]
    place = next(at for at, (copies, _) in enumerate(ROWS) if at > 4 and copies == 3)
    for form in ("3 {}", "3x {}"):
        text = "\n".join([*lines[:place], form.format(cut_off), *lines[place + 1 :]])
        assert celestial.verdict(text) is Verdict.UNDECIDED, form


def test_a_part_of_the_copies_is_none_of_the_facts(celestial: Reader) -> None:
    for said, verdict in (("2/3", Verdict.UNDECIDED), ("4/4", Verdict.LEGAL), ("3/3", Verdict.LEGAL)):
        assert celestial.verdict(CRANE.replace("3 Silver Mine", f"3 Silver Mine # {said}")) is verdict


def test_the_rarity_behind_all_names_changes_nothing(celestial: Reader) -> None:
    entries = celestial.checker.check_text(CRANE).deck.entries
    lines = [f"{each.count} {each.card.name} {each.card.printings[0].rarity[:1]}" for each in entries]
    assert celestial.verdict("\n".join(lines)) is Verdict.LEGAL
    assert celestial.verdict("\n".join(line[:-2] for line in lines[:-1]) + f"\n{lines[-1]}") is Verdict.UNDECIDED
    assert celestial.verdict("\n".join(f"{line[:-1]}N" for line in lines)) is Verdict.UNDECIDED


def test_a_number_of_copies_behind_another_one_and_a_level_is_in_doubt(celestial: Reader) -> None:
    for line in ("1 Kuronada - exp 2 copies", "1 Kuronada - exp 2 Stück", "1x Kuronada - exp 2 of"):
        assert celestial.verdict(f"{CRANE}{line}\n") is Verdict.UNDECIDED
    assert celestial.verdict(f"{CRANE}1 copy of Kuronada - exp2\n") is Verdict.LEGAL


def test_an_unrecognised_line_may_mean_as_many_copies_as_a_word_says(celestial: Reader) -> None:
    for line in ("drei Silver Mine (1)", "Silver Mine - trzy (1)", "tre Silver Mine (1)"):
        assert celestial.verdict(CRANE.replace("3 Silver Mine", line)) is Verdict.UNDECIDED


@pytest.mark.parametrize("form", ["{1} (CE {0})", "{1} [CE:{0}]"])
def test_a_number_where_others_count_copies_may_do_so_too(form: str, celestial: Reader) -> None:
    rows = [*ROWS, (1, "Fertile Plains")]
    text = "\n".join(form.format(*row) for row in rows)
    assert celestial.verdict(text) is Verdict.LEGAL
    last = form.format(1, "Fertile Plains")
    assert celestial.verdict(text.replace(last, last.replace("1", "12"))) is Verdict.UNDECIDED


@pytest.mark.parametrize("level", ["lvl 1", "(level 1)"])
def test_the_first_level_may_be_that_of_the_basic_version(level: str, celestial: Reader) -> None:
    text = CRANE.replace("1 Doji Ayano - exp\n", "1 Doji Shigeyuki\n")
    assert celestial.verdict(text.replace("2 Doji Ayano\n", f"2 Doji Ayano {level}\n")) is Verdict.UNDECIDED
    assert celestial.verdict(text.replace("2 Doji Ayano\n", "2 Doji Ayano - exp\n")) is Verdict.ILLEGAL
