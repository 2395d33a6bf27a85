"""E001 required-cards-missing: a card requires other cards that the deck lacks.

What it checks
    Card texts that require a number of other cards.

Why
    The text of a card overrides the rules.

Illegal
    Forgotten Legacy in a deck with 15 Holdings

Legal
    Forgotten Legacy in a deck with 16 Holdings
"""

from collections.abc import Iterator

from deckcheck.model.card import matches
from deckcheck.model.effect import Requires
from deckcheck.rules.base import Free, Problem, Rule, lacking, or_open, total
from deckcheck.rules.rows import Model
from deckcheck.rules.tally import Tally


def _check(tally: Tally) -> Iterator[Problem]:
    for entry, effect in tally.met.of(Requires):
        count = total(other for other in tally.cards if matches(effect.of, other.card))
        missing = effect.min - count
        if missing > 0:
            data = {"card": entry.card.name, "what": effect.what, "min": effect.min, "count": count}
            yield lacking(tally, missing, data | {"missing": missing}, (entry,))


def _rows(model: Model, rule: str) -> None:
    for source, effect in model.effects(Requires):
        terms = [(slot, 1.0) for slot, each in enumerate(model.slots) if matches(effect.of, each.card)]
        model.at_least(rule, [*terms, (model.present(source), -effect.min)], 0)


MESSAGES = or_open(
    "short",
    "`{card}` requires {min} or more {what}; the deck has {count}",
    "add {missing}, or remove `{card}`",
    "`{card}` requires {min} or more {what}; the deck has {count} recognised",
)
RULE = Rule(__doc__, MESSAGES, lambda _, __: Free(_check, _rows, texts=(Requires,)))
