"""A deck list: first exactly as read, then with its cards known."""

from __future__ import annotations

import enum
from collections.abc import Iterable

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.digest import digest
from deckcheck.model.limits import Limits
from deckcheck.model.spans import Span


class LineClass(enum.Enum):
    """What a part of a deck file is; every character of the file belongs to exactly one of these."""

    CARD = "card"
    HEADER = "header"
    FACT = "fact"
    COMMENT = "comment"
    OUTSIDE = "outside the deck"
    DECORATION = "decoration"
    PROSE = "prose"
    UNRECOGNISED = "unrecognised"


# A line that begins so stays unrecognised, whatever it says: lists are written with it, and read again.
OPEN_MARK = "? "
# The section of cards that are listed and are no part of the deck.
OUTSIDE = "outside"
# Why a card is the one meant on a line that has more than its number and name.
AROUND = "nothing else on the line names a card or a number"


class Aside(Struct, frozen=True):
    """A part of a file that asks for no card by the way it is written: a fact, a comment or decoration."""

    kind: LineClass
    text: str
    span: Span


class Request(Struct, frozen=True, kw_only=True):
    """One line that may name a card: `count` copies of `name`, read under the header `header`.

    Any line besides headers, facts, comments and decoration is a request; only its name shows whether it is prose.

    `section` is what the header means ("dynasty", "stronghold"; empty where it says nothing). `counted` tells
    whether the line gave the number itself; a name without one means a single copy. `bad_count` is a number
    that cannot be one of copies, as written. `written` is the text of the line with its count. A line that
    gives a number and no name has an empty `name`, and the number as `bad_count`.
    """

    name: str
    count: int
    span: Span
    written: str = ""
    header: str = ""
    section: str = ""
    counted: bool = True
    bad_count: str = ""


class Header(Struct, frozen=True, kw_only=True):
    """A line that heads the cards below it; `section` as in `Request`.

    `count` is the number of cards that it gives, None when it gives none; `deck` tells whether it heads a whole
    deck ("Dynasty") rather than a kind of card ("Holdings").
    """

    text: str
    section: str
    span: Span
    count: int | None = None
    deck: bool = False


class RawDeck(Struct, frozen=True, kw_only=True):
    """A deck file as read: nothing in it is dropped, nothing is looked up yet.

    `lines` is the text line by line; `requests` are the lines that may name cards; `headers` those that head others;
    `asides` are facts, comments and decoration. Together these are the file but for white space. `name`, `player`,
    `author`, `event`, `date`, `format` and `notes` are the facts; `syntax` is the reader that took the file.
    `repeated` are requests that list a card of `requests` a second time, as some syntaxes do; they are not counted.

    `limits` are those within which it was read, and is to be read again when it is changed.

    `path` names the deck, and is different for each deck of a file; `source` is the file that contains its lines,
    where that is another, and `first_line` the number of the first of them there. Spans count from the first line of
    the list, as its player does.
    """

    path: str
    lines: tuple[str, ...]
    requests: tuple[Request, ...]
    headers: tuple[Header, ...] = ()
    asides: tuple[Aside, ...] = ()
    repeated: tuple[Request, ...] = ()
    name: str | None = None
    player: str = ""
    author: str = ""
    event: str = ""
    date: str = ""
    format: str = ""
    notes: str = ""
    syntax: str = "text"
    source: str = ""
    first_line: int = 1
    limits: Limits = Limits()

    @property
    def place(self) -> str:
        """The file that contains the lines of the deck."""
        return self.source or self.path

    def line(self, number: int) -> str:
        """Return the line with this number in the list, nothing for one that is only about to be added."""
        return self.lines[number - 1] if number <= len(self.lines) else ""

    def in_file(self, span: Span) -> Span:
        """Return a place of the list as a place in the file."""
        return Span(span.line + self.first_line - 1, span.column, span.end_column)


