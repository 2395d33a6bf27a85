"""Tell which cards of one name count the same when a deck is built."""

from deckcheck.model.card import Card
from deckcheck.model.format import Format


def same_in_deck(cards: tuple[Card, ...], own: set[str], fmt: Format) -> bool:
    """Return whether all of `cards` count the same in the deck: a neutral card counts like one of its own clan."""
    fitting = {(building_facts(card, fmt), not card.clans or bool(own.intersection(card.clans))) for card in cards}
    return len(fitting) == 1 and next(iter(fitting))[1]


def differ_in_every_deck(cards: tuple[Card, ...], fmt: Format) -> bool:
    """Return whether rules can tell `cards` apart, whatever the clan of the deck."""
    return len({building_facts(card, fmt) for card in cards}) > 1


def building_facts(card: Card, fmt: Format) -> tuple[object, ...]:
    """Return the facts by which rules distinguish a card; a list may restrict one card of a title but not another."""
    stats = (card.influence, card.influence_pool, card.elements, card.effects)
    named = tuple(cards.state(card, fmt.date) for provision in fmt.provisions if (cards := provision.cards))
    # Rotation may remove the pack of one card of a title but not that of another.
    packs = (getattr(provision.params, "sets", ()) for provision in fmt.provisions)
    rotated = tuple(card.printed_only_in(each) for each in packs if each and isinstance(each, tuple))
    return (card.kind, card.deck, card.identity, card.unique, card.loyal, *stats, named, rotated)
