"""JSON Lines: an object for each deck and format, one for each input that failed, and last a summary.

The objects of decks are those of ``report-1.schema.json`` with the id of the format. `kind` tells the lines apart:
"deck", "failure" or "summary".
"""

from collections.abc import Iterator

from deckcheck.model.json_text import json_line
from deckcheck.model.report import Outcome
from deckcheck.reports import Style
from deckcheck.reports.json import format_object, head, summary_object


def render(outcome: Outcome, _: Style) -> Iterator[str]:
    """Yield one line for each object."""
    for report in outcome.reports:
        yield report.to_json()
    for failure in outcome.failures:
        yield failure.to_json()
    yield json_line(
        {
            "kind": "summary",
            "formats": [format_object(fmt) for fmt in outcome.formats],
            "pools": [{"id": key, "digest": outcome.pools[key].digest} for key in sorted(outcome.pools)],
            "summary": summary_object(outcome) | {"failed": len(outcome.failures)},
        }
        | head()
    )
