"""The report for programs, as described by ``report-1.schema.json``.

Keys are sorted and always there; what is missing is null. A finding that leaves the verdict undecided has the
severity "warning" and ``"undecided": true`` in its data.
"""

import json
from collections.abc import Iterator
from typing import Any

from deckcheck import __version__
from deckcheck.model.errors import UsageError
from deckcheck.model.finding import Verdict
from deckcheck.model.format import Format
from deckcheck.model.json_text import json_parts
from deckcheck.model.report import Outcome, Report
from deckcheck.reports import Style

SCHEMA_VERSION = 1


def render(outcome: Outcome, _: Style) -> Iterator[str]:
    """Yield the report as one JSON object, nothing without a format; raises UsageError for several formats."""
    if not outcome.formats:
        return  # Nothing could be checked; standard error says why.
    if len(outcome.formats) != 1:
        message = f"the JSON report has one format, but these decks were checked in {len(outcome.formats)}"
        raise UsageError(message, help="choose one with `--format ID`, or use `--as jsonl` for several")
    (fmt,) = outcome.formats
    yield from json_parts(
        head()
        | {
            "format": format_object(fmt),
            "pool": {"id": fmt.pool, "digest": outcome.pools[fmt.pool].digest},
            "summary": summary_object(outcome),
            "decks": map(deck_object, outcome.reports),
        }
    )
    yield "\n"


def head() -> dict[str, Any]:
    """Return the program and the version of the schema that wrote a report."""
    return {"schema_version": SCHEMA_VERSION, "tool": {"name": "deckcheck", "version": __version__}}


def format_object(fmt: Format) -> dict[str, Any]:
    """Return a format as an object of a report."""
    own = {"house_rules": list(fmt.house)} if fmt.house else {}
    return {
        "id": fmt.id,
        "name": fmt.name,
        "snapshot": fmt.date,
        "cards_until": fmt.pool_ends or None,
        "digest": fmt.digest,
        "lineage": list(fmt.lineage),
        **own,
    }


def summary_object(outcome: Outcome) -> dict[str, int]:
    """Return the number of reports, and how many have each verdict."""
    verdicts = {verdict.value: getattr(outcome.counts, verdict.value) for verdict in Verdict}
    return {"decks": outcome.counts.checked, **verdicts}


def deck_object(report: Report) -> dict[str, Any]:
    """Return the report on one deck as an object of JSON types."""
    record: dict[str, Any] = json.loads(report.to_json())
    return {key: value for key, value in record.items() if key not in ("kind", "format")}
