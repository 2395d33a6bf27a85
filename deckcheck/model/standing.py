"""The legality of a card in a format, and cards found by a search."""

from msgspec import Struct

from deckcheck.model.card import Card


class Standing(Struct, frozen=True):
    """Whether a format allows a card, by pool, dates and lists.

    `verdict` is "legal", "banned", "rotated", "not legal", "not yet released", or, where the data do not
    decide, "perhaps banned", "perhaps rotated", "perhaps not yet released", "perhaps not yet legal" (since a later
    printing) or "perhaps legal". `notes` are lists that limit an allowed card: "restricted", "splash-banned", "perhaps
    restricted". `since` has the day (ISO date) from which a list bans, rotates or limits the card;
    ``2020-10-05 at the latest`` where its entry has no day, because earlier lists may have the card, too.
    """

    verdict: str
    notes: tuple[str, ...] = ()
    since: dict[str, str] = {}

    def __str__(self) -> str:
        said = self.notes if self.verdict == "legal" and self.notes else (self.verdict, *self.notes)
        return ", ".join(f"{what} since {self.since[what]}" if what in self.since else what for what in said)


class Hit(Struct, frozen=True):
    """A card of the pool `pool` that a search found; `standing` is that in the format searched in, if any.

    `left` is the number of copies that still fit into the deck of the search (None: a search without a deck). `unknown`
    are the facts whose absence leaves open whether the card matches.
    """

    pool: str
    card: Card
    standing: Standing | None = None
    left: int | None = None
    unknown: tuple[str, ...] = ()
