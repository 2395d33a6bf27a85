"""Look up the name on a line, within its deck, and remember it for the next deck."""

from __future__ import annotations

from msgspec.structs import replace

from deckcheck.decks.resolve.lookup import Found, Several, find
from deckcheck.model.deck import Entry, Request
from deckcheck.model.format import Format
from deckcheck.model.names import fold, unseen
from deckcheck.model.pool import Pool

# The number of names and counts whose reading is remembered: more than a large event has.
_REMEMBERED = 100_000
_SHOWN = 3


class Entries:
    """What lines name in one format; each name is looked up once."""

    def __init__(self, fmt: Format, pool: Pool) -> None:
        """Look names up in `pool` as `fmt` reads them."""
        self._format = fmt
        self._pool = pool
        self._known: dict[tuple[str, str, bool, str], Entry] = {}

    def named(self, request: Request, copies: int) -> Entry | Several | None:
        """Return what a line names; the deck has `copies` of that name."""
        # Only whether there are several copies may decide which card is meant, and signs that cannot be seen.
        written = "" if request.written.isascii() and request.written.isprintable() else request.written
        key = (written, request.name, copies > 1, request.section)
        known = self._known.get(key)
        if known is not None:
            return replace(known, count=request.count, request=request)
        outcome = _look_up(request, copies, self._format, self._pool)
        if isinstance(outcome, Entry):
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[key] = outcome
        return outcome


def _look_up(request: Request, copies: int, fmt: Format, pool: Pool) -> Entry | Several | None:
    """Return what a line names; the deck has `copies` of that name."""
    wanted = request if request.count == copies else replace(request, count=copies)
    found = find(request.name, wanted, fmt, pool)
    if isinstance(found, Found):
        if not found.inexact and (hidden := unseen(request.written)):
            found = Found(found.card, f"without {', '.join(hidden[:_SHOWN])}, which cannot be seen")
        return _entry(found, request, fmt, pool)
    return found


def _entry(found: Found, request: Request, fmt: Format, pool: Pool) -> Entry:
    card = found.card
    if not fmt.allows(card):
        souls = [soul for soul in pool.souls_of(card.identity[0]) if fmt.allows(soul)]
        if len(souls) == 1:
            return Entry(souls[0], request.count, request, replaced_by_soul=card.name)
        same_title = (other for other in pool.named(fold(card.base_title)) if fmt.allows(other))
        legal = tuple(other.name for other in same_title)
        return Entry(card, request.count, request, inexact=found.inexact, alternatives=legal)
    return Entry(card, request.count, request, inexact=found.inexact)
