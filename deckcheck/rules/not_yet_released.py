"""P007 not-yet-released: a card that came out after the day that is asked for.

What it checks
    The release date of the first set or pack of each card against the day that is asked for with --as-of, or
    that the format sets.

Why
    Without such a day a format takes all cards that bear its mark. A card whose date is not known counts as
    released.

Illegal
    3 Double Strike in Twenty Festivals on 2015-12-31

Legal
    3 Double Strike in Twenty Festivals today
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.model.format import Format
from deckcheck.rules.base import Message, Problem, Rule
from deckcheck.rules.screens import Context, Form, never
from deckcheck.tally import Tally


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`by`: the last day whose cards the format takes, whatever day is asked for (empty: any)."""

    by: str = ""


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a problem for each card of the format that was not out yet."""
    day = _day(params, tally.format)
    for entry in tally.cards if day else ():
        if entry.card.released > day and tally.format.allows(entry.card):
            yield Problem("over", {"card": entry.card.name, "released": entry.card.released, "day": day}, (entry,))


def _day(params: Params, fmt: Format) -> str:
    return min(filter(None, (fmt.as_of, params.by)), default="")


def screen(params: Params, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    day = _day(params, ctx.format)
    if day:
        yield never(lambda card, _: card.released > day and ctx.format.allows(card))


RULE = Rule(
    code="P007",
    name="not-yet-released",
    summary="A card that came out after the day that is asked for.",
    messages={"over": Message("`{card}` came out on {released}, after {day}", "replace it, or ask for a later day")},
    params=Params,
    value="by",
    check=check,
    screen=screen,
)
