"""Read tables in text lists: their heads, and the facts about cards in their cells."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise, takewhile
from typing import NamedTuple

from msgspec import Struct, structs

from deckcheck.decks.tables.card_rows import as_heading, columns_without_header, one_list
from deckcheck.decks.tables.rows import NAME_COLUMNS, ONE_CARD_COLUMNS, Columns, Row
from deckcheck.decks.words.counts import split_count, whole_number
from deckcheck.decks.words.dialects import FACTS
from deckcheck.decks.words.headers import heading_on
from deckcheck.decks.words.keys import KEYS
from deckcheck.decks.words.marks import COSTS, counts_elsewhere, counts_something, in_question, level_of
from deckcheck.decks.words.sayings import STATISTICS, counts_cards, label_words, names_fact, names_part, says_copies
from deckcheck.model.deck import OPEN_MARK, Aside, LineClass, RawDeck, Request, Span, grouped
from deckcheck.model.limits import Limits

# Signs between the cells of a table, and the tags between cells in HTML.
_SEPARATORS = "\t|"
_LIST_SEPARATORS = (*_SEPARATORS, ";", ",", " ")
# Signs between the cells of rows that have the same shape as the line above them; the last are also in titles.
_IN_TITLES = (" - ", " – ", ": ", " = ")
_BETWEEN_CELLS = (*_SEPARATORS, ";", *_IN_TITLES)
_NEXT_CELL = r"</t[dh]>\s*<t[dh]\b[^<>]*>|\[/t[dh]\]\s*\[t[dh]\]"
_OTHER_TAG = r"<[^<>]*>|\[/?t(?:able|[rdh])\]"
_GAP = r"(?<=\S) {2,}(?=\S)"
_AROUND = " *_`\"'"  # These are around the text of a cell.
_BETWEEN_ROWS = r"(?<=</tr>)|(?<=</TR>)|(?=<tr\b)|(?=<TR\b)"
# A text without any of these has no table.
TABLE_SIGNS = (*_SEPARATORS, "  ", "│", "</t", "</T", "[/t", "[/T")
# The line of Markdown below the heads of a table.
_RULE = re.compile(r"\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?")
# The minimum of rows that make the line above them their heads, and the maximum of words in the head for cards.
_FEW_ROWS = 4
_FEW_WORDS = 4
# These name the cards among few other words: "Name of card".
_CARD_WORDS = frozenset({"card", "cards", "name", "names", "title"})
# Beside an unknown word and a single space, these are in titles of decks.
_OF_DECKS = KEYS["clans"] | {"cards"}
# A line without any of the words in `ONE_CARD_COLUMNS` has no heads.
_ONE_CARD = re.compile(rf"card|(?<![^\W_])(?:{'|'.join(NAME_COLUMNS)})(?![^\W_])", re.IGNORECASE)


class TableHeads(NamedTuple):
    """The places of the heads of columns in tables, and the rows whose numbers may not count copies.

    The rows come with the heads in question, "" if several known ones are.
    """

    heads: frozenset[Span]
    doubtful: Mapping[int, str]


def table_of(raw: RawDeck, names_card: Callable[[str], object]) -> TableHeads:
    """Return the tables in a list, which may repeat their heads below the heading of each section.

    Their numbers are in doubt where no head means copies, or several do: ``Card | Rank``, ``Card | Main | Side``.
    `names_card` tells whether a text has the title of a card, perhaps with a typo, and so is no head.
    """
    if raw.column:
        open_lines = (each.span.line for each in raw.requests if each.written.startswith(OPEN_MARK))
        return TableHeads(frozenset(), dict.fromkeys(open_lines, raw.column))
    tables = [*_headed_tables(raw, names_card)] if raw.is_list else []
    asked = [(table, table.heads.question([*table.rows.values()], raw.limits)) for table in tables]
    first = next((table.heads for table in tables if table.heads.are_known), None)
    has_heads = any(each.kind is LineClass.HEADER for each in raw.asides)
    found: list[Span] = []
    for table, question in asked:
        is_sure = question is not None or table.heads == first
        if table.place and is_sure and (not (found or has_heads) or _is_headed(raw, table.line)):
            found.append(table.place)
    doubtful = {line: question for table, question in asked if question is not None for line in table.rows}
    return TableHeads(frozenset(found), doubtful)


def _headed_tables(raw: RawDeck, names_card: Callable[[str], object]) -> Iterator["_HeadedTable"]:
    """Yield the tables in a list whose heads its reader did not take; each ends at the next heads."""
    ruled = {at: "|" for at, below in enumerate(raw.lines) if "|" in below and _RULE.fullmatch(below.strip())}
    signs = dict(_above_rows(raw, names_card)) | ruled
    if not signs and _ONE_CARD.search("\n".join(raw.lines)) is None:
        return
    read = {each.span.line for each in raw.asides if each.kind is LineClass.HEADER}
    above = dict.fromkeys(each.span.line - 1 for each in raw.requests if _has_digit(each.written))
    every = [
        (number, start, heads)
        for number, line in enumerate(raw.lines, 1)
        if number not in read
        for start, heads in _heads_on(line, signs.get(number, ""))
        # "Name Honor" may be the title of the deck, and "Cover Card" a card among others.
        if (heads.separator != " " or number in (above if not heads.unknown else [*above][:1]))
        # In the table of a wiki that was not read as a whole, rows may not be shown.
        and not (line.startswith("!") and _is_clear([*filter(says_copies, heads.numbers.values())]))
    ]
    places = grouped((each.span.line, each.span) for each in raw.requests)
    lines = sorted(places)
    ends = [*(number for number, _, _ in every[1:]), len(raw.lines) + 1]
    for (number, start, heads), end in zip(every, ends, strict=False):
        first = number + (len(places.get(number, ())) < 2)  # noqa: PLR2004 - a page may be one line
        below = lines[bisect_left(lines, first) : bisect_left(lines, end)]
        rows = ((line, _with_tabs(raw.line(line))) for line in below)
        cells = {line: row.split(heads.separator) for line, row in rows if heads.separator in row}
        place = next((place for place in places.get(number, ()) if place.column > start), None)
        yield _HeadedTable(number, place, heads, cells)


def _above_rows(raw: RawDeck, names_card: Callable[[str], object]) -> Iterator[tuple[int, str]]:
    """Yield the lines of heads that rows of the same shape follow, and the sign between the cells of both.

    Most rows have as many cells, and a number in the same one: ``Foo | Bar`` above ``3 | Iron Mine``. Titles of decks
    have some of these signs too, so that one head has to mean cards: ``Rank - Card``.
    """
    lines = [(each.span.line, _with_tabs(raw.line(each.span.line))) for each in raw.requests]
    for at, ((number, line), (_, below)) in enumerate(pairwise(lines), 1):
        sign = next((sign for sign in _BETWEEN_CELLS if sign in line and sign in below), "")
        if not sign or _has_digit(line) or not _has_digit(below) or any(map(names_card, line.split(sign))):
            continue
        rows = [row.split(sign) for _, row in takewhile(lambda each: _has_digit(each[1]), lines[at:])]
        same = [row for row in rows if len(row) == len(line.split(sign))]
        are_equal = len(same) >= _FEW_ROWS and 2 * len(same) > len(rows)
        label, *others = line.split(sign)  # "Player | Kei" says a fact about the deck.
        is_fact = len(others) == 1 and label_words(label) in FACTS
        is_head = _heads_between(sign, line) is not None if sign in _IN_TITLES else not is_fact
        if are_equal and is_head and any(all(map(_is_number, map(_said, cells))) for cells in zip(*same, strict=True)):
            yield number, sign


def request_in_row(request: Request, limits: Limits) -> Request:
    """Return the request in a row, ``| 3 | Rallyin Cry | strategy |``, with the name and the number of its cells.

    Return any other line unchanged.
    """
    cells = [*map(str.strip, request.written.split("|"))]
    columns = columns_without_header(cells, limits) if len(cells) > 1 else None
    if columns is None or columns.count is None:
        return request
    count = whole_number(cells[columns.count]) or 0
    return structs.replace(request, name=cells[columns.deck], count=count, counted=True, bad_count="")


def heads_table(line: str) -> bool:
    """Return whether a line may have the heads of a table, which explain the numbers in other lines."""
    return _RULE.fullmatch(line.strip()) is not None or (_ONE_CARD.search(line) is not None and any(_heads_on(line)))


def _is_headed(raw: RawDeck, line: int) -> bool:
    """Return whether a section heading is above a line, below any cards above it."""
    above = max((each.span.line for each in raw.requests if each.span.line < line), default=0)
    return any(above < header.span.line < line for header in raw.headers)


class Tables(NamedTuple):
    """The lines of a list without the other texts of its tables, and these texts.

    `heads` are the heads of columns. `open` has the places of rows whose cards may not be in the deck, or not in that
    number; `lists` is that of `RawDeck`.
    """

    lines: tuple[str, ...]
    heads: tuple[Aside, ...] = ()
    open: tuple[Span, ...] = ()
    beside: tuple[str, ...] = ()
    lists: tuple[tuple[int, ...], ...] = ()


def read_tables(lines: tuple[str, ...], limits: Limits) -> Tables:
    """Return a list with its tables read like table files: ``| Qty | Card | Notes |``.

    Spaces replace the cells other than the number, name and level of a card, so every other character keeps its column.
    A table ends at the heads of the next one; a row may lack the last cells.
    """
    shown, beside = [*lines], dict[str, None]()
    heads: list[Aside] = []
    open_rows: list[Span] = []
    lists: list[tuple[int, ...]] = []
    for table in _tables(lines):
        columns = Columns(table.kept[0], table.heads, {})
        rows = [as_heading(Row(at, [*map(_said, cells)]), columns) for at, (_, cells) in enumerate(table.rows, 1)]
        are_names = 2 * len({row.cell(table.kept[0]) for row in rows}) > len(rows)
        if not are_names or (cards := one_list(rows, columns, "", limits)) is None:
            continue
        for place in table.places:
            heads.append(Aside(LineClass.HEADER, lines[place.line - 1][place.column - 1 : place.end_column - 1], place))
            _blank(shown, place)
        beside |= dict.fromkeys(cards.others)
        lists += (tuple(table.rows[at - 1][0].line for at in part) for part in cards.lists)
        said = [*cards.text.split("\n"), *[""] * len(rows)]
        for (place, cells), line in zip(table.rows, said, strict=False):
            if line.startswith(OPEN_MARK):
                open_rows.append(place)
            elif sum(map(bool, map(str.strip, cells))) > 1:
                for other in _others(place, cells, table.kept):
                    _blank(shown, other)
    return Tables(tuple(shown), tuple(heads), tuple(open_rows), tuple(beside), tuple(lists))


def _others(row: Span, cells: Sequence[str], kept: Sequence[int]) -> Iterator[Span]:
    """Yield the places of the cells of a row that have neither a `kept` column nor the level of its card."""
    start = row.column
    for at, cell in enumerate(cells):
        text = cell.strip()
        first = start + cell.find(text)
        if at not in kept and level_of(_said(cell)) is None:
            yield Span(row.line, first, first + len(text))
        start += len(cell) + 1


def _said(cell: str) -> str:
    """Return the text of a cell without marks around its words."""
    return bare if any(map(str.isalnum, bare := cell.strip(_AROUND))) else cell.strip()


def _blank(lines: list[str], place: Span) -> None:
    """Replace the text at a place of a line by spaces."""
    line, start, end = lines[place.line - 1], place.column - 1, place.end_column - 1
    lines[place.line - 1] = line[:start] + " " * (end - start) + line[end:]


class _Table(NamedTuple):
    """A table with a column of copies: its heads, the columns to keep (names first), and the places of both."""

    heads: list[str]
    kept: list[int]
    places: list[Span]
    rows: list[tuple[Span, list[str]]]


def _tables(lines: Sequence[str]) -> list[_Table]:
    """Return the tables in a list whose heads identify the columns of card names and of their numbers."""
    found: list[_Table] = []
    last = 0  # The last line of the last table.
    for number, line in enumerate(lines, 1):
        for begin, row in _rows_on(line):
            may_head = _ONE_CARD.search(row) is not None
            if not (found or may_head):
                continue
            plain, place = _with_tabs(row), Span(number, begin + 1, begin + len(row) + 1)
            cells = plain.split(next((sign for sign in _SEPARATORS if sign in plain), "\t"))
            heads = [*map(_said, cells)]
            said = [*map(label_words, heads)] if may_head else []
            name = next((name for name in ONE_CARD_COLUMNS if name in said), None)
            names = [at for at, head in enumerate(said) if head == name]
            counts = says_copies if any(map(says_copies, heads)) else counts_cards
            if len(names) == 1 and (copies := [at for at, head in enumerate(heads) if counts(head)] or _in_deck(heads)):
                if found and not any(map(heading_on, map(str.strip, lines[last : number - 1]))):
                    continue
                if not found or heads != found[-1].heads:
                    found.append(_Table(heads, [*names, *copies], [], []))
                found[-1].places.append(place)
            elif found and max(found[-1].kept) < len(cells) <= len(found[-1].heads) and any(map(str.isalnum, plain)):
                found[-1].rows.append((place, cells))
            else:
                continue
            last = number
    return found


def _in_deck(heads: Sequence[str]) -> list[int]:
    """Return the column of the copies in the deck beside those that somebody owns or needs: ``In deck | Owned``."""
    found = [at for at, head in enumerate(heads) if "deck" in label_words(head).split()]
    return found if len(found) == 1 and any(map(counts_elsewhere, heads)) else []


def _rows_on(line: str) -> Iterator[tuple[int, str]]:
    """Yield the rows of a table on a line, several in HTML, each with the 0-based column of its start."""
    rows = re.split(_BETWEEN_ROWS, line) if "<" in line else [line]
    return zip(accumulate(map(len, rows), initial=0), rows, strict=False)


class _HeadedTable(NamedTuple):
    """A table below heads on a line: the place of these, if they were not read, and the cells of its rows by line."""

    line: int
    place: Span | None
    heads: "_Heads"
    rows: dict[int, list[str]]


class _Heads(Struct, frozen=True):
    """The heads of a table: their separator, the column of names, and all others by the meaning of their heads.

    The column of names is -1 if no head means cards.
    """

    separator: str
    name: int
    numbers: dict[int, str]
    facts: dict[int, str]
    unknown: dict[int, str]

    @property
    def are_known(self) -> bool:
        """Whether all heads are known, and one means cards."""
        return not self.unknown and self.name >= 0

    def question(self, rows: Sequence[Sequence[str]], limits: Limits) -> str | None:
        """Return the unknown heads of numbers that may be copies, "" for other doubtful numbers; None without doubt."""
        fits = _has_digit if self.name >= 0 else _is_number
        # Heads over words do not count, as "Dynasty" below "Deck".
        counted = [head for at, head in self.numbers.items() if says_copies(head) or _cells(rows, at, fits)]
        if self.are_known:
            return None if _is_clear(counted) else ""
        if counted:  # Without a head for cards, several of these may be above pairs of columns.
            return None if _is_clear(counted) or (self.name < 0 and len(counted) > 1) else ""
        own = _cells(rows, self.name, lambda cell: bool(cell) and split_count(cell, limits).number is not None)
        numbers = [at for at in (*self.unknown, *self.facts) if self.separator == " " or _cells(rows, at, _is_number)]
        is_clear = (self.separator != " " and 2 * own > len(rows)) or not numbers
        return None if is_clear else in_question(self.unknown[at] for at in numbers if at in self.unknown)

    def can_be_apart(self) -> bool:
        """Return whether single spaces may separate the heads: one is of copies or costs, or there are only two."""
        if self.unknown:
            return len(self.unknown) == 1 and not (self.numbers or self.facts)
        is_counted = any(map(counts_cards, self.numbers.values()))
        return is_counted or not STATISTICS.isdisjoint(map(label_words, self.facts.values()))


def _is_clear(heads: Sequence[str]) -> bool:
    """Return whether heads are those of a single column of copies in the deck."""
    return len(heads) == 1 and COSTS.isdisjoint(map(label_words, heads)) and not any(map(counts_elsewhere, heads))


def _cells(rows: Sequence[Sequence[str]], at: int, fits: Callable[[str], bool]) -> int:
    """Return the number of cells of a column that `fits`."""
    return sum(fits(cell) for row in rows for cell in map(_said, row[at : at + 1]))


def _is_number(cell: str) -> bool:
    return whole_number(cell) is not None


def _has_digit(cell: str) -> bool:
    return any(map(str.isnumeric, cell))


def _heads_on(line: str, sign: str = "") -> Iterator[tuple[int, _Heads]]:
    """Yield the heads of tables on a line, also in those of wikis, each with the 0-based column of its start.

    The words between a known `sign` are heads, whether one of them means cards or not.
    """
    plain = line.replace("!", "|") if line.startswith("!") else line
    for start, row in _rows_on(plain):
        cells = _with_tabs(row)
        if heads := _heads(cells) or (_heads_between(sign, cells, are_heads=True) if sign else None):
            yield start, heads


def _with_tabs(line: str) -> str:
    """Return a line with tabs between cells, and spaces for tags; every character stays in its column.

    Runs of spaces separate cells where nothing else does, and two bars those of heads in Jira.
    """
    if "<" not in line and "[/t" not in line.casefold():
        line = line.replace("│", "|").replace("||", " |" if line.startswith("||") else "||")
        is_aligned = "  " in line and "|" not in line and "\t" not in line
        return re.sub(_GAP, lambda gap: "\t".ljust(len(gap[0])), line) if is_aligned else line
    cells = re.sub(_NEXT_CELL, lambda match: "\t".ljust(len(match[0])), line, flags=re.IGNORECASE)
    return re.sub(_OTHER_TAG, lambda match: " " * len(match[0]), cells, flags=re.IGNORECASE)


def _heads(line: str) -> _Heads | None:
    """Return the heads of a table, one of them for the cards.

    A single space may separate two heads, one of copies or costs: ``Qty Card``, also above columns: ``Qty Card
    Type``.
    """
    if _ONE_CARD.search(line) is None:
        return None
    separator = next((sign for sign in _LIST_SEPARATORS if sign in line), "")
    if separator == " ":
        found = _heads_between(separator, line.strip())
        said = label_words(line)  # "Player name", "My cards", "Crane card" and "Title: Walls" are no heads.
        is_other = said in FACTS or ":" in line or not _OF_DECKS.isdisjoint(said.split())
        is_title = found is not None and found.unknown and is_other
        return found if found and found.can_be_apart() and not is_title else None
    found = _heads_between(separator, line) if separator else None
    if (found is None or found.unknown) and separator == "\t":
        apart = _heads_between(" ", " ".join(line.split()))
        return structs.replace(apart, separator=separator) if apart and not apart.unknown else found
    return found


def _heads_between(separator: str, line: str, *, are_heads: bool = False) -> _Heads | None:
    heads = {at: head for at, cell in enumerate(line.split(separator)) if (head := cell.strip(" *_\"'"))}
    names = [at for at, head in heads.items() if label_words(head) in ONE_CARD_COLUMNS]
    if not names and separator in _SEPARATORS:
        # "Qty Card" has two heads.
        apart = (at for at, head in heads.items() if not any(map(counts_cards, head.split())))
        words = ((at, label_words(heads[at]).split()) for at in apart)
        names = [at for at, said in words if len(said) <= _FEW_WORDS and not _CARD_WORDS.isdisjoint(said)]
    others = {at: head for at, head in heads.items() if at not in names}
    facts = {at: head for at, head in others.items() if names_fact(head) and not names_part(head)}
    numbers = {at: head for at, head in others.items() if at not in facts and counts_something(head)}
    unknown = {at: head for at, head in others.items() if at not in facts and at not in numbers}
    has_copies = any(head[0].isdecimal() for head in heads.values())
    is_head = (len(names) == 1 or are_heads) and len(heads) > 1 and not has_copies
    return _Heads(separator, names[0] if len(names) == 1 else -1, numbers, facts, unknown) if is_head else None
