"""Clan alignment, as the rules about it share it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct


class SplashParams(Struct, frozen=True, forbid_unknown_fields=True):
    """`section`: where out-of-clan cards may be bought; `stronghold`: the section that names the clan."""

    section: str
    stronghold: str


def clan_names(clans: Iterable[str]) -> str:
    """Return clans as text: ``Crab, Lion``; ``no clan`` when there are none."""
    return ", ".join(clan.title().replace("'S", "'s") for clan in sorted(clans)) or "no clan"
