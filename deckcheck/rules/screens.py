"""Screens: what a rule needs to know of a deck to be sure that it has nothing to say.

Checking a rule takes a tally and one look at each card; most rules have nothing to say of most decks. A screen
says so beforehand, from numbers that each line of a list brings along: when all of them are in range, `check`
yields nothing. It may be too careful, never too careless, and is used where many decks are checked in one format.

It speaks of lists in which each line names another card exactly, and no header decides where a card counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.format import Format
from deckcheck.tally import section_of


class Context(Struct, frozen=True):
    """What screens are made for: a format, all cards of its pool, and the clans of the Stronghold (None: no one).

    The clans are told to rules that have a parameter `stronghold` only; what the others yield is the same for all
    clans. `places` remembers the sections of cards by id.
    """

    format: Format
    cards: tuple[Card, ...]
    own: frozenset[str] | None
    places: dict[str, str | None]

    def section(self, card: Card) -> str | None:
        """Return the name of the section that takes `card`, None when there is none."""
        if card.id not in self.places:
            self.places[card.id] = section_of(card, self.format)
        return self.places[card.id]


class Form(Struct, frozen=True):
    """A whole number for `count` copies of a card; summed over a deck it is to be from `least` to `most`.

    A copy counts for no more than `size`, up or down.
    """

    value: Callable[[Card, int], int]
    least: int | None = None
    most: int | None = None
    size: int = 1


class Shared(Struct, frozen=True):
    """Keys of a card; different cards of a deck that share one may together be no more than `most` copies.

    Cards that are `special` may not share a key with another at all. None of this depends on the clans of a Stronghold.
    """

    keys: Callable[[Card], Iterable[str]]
    most: int
    special: Callable[[Card], bool] = lambda _: False


class Distinct(Struct, frozen=True):
    """A key of a card ("": none), of which the cards of a deck may have `most` different ones."""

    key: Callable[[Card], str]
    most: int


# Decks with more cards are not screened.
MAX_CARDS = 250

Screen = Callable[[Any, Context], Iterable[Form | Shared | Distinct]]


def never(is_trouble: Callable[[Card, int], object]) -> Form:
    """Return the form of which no card of a deck may have anything."""
    return Form(lambda card, count: 1 if is_trouble(card, count) else 0, most=0)


def without(*effects: type) -> Form:
    """Return the form that keeps out cards with effects of these kinds."""
    return never(lambda card, _: card.effects and any(isinstance(effect, effects) for effect in card.effects))


def without_effect(*effects: type) -> Screen:
    """Return the screen of a rule that speaks only of cards with effects of these kinds."""
    return lambda _, __: [without(*effects)]


def silent(_: object, __: Context) -> Iterable[Form]:
    """Return the screen of a rule about lines that are not exact, of which a screened deck has none."""
    return ()


def is_off_clan(card: Card, own: frozenset[str] | None) -> bool:
    """Return whether a card belongs to other clans only; without a Stronghold nothing does."""
    return own is not None and bool(card.clans) and own.isdisjoint(card.clans)
