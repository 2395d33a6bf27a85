"""Corrections of facts from other sources.

They survive every merge and import, and name the source of each fact. ``corrections.yaml`` beside a pool corrects
single cards. Each file in ``facts/`` has many facts from one source. The printed amounts in ``gold.yaml`` are facts
about the cards too.
"""

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.effect import Effect
from deckcheck.model.errors import DataError, lowered
from deckcheck.model.gold import Gold
from deckcheck.model.pool import ANATOMY_FILE, CardSet
from deckcheck.system import strict_yaml

NAME = "corrections.yaml"
FOLDER = "facts"
GOLD = "gold.yaml"

# `pools import` and `pools merge` keep these files unchanged, and copy them to a new folder of the pool.
_KEPT = (NAME, ANATOMY_FILE, GOLD, f"{FOLDER}/*.yaml")

# Corrections cannot change these fields: they identify the card or are computed from the others.
_FIXED = frozenset({"id", "identity", "released", "came_out", "symbol_days", "effects", "gold"})


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    """The facts that override the sources for a card: its fields, and all effects of its text (None: theirs).

    `reason` explains the correction, `source` tells where to look it up.
    """

    reason: str
    source: str
    fields: dict[str, Any] = {}
    effects: tuple[Effect, ...] | None = None

    def values(self) -> dict[str, Any]:
        """Return the fields in the types of `Card`, the effects among them; raises msgspec.ValidationError."""
        card = msgspec.convert({"id": "", "title": "", "kind": "", "identity": [], **self.fields}, Card)
        effects = {} if self.effects is None else {"effects": self.effects}
        return {name: getattr(card, name) for name in self.fields} | effects


class FactFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of ``facts/``: fields and effects by card id, whole cards and sets, and the ids of cards to remove.

    `removed` maps the id of a card to the id of the card that it duplicates, or to nothing.
    """

    about: str
    source: str
    cards: dict[str, dict[str, Any]] = {}
    effects: dict[str, tuple[Effect, ...]] = {}
    removed: dict[str, str | None] = {}
    sets: tuple[CardSet, ...] = ()
    new: tuple[Card, ...] = ()


class Corrections(Struct, frozen=True):
    """All corrections of a pool: corrections by card id, sets and cards to add, ids to remove."""

    cards: dict[str, Correction] = {}
    sets: dict[str, CardSet] = {}
    new: dict[str, Card] = {}
    removed: frozenset[str] = frozenset()


def read_corrections(folder: Path) -> Corrections:
    """Return the corrections of the pool in `folder`; raises DataError, also when two files give the same fact."""
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
    fields: dict[str, Any] = {} if gold.printed is None else {"gold_production": gold.printed}
    if gold.unknown or gold.by_formula:
        fields = {"gold_production": None, "unknown": ["gold_production"]}
    return Correction("gold production", GOLD, fields)


def _decoded(path: Path, kind: Any) -> Any:
    """Return the value of a file, None when it is missing or has only comments."""
    text = strict_yaml.read_text(path) if path.is_file() else ""
    if all(line.startswith("#") or not line.strip() for line in text.splitlines()):
        return None
    return strict_yaml.decode(strict_yaml.parse(text, str(path)), kind)


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
