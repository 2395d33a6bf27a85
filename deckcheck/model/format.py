"""A format: the provisions that decks are held to, each with its source."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.finding import Citation, Origin
from deckcheck.model.selector import Selector


class Section(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a play deck: the cards that `select` describes, called `label` in messages ("Dynasty deck").

    A section with a `header` takes the cards that stand under that header of the list, whatever their type.
    """

    label: str
    select: Selector = Selector()
    header: str = ""


class Provision(Struct, frozen=True, kw_only=True):
    """One rule as a format applies it: its parameters, its source, and where each value was set.

    `origin` is the place of the rule in the most specific format file that speaks of it; `origins` has one for
    each parameter.
    """

    rule: str
    params: Any
    cite: Citation
    origin: Origin
    origins: dict[str, Origin]


class Legality(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which cards a format takes.

    Those with one of `marks`, or, where no marks are given, those printed in a set that is one of `sets` (by
    default any) and not in `except_sets`.
    """

    marks: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    except_sets: tuple[str, ...] = ()

    def allows(self, card: Card) -> bool:
        """Return whether the card belongs to the format's pool."""
        if self.marks:
            return any(mark in self.marks for mark in card.marks)
        return any(self.takes_set(printing.set) for printing in card.printings)

    def takes_set(self, set_id: str) -> bool:
        """Return whether a printing in this set makes a card legal, where sets decide."""
        return (not self.sets or set_id in self.sets) and set_id not in self.except_sets


class Format(Struct, frozen=True, kw_only=True):
    """A resolved format.

    `date` is the day whose card pool and lists are in force, `as_of` that day when it was asked for (else empty),
    `snapshots` the dated changes up to that day (from, name). `lineage` holds the ids from the format itself to its
    oldest parent, `aliases` what deck files call it, `sections` the sections by name in the order they are tried;
    `basis` is "official" or "community".
    """

    id: str
    name: str
    game: str
    pool: str
    basis: str
    date: str
    digest: str
    lineage: tuple[str, ...]
    sections: dict[str, Section]
    provisions: tuple[Provision, ...]
    legality: Legality
    snapshots: tuple[tuple[str, str], ...] = ()
    as_of: str = ""
    aliases: tuple[str, ...] = ()

    def allows(self, card: Card) -> bool:
        """Return whether the format takes the card, kinds and copies aside."""
        return self.legality.allows(card)

    @property
    def dated(self) -> str:
        """The date with the name of the last change before it: ``2020-01-06 (Rules Reference 12)``."""
        return f"{self.date} ({self.snapshots[-1][1]})" if self.snapshots else self.date

    def label(self, section: str) -> str:
        """Return what a section is called in messages."""
        return self.sections[section].label if section in self.sections else section
