"""Clan alignment, as the rules about it share it."""

from __future__ import annotations

from collections.abc import Iterable


def clan_names(clans: Iterable[str]) -> str:
    """Return clans as text: ``Crab, Lion``; ``no clan`` when there are none."""
    return ", ".join(clan.title().replace("'S", "'s") for clan in sorted(clans)) or "no clan"
