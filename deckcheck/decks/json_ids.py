"""JSON decks of card ids and counts, as EmeraldDB, fiveringsdb and Ringteki give them.

A deck is an object with ``cards``, a map of ids to counts, and what else the site knows (``name``, ``format``,
``username``); the same under ``record``, ``record.head`` or ``deck``; or the bare map. In place of a map there may be
a list of objects, one for each card, with its id or name and its count, or of lines such as ``3 Banzai!``. Ringteki's
deck has such lists under keys for its parts, others have them under ``sections``, each with its name. A file with a
list has several decks, or is a deck of such objects, lines or sections.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.decks.headers import header_count, outside_section, words_of
from deckcheck.decks.json_cards import CardObject, card_in
from deckcheck.decks.marks import LISTS, columns_of, doubted, may_be_outside
from deckcheck.decks.quantities import request_of, too_many_cards
from deckcheck.decks.remarks import may_change_list
from deckcheck.decks.rows import DECK_COLUMNS
from deckcheck.decks.sayings import (
    AROUND,
    MOST_SAID,
    NOTES,
    Path,
    counts_cards,
    facts,
    is_number,
    label_words,
    phrases,
    section_said,
)
from deckcheck.decks.strict_json import JsonPlaces, parse
from deckcheck.decks.talk import without_talk
from deckcheck.decks.text import request_in, split_lines
from deckcheck.model.deck import OPEN_MARK, Aside, Header, LineClass, RawDeck, Request
from deckcheck.model.errors import InputError
from deckcheck.model.limits import Limits

# A line with a card.
_COUNTED = r"[0-9]+\s?[x×]?\s+[^\W\d][^\n]*\Z"
# Keys of the parts of a deck that have names, and of these names.
_SECTIONS = phrases("sections; parts; boards; zones; piles; groups; categories")
_TITLES = phrases("name; title; section; part; board; zone; pile; group; category; heading; header; label; type")
# Keys of all cards of a deck.
_WHOLE = (*DECK_COLUMNS, "main", "main deck", "maindeck", "main board", "mainboard")
# As many objects of one card are a deck together; fewer cards are too few for any deck.
MANY = 10


def read_json(text: str, path: str, limits: Limits) -> tuple[RawDeck, ...]:
    """Return the decks in `text`; raises InputError when it is not JSON or has no map of cards."""
    text = text.removeprefix("\ufeff")
    value = parse(text, path, limits)
    file = _JsonFile(path, split_lines(text), JsonPlaces(text), limits)
    if not isinstance(value, list) or lists_cards(value) or _are_parts(value):
        return (_deck(value, (), path, file),)
    if not value:
        raise InputError("there is no deck in this list", place=path)
    if len(value) >= MANY and all(is_one_card(item) for item in value):
        _refuse_equal(value, path)
        cards = [
            request_of(key, count, file.place((number, key)), limits)
            for number, item in enumerate(value)
            for key, count in item.items()
        ]
        return (RawDeck(path=path, lines=file.lines, requests=tuple(cards), syntax="json", limits=limits),)
    return tuple(_deck(item, (number - 1,), f"{path}#{number}", file) for number, item in enumerate(value, 1))


class _JsonFile(Struct, frozen=True):
    """The file that decks stand in."""

    path: str
    lines: tuple[str, ...]
    places: JsonPlaces
    limits: Limits

    def place(self, path: Path) -> tuple[int, int]:
        """Return the line and the column of a key."""
        return self.places.at(path).start


class _Part(Struct, frozen=True):
    """Cards of a deck: the keys leading to them, what heads them, and a map of them or a list of objects or lines.

    `told` lead to what these say too: the name of the part, and the number of its cards.
    """

    path: Path
    header: str
    cards: Any
    told: tuple[Path, ...] = ()

    @property
    def is_own(self) -> bool:
        """Whether its heading is in the player's own words."""
        return bool(self.header) and _section(self.header) is None

    @property
    def may_be_outside(self) -> bool:
        """Whether its heading may be that of cards outside the deck, or of another deck."""
        return self.is_own and (may_be_outside(self.header) or not LISTS.isdisjoint(words_of(self.header)))

    def each(self, place: str) -> Iterator[tuple[Path, str, object]]:
        """Yield the cards: the keys that lead to each, its name and its number of copies."""
        if isinstance(self.cards, dict):
            yield from (((*self.path, key), key, count) for key, count in self.cards.items())
        for path, card in self.objects():
            if len(card.counts) > 1:
                shown = " and ".join(f"`{key}`" for key in card.counts)
                raise InputError(f"several numbers for one card: {shown}", place=place, help="keep the one of copies")
            yield path, card.name + card.level[0], card.item[card.counts[0]]

    def copies(self, place: str) -> int:
        """Return the number of all copies."""
        lines = (int(match[0]) for _, line in self.lines() if (match := re.match("[0-9]+", line)))
        return sum(count for _, _, count in self.each(place) if isinstance(count, int)) + sum(lines)

    def lines(self) -> Iterator[tuple[Path, str]]:
        """Yield the cards of a list of lines."""
        for at, item in enumerate(self.cards if isinstance(self.cards, list) else ()):
            if isinstance(item, str):
                yield (*self.path, at), item

    def objects(self) -> Iterator[tuple[Path, CardObject]]:
        """Yield the cards of a list of objects."""
        for at, item in enumerate(self.cards if isinstance(self.cards, list) else ()):
            if (card := card_in(item)) is not None:
                yield (*self.path, at), card


