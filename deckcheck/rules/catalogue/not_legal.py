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

from deckcheck.model.deck import Entry
from deckcheck.model.finding import Severity
from deckcheck.model.format import Format, Legality
from deckcheck.rules.base import Message, Own, Rule, Said
from deckcheck.rules.kinds import PerCard
from deckcheck.rules.tally import Placed


def limit(params: Legality, fmt: Format) -> PerCard:
    """Return what the rule limits; banned cards and card types not used are other findings."""

    def says(here: Placed, _: Own) -> Iterator[Said]:
        card, marks = here.card, list(here.card.marks)
        if here.section is None or params.knows(card):
            return
        known = f"it is legal in: {', '.join(marks)}" if marks else "no format is known to take it"
        message = "unverified" if card.unverified else "open" if params.is_open(card) else "over"
        yield message, {"format": fmt.name, "legal_in": marks, "known": known}

    def instead(entry: Entry) -> dict[str, str]:
        return {"instead": "".join(f"; here `{name}` is legal" for name in entry.instead)}

    return PerCard(says, also=instead, by_section=True)


RULE = Rule(
    code="P001",
    of_format=True,
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
    limit=limit,
)
