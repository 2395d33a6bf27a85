"""Read tables with one card per row: return the list that they form, or why their rows are not decks."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.decks.tables.card_records import AMOUNT, CardRecord, in_doubt, without_sizes
from deckcheck.decks.tables.rows import ONE_CARD_COLUMNS, Cell, Columns, Row
from deckcheck.decks.words.counts import can_be_copies, split_count, whole_number
from deckcheck.decks.words.headers import SECTIONS, heading, outside_section
from deckcheck.decks.words.keys import KEYS
from deckcheck.decks.words.marks import (
    MOST_LISTS,
    counts_deck,
    counts_elsewhere,
    counts_in_store,
    counts_part,
    counts_to_buy,
    gives_copies,
    in_question,
    is_ticked,
    level_of,
    may_be_outside,
    tells_of_cards,
)
from deckcheck.decks.words.sayings import (
    NO_CARDS,
    counts_cards,
    counts_something,
    label_words,
    names_fact,
    names_part,
    parts_of,
    said_in_cell,
    says_copies,
    single_kind,
)
from deckcheck.model.deck import OPEN_MARK, grouped
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits
from deckcheck.model.names import Experience, fold, split_experience

# This number of rows with one card each, without a column of numbers, is a list; fewer are too few cards for a deck.
MANY = 10
# Before a name these mark an omitted row.
_COMMENTED = ("#", "//", ";", "-", "–", "—")
_TOTALS = SECTIONS["totals"] | KEYS["more totals"]
# In a column with an unclear name, a greater variety of numbers means card facts, and so do higher numbers.
FEW_NUMBERS = 9
_USUAL = 4
_SUM = rf"\d+|{AMOUNT}"
# A card name has at most one comma.
_SEVERAL = 3


class _CountColumns(Struct, frozen=True):
    """The columns that may give the number of copies, whether the choice is clear, and the unknown heads among them."""

    columns: list[int]
    is_clear: bool
    unknown: str = ""


def columns_without_header(cells: Sequence[str], limits: Limits) -> Columns | None:
    """Return the columns of a table whose first row is a card: a number of copies and a name; None for any other row.

    Both may be in one cell. Further columns may only have prices and headings of parts, such as "Holding"; any other
    text in one may put a card elsewhere.
    """
    said = [(at, cell.strip()) for at, cell in enumerate(cells) if cell and not cell.isspace()]
    prices = {at for at, cell in said if re.fullmatch(AMOUNT, cell)}
    others = [cell for at, cell in said if at not in prices]
    if not any(whole_number(cell) is not None or counts_something(cell, limits) for cell in others):
        prices = {at for at in prices if whole_number(cells[at].strip()) is None}  # "3,00" may count copies.
    filled = [(at, cell) for at, cell in said if at not in prices]
    texts = [(at, cell) for at, cell in filled if heading(cell) is None]
    numbers = [at for at, cell in texts if can_be_copies(str(whole_number(cell) or 0), limits)]
    names = [at for at, cell in texts if [at] != numbers and any(map(str.isalpha, cell))]
    if len(texts) == len(filled) == 1 and counts_something(texts[0][1], limits):
        return Columns(texts[0][0], ["Card"] * len(cells), {}, is_headless=True)
    if len(numbers) != 1 or len(names) != 1 or len(texts) > len(numbers + names):
        return None
    called = {numbers[0]: "Number", names[0]: "Card"} | dict.fromkeys(prices, "Price")
    return Columns(names[0], [called.get(at, "Section") for at in range(len(cells))], {}, is_headless=True)


def is_card(text: str, limits: Limits) -> bool:
    """Return whether the text of a cell is the name of one card."""
    is_line = len(text.splitlines()) == 1 and len(text) < limits.name_length and text[0] not in "{["
    return is_line and sum(counts_something(part, limits) for part in parts_of(text)) <= 1


def is_counted_card(row: Row, columns: Columns, limits: Limits) -> bool:
    """Return whether a row has one card beside its number of copies, or repeats the heads, and so is not a deck."""
    said = row.cell(columns.count)
    return (whole_number(said) is not None or counts_cards(said)) and is_card(row.cell(columns.deck), limits)


def is_total(row: Row, columns: Columns) -> bool:
    """Return whether a row gives the number of all cards: ``Total`` in the place of a card or a number."""
    words = [cell for cell in row.texts if any(map(str.isalpha, cell))]
    is_bare = (len(row.texts) == 1 or not row.cell(columns.deck)) and any(
        re.fullmatch(_SUM, each) for each in row.texts
    )
    return says_total(row.cell(columns.deck)) or (all(map(says_total, words)) if words else is_bare)


def says_total(cell: str) -> bool:
    """Return whether a text consists only of words for a total: ``Grand total``."""
    words = label_words(cell).split()
    return bool(words) and _TOTALS.issuperset(words)


def refused(what: str = "this row has only one card, not a deck", place: str | None = None) -> InputError:
    """Return why a row with one card is not a deck."""
    help = "put each list into one cell, or save a list as text with one card per line"
    return InputError(what, place=place, help=help)


def has_single_cards(row: Row, columns: Columns, limits: Limits) -> bool:
    """Return whether each cell for a part of a deck has at most one card, with its number."""
    cells = [cell for at in columns.parts if (cell := row.cell(at))]
    return bool(cells) and all(is_card(cell, limits) and len(parts_of(cell)) < _SEVERAL for cell in cells)


def parts_list(rows: Sequence[Row], columns: Columns, source: str, limits: Limits) -> Cell | None:
    """Return the list in the columns of a table, one column below the other, with a card in each cell.

    Return None where other columns contain text, or a cell may not be a card of the deck.
    """
    cells = [cell for row in rows for at in columns.parts if (cell := row.cell(at))]
    others = {at for row in rows for at in range(len(row.cells)) if at not in columns.parts and row.cell(at)}
    is_odd = any(cell.startswith(_COMMENTED) or is_out_alone(cell) for cell in cells)
    if len(rows) == 1 or others or is_odd or not MANY <= len(cells) <= limits.lines:
        return None
    parts = ((columns.names[at], [cell for row in rows if (cell := row.cell(at))]) for at in columns.parts)
    text = "\n\n".join("\n".join([name, *cells]) for name, cells in parts if cells)
    return Cell(source, text, rows[0].number, 0, {}, "text")


def one_list(rows: Sequence[Row], columns: Columns, source: str, limits: Limits) -> Cell | None:
    """Return the list of all rows with one card each; None if in doubt.

    A card is an unrecognised line if its row says that it is not in the deck, or does not give its copies. The lines of
    the list have the numbers of the rows, and begin with the rows above the table, which may name a Stronghold.
    """
    columns = _with_names(rows, columns)
    notes = [is_note(row, columns) for row in rows]
    if 2 * sum(notes) > len(rows):
        return None
    rows = [_moved(row, columns) if is_text else row for row, is_text in zip(rows, notes, strict=True)]
    if not all(is_card(row.cell(columns.deck), limits) or is_total(row, columns) for row in rows):
        return None
    if len(rows) < MANY and not _are_counted(rows, columns, limits):
        return None
    cards = [row for row in rows if _has_card(row, columns)]
    facts = _facts(rows, cards, columns)
    if facts is None:
        return None
    counts = _counts(cards, columns, limits)
    # Columns that repeat the name of the card, mostly in the form "iron-mine".
    ids = [at for at, _ in columns.others if 2 * sum(_is_id(row, columns, at) for row in rows) > len(rows)]
    # A player's name does not describe a card.
    bought = _adding_up(cards, columns, counts.columns) if counts.is_clear else []
    idle = (*counts.columns, *ids, *bought, columns.facts.get("player"))
    beside = {at: name for at, name in columns.others if at not in idle}
    records = without_sizes([_record(row, columns, beside, counts) for row in rows])
    open_rows = _opened(rows, columns, records)
    open_rows |= {row.number for row in rows for at in ids if row.cell(at) and not _is_id(row, columns, at)}
    lines = dict(columns.titles)
    for row, record in zip(rows, records, strict=True):
        line = _line(row, columns, counts) + record.level[0]
        is_open = row.number in open_rows and not line.startswith(OPEN_MARK)
        lines[row.number] = OPEN_MARK + line if is_open else line
    given = {key: said[: limits.name_length] for key, said in facts.items()}
    others = dict.fromkeys(_said_beside(records, limits))
    lists = tuple(tuple(part) for at, name in beside.items() for part in _parted(cards, name, at))
    text = "\n".join(lines.get(number, "") for number in range(1, max(lines) + 1))
    return Cell(source, text, rows[0].number, 1, given, "text", tuple(others), lists, counts.unknown)


def _facts(rows: Sequence[Row], cards: Sequence[Row], columns: Columns) -> dict[str, str] | None:
    """Return the facts about the deck; None if a column has several, or the first card may belong to another person."""
    said = {key: {row.cell(at) for row in rows} - {""} for key, at in columns.facts.items()}
    is_late = any(said[key] and not row.cell(at) for row in cards[:1] for key, at in columns.facts.items())
    if is_late or any(len(each) > 1 for each in said.values()):
        return None
    return {key: each.pop() for key, each in said.items() if each}


def _said_beside(records: Sequence[CardRecord], limits: Limits) -> Iterator[str]:
    """Yield what the texts beside the cards say other than facts about these cards."""
    said = [(record, name, text) for record in records for name, text in record.said if text]
    texts = grouped((name, text) for _, name, text in said)
    # A deck has one role, and several texts describe cards.
    roles = {name for name, found in texts.items() if single_kind(name) and len(set(found)) > 1}
    for record, name, text in said:
        if not level_of(text) and not record.is_fact(name, text, limits):
            yield from said_in_cell("tags" if name in roles else name, text, limits)


def _record(row: Row, columns: Columns, beside: dict[int, str], counts: _CountColumns) -> CardRecord:
    """Return the card of a row with the texts `beside` it."""
    copies = max([whole_number(row.cell(at)) or 0 for at in counts.columns], default=1)
    is_id = label_words(columns.names[columns.deck]).split()[-1:] in (["id"], ["ids"], ["code"], ["slug"])
    said = tuple((name, row.cell(at)) for at, name in beside.items())
    return CardRecord(row.cell(columns.deck), copies, said, is_id, is_counted=bool(counts.columns))


def _parted(cards: Sequence[Row], name: str, at: int) -> list[list[int]]:
    """Return the numbers of the rows for each text in a column that may name their owner: ``User``."""
    found = grouped((row.cell(at), row.number) for row in cards)
    is_list = 1 < len(found) <= MOST_LISTS and all(found) and not tells_of_cards(name)
    return [*found.values()] if is_list else []


def _with_names(rows: Sequence[Row], columns: Columns) -> Columns:
    """Return `columns` with the column of card names instead of one that repeats a few words: ``Deck`` of a part."""
    names = (at for at, name in enumerate(columns.names) if label_words(name) in ONE_CARD_COLUMNS)
    words = {at: len({row.cell(at) for row in rows}) for at in (columns.deck, *names)}
    deck = max(words, key=words.__getitem__) if 2 * words[columns.deck] <= len(rows) else columns.deck
    return replace(columns, deck=deck, facts={key: at for key, at in columns.facts.items() if at != deck})


def _is_id(row: Row, columns: Columns, at: int) -> bool:
    """Return whether a cell only repeats the card of its row: ``01-iron-mine`` beside ``Iron Mine (Pearl)``."""
    name = row.cell(columns.deck)
    said, *names = map(_called, (row.cell(at).lstrip("0123456789"), name, name.partition(" (")[0]))
    return bool(said[0]) and said in names


def _called(name: str) -> tuple[str, Experience | None]:
    """Return the letters of the title in a name or an id, and its level: ``doji_ayano_experienced``."""
    title, level = split_experience(name.replace("_", " "))
    return fold(title), level


def _are_counted(rows: Sequence[Row], columns: Columns, limits: Limits) -> bool:
    """Return whether each of a few rows has a number of copies, and these do not number the rows."""
    numbers = [whole_number(row.cell(columns.count)) for row in rows]
    are_cards = None not in numbers and all(is_card(row.cell(columns.deck), limits) for row in rows)
    return are_cards and not counts_rows(numbers)


def _counts(cards: Sequence[Row], columns: Columns, limits: Limits) -> _CountColumns:
    """Return the columns that may give the number of copies.

    The choice is clear for the only column with such a name, or else for the only one with numbers typical of decks.
    """
    own = sum(split_count(row.cell(columns.deck), limits).number is not None for row in cards)
    columns_of = {at: [row.cell(at) for row in cards] for at, _ in columns.others}
    numbers = {at: found for at, cells in columns_of.items() if any(found := _numbers(cells))}
    plain = [at for at in columns_of if says_copies(columns.names[at])]
    if plain:
        others = [at for at in numbers if at not in (*plain, *_adding_up(cards, columns, plain))]
        found = [*plain, *(at for at in others if counts_part(columns.names[at]))]
        small = [at for at in others if at not in found and max(numbers[at]) <= FEW_NUMBERS]
        found += [at for at in small if counts_deck(columns.names[at])]
        is_sum = _are_summed([columns_of[found[0]], *(columns_of[at] for at in others if at not in found)])
        return _CountColumns(found, len(found) == 1 and not is_sum and not counts_rows(numbers.get(found[0], [])))
    if 2 * own > len(cards):
        return _CountColumns([], is_clear=True)
    may = [at for at in numbers if _may_count(columns.names[at])]
    few = [at for at in may if len(set(numbers[at])) <= FEW_NUMBERS]
    in_deck = [at for at in few if "deck" in label_words(columns.names[at]).split()]
    if len(in_deck) == 1 and all(counts_elsewhere(columns.names[at]) for at in few if at not in in_deck):
        few = in_deck
    varied = [at for at, each in numbers.items() if len(set(each)) > 1]
    said = [at for at, cells in columns_of.items() if _may_say(columns.names[at], cells)]
    # Several columns of signs may have one for each copy, but not "Foil" and "Signed" where many rows repeat a card.
    has_copies = 3 * len({row.cell(columns.deck) for row in cards}) <= 2 * len(cards)
    of_copies = (at for at in columns_of if not (has_copies and counts_in_store(columns.names[at])))
    ticked = [at for at in of_copies if any(map(is_ticked, columns_of[at]))]
    found = few or may or varied or said or (ticked if len(ticked) > 1 else [])
    unknown = in_question(columns.names[at] for at in found)
    if len(few) != 1:
        return _CountColumns(found, not found, unknown)
    name, copies = columns.names[few[0]], numbers[few[0]]
    is_usual = min(copies) > 0 and (max(copies) <= _USUAL or counts_part(name))
    return _CountColumns(found, is_usual and gives_copies(name) and not counts_elsewhere(name), unknown)


def _numbers(cells: Sequence[str]) -> list[int]:
    """Return the numbers in the cells of a column; empty if most cells contain something else."""
    found = [number for cell in cells if (number := whole_number(cell)) is not None]
    return found if 2 * len(found) >= sum(map(bool, cells)) else []


def counts_rows(numbers: Sequence[int | None]) -> bool:
    """Return whether numbers count the rows: 1, 2, 3 and so on."""
    return len(numbers) > 1 and numbers == [*range(1, len(numbers) + 1)]


def _may_count(column: str) -> bool:
    """Return whether numbers in a column may count copies, by its name."""
    words = label_words(column)
    is_fact = words in NO_CARDS or names_fact(column)
    return not is_fact or counts_cards(column) or names_part(column)


def _may_say(column: str, cells: Sequence[str]) -> bool:
    """Return whether a column named for copies contains something other than numbers: ``III``."""
    is_other = any(cell and heading(cell) is None for cell in cells)
    return is_other and (counts_cards(column) or names_part(column))


def _is_heading(row: Row, columns: Columns) -> bool:
    """Return whether a row heads the rows below it."""
    return heading(row.cell(columns.deck)) is not None


def _has_card(row: Row, columns: Columns) -> bool:
    """Return whether a row is neither a heading nor a total."""
    return not _is_heading(row, columns) and not is_total(row, columns)


def _line(row: Row, columns: Columns, counts: _CountColumns) -> str:
    """Return a row as a line of a list, which is unrecognised if the number of copies is in doubt."""
    text, is_sum = row.cell(columns.deck), is_total(row, columns)
    name = "Total" if is_sum else text
    cells = {at: row.cell(at) for at in counts.columns}
    numbers = [number for cell in cells.values() if (number := whole_number(cell)) is not None]
    numbers = numbers or ([int(text)] if is_sum and text.isdecimal() else [])
    if is_sum and not numbers and row.texts != [text] and all(map(says_total, filter(None, cells.values()))):
        return ""  # The cells beside it tell whether it is a price.
    if not cells or (_is_heading(row, columns) and not numbers):
        return name
    # A possible number of copies, and neither a name nor a word for a total.
    if not row.cell(columns.deck) and all(cell.isdecimal() and 0 < int(cell) <= _USUAL for cell in row.texts):
        return f"{OPEN_MARK}{' '.join(row.texts)}"
    if counts.is_clear and (numbers or (is_sum and any(cells.values()))):
        (said,) = map(str, numbers or cells.values())
        return f"{name}: {said}" if is_sum else f"{said} {name}"
    shown = ", ".join(f"{columns.names[at]} {cell}".strip() for at, cell in cells.items() if cell)
    return f"{OPEN_MARK}{max(numbers, default='')} {name}{shown and f' ({shown})'}".replace("  ", " ")


def _are_summed(columns: Sequence[Sequence[str]]) -> bool:
    """Return whether the numbers of the first column are the sums of several others."""
    sums = [[whole_number(cell) or 0 for cell in cells] for cells in zip(*columns, strict=True)]
    return len(columns) > 2 and all(first == sum(others) for first, *others in sums)  # noqa: PLR2004 - one is no sum


def _adding_up(cards: Sequence[Row], columns: Columns, copies: Sequence[int]) -> list[int]:
    """Return the columns of owned copies and of those to buy that add up to the only column of copies in the deck."""
    owned = [at for at, name in columns.others if at not in copies and counts_in_store(name)]
    bought = [at for at, name in columns.others if at not in (*copies, *owned) and counts_to_buy(name)]
    is_sum = _are_summed([[row.cell(at) for row in cards] for at in (*copies, *owned, *bought)])
    return [*owned, *bought] if len(copies) == 1 and owned and bought and is_sum else []


def _opened(rows: Sequence[Row], columns: Columns, records: Sequence[CardRecord]) -> set[int]:
    """Return the numbers of the rows whose card is not, or may not be, in the deck.

    The rows below words such as ``Maybe`` are included, up to the next heading.
    """
    cards = [(row, record) for row, record in zip(rows, records, strict=True) if _has_card(row, columns)]
    doubts = in_doubt([record for _, record in cards])
    found = {row.number for (row, _), is_doubtful in zip(cards, doubts, strict=True) if is_doubtful}
    commented = {row.number for row, record in cards if record.name.startswith(_COMMENTED)}
    found |= commented if len(commented) < len(cards) else set()
    is_below = False
    for row in rows:
        is_below = _has_card(row, columns) and (is_below or is_out_alone(row.cell(columns.deck)))
        found |= {row.number} if is_below else set()
    return found


def as_heading(row: Row, layout: Columns) -> Row:
    """Return a row with only a heading with it moved to the column of the cards, and any other row unchanged."""
    texts = row.texts
    is_alone = len(texts) == 1 and not layout.parts and (heading(texts[0]) is not None or is_out_alone(texts[0]))
    return _moved(row, layout) if is_alone else row


def is_note(row: Row, columns: Columns) -> bool:
    """Return whether a row has no card, and only a text in another column, such as a remark below the table."""
    return not row.cell(columns.deck) and len(row.texts) == 1 and not is_total(row, columns)


def _moved(row: Row, columns: Columns) -> Row:
    """Return a row with its only text in the column of the cards."""
    return Row(row.number, [""] * columns.deck + row.texts)


def is_out_alone(name: str) -> bool:
    """Return whether a name consists only of words for cards outside the deck: ``Maybe``."""
    return bool(outside_section(f"{name}:")) or may_be_outside(name, alone=True)
