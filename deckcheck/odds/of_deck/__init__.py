"""Draw odds of a deck, with the draws that its format and its card texts define."""

from __future__ import annotations

from deckcheck.odds.of_deck.ask import Asked, By, CardChange, OddsRequest, ask, best_changes
from deckcheck.odds.of_deck.deck_halves import DrawnHalf, Play, halves_of, mid_game
from deckcheck.odds.of_deck.hand import Deal, MulliganGame, Wished, Worth, deal, mulligan_games
from deckcheck.odds.of_deck.standard import Chance, HalfOdds, odds_rows, standard_odds

__all__ = [
    "Asked",
    "By",
    "CardChange",
    "Chance",
    "Deal",
    "DrawnHalf",
    "HalfOdds",
    "MulliganGame",
    "OddsRequest",
    "Play",
    "Wished",
    "Worth",
    "ask",
    "best_changes",
    "deal",
    "halves_of",
    "mid_game",
    "mulligan_games",
    "odds_rows",
    "standard_odds",
]
