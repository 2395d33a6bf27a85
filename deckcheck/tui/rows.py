"""The contents of the editor's panes as plain rows, without widgets."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.build.editing.draft import Draft
from deckcheck.model.deck import Request
from deckcheck.model.finding import BEARING, Finding, Severity
from deckcheck.model.names import printable
from deckcheck.model.report import Report
from deckcheck.odds.of_deck import odds_rows
from deckcheck.odds.profile import curves_of
from deckcheck.rules.tally import Tally

_BARS = "▁▂▃▄▅▆▇█"


class DeckRow(Struct, frozen=True):
    """A row of the deck: a heading (no key), a card (keyed by id and header) or an unrecognised line.

    `mark` is "!" for a card with a finding, "?" for an unrecognised line.
    """

    key: str
    count: int
    name: str
    mark: str = ""

    @property
    def is_heading(self) -> bool:
        """Whether the row is a section heading."""
        return not self.key


def deck_rows(draft: Draft, report: Report) -> Iterator[DeckRow]:
    """Yield the rows of the deck section by section, the cards in the order of the list."""
    tally = Tally(draft.deck, draft.format)
    wrong = {card for finding in report.findings if finding.severity in BEARING for card in finding.cards}
    sections = [(draft.format.label(name), entries) for name, entries in tally.sections.items()]
    for label, entries in (*sections, ("in no section", tally.unplaced)):
        if entries:
            yield DeckRow("", sum(entry.count for entry in entries), printable(label))
            for entry in entries:
                mark = "!" if entry.card.id in wrong else ""
                key = card_key(entry.card.id, draft.under(entry))
                yield DeckRow(key, entry.count, printable(entry.card.name), mark)
    if draft.deck.unresolved:
        yield DeckRow("", draft.deck.possible, "not recognised")
        for line in draft.deck.unresolved:
            request = line.request
            yield DeckRow(line_key(request), request.count, printable(request.name), "?")


def card_key(card_id: str, under: str) -> str:
    """Return the key of a card's row; `under` is the header when it decides the card's section."""
    return f"card {card_id} {under}"


def line_key(request: Request) -> str:
    """Return the key of the row of an unrecognised line, with its column because a file line can have several."""
    return f"line {request.span.line}:{request.span.column}"


def findings_of(report: Report) -> list[Finding]:
    """Return the findings that affect the verdict, then the warnings."""
    return [finding for finding in report.findings if finding.severity is not Severity.NOTE]


def summary(report: Report) -> str:
    """Return the number of cards in each section and of findings that affect the verdict."""
    bearing = sum(finding.severity in BEARING for finding in report.findings)
    counts = ", ".join(f"{name} {count}" for name, count in report.counts.items() if count)
    return f"({counts})" + (f", {bearing} finding{'' if bearing == 1 else 's'}" if bearing else "")


def odds_lines(draft: Draft) -> Iterator[str]:
    """Yield a line for each of the standard odds."""
    yield from (f"{percent:6.2f} %  {label}" for label, percent in odds_rows(draft.deck, draft.format, draft.pool))


def curve_lines(draft: Draft) -> Iterator[str]:
    """Yield a line for the influence, and one for each half of the deck with its size and first curve as bars."""
    curves = curves_of(draft.deck, draft.format)
    if curves.influence:
        yield f"influence {curves.influence.spent} of {curves.influence.allowed}"
    for half in curves.halves:
        curve = half.curves[0] if half.curves else None
        if curve is None:
            yield f"{half.section} {half.size}"
            continue
        most = max(bar.count for bar in curve.bars) or 1
        bars = "".join(_BARS[bar.count * (len(_BARS) - 1) // most] if bar.count else " " for bar in curve.bars)
        mean = f" mean {curve.mean:.1f}" if curve.mean is not None else ""
        yield f"{half.section} {half.size}: {curve.fact} {curve.bars[0].value}[{bars}]{curve.bars[-1].value}{mean}"
