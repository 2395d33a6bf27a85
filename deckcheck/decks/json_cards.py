"""JSON objects with one card each: an id or a name, a number of copies, and facts about the card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.decks.counts import whole_number
from deckcheck.decks.headers import heading
from deckcheck.decks.marks import counts_deck, level_beside, texts_of
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
from deckcheck.model.limits import Limits
from deckcheck.model.names import fold

# Keys of the name of a card, the likeliest first.
_IDS = ("card id", "cardid", "id", "code", "slug")
_NAMES = (*_IDS, "card", "cards", "card name", "name", "title", "node", "item")
# What is below these keys is a whole deck.
DECKS = ("cards", "record", "head", "deck")
_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"


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