def _deck(value: Any, path: Path, name: str, file: _JsonFile) -> RawDeck:  # noqa: ANN401 - JSON is what it is
    """Return the deck in `value`, to which `path` leads."""
    (deck, parts), limits = _parts(value, name), file.limits
    around: dict[str, Any] = value if isinstance(value, dict) else {}
    player = _text(deck, "player", limits) or _text(deck, "username", limits) or _text(around, "player", limits)
    found = [(part, *card) for part in parts for card in part.each(name)]
    opened = _opened(parts)
    lines = [(part, *line) for part in parts for line in part.lines()]
    if not found and not lines:
        raise InputError("this list has no cards", place=name)
    if len(found) + len(lines) > limits.lines:
        raise too_many_cards(name, limits)
    requests = [
        _as_open(
            request_of(card, count, file.place((*path, *keys)), limits, _under(part.header)),
            keys in opened or part.may_be_outside,
        )
        for part, keys, card, count in found
    ]
    requests += [
        _as_open(
            replace(request_in(line, file.places.at((*path, *keys)), limits, _under(part.header)), counted=True),
            part.may_be_outside,
        )
        for part, keys, line in lines
    ]
    return RawDeck(
        path=name,
        lines=file.lines,
        requests=tuple(requests),
        headers=tuple(_headers(parts, path, file)),
        asides=tuple(_asides(value, path, parts, requests, file)),
        name=_text(deck, "name", limits),
        player=player or "",
        format=_text(deck, "format", limits) or _text(around, "format", limits) or "",
        syntax="json",
        source="" if name == file.path else file.path,
        limits=limits,
    )


def _headers(parts: list[_Part], path: Path, file: _JsonFile) -> Iterator[Header]:
    """Yield the headings of parts, where one is in the player's own words and may head cards outside the deck."""
    if any(part.is_own for part in parts):
        for part in parts:
            span = file.places.at((*path, *part.path))
            yield Header(text=part.header, section=_section(part.header) or "", span=span, own=part.is_own)


def _opened(parts: list[_Part]) -> set[Path]:
    """Return the keys that lead to objects which say that their card is not, or may not be, in the deck."""
    objects = [each for part in parts for each in part.objects()]
    doubts = doubted(columns_of([card.said for _, card in objects]), [card.copies for _, card in objects])
    both = zip(objects, doubts, strict=True)
    return {path for (path, card), is_doubtful in both if is_doubtful or card.level[1]}


