"""A deck list: first exactly as read, then with its cards."""

from __future__ import annotations

import enum
import re
from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.model.card import Card
from deckcheck.model.digest import digest
from deckcheck.model.limits import Limits
from deckcheck.model.names import split_experience

# The syntaxes with the cards in a structure such as a map.
STRUCTURED = frozenset({"json", "deckcheck-yaml", "deckcheck-json", "octgn"})

Key = TypeVar("Key")
Item = TypeVar("Item")


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


# Marks a line that stays unrecognised whatever its text is; written lists use it, because they are read again.
OPEN_MARK = "? "
# The section of cards that are listed outside the deck.
OUTSIDE = "outside"
# Sections of cards that are not, or may not be, part of the deck.
NOT_IN_DECK = frozenset({OUTSIDE, "sideboard"})
# Decks start with these cards; lists often name them without a number.
STARTING = ("stronghold", "sensei", "wind", "role", "province")
# The reasons why a line with more than a number and a name means a card.
AROUND = "nothing else on the line names a card or a number"
OF_EACH = "the line gives the number of each of its cards"
# Behind a name, praise and facts say no more about the deck than such comments, and need no note.
PRAISED = "the words after the name do not change the deck"
# The reasons why a remark leaves a card, a name or the whole list in doubt.
REMARKED = "a comment beside, below or about it may give it another number, version or place"
SENTENCE = "it is a sentence with a number or the name of a card"
DIFFERS = "it may mean that the deck differs from the list"
# The reason why the text in another cell, or under another key, leaves a card in doubt; its reader marks the line.
BESIDE = "the text beside it may put it outside the deck, or change its number"
# The marks around comments.
_MARKS = r"^(?:<!--|/\*|<-+|[#/;←])[#/; ]*|(?<!\s)\s*(?:-->|\*/)$"


class Span(Struct, frozen=True):
    """Part of one line: 1-based `line`, 1-based `column`, and `end_column` one past the last character."""

    line: int
    column: int
    end_column: int

    @property
    def start(self) -> tuple[int, int]:
        """The line and the column, which tell what comes first."""
        return self.line, self.column

    def is_within(self, other: Span) -> bool:
        """Return whether the place begins within another one."""
        return self.line == other.line and other.column <= self.column < other.end_column


class Aside(Struct, frozen=True):
    """A part of a file that cannot be a card line: a fact, a comment or decoration."""

    kind: LineClass
    text: str
    span: Span

    @property
    def said(self) -> str:
        """The text of a comment without its marks."""
        return re.sub(_MARKS, "", self.text)


class Request(Struct, frozen=True, kw_only=True):
    """A line that may name a card: `count` copies of `name`, read under the header `header`.

    Any line besides headers, facts, comments and decoration is a request; only its name shows whether it is prose.

    `section` is the meaning of the header ("dynasty", "stronghold"; empty without one). `counted`: the line has a
    number; a name without one means a single copy. `bad_count` is an impossible number of copies, as written. `written`
    is the text of the line with its count. A line that gives a number and no name has an empty `name`, and the number
    as `bad_count`.
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

    `count` is its number of cards, None without one; `deck`: it heads a whole deck ("Dynasty") rather than a kind of
    card ("Holdings"). `own`: it is in the player's own words, and the cards below it may be outside the deck. `inner`:
    it is below a heading of cards outside the deck, and may head some of them.
    """

    text: str
    section: str
    span: Span
    count: int | None = None
    deck: bool = False
    own: bool = False
    inner: bool = False


class RawDeck(Struct, frozen=True, kw_only=True):
    """A deck file as read: complete, before any card is looked up.

    `lines` is the text line by line; `requests` are the lines that may name cards; `headers` those that head others;
    `asides` are facts, comments and decoration. Together these are the file but for white space. `name`, `player`,
    `author`, `event`, `date`, `format` and `notes` are the facts; `is_nickname` says that `player` is only the name of
    a user of a site; `syntax` names the reader of the file.
    `repeated` are requests that list a card of `requests` a second time, as some syntaxes do; they are not counted.
    `lists` are numbers of lines that may be a list each, because something beside them parts them. `column` is the head
    of the column that may give the numbers of copies of the unrecognised lines.

    `limits` apply to reading the file, and to reading it again after a change.

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
    lists: tuple[tuple[int, ...], ...] = ()
    column: str = ""
    name: str | None = None
    player: str = ""
    is_nickname: bool = False
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

    @property
    def is_list(self) -> bool:
        """Whether the file is a text list, with one card per line."""
        return self.syntax not in STRUCTURED

    def line(self, number: int) -> str:
        """Return the line with this number in the list, or the text beside the list; "" if there is none."""
        if 0 < number <= len(self.lines):
            return self.lines[number - 1]
        beside = ((each.span, each.text) for each in self.beside)
        cards = ((each.span, each.written) for each in self.requests)
        return next((text for span, text in (*beside, *cards) if span.line == number), "")

    @property
    def beside(self) -> tuple[Aside, ...]:
        """What the file of the list says beside it, such as other cells of a table: the lines behind its last one."""
        return tuple(aside for aside in self.asides if aside.span.line > len(self.lines))

    def with_beside(self, texts: Iterable[str]) -> RawDeck:
        """Return the list with the texts beside it, each on its own line."""
        # An empty line separates them from the list, so that no name continues from one to the other.
        lines = enumerate(texts, len(self.lines) + 2)
        asides = (Aside(LineClass.FACT, text, Span(line, 1, len(text) + 1)) for line, text in lines)
        return replace(self, asides=(*self.asides, *asides))

    def in_file(self, span: Span) -> Span:
        """Return a place of the list as a place in the file; for text beside the list, the place of its first line."""
        if self.lines and span.line > len(self.lines):
            return Span(self.first_line, 1, 2)
        return Span(span.line + self.first_line - 1, span.column, span.end_column)


class Entry(Struct, frozen=True):
    """`count` copies of a known card, and the request that named it.

    `inexact` is the reason for the card when the line does not name it exactly; `replaced_by_soul` is the name of the
    older card that the list has in place of a "Soul of" card. `alternatives` are the cards of the same title that the
    format allows when it does not allow this one. `others` are further lines that name the same card.
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


