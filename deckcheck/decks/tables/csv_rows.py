"""Read CSV and TSV from forms and spreadsheets: with a header, unless the first row is a card."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, islice
from operator import or_
from typing import IO

from msgspec.structs import replace

from deckcheck.decks.files import AS_UTF8, UTF16
from deckcheck.decks.lines import copies_in
from deckcheck.decks.tables.card_rows import (
    MANY,
    as_heading,
    columns_without_header,
    counts_rows,
    has_single_cards,
    is_card,
    is_counted_card,
    is_note,
    is_total,
    one_list,
    parts_list,
    refused,
)
from deckcheck.decks.tables.heads import deck_column, fact_columns, named, names_column, part_columns
from deckcheck.decks.tables.pairs import side_by_side
from deckcheck.decks.tables.rows import ONE_CARD_COLUMNS, UNCLOSED, WINDOWS, Cell, Columns, Row, TableLines, failed_row
from deckcheck.decks.words.dialects import FACTS
from deckcheck.decks.words.headers import heading, may_head_others
from deckcheck.decks.words.marks import counts_owned
from deckcheck.decks.words.remarks import may_change_copies
from deckcheck.decks.words.sayings import (
    NOTES,
    counts_cards,
    is_name,
    label_words,
    said_in_cell,
    says_again,
    single_kind,
)
from deckcheck.decks.words.talk import without_talk
from deckcheck.model.deck import grouped
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits
from deckcheck.model.report import Failure

# In a table with one card per row, this number of players has the most lines.
_MOST_PLAYERS = 20
# More rows than this above a table are not titles.
_MOST_TITLES = 10
_SHOWN_NAME = 40
# Excel writes this above a table to name its delimiter.
_NAMES_DELIMITER = re.compile(r"sep=.?", re.IGNORECASE)


def csv_rows(
    stream: IO[bytes], source: str, column: str | None, limits: Limits, delimiters: str = ";,\t|"
) -> Iterator[Cell | Failure]:
    """Yield the rows of a table whose cells one of `delimiters` separates; raises InputError for a broken table."""
    start = stream.peek(2)[:2] if isinstance(stream, io.BufferedReader) else b""
    encoding = "utf-16" if start in UTF16 else "utf-8-sig"
    # Bytes outside the encoding are accepted here, because they should spoil one row and not the table.
    text = io.TextIOWrapper(stream, encoding=encoding, errors="surrogateescape", newline="")
    try:
        lines = TableLines(text, source, limits)
        rows = _rows(lines, _delimiter(lines, delimiters, column))
        for each in table_decks(rows, column, source, limits):
            if isinstance(each, Cell) and lines.of_windows and not each.text.isascii():
                yield replace(each, others=(*each.others, WINDOWS))
            else:
                yield each
    except UnicodeDecodeError:
        raise InputError(f"not {encoding.upper()}", place=source, help=AS_UTF8) from None
    finally:
        text.detach()


def _rows(lines: TableLines, delimiter: str) -> Iterator[Row]:
    """Yield the rows that are not empty."""
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    number = lines.new_row()
    try:
        while (cells := next(reader, None)) is not None:
            if any(map(str.strip, cells)) and not (number == 1 and _NAMES_DELIMITER.fullmatch("".join(cells).strip())):
                yield Row(number, cells)
            number = lines.new_row()
    except csv.Error as error:
        message = f"not a table: {error}; this row and all rows below it were not read"
        raise InputError(message, place=f"{lines.source}:{number}", help=UNCLOSED) from None


def _table(rows: Iterator[Row], column: str | None, source: str, limits: Limits) -> tuple[Columns, Iterator[Row]]:
    """Return the columns of a table, and its rows.

    Raises:
        InputError: when the columns are not clear.
    """
    above: list[Row] = []
    title: Columns | None = None
    for row in islice(rows, limits.lines + 1):  # A list of all these is refused.
        if fault := _fault(row.cells):
            raise InputError(fault, place=f"{source}:{row.number}", help=AS_UTF8)
        layout = _layout(row, above, column, source, limits)
        is_alone = len(row.texts) == 1
        if column is None and not above and _is_title(row):
            title, layout = layout, None
        elif (
            title is not None and (heading(row.texts[0]) is None if is_alone else layout is None) and not _is_title(row)
        ):
            return title, chain(above[1:], [row], rows)
        above.append(row)
        if layout is not None:
            return layout, _below(above, rows, layout)
    if not above:
        raise InputError("the table is empty", place=source)
    return (title, iter(above[1:])) if title is not None else _by_content(above, rows, source)


def _is_title(row: Row) -> bool:
    """Return whether a row may be a title above a table.

    It is a heading, ``Deck list``, a fact, ``Deck | Cranes``, or a card with its type, ``Stronghold | Kyuden Hida``.
    """
    first, *others = _fact(row.texts)
    if len(others) != 1:
        return not others and (head := heading(first)) is not None and head.deck
    is_start = bool(single_kind(first)) and heading(others[0]) is None
    return (is_start or label_words(first) in FACTS) and not names_column(others[0])


def _fact(cells: Sequence[str]) -> Sequence[str]:
    """Return the cells of a row with the label of a fact in front; the type of a card may be behind its name."""
    is_behind = len(cells) > 1 and bool(single_kind(cells[-1])) and not single_kind(cells[0])
    return [cells[-1], *cells[:-1]] if is_behind else cells


def _layout(header: Row, above: Sequence[Row], column: str | None, source: str, limits: Limits) -> Columns | None:
    """Return the columns of a table if a row may be its head, else None; the head may be below a title.

    Raises:
        InputError: when the table has no column of the name `column`, or several.
    """
    cells = [name.strip() for name in header.cells]
    if column is None:
        is_first = all(len(row.texts) == 1 or _is_title(row) for row in above)
        if is_first and (found := columns_without_header(cells, limits)):
            heads = [*map(str.strip, above[-1].cells)] if above else []
            is_headed = len(heads) == len(cells) and label_words(heads[found.deck]) in ONE_CARD_COLUMNS
            titles = _titles(above[:-1] if is_headed else above, source)
            return replace(found, names=heads if is_headed else found.names, titles=titles)
        if _are_pairs(cells):
            return None
        if not above and (parts := part_columns(cells)):
            return Columns(parts[0], cells, fact_columns(cells, parts[0]), parts)
        if not named(cells, None) or len(above) > _MOST_TITLES or (above and not any(map(counts_cards, cells))):
            return None
    deck = deck_column(cells, column, source)
    return Columns(deck, cells, fact_columns(cells, deck), titles=_titles(above, source))


def _are_pairs(cells: Sequence[str]) -> bool:
    """Return whether heads belong to pairs of columns: ``Dynasty,,Fate,``, ``#,Card,#,Card``, ``#,Fate,#,Items``."""
    parts = [cell for cell in cells if cell]
    is_headed = len(parts) > 1 and all(heading(cell) is not None for cell in parts) and 2 * len(parts) >= len(cells)
    is_twice = len(named(cells, None)) > 1 or any(parts.count(cell) > 1 and counts_cards(cell) for cell in parts)
    return (is_headed and "" in cells) or is_twice


