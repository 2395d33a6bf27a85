"""A format: the rules for its decks, each with its source; the legality of a card in it."""

from collections.abc import Iterable
from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar

from msgspec import Meta, Struct

from deckcheck.model.card import Card
from deckcheck.model.card_list import CardList
from deckcheck.model.days import Between, bounds
from deckcheck.model.effect import Selector, Whole
from deckcheck.model.finding import Citation, Origin
from deckcheck.model.names import fold

P = TypeVar("P")


class Section(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a play deck: the cards that `select` describes, called `label` in messages ("Dynasty deck").

    A section with a `header` has the cards under that header of the list, whatever their type.
    """

    label: str
    select: Selector = Selector()
    header: str = ""


class FormatSetting(Struct, Generic[P], frozen=True, kw_only=True):
    """A part of a format with its parameters, its source and the place of each value.

    `name` is that of a rule, of the section that players draw from, or of the resource that they pay with. `origin` is
    the place in the most specific format file that changes the parameters; `origins` has one for each value.
    """

    name: str
    params: P
    cite: Citation
    origin: Origin
    origins: dict[str, Origin]

    @property
    def cards(self) -> CardList | None:
        """The dated list of cards that a rule is about, None for another one."""
        cards = getattr(self.params, "list", None)
        return cards if isinstance(cards, CardList) else None


# One rule as a format applies it; each has parameters of its own.
RuleSetting: TypeAlias = FormatSetting[Any]


class Draw(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """How players draw the cards of one section: `opening` cards before the game, into the hand or the provinces.

    The player who goes second begins with `second` more. Later the player draws `each_turn` cards at the start or the
    end (`when`) of each own turn, or in each round as many as the bid, which is from the minimum to the maximum of
    `bids`. Provinces are refilled when cards leave them, which no rule counts.

    `mulligan` is the usual policy of `deckcheck.odds` for the mulligan ("none": there is no mulligan); `returned` is
    where the cards go. `redraws` is how often every player may put cards of the provinces under the deck in the first
    turn and refill them. `starts` are the titles of cards that every player begins with in play, which lists may omit.
    `feared` has bad hands: a name, and the query that no card of the opening hand matches.
    """

    into: Literal["hand", "provinces"]
    opening: Whole
    second: Whole = 0
    each_turn: Whole = 0
    when: Literal["start", "end"] = "end"
    bids: tuple[Whole, Whole] | None = None
    mulligan: Literal["none", "keep_hits", "keep_needed"] = "none"
    returned: Literal["shuffle", "bottom"] = "shuffle"
    redraws: Whole = 0
    starts: tuple[str, ...] = ()
    feared: dict[str, str] = {}


class GoldRules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """How players pay with gold.

    With a `pool`, surplus gold pays for other costs in the same phase; otherwise a source pays for one cost and the
    rest is lost. A Personality of the player's clan costs `own_clan` more in the player's turn (less when negative),
    one of another clan `other_clan` more. `second_starts` are the titles of cards that players who do not go first
    begin with. Cards of the types `passing` leave a Province when they are revealed. `stronghold` is the range of the
    gold of Strongholds, for those with an unknown amount.
    """

    pool: bool
    stronghold: tuple[Whole, Whole]
    own_clan: int = 0
    other_clan: int = 0
    second_starts: tuple[str, ...] = ()
    passing: tuple[str, ...] = ()


class FateRules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Fate beside that of the stronghold.

    `second`: players who do not go first, at setup; `first_income`: the first player in each round, which is each of
    the `players` in turn; `first_to_pass`: the first player to pass in the dynasty phase; `unclaimed_ring`: each
    unclaimed one of `rings` in the fate phase.
    """

    rings: tuple[str, ...]
    players: Annotated[int, Meta(ge=2)] = 2
    second: Whole = 0
    first_income: Whole = 0
    first_to_pass: Whole = 0
    unclaimed_ring: Whole = 0


# The rules for paying by the name of the resource.
RESOURCES: dict[str, type[GoldRules | FateRules]] = {"gold": GoldRules, "fate": FateRules}


class Legality(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which cards a format allows.

    Cards with one of `marks`; without `marks`, cards printed in a set of `sets` (by default any) that is not one of
    `except_sets`. The cards with the ids `cards` are allowed whatever bans, rotations and release days say. These cards
    are undecided: those with one of `open_marks`, or with a ban that took it; those that may have one of `marks`; those
    from one of `open_sets`; those from a set of `open_symbols` with the mark given there; those that a set of the
    format may reprint. No format uses `idle_marks`.
    """

    marks: tuple[str, ...] = ()
    open_marks: tuple[str, ...] = ()
    idle_marks: tuple[str, ...] = ()
    open_sets: tuple[str, ...] = ()
    open_symbols: dict[str, str] = {}
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
        return any(map(self.marks.__contains__, marks)) if self.marks else any(map(self.takes_set, sets))

    def knows(self, card: Card) -> bool:
        """Return whether the card belongs to the format's pool, or did before a ban removed its mark."""
        return self.allows(card) or any(mark in self.marks for mark in card.banned)

    def exempts(self, card: Card) -> bool:
        """Return whether the format names the card, so that bans, rotations and release days do not apply."""
        return card.id in self.cards

    def is_open(self, card: Card) -> bool:
        """Return whether it is undecided that a card outside the format's pool belongs to it."""
        return (
            bool(card.unverified and (self.marks or not card.printings))
            or any(mark in self.open_marks for mark in (*card.marks, *card.banned))
            or any(mark in self.marks for mark in card.perhaps_marks)
            or any(printing.set in self.open_sets for printing in card.printings)
            or any(self.open_symbols.get(printing.set) in card.marks for printing in card.printings)
            or (not self.marks and any(map(self.takes_set, card.perhaps_in)))
        )

    def may_take(self, card: Card) -> bool:
        """Return whether the card belongs to the format's pool, or did, or may."""
        return self.knows(card) or self.is_open(card)

    def takes_set(self, set_id: str) -> bool:
        """Return whether a printing in this set makes a card legal, where sets decide."""
        return (not self.sets or set_id in self.sets) and set_id not in self.except_sets


class Format(Struct, frozen=True, kw_only=True):
    """A resolved format.

    `date` is the day whose card pool and lists apply: the requested one, else `last`, the last day of the format.
    `first` is its first day (empty: unknown) or, where only the interval `begins` contains that, the first possible
    one. `cards_until` is the last day for which the card pool has its cards (empty: always), `snapshots` are the dated
    changes up to `date` (from, name), `gap` says which rules of `date` no source has, and `unchecked` which rules of
    any day. `lineage` has the ids from the format itself to its oldest parent, `aliases` its names in deck files,
    `dropped` the rules of its parents that it leaves out, with the reasons,
    `sections` the sections by name in the order of matching, `draws` the draws from them as written, `economy` how
    players pay; `basis` is "official" or "community". `house` are the house rules of this check in words.
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
    draws: tuple[FormatSetting[Draw], ...]
    legality: Legality
    dropped: dict[str, str] = {}
    economy: tuple[FormatSetting[Any], ...] = ()
    snapshots: tuple[tuple[str, str], ...] = ()
    gap: str = ""
    unchecked: str = ""
    first: str = ""
    begins: Between | None = None
    cards_until: str = ""
    last: str
    aliases: tuple[str, ...] = ()
    house: tuple[str, ...] = ()

    def __hash__(self) -> int:
        """Return the hash of the digest, which equal formats share."""
        return hash(self.digest)

    def allows(self, card: Card) -> bool:
        """Return whether the format allows the card, whatever its type and copies."""
        return self.legality.allows(card)

    @property
    def gold(self) -> GoldRules | None:
        """The rules for paying with gold; None for a format without gold."""
        return next((each.params for each in self.economy if isinstance(each.params, GoldRules)), None)

    @property
    def fate(self) -> FateRules | None:
        """The rules for paying with fate; None for a format without fate."""
        return next((each.params for each in self.economy if isinstance(each.params, FateRules)), None)

    @property
    def names(self) -> tuple[str, ...]:
        """Its name, its other names and its id."""
        return (self.name, *self.aliases, self.id)

    @property
    def called(self) -> tuple[str, ...]:
        """Its names, folded."""
        return tuple(map(fold, self.names))

    @property
    def pool_ends(self) -> str:
        """The last day whose cards the pool has if it is before `date`, else empty."""
        return self.cards_until if self.cards_until < self.date else ""

    @property
    def not_begun(self) -> str:
        """When the format begins, as text, if its day may be before that: ``on 2021-07-16``; else empty."""
        sure = bounds(self.begins)[1] if self.begins else self.first
        return str(self.begins or f"on {self.first}") if self.date < sure else ""

    @property
    def dated(self) -> str:
        """The date with its place in the life of the format: ``2020-01-06 (Rules Reference 12)``."""
        remarks = [name for _, name in self.snapshots[-1:]]
        if self.not_begun:
            remarks.append(f"the format begins {self.not_begun}")
        if self.pool_ends:
            remarks.append(f"the card pool ends on {self.pool_ends}")
        return f"{self.date} ({'; '.join(remarks)})" if remarks else self.date

    def label(self, section: str) -> str:
        """Return the name of a section in messages."""
        return self.sections[section].label if section in self.sections else section


class HouseRules(Struct, frozen=True):
    """House rules as options write them.

    `rules` are ``NAME=VALUE`` or ``NAME.PARAMETER=VALUE``, `sizes` ``SECTION=N`` or ``SECTION=N-M``; `ban` and `allow`
    are names of cards.
    """

    rules: tuple[str, ...] = ()
    ban: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Return whether there are any."""
        return bool(self.rules or self.ban or self.allow or self.sizes)

    @property
    def words(self) -> tuple[str, ...]:
        """The house rules for reports, one per item."""
        cards = (("banned", self.ban), ("allowed", self.allow))
        return (*self.rules, *self.sizes, *(f"{what}: {', '.join(names)}" for what, names in cards if names))


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
