"""Sample hands and provinces, as text for people and as objects for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from deckcheck.model.names import printable
from deckcheck.odds.of_deck import Deal
from deckcheck.odds.policies import PARTIAL


def deals_text(deals: Sequence[Deal]) -> Iterator[str]:
    """Yield sample hands and provinces as text."""
    for deal in deals:
        half = deal.half
        yield f"{printable(half.label)}, {'opening hand' if half.into == 'hand' else 'first provinces'}\n"
        yield from (f"  {printable(name)}\n" for name in deal.dealt)
        for each in deal.rounds:
            yield f"put away: {printable(', '.join(each.thrown)) or 'nothing'}\n"
            yield f"in their place: {printable(', '.join(each.drawn)) or 'nothing'}\n"
        if not deal.rounds and half.policy in PARTIAL:
            yield f"for what you put away, in this order: {printable(', '.join(deal.following))}\n"
        yield "\n"


def deals_object(deals: Sequence[Deal]) -> list[dict[str, Any]]:
    """Return sample hands and provinces as objects of JSON types."""
    return [
        {
            "section": deal.half.section,
            "dealt": list(deal.dealt),
            "mulligans": [{"put_away": list(each.thrown), "drawn": list(each.drawn)} for each in deal.rounds],
            "final": list(deal.final),
            "following": list(deal.following),
        }
        for deal in deals
    ]
