"""P001 not-legal: a card that is not in the format's pool.

What it checks
    Every card, Stronghold and Sensei included, against the legality marks or sets of the format. The set named
    in a list does not matter: an older printing may be used when the card is legal. A card of which not all
    facts are known, or with a mark or set of which no source says whether the format takes it, leaves the verdict
    undecided.

Why
    A card is legal in an arc when it carries the arc's symbol. Facts about cards hold the symbols of all
    printings, so later reprints do not take a card out of an older arc.

Illegal
    1 Border Keep - exp2 in Celestial 40/40; it came with Emperor

Legal
    3 Kobune Port (Celestial)
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.finding import Severity
from deckcheck.model.format import Legality
from deckcheck.rules.base import Message, Problem, Rule
from deckcheck.rules.screens import Context, Form, never
from deckcheck.tally import Tally


def check(tally: Tally, params: Legality) -> Iterator[Problem]:
    """Yield a problem for each card outside the pool; banned cards and card types not used are other findings."""
    for entries in tally.sections.values():
        for entry in entries:
            if params.knows(entry.card):
                continue
            marks = list(entry.card.marks)
            data = {
                "card": entry.card.name,
                "format": tally.format.name,
                "legal_in": marks,
                "known": f"it is legal in: {', '.join(marks)}" if marks else "no format is known to take it",
                "instead": "".join(f"; here `{name}` is legal" for name in entry.instead),
            }
            is_open = "unverified" if entry.card.unverified else "open" if params.is_open(entry.card) else "over"
            yield Problem(is_open, data, (entry,))


def screen(params: Legality, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    yield never(lambda card, _: not params.allows(card))


RULE = Rule(
    code="P001",
    name="not-legal",
    summary="A card that is not in the format's pool.",
    messages={
        "over": Message("`{card}` is not legal in {format}", "{known}{instead}"),
        "unverified": Message(
            "is `{card}` legal in {format}? not all facts of it are known",
            "look at its last printing; {known}",
            Severity.UNDECIDED,
        ),
        "open": Message(
            "cannot tell whether {format} takes `{card}`: no source says so or denies it",
            "ask the organiser; {known}",
            Severity.UNDECIDED,
        ),
    },
    params=Legality,
    value="marks",
    check=check,
    screen=screen,
)
