"""Where is a deck legal? Each deck in several formats, with the first reason where it is not."""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.finding import Verdict
from deckcheck.model.report import Outcome, Report
from deckcheck.names import printable
from deckcheck.render.style import Style
from deckcheck.render.words import bearing, short_fingerprint


def render(outcome: Outcome, style: Style) -> Iterator[str]:
    """Yield a block a deck: a line for each format it was checked in."""
    width = max((len(fmt.id) for fmt in outcome.formats), default=0)
    decks = outcome.by_deck()
    for path, reports in decks.items():
        yield f"{style(printable(path), 'bold')} ({_fingerprints(reports)})\n"
        for report in reports:
            verdict = style(report.verdict.value.ljust(9), report.verdict.value)
            yield f"  {report.format.id.ljust(width)}  {verdict}  {_reason(report)}".rstrip() + "\n"
        left_out = len(outcome.formats) - len(reports)
        if left_out:
            yield f"  ({left_out} of another game left out)\n"
        yield "\n"
    legal = sum(any(report.verdict is Verdict.LEGAL for report in reports) for reports in decks.values())
    what = "1 deck" if len(decks) == 1 else f"{len(decks)} decks"
    yield f"{what} checked in {len(outcome.formats)} formats: {legal} legal somewhere\n"


def _fingerprints(reports: list[Report]) -> str:
    # A format may read a name as another card than the next one does.
    different = dict.fromkeys(map(short_fingerprint, reports))
    return f"fingerprint {' or '.join(different)}"


def _reason(report: Report) -> str:
    counted = bearing(report.findings)
    if not counted:
        return ""
    more = f" (and {len(counted) - 1} more)" if len(counted) > 1 else ""
    return f"{counted[0].code} {printable(counted[0].message)}{more}"
