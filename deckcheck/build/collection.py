"""The cards that players own: read a collection, find the cards that a deck lacks in it, and limit formats to it."""

import csv
import io
from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from deckcheck.decks.readers import read, structure_of
from deckcheck.decks.resolve.lookup import Match, find
from deckcheck.decks.text.lists import cut, read_text, split_lines
from deckcheck.model.comparison import Missing
from deckcheck.model.deck import Deck, Request, Span
from deckcheck.model.digest import digest
from deckcheck.model.errors import InputError
from deckcheck.model.finding import Citation, Origin
from deckcheck.model.format import Format, RuleSetting
from deckcheck.model.limits import Limits
from deckcheck.model.pool import Pool
from deckcheck.model.sentences import first_of
from deckcheck.rules import ORDER
from deckcheck.rules.catalogue.counted import CollectionParams

_RULE = "beyond-collection"
_NAMES = ("name", "card", "card name", "title", "id")
_COUNTS = ("count", "quantity", "qty", "copies", "owned", "have", "number", "amount")


class Collection(Struct, frozen=True):
    """Copies by card id, and the lines, as written, that match no card or several or have no whole number of copies."""

    copies: dict[str, int]
    unclear: tuple[str, ...] = ()
    uncounted: tuple[str, ...] = ()


def read_collection(
    text: str, path: str, limits: Limits, note: Callable[[str], None] = lambda _: None
) -> tuple[Request, ...]:
    """Return the names and copies in `text`: a list in any syntax of decks, or CSV with a name and a count column.

    A text list can have any number of lines. If no column has a name of counts, the only column of whole numbers has
    the copies; without one each row is one copy, and `note` gets a sentence about it.

    Raises:
        InputError: when it contains no card, a CSV cell is too long, or a structure such as JSON is broken.
    """
    lines = split_lines(text.removeprefix("\ufeff"))
    try:
        table = _table(lines, path, limits, note)
    except csv.Error as error:
        raise InputError(f"not valid CSV: {error}", place=path) from None
    return table or _list(text, path, limits)


def owned(requests: tuple[Request, ...], fmt: Format, pool: Pool) -> Collection:
    """Return the cards of a collection, recognised as in deck lists of the format."""
    copies: dict[str, int] = {}
    unclear: list[str] = []
    uncounted: list[str] = []
    for request in requests:
        found = find(request.name, request, fmt, pool)
        if request.bad_count:
            if request.bad_count.strip("0"):
                uncounted.append(request.written or f"{request.bad_count} {request.name}")
        elif isinstance(found, Match):
            copies[found.card.id] = copies.get(found.card.id, 0) + request.count
        else:
            unclear.append(request.written or request.name)
    return Collection(copies, tuple(unclear), tuple(uncounted))


def missing_of(deck: Deck, collection: Collection) -> Iterator[Missing]:
    """Yield the cards with more copies in the deck than in the collection, in the order of the list."""
    names = {entry.card.id: entry.card.name for entry in deck.entries}
    for card_id, count in deck.copies.items():
        have = collection.copies.get(card_id, 0)
        if have < count:
            yield Missing(card_id, names[card_id], count, have)


def limited_to(fmt: Format, collection: Collection, name: str) -> Format:
    """Return the format with only as many copies of each card as a collection has; `name` is its name in messages.

    A line of the collection that is not recognised may be any card: then it is a question whether copies are too many.
    """
    params = CollectionParams(name, collection.copies)
    here = Origin(fmt.id, 1, name)
    unread = first_of([f"`{line}`" for line in (*collection.unclear, *collection.uncounted)], 3)
    doubt = f"{name} may have more, on lines not recognised: {unread}" if unread else ""
    cite = Citation(name, "cards of the collection", doubt)
    rule = RuleSetting(name=_RULE, params=params, cite=cite, origin=here, origins={})
    provisions = sorted((*fmt.provisions, rule), key=lambda each: ORDER[each.name])
    return msgspec.structs.replace(
        fmt,
        provisions=tuple(provisions),
        digest=digest(msgspec.json.encode([fmt.digest, params], order="sorted")),
        house=(*fmt.house, f"only cards of {name}"),
    )


def _list(text: str, path: str, limits: Limits) -> tuple[Request, ...]:
    """Return the requests of a list of any length."""
    limits = msgspec.structs.replace(limits, lines=len(text))  # More than it has.
    if structure_of(text):
        return read(text, path, limits).requests
    return read_text(text, path, limits).requests


def _table(lines: tuple[str, ...], path: str, limits: Limits, note: Callable[[str], None]) -> tuple[Request, ...]:
    """Return the requests of a table, none when the first line is not a heading."""
    head = next((line for line in lines if line.strip()), "")
    delimiter = max("\t;,", key=head.count)
    columns = [cell.strip().strip('"').casefold() for cell in head.split(delimiter)]
    name, count = (
        next((columns.index(each) for each in known if each in columns), None) for known in (_NAMES, _COUNTS)
    )
    if name is None or len(columns) < 2:  # noqa: PLR2004 - a table has two columns or more
        return ()
    # The limit is global to the process; the table reader sets it too.
    csv.field_size_limit(limits.file_bytes)
    table = enumerate(csv.reader(io.StringIO("\n".join(lines)), delimiter=delimiter), 1)
    _, *rows = ((number, row) for number, row in table if any(map(str.strip, row)))
    count = _of_whole_numbers([row for _, row in rows], name) if count is None else count
    if count is None:
        note(f"{path}: no count column; each line counts as 1")
    named = ((number, row) for number, row in rows if len(row) > name and row[name].strip())
    return tuple(_row(row, name, count, number, limits) for number, row in named)


def _of_whole_numbers(rows: list[list[str]], name: int) -> int | None:
    """Return the only column besides that of the names with a whole number in each row, None without one."""
    columns = range(min(map(len, rows), default=0))
    found = [column for column in columns if column != name and all(row[column].strip().isdecimal() for row in rows)]
    return found[0] if len(found) == 1 else None


def _row(row: list[str], name: int, count: int | None, number: int, limits: Limits) -> Request:
    written = row[name].strip()
    copies = row[count].strip() if count is not None and len(row) > count else "1"
    good = copies.isdecimal() and copies.isascii() and len(copies) < 6  # noqa: PLR2004 - no one has 100,000 copies
    span = Span(number, 1, len(written) + 1)
    return Request(
        name=cut(written, limits), count=int(copies) if good else 0, span=span, bad_count="" if good else copies[:20]
    )
