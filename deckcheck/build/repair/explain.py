"""Explain each change of a repair by the findings that the deck would have without it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from deckcheck.build.repair.constraints import deck_with, meant
from deckcheck.build.repair.fix import Repaired, RepairOptions, wrong
from deckcheck.model.deck import Deck
from deckcheck.model.finding import Finding
from deckcheck.model.pool import Pool
from deckcheck.model.report import Report
from deckcheck.rules.engine import check


class RepairStep(Struct, frozen=True):
    """`count` copies of `name`, removed (below 0) or added, and the findings that the deck would have otherwise.

    `line` is the number of an unrecognised line that is removed, or that could mean the added card, else 0. A change
    without findings and line was requested by the user.
    """

    name: str
    count: int
    because: tuple[Finding, ...]
    line: int = 0


def changes(report: Report, repaired: Repaired, options: RepairOptions, pool: Pool) -> Iterator[RepairStep]:
    """Yield the changes of a repair to the deck of `report`, removals first.

    The reason for a change is what the rules find when only this change is undone.
    """
    for line in report.deck.unresolved:
        number = line.request.span.line
        because = tuple(finding for finding in wrong(report) if finding.span == line.request.span)
        yield RepairStep(line.request.name, -max(1, line.request.count), because[:1], number)
    meaning = {card: line for line in report.deck.unresolved for card in meant(line, report.format, pool)}
    places = [index for index, slot in enumerate(repaired.slots) if repaired.counts[index] != slot.old]
    for index in sorted(places, key=lambda index: repaired.counts[index] > repaired.slots[index].old):
        slot = repaired.slots[index]
        count = repaired.counts[index] - slot.old
        if count > 0 and slot.card.id in meaning:
            yield RepairStep(slot.card.name, count, (), meaning[slot.card.id].request.span.line)
        else:
            because = () if slot.card.id in options.ban else _because(report, repaired, index, pool)
            yield RepairStep(slot.card.name, count, because)


def _because(report: Report, repaired: Repaired, index: int, pool: Pool) -> tuple[Finding, ...]:
    slot, count = repaired.slots[index], repaired.counts[index]
    step = 1 if slot.old > count else -1
    for undone in dict.fromkeys((slot.old, count + step)):
        counts = (*repaired.counts[:index], undone, *repaired.counts[index + 1 :])
        found = _found(report.deck, repaired, counts, pool)
        if found:
            named = tuple(finding for finding in found if slot.card.id in finding.cards)
            return named or found
    return tuple(wrong(report))


def _found(deck: Deck, repaired: Repaired, counts: Sequence[int], pool: Pool) -> tuple[Finding, ...]:
    return tuple(wrong(check(deck_with(deck, repaired.slots, counts), repaired.report.format, pool)))
