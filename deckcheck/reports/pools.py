"""Pools as text: the differences from their sources, one line per card or field, and how complete their data are."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from deckcheck.model.names import printable
from deckcheck.model.pool import Difference, FieldCoverage
from deckcheck.model.sentences import counted
from deckcheck.reports.tables import table

_SHOWN_DOUBTS = 20
_SHORT = 24


def difference(pool_id: str, found: Difference, *, all_doubts: bool = False) -> Iterator[str]:
    """Yield the lines: ``+`` new, ``~`` changed, ``-`` removed, ``!`` conflicting, ``?`` odd in the source."""
    for item in found.new_sets:
        yield f"+ set {item.id}: {item.name}"
    for card in found.new:
        sets = ", ".join(printing.set for printing in card.printings)
        yield f"+ {card.id}: {card.name} ({card.kind}{f', {sets}' if sets else ''})"
    for change in found.changed:
        yield f"~ {change.card}: {change.field} {_shown(change.old)} -> {_shown(change.new)} ({change.by})"
    for card in found.gone:
        yield f"- {card.id}: {card.name}"
    for conflict in found.conflicts:
        said = ", ".join(f"{by} {_shown(value)}" for by, value in conflict.said)
        yield f"! {conflict.card}: {conflict.field}: {said}; the pool keeps {_shown(conflict.kept)}"
    shown = found.doubts if all_doubts else found.doubts[:_SHOWN_DOUBTS]
    yield from (f"? {doubt}" for doubt in shown)
    if len(shown) < len(found.doubts):
        yield f"? and {len(found.doubts) - len(shown)} more; --all shows them"
    cards = len({change.card for change in found.changed})
    counts = [
        f"{len(found.new)} new",
        f"{counted(len(found.changed), 'field')} of {counted(cards, 'card')} changed",
        f"{len(found.gone)} removed",
        counted(len(found.conflicts), "conflict"),
        f"{found.held_back} kept by corrections",
        counted(len(found.doubts), "doubt"),
    ]
    yield f"{pool_id}: {', '.join(counts)}"


def _shown(value: Any) -> str:  # noqa: ANN401 - a field of a card is of any type
    return msgspec.json.encode(value).decode()


def coverage(found: Sequence[FieldCoverage]) -> Iterator[str]:
    """Yield a table of types and fields, then one of the arcs with missing data."""
    # Most sources are whole sentences: the table has their numbers, and they are listed below it.
    long = dict.fromkeys(source for item in found for source in item.sources if len(source) > _SHORT)
    notes = {source: f"[{number}]" for number, source in enumerate(long, 1)}
    rows = [(*_coverage_row(item), _sources(item, notes)) for item in found if not item.arc]
    yield "\n" + table(rows, ("type", "field", "known", "cards", "%", "values from"))
    yield from (f"{number} {printable(source)}\n" for source, number in notes.items())
    arcs = [(item.arc, *_coverage_row(item)) for item in found if item.arc and item.known < item.cards]
    complete = sum(bool(item.arc) for item in found) - len(arcs)
    if arcs:
        yield "\n" + table(arcs, ("arc", "type", "field", "known", "cards", "%"))
    yield f"\n{complete} other rows of arcs, types and fields are complete\n"


def _coverage_row(item: FieldCoverage) -> tuple[object, ...]:
    # Rounded down, so that only complete data show 100 %.
    percent = f"{1000 * item.known // item.cards / 10:.1f}"
    return item.kind, item.field.replace("_", " "), item.known, item.cards, percent


def _sources(item: FieldCoverage, notes: Mapping[str, str]) -> str:
    named = sorted((notes.get(source, source), count) for source, count in item.sources.items())
    return ", ".join(f"{source}: {count}" for source, count in named)
