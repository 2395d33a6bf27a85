"""Sheets to print: an index page, and for each player one page with the list, tick boxes, signatures and a QR code."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.events.checking import ListChecker
from deckcheck.events.letters import FOLDER
from deckcheck.events.model import EventInfo
from deckcheck.events.standings import PlayerStanding
from deckcheck.model.finding import Finding
from deckcheck.model.report import Report
from deckcheck.reports.html import views
from deckcheck.reports.html.environment import page
from deckcheck.reports.wording import bearing

# The number of lines from which a list is set smaller, so that it fits on its page.
_SIZES = ((0, "roomy"), (62, "dense"), (105, "tight"), (150, "tiny"), (222, "least"))
_SHOWN_REASONS = 5
_SHOWN_LINES = 12
# The most unrecognised lines on a sheet: with more, nobody should sign it.
_SHOWN_UNRECOGNISED = 60
_LINES_OF_A_HEADING = 2
# More copies of one card than boxes: the number says the rest.
_MOST_BOXES = 10


class EventSheet(Struct, frozen=True):
    """One page: `reasons` are findings with their messages and helps as texts in which every second piece is a name."""

    standing: PlayerStanding
    report: Report
    parts: tuple[views.SectionView, ...]
    total: int
    size: str
    reasons: tuple[tuple[Finding, tuple[str, ...], tuple[str, ...]], ...]
    more_reasons: int
    fingerprint: str
    code: str


def render(info: EventInfo, found: list[PlayerStanding], checker: ListChecker) -> Iterator[str]:
    """Yield a page to print for those of `found` who have a list, in their order, after an index of all."""
    sheets = [_sheet(each, checker) for each in found if each.has_list]
    pages = {sheet.standing.player.id: number for number, sheet in enumerate(sheets, 1)}
    return page(
        "event-sheets.html",
        "sheet",
        "event",
        folders=(FOLDER,),
        info=info,
        format=checker.format,
        found=found,
        pages=pages,
        sheets=sheets,
        boxes=lambda count: range(min(count, _MOST_BOXES)),
        shown_lines=_SHOWN_LINES,
        shown_unrecognised=_SHOWN_UNRECOGNISED,
    )


def code_of(text: str) -> str:
    """Return a QR code as an address for a picture, "" where the library is missing."""
    try:
        import segno
    except ImportError:
        return ""
    return str(segno.make(text, error="m").svg_data_uri(border=2))


def _sheet(standing: PlayerStanding, checker: ListChecker) -> EventSheet:
    assert standing.submission  # noqa: S101 - those without one have no sheet
    report = checker.report(standing.submission, standing.player.name)
    parts = views.parts_of(report)
    reasons = bearing(report.findings)
    shown = reasons[:_SHOWN_REASONS]
    lines = sum(len(part.rows) + _LINES_OF_A_HEADING * (1 + len(part.groups)) for part in parts)
    lines += min(len(report.deck.unresolved), _SHOWN_UNRECOGNISED) + min(len(report.deck.left_out), _SHOWN_LINES)
    lines += 3 * len(shown)
    return EventSheet(
        standing=standing,
        report=report,
        parts=parts,
        total=sum(part.count for part in parts if part.counts),
        size=[size for least, size in _SIZES if lines >= least][-1],
        reasons=tuple((each, views.pieces(each.message), views.pieces(each.help or "")) for each in shown),
        more_reasons=len(reasons) - len(shown),
        fingerprint=views.short_fingerprint(report.deck),
        code=code_of(report.deck.fingerprint),
    )
