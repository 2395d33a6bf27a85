"""A013 several-primary-clans: cards of more than one clan in the deck that decides the clan.

What it checks
    The clans of the dynasty deck in a format without strongholds.

Why
    In a skirmish the player chooses one clan; each dynasty card is of that clan or neutral.

Illegal
    Lion and Crane cards in the dynasty deck of a skirmish

Legal
    Lion and neutral cards
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.rules.base import Message, Problem, Rule, listing
from deckcheck.rules.clans import clan_names
from deckcheck.rules.screens import Context, Distinct, Form, never
from deckcheck.tally import Tally


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`section`: the deck that decides the clan; `max`: how many clans its cards may have."""

    section: str
    max: int


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a problem when there are too many clans."""
    entries = [entry for entry in tally.with_side(params.section) if entry.card.clans]
    clans = sorted({clan for entry in entries for clan in entry.card.clans})
    if len(clans) > params.max:
        parts = [f"{clan_names([clan])} ({listing(e for e in entries if clan in e.card.clans)})" for clan in clans]
        data = {"count": len(clans), "max": params.max, "clans": clans, "parts": ", ".join(parts)}
        yield Problem("over", data | {"section": tally.format.label(params.section)}, tuple(entries))


def screen(params: Params, ctx: Context) -> Iterator[Form | Distinct]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    yield never(lambda card, _: ctx.section(card) == params.section and len(card.clans) > 1)
    yield Distinct(
        lambda card: clan_names(card.clans) if card.clans and ctx.section(card) == params.section else "", params.max
    )


RULE = Rule(
    code="A013",
    name="several-primary-clans",
    summary="Cards of more than one clan in the deck that decides the clan.",
    messages={
        "over": Message("cards of {count} clans in the {section}: {parts}; {max} is allowed", "keep those of one")
    },
    params=Params,
    value="max",
    check=check,
    screen=screen,
)
