"""Read JSON decks of card ids and counts from EmeraldDB, fiveringsdb and Ringteki, and JSON of any other shape.

A deck is an object with ``cards``, a map of ids to counts, and other facts from the site (``name``, ``format``,
``username``), the same somewhere within other objects, or the bare map. `json_shapes` recognises decks of other shapes.
A list has several decks, or is a deck of cards or of parts. YAML of such shapes is read in the same way.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain
from operator import getitem
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.decks.documents.json_cards import CardObject, JsonCard, card_in, items_of
from deckcheck.decks.documents.json_shapes import DeckPart, FoundDeck, decks_in
from deckcheck.decks.documents.quantities import request_of
from deckcheck.decks.documents.strict_json import parse_nodes
from deckcheck.decks.readers import read, syntax_of
from deckcheck.decks.tables.card_records import in_doubt
from deckcheck.decks.text.lists import request_in, split_lines, too_many
from deckcheck.decks.words.marks import in_question
from deckcheck.decks.words.remarks import may_change_list, may_tell_of_more
from deckcheck.decks.words.sayings import MOST_SAID, NOTES, Path, facts, is_number, label_words
from deckcheck.decks.words.talk import without_talk
from deckcheck.decks.words.wholes import counts_whole
from deckcheck.model.deck import OPEN_MARK, Aside, Header, LineClass, RawDeck, Request, Span
from deckcheck.model.errors import InputError, raised_as
from deckcheck.model.limits import Limits, how_to_raise
from deckcheck.model.vocabulary import ALL_NUMBER_WORDS
from deckcheck.system.strict_yaml import Node, plain

# Longer notes about a deck describe how it plays.
_FEW_WORDS = 5
# A number that corrects that of the list: "only 2 Rout". Others tell of play: "keep 1 Rout in hand".
_COUNTED = rf"(?i:\b(?:only|just|nur|seulement|solo)\s(?:\d|(?:{'|'.join(ALL_NUMBER_WORDS)})\b))"


def read_json(text: str, path: str, limits: Limits) -> tuple[RawDeck, ...]:
    """Return the decks in `text`; raises InputError when it is not JSON or has no cards."""
    return read_value(File(path, split_lines(text), parse_nodes(text, path, limits), limits))


class File(Struct, frozen=True):
    """The file of some decks, with its value and the places in it."""

    path: str
    lines: tuple[str, ...]
    root: Node
    limits: Limits
    syntax: str = "json"

    def at(self, path: Path) -> Span:
        """Return the place of the value that keys and indexes lead to."""
        return self.span(reduce(lambda above, key: above.value[key], path, self.root))

    def span(self, node: Node) -> Span:
        """Return the place of a value, to the end of its line if it has no end of its own."""
        return Span(node.line, node.column, node.end or max(len(self.lines[node.line - 1].rstrip()), node.column) + 1)

    def nearest(self, path: Path, inside: Path) -> Span:
        """Return the place of the value at `inside` below `path`, or the place of `path` if that value is elsewhere."""
        try:
            return self.at((*path, *inside))
        except (LookupError, TypeError):
            return self.at(path)


def read_value(file: File) -> tuple[RawDeck, ...]:
    """Return the decks in the value of a file; raises InputError when there is none."""
    value = plain(file.root)
    if isinstance(value, list) and not value:
        raise InputError("there is no deck in this list", place=file.path)
    with raised_as(InputError, InputError, file.path):
        found = decks_in(value)
    if not found:
        items = enumerate(value, 1) if isinstance(value, list) else [(0, value)]
        number, item = next(((at, each) for at, each in items if not at or not decks_in(each)), (0, value))
        raise _no_cards(item, f"{file.path}#{number}" if number else file.path)
    if found[0].path and isinstance(_at(value, found[0].path[:-1]), list):
        return tuple(_deck(value, each, f"{file.path}#{number}", file) for number, each in enumerate(found, 1))
    return (_deck(value, found[0], file.path, file),)


def _at(value: Any, path: Path) -> Any:  # noqa: ANN401 - JSON is what it is
    """Return the value at `path`."""
    return reduce(getitem, path, value)


def _deck(value: object, found: FoundDeck, name: str, file: File) -> RawDeck:
    """Return a deck that was `found` in the value of the file."""
    _refuse_several(found.parts, name)
    _refuse_equal(found.parts, name)
    if not any(part.cards for part in found.parts):
        raise InputError("this list has no cards", place=name)
    if sum(len(part.cards) for part in found.parts) > file.limits.lines:
        raise too_many(f"{file.limits.lines:,} cards", name)
    around = [each for at in range(len(found.path)) if isinstance(each := _at(value, found.path[:at]), dict)]
    deck = _at(value, found.path)
    is_described = isinstance(deck, dict) and all(part.path for part in found.parts)
    said = [deck, *reversed(around)] if is_described else around[::-1]
    player, user = _text(said, "player", file.limits), _text(said, "username", file.limits)
    given = {
        "name": _text(said[:1], "name", file.limits) or None,
        "player": player or user,
        "is_nickname": bool(user and not player),
        "format": _text(said, "format", file.limits),
    }
    source = "" if name == file.path else file.path
    if any(part.text for part in found.parts) and all(part.is_text for part in found.parts):
        return _text_deck(value, found, name, file, given)
    requests = _requests(found, file)
    return RawDeck(
        path=name,
        lines=file.lines,
        requests=requests,
        headers=tuple(_headers(found, file)),
        asides=tuple(_asides(value, found, {each.name: each.count for each in requests}, file)),
        syntax=file.syntax,
        source=source,
        limits=file.limits,
        **given,  # type: ignore[arg-type]
    )


def _text_deck(value: object, found: FoundDeck, name: str, file: File, given: dict[str, str | bool | None]) -> RawDeck:
    """Return the deck that the texts of a file form together, each below the name of its part."""
    texts = (part.text or "\n".join(card.name for card in part.cards) for part in found.parts)
    headers = (label_words(part.header) for part in found.parts)
    text = "\n\n".join(f"{header}\n{text}".lstrip("\n") for header, text in zip(headers, texts, strict=True))
    # The suffix of the file does not describe the text in it.
    raw = read(text, name, file.limits, syntax_of(text, ""))
    raw = raw.with_beside(aside.text for aside in _asides(value, found, {}, file))
    return replace(raw, **{fact: said for fact, said in given.items() if said})


def _requests(found: FoundDeck, file: File) -> tuple[Request, ...]:
    """Return the cards of a deck; those that a text beside them puts in doubt stay unrecognised."""
    opened = _opened(found.parts)
    requests: list[Request] = []
    for part in found.parts:
        under = (part.header, part.section or "") if part.header else ("", "")
        for card in part.cards:
            path = (*found.path, *card.path)
            if card.count is None:
                request = request_in(card.name, file.at(path), file.limits, under)
                request = replace(request, counted=True)
            else:
                request = request_of(card.name, card.count, file.at(path), file.limits, under)
            if card.path in opened or part.may_be_outside:
                request = replace(request, written=f"{OPEN_MARK}{request.count} {request.written}")
            requests.append(request)
    return tuple(requests)


def _headers(found: FoundDeck, file: File) -> Iterator[Header]:
    """Yield the headings of parts, if a heading in the player's own words may name cards outside the deck."""
    if any(part.is_own for part in found.parts):
        for part in found.parts:
            span = file.at((*found.path, *part.path))
            yield Header(text=part.header, section=part.section or "", span=span, own=part.is_own)


