"""Find the decks in a document such as JSON by the shapes of their cards, whatever objects surround them.

Cards are a map of names to numbers or to objects, or a list of objects, of pairs or of lines; a list may also be one
text. A deck is such cards, or an object that has them under the names of parts, under keys such as ``cards``, or as the
only cards somewhere inside it.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.decks.documents.json_cards import (
    COUNTED,
    DECKS,
    MANY,
    JsonCard,
    card_in,
    columns_in,
    counted,
    inside,
    is_list_text,
    items_of,
    listed,
    section_of,
    text_of,
)
from deckcheck.decks.tables.rows import DECK_COLUMNS
from deckcheck.decks.words.headers import header_count, words_of
from deckcheck.decks.words.keys import KEYS
from deckcheck.decks.words.marks import LISTS, counts_owned, may_be_outside
from deckcheck.decks.words.sayings import NO_CARDS, Path, counts_cards, label_words
from deckcheck.model.deck import NOT_IN_DECK, OUTSIDE, STARTING
from deckcheck.model.errors import InputError

# Keys of all cards of a deck.
_WHOLE = (*DECK_COLUMNS, "main", "main deck", "maindeck", "main board", "mainboard")
# More cards than one of the parts of a deck has.
_LARGE = 60
# Keys of Tabletop Simulator: of the objects on the table, of those in a pile or bag, of an object's name, and of the
# cards in a pile whose cards have no objects of their own.
_TABLE, _INSIDE, _NAME, _CARDS = "ObjectStates", "ContainedObjects", "Nickname", "DeckIDs"


class DeckPart(Struct, frozen=True):
    """Cards of a deck: the keys that lead to them, their heading, and the cards.

    `text` is the list that they form, if it may contain lines other than cards. `told` are keys that repeat
    facts about these cards: the name of the part, and their number.
    """

    path: Path
    header: str
    cards: tuple[JsonCard, ...]
    text: str = ""
    told: tuple[Path, ...] = ()

    @property
    def section(self) -> str | None:
        """The section of cards that the heading names, None where it names none."""
        return section_of(self.header)

    @property
    def is_own(self) -> bool:
        """Whether the heading is in the player's own words."""
        return bool(self.header) and self.section is None

    @property
    def may_be_outside(self) -> bool:
        """Whether the heading may introduce cards outside the deck, or of another deck."""
        return self.is_own and (_is_apart(self.header) or not LISTS.isdisjoint(words_of(self.header)))

    @property
    def is_numbered(self) -> bool:
        """Whether the heading numbers a list: ``deck 2``."""
        return self.section == "" and 0 < (header_count(self.header) or 0) < MANY

    @property
    def is_text(self) -> bool:
        """Whether all cards are lines."""
        return all(card.count is None for card in self.cards)

    @property
    def copies(self) -> int:
        """The number of all copies."""
        lines = (int(match[0]) for card in self.cards if (match := re.match("[0-9]+", card.name)))
        return sum(lines) if self.is_text else sum(each.count for each in self.cards if isinstance(each.count, int))


class FoundDeck(Struct, frozen=True):
    """A deck: the keys that lead to it, and the parts with its cards, whose keys continue from there."""

    path: Path
    parts: tuple[DeckPart, ...]


def decks_in(value: object, path: Path = (), *, known: bool = True) -> list[FoundDeck]:
    """Return the decks in the value at `path`; empty if nothing has the shape of a deck.

    Without `known`, the key of the value is ignored, and a few cards there are not a deck.

    Raises:
        InputError: when an object has several decks.
    """
    if parts := _piles(value) or _parts(value, known=known):
        return [FoundDeck(path, parts)]
    is_list = isinstance(value, list)
    inner = [
        (key, decks_in(each, (*path, key), known=key in DECKS or (is_list and known))) for key, each in inside(value)
    ]
    some = [(key, found) for key, found in inner if found]
    if is_list:
        return [deck for _, found in some for deck in found] if len(some) == len(inner) else []
    some = [each for each in some if each[0] in DECKS][:1] or some
    if len(some) > 1:
        raise _several_lists(*(str(key) for key, _ in some[:2]))
    for key, found in some:
        if isinstance(key, str) and _is_apart(key) and all(len(deck.parts) == 1 for deck in found):
            message = f"the only cards are under `{key}`, which may not be a deck"
            raise InputError(message, help="put them under `cards`")
    return [deck for _, found in some for deck in found]


def _piles(value: object) -> tuple[DeckPart, ...]:
    """Return the parts of a deck in a saved object of Tabletop Simulator; empty for any other value.

    Raises:
        InputError: when it is large enough for two decks, or two of its piles have the same card.
    """
    parts = tuple(DeckPart((), name, cards) for name, cards in _piles_in(value))
    names = Counter(card.name for part in parts if part.copies > MANY for card in part.cards)
    if sum(part.copies for part in parts) > 2 * _LARGE or max(names.values(), default=0) > 1:
        raise _several_lists(*(part.header or "ObjectStates" for part in parts[:2]))
    return parts


