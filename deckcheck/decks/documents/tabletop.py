"""Saved objects of Tabletop Simulator: cards on the table and in piles, with an object for each copy."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from deckcheck.decks.documents.json_cards import JsonCard
from deckcheck.decks.words.sayings import Path

# Keys of the objects on the table, of the objects in a pile or bag, of an object's name, and of the cards in a pile
# whose cards have no objects of their own.
_TABLE, _INSIDE, _NAME, _CARDS = "ObjectStates", "ContainedObjects", "Nickname", "DeckIDs"


def piles_in(value: object, path: Path = ()) -> Iterator[tuple[str, tuple[JsonCard, ...]]]:
    """Yield the name of each pile with its cards, the piles on the table first; nothing for any other value."""
    key = next((key for key in (_TABLE, _INSIDE) if isinstance(value, dict) and isinstance(value.get(key), list)), "")
    if not isinstance(value, dict) or not key:
        return
    objects = {(*path, key, at): each for at, each in enumerate(value[key]) if isinstance(each, dict)}
    copies, places = Counter[str](), dict[str, Path]()
    for place, each in objects.items():
        # Tokens and dice have other names.
        if not each.get(_INSIDE) and (_text(each) or str(each.get("Name")).startswith(("Card", "Deck"))):
            name = _text(each) or f"card {each.get('CardID', '')}"
            copies[name] += max(1, len(each.get(_CARDS) or ()))
            places.setdefault(name, (*place, _NAME) if _NAME in each else place)
    if copies:
        yield _text(value), tuple(JsonCard(places[name], name, count) for name, count in copies.items())
    for place, each in objects.items():
        yield from piles_in(each, place)


def _text(item: dict[str, Any]) -> str:
    return " ".join(str(item.get(_NAME) or "").split())