def _as_open(request: Request, is_open: bool) -> Request:
    """Return a request that stays unrecognised where `is_open`."""
    return replace(request, written=f"{OPEN_MARK}{request.count} {request.written}") if is_open else request


def _under(header: str) -> tuple[str, str]:
    return (header, _section(header) or "") if header else ("", "")


def _section(key: str) -> str | None:
    """Return the section of cards that a key or the name of a part says, None where it says none."""
    is_side = outside_section(f"{label_words(key)}:") == "sideboard"
    return "sideboard" if is_side else section_said(key)


def is_one_card(item: object) -> bool:
    """Return whether an object is one card with its number."""
    return isinstance(item, dict) and len(item) == 1 and all(map(is_number, item.values()))


def _refuse_equal(items: list[dict[str, Any]], path: str) -> None:
    """Raise InputError when two of these objects have the same card."""
    if len({key for item in items for key in item}) < len(items):
        help = "put all cards of a deck into one object"
        raise InputError("each object of this list has one card, and some have the same", place=path, help=help)


def _asides(
    value: Any,  # noqa: ANN401 - JSON is what it is
    path: Path,
    parts: list[_Part],
    requests: list[Request],
    file: _JsonFile,
) -> Iterator[Aside]:
    """Yield what `value`, the deck or an object around it, says besides the cards of `parts`."""
    if isinstance(value, dict | list) and value is not parts[0].cards:
        cards = parts[0].cards
        if len(parts) > 1 or isinstance(cards, list):
            cards = {request.name: request.count for request in requests}
        told = [path for part in parts for path in (part.path, *part.told)]
        rest = _without(value, told, cards)
        for inside, line in facts(rest if isinstance(rest, dict) else {"": rest}, cards, file.limits):
            yield Aside(LineClass.FACT, line, file.places.at((*path, *inside)))
    yield from _notes(value, path, file)
    for part in parts:
        for at, card in part.objects():
            for inside, line in card.beside(file.limits):
                yield Aside(LineClass.FACT, line, file.places.at((*path, *at, *inside)))


def _notes(value: object, path: Path, file: _JsonFile) -> Iterator[Aside]:
    """Yield the lines of the notes about a deck, or around it, that may change its list."""
    for key, inner in value.items() if isinstance(value, dict) else ():
        if key in AROUND:
            yield from _notes(inner, (*path, key), file)
        elif isinstance(inner, str) and label_words(key) in NOTES:
            for line in inner[:MOST_SAID].splitlines():
                if may_change_list(without_talk(line)):
                    yield Aside(LineClass.FACT, f"{key}: {line.strip()}"[:MOST_SAID], file.places.at((*path, key)))


def _without(value: Any, paths: list[Path], cards: object) -> Any:  # noqa: ANN401 - JSON is what it is
    """Return a value without what `paths` lead to; `cards` are in the place of the first."""
    if isinstance(value, list):
        return [_without(each, [path[1:] for path in paths if path[0] == at], cards) for at, each in enumerate(value)]
    if not paths:
        return value
    found = {}
    for key, each in value.items():
        inner = [path[1:] for path in paths if path[0] == key]
        if () not in inner:
            found[key] = _without(each, inner, cards)
        elif paths[0] == (key,):
            found[key] = cards
    return found


