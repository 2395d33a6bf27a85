"""What each rule demands of the numbers of copies, as linear rows.

Every rule that can make a deck illegal has an entry in `FORMS`; the rules about lines that did not resolve need
none, because such lines are taken out. A text with a question is held to the usual limit, and whatever a form does
not say exactly is found when the rules themselves check the answer.
"""

from __future__ import annotations

from collections.abc import Callable

from deckcheck.model.format import Provision
from deckcheck.repair.constraints import cards, clans, copies, others, sizes
from deckcheck.repair.model import Model

Form = Callable[[Model, Provision], None]

# In this order, because the limits of copies say how many copies the later forms reckon with.
FORMS: dict[str, Form] = {
    "too-many-copies": copies.limits_with_others,
    "duplicate-unique": copies.limits,
    "duplicate-event": copies.limits,
    "duplicate-province": copies.limits,
    "too-many-copies-for-set": copies.for_set,
    **dict.fromkeys(cards.BY_CARD, cards.exclude_cards),
    "deck-too-small": sizes.minimums,
    "deck-too-large": sizes.maximums,
    "no-stronghold": sizes.at_least,
    "too-few-provinces": sizes.at_least,
    "too-many-strongholds": sizes.at_most,
    "too-many-senseis": sizes.at_most,
    "too-many-roles": sizes.at_most,
    "too-many-provinces": sizes.at_most,
    "too-many-winds": sizes.at_most,
    "sideboard-too-large": sizes.at_most,
    "too-many-conflict-characters": sizes.of_a_sort,
    "too-many-rally": sizes.of_a_sort,
    "repeated-starting-holding": sizes.repeated_titles,
    "provinces-do-not-fit-rings": others.provinces,
    "too-many-restricted": others.restricted,
    "sensei-of-another-clan": clans.senseis,
    "off-clan-dynasty": clans.in_clan,
    "off-clan-province": clans.in_clan,
    "several-splash-clans": clans.splash_clans,
    "too-much-influence": clans.influence,
    "no-influence-cost": clans.no_influence_cost,
    "clan-only-card": clans.clans_only,
    "role-required": clans.roles,
    "support-of-another-clan": clans.support_roles,
    "splash-banned": clans.splash_banned,
    "several-primary-clans": clans.primary_clans,
    "required-cards-missing": others.required,
    "forbidden-together": others.forbidden,
}


def demand(model: Model) -> None:
    """Add the rows of all rules of the model's format."""
    provisions = {provision.rule: provision for provision in model.format.provisions}
    for rule, form in FORMS.items():
        if rule in provisions:
            form(model, provisions[rule])
