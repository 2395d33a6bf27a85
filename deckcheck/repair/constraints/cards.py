"""Rules that judge each card by itself: the rule says which cards it takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry, RawDeck, Request
from deckcheck.model.effect import GainsAlignment, PlayerAlignment, Restricts
from deckcheck.model.finding import BEARING, Severity
from deckcheck.model.format import Format, Provision
from deckcheck.repair.model import Model
from deckcheck.rules import rule_named
from deckcheck.selectors import matches
from deckcheck.spans import Span
from deckcheck.tally import Tally

# Nothing that these find depends on other cards, so that they can be asked about all cards at once.
BY_CARD = (
    "card-type-not-used",
    "not-legal",
    "banned-card",
    "banned-by-list",
    "not-yet-released",
    "rotated-card",
    "judge-decides",
)
# Of these, warnings and notes about a card speak against bringing it in.
_REMARKS = ("banned-card", "fan-set-card", "loyal-to-another-clan", "unplayable-card", "role-not-sanctioned")
# Texts that make rules remark on other cards.
_LOUD = (GainsAlignment, PlayerAlignment, Restricts)

_NOWHERE = Span(1, 1, 1)


def entry_of(card: Card, count: int = 1, header: str = "") -> Entry:
    """Return an entry for `card` that no list has."""
    return Entry(card, count, Request(name=card.name, count=count, span=_NOWHERE, header=header, section=header))


def tally_of(entries: Iterable[Entry], fmt: Format) -> Tally:
    """Return the tally of a deck that stands in no file."""
    raw = RawDeck(path="", lines=(), requests=())
    return Tally(Deck(raw=raw, entries=tuple(entries)), fmt)


def refused(provisions: Iterable[Provision], tally: Tally) -> dict[str, str]:
    """Return the ids of the cards that a rule of `BY_CARD` does not take, with the first such rule."""
    found: dict[str, str] = {}
    for provision in provisions:
        if provision.rule in BY_CARD:
            for card_id in _named(provision.rule, provision.params, tally, BEARING):
                found.setdefault(card_id, provision.rule)
    return found


def remarked(fmt: Format, old: Sequence[Entry], cards: Iterable[Card]) -> frozenset[str]:
    """Return the ids of those of `cards` that would bring a warning or note into the deck of the entries `old`."""
    quiet = [card for card in cards if not any(isinstance(effect, _LOUD) for effect in card.effects)]
    found: set[str] = set()
    for provision in fmt.provisions:
        if provision.rule in _REMARKS:
            # Another Stronghold would have its own clan, and find fault with other cards.
            section = fmt.sections.get(getattr(provision.params, "stronghold", ""))
            new = (entry_of(card) for card in quiet if section is None or not matches(section.select, card))
            tally = tally_of([*old, *new], fmt)
            found.update(_named(provision.rule, provision.params, tally, (Severity.WARNING, Severity.NOTE)))
    return frozenset(found)


def exclude_cards(model: Model, provision: Provision) -> None:
    """Take out the cards of the deck that the rule does not take; those that may enter are all taken by it."""
    old = [index for index, slot in enumerate(model.slots) if slot.old]
    entries = [entry_of(model.slots[index].card, header=model.slots[index].header) for index in old]
    wrong = refused((provision,), tally_of(entries, model.format))
    for index in old:
        if model.slots[index].card.id in wrong:
            model.exclude(provision.rule, index)


def _named(rule_name: str, params: Any, tally: Tally, severities: tuple[Severity, ...]) -> list[str]:  # noqa: ANN401 - each rule has parameters of its own
    rule = rule_named(rule_name)
    return [
        entry.card.id
        for problem in rule.check(tally, params)
        if rule.messages[problem.message].severity in severities
        for entry in problem.entries
    ]
