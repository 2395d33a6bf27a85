"""The cards of a deck that a collection lacks, as a list, CSV and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from deckcheck.model.comparison import Missing
from deckcheck.model.json_text import json_page
from deckcheck.model.names import printable
from deckcheck.reports.csv import row


def _text(missing: Sequence[Missing]) -> Iterator[str]:
    """Yield a list that deckcheck reads, with the numbers needed as comments."""
    yield from (f"{each.count} {printable(each.name)}  # of {each.needed}\n" for each in missing)


def _csv(missing: Sequence[Missing]) -> Iterator[str]:
    yield row(("missing", "name", "id", "needed", "have"))
    for each in missing:
        yield row((str(each.count), each.name, each.card_id, str(each.needed), str(each.have)))


def _json(missing: Sequence[Missing]) -> Iterator[str]:
    items = [{**msgspec.to_builtins(each), "missing": each.count} for each in missing]
    yield json_page(items)


RENDERERS = {"text": _text, "csv": _csv, "json": _json}