def _several_lists(*keys: str) -> InputError:
    shown = " and ".join(f"`{key}`" for key in keys)
    help = "give each deck a file, or put the decks into a JSON list"
    return InputError(f"several lists of cards, under {shown}", help=help)


def _is_apart(key: str) -> bool:
    """Return whether a key may name cards outside the deck: ``wishlist``, ``owned``."""
    return section_of(key) in NOT_IN_DECK or may_be_outside(key) or counts_owned(key)


def _parts(value: object, *, known: bool) -> tuple[DeckPart, ...]:
    """Return the parts of a value that is itself a deck; empty if it is not."""
    has_cards = isinstance(value, dict) and "cards" in value
    whole = _columns((), "", value) if has_cards else _whole((), "", value, known=known)
    if whole is not None:
        return (whole,)
    if isinstance(value, list):
        named = _named(value, ())
        return tuple(named) if len(named) > 1 and all(part.section is not None for part in named) else ()
    if not isinstance(value, dict):
        return ()
    if has_cards:
        return _with_sideboard(value)
    if (sections := _by_section(value)) is not None:
        return sections
    keys = [key for key in value if label_words(key) in KEYS["sections"]]
    named = [part for key in keys for part in _named(value[key], (key,))]
    return tuple(named or (_groups(value, ()) if known else []))


def _with_sideboard(deck: dict[str, Any]) -> tuple[DeckPart, ...]:
    """Return the parts of a deck with its cards under ``cards``, and others under keys such as ``sideboard``."""
    keys = [key for key in deck if key in ("cards", "sideboard") or section_of(key) == OUTSIDE]
    below = [part for key in keys for part in _below((key,), key, deck[key])]
    below = [replace(part, header="") if part.header == "cards" else part for part in below]
    return tuple(below) if any(part.path[0] == "cards" for part in below) else ()


def _by_section(deck: dict[str, Any]) -> tuple[DeckPart, ...] | None:
    """Return the parts of a deck under keys that name sections; None if one alone is not a whole deck.

    Raises:
        InputError: when one of several keys numbers a list.
    """
    below = [part for key, each in deck.items() if section_of(key) is not None for part in _below((key,), key, each)]
    is_whole = any(label_words(part.header) in _WHOLE for part in below)
    if len(below) > 1 and (others := [part.header for part in below if part.is_numbered]):
        raise _several_lists(below[0].header, others[-1])
    if is_whole:
        # A part that is one bare name may repeat a card of the whole list.
        return tuple(each for each in below if not _is_bare_name(each))
    return tuple(below) if len(below) > 1 else None


def _is_bare_name(part: DeckPart) -> bool:
    """Return whether a part is one line without a number."""
    return part.is_text and len(part.cards) == 1 and not re.match(COUNTED, part.cards[0].name)


def _whole(path: Path, header: str, value: object, *, known: bool = True) -> DeckPart | None:
    """Return a value as a part, else None; without `known`, a few cards are not a part."""
    if (columns := _columns(path, header, value)) is not None:
        return columns
    cards = listed(value, path, known=known)
    return DeckPart(path, header, cards, text_of(value)) if cards and (known or len(cards) >= MANY) else None


def _columns(path: Path, header: str, value: object) -> DeckPart | None:
    """Return the part with its names and numbers in two separate lists, None for any other value."""
    keys, cards = columns_in(value, path)
    return DeckPart(keys[0], header, cards, told=tuple(keys[1:])) if cards else None


def _below(path: Path, key: str, value: object) -> list[DeckPart]:
    """Return the parts below a key that names a section or the whole deck."""
    if (part := _whole(path, key, value)) is not None:
        return [part]
    if section_of(key) in STARTING and (cards := _uncounted(path, value)):
        return [DeckPart(path, key, cards)]
    if isinstance(value, str):  # Below keys such as "event" or "deck" the value may be anything.
        return []
    if (
        key == "cards"
        and isinstance(value, dict)
        and not any(isinstance(each, dict | list) or is_list_text(each) for each in value.values())
    ):
        return [DeckPart(path, key, counted(value.items(), path))]
    if key in DECKS:
        return _groups(value, path)
    named = _named_part(value, path, key)
    return [named] if named is not None and named.cards else _named(value, path)


