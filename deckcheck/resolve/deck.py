"""Looking up all names of a deck list."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry, RawDeck, Request, Unresolved
from deckcheck.model.format import Format
from deckcheck.model.pool import Pool
from deckcheck.names import fold, unseen
from deckcheck.resolve.lookup import Found, Several, find, full_name, same_in_deck
from deckcheck.resolve.suggest import Suggester, same_but_for_the_subtitle, same_title

_SENTENCE = r"[.?;,]\s*$|[.?!;]\s+\S|https?://|www\."
_MAX_WORDS = 9
_TITLE_WORDS = 6
_SHOWN = 3
# A list with more unknown names is none that anybody corrects line by line, and looking for near ones takes long.
MOST_SUGGESTED = 200


# Names and counts of which the reading is remembered: more than a large event has.
_REMEMBERED = 100_000


def resolve(raw: RawDeck, fmt: Format, pool: Pool) -> Deck:
    """Return `raw` with its cards known, as the format `fmt` reads their names."""
    return Resolver(fmt, pool).deck(raw)


class Resolver:
    """Looks up the names of many lists, as one format reads them, and remembers what it has found."""

    def __init__(self, fmt: Format, pool: Pool) -> None:
        """Look names up in `pool` as `fmt` reads them."""
        self._fmt = fmt
        self._pool = pool
        self._known: dict[tuple[str, str, int, str], Entry] = {}

    def deck(self, raw: RawDeck) -> Deck:
        """Return `raw` with its cards known."""
        return _resolved(raw, self._look_up, self._fmt, self._pool)

    def exact(self, request: Request) -> Card | None:
        """Return the card that a line names to the letter wherever it stands in a deck, None when it does not."""
        found = _look_up(request, request.count, self._fmt, self._pool)
        if not isinstance(found, Entry) or found.request is not request or found.card.proxy:
            return None
        return None if found.read_as or found.stood_for or found.instead else found.card

    def stranger(self, request: Request) -> Unresolved | None:
        """Return what is said of a line that names no card, None when it may name one, or be something else."""
        if not request.counted or request.bad_count or self._look_up(request, request.count) is not None:
            return None
        (stranger,), _ = _strangers([request], [], self._fmt, self._pool)
        return stranger

    def _look_up(self, request: Request, copies: int) -> Entry | Several | None:
        """Return what a line names; the deck has `copies` of that name."""
        key = (request.written, request.name, copies, request.section)
        known = self._known.get(key)
        if known is not None:
            return Entry(
                known.card,
                request.count,
                request,
                read_as=known.read_as,
                stood_for=known.stood_for,
                instead=known.instead,
            )
        outcome = _look_up(request, copies, self._fmt, self._pool)
        if isinstance(outcome, Entry) and outcome.request is request:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[key] = outcome
        return outcome


def _resolved(raw: RawDeck, look_up: Callable[[Request, int], Entry | Several | None], fmt: Format, pool: Pool) -> Deck:
    copies = _copies(raw)
    entries: list[Entry] = []
    several: list[tuple[Request, tuple[Card, ...]]] = []
    unknown: list[Request] = []
    for request in raw.requests:
        outcome = look_up(request, copies[fold(request.name)])
        if isinstance(outcome, Entry) and not outcome.request.bad_count:
            entries.append(outcome)
        elif isinstance(outcome, Several) and not request.bad_count:
            several.append((request, outcome.cards))
        else:
            unknown.append(request)
    same, ambiguous = _tell_apart(several, entries, fmt, pool)
    strangers, prose = _strangers(unknown, entries, fmt, pool)
    entries = sorted([*entries, *same], key=lambda entry: entry.request.span.line)
    return Deck(
        raw=raw,
        entries=tuple(entry for entry in entries if not entry.card.proxy),
        unresolved=tuple(sorted([*ambiguous, *strangers], key=lambda line: line.request.span.line)),
        proxies=tuple(entry for entry in entries if entry.card.proxy),
        passed_over=tuple(sorted([*raw.comments, *prose])),
    )


def _copies(raw: RawDeck) -> dict[str, int]:
    """Return the copies of each name in all lines, so that splitting a line over two changes no reading."""
    copies: dict[str, int] = {}
    for request in raw.requests:
        key = fold(request.name)
        copies[key] = copies.get(key, 0) + request.count
    return copies


def _tell_apart(
    several: list[tuple[Request, tuple[Card, ...]]], entries: list[Entry], fmt: Format, pool: Pool
) -> tuple[list[Entry], list[Unresolved]]:
    """Return the lines for which it makes no difference which of several cards is meant, and the others."""
    own = {clan for entry in entries if entry.card.kind == "stronghold" for clan in entry.card.clans}
    same: list[Entry] = []
    ambiguous: list[Unresolved] = []
    for request, cards in several:
        if own and same_in_deck(cards, own, fmt):
            reason = f"the {len(cards)} of this name are the same for building this deck"
            same.append(Entry(cards[0], request.count, request, read_as=reason))
        else:
            ambiguous.append(Unresolved(request, tuple(full_name(card, cards, pool) for card in cards)))
    return same, ambiguous


def _strangers(
    unknown: list[Request], entries: list[Entry], fmt: Format, pool: Pool
) -> tuple[list[Unresolved], list[int]]:
    """Return the lines that may be cards, with suggestions, and the numbers of those that are prose."""
    strangers: list[Unresolved] = []
    prose: list[int] = []
    suggest = Suggester(pool, fmt) if unknown else None
    for number, request in enumerate(unknown):
        near = (
            same_title(request.name, fmt, pool)
            or same_but_for_the_subtitle(request.name, fmt, pool)
            or (suggest(request.name) if suggest and number < MOST_SUGGESTED else ())
        )
        if not near and not request.counted and _is_prose(request, entries):
            prose.append(request.span.line)
        else:
            strangers.append(Unresolved(request, (), near))
    return strangers, prose


def _look_up(request: Request, copies: int, fmt: Format, pool: Pool) -> Entry | Several | None:
    """Return what a line names; the deck has `copies` of that name."""
    wanted = request if request.count == copies else msgspec.structs.replace(request, count=copies)
    found = find(request.name, wanted, fmt, pool)
    if found is None and request.counted:
        # "700 Soldier Plain" is one copy of a card whose title starts with a number.
        whole = msgspec.structs.replace(request, name=request.written, count=1, counted=False, bad_count="")
        found = find(whole.name, whole, fmt, pool)
        if isinstance(found, Found):
            request = whole
    if isinstance(found, Found):
        if not found.read_as and (hidden := unseen(request.written)):
            found = Found(found.card, f"without {', '.join(hidden[:_SHOWN])}, which cannot be seen")
        return _entry(found, request, fmt, pool)
    return found


def _entry(found: Found, request: Request, fmt: Format, pool: Pool) -> Entry:
    card = found.card
    if not fmt.allows(card):
        souls = [soul for soul in pool.souls_of(card.identity[0]) if fmt.allows(soul)]
        if len(souls) == 1:
            return Entry(souls[0], request.count, request, stood_for=card.name)
        same_title = (other for other in pool.named(fold(card.base_title)) if fmt.allows(other))
        instead = tuple(other.name for other in same_title)
        return Entry(card, request.count, request, read_as=found.read_as, instead=instead)
    return Entry(card, request.count, request, read_as=found.read_as)


def _is_prose(request: Request, entries: list[Entry]) -> bool:
    """Return whether a line without a number that resembles no card is prose.

    Sentences are. In a list that counts its cards, so is what stands above the first card, and what no title
    looks like; anything shorter may still be a card that is not known.
    """
    name = request.name
    words = len(name.split())
    if re.search(_SENTENCE, name) or words > _MAX_WORDS:
        return True
    if sum(entry.request.counted for entry in entries) * 2 <= len(entries):
        return False
    above = request.span.line < entries[0].request.span.line
    return above or words > _TITLE_WORDS or any(char.isdigit() for char in name)
