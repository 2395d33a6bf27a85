"""A deck as text and JSON: its cards by section and kind, with costs, facts, marks and curves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from deckcheck.model.names import printable
from deckcheck.model.report import Report
from deckcheck.odds.profile import Curve, curves_of
from deckcheck.reports.html.views import CardView, KindView, SectionView, parts_of
from deckcheck.rules.legality import standing_in

_LONGEST_NAME = 40


def _text(report: Report) -> Iterator[str]:
    """Yield the parts of the deck, each kind with its cards by cost, then the lines that are not recognised."""
    marks = _marks(report)
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
    if curves.influence:
        yield f"\nInfluence: {curves.influence.spent} of {curves.influence.allowed} spent\n"
    if report.deck.unresolved:
        yield f"\nNot recognised ({len(report.deck.unresolved)})\n"
        for line in report.deck.unresolved:
            yield printable(f"    line {line.request.span.line}: {line.request.written or line.request.name}") + "\n"


def _json(report: Report) -> Iterator[str]:
    """Yield the same as one JSON object."""
    curves = curves_of(report.deck, report.format)
    value = {
        "schema": "deckcheck-deck/1",
        "path": report.deck.raw.path,
        "name": report.deck.raw.name,
        "format": report.format.id,
        "verdict": report.verdict.value,
        "fingerprint": report.deck.fingerprint,
        "parts": [_part(part, _marks(report)) for part in parts_of(report)],
        "unrecognised": [line.request.span.line for line in report.deck.unresolved],
        "curves": msgspec.to_builtins(curves),
    }
    yield msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"


RENDERERS: Mapping[str, Callable[[Report], Iterator[str]]] = {"text": _text, "json": _json}


def _marks(report: Report) -> dict[str, str]:
    """Return the legality of each card in the format, by name; "" for a card that is legal without limits."""
    standing = standing_in(report.format)
    said = {entry.card.name: str(standing(entry.card)) for entry in report.deck.entries}
    return {name: "" if mark == "legal" else mark for name, mark in said.items()}


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
    bars = ", ".join(f"{bar.value} x{bar.count}" for bar in curve.bars if bar.count)
    return printable(f"{curve.fact.replace('_', ' ')}, mean {curve.mean:.2f}: {bars}")


def _part(part: SectionView, marks: Mapping[str, str]) -> dict[str, object]:
    groups = [
        {
            "kind": group.kind,
            "count": group.count,
            "cards": [msgspec.to_builtins(row) | {"mark": marks.get(row.name, "")} for row in _by_cost(group)],
        }
        for group in part.groups
    ]
    return {"label": part.label, "count": part.count, "groups": groups}
