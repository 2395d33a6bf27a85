"""Read a user's own cards from a spreadsheet: one card per row, with the fields of card searches as columns."""

import csv
import io
import re
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from deckcheck.model.card import Card, Printing
from deckcheck.model.deck import grouped
from deckcheck.model.errors import DataError, UsageError, lowered, no_such, raised_as
from deckcheck.model.limits import Limits
from deckcheck.model.names import experience_suffix, fold, identity_key, split_experience
from deckcheck.model.pool import CardSet, Pool
from deckcheck.model.query.fields import FLAGS, NUMBERS, TITLE, attribute_of, field_called
from deckcheck.model.sentences import listed

_LISTED = {"clans", "keywords", "marks", "elements", "sensei_clans"}
_OWN = {"id": "id", "number": "number", "deck": "deck", "subtitle": "subtitle"}


class OwnCards(Struct, frozen=True):
    """The cards of a spreadsheet, and their sets."""

    cards: tuple[Card, ...]
    sets: tuple[CardSet, ...]


def read_cards(text: str, path: str, base: Pool) -> OwnCards:
    """Return the cards in `text`, CSV with a heading, for a pool on top of `base`.

    Each card gets its id and identity from its title and level, and its deck from its type if that has only one.

    Raises:
        DataError: with file and row, for an unknown column, type or clan, a missing title or type, a wrong value, or
            two cards with one id.
    """
    text = text.removeprefix("\ufeff")
    delimiter = max("\t;,", key=next(iter(text.splitlines()), "").count)
    try:
        csv.field_size_limit(Limits().file_bytes)  # The limit is global to the process, and other readers set it too.
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise DataError(f"not valid CSV: {error}", place=path, help="save it as CSV") from None
    if not rows:
        raise DataError("this table has no rows", place=path)
    columns = [_column(cell, path) for cell in rows[0]]
    decks = _decks(base)
    cards: dict[str, Card] = {}
    sets: dict[str, CardSet] = {}
    for number, row in enumerate(rows[1:], 2):
        if not any(map(str.strip, row)):
            continue
        place = f"{path}:{number}"
        named = ((column, cell.strip()) for column, cell in zip(columns, row, strict=False) if column)
        cells = {column: cell for column, cell in named if cell}
        set_name = cells.pop("printings", "Own Set")
        with raised_as(DataError, UsageError, place):
            card = _card(cells, Printing(_slug(set_name), cells.pop("number", "")), base, decks, place)
        if card.id in cards:
            raise DataError(f"two cards have the id `{card.id}`", place=place, help="give one of them a column id")
        cards[card.id] = card
        given = sets.get(_slug(set_name), CardSet(_slug(set_name), set_name, fan=True))
        marks = tuple(dict.fromkeys((*given.marks, *card.marks)))
        sets[given.id] = msgspec.structs.replace(given, marks=marks)
    return OwnCards(tuple(cards[card_id] for card_id in sorted(cards)), tuple(sets.values()))


def _column(cell: str, path: str) -> str:
    """Return the field of `Card` for a column, or a name of `_OWN`; "" for a column without a name."""
    if not cell.strip():
        return ""
    name = cell.strip().lower().replace(" ", "-").replace("_", "-").removesuffix("s")
    for each in (name, f"{name}s"):
        if each in _OWN or each in FLAGS:
            return each
        try:
            return attribute_of(field_called(each)) or TITLE
        except UsageError as error:
            problem = error
    raise DataError(f"`{cell}` is not a column for cards", place=f"{path}:1", help=problem.help)


def _card(
    cells: Mapping[str, str], printing: Printing, base: Pool, decks: Mapping[str, tuple[str, ...]], place: str
) -> Card:
    title, experience = split_experience(cells.get(TITLE, ""))
    kind = cells.get("kind", "").lower()
    if not fold(title):
        raise DataError("the card has no title", place=place, help="add a column title")
    if kind not in decks:
        raise no_such("card type", kind, decks)
    values: dict[str, object] = {key: _value(key, cell) for key, cell in cells.items() if key not in (TITLE, "kind")}
    for clan in values.get("clans", ()):  # type: ignore[attr-defined]
        if clan not in base.words().clans:
            raise no_such("clan", clan, base.words().clans)
    level = values.get("level", experience.level if experience else 0)
    variant = experience.variant if experience else ""
    if "deck" not in values:
        if len(decks[kind]) != 1:
            known = listed(decks[kind], "or")
            raise DataError(f"the type {kind} is in several decks", place=place, help=f"add a column deck: {known}")
        values["deck"] = decks[kind][0]
    if not isinstance(level, int | float):
        raise DataError(f"`{level}` is not an experience level", place=place, help="write a whole number, such as 2")
    level = int(level) if level == int(level) else level
    values |= {"title": title, "kind": kind, "level": level, "variant": variant, "printings": [printing]}
    values.setdefault("id", _slug(f"{title}{experience_suffix(level, variant)}"))
    # Under the rules a subtitle is not part of the title, so copies are counted without it.
    values["identity"] = [identity_key(title, level, variant)]
    if subtitle := values.get("subtitle"):
        values["title"] = f"{title}, {subtitle}"
    try:
        return msgspec.convert(msgspec.to_builtins(values), Card)
    except msgspec.ValidationError as error:
        raise DataError(f"`{title}`: {lowered(error)}", place=place) from None


def _value(key: str, cell: str) -> object:
    """Return a cell in the type of its field."""
    if key in _LISTED:
        parts = [part.strip() for part in re.split(r"[;,/|]", cell) if part.strip()]
        return parts if key == "keywords" else [part.lower() for part in parts]
    if key in FLAGS:
        return cell.lower() in {"yes", "y", "true", "x", "1"}
    numeric = {field.attribute for field in NUMBERS.values()}
    if key in numeric and re.fullmatch(r"-?[0-9]{1,9}", cell):
        text_fields = ("military", "political", "military_bonus", "political_bonus", "strength", "strength_bonus")
        return cell if key in text_fields else int(cell)
    return cell.lower() if key == "deck" else cell


def _decks(base: Pool) -> dict[str, tuple[str, ...]]:
    """Return the decks of each type of card in a pool."""
    found = grouped((card.kind, card.deck) for card in base.cards() if not card.proxy)
    return {kind: tuple(sorted({*decks} - {"none"} or {*decks})) for kind, decks in sorted(found.items())}


def _slug(text: str) -> str:
    """Return `text` as an id: words in lower case, with hyphens between them."""
    return "-".join(word for part in re.split(r"[\s-]+", text) if (word := fold(part)))
