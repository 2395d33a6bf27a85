"""Cards as sources have them, in the fields of the pool, and how the files of a pool are written when they changed.

Corrections of facts from other sources survive every merge and import, and say the source of each known fact.
``corrections.yaml`` beside a pool corrects single cards. Each file in ``facts/`` has many facts from one source.
The printed amounts of ``gold.yaml`` are facts of the cards too.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import yaml
from msgspec import Struct

from deckcheck.model.anatomy import FILE as ANATOMY_FILE
from deckcheck.model.anatomy import Anatomy, Face, FieldCoverage
from deckcheck.model.card import Card
from deckcheck.model.effect import Effect
from deckcheck.model.errors import DataError, lowered
from deckcheck.model.gold import Gold
from deckcheck.model.pool import CardSet, PoolInfo, one_line
from deckcheck.pools.loading import FilePool
from deckcheck.system import strict_yaml
from deckcheck.system.atomic import write_atomically

_BREAK = re.compile(r"</?(?:br|p|li|ul|hr|div)\b[^<>]{0,200}>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{0,200}>")

# The errors of reading an invalid record: a server may send values of any type.
MALFORMED = (DataError, msgspec.ValidationError, AttributeError, KeyError, RecursionError, TypeError, ValueError)
UNKNOWN_SET = "unknown-set"

# Ids of sets become file names, and some come from servers.
_SET_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,99}")
NAME = "corrections.yaml"
FOLDER = "facts"
GOLD = "gold.yaml"

# Files that `pools import` and `pools merge` leave as they are, and copy to a new folder of the pool.
_KEPT = (NAME, ANATOMY_FILE, GOLD, f"{FOLDER}/*.yaml")

# Fields that are not facts to correct: they identify the card or are worked out from the others.
_FIXED = frozenset({"id", "identity", "released", "came_out", "symbol_days", "effects", "gold"})
# Fields that cards of every type have, or may have.
_GENERAL = ("unique", "keywords", "printings", "released")
_DATA = "card data"


class SourceRecord(Struct, frozen=True, kw_only=True):
    """A card as one source has it.

    For the fields of `card` in `full` the source has the complete value, even an empty one; for those in `partial` it
    has some values, and the pool may have more. The other fields are used for new cards only. `effects` follow from the
    record; the card has no others of the types in `full_effects`. `key` is the id in the source. `text` is only for
    users with their own copy of the source; it is never written.
    """

    key: str
    card: Card
    full: frozenset[str]
    partial: frozenset[str] = frozenset()
    effects: tuple[Effect, ...] = ()
    full_effects: frozenset[type[Effect]] = frozenset()
    place: str
    text: str = ""


class SourceData(Struct, frozen=True, kw_only=True):
    """The data of a source: records, sets, and doubts about them, as sentences with places."""

    source: str
    records: tuple[SourceRecord, ...]
    sets: tuple[CardSet, ...] = ()
    doubts: tuple[str, ...] = ()
    date: str = ""
    digest: str = ""


def text_of(value: Any) -> str:
    """Return the text of a card without markup, on one line."""
    parted = _BREAK.sub(" ", html.unescape(" ".join(strings(value))))
    return " ".join(_TAG.sub("", parted).split())


def number(value: Any) -> Any:
    """Return a statistic with plain whole numbers as such: ``"3"`` and ``"-1"``, but not ``"+3"``."""
    if isinstance(value, str):
        value = value.strip()
        if value.removeprefix("-").isdecimal() and value.isascii():
            return int(value)
    return value


def strings(value: Any) -> tuple[str, ...]:
    """Return one string, several or none as a tuple."""
    if value is None or value == "":
        return ()
    many: Iterable[Any] = value if isinstance(value, list | tuple) else (value,)
    return tuple(str(item) for item in many if item not in (None, ""))


def pool_files(
    info: PoolInfo, sets: Iterable[CardSet], cards: Iterable[Card], effects: Mapping[str, tuple[Effect, ...]]
) -> dict[str, str]:
    """Return the texts of a pool by path below its folder; a card is in the file of its earliest set.

    Raises:
        DataError: when the id of a set cannot name a file, or a card names a set that is not there.
    """
    ordered = sorted(sets, key=lambda item: (item.released or "9999", item.id))
    dates = {item.id: item.released or "9999" for item in ordered}
    names = {item.id: item.name for item in ordered} | {UNKNOWN_SET: "Cards of an unknown set"}
    by_set: dict[str, list[Card]] = {}
    if wrong := [key for key in dates if not _SET_ID.fullmatch(key)]:
        raise DataError(f"`{wrong[0]}` cannot be the id of a set: it has to name a file")
    for card in sorted(cards, key=lambda item: item.id):
        if unknown := [printing.set for printing in card.printings if printing.set not in dates]:
            raise DataError(f"`{card.id}` names the unknown set `{unknown[0]}`")
        first = min((printing.set for printing in card.printings), key=dates.__getitem__, default=UNKNOWN_SET)
        by_set.setdefault(first, []).append(card)
    texts = {
        "pool.yaml": "# Facts about cards, made by `deckcheck pools import`; no rules text.\n" + _block(info),
        "sets.yaml": lines_of(f"{info.name}: sets, one per line, by release date", ordered),
        "effects.yaml": _effects_text(effects),
    }
    return texts | {f"cards/{name}.yaml": lines_of(names[name], by_set[name]) for name in sorted(by_set)}


def write_pool(texts: Mapping[str, str], folder: Path) -> list[str]:
    """Write the files that changed to `folder` and delete card files that vanished; return their paths.

    Raises OSError.
    """
    (folder / "cards").mkdir(parents=True, exist_ok=True)
    changed = []
    for name, text in texts.items():
        path, content = folder / name, text.encode()
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(exist_ok=True)
            write_atomically(path, content)
            changed.append(name)
    for path in sorted((folder / "cards").glob("*.yaml")):
        name = f"cards/{path.name}"
        if name not in texts:
            path.unlink()
            changed.append(name)
    return changed


def slug(name: str, separator: str = "-") -> str:
    """Return `name` in lower-case ASCII with `separator` between its words; apostrophes and ``1,000`` join."""
    plain = "".join(char for char in unicodedata.normalize("NFKD", name) if not unicodedata.combining(char))
    joined = re.sub(r"['\u2019]|(?<=[0-9]),(?=[0-9])", "", plain.lower())
    return re.sub(r"[^a-z0-9]+", separator, joined).strip(separator)


def lines_of(comment: str, items: Iterable[Card] | Iterable[CardSet]) -> str:
    """Return the text of a file with one item per line below a comment."""
    return "".join([f"# {comment}\n", *(f"- {one_line(item)}\n" for item in items)])


def _effects_text(effects: Mapping[str, tuple[Effect, ...]]) -> str:
    parts = ["# What card texts change about building a deck, by card id.\n"]
    for card_id in sorted(effects):
        parts.append(f"{_flow(card_id)}:\n")
        parts += [f"- {_flow(_plain(msgspec.to_builtins(effect)))}\n" for effect in effects[card_id]]
    return "".join(parts)


def _plain(value: Any) -> Any:
    """Return a value with whole numbers written as such: levels are numbers of either kind once they were read."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _flow(value: Any) -> str:
    """Return `value` as YAML on one line."""
    text = yaml.safe_dump(value, default_flow_style=True, sort_keys=False, allow_unicode=True, width=10**9)
    return text.removesuffix("...\n").rstrip("\n")


