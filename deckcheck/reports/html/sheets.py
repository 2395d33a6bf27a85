"""Registration sheets to print: one page for each deck, with lines to fill in for missing facts."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from deckcheck.model.finding import bearing
from deckcheck.model.report import Outcome, Report
from deckcheck.reports.html import views
from deckcheck.reports.html.environment import page
from deckcheck.reports.told import Told, told

# The number of lines from which a list is set smaller, with the class for it, so that it fits on its page. A heading
# and a reason take more room than a card; names that need two lines are not counted.
_SIZES = ((0, "roomy"), (54, "dense"), (112, "tight"), (150, "tiny"))
_LINES_OF_A_HEADING = 2
_LINES_OF_A_REASON = 3
_SHOWN_REASONS = 4
# The report lists all lines that are not counted; the sheet lists only these.
_SHOWN_LINES = 12


class SheetOptions(Struct, frozen=True):
    """The values for all sheets: `event` and `date` replace those of the lists, where they are not empty.

    With `blank` the lines for player, event and date stay empty, to be filled in by hand.
    """

    event: str = ""
    date: str = ""
    blank: bool = False


class Sheet(Struct, frozen=True):
    """One sheet.

    `fields` are the lines at its head with the recorded facts, `reasons` the findings that decide the verdict.
    """

    report: Report
    fields: dict[str, str]
    parts: tuple[views.SectionView, ...]
    size: str
    reasons: Sequence[Told]


def render(outcome: Outcome, options: SheetOptions) -> Iterator[str]:
    """Yield a page with a sheet for each deck, in the order of the decks."""
    sheets = (_sheet(report, options) for report in outcome.reports)
    return page(
        "sheets.html",
        "sheet",
        sheets=sheets,
        count=len(outcome.reports),
        shown_reasons=_SHOWN_REASONS,
        shown_lines=_SHOWN_LINES,
    )


def _sheet(report: Report, options: SheetOptions) -> Sheet:
    raw = report.deck.raw
    parts = views.parts_of(report)
    reasons = [*told(bearing(report.findings))]
    not_counted = len(report.deck.left_out[:_SHOWN_LINES])
    lines = sum(len(part.rows) + _LINES_OF_A_HEADING for part in parts) + len(report.deck.unresolved)
    lines += not_counted + (_LINES_OF_A_HEADING if not_counted else 0)
    lines += _LINES_OF_A_REASON * len(reasons[:_SHOWN_REASONS])
    fields = {"Player": raw.player, "Event": options.event or raw.event, "Date": options.date or raw.date}
    fields = {"Player": "", "Event": options.event, "Date": options.date} if options.blank else fields
    return Sheet(report, fields, parts, views.size_for(lines, _SIZES), reasons)
