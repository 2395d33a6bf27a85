"""Lists side by side and in chats."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck import Verdict
from deckcheck.decks.readers import read
from deckcheck.model.limits import Limits
from tests.reading.remembered import Reader

DECKS = Path(__file__).resolve().parents[1] / "fixtures" / "decks"

CARDS = [f"{number % 3 + 1} Card {letter}" for number, letter in enumerate("ABCDEFGHIJKL")]


def written(text: str) -> list[str]:
    return [request.written for request in read(text, "deck.txt", Limits()).requests]


@pytest.mark.parametrize(
    "form", ["Name: {}\nQty: {}", "- name = '{}'\n  qty = {}", "Card : {}\nCopies : {}\nOwned : 3"]
)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_the_records_of_cards_are_a_table(form: str, gap: str) -> None:
    rows = [card.split(" ", 1) for card in CARDS]
    records = [form.format(name, n) for n, name in rows]
    raw = read(gap.join(records), "deck.txt", Limits())
    assert [" ".join(each.written.split()) for each in raw.requests] == [f"{name} {n}" for n, name in rows]
    assert [each.span.line for each in raw.requests][:2] == [2, 2 + len(f"{records[0]}{gap}".splitlines())]
    assert len(written(gap.join([*records, "My deck"]))) > len(rows)


BOTH = ["3 Banzai!", "2 Ambush", "3 Rout", "1 Duel", "2 Tax", "3 Feint"]


@pytest.mark.parametrize("gap", ["  ", "         ", "\t", "  | ", "|"])
@pytest.mark.parametrize("above", ["", "Dynasty (3)        Conflict Deck\n", "Qty    Dynasty    Qty    Fate\n"])
@pytest.mark.parametrize("last", ["", "\n3 Guard"])
@pytest.mark.parametrize("form", ["{} {}", "{1} x{0}"])
def test_cards_side_by_side_are_cards(gap: str, above: str, last: str, form: str) -> None:
    both = [form.format(*card.split()) for card in BOTH]
    rows = (gap.join(pair) for pair in zip(both[::2], both[1::2], strict=True))
    raw = read(above + "\n".join(rows) + last, "deck.txt", Limits())

    assert [request.written for request in raw.requests] == both + [last.strip()] * bool(last)
    for request in raw.requests:
        assert raw.line(request.span.line)[request.span.column - 1 :].startswith(request.written)


@pytest.mark.parametrize("gap", ["\t", " | ", "|"])
@pytest.mark.parametrize("odd", ["", "Events | 1 | Feast | 2", "4 | Guard", "1 | Guard | Tower | 2"])
def test_numbers_may_be_behind_the_names_side_by_side(gap: str, odd: str) -> None:
    cells = [gap.join(reversed(card.split())) for card in BOTH]
    rows = [gap.join(pair) for pair in zip(cells[::2], cells[1::2], strict=True)]
    line = odd.replace(" | ", gap)

    assert written("\n".join([*rows, line])) == [*(rows if odd else cells), *[line] * bool(odd)]


@pytest.mark.parametrize(
    "odd",
    [
        "3 Guard    2 gold",
        "3 Guard    Tower",
        "Deck    Maybe",
        "Guard    2 Tower",
        "Ambush x1    Tower x2",
        "Qty    Deck    Qty    Maybe",
        "Deck 1    Deck 2",
        "Dynasty    Dynasty",
        "1 Guard    2 Ambush",
    ],
)
def test_with_anything_else_side_by_side_no_line_is_several_cards(odd: str) -> None:
    rows = ["    ".join(pair) for pair in zip(BOTH[::2], BOTH[1::2], strict=True)]

    assert written("\n".join([odd, *rows])) == [odd, *rows]


def test_a_starting_card_beside_its_type_is_above_the_columns() -> None:
    rows = ["    ".join(pair) for pair in zip(BOTH[::2], BOTH[1::2], strict=True)]

    assert written("\n".join(["Stronghold    Kyuden Hida", *rows]))[1:] == BOTH


def test_two_cards_on_one_line_alone_may_be_a_slip() -> None:
    assert written("3 Banzai!\t2 Ambush\n3 Rout") == ["3 Banzai!\t2 Ambush", "3 Rout"]


@pytest.mark.parametrize("form", ["{} – {} szt.", "{}, {} pcs", "{} ({} copies)", "{} x{}"])
def test_a_line_that_ends_with_the_number_of_its_card_does_not_go_on(form: str) -> None:
    cards = [form.format(name, 1) for name in ("Kakita Noritoshi the Younger of Two", "Otomo Seimi", "Ring of Water")]

    assert written("\n".join(cards)) == cards


@pytest.mark.parametrize(
    "front",
    [
        "[12:30] Kei: ",
        "<Kei> ",
        "kei> ",
        "12:30 ",
        "[24/05/2024, 12:30:15] Kei: ",
        "24.05.24, 12:30 - Kei: ",
    ],
)
def test_who_says_each_line_of_a_chat_is_no_part_of_the_list(front: str) -> None:
    times = (front.replace("12:30", f"12:{30 + at // 4}") for at in range(len(CARDS)))

    assert written("\n".join(f"{time}{card}" for time, card in zip(times, CARDS, strict=True))) == CARDS


@pytest.mark.parametrize("front", ["Maybe: ", "Sideboard: ", "Deck B? ", "Cut: ", "Owned: ", "Tom: "])
def test_a_label_in_front_of_each_card_stays(front: str) -> None:
    raw = read("\n".join(f"{front}{card}" for card in CARDS), "deck.txt", Limits())

    assert all(request.written != card or request.section for request, card in zip(raw.requests, CARDS, strict=True))


def test_a_chat_of_several_people_stays_in_doubt() -> None:
    lines = [f"{'Kei' if at < 8 else 'Ren'}: {card}" for at, card in enumerate(CARDS)]

    assert written("\n".join(lines)) == lines


ONE_MESSAGE = f"""
[27.11.26, 18:02:11] Kei: Hi, my list for Saturday:
[27.11.26, 18:02:40] Kei: {CARDS[0]}
| [27.11.26, 18:00:05] Ren: Can you send your list?
[27.11.26, 18:02:40] Kei: {CARDS[0]}
| 27/11/2026, 18:02 - Kei: {CARDS[0]}
| [11/27/26, 6:02:11 PM] Kei Tanaka: {CARDS[0]}
| [27.11.26, 18:02:11] +49 171 1234567: {CARDS[0]}
"""
NO_MESSAGE = f"""
Kei: {CARDS[0]}
| [27.11.26, 18:02:11] Sideboard: {CARDS[0]}
| [27.11.26, 18:02:11] Kei: {CARDS[0]}
2 Card X
[27.11.26, 18:03:11] Ren: {CARDS[0]}
"""


@pytest.mark.parametrize(
    ("above", "is_read"),
    [
        (above.strip(), is_read)
        for table, is_read in ((ONE_MESSAGE, True), (NO_MESSAGE, False))
        for above in table.split("|")
    ],
)
def test_a_message_of_one_person_may_have_several_lines(above: str, *, is_read: bool) -> None:
    assert (CARDS[0] in written("\n".join([above, *CARDS[1:]]))) is is_read


def test_empty_lines_between_all_lines_make_no_heading() -> None:
    text = (DECKS / "lcg-stronghold" / "phoenix-one-restricted.txt").read_text("utf-8").partition("\n\n")[2]
    # This province of another clan has the name of a set.
    bare = text.replace("1x Kakudaira", "Restoration of Balance").replace("1x Offerings", "Offerings")
    lines = [line for line in bare.splitlines() if line and not line.startswith("Provinces")]
    reader = Reader("lcg-stronghold")

    assert reader.verdict("\n".join(lines)) is Verdict.ILLEGAL
    assert reader.verdict("\n\n".join(lines)) is Verdict.ILLEGAL
    assert reader.verdict("\n".join(lines).replace("Balance\n", "Balance\n\n")) is Verdict.UNDECIDED
