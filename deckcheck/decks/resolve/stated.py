"""What a list states of its cards: their number, and facts of the Stronghold that are also titles, ``Honor: 6``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import filterfalse
from math import inf

from deckcheck.decks.resolve.doubts import as_request
from deckcheck.decks.resolve.sorted import Sorted
from deckcheck.decks.wholes import agrees
from deckcheck.model.deck import STARTING, Aside, Entry, LineClass, Request

OTHER_TOTAL = "it is not the number of the cards in the list"
# The labels, with the printed values that are so called.
_PRINTED = {"honor": ("starting_honor", "honor"), "gold": ("gold_production",)}
_PRINTED["honour"] = _PRINTED["honor"]
_STATED = re.compile(rf"\W*(?P<label>{'|'.join(_PRINTED)})\b[\s:=*–—-]+(?P<number>\d{{1,2}})[\s*_.,;]*", re.IGNORECASE)


def take_statistics(found: Sorted, most: int) -> None:
    """Leave out the unrecognised lines that state a fact of the Stronghold.

    The number is the printed one, or far above `most`, the copies that a title may have. Below a card it is
    none that may be of copies, as in a list that writes all cards so.
    """
    lines = [each.request for each in found.unresolved]
    stated = {each.span: match for each in lines if (match := _STATED.fullmatch(each.written))}
    if not stated:
        return
    cards = [entry for entry in found.entries if entry.request.span not in stated]
    first = min((each.request.span.line for each in cards if each.card.kind not in STARTING), default=inf)
    strongholds = [each.card for each in cards if each.card.kind == "stronghold"]

    def is_fact(request: Request) -> bool:
        if (match := stated.get(request.span)) is None:
            return False
        number, names = int(match["number"]), _PRINTED[match["label"].casefold()]
        is_known = number > 2 * most or number in [getattr(card, name) for card in strongholds for name in names]
        return is_known and (request.span.line < first or (number > most and not found.is_usual(request)))

    for request in filter(is_fact, lines):
        found.leave_out(LineClass.FACT, request)
    found.unresolved = [each for each in found.unresolved if not is_fact(each.request)]


def take_wholes(wholes: Sequence[Aside], found: Sorted, is_out: Callable[[Entry], bool]) -> None:
    """Leave facts in doubt that give another number of cards than the list has, and so may tell of missing ones."""
    if not wholes:
        return
    inside, outside = ([*each(is_out, found.entries)] for each in (filterfalse, filter))
    more = sum(line.possible for line in found.unresolved)
    for aside in wholes:
        if not agrees(aside.text, inside, outside, more):
            found.doubt(as_request(aside), found.raw.limits.copies, OTHER_TOTAL)
