"""E002 forbidden-together: a card excludes other cards that the deck has.

What it checks
    Card texts that forbid or limit other cards in the same deck.

Why
    The text of a card overrides the rules.

Illegal
    Dark Ring of Air - exp with Ring of Air

Legal
    Dark Ring of Air - exp with Ring of Fire
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.effect import Forbids
from deckcheck.model.matching import matches
from deckcheck.rules.base import Message, Problem, Rule, listing, total, undecided
from deckcheck.rules.kinds import Free
from deckcheck.rules.rows import EVERY, Model
from deckcheck.rules.tally import Tally


def _check(tally: Tally) -> Iterator[Problem]:
    for entry, effect in tally.met.of(Forbids):
        others = [other for other in tally.cards if other.card.id != entry.card.id and matches(effect.of, other.card)]
        count = total(others)
        if count <= effect.max:
            continue
        data = {
            "card": entry.card.name,
            "cards": listing(others),
            "what": effect.what,
            "count": count,
            "max": effect.max,
            "allows": f"at most {effect.max} {effect.what}" if effect.max else f"no {effect.what}",
            "question": effect.question,
        }
        yield Problem("question" if effect.question else "over", data, (*others, entry))


def _rows(model: Model, rule: str) -> None:
    for source, effect in model.effects(Forbids):
        others = [
            (slot, 1.0)
            for slot, each in enumerate(model.slots)
            if each.card.id != model.slots[source].card.id and matches(effect.of, each.card)
        ]
        model.at_most(rule, [*others, (model.present(source), EVERY)], effect.max + EVERY)


MESSAGES = {
    "over": Message("`{card}` allows {allows} in the deck; the deck has {cards}", "remove one or the other"),
    "question": undecided("`{card}` allows {allows} in the deck; the deck has {cards}: {question}", "ask a judge"),
}
RULE = Rule(__doc__, MESSAGES, lambda _, __: Free(_check, _rows, texts=(Forbids,)))
