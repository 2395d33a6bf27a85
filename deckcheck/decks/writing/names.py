"""The name that tells a card from all others in a list."""

from __future__ import annotations

from deckcheck.model.card import Card
from deckcheck.model.names import experience_suffix, fold
from deckcheck.model.pool import Pool


def own_name(card: Card, pool: Pool) -> str:
    """Return the name, with a set where that tells the card, or else its id."""
    told_by = telling_set(card, pool)
    return card.id if told_by is None else _with(card.name, told_by)


def ccg_name(card: Card, pool: Pool) -> str:
    """Return the name, with a set where that tells the card."""
    return _with(card.name, telling_set(card, pool) or "")


def jigoku_name(card: Card, pool: Pool) -> str:
    """Return the title with a pack, one that tells the card where there is one."""
    pack = telling_set(card, pool, marked=False) or next((pool.sets()[p.set].name for p in card.printings), "")
    return _with(f"{card.title}{experience_suffix(card.level, card.variant)}", pack)


def _with(name: str, bracket: str) -> str:
    return f"{name} ({bracket})" if bracket else name


def telling_set(card: Card, pool: Pool, *, marked: bool = True) -> str | None:
    """Return the name of a set that tells `card` from those of the same name, "" if there are none, None if none does.

    With `marked` the name has the set mark of the card, which tells it too.
    """
    same = [
        other
        for other in pool.named(fold(card.title))
        if other.id != card.id
        and fold(other.title) == fold(card.title)
        and (other.level, other.variant) == (card.level, card.variant)
    ]
    if not same or (marked and card.mark and all(other.mark != card.mark for other in same)):
        return ""
    sets = pool.sets()
    taken = {printing.set for other in same for printing in other.printings}
    return next((sets[printing.set].name for printing in card.printings if printing.set not in taken), None)
