"""A005 too-much-influence: the out-of-clan cards cost more influence than there is.

What it checks
    The influence cost of every copy of an out-of-clan conflict card against the influence of the stronghold and
    what a role adds.

Why
    A player may spend influence up to the amount of the stronghold; card texts of roles add to it.

Illegal
    three copies of a card of cost 4 with 10 influence and no role

Legal
    the same with a Keeper role, which adds 3
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.card import Card
from deckcheck.model.effect import Influence
from deckcheck.model.finding import Severity
from deckcheck.rules.base import Message, Problem, Rule, waiting
from deckcheck.rules.screens import Context, Form
from deckcheck.rules.splash import SplashParams, is_splashed
from deckcheck.tally import Tally, splashed


class Params(SplashParams, frozen=True, forbid_unknown_fields=True):
    """`roles`: the section of the cards that may add influence; `influence`: what there is without a stronghold."""

    roles: str
    influence: int = 0


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a problem when more influence is spent than there is."""
    entries = [entry for entry in splashed(tally, params.section, params.stronghold) if entry.card.influence]
    spent = sum((entry.card.influence or 0) * entry.count for entry in entries)
    pool, added = tally.influence(params.stronghold, params.influence)
    allowed = pool + sum(add for _, add in added)
    if spent <= allowed:
        return
    data = {
        "spent": spent,
        "allowed": allowed,
        "excess": spent - allowed,
        "parts": ", ".join(f"{entry.count} `{entry.card.name}` {entry.card.influence} each" for entry in entries),
        "sum": f"{pool} of the {'format' if params.influence else 'stronghold'}"
        + "".join(f", {add:+d} of `{entry.card.name}`" for entry, add in added),
    }
    if tally.may_hold(params.roles):
        yield Problem("open", data | waiting(tally), tuple(entries), tally.open_lines)
    else:
        yield Problem("over", data, tuple(entries))


# More than a card costs or gives.
MOST_INFLUENCE = 50


def screen(params: Params, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""

    def spent(card: Card, count: int) -> int:
        cost = (card.influence or 0) * count if is_splashed(card, params, ctx) else 0
        pool = (card.influence_pool or 0) if ctx.section(card) == params.stronghold else 0
        return cost - pool - sum(effect.add for effect in card.effects if isinstance(effect, Influence))

    yield Form(spent, most=0, size=MOST_INFLUENCE)
    yield Form(lambda card, count: count if ctx.section(card) == params.stronghold else 0, most=1)


RULE = Rule(
    code="A005",
    name="too-much-influence",
    summary="The out-of-clan cards cost more influence than there is.",
    messages={
        "over": Message(
            "{spent} influence spent ({parts}); there are {allowed} ({sum})", "remove cards worth {excess} influence"
        ),
        "open": Message(
            "{spent} influence spent ({parts}); there are {allowed} without a role ({sum}), and {lines} {did}",
            "correct the lines that did not resolve; the verdict hangs on them",
            Severity.UNDECIDED,
        ),
    },
    params=Params,
    check=check,
    screen=screen,
)
