"""A002 off-clan-dynasty: a dynasty card of another clan.

What it checks
    Every card of the dynasty deck against the clan of the stronghold.

Why
    Each card of the dynasty deck must be in-clan or neutral; influence buys conflict cards only.

Illegal
    3 Hida Guardian with a Crane stronghold

Legal
    3 Otomo Courtier with a Crane stronghold
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.rules.base import Message, Problem, Rule
from deckcheck.rules.clans import clan_names
from deckcheck.rules.screens import Context, Form, is_off_clan, never
from deckcheck.tally import Tally, off_clan, own_clans


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`section`: the cards that must be in-clan or neutral; `stronghold`: the section that names the clan."""

    section: str
    stronghold: str


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a problem for each card off clan; without a stronghold there is no clan to compare with."""
    own = own_clans(tally, params.stronghold)
    if own is None:
        return
    for entry in off_clan(tally.with_side(params.section), own):
        data = {"card": entry.card.name, "clan": clan_names(entry.card.clans), "own": clan_names(own)}
        yield Problem("over", data, (entry,))


def screen(params: Params, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    yield never(lambda card, _: ctx.section(card) == params.section and is_off_clan(card, ctx.own))


RULE = Rule(
    code="A002",
    name="off-clan-dynasty",
    summary="A dynasty card of another clan.",
    messages={
        "over": Message(
            "`{card}` is a {clan} dynasty card; the stronghold is {own}",
            "only in-clan and neutral dynasty cards may be used",
        )
    },
    params=Params,
    check=check,
    screen=screen,
)
