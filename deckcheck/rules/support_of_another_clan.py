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

from deckcheck.model.card import Card
from deckcheck.model.effect import SplashOnly
from deckcheck.rules.base import Message, Problem, Rule, listing
from deckcheck.rules.clans import clan_names
from deckcheck.rules.screens import MAX_CARDS, Context, Form
from deckcheck.rules.splash import SplashParams, is_splashed
from deckcheck.tally import Tally, splashed


def check(tally: Tally, params: SplashParams) -> Iterator[Problem]:
    """Yield a problem for each such role when cards of another clan were bought."""
    bought = [entry for entry in splashed(tally, params.section, params.stronghold) if entry.card.influence is not None]
    for entry, effect in tally.met.of(SplashOnly):
        wrong = [other for other in bought if effect.clan not in other.card.clans]
        if wrong:
            data = {"role": entry.card.name, "clan": clan_names([effect.clan]), "cards": listing(wrong)}
            yield Problem("over", data, (*wrong, entry))


def screen(params: SplashParams, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    named = {e.clan for card in ctx.cards for e in card.effects if isinstance(e, SplashOnly)}
    for clan in sorted(named):

        def wrong(card: Card, _: int, clan: str = clan) -> int:
            says_so = any(isinstance(e, SplashOnly) and e.clan == clan for e in card.effects)
            bought = is_splashed(card, params, ctx) and card.influence is not None and clan not in card.clans
            return (MAX_CARDS if says_so else 0) + (1 if bought else 0)

        # With the role there may be no card of another clan, without it as many as there are.
        yield Form(wrong, most=MAX_CARDS, size=MAX_CARDS + 1)


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
    screen=screen,
)
