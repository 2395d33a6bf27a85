"""A012 role-not-sanctioned: a role that was not open to the clan on that day.

What it checks
    The role against the dated list of the roles that each clan could use in sanctioned tournaments.

Why
    Until the end of 2019 the Emperor's Sanction list named the roles of each clan. Outside sanctioned play the
    deck is legal, so this is a warning.

Illegal
    nothing: this is a warning

Legal
    a role of another clan, with a warning
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.model.card_list import CardList
from deckcheck.model.finding import Severity
from deckcheck.names import fold
from deckcheck.rules.base import Message, Problem, Rule
from deckcheck.rules.clans import clan_names
from deckcheck.rules.screens import Context, Form, never
from deckcheck.tally import Tally, own_clans


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`list`: the dated list; `roles`, `stronghold`: the sections of the role and of what names the clan."""

    list: CardList
    roles: str
    stronghold: str


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a warning for each role that the clan could not use."""
    own = own_clans(tally, params.stronghold)
    open_roles = _open_roles(params, own)
    for entry in tally.entries(params.roles) if own else ():
        if fold(entry.card.title) not in open_roles:
            data = {"card": entry.card.name, "own": clan_names(own or ()), "list": params.list.name}
            yield Problem("over", data | {"since": params.list.since}, (entry,))


def _open_roles(params: Params, own: frozenset[str] | None) -> set[str]:
    return {fold(role) for clan in own or () for role in params.list.roles.get(clan, ())}


def screen(params: Params, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    sanctioned = _open_roles(params, ctx.own)
    if ctx.own:
        yield never(lambda card, _: ctx.section(card) == params.roles and fold(card.title) not in sanctioned)


RULE = Rule(
    code="A012",
    name="role-not-sanctioned",
    summary="A role that was not open to the clan on that day.",
    messages={
        "over": Message(
            "`{card}` was not open to {own} in sanctioned tournaments ({list}, since {since})",
            "legal outside sanctioned tournaments",
            Severity.WARNING,
        )
    },
    params=Params,
    value="list",
    check=check,
    screen=screen,
)
