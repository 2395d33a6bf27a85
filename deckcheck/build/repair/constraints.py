"""Constraints of the rules in force on the copies of cards, and findings about cards that could be added.

The rules about unrecognised lines add no constraints, because a repair removes such lines. A card text with an open
question uses the usual limit. Where the rows are inexact, the rules check the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry, RawDeck, Request
from deckcheck.model.effect import GainsAlignment, PlayerAlignment, Restricts
from deckcheck.model.finding import BEARING, Severity
from deckcheck.model.format import Format
from deckcheck.model.matching import matches
from deckcheck.model.spans import Span
from deckcheck.rules import InForce, in_force
from deckcheck.rules.rows import Model
from deckcheck.rules.tally import Tally

# Effects that make rules report other cards.
_LOUD = (GainsAlignment, PlayerAlignment, Restricts)

_NOWHERE = Span(1, 1, 1)


def demand(model: Model) -> None:
    """Add the rows of all rules of the model's format.

    The rules that limit copies come first, because the others use their limits.
    """
    for each in sorted(in_force(model.format), key=lambda each: not each.limit.caps):
        each.limit.rows(model, each.rule.name)


def entry_of(card: Card, count: int = 1, header: str = "") -> Entry:
    """Return an entry for `card` without a line in a file."""
    return Entry(card, count, Request(name=card.name, count=count, span=_NOWHERE, header=header, section=header))


def tally_of(entries: Iterable[Entry], fmt: Format) -> Tally:
    """Return the tally of a deck without a file."""
    raw = RawDeck(path="", lines=(), requests=())
    return Tally(Deck(raw=raw, entries=tuple(entries)), fmt)


def refused(fmt: Format, cards: Iterable[Card]) -> frozenset[str]:
    """Return the ids of those of `cards` that a rule forbids in every deck."""
    tally = tally_of(map(entry_of, cards), fmt)
    rules = (each for each in in_force(fmt) if each.limit.by_card and not each.limit.stronghold)
    return frozenset(card_id for each in rules for card_id in _named(each, tally, BEARING))


def remarked(fmt: Format, old: Sequence[Entry], cards: Iterable[Card]) -> frozenset[str]:
    """Return the ids of those of `cards` that would add a warning or note to the deck of the entries `old`."""
    quiet = [card for card in cards if not any(isinstance(effect, _LOUD) for effect in card.effects)]
    found: set[str] = set()
    for each in in_force(fmt):
        if each.limit.remarks:
            # Another Stronghold has another clan, which would change the findings about other cards.
            section = fmt.sections.get(each.limit.stronghold)
            new = (entry_of(card) for card in quiet if section is None or not matches(section.select, card))
            found.update(_named(each, tally_of([*old, *new], fmt), (Severity.WARNING, Severity.NOTE)))
    return frozenset(found)


def _named(each: InForce, tally: Tally, severities: tuple[Severity, ...]) -> list[str]:
    return [
        entry.card.id
        for problem in each.limit.problems(tally)
        if each.rule.messages[problem.message].severity in severities
        for entry in problem.entries
    ]
