"""C007 beyond-collection: more copies of a card than a collection has.

What it checks
    Copies of each card, at its level and in its version, against the cards that a player owns or has opened. The
    option `--from-collection FILE` adds this rule to a format.

Why
    In a sealed event, a deck has only cards from the player's own packs.

Illegal
    3 copies of a card that the collection has twice

Legal
    2 copies of it
"""

from typing import Any

from deckcheck.model.deck import Entry
from deckcheck.model.format import Format
from deckcheck.model.sentences import plural
from deckcheck.rules.base import Rule, RuleParams, over, total
from deckcheck.rules.kinds import Group


class Params(RuleParams, frozen=True):
    """`name`: what the collection is called; `cards`: the copies in it, by card id."""

    name: str
    cards: dict[str, int]


def limit(params: Params, _: Format) -> Group:
    """Return what the rule limits."""

    def words(entries: tuple[Entry, ...], have: int) -> dict[str, Any]:
        count = total(entries)
        data = {"card": entries[0].card.name, "count": count, "copies": plural(count, "copy", "copies")}
        return data | {"have": have, "excess": count - have, "name": params.name}

    return Group(lambda here: here.card.id, lambda card: params.cards.get(card.id, 0), words)


MESSAGES = over("{count} {copies} of `{card}`; {name} has {have}", "replace {excess}")
RULE = Rule(__doc__, MESSAGES, limit, Params, value="name")
