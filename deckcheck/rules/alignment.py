"""Clan alignment as it counts in play, with what card texts add to it."""

from __future__ import annotations

from deckcheck.model.card import Card
from deckcheck.model.deck import Entry
from deckcheck.model.effect import GainsAlignment, PlayerAlignment
from deckcheck.model.matching import matches
from deckcheck.rules.tally import Tally


def given_alignments(tally: Tally) -> frozenset[str]:
    """Return the alignments that card texts give the deck's player."""
    return frozenset(clan for _, effect in tally.met.of(PlayerAlignment) for clan in effect.clans)


def gains(tally: Tally, card: Card) -> list[tuple[Entry, GainsAlignment]]:
    """Return the texts by which `card` may gain the alignment of the deck's player."""
    return [(entry, effect) for entry, effect in tally.met.of(GainsAlignment) if matches(effect.of, card)]
