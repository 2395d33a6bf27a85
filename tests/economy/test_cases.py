"""The comparison with cases in files: ``python -m tests.economy_cases``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.economy_cases import main

POLICY = "each turn buys the set of face-up Holdings with the largest total production that can be paid"
MINES: dict[str, Any] = {
    "id": "two mines",
    "deck": {"A": {"count": 2, "kind": "holding", "cost": 2, "gold": 2}, "x": {"count": 2, "kind": "blank"}},
    "provinces": 1,
    "stronghold_gold": 2,
    "turns": 1,
    "gold_pool": True,
    "cycle": None,
    "starting_sources": None,
    "policy": POLICY,
    "notes": None,
    "answer": [
        {
            "turn": 1,
            "production_in_play_beside_stronghold_and_starting": {"0": "1/2", "2": "1/2"},
            "mean": "1",
            "P_nothing": "1/2",
        }
    ],
}
# One card in play without fate, one with; the second player has a fate more, and so has who passes first.
ROUND: dict[str, Any] = {
    "id": "a round",
    "kind": "ledger",
    "input": {
        "rules": "RR1.01",
        "first": "A",
        "income": {"A": 7, "B": 7},
        "honor": {"A": 11, "B": 10},
        "rounds": [
            {
                "buys": [["A", 3, 0], ["B", 4, 2]],
                "passes_first": "A",
                "bids": [1, 4],
                "conflicts": [["A", "air", True], ["B", "fire", False]],
                "events": [["B", 1]],
            }
        ],
    },
    "after_each_round": [
        {
            "round": 1,
            "fate": {"A": 7 - 3 + 1, "B": 7 + 1 - 4 - 2 - 1},
            "honor": {"A": 14, "B": 7},
            "cards_drawn": {"A": 5, "B": 8},
            "ring_fate": {"air": 0, "earth": 1, "fire": 1, "void": 1, "water": 1},
            "characters_in_play": {"A": 0, "B": 1},
            "fate_on_characters": {"A": [], "B": [1]},
        }
    ],
}
SPENT: dict[str, Any] = {
    "id": "fate spent",
    "kind": "spend",
    "input": {"deck": {"1": 1, "3": 1, "H": 1}, "provinces": 2, "fate": 3, "mulligan": None, "extra_fate": 0},
    "distribution": {"1": "1/3", "3": "2/3"},
    "mean": "7/3",
    "asked": {">=3": "2/3"},
}


def told(tmp_path: Path, *cases: dict[str, Any]) -> list[tuple[str, bool]]:
    path = tmp_path / "cases.json"
    path.write_text(json.dumps({"cases": cases}), "utf-8")
    return list(main([str(path)]))


@pytest.mark.parametrize("case", [MINES, ROUND, SPENT], ids=lambda case: str(case["id"]))
def test_a_right_answer_is_equal(tmp_path: Path, case: dict[str, Any]) -> None:
    ((text, same),) = told(tmp_path, case)

    assert same, text
    assert text.startswith(f"{case['id']}: equal")


def test_a_wrong_answer_is_shown_beside_ours(tmp_path: Path) -> None:
    ((text, same),) = told(tmp_path, {**SPENT, "mean": "2"})

    assert not same
    assert "mean: 2," in text
    assert "mean: 7/3" in text


def test_cards_in_hand_are_paid_cheapest_first(tmp_path: Path) -> None:
    hand = {"kind": "hand", "id": "hand", "input": {"deck": {"0": 1, "2": 2}, "seen": 3, "fate": 2}}

    assert all(same for _, same in told(tmp_path, {**hand, "distribution": {"2": "1"}, "mean": "2"}))


@pytest.mark.parametrize(("keys", "gold"), [({"bowed": False}, 2), ({"bowed": True}, 0)])
def test_a_starting_source_pays_unless_it_is_bowed(tmp_path: Path, keys: dict[str, bool], gold: int) -> None:
    deck = {"A": {"count": 2, "kind": "holding", "cost": 3, "gold": 2}}
    answer = [{
        "turn": 1,
        "production_in_play_beside_stronghold_and_starting": {str(gold): "1"},
        "mean": str(gold),
        "P_nothing": "0" if gold else "1",
    }]  # fmt: skip
    case = {**MINES, "deck": deck, "starting_sources": [{"gold": 1, **keys}], "answer": answer}

    assert all(same for _, same in told(tmp_path, case))