def summed(counts: Iterable[tuple[Key, int]]) -> Counter[Key]:
    """Return the sum of the numbers of each key, in the order in which the keys appear."""
    found = Counter[Key]()
    for key, number in counts:
        found[key] = found.get(key, 0) + number  # twice as fast as `+=`, which calls `__missing__`
    return found


def grouped(items: Iterable[tuple[Key, Item]]) -> dict[Key, list[Item]]:
    """Return the items of each key, keys and items in the order in which they appear."""
    found: dict[Key, list[Item]] = {}
    for key, item in items:
        found.setdefault(key, []).append(item)
    return found


def by_kind(entries: Iterable[Entry], order: Iterable[str] = ()) -> dict[str, list[Entry]]:
    """Return entries by the type of their card: first the types in `order`, then the others as they appear."""
    kinds = grouped((entry.card.kind, entry) for entry in entries)
    return {kind: kinds[kind] for kind in (*order, *kinds) if kind in kinds}


# The name under which copies of unrecognised lines are listed with those of sections.
UNRESOLVED = "unresolved"


class Unresolved(Struct, frozen=True):
    """An unrecognised line: between 0 and `possible` copies of some card, or of none.

    `readings` are its possible meanings, each as entries; one without entries means no card. `candidates` are the
    unambiguous names of the cards in them, and `verdicts` those of the deck with each reading, if they were checked.
    `suggestions` are similar names. `why` is the doubt about the line when it is not the name, and `column` the head of
    the column that may give its number of copies.
    """

    request: Request
    possible: int
    readings: tuple[tuple[Entry, ...], ...] = ()
    candidates: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    why: str = ""
    column: str = ""
    verdicts: tuple[str, ...] = ()

    @property
    def may_be_heading(self) -> bool:
        """Whether a line with its number in front is not written like a card: ``2 Possible swaps``."""
        name = self.request.name
        words = [word for word in split_experience(name)[0].split() if word[0].isalpha()]
        is_title = len(words) > 1 and words[-1][0].isupper()
        return not (self.suggestions or is_title or re.search(r"[^\w\s'’-]", name))

    @property
    def key(self) -> str:
        """An id for the line, for use with card ids: its name after a question mark."""
        return "?" + " ".join(self.request.name.split()).casefold()

    @property
    def shown(self) -> str:
        """The text of the line without the mark of its reader."""
        text = self.request.written or self.request.name
        return text.removeprefix(OPEN_MARK) if self.why == BESIDE else text


class LeftOut(Aside, frozen=True):
    """A line that is not counted as a card.

    It may mean up to `possible` copies of some card, which can be cards that the deck lacks.
    """

    possible: int = 0

    @property
    def is_remark(self) -> bool:
        """Whether it is a comment that certainly adds no card."""
        return self.kind is LineClass.COMMENT and not self.possible


class Basis(Struct, frozen=True):
    """The format with its day and the card pool in which the lines of a deck were looked up."""

    format: str
    date: str
    format_digest: str
    pool: str
    pool_digest: str


class Deck(Struct, frozen=True, kw_only=True):
    """A deck list with its cards.

    `outside` are cards that are listed outside the deck: created-card proxies, a maybeboard. `left_out` are the other
    lines that are not counted but look like cards: prose, cards in comments, totals. `remarks` are the places of the
    lines that may say that cards next to them are not in the deck. `basis` is the format and pool in which the lines
    were looked up, None for a deck made of cards.
    """

    raw: RawDeck
    entries: tuple[Entry, ...]
    unresolved: tuple[Unresolved, ...] = ()
    outside: tuple[Entry, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    remarks: frozenset[Span] = frozenset()
    basis: Basis | None = None

    @property
    def named(self) -> tuple[Entry, ...]:
        """The recognised lines, in the deck and outside it."""
        return (*self.entries, *self.outside)

    @property
    def copies(self) -> dict[str, int]:
        """The copies of each card in all sections, by card id."""
        return summed((entry.card.id, entry.count) for entry in self.entries)

    @property
    def possible(self) -> int:
        """The most cards that the uncounted lines may mean."""
        return sum(line.possible for line in self.unresolved) + sum(line.possible for line in self.left_out)

    @property
    def open_lines(self) -> tuple[Request, ...]:
        """The uncounted lines that may be cards, in the order of the list."""
        left_out = (Request(name=line.text, count=0, span=line.span) for line in self.left_out if line.possible)
        return tuple(sorted((*(line.request for line in self.unresolved), *left_out), key=lambda each: each.span.start))

    @property
    def contents(self) -> dict[str, int]:
        """The copies of each card by its id, and of each unrecognised line by its key."""
        lines = ((line.key, line.request.count) for line in self.unresolved)
        return summed((*self.copies.items(), *lines))

    @property
    def fingerprint(self) -> str:
        """SHA-256 over the sorted cards and counts, independent of order, spelling and splitting of lines."""
        return fingerprint(mark(key, count) for key, count in self.contents.items())


def mark(key: str, copies: int) -> str:
    """Return the line of a fingerprint for `copies` of a card; `key` is the id of the card."""
    return f"{key}\t{copies}\n"


def fingerprint(marks: Iterable[str]) -> str:
    """Return the fingerprint of a deck from the marks of its cards."""
    return digest("".join(sorted(marks)))
