"""D008 header-count: the number in a header differs from the number of cards below it.

What it checks
    Each header with a number against the cards directly below it, and against those up to the next header of its rank,
    because the header of a deck may have headers of card types below it. One of the two must match.

Why
    Many programs write these numbers. A difference reveals a lost line or a number changed by hand.

Illegal
    nothing: this is a warning

Legal
    "# Holdings (3)" above 3 Iron Mine
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate

from deckcheck.model.deck import Deck, Header, Request
from deckcheck.model.sentences import plural
from deckcheck.rules.base import Problem, Rule, reading, warning
from deckcheck.rules.tally import Tally

# The headers of cards that start outside a deck may follow that deck.
_DECKS = ("dynasty", "fate", "conflict")
_OUTSIDE = ("stronghold", "sensei", "wind", "role", "province", "starting", "sideboard")


def wrong_counts(headers: Sequence[Header], before: Sequence[int]) -> Iterator[tuple[Header, int]]:
    """Yield the headers whose number differs from the number of cards below them, and the latter number.

    `before` gives the number of cards above each header, and last the number of all cards.
    """
    for number, header in enumerate(headers):
        below = before[number + 1] - before[number]
        if header.count in (None, below):
            continue
        end = next((at for at in range(number + 1, len(headers)) if _ends(header, headers[at])), len(headers))
        inside = before[end] - before[number]
        if header.count != inside:
            yield header, inside  # Below the header of a kind, the number is the same.


def _ends(header: Header, other: Header) -> bool:
    """Return whether `other` ends the cards below `header`."""
    return other.deck or not header.deck or (header.section in _DECKS and other.section in _OUTSIDE)


def check(tally: Tally) -> Iterator[Problem]:
    """Yield a warning for each header whose number fits neither way of counting."""
    headers = tally.deck.raw.headers
    if not headers:
        return
    # The numbers of these lines may be any.
    doubtful = [line.request for line in tally.deck.unresolved if line.why or not line.request.counted]
    doubtful += [request for request in tally.deck.raw.repeated if request.bad_count]
    in_doubt = [tally.place_of(request).start for request in doubtful]
    for header, count in wrong_counts(headers, tally.before or _before(tally)):
        if any(place > header.span.start for place in in_doubt):
            continue
        data = {"header": header.text, "said": header.count, "count": count, "cards": plural(count, "card")}
        data["stand"] = plural(count, "is", "are")
        yield Problem("other", data, requests=(Request(name=header.text, count=0, span=header.span),))


def _before(tally: Tally) -> list[int]:
    """Return the number of cards above each header, and last the number of all cards."""
    lines = sorted((tally.place_of(request).start, count) for request, count in _listed(tally.deck))
    places, totals = [place for place, _ in lines], [*accumulate([count for _, count in lines], initial=0)]
    return [*(totals[bisect_left(places, header.span.start)] for header in tally.deck.raw.headers), totals[-1]]


def _listed(deck: Deck) -> list[tuple[Request, int]]:
    """Return the lines with cards and their numbers."""
    headers = {header.text for header in deck.raw.headers}
    outside = [entry for entry in deck.outside if entry.request.header in headers]  # Not those of "SB: 3 Rout".
    listed = [(entry.request, entry.count) for entry in (*deck.entries, *outside)]
    listed += [(line.request, line.request.count) for line in deck.unresolved]
    return listed + [(request, request.count) for request in deck.raw.repeated]


MESSAGES = {
    "other": warning(
        "`{header}` says {said}, but {count} {cards} {stand} listed below it",
        "check for a missing line or a wrong number",
    )
}
RULE = Rule(__doc__, MESSAGES, reading(check, of_headers=True))
