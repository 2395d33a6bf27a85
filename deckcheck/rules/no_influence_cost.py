"""A006 no-influence-cost: an out-of-clan card that influence cannot buy.

What it checks
    Out-of-clan conflict cards without an influence cost.

Why
    A card of a clan that has no influence cost cannot be included in a deck of another clan.

Illegal
    1 Way of the Crab with a Crane stronghold

Legal
    1 Way of the Crane with a Crane stronghold
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.card import Card
from deckcheck.model.effect import ClansOnly
from deckcheck.rules.base import Message, Problem, Rule
from deckcheck.rules.clans import clan_names
from deckcheck.rules.screens import Context, Form, never
from deckcheck.rules.splash import SplashParams, is_splashed
from deckcheck.tally import Tally, primary_clans, splashed


def check(tally: Tally, params: SplashParams) -> Iterator[Problem]:
    """Yield a problem for each out-of-clan card without an influence cost."""
    own = primary_clans(tally, params.section, params.stronghold) or frozenset()
    for entry in splashed(tally, params.section, params.stronghold):
        if entry.card.influence is None and not _has_own_finding(entry.card, own):
            data = {"card": entry.card.name, "clan": clan_names(entry.card.clans), "own": clan_names(own)}
            yield Problem("over", data, (entry,))


def _has_own_finding(card: Card, own: frozenset[str]) -> bool:
    """Return whether the card's text keeps it from this clan, which is another rule's finding."""
    return any(isinstance(effect, ClansOnly) and not own.intersection(effect.clans) for effect in card.effects)


def screen(params: SplashParams, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    yield never(lambda card, _: is_splashed(card, params, ctx) and card.influence is None)


RULE = Rule(
    code="A006",
    name="no-influence-cost",
    summary="An out-of-clan card that influence cannot buy.",
    messages={
        "over": Message(
            "`{card}` has no influence cost, so only {clan} decks may use it; this deck is {own}", "remove it"
        )
    },
    params=SplashParams,
    check=check,
    screen=screen,
)