def _titles(above: Sequence[Row], source: str) -> tuple[tuple[int, str], ...]:
    """Return the numbers and texts of the rows above a table, except headings of its cards.

    Raises:
        InputError: for a row that may say that the table is another list, or that the deck has other cards.
    """
    found = []
    for row in above:
        first, *others = _fact([" ".join(cell.split()) for cell in row.texts])
        said = f"{first.rstrip(':')}: {' '.join(others)}" if others else first
        if not others and heading(said) is not None:
            continue
        is_fact = ":" in said and label_words(said.partition(":")[0]) not in NOTES
        if not is_fact and (counts_owned(said) or may_change_copies(without_talk(said), None)):
            message = f"`{said[:_SHOWN_NAME]}` may mean that the deck differs from this table"
            help = "delete this row if the table is the whole deck"
            raise InputError(message, place=f"{source}:{row.number}", help=help)
        found.append((row.number, said))
    return tuple(found)


def _below(above: Sequence[Row], below: Iterable[Row], layout: Columns) -> Iterator[Row]:
    """Yield the rows of a table after the headings above it, and with its first row if it has no head."""
    yield from (moved for row in above[:-1] if (moved := as_heading(row, layout)) is not row)
    yield from above[-1:] if layout.is_headless else ()
    is_headed = False
    for row in below:
        moved = as_heading(row, layout)
        # The heads may be repeated below each heading.
        if not (is_headed and [*map(str.strip, row.cells)] == layout.names):
            yield moved
        is_headed = moved is not row


