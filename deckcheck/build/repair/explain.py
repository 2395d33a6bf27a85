"""Explain a repair by the findings that the deck would have without each change, and write it into the file."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter

from msgspec import Struct

from deckcheck.build.editing.draft import Draft, not_writable, refuse_inside
from deckcheck.build.editing.names import edited
from deckcheck.build.repair.fix import NoRepair, Repaired, RepairOptions, repair
from deckcheck.build.repair.slots import deck_with, meant, old_slots, refused
from deckcheck.decks.lines import spread
from deckcheck.decks.writing.ids import Edit
from deckcheck.model.deck import Deck, Request, Unresolved
from deckcheck.model.finding import Finding, bearing
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.model.report import Report
from deckcheck.rules.engine import check
from deckcheck.rules.judge import Judge
from deckcheck.rules.legality import misfit
from deckcheck.rules.tally import Tally

# More changes than any deck needs.
_MANY = 9999
# The property that a card shares with its replacement.
_KIND = attrgetter("kind", "deck")


class RepairStep(Struct, frozen=True):
    """`count` copies of `name`, removed (below 0) or added, and the findings that the deck would have otherwise.

    `line` is the number of an unrecognised line that is removed, or that could mean the added card, else 0; the card
    replaces `instead_of` on it, if that is set. A change without findings and line was requested by the user.
    """

    name: str
    count: int
    because: tuple[Finding, ...]
    line: int = 0
    instead_of: str = ""


def changes(report: Report, repaired: Repaired, options: RepairOptions, pool: Pool) -> Iterator[RepairStep]:
    """Yield the changes of a repair to the deck of `report`, removals first.

    The reason for a change is what the rules find when only this change is undone.
    """
    lines = {card: line for line in report.deck.unresolved for card in meant(line, report.format, pool)}
    steps = [count - slot.old for slot, count in zip(repaired.slots, repaired.counts, strict=True)]
    cards = [slot.card for slot in repaired.slots]
    added = (index for index, step in enumerate(steps) if step > 0)
    means = {index: lines[cards[index].id] for index in added if cards[index].id in lines}
    # Lines with as many copies as there are of the card that they mean.
    written = {line: index for index, line in means.items() if _copies(line) == steps[index]}
    for line in report.deck.unresolved:
        number, name = line.request.span.line, line.request.name
        because = tuple(finding for finding in report.findings if finding.span == line.request.span)[:1]
        if (at := written.get(line)) is not None:
            yield RepairStep(cards[at].name, steps[at], because, number, instead_of=name)
        else:
            yield RepairStep(name, -_copies(line), because, number)
    changed = [index for index, step in enumerate(steps) if step and index not in written.values()]
    for index in sorted(changed, key=lambda index: steps[index] > 0):
        card, meaning = cards[index], means.get(index)
        because = () if meaning or card.id in options.ban else _because(report, repaired, index, pool)
        yield RepairStep(card.name, steps[index], because, meaning.request.span.line if meaning else 0)


def _copies(line: Unresolved) -> int:
    return max(1, line.request.count)


def _because(report: Report, repaired: Repaired, index: int, pool: Pool) -> tuple[Finding, ...]:
    slot, count = repaired.slots[index], repaired.counts[index]
    step = 1 if slot.old > count else -1
    for undone in dict.fromkeys((slot.old, count + step)):
        counts = (*repaired.counts[:index], undone, *repaired.counts[index + 1 :])
        new = deck_with(report.deck, repaired.slots, counts)
        found = tuple(bearing(check(new, repaired.report.format, pool).findings))
        if found:
            named = tuple(finding for finding in found if slot.card.id in finding.cards)
            return named or found
    return tuple(bearing(report.findings))


def in_each_format(
    reports: Iterable[Report], pool: Pool, options: Callable[[Report], RepairOptions], seconds: float
) -> Iterator[tuple[Report, Repaired | NoRepair | None]]:
    """Yield each report with its nearest legal deck, the fewest changes first, then those without one, and why.

    Last come, with None, those in whose formats more than half of the deck is not legal. `options` gives the
    constraints for the deck as one format reads it; each format takes up to twice `seconds`. A format is yielded as
    soon as no other can need fewer changes, because every card that is not legal there needs one.
    """
    every = sorted(reports, key=misfit)
    waiting = [report for report in every if misfit(report)[0] <= half(report)]
    found: list[tuple[Report, Repaired | NoRepair]] = []
    for number, report in enumerate(waiting, 1):
        found.append((report, _in_format(report, pool, options(report), seconds)))
        found.sort(key=lambda each: _rank(*each))
        least = misfit(waiting[number])[0] if number < len(waiting) else _MANY
        while found and _rank(*found[0])[0] <= least:
            yield found.pop(0)
    yield from ((report, None) for report in every[len(waiting) :])


def half(report: Report) -> int:
    """Return half the copies in a deck; with more changes it is another deck."""
    return sum(report.deck.contents.values()) // 2


def _rank(report: Report, found: Repaired | NoRepair) -> tuple[int, tuple[int, int, int]]:
    return found.changes if isinstance(found, Repaired) else _MANY, misfit(report)


def refused_cards(report: Report) -> tuple[str, ...]:
    """Return the names of the deck's cards that no legal deck of the format can contain, in the order of the list."""
    cards = {entry.card.id: entry.card for entry in report.deck.entries}
    wrong = refused(Judge(report.format), cards.values())
    return tuple(card.name for card in cards.values() if card.id in wrong)


