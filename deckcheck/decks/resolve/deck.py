"""Look up all lines of a deck list; each is a card, a card outside the deck, an ignored line or a line in doubt."""

from collections.abc import Set
from itertools import filterfalse
from operator import attrgetter

from msgspec.structs import replace

from deckcheck.decks.resolve.accounting import titles_in
from deckcheck.decks.resolve.asides import may_name_others, starting_kinds, take_aside, take_asides
from deckcheck.decks.resolve.comments import taking_out
from deckcheck.decks.resolve.doubts import has_plus, is_open, mark_outside, may_be_doubted, take_doubts
from deckcheck.decks.resolve.headings import may_have_sum, take_headings
from deckcheck.decks.resolve.labels import heads_part
from deckcheck.decks.resolve.lookup import rings_called, same_in_deck
from deckcheck.decks.resolve.numbering import Numbers, may_count_lines, numbers_of
from deckcheck.decks.resolve.parts import Part, empty_headings, sums_on
from deckcheck.decks.resolve.several import doubt_short_names, one_of, take_together, tell_apart, with_whole_names
from deckcheck.decks.resolve.signs import opens_bracket
from deckcheck.decks.resolve.sorted import Sorted
from deckcheck.decks.resolve.sorting import Sorter
from deckcheck.decks.resolve.stated import (
    doubt_headings,
    heads_next,
    take_ends,
    take_statistics,
    take_sums,
    take_wholes,
)
from deckcheck.decks.resolve.suggest import resembles
from deckcheck.decks.resolve.titles import breaks_at
from deckcheck.decks.resolve.unknowns import take_unknown
from deckcheck.decks.tables.text_tables import table_of
from deckcheck.decks.text.lists import UNKNOWN
from deckcheck.decks.words.counts import is_bracketed_behind
from deckcheck.decks.words.headers import may_head_sideboard
from deckcheck.decks.words.remarks import is_understood
from deckcheck.decks.words.sayings import names_fact
from deckcheck.model.deck import AROUND, OUTSIDE, Deck, Entry, LineClass, RawDeck, Unresolved, summed
from deckcheck.model.format import Format
from deckcheck.model.names import fold
from deckcheck.model.pool import Pool, basis_of

_BROKEN = "its name may be split over two lines"


def resolve(raw: RawDeck, fmt: Format, pool: Pool) -> Deck:
    """Return `raw` with its cards looked up, as the format `fmt` reads their names."""
    return Resolver(fmt, pool).deck(raw)


