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

from collections.abc import Iterable, Iterator

from deckcheck.model.deck import grouped
from deckcheck.model.effect import SplashOnly
from deckcheck.rules.base import BoughtLimit, ClanParams, Counts, Problem, Rule, listing, over
from deckcheck.rules.rows import Model
from deckcheck.rules.tally import Placed, Tally, can_be_bought, clan_names, is_off_clan


class SupportLimit(BoughtLimit):
    """The clan that a Support role names: influence buys only its cards."""

    def counters(self, here: Placed) -> Iterable[tuple[object, int]]:
        yield from ((effect.clan, 1) for effect in here.card.effects_of(SplashOnly))
        if can_be_bought(here, self.bought):
            yield here.card.clans, 1

    def exceeded(self, counts: Counts) -> bool:
        bought = [key for key in counts if isinstance(key, tuple)]
        return any(clan not in clans for clan in counts if isinstance(clan, str) for clans in bought)

    def problems(self, tally: Tally) -> Iterator[Problem]:
        own = self.own(tally)
        found = tally.in_order(pair for pair in tally.placed if can_be_bought(pair[1], self.bought))
        bought = [entry for entry, _ in found if is_off_clan(entry.card, own)]
        for entry, effect in tally.met.of(SplashOnly):
            wrong = [other for other in bought if effect.clan not in other.card.clans]
            if wrong:
                data = {"role": entry.card.name, "clan": clan_names([effect.clan]), "cards": listing(wrong)}
                yield Problem("over", data, (*wrong, entry))

    def rows(self, model: Model, rule: str) -> None:
        roles = model.effects(SplashOnly)
        cards = model.having(lambda here: can_be_bought(here, self.bought)) if roles else ()
        for clans, slots in grouped((model.slots[slot].card.clans, slot) for slot in cards).items():
            free = model.in_clan(self.stronghold, clans)
            if free is None:
                return
            bought = model.switch()
            for slot in slots:
                model.gate(rule, slot, [*free, bought])
            for role, effect in roles:
                if effect.clan not in clans:
                    model.at_most("", {bought: 1, model.present(role): 1}, 1)


MESSAGES = over(
    "with `{role}`, influence buys only {clan} cards; the deck has {cards}", "change the role or replace the cards"
)
RULE = Rule(__doc__, MESSAGES, lambda params, _: SupportLimit(params), ClanParams)
