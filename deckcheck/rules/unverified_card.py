"""P005 unverified-card: a card of which not all facts are known.

What it checks
    Cards that real lists or collectors attest, while their keywords or stats are not in the data.

Why
    Such a card must not be called unknown, and what is not known of it must not be guessed: it may be Unique,
    for instance.

Illegal
    nothing: this is a note

Legal
    3 Pokupo in Celestial 40/40, with a note
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.deck import Entry
from deckcheck.model.finding import Severity
from deckcheck.model.format import Format
from deckcheck.rules.base import Message, NoParams, Own, Rule, Said
from deckcheck.rules.kinds import PerCard
from deckcheck.tally import Placed


def limit(_: NoParams, __: Format) -> PerCard:
    """Return what the rule notes."""

    def says(here: Placed, _: Own) -> Iterator[Said]:
        if here.card.unverified:
            yield "note", {"reason": here.card.unverified}

    def unique(entry: Entry) -> dict[str, str]:
        is_open = entry.count > 1 and not entry.card.unique
        return {"unique": "; whether it is Unique is not known" if is_open else ""}

    return PerCard(says, also=unique)


RULE = Rule(
    code="P005",
    name="unverified-card",
    summary="A card of which not all facts are known.",
    messages={"note": Message("`{card}` is {reason}{unique}", "look at the card itself", Severity.NOTE)},
    limit=limit,
)
