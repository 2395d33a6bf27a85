"""Names that resemble what was written."""

from __future__ import annotations

from functools import lru_cache

from deckcheck.model.format import Format
from deckcheck.model.pool import Known, Pool
from deckcheck.names import fold, split_bracket
from deckcheck.resolve.readings import MAX_NAME, readings

_MAX_SUGGESTIONS = 3
_NEAR = 25
# Below this likeness (0-100) a name is no suggestion; real slips of the pen in lists score higher.
_LIKENESS = 76
# Suggestions this much less alike than the best one would only distract.
_NEARLY = 8


class Suggester:
    """Finds names of the pool that resemble what was written, those legal in the format first."""

    def __init__(self, pool: Pool, fmt: Format | None = None) -> None:
        """Prepare the names of `pool`; without a format none goes first."""
        self._names = _names(pool)  # type: ignore[arg-type]  # the protocol does not say that pools are hashable
        self._format = fmt

    def __call__(self, written: str) -> tuple[str, ...]:
        """Return at most three names that resemble `written`, the best first within legal and other names."""
        from rapidfuzz import fuzz, process

        name = split_bracket(written[:MAX_NAME])[0].casefold()
        hits = process.extract(name, self._names.keys(), scorer=fuzz.ratio, score_cutoff=_LIKENESS, limit=_NEAR)
        best = max((score for _, score, _ in hits), default=0)
        near = [self._names[hit] for hit, score, _ in hits if score >= best - _NEARLY]
        near.sort(key=lambda known: self._format is not None and not _may_be_legal(known, self._format))
        return tuple(known.name for known in near[:_MAX_SUGGESTIONS])


# Many decks are read with the same pool, one after the other.
@lru_cache(maxsize=2)
def _names(pool: Pool) -> dict[str, Known]:
    return {known.name.casefold(): known for known in pool.names()}


def same_title(name: str, fmt: Format, pool: Pool) -> tuple[str, ...]:
    """Return the cards of the title that is written, with whatever level, those legal in the format first."""
    cards = {card.name: fmt.allows(card) for reading in readings(name) for card in pool.named(fold(reading.title))}
    return tuple(sorted(cards, key=lambda other: (not cards[other], other)))[:_MAX_SUGGESTIONS]


def _may_be_legal(known: Known, fmt: Format) -> bool:
    if fmt.legality.marks:
        return any(mark in fmt.legality.marks for mark in known.marks)
    return any(map(fmt.legality.takes_set, known.sets))
