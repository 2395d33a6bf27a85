"""Saved objects of Tabletop Simulator, with an object for each card on the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from deckcheck import Verdict
from deckcheck.model.errors import InputError
from tests.reading.remembered import Reader

DECK = Path(__file__).resolve().parents[1] / "fixtures" / "decks" / "lcg-stronghold" / "phoenix-one-restricted.txt"
Object = dict[str, Any]


@pytest.fixture(scope="module")
def cards(card_game: Reader) -> dict[str, list[Object]]:
    """The cards of a legal deck by their deck."""
    found: dict[str, list[Object]] = {}
    for entry in card_game.checker.check_text(DECK.read_text("utf-8")).deck.entries:
        found.setdefault(entry.card.deck, []).extend(thing("Card", entry.card.title) for _ in range(entry.count))
    return found


def thing(name: str, nickname: str, inside: list[Object] | None = None) -> Object:
    place = {"posX": 1.5, "posY": 2, "rotZ": 180, "scaleX": 1}
    said = {
        "GUID": "c2a0c2",
        "Name": name,
        "Transform": place,
        "Nickname": nickname,
        "Description": "",
        "Locked": False,
    }
    return said | ({"CardID": 103} if name == "Card" else {}) | ({"ContainedObjects": inside} if inside else {})


def saved(*objects: Object) -> Object:
    return {"SaveName": "", "Gravity": 0.5, "Table": "", "Note": "", "TabStates": {}, "ObjectStates": [*objects]}


def test_each_card_in_a_pile_is_a_copy(cards: dict[str, list[Object]], card_game: Reader) -> None:
    every = [card for each in cards.values() for card in each]
    piles = [thing("DeckCustom", name.title(), each) for name, each in cards.items()]
    own = [
        thing("DeckCustom", name, each) for name, each in zip(("Tricks", "Dudes", "", ""), cards.values(), strict=True)
    ]
    for value in (
        saved(thing("DeckCustom", "", every)),
        thing("Deck", "Phoenix", every),
        saved(*piles),
        saved(*own),
        saved(*piles[:-1], *piles[-1]["ContainedObjects"]),
        saved(thing("Bag", "Phoenix", piles), thing("Custom_Token", "")),
    ):
        assert card_game.verdict_of_json(value) is Verdict.LEGAL
    for name, verdict in (("Policy Debate", Verdict.ILLEGAL), ("", Verdict.UNDECIDED), ("Xyzzy", Verdict.UNDECIDED)):
        assert card_game.verdict_of_json(saved(thing("Deck", "", [*every[1:], thing("Card", name)]))) is verdict
    fourth = saved(thing("Deck", "", every), thing("Card", "Kaito Kosori"))
    assert card_game.verdict_of_json(fourth) is Verdict.ILLEGAL


def test_a_pile_may_be_outside_the_deck(cards: dict[str, list[Object]], card_game: Reader) -> None:
    every = [card for each in cards.values() for card in each]
    for name, verdict in (("Sideboard", Verdict.LEGAL), ("Maybeboard", Verdict.LEGAL), ("Maybe", Verdict.UNDECIDED)):
        beside = thing("Deck", name, [thing("Card", "Policy Debate")])
        assert card_game.verdict_of_json(saved(thing("Deck", "", every), beside)) is verdict


def test_two_decks_on_a_table_are_refused(cards: dict[str, list[Object]], card_game: Reader) -> None:
    every = [card for each in cards.values() for card in each]
    with pytest.raises(InputError, match="several lists of cards, under `Kei` and `Bo`"):
        card_game.checker.check_text(json.dumps(saved(thing("Deck", "Kei", every), thing("Deck", "Bo", every))))
