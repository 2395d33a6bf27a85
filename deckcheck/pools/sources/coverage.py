"""Report how complete the facts of a pool are, and their sources."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from deckcheck.model.card import Card
from deckcheck.model.deck import grouped
from deckcheck.model.pool import CardSet, FieldCoverage
from deckcheck.pools.loading import FilePool
from deckcheck.pools.sources.corrections import Correction, read_corrections

# Fields that cards of every type must have, or may have.
_GENERAL = ("unique", "keywords", "printings", "released")
_DATA = "card data"


def coverage_of(pool: FilePool) -> Iterator[FieldCoverage]:
    """Yield how complete the cards of a pool are, and their sources; raises DataError.

    The first results are for all arcs together, then follow the arcs in the order of their first sets; types are sorted
    by name.
    """
    sets, anatomy, corrections = pool.sets(), pool.anatomy(), read_corrections(pool.folder).cards
    first = {item.arc or item.cycle: item.released or "9999" for item in reversed(list(sets.values()))}
    groups = grouped(((arc, card.kind), card) for card in pool.cards() for arc in ("", *_arcs(card, sets)))
    for arc, kind in sorted(groups, key=lambda group: (bool(group[0]), first.get(group[0], "9999"), group)):
        found = groups[arc, kind]
        own = [name for face in anatomy.kinds.get(kind, {}).values() for name in face.fields]
        for field in dict.fromkeys((*own, *_GENERAL)):
            asked = [card for card in found if field in (*_GENERAL, *anatomy.face(card).fields)]
            known = [card for card in asked if _is_known(card, field)]
            if asked:
                sources = Counter(_source(card, field, corrections) for card in known if _has(card, field))
                yield FieldCoverage(arc, kind, field, len(known), len(asked), sources)


def _arcs(card: Card, sets: Mapping[str, CardSet]) -> Iterable[str]:
    """Return the arc, or the cycle of the card game, of each set that the card was printed in."""
    found = (sets[printing.set] for printing in card.printings)
    return dict.fromkeys((item.arc or item.cycle or item.name for item in found) if card.printings else ("no set",))


def _is_known(card: Card, field: str) -> bool:
    return field not in card.unknown and (_has(card, field) or field not in ("printings", "released"))


def _has(card: Card, field: str) -> bool:
    return getattr(card, field) not in (None, (), "")


def _source(card: Card, field: str, corrections: Mapping[str, Correction]) -> str:
    if field == "gold_production" and card.gold is not None:
        return f"gold.yaml, {card.gold.source}" if card.gold.source else "gold.yaml"
    correction = corrections.get(card.id)
    return correction.source if correction and field in correction.fields else _DATA
