"""Draw odds of a deck: its cards, drawn as its format and its own card texts say."""

from __future__ import annotations

from deckcheck.deck_odds.ask import Asked, Asking, By, ask
from deckcheck.deck_odds.changes import CardChange, best_changes
from deckcheck.deck_odds.halves import Half, Play, halves_of
from deckcheck.deck_odds.hand import Deal, deal
from deckcheck.deck_odds.standard import Chance, HalfOdds, odds_rows, standard_odds

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
