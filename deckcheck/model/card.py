"""A card of either game, as facts, and whether a selector takes it."""

from typing import TypeVar

import msgspec
from msgspec import Struct

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
    copies of an unverified card in a real list, 0 without one. `perhaps_in` names the sets that may reprint the card.
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
    def base_title(self) -> str:
        """The title without its subtitle, which is not part of the title in the rules."""
        return self.title[: -len(self.subtitle) - 2] if self.subtitle else self.title

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


def matches(selector: Selector, card: Card) -> bool:
    """Return whether all conditions of `selector` hold for `card`."""
    return (
        (not selector.kind or card.kind in selector.kind)
        and card.kind not in selector.not_kind
        and (not selector.deck or card.deck in selector.deck)
        and (selector.unique is None or card.unique is selector.unique)
        and _values(selector, card)
        and _clan(selector, card)
        and _effect(selector, card)
        and _keyword(selector, card)
        and _title(selector, card)
    )


def may_match(selector: Selector, card: Card) -> bool:
    """Return whether `selector` matches `card` for some values of its unknown facts."""
    if not card.unknown:
        return matches(selector, card)
    open_facts: dict[str, bool | None] = dict.fromkeys({"unique", "battle"}.intersection(card.unknown))
    return matches(msgspec.structs.replace(selector, **open_facts), card)


def _values(s: Selector, card: Card) -> bool:
    if s.battle is not None and card.battle is not s.battle:
        return False
    return not s.stat or getattr(card, s.stat) in s.values


def _clan(s: Selector, card: Card) -> bool:
    if not (s.clan or s.not_clan):
        return True
    return (not s.clan or any(clan in s.clan for clan in card.clans)) and not any(c in s.not_clan for c in card.clans)


def _effect(s: Selector, card: Card) -> bool:
    if not (s.effect or s.not_effect):
        return True
    names = {effect_name(effect) for effect in card.effects}
    return (not s.effect or not names.isdisjoint(s.effect)) and names.isdisjoint(s.not_effect)


def _keyword(s: Selector, card: Card) -> bool:
    if not (s.keyword or s.keyword_or_clan or s.not_keyword):
        return True
    words = {keyword.casefold() for keyword in card.keywords}
    both = words.union(card.clans)
    return (
        (not s.keyword or any(word.casefold() in words for word in s.keyword))
        and (not s.keyword_or_clan or any(word.casefold() in both for word in s.keyword_or_clan))
        and not any(word.casefold() in words for word in s.not_keyword)
    )


def _title(s: Selector, card: Card) -> bool:
    if not (s.title or s.not_title or s.title_contains):
        return True
    title = fold(card.base_title)
    return (
        (not s.title or title in map(fold, s.title))
        and title not in map(fold, s.not_title)
        and s.title_contains.casefold() in card.title.casefold()
    )
