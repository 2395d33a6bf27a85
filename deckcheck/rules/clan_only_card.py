"""A007 clan-only-card: a card whose text keeps it from this clan.

What it checks
    Cards that say for which clans they are.

Why
    The text of a card goes before the rules on influence.

Illegal
    1 20-isawa-tadaka (Crab and Phoenix only) with a Lion stronghold

Legal
    1 20-isawa-tadaka with a Crab stronghold
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.effect import ClansOnly
from deckcheck.rules.base import Message, Problem, Rule
from deckcheck.rules.clans import clan_names
from deckcheck.rules.screens import Context, Form, never
from deckcheck.rules.splash import SplashParams
from deckcheck.tally import Tally, off_clan, primary_clans


def check(tally: Tally, params: SplashParams) -> Iterator[Problem]:
    """Yield a problem for each card that is not for the deck's clan."""
    own = primary_clans(tally, params.section, params.stronghold)
    if own is None:
        return
    wrong_clan = {
        id(entry)
        for section in tally.sections
        if section != params.section
        for entry in off_clan(tally.entries(section), own)
    }
    placed = {id(entry) for entries in tally.sections.values() for entry in entries}
    for entry, effect in tally.met.of(ClansOnly):
        if not own.intersection(effect.clans) and id(entry) in placed - wrong_clan:
            data = {"card": entry.card.name, "clans": clan_names(effect.clans), "own": clan_names(own)}
            yield Problem("over" if effect.clans else "never", data, (entry,))


def screen(params: SplashParams, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    own = ctx.own
    if own is not None:
        yield never(
            lambda card, _: any(
                isinstance(effect, ClansOnly) and own.isdisjoint(effect.clans) for effect in card.effects
            )
        )


RULE = Rule(
    code="A007",
    name="clan-only-card",
    summary="A card whose text keeps it from this clan.",
    messages={
        "over": Message("`{card}` is for {clans} decks only; this deck is {own}", "remove it"),
        "never": Message("`{card}` is for no player's deck", "remove it"),
    },
    params=SplashParams,
    check=check,
    screen=screen,
)
