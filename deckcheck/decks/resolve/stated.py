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


def take_wholes(wholes: Sequence[Aside], found: Sorted, is_out: Callable[[Entry], bool]) -> None:
    """Leave facts in doubt that give another number of cards than the list has, and so may tell of missing ones."""
    if not wholes:
        return
    inside, outside = ([*each(is_out, found.entries)] for each in (filterfalse, filter))
    more = sum(line.possible for line in found.unresolved)
    for aside in wholes:
        if not agrees(aside.text, inside, outside, more):
            found.doubt(as_request(aside), found.raw.limits.copies, OTHER_TOTAL)
