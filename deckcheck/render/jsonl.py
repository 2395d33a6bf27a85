"""JSON Lines: an object for each deck and format, one for each input that failed, and last a summary.

The objects of decks are those of ``report-1.schema.json`` with the id of the format. `kind` tells the lines apart:
"deck", "failure" or "summary".
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.report import Outcome
from deckcheck.render.json import deck_record, format_object, head, summary_object
from deckcheck.render.json_parts import json_line, plain_path, record_line
from deckcheck.render.style import Style


def render(outcome: Outcome, _: Style) -> Iterator[str]:
    """Yield one line for each object."""
    for report in outcome.reports:
        yield record_line(deck_record(report))
    for failure in outcome.failures:
        path, error = plain_path(failure.path), failure.error
        yield json_line({"kind": "failure", "path": path, "message": error.message, "help": error.help})
    yield json_line(
        {
            "kind": "summary",
            "formats": [format_object(fmt) for fmt in outcome.formats],
            "pools": [{"id": key, "digest": outcome.pools[key].digest} for key in sorted(outcome.pools)],
            "summary": summary_object(outcome) | {"failed": len(outcome.failures)},
        }
        | head()
    )
