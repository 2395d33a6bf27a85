"""Decks in JSON: their parts below names of the player's own, and what the file says of the whole."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from deckcheck import Verdict
from deckcheck.decks.readers import read
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits
from tests.reading.remembered import Reader

DECKS = Path(__file__).resolve().parents[1] / "fixtures" / "decks"
LINES = re.findall(r"(?m)^(\d)x (.+)$", (DECKS / "lcg-2017" / "crane-no-role-45-45.txt").read_text("utf-8"))
CARDS = {name: int(copies) for copies, name in LINES}
# The Stronghold and its provinces, 45 dynasty cards, 45 conflict cards.
START, DYNASTY, CONFLICT = (
    {name: CARDS[name] for name in [*CARDS][at]} for at in map(slice, (0, 6, 22), (6, 22, None))
)


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader("lcg-2017")


def objects(cards: dict[str, int]) -> list[dict[str, Any]]:
    return [{"name": name, "count": count} for name, count in cards.items()]


def lines(cards: dict[str, int]) -> str:
    return "\n".join(f"{count}x {name}" for name, count in cards.items())


@pytest.mark.parametrize("hold", [dict, objects, lines])
@pytest.mark.parametrize("key", ["cards", "deck"])
def test_parts_may_have_names_of_the_players_own(key: str, hold: Any, reader: Reader) -> None:
    parts = {"home": hold(START), "dudes": hold(DYNASTY), "tricks": hold(CONFLICT)}

    assert reader.verdict_of_json({key: parts}) is Verdict.LEGAL


@pytest.mark.parametrize(
    ("more", "verdict"),
    [
        ({"side": {}, "maybe": []}, Verdict.LEGAL),
        ({"sideboard": {"Rout": 2}}, Verdict.LEGAL),
        ({"maybe": {"Rout": 2}}, Verdict.UNDECIDED),
        ({"new ideas": {"Rout": 2}}, Verdict.UNDECIDED),
        ({"others": {"Shiro Nishiyama": 1, "Rout": 9}}, Verdict.UNDECIDED),
    ],
)
def test_such_a_part_may_be_outside_the_deck(more: dict[str, Any], verdict: Verdict, reader: Reader) -> None:
    parts = {"home": START, "dudes and places": DYNASTY, "conflict": CONFLICT, **more}

    assert reader.verdict_of_json({"cards": parts}) is verdict


@pytest.mark.parametrize(
    "parts",
    [
        {"Crane A": CARDS, "Crane B": CARDS},
        {"Crane": CARDS, "Lion": {f"Card {number}": 3 for number in range(25)}},
        {"with bows": DYNASTY, "without": {**DYNASTY, "Rout": 3}},
    ],
)
def test_several_decks_are_no_parts_of_one(parts: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="several lists of cards"):
        read(json.dumps({"cards": parts}), "deck.json", Limits())
