"""A card of either game, as facts, and whether a selector takes it."""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from msgspec import Struct, structs

from deckcheck.model.days import Between
from deckcheck.model.effect import Effect, Selector, effect_name
from deckcheck.model.gold import Gold
from deckcheck.model.names import experience_suffix, fold

E = TypeVar("E", bound=Effect)


class Printing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One appearance in a set (CCG) or pack (LCG); `copies` is the number in a pack, 0 where packs vary.

    `day` is the day of this printing where it differs from that of the set, as for promotional cards.
    """

    set: str
    number: str = ""
    rarity: str = ""
    copies: int = 0
    day: str = ""


class Card(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, cache_hash=True):
    """The facts of one card; a card without a fact has the empty or default value.

    `title` is printed, with `subtitle` but without experience and without `mark` (the set mark that tells cards of one
    title apart). `identity` has the keys under which its copies are counted: its own first, then those of cards it is
    equivalent to (alternate title, Soul of, counts as). `deck` is dynasty, fate, conflict, province or none. `released`
    is the date of the first set with a known date, added when the pool is compiled, as are the pairs `symbol_days`: a
    mark, and the day of the first printing in a set whose cards have that mark, where that is after `released`.
    `out` is the interval of the first release where printings on record are too late to prove it; `came_out` is added
    when the pool is compiled: the interval of the first release by `out` and sets, None when a source gives the day.
    `battle`: an ability has the designator Battle. `unverified` cards are known by name, but facts may be missing; the
    text says which and why. `unknown` names the fields whose value no source gives; their values here are meaningless.
    When the pool is compiled, fields that cards of this type must have are added. `attested` is the largest number of
    copies of an unverified card in a real list, 0 without one. `perhaps_in` names the sets that may reprint the card,
    and `perhaps_marks` has the legality marks that sources disagree about.
    `effects`, `gold` and `local_titles` have their own files; the last are pairs of language and title.
    """

    id: str
    title: str
    kind: str
    deck: str = "none"
    identity: tuple[str, ...]
    level: int | float = 0
    variant: str = ""
    subtitle: str = ""
    mark: str = ""
    aliases: tuple[str, ...] = ()
    alternate_titles: tuple[str, ...] = ()
    soul_of: tuple[str, ...] = ()
    clans: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    unique: bool = False
    loyal: bool = False
    battle: bool = False
    proxy: bool = False
    unverified: str = ""
    unknown: tuple[str, ...] = ()
    attested: int = 0
    perhaps_in: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    perhaps_marks: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()
    sensei_clans: tuple[str, ...] = ()
    cost: int | str | None = None
    focus: int | str | None = None
    force: int | str | None = None
    chi: int | str | None = None
    honor_requirement: int | str | None = None
    personal_honor: int | str | None = None
    gold_production: int | str | None = None
    province_strength: int | str | None = None
    starting_honor: int | str | None = None
    influence: int | None = None
    influence_pool: int | None = None
    elements: tuple[str, ...] = ()
    military: str | None = None
    political: str | None = None
    military_bonus: str | None = None
    political_bonus: str | None = None
    strength: str | None = None
    strength_bonus: str | None = None
    glory: int | None = None
    fate: int | None = None
    honor: int | None = None
    printings: tuple[Printing, ...] = ()
    out: Between | None = None
    released: str = ""
    came_out: Between | None = None
    symbol_days: tuple[tuple[str, str], ...] = ()
    effects: tuple[Effect, ...] = ()
    gold: Gold | None = None
    local_titles: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """The title with its set mark and experience, as deck lists write it: ``Hida Kuon - exp6``."""
        mark = f" ({self.mark})" if self.mark else ""
        return f"{self.title}{mark}{experience_suffix(self.level, self.variant)}"

    @property
    def names(self) -> str:
        """The name with the titles in other languages: ``Marketplace / Marktplatz``."""
        return " / ".join([self.name, *dict.fromkeys(title for _, title in self.local_titles)])

    @property
    def release(self) -> str | Between:
        """The day or the interval of the first release, "" without either."""
        return self.came_out or self.released

    @property
    def base_title(self) -> str:
        """The title without its subtitle, which is not part of the title in the rules."""
        return self.title[: -len(self.subtitle) - 2] if self.subtitle else self.title

    @property
    def certain_identity(self) -> list[str]:
        """The identity keys without doubt: no rulebook says whether `Experienced 3KYD` is the level `Experienced 3`."""
        return [key for key in self.identity[: 1 if self.is_soul_by_subtitle else None] if key.endswith(self.variant)]

    @property
    def is_soul_by_subtitle(self) -> bool:
        """Whether only the subtitle names the older card: the rulebook has a rule for the keyword "Soul of"."""
        return any(title in self.subtitle for title in self.soul_of)

    @property
    def folded_names(self) -> set[str]:
        """The names that people use for the card, folded, with its id."""
        return set(map(fold, (self.name, self.title, self.base_title, self.id, *self.alternate_titles)))

    def effects_of(self, kind: type[E]) -> list[E]:
        """Return the effects of one kind in the card's text."""
        return [effect for effect in self.effects if isinstance(effect, kind)]

    def is_in(self, name: str) -> bool:
        """Return whether a printing of the card is in the set `name`."""
        return any(printing.set == name for printing in self.printings)

    def printed_only_in(self, sets: tuple[str, ...]) -> bool:
        """Return whether every printing of the card is in one of `sets`; a card without printings is in none."""
        return bool(self.printings) and all(printing.set in sets for printing in self.printings)


