"""Comments on lines of their own among the cards, and in YAML and XML: about the card above, or about none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deckcheck import Verdict
from tests.reading.remembered import Reader

CRANE = Path(__file__).resolve().parents[1] / "fixtures" / "decks" / "celestial-40-40" / "crane-honor.txt"
LIST = CRANE.read_text("utf-8").partition("\n\n")[2].rstrip()
CARDS = [line.partition(" ") for line in LIST.split("\n") if line[:1].isdigit()]
CHANGES = """cut one of these | -1 | only 2 | two of these | or Rout | (swap for Rout) | not in | ignore the line above
    | =2 | was 2 | one more | exp 2 | ? | not sure | vs Lion | either this or the next | TODO: number | flex slot
    | ditto | proxy | the rest is for Sunday | end of the deck | none of these"""
SILENT = """great card | one of the best cards | CE 45 | needs 4 gold | 3 Iron Mine | since 2011 | thanks to Kei
    | plays well in round 1 | two-drop | 3 Kolat Assassin"""


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader("celestial-40-40")


def rows(table: str) -> list[str]:
    return [" ".join(row.split()) for row in table.split("|")]


def in_text(comment: str) -> list[str]:
    below, last = LIST.replace("3 Copper Mine\n", f"3 Copper Mine\n# {comment}\n"), f"{LIST}\n"
    return [below, below.replace("# ", "// ").replace("// H", "# H"), f"{last}# nice\n; {comment}\n"]


def in_structures(comment: str) -> list[str]:
    yaml = "".join(f'  "{name}": {count}\n' for count, _, name in CARDS)
    xml = "".join(f'<card qty="{count}">{name}</card>\n' for count, _, name in CARDS)
    return [
        f"deckcheck: 1\ncards:\n{yaml}".replace('"Copper Mine": 3', f'"Copper Mine": 3  # {comment}'),
        f"deckcheck: 1\ncards:\n{yaml}".replace('"Copper Mine": 3', f'"Copper Mine": 3\n  # {comment}'),
        f"<deck>{xml}</deck>".replace("Copper Mine</card>", f"Copper Mine</card> <!-- {comment} -->"),
        f"<deck>{xml}</deck>".replace("Copper Mine</card>", f"Copper Mine</card>\n<!--\n{comment} -->"),
    ]


@pytest.mark.parametrize(
    ("comment", "verdict"),
    [
        (each, verdict)
        for table, verdict in ((CHANGES, Verdict.UNDECIDED), (SILENT, Verdict.LEGAL))
        for each in rows(table)
    ],
)
def test_a_comment_may_change_the_card_above(comment: str, verdict: Verdict, reader: Reader) -> None:
    for text in in_text(comment):
        assert reader.verdict(text) is verdict
    for text in in_structures(comment):
        assert reader.checker.check_text(text).verdict is verdict


def test_the_card_is_named_with_the_reason(reader: Reader) -> None:
    (found,) = reader.checker.check_text(in_text("cut one")[0]).findings[:1]
    assert found.message == (
        "`3 Copper Mine` is not recognised: the comment beside it may give it another number, version or place"
    )


@pytest.mark.parametrize("above", ["", "Dynasty\n"])
def test_a_comment_apart_may_change_the_list(above: str, reader: Reader) -> None:
    parts = LIST.split("\n\n")
    changed = "\n\n".join([*parts[:2], f"{above}# swap two of them", *parts[2:]])
    assert reader.verdict(changed) is Verdict.UNDECIDED
    assert reader.verdict(re.sub("swap.*", "the other half", changed)) is Verdict.LEGAL


def test_four_copies_are_a_question_where_a_comment_takes_some(reader: Reader) -> None:
    four = LIST.replace("3 Copper Mine", "4 Copper Mine")
    assert reader.verdict(four) is Verdict.ILLEGAL
    assert reader.verdict(four.replace("4 Copper Mine", "4 Copper Mine\n# one too many")) is Verdict.UNDECIDED
