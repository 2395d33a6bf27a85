"""Read JSON Lines: each line is a deck as in JSON files, an object with a list under some key, or one card."""

import io
import itertools
import re
from collections.abc import Iterator
from typing import IO

from deckcheck.decks.documents import strict_json
from deckcheck.decks.documents.json_cards import COUNTED, MANY, is_one_card, listed
from deckcheck.decks.files import decode
from deckcheck.decks.lines import copies_in
from deckcheck.decks.readers import OWN_KEYS, json_syntax
from deckcheck.decks.tables.rows import DECK_COLUMNS, FACT_COLUMNS, Cell, failed_row
from deckcheck.decks.words.sayings import facts, single_kind
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits, how_to_raise
from deckcheck.model.report import Failure

# Below these keys a deck is never a text.
_DECKS = ("cards", "record", "head", "proxies", *(key.strip('"') for key in OWN_KEYS))
_BLANK = "\ufeff \t\r\n"
# A card and its number, and nothing else.
_CARD = r'\{\s*"(?:[^"\\]|\\.)*"\s*:\s*[0-9]+\s*\}'
# A text under a key that may contain a list.
_LIST = rf'"(?:{"|".join(DECK_COLUMNS)})"\s*:\s*"'


def json_rows(stream: IO[bytes], source: str, column: str | None, limits: Limits) -> Iterator[Cell | Failure]:
    """Yield the rows of JSON Lines, as `json_row` reads them; a file with one card per line is one row."""
    begun, whole = begin(stream, source, column, limits)
    lines = itertools.chain(io.BytesIO(begun), whole_lines(stream, limits))
    rows = (json_row(line, number, source, column, limits) for number, line in enumerate(lines, 1))
    yield from filter(None, [whole] if whole else rows)


def json_row(line: bytes, number: int, source: str, column: str | None, limits: Limits) -> Cell | Failure | None:
    """Return the deck on a line, or why it has none; None for an empty line.

    It is the line if that has card ids, or else the list under `column` or a key such as "deck".
    """
    try:
        text = _text(line, limits)
        if not text:
            return None
        if column is None:
            _refuse_card(text)
        cell = Cell(source, text, number, number, {}, json_syntax(text))
        key = column or _deck_key(text, limits)
        return cell if key is None else _column(cell, key, limits)
    except InputError as error:
        return failed_row(source, number, error)


def begin(stream: IO[bytes], source: str, column: str | None, limits: Limits) -> tuple[bytes, Cell | None]:
    """Return the lines up to the first without a card, and one row for all lines if each has one card."""
    read: list[bytes] = []
    cards: list[tuple[int, str]] = []
    for line in whole_lines(stream, limits) if column is None else ():
        read.append(line)
        card = _card_on(line, limits)
        if card is None or sum(map(len, read)) >= limits.file_bytes or len(read) > limits.lines:
            break
        cards += [(len(read), card)] if card else []
    else:
        return b"".join(read), _whole(cards, source) if len(cards) >= MANY else None
    return b"".join(read), None


def _card_on(line: bytes, limits: Limits) -> str | None:
    """Return the card on a line, an object, a pair or a line of a list; "" on an empty line, None on any other."""
    try:
        if not (text := _text(line, limits)):
            return ""
        value = strict_json.parse(text, "", limits)
        key = _deck_key(text, limits)
        is_list = key is not None and ("\n" in value[key] or re.match(COUNTED, value[key]) is not None)
        return text if not is_list and (is_one_card(value) or listed([value], ())) else None
    except InputError:
        return None


def _whole(cards: list[tuple[int, str]], source: str) -> Cell:
    """Return numbered lines with one card each as the array that they form, with the cards in these lines."""
    text, last = "[", cards[0][0]
    for number, card in cards:
        text += "," * (number > last) + "\n" * (number - last) + card
        last = number
    return Cell(source, f"{text}]", cards[0][0], cards[0][0], {}, "json")


def _refuse_card(text: str) -> None:
    """Raise InputError when an object is one card with its number."""
    if re.fullmatch(_CARD, text):
        raise InputError("only one card, not a deck", help="put all cards of a deck into one object on one line")


def _deck_key(text: str, limits: Limits) -> str | None:
    """Return the key of the list in an object, None if it has a map of cards or no list."""
    if re.search(_LIST, text, re.IGNORECASE) is None:
        return None
    value = strict_json.parse(text, "", limits)
    if not isinstance(value, dict) or any(isinstance(value.get(key), dict | list) for key in _DECKS):
        return None
    named = {key.casefold(): key for key, each in value.items() if isinstance(each, str)}
    return next((named[name] for name in DECK_COLUMNS if name in named), None)


def _column(row: Cell, column: str, limits: Limits) -> Cell:
    value = strict_json.parse(row.text, "", limits)
    cell = value.get(column) if isinstance(value, dict) else None
    if not isinstance(cell, str):
        raise InputError(f"no text under `{column}`")
    given = {
        key: value[name].strip()[: limits.name_length]
        for key, names in FACT_COLUMNS.items()
        for name in reversed(names)
        if isinstance(value.get(name), str) and name != column
    }
    others = {key: said for key, said in value.items() if key != column}
    cards = copies_in(cell, limits) if any(map(single_kind, others)) else {}
    return Cell(row.source, cell, row.row, 0, given, others=tuple(line for _, line in facts(others, cards, limits)))


def _text(line: bytes, limits: Limits) -> str:
    """Return the text of a line; raises InputError if it is too long or no text."""
    content = line.removesuffix(b"\n")
    if len(content) > limits.file_bytes:
        raise InputError(f"a line of more than {limits.file_bytes:,} bytes", help=how_to_raise("file-bytes"))
    return decode(content, "", limits).strip(_BLANK) if content.strip(b"\xef\xbb\xbf \t\r\n") else ""


def whole_lines(stream: IO[bytes], limits: Limits) -> Iterator[bytes]:
    """Yield the lines of a text; a line above the limit is cut just above it, so it still exceeds the limit."""
    while line := stream.readline(limits.file_bytes + 1):
        rest = line
        while len(line) > limits.file_bytes and rest and not rest.endswith(b"\n"):
            rest = stream.readline(limits.file_bytes)
        yield line if rest is line else line + b"\n"
