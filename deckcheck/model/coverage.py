"""How complete a field of cards is."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class FieldCoverage(Struct, frozen=True):
    """The number of `cards` with a known field, and the number of values by source.

    `arc` is "" for all arcs together. A card that has no such field counts as known.
    """

    arc: str
    kind: str
    field: str
    known: int
    cards: int
    sources: Mapping[str, int]