def _block(info: PoolInfo) -> str:
    return yaml.safe_dump(
        msgspec.to_builtins(info), default_flow_style=False, sort_keys=False, allow_unicode=True, width=110
    )


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    """What replaces the sources for a card: its fields, and all effects of its text (None: theirs).

    `reason` says why, `source` where it can be looked up.
    """

    reason: str
    source: str
    fields: dict[str, Any] = {}
    effects: tuple[Effect, ...] | None = None

    def values(self) -> dict[str, Any]:
        """Return the fields in the types that cards have them in; raises msgspec.ValidationError."""
        card = msgspec.convert({"id": "", "title": "", "kind": "", "identity": [], **self.fields}, Card)
        return {name: getattr(card, name) for name in self.fields}


class FactFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of ``facts/``: fields and effects by card id, whole cards and sets, and the ids of cards to remove.

    `removed` maps the id of a card to the id of the card that it doubles, or to nothing.
    """

    about: str
    source: str
    cards: dict[str, dict[str, Any]] = {}
    effects: dict[str, tuple[Effect, ...]] = {}
    removed: dict[str, str | None] = {}
    sets: tuple[CardSet, ...] = ()
    new: tuple[Card, ...] = ()


class Corrections(Struct, frozen=True):
    """Everything that is corrected in a pool: corrections by card id, sets and cards to add, ids to remove."""

    cards: dict[str, Correction] = {}
    sets: dict[str, CardSet] = {}
    new: dict[str, Card] = {}
    removed: frozenset[str] = frozenset()


def read_corrections(folder: Path) -> Corrections:
    """Return the corrections of the pool in `folder`; raises DataError, also when two files give one fact."""
    cards: dict[str, Correction] = {}
    for card_id, correction in (_decoded(folder / NAME, dict[str, Correction]) or {}).items():
        _add(cards, card_id, correction, str(folder / NAME))
    for gold in _decoded(folder / GOLD, tuple[Gold, ...]) or ():
        _add(cards, gold.id, _of_gold(gold), str(folder / GOLD))
    read = ((_decoded(path, FactFile), path) for path in sorted((folder / FOLDER).glob("*.yaml")))
    facts = [(file, path) for file, path in read if file]
    for file, path in facts:
        for card_id in dict.fromkeys((*file.cards, *file.effects)):
            fields, effects = file.cards.get(card_id, {}), file.effects.get(card_id)
            _add(cards, card_id, Correction(file.about, file.source, fields, effects), str(path))
    return Corrections(
        cards,
        sets={item.id: item for file, _ in facts for item in file.sets},
        new={card.id: card for file, _ in facts for card in file.new},
        removed=frozenset(card_id for file, _ in facts for card_id in file.removed),
    )


def kept_files(folder: Path) -> dict[str, str]:
    """Return the texts of the files of a pool that are written by hand, by path below `folder`."""
    paths = [path for pattern in _KEPT for path in sorted(folder.glob(pattern))]
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in paths}


def _of_gold(gold: Gold) -> Correction:
    fields: dict[str, Any] = {"unknown": ["gold_production"]} if gold.unknown else {}
    if gold.printed is not None:
        fields["gold_production"] = gold.printed
    return Correction("gold production", GOLD, fields)


def _decoded(path: Path, kind: Any) -> Any:
    """Return the value of a file, None when it is missing or has only comments."""
    text = strict_yaml.read_text(path) if path.is_file() else ""
    if all(line.startswith("#") or not line.strip() for line in text.splitlines()):
        return None
    return strict_yaml.decode(strict_yaml.parse(text, str(path)), kind, str(path))


def _add(cards: dict[str, Correction], card_id: str, new: Correction, place: str) -> None:
    """Add a correction to those of other files; raises DataError."""
    if wrong := sorted(_FIXED.intersection(new.fields)):
        raise DataError(f"`{card_id}`: the field `{wrong[0]}` is not one to correct", place=place)
    for field in ("reason", "source"):
        if not getattr(new, field).strip():
            raise DataError(f"`{card_id}`: a correction needs a {field}", place=place)
    old = cards.get(card_id)
    if old is not None:
        both = sorted((old.fields.keys() & new.fields.keys()) - {"unknown"})
        if both or (old.effects is not None and new.effects is not None):
            raise DataError(f"`{card_id}`: `{(*both, 'effects')[0]}` is corrected in two files", place=place)
        effects = new.effects if old.effects is None else old.effects
        fields = old.fields | new.fields
        if "unknown" in fields:
            fields["unknown"] = sorted({*old.fields.get("unknown", ()), *new.fields.get("unknown", ())})
        new = msgspec.structs.replace(new, fields=fields, effects=effects)
    try:
        new.values()
    except msgspec.ValidationError as error:
        raise DataError(f"`{card_id}`: {lowered(error)}", place=place) from None
    cards[card_id] = new


def coverage_of(pool: FilePool) -> Iterator[FieldCoverage]:
    """Yield how complete the cards of a pool are, and from which source; raises DataError.

    First for all arcs, then arc by arc in the order of their first sets; types by name.
    """
    sets, anatomy, corrections = pool.sets(), pool.anatomy(), read_corrections(pool.folder).cards
    first = {item.arc or item.cycle: item.released or "9999" for item in reversed(list(sets.values()))}
    groups: dict[tuple[str, str], list[Card]] = defaultdict(list)
    for card in pool.cards():
        for arc in ("", *_arcs(card, sets)):
            groups[arc, card.kind].append(card)
    for arc, kind in sorted(groups, key=lambda group: (bool(group[0]), first.get(group[0], "9999"), group)):
        found = groups[arc, kind]
        for field in _fields(anatomy.kinds.get(kind, {})):
            asked = [card for card in found if field in (*_GENERAL, *_fields_of(card, anatomy))]
            known = [card for card in asked if _is_known(card, field)]
            if asked:
                sources = Counter(_source(card, field, corrections) for card in known if _has(card, field))
                yield FieldCoverage(arc, kind, field, len(known), len(asked), sources)


def _arcs(card: Card, sets: Mapping[str, CardSet]) -> Iterable[str]:
    """Return the arc, or the cycle of the card game, of each set that the card was printed in."""
    found = (sets[printing.set] for printing in card.printings)
    return dict.fromkeys((item.arc or item.cycle or item.name for item in found) if card.printings else ("no set",))


def _fields(faces: Mapping[str, Face]) -> Iterable[str]:
    return dict.fromkeys((*(name for face in faces.values() for name in (*face.has, *face.may)), *_GENERAL))


def _fields_of(card: Card, anatomy: Anatomy) -> tuple[str, ...]:
    face = anatomy.face(card)
    return (*face.has, *face.may)


def _is_known(card: Card, field: str) -> bool:
    return field not in card.unknown and (_has(card, field) or field not in ("printings", "released"))


def _has(card: Card, field: str) -> bool:
    return getattr(card, field) not in (None, (), "")


def _source(card: Card, field: str, corrections: Mapping[str, Correction]) -> str:
    if field == "gold_production" and card.gold is not None:
        return f"gold.yaml, {card.gold.source}" if card.gold.source else "gold.yaml"
    correction = corrections.get(card.id)
    return correction.source if correction and field in correction.fields else _DATA
