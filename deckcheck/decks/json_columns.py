"""Cards in JSON apart from their numbers: names and numbers in lists of their own, and names below their number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from deckcheck.decks.counts import whole_number
from deckcheck.decks.json_cards import CardObject, card_in
from deckcheck.decks.rows import ONE_CARD_COLUMNS
from deckcheck.decks.sayings import Path, counts_cards, is_number, label_words, names_fact
from deckcheck.model.errors import InputError

# Keys of lists of names.
_NAMES = frozenset({*ONE_CARD_COLUMNS, *(f"{name}s" for name in ONE_CARD_COLUMNS)})


def columns_in(value: object) -> tuple[list[str], list[tuple[Path, CardObject]]]:
    """Return the keys of lists with a name and a number for each card, and the cards with the keys to their names.

    As in ``{"name": ["Banzai!", "Rout"], "count": [3, 2]}``; the lists may also be maps with the same keys. Empty for
    anything else. Raises InputError where several lists may give the numbers.
    """
    columns = {key: dict(_items(each)) for key, each in value.items()} if isinstance(value, dict) else {}
    name = next((key for key, cells in columns.items() if _are_names(key, cells)), None)
    if name is None:
        return [], []
    same = [key for key, cells in columns.items() if cells.keys() == columns[name].keys()]
    numbers = [key for key in same if all(map(_is_number, columns[key].values())) and not names_fact(key)]
    clear = [key for key in numbers if counts_cards(key)]
    if not clear and len(numbers) > 1:
        shown = " and ".join(f"`{key}`" for key in numbers)
        raise InputError(f"several lists of numbers for the cards: {shown}", help="call the one of copies `count`")
    called = {key: "copies" if key in numbers and not clear else key for key in same}
    rows = {at: card_in({called[key]: columns[key][at] for key in same}) for at in columns[name]}
    found: list[tuple[Path, CardObject]] = [((name, at), card) for at, card in rows.items() if card is not None]
    return (same, found) if len(found) == len(rows) else ([], [])


def _items(value: object) -> Iterator[tuple[str | int, object]]:
    """Return the items of a list, or of a map, with their keys; none where one is a list or a map."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    pairs: list[tuple[str | int, object]] = [*items]
    return iter([] if any(isinstance(each, dict | list) for _, each in pairs) else pairs)


def _are_names(key: str, cells: Mapping[str | int, object]) -> bool:
    """Return whether several cells of a column are names of cards."""
    is_column = label_words(key) in _NAMES and len(cells) > 1
    return is_column and all(isinstance(each, str) and any(map(str.isalpha, each)) for each in cells.values())


def _is_number(value: object) -> bool:
    return is_number(value) or (isinstance(value, str) and whole_number(value) is not None)


def by_number(value: Mapping[str, Any]) -> list[tuple[Path, str, int]]:
    """Return the cards of a map of numbers to names, ``{"3x": ["Banzai!"], "2x": [...]}``; none for others."""
    lists = [(key, whole_number(key), each) for key, each in value.items() if isinstance(each, list)]
    found: list[tuple[Path, Any, int]] = [
        ((key, at), name, number) for key, number, names in lists if number for at, name in enumerate(names)
    ]
    names = {name for _, name, _ in found if isinstance(name, str) and name[:1].isalpha()}
    are_all = len(lists) == len(value) and len(names) == len(found) == sum(len(each) for _, _, each in lists)
    return found if are_all else []
