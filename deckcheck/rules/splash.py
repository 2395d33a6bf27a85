"""Out-of-clan conflict cards, as the rules about influence share them."""

from __future__ import annotations

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.rules.screens import Context, is_off_clan


class SplashParams(Struct, frozen=True, forbid_unknown_fields=True):
    """`section`: where out-of-clan cards may be bought; `stronghold`: the section that names the clan."""

    section: str
    stronghold: str


def is_splashed(card: Card, params: SplashParams, ctx: Context) -> bool:
    """Return whether a card is out of clan in the section where such cards may be bought."""
    return ctx.section(card) == params.section and is_off_clan(card, ctx.own)
