"""What labels and texts beside cards say, one by one."""

from __future__ import annotations

import pytest

from deckcheck.decks.words.marks import columns_of, doubted, says_outside, texts_of


@pytest.mark.parametrize(
    ("item", "texts"),
    [
        ({"clan": "Crane", "cost": 3}, [("clan", "Crane"), ("cost", "3")]),
        ({"cut": True, "own": False, "note": None}, [("cut", "true"), ("own", "false"), ("note", "")]),
        ({"pack": {"name": "Core Set", "number": 12}}, [("name", "Core Set"), ("number", "12")]),
        ({"traits": ["Courtier", "Samurai"]}, [("traits", "Courtier"), ("traits", "Samurai")]),
        ({"packs": [{"id": "core"}, ["core"]]}, []),
    ],
)
def test_the_texts_of_an_object(item: dict[str, object], texts: list[tuple[str, str]]) -> None:
    assert [*texts_of(item)] == texts


def test_keys_of_objects_are_columns() -> None:
    cards = [
        [("trait", "Courtier"), ("trait", " Duelist "), ("cut", "yes")],
        [("trait", "Samurai")],
        [("cut", "no"), ("trait", ""), ("trait", "Monk"), ("trait", "Shugenja")],
    ]

    assert [*columns_of(cards)] == [
        ("trait", ["Courtier", "Samurai", ""]),
        ("trait", ["Duelist", "", "Monk"]),
        ("cut", ["yes", "", "no"]),
        ("trait", ["", "", "Shugenja"]),
    ]


@pytest.mark.parametrize("label", ["Sideboard", "Sidedeck", "side", "Maybeboard", "maybe", "cut", "Wishlist"])
def test_labels_of_cards_outside_the_deck(label: str) -> None:
    assert says_outside(label)


@pytest.mark.parametrize("label", ["Dynasty", "Fate deck", "cards", "foils to buy now", "Crane"])
def test_labels_of_cards_in_the_deck(label: str) -> None:
    assert not says_outside(label)


@pytest.mark.parametrize(
    ("text", "label", "is_doubted"),
    [
        ("Economy", "group", False),
        ("Wirtschaft", "Section", False),
        ("final", "status", False),
        ("Maybe", "group", True),
        ("Wishlist", "status", True),
        ("Deck B", "section", True),
        ("no", "in deck", True),
        ("no", "status", True),
    ],
)
def test_one_part_of_all_cards_sets_none_apart(text: str, label: str, is_doubted: bool) -> None:
    assert doubted([(label, [text] * 20)], [1] * 20) == [is_doubted] * 20
    assert any(doubted([(label, [text] * 19 + ["Men"])], [1] * 20))
    assert any(doubted([(label, [text] * 3)], [1] * 3))


@pytest.mark.parametrize(
    ("label", "cells", "doubts"),
    [
        ("v2", ["", "0", "", ""], [False, True, False, False]),
        ("active", ["", "", "0", ""], [False, False, True, False]),
        ("v2", ["0", "0", "0", "2"], [False, False, False, True]),
        ("v2", ["0", "0", "0", ""], [False, False, False, False]),
        ("Cost", ["", "0", "", ""], [False, False, False, False]),
    ],
)
def test_few_noughts_may_be_cards_that_are_gone(label: str, cells: list[str], doubts: list[bool]) -> None:
    assert doubted([(label, cells)], [1, 3, 2, 1]) == doubts
