"""Clan alignment, as the rules about it share it."""

from __future__ import annotations

from collections.abc import Iterable

from deckcheck.model.deck import Entry
from deckcheck.tally import Tally


def own_clans(tally: Tally, stronghold: str) -> frozenset[str] | None:
    """Return the clans of the Strongholds in a section: None without a Stronghold, empty when unaligned."""
    entries = tally.entries(stronghold)
    return frozenset(clan for entry in entries for clan in entry.card.clans) if entries else None


def off_clan(entries: Iterable[Entry], own: frozenset[str]) -> list[Entry]:
    """Return the entries whose card belongs to clans that are none of `own`; neutral cards belong to none."""
    return [entry for entry in entries if entry.card.clans and not own.intersection(entry.card.clans)]


def clan_names(clans: Iterable[str]) -> str:
    """Return clans as text: ``Crab, Lion``; ``no clan`` when there are none."""
    return ", ".join(clan.title().replace("'S", "'s") for clan in sorted(clans)) or "no clan"
