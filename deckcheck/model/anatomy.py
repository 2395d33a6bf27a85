"""The fields printed on the cards of a pool, by type: the missing facts of a card, and how complete a field is."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from deckcheck.model.card import Card

# Its file beside a pool.
FILE = "anatomy.yaml"
_NOTHING = (None, (), "")


class Face(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of cards of one type in one deck: `has` is on all of them, `may` on some."""

    has: tuple[str, ...] = ()
    may: tuple[str, ...] = ()

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields on all or some of the cards."""
        return (*self.has, *self.may)


class Anatomy(Struct, frozen=True, forbid_unknown_fields=True):
    """The faces of cards by type and deck, the clans of the game, and the source.

    `unverified` names the fields that are unknown for an unverified card without a value.
    """

    source: str = ""
    kinds: Mapping[str, Mapping[str, Face]] = {}
    clans: tuple[str, ...] = ()
    unverified: tuple[str, ...] = ()

    def over(self, base: Anatomy) -> Anatomy:
        """Return the anatomy of a pool that extends one with `base`."""
        kinds = {kind: {**base.kinds.get(kind, {}), **faces} for kind, faces in self.kinds.items()}
        return msgspec.structs.replace(
            self,
            kinds={**base.kinds, **kinds},
            clans=tuple(dict.fromkeys((*base.clans, *self.clans))),
            unverified=tuple(dict.fromkeys((*base.unverified, *self.unverified))),
        )

    def face(self, card: Card) -> Face:
        """Return the face that cards of this type and deck have."""
        return self.kinds.get(card.kind, {}).get(card.deck, Face())

    def missing(self, card: Card) -> tuple[str, ...]:
        """Return the fields without a value that the card must have, or may have when it has no facts at all."""
        face = self.face(card)
        missing = [name for name in face.has if getattr(card, name) in _NOTHING]
        if face.has and len(missing) == len(face.has):
            missing += [name for name in face.may if getattr(card, name) in _NOTHING]
        if card.unverified:
            missing += [name for name in self.unverified if getattr(card, name) in _NOTHING]
        return tuple(missing)

    def wrong(self, card: Card) -> str:
        """Return the type, deck or clan of a card that the anatomy lacks, in words; empty without one."""
        faces = self.kinds.get(card.kind)
        if faces is None:
            return f"the type `{card.kind}`, which no card of the game has: {', '.join(sorted(self.kinds))}"
        if card.deck not in faces:
            return f"the type {card.kind} and the deck `{card.deck}`: {' or '.join(sorted(faces))}"
        unknown = next((clan for clan in card.clans if clan not in self.clans), None)
        return f"the clan `{unknown}`, which no card of the game has: {', '.join(self.clans)}" if unknown else ""


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
