"""E002 forbidden-together: a card excludes other cards that the deck has.

What it checks
    Card texts that forbid or limit other cards in the same deck, in total or per clan.

Why
    The text of a card overrides the rules.

Illegal
    Dark Ring of Air - exp with Ring of Air

Legal
    Dark Ring of Air - exp with Ring of Fire
"""

from collections.abc import Iterator

from deckcheck.model.card import matches
from deckcheck.model.effect import Forbids
from deckcheck.rules.base import Free, Problem, Rule, listing, over, total
from deckcheck.rules.rows import EVERY, Model
from deckcheck.rules.tally import Tally, clan_names


def _check(tally: Tally) -> Iterator[Problem]:
    for entry, effect in tally.met.of(Forbids):
        others = [other for other in tally.cards if other.card.id != entry.card.id and matches(effect.of, other.card)]
        for clan in effect.each_clan or ("",):
            counted = [other for other in others if not clan or clan in other.card.clans]
            if total(counted) <= effect.max:
                continue
            what = f"{effect.what} of the clan {clan_names([clan])}" if clan else effect.what
            data = {
                "card": entry.card.name,
                "cards": listing(counted),
                "what": what,
                "count": total(counted),
                "max": effect.max,
                "allows": f"at most {effect.max} {what}" if effect.max else f"no {what}",
                "removed": f"{total(counted) - effect.max} of them" if effect.max else listing(counted),
            }
            yield Problem("over", data, (*counted, entry))


def _rows(model: Model, rule: str) -> None:
    for source, effect in model.effects(Forbids):
        others = [
            slot
            for slot, each in enumerate(model.slots)
            if each.card.id != model.slots[source].card.id and matches(effect.of, each.card)
        ]
        for clan in effect.each_clan or ("",):
            counted = [(slot, 1.0) for slot in others if not clan or clan in model.slots[slot].card.clans]
            model.at_most(rule, [*counted, (model.present(source), EVERY)], effect.max + EVERY)


MESSAGES = over("`{card}` allows {allows} in the deck; the deck has {cards}", "remove {removed}, or replace `{card}`")
RULE = Rule(__doc__, MESSAGES, lambda _, __: Free(_check, _rows, texts=(Forbids,)))
