"""Look up the groups of a want in the halves of a deck, even if the data leave open whether a card belongs."""

import itertools
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec import Struct, structs

from deckcheck.model.card import Card
from deckcheck.model.deck import grouped, summed
from deckcheck.model.errors import UsageError, did_you_mean, raised_as
from deckcheck.model.names import fold
from deckcheck.model.query import parse
from deckcheck.model.query.knowledge import UnknownFact, gaps
from deckcheck.model.sentences import listed, quoted
from deckcheck.odds import Atom, Population, Want
from deckcheck.odds.conditions import requirements
from deckcheck.odds.of_deck.deck_halves import DrawnHalf

# Represents the cards on unrecognised lines, which could be any cards.
UNKNOWN = Card(id="?", title="unrecognised", kind="", identity=("?",))
# A text with one of these is a query, any other is a card name.
_COMPARISONS = frozenset(":=<>")
# The maximum number of readings; each one takes the time of an answer.
_MOST_READINGS = 32

_Cards = tuple[tuple[Card, int], ...]


class CardGroup(Struct, frozen=True):
    """The cards of one half, with their numbers, that `name` means in a want.

    `open` are cards that may belong to the group, `gaps` the missing facts that decide.
    """

    name: str
    section: str
    cards: _Cards
    open: _Cards = ()
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


def populations_of(half: DrawnHalf, groups: Iterable[CardGroup]) -> tuple[Population, Population]:
    """Return the cards of `half`, and those that the player has in the middle of a game, with the groups of each.

    Of unknown cards, the same ones are in several groups.
    """
    own = [group for group in groups if group.section == half.section]
    belongs = belonging(half, own)
    deck, held = (
        [(belongs.get(card.id, frozenset()), count) for card, count in cards] for cards in (half.cards, half.held)
    )
    unknown = {group.name: sum(count for card, count in group.cards if card is UNKNOWN) for group in own}
    others = [
        (frozenset(name for name, copies in unknown.items() if number < copies), 1) for number in range(half.unknown)
    ]
    # A group without cards also belongs to the deck.
    empty = [(frozenset({name}), 0) for name in unknown]
    return _population([*others, *deck, *empty]), _population(held)


def every_card(halves: Iterable[DrawnHalf], groups: Collection[CardGroup]) -> Population:
    """Return the cards of all halves, with those that the player has, and the groups of each."""
    counted = (cards for half in halves for cards in populations_of(half, groups))
    return Population(tuple(atom for cards in counted for atom in cards.atoms))


def _population(cards: Iterable[tuple[frozenset[str], int]]) -> Population:
    return Population(tuple(Atom(*each) for each in summed(cards).items()))


def belonging(half: DrawnHalf, groups: Iterable[CardGroup]) -> dict[str, frozenset[str]]:
    """Return the group names of the cards of `half` that are in a group, by card id."""
    own = (group for group in groups if group.section == half.section)
    found = grouped((card.id, group.name) for group in own for card, _ in group.cards)
    return {card_id: frozenset(names) for card_id, names in found.items()}


def _group(name: str, text: str, halves: Sequence[DrawnHalf]) -> CardGroup:
    key = fold(text)
    found = _those(halves, lambda card: key in card.folded_names)
    query = None
    if not found and not _COMPARISONS.isdisjoint(text):
        with raised_as(UsageError, UsageError, about=f"`{text}`: "):
            query = parse(text)
        found = _those(halves, query.matches) or _those(halves, lambda card: query.answer(card) is None)
    if not found:
        names = {card.name for half in halves for card, _ in half.cards}
        otherwise = "name a card, write a query such as `type:holding`, or define the group with --group"
        raise UsageError(f"no card of the deck is `{text}`", help=did_you_mean(text, names, otherwise))
    if len(found) > 1:
        both = listed(f"the {half.label}" for half, _ in found)
        parts = quoted((f'"deck:{half.section} {text}"' for half, _ in found), "or")
        raise UsageError(f"`{text}` has cards in {both}, which are separate decks", help=f"write {parts}")
    half, cards = found[0]
    unknown = ((UNKNOWN, half.unknown),) if half.unknown else ()
    if query is None:
        return CardGroup(name, half.section, cards, unknown)
    cards = tuple((card, count) for card, count in half.cards if query.matches(card))
    left = tuple((card, count) for card, count in half.cards if query.answer(card) is None)
    return CardGroup(name, half.section, cards, left + unknown, gaps(query, half.cards))


def _those(halves: Sequence[DrawnHalf], fits: Callable[[Card], bool]) -> list[tuple[DrawnHalf, _Cards]]:
    """Return the halves with fitting cards, each with these cards."""
    found = [(half, tuple((card, count) for card, count in half.cards if fits(card))) for half in halves]
    return [(half, cards) for half, cards in found if cards]


def readings(want: Want, groups: dict[str, CardGroup]) -> list[dict[str, CardGroup]]:
    """Return the groups with none, some or all of their open cards, which include both extremes of the odds of `want`.

    Raises:
        UsageError: when there are more than `_MOST_READINGS`.
    """
    asked = grouped((item.group, item.op) for item in requirements(want) if groups[item.group].open)
    limits = {name: set(ops) for name, ops in asked.items()}
    left = [groups[name] for name in limits]
    if set().union(*limits.values()) in ({">="}, {"<="}):  # More cards change the odds in one direction.
        taken: list[tuple[_Cards, ...]] = [tuple(() for _ in left), tuple(group.open for group in left)]
    else:
        each = [[(), group.open] if limits[group.name] in ({">="}, {"<="}) else _parts(group, groups) for group in left]
        if math.prod(map(len, each)) > _MOST_READINGS:
            names = quoted(group.name for group in left)
            raise UsageError(
                f"too many cards lack the facts that {names} ask for",
                help="ask with `>=` alone, or about one group at a time",
            )
        taken = list(itertools.product(*each))
    return [
        groups
        | {
            group.name: structs.replace(group, cards=group.cards + more)
            for group, more in zip(left, cards, strict=True)
        }
        for cards in taken
    ]


def _parts(group: CardGroup, groups: Mapping[str, CardGroup]) -> list[_Cards]:
    """Return parts of the open cards of `group`, one for each number of cards that are in the same other groups.

    Of cards on unrecognised lines any number can be in the group, of others all copies or none.
    """
    alike: dict[frozenset[str], dict[int, _Cards]] = {}
    for card, copies in group.open:
        others = frozenset(
            name for name, other in groups.items() if any(card.id == each.id for each, _ in (*other.cards, *other.open))
        )
        sums = alike.setdefault(others, {0: ()})
        for total, some in list(sums.items()):
            for more in range(1, copies + 1) if card is UNKNOWN else (copies,):
                sums.setdefault(total + more, (*some, (card, more)))
    return [tuple(itertools.chain(*some)) for some in itertools.product(*(each.values() for each in alike.values()))]
