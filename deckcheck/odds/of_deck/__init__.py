"""Draw odds of a deck: its cards, drawn as its format and its own card texts say."""

from __future__ import annotations

from deckcheck.odds.of_deck.ask import Asked, Asking, By, ask
from deckcheck.odds.of_deck.changes import CardChange, best_changes
from deckcheck.odds.of_deck.halves import Half, Play, halves_of
from deckcheck.odds.of_deck.hand import Deal, deal
from deckcheck.odds.of_deck.standard import Chance, HalfOdds, odds_rows, standard_odds

__all__ = [
    "Asked",
    "Asking",
    "By",
    "CardChange",
    "Chance",
    "Deal",
    "Half",
    "HalfOdds",
    "Play",
    "ask",
    "best_changes",
    "deal",
    "halves_of",
    "odds_rows",
    "standard_odds",
]
