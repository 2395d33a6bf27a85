"""The cards that comments and facts name: ``# Rings: Ring of Water, Ring of Air``, ``# Lion - Shiro Matsu``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from deckcheck.decks.headers import heading
from deckcheck.model.card import Card
from deckcheck.model.deck import STARTING
from deckcheck.model.names import fold
from deckcheck.model.pool import Pool

# Signs and words between the parts of a remark, and numbers of cards in front of a part.
_BETWEEN = r"[,;:/+&()\[\]{}|]|\s[-–—]+\s|\band\b"
_COUNT = r"^\W*[0-9]{1,2}\s*[xX]?\s+"
# As many words as headings have.
_MOST_WORDS = 2
# Longer remarks say more than a heading.
_LONGEST = 60


def names_start(text: str, pool: Pool) -> bool:
    """Return whether a comment or fact names a card with which a deck starts: ``# Shiro Daidoji``."""
    parts = _parts(text) if len(text) <= _LONGEST else ()
    return any(card.kind in STARTING for part in (text, *parts) for card in _called(part, pool))


def cards_behind_heading(text: str, pool: Pool) -> list[Card]:
    """Return the cards behind the words of a heading, one for each title; none where there is no such heading."""
    words = list(re.finditer(r"[^\W\d_]+", text))[:_MOST_WORDS]
    for word in reversed(words):
        found = heading(text[: word.end()])
        if found is not None and (found.section or not found.deck):
            rest = text[word.end() :].lstrip(" :–—-")
            whole = _called(re.sub(_COUNT, "", rest), pool)
            return [cards[0] for part in _parts(rest) if (cards := _called(part, pool))] if not whole else [whole[0]]
    return []


def _called(name: str, pool: Pool) -> tuple[Card, ...]:
    key = fold(name)
    return pool.named(key) if key else ()


def _parts(text: str) -> Iterator[str]:
    """Yield the parts of a remark between signs, without numbers in front of them."""
    return (re.sub(_COUNT, "", part).strip(" .-–—") for part in re.split(_BETWEEN, text))
