"""The lines of a list sorted so far: cards, ignored lines, lines in doubt, and lines that depend on others."""

from collections.abc import Collection, Mapping, Set
from itertools import filterfalse

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.decks.resolve.accounting import Account
from deckcheck.decks.resolve.numbering import Numbers
from deckcheck.model.card import Card
from deckcheck.model.deck import (
    OUTSIDE,
    STARTING,
    Aside,
    Entry,
    Header,
    LeftOut,
    LineClass,
    RawDeck,
    Request,
    Span,
    Unresolved,
)


class Sorted(Struct):
    """The sorted lines of the list `raw` with its `numbers`, and those that depend on other lines.

    `has_sideboard`: decks of the format have a sideboard, whose cards are not outside the deck. The numbers of the
    lines `columns` may be facts about cards; their values are the heads of the columns that may give copies, or "".
    Each of the lines `together` names several cards. Each of the `several` lines fits several cards; `unknown` lines
    fit none, and come with their account and whether they may be prose. `strays` are lines without a card or a number
    among cards outside the deck, `remarks` those that are prose. Only a list that `is_whole` may have been cut off.
    `elsewhere` are the kinds of starting cards that the list has on lines besides those of `raw`.
    """

    raw: RawDeck
    numbers: Numbers
    has_sideboard: bool
    is_whole: bool = True
    elsewhere: Set[str] = frozenset()
    columns: Mapping[int, str] = {}
    entries: list[Entry] = []
    unresolved: list[Unresolved] = []
    left_out: list[LeftOut] = []
    together: list[tuple[Request, tuple[Entry, ...]]] = []
    several: list[tuple[Request, tuple[Card, ...]]] = []
    unknown: list[tuple[Request, Account, bool]] = []
    strays: list[Request] = []
    remarks: list[Request] = []

    @property
    def clans(self) -> set[str]:
        """The clans of the deck's Stronghold."""
        return {clan for entry in self.entries if entry.card.kind == "stronghold" for clan in entry.card.clans}

    @property
    def inside(self) -> list[Entry]:
        """The cards in the deck itself."""
        return [*filterfalse(self.is_out, self.entries)]

    def is_outside(self, request: Request) -> bool:
        """Return whether a line is under a header for cards outside the deck in this format."""
        return request.section == OUTSIDE or (request.section == "sideboard" and not self.has_sideboard)

    def is_above(self, request: Request) -> bool:
        """Return whether a line is a title above a list with a Stronghold.

        A heading is below it, or the list begins with two of these: an empty line, a number, and a starting card.
        """
        line, first = request.span.line, min(self.entries, key=lambda entry: entry.request.span.start, default=None)
        has_stronghold = any(entry.card.kind == "stronghold" for entry in self.entries)
        if first is None or not has_stronghold or line > (end := first.request.span.line):
            return False
        is_headed = any(line < header.span.line < end for header in self.raw.headers)
        is_apart = any(not below.strip() for below in self.raw.lines[line : end - 1])
        is_start, is_counted = first.card.kind in STARTING, first.request.counted
        return is_headed or sum((is_apart, is_start, is_counted)) > 1

    def is_out(self, entry: Entry) -> bool:
        """Return whether a listed card is outside the deck."""
        return entry.card.proxy or self.is_outside(entry.request)

    def is_listed(self, entry: Entry) -> bool:
        """Return whether a line without a number repeats a card that another line of the deck counts."""
        counted = (each.card.id for each in self.inside if each.request.counted)
        return not entry.request.counted and entry.card.id in counted

    @property
    def starting(self) -> set[str]:
        """The titles of the starting cards that lines with a number or below a heading name."""
        sure = (each for each in self.entries if each.request.counted or each.request.section)
        return {each.card.title for each in sure if each.card.kind in STARTING}

    def taken(self, places: Collection[Span]) -> list[Entry]:
        """Remove the cards at these places, and return them."""
        found = [entry for entry in self.entries if entry.request.span in places]
        self.entries = [entry for entry in self.entries if entry.request.span not in places]
        return found

    def leave_out(self, kind: LineClass, part: Request | Aside, possible: int = 0) -> None:
        """List a line as ignored that may mean up to `possible` copies of cards."""
        text = part.written if isinstance(part, Request) else part.text
        self.left_out.append(LeftOut(kind, text, part.span, possible))

    def doubt(self, part: Request | Aside | Header, possible: int, why: str, suggestions: tuple[str, ...] = ()) -> None:
        """Mark a line as in doubt that may mean up to `possible` copies of cards."""
        request = part if isinstance(part, Request) else as_request(part)
        column = self.columns.get(request.span.line, "")
        self.unresolved.append(Unresolved(request, possible, suggestions=suggestions, why=why, column=column))

    def leave_open(self, request: Request, readings: tuple[tuple[Entry, ...], ...], why: str) -> None:
        """Mark a line as in doubt that has several `readings`; an empty one has no card."""
        names = tuple(entry.card.name for reading in readings for entry in reading)
        self.unresolved.append(Unresolved(request, request.count, readings, names, why=why))

    def open_comments(self, most: int) -> None:
        """Let the cards behind `#` be in the deck if they are most cards: wikis number lines with this sign."""
        behind = {each.span for each in self.left_out if each.text.startswith("#")}
        if len(behind) > len(self.raw.requests):
            for at, each in enumerate(self.left_out):
                if each.span in behind:
                    self.left_out[at] = replace(each, possible=max(each.possible, most))


def as_request(part: Aside | Header) -> Request:
    """Return a request for a heading, fact, comment or decoration with a doubtful meaning."""
    return Request(name=part.text, count=1, span=part.span, written=part.text, counted=False)


def bare_beside(request: Request, raw: RawDeck) -> int:
    """Return the number of cards without a number beside a line that may give one for all: ``Dreimal:``, ``3er``."""
    return sum(not each.counted for each in raw.requests if each.name and each is not request)
