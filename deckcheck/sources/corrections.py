"""Corrections by hand: what is known better than any source says, with the reason; they survive every merge."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from deckcheck import strict_yaml
from deckcheck.errors import DataError
from deckcheck.model.card import Card
from deckcheck.model.effect import Effect

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
    text = strict_yaml.read_text(path)
    if all(line.startswith("#") or not line.strip() for line in text.splitlines()):
        return {}
    node = strict_yaml.parse(text, str(path))
    found: dict[str, Correction] = strict_yaml.decode(node, dict[str, Correction], str(path))
    for card_id, correction in found.items():
        place = f"{path}:{node.value[card_id].line}"
        if wrong := sorted(_FIXED.intersection(correction.fields)):
            raise DataError(f"`{card_id}`: the field `{wrong[0]}` is not one to correct", place=place)
        if not correction.reason.strip():
            raise DataError(f"`{card_id}`: a correction needs a reason", place=place)
        try:
            correction.values()
        except msgspec.ValidationError as error:
            raise DataError(f"`{card_id}`: {str(error)[:1].lower()}{str(error)[1:]}", place=place) from None
    return found
