"""What the rules in force demand of the numbers of copies, and what they say of cards that are not in the deck yet.

The rules about lines that did not resolve demand nothing, because such lines are taken out. A text with a question is
held to the usual limit, and whatever rows do not say exactly is found when the rules themselves check the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry, RawDeck, Request
from deckcheck.model.effect import GainsAlignment, PlayerAlignment, Restricts
from deckcheck.model.finding import BEARING, Severity
from deckcheck.model.format import Format
from deckcheck.model.query.selectors import matches
from deckcheck.model.spans import Span
from deckcheck.rules import InForce, in_force
from deckcheck.rules.rows import Model
from deckcheck.rules.tally import Tally

# Texts that make rules remark on other cards.
_LOUD = (GainsAlignment, PlayerAlignment, Restricts)

_NOWHERE = Span(1, 1, 1)


def demand(model: Model) -> None:
    """Add the rows of all rules of the model's format.

    Those that limit copies come first: the others reckon with what they say.
    """
    for each in sorted(in_force(model.format), key=lambda each: not each.limit.caps):
        each.limit.rows(model, each.rule.name)


def entry_of(card: Card, count: int = 1, header: str = "") -> Entry:
    """Return an entry for `card` that no list has."""
    return Entry(card, count, Request(name=card.name, count=count, span=_NOWHERE, header=header, section=header))


def tally_of(entries: Iterable[Entry], fmt: Format) -> Tally:
    """Return the tally of a deck that stands in no file."""
    raw = RawDeck(path="", lines=(), requests=())
    return Tally(Deck(raw=raw, entries=tuple(entries)), fmt)


def refused(fmt: Format, cards: Iterable[Card]) -> frozenset[str]:
    """Return the ids of those of `cards` that a rule takes in no deck."""
    tally = tally_of(map(entry_of, cards), fmt)
    rules = (each for each in in_force(fmt) if each.limit.by_card and not each.limit.stronghold)
    return frozenset(card_id for each in rules for card_id in _named(each, tally, BEARING))


def remarked(fmt: Format, old: Sequence[Entry], cards: Iterable[Card]) -> frozenset[str]:
    """Return the ids of those of `cards` that would bring a warning or note into the deck of the entries `old`."""
    quiet = [card for card in cards if not any(isinstance(effect, _LOUD) for effect in card.effects)]
    found: set[str] = set()
    for each in in_force(fmt):
        if each.limit.remarks:
            # Another Stronghold would have its own clan, and find fault with other cards.
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
