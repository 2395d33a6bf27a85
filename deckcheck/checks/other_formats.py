"""Naming the formats in which a deck would be legal, where a card of it is not."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec.structs import replace

from deckcheck.decks.resolve import Resolver
from deckcheck.formats.cache import Outline
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck
from deckcheck.model.finding import Finding
from deckcheck.model.format import Format
from deckcheck.model.names import fold
from deckcheck.model.pool import Pool
from deckcheck.model.report import Failure, Report
from deckcheck.model.standing import Standing
from deckcheck.rules import rule_named
from deckcheck.rules.legality import standing_in


def naming_formats(
    results: Iterable[Report | Failure],
    outlines: Callable[[], Iterable[tuple[Outline | Format, Callable[[], Format]]]],
    pools: Mapping[str, Pool],
) -> Iterator[Report | Failure]:
    """Yield `results`; where a card is not legal, the first such finding names the formats in which all cards are.

    `outlines` gives the formats to look in, each with what loads it, and is asked once at most.
    """
    every = functools.cache(lambda: sorted(outlines(), key=lambda each: len(each[0].legality.marks)))

    @functools.cache
    def of_pool(pool_id: str) -> list[_Other]:
        return [_Other(each, load, pools[pool_id]) for each, load in every() if each.pool == pool_id]

    for result in results:
        if isinstance(result, Report) and any(map(_may_be_elsewhere, result.findings)):
            # A name that is unknown here is unknown in every format of the pool.
            known = all(line.readings or line.candidates for line in result.deck.unresolved)
            others = of_pool(result.pool_id) if known else []
            yield _with_named(result, [each.outline.id for each in others if each.takes_all(result.deck)])
        else:
            yield result


class _Other:
    """A format that may take a deck; most cannot, and are not loaded."""

    def __init__(self, outline: Outline | Format, load: Callable[[], Format], pool: Pool) -> None:
        self.outline = outline
        self._pool = pool
        self._load = load
        self._is_known = functools.cache(lambda card: any(map(outline.legality.knows, self._of_title(card))))

    @functools.cached_property
    def _format(self) -> Format:
        return self._load()

    @functools.cached_property
    def _standing(self) -> Callable[[Card], Standing]:
        return functools.cache(standing_in(self._format))

    def takes_all(self, found: Deck) -> bool:
        """Return whether all cards of a deck are legal, as they were read elsewhere or as this format reads them."""
        cards = [entry.card for entry in found.entries]
        if not all(map(self._is_known, cards)):
            return False
        if self._is_legal(found):
            return True
        takes_titles = all(any(map(self._takes, self._of_title(card))) for card in cards)
        return takes_titles and self._is_legal(Resolver(self._format, self._pool).deck(found.raw))

    def _of_title(self, card: Card) -> Iterator[Card]:
        yield card
        yield from self._pool.named(fold(card.base_title))
        yield from self._pool.souls_of(card.identity[0])

    def _is_legal(self, deck: Deck) -> bool:
        return not deck.unresolved and all(self._takes(entry.card) for entry in deck.entries)

    def _takes(self, card: Card) -> bool:
        return self._standing(card).verdict == "legal"


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
