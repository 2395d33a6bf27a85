"""Corrections by hand: what is known better than any source says, with the reason; they survive every merge."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import yaml
from msgspec import Struct

from deckcheck.errors import DataError
from deckcheck.model.card import Card
from deckcheck.model.effect import Effect
from deckcheck.sources.reading import read_text

NAME = "corrections.yaml"

# Fields that are not facts to correct: they identify the card or are worked out from the others.
_FIXED = frozenset({"id", "identity", "released", "effects"})


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    """What holds for a card against the sources: fields of the card, and its effects that follow from its record.

    `adds` are effects that no source tells of, beside those of its text that are known.
    """

    reason: str
    fields: dict[str, Any] = {}
    effects: tuple[Effect, ...] | None = None
    adds: tuple[Effect, ...] = ()

    def values(self) -> dict[str, Any]:
        """Return the fields in the types that cards have them in; raises msgspec.ValidationError."""
        card = msgspec.convert({"id": "", "title": "", "kind": "", "identity": [], **self.fields}, Card)
        return {name: getattr(card, name) for name in self.fields}


def read_corrections(folder: Path) -> dict[str, Correction]:
    """Return the corrections of the pool in `folder` by card id, none when it has no such file; raises DataError."""
    path = folder / NAME
    if not path.is_file():
        return {}
    try:
        value = yaml.load(read_text(path), Loader=yaml.CSafeLoader) or {}
        found = msgspec.convert(value, dict[str, Correction])
        for card_id, correction in found.items():
            correction.values()
            if wrong := sorted(_FIXED.intersection(correction.fields)):
                raise DataError(f"`{card_id}`: the field `{wrong[0]}` is not one to correct", place=f"{path}:1")
            if not correction.reason.strip():
                raise DataError(f"`{card_id}`: a correction needs a reason", place=f"{path}:1")
    except yaml.YAMLError as error:
        raise DataError(f"not YAML: {error}", place=str(path)) from None
    except msgspec.ValidationError as error:
        raise DataError(f"not understood: {error}", place=f"{path}:1") from None
    return found
