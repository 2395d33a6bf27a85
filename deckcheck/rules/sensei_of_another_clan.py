"""A001 sensei-of-another-clan: the Sensei may not be used with this Stronghold.

What it checks
    The clans that the Sensei names against the clan of the Stronghold. "All Clans" fits every Stronghold, and
    nothing else fits one without alignment. "Dragon" and "Dragon Clan" are the same; keywords do not count.

Why
    A player may start only with a Sensei that is "All Clans" or names the clan of the Stronghold.

Illegal
    Gates of the Second City with a Sensei for the Crane

Legal
    Gates of the Second City with Kobi Sensei (All Clans)
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.model.finding import Severity
from deckcheck.rules.base import Message, Problem, Rule
from deckcheck.rules.clans import clan_names
from deckcheck.rules.screens import Context, Form, never
from deckcheck.tally import Tally, own_clans


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`clans`: the clan alignments of the format; `any`: the words that fit every Stronghold."""

    stronghold: str
    sensei: str
    clans: tuple[str, ...]
    any: str


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a problem for each Sensei that does not fit."""
    clans = own_clans(tally, params.stronghold)
    if clans is None:
        return
    own = clans.intersection(params.clans)
    for entry in tally.entries(params.sensei):
        named = entry.card.sensei_clans
        if params.any in named or own.intersection(named):
            continue
        data = {"card": entry.card.name, "named": clan_names(named), "own": clan_names(own)}
        yield Problem("over" if named else "unknown", data, (*tally.entries(params.stronghold), entry)[::-1])


def screen(params: Params, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    own = (ctx.own or frozenset()).intersection(params.clans)
    if ctx.own is not None:
        yield never(
            lambda card, _: (
                ctx.section(card) == params.sensei
                and params.any not in card.sensei_clans
                and own.isdisjoint(card.sensei_clans)
            )
        )


RULE = Rule(
    code="A001",
    name="sensei-of-another-clan",
    summary="The Sensei may not be used with this Stronghold.",
    messages={
        "over": Message(
            "`{card}` is for {named}; the Stronghold has {own}", "choose a Sensei for All Clans or for the Stronghold's"
        ),
        "unknown": Message(
            "for which clans is `{card}`? the card data do not say, and the Stronghold has {own}",
            "look at the card",
            Severity.UNDECIDED,
        ),
    },
    params=Params,
    check=check,
    screen=screen,
)
