"""Clan alignment, as the rules about it share it."""

from __future__ import annotations

from collections.abc import Iterable
from string import capwords

from msgspec import Struct


class SplashParams(Struct, frozen=True, forbid_unknown_fields=True):
    """`section`: where out-of-clan cards may be bought; `stronghold`: the section that names the clan."""

    section: str
    stronghold: str


def clan_names(clans: Iterable[str]) -> str:
    """Return clans as text: ``Brotherhood of Shinsei, Crab``; ``no clan`` when there are none."""
    return ", ".join(capwords(clan).replace(" Of ", " of ") for clan in sorted(clans)) or "no clan"


def alignment_of(clans: Iterable[str]) -> dict[str, str]:
    """Return the message data about the clans of a Stronghold: ``is Crab``, or ``has no clan``."""
    own = clan_names(clans)
    return {"own": own, "stronghold": f"is {own}" if any(clans) else f"has {own}"}
