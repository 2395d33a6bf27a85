"""Naming the formats in which a deck would be legal, where a card of it is not."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec.structs import replace

from deckcheck.decks.resolve import Resolver
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck
from deckcheck.model.finding import Finding
from deckcheck.model.format import Format
from deckcheck.model.names import fold
from deckcheck.model.pool import Pool
from deckcheck.model.report import Failure, Report
from deckcheck.rules import rule_named
from deckcheck.rules.legality import standing_in


def naming_formats(
    results: Iterable[Report | Failure], every: Callable[[], Iterable[Format]], pools: Mapping[str, Pool]
) -> Iterator[Report | Failure]:
    """Yield `results`; where a card is not legal, the first such finding names the formats in which all cards are.

    `every` gives the formats to look in, and is asked once at most. Each reads the names of the list as its own cards.
    """
    formats = functools.cache(lambda: tuple(sorted(every(), key=lambda fmt: len(fmt.legality.marks))))
    in_format = functools.cache(lambda index: (Resolver(fmt := formats()[index], pools[fmt.pool]), standing_in(fmt)))

    @functools.cache
    def takes_title(index: int, card: Card) -> bool:
        """Return whether a card of the title is legal; most formats fail, and need not read the list."""
        _, standing = in_format(index)
        pool = pools[formats()[index].pool]
        same = (card, *pool.named(fold(card.base_title)), *pool.souls_of(card.identity[0]))
        return any(standing(each).verdict == "legal" for each in same)

    def takes_all(index: int, found: Deck) -> bool:
        if not all(takes_title(index, entry.card) for entry in found.entries):
            return False
        resolver, standing = in_format(index)
        deck = resolver.deck(found.raw)
        return not deck.unresolved and all(standing(entry.card).verdict == "legal" for entry in deck.entries)

    for result in results:
        if isinstance(result, Report) and any(map(_may_be_elsewhere, result.findings)):
            # A name that is unknown here is unknown in every format of the pool.
            known = all(line.readings or line.candidates for line in result.deck.unresolved)
            own = [index for index, fmt in enumerate(formats()) if known and fmt.pool == result.pool_id]
            yield _with_named(result, [formats()[index].id for index in own if takes_all(index, result.deck)])
        else:
            yield result


def _may_be_elsewhere(finding: Finding) -> bool:
    """Return whether a finding may mean that the deck is of another format."""
    return rule_named(finding.name).of_format


def _with_named(report: Report, formats: list[str]) -> Report:
    if not formats:
        return report
    index = next(index for index, each in enumerate(report.findings) if _may_be_elsewhere(each))
    found = report.findings[index]
    help_text = f"{found.help}; all cards of the deck are legal in: {', '.join(formats)}"
    named = replace(found, help=help_text, data={**found.data, "legal_formats": formats})
    return replace(report, findings=(*report.findings[:index], named, *report.findings[index + 1 :]))
