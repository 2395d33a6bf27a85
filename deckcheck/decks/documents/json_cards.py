"""Read cards in JSON: objects, pairs and lines in a list, maps, and separate lists of names and numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Any

from msgspec import Struct

from deckcheck.decks.tables.card_records import CardRecord
from deckcheck.decks.tables.rows import ONE_CARD_COLUMNS
from deckcheck.decks.words.counts import whole_number
from deckcheck.decks.words.headers import heading, outside_section
from deckcheck.decks.words.marks import counts_deck, in_question, texts_of
from deckcheck.decks.words.sayings import (
    NO_CARDS,
    Path,
    counts_cards,
    facts,
    is_number,
    label_words,
    names_fact,
    names_part,
    says_copies,
    section_said,
)
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits
from deckcheck.model.names import bare_lines, fold

# This number of cards is a deck under any key; fewer are too few.
MANY = 10
# A line with a card.
COUNTED = r"[0-9]+\s?[x×]?\s+[^\W\d][^\n]*\Z"
_PAIR = 2
# Keys of the name of a card, the most likely first.
_IDS = ("card id", "cardid", "id", "code", "slug")
_NAMES = (*_IDS, "card", *ONE_CARD_COLUMNS, "node", "item")
# Below these keys is a whole deck.
DECKS = ("cards", "record", "head", "deck")
# The internal ids of cards in databases: a UUID, an id of MongoDB, a number, a collector number (``CE-12``).
_INTERNAL = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{24}|(?:[A-Za-z]{1,3}[-_]?)?[0-9]+"
# Keys of lists of names.
_LISTS_OF_NAMES = frozenset({*ONE_CARD_COLUMNS, *(f"{name}s" for name in ONE_CARD_COLUMNS)})


class JsonCard(Struct, frozen=True):
    """A card of a part: its path of keys, its name or line, and its number, None for a line or a bare name.

    `item` is the object with the card, if there is one.
    """

    path: Path
    name: str
    count: object = None
    item: CardObject | None = None


class CardObject(Struct, frozen=True, dict=True):
    """An object with a card: its keys that may name the card, with the names, and those that may count its copies."""

    item: dict[str, Any]
    names: dict[str, str]
    counts: list[str]

    @property
    def name(self) -> str:
        """The id or name of the card."""
        names = [*self.names.values()]
        return next((name for name in names if re.fullmatch(_INTERNAL, name) is None), names[0])

    @property
    def others(self) -> dict[str, Any]:
        """The other keys and values of the object, besides the names and the copies of its card."""
        return {key: value for key, value in self.item.items() if key not in self.names and key not in self.counts}

    @cached_property
    def record(self) -> CardRecord:
        """The card with the texts beside it."""
        copies = max([int(number) for key in self.counts if is_number(number := self.item[key])], default=1)
        is_id = any(label_words(key) in _IDS for key, name in self.names.items() if name == self.name)
        return CardRecord(self.name, copies, tuple(texts_of(self.others)), is_id, is_counted=bool(self.counts))

    def listed(self, path: Path) -> JsonCard:
        """Return the card with its level, at the keys of `path`."""
        count = _plain(self.item[self.counts[0]]) if self.counts else 1
        return JsonCard(path, self.name + self.record.level[0], count, self)

    def beside(self, limits: Limits) -> Iterator[tuple[Path, str]]:
        """Yield the other lines of the object, besides name, copies and facts of its card, with the keys of each."""
        card = fold(self.name)
        for key, name in self.names.items():
            if re.fullmatch(_INTERNAL, name) is None and fold(name) not in card and card not in fold(name):
                yield (key,), f"card: {name}"
        others = {key: value for key, value in self.others.items() if not self._is_fact(key, value, limits)}
        yield from facts(others, {}, limits)

    def _is_fact(self, key: str, value: object, limits: Limits) -> bool:
        text = value if isinstance(value, str) else str(value) if is_number(value) else ""
        return self.record.is_fact(key, text, limits) if text else names_fact(key)


def card_in(item: object, *, needs_count: bool = True) -> CardObject | None:
    """Return the card in an object, None if nothing names or counts one, or if it has only other numbers."""
    if not isinstance(item, dict) or any(isinstance(item.get(key), dict | list) for key in DECKS):
        return None  # In such an object "name" and "count" belong to a whole deck.
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
    is_card = counts or not (needs_count or any(map(is_count, item.values())))
    return CardObject(item, names, [*counts, *parts]) if is_card else None


def is_count(value: object) -> bool:
    """Return whether a value is a number, or one as people write it: ``3x``."""
    return is_number(value) or (isinstance(value, str) and whole_number(value) is not None)


def _with_numbers(item: dict[str, Any]) -> dict[str, Any]:
    """Return an object with the numbers of a nested object below a key of copies: ``{"quantity": {"deck": 3}}``."""
    inner = {key: each for key, each in item.items() if isinstance(each, dict) and each and counts_cards(key)}
    if not inner:
        return item
    several = {key: each for key, each in inner.items() if all(map(is_number, each.values()))}
    spread = {
        f"{key} {at}".removesuffix(" value"): number for key, each in several.items() for at, number in each.items()
    }
    return {key: each for key, each in item.items() if key not in several} | spread if several else item


def _counts_whole(key: str) -> bool:
    """Return whether a key names a whole deck, so a number below it counts the copies of a card in it: ``main``."""
    return (found := heading(key)) is not None and found.deck and not found.section


def _may_count(key: str, number: object, item: dict[str, Any], counts: list[str]) -> bool:
    """Return whether a number may also count copies: those in the deck, or any if `counts` are unclear."""
    if not isinstance(number, int) or names_fact(key) or label_words(key) in (*_NAMES, *NO_CARDS):
        return False
    is_other = any(item[each] != number for each in counts)
    return is_other and (counts_deck(key) or not any(map(says_copies, counts)))


def _name_of(value: object) -> str:
    """Return the name of a card in a text, or in an object that describes the card."""
    said = [value.get("id"), value.get("name")] if isinstance(value, dict) else [value]
    return next((each for each in said if isinstance(each, str)), "")


def columns_in(value: object, path: Path) -> tuple[list[Path], tuple[JsonCard, ...]]:
    """Return the paths of the lists of names and numbers in an object, the names first, and the cards.

    An example is ``{"name": ["Banzai!", "Rout"], "count": [3, 2]}``; the lists may also be maps with the same keys.
    Anything else has no cards.

    Raises:
        InputError: when several lists may give the numbers, or one that may mean anything.
    """
    columns = {key: dict(_items(each)) for key, each in value.items()} if isinstance(value, dict) else {}
    name = next((key for key, cells in columns.items() if _are_names(key, cells)), None)
    if name is None:
        return [], ()
    same = [key for key, cells in columns.items() if cells.keys() == columns[name].keys()]
    numbers = [key for key in same if all(map(is_count, columns[key].values())) and not names_fact(key)]
    clear = [key for key in numbers if counts_cards(key)]
    if not clear and len(numbers) > 1:
        shown = " and ".join(f"`{key}`" for key in numbers)
        raise InputError(f"several lists of numbers for the cards: {shown}", help="call the list of copies `count`")
    if not clear and (unknown := in_question(numbers)):
        message = f"cannot tell whether {unknown} gives the numbers of copies"
        raise InputError(message, help="call the list of copies `count`")
    called = {key: "copies" if key in numbers and not clear else key for key in same} | {name: "name"}
    rows = {at: card_in({called[key]: columns[key][at] for key in same}) for at in columns[name]}
    keys = [(*path, name), *((*path, key) for key in same if key != name)]
    return keys, _of_objects(((*path, name, at), card) for at, card in rows.items())


def items_of(value: object) -> Iterable[tuple[str | int, Any]]:
    """Return the items of a map or list with their keys, none of anything else."""
    return value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()


def _items(value: object) -> list[tuple[str | int, object]]:
    """Return the items of a list or map with their keys; empty if one of them is a list or a map."""
    pairs = [*items_of(value)]
    return [] if any(isinstance(each, dict | list) for _, each in pairs) else pairs


def _are_names(key: str, cells: Mapping[str | int, object]) -> bool:
    """Return whether several cells of a column are card names."""
    is_column = label_words(key) in _LISTS_OF_NAMES and len(cells) > 1
    return is_column and all(isinstance(each, str) and any(map(str.isalpha, each)) for each in cells.values())


def inside(value: object) -> Iterator[tuple[str | int, object]]:
    """Yield the objects, lists and texts in an object, and all items of a list, with their keys."""
    items = items_of(value)
    yield from ((key, each) for key, each in items if isinstance(value, list) or isinstance(each, dict | list | str))


def listed(value: object, path: Path, *, known: bool = True) -> tuple[JsonCard, ...]:
    """Return the cards in a value; empty for any other value. With `known`, its key means that it has cards."""
    if isinstance(value, dict):
        return _mapped(value, path)
    known = known and bool(path)
    if isinstance(value, str):
        is_list = is_list_text(value) or (known and re.match(COUNTED, value))
        return tuple(JsonCard(path, line) for line in bare_lines(value)) if is_list else ()
    return _in_list(value, path, known=known) if isinstance(value, list) and value else ()


def _in_list(values: list[Any], path: Path, *, known: bool) -> tuple[JsonCard, ...]:
    """Return the items of a list as cards, each with its index; empty if any item is something else.

    Names without numbers are cards if some are repeated, once for each copy, or if their key is `known`.
    """
    items: list[tuple[Path, Any]] = [((*path, at), each) for at, each in enumerate(values)]
    if all(map(_is_wrapped, values)) and len({*chain.from_iterable(values)}) == 1:
        items = [((*at, key), inner) for at, each in items for key, inner in each.items()]
        values = [inner for _, inner in items]
    if all(isinstance(each, str) for each in values):
        is_list = all(re.match(COUNTED, each) for each in values) or is_list_text("\n".join(values))
        is_known = is_list or known or _repeats(values)
        return tuple(JsonCard(at, each) for at, each in items if each.strip()) if is_known else ()
    if all(map(is_one_card, values)) and (known or len(values) >= MANY):
        return tuple(card for at, each in items for card in counted(each.items(), at))
    if all(map(_is_pair, values)):
        pairs = ((at, sorted(each, key=is_count)) for at, each in items)
        return tuple(JsonCard(at, name, _plain(count)) for at, (name, count) in pairs)
    if all(map(_is_row, values)) and len(values) >= MANY:
        return tuple(JsonCard(at, _row_of(each)) for at, each in items)
    return _of_objects((at, card_in(each, needs_count=False)) for at, each in items)


def _mapped(value: dict[str, Any], path: Path) -> tuple[JsonCard, ...]:
    """Return the cards of a map from names to numbers or to objects; a map that counts parts has none."""
    if all(map(is_count, value.values())):
        is_named = any(any(map(str.isalpha, key)) and heading(label_words(key)) is None for key in value)
        return counted(value.items(), path) if is_named else ()
    if not all(isinstance(each, dict) for each in value.values()):
        is_part = bool(path) and section_of(str(path[-1])) is not None
        return _by_number(value, path) if len(value) > 1 or is_part else ()
    return _of_objects(((*path, key), card_in(each) or card_in({"card": key} | each)) for key, each in value.items())


def _by_number(value: Mapping[str, Any], path: Path) -> tuple[JsonCard, ...]:
    """Return the cards of a map of numbers to names, ``{"3x": ["Banzai!"], "2x": [...]}``; empty for other maps."""
    lists = {key: each for key, each in value.items() if whole_number(key) and isinstance(each, list)}
    found = [
        JsonCard((*path, key, at), name, whole_number(key))
        for key, each in lists.items()
        for at, name in enumerate(each)
    ]
    names = {card.name for card in found if isinstance(card.name, str) and card.name[:1].isalpha()}
    return tuple(found) if len(lists) == len(value) and len(names) == len(found) else ()


def counted(items: Iterable[tuple[str, object]], path: Path) -> tuple[JsonCard, ...]:
    """Return the cards of a map from names to numbers."""
    return tuple(JsonCard((*path, name), name, _plain(count)) for name, count in items)


def _of_objects(found: Iterable[tuple[Path, CardObject | None]]) -> tuple[JsonCard, ...]:
    """Return the cards in objects; empty if one is not a card, or if all of them may lack their numbers."""
    every = [*found]
    cards = [(path, card) for path, card in every if card is not None]
    is_counted = any(card.counts for _, card in cards) or _repeats([card.name for _, card in cards])
    return tuple(card.listed(path) for path, card in cards) if len(cards) == len(every) and is_counted else ()


def section_of(key: str) -> str | None:
    """Return the section of cards that a key or the name of a part means, None if it means none."""
    is_side = outside_section(f"{label_words(key)}:") == "sideboard"
    return "sideboard" if is_side else section_said(key)


def _is_wrapped(item: object) -> bool:
    """Return whether an object contains only another object: ``{"node": {...}}``."""
    return isinstance(item, dict) and len(item) == 1 and all(isinstance(each, dict) for each in item.values())


def is_one_card(item: object) -> bool:
    """Return whether an object is one card with its number."""
    return isinstance(item, dict) and len(item) == 1 and all(map(is_count, item.values()))


def _is_pair(value: object) -> bool:
    """Return whether a value is a list of a name and a number."""
    if not isinstance(value, list) or len(value) != _PAIR:
        return False
    return {*map(is_count, value)} == {True, False} and any(isinstance(each, str) for each in value)


def _repeats(names: list[str]) -> bool:
    """Return whether names form a list with one name for each copy."""
    return len(names) >= MANY and max(Counter(names).values()) > 1


def _is_row(value: object) -> bool:
    """Return whether a value is a row of a table."""
    return isinstance(value, list) and len(value) > 1 and not any(isinstance(each, dict | list) for each in value)


def _row_of(cells: list[object]) -> str:
    """Return a row of a table as a line with tabs between the cells."""
    return "\t".join("" if cell is None else " ".join(str(cell).split()) for cell in cells)


def text_of(value: object) -> str:
    """Return the list in a text or an array of lines, "" where each line is a card with its number in front."""
    if isinstance(value, str):
        return value
    items = value if isinstance(value, list) and not all(map(_is_pair, value)) else []
    lines = [*map(_row_of, items)] if all(map(_is_row, items)) else [each for each in items if isinstance(each, str)]
    return "" if all(re.match(COUNTED, line) for line in lines) else "\n".join(lines)


def _plain(count: object) -> object:
    """Return a number as a whole number if programs or people write it in another form: ``3.0``, ``"3"``, ``"3x"``."""
    if isinstance(count, str):
        return whole_number(count) or count
    return "null" if count is None else int(count) if isinstance(count, float) and count.is_integer() else count


def is_list_text(value: object) -> bool:
    """Return whether a text is a list: several lines, most of them with a number."""
    lines = bare_lines(value) if isinstance(value, str) else []
    return len(lines) > 1 and 2 * sum(any(map(str.isdigit, line)) for line in lines) > len(lines)
