"""The differences between a pool and its sources."""

from typing import Any

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.effect import Effect
from deckcheck.model.pool import CardSet, PoolInfo


class PoolSnapshot(Struct, frozen=True, kw_only=True):
    """A pool: its description, sets, cards (without effects and dates) and effects by card id."""

    info: PoolInfo
    sets: dict[str, CardSet]
    cards: dict[str, Card]
    effects: dict[str, tuple[Effect, ...]]


class FieldChange(Struct, frozen=True):
    """A field of a card with a new value from `by`, a source or "correction"."""

    card: str
    field: str
    old: Any
    new: Any
    by: str


class Conflict(Struct, frozen=True):
    """A field on which sources differ; the pool keeps the value it has."""

    card: str
    field: str
    said: tuple[tuple[str, Any], ...]
    kept: Any


class Difference(Struct, frozen=True, kw_only=True):
    """The result of a merge; `held_back` counts values that corrections override."""

    new: tuple[Card, ...]
    changed: tuple[FieldChange, ...]
    gone: tuple[Card, ...]
    conflicts: tuple[Conflict, ...]
    new_sets: tuple[CardSet, ...]
    doubts: tuple[str, ...]
    held_back: int
    merged: PoolSnapshot

    @property
    def empty(self) -> bool:
        """Whether the merge changes nothing."""
        return not (self.new or self.changed or self.gone or self.conflicts or self.new_sets)
