"""Text lists in which each line has its usual meaning: the lines are looked up, and the list is added up.

Beside certain lines, a line may mean something else, such as a heading or the second half of a title.
The readers and the resolver read lists with any such line.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from deckcheck.bulk.known_lines import NOTHING, KnownCard, KnownLines, OddCard, Other
from deckcheck.decks.resolve import Resolver
from deckcheck.decks.resolve.numbering import LONG
from deckcheck.decks.resolve.titles import breaks
from deckcheck.decks.resolve.unknowns import ends_within_name
from deckcheck.decks.text.lists import UNKNOWN
from deckcheck.decks.words.remarks import is_understood, may_change_any
from deckcheck.model.deck import NOT_IN_DECK, STARTING, Entry, Header, Request, Span, Unresolved
from deckcheck.model.finding import Verdict
from deckcheck.model.report import DeckRecord
from deckcheck.rules.base import Memo
from deckcheck.rules.catalogue.lines import wrong_counts
from deckcheck.rules.own_headings import is_title_apart
from deckcheck.rules.several_lists import STRONGHOLD, WHOLE_LIST
from deckcheck.rules.tally import PlaceOf

# The same comment rarely appears again.
_MOST_COMMENTS = 10_000


class MetLines(NamedTuple):
    """The lines of a list: cards, unknown names and headers by number, facts, and the kinds of cards that facts need.

    `odd` are the numbers of odd cards, and `remarks` those of comments below a card. `before` gives the
    number of cards above each header, and last the number of all cards; `wrong` headers say another number than that of
    the cards below them, which is given with them.
    """

    known: dict[int, KnownCard]
    odd: list[int]
    unknown: dict[int, Unresolved]
    headers: dict[int, Header]
    said: dict[str, str]
    kinds: set[str]
    remarks: list[int]
    before: list[int]
    wrong: list[tuple[Header, int]]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The cards with the places of their lines."""
        return tuple(_moved(each.entry, number) for number, each in self.known.items())

    @property
    def place_of(self) -> PlaceOf:
        """The function that gives the places of lines; cards are given by the numbers of their lines."""
        numbers = {id(each.entry.request): number for number, each in self.known.items()}

        def place_of(request: Request) -> Span:
            number = numbers.get(id(request))
            return on_line(number, request.span) if number else request.span

        return place_of


