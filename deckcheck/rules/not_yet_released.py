"""P007 not-yet-released: a card that came out after the day that is asked for.

What it checks
    The release date of the first set or pack of each card against the day that is asked for with --as-of, or
    that the format sets.

Why
    Without such a day a format takes all cards that bear its mark. A card whose date is not known counts as
    released.

Illegal
    3 Suteru on 2015-12-31

Legal
    3 Suteru today
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.rules.base import Message, Problem, Rule
from deckcheck.tally import Tally


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`by`: the last day whose cards the format takes, whatever day is asked for (empty: any)."""

    by: str = ""


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a problem for each card of the format that was not out yet."""
    day = min(filter(None, (tally.format.as_of, params.by)), default="")
    for entry in tally.cards if day else ():
        if entry.card.released > day and tally.format.allows(entry.card):
            yield Problem("over", {"card": entry.card.name, "released": entry.card.released, "day": day}, (entry,))


RULE = Rule(
    code="P007",
    name="not-yet-released",
    summary="A card that came out after the day that is asked for.",
    messages={"over": Message("`{card}` came out on {released}, after {day}", "replace it, or ask for a later day")},
    params=Params,
    value="by",
    check=check,
)
