"""The report for people: findings with lines, sources and what to do; the page of a rule; and how a list was read."""

from collections.abc import Iterator

from deckcheck.model.deck import Deck, LineClass, RawDeck, grouped
from deckcheck.model.finding import Severity
from deckcheck.model.names import printable
from deckcheck.model.report import Outcome, Report
from deckcheck.reports import Style
from deckcheck.reports.told import Told, lines_of, told
from deckcheck.reports.wording import left_out, notes_of, place_of, short_fingerprint, summary
from deckcheck.rules import rule_named
from deckcheck.rules.base import HEADINGS, Rule


def render(outcome: Outcome, style: Style) -> Iterator[str]:
    """Yield the report as text, deck by deck, and a closing summary."""
    explained: set[str] = set()
    for report in outcome.reports:
        yield from deck(report, style, explained)
    yield f"{summary(outcome.counts)}\n"


def deck(report: Report, style: Style, explained: set[str]) -> Iterator[str]:
    """Yield the report on one deck; `explained` collects the rules whose pages were shown."""
    fmt = report.format
    path = printable(report.deck.raw.path)
    verdict = style(report.verdict.value, report.verdict.value)
    where = printable(f"{fmt.name}, cards of {fmt.dated} ({report.sizes})")
    yield f"{style(path, 'bold')}: {verdict} in {where}\n"
    yield f"{style('fingerprint', 'dim')} {short_fingerprint(report)}\n"
    if fmt.house:
        yield f"{style('house rules:', 'dim')} {printable('; '.join(fmt.house))}\n"
    said: set[object] = set()
    for each in told(report.listed, report.findings):
        yield from _finding(report, each, said, style)
        for name in {found.name: None for found in each.findings if style.explain and found.name not in explained}:
            explained.add(name)
            for line in rule_page(rule_named(name)):
                yield f"   {style('|', 'dim')} {line}".rstrip() + "\n"
    if report.unlisted:
        yield f"{style('note', 'note')}: {left_out(report)}\n"
    yield "\n"


def rule_page(rule: Rule) -> Iterator[str]:
    """Yield the lines of the page of a rule: code and name, one sentence, and the text under each heading."""
    yield f"{rule.code} {rule.name}"
    yield ""
    yield rule.summary
    parts = rule.page
    for heading in HEADINGS:
        yield ""
        yield heading
        yield from (f"  {line}".rstrip() for line in parts[heading].splitlines())


def _finding(report: Report, each: Told, said: set[object], style: Style) -> Iterator[str]:
    """Yield a finding; `said` collects the sources of rules and groups of lines: a deck shows each once."""
    finding, severity = each.finding, each.finding.severity
    yield f"{style(f'{severity.value}[{finding.code}]', severity.value)}: {style(printable(finding.message), 'bold')}\n"
    if severity is Severity.NOTE:
        return
    width = max((len(str(span.line)) for span, _ in each.lines), default=1)
    gutter = " " * width
    if finding.span:
        yield f"{gutter}{style('-->', 'dim')} {place_of(report, finding)}\n"
        spans = (finding.span, *finding.related)
        if len(spans) == 1 or spans not in said:
            said.add(spans)
            yield from _lines(report.deck.raw, each, width, style)
    for label, text in notes_of(finding):
        if label == "help" or (finding.code, text) not in said:
            said.add((finding.code, text))
            yield f"{gutter} {style('=', 'dim')} {label}: {printable(text)}\n"


def _lines(raw: RawDeck, each: Told, width: int, style: Style) -> Iterator[str]:
    bar = style("|", "dim")
    yield f"{' ' * width} {bar}\n"
    for index, (span, *parts) in enumerate(lines_of(raw, each)):
        before, marked, rest, remark = map(printable, parts)
        note = style(f"  ({remark})", "dim") if remark else ""
        yield f"{style(str(span.line).rjust(width), 'dim')} {bar} {before}{marked}{rest}{note}\n"
        if index == 0:
            mark = style("^" * max(1, columns_in(marked)), each.finding.severity.value)
            yield f"{' ' * width} {bar} {' ' * columns_in(before)}{mark}\n"
    if each.more:
        yield f"{' ' * width} {bar} ... and {each.more} more lines\n"


def columns_in(text: str) -> int:
    """Return how many columns of a terminal `text` takes: two for a wide character, none for a mark or joiner."""
    if text.isascii():  # So is most text, and the library takes 5 ms to import.
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def explained(report: Report) -> Iterator[str]:
    """Yield a line for each line of the list in `report` and beside it: its number, class and text, and its cards."""
    deck = report.deck
    classes, cards = classes_of(deck), cards_of(deck)
    yield f"{printable(deck.raw.path)}: read as {deck.raw.syntax}\n"
    beside = ((aside.span.line, aside.text) for aside in deck.raw.beside)
    for number, line in (*enumerate(deck.raw.lines, 1), *beside):
        kind = classes.get(number)
        counted = f"  -> {cards[number]}" if number in cards else ""
        yield f"{number:>5}  {kind.value if kind else '':<16}  {printable(line)}{counted}".rstrip() + "\n"


def classes_of(deck: Deck) -> dict[int, LineClass]:
    """Return the class of each line that is not empty, by its number; a comment behind a card is part of its line."""
    found = {aside.span.line: aside.kind for aside in deck.raw.asides}
    found |= {header.span.line: LineClass.HEADER for header in deck.raw.headers}
    found |= {line.span.line: line.kind for line in deck.left_out}
    found |= {request.span.line: LineClass.CARD for request in deck.raw.repeated}
    found |= {entry.request.span.line: LineClass.OUTSIDE for entry in deck.outside}
    found |= {entry.request.span.line: LineClass.CARD for entry in deck.entries}
    return found | {line.request.span.line: LineClass.UNRECOGNISED for line in deck.unresolved}


def cards_of(deck: Deck) -> dict[int, str]:
    """Return what each card line counts as, by its number."""
    found = grouped((entry.request.span.line, f"{entry.count} {entry.card.name}") for entry in deck.entries)
    return {number: ", ".join(cards) for number, cards in found.items()}