class KnownTexts:
    """Takes in text lists in one format."""

    def __init__(self, lines: KnownLines, resolver: Resolver) -> None:
        """Look lines up in `lines`; `resolver` says how two lines go together."""
        self._lines, self._resolver = lines, resolver
        # Whether a comment certainly changes nothing, and is not shown.
        self._is_silent: Memo[str, bool] = Memo(
            lambda said: is_understood(said) and not may_change_any(said), _MOST_COMMENTS
        )
        # Whether two names on lines one below the other are one.
        self._joins: Memo[tuple[str, str], bool] = Memo(lambda names: resolver.joins(*names), _MOST_COMMENTS)

    def met(self, lines: Sequence[str], syntax: str) -> MetLines | None:
        """Return what the lines of a list mean; None if a line may depend on other lines, or the list has no card."""
        found = self._taken(lines, syntax)
        if found and any(line.readings for line in found.unknown.values()):
            self._settle(found)
        if found is None or not found.known or self._is_cut(found, lines) or self._heads_others(found, lines):
            return None
        return None if any(is_odd(found) for is_odd in _ODDITIES) else found

    def _taken(self, lines: Sequence[str], syntax: str) -> MetLines | None:
        """Return what each line of a list means; None if a line certainly depends on other lines."""
        found = MetLines({}, [], {}, {}, {}, set(), [], [], [])
        known, unknown, headers, before = found.known, found.unknown, found.headers, found.before
        copies = 0
        meanings = self._lines.tables[syntax, ""]
        for number, line in enumerate(lines, 1):
            meaning = meanings[line]
            if isinstance(meaning, KnownCard):
                known[number] = meaning
                copies += meaning.entry.count
                if isinstance(meaning, OddCard):
                    # A finding may name the header.
                    entry = replace(meaning.entry, request=_under(meaning.entry.request, headers))
                    known[number] = meaning._replace(entry=entry)
                    found.odd.append(number)
            elif isinstance(meaning, Unresolved):
                is_several = bool(meaning.readings)  # A finding about one of several cards may name the header.
                unknown[number] = with_request(meaning, _under(meaning.request, headers)) if is_several else meaning
                copies += meaning.request.count
            elif meaning is None:
                return None
            elif meaning.header is not None:
                headers[number] = meaning.header
                before.append(copies)
                meanings = self._lines.tables[syntax, meaning.header.section]
            elif meaning is not NOTHING and not self._takes(meaning, number, found):
                return None
        before.append(copies)
        found.wrong.extend(wrong_counts([*headers.values()], before))
        return found

    def _settle(self, found: MetLines) -> None:
        """Treat the lines of several cards as one, if the clan of the deck makes the cards equal."""
        strongholds = [each.entry.card for each in found.known.values() if each.entry.card.kind == STRONGHOLD]
        clans = {clan for card in strongholds for clan in card.clans}
        for number, line in [*found.unknown.items()]:
            if line.readings and (entry := self._resolver.in_deck(line, clans)):
                found.known[number] = self._lines.of(entry)
                found.odd.append(number)
                del found.unknown[number]
        cards = sorted(found.known.items())
        found.known.clear()
        found.known.update(cards)

    def _takes(self, other: Other, number: int, found: MetLines) -> bool:
        """Take in facts or a comment; return whether they certainly do not affect the cards."""
        found.kinds.update(other.kinds)
        if other.facts:
            # A fact that is given twice, or among the cards, may be a card.
            if found.known or found.unknown or not found.said.keys().isdisjoint(other.facts):
                return False
            found.said.update(other.facts)
        elif other.comments and found.known:
            # The card above may have another number or place, or a note shows the comment.
            if not all(map(self._is_silent.__getitem__, other.comments)):
                return False
            found.remarks.append(number)
        return True

    def _heads_others(self, found: MetLines, lines: Sequence[str]) -> bool:
        """Return whether a card without a number may be a heading; one directly above another such card never is."""
        bare = {number: entry for number in found.odd if not (entry := found.known[number].entry).request.counted}
        return any(
            (number + 1 not in bare or entry.request.written != lines[number - 1].strip())
            and self._resolver.sorter.may_head(entry)
            for number, entry in bare.items()
        )

    def _is_cut(self, found: MetLines, lines: Sequence[str]) -> bool:
        """Return whether a name may continue from one line to the next, or the list may end within one."""
        known, pool = found.known, self._resolver.sorter.pool
        last = max(found.unknown, default=0)
        is_end = last > 0 and not any(map(str.strip, lines[last:]))
        if is_end and ends_within_name(found.unknown[last].request, pool):
            return True
        for number in found.unknown:
            for first in (number - 1, number):
                is_beside = first in known or first + 1 in known or found.unknown[number].readings
                if is_beside and 0 < first < len(lines) and breaks(lines[first - 1], lines[first], pool):
                    return True
        return any(
            not known[number].entry.request.counted
            and number - 1 in known
            and self._joins[known[number - 1].entry.request.name, known[number].entry.request.name]
            for number in found.odd
        )


