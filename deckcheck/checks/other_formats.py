"""Naming the formats in which a deck would be legal, or the game that it is of, where it is checked in another one."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from deckcheck.checks.checker import NoListError
from deckcheck.decks.resolve import Resolver
from deckcheck.decks.resolve.lookup import cards_called
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
    pool_called: Callable[[str], Pool],
) -> Iterator[Report | Failure]:
    """Yield `results`; where a card is not legal, the first such finding names the formats in which all cards are.

    Where most names are those of another game, the first unknown name says so. `outlines` gives the formats to look
    in, each with what loads it, and is asked once at most; `pool_called` gives their pools by id.
    """
    pool_of = functools.cache(pool_called)
    every = functools.cache(lambda: sorted(outlines(), key=lambda each: len(each[0].legality.marks)))

    @functools.cache
    def of_pool(pool_id: str) -> list[_Other]:
        return [_Other(each, load, pool_of(pool_id)) for each, load in every() if each.pool == pool_id]

    def other_pools(report: Report) -> Iterator[Pool]:
        pool_ids = dict.fromkeys(each.pool for each, _ in every())
        return (pool_of(pool_id) for pool_id in pool_ids if pool_id != report.pool_id)

    for result in results:
        if isinstance(result, Failure):
            error = result.error
            if isinstance(error, NoListError) and (game := _other_game(error.report.deck, other_pools(error.report))):
                error.help = f"{game}; {error.help}"
            yield result
        elif _is_most(result.deck.unresolved, result.deck):
            game = _other_game(result.deck, other_pools(result))
            yield _with_help(result, lambda each: each.name == "unknown-card", game, {"game": game}) if game else result
        elif any(map(_may_be_elsewhere, result.findings)):
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


def _is_most(lines: Sequence[object], deck: Deck) -> bool:
    return len(lines) * 2 > len(deck.raw.requests)


def _other_game(deck: Deck, pools: Iterable[Pool]) -> str:
    """Return which of `pools` has most names of a deck, and what to do; "" when none has."""
    for pool in pools:
        known = [line for line in deck.raw.requests if cards_called(line.name, pool)]
        if _is_most(known, deck):
            names = f"{len(known)} of {len(deck.raw.requests)} names"
            return f"{names} are of {pool.info.name}; choose a format of that game"
    return ""


def _may_be_elsewhere(finding: Finding) -> bool:
    """Return whether a finding may mean that the deck is of another format."""
    return rule_named(finding.name).of_format


def _with_named(report: Report, formats: list[str]) -> Report:
    if not formats:
        return report
    said = f"all cards of the deck are legal in: {', '.join(formats)}"
    return _with_help(report, _may_be_elsewhere, said, {"legal_formats": formats})


def _with_help(
    report: Report, concerns: Callable[[Finding], bool], said: str, data: Mapping[str, str | list[str]]
) -> Report:
    """Return a report with more help and data in the first finding that `concerns` accepts."""
    findings = [*report.findings]
    index = next((index for index, each in enumerate(findings) if concerns(each)), None)
    if index is None:
        return report
    found = findings[index]
    findings[index] = replace(found, help=f"{found.help}; {said}", data={**found.data, **data})
    return replace(report, findings=tuple(findings))