def _in_format(report: Report, pool: Pool, options: RepairOptions, seconds: float) -> Repaired | NoRepair:
    try:
        return repair(report, pool, options, seconds, near=half(report))
    except NoRepair as error:
        return error


def written_back(content: bytes, report: Report, repaired: Repaired, pool: Pool) -> bytes:
    """Return `content`, the file of the deck of `report`, changed to the repaired deck.

    A card that a removed line could mean, or that has the type of the line's card, replaces that line.

    Raises:
        OutputError: when the changed file would be read differently.
    """
    deck, fmt = report.deck, report.format
    draft = refuse_inside(Draft(content, deck, fmt, pool))
    first = len(old_slots(deck, fmt))
    pairs = zip(repaired.slots[first:], repaired.counts[first:], strict=True)
    new = tuple((slot.card, count) for slot, count in pairs if count)
    kept = dict(_line_counts(deck, repaired.counts, fmt))
    replaced = {card_id: line.request for line in deck.unresolved for card_id in meant(line, fmt, pool)}
    gone = (entry for entry in deck.named if kept.get(entry.request) == 0 and not draft.under(entry))
    free = {_KIND(entry.card): entry.request for entry in gone}
    for card in (card for card, _ in new if _KIND(card) in free):
        replaced.setdefault(card.id, free.pop(_KIND(card)))
    result = edited(draft, Edit(kept, new, replaced))
    _verify(draft.reread(result).deck, repaired, fmt)
    return result


def _line_counts(deck: Deck, counts: Sequence[int], fmt: Format) -> Iterator[tuple[Request, int]]:
    """Yield each line of the deck with a new number of copies, and that number; 0 removes the line."""
    for line in deck.unresolved:
        yield line.request, 0
    for entry, count in zip(Tally(deck, fmt).cards, counts, strict=False):
        yield from spread(entry.requests, count - entry.count)


def _verify(deck: Deck, repaired: Repaired, fmt: Format) -> None:
    """Raise OutputError unless `deck`, read from the changed file, is the repaired one."""
    pairs = zip(repaired.slots, repaired.counts, strict=True)
    wanted = {(slot.card.id, slot.header): count for slot, count in pairs if count}
    found = {(slot.card.id, slot.header): slot.old for slot in old_slots(deck, fmt)}
    if deck.unresolved or found != wanted:
        raise not_writable(deck.raw.path)
