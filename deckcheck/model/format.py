"""A format: the provisions that decks are held to, each with its source."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

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


class Setting(Struct, frozen=True, kw_only=True):
    """Values of a format with their source and the place of each.

    `origin` is the place in the most specific format file that changes them; `origins` has one for each value.
    """

    cite: Citation
    origin: Origin
    origins: dict[str, Origin]


class RuleSetting(Setting, frozen=True, kw_only=True):
    """One rule as a format applies it, with its parameters."""

    rule: str
    params: Any


class Draw(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """How the cards of one section are drawn: `opening` cards before the game, into the hand or the provinces.

    `second` is how many more the player who goes second begins with. Later, `each_turn` cards come at the start or
    the end of each own turn, as `when` says; or as many as the player bids in each round, from the lowest to the
    highest of `bids`, first of all. Provinces are refilled as cards leave them, in numbers that no rule gives.

    `mulligan` is how players use the one chance to set opening cards aside, by the name of a policy of
    `deckcheck.odds` ("none": there is no such chance); `returned` is where those cards go. `redraws` is how often
    every player may put cards of the provinces under the deck in the first turn and refill those. `starts` are the
    titles of cards that every player begins with in play, which lists need not name. `feared` are hands that players
    fear, each by its name and the query that no card of the opening hand matches.
    """

    into: Literal["hand", "provinces"]
    opening: int
    second: int = 0
    each_turn: int = 0
    when: Literal["start", "end"] = "end"
    bids: tuple[int, int] | None = None
    mulligan: Literal["none", "keep_hits", "keep_needed"] = "none"
    returned: Literal["shuffle", "bottom"] = "shuffle"
    redraws: int = 0
    starts: tuple[str, ...] = ()
    feared: dict[str, str] = {}


class Drawn(Setting, frozen=True, kw_only=True):
    """The draws of one section."""

    section: str
    params: Draw


class GoldRules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """How players pay with gold.

    With a `pool`, gold that a cost does not need pays for others in the same phase; otherwise a source pays for one
    cost and the rest is lost. A Personality of the player's clan costs `own_clan` more in the player's turn (less
    where negative), one of another clan `other_clan` more. `second_starts` are the titles of cards with which
    players begin who do not go first. Cards of the kinds `passing` leave a Province as soon as they are seen.
    `stronghold` are the lowest and the highest gold of Strongholds, for those whose amount is unknown.
    """

    pool: bool
    stronghold: tuple[int, int]
    own_clan: int = 0
    other_clan: int = 0
    second_starts: tuple[str, ...] = ()
    passing: tuple[str, ...] = ()


class FateRules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Fate beside that of the stronghold.

    `second` goes to players who do not go first, at setup; `first_income` to the first player in each round;
    `first_to_pass` to the first who passes in the dynasty phase; `unclaimed_ring` to each unclaimed one of `rings`
    in the fate phase.
    """

    rings: tuple[str, ...]
    second: int = 0
    first_income: int = 0
    first_to_pass: int = 0
    unclaimed_ring: int = 0


class EconomyRules(Setting, frozen=True, kw_only=True):
    """How players of a format pay, with `gold` or with `fate`."""

    gold: GoldRules | None = None
    fate: FateRules | None = None

    @property
    def resource(self) -> str:
        """What players pay with: gold or fate."""
        return "gold" if self.gold else "fate"

    @property
    def params(self) -> GoldRules | FateRules | None:
        """The rules of the resource."""
        return self.gold or self.fate


class Legality(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which cards a format takes.

    Those with one of `marks`, or, where no marks are given, those printed in a set that is one of `sets` (by
    default any) and not in `except_sets`; and the cards with the ids `cards`, whatever bans,
    rotations and release days say. Others are open: those with one of
    `open_marks`, from one of `open_sets`, and those that a set of the format may reprint; no source says.
    """

    marks: tuple[str, ...] = ()
    open_marks: tuple[str, ...] = ()
    open_sets: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    except_sets: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()

    def allows(self, card: Card) -> bool:
        """Return whether the card belongs to the format's pool."""
        return self.takes(card.id, card.marks, (printing.set for printing in card.printings))

    def takes(self, card_id: str, marks: Iterable[str], sets: Iterable[str]) -> bool:
        """Return whether a card with this id, these marks and printings in these sets belongs to the format's pool."""
        if card_id in self.cards:
            return True
        return any(mark in self.marks for mark in marks) if self.marks else any(map(self.takes_set, sets))

    def knows(self, card: Card) -> bool:
        """Return whether the card belongs to the format's pool, or did until a ban took its mark away."""
        return self.allows(card) or any(mark in self.marks for mark in card.banned)

    def exempts(self, card: Card) -> bool:
        """Return whether bans, rotations and release days leave the card alone, because the format names it."""
        return card.id in self.cards

    def is_open(self, card: Card) -> bool:
        """Return whether a card that the format does not know may belong to its pool all the same."""
        return (
            bool(card.unverified)
            or any(mark in self.open_marks for mark in card.marks)
            or any(printing.set in self.open_sets for printing in card.printings)
            or (not self.marks and any(map(self.takes_set, card.perhaps_in)))
        )

    def takes_set(self, set_id: str) -> bool:
        """Return whether a printing in this set makes a card legal, where sets decide."""
        return (not self.sets or set_id in self.sets) and set_id not in self.except_sets


class Format(Struct, frozen=True, kw_only=True):
    """A resolved format.

    `date` is the day whose card pool and lists are in force: the one that was asked for, else `last`, the last day of
    the format. `first` is its first day (empty: unknown), `cards_until` the day up to which the card pool has its
    cards (empty: always), `snapshots` are the dated changes up to `date` (from,
    name). `lineage` has the ids from the format itself to its oldest parent, `aliases` what deck files call it,
    `sections` the sections by name in the order they are tried, `draws` how cards of them are drawn, in the order
    written, `economy` how players pay; `basis` is "official" or "community". `house` are the house rules in words that
    changed it for this check.
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
    provisions: tuple[RuleSetting, ...]
    draws: tuple[Drawn, ...]
    legality: Legality
    economy: tuple[EconomyRules, ...] = ()
    snapshots: tuple[tuple[str, str], ...] = ()
    first: str = ""
    cards_until: str = ""
    last: str
    aliases: tuple[str, ...] = ()
    house: tuple[str, ...] = ()

    def allows(self, card: Card) -> bool:
        """Return whether the format takes the card, kinds and copies aside."""
        return self.legality.allows(card)

    @property
    def pool_ends(self) -> str:
        """The last day whose cards the pool has, where that is before `date`; else empty."""
        return self.cards_until if self.cards_until < self.date else ""

    @property
    def dated(self) -> str:
        """The date with what it is in the life of the format: ``2020-01-06 (Rules Reference 12)``."""
        remarks = [name for _, name in self.snapshots[-1:]]
        if self.date < self.first:
            remarks.append(f"the format begins on {self.first}")
        if self.pool_ends:
            remarks.append(f"the card pool ends on {self.pool_ends}")
        return f"{self.date} ({'; '.join(remarks)})" if remarks else self.date

    def label(self, section: str) -> str:
        """Return what a section is called in messages."""
        return self.sections[section].label if section in self.sections else section
