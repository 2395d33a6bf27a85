"""C006 too-many-copies-for-set: more copies than the given sets contain.

What it checks
    Copies of each card against what the given number of copies of a set contains.

Why
    A deck built from one Core Set can use only the cards in that box.

Illegal
    3 copies of a card that the Core Set contains once

Legal
    1 copy of it
"""

from typing import Any

from deckcheck.model.card import Card
from deckcheck.model.deck import Entry
from deckcheck.model.format import Format
from deckcheck.model.sentences import counted, plural
from deckcheck.rules.base import Message, Rule, RuleParams, total
from deckcheck.rules.kinds import Group


class Params(RuleParams, frozen=True):
    """`set`: the id of the set; `name`: the word for one copy of it; `sets`: the number of copies of the set."""

    set: str
    name: str
    sets: int


def limit(params: Params, _: Format) -> Group:
    """Return what the rule limits."""

    def held(card: Card) -> int | None:
        return sum(each.copies for each in card.printings if each.set == params.set) * params.sets or None

    def words(entries: tuple[Entry, ...], have: int) -> dict[str, Any]:
        count = total(entries)
        data = {"card": entries[0].card.name, "count": count, "limit": have, "excess": count - have}
        boxes = f"one {params.name}" if params.sets == 1 else counted(params.sets, params.name)
        hold = plural(params.sets, "contains", "contain")
        return data | {"set": params.set, "sets": params.sets, "boxes": boxes, "hold": hold}

    return Group(lambda here: here.card.id, held, words)


MESSAGES = {"over": Message("{count} copies of `{card}`, but {boxes} {hold} only {limit}", "remove {excess}")}
RULE = Rule(__doc__, MESSAGES, limit, Params, value="sets")