def _objects(parts: Sequence[DeckPart]) -> list[tuple[JsonCard, CardObject]]:
    """Return the cards that are objects."""
    return [(card, card.item) for part in parts for card in part.cards if card.item is not None]


def _opened(parts: Sequence[DeckPart]) -> set[Path]:
    """Return the keys of objects which say that their card is not, or may not be, in the deck."""
    objects = _objects(parts)
    doubts = in_doubt([item.record for _, item in objects])
    return {card.path for (card, _), is_doubtful in zip(objects, doubts, strict=True) if is_doubtful}


def _refuse_several(parts: Sequence[DeckPart], place: str) -> None:
    """Raise InputError when an object may give several numbers of copies."""
    for _, item in _objects(parts):
        if len(item.counts) > 1:
            shown = " and ".join(f"`{key}`" for key in item.counts)
            message = f"several numbers for one card: {shown}"
            raise InputError(message, place=place, help="keep only the number of copies")


def _refuse_equal(parts: Sequence[DeckPart], place: str) -> None:
    """Raise InputError when two objects have the same card."""
    for part in parts:
        names = [card.name for card in part.cards if card.item is None and len(card.path) - len(part.path) > 1]
        if len({*names}) < len(names):
            help = "put all cards of a deck into one object"
            raise InputError("each object of this list has one card, and some have the same", place=place, help=help)


