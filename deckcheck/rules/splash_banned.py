"""A011 splash-banned: an out-of-clan card that may only be used in its own clan.

What it checks
    Out-of-clan conflict cards against the dated list of cards that influence may not buy.

Why
    Some versions of the Emerald Edict ban cards for other clans only.

Illegal
    a listed Crane card with a Lion stronghold

Legal
    the same card with a Crane stronghold
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.card_list import CardList, named_on
from deckcheck.rules.base import Message, Problem, Rule
from deckcheck.rules.screens import Context, Form, never
from deckcheck.rules.splash import SplashParams, is_splashed
from deckcheck.tally import Tally, splashed


class Params(SplashParams, frozen=True, forbid_unknown_fields=True):
    """`list`: the dated list."""

    list: CardList


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a problem for each listed out-of-clan card."""
    listed = params.list.on(tally.format.date)
    for entry in splashed(tally, params.section, params.stronghold):
        ban = named_on(listed, entry.card)
        if ban:
            data = {"card": entry.card.name, "list": params.list.name, "since": ban.since}
            yield Problem("over", data, (entry,))


def screen(params: Params, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    listed = params.list.on(ctx.format.date)
    yield never(lambda card, _: is_splashed(card, params, ctx) and named_on(listed, card))


RULE = Rule(
    code="A011",
    name="splash-banned",
    summary="An out-of-clan card that may only be used in its own clan.",
    messages={"over": Message("`{card}` may not be used out of clan: {list}, since {since}", "remove it")},
    params=Params,
    value="list",
    check=check,
    screen=screen,
)
