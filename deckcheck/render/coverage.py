"""How much is known of the cards of a pool, as tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckcheck.model.coverage import Known
from deckcheck.names import printable


def render(found: Sequence[Known]) -> Iterator[str]:
    """Yield a table of types and fields, then one of the arcs in which something is not known."""
    from tabulate import tabulate

    rows = [(*_row(item), _sources(item)) for item in found if not item.arc]
    yield "\n" + tabulate(rows, ("type", "field", "known", "cards", "%", "values from"), disable_numparse=True) + "\n"
    arcs = [(printable(item.arc), *_row(item)) for item in found if item.arc and item.known < item.cards]
    complete = sum(bool(item.arc) for item in found) - len(arcs)
    if arcs:
        yield "\n" + tabulate(arcs, ("arc", "type", "field", "known", "cards", "%"), disable_numparse=True) + "\n"
    yield f"\n{complete} other rows of arcs, types and fields: all known\n"


def _row(item: Known) -> tuple[str, str, str, str, str]:
    # Rounded down, so that only what is complete is 100 %.
    percent = f"{1000 * item.known // item.cards / 10:.1f}"
    return printable(item.kind), item.field.replace("_", " "), str(item.known), str(item.cards), percent


def _sources(item: Known) -> str:
    return printable(", ".join(f"{source} {count}" for source, count in sorted(item.sources.items())))