def _uncounted(path: Path, value: object) -> tuple[JsonCard, ...]:
    """Return the cards of a value without numbers: one card, a list of cards, or one list for each element."""
    if isinstance(value, str):
        return (JsonCard(path, value.strip()),) if value.strip() and "\n" not in value.strip() else ()
    if (card := card_in(value, needs_count=False)) is not None:
        return (card.listed(path),)
    are_rings = isinstance(value, dict) and all(section_of(f"{ring} province") == "province" for ring in value)
    is_several = isinstance(value, list) or are_rings
    found = [_uncounted((*path, at), each) for at, each in inside(value)] if is_several else []
    return tuple(card for cards in found for card in cards) if all(found) else ()


def _groups(value: object, path: Path) -> list[DeckPart]:
    """Return the parts of a deck below names, some of them the player's own; empty if they may be several decks.

    Decks share cards or are large; the parts of one deck are small and share none. Only a part below a key for cards
    may be large.
    """
    items = [item for item in value.items() if item[1] not in ({}, [])] if isinstance(value, dict) else []
    if not path:  # Facts and whole decks may be beside these parts.
        items = [(key, each) for key, each in items if label_words(key) not in NO_CARDS]
        items = [item for item in items if _below(item[:1], *item) or decks_in(item[1], known=False)]
        items = [] if any(isinstance(each, dict) and not each.keys().isdisjoint(DECKS) for _, each in items) else items
    found = [_below((*path, key), key, each) for key, each in items if any(map(str.isalpha, key))]
    parts = [part for each in found for part in each]
    names = Counter(card.name for part in parts if section_of(part.header) not in NOT_IN_DECK for card in part.cards)
    are_decks = max(names.values(), default=0) > 1 or any(part.is_numbered for part in parts)
    are_decks |= sum(part.copies > _LARGE for part in parts) > bool(path)
    is_deck = len(found) == len(items) > 1 and all(found) and any(part.is_own for part in parts)
    return parts if is_deck and not are_decks and (path or names.total() >= MANY) else []


def _named(value: object, path: Path) -> list[DeckPart]:
    """Return the parts of a deck below a key such as ``sections``; empty if it contains anything else."""
    found = [_named_part(item, (*path, at), at if isinstance(at, str) else "") for at, item in items_of(value)]
    parts = [part for part in found if part is not None and part.cards] if all(found) else []
    if parts:
        empty = [told for part in found if part is not None and not part.cards for told in part.told]
        parts[0] = replace(parts[0], told=(*parts[0].told, *empty))
    return parts


def _named_part(item: object, path: Path, key: str) -> DeckPart | None:
    """Return the part below its name, or in an object with a name and cards; None for anything else."""
    if key and (part := _whole(path, key, item)) is not None:
        return part
    if key and isinstance(item, dict | list) and not item:
        return DeckPart(path, key, ())
    if not isinstance(item, dict):
        return None
    titles = [name for name, text in item.items() if label_words(name) in KEYS["titles"] and isinstance(text, str)]
    titles = [] if section_of(key) is not None else titles
    others = [at for at in item if at not in titles]
    inner = [at for at in others if isinstance(item[at], dict | list) or (item[at] is None and at in DECKS)] or [
        at for at in others if listed(item[at], (at,))
    ]
    name = item[titles[0]] if titles else key
    if not name or len(inner) != 1:
        return None
    found = _whole((*path, inner[0]), name, item[inner[0]])
    if found is None and item[inner[0]]:
        return None
    found = found or DeckPart((*path, inner[0]), name, ())
    told = [at for at, number in item.items() if counts_cards(at) and number == found.copies]
    if not found.is_own or header_count(name) == found.copies:  # Any other name may be a card.
        told += titles[:1]
    return replace(found, told=tuple((*path, at) for at in told))


def _piles_in(value: object, path: Path = ()) -> Iterator[tuple[str, tuple[JsonCard, ...]]]:
    """Yield the name of each pile with its cards, the piles on the table first; nothing for any other value."""
    key = next((key for key in (_TABLE, _INSIDE) if isinstance(value, dict) and isinstance(value.get(key), list)), "")
    if not isinstance(value, dict) or not key:
        return
    objects = {(*path, key, at): each for at, each in enumerate(value[key]) if isinstance(each, dict)}
    copies, places = Counter[str](), dict[str, Path]()
    for place, each in objects.items():
        # Tokens and dice have other names.
        if not each.get(_INSIDE) and (_nickname(each) or str(each.get("Name")).startswith(("Card", "Deck"))):
            name = _nickname(each) or f"card {each.get('CardID', '')}"
            copies[name] += max(1, len(each.get(_CARDS) or ()))
            places.setdefault(name, (*place, _NAME) if _NAME in each else place)
    if copies:
        yield _nickname(value), tuple(JsonCard(places[name], name, count) for name, count in copies.items())
    for place, each in objects.items():
        yield from _piles_in(each, place)


def _nickname(item: dict[str, Any]) -> str:
    return " ".join(str(item.get(_NAME) or "").split())
