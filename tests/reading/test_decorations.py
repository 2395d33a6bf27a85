"""What people write around a name is never read as a part of it: the card stays, or the line is in doubt."""

from __future__ import annotations

import random

import pytest

from deckcheck import Checker
from deckcheck.decks.readers import read
from deckcheck.model.card import Card
from deckcheck.model.limits import Limits
from deckcheck.model.names import experience_suffix
from tests.conftest import examples

LEVELS = """{} • Experienced {} | {} - exp{} | {} exp{} | {} (exp{}) | {} xp{} | {} (xp {}) | {} Experienced {}
    | {}, Experienced {} | {} (Experienced {})"""
BEHIND = """ | #018 | 45 | (CE) | CE | CE #018 | CE 18 | [CE] | [CE #18] | (#45) | SoD | TwF #12 | - CE | , CE | foil
    | *F* | (foil) | NM | x1 | (1) | 1x | ★ | ✔ | (Crane) | - Holding | (good card) | // nice | - 2 gold
    | 4F/3C | (own 1)"""


def rows(table: str) -> list[str]:
    return [row.strip() for row in table.split("|")]


def named_on(line: str, checker: Checker) -> set[str]:
    """Return the ids of the cards on a line, none for a line in doubt."""
    deck = checker.resolver.deck(read(f"{line}\n", "deck.txt", Limits()))
    return set() if deck.unresolved else {entry.card.id for entry in (*deck.entries, *deck.outside)}


def level_of(card: Card) -> str:
    return "".join(["" if card.level == 1 and not card.variant else f"{card.level:g}", card.variant])


@pytest.mark.parametrize("game", ["twenty-festivals", "celestial-40-40", "legacy"])
def test_words_around_a_level_name_no_other_version(game: str) -> None:
    checker, dice = Checker(game), random.Random(game)
    cards = [card for card in checker.pool.cards() if card.level > 0 and not card.proxy]
    for card in dice.sample(cards, min(len(cards), examples(700))):
        own = named_on(f"1 {card.title}{experience_suffix(card.level, card.variant)}", checker)
        # A variant such as the "CW" of "exp2CW" is written as the abbreviations of sets are.
        for behind in rows(BEHIND) if card.variant else [dice.choice(rows(BEHIND))]:
            line = dice.choice(rows(LEVELS)).format(card.title, level_of(card)).rstrip()
            assert named_on(f"1 {line} {behind}".rstrip(), checker) in (own, set()), f"{line} {behind}"


@pytest.mark.parametrize("game", ["twenty-festivals", "lcg-2017"])
def test_words_around_a_name_name_no_other_card(game: str) -> None:
    checker, dice = Checker(game), random.Random(game)
    cards = [card for card in checker.pool.cards() if not card.proxy and card.kind != "other"]
    for card in dice.sample(cards, min(len(cards), examples(700))):
        own = named_on(f"1 {card.name}", checker)
        behind = dice.choice(rows(BEHIND))
        assert named_on(f"1 {card.name} {behind}".rstrip(), checker) in (own, set()), f"{card.name} {behind}"
