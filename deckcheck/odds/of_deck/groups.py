"""The groups of a want, looked up in the halves of a deck, also where the data leave open whether a card belongs."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.model.card import Card
from deckcheck.model.errors import UsageError, did_you_mean
from deckcheck.model.names import fold
from deckcheck.model.query import parse
from deckcheck.model.query.knowledge import UnknownFact, gaps
from deckcheck.odds import Atom, Population, Want
from deckcheck.odds.conditions import requirements
from deckcheck.odds.of_deck.deck_halves import DrawnHalf

# Represents the cards on unrecognised lines, which could be any cards.
UNKNOWN = Card(id="?", title="unrecognised", kind="", identity=("?",))
# A text with one of these is a query, any other is a card name.
_COMPARISONS = frozenset(":=<>")
# The maximum number of readings; those with none or all of the open cards of a group come first.
_MOST_READINGS = 32

_Cards = tuple[tuple[Card, int], ...]


class CardGroup(Struct, frozen=True):
    """The cards of one half, with their numbers, that `name` means in a want.

    `open` are cards that may belong to the group, `gaps` the missing facts that decide.
    """

    name: str
    section: str
    cards: tuple[tuple[Card, int], ...]
    open: tuple[tuple[Card, int], ...] = ()
    gaps: tuple[UnknownFact, ...] = ()

    @property
    def copies(self) -> int:
        """The number of cards, all copies counted."""
        return sum(count for _, count in self.cards)


def groups_in(want: Want | None, declared: Mapping[str, str], halves: Sequence[DrawnHalf]) -> dict[str, CardGroup]:
    """Return the groups of `want` and of `declared` (query or card name by group name), by name.

    An undeclared name in the want is the name of a card in the deck, or else a query.

    Raises:
        UsageError: when a group has no card in the deck, cards in several halves, or a query that cannot be read.
    """
    texts = dict(declared)
    for item in requirements(want) if want is not None else ():
        texts.setdefault(item.group, item.group)
    return {name: _group(name, text, halves) for name, text in texts.items()}


def population_of(half: DrawnHalf, groups: Iterable[CardGroup]) -> Population:
    """Return the cards of `half` with the groups of each; of unknown cards, the same ones are in several groups."""
    own = [group for group in groups if group.section == half.section]
    unknown = {group.name: sum(count for card, count in group.cards if card is UNKNOWN) for group in own}
    counts: dict[frozenset[str], int] = {}
    for number in range(half.unknown):
        kept = frozenset(name for name, copies in unknown.items() if number < copies)
        counts[kept] = counts.get(kept, 0) + 1
    found = _population(half.cards, belonging(half, own), counts)
    # A group without cards is one of the deck too.
    return Population((*found.atoms, *(Atom(frozenset({name}), 0) for name in unknown)))


def held_of(half: DrawnHalf, groups: Iterable[CardGroup]) -> Population:
    """Return the cards that the player has in the middle of a game, with the groups of each."""
    return _population(half.held, belonging(half, groups), {})


def _population(
    cards: Iterable[tuple[Card, int]], belongs: Mapping[str, frozenset[str]], counts: dict[frozenset[str], int]
) -> Population:
    for card, count in cards:
        kept = belongs.get(card.id, frozenset())
        counts[kept] = counts.get(kept, 0) + count
    return Population(tuple(Atom(kept, count) for kept, count in counts.items()))


def belonging(half: DrawnHalf, groups: Iterable[CardGroup]) -> dict[str, frozenset[str]]:
    """Return the group names of the cards of `half` that are in a group, by card id."""
    found: dict[str, frozenset[str]] = {}
    for group in groups:
        if group.section == half.section:
            for card, _ in group.cards:
                found[card.id] = found.get(card.id, frozenset()) | {group.name}
    return found


def _group(name: str, text: str, halves: Sequence[DrawnHalf]) -> CardGroup:
    key = fold(text)
    found = _those(halves, lambda card: key in card.folded_names)
    query = None
    if not found and not _COMPARISONS.isdisjoint(text):
        try:
            query = parse(text)
        except UsageError as error:
            raise UsageError(f"`{text}`: {error.message}", place=error.place, help=error.help) from None
        found = _those(halves, query.matches) or _those(halves, lambda card: query.answer(card) is None)
    if not found:
        names = {card.name for half in halves for card, _ in half.cards}
        otherwise = "name a card, write a query such as `type:holding`, or define the group with --group"
        raise UsageError(f"no card of the deck is `{text}`", help=did_you_mean(text, names, otherwise))
    if len(found) > 1:
        both = " and ".join(f"the {half.label}" for half, _ in found)
        parts = " or ".join(f'`"deck:{half.section} {text}"`' for half, _ in found)
        raise UsageError(f"`{text}` has cards in {both}, which are separate decks", help=f"write {parts}")
    half, cards = found[0]
    unknown = ((UNKNOWN, half.unknown),) if half.unknown else ()
    if query is None:
        return CardGroup(name, half.section, cards, unknown)
    cards = tuple((card, count) for card, count in half.cards if query.matches(card))
    left = tuple((card, count) for card, count in half.cards if query.answer(card) is None)
    return CardGroup(name, half.section, cards, left + unknown, gaps(query, half.cards))


def _those(
    halves: Sequence[DrawnHalf], fits: Callable[[Card], bool]
) -> list[tuple[DrawnHalf, tuple[tuple[Card, int], ...]]]:
    """Return the halves with fitting cards, each with these cards."""
    found = [(half, tuple((card, count) for card, count in half.cards if fits(card))) for half in halves]
    return [(half, cards) for half, cards in found if cards]


def readings(want: Want, groups: dict[str, CardGroup]) -> Iterator[dict[str, CardGroup]]:
    """Yield the groups with none, some or all of their open cards.

    When the want has only lower limits or only upper limits, none and all give the ends of the range.
    """
    asked = [item for item in requirements(want) if groups[item.group].open]
    left = [groups[name] for name in dict.fromkeys(item.group for item in asked)]
    if {item.op for item in asked} in ({">="}, {"<="}):
        taken: list[tuple[_Cards, ...]] = [tuple(() for _ in left), tuple(group.open for group in left)]
    else:
        each = [list(itertools.islice(_subsets(group.open), _MOST_READINGS)) for group in left]
        taken = list(itertools.islice(itertools.product(*each), _MOST_READINGS))
    for cards in taken:
        chosen = zip(left, cards, strict=True)
        yield groups | {group.name: replace(group, cards=group.cards + more) for group, more in chosen}


def _subsets(cards: _Cards) -> Iterator[_Cards]:
    """Yield none, all, and some of the cards: of those on unrecognised lines any number, of others all copies."""
    yield from ((), cards)
    numbers = [range(copies + 1) if card is UNKNOWN else (0, copies) for card, copies in cards]
    for chosen in itertools.product(*numbers):
        some = tuple((card, copies) for (card, _), copies in zip(cards, chosen, strict=True) if copies)
        if some and some != cards:
            yield some
