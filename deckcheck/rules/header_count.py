"""D008 header-count: the number in a header is not that of the cards below it.

What it checks
    Each header with a number against the cards directly below it, and against those up to the next header of its rank:
    a header of a deck may hold headers of kinds. One of the two must fit.

Why
    Many programs write these numbers, so that a line which was lost or changed by hand shows.

Illegal
    nothing: this is a warning

Legal
    "# Holdings (3)" above 3 Iron Mine
"""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.model.deck import Header, Request
from deckcheck.model.finding import Severity
from deckcheck.rules.base import Message, NoParams, Problem, Rule, plural
from deckcheck.rules.screens import silent
from deckcheck.tally import Tally

# These decks hold no cards that start outside of them, whose headers may follow.
_DECKS = ("dynasty", "fate", "conflict")
_OUTSIDE = ("stronghold", "sensei", "wind", "role", "province", "starting", "sideboard")


def check(tally: Tally, params: NoParams) -> Iterator[Problem]:
    """Yield a warning for each header whose number fits neither way of counting."""
    headers = tally.deck.raw.headers
    for number, header in enumerate(headers):
        if header.count is None:
            continue
        after = headers[number + 1 :]
        below = _cards(tally, header, next(iter(after), None))
        inside = _cards(tally, header, next((other for other in after if _ends(header, other)), None))
        if below is None or inside is None or header.count in (below, inside):
            continue
        count = inside if header.deck else below
        data = {"header": header.text, "said": header.count, "count": count, "cards": plural(count, "card")}
        yield Problem("other", data, requests=(Request(name=header.text, count=0, span=header.span),))


def _ends(header: Header, other: Header) -> bool:
    """Return whether `other` ends what stands below `header`."""
    return other.deck or not header.deck or (header.section in _DECKS and other.section in _OUTSIDE)


def _cards(tally: Tally, header: Header, end: Header | None) -> int | None:
    """Return the number of cards between two headers, None when a line there may hold any number."""
    deck = tally.deck
    listed = [(entry.count, entry.request) for entry in (*deck.entries, *deck.proxies)]
    listed += [(line.request.count, line.request) for line in deck.unresolved]
    listed += [(request.count, request) for request in deck.raw.repeated]
    inside = [(count, request) for count, request in listed if _is_between(request, header, end)]
    if any(request.bad_count for _, request in inside):
        return None
    return sum(count for count, _ in inside)


def _is_between(request: Request, header: Header, end: Header | None) -> bool:
    place = (request.span.line, request.span.column)
    return (header.span.line, header.span.column) < place and (end is None or place < (end.span.line, end.span.column))


RULE = Rule(
    code="D008",
    name="header-count",
    summary="The number in a header is not that of the cards below it.",
    messages={
        "other": Message(
            "`{header}` says {said}, but {count} {cards} stand below it",
            "a line may be missing or counted wrongly",
            Severity.WARNING,
        )
    },
    check=check,
    screen=silent,
)
