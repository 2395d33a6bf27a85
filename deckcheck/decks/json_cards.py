"""Cards in JSON: objects with one card each, names and numbers in lists of their own, and names below their number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.decks.counts import whole_number
from deckcheck.decks.headers import heading
from deckcheck.decks.marks import counts_deck, level_beside, texts_of
from deckcheck.decks.rows import ONE_CARD_COLUMNS
from deckcheck.decks.sayings import (
    NO_CARDS,
    Path,
    counts_cards,
    facts,
    is_fact_of_card,
    is_number,
    label_words,
    names_fact,
    names_part,
    says_copies,
)
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits
from deckcheck.model.names import fold

# Keys of the name of a card, the likeliest first.
_IDS = ("card id", "cardid", "id", "code", "slug")
_NAMES = (*_IDS, "card", "cards", "card name", "name", "title", "node", "item")
# What is below these keys is a whole deck.
DECKS = ("cards", "record", "head", "deck")
_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
# Keys of lists of names.
_LISTS_OF_NAMES = frozenset({*ONE_CARD_COLUMNS, *(f"{name}s" for name in ONE_CARD_COLUMNS)})


class CardObject(Struct, frozen=True):
    """An object with a card: its keys that may name the card, with the names, and those that may count its copies."""

    item: dict[str, Any]
    names: dict[str, str]
    counts: list[str]

    @property
    def name(self) -> str:
        """The id or name of the card."""
        names = [*self.names.values()]
        return next((name for name in names if re.fullmatch(_UUID, name) is None), names[0])

    @property
    def copies(self) -> int:
        """The highest number that may be that of its copies."""
        return max([int(number) for key in self.counts if is_number(number := self.item[key])], default=1)

    @property
    def others(self) -> dict[str, Any]:
        """What the object says besides the names and the copies of its card."""
        return {key: value for key, value in self.item.items() if key not in self.names and key not in self.counts}

    @property
    def said(self) -> list[tuple[str, str]]:
        """The same as keys and texts."""
        return [*texts_of(self.others)]

    @property
    def level(self) -> tuple[str, bool]:
        """The level that other keys add to the name, "" where they add none, and whether it is in doubt."""
        return level_beside(self.name, self.said, is_id=any(label_words(key) in _IDS for key in self.names))

    def beside(self, limits: Limits) -> Iterator[tuple[Path, str]]:
        """Yield the lines that the object says besides name, copies and facts of its card, with the keys to each."""
        card = fold(self.name)
        for key, name in self.names.items():
            if re.fullmatch(_UUID, name) is None and fold(name) not in card and card not in fold(name):
                yield (key,), f"card: {name}"
        others = {key: value for key, value in self.others.items() if not _is_fact(key, value, limits)}
        yield from facts(others, {}, limits)


def card_in(item: object) -> CardObject | None:
    """Return the card in an object, None where nothing names or counts one."""
    if not isinstance(item, dict) or any(isinstance(item.get(key), dict | list) for key in DECKS):
        return None  # "name" and "count" are those of a whole deck.
    found = {key: _name_of(item[key]) for wanted in _NAMES for key in item if label_words(key) == wanted}
    names = {key: name for key, name in found.items() if name.strip()}
    if not names:
        return None
    item = _with_numbers(item)
    keys = [key for key, value in item.items() if not isinstance(value, dict | list)]
    says = (says_copies, counts_cards, _counts_whole)
    counts = next((those for each in says if (those := [key for key in keys if each(key)])), [])
    numbers = {key: item[key] for key in keys if key not in counts and is_number(item[key]) and item[key] > 0}
    parts = [key for key, number in numbers.items() if names_part(key) or _may_count(key, number, item, counts)]
    return CardObject(item, names, [*counts, *parts]) if counts else None


def uncounted(value: object) -> CardObject | None:
    """Return the card in an object that gives no number at all."""
    if not isinstance(value, dict) or any(map(is_count, value.values())):
        return None
    card = card_in({"copies": 1} | value)
    return replace(card, item=value, counts=[]) if card is not None and card.counts == ["copies"] else None


def is_count(value: object) -> bool:
    """Return whether a value is a number, or one as people write it: ``3x``."""
    return is_number(value) or (isinstance(value, str) and whole_number(value) is not None)


def _with_numbers(item: dict[str, Any]) -> dict[str, Any]:
    """Return an object with the numbers in one below a key of copies: ``{"quantity": {"deck": 3}}``."""
    inner = {key: each for key, each in item.items() if isinstance(each, dict) and each and counts_cards(key)}
    if not inner:
        return item
    several = {key: each for key, each in inner.items() if all(map(is_number, each.values()))}
    spread = {
        f"{key} {at}".removesuffix(" value"): number for key, each in several.items() for at, number in each.items()
    }
    return {key: each for key, each in item.items() if key not in several} | spread if several else item


def _counts_whole(key: str) -> bool:
    """Return whether a key is that of a whole deck, whose copies of a card a number below it is: ``main``."""
    return (found := heading(key)) is not None and found.deck and not found.section


def _may_count(key: str, number: object, item: dict[str, Any], counts: list[str]) -> bool:
    """Return whether a number may be that of the copies too: one in the deck, or any where `counts` say little."""
    if not isinstance(number, int) or names_fact(key) or label_words(key) in (*_NAMES, *NO_CARDS):
        return False
    is_other = any(item[each] != number for each in counts)
    return is_other and (counts_deck(key) or not any(map(says_copies, counts)))


def _name_of(value: object) -> str:
    """Return the name of a card that a text is, or the one in an object that describes the card."""
    said = [value.get("id"), value.get("name")] if isinstance(value, dict) else [value]
    return next((each for each in said if isinstance(each, str)), "")


def _is_fact(key: str, value: object, limits: Limits) -> bool:
    return is_fact_of_card(key, value, limits) if isinstance(value, str) else names_fact(key)


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
    numbers = [key for key in same if all(map(is_count, columns[key].values())) and not names_fact(key)]
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
    is_column = label_words(key) in _LISTS_OF_NAMES and len(cells) > 1
    return is_column and all(isinstance(each, str) and any(map(str.isalpha, each)) for each in cells.values())


def by_number(value: Mapping[str, Any]) -> list[tuple[Path, str, int]]:
    """Return the cards of a map of numbers to names, ``{"3x": ["Banzai!"], "2x": [...]}``; none for others."""
    lists = [(key, whole_number(key), each) for key, each in value.items() if isinstance(each, list)]
    found: list[tuple[Path, Any, int]] = [
        ((key, at), name, number) for key, number, names in lists if number for at, name in enumerate(names)
    ]
    names = {name for _, name, _ in found if isinstance(name, str) and name[:1].isalpha()}
    are_all = len(lists) == len(value) and len(names) == len(found) == sum(len(each) for _, _, each in lists)
    return found if are_all else []
