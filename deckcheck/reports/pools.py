"""The differences of a pool from its sources as text, one line per card or field."""

from collections.abc import Iterator
from typing import Any

import msgspec

from deckcheck.model.names import printable
from deckcheck.model.pool import Difference
from deckcheck.model.sentences import counted

_SHOWN_DOUBTS = 20


def difference(pool_id: str, found: Difference, *, all_doubts: bool = False) -> Iterator[str]:
    """Yield the lines: ``+`` new, ``~`` changed, ``-`` removed, ``!`` conflicting, ``?`` odd in the source."""
    # Ids come from the sources too.
    yield from (f"{printable(line)}\n" for line in _lines(pool_id, found, all_doubts=all_doubts))


def _lines(pool_id: str, found: Difference, *, all_doubts: bool) -> Iterator[str]:
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
