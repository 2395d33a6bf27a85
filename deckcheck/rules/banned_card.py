"""P002 banned-card: a card that was taken out of the format by a ban.

What it checks
    Cards that belonged to the format and lost its legality. When a day is asked for, a ban counts from its day
    on, and one whose day is not known leaves the verdict undecided. A card that a ban list names while its last
    printing still bears the mark is legal by the rulebook; a warning says so.

Why
    "Banned" tells a player more than "not legal": the card carries the symbol and was playable once.

Illegal
    1 Advance Warning in Twenty Festivals

Legal
    1 Advance Warning in Celestial 40/40, which has not banned it
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from deckcheck.model.finding import Severity
from deckcheck.rules.base import Message, Problem, Rule
from deckcheck.rules.screens import Context, Form, never
from deckcheck.tally import Tally


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """`marks`: the legality marks whose bans count; `since`: the days of bans that are known (ISO), by card id."""

    marks: tuple[str, ...]
    since: dict[str, str] = {}


def check(tally: Tally, params: Params) -> Iterator[Problem]:
    """Yield a problem for each banned card."""
    for entry in tally.cards:
        if any(mark in params.marks for mark in entry.card.banned):
            day, since = tally.format.as_of, params.since.get(entry.card.id, "")
            if day and day < since:
                continue
            message = "dated" if since else "undated" if day else "over"
            message = "disputed" if tally.format.allows(entry.card) else message
            data = {"card": entry.card.name, "format": tally.format.name, "day": day, "since": since}
            yield Problem(message, data, (entry,))


def screen(params: Params, ctx: Context) -> Iterator[Form]:
    """Yield what must hold for every deck that the rule has nothing to say of."""
    yield never(lambda card, _: any(mark in params.marks for mark in card.banned))


RULE = Rule(
    code="P002",
    name="banned-card",
    summary="A card that was taken out of the format by a ban.",
    messages={
        "over": Message("`{card}` is banned in {format}", "replace it"),
        "dated": Message("`{card}` is banned in {format} since {since}", "replace it"),
        "undated": Message(
            "was `{card}` banned in {format} on {day}? it is banned today, and the day of the ban is not known",
            "ask the organiser, or replace it",
            Severity.UNDECIDED,
        ),
        "disputed": Message(
            "`{card}` stands on a ban list for {format}, while its last printing bears the mark",
            "legal by the rulebook; ask the organiser whether that list is in force",
            Severity.WARNING,
        ),
    },
    params=Params,
    value="marks",
    check=check,
    screen=screen,
)