# Whether a card meets each condition of a selector, by the field that gives the condition.
_CONDITIONS: dict[str, Callable[[Selector, Card], bool]] = {
    "kind": lambda of, card: card.kind in of.kind,
    "not_kind": lambda of, card: card.kind not in of.not_kind,
    "deck": lambda of, card: card.deck in of.deck,
    "unique": lambda of, card: card.unique is of.unique,
    "battle": lambda of, card: card.battle is of.battle,
    "stat": lambda of, card: getattr(card, of.stat) in of.values,
    "clan": lambda of, card: any(clan in of.clan for clan in card.clans),
    "not_clan": lambda of, card: not any(clan in of.not_clan for clan in card.clans),
    "effect": lambda of, card: not {*map(effect_name, card.effects)}.isdisjoint(of.effect),
    "not_effect": lambda of, card: {*map(effect_name, card.effects)}.isdisjoint(of.not_effect),
    "keyword": lambda of, card: not _folded(card.keywords).isdisjoint(_folded(of.keyword)),
    "keyword_or_clan": lambda of, card: (
        not {*_folded(card.keywords), *card.clans}.isdisjoint(_folded(of.keyword_or_clan))
    ),
    "not_keyword": lambda of, card: _folded(card.keywords).isdisjoint(_folded(of.not_keyword)),
    "title": lambda of, card: fold(card.base_title) in map(fold, of.title),
    "not_title": lambda of, card: fold(card.base_title) not in map(fold, of.not_title),
    "title_contains": lambda of, card: of.title_contains.casefold() in card.title.casefold(),
}


def matches(selector: Selector, card: Card) -> bool:
    """Return whether all conditions of `selector` hold for `card`."""
    for met in _given(selector):  # noqa: SIM110 - a generator takes longer than most conditions
        if not met(selector, card):
            return False
    return True


@lru_cache(maxsize=1_000)
def _given(selector: Selector) -> tuple[Callable[[Selector, Card], bool], ...]:
    """Return the conditions that a selector gives; most give one or two."""
    return tuple(met for field, met in _CONDITIONS.items() if getattr(selector, field) not in (None, (), ""))


def _folded(words: tuple[str, ...]) -> set[str]:
    return set(map(str.casefold, words))


def may_match(selector: Selector, card: Card) -> bool:
    """Return whether `selector` matches `card` for some values of its unknown facts."""
    if not card.unknown:
        return matches(selector, card)
    open_facts: dict[str, bool | None] = dict.fromkeys({"unique", "battle"}.intersection(card.unknown))
    return matches(structs.replace(selector, **open_facts), card)
