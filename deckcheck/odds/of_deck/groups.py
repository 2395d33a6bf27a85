"""Groups of cards that a want speaks of: names and queries looked up in the halves of a deck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.errors import UsageError
from deckcheck.model.names import fold
from deckcheck.model.query import parse
from deckcheck.model.query.knowledge import Gap, gaps
from deckcheck.odds import Atom, Population, Want
from deckcheck.odds.of_deck.halves import Half
from deckcheck.odds.want import requirements

# Stands for the cards on unrecognised lines, each of which may be any card.
UNKNOWN = Card(id="?", title="unrecognised", kind="", identity=("?",))
# A text with one of these is a query, any other the name of a card.
_COMPARISONS = frozenset(":=<>")


class Group(Struct, frozen=True):
    """The cards of one half, with their numbers, that `name` stands for in a want.

    `open` are those of which it is not known whether they are meant, `gaps` the facts that leave it open.
    """

    name: str
    section: str
    cards: tuple[tuple[Card, int], ...]
    open: tuple[tuple[Card, int], ...] = ()
    gaps: tuple[Gap, ...] = ()

    @property
    def copies(self) -> int:
        """How many cards there are, all copies counted."""
        return sum(count for _, count in self.cards)


def groups_in(want: Want | None, declared: Mapping[str, str], halves: Sequence[Half]) -> dict[str, Group]:
    """Return the groups of `want` and of `declared` (query or card name by group name), by name.

    A name in the want that is not declared is the name of a card in the deck, or else a query.

    Raises:
        UsageError: when a group has no card in the deck, cards in several halves, or a query that cannot be read.
    """
    texts = dict(declared)
    for item in requirements(want) if want is not None else ():
        texts.setdefault(item.group, item.group)
    return {name: _group(name, text, halves) for name, text in texts.items()}


def population_of(half: Half, groups: Iterable[Group]) -> Population:
    """Return the cards of `half` with the groups that each is in."""
    belongs = belonging(half, groups)
    counts: dict[frozenset[str], int] = {belongs.get(UNKNOWN.id, frozenset()): half.unknown}
    for card, count in half.cards:
        kept = belongs.get(card.id, frozenset())
        counts[kept] = counts.get(kept, 0) + count
    return Population(tuple(Atom(kept, count) for kept, count in counts.items()))


def belonging(half: Half, groups: Iterable[Group]) -> dict[str, frozenset[str]]:
    """Return the names of the groups by the ids of the cards of `half` that are in one."""
    found: dict[str, frozenset[str]] = {}
    for group in groups:
        if group.section == half.section:
            for card, _ in group.cards:
                found[card.id] = found.get(card.id, frozenset()) | {group.name}
    return found


def _group(name: str, text: str, halves: Sequence[Half]) -> Group:
    key = fold(text)
    found = _those(halves, lambda card: key in _names(card)) if key else []
    query = None
    if not found and not _COMPARISONS.isdisjoint(text):
        try:
            query = parse(text)
        except UsageError as error:
            raise UsageError(f"`{text}`: {error.message}", place=error.place, help=error.help) from None
        found = _those(halves, query.matches) or _those(halves, lambda card: query.answer(card) is None)
    if not found:
        raise UsageError(f"no card of the deck is `{text}`", help=_help(text, halves))
    if len(found) > 1:
        both = " and ".join(f"the {half.label}" for half, _ in found)
        parts = " or ".join(f'`"deck:{half.section} {text}"`' for half, _ in found)
        raise UsageError(f"`{text}` has cards in {both}, which are drawn apart", help=f"write {parts}")
    half, cards = found[0]
    unknown = ((UNKNOWN, half.unknown),) if half.unknown else ()
    if query is None:
        return Group(name, half.section, cards, unknown)
    cards = tuple((card, count) for card, count in half.cards if query.matches(card))
    left = tuple((card, count) for card, count in half.cards if query.answer(card) is None)
    return Group(name, half.section, cards, left + unknown, gaps(query, half.cards))


def _those(halves: Sequence[Half], fits: Callable[[Card], bool]) -> list[tuple[Half, tuple[tuple[Card, int], ...]]]:
    """Return the cards that fit in each half that has some."""
    found = [(half, tuple((card, count) for card, count in half.cards if fits(card))) for half in halves]
    return [(half, cards) for half, cards in found if cards]


def _names(card: Card) -> set[str]:
    return set(map(fold, (card.name, card.title, card.base_title, card.id, *card.alternate_titles)))


def _help(text: str, halves: Sequence[Half]) -> str:
    import difflib

    names = {card.name for half in halves for card, _ in half.cards}
    near = difflib.get_close_matches(text, sorted(names), 3)
    if near:
        return f"did you mean {' or '.join(f'`{name}`' for name in near)}?"
    return "a group is the name of a card, a query such as `type:holding`, or what --group says"