class Resolver:
    """Looks up the lines of many lists, as one format reads them, and caches the results."""

    def __init__(self, fmt: Format, pool: Pool) -> None:
        """Look names up in `pool` as `fmt` reads them."""
        self._fmt = fmt
        self._pool = pool
        self.sorter = Sorter(fmt, pool)
        self._basis = basis_of(fmt, pool)

    def deck(self, raw: RawDeck) -> Deck:
        """Return `raw` with its cards looked up."""
        raw = self.sorter.facts.with_format(raw)
        table = table_of(raw, self._names_card)
        heads = [each for each in raw.requests if each.span in table.heads]
        rows = replace(raw, requests=tuple([each for each in raw.requests if each.span not in table.heads]))
        numbers = numbers_of(rows, self.sorter.most, self._pool)
        raw = with_whole_names(numbers.raw, self.sorter.named, self._pool)
        # Of all lines with a name, because splitting a line over two must change no reading.
        copies = summed((fold(request.name), request.count) for request in raw.requests)
        found = Sorted(raw, numbers, self.sorter.has_sideboard, columns=table.doubtful)
        for head in heads:
            found.leave_out(LineClass.DECORATION, head)
        parts: tuple[Part, ...] = (*raw.requests, *raw.asides, *empty_headings(raw))
        sums = {each.span: said for each in parts if (said := sums_on(each, raw))}
        for request in raw.requests:
            if request.span not in sums:
                self.sorter.take(request, copies[fold(request.name)], found)
        take_sums(sums, copies, found, self.sorter)
        take_asides(found, self.sorter, sums)
        found.open_comments(self.sorter.most)
        for request in raw.repeated:
            self.sorter.take_repeated(request, found)
        take_together(found, self.sorter.most)
        doubt_short_names(found, self._pool)
        tell_apart(found, self._fmt, self._pool)
        take_statistics(found, self.sorter.most)
        take_unknown(found, self.sorter)
        take_wholes(found)
        self._take_broken(found)
        take_headings(found, self.sorter)
        doubt_headings(found, self.sorter)
        take_doubts(found, self.sorter, sums)
        if found.left_out:
            take_ends(found)
        entries = sorted(found.entries, key=attrgetter("request.span.line"))
        return Deck(
            raw=raw,
            entries=tuple(filterfalse(found.is_out, entries)),
            unresolved=tuple(sorted(found.unresolved, key=attrgetter("request.span.start"))),
            outside=tuple(filter(found.is_out, entries)),
            left_out=tuple(sorted(found.left_out, key=attrgetter("span.line"))),
            remarks=frozenset(taking_out(found)),
            basis=self._basis,
        )

    def alone(self, raw: RawDeck, elsewhere: Set[str] = frozenset()) -> tuple[Entry, ...] | Unresolved | None:
        """Return the cards on the only line of `raw`, or its unknown name with a number, or its id of several cards.

        Return None for a line in doubt, or one whose meaning other lines may change: lines that name the same card,
        continue a name that begins without a number, or are below a card without one, which may head them.
        `elsewhere` are the kinds of starting cards that other lines certainly have.
        """
        may_count = any(is_bracketed_behind(each.written) or may_count_lines(each.written) for each in raw.requests)
        if may_count or self._may_head(raw) or any(may_name_others(aside, raw, self._pool) for aside in raw.asides):
            return None
        found = Sorted(raw, Numbers(raw), self.sorter.has_sideboard, is_whole=False, elsewhere=elsewhere)
        for request in raw.requests:
            self.sorter.take(request, request.count, found)
        for aside in raw.asides:
            take_aside(aside, found, self.sorter)
        # Nothing else in a structure explains its doubtful lines.
        is_doubtful = bool(found.unresolved) and (raw.is_list or bool(raw.asides))
        if found.left_out or is_doubtful:
            return None
        if found.unresolved or found.unknown or found.several:
            return self._open(found)
        comments = (each for each in raw.asides if each.kind is LineClass.COMMENT)
        are_read = not raw.requests or all(is_understood(each.said) for each in comments)
        odd = (each for each in found.entries if found.is_out(each) or each.inexact == AROUND)
        are_plain = not any(odd) and not any(may_be_doubted(each.request, raw) for each in found.entries)
        return tuple(found.entries) if len(found.entries) == len(raw.requests) and are_read and are_plain else None

    def needed(self, raw: RawDeck) -> frozenset[str] | None:
        """Return the kinds of starting cards that a list must have so that its fact `raw` certainly names no card.

        The name of a deck may give the Stronghold that its list lacks. Return None if the fact may be a card anyway.
        """
        if self.alone(raw) is not None:
            return frozenset()
        kinds = frozenset[str]().union(*(starting_kinds(aside.text, self._pool) for aside in raw.asides))
        return kinds if kinds and self.alone(raw, kinds) is not None else None

    def _names_card(self, text: str) -> bool:
        """Return whether a text has the title of a card, or is one with a typo; ``Military strength`` is a fact."""
        return bool(titles_in(text, self._pool)) or (not names_fact(text) and resembles(text, self._pool))

    def _may_head(self, raw: RawDeck) -> bool:
        """Return whether the only line of `raw` may say something about lines below it, or their number."""
        outside = [header for header in raw.headers if header.section == OUTSIDE]
        is_bench = self.sorter.has_sideboard and any(may_head_sideboard(header.text) for header in outside)
        is_next = any(heads_next(header, self.sorter.most) for header in raw.headers)
        is_open = any(opens_bracket(line) or mark_outside(line) for line in raw.lines)
        parts: tuple[Part, ...] = (*raw.requests, *raw.asides)
        return is_bench or is_next or is_open or any(sums_on(part, raw) for part in parts)

    def _open(self, found: Sorted) -> Unresolved | None:
        """Return the only line, with an unknown name or of several cards, None where other lines may explain it."""
        raw = found.raw
        if found.unknown:
            request = found.unknown[0][0]
            heads = may_have_sum(request, raw) or heads_part(request.written, raw.line(request.span.line), self._pool)
            heads = heads or (request.header == UNKNOWN and bool(rings_called(request.name, self._pool)))
            if not heads and request.counted and not has_plus(request, raw):
                take_unknown(found, self.sorter)
                if raw.is_list:
                    found.unresolved = [each for each in found.unresolved if not each.may_be_heading]
        elif all(is_open(request, cards, raw, self._fmt) for request, cards in found.several):
            tell_apart(found, self._fmt, self._pool)
        return found.unresolved[0] if found.unresolved else None

    def in_deck(self, line: Unresolved, clans: set[str]) -> Entry | None:
        """Return the card of a line that may mean several; None where a deck of `clans` counts them differently."""
        cards = tuple(entry.card for reading in line.readings for entry in reading)
        return one_of(line.request, cards) if same_in_deck(cards, clans, self._fmt) else None

    def joins(self, above: str, name: str) -> bool:
        """Return whether a name without a number is the end of the name above it."""
        return bool(self._pool.named(fold(f"{above} {name}")))

    def _take_broken(self, found: Sorted) -> None:
        """Mark cards as in doubt whose line may be part of a name broken over two lines."""
        raw, most = found.raw, self.sorter.most
        cards = {entry.request.span.line: entry for entry in found.entries}
        odd = {line.request.span.line for line in found.unresolved}
        odd |= {line for line, entry in cards.items() if entry.card.proxy or entry.inexact == AROUND}
        known = cards.keys() | {line.request.span.line for line in found.unresolved if line.readings}
        near = ({*lines, *(line - 1 for line in lines)} for lines in (odd, known))
        firsts = {first for first in set.intersection(*near) if breaks_at(first, raw, self._pool)}
        for line, entry in cards.items():
            above = None if entry.request.counted else cards.get(line - 1)
            if above and self.joins(above.request.name, entry.request.name):
                firsts.add(line - 1)
        parts = firsts | {first + 1 for first in firsts}
        for entry in found.taken({entry.request.span for line, entry in cards.items() if line in parts}):
            found.doubt(entry.request, max(entry.count, most), _BROKEN)
        several = [each for each in found.unresolved if each.readings and each.request.span.line in parts]
        found.unresolved = [each for each in found.unresolved if each not in several]
        for each in several:
            found.doubt(each.request, max(each.possible, most), _BROKEN)
