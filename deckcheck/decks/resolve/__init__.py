"""From names to cards.

A name is looked up exactly after folding, then by what the format tells (a level or set mark left out, where
only one such card is legal), then in forms that can mean only one card. A reading that is not exact is noted
on the entry. What is left is unresolved, with suggestions: near misses are never taken silently.
"""

from deckcheck.decks.resolve.deck import Resolver, resolve
from deckcheck.decks.resolve.lookup import cards_called
from deckcheck.decks.resolve.suggest import Suggester
from deckcheck.decks.resolve.unknowns import MOST_SUGGESTED

__all__ = ["MOST_SUGGESTED", "Resolver", "Suggester", "cards_called", "resolve"]