def may_be_another(deck: DeckRecord, found: MetLines, lines: Sequence[str]) -> bool:
    """Return whether a list may be another deck than `deck`, which its lines give."""
    # A list may begin with its Stronghold.
    several = deck.counts.get(STRONGHOLD, 0) > 1
    if several and sum(each.entry.card.kind == STRONGHOLD for each in found.known.values()) > 1:
        return True
    # A remark may be a heading, cards may be outside the deck, and unknown names may be another list.
    may_be_less = bool(found.remarks) or any(header.section in NOT_IN_DECK for header in found.headers.values())
    may_be_less |= sum(line.request.count for line in found.unknown.values()) >= WHOLE_LIST
    if may_be_less and deck.verdict == Verdict.ILLEGAL.value:
        return True
    # The title of a card may be a heading or a remark.
    headings = {0, *found.headers}
    return any(is_title_apart(found.known[number].entry, number, lines, headings) for number in found.odd)


def on_line(number: int, span: Span) -> Span:
    """Return a place on another line."""
    return Span(number, span.column, span.end_column)


def _moved(entry: Entry, number: int) -> Entry:
    return replace(entry, request=replace(entry.request, span=on_line(number, entry.request.span)))


def _under(request: Request, headers: dict[int, Header]) -> Request:
    """Return a request with the text of the header above."""
    is_headed = headers and request.header == UNKNOWN
    return replace(request, header=next(reversed(headers.values())).text) if is_headed else request


def with_request(line: Unresolved, request: Request) -> Unresolved:
    """Return an unrecognised line with another request, also in its readings."""
    readings = tuple(tuple(replace(entry, request=request) for entry in reading) for reading in line.readings)
    return replace(line, request=request, readings=readings)


def _begins_oddly(found: MetLines) -> bool:
    """Return whether a card may be the title of the list or a fact, or the numbers may be those of its lines."""
    odd = {number: found.known[number].entry for number in found.odd}
    bare = [number for number, each in odd.items() if not each.request.counted and each.card.kind not in STARTING]
    is_title = bare[:1] == [next(iter(found.known))] and 2 * len(bare) <= len(found.known)
    starting = {each.card.id for each in odd.values() if each.card.kind in STARTING}
    is_again = bool(starting) and sum(each.entry.card.id in starting for each in found.known.values()) > len(starting)
    return is_title or is_again or any(entry.count > LONG for entry in odd.values())


def _is_parted(found: MetLines) -> bool:
    """Return whether there may be two lists or parts, or a heading may be for cards outside the deck."""
    headers = [*found.headers.values()]
    decks = [header.section for header in headers if header.deck and header.section]
    first = next(iter(found.known))
    heads_list = any(each.deck and not each.section and number > first for number, each in found.headers.items())
    return heads_list or len({*decks}) < len(decks) or any(each.section in NOT_IN_DECK for each in headers[:-1])


def _may_mean_more(found: MetLines) -> bool:
    """Return whether a header with a wrong number may mean more than that."""
    return any(
        (not count and (header.deck or not header.text.startswith("#")))  # Programs leave headings of kinds empty.
        or header.section in NOT_IN_DECK
        or (header.deck and not header.section)  # As in "Deck 2".
        or header.text[:1].isdigit()  # As in "2 Black".
        for header, count in found.wrong
    )


def _has_remarks(found: MetLines) -> bool:
    """Return whether a remark may be the heading of cards that are outside the deck."""
    return bool(found.remarks) and found.remarks[0] < max(found.known, default=0)


def _has_words(found: MetLines) -> bool:
    """Return whether a line with an unknown name does not begin with its number, and may be a heading."""
    return any(not line.request.written[:1].isdigit() for line in found.unknown.values())


def _lists_again(found: MetLines) -> bool:
    """Return whether another line has a card that one of several cards may mean."""
    ids = {entry.card.id for line in found.unknown.values() for reading in line.readings for entry in reading}
    return bool(ids) and any(each.entry.card.id in ids for each in found.known.values())


def _may_name_start(found: MetLines) -> bool:
    """Return whether a fact may give a starting card that the list lacks, such as its Stronghold."""
    return not found.kinds <= {each.entry.card.kind for each in found.known.values()}


_ODDITIES = (_may_name_start, _begins_oddly, _is_parted, _has_remarks, _has_words, _may_mean_more, _lists_again)
