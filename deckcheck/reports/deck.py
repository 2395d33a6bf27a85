"""A deck as text and JSON: its cards by section and kind, with costs, facts, marks and curves."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from deckcheck.model.deck import Entry, summed
from deckcheck.model.json_text import json_page
from deckcheck.model.names import printable
from deckcheck.model.report import Report
from deckcheck.model.sentences import first_of
from deckcheck.odds.profile import Curve, curves_of
from deckcheck.reports.html.views import CardView, KindView, SectionView, parts_of
from deckcheck.rules.legality import standing_in

_LONGEST_NAME = 40


def _text(report: Report, leaving: Mapping[str, str]) -> Iterator[str]:
    """Yield the parts of the deck, each kind with its cards by cost, then the lines that are not recognised.

    `leaving` are the cards that stop being legal, by name with the day.
    """
    marks = _marks(report, leaving)
    curves = curves_of(report.deck, report.format)
    halves = {report.format.label(half.section).casefold(): half for half in curves.halves}
    for part in parts_of(report):
        yield f"\n{printable(part.label)} ({part.count})\n"
        for group in part.groups:
            yield f"  {printable(group.kind)} ({group.count})\n"
            width = min(_LONGEST_NAME, max(len(row.name) for row in group.rows))
            yield from (f"    {_row(row, marks, width)}\n" for row in _by_cost(group))
        if half := halves.get(part.label.casefold()):
            yield from (f"  {_curve(curve)}\n" for curve in half.curves if curve.mean is not None)
            yield from _keywords(part.entries)
    yield from _gold(report)
    if curves.influence:
        yield f"\nInfluence: {curves.influence.spent} of {curves.influence.allowed} spent\n"
    if report.deck.unresolved:
        yield f"\nNot recognised ({len(report.deck.unresolved)})\n"
        for line in report.deck.unresolved:
            yield printable(f"    line {line.request.span.line}: {line.shown}") + "\n"


def _json(report: Report, leaving: Mapping[str, str]) -> Iterator[str]:
    """Yield the same as one JSON object."""
    yield json_page(
        {
            "schema": "deckcheck-deck/1",
            "path": report.deck.raw.path,
            "name": report.deck.raw.name,
            "format": report.format.id,
            "verdict": report.verdict.value,
            "fingerprint": report.deck.fingerprint,
            "parts": [_part(part, _marks(report, leaving)) for part in parts_of(report)],
            "unrecognised": [line.request.span.line for line in report.deck.unresolved],
            "curves": curves_of(report.deck, report.format),
        }
    )


RENDERERS = {"text": _text, "json": _json}


def _marks(report: Report, leaving: Mapping[str, str]) -> dict[str, str]:
    """Return how the format limits each card, now or later, by the card's name."""
    standing = standing_in(report.format)
    marks = {}
    for card in (entry.card for entry in report.deck.entries):
        now = str(standing(card))
        marks[card.names] = ", ".join(filter(None, ("" if now == "legal" else now, leaving.get(card.name))))
    return marks


def _by_cost(group: KindView) -> list[CardView]:
    return sorted(group.rows, key=lambda row: int(row.cost) if row.cost.isdecimal() else -1)


def _row(row: CardView, marks: Mapping[str, str], width: int) -> str:
    cost = f"cost {row.cost}" if row.cost else ""
    facts = ", ".join(row.facts)
    codes = dict.fromkeys(flag.code for flag in row.flags)
    noted = ", ".join(filter(None, (marks.get(row.name), *codes)))
    marked = f"[{noted}]" if noted else ""
    line = f"{row.count} {row.name.ljust(width)}  {cost:<8}{facts}"
    return printable(f"{line.rstrip()}  {marked}".rstrip())


def _curve(curve: Curve) -> str:
    bars = ", ".join(f"{value} x{count}" for value, count in curve.bars.items() if count)
    return printable(f"{curve.fact.replace('_', ' ')}, mean {curve.mean:.2f}: {bars}")


def keywords_of(entries: Iterable[Entry]) -> Counter[str]:
    """Return the copies with each keyword, without those that name a clan or the experience level."""
    words = ((word, entry.count) for entry in entries for word in entry.card.keywords if not word.endswith(" Clan"))
    return summed((word, count) for word, count in words if not word.startswith("Experienced"))


def _keywords(entries: Iterable[Entry]) -> Iterator[str]:
    counts = keywords_of(entries)
    if counts:
        words = [f"{word} x{count}" for word, count in counts.most_common()]
        yield printable(f"  keywords: {first_of(words, 8, 'and {} more')}") + "\n"


def _gold(report: Report) -> Iterator[str]:
    """Yield the number of Holdings, and of those with a printed gold production above 0."""
    holdings = [(entry.card, entry.count) for entry in report.deck.entries if entry.card.kind == "holding"]
    gold = [
        (card.gold_production, count)
        for card, count in holdings
        if isinstance(card.gold_production, int) and card.gold_production > 0 and "gold_production" not in card.unknown
    ]
    if gold:
        number, of = sum(count for _, count in holdings), sum(count for _, count in gold)
        total = sum(amount * count for amount, count in gold)
        yield f"\nGold: {number} Holdings; {of} of them produce {total} gold, {total / of:.2f} on average\n"


def _part(part: SectionView, marks: Mapping[str, str]) -> dict[str, object]:
    groups = [
        {
            "kind": group.kind,
            "count": group.count,
            "cards": [msgspec.to_builtins(row) | {"mark": marks.get(row.name, "")} for row in _by_cost(group)],
        }
        for group in part.groups
    ]
    return {"label": part.label, "count": part.count, "keywords": keywords_of(part.entries), "groups": groups}
