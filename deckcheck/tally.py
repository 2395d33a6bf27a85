"""One pass over a deck: what the rules need to know of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

import msgspec

from deckcheck.effects import Met, effects_in, is_counted, minimum_changes
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry, Request
from deckcheck.model.effect import Influence, Uncounted
from deckcheck.model.format import Format
from deckcheck.selectors import matches


class Tally:
    """A deck sorted into the sections of a format.

    `cards` holds one entry a card, whatever the number of lines that name it; `sections` those of each section,
    in the order of the format; `homeless` those the format has no section for.
    """

    def __init__(self, deck: Deck, fmt: Format, places: dict[str, str | None] | None = None) -> None:
        """Sort the entries of `deck` into the sections of `fmt`.

        `places` remembers the sections of cards by id, for those who tally many decks of one format and pool.
        """
        places = {} if places is None else places
        self.deck = deck
        self.format = fmt
        self.sections: dict[str, list[Entry]] = {name: [] for name in fmt.sections}
        self.homeless: list[Entry] = []
        headers = {section.header for section in fmt.sections.values() if section.header}
        self.cards: tuple[Entry, ...] = _merged(deck.entries, headers)
        for entry in self.cards:
            section = _under_header(entry, fmt) if headers else None
            if section is None:
                card = entry.card
                section = places[card.id] if card.id in places else places.setdefault(card.id, section_of(card, fmt))
            (self.homeless if section is None else self.sections[section]).append(entry)

    @cached_property
    def groups(self) -> dict[str, list[Entry]]:
        """The entries by identity key, over all sections."""
        groups: defaultdict[str, list[Entry]] = defaultdict(list)
        for entry in self.cards:
            for key in entry.card.identity:
                groups[key].append(entry)
        return groups

    @cached_property
    def met(self) -> Met:
        """The effects of card texts."""
        return effects_in(self.cards)

    def entries(self, section: str) -> list[Entry]:
        """Return the entries of a section; empty when the format has none of that name."""
        return self.sections.get(section, [])

    def with_side(self, section: str) -> list[Entry]:
        """Return the entries of a section and those of a sideboard that would belong to it by their type."""
        side = (entry for name, each in self.format.sections.items() if each.header for entry in self.sections[name])
        select = self.format.sections[section].select
        return [*self.entries(section), *(entry for entry in side if matches(select, entry.card))]

    def count(self, section: str) -> int:
        """Return the number of cards in a section."""
        return sum(entry.count for entry in self.entries(section))

    def counted(self, section: str) -> int:
        """Return the number of cards in a section that count toward its minimum."""
        if not any(self.met.of(Uncounted)):
            return self.count(section)
        return sum(entry.count for entry in self.entries(section) if is_counted(self.met, entry))

    def minimum(self, section: str, base: int) -> int:
        """Return the minimum size of a section where the format says `base`."""
        return base + sum(added for _, added in minimum_changes(self.met, section))

    def influence(self, stronghold: str, base: int) -> tuple[int, list[tuple[Entry, int]]]:
        """Return the influence of the Stronghold, `base` where none gives any, and what cards add to it."""
        pool = max((entry.card.influence_pool or 0 for entry in self.entries(stronghold)), default=0)
        return pool or base, [(entry, effect.add) for entry, effect in self.met.of(Influence)]

    @property
    def open_lines(self) -> tuple[Request, ...]:
        """The lines that may be cards and are not counted."""
        return self.deck.open_lines

    @property
    def possible(self) -> int:
        """How many cards at most the lines may stand for that are not counted."""
        return self.deck.possible

    def may_hold(self, section: str) -> bool:
        """Return whether a line that is not counted may be the card of `section`, which has none that is known."""
        return section in self.sections and not self.sections[section] and bool(self.open_lines)


def own_clans(tally: Tally, stronghold: str) -> frozenset[str] | None:
    """Return the clans of the Strongholds in a section: None without a Stronghold, empty when unaligned."""
    entries = tally.entries(stronghold)
    return frozenset(clan for entry in entries for clan in entry.card.clans) if entries else None


def off_clan(entries: Iterable[Entry], own: frozenset[str]) -> list[Entry]:
    """Return the entries whose card belongs to clans that are none of `own`; neutral cards belong to none."""
    return [entry for entry in entries if entry.card.clans and not own.intersection(entry.card.clans)]


def is_chosen(fmt: Format, section: str) -> bool:
    """Return whether the player chooses the clan of a deck that has only neutral cards in `section`."""
    return any(each.rule == "several-primary-clans" and each.params.section == section for each in fmt.provisions)


def primary_clans(tally: Tally, section: str, stronghold: str) -> frozenset[str] | None:
    """Return the clans of a deck that may buy cards of other clans in `section`, None where nothing names them.

    Where cards of a deck name the clan and all of them are neutral, the player chooses (Rules Reference 16,
    "Deckbuilding, skirmish format"): the clan is that of the cards that cannot be bought, or else of those that would
    cost the most influence.
    """
    own = own_clans(tally, stronghold)
    if own is None or own or not is_chosen(tally.format, stronghold):
        return own
    costs: dict[str, tuple[int, int]] = {}
    for entry in tally.with_side(section):
        for clan in entry.card.clans:
            priceless, influence = costs.get(clan, (0, 0))
            is_priceless = entry.card.influence is None
            costs[clan] = priceless + is_priceless, influence + (entry.card.influence or 0) * entry.count
    return frozenset([max(sorted(costs), key=costs.__getitem__)]) if costs else own


def splashed(tally: Tally, section: str, stronghold: str) -> list[Entry]:
    """Return the out-of-clan entries of a section and of what counts with it; empty without a Stronghold."""
    own = primary_clans(tally, section, stronghold)
    return off_clan(tally.with_side(section), own) if own is not None else []


def _merged(entries: tuple[Entry, ...], headers: set[str]) -> tuple[Entry, ...]:
    """Return the entries with those of one card made into one, but for those under one of `headers`."""
    if len({entry.card.id for entry in entries}) == len(entries):
        return entries
    merged: dict[tuple[str, str], Entry] = {}
    for entry in entries:
        under = entry.request.section if entry.request.section in headers else ""
        first = merged.get((entry.card.id, under))
        if first is not None:
            others = (*first.others, entry.request)
            entry = msgspec.structs.replace(first, count=first.count + entry.count, others=others)  # noqa: PLW2901
        merged[entry.card.id, under] = entry
    return tuple(merged.values())


def _under_header(entry: Entry, fmt: Format) -> str | None:
    """Return the section that takes an entry for the header it stands under, None when there is none."""
    under = entry.request.section
    return next((name for name, section in fmt.sections.items() if section.header and section.header == under), None)


def section_of(card: Card, fmt: Format) -> str | None:
    """Return the name of the section of `fmt` that takes `card` for its type, None when there is none."""
    return next((n for n, s in fmt.sections.items() if not s.header and matches(s.select, card)), None)
