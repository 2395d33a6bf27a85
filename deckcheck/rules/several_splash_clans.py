"""A004 several-splash-clans: out-of-clan cards from more than one clan.

What it checks
    The clans of the conflict cards that were bought with influence.

Why
    Influence may be spent on the cards of a single other clan.

Illegal
    1 Steward of Law and 1 Hiruma Ambusher with a Lion stronghold

Legal
    1 Steward of Law and other conflict cards of the Crane with a Lion stronghold
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.card import Card
from deckcheck.rules.base import Message, Problem, Rule, listing
from deckcheck.rules.clans import clan_names
from deckcheck.rules.screens import Context, Distinct
from deckcheck.rules.splash import SplashParams, is_splashed
from deckcheck.tally import Tally, splashed


class Params(SplashParams, frozen=True, forbid_unknown_fields=True):
    """`max`: from how many other clans cards may come."""

    max: int


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a problem when cards of too many clans were bought; cards that cannot be bought are not counted."""
    bought = splashed(tally, params.section, params.stronghold)
    entries = [entry for entry in bought if entry.card.influence is not None]
    by_clan: dict[str, list[int]] = {}
    for index, entry in enumerate(entries):
        by_clan.setdefault(clan_names(entry.card.clans), []).append(index)
    if len(by_clan) > params.max:
        parts = [f"{clan} ({listing(entries[index] for index in by_clan[clan])})" for clan in sorted(by_clan)]
        data = {"clans": sorted(by_clan), "count": len(by_clan), "max": params.max, "parts": ", ".join(parts)}
        yield Problem("over", data, tuple(entries))


def screen(params: Params, ctx: Context) -> Iterator[Distinct]:
    """Yield what must hold for every deck that the rule has nothing to say of."""

    def bought_from(card: Card) -> str:
        return clan_names(card.clans) if is_splashed(card, params, ctx) and card.influence is not None else ""

    yield Distinct(bought_from, params.max)


RULE = Rule(
    code="A004",
    name="several-splash-clans",
    summary="Out-of-clan cards from more than one clan.",
    messages={
        "over": Message(
            "out-of-clan cards from {count} clans: {parts}; from at most {max} are allowed", "keep those of one clan"
        )
    },
    params=Params,
    value="max",
    check=check,
    screen=screen,
)
