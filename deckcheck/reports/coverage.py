"""How complete the card data of a pool are, as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from deckcheck.model.anatomy import FieldCoverage
from deckcheck.model.names import printable
from deckcheck.reports.tables import table

_SHORT = 24


def render(found: Sequence[FieldCoverage]) -> Iterator[str]:
    """Yield a table of types and fields, then one of the arcs with missing data."""
    # Most sources are whole sentences: the table has their numbers, and they are listed below it.
    long = dict.fromkeys(source for item in found for source in item.sources if len(source) > _SHORT)
    notes = {source: f"[{number}]" for number, source in enumerate(long, 1)}
    rows = [(*_row(item), _sources(item, notes)) for item in found if not item.arc]
    yield "\n" + table(rows, ("type", "field", "known", "cards", "%", "values from"))
    yield from (f"{number} {printable(source)}\n" for source, number in notes.items())
    arcs = [(item.arc, *_row(item)) for item in found if item.arc and item.known < item.cards]
    complete = sum(bool(item.arc) for item in found) - len(arcs)
    if arcs:
        yield "\n" + table(arcs, ("arc", "type", "field", "known", "cards", "%"))
    yield f"\n{complete} other rows of arcs, types and fields are complete\n"


def _row(item: FieldCoverage) -> tuple[object, ...]:
    # Rounded down, so that only complete data show 100 %.
    percent = f"{1000 * item.known // item.cards / 10:.1f}"
    return item.kind, item.field.replace("_", " "), item.known, item.cards, percent


def _sources(item: FieldCoverage, notes: Mapping[str, str]) -> str:
    named = sorted((notes.get(source, source), count) for source, count in item.sources.items())
    return ", ".join(f"{source}: {count}" for source, count in named)
