"""A008 role-required: a card that needs another role.

What it checks
    Cards that say "Keeper role only", "Air role only" and so on against the role of the deck. An element is
    satisfied by the Keeper and by the Seeker of that element; Support roles satisfy none.

Why
    The text of the card is a restriction on building the deck.

Illegal
    3 Keeper Initiate with Seeker of Air

Legal
    3 Keeper Initiate with Keeper of Void
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.effect import RequiresRole, RoleTraits
from deckcheck.model.finding import Severity
from deckcheck.rules.base import Message, Problem, Rule, listing, waiting
from deckcheck.rules.screens import MAX_CARDS, Context, Form
from deckcheck.tally import Tally


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`roles`: the section of the role."""

    roles: str


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a problem for each card whose role is missing."""
    traits = {trait for _, effect in tally.met.of(RoleTraits) for trait in effect.traits}
    role = listing(tally.entries(params.roles)) or "no role"
    for entry, effect in tally.met.of(RequiresRole):
        if effect.trait in traits:
            continue
        data = {"card": entry.card.name, "trait": effect.trait.title(), "role": role}
        if tally.may_hold(params.roles):
            yield Problem("open", data | waiting(tally), (entry,), tally.open_lines)
        else:
            yield Problem("over", data, (entry,))


def screen(params: Params, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    asked_for = {e.trait for card in ctx.cards for e in card.effects if isinstance(e, RequiresRole)}
    for trait in sorted(asked_for):

        def missing(card: Card, _: int, trait: str = trait) -> int:
            needs = any(isinstance(e, RequiresRole) and e.trait == trait for e in card.effects)
            gives = any(isinstance(e, RoleTraits) and trait in e.traits for e in card.effects)
            return (1 if needs else 0) - (MAX_CARDS if gives else 0)

        yield Form(missing, most=0, size=MAX_CARDS)


RULE = Rule(
    code="A008",
    name="role-required",
    summary="A card that needs another role.",
    messages={
        "over": Message(
            "`{card}` needs a role with the trait {trait}; the deck has {role}", "change the role or remove the card"
        ),
        "open": Message(
            "`{card}` needs a role with the trait {trait}; no role is known, and {lines} {did}",
            "correct the lines that did not resolve; the verdict hangs on them",
            Severity.UNDECIDED,
        ),
    },
    params=Params,
    check=check,
    screen=screen,
)
