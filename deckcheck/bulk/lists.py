"""A folder of lists as a collection: each list with its format, verdict, date, fingerprint and near copies."""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from deckcheck.build.editing.names import line_of
from deckcheck.checks.checker import FormatsOf
from deckcheck.decks.resolve import cards_called, similar_names
from deckcheck.model.comparison import CollectedList, NearCopy
from deckcheck.model.deck import RawDeck, grouped
from deckcheck.model.errors import InputError, UsageError, no_card
from deckcheck.model.format import Format
from deckcheck.model.limits import Limits
from deckcheck.model.pool import Pool
from deckcheck.model.report import Report

# Comparing every list with every other takes quadratic time.
MOST_LISTS = 5_000


def having(text: str, pools: Mapping[str, Pool], limits: Limits, *, present: bool) -> Callable[[Report], bool]:
    """Return a function that tells if a list has a card, ``Name`` or ``3 Name`` for at least three copies, or lacks it.

    `pools` are by id; raises UsageError, which suggests names, if none of them has the card.
    """
    request = line_of(text, limits)
    ids = {key: {card.id for card in cards_called(request.name, pool)} for key, pool in pools.items()}
    if not any(ids.values()):
        near = [name for pool in pools.values() for name in similar_names(request.name, pool)]
        raise no_card(request.name, near[:1])

    def passes(report: Report) -> bool:
        count = sum(many for card_id, many in report.deck.copies.items() if card_id in ids[report.pool_id])
        return count >= max(1, request.count) if present else not count

    return passes


def own_format_or(own: Callable[[RawDeck], Format], every: FormatsOf) -> FormatsOf:
    """Return the function that gives a deck's own format, else those of `every`."""

    def formats_of(raw: RawDeck) -> tuple[Format, ...]:
        try:
            return (own(raw),)
        except InputError:
            return every(raw)

    return formats_of


def alike(decks: Mapping[str, Mapping[str, int]], least: float) -> Iterator[tuple[str, str, float]]:
    """Yield the pairs of `decks` (copies by card, by path) that share at least `least` of the cards of the larger one.

    Each comes with the share, from 0 to 1.

    Raises:
        UsageError: when there are more than `MOST_LISTS`.
    """
    if len(decks) > MOST_LISTS:
        raise UsageError(f"{len(decks):,} lists are too many to compare with each other; the maximum is {MOST_LISTS:,}")
    cards = {
        path: {(card, copy) for card, many in deck.items() for copy in range(many)} for path, deck in decks.items()
    }
    rest = [(path, each) for path, each in cards.items() if each]
    for number, (path, each) in enumerate(rest):
        for other, others in rest[:number]:
            share = len(each & others) / max(len(each), len(others))
            if share >= least:
                yield other, path, share


def collected(reports: Iterable[Report], least: float | None) -> list[CollectedList]:
    """Return the lists of `reports`, with the lists that share at least `least` of their cards (None: without them).

    Raises UsageError as `alike` does.
    """
    reports = list(reports)
    decks = {each.deck.raw.path: each.deck.contents for each in reports}
    pairs = [] if least is None else [*alike(decks, least)]
    both = (pair for one, other, share in pairs for pair in ((one, other, share), (other, one, share)))
    near = grouped((path, NearCopy(other, share)) for path, other, share in both)
    return [
        _row(each, tuple(sorted(near.get(each.deck.raw.path, ()), key=lambda copy: -copy.share))) for each in reports
    ]


def _row(report: Report, near: tuple[NearCopy, ...]) -> CollectedList:
    raw = report.deck.raw
    return CollectedList(
        path=raw.path,
        name=raw.name or "",
        player=raw.player or raw.author,
        format=report.format.id,
        verdict=report.verdict.value,
        date=raw.date or _changed_on(raw.place),
        cards=sum(report.counts.values()),
        fingerprint=report.deck.fingerprint,
        near=near,
    )


def _changed_on(place: str) -> str:
    try:
        seconds = Path(place).stat().st_mtime
    except (OSError, ValueError):
        return ""
    return datetime.datetime.fromtimestamp(seconds).astimezone().date().isoformat()