def _parts(value: Any, name: str) -> tuple[dict[str, Any], list[_Part]]:  # noqa: ANN401 - JSON is what it is
    """Return the object that describes the deck, and the parts with its cards; raises InputError without these."""
    inside: Path = ()
    for key in AROUND:
        if isinstance(value, dict) and isinstance(value.get(key), dict) and "cards" not in value:
            value, inside = value[key], (*inside, key)
    if lists_cards(value):
        return {}, [_Part(inside, "", value)]
    if isinstance(value, list) and _are_parts(value):
        return {}, _named(value, inside)
    if not isinstance(value, dict):
        raise _no_cards(value, name)
    if "cards" not in value and value and all(map(is_number, value.values())):
        return {}, [_Part(inside, "", value)]
    if isinstance(value.get("cards"), dict) or lists_cards(value.get("cards")):
        side = ["sideboard"] if value.get("sideboard") and _has_cards(value["sideboard"]) else []
        return value, [_Part((*inside, key), key * (key in side), value[key]) for key in ("cards", *side)]
    keys = [key for key, each in value.items() if _section(key) is not None and each and _has_cards(each)]
    is_whole = len(keys) > 1 or all(label_words(key) in _WHOLE for key in keys)
    if keys and is_whole and "cards" not in value:
        return value, [_Part((*inside, key), key, value[key]) for key in keys]
    if parts := [part for key in value if label_words(key) in _SECTIONS for part in _named(value[key], (*inside, key))]:
        return value, parts
    raise _no_cards(value, name)


def _are_parts(items: list[Any]) -> bool:
    """Return whether the objects in an array are the parts of one deck, each with a name that says so and its cards."""
    parts = _named(items, ())
    return len(parts) > 1 and all(_section(part.header) is not None for part in parts)


def _named(value: object, path: Path) -> list[_Part]:
    """Return the parts of a deck below a key such as ``sections``, none where anything else is there."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [_named_part(item, (*path, at)) for at, item in items]
    return [part for part in found if part is not None and part.cards] if all(found) else []


def _named_part(item: object, path: Path) -> _Part | None:
    """Return the part that is below its name, or an object with a name and cards; None for anything else."""
    name = path[-1] if isinstance(path[-1], str) else None
    if name is not None and _has_cards(item):
        return _Part(path, name, item)
    if not isinstance(item, dict):
        return None
    titles = [key for key, text in item.items() if label_words(key) in _TITLES and isinstance(text, str)]
    name = item[titles[0]] if titles else name
    inner = [key for key, each in item.items() if isinstance(each, dict | list)]
    if name is None or len(inner) != 1 or not (_has_cards(item[inner[0]]) or not item[inner[0]]):
        return None
    part = _Part((*path, inner[0]), name, item[inner[0]])
    copies = part.copies(name)
    told = [key for key, number in item.items() if counts_cards(key) and number == copies]
    if not part.is_own or header_count(name) == copies:  # Any other name may be that of a card.
        told += titles[:1]
    return replace(part, told=tuple((*path, key) for key in told))


def _no_cards(value: object, name: str) -> InputError:
    """Return why a value is no deck."""
    help = 'write `{"cards": {"banzai": 3}}` or `{"cards": [{"id": "banzai", "count": 3}]}`'
    if card_in(value) is not None:
        return InputError("one card, and no deck", place=name, help="put all cards of a deck into one object")
    if isinstance(value, dict) and isinstance(value.get("cards"), list):
        return InputError("`cards` is a list without an id and a count for each card", place=name, help=help)
    return InputError("no map of card ids to counts under `cards`", place=name, help=help)


def _has_cards(value: object) -> bool:
    is_map = isinstance(value, dict) and all(map(is_number, value.values()))
    return is_map or lists_cards(value)


def lists_cards(value: object) -> bool:
    """Return whether a value is a list of objects with one card each, or of lines with a number and a name each.

    Any other line may be a heading, such as "Sideboard", or a remark.
    """
    are_lines = isinstance(value, list) and all(isinstance(item, str) and re.match(_COUNTED, item) for item in value)
    return _lists_objects(value) or (are_lines and bool(value))


def _lists_objects(value: object) -> bool:
    """Return whether a value is a list of objects with a name and a number each."""
    return isinstance(value, list) and bool(value) and all(map(card_in, value))


def _text(deck: dict[str, Any], key: str, limits: Limits) -> str | None:
    value = deck.get(key)
    return value[: limits.name_length] if isinstance(value, str) and value.strip() else None
