"""A009 support-of-another-clan: influence spent on a clan that the Support role does not name.

What it checks
    The clan of the out-of-clan cards against the clan of a Support role.

Why
    With a Support role influence may be spent on cards of its clan only.

Illegal
    Support of the Crane with out-of-clan cards of the Lion

Legal
    Support of the Crane with out-of-clan cards of the Crane
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.effect import SplashOnly
from deckcheck.rules.base import Message, Problem, Rule, listing
from deckcheck.rules.clans import clan_names
from deckcheck.rules.splash import SplashParams, splashed
from deckcheck.tally import Tally


def check(tally: Tally, params: SplashParams) -> Iterator[Problem]:
    """Yield a problem for each such role when cards of another clan were bought."""
    bought = [entry for entry in splashed(tally, params) if entry.card.influence is not None]
    for entry, effect in tally.met.of(SplashOnly):
        wrong = [other for other in bought if effect.clan not in other.card.clans]
        if wrong:
            data = {"role": entry.card.name, "clan": clan_names([effect.clan]), "cards": listing(wrong)}
            yield Problem("over", data, (*wrong, entry))


RULE = Rule(
    code="A009",
    name="support-of-another-clan",
    summary="Influence spent on a clan that the Support role does not name.",
    messages={
        "over": Message(
            "with `{role}` influence buys {clan} cards only; the deck has {cards}",
            "change the role or remove the cards",
        )
    },
    params=SplashParams,
    check=check,
)
