"""P007 not-yet-released: a card that came out after the day that is asked for.

What it checks
    The release date of the first set or pack of each card against the day that is asked for with --as-of, by
    default the last day of the format. The mark of an arc proves that a card came out by the end of the arc, also
    where no printing of that time is on record: before that day the verdict is undecided.

Why
    A deck is legal on a day when all of its cards were out. A card without any date and without the mark of an arc
    counts as released.

Illegal
    3 Double Strike in Twenty Festivals on 2015-12-31

Legal
    3 Double Strike in Twenty Festivals on its last day
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.legality import out_by, release_state
from deckcheck.model.card_list import FREE, IN_FORCE
from deckcheck.model.finding import Severity
from deckcheck.model.format import Format
from deckcheck.rules.base import Message, Problem, Rule
from deckcheck.rules.screens import Context, Form, never
from deckcheck.tally import Tally


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`by`: the last day whose cards the format takes, whatever day is asked for (empty: any).

    `arcs`: the last day of each arc, by the mark that its cards bear.
    """

    by: str = ""
    arcs: dict[str, str] = {}


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a problem for each card of the format that was not out yet."""
    day = _day(params, tally.format)
    for entry in tally.cards:
        state = release_state(entry.card, day, params.arcs)
        if state != FREE and tally.format.legality.knows(entry.card):
            data = {"card": entry.card.name, "released": out_by(entry.card, params.arcs), "day": day}
            yield Problem("over" if state == IN_FORCE else "open", data, (entry,))


def _day(params: Params, fmt: Format) -> str:
    return min(filter(None, (fmt.date, params.by)))


def screen(params: Params, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    day = _day(params, ctx.format)
    yield never(lambda card, _: release_state(card, day, params.arcs) != FREE and ctx.format.legality.knows(card))


RULE = Rule(
    code="P007",
    name="not-yet-released",
    summary="A card that came out after the day that is asked for.",
    messages={
        "over": Message("`{card}` came out on {released}, after {day}", "replace it, or ask for a later day"),
        "open": Message(
            "cannot tell whether `{card}` was out on {day}: its mark only proves that it was by {released}",
            "ask for a later day, or replace it",
            Severity.UNDECIDED,
        ),
    },
    params=Params,
    value="by",
    check=check,
    screen=screen,
)
