"""How much is known of a field of cards."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class Known(Struct, frozen=True):
    """Of how many of `cards` a field is known, and how many values come from which source.

    `arc` is "" for all arcs together. A card that has no value in the field, as far as is known, counts as known.
    """

    arc: str
    kind: str
    field: str
    known: int
    cards: int
    sources: Mapping[str, int]
