"""Find the card of each name.

A name is looked up exactly after folding, then by the format (a missing level or set mark, where only one such card is
legal), then in forms that can mean only one card. An inexact reading is noted on the entry. Other names stay
unrecognised, with suggestions; a near miss is never accepted without a word.
"""

from deckcheck.decks.resolve.deck import Resolver, resolve
from deckcheck.decks.resolve.readings import cards_called
from deckcheck.decks.resolve.suggest import similar_names
from deckcheck.decks.resolve.unknowns import MOST_SUGGESTED

__all__ = ["MOST_SUGGESTED", "Resolver", "cards_called", "resolve", "similar_names"]
