"""When was a deck legal? Each deck in the formats it was checked in, best fit first."""

from collections.abc import Iterator

from deckcheck.model.finding import Verdict
from deckcheck.model.names import printable
from deckcheck.model.report import DeckHistory, Outcome, Period, Report
from deckcheck.model.sentences import counted
from deckcheck.reports import Style
from deckcheck.reports.wording import by_fit, first_reason


def render(outcome: Outcome, style: Style) -> Iterator[str]:
    """Yield a block for each deck, with the days on which it is legal in each format."""
    decks = outcome.by_deck()
    for path, reports in decks.items():
        yield f"{style(printable(path), 'bold')}\n"
        for report in by_fit(reports):
            yield f"  {printable(report.format.name)}: {'; '.join(_parts(report, style))}\n"
        yield "\n"
    some = sum(any(_legal(report) for report in reports) for reports in decks.values())
    yield f"{counted(len(decks), 'deck')} checked: {some:,} legal on some day\n"


def _legal(report: Report) -> bool:
    return report.history is not None and bool(report.history.having(Verdict.LEGAL))


def _parts(report: Report, style: Style) -> Iterator[str]:
    history = report.history
    if history is None:
        return
    legal = history.having(Verdict.LEGAL)
    for period in legal or history.having(Verdict.UNDECIDED):
        yield f"{style(period.verdict.value, period.verdict.value)} {printable(_days(period))}"
    if not legal:
        yield _closest(history, style)


def _days(period: Period) -> str:
    begin = f"from {period.first}" + (f" ({period.begins})" if period.begins else "")
    end = f"{period.when or period.until} ({period.ends})" if period.until else "the end of the format"
    return f"{begin} until {end}"


def _closest(history: DeckHistory, style: Style) -> str:
    best = history.best
    never = "" if history.having(Verdict.UNDECIDED) else f"{style('illegal', 'illegal')} on every day; "
    return f"{never}closest on {best.format.date}: {first_reason(best)}"