def _asides(value: object, found: FoundDeck, cards: dict[str, int], file: File) -> Iterator[Aside]:
    """Yield the facts and notes of a deck, and of the objects around it, apart from its cards."""

    def said(mapping: dict[str, Any], path: Path) -> Iterator[Aside]:
        for inside, line in said_beside(mapping, cards, file.limits, path):
            # Around a deck, the number in "120 total" may count decks.
            is_around = len(path) < len(found.path) and not counts_whole(line, named=True)
            is_number = is_around and counts_whole(line, named=False)
            yield Aside(LineClass.DECORATION if is_number else LineClass.FACT, line, file.at(inside))

    for at, key in enumerate(found.path):
        around = _at(value, found.path[:at])
        if isinstance(around, dict):
            yield from said({name: each for name, each in around.items() if name != key}, found.path[:at])
    told = [path for part in found.parts for path in (part.path, *part.told)]
    if () not in told:
        rest = _without(_at(value, found.path), told, cards)
        yield from said(rest if isinstance(rest, dict) else {"": rest}, found.path)
    for card, item in _objects(found.parts):
        for inside, line in item.beside(file.limits):
            yield Aside(LineClass.FACT, line, file.nearest((*found.path, *card.path), inside))


def said_beside(
    mapping: dict[str, Any], cards: Mapping[str, int], limits: Limits, path: Path = ()
) -> Iterator[tuple[Path, str]]:
    """Yield the text of an object beside `cards`: its `facts`, and the lines of its notes that may change the list.

    Raises:
        InputError: for more lines than a list may have.
    """
    found: set[tuple[Path, str]] = set()
    for number, said in enumerate(chain(facts(mapping, cards, limits, path), _changes(mapping, path))):
        if number == limits.lines:
            raise InputError(f"more than {limits.lines:,} facts beside the cards", help=how_to_raise("lines"))
        if said not in found:
            yield said
        found.add(said)


def _changes(mapping: dict[str, Any], path: Path) -> Iterator[tuple[Path, str]]:
    """Yield the lines in the notes of an object that may change the list, count cards, or tell of missing ones."""
    for key, said in mapping.items():
        if isinstance(said, str) and label_words(key) in NOTES:
            for line in map(str.strip, said[:MOST_SAID].splitlines()):
                tells_of_more = len(line.split()) <= _FEW_WORDS and may_tell_of_more(line)
                if tells_of_more or may_change_list(without_talk(line)) or re.search(_COUNTED, line):
                    yield (*path, key), f"{key}: {line}"[:MOST_SAID]


def _without(value: Any, paths: Sequence[Path], cards: dict[str, int], path: Path = ()) -> Any:  # noqa: ANN401 - JSON is what it is
    """Return a value without the values at `paths`; `cards` replace the first of these."""
    if path in paths:
        return cards
    if isinstance(value, list):
        return [_without(each, paths, cards, (*path, at)) for at, each in enumerate(value)]
    if not isinstance(value, dict):
        return value
    inner = {key: (*path, key) for key in value}
    return {key: _without(each, paths, cards, inner[key]) for key, each in value.items() if inner[key] not in paths[1:]}


def _no_cards(value: object, name: str) -> InputError:
    """Return why a value is not a deck."""
    help = 'write `{"cards": {"banzai": 3}}` or `{"cards": [{"id": "banzai", "count": 3}]}`'
    if card_in(value) is not None:
        return InputError("only one card, not a deck", place=name, help="put all cards of a deck into one object")
    cards = value.get("cards", value) if isinstance(value, dict) else value
    first = next((each for _, each in items_of(cards) if isinstance(each, dict)), {})
    if unknown := in_question(key for key, number in first.items() if is_number(number)):
        message = f"cannot tell whether {unknown} gives the number of copies"
        return InputError(message, place=name, help="call the number of copies `count`")
    if isinstance(value, dict) and isinstance(value.get("cards"), list):
        return InputError("`cards` is a list without an id and a count for each card", place=name, help=help)
    return InputError("no map of card ids to counts under `cards`", place=name, help=help)


def _text(objects: Sequence[dict[str, Any]], key: str, limits: Limits) -> str:
    """Return the first text below a key of some objects, "" where there is none."""
    found = (each[key] for each in objects if isinstance(each.get(key), str))
    return next((said[: limits.name_length] for said in found if said.strip()), "")
