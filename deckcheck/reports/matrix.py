"""Which formats fit a deck? Best fit first, each with the first reason where the deck is not legal."""

from collections.abc import Iterator

from deckcheck.model.finding import Verdict
from deckcheck.model.names import printable
from deckcheck.model.report import Outcome, Report
from deckcheck.model.sentences import listed
from deckcheck.reports import Style
from deckcheck.reports.wording import by_fit, first_reason, short_fingerprint
from deckcheck.rules.legality import misfit


def render(outcome: Outcome, style: Style) -> Iterator[str]:
    """Yield a block for each deck, with a line for each format that it was checked in."""
    width = max((len(fmt.id) for fmt in outcome.formats), default=0)
    decks = outcome.by_deck()
    for path, reports in decks.items():
        # A format may read a name as another card than the next one does.
        fingerprints = listed(dict.fromkeys(map(short_fingerprint, reports)), "or")
        yield f"{style(printable(path), 'bold')} (fingerprint {fingerprints})\n"
        for place, report in enumerate(by_fit(reports)):
            verdict = style(report.verdict.value.ljust(9), report.verdict.value)
            legal, every = _legal_cards(report)
            share = f"{legal} of {every} cards".rjust(len(f"{every} of {every} cards"))
            # Where most cards are not legal, their share says it all.
            reason = first_reason(report) if place == 0 or 2 * legal >= every else ""
            yield f"  {report.format.id.ljust(width)}  {verdict}  {share}  {reason}".rstrip() + "\n"
        yield f"  {_summary(reports)}\n\n"
    legal = sum(any(report.verdict is Verdict.LEGAL for report in reports) for reports in decks.values())
    if len(decks) > 1:
        yield f"{len(decks):,} decks checked: {legal:,} legal in a format\n"


def _legal_cards(report: Report) -> tuple[int, int]:
    """Return how many copies of cards are legal in the format, and how many the deck has."""
    every = sum(entry.count for entry in report.deck.entries)
    every += sum(line.request.count for line in report.deck.unresolved)
    return every - misfit(report)[0], every


def _summary(reports: list[Report]) -> str:
    legal = sum(report.verdict is Verdict.LEGAL for report in reports)
    formats = "the format" if len(reports) == 1 else f"the {len(reports)} formats"
    return f"legal in {legal or 'none'} of {formats} of this game"