class Entry(Struct, frozen=True):
    """`count` copies of a known card, and the request that named it.

    `inexact` says why the card is the one meant when the line does not name it exactly; `replaced_by_soul` is the name
    of the older card that a list names in place of a "Soul of" card. `alternatives` are the cards of the same title
    that the format takes, where it does not take this one. `others` are further lines that name the same card.
    """

    card: Card
    count: int
    request: Request
    inexact: str = ""
    replaced_by_soul: str = ""
    alternatives: tuple[str, ...] = ()
    others: tuple[Request, ...] = ()

    @property
    def requests(self) -> tuple[Request, ...]:
        """All lines that name the card."""
        return (self.request, *self.others)


# How the copies of unresolved lines are called beside those of sections.
UNRESOLVED = "unresolved"


class Unresolved(Struct, frozen=True):
    """An unrecognised line: between 0 and `possible` copies of some card, or of none.

    `readings` are the ways to read a line that has several, each with the entries that it makes; one without
    entries reads it as no card; `candidates` are the cards in them by names that tell them apart, `verdicts` those of
    the deck with each reading, where it was checked so.
    `suggestions` are names that it resembles. `why` says what is in doubt where that is not the name.
    """

    request: Request
    possible: int
    readings: tuple[tuple[Entry, ...], ...] = ()
    candidates: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    why: str = ""
    verdicts: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The line as an id among those of cards: its name after a question mark."""
        return "?" + " ".join(self.request.name.split()).casefold()


class LeftOut(Struct, frozen=True):
    """A line that is not counted as a card, with its text.

    Up to `possible` copies of some card could be meant: it breaks no deck, but it may be the card that one lacks.
    """

    kind: LineClass
    text: str
    span: Span
    possible: int = 0


class Basis(Struct, frozen=True):
    """The format with its day and the card pool in which the lines of a deck were looked up."""

    format: str
    date: str
    format_digest: str
    pool: str
    pool_digest: str


class Deck(Struct, frozen=True, kw_only=True):
    """A deck list with its cards known.

    `outside` are cards that are listed outside the deck: created-card proxies, a maybeboard. `left_out` are the other
    lines that are not counted as cards and could be taken for some: prose, cards in comments, totals. `basis` says in
    which format and pool the lines were looked up, None for a deck that was made of cards.
    """

    raw: RawDeck
    entries: tuple[Entry, ...]
    unresolved: tuple[Unresolved, ...] = ()
    outside: tuple[Entry, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    basis: Basis | None = None

    @property
    def named(self) -> tuple[Entry, ...]:
        """The lines whose cards are known, those of the deck and of proxies."""
        return (*self.entries, *self.outside)

    @property
    def copies(self) -> dict[str, int]:
        """How many copies of each card the deck has, wherever they stand, by the id of the card."""
        counts: dict[str, int] = {}
        for entry in self.entries:
            counts[entry.card.id] = counts.get(entry.card.id, 0) + entry.count
        return counts

    @property
    def possible(self) -> int:
        """How many cards at most the lines may stand for that are not counted."""
        return sum(line.possible for line in self.unresolved) + sum(line.possible for line in self.left_out)

    @property
    def open_lines(self) -> tuple[Request, ...]:
        """The lines that may be cards and are not counted."""
        left_out = (Request(name=line.text, count=0, span=line.span) for line in self.left_out if line.possible)
        return (*(line.request for line in self.unresolved), *left_out)

    @property
    def contents(self) -> dict[str, int]:
        """The copies of each card by its id, and of each line that may be a card by its key."""
        counts = self.copies
        for line in self.unresolved:
            counts[line.key] = counts.get(line.key, 0) + line.request.count
        return counts

    @property
    def fingerprint(self) -> str:
        """SHA-256 over the sorted cards and counts, the same whatever the order, folding and splitting of lines."""
        return fingerprint(mark(key, count) for key, count in self.contents.items())


def mark(key: str, copies: int) -> str:
    """Return the line of a fingerprint for `copies` of a card; `key` is the id of the card."""
    return f"{key}\t{copies}\n"


def fingerprint(marks: Iterable[str]) -> str:
    """Return the fingerprint of a deck, of whose cards these are the marks."""
    return digest("".join(sorted(marks)))