def _by_content(above: Sequence[Row], below: Iterator[Row], source: str) -> tuple[Columns, Iterator[Row]]:
    """Return the same for a table with unknown heads: one column has names, others numbers, or one most lists."""
    if pairs := side_by_side(above):
        return Columns(0, [""], {}, (0,)), iter([Row(above[0].number, [pairs])])
    if whole := _without_heads(above):
        return Columns(0, [""], {}), iter([Row(above[0].number, [whole])])
    for at, header in enumerate(above[:_MOST_TITLES], 1):
        heads = [*map(str.strip, header.cells)]
        columns = [[row.cell(column) for row in above[at:]] for column in range(len(heads))]
        filled = [[cell for cell in cells if cell] for cells in columns]
        names = [column for column, cells in enumerate(filled) if len(cells) >= MANY and _are_names(cells)]
        has_numbers = any(len(cells) >= MANY and all(map(str.isdecimal, cells)) for cells in filled)
        is_head = not _are_pairs(heads) and not any(map(str.isdecimal, heads))
        if len(names) == 1 and has_numbers and is_head:
            layout = Columns(names[0], heads, {}, titles=_titles(above[: at - 1], source))
            return layout, _below(above[:at], chain(above[at:], below), layout)
    heads, rows = [*map(str.strip, above[0].cells)], above[1:]
    if not rows and len(above[0].texts) == 1:
        raise refused("this table has only one cell, not a deck", source)
    lengths = [[len(row.cell(at).splitlines()) for row in rows] for at in range(len(heads))]
    lists = [at for at, lines in enumerate(lengths) if 2 * sum(number > MANY for number in lines) > len(rows)]
    is_clear = len(lists) == 1 and len(heads[lists[0]].splitlines()) <= 1 and not may_head_others(heads[lists[0]])
    deck = lists[0] if is_clear else deck_column(heads, None, source)
    return Columns(deck, heads, fact_columns(heads, deck)), chain(rows, below)


def _without_heads(rows: Sequence[Row]) -> str:
    """Return the list in a table without heads, with tabs between the cells, "" for any other table.

    Each row has a name, its numbers in the same columns, and perhaps its own number or a code: ``1,Iron Mine,CE,3``.
    A column with 0, or with some numbers of several digits, has costs or the numbers of cards in their sets.
    """
    cells = [[" ".join(cell.split()) for cell in row.cells] for row in rows]
    columns = [*zip(*cells, strict=False)] if len({*map(len, cells)}) == 1 else []
    numbers = [at for at, column in enumerate(columns) if all(map(str.isdecimal, column))]
    numbering = [at for at in numbers if counts_rows([*map(int, columns[at])]) or _are_codes(columns[at])]
    copies = [columns[at] for at in numbers if at not in numbering]
    names = [column for column in columns if _are_names(column)]
    if len(rows) < MANY or len(names) != 1 or len(copies) != 1 or not all(re.fullmatch("[1-9]", n) for n in copies[0]):
        return ""
    lines = [""] * (rows[-1].number - rows[0].number + 1)  # Each row stays on its line of the file.
    for row, texts in zip(rows, cells, strict=True):
        lines[row.number - rows[0].number] = "\t".join(text for at, text in enumerate(texts) if at not in numbering)
    return "\n".join(lines)


def _are_codes(cells: Sequence[str]) -> bool:
    """Return whether the numbers of a column have several digits, and nearly all are different."""
    return min(map(len, cells)) > 1 and len(cells) - len({*cells}) < len(cells) // MANY


def _are_names(cells: Sequence[str]) -> bool:
    """Return whether each cell of a column has words, and few cells are equal."""
    return all(any(map(str.isalpha, cell)) for cell in cells) and 2 * len({*cells}) > len(cells)


def table_decks(rows: Iterator[Row], column: str | None, source: str, limits: Limits) -> Iterator[Cell | Failure]:
    """Yield the deck of each row of a table, or the decks of all rows if each has one card.

    `column` names the column of the decks, None: detected by its name.
    """
    columns, rows = _table(rows, column, source, limits)
    waiting: list[Row] = []
    most = limits.lines * (_MOST_PLAYERS if columns.facts else 1)
    try:
        for row in rows:
            waiting.append(row)
            if len(waiting) > most or not _is_whole(row, columns, limits):
                break
        else:
            found = _of_single_cards(waiting, columns, source, limits) if waiting else []
            if found or len(waiting) >= (2 if columns.parts else MANY):
                yield from found or (failed_row(source, row.number, refused()) for row in waiting)
                return
    except (InputError, UnicodeDecodeError):
        yield from (_deck(source, row, columns, limits) for row in waiting)
        raise
    yield from (_deck(source, row, columns, limits) for row in chain(waiting, rows))


def _of_single_cards(rows: Sequence[Row], columns: Columns, source: str, limits: Limits) -> list[Cell]:
    """Return the deck in rows with one card each, or the decks of several players; empty if in doubt."""
    read = parts_list if columns.parts else one_list
    whole = read(rows, columns, source, limits) if len(rows) <= limits.lines else None
    if whole is not None or columns.parts:
        return [whole] if whole else []
    names = [columns.facts[key] for key in ("player", "name") if key in columns.facts]
    # Only the first row of a list may have the name.
    said = accumulate(({at: cell for at in names if (cell := row.cell(at))} for row in rows), or_)
    lists = grouped((tuple(each.get(at, "") for at in names), row) for each, row in zip(said, rows, strict=True))
    # "Dynasty" names a part of a deck.
    if any("" in each or any(map(heading, each)) for each in lists):
        return []
    if not all(MANY <= len(part) <= limits.lines for part in lists.values()):
        return []
    decks = [_of_player(part, columns, source, limits) for part in lists.values()]
    return [deck for deck in decks if deck is not None] if None not in decks else []


