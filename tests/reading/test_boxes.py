"""Lists with boxes to tick: a card behind an empty box may be out of the deck where others have another one or none."""

from __future__ import annotations

import re

import pytest

from deckcheck import Checker, Verdict
from deckcheck.bulk.known_lists import KnownLists
from deckcheck.model.limits import Limits
from tests.reading.crane import BANNED, CRANE


def boxed(box: str) -> str:
    return re.sub(r"(?m)^(?=\d )", f"{box} ", CRANE)


@pytest.mark.parametrize("box", ["[ ]", "- [ ]", "[]", "☐"])
@pytest.mark.parametrize("others", ["[x]", "- [x]", "☑"])
def test_an_empty_box_is_a_question_beside_other_lines(checker: Checker, box: str, others: str) -> None:
    assert checker.check_text(f"{boxed(others)}\n{box} {BANNED}\n").verdict is Verdict.UNDECIDED
    assert checker.check_text(f"{CRANE}\n{box} {BANNED}\n").verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("box", ["[ ]", "☐"])
def test_a_list_to_tick_off_is_the_deck(checker: Checker, box: str) -> None:
    deck = boxed(box)
    assert checker.check_text(deck).verdict is Verdict.LEGAL
    assert checker.check_text(f"{deck}\n{box} {BANNED}\n").verdict is Verdict.ILLEGAL


@pytest.mark.parametrize("box", ["[x]", "☑"])
def test_ticked_cards_are_in_the_deck(checker: Checker, box: str) -> None:
    assert checker.check_text(boxed(box)).verdict is Verdict.LEGAL
    assert checker.check_text(f"{CRANE}\n{box} {BANNED}\n").verdict is Verdict.ILLEGAL


@pytest.mark.parametrize(
    ("listed", "below"),
    [
        (boxed("☒"), f"☐ {BANNED}"),
        (CRANE, f"+3 Iron Mine\n- {BANNED}"),
        (CRANE, f"+ 3 Xylophone Quartet\n- {BANNED}"),
    ],
)
def test_a_tick_or_a_plus_on_a_line_in_doubt_leaves_others_open(checker: Checker, listed: str, below: str) -> None:
    text = f"{listed}\n{below}\n"

    assert checker.check_text(text).verdict is Verdict.UNDECIDED
    assert KnownLists(checker, Limits()).in_text(text, "deck.txt", "text") is None
