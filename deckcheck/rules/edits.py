"""Lines of a list that change it: cards with a minus, and parts that are listed again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from msgspec.structs import replace

from deckcheck.model.deck import Deck, Entry, Request
from deckcheck.model.names import fold
from deckcheck.model.spans import Span
from deckcheck.rules.own_headings import kept

_MINUS = ("-", "−", "–")
# Fewer cards that are listed again are rather slips than a part of a deck.
_PART = 5
_END = 1_000_000


def without_taken(deck: Deck) -> Iterator[tuple[Deck, tuple[Span, ...]]]:
    """Yield `deck` without the copies that lines with a minus may take out of it, with these lines.

    In a list whose other lines have none, ``- 1 Rout`` may change the line with that card rather than add to it.
    """
    lines = [*(entry.request for entry in deck.entries), *(line.request for line in deck.unresolved)]
    minus = {each.span: each for each in lines if _has_minus(deck, each)}
    others = {fold(entry.request.name) for entry in deck.entries if entry.request.span not in minus} if minus else ()
    found = [each for each in minus.values() if fold(each.name) in others]
    if not 0 < 2 * len(found) <= len(lines):
        return
    spans = tuple(each.span for each in found)
    rest = kept(deck, lambda span: span not in spans)
    taken = Counter[str]()
    for each in found:
        taken[fold(each.name)] += each.count
    yield replace(rest, entries=tuple(_left(rest.entries, taken))), spans


def _has_minus(deck: Deck, request: Request) -> bool:
    if not request.counted:
        return False
    line = deck.raw.line(request.span.line).lstrip()
    return line.startswith(_MINUS) and request.name in line


def _left(entries: tuple[Entry, ...], taken: Counter[str]) -> Iterator[Entry]:
    """Yield the cards that are left of `entries` without the copies `taken` of each name."""
    for entry in entries:
        name = fold(entry.request.name)
        out = min(entry.count, taken[name])
        taken[name] -= out
        if out < entry.count:
            yield replace(entry, count=entry.count - out)


def without_repeated(deck: Deck) -> Iterator[tuple[Deck, Span]]:
    """Yield `deck` without either version of a part that is listed twice, with the line where the second one begins.

    The second version begins with the first card that is listed again, and the first one where that card is. Copies of
    a card on lines one below the other are in one version.
    """
    firsts: dict[str, int] = {}
    again: dict[str, tuple[int, int]] = {}
    for card, same in groupby(deck.entries, lambda entry: entry.card.id):
        line = next(same).request.span.line
        first = firsts.setdefault(card, line)
        if first < line:
            again.setdefault(card, (first, line))
    if len(again) >= _PART:
        first, second = next(iter(again.values()))
        span = Span(second, 1, len(deck.raw.line(second)) + 1)
        yield kept(deck, lambda at: at.line < second), span
        yield kept(deck, lambda at: not first <= at.line < second), span