def _of_player(rows: Sequence[Row], columns: Columns, source: str, limits: Limits) -> Cell | None:
    """Return the list in the rows of a player; its lines count from the player's first row."""
    first = rows[0].number
    numbered = [Row(row.number - first + 1, row.cells) for row in rows]
    deck = one_list(numbered, replace(columns, titles=()), source, limits)
    return deck and replace(deck, row=first, line=first, others=(*_texts(columns), *deck.others))


def _texts(columns: Columns) -> tuple[str, ...]:
    """Return the texts above a table of several decks, which may concern each of them."""
    return tuple(text for _, text in columns.titles)


def _is_whole(row: Row, layout: Columns, limits: Limits) -> bool:
    """Return whether a row has one card, or one of each part of a deck, and nothing in it is wrong."""
    if _is_wider(row, layout) or _fault(row.cells):
        return False
    is_single = is_card(row.cell(layout.deck), limits) or is_total(row, layout) or is_note(row, layout)
    return has_single_cards(row, layout, limits) if layout.parts else is_single


def _is_wider(row: Row, layout: Columns) -> bool:
    """Return whether a row has more cells than the table has columns."""
    return any(map(str.strip, row.cells[len(layout.names) :]))


def _deck(source: str, row: Row, layout: Columns, limits: Limits) -> Cell | Failure:
    """Return the deck of a row, or why it has none."""
    try:
        if (has_single_cards if layout.parts else is_counted_card)(row, layout, limits):
            raise refused()
        return _cell(source, row, layout, limits)
    except InputError as error:
        return failed_row(source, row.number, error)


def _cell(source: str, row: Row, layout: Columns, limits: Limits) -> Cell:
    """Return the deck of a row; raises InputError when it has none or is broken."""
    cells = row.cells
    if fault := _fault(cells):
        raise InputError(fault, help=AS_UTF8)
    if _is_wider(row, layout):
        message = f"{len(cells)} cells in a table of {len(layout.names)} columns"
        raise InputError(message, help="put a list with commas in quotation marks")
    texts = {at: cells[at] for at in layout.parts or (layout.deck,) if row.cell(at)}
    if not texts:
        raise InputError("no deck in this row", help=f"the deck belongs in column {layout.deck + 1}")
    facts = {key: row.cell(at)[: limits.name_length] for key, at in layout.facts.items() if at < len(cells)}
    beside = [(name, row.cell(at)) for at, name in layout.others]
    if layout.parts:
        line, text = 0, "\n\n".join(f"{layout.names[at]}\n{part}" for at, part in texts.items())
    else:
        line, text = row.number + len(re.findall(r"\r\n?|\n", "\t".join(cells[: layout.deck]))), texts[layout.deck]
    return Cell(source, text, row.number, line, facts, others=(*_texts(layout), *said_beside(text, beside, limits)))


def said_beside(text: str, beside: Sequence[tuple[str, str]], limits: Limits) -> tuple[str, ...]:
    """Return the text in the other cells of a row that may concern its deck; `beside` has their columns and texts."""
    cards = copies_in(text, limits) if any(single_kind(name) for name, _ in beside) else {}
    others = [
        said
        for name, cell in beside
        if cell and not (is_name(name, cell) or says_again(name, cell, cards))
        for said in said_in_cell(name, cell, limits)
    ]
    # A heading with a number may be a card itself.
    others += [name for name, cell in beside if not cell and len(name.split()) > 1]
    return tuple(others)


def _fault(cells: list[str]) -> str:
    """Return why the text of a row is wrong, "" when it may be right."""
    text = "".join(cells)
    if "\0" in text:
        return "not text: it contains NUL characters"
    try:
        text.encode()
    except UnicodeEncodeError:
        return "not UTF-8"
    return ""


def _delimiter(lines: TableLines, delimiters: str, column: str | None) -> str:
    """Return the delimiter of the cells: one that gives a head or a card at the start, else the most frequent."""
    csv.field_size_limit(lines.limits.file_bytes * (_MOST_TITLES + 1))
    first = [line for line in lines.ahead(_MOST_TITLES) if not _NAMES_DELIMITER.fullmatch(line.strip())]

    def fit(delimiter: str) -> tuple[int, int]:
        rows = [*csv.reader(first, delimiter=delimiter)]
        cards = [row for row in rows if len(row) > 1 and columns_without_header(row, lines.limits)]
        heads = [row for row in rows if named(row, column) or part_columns(row)]
        known = max(map(len, [*heads, *cards]), default=0)
        return known, 0 if known == 1 else sum(len(row) - 1 for row in rows)

    return max(delimiters, key=fit)
