"""The kinds of limits: each is declared once, and everything else is derived from the declaration.

A limit finds problems (`problems`) and gives rows for repair (`rows`). Four methods select, card by card, the decks to
check: `concerns`, `alone`, `counters` with `exceeded`, `keys`. They may select too many decks, never too few.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import asdict

from deckcheck.model.card import Card
from deckcheck.model.deck import Entry, grouped
from deckcheck.model.effect import Effect
from deckcheck.model.format import Format
from deckcheck.rules.base import Clans, Counts, Declare, Limit, Memo, Own, Problem, Said, listing, total
from deckcheck.rules.rows import Model
from deckcheck.rules.tally import Placed, Tally, clan_names

# Yields the findings about a card in a deck of these clans, by the parameters of the rule in the format.
Says = Callable[[Placed, Clans, Any, Format], Iterable[Said]]


class PerCard(Limit, kw_only=True):
    """A limit on single cards: `says` yields the findings about one card, none for an allowed card.

    With a `stronghold`, `says` gets the clans of the deck, and a deck without such a card has no problem. With a
    `section`, it is only about the cards there. Messages in `together` appear once for all cards, with data from their
    entries. `weighs` gives the problem as it is in the whole deck.
    """

    says: Says
    params: Any
    format: Format
    section: str = ""
    together: Mapping[str, Callable[[list[Entry]], dict[str, Any]]] = {}
    by_section: bool = False
    weighs: Callable[[Tally, Problem, Any], Problem] = lambda _, problem, __: problem
    remarks: bool = True

    def __post_init__(self) -> None:
        self._said: Memo[Own, Memo[Placed, tuple[Said, ...]]] = Memo(
            lambda own: Memo(lambda here: self._says(here, own))
        )

    def _says(self, here: Placed, own: Own) -> tuple[Said, ...]:
        is_about = self.section in ("", here.section) and not (self.stronghold and own is None)
        return tuple(self.says(here, own or frozenset(), self.params, self.format)) if is_about else ()

    def said(self, here: Placed) -> tuple[Said, ...]:
        """Return the findings about a card in any deck."""
        return self._said[None][here]

    def concerns(self, here: Placed, own: Own) -> bool:
        return bool(self._said[own][here])

    def problems(self, tally: Tally) -> Iterator[Problem]:
        said = self._said[self.own(tally)]
        together: defaultdict[str, list[Entry]] = defaultdict(list)
        named = [(entry, here) for entry, here in tally.placed if said[here]]
        for entry, here in tally.in_order(named) if self.by_section else named:
            for message, data in said[here]:
                if message in self.together:
                    together[message].append(entry)
                else:
                    problem = Problem(message, {"card": entry.card.name} | data, (entry,))
                    yield self.weighs(tally, problem, self.params)
        for message, entries in together.items():
            yield Problem(message, self.together[message](entries), tuple(entries))

    def is_wrong(self, here: Placed, own: Clans = frozenset()) -> bool:
        """Return whether a card makes a deck of these clans illegal or undecided."""
        return any(message in self.bearing for message, _ in self._said[own][here])

    def rows(self, model: Model, rule: str) -> None:
        slots = model.by_section[self.section] if self.section else range(len(model.slots))
        for slot in slots if self.bearing else ():
            here = model.places[slot]
            if not self.stronghold:
                # Repair offers only allowed cards.
                if model.slots[slot].old and self.is_wrong(here):
                    model.exclude(rule, slot)
                continue
            clans, empty = model.own(self.stronghold)
            permits = [switch for clan, switch in clans.items() if not self.is_wrong(here, frozenset([clan]))]
            if len(permits) < len(clans) or self.is_wrong(here):
                model.gate(rule, slot, [*permits, empty])


def per_card(says: Says, section: str = "", stronghold: str = "", bought: str = "", **fields: Any) -> Declare:  # noqa: ANN401 - those of a limit
    """Return the function that gives a limit on single cards; the sections are those that these parameters name."""
    names = {"section": section, "stronghold": stronghold, "bought": bought}

    def limit(params: Any, fmt: Format) -> PerCard:  # noqa: ANN401 - each rule has parameters of its own
        sections: dict[str, Any] = {field: getattr(params, name) for field, name in names.items() if name}
        return PerCard(says=says, params=params, format=fmt, **sections, **fields)

    return limit


def of_text(kind: type[Effect], **fields: Any) -> Declare:  # noqa: ANN401 - those of a limit
    """Return the function that gives the limit of a rule with a message, "said", about each text of a `kind`."""
    return per_card(
        lambda here, *_: [("said", asdict(text)) for text in here.card.effects_of(kind)], texts=(kind,), **fields
    )


class Group(Limit):
    """A limit on cards that share a `key` ("": none): together at most the copies that `most` gives for a card.

    `words` gives the data for too many.
    """

    caps = True

    key: Callable[[Placed], str]
    most: Callable[[Card], int | None]
    words: Callable[[tuple[Entry, ...], int], dict[str, Any]]

    def alone(self, here: Placed) -> int | None:
        return self.most(here.card) if self.key(here) else None

    def keys(self, here: Placed) -> Iterable[str]:
        return filter(None, [self.key(here)])

    def problems(self, tally: Tally) -> Iterator[Problem]:
        for key, entries in grouped((self.key(here), entry) for entry, here in tally.placed).items():
            most = self.most(entries[0].card)
            if key and most is not None and total(entries) > most:
                yield Problem("over", self.words(tuple(entries), most), tuple(entries))

    def rows(self, model: Model, rule: str) -> None:
        groups = grouped((self.key(here), slot) for slot, here in enumerate(model.places))
        for key, slots in groups.items():
            most = self.most(model.slots[slots[0]].card)
            if key and most is not None:
                model.limit_copies(rule, slots, most)


class Distinct(Limit):
    """A limit on the number of different keys in a deck: at most `most`; `different` gives the keys of a card.

    With a `stronghold` only the keys of cards of other clans count, and the key of a card says its clans. `words`
    gives more data for too many.
    """

    different: Callable[[Placed], Iterable[str]]
    most: int
    words: Callable[[Tally], dict[str, Any]] = lambda _: {}

    def __post_init__(self) -> None:
        self._keys: Memo[Placed, tuple[str, ...]] = Memo(lambda here: tuple(self.different(here)))

    def counters(self, here: Placed) -> Iterable[tuple[object, int]]:
        return (((key, here.card.clans if self.stronghold else ()), 1) for key in self._keys[here])

    def counts_in(self, key: tuple[str, tuple[str, ...]], own: Own) -> bool:
        return not (self.stronghold and self._is_own(key[1], own))

    def exceeded(self, counts: Counts) -> bool:
        return len(counts) > self.most

    def problems(self, tally: Tally) -> Iterator[Problem]:
        own = self.own(tally)
        keyed = [(entry, keys) for entry, here in tally.placed if (keys := self._keys[here])]
        if self.stronghold:
            keyed = [(entry, keys) for entry, keys in keyed if not self._is_own(entry.card.clans, own)]
        by_key = grouped((key, entry) for entry, keys in keyed for key in keys)
        if len(by_key) > self.most:
            parts = ", ".join(f"{clan_names([clan])} ({listing(by_key[clan])})" for clan in sorted(by_key))
            data = {"count": len(by_key), "max": self.most, "clans": sorted(by_key), "parts": parts}
            yield Problem("over", data | self.words(tally), tuple(entry for entry, _ in keyed))

    def rows(self, model: Model, rule: str) -> None:
        permits: defaultdict[str, int] = defaultdict(model.switch)
        for slot, here in enumerate(model.places):
            for key in self._keys[here]:
                free = model.in_clan(self.stronghold, here.card.clans) if self.stronghold else []
                model.gate(rule, slot, [*free, permits[key]])
        model.at_most(rule, dict.fromkeys(permits.values(), 1), self.most)

    @staticmethod
    def _is_own(clans: tuple[str, ...], own: Own) -> bool:
        return own is None or not own.isdisjoint(clans)
